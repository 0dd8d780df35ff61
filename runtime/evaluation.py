"""Values of expressions at many positions at once, as NumPy operations over whole tables.

`dialects.nat.evaluate` says what is right, one position at a time, and this must agree with it. Every array comes with
bounds of its numbers: where a result may leave 64 bits, it is computed with Python's integers, which are exact.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil, floor
from typing import Any, Final, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from ..dialects.nat.evaluate import Entries, Evaluation
from ..dialects.nat.expr import Bound, Condition, FloorDiv, If, Log2, Lookup, Max, Min, Mod, Sum, Var
from ..dialects.nat.ring import Atom, Nat, NatError, Pow, TooLarge, Undefined

Array: TypeAlias = NDArray[Any]

LARGEST: Final = (1 << 63) - 1
"""What an array of 64-bit integers holds, and its opposite."""
CHUNK: Final = 1 << 18
"""A long sum is computed for so many positions at a time."""
MOST_TERMS: Final = 1 << 40
"""A sum of more would take hours."""


@dataclass(frozen=True, eq=False)
class Column:
    """A number for each position: 64-bit integers, or Python's where one of them may need more."""

    numbers: Array
    least: int
    greatest: int
    """Bounds of the numbers, which need not be reached."""

    @classmethod
    def of(cls, entries: Entries) -> Column:
        """The column of these integers, with bounds that are reached."""
        if isinstance(entries, Column):
            return entries
        given = cast("Array | Sequence[int]", entries)
        numbers = given if isinstance(given, np.ndarray) else np.array(given, np.object_)
        least, greatest = _ends(numbers)
        return cls(numbers.astype(np.int64, copy=False) if _short(least, greatest) else numbers, least, greatest)

    def __len__(self) -> int:
        return len(self.numbers)

    def __getitem__(self, index: int) -> int:
        return int(self.numbers[index])


Value: TypeAlias = int | Fraction | range | Column
"""What an expression is at some positions: one number at all of them, a stretch of positions itself, or a column."""


@dataclass(frozen=True)
class Positions:
    """So many positions, at least one, and what stands there for bound variables and for names that differ."""

    count: int
    bound: tuple[Value, ...] = ()
    names: Mapping[str, Value] = field(default_factory=dict[str, Value])

    def taken(self, which: Array) -> Positions:
        """Some of the positions."""
        names = {name: _taken(value, which) for name, value in self.names.items()}
        return Positions(len(which), tuple(_taken(value, which) for value in self.bound), names)

    def inside(self, position: Value) -> Positions:
        """The same below one more binder."""
        return Positions(self.count, (position, *self.bound), self.names)


class Evaluator(Evaluation):
    """Values of expressions for fixed names and tables; sums, and whatever is asked for at many positions, in one go."""

    def __init__(self, names: Mapping[str, int], tables: Mapping[str, Entries]):
        super().__init__(names, tables)
        self.columns: dict[str, Column] = {}
        self.totals: dict[tuple[Nat, int], int] = {}
        """Sums that no name can change."""

    def along(self, nat: Nat, name: str, count: int) -> Array:
        """The values where a name is 0, 1, .. up to a count."""
        if count <= 0:
            return np.empty(0, np.int64)
        return _numbers(self.at(nat, Positions(count, names={name: range(count)})), count)

    def holds_along(self, condition: Condition, name: str, count: int) -> NDArray[np.bool_]:
        """Whether a condition holds where a name is 0, 1, .. up to a count."""
        if count <= 0:
            return np.empty(0, np.bool_)
        return np.broadcast_to(self.holds_at(condition, Positions(count, names={name: range(count)})), (count,))

    def running_sums(self, body: Nat, count: int) -> Column:
        """The sums of the first 0, 1, .. up to a count of the values of a body at `bound(0)`."""
        if count <= 0:
            return Column(np.zeros(1, np.int64), 0, 0)
        values = _column(self.at(body, Positions(count, (range(count),))), count)
        least, greatest = min(values.least * count, 0), max(values.greatest * count, 0)
        numbers = values.numbers if _short(least, greatest) else values.numbers.astype(np.object_)
        sums = np.empty(count + 1, numbers.dtype)
        sums[0] = 0
        np.cumsum(numbers, out=sums[1:])
        return Column(sums, 0, int(sums[-1])) if values.least >= 0 else Column.of(sums)

    def atom(self, atom: Atom, bound: tuple[int, ...]) -> int | Fraction:
        if isinstance(atom, Sum):
            number, body = self.nat(atom.args[0], bound), atom.args[1]
            if body.names or body.loose > 1:
                return self.total(body, number, bound)
            if (body, number) not in self.totals:
                self.totals[body, number] = self.total(body, number, ())
            return self.totals[body, number]
        return super().atom(atom, bound)

    def total(self, body: Nat, count: int, bound: tuple[int, ...]) -> int:
        """The sum of a body below a count."""
        total = 0
        for start in range(0, _length(body, count), CHUNK):
            stretch = range(start, min(start + CHUNK, count))
            total += _sum(self.at(body, Positions(len(stretch), (stretch, *bound))), len(stretch))
        return total

    # Many positions

    def at(self, nat: Nat, places: Positions) -> Value:
        """The values of an expression at some positions."""
        total: Value = 0
        for monomial, coefficient in nat.terms:
            product: Value = coefficient
            for atom, exponent in monomial.factors:
                factor = self.atom_at(atom, places)
                for _ in range(exponent):
                    product = _times(product, factor)
            total = _plus(total, product)
        return _whole(nat, total)

    def holds_at(self, condition: Condition, places: Positions) -> bool | NDArray[np.bool_]:
        """Whether a condition holds at some positions."""
        value = self.at(condition.nat, places)
        numbers = value if isinstance(value, int | Fraction) else _column(value, places.count).numbers
        if condition.relation == "ge":
            return numbers >= 0
        return (numbers == 0) if condition.relation == "eq" else (numbers != 0)

    def atom_at(self, atom: Atom, places: Positions) -> Value:
        match atom:
            case Var() if atom.label in places.names:
                return places.names[str(atom.label)]
            case Var():
                return super().atom(atom, ())
            case Bound():
                return places.bound[int(atom.label)]
            case If():
                return self.choice_at(atom, places)
            case Sum():
                return self.sum_at(atom, places)
            case _:
                args = [self.at(arg, places) for arg in atom.args]
                if all(isinstance(arg, int) for arg in args):
                    return self.strict(atom, cast("list[int]", args))
                if isinstance(atom, Lookup):
                    return self.lookup_at(atom, args[0])
                return _strict(atom, [arg if isinstance(arg, int) else _column(arg, places.count) for arg in args])

    def choice_at(self, atom: If, places: Positions) -> Value:
        """Each side has a value where it is chosen, and perhaps nowhere else."""
        held = self.holds_at(atom.condition, places)
        if isinstance(held, bool) or held.all() or not held.any():
            return self.at(atom.args[1] if np.all(held) else atom.args[2], places)
        sides = [(np.flatnonzero(held), atom.args[1]), (np.flatnonzero(~held), atom.args[2])]
        found = [(which, _column(self.at(side, places.taken(which)), len(which))) for which, side in sides]
        merged = np.empty(places.count, np.result_type(*(column.numbers for _, column in found)))
        for which, column in found:
            merged[which] = column.numbers
        return Column(merged, min(c.least for _, c in found), max(c.greatest for _, c in found))

    def lookup_at(self, atom: Lookup, index: Value) -> Value:
        name = str(atom.label)
        if name not in self.tables:
            raise Undefined(f"the table '{name}' has no values")
        if name not in self.columns:
            self.columns[name] = Column.of(self.tables[name])
        table = self.columns[name]
        if isinstance(index, range) and index.stop <= len(table):
            return Column(table.numbers[index.start : index.stop], table.least, table.greatest)
        column = _column(index, len(cast("range", index)))
        if not 0 <= column.least <= column.greatest < len(table):
            outside = np.flatnonzero((column.numbers < 0) | (column.numbers >= len(table)))
            if len(outside):
                found = column.numbers[outside[0]]
                raise Undefined(f"the index {atom.args[0]} of '{name}' is {found}, of {len(table)}")
        return Column(table.numbers[column.numbers.astype(np.int64, copy=False)], table.least, table.greatest)

    def sum_at(self, atom: Sum, places: Positions) -> Value:
        count, body = atom.args
        counts = self.at(count, places)
        if body.loose <= 1 and body.names.isdisjoint(
            places.names
        ):  # the values that are summed are the same everywhere
            if isinstance(counts, int):
                return self.total(body, counts, ())
            ends = np.maximum(_column(counts, places.count).numbers, 0)
            sums = self.running_sums(body, _length(body, ends.max()))
            return Column(sums.numbers[ends.astype(np.int64, copy=False)], sums.least, sums.greatest)
        return self.sums_at(body, _rows(body, _column(counts, places.count)), places)

    def sums_at(self, body: Nat, rows: Rows, places: Positions) -> Column:
        """For each position the sum of a row, whose values are computed one row after the other."""
        sums, least, greatest = np.zeros(places.count, np.int64), 0, 0
        for start in range(0, rows.total, CHUNK):
            flat = np.arange(start, min(start + CHUNK, rows.total))
            which = np.searchsorted(rows.ends, flat, side="right")
            inner = Column(flat - rows.starts[which], 0, rows.longest - 1)
            values = _column(self.at(body, places.taken(which).inside(inner)), len(flat))
            least, greatest = min(least, values.least * rows.longest), max(greatest, values.greatest * rows.longest)
            numbers = values.numbers
            if not _short(least, greatest):
                numbers, sums = numbers.astype(np.object_), sums.astype(np.object_)
            first = np.flatnonzero(np.diff(which, prepend=-1))
            sums[which[first]] += np.add.reduceat(numbers, first)
        return Column(sums, least, greatest)


@dataclass(frozen=True)
class Rows:
    """Rows of several lengths, one after the other."""

    starts: Array
    ends: Array
    longest: int
    total: int


def _rows(body: Nat, counts: Column) -> Rows:
    lengths = np.maximum(counts.numbers, 0)
    longest = _length(body, lengths.max())
    _length(body, sum(lengths.tolist()) if longest * len(lengths) > LARGEST else lengths.sum())
    ends = np.cumsum(lengths.astype(np.int64, copy=False))
    return Rows(ends - lengths, ends, longest, int(ends[-1]))


def _length(body: Nat, count: int) -> int:
    if count > MOST_TERMS:
        raise NatError(f"a sum of {count} terms takes too long, each of them {body}")
    return int(count)


# Columns


def _short(least: int | Fraction, greatest: int | Fraction) -> bool:
    return least >= -LARGEST and greatest <= LARGEST


def _ends(numbers: Array) -> tuple[int, int]:
    return (int(numbers.min()), int(numbers.max())) if numbers.size else (0, 0)


def _column(value: Value, count: int) -> Column:
    match value:
        case Column():
            return value
        case range():
            return Column(np.arange(value.start, value.stop), value.start, value.stop - 1)
        case _:
            dtype = np.int64 if isinstance(value, int) and _short(value, value) else np.object_
            return Column(np.full(count, value, dtype), floor(value), ceil(value))


def _numbers(value: Value, count: int) -> Array:
    return _column(value, count).numbers


def _taken(value: Value, which: Array) -> Value:
    match value:
        case Column():
            return Column(value.numbers[which], value.least, value.greatest)
        case range():
            return Column(which + value.start, value.start, value.stop - 1)
        case _:
            return value


def _sum(value: Value, count: int) -> int:
    if isinstance(value, int):
        return value * count
    column = _column(value, count)
    if _short(column.least * count, column.greatest * count):
        return int(column.numbers.sum())
    return sum(column.numbers.tolist())


def _bounds(value: Value) -> tuple[int, int]:
    match value:
        case Column():
            return value.least, value.greatest
        case range():
            return value.start, value.stop - 1
        case _:
            return floor(value), ceil(value)


def _plus(left: Value, right: Value) -> Value:
    if left == 0:
        return right
    (a, b), (c, d) = _bounds(left), _bounds(right)
    return _applied(operator.add, left, right, (a + c, b + d))


def _times(left: Value, right: Value) -> Value:
    if left == 1:
        return right
    corners = [a * b for a in _bounds(left) for b in _bounds(right)]
    return _applied(operator.mul, left, right, (min(corners), max(corners)))


def _applied(function: Callable[[Any, Any], Any], left: Value, right: Value, bounds: tuple[int, int]) -> Value:
    """An operation on two values, with Python's integers where the operands or the result need them."""
    operands = [_column(value, 0) if isinstance(value, range) else value for value in (left, right)]
    if not any(isinstance(value, Column) for value in operands):
        return function(left, right)
    short = _short(*bounds) and all(_short(*_bounds(value)) and not isinstance(value, Fraction) for value in operands)
    numbers = [value.numbers if isinstance(value, Column) else value for value in operands]
    if not short:
        numbers = [value.astype(np.object_) if isinstance(value, np.ndarray) else value for value in numbers]
    return Column(function(*numbers), *bounds)


def _whole(nat: Nat, total: Value) -> Value:
    """A polynomial divided by its denominator, which leaves nothing."""
    if isinstance(total, Column) and total.numbers.dtype == np.object_:
        values = [Fraction(number, nat.den) for number in total.numbers]
        return Column.of([_integer(nat, value) for value in values])
    if isinstance(total, Fraction):
        return _integer(nat, total / nat.den)
    if nat.den == 1:
        return total
    if isinstance(total, int):
        return _integer(nat, Fraction(total, nat.den))
    column = _column(total, 0)
    quotients, left = np.divmod(column.numbers, nat.den)
    if left.any():
        _integer(nat, Fraction(int(column.numbers[np.argmax(left != 0)]), nat.den))
    return Column(quotients, column.least // nat.den, column.greatest // nat.den)


def _integer(nat: Nat, value: Fraction) -> int:
    if value.denominator != 1:
        raise Undefined(f"{nat} is not a whole number here: {value}")
    return value.numerator


# Atoms all of whose arguments have a value


def _strict(atom: Atom, args: Sequence[int | Column]) -> Value:
    """What an atom is where some of its arguments differ between positions."""
    match atom:
        case FloorDiv() | Mod():
            return _divided(atom, *args)
        case Pow():
            return _power(atom, cast("Column", args[0]))
        case Log2():
            return _log2(atom, cast("Column", args[0]))
        case Min() | Max():
            function, pick = (np.minimum, min) if isinstance(atom, Min) else (np.maximum, max)
            found, *rest = sorted(args, key=lambda arg: isinstance(arg, int))  # one that differs comes first
            for arg in rest:
                (a, b), (c, d) = _bounds(found), _bounds(arg)
                found = cast("Column", _applied(function, found, arg, (pick(a, c), pick(b, d))))
            return found
        case _:
            raise TypeError(f"no meaning for {type(atom).__name__}")


def _divided(atom: Atom, dividend: int | Column, divisor: int | Column) -> Value:
    least = _at_least_1(divisor, f"the divisor {atom.args[1]}")
    (low, high), most = _bounds(dividend), _bounds(divisor)[1]
    if isinstance(atom, Mod):
        return _applied(operator.mod, dividend, divisor, (0, most - 1))
    corners = [end // by for end in (low, high) for by in (least, most)]
    return _applied(np.floor_divide, dividend, divisor, (min(corners), max(corners)))


def _at_least_1(value: int | Column, what: str) -> int:
    """The least of some numbers, which must all be positive."""
    least = _bounds(value)[0]
    if least < 1 and isinstance(value, Column):
        least = int(value.numbers.min())
    if least < 1:
        first = value if isinstance(value, int) else value.numbers[np.argmax(value.numbers < 1)]
        raise Undefined(f"{what} is {first}")
    return least


def _power(atom: Pow, exponent: Column) -> Column:
    base, (least, greatest) = int(atom.label), _ends(exponent.numbers)
    if max(abs(least), abs(greatest)) > 4096:
        first = exponent.numbers[np.argmax(np.abs(exponent.numbers) > 4096)]
        raise TooLarge(f"the exponent {atom.args[0]} is {first}, which is too large")
    powers = np.array([base**k if k >= 0 else Fraction(base) ** k for k in range(least, greatest + 1)], np.object_)
    bounds = (base**least if least >= 0 else 0, base ** max(greatest, 0))
    if least >= 0 and _short(*bounds):
        powers = powers.astype(np.int64)
    return Column(powers[exponent.numbers.astype(np.int64) - least], *bounds)


def _log2(atom: Log2, argument: Column) -> Column:
    _at_least_1(argument, f"the argument {atom.args[0]} of log2")
    bounds = (0, argument.greatest.bit_length() - 1)
    if argument.numbers.dtype == np.object_:
        return Column(np.array([number.bit_length() - 1 for number in argument.numbers], np.int64), *bounds)
    left, found = argument.numbers, np.zeros(len(argument), np.int64)
    for bits in (32, 16, 8, 4, 2, 1):  # the highest bit is in the upper half, or in the lower one
        upper = left >> bits > 0
        found += bits * upper
        left = np.where(upper, left >> bits, left)
    return Column(found, *bounds)
