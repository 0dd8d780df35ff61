"""Index functions that are permutations: an inverse is guessed from the form of a function, and then proved.

A function on positions below n with `f(g(j)) = j` for every position j, and g in bounds, is a permutation: it reaches
every position, and there are no more than n.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from ..nat.expr import FloorDiv, If, Mod, compare, floordiv, if_then_else, mod, var
from ..nat.rebuild import substitute
from ..nat.ring import Nat, const
from .attributes import IndexFunctionAttr
from .scope import Index, Scope


@lru_cache(maxsize=1024)
def inverse_of(function: IndexFunctionAttr, length: Nat, scope: Scope) -> IndexFunctionAttr | None:
    """The inverse of a function on the positions of an array, where one is found and proved."""
    j = scope.fresh("j")
    inner = scope.inner(Index(j, length))
    for candidate in _candidates(function, length, scope):
        back = candidate(var(j))
        if (
            inner.holds(compare(back, "ge", 0))
            and inner.holds(compare(back, "lt", length))
            and inner.equal(inner.simplify(function(back)), var(j))
        ):
            return candidate
    return None


def _candidates(function: IndexFunctionAttr, length: Nat, scope: Scope) -> Iterator[IndexFunctionAttr]:
    """What the inverse may be: the function itself, a shift back, also around the end, the digits put back in their order, or
    what stands in turn at both ends put apart.
    """
    name, body = function.named
    yield function
    begin = substitute(body, {name: const(0)})
    slope = substitute(body, {name: const(1)}) - begin
    if slope.constant == 1:
        yield IndexFunctionAttr.of(name, var(name) - begin)
        yield IndexFunctionAttr.of(name, mod(var(name) - begin, length))
    rotated = body.single
    if isinstance(rotated, Mod) and rotated.args[1] is length:
        begin = substitute(rotated.args[0], {name: const(0)})
        if rotated.args[0] is var(name) + begin:
            yield IndexFunctionAttr.of(name, mod(var(name) - begin, length))
    if isinstance(body.single, If):
        twice = 2 * var(name)
        yield IndexFunctionAttr.of(name, if_then_else(compare(twice, "lt", length), twice, 2 * length - 1 - twice))
    divisors = {atom.args[1] for atom in body.atoms if isinstance(atom, FloorDiv | Mod) and atom.args[0] is var(name)}
    for divisor in sorted(divisors, key=str):
        factor = scope.simplify(floordiv(length, divisor))
        if factor.constant == 0:  # an array shorter than the divisor has one digit, which is not divided
            continue
        yield IndexFunctionAttr.of(name, floordiv(var(name), factor) + mod(var(name), factor) * divisor)
