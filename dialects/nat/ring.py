"""The ring: polynomials over atoms, hash-consed, in one normal form that uses no facts.

A `Nat` is a polynomial with rational coefficients; an `Atom` is a factor the ring does not look into. Equal normal
forms are one object, so `==` is identity. `expr.py` has the kinds of atoms and the constructors.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import gcd, lcm
from typing import Any, ClassVar, Final, Self, TypeAlias, cast, final

LARGEST: Final = 2**63 - 1
"""No number in an expression may be larger."""

DEEPEST: Final = 100
"""Atoms nested deeper are refused instead of overflowing the stack."""

MOST_TERMS: Final = 2_000
"""A product that would expand to more terms is refused instead of taking all memory."""


class NatError(ValueError):
    """An expression that has no meaning or is too large; the message is for the person who wrote it."""


class TooLarge(NatError):
    """A number on the way to a value is larger than those that are worked with; the value need not be."""


class Undefined(NatError):
    """The value of an expression was asked for where it has none, e.g. at a divisor of 0."""


Key: TypeAlias = tuple[Any, ...]
"""A structural sort key: it depends on names and numbers alone, never on addresses or on hash seeds."""


class Atom:
    """A factor that the ring does not look into. Atoms are hash-consed: the constructor returns the one there is."""

    __slots__ = ("_nat", "args", "depth", "key", "label", "loose", "names", "size", "tables")

    rank: ClassVar[int]
    binders: ClassVar[tuple[int, ...]] = ()
    """How many binders of this atom each argument stands under, where that is not 0."""
    copies: ClassVar[int] = 1
    """How often an argument is written in C."""

    label: str | int
    args: tuple[Nat, ...]
    key: Key
    names: frozenset[str]
    tables: frozenset[str]
    loose: int
    depth: int
    """How deep atoms are inside each other here; 1 where there are none."""
    size: int
    """How many atoms are written here, in C, each as often as it is."""
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
            found.size = 1 + cls.copies * sum(arg.size for arg in args)
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


@final
class Pow(Atom):
    """A prime (the label) to the power of an expression without constant term; the constant is in the coefficient."""

    __slots__ = ()
    rank = 4

    def with_args(self, args: tuple[Nat, ...]) -> Nat:
        return prime_power(int(self.label), args[0])


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
    def size(self) -> int:
        """How many atoms are written in the expression, in C, each as often as it is."""
        return sum(atom.size for monomial, _ in self.terms for atom, _ in monomial.factors)

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
            raise TooLarge("a number in the expression is larger than 2^63 - 1")
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
        result = result * prime_power(base, exponent)
    return result


def prime_power(base: int, exponent: Nat) -> Nat:
    """A power of a prime: the constant in the exponent goes to the coefficient."""
    constant = exponent.constant_term
    whole = constant.numerator if constant.denominator == 1 else 0
    rest = exponent - whole
    if abs(whole) > LARGEST.bit_length() or base ** abs(whole) > LARGEST:
        raise TooLarge(f"pow({base}, {whole}) is larger than 2^63 - 1")
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
