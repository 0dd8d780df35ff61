"""The ops that rearrange an array: each is the equation of its docstring, on lists."""

from __future__ import annotations

from itertools import chain

from xdsl.interpreter import Interpreter, InterpreterFunctions, PythonValues, impl, register_impls

from ...dialects.lift.layout import JoinOp, PadOp, PartitionOp, SlideOp, SplitOp, TransposeOp
from ...dialects.lift.scope import scope_at
from ...dialects.lift.types import ArrayType
from ..errors import bound_exceeded
from .machine import Machine
from .values import Packed, Value, element, elements, internal


def windows(xs: list[Value], size: int, step: int) -> list[Value]:
    """The windows of a size, the i-th of which begins at element `i * step`; the last one, if any, ends the array."""
    if size < 1 or step < 1 or len(xs) + step < size or (len(xs) - size) % step:
        raise internal(f"windows of {size} by steps of {step} do not cover an array of {len(xs)}")
    return [elements(xs, start, size) for start in range(0, len(xs) - size + 1, step)]


def chunks(xs: list[Value], size: int) -> list[Value]:
    """Chunks of a size, side by side."""
    return windows(xs, size, size)


def outside(mode: str, index: int, length: int) -> int:
    """Where a padded array reads for an index that is out of bounds of the array."""
    match mode:
        case "clamp":
            return min(max(index, 0), length - 1)
        case "mirror":
            return -1 - index if index < 0 else 2 * length - 1 - index if index >= length else index
        case _:  # wrap
            return index % length if length else index


@register_impls
class LayoutFunctions(InterpreterFunctions):
    """Ops that move elements and compute nothing."""

    @impl(SplitOp)
    def run_split(self, interpreter: Interpreter, op: SplitOp, args: PythonValues) -> PythonValues:
        return (chunks(args[0], Machine.of(interpreter).count(op.size.data)),)

    @impl(JoinOp)
    def run_join(self, interpreter: Interpreter, op: JoinOp, args: PythonValues) -> PythonValues:
        if not op.has_hidden_rows:
            return (list(chain.from_iterable(args[0])),)
        joined = list(chain.from_iterable(row.value for row in args[0]))
        limit = None if op.limit is None else Machine.of(interpreter).count(op.limit.data)
        if op.limit is not None and limit is not None and len(joined) > limit:
            raise bound_exceeded(op.name, op.limit.data, limit, len(joined))
        return (Packed(len(joined), joined),)

    @impl(PartitionOp)
    def run_partition(self, interpreter: Interpreter, op: PartitionOp, args: PythonValues) -> PythonValues:
        machine, (xs,) = Machine.of(interpreter), args
        name, length = op.lengths.named
        parts: list[Value] = []
        start = 0
        for i in range(machine.count(op.count.data)):
            parts.append(elements(xs, start, machine.nat(length, **{name: i})))
            start += len(parts[-1])
        if start != len(xs):
            raise internal(f"parts of {start} elements do not make up an array of {len(xs)}")
        return (parts,)

    @impl(SlideOp)
    def run_slide(self, interpreter: Interpreter, op: SlideOp, args: PythonValues) -> PythonValues:
        machine = Machine.of(interpreter)
        return (windows(args[0], machine.count(op.size.data), machine.count(op.step.data)),)

    @impl(PadOp)
    def run_pad(self, interpreter: Interpreter, op: PadOp, args: PythonValues) -> PythonValues:
        machine, (xs, *value) = Machine.of(interpreter), args
        left, right, mode = machine.count(op.left.data), machine.count(op.right.data), op.mode.data

        def outer(index: int) -> Value:
            return value[0] if value else element(xs, outside(mode, index, len(xs)))

        before = [outer(i) for i in range(-left, 0)]
        after = [outer(i) for i in range(len(xs), len(xs) + right)]
        return ([*before, *xs, *after],)

    @impl(TransposeOp)
    def run_transpose(self, interpreter: Interpreter, op: TransposeOp, args: PythonValues) -> PythonValues:
        if args[0]:
            return ([list(column) for column in zip(*args[0], strict=True)],)
        # Without rows only the type knows how many columns there are.
        (type_,) = op.opening(scope_at(op)).types
        row = type_.element if isinstance(type_, ArrayType) else None
        columns = Machine.of(interpreter).count(row.length.data) if isinstance(row, ArrayType) else 0
        return ([[] for _ in range(columns)],)
