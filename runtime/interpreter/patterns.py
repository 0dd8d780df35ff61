"""The patterns that compute: map, reduce, scan, filter, search, group, sort, update, generate and iterate, however `ocl` spells them.

A fold goes from left to right; what may be regrouped or reordered is for a compiler to use, and changes no meaning.
"""

from __future__ import annotations

import numpy as np
from xdsl.interpreter import Interpreter, InterpreterFunctions, PythonValues, impl, register_impls

from ...dialects.lift.algorithmic import FilterLike, GenerateOp, MapLike, ReduceLike, ScanLike, ScanOp
from ...dialects.lift.choice import IfOp
from ...dialects.lift.group import GroupOp
from ...dialects.lift.iterate import IterateOp
from ...dialects.lift.search import SearchOp
from ...dialects.lift.sort import SortOp
from ...dialects.lift.updates import UpdateLike
from ..errors import bound_exceeded
from ..progress import counted
from .machine import Machine
from .order import sorted_positions
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
        running: list[Value] = [accumulator]
        for i, x in enumerate(xs):
            accumulator = function(i, accumulator, x)
            running.append(accumulator)
        if isinstance(op, ScanOp) and op.exclusive is not None:
            return (running if op.total is not None else running[: len(xs)],)
        return (running[1:],)

    @impl(FilterLike)
    def run_filter(self, interpreter: Interpreter, op: FilterLike, args: PythonValues) -> PythonValues:
        function = Machine.of(interpreter).function(op)
        if op.kept_value is None:
            kept = [x for i, x in enumerate(args[0]) if function(i, x)]
        else:
            kept = [y for keep, y in (function(i, x) for i, x in enumerate(args[0])) if keep]
        return (Packed(len(kept), kept),)

    @impl(SearchOp)
    def run_search(self, interpreter: Interpreter, op: SearchOp, args: PythonValues) -> PythonValues:
        function = Machine.of(interpreter).function(op)
        (xs,) = args
        found = 0
        for digit in reversed(range(len(xs).bit_length())):
            after = found + (1 << digit)
            if after <= len(xs) and function(after - 1, xs[after - 1]):
                found = after
        return (np.int32(found),)

    @impl(GroupOp)
    def run_group(self, interpreter: Interpreter, op: GroupOp, args: PythonValues) -> PythonValues:
        function = Machine.of(interpreter).function(op)
        rows: list[list[Value]] = []
        for i, x in enumerate(args[0]):
            if i and function(i, args[0][i - 1], x):
                rows[-1].append(x)
            else:
                rows.append([x])
        return (Packed(len(rows), [Packed(len(row), row) for row in rows]),)

    @impl(SortOp)
    def run_sort(self, interpreter: Interpreter, op: SortOp, args: PythonValues) -> PythonValues:
        function = Machine.of(interpreter).function(op)
        (xs,) = args
        keys = [function(i, x) for i, x in enumerate(xs)]
        order = sorted_positions(keys, op.yielded.type, descending=op.descending is not None)
        return ([xs[i] for i in order],)

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
        function, count = machine.function(op), machine.count(op.count.data)
        if not args:
            return ([function(i) for i in range(count)],)
        number = max(0, int(args[0]))
        if number > count:
            raise bound_exceeded(op.name, op.count.data, count, number)
        return (Packed(number, [function(i) for i in range(number)]),)

    @impl(IfOp)
    def run_if(self, interpreter: Interpreter, op: IfOp, args: PythonValues) -> PythonValues:
        then, otherwise = op.branches
        return (Machine.of(interpreter).run_block(then if args[0] else otherwise, ()),)

    @impl(IterateOp)
    def run_iterate(self, interpreter: Interpreter, op: IterateOp, args: PythonValues) -> PythonValues:
        machine = Machine.of(interpreter)
        function = machine.function(op)
        (state,), condition = args, op.condition_block
        for _ in counted(machine.count(op.count.data)):
            if condition is not None and not machine.run_block(condition, (state,)):
                break
            state = function(0 if op.keeps_type else len(state), state)
        return (state,)
