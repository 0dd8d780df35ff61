"""Regions as functions: applied to values, put one after the other, and asked what they do.

Copies keep their binders, since every rule that copies a region replaces the op that had it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from xdsl.dialects.arith import ConstantOp
from xdsl.ir import Block, Operation, OpResult, Region, SSAValue
from xdsl.rewriter import Rewriter

from ...analysis.execution import function_around
from ...dialects.diagnostics import op_name
from ...dialects.lift.access import AtOp
from ...dialects.lift.algorithmic import MapOp
from ...dialects.lift.attributes import free_binder
from ...dialects.lift.body import BodyOp, YieldOp
from ...dialects.lift.layout import JoinOp, LayoutOp
from ...dialects.lift.numbers import NatOp
from ...dialects.lift.renaming import names_bound_in, rename_binders, substitute_in_op
from ...dialects.lift.tuples import GetOp, JoiningOp, TupleOp, UnzipOp
from ...dialects.lift.types import free_names, free_tables
from ...dialects.nat.expr import var
from ...dialects.nat.ring import Nat
from .rule import Chain, OpT, Refusal

BodyOpT = TypeVar("BodyOpT", bound=BodyOp)


def applied(pattern: BodyOp, arguments: Sequence[SSAValue], position: Nat | None = None) -> Chain:
    """A copy of the ops of a region, for these arguments and this position; without one the name stays as it is.

    The binders inside keep their names: the region itself is about to go.
    """
    block, result = pattern.block, pattern.yielded
    originals = [op for op in block.ops if not isinstance(op, YieldOp)]
    values: dict[SSAValue, SSAValue] = dict(zip(block.args, arguments, strict=True))
    copies = [op.clone(values) for op in originals]
    if position is not None and pattern.position_name is not None:
        for copy in copies:
            substitute_in_op(copy, {pattern.position_name: position})
    if isinstance(result, OpResult) and result.op in originals:
        return Chain(copies, copies[originals.index(result.op)].results[result.index])
    return Chain(copies, values.get(result, result))


def sole_producer(value: SSAValue, user: Operation, kind: type[OpT]) -> OpT | None:
    """The op of this kind that computes a value for one user only, in the same block: no work is done twice."""
    owner = value.owner
    alone = value.has_one_use() and isinstance(owner, kind) and owner.parent is user.parent
    return owner if alone and isinstance(owner, kind) else None


def not_alone(value: SSAValue, user: Operation, kind: type[OpT]) -> Refusal | None:
    """Why the op of this kind that computes a value is not for one user in the same block; None where there is no such op."""
    owner = value.owner
    if not isinstance(owner, kind):
        return None
    if not value.has_one_use():
        return Refusal(f"the result of `{op_name(owner)}` has another use")
    return None if owner.parent is user.parent else Refusal(f"`{op_name(owner)}` is in another region")


def names_beside(op: Operation, producer: BodyOp) -> set[str]:
    """The names that binders of what stands for an op and for its producer must not have.

    Those of the producer are free where it goes, because nothing else uses it.
    """
    gone = names_bound_in(op) | (names_bound_in(producer) if producer.results[0].has_one_use() else set[str]())
    return names_bound_in(function_around(op)) - gone


def renamed(chain: Chain, taken: set[str]) -> Chain:
    """Ops whose binders have names that are not taken."""
    for op in chain.ops:
        rename_binders(op, taken)
    return chain


def standing_for(op: Operation, chain: Chain) -> Chain:
    """Ops that are put in the place of an op: what they give has its name, where one of them makes it."""
    name = op.results[0].name_hint
    if name is not None and chain.value.owner in chain.ops:
        chain.value.name_hint = name
    return chain


def composed(producer: BodyOp, consumer: BodyOp) -> tuple[Region, str | None]:
    """The region of the consumer, applied to what that of the producer gives in place of its last argument.

    The position has one name in both, which is returned too.
    """
    name = consumer.position_name or producer.position_name
    position = None if name is None else var(name)
    kept = consumer.block.args[:-1]
    block = block_like([*kept, *producer.block.args])
    first = applied(producer, block.args[len(kept) :], position)
    second = applied(consumer, [*block.args[: len(kept)], first.value], position)
    end_with(block, first, second)
    return Region(block), name


def over_part(
    pattern: BodyOpT, part: SSAValue, position: Callable[[Nat], Nat], taken: set[str] | None = None
) -> BodyOpT:
    """A copy of a pattern over a part of its array; `position` says where in the whole array an element of the part is.

    With names that are taken, the binders of the copy get others: another copy, or the pattern itself, stays as well.
    """
    copy, name = pattern.clone(), pattern.position_name
    copy.operands[0] = part
    if name is not None:
        for inner in copy.block.ops:
            substitute_in_op(inner, {name: position(var(name))})
    if taken is not None:
        rename_binders(copy, taken)
    copy.result.name_hint = pattern.result.name_hint
    return copy


def block_like(arguments: Sequence[SSAValue]) -> Block:
    """A block whose arguments have the types and names of these."""
    block = Block(arg_types=[argument.type for argument in arguments])
    for new, old in zip(block.args, arguments, strict=True):
        new.name_hint = old.name_hint
    return block


def end_with(block: Block, *chains: Chain) -> None:
    """End a block with chains, one after the other, and yield the last."""
    for chain in chains:
        block.add_ops(chain.ops)
    block.add_op(YieldOp(chains[-1].value))


def fresh_name(op: Operation, hint: str) -> str:
    """A name that is bound nowhere in the function around an op."""
    return free_binder(hint, names_bound_in(function_around(op)))


def mentions(ops: Iterable[Operation], name: str | None) -> bool:
    """Whether ops, or any inside them, use the name of a nat or of a table."""
    return name is not None and any(
        name in free_names(attribute) | free_tables(attribute)
        for op in ops
        for inner in op.walk()
        for attribute in (*inner.result_types, *inner.properties.values(), *inner.attributes.values())
    )


def only_rearranges(op: Operation) -> bool:
    """Whether an op moves no data and computes nothing: what it gives is read where it is."""
    match op:
        case AtOp():
            return op.index is not None
        case MapOp():
            return all(map(only_rearranges, op.block.ops))
        case NatOp():
            return not op.value.data.names & _positions_around(op)
        case JoinOp() if op.has_hidden_rows:
            return False
        case LayoutOp() | JoiningOp() | GetOp() | UnzipOp() | YieldOp() | ConstantOp():
            return True
        case _:
            return False


def _positions_around(op: Operation) -> set[str]:
    """The positions of the maps that an op stands in, as far as these may be rearrangements."""
    names: set[str] = set()
    parent = op.parent_op()
    while isinstance(parent, MapOp):
        if parent.position_name is not None:
            names.add(parent.position_name)
        parent = parent.parent_op()
    return names


def needed_for(values: Iterable[SSAValue], block: Block) -> list[Operation]:
    """The ops of a block that values are computed from, in their order; what regions inside them use counts."""
    found: set[Operation] = set()
    waiting = [value.owner for value in values]
    while waiting:
        owner = waiting.pop()
        if isinstance(owner, Operation) and owner.parent is block and owner not in found:
            found.add(owner)
            waiting += [operand.owner for inner in owner.walk() for operand in inner.operands]
    return [op for op in block.ops if op in found]


def captured(pattern: Operation) -> list[SSAValue]:
    """The values from outside that the regions of an op use."""
    inside = (inner for inner in pattern.walk() if inner is not pattern)
    operands = dict.fromkeys(operand for inner in inside for operand in inner.operands)
    return [value for value in operands if not pattern.is_ancestor(value.owner)]


def depends_on(value: SSAValue, pattern: BodyOp) -> bool:
    """Whether a value is computed in the region of a pattern, from its arguments or its position."""
    ops = needed_for([value], pattern.block)
    used = {value, *(operand for op in ops for inner in op.walk() for operand in inner.operands)}
    return not used.isdisjoint(pattern.block.args) or mentions(ops, pattern.position_name)


def copies(
    ops: Iterable[Operation], values: dict[SSAValue, SSAValue], taken: set[str] | None = None
) -> list[Operation]:
    """Copies of ops, one after the other; `values` say what stands for what, and then for their results, too.

    Where something is copied a second time, its binders get names that are not taken.
    """
    found = [op.clone(values) for op in ops]
    for copy in found if taken is not None else ():
        rename_binders(copy, taken or set())
    return found


def take_apart(both: TupleOp) -> None:
    """Use the parts of a tuple where they are taken out of it, and the tuple only where it is needed as one."""
    for get in [use.operation for use in both.result.uses]:
        if isinstance(get, GetOp):
            get.result.replace_all_uses_with(both.parts[get.index.value.data])
            Rewriter.erase_op(get)
    if both.result.first_use is None:
        Rewriter.erase_op(both)


def drop_unused(block: Block, *kinds: type[Operation]) -> None:
    """Erase ops of these kinds whose result nothing needs, also in regions inside."""
    for op in reversed(list(block.walk())):
        if isinstance(op, kinds) and op.results[0].first_use is None and op.parent is not None:
            op.parent.erase_op(op)
