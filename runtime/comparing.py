"""Whether two results are the same: integers exactly, floats as close as rounding in another order leaves them.

The tolerance of a float type is its precision times a number that grows with the square root of how many numbers went
into the result, relative to the largest number of the part that is compared.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from ..dialects.diagnostics import LiftError
from .dtypes import float_limits, kind_of
from .errors import DIFFERENT
from .results import Result

Array: TypeAlias = NDArray[Any]

LEAST = 32
"""So many times the precision of the type may always be lost."""


@dataclass(frozen=True)
class Agreement:
    """Two results that are the same, as far as they must be."""

    values: int
    worst: float
    """The largest difference, relative to the largest number; 0 where all are the same."""
    allowed: float
    """What it could have been; 0 where only the same will do."""

    def __str__(self) -> str:
        values = f"{self.values} value{'' if self.values == 1 else 's'}"
        if not self.worst:
            return f"{values}, all the same"
        return f"{values}, the largest difference is {self.worst:.2g} of the largest value ({self.allowed:.2g} may be)"


def compare(got: Result, want: Result, inputs: int) -> Agreement:
    """Hold a result against what it should be, computed from so many numbers; an error says where they differ."""
    agreements = [_compare(place, ours, theirs, inputs) for place, ours, theirs in _leaves("result", got, want)]
    return Agreement(
        sum(agreement.values for agreement in agreements),
        max((agreement.worst for agreement in agreements), default=0.0),
        max((agreement.allowed for agreement in agreements), default=0.0),
    )


def count_numbers(value: object) -> int:
    """How many numbers there are in an argument."""
    if isinstance(value, tuple | list):
        return sum(map(count_numbers, cast("Sequence[object]", value)))
    array = np.asarray(value)
    return array.size * max(1, len(array.dtype.names or ()))


def _leaves(place: str, got: Any, want: Any) -> Iterator[tuple[str, Array, Array]]:
    """The arrays of two results, side by side."""
    if isinstance(want, tuple | list):
        theirs = cast("Sequence[Any]", want)
        ours = cast("Sequence[Any]", got) if isinstance(got, tuple | list) else ()
        if len(ours) != len(theirs):
            raise LiftError(DIFFERENT, f"{place} has another form", expected=f"{len(theirs)} parts")
        for k, part in enumerate(theirs):
            yield from _leaves(f"{place}[{k}]", ours[k], part)
        return
    ours, array = np.asarray(got), np.asarray(want)
    if ours.shape != array.shape or ours.dtype != array.dtype:
        expected, found = (f"{one.dtype} of shape {one.shape}" for one in (array, ours))
        raise LiftError(DIFFERENT, f"{place} has another form", expected=expected, found=found)
    if array.dtype.names is None:
        yield place, ours, array
        return
    for name in array.dtype.names:
        yield from _leaves(f"{place}['{name}']", ours[name], array[name])


def _compare(place: str, got: Array, want: Array, inputs: int) -> Agreement:
    if kind_of(want.dtype) != "f":
        _check(place, got, want, got == want, "exactly the same")
        return Agreement(want.size, 0.0, 0.0)
    allowed = float(float_limits(want.dtype).eps) * max(LEAST, 8 * sqrt(inputs))
    with np.errstate(invalid="ignore"):
        ours, theirs = got.astype(np.float64), want.astype(np.float64)
        finite = np.isfinite(theirs)
        scale = float(np.max(np.abs(theirs), initial=0.0, where=finite))
        apart = np.where((ours == theirs) | (np.isnan(ours) & np.isnan(theirs)), 0.0, np.abs(ours - theirs))
    apart = np.where(np.isnan(apart), np.inf, apart)
    _check(place, got, want, apart <= allowed * scale, f"a difference of at most {allowed * scale:.3g}", apart)
    return Agreement(want.size, float(np.max(apart, initial=0.0)) / scale if scale else 0.0, allowed)


def _check(place: str, got: Array, want: Array, fine: Array, expected: str, apart: Array | None = None) -> None:
    if np.all(fine):
        return
    wrong = np.argwhere(~np.atleast_1d(fine))
    worst = wrong[0] if apart is None else np.unravel_index(int(np.argmax(apart)), np.atleast_1d(apart).shape)

    def shown(index: Iterable[Any]) -> str:
        at = tuple(int(i) for i in index)
        where = f"[{', '.join(map(str, at))}]" if want.ndim else ""
        return f"{place}{where} is {np.atleast_1d(got)[at]}, the interpreter has {np.atleast_1d(want)[at]}"

    notes = [(f"the first: {shown(wrong[0])}", None)]
    if apart is not None and tuple(worst) != tuple(wrong[0]):
        notes.append((f"the worst: {shown(worst)}", None))
    raise LiftError(
        DIFFERENT,
        f"{len(wrong)} of {want.size} values of {place} differ from what the interpreter computes",
        expected=expected,
        found=None if apart is None else f"a difference of {float(np.max(apart)):.3g}",
        notes=notes,
    )
