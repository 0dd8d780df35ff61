"""The rule that carries along whether iterations go on: what that is asked of need not be kept then once they do not."""

from __future__ import annotations

from typing import Any

from xdsl.dialects.arith import CmpiOp, ConstantOp
from xdsl.dialects.builtin import TupleType, i32
from xdsl.ir import Block, Region, SSAValue

from ...dialects.diagnostics import op_name
from ...dialects.lift.body import YieldOp
from ...dialects.lift.iterate import IterateOp
from ...dialects.lift.operation import UNTYPED
from ...dialects.lift.tuples import GetOp, TupleOp
from .filters import is_total
from .lane_loops import flag_of, has_scalars
from .regions import copies, end_with, take_apart
from .rule import Chain, Refusal, Replacement, Rule, made_by, rule


@rule(IterateOp)
def iterate_by_flag(op: IterateOp) -> Replacement:
    """`iterate(m, p, f, x) = s`, `(s.., e) = iterate(m, (s.., e) -> e != 0, (s.., e) -> (f(s).., p(f(s))), (x.., p(x)))`

    For a tuple of scalars, and a p that is scalar code without loops, and defined for any state: it is asked once more. What p
    gives is kept as 1 or 0.
    """
    condition, types = op.condition_block, op.xs.type
    if condition is None:
        return Refusal("there is no condition to be carried along")
    if not op.keeps_type or not isinstance(types, TupleType) or not has_scalars(types):
        return Refusal("the state is no tuple of scalars")
    partial = next((one for one in condition.ops if not is_total(one)), None)
    if partial is not None:
        return Refusal(f"`{op_name(partial)}` is no scalar code that is defined for any state")
    start = _with_flag(op, op.xs)
    state = TupleType((*types.types, i32))
    asked, body = Block(arg_types=[state]), Block(arg_types=[state])
    end_with(asked, _is_set(asked.args[0], len(types.types)))
    end_with(body, _iteration(op, body.args[0]))
    take_apart(next(one for one in body.ops if isinstance(one, TupleOp)))
    flagged = IterateOp.untyped([start.value], dict(op.properties), [Region(asked), Region(body)])
    flagged.result.name_hint = f"{op.result.name_hint or 'iterate'}_flagged"
    parts = [GetOp(flagged, i, result_type=UNTYPED) for i in range(len(types.types))]
    return Chain.of(*start.ops, flagged, *parts, TupleOp([part.result for part in parts], result_type=UNTYPED))


def _with_flag(op: IterateOp, state: SSAValue) -> Chain:
    """The parts of a state, and 1 where there is an iteration for it, else 0."""
    condition, types = op.condition_block, op.xs.type
    assert condition is not None
    assert isinstance(types, TupleType)
    values = dict[SSAValue, SSAValue]({condition.args[0]: state})
    asked = copies([one for one in condition.ops if not isinstance(one, YieldOp)], values)
    flag = flag_of(values.get(op.goes_on, op.goes_on))
    whole = made_by(state, TupleOp)
    gets = [] if whole is not None else [GetOp(state, i, result_type=UNTYPED) for i in range(len(types.types))]
    parts = [get.result for get in gets] if whole is None else whole.parts
    both = TupleOp([*parts, flag[-1].results[0]], result_type=UNTYPED)
    both.result.name_hint = "state"
    return Chain.of(*asked, *flag, *gets, both)


def _is_set(state: SSAValue, i: int) -> Chain:
    flag, none = GetOp(state, i, result_type=i32), ConstantOp.from_int_and_width(0, 32)
    flag.result.name_hint, none.result.name_hint = "goes_on", "none"
    return Chain.of(flag, none, CmpiOp(flag, none, "ne"))


def _iteration(op: IterateOp, state: SSAValue) -> Chain:
    """The state after an iteration, and whether there is another one."""
    types = op.xs.type
    assert isinstance(types, TupleType)
    gets = [GetOp(state, i, result_type=UNTYPED) for i in range(len(types.types))]
    before = TupleOp([get.result for get in gets], result_type=types)
    values = dict[SSAValue, SSAValue]({op.block.args[0]: before.result})
    body = copies([one for one in op.block.ops if not isinstance(one, YieldOp)], values)
    after = _with_flag(op, values.get(op.yielded, op.yielded))
    return Chain([*gets, before, *body, *after.ops], after.value)


ITERATIONS: tuple[Rule[Any], ...] = (iterate_by_flag,)
