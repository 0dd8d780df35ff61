"""Expressions: the kinds of atoms, and the constructors that keep everything in normal form.

Constructors use no facts: they fold numbers and what is exact for all integers, and nothing else. That a variable is
not negative is a fact, and facts live in `facts.py`.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import gcd
from typing import final

from .integral import factorise, integral
from .ring import LARGEST, ONE, ZERO, Atom, Nat, NatError, TooLarge, as_nat, const, from_terms, prime_power


def _defined(nat: Nat) -> bool:
    """Whether a divisor, or the argument of log2, is not a number below 1.

    Putting values into an expression may leave such a part, in a branch that is not taken, say. It stays as it is.
    """
    return nat.constant is None or nat.constant >= 1


@final
class Var(Atom):
    """A free variable."""

    __slots__ = ()
    rank = 0

    def _note_label(self) -> None:
        self.names = frozenset((str(self.label),))

    def with_args(self, args: tuple[Nat, ...]) -> Nat:
        return self.nat


@final
class Bound(Atom):
    """A variable of an enclosing binder, by de Bruijn index."""

    __slots__ = ()
    rank = 1

    def _note_label(self) -> None:
        self.loose = int(self.label) + 1

    def with_args(self, args: tuple[Nat, ...]) -> Nat:
        return self.nat


@final
class FloorDiv(Atom):
    """`floor(a / d)`."""

    __slots__ = ()
    rank = 2

    def with_args(self, args: tuple[Nat, ...]) -> Nat:
        return floordiv(*args) if _defined(args[1]) else FloorDiv("", args).nat


@final
class Mod(Atom):
    """`a - d * floor(a / d)`."""

    __slots__ = ()
    rank = 3

    def with_args(self, args: tuple[Nat, ...]) -> Nat:
        return mod(*args) if _defined(args[1]) else Mod("", args).nat


@final
class Log2(Atom):
    """`floor(log2(a))`."""

    __slots__ = ()
    rank = 5

    def with_args(self, args: tuple[Nat, ...]) -> Nat:
        return log2(*args) if _defined(args[0]) else Log2("", args).nat


@final
class Min(Atom):
    """The least of two or more."""

    __slots__ = ()
    copies = 2
    rank = 6

    def with_args(self, args: tuple[Nat, ...]) -> Nat:
        return minimum(*args)


@final
class Max(Atom):
    """The greatest of two or more."""

    __slots__ = ()
    copies = 2
    rank = 7

    def with_args(self, args: tuple[Nat, ...]) -> Nat:
        return maximum(*args)


@final
class If(Atom):
    """`(p, a, b)` with the label `ge` or `eq`: a where p is at least (or equal to) 0, else b."""

    __slots__ = ()
    rank = 8

    @property
    def condition(self) -> Condition:
        return Condition(str(self.label), self.args[0])

    def with_args(self, args: tuple[Nat, ...]) -> Nat:
        return if_then_else(_condition(str(self.label), args[0]), args[1], args[2])


@final
class Sum(Atom):
    """`(count, body)`: the body summed over `bound(0)` from 0 up to the count; 0 where the count is negative."""

    __slots__ = ()
    rank = 9
    binders = (0, 1)

    def with_args(self, args: tuple[Nat, ...]) -> Nat:
        return sum_bound(*args)


@final
class Lookup(Atom):
    """An entry of a table of naturals (the label) that is known at run time."""

    __slots__ = ()
    rank = 10

    def _note_label(self) -> None:
        self.tables |= {str(self.label)}

    def with_args(self, args: tuple[Nat, ...]) -> Nat:
        return lookup(str(self.label), args[0])


def var(name: str) -> Nat:
    """A free variable."""
    return Var(name).nat


def bound(index: int) -> Nat:
    """The variable of the index-th enclosing binder."""
    return Bound(index).nat


def floordiv(dividend: Nat | int, divisor: Nat | int) -> Nat:
    """`dividend floordiv divisor`. Exact where that needs no facts: `n * (n + 1) floordiv 2` is a polynomial."""
    a, d = as_nat(dividend), as_nat(divisor)
    number = _positive_divisor(d)
    if number is None:
        return FloorDiv("", (a, d)).nat
    if number == 1 and a.den == 1:
        return a
    if a.constant is not None:
        return const(a.constant // number)
    exact = a.over(number)
    return exact if integral(exact) else FloorDiv("", (a, d)).nat


def mod(dividend: Nat | int, divisor: Nat | int) -> Nat:
    """`dividend mod divisor`, never negative."""
    a, d = as_nat(dividend), as_nat(divisor)
    number = _positive_divisor(d)
    if number is None:
        return Mod("", (a, d)).nat
    if a.constant is not None:
        return const(a.constant % number)
    return ZERO if integral(a.over(number)) else Mod("", (a, d)).nat


def _positive_divisor(divisor: Nat) -> int | None:
    number = divisor.constant
    if number is not None and number < 1:
        raise NatError(f"the divisor {number} is less than 1")
    return number


def ceildiv(dividend: Nat | int, divisor: Nat | int) -> Nat:
    """`dividend ceildiv divisor`, which is `(dividend + divisor - 1) floordiv divisor`."""
    a, d = as_nat(dividend), as_nat(divisor)
    return floordiv(a + d - 1, d)


def power(base: Nat | int, exponent: Nat | int) -> Nat:
    """`pow(base, exponent)`, one of which is a number."""
    b, e = as_nat(base), as_nat(exponent)
    number, count = b.constant, e.constant
    if count is not None and count >= 0 and (number is None or number < 1):
        if count > LARGEST.bit_length() and len(b.terms) > 0:
            raise TooLarge(f"the exponent {count} of pow({b}, ..) is too large")
        result = const(1)
        for _ in range(count):
            result = result * b
        return result
    if count is not None and count < 0:
        raise NatError(f"pow({b}, {count}) has a negative exponent")
    if number is None or number < 1:
        raise NatError(f"pow({b}, {e}) needs a positive number as base or a number as exponent")
    result = const(1)
    for prime, times in factorise(number):
        result = result * prime_power(prime, e * times)
    return result


def log2(argument: Nat | int) -> Nat:
    """`log2(argument)`, rounded down."""
    a = as_nat(argument)
    number = a.constant
    if number is None:
        return Log2("", (a,)).nat
    if number < 1:
        raise NatError(f"log2({number}) does not exist")
    return const(number.bit_length() - 1)


def minimum(*arguments: Nat | int) -> Nat:
    """The least of the arguments; those that differ by a number are decided."""
    return _extreme(Min, 1, arguments)


def maximum(*arguments: Nat | int) -> Nat:
    """The greatest of the arguments; those that differ by a number are decided."""
    return _extreme(Max, -1, arguments)


def _extreme(kind: type[Atom], sign: int, arguments: Iterable[Nat | int]) -> Nat:
    kept: list[Nat] = []
    for argument in arguments:
        nat = as_nat(argument)
        single = nat.single
        for candidate in single.args if isinstance(single, kind) else (nat,):
            for i, other in enumerate(kept):
                difference = (candidate - other).fraction
                if difference is not None:
                    kept[i] = candidate if difference * sign < 0 else other
                    break
            else:
                kept.append(candidate)
    kept.sort(key=lambda nat: nat.key)
    return kept[0] if len(kept) == 1 else kind("", tuple(kept)).nat


def if_then_else(condition: Condition | bool, then: Nat | int, otherwise: Nat | int) -> Nat:
    """`if(condition, then, otherwise)`; of a condition and its opposite, one is kept (its first term is positive)."""
    a, b = as_nat(then), as_nat(otherwise)
    decided = condition if isinstance(condition, bool) else condition.decided
    if decided is not None:
        return a if decided else b
    assert isinstance(condition, Condition)
    if a is b:
        return a
    first = condition.nat.terms[0][1]
    if condition.relation == "ne" or (condition.relation == "ge" and first < 0):
        condition, a, b = condition.negated, b, a
    return If(condition.relation, (condition.nat, a, b)).nat


def sum_bound(count: Nat | int, body: Nat | int) -> Nat:
    """The sum of a body over `bound(0)`."""
    n, f = as_nat(count), as_nat(body)
    if not f.terms or (n.constant is not None and n.constant <= 0):
        return ZERO
    return Sum("", (n, f)).nat


def sum_over(name: str, count: Nat | int, body: Nat | int) -> Nat:
    """`sum(name : count, body)`."""
    from .rebuild import abstract  # substitution is a layer above

    return sum_bound(count, abstract(as_nat(body), name))


def lookup(table: str, index: Nat | int) -> Nat:
    """`table[index]`."""
    return Lookup(table, (as_nat(index),)).nat


@final
class Condition:
    """`nat ge 0`, `nat eq 0` or `nat ne 0`: every comparison in normal form, hash-consed."""

    __slots__ = ("nat", "relation")

    relation: str
    nat: Nat

    def __new__(cls, relation: str, nat: Nat) -> Condition:
        found = _CONDITIONS.get((relation, nat))
        if found is None:
            found = object.__new__(cls)
            found.relation, found.nat = relation, nat
            found = _CONDITIONS.setdefault((relation, nat), found)
        return found

    @property
    def decided(self) -> bool | None:
        """Whether it holds, where that takes no facts."""
        value = self.nat.fraction
        if value is None:
            return None
        return value >= 0 if self.relation == "ge" else (value == 0) == (self.relation == "eq")

    @property
    def negated(self) -> Condition:
        if self.relation == "ge":
            return _condition("ge", -self.nat - 1)
        return _condition("ne" if self.relation == "eq" else "eq", self.nat)

    @property
    def names(self) -> frozenset[str]:
        return self.nat.names

    @property
    def tables(self) -> frozenset[str]:
        return self.nat.tables

    def __str__(self) -> str:
        from .print_mlir import condition_text  # the printer is a layer above

        return condition_text(self)

    __repr__ = __str__


_CONDITIONS: dict[tuple[str, Nat], Condition] = {}


def compare(left: Nat | int, relation: str, right: Nat | int) -> Condition:
    """`left relation right`, the relation one of `lt le gt ge eq ne`."""
    a, b = as_nat(left), as_nat(right)
    match relation:
        case "ge":
            return _condition("ge", a - b)
        case "gt":
            return _condition("ge", a - b - 1)
        case "le":
            return _condition("ge", b - a)
        case "lt":
            return _condition("ge", b - a - 1)
        case "eq" | "ne":
            return _condition(relation, a - b)
        case _:
            raise NatError(f"'{relation}' is not a comparison; there are lt, le, gt, ge, eq and ne")


def _condition(relation: str, nat: Nat) -> Condition:
    """Multiply out the denominator, divide out what all coefficients share, and fix the sign of an equation."""
    whole = from_terms(nat.terms)
    rest = [(monomial, coefficient) for monomial, coefficient in nat.terms if monomial is not ONE]
    if not rest:
        return Condition(relation, whole)
    common = gcd(*(coefficient for _, coefficient in rest))
    constant = whole.constant_term.numerator
    if relation == "ge":
        if common > 1 and not any(monomial.powers for monomial, _ in rest):  # c * x + k ge 0 is x + k floordiv c ge 0
            whole = (whole - constant).over(common) + constant // common
        return Condition(relation, whole)
    if constant % common == 0:
        whole = whole.over(common)
    return Condition(relation, -whole if rest[0][1] < 0 else whole)
