"""The identities that simplification uses, as data: name, left side, right side, guard, and how it is known.

A rule says that left and right have the same value for all integers that satisfy the guard. `simplify.py` only
proposes how an expression is an instance of a left side; it is `Identity.apply` that proves the guard and puts the right
side in place, so nothing is rewritten that is not an instance of a line below. A look-up such as `f[i]` stands for any
function of i. Every line is proved in `test/unit/test_nat_rules.py`: by z3, or exhaustively on small ranges where z3
gives up.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final, TypeAlias

from .expr import Condition, Var
from .parser import parse_condition, parse_nat
from .rebuild import fill
from .ring import ZERO, Atom, Nat, const

Values: TypeAlias = Mapping[str, Nat]
Build: TypeAlias = Callable[[Values], Nat]

Z3: Final = "z3"
SMALL: Final = "exhaustive"
"""For a rule that z3 gives up on; at present there is none."""


@dataclass(frozen=True)
class Identity:
    """`left = right` where the guard holds; `proof` says how that is known."""

    name: str
    left: str
    right: str
    guard: tuple[str, ...]
    proof: str

    @cached_property
    def sides(self) -> tuple[Nat, Nat]:
        return parse_nat(self.left), parse_nat(self.right)

    @cached_property
    def conditions(self) -> tuple[Condition, ...]:
        return tuple(parse_condition(condition) for condition in self.guard)

    @cached_property
    def guards(self) -> tuple[tuple[str, Build], ...]:
        """For each condition of the guard its relation to 0 and what builds its expression from values."""
        return tuple((condition.relation, _builder(condition.nat)) for condition in self.conditions)

    @cached_property
    def build(self) -> Build:
        """The right side from values."""
        return _builder(self.sides[1])

    def result(self, values: Values, functions: Values) -> Nat:
        """The right side for these values; a function is a body over `bound(0)`."""
        return fill(self.sides[1], values, functions) if functions else self.build(values)

    def matches(self, before: Nat, values: Values, functions: Values) -> bool:
        """Whether an expression is this instance of the left side, up to the ring's laws."""
        return fill(self.sides[0], values, functions) is before


def _builder(template: Nat) -> Build:
    """A function that puts values into a template without walking it anew."""
    terms = [
        (coefficient, [_atom_builder(atom) for atom, times in monomial.factors for _ in range(times)])
        for monomial, coefficient in template.terms
    ]
    if len(terms) == 1 and terms[0][0] == template.den == 1 and len(terms[0][1]) == 1:
        return terms[0][1][0]

    def build(values: Values) -> Nat:
        total = ZERO
        for coefficient, factors in terms:
            product = const(coefficient)
            for factor in factors:
                product = factor(values) * product
            total = total + product
        return total.over(template.den) if template.den != 1 else total

    return build


def _atom_builder(atom: Atom) -> Build:
    if isinstance(atom, Var):
        name = str(atom.label)
        return lambda values: values[name]
    args = [_builder(arg) for arg in atom.args]
    return lambda values: atom.with_args(tuple(arg(values) for arg in args))


def _table(*rows: tuple[str, str, str, str, str]) -> Mapping[str, Identity]:
    rules = [
        Identity(name, left, right, tuple(filter(None, guard.split(" and "))), proof)
        for name, left, right, guard, proof in rows
    ]
    return {rule.name: rule for rule in rules}


# fmt: off
RULES: Final = _table(
    # Division with remainder: q and r are proposed by polynomial division
    ("floordiv-inside",   "(q * d + r) floordiv d",                   "q",                                 "r ge 0 and r lt d",                         Z3),
    ("mod-inside",        "(q * d + r) mod d",                        "r",                                 "r ge 0 and r lt d",                         Z3),
    ("floordiv-multiple", "(q * d + r) floordiv d",                   "q + r floordiv d",                  "d ge 1",                                    Z3),
    ("mod-multiple",      "(q * d + r) mod d",                        "r mod d",                           "d ge 1",                                    Z3),
    ("mod-known",         "(q * a + r) mod d",                        "r mod d",                           "d ge 1 and a mod d eq 0",                   Z3),
    ("floordiv-known",    "d * (a floordiv d)",                       "a",                                 "d ge 1 and a mod d eq 0",                   Z3),
    ("floordiv-nested-known", "b * (x floordiv (a * b))",             "x floordiv a",                      "a ge 1 and b ge 1 and (x floordiv a) mod b eq 0", Z3),
    # Common factors: what is below the factor does not reach the digits above it
    ("floordiv-factor",   "(c * x + r) floordiv (c * d)",             "x floordiv d",                      "c ge 1 and d ge 1 and r ge 0 and r lt c",   Z3),
    ("mod-factor",        "(c * x + r) mod (c * d)",                  "c * (x mod d) + r",                 "c ge 1 and d ge 1 and r ge 0 and r lt c",   Z3),
    # Nested
    ("floordiv-floordiv", "(x floordiv a) floordiv b",                "x floordiv (a * b)",                "a ge 1 and b ge 1",                         Z3),
    ("floordiv-of-sum",   "(x floordiv a + c) floordiv b",            "(x + a * c) floordiv (a * b)",      "a ge 1 and b ge 1",                         Z3),
    ("floordiv-mod",      "(x mod (a * b)) floordiv b",               "(x floordiv b) mod a",              "a ge 1 and b ge 1",                         Z3),
    ("mod-mod",           "(y + k * (x mod (m * d))) mod d",          "(y + k * x) mod d",                 "m ge 1 and d ge 1",                         Z3),
    # Digits put together again
    ("recombine",         "c * d * (x floordiv d) + c * (x mod d)",   "c * x",                             "d ge 1",                                    Z3),
    ("recombine-mod",     "c * a * ((x floordiv a) mod b) + c * (x mod a)", "c * (x mod (a * b))",         "a ge 1 and b ge 1",                         Z3),
    # Choice
    ("min-left",          "min(a, b)",                                "a",                                 "a le b",                                    Z3),
    ("max-left",          "max(a, b)",                                "a",                                 "a ge b",                                    Z3),
    ("if-true",           "if(p ge 0, a, b)",                         "a",                                 "p ge 0",                                    Z3),
    ("if-false",          "if(p ge 0, a, b)",                         "b",                                 "p lt 0",                                    Z3),
    ("if-equal",          "if(p eq 0, a, b)",                         "a",                                 "p eq 0",                                    Z3),
    ("if-unequal",        "if(p eq 0, a, b)",                         "b",                                 "p ne 0",                                    Z3),
    # Logarithms
    ("log2-power",        "log2(pow(2, k))",                          "k",                                 "k ge 0",                                    Z3),
    ("log2-product",      "log2(pow(2, k) * x)",                      "k + log2(x)",                       "k ge 0 and x ge 1",                         Z3),
    # Sums: F is proposed as an antidifference of what is added
    ("sum-telescope",     "sum(i : n, F[i + 1] - F[i])",              "F[n] - F[0]",                       "n ge 0",                                    Z3),
    ("sum-add",           "sum(i : n, f[i] + g[i])",                  "sum(i : n, f[i]) + sum(i : n, g[i])", "",                                        Z3),
    ("sum-factor",        "sum(i : n, c * f[i])",                     "c * sum(i : n, f[i])",              "",                                          Z3),
    ("sum-shift",         "sum(i : n, f[i + a])",                     "sum(i : n + a, f[i]) - sum(i : a, f[i])", "n ge 0 and a ge 0",                   Z3),
    ("sum-split",         "sum(i : n, if(i lt c, f[i], g[i]))",       "sum(i : min(c, n), f[i]) + sum(i : n - min(c, n), g[i + min(c, n)])", "n ge 0 and c ge 0", Z3),
    ("sum-split-above",   "sum(i : n, if(i lt c, f[i], g[i]))",       "sum(i : max(min(c, n), 0), f[i]) + sum(i : n - max(min(c, n), 0), g[i + max(min(c, n), 0)])", "n ge 0", Z3),
    ("sum-scale",         "sum(i : n, if(a * i lt b, f[i], g[i]))",   "sum(i : n, if(i lt (b + a - 1) floordiv a, f[i], g[i]))", "a ge 1",             Z3),
    ("sum-if",            "sum(i : n, if(p ge 0, f[i], g[i]))",       "if(p ge 0, sum(i : n, f[i]), sum(i : n, g[i]))", "",                            Z3),
    ("sum-if-equal",      "sum(i : n, if(p eq 0, f[i], g[i]))",       "if(p eq 0, sum(i : n, f[i]), sum(i : n, g[i]))", "",                            Z3),
    ("sum-chunks",        "sum(i : n, min(b, a - b * i))",            "min(a, b * n)",                     "n ge 0 and a ge 0 and b ge 0 and b * n le a + b", Z3),
    ("sum-chunks-above",  "sum(i : n, max(min(b, a - b * i), 0))",    "min(a, b * n)",                     "n ge 0 and a ge 0 and b ge 0",              Z3),
    ("sum-point",         "sum(i : n, if(i eq c, f[i], g[i]))",       "sum(i : n, g[i]) + if(c ge 0, if(c lt n, f[c] - g[c], 0), 0)", "n ge 0",         Z3),
)
# fmt: on
