"""The ops that pick elements: gather, scatter, slice, concat, at, and the numbers that lengths and nats are."""

from __future__ import annotations

from itertools import chain

from xdsl.interpreter import Interpreter, InterpreterFunctions, PythonValues, impl, register_impls
from xdsl.ir import Attribute

from ...dialects.diagnostics import LiftError
from ...dialects.lift.access import AtOp, AtUncheckedOp, ConcatOp, GatherOp, ScatterOp, SliceOp
from ...dialects.lift.numbers import LengthOp, NatOp
from ..dtypes import dtype_of
from ..errors import NOT_BIJECTIVE, UNCHECKED
from .integers import wrapped
from .machine import Machine
from .values import Value, element, elements


def number(value: int, type_: Attribute) -> Value:
    """An integer of a type; what does not fit wraps around."""
    return wrapped(value, dtype_of(type_))


@register_impls
class AccessFunctions(InterpreterFunctions):
    """Ops that read, or write, through an index."""

    @impl(GatherOp)
    def run_gather(self, interpreter: Interpreter, op: GatherOp, args: PythonValues) -> PythonValues:
        machine, (xs,) = Machine.of(interpreter), args
        name, index = op.function.named
        size = len(xs) if op.size is None else machine.count(op.size.data)
        return ([element(xs, machine.nat(index, **{name: i})) for i in range(size)],)

    @impl(ScatterOp)
    def run_scatter(self, interpreter: Interpreter, op: ScatterOp, args: PythonValues) -> PythonValues:
        machine, (xs,) = Machine.of(interpreter), args
        name, index = op.function.named
        placed = {machine.nat(index, **{name: i}): x for i, x in enumerate(xs)}
        if placed.keys() != set(range(len(xs))):
            raise LiftError(
                NOT_BIJECTIVE,
                f"the function of '{op.name}' is not a permutation of {len(xs)} positions",
                expected="each position exactly once",
                found=f"no element for position {min(set(range(len(xs))) - placed.keys())}",
            )
        return ([placed[i] for i in range(len(xs))],)

    @impl(SliceOp)
    def run_slice(self, interpreter: Interpreter, op: SliceOp, args: PythonValues) -> PythonValues:
        machine = Machine.of(interpreter)
        return (elements(args[0], machine.nat(op.start.data), machine.count(op.size.data)),)

    @impl(ConcatOp)
    def run_concat(self, interpreter: Interpreter, op: ConcatOp, args: PythonValues) -> PythonValues:
        return (list(chain.from_iterable(args)),)

    @impl(AtOp)
    def run_at(self, interpreter: Interpreter, op: AtOp, args: PythonValues) -> PythonValues:
        xs, *dynamic = args
        if op.index is not None:
            return (element(xs, Machine.of(interpreter).nat(op.index.data)),)
        index, default = dynamic
        return (xs[index] if 0 <= index < len(xs) else default,)

    @impl(AtUncheckedOp)
    def run_at_unchecked(self, interpreter: Interpreter, op: AtUncheckedOp, args: PythonValues) -> PythonValues:
        xs, index = args
        if 0 <= index < len(xs):
            return (xs[index],)
        message = f"'{op.name}' reads out of bounds, at {index} in an array of {len(xs)}"
        raise LiftError(UNCHECKED, message, fix="use lift.at .. else, which takes any index")

    @impl(LengthOp)
    def run_length(self, interpreter: Interpreter, op: LengthOp, args: PythonValues) -> PythonValues:
        return (number(len(args[0]), op.result.type),)

    @impl(NatOp)
    def run_nat(self, interpreter: Interpreter, op: NatOp, args: PythonValues) -> PythonValues:
        return (number(Machine.of(interpreter).nat(op.value.data), op.result.type),)
