"""The patterns that compute: map, reduce, scan, filter, update, generate and iterate, however `ocl` spells them.

A fold goes from left to right; what may be regrouped or reordered is for a compiler to use, and changes no meaning.
"""

from __future__ import annotations

from xdsl.interpreter import Interpreter, InterpreterFunctions, PythonValues, impl, register_impls

from ...dialects.lift.algorithmic import FilterLike, GenerateOp, MapLike, ReduceLike, ScanLike
from ...dialects.lift.iterate import IterateOp
from ...dialects.lift.updates import UpdateLike
from ..progress import counted
from .machine import Machine
from .values import Packed, Value


@register_impls
class PatternFunctions(InterpreterFunctions):
    """Ops with a region that is a function."""

    @impl(MapLike)
    def run_map(self, interpreter: Interpreter, op: MapLike, args: PythonValues) -> PythonValues:
        function = Machine.of(interpreter).function(op)
        return ([function(i, x) for i, x in enumerate(args[0])],)

    @impl(ReduceLike)
    def run_reduce(self, interpreter: Interpreter, op: ReduceLike, args: PythonValues) -> PythonValues:
        function = Machine.of(interpreter).function(op)
        xs, accumulator = args
        for i, x in enumerate(xs):
            accumulator = function(i, accumulator, x)
        return (accumulator,)

    @impl(ScanLike)
    def run_scan(self, interpreter: Interpreter, op: ScanLike, args: PythonValues) -> PythonValues:
        function = Machine.of(interpreter).function(op)
        xs, accumulator = args
        running: list[Value] = []
        for i, x in enumerate(xs):
            accumulator = function(i, accumulator, x)
            running.append(accumulator)
        return (running,)

    @impl(FilterLike)
    def run_filter(self, interpreter: Interpreter, op: FilterLike, args: PythonValues) -> PythonValues:
        function = Machine.of(interpreter).function(op)
        if op.kept_value is None:
            kept = [x for i, x in enumerate(args[0]) if function(i, x)]
        else:
            kept = [y for keep, y in (function(i, x) for i, x in enumerate(args[0])) if keep]
        return (Packed(len(kept), kept),)

    @impl(UpdateLike)
    def run_update(self, interpreter: Interpreter, op: UpdateLike, args: PythonValues) -> PythonValues:
        function = Machine.of(interpreter).function(op)
        xs, indices, init = args
        updated = list(init)
        for k, (x, i) in enumerate(zip(xs, indices, strict=True)):
            if 0 <= i < len(updated):
                updated[i] = function(k, updated[i], x)
        return (updated,)

    @impl(GenerateOp)
    def run_generate(self, interpreter: Interpreter, op: GenerateOp, args: PythonValues) -> PythonValues:
        machine = Machine.of(interpreter)
        function = machine.function(op)
        return ([function(i) for i in range(machine.count(op.count.data))],)

    @impl(IterateOp)
    def run_iterate(self, interpreter: Interpreter, op: IterateOp, args: PythonValues) -> PythonValues:
        machine = Machine.of(interpreter)
        function = machine.function(op)
        (xs,) = args
        for _ in counted(machine.count(op.count.data)):
            xs = function(len(xs), xs)
        return (xs,)
