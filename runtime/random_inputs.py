"""Random arguments for a function, in the form in which a person would pass them.

Floats are drawn from 0 to 1, integers from 0 to 99 and the entries of tables from 0 to 7; a hidden length is anything
that its type allows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray
from xdsl.dialects.builtin import TupleType
from xdsl.ir import Attribute

from ..dialects.diagnostics import LiftError
from ..dialects.lift.types import ArrayType, ExistsType
from .dtypes import Dtype
from .errors import SIZE_NEEDED
from .forms import leaf_dtypes, leaf_sizes
from .results import present
from .signature import Signature
from .sizes import Sizes

Array: TypeAlias = NDArray[Any]


@dataclass(frozen=True)
class Drawn:
    """The arguments of a call: those for the parameters, and the sizes and tables that go by name."""

    arguments: Sequence[Any]
    named: Mapping[str, Any]


def random_arguments(
    function: Signature, sizes: Mapping[str, int], tables: Mapping[str, Any], rng: np.random.Generator
) -> Drawn:
    """Arguments of the given sizes; tables that are not given are drawn, too."""
    for name in function.nat_names:
        if name not in sizes:
            message = f"random arguments for @{function.function_name} need the size '{name}'"
            raise LiftError(SIZE_NEEDED, message, expected=", ".join(function.nat_names), fix=f"give it: {name}=..")
    known = Sizes(sizes, {})
    entries = {
        table.table.data: tables.get(table.table.data, rng.integers(0, 8, known.nat(table.length.data)))
        for table in function.tables
    }
    at = Sizes(sizes, {name: [int(entry) for entry in table] for name, table in entries.items()})
    arguments = [present(type_, _buffers(type_, at, rng), at.nat) for type_ in function.parameter_types]
    return Drawn(arguments, {**sizes, **entries})


def _buffers(type_: Attribute, sizes: Sizes, rng: np.random.Generator) -> list[Array]:
    limits = _limits(type_, sizes)
    leaves = zip(leaf_dtypes(type_), leaf_sizes(type_, sizes.nat), limits, strict=True)
    return [_drawn(dtype, size, most, rng) for dtype, size, most in leaves]


def _limits(type_: Attribute, sizes: Sizes) -> list[int | None]:
    """For each buffer, the most that a length in it may be; None where it holds no lengths."""
    match type_:
        case ArrayType():
            count = sizes.nat(type_.length.data)
            rows = [_limits(type_.at(i), sizes) for i in range(count if type_.dependent else 1)]
            return [min((n for n in most if n is not None), default=None) for most in zip(*rows, strict=True)]
        case ExistsType():
            return [sizes.nat(type_.bound.data), *_limits(type_.opened(type_.bound.data), sizes)]
        case TupleType():
            return [most for part in type_.types for most in _limits(part, sizes)]
        case _:
            return [None]


def _drawn(dtype: Dtype, size: int, most: int | None, rng: np.random.Generator) -> Array:
    if most is not None:
        return rng.integers(0, most + 1, size).astype(dtype)
    if dtype.kind == "f":
        return rng.uniform(0.0, 1.0, size).astype(dtype)
    return rng.integers(0, 2 if dtype.kind == "b" else 100, size).astype(dtype)
