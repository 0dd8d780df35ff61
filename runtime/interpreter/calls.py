"""Calls: of another `lift.def`, whose nats follow from the arguments, and of a C function, through its region."""

from __future__ import annotations

from dataclasses import dataclass, field

from xdsl.interpreter import Interpreter, InterpreterFunctions, PythonValues, impl, register_impls

from ...dialects.diagnostics import LiftError, location_of
from ...dialects.lift.calls import CallOp, Solution
from ...dialects.lift.functions import DefOp, UserFunOp
from ..errors import NO_MEANING
from .machine import Machine


@register_impls
@dataclass
class CallFunctions(InterpreterFunctions):
    """`lift.call`."""

    solved: dict[CallOp, tuple[DefOp | UserFunOp, Solution]] = field(
        default_factory=dict[CallOp, tuple[DefOp | UserFunOp, Solution]]
    )

    @impl(CallOp)
    def run_call(self, interpreter: Interpreter, op: CallOp, args: PythonValues) -> PythonValues:
        machine = Machine.of(interpreter)
        if op not in self.solved:
            callee = op.function()
            solution = op.solution(callee) if isinstance(callee, DefOp) else Solution()
            self.solved[op] = callee, solution
        callee, solution = self.solved[op]
        if isinstance(callee, DefOp):
            names = {name: machine.nat(nat) for name, nat in solution.nats.items()}
            tables = {name: machine.tables[table] for name, table in solution.tables.items()}
            return (machine.call(callee, names, tables, args),)
        if callee.block is None:
            raise without_meaning(callee)
        return (machine.run_block(callee.block, args),)


def without_meaning(function: UserFunOp) -> LiftError:
    """A C function that cannot be interpreted."""
    return LiftError(
        NO_MEANING,
        f"@{function.function_name} is a function in C without a region, so it cannot be interpreted",
        expected="a region that says what it computes",
        fix='add one: lift.user_fun @f(..) -> .. = ".." { .. lift.return %r }',
        location=location_of(function),
    )
