"""Atoms in expressions: what is inside of them, the cases that they stand for, and forms in which they are equal."""

from __future__ import annotations

from .expr import Condition, FloorDiv, If, Max, Min, Mod, Sum, Var, compare, sum_bound
from .polynomial import coefficients, contains, replace_atom
from .rebuild import instantiate
from .ring import ZERO, Atom, Nat


def mentions(nat: Nat, atom: Atom) -> bool:
    return isinstance(atom, Var) and str(atom.label) in nat.names


def cases_of(atom: Atom) -> list[tuple[Nat, Condition]] | None:
    """What an atom is one of, and when."""
    match atom:
        case If():
            return [(atom.args[1], atom.condition), (atom.args[2], atom.condition.negated)]
        case Min() | Max():
            first, rest = atom.args[0], atom.with_args(atom.args[1:])
            relation = "le" if isinstance(atom, Min) else "ge"
            chosen = compare(first, relation, rest)
            return [(first, chosen), (rest, chosen.negated)]
        case _:
            return None


def inner_choice(atom: Atom) -> Atom | None:
    """A choice that the condition of another depends on, and the condition of which depends on none."""
    if not isinstance(atom, If):
        return None
    found = [part for outer in atom.args[0].atoms for part in (outer, *atoms_inside(outer)) if not part.loose]
    choices = [part for part in found if cases_of(part) is not None]
    return min(choices, key=lambda part: (part.depth, part.key), default=None)


def atoms_inside(atom: Atom) -> frozenset[Atom]:
    """The atoms that the arguments of an atom are made of, at any depth."""
    found = _INSIDE.get(atom)
    if found is None:
        found = frozenset[Atom]()
        for arg in atom.args:
            for inner in arg.atoms:
                found |= {inner} | atoms_inside(inner)
        _INSIDE[atom] = found
    return found


_INSIDE: dict[Atom, frozenset[Atom]] = {}


def without_mod(nat: Nat) -> Nat:
    """`x mod d` as `x - d * (x floordiv d)`: what is equal up to remainders becomes the same polynomial."""
    for atom in nat.atoms:
        if isinstance(atom, Mod):
            dividend, divisor = atom.args
            nat = replace_atom(nat, atom, dividend - divisor * FloorDiv("", atom.args).nat)
    return nat


def advance_sums(nat: Nat) -> Nat:
    """Use `sum(i : n, f) + f(n) = sum(i : n + 1, f)` where both are there, times one number."""
    for atom in nat.atoms:
        if not isinstance(atom, Sum) or atom.loose:
            continue
        factor = coefficients(nat, atom).get(1, ZERO)
        following = instantiate(atom.args[1], atom.args[0])
        if factor.fraction is not None and following.terms and contains(nat, factor * following):
            return nat - factor * (atom.nat + following) + factor * sum_bound(atom.args[0] + 1, atom.args[1])
    return nat
