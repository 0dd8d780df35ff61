"""Strides: how far apart in memory the scalars are that neighbouring iterations of a pattern read.

Layout ops move no data, so what a pattern reads is found behind them: a function's argument is stored row by row, a
transposed array is read across it. A strategy asks which of the loops around an access goes through memory in order:
`strides_along(pattern)` says it for everything that is read inside of the pattern. What is not known is None.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from xdsl.dialects.builtin import TupleType
from xdsl.ir import Attribute, BlockArgument, Operation, OpResult, SSAValue

from ...dialects.lift.access import AtOp, AtUncheckedOp, ConcatOp, GatherOp, SliceOp
from ...dialects.lift.algorithmic import FoldLike, GenerateOp, MapLike
from ...dialects.lift.body import BodyOp, ops_around
from ...dialects.lift.existential import UnpackOp
from ...dialects.lift.functions import DefOp
from ...dialects.lift.iterate import IterateOp
from ...dialects.lift.layout import JoinOp, PadOp, PartitionOp, SlideOp, SplitOp, TransposeOp
from ...dialects.lift.tuples import GetOp, TupleOp, UnzipOp, ZipOp
from ...dialects.lift.types import ArrayType
from ...dialects.nat.expr import var
from ...dialects.nat.rebuild import substitute
from ...dialects.nat.ring import Nat, const
from ...dialects.ocl.rows import RowOp
from ..rules.regions import only_rearranges

Stride: TypeAlias = "Nat | None"
"""Scalars from one element to the next; None where it is not the same everywhere, or not known."""

ZERO, ONE = const(0), const(1)


@dataclass(frozen=True)
class Leaf:
    """An array of scalars in a value: where it begins for each iteration around it, and what its dimensions stride over."""

    dims: tuple[Stride, ...]
    around: Mapping[Operation, Stride] = field(default_factory=dict[Operation, Stride])
    """Of each pattern around it that it depends on, how far the next iteration's is."""
    stored: bool = True
    """Whether it is read from memory, and not computed where it is used."""
    found: bool = True
    """Whether it is known where it is read: its index is not computed."""

    def stride(self, pattern: Operation) -> Stride:
        """How far the next iteration of a pattern reads from this one."""
        return self.around.get(pattern, ZERO) if self.found else None


Leaves: TypeAlias = "tuple[Leaf, ...]"


def strides_along(pattern: BodyOp) -> list[Stride]:
    """The stride of everything that is read inside of a pattern, from one of its iterations to the next."""
    return [leaf.stride(pattern) for leaf in read_in(pattern)]


def is_contiguous(pattern: BodyOp) -> bool:
    """Whether neighbouring iterations read the same scalars, or neighbouring ones."""
    return all(stride in (ZERO, ONE) for stride in strides_along(pattern))


def read_in(pattern: BodyOp) -> Iterator[Leaf]:
    """Every scalar that is read from memory inside of a pattern."""
    known: dict[SSAValue, Leaves] = {}
    for inner in pattern.walk():
        for value in (*inner.results, *(argument for region in inner.regions for argument in region.block.args)):
            if not _is_scalars(value.type) or not _begins(value):
                continue
            yield from (leaf for leaf in leaves_of(value, known) if leaf.stored and not leaf.dims)


def _begins(value: SSAValue) -> bool:
    """Whether a scalar is taken from an array here: it is an element of one, or is looked up."""
    return isinstance(value, BlockArgument) or isinstance(value.owner, AtOp | AtUncheckedOp)


def _is_scalars(type_: Attribute) -> bool:
    return all(map(_is_scalars, type_.types)) if isinstance(type_, TupleType) else not isinstance(type_, ArrayType)


def leaves_of(value: SSAValue, known: dict[SSAValue, Leaves] | None = None) -> Leaves:
    """The arrays of scalars that a value is made of, in order."""
    seen = {} if known is None else known
    if value not in seen:
        found = _argument(value, seen) if isinstance(value, BlockArgument) else _result(value, seen)
        seen[value] = found if len(found) == _count(value.type) else _unknown(value.type)
    return seen[value]


def _argument(value: BlockArgument, known: dict[SSAValue, Leaves]) -> Leaves:
    pattern = value.owner.parent_op()
    match pattern:
        case DefOp() | IterateOp():
            return _row_major(value.type)
        case MapLike() if isinstance(pattern.xs.type, ArrayType):
            return _elements(pattern.xs, pattern, known)
        case FoldLike() if value.index == 1 and isinstance(pattern.xs.type, ArrayType):
            return _elements(pattern.xs, pattern, known)
        case UnpackOp() if isinstance(pattern.value.owner, RowOp):
            return _row(pattern.value.owner, known)
        case _:
            return _computed(value.type)


def _row(op: RowOp, known: dict[SSAValue, Leaves]) -> Leaves:
    """A row in the middle of an array: where the next iteration of a pattern around has its own, nobody knows."""
    around = dict.fromkeys(ops_around(op.parent))
    return tuple(replace(leaf, around={**leaf.around, **around}) for leaf in leaves_of(op.xs, known))


def _elements(xs: SSAValue, pattern: Operation, known: dict[SSAValue, Leaves]) -> Leaves:
    """What one iteration of a pattern has of an array."""
    return tuple(
        replace(leaf, dims=leaf.dims[1:], around={**leaf.around, pattern: leaf.dims[0]})
        for leaf in leaves_of(xs, known)
    )


def _result(value: SSAValue, known: dict[SSAValue, Leaves]) -> Leaves:
    """What an op gives: a view of its operands where it only rearranges, and else memory of its own."""
    assert isinstance(value, OpResult)
    match value.op:
        case TransposeOp(xs=xs):
            return _changed(xs, known, lambda dims: (dims[1], dims[0], *dims[2:]))
        case SplitOp(xs=xs, size=size):
            return _changed(xs, known, lambda dims: (_times(dims[0], size.data), *dims))
        case SlideOp(xs=xs, step=step):
            return _changed(xs, known, lambda dims: (_times(dims[0], step.data), *dims))
        case PartitionOp(xs=xs):
            return _changed(xs, known, lambda dims: (None, *dims))
        case JoinOp(xs=xs):
            return _changed(xs, known, lambda dims: (_joined(xs.type, *dims[:2]), *dims[2:]))
        case PadOp(xs=xs) | UnzipOp(xs=xs):
            return leaves_of(xs, known)
        case SliceOp(xs=xs, start=start) as op:
            return tuple(_moved(leaf, start.data, op) for leaf in leaves_of(xs, known))
        case GatherOp(xs=xs, function=function) as op:
            moved = (_moved(leaf, function(ZERO), op) for leaf in leaves_of(xs, known))
            step = function(var("'") + 1) - function(var("'"))
            return tuple(replace(leaf, dims=(_times(leaf.dims[0], step), *leaf.dims[1:])) for leaf in moved)
        case ZipOp(parts=parts) | TupleOp(parts=parts):
            return tuple(leaf for part in parts for leaf in leaves_of(part, known))
        case ConcatOp(parts=parts):
            return leaves_of(parts[0], known)
        case GetOp(tuple_=whole, index=index):
            return _part(whole, index.value.data, known)
        case AtOp(xs=xs, index=index) as op if index is not None:
            moved = (_moved(leaf, index.data, op) for leaf in leaves_of(xs, known))
            return tuple(replace(leaf, dims=leaf.dims[1:]) for leaf in moved)
        case AtOp(xs=xs) | AtUncheckedOp(xs=xs):
            return tuple(replace(leaf, dims=leaf.dims[1:], found=False) for leaf in leaves_of(xs, known))
        case MapLike() as pattern if only_rearranges(pattern):
            return tuple(_over(leaf, pattern) for leaf in leaves_of(pattern.yielded, known))
        case GenerateOp():
            return _computed(value.type)
        case _:
            return _row_major(value.type)


def _changed(
    xs: SSAValue, known: dict[SSAValue, Leaves], dims: Callable[[tuple[Stride, ...]], tuple[Stride, ...]]
) -> Leaves:
    return tuple(replace(leaf, dims=dims(leaf.dims)) for leaf in leaves_of(xs, known))


def _times(stride: Stride, count: Nat) -> Stride:
    return None if stride is None or "'" in count.names else stride * count


def _joined(rows: Attribute, outer: Stride, inner: Stride) -> Stride:
    """The stride of rows that are joined, where each begins where the one before it ends."""
    row = rows.element if isinstance(rows, ArrayType) else None
    length = row.length.data if isinstance(row, ArrayType) else None
    if isinstance(rows, ArrayType) and rows.dependent:
        return inner  # such rows are stored one after the other, or are parts of what is
    return inner if inner is not None and length is not None and outer == inner * length else None


def _moved(leaf: Leaf, index: Nat, op: Operation) -> Leaf:
    """What begins at an index of an array, which may depend on the positions of patterns around."""
    around = dict(leaf.around)
    for pattern in ops_around(op.parent):
        name = pattern.position_name if isinstance(pattern, BodyOp) else None
        if name is not None and name in index.names:
            before, step = around.get(pattern, ZERO), substitute(index, {name: var(name) + 1}) - index
            more = None if name in step.names else _times(leaf.dims[0], step)
            around[pattern] = None if before is None or more is None else before + more
    return replace(leaf, around=around)


def _over(leaf: Leaf, pattern: Operation) -> Leaf:
    """What all iterations of a pattern have together."""
    around = {other: stride for other, stride in leaf.around.items() if other is not pattern}
    return replace(leaf, dims=(leaf.around.get(pattern, ZERO), *leaf.dims), around=around)


def _part(whole: SSAValue, index: int, known: dict[SSAValue, Leaves]) -> Leaves:
    """The leaves of one part of a tuple."""
    assert isinstance(whole.type, TupleType)
    counts = [_count(part) for part in whole.type.types]
    begin = sum(counts[:index])
    return leaves_of(whole, known)[begin : begin + counts[index]]


# What is stored


def _row_major(type_: Attribute) -> Leaves:
    """An array that is stored as its type says, one of each scalar."""
    return tuple(Leaf(dims) for dims in _dims(type_))


def _computed(type_: Attribute) -> Leaves:
    """Scalars that are computed where they are used, or kept in registers."""
    return tuple(Leaf(tuple(ZERO for _ in dims), stored=False) for dims in _dims(type_))


def _unknown(type_: Attribute) -> Leaves:
    return tuple(Leaf(tuple(None for _ in dims), found=False) for dims in _dims(type_))


def _dims(type_: Attribute) -> Iterator[tuple[Stride, ...]]:
    return (dims for dims, _ in _sized(type_))


def _sized(type_: Attribute) -> Iterator[tuple[tuple[Stride, ...], Stride]]:
    """For each scalar of a type the strides of its array, and how many there are of it."""
    match type_:
        case TupleType():
            for part in type_.types:
                yield from _sized(part)
        case ArrayType():
            for dims, size in _sized(type_.element):
                step = None if type_.dependent else size
                yield (step, *dims), _times(step, type_.length.data)
        case _:
            yield (), ONE


def _count(type_: Attribute) -> int:
    return sum(1 for _ in _dims(type_))
