"""Replacing parts of an expression: substitution of names, and the passage between named and bound variables.

Every function here is one walk that rebuilds an expression bottom-up through the constructors of `expr.py`, sharing
what is shared. Bound variables are de Bruijn indices, so that nothing is captured; a value that is not closed is raised where it
goes below a binder, and `substitute` and `replace_inside` take closed ones.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache

from .expr import Bound, Condition, Lookup, Var, bound, compare, lookup, var
from .ring import Atom, Monomial, Nat, as_nat, const, from_terms, total


def map_atoms(nat: Nat, image: Callable[[Atom], Nat]) -> Nat:
    """The polynomial with each of its atoms replaced by an image."""
    images = {atom: image(atom) for atom in nat.atoms}
    changed = {atom for atom, new in images.items() if atom.nat is not new}
    if not changed:
        return nat
    kept: list[tuple[Monomial, int]] = []
    products: list[Nat] = []
    for monomial, coefficient in nat.terms:
        if changed.isdisjoint([atom for atom, _ in monomial.factors]):
            kept.append((monomial, coefficient))
            continue
        product = const(coefficient)
        for atom, exponent in monomial.factors:
            for _ in range(exponent):
                product = product * images[atom]
        products.append(product)
    return total([*products, from_terms(kept)]).over(nat.den)


class _Walk:
    """Replace leaves everywhere; `leaf(atom, depth)` gives an atom's image below that many binders, or None."""

    def __init__(self, leaf: Callable[[Atom, int], Nat | None], touches: Callable[[Nat, int], bool]):
        self.leaf = leaf
        self.touches = touches
        self.memo: dict[tuple[Nat, int], Nat] = {}

    def nat(self, nat: Nat, depth: int) -> Nat:
        if not self.touches(nat, depth):
            return nat
        key = (nat, depth)
        if key not in self.memo:
            self.memo[key] = map_atoms(nat, lambda atom: self.atom(atom, depth))
        return self.memo[key]

    def atom(self, atom: Atom, depth: int) -> Nat:
        image = self.leaf(atom, depth)
        if image is not None:
            return image
        if atom.binders:
            args = tuple(self.nat(arg, depth + more) for arg, more in zip(atom.args, atom.binders, strict=True))
        else:
            args = tuple([self.nat(arg, depth) for arg in atom.args])
        return atom.nat if args == atom.args else atom.with_args(args)


def substitute(nat: Nat, values: Mapping[str, Nat | int]) -> Nat:
    """Put closed expressions in place of free names, all at once."""
    keys = values.keys()
    if keys.isdisjoint(nat.names):
        return nat

    def leaf(atom: Atom, _depth: int) -> Nat | None:
        if isinstance(atom, Var):
            value = values.get(str(atom.label))
            return atom.nat if value is None else as_nat(value)
        return None

    return _Walk(leaf, lambda part, _: not keys.isdisjoint(part.names)).nat(nat, 0)


def replace_inside(nat: Nat, atom: Atom, value: Nat) -> Nat:
    """Put a closed expression in place of a closed atom, also inside of other atoms."""

    def leaf(part: Atom, _depth: int) -> Nat | None:
        return value if part is atom else None if part.args else part.nat

    return _Walk(leaf, lambda _part, _depth: True).nat(nat, 0)


def substitute_condition(condition: Condition, values: Mapping[str, Nat | int]) -> Condition:
    return map_condition(condition, lambda nat: substitute(nat, values))


def map_condition(condition: Condition, image: Callable[[Nat], Nat]) -> Condition:
    """The condition with its expression replaced by an image of it."""
    return compare(image(condition.nat), condition.relation, 0)


def fill(template: Nat, values: Mapping[str, Nat], functions: Mapping[str, Nat] | None = None) -> Nat:
    """A rule's side for values of its names; a look-up in a function's name is its body at that position."""
    bodies = functions or {}
    walk: _Walk

    def leaf(atom: Atom, depth: int) -> Nat | None:
        if isinstance(atom, Var):
            return values.get(str(atom.label), atom.nat)
        if isinstance(atom, Lookup) and str(atom.label) in bodies:
            return instantiate(bodies[str(atom.label)], walk.nat(atom.args[0], depth))
        return None

    walk = _Walk(leaf, lambda _part, _: True)
    return walk.nat(template, 0)


def rename_tables(nat: Nat, names: Mapping[str, str]) -> Nat:
    """Look up in other tables, all at once."""
    walk: _Walk

    def leaf(atom: Atom, depth: int) -> Nat | None:
        if isinstance(atom, Lookup):
            name = str(atom.label)
            return lookup(names.get(name, name), walk.nat(atom.args[0], depth))
        return None

    walk = _Walk(leaf, lambda part, _: not names.keys().isdisjoint(part.tables))
    return walk.nat(nat, 0)


def abstract(nat: Nat, *names: str) -> Nat:
    """Bind free names: the k-th becomes `bound(k)`, and the indices that dangle move up."""
    indices = {name: k for k, name in enumerate(names)}

    def leaf(atom: Atom, depth: int) -> Nat | None:
        if isinstance(atom, Var):
            index = indices.get(str(atom.label))
            return atom.nat if index is None else bound(depth + index)
        if isinstance(atom, Bound):
            return bound(int(atom.label) + len(names)) if int(atom.label) >= depth else atom.nat
        return None

    def touches(part: Nat, depth: int) -> bool:
        return part.loose > depth or not indices.keys().isdisjoint(part.names)

    return _Walk(leaf, touches).nat(nat, 0)


@lru_cache(maxsize=1 << 16)  # an index is asked for the same values by one pass after the other
def instantiate(nat: Nat, *values: Nat | int, depth: int = 0) -> Nat:
    """Put expressions in place of `bound(depth)`, `bound(depth + 1)`, ..; the indices above them move down."""

    def leaf(atom: Atom, inner: int) -> Nat | None:
        if isinstance(atom, Bound):
            index = int(atom.label) - depth - inner
            if index < 0:
                return atom.nat
            if index >= len(values):
                return bound(int(atom.label) - len(values))
            return raised(as_nat(values[index]), inner)  # below more binders, what dangles in it is further away
        return None

    return _Walk(leaf, lambda part, inner: part.loose > depth + inner).nat(nat, 0)


def fresh_name(*nats: Nat) -> str:
    """A name for a bound variable that is free in none of the expressions; the same ones always get the same name."""
    taken = frozenset[str]().union(*(nat.names | nat.tables for nat in nats))
    letters = "ijkmnpqrst"
    candidates = (letter + (str(number) if number else "") for number in range(len(taken) + 1) for letter in letters)
    return next(name for name in candidates if name not in taken)


def open_body(body: Nat, *beside: Nat) -> tuple[str, Nat]:
    """The body of a binder with its variable named; the name is free in nothing that stands beside it."""
    name = fresh_name(body, *beside)
    return name, instantiate(body, var(name))


def at_position(body: Nat, value: Nat) -> Nat:
    """A body over `bound(0)` at another position, which may use `bound(0)` itself; the body stays below its binder."""

    def leaf(atom: Atom, inner: int) -> Nat | None:
        if isinstance(atom, Bound):
            return raised(value, inner) if atom.label == inner else atom.nat
        return None

    return _Walk(leaf, lambda part, inner: part.loose > inner).nat(body, 0)


def raised(nat: Nat, by: int) -> Nat:
    """An expression moved below more binders: its dangling indices grow."""
    if not by or not nat.loose:
        return nat

    def leaf(atom: Atom, inner: int) -> Nat | None:
        if isinstance(atom, Bound) and int(atom.label) >= inner:
            return bound(int(atom.label) + by)
        return None

    return _Walk(leaf, lambda part, inner: part.loose > inner).nat(nat, 0)


def uses(atom: Atom, index: int) -> bool:
    """Whether an atom contains `bound(index)`, seen from where the atom stands."""
    if atom.loose <= index:
        return False
    if isinstance(atom, Bound):
        return atom.label == index
    inner = atom.binders or (0,) * len(atom.args)
    return any(uses(part, index + more) for arg, more in zip(atom.args, inner, strict=True) for part in arg.atoms)
