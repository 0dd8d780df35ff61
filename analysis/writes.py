"""Which ops write arrays, which operands they are written through, and which accumulators they go on to use."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xdsl.ir import Attribute, Block, BlockArgument, Operation, SSAValue

from ..dialects.diagnostics import LiftError, location_of
from ..dialects.lift.algorithmic import GenerateOp, MapLike, MapOp, ReduceLike, ScanLike
from ..dialects.lift.body import BodyOp, ResultOp
from ..dialects.lift.destinations import WritingOp
from ..dialects.lift.iterate import IterateOp
from ..dialects.lift.operation import LiftOp
from ..dialects.lift.tuples import GetOp, UnzipOp, ZipOp
from ..dialects.lift.types import ArrayType, holds_array
from ..dialects.lift.updates import UpdateLike
from ..dialects.nat.ring import const
from ..dialects.ocl.destinations import StoreOp
from ..dialects.ocl.kernels import BarrierOp, KernelOp
from ..dialects.ocl.memory import ToSpaceOp
from .errors import NO_SUCH_MEMORY, NOT_PREPARED
from .execution import has_parallel, is_host_loop
from .iterations import buffers_of, most_elements


def computes(op: Operation | Block) -> bool:
    """Whether an op computes an array, so that it writes to memory; other ops with arrays only look at memory.

    A `lift.map` that is left only rearranges, and a `lift.generate` is computed where it is read. What passes between
    kernels is in memory, so an `iterate` of the host writes a state without arrays, too.
    """
    return (
        isinstance(op, LiftOp)
        and not isinstance(op, GenerateOp | MapOp | ToSpaceOp | StoreOp)
        and (holds_array(op.result.type) or is_host_loop(op))
        and op.written_through() == ()
    )


def written_operands(op: Operation) -> Sequence[int]:
    """The operands of a layout op that are written where its result is written; none where it has no inverse."""
    if not isinstance(op, LiftOp) or computes(op):
        return ()
    through = set(op.written_through() or ())
    return [k for k, operand in enumerate(op.operands) if operand in through]


def sinks_of(op: Operation) -> Iterator[int]:
    """The operands of an op that computes whose memory it goes on to use: the first accumulator, the first array, what is updated."""
    match op:
        case ReduceLike() | ScanLike() if holds_array(op.init.type):
            yield 1
        case UpdateLike():
            yield 2
        case IterateOp() if computes(op):
            yield 0
        case _:
            pass


def needs_double_buffer(op: Operation) -> bool:
    """Whether an op needs two buffers in turn: an iteration may not write over what it still reads."""
    # Its memory says so once it has one: a copy that was inserted may make the region look elementwise.
    if isinstance(op, ReduceLike) and op.destinations:
        return op.destination_types[0].contents == ArrayType(const(2), op.result.type)
    return (isinstance(op, IterateOp) and computes(op)) or (
        isinstance(op, ReduceLike) and holds_array(op.init.type) and not _elementwise(op.block.args[0], op.yielded)
    )


def stored_type(op: LiftOp) -> Attribute:
    """What the memory of an op holds: its result, or two buffers for it."""
    type_ = op.result.type
    if isinstance(op, IterateOp) and is_host_loop(op) and not op.keeps_type:
        assert isinstance(type_, ArrayType)
        return ArrayType(const(2), ArrayType(most_elements(op), type_.element))
    if isinstance(op, IterateOp):
        return buffers_of(op)
    return ArrayType(const(2), type_) if needs_double_buffer(op) else type_


def _elementwise(accumulator: SSAValue, result: SSAValue) -> bool:
    """Whether each element of the result is computed from the same element of an accumulator and nothing else of it.

    A fold or an update that goes on with an accumulator, in place itself, does so, too.
    """
    if not holds_array(accumulator.type):
        return True
    apart = _zip_of_parts(accumulator)
    if apart is not None:
        mapped = apart.result.get_user_of_unique_use()
        alone = isinstance(mapped, MapLike) and computes(mapped) and mapped.result is result
        return alone and isinstance(mapped, MapLike) and not holds_array(mapped.block.args[0].type)
    use = accumulator.get_user_of_unique_use()
    if isinstance(use, ReduceLike | UpdateLike):
        return use.init is accumulator and use.result is result and not needs_double_buffer(use)
    mapped, value, path = use, accumulator, list[int]()
    while isinstance(mapped, ZipOp):
        path.insert(0, next(k for k, operand in enumerate(mapped.operands) if operand is value))
        value = mapped.result
        mapped = value.get_user_of_unique_use()
    if not isinstance(mapped, MapLike) or not computes(mapped) or mapped.result is not result:
        return False
    element = mapped.block.args[0]
    if not path:
        return _elementwise(element, mapped.yielded)
    if not holds_array(element.type):
        return True
    own = _parts_at(element, path)
    if own is None or (len(path) > 1 and any(holds_array(part.type) for part in own)):
        return False
    return all(len(own) == 1 and _elementwise(part, mapped.yielded) for part in own)


def _parts_at(element: SSAValue, path: Sequence[int]) -> list[SSAValue] | None:
    """The values that are a part of a tuple, by the place of each part in the one around it; None where a whole has other uses."""
    values: list[SSAValue] = [element]
    for k in path:
        users = [use.operation for value in values for use in value.uses]
        gets = [user for user in users if isinstance(user, GetOp)]
        if len(gets) < len(users):
            return None
        values = [get.result for get in gets if get.index.value.data == k]
    return values


def _zip_of_parts(accumulator: SSAValue) -> ZipOp | None:
    """The one zip that takes all that is used of an array of tuples, part by part."""
    if not all(isinstance(use.operation, UnzipOp) for use in accumulator.uses):
        return None
    users = list(_users_of_parts(accumulator))
    one = users[0] if users else None
    return one if isinstance(one, ZipOp) and all(user is one for user in users) else None


def _users_of_parts(array: SSAValue) -> Iterator[Operation]:
    """What uses the parts of an array of tuples that is taken apart, or of a part of it."""
    for user in (use.operation for use in array.uses):
        gets = [use.operation for use in user.result.uses] if isinstance(user, UnzipOp) else []
        if gets and all(isinstance(get, GetOp) for get in gets):
            for get in gets:
                yield from _users_of_parts(get.results[0])
        else:
            yield user


def goes_on(op: Operation) -> bool:
    """Whether a fold or an update goes on with an accumulator that is in its memory already, since a fold around it is done in place."""
    return isinstance(op, ReduceLike | UpdateLike) and bool(op.destinations) and _is_at(op.init, op.destinations[0])


def _is_at(value: SSAValue, memory: SSAValue) -> bool:
    """Whether a value is the accumulator of a fold that is done in place, or a part of it, and this is its memory."""
    op = memory.owner.parent_op() if isinstance(memory, BlockArgument) else None
    if not isinstance(op, BodyOp) or op.target is not memory:
        return False
    first = op.block.args[0]
    if isinstance(op, ReduceLike):
        return value is first and not needs_double_buffer(op)
    if not isinstance(op, MapLike):
        return False
    if value is first:
        return _is_at(op.xs, op.destinations[0])
    got, zipped = value.owner, op.xs.owner
    if not isinstance(got, GetOp) or got.tuple_ is not first or not isinstance(zipped, ZipOp):
        return False
    return _is_at(zipped.operands[got.index.value.data], op.destinations[0])


def has_single_writer(op: ReduceLike) -> bool:
    """Whether work items that have nothing to do in a fold may be left out of it.

    It changes its accumulator in place, and nobody waits for anybody in it: one work item does it all, or its iterations
    share nothing else.
    """
    inside = [inner for inner in op.walk() if inner is not op]
    if needs_double_buffer(op) or any(isinstance(inner, BarrierOp) for inner in inside):
        return False
    if not has_parallel(op):
        return True
    shared = [inner for inner in inside if computes(inner) and address_space_of(inner) != "private"]
    return all(isinstance(inner.results[0].get_user_of_unique_use(), ResultOp) for inner in shared)


def address_space_of(op: Operation) -> str:
    """The address space that an op writes to; a kernel writes to global memory."""
    if isinstance(op, KernelOp):
        return "global"
    if isinstance(op, WritingOp) and op.destination_types:
        return op.destination_types[0].space.data
    if isinstance(op, WritingOp) and op.memory is not None:
        return op.memory.data
    raise LiftError(
        NO_SUCH_MEMORY,
        f"nothing says in which memory the result of '{op.name}' is",
        expected="`to global`, or local, or private, before its type",
        fix="run ocl-infer-memory first",
        location=location_of(op),
    )


def memory_of(op: WritingOp) -> SSAValue:
    """The memory that an op writes its result to; one that has none is refused, with the pass to run first."""
    address_space_of(op)
    if op.destinations:
        return op.destinations[0]
    raise LiftError(
        NOT_PREPARED,
        f"nothing says where '{op.name}' writes",
        expected="memory, as in `into %m`",
        fix="run ocl-materialise first",
        location=location_of(op),
    )
