"""Arrays of the caller that results go to: `program(x, y, out=r)`.

They are checked before anything runs. What they hold is as if the result were computed first and then copied, so an array
may be an argument, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray
from xdsl.ir import Attribute

from ..dialects.diagnostics import LiftError
from ..dialects.lift.storage import Length, form_of, leaves_of
from ..dialects.lift.types import ArrayType
from .conversion import describe, refuse_masked
from .dtypes import Dtype, element_dtype
from .errors import HIDDEN_RESULT, RESULT_ARRAY
from .results import Result, parts_of
from .signature import Signature

Array: TypeAlias = NDArray[Any]

OUT = "out"
"""What result arrays are passed as. A parameter, size or table of this name comes first."""


def takes_out(function: Signature) -> bool:
    """Whether `out` says where results go, and is not what the function itself calls something."""
    return OUT not in (*function.parameter_names, *function.nat_names, *function.table_names)


@dataclass(frozen=True)
class Part:
    """An array that a part of a result fits."""

    shape: tuple[int, ...]
    dtype: Dtype

    def check(self, place: str, shape: tuple[int, ...], dtype: Dtype) -> None:
        if dtype != self.dtype:
            raise LiftError(RESULT_ARRAY, f"{place} has the wrong dtype", expected=str(self.dtype), found=str(dtype))
        if shape != self.shape:
            raise LiftError(
                RESULT_ARRAY, f"{place} has the wrong shape", expected=f"shape {self.shape}", found=f"shape {shape}"
            )


def parts_on_host(type_: Attribute, length: Length) -> list[Part]:
    """What the parts of a result are as NumPy arrays; a scalar is one without dimensions."""
    refuse_hidden(type_)
    return [_part(part, length) for part in parts_of(type_)]


def refuse_hidden(type_: Attribute) -> None:
    """What has a hidden length is as long as it turns out to be, so no array can be made for it before."""
    if any(leaf.lengths for leaf in leaves_of(type_)):
        raise LiftError(
            HIDDEN_RESULT,
            "a result of hidden length cannot go to an array that is there before",
            expected="a result whose lengths follow from the sizes",
            found=str(type_),
            fix="leave out= away",
        )


def _part(type_: Attribute, length: Length) -> Part:
    if not isinstance(type_, ArrayType):
        cells = np.empty((), element_dtype(type_, length))
        return Part(cells.shape, cells.dtype)
    form = form_of(type_)
    rows = (form.count,) if form.dims is None else form.dims
    cells = np.empty(0, element_dtype(form.element, length))
    return Part((*map(length, rows), *cells.shape[1:]), cells.dtype)


def flat(value: object) -> Iterator[object]:
    """The parts of a tuple or a list, and of those in it."""
    if isinstance(value, tuple | list):
        for part in cast("Sequence[object]", value):
            yield from flat(part)
    else:
        yield value


def numbered(out: object, parts: Sequence[Part]) -> list[tuple[str, object, Part]]:
    """For each part of a result what its array is called in messages, the array, and what it must be."""
    given = list(flat(out))
    if len(given) != len(parts):
        raise LiftError(
            RESULT_ARRAY,
            "out has not one array for each part of the result",
            expected=str(len(parts)),
            found=str(len(given)),
        )
    places = [OUT] if len(given) == 1 else [f"{OUT}[{k}]" for k in range(len(given))]
    return list(zip(places, given, parts, strict=True))


def host_arrays(out: object, parts: Sequence[Part]) -> list[Array]:
    """The arrays for the parts of a result, checked."""
    arrays = [_host_array(place, value, part) for place, value, part in numbered(out, parts)]
    for (i, one), (k, other) in combinations(enumerate(arrays), 2):
        if np.may_share_memory(one, other):  # they are contiguous, so their ends say it all
            raise overlapping(i, k)
    return arrays


def overlapping(first: int, second: int) -> LiftError:
    return LiftError(
        RESULT_ARRAY,
        f"{OUT}[{first}] and {OUT}[{second}] are in the same memory",
        expected="memory of its own for each part of the result",
    )


def _host_array(place: str, value: object, part: Part) -> Array:
    refuse_masked(value, place)
    if not isinstance(value, np.ndarray):
        raise LiftError(
            RESULT_ARRAY,
            f"{place} is not an array that the result can go to",
            expected="a NumPy array, as no argument is a PyOpenCL array",
            found=describe(value),
        )
    array = cast("Array", value)
    part.check(place, array.shape, array.dtype)
    if not array.flags.writeable:
        raise LiftError(RESULT_ARRAY, f"{place} is read-only", expected="an array that can be written")
    if not array.flags.c_contiguous:
        raise not_contiguous(place)
    return array


def not_contiguous(place: str) -> LiftError:
    return LiftError(
        RESULT_ARRAY,
        f"{place} is not contiguous",
        expected="a C-contiguous array",
        fix=f"pass np.empty({place}.shape, {place}.dtype), and copy from it",
    )


def fill(arrays: Sequence[Array], result: Result) -> None:
    """Copy the parts of a result, which are in memory of their own."""
    for array, part in zip(arrays, flat(result), strict=True):
        np.copyto(array, cast("Any", part))
