"""Expressions as C: exact for every value the facts allow.

C's `/` and `%` round towards 0, ours down. They are the same where the dividend is not negative, so that is proved
first; else a multiple of the divisor that makes it so is added; else a helper function does it (`HELPERS`). A sum that
did not close is a look-up in a table of prefix sums, whose name the caller gives. A division by a power of two that
is not a number is a shift.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import prod
from typing import Final, final

from .expr import Bound, Condition, FloorDiv, If, Log2, Lookup, Max, Min, Mod, Sum, Var, bound, compare, lookup
from .facts import Facts
from .polynomial import divisor_of
from .printer import SIGNS, SUM, UNARY, Printer
from .prove import holds
from .ring import Atom, Monomial, Nat, NatError, Pow, const, from_terms

HELPERS: Final[Mapping[str, str]] = {
    "floor_div": "{int} floor_div({int} a, {int} d) {{ return a / d - (a % d < 0); }}",
    "floor_mod": "{int} floor_mod({int} a, {int} d) {{ {int} r = a % d; return r < 0 ? r + d : r; }}",
    "int_pow": "{int} int_pow({int} b, {int} e) {{ {int} r = 1; while (e-- > 0) r *= b; return r; }}",
    "int_log2": "{int} int_log2({int} n) {{ {int} r = 0; while (n > 1) {{ n /= 2; r += 1; }} return r; }}",
}
"""C functions that the text may call, for an integer type to be filled in: those whose name occurs must be there."""

SHIFTS: Final = 3
"""How many times the divisor is added in the attempt to make a dividend non-negative."""


class NoTable(NatError):
    """A sum is left that no table has."""

    def __init__(self, left: Sum):
        super().__init__(f"{left.nat} needs a table of prefix sums")
        self.sum = left


def to_c(nat: Nat, facts: Facts, *, prefix_sums: Mapping[Nat, str] | None = None, long: bool = False) -> str:
    """The expression in C; `prefix_sums` names the table for each body of a sum that is left, `long` is for 64 bits."""
    return CPrinter(facts, prefix_sums or {}, "1L" if long else "1").nat(nat)


@final
class CPrinter(Printer):
    """Writes C for values that satisfy the facts."""

    division = "/"
    relations = SIGNS

    def __init__(self, facts: Facts, prefix_sums: Mapping[Nat, str], one: str, names: Mapping[str, str] | None = None):
        self.facts = facts
        self.prefix_sums = prefix_sums
        self.one = one
        self.names = names or {}
        """What names and tables are called in C, where it is something else."""

    def given(self, condition: Condition) -> CPrinter:
        """Writes C where a condition holds."""
        return CPrinter(self.facts.given(condition), self.prefix_sums, self.one, self.names)

    def nat(self, nat: Nat, place: int = SUM) -> str:
        return super().nat(self._without_fractions(nat), place)

    def _without_fractions(self, nat: Nat) -> Nat:
        """The same with one division by a power in place of powers with negative exponents: `N / (1 << r)`."""
        small = [(monomial, c) for monomial, c in nat.terms if not self._is_whole(monomial, Fraction(c, nat.den))]
        if not small:
            return nat
        if nat.den != 1:
            small = list(nat.terms)
        part = from_terms(small, nat.den)
        own = list(dict.fromkeys(divisor_of(atom) for atom in part.atoms if isinstance(atom, Pow)))
        for below in (*own, prod(own, start=const(part.den))):
            above = part * below
            if all(self._is_whole(each, Fraction(c, above.den)) for each, c in above.terms):
                return nat - part + FloorDiv("", (above, below)).nat
        return nat

    def _is_whole(self, monomial: Monomial, coefficient: Fraction) -> bool:
        """Whether the powers of a term are shown to be whole numbers, with what they take of the coefficient."""
        for atom, _ in monomial.factors:
            if isinstance(atom, Pow):
                exponent, base = atom.args[0], int(atom.label)
                while coefficient.numerator % base == 0:
                    coefficient, exponent = coefficient / base, exponent + 1
                while coefficient.denominator % base == 0:
                    coefficient, exponent = coefficient * base, exponent - 1
                if not holds(compare(exponent, "ge", 0), self.facts):
                    return False
        return True

    def power(self, base: int, exponent: Nat) -> str:
        if base == 2:
            return f"({self.one} << {self.nat(exponent, UNARY)})"
        return f"int_pow({base}, {self.nat(exponent)})"

    def divides(self, atom: Atom) -> bool:
        if not isinstance(atom, FloorDiv | Mod):
            return False
        times = self._shift(atom)
        if times == 0 and _exponent_of_two(atom.args[1]) is not None:
            return False  # shifts have parentheses around them
        return times is not None if isinstance(atom, Mod) else times == 0

    def atom(self, atom: Atom) -> str:
        match atom:
            case Var():
                return self._called(str(atom.label))
            case FloorDiv() | Mod():
                return self._division(atom)
            case Log2():
                return self.call("int_log2", *atom.args)
            case Min() | Max():
                return self._extreme(atom)
            case If():
                then, otherwise = self.given(atom.condition), self.given(atom.condition.negated)
                return f"({self.condition(atom.condition)} ? {then.nat(atom.args[1])} : {otherwise.nat(atom.args[2])})"
            case Lookup():
                return f"{self._called(str(atom.label))}[{self.nat(atom.args[0])}]"
            case Sum():
                return f"{self._prefix_table(atom)}[{self.nat(atom.args[0])}]"
            case Bound():
                raise NatError("an expression with a dangling position can't be printed as C")
            case _:
                raise TypeError(f"no notation for {type(atom).__name__}")

    def _called(self, name: str) -> str:
        """What C calls a name or a table."""
        if name not in self.names and not (name.isascii() and name.isidentifier()):
            raise NatError(f"{name!a} is no name in C")
        return self.names.get(name, name)

    def _division(self, atom: FloorDiv | Mod) -> str:
        dividend, divisor = atom.args
        times = self._shift(atom)
        if times is None:
            return self.call("floor_mod" if isinstance(atom, Mod) else "floor_div", dividend, divisor)
        exponent = _exponent_of_two(divisor)
        if times == 0 and exponent is not None:
            suffix = "L" if dividend.constant is not None and self.one == "1L" else ""
            above = f"{self.nat(dividend, UNARY)}{suffix}"
            if isinstance(atom, Mod):
                return f"({above} & ({self.power(2, exponent)} - 1))"
            return f"({above} >> {self.nat(exponent, UNARY)})"
        text = self.divided(dividend + divisor * times, "%" if isinstance(atom, Mod) else "/", divisor)
        return text if isinstance(atom, Mod) or not times else f"({text} - {times})"

    def _shift(self, atom: FloorDiv | Mod) -> int | None:
        """How many times the divisor is added to make the dividend non-negative; None where none is shown to do."""
        dividend, divisor = atom.args
        if not holds(compare(divisor, "ge", 1), self.facts):
            return None
        tries = range(SHIFTS + 1)
        return next((n for n in tries if holds(compare(dividend + divisor * n, "ge", 0), self.facts)), None)

    def _extreme(self, atom: Min | Max) -> str:
        args = sorted(atom.args, key=lambda arg: arg.constant is not None)  # i > 0 ? i : 0
        first, rest = args[0], atom.with_args(tuple(args[1:]))
        sign = "<" if isinstance(atom, Min) else ">"
        return f"({self.nat(first)} {sign} {self.nat(rest)} ? {self.nat(first)} : {self.nat(rest)})"

    def _prefix_table(self, atom: Sum) -> str:
        body = atom.args[1]
        if body in self.prefix_sums:
            return self.prefix_sums[body]
        single = body.single
        if isinstance(single, Lookup) and body is lookup(str(single.label), bound(0)):
            return f"{self._called(str(single.label))}_sums"
        raise NoTable(atom)


def _exponent_of_two(nat: Nat) -> Nat | None:
    """The exponent, where an expression that is no number is one power of two."""
    if len(nat.terms) != 1:
        return None
    monomial, coefficient = nat.terms[0]
    if monomial.powers != frozenset((2,)) or len(monomial.factors) != 1:
        return None
    if coefficient < 1 or coefficient & (coefficient - 1) or nat.den & (nat.den - 1):
        return None
    return monomial.factors[0][0].args[0] + (coefficient.bit_length() - nat.den.bit_length())
