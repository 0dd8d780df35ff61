"""Every rule of the algebra is proved, and wrong ones are refused.

A rule claims: wherever its guard holds, both sides have a value, and it is the same. z3 gets that claim with the
definition of each operation: `x floordiv d` is the k with `d * k <= x < d * k + d`, `log2(x)` the l with
`pow(2, l) <= x < pow(2, l + 1)`, a sum is 0 for no terms and else one term more than a shorter sum. Where the quotient
has to be found, `STEPS` names it: z3 checks that it is one, and the lemmas below say that there is just one. Claims
about sums are proved by induction over `n`. All rules are also checked point by point on small ranges.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any, TypeAlias

import pytest
import z3 as z3_untyped

from lift.dialects.nat.evaluate import evaluate, evaluate_condition
from lift.dialects.nat.expr import Bound, Condition, FloorDiv, If, Log2, Lookup, Max, Min, Mod, Sum, Var, var
from lift.dialects.nat.parser import parse_nat
from lift.dialects.nat.rebuild import map_atoms
from lift.dialects.nat.ring import Atom, Nat, Pow, Undefined
from lift.dialects.nat.rules import RULES, SMALL, Z3, Identity

z3: Any = z3_untyped  # its operators are annotated to give nearly anything
Term: TypeAlias = Any
Formula: TypeAlias = Any

PATIENCE = 5000
"""How many milliseconds z3 may take for one question; more is a refusal."""

STEPS: Mapping[str, Sequence[tuple[str, str]]] = {
    "floordiv-inside": [("(q * d + r) floordiv d", "q")],
    "mod-inside": [("(q * d + r) floordiv d", "q")],
    "floordiv-multiple": [("(q * d + r) floordiv d", "q + r floordiv d")],
    "mod-multiple": [("(q * d + r) floordiv d", "q + r floordiv d")],
    "mod-known": [("(q * a + r) floordiv d", "q * (a floordiv d) + r floordiv d")],
    "floordiv-nested-known": [("x floordiv (a * b)", "(x floordiv a) floordiv b")],
    "floordiv-factor": [("(c * x + r) floordiv (c * d)", "x floordiv d")],
    "mod-factor": [("(c * x + r) floordiv (c * d)", "x floordiv d")],
    "floordiv-floordiv": [("x floordiv (a * b)", "(x floordiv a) floordiv b")],
    "floordiv-of-sum": [("(x + a * c) floordiv (a * b)", "((x + a * c) floordiv a) floordiv b")],
    "floordiv-mod": [
        ("x floordiv (a * b)", "(x floordiv b) floordiv a"),
        ("(x mod (a * b)) floordiv b", "x floordiv b - a * (x floordiv (a * b))"),
    ],
    "mod-mod": [
        ("(y + k * (x mod (m * d))) floordiv d", "(y + k * x) floordiv d - k * m * (x floordiv (m * d))"),
    ],
    "recombine-mod": [("x floordiv (a * b)", "(x floordiv a) floordiv b")],
    "log2-power": [("log2(pow(2, k))", "k")],
    "log2-product": [("log2(pow(2, k) * x)", "k + log2(x)")],
}
"""For a rule, quotients and logarithms that have another form; each is proved before it is used."""


class Refused(Exception):
    """A rule could not be shown to hold, or does not."""


# Proofs


@dataclass
class Meaning:
    """Expressions as terms of z3, with what defines the terms."""

    names: dict[str, Term] = field(default_factory=dict[str, Term])
    defined: list[Formula] = field(default_factory=list[Formula])
    """What must hold for the expressions to have a value."""
    definitions: dict[Formula, None] = field(default_factory=dict[Formula, None])
    """What then holds of the terms."""
    laws: dict[Formula, None] = field(default_factory=dict[Formula, None])
    """What holds of powers in any case: they are positive, and exponents add."""

    def nat(self, nat: Nat, bound: tuple[Term, ...] = ()) -> Term:
        assert nat.den == 1, f"{nat} is a rational polynomial"
        total: Term = z3.IntVal(0)
        for monomial, coefficient in nat.terms:
            term: Term = z3.IntVal(coefficient)
            for atom, exponent in monomial.factors:
                for _ in range(exponent):
                    term = term * self.atom(atom, bound)
            total = total + term
        return z3.simplify(total)

    def condition(self, condition: Condition, bound: tuple[Term, ...] = ()) -> Formula:
        value = self.nat(condition.nat, bound)
        if condition.relation == "ge":
            return value >= 0
        return value == 0 if condition.relation == "eq" else value != 0

    def atom(self, atom: Atom, bound: tuple[Term, ...]) -> Term:
        match atom:
            case Var():
                return self.names.setdefault(str(atom.label), z3.Int(str(atom.label)))
            case Bound():
                return bound[int(atom.label)]
            case Sum():
                return self.sum(atom, bound)
            case If():
                decided = self.condition(atom.condition, bound)
                return z3.If(decided, self.nat(atom.args[1], bound), self.nat(atom.args[2], bound))
            case _:
                return self.strict(atom, [self.nat(arg, bound) for arg in atom.args])

    def strict(self, atom: Atom, args: list[Term]) -> Term:
        first, *rest = args
        match atom:
            case FloorDiv():
                return self.quotient(first, rest[0])
            case Mod():
                return first - rest[0] * self.quotient(first, rest[0])
            case Log2():
                return self.logarithm(first)
            case Pow():
                return self.power(int(atom.label), atom.args[0], first)
            case Lookup():
                return z3.Function(str(atom.label), z3.IntSort(), z3.IntSort())(first)
            case Min() | Max():
                for other in rest:
                    chosen = first <= other if isinstance(atom, Min) else first >= other
                    first = z3.If(chosen, first, other)
                return first
            case _:
                raise TypeError(f"no meaning for {type(atom).__name__}")

    def quotient(self, dividend: Term, divisor: Term) -> Term:
        """The same constant for the same division, so that equal things are equal for z3 too."""
        result = z3.Int(f"{dividend.sexpr()} floordiv {divisor.sexpr()}")
        self.defined.append(divisor >= 1)
        self.definitions[divisor * result <= dividend] = None
        self.definitions[dividend <= divisor * result + divisor - 1] = None
        return result

    def logarithm(self, argument: Term) -> Term:
        result = z3.Int(f"log2 {argument.sexpr()}")
        self.defined.append(argument >= 1)
        for holds in (result >= 0, power_of(2)(result) <= argument, argument < 2 * power_of(2)(result)):
            self.definitions[holds] = None
        return result

    def power(self, base: int, exponent: Nat, value: Term) -> Term:
        """An exponent of several terms is used through `pow(b, x + y) = pow(b, x) * pow(b, y)`."""
        self.defined.append(value >= 0)
        self.laws[z3.Implies(value >= 0, power_of(base)(value) >= 1)] = None
        if len(exponent.terms) > 1:
            parts = [self.nat(term) for term in terms_of(exponent)]
            whole: Term = z3.IntVal(1)
            for part in parts:
                whole = whole * power_of(base)(part)
            self.laws[z3.Implies(z3.And(*(part >= 0 for part in parts)), power_of(base)(value) == whole)] = None
        return power_of(base)(value)

    def sum(self, atom: Sum, bound: tuple[Term, ...]) -> Term:
        """A function of the count and of what the body takes from outside, unfolded once."""
        shape, outside = skeleton(atom.args[1])
        count = self.nat(atom.args[0], bound)
        arguments = [self.atom(part, bound) for part in outside]
        function = z3.Function(f"sum of {shape}", *[z3.IntSort()] * (len(arguments) + 2))
        shorter = function(count - 1, *arguments) + self.nat(atom.args[1], (count - 1, *bound))
        self.definitions[function(count, *arguments) == z3.If(count <= 0, 0, shorter)] = None
        return function(count, *arguments)


def power_of(base: int) -> Term:
    return z3.Function(f"pow {base}", z3.IntSort(), z3.IntSort())


def terms_of(nat: Nat) -> list[Nat]:
    """The terms of a polynomial, each as a polynomial."""
    parts: list[Nat] = []
    for monomial, coefficient in nat.terms:
        part = parse_nat(str(coefficient))
        for atom, exponent in monomial.factors:
            for _ in range(exponent):
                part = part * atom.nat
        parts.append(part)
    return parts


def skeleton(body: Nat) -> tuple[Nat, list[Atom]]:
    """A body with numbered names for what it takes from outside of its binder, and that."""
    outside: dict[Atom, str] = {}

    def image(atom: Atom) -> Nat:
        if not atom.loose:
            return var(outside.setdefault(atom, f"outside {len(outside)}")) if atom.names or atom.tables else atom.nat
        return (
            atom.nat if isinstance(atom, Bound) else atom.with_args(tuple(map_atoms(arg, image) for arg in atom.args))
        )

    return map_atoms(body, image), list(outside)


def ask(claim: Formula, known: Sequence[Formula], what: str, patience: int = PATIENCE) -> None:
    """Refuse unless z3 shows the claim from what is known."""
    solver = z3.SolverFor("QF_UFNIA")
    solver.set("timeout", patience)
    solver.add(*known, z3.Not(claim))
    answer = solver.check()
    if answer != z3.unsat:
        raise Refused(f"{what}: {claim}: {solver.model() if answer == z3.sat else 'z3 gives up'}")


def prove_by_z3(rule: Identity, patience: int = PATIENCE) -> None:
    """Refuse a rule that z3 does not prove."""
    meaning = Meaning()
    left, right = (meaning.nat(side) for side in rule.sides)
    guard = [meaning.condition(condition) for condition in rule.conditions]
    check_defined(meaning, guard, patience)
    if any(isinstance(atom, Sum) for side in rule.sides for atom in side.atoms):
        prove_by_induction(rule, patience)
        return
    known = [*guard, *meaning.definitions, *meaning.laws]
    for before, after in (map(parse_nat, step) for step in STEPS.get(rule.name, ())):
        if before is after:
            continue
        step = other_form(meaning, before, after)
        check_defined(meaning, known, patience)
        ask(step, [*known, *meaning.definitions, *meaning.laws], f"{before} is {after}", patience)
        known += [*meaning.definitions, *meaning.laws, meaning.nat(before) == meaning.nat(after)]
    ask(left == right, known, "the sides are equal", patience)


def check_defined(meaning: Meaning, known: Sequence[Formula], patience: int) -> None:
    """Only where an expression has a value may its definition be used."""
    for needed in dict.fromkeys(meaning.defined):
        ask(needed, [*known, *meaning.laws], "there is a value", patience)
    meaning.defined.clear()


def other_form(meaning: Meaning, before: Nat, after: Nat) -> Formula:
    """What has to be shown for a quotient or logarithm to be something else: that this something fits the definition."""
    value = meaning.nat(after)
    match before.single:
        case FloorDiv(args=(dividend, divisor)):
            rest = meaning.nat(dividend - divisor * after)
            return z3.And(rest >= 0, rest <= meaning.nat(divisor) - 1)
        case Log2(args=(argument,)):
            power = meaning.power(2, after, value)
            return z3.And(value >= 0, power <= meaning.nat(argument), meaning.nat(argument) < 2 * power)
        case _:
            raise TypeError(f"{before} is neither a quotient nor a logarithm")


def prove_by_induction(rule: Identity, patience: int) -> None:
    """Show a rule for n below 1 and, from its being true of some m, for m + 1."""
    n, m = z3.Ints("n m")
    first, before, after = Meaning(), Meaning({"n": m}), Meaning({"n": m + 1})
    start, hypothesis, claim = (equation(rule, meaning) for meaning in (first, before, after))
    ask(start, [n <= 0, *first.definitions], "the induction starts", patience)
    ask(claim, [m >= 0, hypothesis, *before.definitions, *after.definitions], "the induction goes on", patience)


def equation(rule: Identity, meaning: Meaning) -> Formula:
    left, right = (meaning.nat(side) for side in rule.sides)
    return z3.Implies(z3.And(*map(meaning.condition, rule.conditions)), left == right)


# Points

FUNCTIONS: Sequence[Callable[[random.Random], list[int]]] = (
    lambda draw: [draw.randint(-9, 9) for _ in range(16)],
    lambda draw: [draw.randint(-9, 9) for _ in range(16)],
    lambda draw: [draw.randint(0, 1) for _ in range(16)],
    lambda draw: [draw.randint(0, 1) for _ in range(16)],
    lambda _: [i * i - 3 * i for i in range(16)],
    lambda _: [2**i for i in range(16)],
    lambda draw: [int(i == draw.randint(0, 5)) for i in range(16)],
    lambda draw: [i + draw.randint(0, 1) for i in range(16)],
)
SPANS = (range(0), range(-60, 60), range(-60, 60), range(-4, 7), range(-3, 5), range(-2, 4))
SPANS_BESIDE_FUNCTIONS = (range(0), range(-8, 15), range(-6, 8), range(-3, 6))


def points(rule: Identity) -> Iterator[tuple[dict[str, int], dict[str, list[int]]]]:
    """All combinations of small values of the names, and wider ones at random; each with values of the functions."""
    names = sorted({name for nat in (*rule.sides, *(c.nat for c in rule.conditions)) for name in nat.names})
    functions = sorted(rule.sides[0].tables | rule.sides[1].tables)
    draw = random.Random(rule.name)
    span = (SPANS_BESIDE_FUNCTIONS if functions else SPANS)[len(names)]
    values = [*product(span, repeat=len(names))]
    if not functions:
        values += [tuple(draw.randint(-20, 20) for _ in names) for _ in range(2000)]
    for value in values:
        for kind in FUNCTIONS if functions else FUNCTIONS[:1]:
            yield dict(zip(names, value, strict=True)), {function: kind(draw) for function in functions}


def check_points(rule: Identity) -> int:
    """Refuse a rule whose sides differ at a point of its guard; else say how many points there were."""
    checked = 0
    for names, tables in points(rule):
        try:
            if not all(evaluate_condition(condition, names, tables) for condition in rule.conditions):
                continue
        except Undefined:  # a divisor in the guard itself: another condition of the guard must exclude this point
            plain = [condition for condition in rule.conditions if condition.nat.atoms == variables(condition.nat)]
            if all(evaluate_condition(condition, names, tables) for condition in plain):
                raise Refused(f"{rule.name}: the guard has no value at {names}") from None
            continue
        try:
            left, right = (evaluate(side, names, tables) for side in rule.sides)
        except Undefined as error:
            raise Refused(f"{rule.name}: no value at {names}, {tables}: {error}") from None
        if left != right:
            raise Refused(f"{rule.name}: {left} is not {right} at {names}, {tables}")
        checked += 1
    if checked < 100:
        raise Refused(f"{rule.name}: the guard holds at {checked} points only")
    return checked


def variables(nat: Nat) -> tuple[Atom, ...]:
    return tuple(atom for atom in nat.atoms if isinstance(atom, Var))


# Tests

BY_Z3 = [rule for rule in RULES.values() if rule.proof == Z3]


@pytest.mark.parametrize("rule", BY_Z3, ids=lambda rule: rule.name)
def test_z3_proves_the_rule(rule: Identity) -> None:
    prove_by_z3(rule)


@pytest.mark.parametrize("rule", RULES.values(), ids=lambda rule: rule.name)
def test_the_rule_holds_at_every_small_point(rule: Identity) -> None:
    assert check_points(rule) >= 100


def test_every_rule_says_how_it_is_proved() -> None:
    assert {rule.proof for rule in RULES.values()} <= {Z3, SMALL}
    assert all(name == rule.name for name, rule in RULES.items())


@pytest.mark.parametrize("rule", RULES.values(), ids=lambda rule: rule.name)
def test_both_sides_use_only_names_and_functions_of_the_left_side_and_the_guard(rule: Identity) -> None:
    left, right = rule.sides
    known = left.names.union(*(condition.names for condition in rule.conditions))
    assert right.names <= known
    assert right.tables <= left.tables


@pytest.mark.parametrize("name", STEPS)
def test_every_step_belongs_to_a_rule(name: str) -> None:
    assert name in RULES


def test_a_quotient_that_fits_the_definition_is_the_quotient() -> None:
    d, x, k, other = z3.Ints("d x k other")
    fits = [d >= 1, d * k <= x, x < d * k + d, d * other <= x, x < d * other + d]
    ask(k == other, fits, "there is just one quotient")


def test_powers_of_two_add_their_exponents_and_grow() -> None:
    power, x, y, k = power_of(2), *z3.Ints("x y k")
    start = power(0) == 1

    def double(at: Term) -> Formula:
        return z3.Implies(at >= 0, power(at + 1) == 2 * power(at))

    ask(power(0 + y) == power(0) * power(y), [start], "the law of exponents at 0")
    step = [x >= 0, y >= 0, double(x), double(x + y), power(x + y) == power(x) * power(y)]
    ask(power(x + 1 + y) == power(x + 1) * power(y), step, "the law of exponents from x to x + 1")
    ask(power(k + 1) >= 1, [k >= 0, double(k), power(k) >= 1], "powers are positive")
    grows = [y > x, x >= 0, double(y), power(x + 1) <= power(y), power(y) >= 1]
    ask(power(x + 1) <= power(y + 1), grows, "later powers are greater")


def test_a_logarithm_that_fits_the_definition_is_the_logarithm() -> None:
    power, x, k, other = power_of(2), *z3.Ints("x k other")
    fits = [power(k) <= x, x < power(k + 1), power(other) <= x, x < power(other + 1)]
    grows = [z3.Implies(a < b, power(a + 1) <= power(b)) for a, b in ((k, other), (other, k))]
    ask(k == other, [*fits, *grows], "there is just one logarithm")


def wrong(name: str, left: str, right: str, *guard: str) -> Identity:
    return Identity(name, left, right, guard, Z3)


WRONG = (
    wrong("one is its own remainder", "1 mod N", "1", "N ge 1"),
    wrong("less than the divisor, but negative", "x floordiv y", "0", "x lt y", "y ge 1"),
    wrong("remainder of less than the divisor, but negative", "x mod y", "x", "x lt y", "y ge 1"),
    wrong("one less is inside too", "(x - 1) mod n", "x - 1", "n ge 1", "x ge 0", "x lt n"),
    wrong("remainders as in C", "(3 - i) mod 3", "-(i mod 3)", "i ge 0"),
    wrong("a negative number rounded up", "(4 * i - 1) floordiv 4", "i"),
    wrong("half of an odd number", "2 * (N floordiv 2)", "N", "N ge 1"),
    wrong("half of an odd square", "2 * ((k * k) floordiv 2)", "k * k"),
    wrong("one, where 0 is divided by 0", "x floordiv x", "1"),
    wrong("nothing left, where 0 is divided by 0", "x mod x", "0", "x ge 0"),
    wrong("a common factor that may be 0", "(c * x) floordiv (c * d)", "x floordiv d", "d ge 1", "c ge 0"),
    wrong(
        "a common factor, the rest too large",
        "(c * x + r) floordiv (c * d)",
        "x floordiv d",
        "c ge 1",
        "d ge 1",
        "r ge 0",
    ),
    wrong("a rest as large as the divisor", "(q * d + r) floordiv d", "q", "r ge 0", "r le d", "d ge 1"),
    wrong("a negative rest", "(q * d + r) mod d", "r", "r lt d", "d ge 1"),
    wrong("divisors added", "(x floordiv a) floordiv b", "x floordiv (a + b)", "a ge 1", "b ge 1"),
    wrong("a remainder by what does not divide", "(x mod m) mod d", "x mod d", "m ge d", "d ge 1"),
    wrong("digits exchanged", "(x mod (a * b)) floordiv b", "(x floordiv a) mod b", "a ge 1", "b ge 1"),
    wrong("digits that do not belong together", "d * (x floordiv d) + x mod (d + 1)", "x", "d ge 1"),
    wrong("a multiple that is not known", "d * (a floordiv d)", "a", "d ge 1", "a ge 0"),
    wrong("the greater for the less", "min(a, b)", "a", "a ge b"),
    wrong("a branch without its condition", "if(p ge 0, a, b)", "a"),
    wrong("the border in the wrong branch", "if(p ge 1, a, b)", "a", "p ge 0"),
    wrong("no power of two", "pow(2, log2(x))", "x", "x ge 1"),
    wrong("a logarithm of a sum", "log2(x + y)", "log2(x) + log2(y)", "x ge 1", "y ge 1"),
    wrong("a negative count", "sum(i : n, c)", "n * c"),
    wrong("a sum that is one too far", "2 * sum(i : n, i)", "n * (n + 1)", "n ge 0"),
    wrong("a telescope that starts late", "sum(i : n, F[i + 1] - F[i])", "F[max(n, 0)] - F[1]"),
    wrong("a shift to the left", "sum(i : n, f[max(i + a, 0)])", "sum(i : n + a, f[i]) - sum(i : a, f[i])", "n ge 0"),
    wrong("a split below the start", "sum(i : n, if(i lt c, 1, 2))", "min(c, n) + 2 * (n - min(c, n))", "n ge 0"),
    wrong("a product of sums", "sum(i : n, f[i] * g[i])", "sum(i : n, f[i]) * sum(i : n, g[i])", "n ge 0"),
    wrong("chunks after the last", "sum(i : n, min(b, a - b * i))", "min(a, b * n)", "n ge 0", "a ge 0", "b ge 0"),
    wrong("chunks of less than nothing", "sum(i : n, max(min(b, a - b * i), 0))", "min(a, b * n)", "n ge 0", "a ge 0"),
    wrong("a quotient that is no multiple", "b * (x floordiv (a * b))", "x floordiv a", "a ge 1", "b ge 1"),
    wrong("one term too few", "sum(i : n, f[i])", "sum(i : n - 1, f[i])", "n ge 1"),
)


@pytest.mark.parametrize("rule", WRONG, ids=lambda rule: rule.name)
def test_z3_refuses_a_wrong_rule(rule: Identity) -> None:
    with pytest.raises(Refused):
        prove_by_z3(rule, patience=300)


@pytest.mark.parametrize("rule", WRONG, ids=lambda rule: rule.name)
def test_points_refuse_a_wrong_rule(rule: Identity) -> None:
    with pytest.raises(Refused, match=r"is not|no value"):
        check_points(rule)


def test_a_guard_that_never_holds_is_no_proof() -> None:
    with pytest.raises(Refused, match="at 0 points only"):
        check_points(wrong("never", "x", "x + 1", "x ge 1", "x le 0"))


@pytest.mark.parametrize("name", STEPS)
def test_a_right_side_that_is_off_by_one_is_refused(name: str) -> None:
    rule = RULES[name]
    with pytest.raises(Refused):
        prove_by_z3(Identity(name, rule.left, f"{rule.right} + 1", rule.guard, rule.proof), patience=300)
