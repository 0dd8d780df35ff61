"""One proof by monotonicity, of what a `Prover` is asked: `shown` answers yes or not shown, and `least` finds an end.

To show `p >= 0`, take an atom of p, the innermost first, show the sign of its forward difference, put the end of its
range in its place, and repeat: what is left has fewer atoms, and what was shown of it holds of p. An atom that is one
of two things (`if`, `min`, `max`) is split into its cases. Every step is a bound, so an answer is a proof; the number
of steps is limited, so there is always an answer.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from .atoms import advance_sums, atoms_inside, cases_of, inner_choice, mentions
from .expr import Condition, FloorDiv, Max, Min, Mod, Sum, Var, minimum
from .polynomial import coefficients, degree, difference, exact_quotient, replace_atom
from .rebuild import replace_inside
from .ring import ZERO, Atom, Nat

if TYPE_CHECKING:
    from .prover import Prover

STEPS: Final = 100
"""How many steps one question may take."""

CASES: Final = 4
"""How many case distinctions may be inside each other."""


class Proof:
    """One question: it shares what is known of ranges but has steps of its own, so answers do not depend on history."""

    def __init__(self, prover: Prover):
        self.prover = prover
        self.steps = prover.pool or [STEPS]
        """How many are left, shared with the questions that this one leads to."""
        self.tried: dict[tuple[Nat, bool], bool] = {}

    def shown(self, nat: Nat, *, strict: bool) -> bool:
        """Whether `nat > -1` (strict, which is enough for whole numbers) or `nat >= 0`."""
        value = nat.fraction
        if value is not None:
            return value > -1 if strict else value >= 0
        low = self.prover.interval(nat)[0]
        if low is not None and (low > -1 if strict else low >= 0):
            return True
        found = self.tried.get((nat, strict))
        if found is None:
            self.tried[nat, strict] = False
            refuted = any(point.refutes(nat, strict=strict) for point in self.prover.points())
            found = self.tried[nat, strict] = not refuted and self._by_elimination(nat, strict)
        return found

    def _by_elimination(self, nat: Nat, strict: bool) -> bool:
        nat = advance_sums(nat)
        atoms = sorted(nat.atoms, key=self.prover.level, reverse=True)
        for atom in atoms:
            if not self._step():
                return False
            cases = cases_of(atom)
            if cases is not None and not (isinstance(atom, (Min, Max)) and self._extreme_argument(nat, atom, strict)):
                if self.prover.facts.cases >= CASES:
                    continue
                choice = inner_choice(atom)
                if choice is not None:
                    return all(self._simplified_case(nat, choice, *case, strict) for case in cases_of(choice) or ())
                return all(self._case(nat, atom, value, condition, strict) for value, condition in cases)
            if cases is not None:
                return True
            if any(atom in atoms_inside(other) for other in atoms):
                continue
            same = self._product_with_divisor(nat, atom) or self._recombined(nat, atom)
            if same is not None:
                if self.shown(same, strict=strict):
                    return True
                break
            sign = self._slope_sign(nat, atom)
            if sign == 0:
                continue
            ends = self.prover.ends(atom, sign)
            for end in reversed(ends) if isinstance(atom, Var) else ends:  # what was said last is the case at hand
                if mentions(end, atom) or (degree(nat, atom) > 1 and not self.prover.integral(end)):
                    continue
                if not self._step() or not self._bounded_at(nat, atom, end, sign):
                    continue
                if self.shown(replace_atom(nat, atom, end), strict=strict):
                    return True
            if (
                len(ends) == 1 and isinstance(atom, Var) and not self.prover.facts.positive
            ):  # no other order of elimination would keep more
                return False
        smaller = self._without_growing(nat)
        if smaller is not nat:
            return self.shown(smaller, strict=strict)
        return self._by_facts(nat, strict)

    def _without_growing(self, nat: Nat) -> Nat:
        """Leave out `sum(i : a, f) - sum(i : b, f)` where f is not negative, or `a floordiv d - b floordiv d`, where a >= b."""
        growing = [atom for atom in nat.atoms if isinstance(atom, Sum | FloorDiv)]
        factors = [(atom, coefficients(nat, atom).get(1, ZERO).constant) for atom in growing]
        for more, up in factors:
            for less, down in factors:
                if type(more) is type(less) and more.args[1] is less.args[1] and up is not None and down is not None:
                    grows = up > 0 > down and self.prover.nonnegative(more.args[0] - less.args[0])
                    if grows and self._grows(more) and self._step():
                        return self._without_growing(nat - (more.nat - less.nat) * min(up, -down))
        return nat

    def _grows(self, atom: Atom) -> bool:
        """Whether a sum is not smaller of more, or a quotient not smaller of something larger."""
        return self.prover.adds_naturals(atom) if isinstance(atom, Sum) else self.prover.nonnegative(atom.args[1] - 1)

    def _extreme_argument(self, nat: Nat, atom: Atom, strict: bool) -> bool:
        """Whether a least (greatest) may be replaced by one of its arguments, which it is not above (below)."""
        sign = self._slope_sign(nat, atom)
        return sign != 0 and any(
            self._step()
            and self._bounded_at(nat, atom, end, sign)
            and self.shown(replace_atom(nat, atom, end), strict=strict)
            for end in self.prover.ends(atom, sign)
        )

    def _step(self) -> bool:
        self.steps[0] -= 1
        return self.steps[0] >= 0

    def _case(self, nat: Nat, atom: Atom, value: Nat, condition: Condition, strict: bool) -> bool:
        facts = self.prover.facts.case(condition)
        return Proof(self.prover.for_case(facts, self.steps)).shown(
            facts.into(replace_atom(nat, atom, value)), strict=strict
        )

    def _simplified_case(self, nat: Nat, atom: Atom, value: Nat, condition: Condition, strict: bool) -> bool:
        """A case of a choice that conditions of others depend on: these may be decided then."""
        from .simplify import simplifier_for  # the simplifier proves its guards here

        facts = self.prover.facts.case(condition)
        proof = Proof(self.prover.for_case(facts, self.steps))
        return proof.shown(simplifier_for(facts).nat(facts.into(replace_inside(nat, atom, value))), strict=strict)

    def _slope_sign(self, nat: Nat, atom: Atom) -> int:
        """1 where the expression grows with the atom, -1 where it falls, 0 where neither is shown."""
        slope = coefficients(nat, atom)[1] if degree(nat, atom) == 1 else difference(nat, atom)
        value = slope.fraction
        if value is not None:
            return 1 if value > 0 else -1
        low, high = self.prover.interval(slope)
        if low is not None and low >= 0:
            return 1
        if high is not None and high <= 0:
            return -1
        if self._step() and self.shown(slope, strict=False):
            return 1
        return -1 if self._step() and self.shown(-slope, strict=False) else 0

    def _bounded_at(self, nat: Nat, atom: Atom, end: Nat, sign: int) -> bool:
        """Whether an expression is nowhere below what it is with the end in the place of the atom, given its sign of growth.

        The sign is that at the value of the atom. Where the slope has the atom in it, it may be another one on the way from the
        end to this value, and whatever ties the atom to other names does not hold there.
        """
        if degree(nat, atom) == 1:
            return True
        slope, value = difference(nat, atom) * sign, atom.nat
        return self._throughout(slope, atom, *((end, value - 1) if sign > 0 else (value, end - 1)))

    def _throughout(self, nat: Nat, atom: Atom, first: Nat, last: Nat) -> bool:
        """Whether an expression is not negative for all whole numbers from the first to the last in the place of an atom."""
        if not self._step():
            return False
        if degree(nat, atom) == 0:
            return self.shown(nat, strict=False)
        ends = [replace_atom(nat, atom, end) for end in (first, last)]
        if degree(nat, atom) == 1 and all(self.shown(end, strict=False) for end in ends):
            return True
        slope = difference(nat, atom)
        return any(
            self.shown(end, strict=False) and self._throughout(slope * sign, atom, first, last - 1)
            for end, sign in zip(ends, (1, -1), strict=True)
        )

    def _product_with_divisor(self, nat: Nat, atom: Atom) -> Nat | None:
        """Where `x floordiv d` only occurs times d, it is `(x - x mod d)`, whose remainder has a range."""
        if not isinstance(atom, FloorDiv) or atom.args[1].constant is not None:
            return None
        parts = coefficients(nat, atom)
        if parts.keys() - {0, 1} or not self.prover.nonnegative(atom.args[1] - 1):
            return None
        factor = exact_quotient(parts[1], atom.args[1])
        if factor is None:
            return None
        return parts.get(0, ZERO) + factor * (atom.args[0] - Mod("", atom.args).nat)

    def _recombined(self, nat: Nat, atom: Atom) -> Nat | None:
        """Where `x mod d` and `d * (x floordiv d)` occur together, they are x."""
        whole = next((one for one in _quotients(atom) if one in nat.atoms), None) if isinstance(atom, Mod) else None
        if whole is None or not self.prover.nonnegative(atom.args[1] - 1):
            return None
        factor = coefficients(nat, atom).get(1, ZERO)
        rest = nat - factor * (atom.nat + atom.args[1] * whole.nat)
        return None if atom in rest.atoms or whole in rest.atoms else rest + factor * atom.args[0]

    def _by_facts(self, nat: Nat, strict: bool) -> bool:
        """What is known to be at least 0 may be taken away, where that cancels a term."""
        present = {monomial: coefficient > 0 for monomial, coefficient in nat.terms}
        for known in self.prover.facts.positive:
            cancels = any(present.get(monomial) == (c > 0) for monomial, c in known.terms if len(monomial.factors) > 0)
            if cancels and self._step() and self.shown(nat - known, strict=strict):
                return True
        return False

    def least(self, nat: Nat) -> Nat | None:
        """A lower end of an expression, with every atom eliminated that has one."""
        while self._step():
            atoms = sorted(nat.atoms, key=self.prover.level, reverse=True)
            for atom in atoms:
                if any(atom in atoms_inside(other) for other in atoms):
                    continue
                smaller = self._least_step(nat, atom)
                if smaller is not None:
                    nat = smaller
                    break
            else:
                return nat
        return None

    def _least_step(self, nat: Nat, atom: Atom) -> Nat | None:
        cases = cases_of(atom)
        if cases is not None:
            if self.prover.facts.cases >= CASES:
                return None
            ends = [self._least_case(nat, atom, value, condition) for value, condition in cases]
            known = [end for end in ends if end is not None]
            least = minimum(*known) if len(known) == len(ends) else nat
            return None if least is nat else least  # a least of several ends is an end
        sign = self._slope_sign(nat, atom)
        if sign == 0 or (isinstance(atom, Var) and sign > 0 and self._is_outer(atom)):
            return None
        ends = [end for end in self.prover.ends(atom, sign) if not mentions(end, atom)]
        ends = [end for end in ends if end.den == 1] or [end for end in ends if degree(nat, atom) == 1]
        ends = [end for end in ends if self._bounded_at(nat, atom, end, sign)]
        if not ends:
            return None
        sharpest = (end for end in ends if all(self.prover.nonnegative((end - other) * sign) for other in ends))
        return replace_atom(nat, atom, next(sharpest, ends[0]))

    def _least_case(self, nat: Nat, atom: Atom, value: Nat, condition: Condition) -> Nat | None:
        facts = self.prover.facts.case(condition)
        if not self._step():
            return None
        end = Proof(self.prover.for_case(facts, self.steps)).least(facts.into(replace_atom(nat, atom, value)))
        if end is None:
            return None
        from .simplify import simplifier_for  # the simplifier proves its guards here

        end = self.prover.facts.into(facts.back(end))
        return end if simplifier_for(self.prover.facts).defined(end) else None  # it stands beside those of other cases

    def _is_outer(self, atom: Var) -> bool:
        """A size is not replaced by its least value: it stays in a symbolic end."""
        return not self.prover.facts.upper.get(str(atom.label))


def _quotients(atom: Mod) -> Iterator[FloorDiv]:
    """How the quotient of a remainder may be written: that of `(y floordiv a + c) mod d` is `(y + a * c) floordiv (a * d)`."""
    dividend, divisor = atom.args
    yield FloorDiv("", atom.args)
    for inner in dividend.atoms:
        number = (dividend - inner.nat).constant
        if isinstance(inner, FloorDiv) and number is not None:
            yield FloorDiv("", (inner.args[0] + inner.args[1] * number, inner.args[1] * divisor))
