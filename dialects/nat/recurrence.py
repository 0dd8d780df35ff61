"""Recurrences: what becomes of a number when one step is done again and again.

`closed_form` gives an expression for the number after r steps. Where a step rounds in a way that has no law of its own, the
form is that of the step with exact divisions, and is only a guess, for the caller to prove by induction.
"""

from __future__ import annotations

from typing import NamedTuple

from .expr import FloorDiv, compare, floordiv, if_then_else, power, sum_over, var
from .rebuild import map_atoms, substitute
from .ring import Atom, Nat, const


class ClosedForm(NamedTuple):
    """What a number is after some steps. With no steps it is the number itself, guess or not."""

    nat: Nat
    guessed: bool
    """Whether `f(n(r)) = n(r + 1)` is still to be proved."""


def closed_form(name: str, start: Nat, step: Nat, steps: Nat) -> ClosedForm | None:
    """What steps from `name` to `step` make of a number; None where no form is found."""
    if name not in step.names:
        return ClosedForm(if_then_else(compare(steps, "eq", 0), start, step), guessed=False)
    exact = _exactly(step, name)
    offset = substitute(exact, {name: const(0)})
    factor = (substitute(exact, {name: const(1)}) - offset).fraction
    if factor is None or factor <= 0 or exact is not (var(name) * factor.numerator).over(factor.denominator) + offset:
        return None
    if factor.denominator == 1 and offset.den == 1:
        return ClosedForm(_grown(start, factor.numerator, offset, steps), guessed=exact is not step)
    if factor.numerator != 1 or factor.denominator == 1:
        return None
    # f(n) = n / b + c leaves c * b / (b - 1) as it is, and what is more or less than that is divided by b.
    by = factor.denominator
    fixed = (offset * by).over(by - 1)
    if fixed.den != 1:
        return None
    shrunk = fixed + floordiv(start - fixed, power(by, steps))
    return ClosedForm(shrunk, guessed=not _is_one_division(step, name, by))


def _grown(start: Nat, factor: int, offset: Nat, steps: Nat) -> Nat:
    """`f(n) = factor * n + offset`, done so many times."""
    if factor == 1:
        return start + steps * offset
    return start * power(factor, steps) + offset * sum_over("i", steps, power(factor, var("i")))


def _exactly(nat: Nat, name: str) -> Nat:
    """The expression with divisions that leave no remainder, where they depend on the name."""

    def image(atom: Atom) -> Nat:
        if isinstance(atom, FloorDiv) and name in atom.names and atom.args[1].constant is not None:
            return _exactly(atom.args[0], name).over(atom.args[1].constant)
        return atom.nat

    return map_atoms(nat, image)


def _is_one_division(step: Nat, name: str, by: int) -> bool:
    """Whether it is `(name + c) floordiv by + d`: only then do remainders add up to that of one division."""
    for atom in step.atoms:
        if isinstance(atom, FloorDiv) and name in atom.names:
            inner = atom.args[0] - var(name)
            return name not in (step - atom.nat).names and name not in inner.names and atom.args[1].constant == by
    return False
