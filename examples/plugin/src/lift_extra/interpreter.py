"""What the ops mean: their equations, on lists. The entry point `lift.interpreter` names `ExtraFunctions`."""

from __future__ import annotations

from itertools import chain

from xdsl.interpreter import Interpreter, InterpreterFunctions, PythonValues, impl, register_impls

from lift.runtime.interpreter.machine import Machine
from lift.runtime.interpreter.values import Value

from .interleave import InterleaveOp
from .unfold import UnfoldOp


@register_impls
class ExtraFunctions(InterpreterFunctions):
    """The ops of the dialect `extra`."""

    @impl(InterleaveOp)
    def run_interleave(self, interpreter: Interpreter, op: InterleaveOp, args: PythonValues) -> PythonValues:
        return (list(chain.from_iterable(zip(*args, strict=True))),)

    @impl(UnfoldOp)
    def run_unfold(self, interpreter: Interpreter, op: UnfoldOp, args: PythonValues) -> PythonValues:
        machine = Machine.of(interpreter)
        function, value = machine.function(op), args[0]
        values: list[Value] = []
        for i in range(machine.count(op.count.data)):
            value = function(i, value)
            values.append(value)
        return (values,)
