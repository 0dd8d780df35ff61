"""`ocl-infer-memory`: every op that writes an array says in which address space.

`ocl.to_global`, `ocl.to_local` and `ocl.to_private` decide and are gone afterwards, but where one loads an element, or
stores it past the caches. What nobody placed goes where it
is needed, and else to the memory that is nearest to the work items that share it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp, StringAttr
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import Rewriter

from ..analysis.errors import NO_SUCH_MEMORY, NOT_PREPARED
from ..analysis.execution import has_parallel, is_group_level, is_top_level, launch_of
from ..analysis.iterations import buffers_of
from ..analysis.ownership import own_part, owners_of, strides_of
from ..analysis.writes import address_space_of, computes, needs_double_buffer, sinks_of, written_operands
from ..dialects.diagnostics import LiftError, location_of, value_name
from ..dialects.lift.access import INVERSE, AtOp, AtUncheckedOp, GatherOp, ScatterOp
from ..dialects.lift.algorithmic import MapLike, ScanLike
from ..dialects.lift.body import BodyOp, ResultOp
from ..dialects.lift.destinations import WritingOp
from ..dialects.lift.functions import DefOp
from ..dialects.lift.iterate import IterateOp
from ..dialects.lift.operation import LiftOp
from ..dialects.lift.profile import profile_of
from ..dialects.lift.scope import Scope, scope_at
from ..dialects.lift.storage import leaves_of
from ..dialects.lift.tuples import GetOp
from ..dialects.lift.types import SPACES, ExistsType, holds_array
from ..dialects.nat.prove import bounds
from ..dialects.ocl.kernels import KernelOp
from ..dialects.ocl.memory import ToGlobalOp, ToPrivateOp, ToSpaceOp
from ..dialects.ocl.patterns import GlobalMap, GroupMap, ParallelMap, Sequential, enclosing_maps


@dataclass(frozen=True)
class InferMemoryPass(ModulePass):
    """Say of every op that writes an array in which address space it does.

    Before:

        %sums = ocl.map_lcl<0> (%pair) in %pairs { .. %l = ocl.to_local %s lift.yield %l : f32 }

    After:

        %sums = ocl.map_lcl<0> (%pair) in %pairs to local { .. lift.yield %s : f32 }

    What an op says already is kept. Parameters and results are in global memory, and scalars are values. Where the
    program says nothing, a result goes to the memory of what it becomes a part of; a fold lives where its first
    accumulator lives; a temporary is private to its work item, local to its work group, or global, the first of these
    that can hold it.
    """

    name: ClassVar[str] = "ocl-infer-memory"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for function in op.ops:
            if isinstance(function, DefOp):
                _need_openings(function)
                _note_inverses(function)
                _block(function.block)
                for store in [inner for inner in function.walk() if isinstance(inner, ToSpaceOp)]:
                    if not _loads(store) and not _goes_past_caches(store):
                        store.result.replace_all_uses_with(store.value)
                        Rewriter.erase_op(store)


def _goes_past_caches(store: ToSpaceOp) -> bool:
    """Whether a store is kept that goes past the caches: of an element that is written to global memory, and nothing else."""
    if not isinstance(store, ToGlobalOp) or store.past_caches is None:
        return False
    user, around = store.result.get_user_of_unique_use(), store.parent_op()
    element = isinstance(user, ResultOp) and isinstance(around, MapLike | ScanLike) and computes(around)
    if not element or around is None or address_space_of(around) != "global":
        raise LiftError(
            NO_SUCH_MEMORY,
            f"'{store.name} past_caches' is given {value_name(store.value)}, which is not stored to global memory",
            expected="what the region of a map or a scan yields that writes to global memory, with no other use",
            fix="leave out past_caches",
            location=location_of(store),
        )
    return True


def _loads(store: ToSpaceOp) -> bool:
    """Whether what is kept is an element of an array, which is in a variable from here on."""
    element = not isinstance(store.value.owner, Operation) or isinstance(
        store.value.owner, GetOp | AtOp | AtUncheckedOp
    )
    yielded = all(isinstance(use.operation, ResultOp) for use in store.result.uses)
    private = isinstance(store, ToPrivateOp) and not holds_array(store.value.type)
    return private and element and not yielded and not is_top_level(store.parent)


def _need_openings(function: DefOp) -> None:
    """Hidden lengths are opened by `lift.unpack` alone."""
    for op in function.walk():
        opened = op.opened() if isinstance(op, LiftOp) else ()
        hidden = next((value for value in opened if isinstance(value.type, ExistsType)), None)
        if hidden is not None:
            raise LiftError(
                NOT_PREPARED,
                f"'{op.name}' is given {value_name(hidden)} as it is, whose length is hidden",
                expected="an array that a lift.unpack has opened",
                found=str(hidden.type),
                fix="run lift-insert-packs first",
                location=location_of(op),
            )


def _note_inverses(function: DefOp) -> None:
    """Have permutations in iterations keep their inverses: in a copy of an iteration, what they follow from is not known."""
    for op in function.walk():
        if isinstance(op, IterateOp) or (isinstance(op, Sequential) and op.unroll is not None):
            for inner in op.walk():
                if isinstance(inner, GatherOp | ScatterOp) and (inverse := inner.inverse()) is not None:
                    inner.attributes[INVERSE] = inverse


def _block(block: Block) -> None:
    """Consumers before what they consume, and outer ops before inner ones."""
    for op in reversed(list(block.ops)):
        if isinstance(op, WritingOp) and computes(op) and not isinstance(op, KernelOp) and not op.destinations:
            space = (
                _kept(op)
                or _declared(op.result)
                or _declared_by_sources(op)
                or (None if needs_double_buffer(op) else _inherited(op.result))
                or _default(op)
            )
            _check(op, space)
            op.memory = StringAttr(space)
        for region in op.regions:
            for inner in region.blocks:
                _block(inner)


def _kept(op: LiftOp) -> str | None:
    """What is said of an op itself, by hand or by this pass before; a store may not say otherwise."""
    if not _is_placed(op):
        return None
    space, stored = address_space_of(op), _stored(op.result)
    if stored not in (None, space):
        raise _two_memories(op, space, stored, f"`to {space}`, and ocl.to_{stored}")
    return space


def _is_placed(op: Operation) -> bool:
    """Whether it is said where an op writes."""
    return isinstance(op, WritingOp) and (op.memory is not None or bool(op.destinations))


def _two_memories(op: LiftOp, one: str, other: str, found: str) -> LiftError:
    return LiftError(
        NO_SUCH_MEMORY,
        f"the result of '{op.name}' is to be in {one} memory, and in {other} memory",
        expected="one of them",
        found=found,
        fix="leave one of them out",
        location=location_of(op),
    )


def _declared(value: SSAValue) -> str | None:
    """What the program says of a value: the store that it goes through, or the one that its elements go through."""
    op, stored = value.owner, _stored(value)
    if not isinstance(op, BodyOp) or not computes(op):
        return stored
    # A row that is yielded may be elsewhere, and is copied then; a scalar is stored as an element.
    element = None if holds_array(op.yielded.type) else _yielded_space(op.yielded)
    if stored is not None and element not in (None, stored):
        raise _two_memories(op, stored, element, f"ocl.to_{stored} of the array, and ocl.to_{element} of its elements")
    if isinstance(op, GlobalMap | GroupMap):
        return stored or element or "global"
    return stored or _yielded_space(op.yielded)


def _stored(value: SSAValue) -> str | None:
    """The store that a value goes through."""
    waiting = [value]
    while waiting:
        one = waiting.pop()
        for use in one.uses:
            user = use.operation
            if isinstance(user, ToSpaceOp):
                return user.SPACE
            if use.index in written_operands(user):
                waiting += user.results
    return None


def _yielded_space(value: SSAValue) -> str | None:
    owner = value.owner
    if isinstance(owner, ToSpaceOp):
        return owner.SPACE
    if computes(owner):
        return _declared(value)
    if not isinstance(owner, Operation):
        return None
    found = {_yielded_space(owner.operands[k]) for k in written_operands(owner)}
    return found.pop() if len(found) == 1 else None


def _declared_by_sources(op: Operation) -> str | None:
    """A fold lives where its first accumulator lives."""
    return next((space for k in sinks_of(op) if (space := _yielded_space(op.operands[k]))), None)


def _inherited(value: SSAValue) -> str | None:
    """The memory of what a value becomes a part of."""
    for use in value.uses:
        user = use.operation
        parent = user.parent_op()
        if isinstance(user, ResultOp):
            if isinstance(parent, DefOp | KernelOp):
                return "global"
            if parent is not None and _is_placed(parent):
                return address_space_of(parent)
        elif use.index in sinks_of(user) and _is_placed(user):
            return address_space_of(user)
        elif use.index in written_operands(user):
            found = _inherited(user.results[0])
            if found is not None:
                return found
    return None


def _default(op: LiftOp) -> str:
    size = _size(op)
    if is_top_level(op.parent):
        return "global"
    small = size is not None and size <= profile_of(op).private_scalars
    if not is_group_level(op.parent):
        return "private" if small and not has_parallel(op) else "global"
    if _by_work_items(op.result):
        return "global" if size is None else "local"
    return "private" if small else "global"


def _by_work_items(value: SSAValue) -> bool:
    """Whether several work items write to the memory of a value, perhaps before a fold goes on to use it."""
    op = value.owner
    if isinstance(op, Block):
        return False
    if computes(op):
        several = isinstance(op, ParallelMap) or has_parallel(op)
        return several or any(_by_work_items(op.operands[k]) for k in sinks_of(op))
    return any(_by_work_items(op.operands[k]) for k in written_operands(op))


def _size(op: LiftOp) -> int | None:
    """How many scalars the memory of the result has at most, where that is a number."""
    return _scalars(buffers_of(op) if isinstance(op, IterateOp) else op.result.type, scope_at(op))


def _own_size(op: LiftOp) -> int | None:
    """How many scalars a work item has of it in private memory, where that is a number: those that are its own."""
    if isinstance(op, IterateOp):
        return _size(op)
    scope = scope_at(op)
    strides = strides_of(op.result.type, owners_of(op.result), launch_of(op))
    return _scalars(own_part(op.result.type, strides, scope), scope)


def _scalars(type_: Attribute, scope: Scope) -> int | None:
    """How many scalars a type has at most, where that is a number."""
    facts = scope.facts
    sizes = [bounds(leaf.count, facts).upper for leaf in leaves_of(type_)]
    numbers = [None if size is None else size.constant for size in sizes]
    return None if None in numbers else sum(number for number in numbers if number is not None)


def _check(op: LiftOp, space: str) -> None:
    """Whether the op can write there; else the error names where it can."""
    why = _why_not(op, space)
    if why is not None:
        possible = [other for other in SPACES if _why_not(op, other) is None]
        fix = f"use ocl.to_{'local' if 'local' in possible else 'global'} instead"
        if space == "private" and launch_of(op) is None and any(owners_of(op.result)):
            fix = f"say how many work items share its elements, launch(local = [64], groups = [..]), or {fix}"
        raise LiftError(
            NO_SUCH_MEMORY,
            f"the result of '{op.name}' cannot be in {space} memory: {why}",
            expected=f"{' or '.join(possible)} memory",
            found=f"{space} memory, for {op.result.type}",
            fix=fix,
            location=location_of(op),
        )


def _why_not(op: LiftOp, space: str) -> str | None:
    """Why an op cannot write to an address space; None where it can."""
    if space == "private":
        if is_top_level(op.parent):
            return "what passes between kernels is in global memory"
        return "private memory has a size that is a number" if _own_size(op) is None else None
    if space == "local":
        if isinstance(op, GlobalMap | GroupMap):
            return "other work groups cannot write to it"
        if not any(isinstance(outer, GroupMap) for outer in enclosing_maps(op.parent)):
            return "local memory belongs to a work group"
    return None
