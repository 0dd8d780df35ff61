"""What `ocl` adds: memory, kernels and barriers, which change no value, and vectors. Its patterns are those of `lift`."""

from __future__ import annotations

from functools import reduce
from itertools import accumulate, chain

import numpy as np
from xdsl.dialects.builtin import TupleType
from xdsl.interpreter import Interpreter, InterpreterFunctions, PythonValues, impl, register_impls
from xdsl.ir import Attribute

from ...dialects.lift.algorithmic import GenerateOp
from ...dialects.lift.types import ArrayType, ExistsType
from ...dialects.ocl.destinations import StoreOp
from ...dialects.ocl.joins import JoinSeqOp, ParallelJoin
from ...dialects.ocl.kernels import BarrierOp, KernelOp
from ...dialects.ocl.memory import ToSpaceOp
from ...dialects.ocl.places import PlacesOp
from ...dialects.ocl.rows import RowOp
from ...dialects.ocl.scatters import ParallelScatter
from ...dialects.ocl.vectors import AsScalarOp, AsVectorOp, DotOp, MapVecOp, ReduceVecOp, ScanVecOp
from ..dtypes import Dtype, scalar_dtype
from ..errors import bound_exceeded
from .layout import chunks
from .machine import Machine
from .values import Packed, Value, elements


def scalars_in(type_: Attribute) -> Dtype:
    """The dtype of the scalars in a vector, or in an array of vectors."""
    match type_:
        case ExistsType():
            return scalars_in(type_.body)
        case ArrayType():
            return scalars_in(type_.element)
        case _:
            return scalar_dtype(type_)


@register_impls
class OpenCLFunctions(InterpreterFunctions):
    """Stores, kernels and vectors."""

    @impl(ToSpaceOp)
    def run_to_space(self, interpreter: Interpreter, op: ToSpaceOp, args: PythonValues) -> PythonValues:
        return args

    @impl(StoreOp)
    def run_store(self, interpreter: Interpreter, op: StoreOp, args: PythonValues) -> PythonValues:
        return args

    @impl(ParallelJoin)
    def run_join(self, interpreter: Interpreter, op: ParallelJoin, args: PythonValues) -> PythonValues:
        function = Machine.of(interpreter).function(op)
        rows = [function(i, x).value for i, x in enumerate(args[0])]
        joined = list(chain.from_iterable(rows))
        return (Packed(len(joined), joined),)

    @impl(ParallelScatter)
    def run_scatter(self, interpreter: Interpreter, op: ParallelScatter, args: PythonValues) -> PythonValues:
        machine = Machine.of(interpreter)
        function, xs, starts = machine.function(op), *args
        placed: dict[int, Value] = {}
        for k, row in enumerate(xs):
            counters = [int(start) for start in starts[k]]
            for counter, value in (function(k, x) for x in row):
                placed[counters[counter]] = value
                counters[counter] += 1
        return ([placed[i] for i in range(machine.count(op.size.data))],)

    @impl(JoinSeqOp)
    def run_join_seq(self, interpreter: Interpreter, op: JoinSeqOp, args: PythonValues) -> PythonValues:
        joined = list(chain.from_iterable(row.value for row in args[0]))
        return (Packed(len(joined), joined),)

    @impl(RowOp)
    def run_row(self, interpreter: Interpreter, op: RowOp, args: PythonValues) -> PythonValues:
        xs, begin, size = args
        return (Packed(int(size), elements(xs, int(begin), int(size))),)

    @impl(PlacesOp)
    def run_places(self, interpreter: Interpreter, op: PlacesOp, args: PythonValues) -> PythonValues:
        number, most = max(0, int(args[0])), Machine.of(interpreter).count(op.most.data)
        if number > most:
            raise bound_exceeded(GenerateOp.name, op.most.data, most, number)
        return (Packed(number, [[] for _ in range(number)]),)

    @impl(KernelOp)
    def run_kernel(self, interpreter: Interpreter, op: KernelOp, args: PythonValues) -> PythonValues:
        return (Machine.of(interpreter).run_block(op.block, args),)

    @impl(BarrierOp)
    def run_barrier(self, interpreter: Interpreter, op: BarrierOp, args: PythonValues) -> PythonValues:
        return ()

    @impl(AsVectorOp)
    def run_as_vector(self, interpreter: Interpreter, op: AsVectorOp, args: PythonValues) -> PythonValues:
        dtype = scalars_in(op.result.type)
        return ([np.array(chunk, dtype) for chunk in chunks(args[0], op.width.value.data)],)

    @impl(AsScalarOp)
    def run_as_scalar(self, interpreter: Interpreter, op: AsScalarOp, args: PythonValues) -> PythonValues:
        return (list(chain.from_iterable(args[0])),)

    @impl(MapVecOp)
    def run_map_vec(self, interpreter: Interpreter, op: MapVecOp, args: PythonValues) -> PythonValues:
        function = Machine.of(interpreter).function(op)
        lanes = zip(*args[0], strict=True) if isinstance(op.vector.type, TupleType) else args[0]
        return (np.array([function(i, x) for i, x in enumerate(lanes)], scalars_in(op.result.type)),)

    @impl(ReduceVecOp)
    def run_reduce_vec(self, interpreter: Interpreter, op: ReduceVecOp, args: PythonValues) -> PythonValues:
        function = Machine.of(interpreter).function(op)
        vector, first = args
        return (reduce(lambda a, x: function(0, a, x), vector, first),)

    @impl(ScanVecOp)
    def run_scan_vec(self, interpreter: Interpreter, op: ScanVecOp, args: PythonValues) -> PythonValues:
        function = Machine.of(interpreter).function(op)
        vector, first = args
        running = list(accumulate(vector, lambda a, x: function(0, a, x), initial=first))[1:]
        return (np.array(running, scalars_in(op.result.type)),)

    @impl(DotOp)
    def run_dot(self, interpreter: Interpreter, op: DotOp, args: PythonValues) -> PythonValues:
        return (np.add.accumulate(args[0] * args[1])[-1],)
