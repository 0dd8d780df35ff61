"""Types as NumPy has them: dtypes and shapes of leaves, and how a type is made of its parts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from xdsl.dialects.builtin import TupleType
from xdsl.ir import Attribute

from ...dialects.kernel.types import vector_parts
from ...dialects.lift.types import ArrayType
from ...dialects.nat.expr import Var, sum_over, var
from ...dialects.nat.ring import Nat, const
from ...dialects.scalars import SCALARS
from ...dialects.view.path import scalar_of


def dtype_of(leaf: Attribute) -> str:
    """The dtype of the scalars in a leaf, as an expression."""
    return f"np.{SCALARS[scalar_of(leaf)].numpy_name}"


@dataclass(frozen=True)
class Shape:
    """The lengths along each axis; where rows differ in length, the array is flat."""

    dims: tuple[Nat, ...]
    regular: bool

    @property
    def count(self) -> Nat:
        total = const(1)
        for length in self.dims:
            total = total * length
        return total

    def axis_of(self, nat: str) -> int | None:
        """Where the nat itself is the length."""
        found = (i for i, length in enumerate(self.dims) if isinstance(length.single, Var) and length is var(nat))
        return next(found, None) if self.regular else None


def shape_of(leaf: Attribute, depth: int = 0) -> Shape:
    """The shape of a leaf; a vector is the innermost axis."""
    vector = vector_parts(leaf)
    if vector is not None:
        return Shape((const(vector[0]),), True)
    if not isinstance(leaf, ArrayType):
        return Shape((), True)
    position = f"{depth}'"
    inner = shape_of(leaf.at(var(position)), depth + 1)
    if position in inner.count.names:
        return Shape((sum_over(position, leaf.length.data, inner.count),), False)
    if not inner.regular:
        return Shape((leaf.length.data * inner.count,), False)
    return Shape((leaf.length.data, *inner.dims), True)


def tuple_parts(type_: Attribute) -> tuple[Attribute, ...] | None:
    """The types of the parts, where a type is a tuple or an array of tuples."""
    match type_:
        case TupleType():
            return type_.types.data
        case ArrayType():
            inner = tuple_parts(type_.element)
            return None if inner is None else tuple(ArrayType(type_.length, part, type_.binder.data) for part in inner)
        case _:
            return None


def rank_of_tuples(type_: Attribute) -> int:
    """How many arrays are around the tuples."""
    return 1 + rank_of_tuples(type_.element) if isinstance(type_, ArrayType) else 0


def is_regular(type_: Attribute) -> bool:
    """Whether every leaf has the same length in all rows, so that tuples can stand in one array."""
    return all(shape_of(leaf).regular for leaf in leaves_of(type_))


def leaves_of(type_: Attribute) -> Iterator[Attribute]:
    parts = tuple_parts(type_)
    if parts is None:
        yield type_
    else:
        for part in parts:
            yield from leaves_of(part)
