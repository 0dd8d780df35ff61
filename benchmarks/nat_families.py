"""Indices that grow: families of expressions, to see how the time of a simplification grows with its size."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from nat_views import Path, View, chain, clamp, join, mapped, memory, split, windows

from lift.dialects.nat.expr import floordiv, mod, var
from lift.dialects.nat.facts import Facts
from lift.dialects.nat.ring import ZERO, Nat

Member = tuple[Nat, Callable[[], Facts]]


@dataclass(frozen=True)
class Family:
    """Expressions of one shape, one for each of the sizes."""

    name: str
    member: Callable[[int], Member]
    sizes: tuple[int, ...]


def digits(count: int) -> Member:
    """A number taken apart into digits of radix 4 and put together again; it simplifies to the number."""
    rest, place, total = var("x"), 1, ZERO
    for _ in range(count - 1):
        total = total + mod(rest, 4) * place
        rest, place = floordiv(rest, 4), place * 4
    return total + rest * place, lambda: Facts().natural("x")


def reshaped(depth: int) -> Member:
    """Split and joined again and again, by a different length each time."""
    sizes = [f"N{k}" for k in range(depth)]
    view = chain(*(part for size in sizes for part in (split(size), join(size))))
    return view((var("i"),))[0], lambda: Facts().size(*sizes).natural("i")


def transposed(dimensions: int) -> Member:
    """All dimensions reversed, through flat memory twice: decode, encode reversed, decode, encode."""
    sizes = [f"N{k}" for k in range(dimensions)]
    forward, backward = memory(*sizes[1:]), memory(*sizes[-2::-1])
    view = chain(forward, _decoded(sizes[1:]), forward, _reversed, _decoded(sizes[-2::-1]), backward, _reversed)
    path = tuple(var(f"i{k}") for k in range(dimensions))
    return view(path)[0], lambda: _positions(sizes)


def stencil(dimensions: int) -> Member:
    """A 3-point window in each dimension of an array that is padded by clamping."""
    sizes = [f"N{k}" for k in range(dimensions)]
    pads = [mapped(clamp(1, size), depth) for depth, size in enumerate(sizes)]
    view = chain(memory(*sizes[1:]), *pads, windows(dimensions))
    path = tuple(var(f"{letter}{k}") for letter in "ia" for k in range(dimensions))

    def known() -> Facts:
        facts = _positions(sizes)
        for k in range(dimensions):
            facts = facts.index(f"a{k}", 3)
        return facts

    return view(path)[0], known


def independent(count: int) -> Member:
    """A sum of that many indices that have only sizes in common."""
    total = ZERO
    for k in range(count):
        flat = var(f"w{k}") * var("M") + var(f"l{k}")
        total = total + floordiv(flat, var("M")) * (k + 1) + mod(flat, var("M")) * var("N")

    def known() -> Facts:
        facts = Facts().size("N", "M")
        for k in range(count):
            facts = facts.index(f"w{k}", var("N")).index(f"l{k}", var("M"))
        return facts

    return total, known


def _reversed(path: Path) -> Path:
    return path[::-1]


def _decoded(lengths: list[str]) -> View:
    """A flat array seen as a nested one was joined: one `join` for each inner length."""

    def view(path: Path) -> Path:
        for length in reversed(lengths):
            path = join(length)(path)
        return path

    return view


def _positions(sizes: list[str]) -> Facts:
    facts = Facts().size(*sizes)
    for k, size in enumerate(sizes):
        facts = facts.index(f"i{k}", var(size))
    return facts


FAMILIES = (
    Family("digits of one number", digits, (2, 4, 8, 16, 31)),
    Family("split and join, nested", reshaped, (1, 2, 4, 8, 16, 32)),
    Family("transposition, k dimensions", transposed, (2, 3, 4, 5, 6)),
    Family("stencil, k dimensions", stencil, (1, 2, 3, 4, 5, 6)),
    Family("independent indices", independent, (1, 2, 4, 8, 16, 32, 64, 125)),
)
