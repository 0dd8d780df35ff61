"""Iterations that end by a condition, for all lanes of vectors at once: they go on until none of the lanes does.

A lane whose condition does not hold any more keeps what is asked for that, so it does not hold for it later on either, and what is
used of its state after. `map_in_lanes` rewrites such an op after `Held` has said so for a single lane.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.dialects.arith import CmpiOp, ConstantOp, OrIOp, SelectOp
from xdsl.dialects.builtin import TupleType, UnitAttr, i32
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from ...dialects.lift.body import YieldOp
from ...dialects.lift.iterate import IterateOp
from ...dialects.lift.tuples import GetOp, TupleOp
from ...dialects.lift.types import is_scalar
from ...dialects.ocl.vectors import ReduceVecOp
from .filters import is_total
from .regions import end_with
from .rule import Chain


@dataclass
class Held:
    """An iteration that keeps a state for which the condition does not hold, `p(s) ? f(s) : s`, or what is needed of it."""

    block: Block
    """Its ops, of which the last gives the state."""
    state: SSAValue

    @classmethod
    def of(cls, op: IterateOp) -> Held:
        assert op.condition_block is not None
        block = Block(arg_types=[op.xs.type])
        before: SSAValue = block.args[0]
        before.name_hint = op.block.args[0].name_hint
        values = dict[SSAValue, SSAValue]()
        for region in (op.condition_block, op.block):
            values[region.args[0]] = before
            block.add_ops(inner.clone(values) for inner in region.ops if not isinstance(inner, YieldOp))
        goes_on, after = values.get(op.goes_on, op.goes_on), values.get(op.yielded, op.yielded)
        return cls(block, _chosen(block, goes_on, after, before, _needed(op)))

    def drop(self) -> None:
        """It is not used any more."""
        self.block.drop_all_references()


def parts_used(state: SSAValue) -> set[int] | None:
    """Which parts of a tuple are used; None where it may be all of it."""
    users = [use.operation for use in state.uses]
    parts = {user.index.value.data for user in users if isinstance(user, GetOp)}
    return parts if all(isinstance(user, GetOp) for user in users) else None


def _needed(op: IterateOp) -> set[int] | None:
    """The parts of a state that are used after, or by the condition; None where that may be all of it.

    The others may be anything then, so an iteration must be scalar code without loops, and defined for any state.
    """
    condition = op.condition_block
    assert condition is not None
    after, asked = parts_used(op.result), parts_used(condition.args[0])
    return None if after is None or asked is None or not all(map(is_total, op.block.ops)) else after | asked


def _chosen(
    block: Block, goes_on: SSAValue, after: SSAValue, before: SSAValue, needed: set[int] | None = None
) -> SSAValue:
    """One of two values of one type, part by part; the first one for parts that are not needed."""
    whole = before.type
    if not isinstance(whole, TupleType):
        return after if after is before else _added(block, SelectOp(goes_on, after, before), after.name_hint or "state")
    parts: list[SSAValue] = []
    for i, part in enumerate(whole.types):
        new = _part(block, after, i, part)
        is_needed = needed is None or i in needed
        parts.append(_chosen(block, goes_on, new, _part(block, before, i, part)) if is_needed else new)
    return _added(block, TupleOp(parts, result_type=whole), after.name_hint or "state")


def _part(block: Block, value: SSAValue, i: int, type_: Attribute) -> SSAValue:
    made = value.owner
    return made.parts[i] if isinstance(made, TupleOp) else _added(block, GetOp(value, i, result_type=type_), "part")


def _added(block: Block, op: Operation, name: str | None = None) -> SSAValue:
    block.add_op(op)
    op.results[0].name_hint = name
    return op.results[0]


def flag_of(goes_on: SSAValue) -> list[Operation]:
    """1 where a bit is set, else 0; the last op gives it."""
    one, zero = ConstantOp.from_int_and_width(1, 32), ConstantOp.from_int_and_width(0, 32)
    flag = SelectOp(goes_on, one, zero)
    one.result.name_hint, zero.result.name_hint, flag.result.name_hint = "one", "none", "goes_on"
    return [one, zero, flag]


def any_lane(flags: SSAValue) -> Chain:
    """Whether a number is not 0 in one of the lanes."""
    zero = ConstantOp.from_int_and_width(0, 32)
    block = Block(arg_types=[i32, i32])
    either = OrIOp(block.args[0], block.args[1])
    end_with(block, Chain.of(either))
    block.args[0].name_hint, block.args[1].name_hint, either.result.name_hint = "found", "lane", "either"
    found = ReduceVecOp(flags, zero.result, Region(block), result_type=i32)
    found.properties.update({"associative": UnitAttr(), "commutative": UnitAttr()})
    some = CmpiOp(found.result, zero, "ne")
    zero.result.name_hint, found.result.name_hint, some.result.name_hint = "nothing", "any", "some"
    return Chain.of(zero, found, some)


def has_scalars(type_: Attribute) -> bool:
    """Whether a state has scalars only."""
    return all(map(has_scalars, type_.types)) if isinstance(type_, TupleType) else is_scalar(type_)
