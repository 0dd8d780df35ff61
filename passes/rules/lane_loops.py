"""Iterations that end by a condition, for all lanes of vectors at once: they go on until none of the lanes does.

A lane whose condition does not hold any more keeps its state, so the condition does not hold for it later on either.
`map_in_lanes` rewrites such an op after `holding` has said so for a single lane.
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
from .regions import end_with
from .rule import Chain


@dataclass
class Held:
    """An iteration that keeps a state for which the condition does not hold: `p(s) ? f(s) : s`."""

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
        return cls(block, _chosen(block, goes_on, after, before))

    def drop(self) -> None:
        """It is not used any more."""
        self.block.drop_all_references()


def _chosen(block: Block, goes_on: SSAValue, after: SSAValue, before: SSAValue) -> SSAValue:
    """One of two values of one type, part by part."""
    whole = before.type
    if not isinstance(whole, TupleType):
        return after if after is before else _added(block, SelectOp(goes_on, after, before), after.name_hint or "state")
    parts = [
        _chosen(block, goes_on, _part(block, after, i, part), _part(block, before, i, part))
        for i, part in enumerate(whole.types)
    ]
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
