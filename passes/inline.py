"""`lift-inline`: calls of a `lift.def` become what it does, its nats and tables replaced by those of the call.

Calls of a `lift.user_fun` stay: they are calls in C.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import InsertPoint, Rewriter
from xdsl.utils.exceptions import VerifyException

from ..dialects.diagnostics import LiftError, location_of
from ..dialects.errors import CALL_FACT, NO_CALLEE, RECURSION
from ..dialects.lift.body import BodyOp
from ..dialects.lift.calls import CallOp, Solution
from ..dialects.lift.functions import DefOp, ReturnOp
from ..dialects.lift.renaming import names_bound_in, rename_binders
from ..dialects.limits import INLINED_OPS
from .retype import retype


@dataclass(frozen=True)
class InlinePass(ModulePass):
    """Replace each call of a `lift.def` by its body.

    Before:

        lift.def @twice<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
          %r = lift.map (%x)[k] in %xs { .. }
          lift.return %r
        }
        ..
        %a = lift.call @twice(%m)
        %b = lift.call @twice(%a)

    After:

        %a = lift.map (%x)[k] in %m { .. }
        %b = lift.map (%x)[k1] in %a { .. }

    All functions stay, since any may be the one that is run; `lift-inline{entry=f}` keeps @f alone. The launch sizes
    of a function say how to run it, not its callers, and are not inlined.
    """

    name = "lift-inline"

    entry: str | None = None
    """The one `lift.def` to keep."""

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        functions = [function for function in op.walk() if isinstance(function, DefOp)]
        names = [function.function_name for function in functions]
        if self.entry is not None and self.entry not in names:
            raise LiftError(
                NO_CALLEE,
                f"there is no function @{self.entry} to keep",
                expected=", ".join(f"@{name}" for name in names) or "a lift.def in the module",
            )
        wanted = [function for function in functions if self.entry in (None, function.function_name)]
        sizes: dict[DefOp, int] = {}
        for function in wanted:
            need_few_ops(function, sizes, [])
        done: set[DefOp] = set()
        for function in wanted:
            inline_calls(function, done)
        for function in functions:
            if self.entry not in (None, function.function_name):
                Rewriter.erase_op(function)


def calls_in(function: DefOp) -> list[tuple[CallOp, DefOp]]:
    """The calls in a function that are inlined, and what they call."""
    calls = [(op, op.function()) for op in function.walk() if isinstance(op, CallOp)]
    return [(call, callee) for call, callee in calls if isinstance(callee, DefOp)]


def need_few_ops(function: DefOp, sizes: dict[DefOp, int], callers: list[DefOp]) -> int:
    """How many ops a function has once its calls are inlined; it is refused where that does not end, or is too much."""
    if function in sizes:
        return sizes[function]
    size = sum(1 for _ in function.walk())
    for call, callee in calls_in(function):
        if callee in (*callers, function):
            raise LiftError(
                RECURSION,
                f"@{callee.function_name} calls itself, so it cannot be inlined",
                expected="calls that end",
                location=location_of(call),
                notes=[(f"@{callee.function_name} is defined here", location_of(callee))],
            )
        size += need_few_ops(callee, sizes, [*callers, function]) - 3  # neither call nor return nor the function itself
    if size > INLINED_OPS.number:
        message = f"@{function.function_name} has too many ops once its calls are inlined"
        raise INLINED_OPS.exceeded(size, message).at(location_of(function))
    sizes[function] = size
    return size


def inline_calls(function: DefOp, done: set[DefOp]) -> None:
    """Inline all calls in a function, those in its callees first."""
    if function in done:
        return
    for call, callee in calls_in(function):
        inline_calls(callee, done)
        inline_call(call, callee, function)
    done.add(function)


def inline_call(call: CallOp, callee: DefOp, caller: DefOp) -> None:
    """Put the body of the callee in the place of a call."""
    solution = call.solution(callee)
    copy = callee.clone()
    own, taken = names_bound_in(callee), names_bound_in(caller)
    if not _binders(callee).isdisjoint(taken):
        # Names of the callee that are still to be replaced are taken, too.
        rename_binders(copy, own | taken)
    for inner in copy.block.ops:
        _translate(inner, solution)
    ops = list(copy.block.ops)
    block = call.parent
    assert block is not None
    Rewriter.inline_block(copy.block, InsertPoint.before(call), call.arguments)
    for inner in ops[:-1]:
        _settle(inner, call)
    last = ops[-1]
    assert isinstance(last, ReturnOp)
    value = last.value
    if value.owner in ops:
        value.name_hint = call.result.name_hint or value.name_hint
    last.detach()
    call.result.replace_all_uses_with(value)
    last.erase()
    Rewriter.erase_op(call)


def _binders(function: DefOp) -> set[str]:
    """The names that regions bind."""
    return {op.position_name for op in function.walk() if isinstance(op, BodyOp) and op.position_name is not None}


def _translate(operation: Operation, solution: Solution) -> None:
    """Put what the call says in place of the callee's nats and tables, in an op and all inside it."""
    for inner in operation.walk():
        for held in (inner.properties, inner.attributes):
            for key, attribute in held.items():
                held[key] = solution.type_(attribute)
        values: list[SSAValue] = [*inner.results]
        values += [argument for region in inner.regions for block in region.blocks for argument in block.args]
        for value in values:
            type_: Attribute = solution.type_(value.type)
            if type_ != value.type:
                Rewriter.replace_value_with_new_type(value, type_)


def _settle(operation: Operation, call: CallOp) -> None:
    """Infer the types under the facts of the caller, which must suffice for what the callee has proved from its own."""
    try:
        retype(operation)
        for inner in operation.walk():
            inner.verify(verify_nested_ops=False)
    except VerifyException as error:
        found = error if isinstance(error, LiftError) else LiftError(CALL_FACT, str(error))
        raise LiftError(
            CALL_FACT,
            f"@{call.callee_name} cannot be inlined here: {found.message}",
            expected=found.expected,
            found=found.found,
            fix=found.fix,
            location=location_of(call),
            notes=[("in this op", location_of(operation))],
        ) from None
