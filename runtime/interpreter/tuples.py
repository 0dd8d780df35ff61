"""Tuples, and arrays of tuples."""

from __future__ import annotations

from collections.abc import Callable
from operator import itemgetter

from xdsl.dialects.builtin import TupleType
from xdsl.interpreter import Interpreter, InterpreterFunctions, PythonValues, impl, register_impls

from ...dialects.lift.tuples import GetOp, TupleOp, UnzipOp, ZipOp
from ...dialects.lift.types import ExistsType
from .elementwise import chosen
from .values import Value


def part(op: GetOp) -> Callable[[tuple[Value, ...]], Value]:
    return itemgetter(op.index.value.data)


@register_impls
class TupleFunctions(InterpreterFunctions):
    """Ops that make tuples and take them apart."""

    @impl(TupleOp)
    def run_tuple(self, interpreter: Interpreter, op: TupleOp, args: PythonValues) -> PythonValues:
        return (tuple(args),)

    @impl(ZipOp)
    def run_zip(self, interpreter: Interpreter, op: ZipOp, args: PythonValues) -> PythonValues:
        return (list(zip(*args, strict=True)),)

    @impl(UnzipOp)
    def run_unzip(self, interpreter: Interpreter, op: UnzipOp, args: PythonValues) -> PythonValues:
        type_ = op.result.type
        opened = type_.body if isinstance(type_, ExistsType) else type_
        count = len(opened.types) if isinstance(opened, TupleType) else 0
        return (tuple([parts[i] for parts in args[0]] for i in range(count)),)


TUPLE_FUNCTIONS = (TupleFunctions, chosen({GetOp: part}))
