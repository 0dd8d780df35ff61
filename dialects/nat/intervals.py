"""Arithmetic on intervals of numbers: the quick answer, before anything is proved."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TypeAlias

Interval: TypeAlias = tuple[Fraction | int | None, Fraction | int | None]
"""The least and the greatest, None where there is no end."""


def product(left: Interval, right: Interval) -> Interval:
    """The interval of a product."""
    (a, b), (c, d) = left, right
    if a is not None and c is not None and a >= 0 and c >= 0:
        return (a * c, None if b is None or d is None else b * d)
    if a is None or b is None or c is None or d is None:
        return (None, None)
    corners = (a * c, a * d, b * c, b * d)
    return (min(corners), max(corners))


def to_the(interval: Interval, exponent: int) -> Interval:
    """The interval of a power; an even one is never negative."""
    result = interval
    for _ in range(exponent - 1):
        result = product(result, interval)
    low, high = result
    return (max(low or 0, 0), high) if exponent % 2 == 0 else (low, high)


def quotient(dividend: Interval, divisor: Interval) -> Interval:
    """The interval of a quotient, rounded down; none where the divisor may be less than 1."""
    (a, b), (c, d) = dividend, divisor
    if c is None or c < 1 or (d is not None and d < c):
        return (None, None)
    low = None if a is None else 0 if a >= 0 and d is None else a // (d if a >= 0 and d is not None else c)
    high = None if b is None else b // c if b >= 0 else -1 if d is None else b // d
    return (low, high)


def sharpest(choose: Callable[..., Fraction | int], ends: list[Fraction | int | None]) -> Fraction | int | None:
    """Of several ends of one thing the best."""
    known = [end for end in ends if end is not None]
    return choose(known) if known else None


def widest(choose: Callable[..., Fraction | int], ends: list[Fraction | int | None]) -> Fraction | int | None:
    """An end for whichever of several things it is."""
    return None if None in ends else choose(ends)
