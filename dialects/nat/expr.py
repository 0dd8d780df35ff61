"""Expressions of the algebra: polynomials over atoms, hash-consed, in one normal form that uses no facts.

A `Nat` is a polynomial with rational coefficients; an `Atom` is a factor the ring does not look into (a variable,
`floordiv`, `mod`, `min`, `if`, `sum`, a table look-up, ...). Equal normal forms are one object, so `==` is identity.
Values are integers: that a variable is not negative is a fact, and facts live in `facts.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import product as grid
from math import gcd, lcm, prod
from typing import Any, ClassVar, Final, Self, TypeAlias, cast, final

LARGEST: Final = 2**63 - 1
"""No number in an expression may be larger."""

DEEPEST: Final = 100
"""Atoms nested deeper are refused instead of overflowing the stack."""

MOST_TERMS: Final = 2_000
"""A product that would expand to more terms is refused instead of taking all memory."""


class NatError(ValueError):
    """An expression that has no meaning or is too large; the message is for the person who wrote it."""


class Undefined(NatError):
    """The value of an expression was asked for where it has none, e.g. at a divisor of 0."""


Key: TypeAlias = tuple[Any, ...]
"""A structural sort key: it depends on names and numbers alone, never on addresses or on hash seeds."""


class Atom:
    """A factor that the ring does not look into. Atoms are hash-consed: the constructor returns the one there is."""

    __slots__ = ("_nat", "args", "depth", "key", "label", "loose", "names", "tables")

    rank: ClassVar[int]
    binders: ClassVar[tuple[int, ...]] = ()
    """How many binders of this atom each argument stands under, where that is not 0."""

    label: str | int
    args: tuple[Nat, ...]
    key: Key
    names: frozenset[str]
    tables: frozenset[str]
    loose: int
    depth: int
    """How deep atoms are inside each other here; 1 where there are none."""
    _nat: Nat | None

    def __new__(cls, label: str | int, args: tuple[Nat, ...] = ()) -> Self:
        identity = (cls, label, args)
        found = _ATOMS.get(identity)
        if found is None:
            found = object.__new__(cls)
            found.label, found.args = label, args
            found.depth = 1 + max((atom.depth for arg in args for atom in arg.atoms), default=0)
            if found.depth > DEEPEST:
                raise NatError(f"the expression is nested more than {DEEPEST} deep")
            found.key = (cls.rank, label, *(arg.key for arg in args))
            found.names = frozenset[str]().union(*(arg.names for arg in args))
            found.tables = frozenset[str]().union(*(arg.tables for arg in args))
            depths = cls.binders or (0,) * len(args)
            found.loose = max((arg.loose - depth for arg, depth in zip(args, depths, strict=True)), default=0)
            found.loose = max(found.loose, 0)
            found._nat = None
            found._note_label()
            found = _ATOMS.setdefault(identity, found)
        return cast("Self", found)

    def _note_label(self) -> None:
        """Let the label count among the names, tables or loose indices, where it does."""

    def with_args(self, args: tuple[Nat, ...]) -> Nat:
        """The same operation on other arguments, in normal form."""
        raise NotImplementedError

    @property
    def nat(self) -> Nat:
        if self._nat is None:
            self._nat = _make({Monomial(((self, 1),)): 1}, 1)
        return self._nat

    def __repr__(self) -> str:
        return str(self.nat)


_ATOMS: dict[tuple[type[Atom], str | int, tuple[Nat, ...]], Atom] = {}


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
class Pow(Atom):
    """A prime (the label) to the power of an expression without constant term; the constant is in the coefficient."""

    __slots__ = ()
    rank = 4

    def with_args(self, args: tuple[Nat, ...]) -> Nat:
        return power(int(self.label), args[0])


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
    rank = 6

    def with_args(self, args: tuple[Nat, ...]) -> Nat:
        return minimum(*args)


@final
class Max(Atom):
    """The greatest of two or more."""

    __slots__ = ()
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


@final
class Monomial:
    """A product of atoms with exponents, sorted, hash-consed. At most one `Pow` of each base, its exponent 1."""

    __slots__ = ("factors", "key", "powers")

    factors: tuple[tuple[Atom, int], ...]
    key: Key
    powers: frozenset[int]
    """The bases of its powers."""

    def __new__(cls, factors: tuple[tuple[Atom, int], ...]) -> Monomial:
        found = _MONOMIALS.get(factors)
        if found is None:
            found = object.__new__(cls)
            found.factors = factors
            degree = sum(exponent for _, exponent in factors)
            found.key = (-degree, tuple((atom.key, exponent) for atom, exponent in factors))
            found.powers = frozenset(int(atom.label) for atom, _ in factors if isinstance(atom, Pow))
            found = _MONOMIALS.setdefault(factors, found)
        return found

    def exponent(self, atom: Atom) -> int:
        for candidate, exponent in self.factors:
            if candidate is atom:
                return exponent
        return 0

    def without(self, atom: Atom) -> Monomial:
        return Monomial(tuple(factor for factor in self.factors if factor[0] is not atom))


_MONOMIALS: dict[tuple[tuple[Atom, int], ...], Monomial] = {}
ONE: Final = Monomial(())


@final
class Nat:
    """A polynomial `sum(coefficient * monomial) / den`: terms sorted, coefficients and den without common factor."""

    __slots__ = ("_atoms", "_loose", "_names", "_tables", "den", "key", "terms")

    terms: tuple[tuple[Monomial, int], ...]
    den: int
    key: Key
    _atoms: tuple[Atom, ...] | None
    _loose: int | None
    _names: frozenset[str] | None
    _tables: frozenset[str] | None

    @property
    def constant(self) -> int | None:
        """The value, where this is an integer literal."""
        if not self.terms:
            return 0
        if self.den == 1 and len(self.terms) == 1 and self.terms[0][0] is ONE:
            return self.terms[0][1]
        return None

    @property
    def fraction(self) -> Fraction | None:
        """The value, where this is a number."""
        if not self.terms:
            return Fraction(0)
        if len(self.terms) == 1 and self.terms[0][0] is ONE:
            return Fraction(self.terms[0][1], self.den)
        return None

    @property
    def constant_term(self) -> Fraction:
        """The coefficient of 1."""
        if self.terms and self.terms[-1][0] is ONE:
            return Fraction(self.terms[-1][1], self.den)
        return Fraction(0)

    @property
    def names(self) -> frozenset[str]:
        """The free variables."""
        if self._names is None:
            self._names = frozenset[str]().union(*(atom.names for atom in self.atoms))
        return self._names

    @property
    def tables(self) -> frozenset[str]:
        """The free tables."""
        if self._tables is None:
            self._tables = frozenset[str]().union(*(atom.tables for atom in self.atoms))
        return self._tables

    @property
    def loose(self) -> int:
        """How many de Bruijn indices point out of the expression; 0 for a closed one."""
        if self._loose is None:
            self._loose = max((atom.loose for atom in self.atoms), default=0)
        return self._loose

    @property
    def atoms(self) -> tuple[Atom, ...]:
        """The distinct atoms of the polynomial itself (not those inside atoms), in order."""
        if self._atoms is None:
            self._atoms = tuple({atom: None for monomial, _ in self.terms for atom, _ in monomial.factors})
        return self._atoms

    @property
    def single(self) -> Atom | None:
        """The atom, where this is just one."""
        if self.den == 1 and len(self.terms) == 1 and self.terms[0][1] == 1:
            factors = self.terms[0][0].factors
            if len(factors) == 1 and factors[0][1] == 1:
                return factors[0][0]
        return None

    def __add__(self, other: Nat | int) -> Nat:
        return self._plus(as_nat(other), 1)

    def __sub__(self, other: Nat | int) -> Nat:
        return self._plus(as_nat(other), -1)

    def _plus(self, other: Nat, sign: int) -> Nat:
        if not other.terms:
            return self
        den = self.den
        if den == other.den:
            total = dict(self.terms)
        else:
            den = lcm(den, other.den)
            total = {monomial: coefficient * (den // self.den) for monomial, coefficient in self.terms}
            sign *= den // other.den
        for monomial, coefficient in other.terms:
            total[monomial] = total.get(monomial, 0) + coefficient * sign
        return _make(total, den)

    def __neg__(self) -> Nat:
        return self.scaled(-1)

    def scaled(self, factor: int) -> Nat:
        """The polynomial times a number."""
        if factor == 1:
            return self
        return _make({monomial: coefficient * factor for monomial, coefficient in self.terms}, self.den)

    def __mul__(self, other: Nat | int) -> Nat:
        if isinstance(other, int):
            return self.scaled(other)
        if len(self.terms) == 1 and self.terms[0][0] is ONE:
            return other.scaled(self.terms[0][1]).over(self.den)
        if len(self.terms) * len(other.terms) > MOST_TERMS:
            raise NatError(f"the product expands to more than {MOST_TERMS} terms")
        total: dict[Monomial, int] = {}
        merged: list[Nat] = []
        for left, c in self.terms:
            for right, d in other.terms:
                if left.powers and left.powers & right.powers:
                    merged.append(_multiply_powers(left, right) * (c * d))
                else:
                    monomial = _multiply(left, right)
                    total[monomial] = total.get(monomial, 0) + c * d
        den = lcm(*(product.den for product in merged))
        if merged:
            total = {monomial: coefficient * den for monomial, coefficient in total.items()}
        for product in merged:
            for monomial, coefficient in product.terms:
                total[monomial] = total.get(monomial, 0) + coefficient * (den // product.den)
        return _make(total, self.den * other.den * den)

    __radd__ = __add__
    __rmul__ = __mul__

    def __rsub__(self, other: Nat | int) -> Nat:
        return as_nat(other) - self

    def over(self, divisor: int) -> Nat:
        """The polynomial divided by a number, as a rational polynomial."""
        if divisor == 1:
            return self
        return _make(dict(self.terms), self.den * divisor)

    def __str__(self) -> str:
        from .print_mlir import to_text  # the printer is a layer above

        return to_text(self)

    __repr__ = __str__


_NATS: dict[tuple[int, tuple[tuple[Monomial, int], ...]], Nat] = {}


def _make(terms: dict[Monomial, int], den: int) -> Nat:
    """The one `Nat` with these terms; den must be positive."""
    items = [item for item in terms.items() if item[1]]
    if den != 1:
        common = gcd(den, *(coefficient for _, coefficient in items))
        if common != 1:
            den //= common
            items = [(monomial, coefficient // common) for monomial, coefficient in items]
    if len(items) > 1:
        items.sort(key=_by_key)
    identity = (den, tuple(items))
    found = _NATS.get(identity)
    if found is None:
        if den > LARGEST or any(not -LARGEST <= coefficient <= LARGEST for _, coefficient in items):
            raise NatError("a number in the expression is larger than 2^63 - 1")
        found = object.__new__(Nat)
        found.den, found.terms = identity
        found.key = (den, *((monomial.key, coefficient) for monomial, coefficient in items))
        found._atoms = found._loose = found._names = found._tables = None  # pyright: ignore[reportPrivateUsage]  # the constructor
        found = _NATS.setdefault(identity, found)
    return found


def _by_key(item: tuple[Monomial, int]) -> Key:
    return item[0].key


def total(nats: Iterable[Nat]) -> Nat:
    """The sum of many."""
    parts = list(nats)
    den = lcm(*(nat.den for nat in parts))
    terms: dict[Monomial, int] = {}
    for nat in parts:
        for monomial, coefficient in nat.terms:
            terms[monomial] = terms.get(monomial, 0) + coefficient * (den // nat.den)
    return _make(terms, den)


def from_terms(terms: Iterable[tuple[Monomial, int]], den: int = 1) -> Nat:
    """The polynomial of these terms, whose monomials are distinct."""
    return _make(dict(terms), den)


def _multiply(left: Monomial, right: Monomial) -> Monomial:
    """The product of two monomials that share no base of a power."""
    if left is ONE:
        return right
    if right is ONE:
        return left
    found = _PRODUCTS.get((left, right))
    if found is None:
        exponents = dict(left.factors)
        for atom, exponent in right.factors:
            exponents[atom] = exponents.get(atom, 0) + exponent
        found = Monomial(tuple(sorted(exponents.items(), key=lambda factor: factor[0].key)))
        _PRODUCTS[left, right] = found
    return found


_PRODUCTS: dict[tuple[Monomial, Monomial], Monomial] = {}


def _multiply_powers(left: Monomial, right: Monomial) -> Nat:
    """The product where both contain powers of one base: these merge."""
    plain = ONE
    exponents: dict[int, Nat] = {}
    for monomial in (left, right):
        rest = tuple(factor for factor in monomial.factors if not isinstance(factor[0], Pow))
        plain = _multiply(plain, Monomial(rest))
        for atom, _ in monomial.factors:
            if isinstance(atom, Pow):
                exponents[int(atom.label)] = exponents.get(int(atom.label), ZERO) + atom.args[0]
    result = _make({plain: 1}, 1)
    for base, exponent in sorted(exponents.items()):
        result = result * _prime_power(base, exponent)
    return result


def _prime_power(base: int, exponent: Nat) -> Nat:
    constant = exponent.constant_term
    whole = constant.numerator if constant.denominator == 1 else 0
    rest = exponent - whole
    if abs(whole) > LARGEST.bit_length() or base ** abs(whole) > LARGEST:
        raise NatError(f"pow({base}, {whole}) is larger than 2^63 - 1")
    result = _make({ONE: base ** max(whole, 0)}, base ** max(-whole, 0))
    return result * Pow(base, (rest,)).nat if rest.terms else result


ZERO: Final = _make({}, 1)


def as_nat(value: Nat | int) -> Nat:
    return value if isinstance(value, Nat) else const(value)


def const(value: int) -> Nat:
    """A number."""
    found = _NUMBERS.get(value)
    if found is None:
        found = _NUMBERS[value] = _make({ONE: value}, 1)
    return found


_NUMBERS: dict[int, Nat] = {}


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
    if count is not None and (number is None or number < 1):
        if count < 0:
            raise NatError(f"pow({b}, {count}) has a negative exponent")
        if count > LARGEST.bit_length() and len(b.terms) > 0:
            raise NatError(f"the exponent {count} of pow({b}, ..) is too large")
        result = const(1)
        for _ in range(count):
            result = result * b
        return result
    if number is None or number < 1:
        raise NatError(f"pow({b}, {e}) needs a positive number as base or a number as exponent")
    result = const(1)
    for prime, times in _factorise(number):
        result = result * _prime_power(prime, e * times)
    return result


def _factorise(number: int) -> list[tuple[int, int]]:
    if number > 2**20:
        raise NatError(f"the base {number} of a power is too large")
    factors: dict[int, int] = {}
    prime = 2
    while number > 1:
        while number % prime == 0:
            factors[prime] = factors.get(prime, 0) + 1
            number //= prime
        prime += 1 if prime * prime <= number else max(number - prime, 1)
    return sorted(factors.items())


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


def integral(nat: Nat, lowest: Callable[[Nat], int | None] | None = None) -> bool:
    """Whether a rational polynomial is an integer wherever its atoms are: decided prime by prime on residues.

    The exponent of a power may be negative, and then it is no integer: `lowest` bounds an exponent from below (None
    is unknown). A power is taken to have any value it can have, independently of the rest; that may say no too often.
    """
    if nat.den == 1 and not any(monomial.powers for monomial, _ in nat.terms):
        return True
    powers = {atom: lowest(atom.args[0]) if lowest else None for atom in nat.atoms if isinstance(atom, Pow)}
    terms: list[tuple[Monomial, Fraction]] = []
    for monomial, coefficient in nat.terms:
        scaled = Fraction(coefficient, nat.den)
        for atom, _ in monomial.factors:
            if isinstance(atom, Pow):
                least = powers[atom]
                if least is None or abs(least) > LARGEST.bit_length():
                    return False
                scaled *= Fraction(int(atom.label)) ** least
        terms.append((monomial, scaled))
    den = lcm(*(coefficient.denominator for _, coefficient in terms))
    if den > 2**16:
        return False
    whole = [(monomial, int(coefficient * den)) for monomial, coefficient in terms]
    return all(_integral_at(whole, prime**times) for prime, times in _factorise(den))


def _integral_at(terms: list[tuple[Monomial, int]], modulus: int) -> bool:
    terms = [(monomial, coefficient % modulus) for monomial, coefficient in terms if coefficient % modulus]
    degrees: dict[Atom, int] = {}
    for monomial, _ in terms:
        for atom, exponent in monomial.factors:
            degrees[atom] = max(degrees.get(atom, 0), exponent)
    values = [_residues(atom, degree, modulus) for atom, degree in degrees.items()]
    if prod(len(residues) for residues in values) > 4096:
        return False
    for point in grid(*values):
        at = dict(zip(degrees, point, strict=True))
        total = sum(c * prod(at[atom] ** exponent for atom, exponent in monomial.factors) for monomial, c in terms)
        if total % modulus:
            return False
    return True


def _residues(atom: Atom, degree: int, modulus: int) -> list[int]:
    """Enough values of an atom to decide a polynomial of that degree modulo a number."""
    if not isinstance(atom, Pow):
        return list(range(min(degree + 1, modulus)))
    values: dict[int, None] = {}
    value = 1
    while value not in values:
        values[value] = None
        value = value * int(atom.label) % modulus
    return list(values)
