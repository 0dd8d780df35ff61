"""Simplification under facts: one walk from the leaves up, each atom rewritten by the rules of `rules.py`.

The methods below recognise an atom as an instance of a rule's left side; `_apply` proves the rule's guard and builds
its right side. A rule makes its atom smaller or removes it, so the walk ends, and what it has simplified it remembers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from math import gcd
from threading import get_ident

from .expr import (
    Bound,
    Condition,
    FloorDiv,
    If,
    Log2,
    Max,
    Min,
    Mod,
    Sum,
    Var,
    compare,
    floordiv,
    if_then_else,
    mod,
    power,
)
from .facts import Facts
from .polynomial import coefficients, contains, divide_by, exact_quotient, leading_terms
from .prove import Answer, obligations, prove
from .prover import prover_for
from .rebuild import abstract, map_atoms, map_condition
from .ring import ONE, ZERO, Atom, Monomial, Nat, NatError, Pow, const, from_terms, total
from .rules import RULES
from .sums import closed_sum


@dataclass(frozen=True)
class Step:
    """One use of a rule."""

    rule: str
    before: Nat
    after: Nat
    because: tuple[Condition, ...]
    """The guard, instantiated and proved."""
    values: Mapping[str, Nat] = field(default_factory=dict[str, Nat])
    functions: Mapping[str, Nat] = field(default_factory=dict[str, Nat])


def simplify(nat: Nat, facts: Facts) -> Nat:
    """An expression of the same value wherever the facts hold, and simpler where that could be proved."""
    try:
        solved = facts.into(nat)
        result = _back(simplifier_for(facts).nat(solved), facts)
    except NatError:  # some number on the way is too large
        return nat
    return nat if solved is not nat and 2 * _cost(result) > 3 * _cost(nat) else result


def _cost(nat: Nat) -> int:
    """About how much there is to compute: an equation of the facts is not used where it makes that much more."""
    return sum(1 + sum(times * _atom_cost(atom) for atom, times in monomial.factors) for monomial, _ in nat.terms)


def _atom_cost(atom: Atom) -> int:
    if isinstance(atom, Sum):
        return 100 * (1 + _cost(atom.args[1]))
    return 1 + sum(2 + _cost(arg) for arg in atom.args)


def simplify_condition(condition: Condition, facts: Facts) -> Condition | bool:
    """Whether a condition holds where that is decided, else the condition with its sides simplified."""
    match prove(condition, facts):
        case Answer.YES:
            return True
        case Answer.NO:
            return False
        case Answer.UNKNOWN:
            return compare(simplify(condition.nat, facts), condition.relation, 0)


def explain(nat: Nat, facts: Facts) -> list[Step]:
    """The uses of rules that simplify an expression, in order, each with the guard that was proved."""
    steps: list[Step] = []
    result = Simplifier(facts, steps).nat(facts.into(nat))
    assert _back(result, facts) is simplify(nat, facts)
    return [_step_back(step, facts) for step in steps]


def _step_back(step: Step, facts: Facts) -> Step:
    """A step in the names that were written."""
    because = tuple(map_condition(condition, lambda nat: _back(nat, facts)) for condition in step.because)
    return replace(step, before=_back(step.before, facts), after=_back(step.after, facts), because=because)


def _back(nat: Nat, facts: Facts) -> Nat:
    return facts.back(nat, prover_for(facts).integral)


def simplifier_for(facts: Facts) -> Simplifier:
    """The simplifier of these facts, with what it has simplified before; each thread has its own, as its prover."""
    key = (Simplifier, get_ident())
    simplifier = facts.memo.get(key)
    if simplifier is None:
        simplifier = facts.memo[key] = Simplifier(facts)
    return simplifier


class Simplifier:
    """Simplification under fixed facts, of expressions in the facts' own terms (`Facts.into`)."""

    def __init__(self, facts: Facts, steps: list[Step] | None = None):
        self.facts = facts
        self.prover = prover_for(facts)
        self.steps = steps
        self.done: dict[Nat, Nat] = {}
        self.atoms: dict[Atom, Nat] = {}

    def nat(self, nat: Nat) -> Nat:
        """The polynomial with each atom simplified, and digits that belong together recombined."""
        found = self.done.get(nat)
        if found is None and (outer := self.outer(nat.names)) is not None:
            found = self.done[nat] = outer.nat(nat)
        if found is None and self.prover.barred:
            found = self.prover.recall(nat)
        if found is None:
            circles = self.prover.circles
            found = map_atoms(nat, self.atom)
            if len(found.terms) > 1 or found.single is None:
                found = self._recombined(found)
            kept = self.prover.kept(self.done, circles)
            kept[nat] = kept[found] = found
        return found

    def outer(self, names: frozenset[str]) -> Simplifier | None:
        """The simplifier of the facts without what is only said of other names: what it finds is the same."""
        prover = None if self.steps is not None else self.prover.outer(names)
        return None if prover is None else simplifier_for(prover.facts)

    def atom(self, atom: Atom) -> Nat:
        found = self.atoms.get(atom)
        if found is None and (outer := self.outer(atom.names)) is not None:
            found = self.atoms[atom] = outer.atom(atom)
        if found is None and self.prover.barred:
            found = self.prover.recall(atom)
        if found is None:
            circles = self.prover.circles
            found = self._rewritten(atom)
            kept = self.prover.kept(self.atoms, circles)
            kept[atom] = found
            if (single := found.single) is not None:
                kept[single] = found
        return found

    def _rewritten(self, atom: Atom) -> Nat:
        match atom:
            case Var() | Bound():
                return atom.nat
            case If():
                return self._if(atom)
            case Sum():
                return self._sum(atom)
            case _:
                args = tuple(self.nat(arg) for arg in atom.args)
                whole = atom.nat if args == atom.args else atom.with_args(args)
                single = whole.single
                if single is None or single is not atom:
                    return self.nat(whole)
                return self._with_simple_arguments(single)

    def _with_simple_arguments(self, atom: Atom) -> Nat:
        match atom:
            case FloorDiv():
                return self._floordiv(atom)
            case Mod():
                return self._mod(atom)
            case Log2():
                return self._log2(atom)
            case Min() | Max():
                return self._extreme(atom)
            case _:
                return atom.nat

    def apply(
        self, name: str, before: Nat, values: Mapping[str, Nat], functions: Mapping[str, Nat] | None = None
    ) -> Nat | None:
        """The right side of a rule, simplified, where its guard is proved; None where it is not."""
        rule = RULES[name]
        if not all(self.prover.integral(value) for value in values.values()):
            return None
        for relation, build in rule.guards:
            if not self.prover.holds(relation, build(values)):
                return None
        after = rule.result(values, functions or {})
        if self.steps is not None:
            because = tuple(compare(build(values), relation, 0) for relation, build in rule.guards)
            self.steps.append(Step(name, before, after, because, dict(values), dict(functions or {})))
        return self.nat(after)

    def defined(self, nat: Nat) -> bool:
        """Whether the expression is shown to have a value."""
        return not obligations(nat, self.facts)

    def vanishes(self, count: Nat, body: Nat) -> bool:
        """Whether a body is shown to be 0 at each position below a count."""
        _, opened, inside = self.facts.opened(count, body)
        return prove(compare(opened, "eq", 0), inside) is Answer.YES

    # Atoms

    def _floordiv(self, atom: FloorDiv) -> Nat:
        (dividend, divisor), before = atom.args, atom.nat
        if not self.prover.nonnegative(divisor - 1):
            return before
        for quotient, rest in self._quotients(dividend, divisor):
            result = self.apply("floordiv-inside", before, {"q": quotient, "d": divisor, "r": rest})
            if result is not None:
                return result
        result = self._multiple("floordiv-multiple", before, divisor, dividend)
        if result is not None:
            return result
        match dividend.single:
            case FloorDiv(args=(inner, by)):
                result = self.apply("floordiv-floordiv", before, {"x": inner, "a": by, "b": divisor})
            case Mod(args=(inner, by)) if (times := exact_quotient(by, divisor)) is not None:
                result = self.apply("floordiv-mod", before, {"x": inner, "a": times, "b": divisor})
            case _:
                result = self._of_sum(before, dividend, divisor)
        return result or self._factor("floordiv-factor", before, dividend, divisor) or before

    def _of_sum(self, before: Nat, dividend: Nat, divisor: Nat) -> Nat | None:
        """A quotient and a number, divided again: as `(N - 2) floordiv 4` is `(N + 2) floordiv 4 - 1`."""
        number = dividend.terms[-1][1] if dividend.terms and dividend.terms[-1][0] is ONE and dividend.den == 1 else 0
        inner = (dividend - number).single
        if not number or not isinstance(inner, FloorDiv):
            return None
        values = {"x": inner.args[0], "a": inner.args[1], "b": divisor, "c": const(number)}
        return self.apply("floordiv-of-sum", before, values)

    def _mod(self, atom: Mod) -> Nat:
        (dividend, divisor), before = atom.args, atom.nat
        if not self.prover.nonnegative(divisor - 1):
            return before
        for quotient, rest in self._quotients(dividend, divisor):
            result = self.apply("mod-inside", before, {"q": quotient, "d": divisor, "r": rest})
            if result is not None:
                return result
        result = self._multiple("mod-multiple", before, divisor, dividend)
        if result is not None:
            return result
        for inner in dividend.atoms:
            parts = coefficients(dividend, inner)
            if isinstance(inner, Mod) and parts.keys() <= {0, 1}:
                times = exact_quotient(inner.args[1], divisor)
                if times is not None:
                    values = {"x": inner.args[0], "m": times, "d": divisor, "k": parts[1], "y": parts.get(0, ZERO)}
                    result = self.apply("mod-mod", before, values)
                    if result is not None:
                        return result
        for known, by in self.facts.multiples:
            if known.terms and self.prover.divides(divisor, by):
                quotient, rest = divide_by(dividend, known, leading_terms(known)[0], whole=True)
                if quotient.terms:
                    result = self.apply("mod-known", before, {"q": quotient, "a": known, "r": rest, "d": divisor})
                    if result is not None:
                        return result
        return self._factor("mod-factor", before, dividend, divisor) or before

    def _quotients(self, dividend: Nat, divisor: Nat) -> Iterator[tuple[Nat, Nat]]:
        """Proposals for division with remainder, the quotient also one less and one more."""
        rational = dividend.den != 1 or any(monomial.powers for monomial, _ in dividend.terms)
        exact = exact_quotient(dividend, divisor) if rational or len(divisor.terms) > 1 else None
        if exact is not None:
            yield exact, ZERO
        found: dict[tuple[Nat, Nat], None] = {}
        for lead in leading_terms(divisor):
            quotient, rest = divide_by(dividend, divisor, lead, whole=True)
            if lead[0].powers and not self.prover.integral(quotient):
                exact, _ = divide_by(dividend, divisor, lead, whole=False)
                terms = (from_terms([term], exact.den) for term in exact.terms)
                quotient = total(filter(self.prover.integral, terms))  # pow(2, n - k) for (pow(2, n) - 1) by pow(2, k)
                rest = dividend - quotient * divisor
            found[quotient, rest] = None
        for quotient, rest in found:
            yield quotient, rest
            yield quotient - 1, rest + divisor
            yield quotient + 1, rest - divisor

    def _multiple(self, rule: str, before: Nat, divisor: Nat, dividend: Nat) -> Nat | None:
        """Take multiples of the divisor out, where that leaves less."""
        for lead in leading_terms(divisor):
            quotient, rest = _taken_out(dividend, divisor, lead)
            if quotient.terms and (len(divisor.terms) == 1 or len(rest.terms) < len(dividend.terms)):
                result = self.apply(rule, before, {"q": quotient, "d": divisor, "r": rest})
                if result is not None:
                    return result
        return None

    def _factor(self, rule: str, before: Nat, dividend: Nat, divisor: Nat) -> Nat | None:
        """Divide both sides by a factor of the divisor whose multiples the dividend contains."""
        for factor in _common_factors(dividend, divisor):
            quotient, rest = divide_by(dividend, factor, factor.terms[0], whole=True)
            smaller = exact_quotient(divisor, factor)
            plain = rest is ZERO and isinstance(quotient.single, Var)  # c * x mod (c * d) is as good as c * (x mod d)
            if smaller is not None and not (plain and rule == "mod-factor"):
                result = self.apply(rule, before, {"c": factor, "x": quotient, "r": rest, "d": smaller})
                if result is not None:
                    return result
        return None

    def _log2(self, atom: Log2) -> Nat:
        argument, before = atom.args[0], atom.nat
        if len(argument.terms) != 1:
            return before
        monomial, coefficient = argument.terms[0]
        exponent, rest = ZERO, const(1)
        for factor, times in monomial.factors:
            if isinstance(factor, Pow) and factor.label == 2:
                exponent = factor.args[0]
            else:
                rest = rest * from_terms([(Monomial(((factor, times),)), 1)])
        twos = (coefficient & -coefficient).bit_length() - (argument.den & -argument.den).bit_length()
        exponent = exponent + twos
        rest = exact_quotient(argument, power(2, exponent)) or rest
        if not exponent.terms:
            return before
        if rest.constant == 1:
            return self.apply("log2-power", before, {"k": exponent}) or before
        return self.apply("log2-product", before, {"k": exponent, "x": rest}) or before

    def _extreme(self, atom: Min | Max) -> Nat:
        rule = "min-left" if isinstance(atom, Min) else "max-left"
        kept = list(atom.args)
        for nat in atom.args:
            for other in list(kept):
                if other is not nat and nat in kept:
                    pair = atom.with_args((nat, other))
                    if self.apply(rule, pair, {"a": nat, "b": other}) is not None:
                        kept.remove(other)
        return atom.nat if len(kept) == len(atom.args) else atom.with_args(tuple(kept))

    def _if(self, atom: If) -> Nat:
        decided = compare(self.nat(atom.args[0]), str(atom.label), 0)
        before = if_then_else(decided, *atom.args[1:])
        if not isinstance(before.single, If):
            return self.nat(before)
        atom = before.single
        nat, then, otherwise = atom.args
        for rule in ("if-true", "if-false") if atom.label == "ge" else ("if-equal", "if-unequal"):
            result = self.apply(rule, before, {"p": nat, "a": then, "b": otherwise})
            if result is not None:
                return result
        branches = [
            self.facts.into(simplify(branch, self.facts.given(case)))
            for branch, case in ((then, atom.condition), (otherwise, atom.condition.negated))
        ]
        return if_then_else(atom.condition, *branches)

    def _sum(self, atom: Sum) -> Nat:
        count = self.nat(atom.args[0])
        name, body, inside = self.facts.opened(count, atom.args[1])
        body = abstract(self.facts.into(simplify(body, inside)), name)
        return closed_sum(self, count, body)

    # Sums of terms

    def _recombined(self, nat: Nat) -> Nat:
        """Use `d * (x floordiv d) + x mod d = x`, as long as there are such digits."""
        for atom in nat.atoms:
            if isinstance(atom, Mod) and self.prover.nonnegative(atom.args[1] - 1):
                result = self._recombined_at(nat, atom)
                if result is not None:
                    return result
            if isinstance(atom, FloorDiv):
                result = self._known_multiple(nat, atom)
                if result is not None:
                    return result
        return nat

    def _recombined_at(self, nat: Nat, atom: Mod) -> Nat | None:
        dividend, divisor = atom.args
        parts = coefficients(nat, atom)
        factor = parts.get(1, ZERO)
        quotient = self.nat(floordiv(dividend, divisor))
        for c in (factor, *(from_terms([term], factor.den) for term in factor.terms if len(factor.terms) > 1)):
            above = c * divisor * quotient
            if above.terms and contains(nat, above):
                digits = above + c * atom.nat
                values = {"c": c, "d": divisor, "x": dividend}
                result = self.apply("recombine", digits, values)
                if result is not None:
                    return self.nat(nat - digits + result)
        inner = dividend.single
        if isinstance(inner, FloorDiv):
            lower = self.nat(mod(*inner.args))
            c = exact_quotient(factor, inner.args[1])
            if c is not None and c.den == 1 and lower.terms and contains(nat, c * lower):
                digits = factor * atom.nat + c * lower
                values = {"c": c, "a": inner.args[1], "b": divisor, "x": inner.args[0]}
                result = self.apply("recombine-mod", digits, values)
                if result is not None:
                    return self.nat(nat - digits + result)
        return None

    def _known_multiple(self, nat: Nat, atom: FloorDiv) -> Nat | None:
        """Use `d * (a floordiv d) = a` for a known multiple a of d, which may be a quotient itself."""
        dividend, divisor = atom.args
        parts = coefficients(nat, atom)
        if parts.keys() - {0, 1}:
            return None
        if self.prover.known_multiple(dividend, divisor):
            times = exact_quotient(parts[1], divisor)
            if times is not None:
                result = self.apply("floordiv-known", divisor * atom.nat, {"d": divisor, "a": dividend})
                return None if result is None else self.nat(parts.get(0, ZERO) + times * result)
        for known, _ in self.facts.multiples:
            inner = known.single
            if isinstance(inner, FloorDiv) and inner.args[0] is dividend and inner is not atom:
                by = exact_quotient(divisor, inner.args[1])
                times = None if by is None else exact_quotient(parts[1], by)
                if by is not None and times is not None and times.den == 1:
                    values = {"x": dividend, "a": inner.args[1], "b": by}
                    result = self.apply("floordiv-nested-known", by * atom.nat, values)
                    if result is not None:
                        return self.nat(parts.get(0, ZERO) + times * result)
        return None


def _taken_out(dividend: Nat, divisor: Nat, lead: tuple[Monomial, int]) -> tuple[Nat, Nat]:
    """Division with remainder that takes a term out as a whole or not at all, and of the constant what it can."""
    quotient, rest = divide_by(dividend, divisor, lead, whole=True)
    if len(divisor.terms) > 1:
        return quotient, rest
    left = {monomial for monomial, _ in rest.terms if monomial is not ONE}
    kept = from_terms(((monomial, c) for monomial, c in dividend.terms if monomial in left), dividend.den)
    quotient, rest = divide_by(dividend - kept, divisor, lead, whole=True)
    return quotient, rest + kept


def _common_factors(dividend: Nat, divisor: Nat) -> list[Nat]:
    """What single terms of the dividend share with the divisor, the largest first; never 1 or all of the divisor."""
    if dividend.den != 1 or divisor.den != 1:
        return []
    size = gcd(*(coefficient for _, coefficient in divisor.terms))
    first, *others = [monomial for monomial, _ in divisor.terms]
    shared = [(atom, min([times, *(other.exponent(atom) for other in others)])) for atom, times in first.factors]
    found: dict[Nat, None] = {}
    for monomial, coefficient in dividend.terms:
        factors = ((atom, min(times, monomial.exponent(atom))) for atom, times in shared)
        common = Monomial(tuple((atom, times) for atom, times in factors if times > 0))
        found[from_terms([(common, gcd(size, coefficient))])] = None
    proper = [nat for nat in found if nat.constant != 1 and nat is not divisor]
    return sorted(proper, key=lambda nat: (nat.terms[0][0].key, -nat.terms[0][1]))
