"""How far the indices of a kernel may go at a launch: bounds, over the sizes of the program, of all that is computed.

Each value lies in a range with symbolic ends: ids by the launch, loop variables by their bounds, the iterations of the host
by their number, data by its type and by the comparisons around it. Expressions are then bounded term by term, together
with all that C computes on the way, in whatever order it adds. Who knows the sizes evaluates the bounds and holds them
against the width that indices are computed in: the runtime at a call, and the program that `host-py` prints.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import prod
from typing import Final

from xdsl.ir import Block, Operation, SSAValue

from ..dialects.host.launches import ForOp as HostForOp
from ..dialects.host.launches import LaunchOp
from ..dialects.host.programs import ProgramOp
from ..dialects.kernel.attributes import IndexAttr
from ..dialects.kernel.control import ForOp, IfOp
from ..dialects.kernel.known import constant_of
from ..dialects.kernel.lengths import LengthOp
from ..dialects.kernel.memory import AccessOp
from ..dialects.kernel.types import bits
from ..dialects.kernel.workitems import ApplyOp, GroupIdOp, LocalIdOp, LocalSizeOp, NumGroupsOp, WorkItemOp
from ..dialects.lift.conversions import ConvertOp
from ..dialects.nat.evaluate import Evaluation, evaluate
from ..dialects.nat.expr import (
    Condition,
    FloorDiv,
    If,
    Log2,
    Lookup,
    Max,
    Min,
    Mod,
    Sum,
    Var,
    ceildiv,
    compare,
    floordiv,
    log2,
    maximum,
    minimum,
    power,
    var,
)
from ..dialects.nat.polynomial import divisor_of
from ..dialects.nat.print_c import SHIFTS
from ..dialects.nat.prove import holds
from ..dialects.nat.ring import ONE, Atom, Nat, NatError, Pow, const, from_terms
from .ranges import Range, Ranges, is_large, is_number

WIDTHS: Final = (32, 64)
"""The bits that indices can be computed with."""
TRUSTED: Final = 1 << 40
"""Data of 64 bits that no comparison bounds is an unchecked index: the writer says that it is that of an element, and no
memory has more."""
BEYOND: Final = 1 << 4096
"""Stands for numbers that are too large to be computed."""


@dataclass(frozen=True)
class Extent:
    """What an op computes lies between `-most - 1` and `most`."""

    op: Operation
    most: Nat

    @property
    def text(self) -> str:
        return first_line(self.op)


def first_line(op: Operation) -> str:
    """An op without its regions."""
    return str(op).splitlines()[0].removesuffix(" {")


@dataclass(frozen=True)
class IndexRanges:
    """What is computed for the indices of a launch: bounds over the sizes of the program and the ends of its tables."""

    definitions: Mapping[str, Nat]
    """Names that stand for parts of the bounds, in the order in which they build on each other."""
    extents: Sequence[Extent]
    unbounded: Operation | None = None
    """An op that computes something of which no bound is known."""

    @property
    def bounds(self) -> tuple[Nat, ...]:
        return tuple(extent.most for extent in self.extents)

    @property
    def numbers(self) -> dict[str, int]:
        """What the names are that are large numbers."""
        names = frozenset[str]().union(*(nat.names for nat in (*self.definitions.values(), *self.bounds)))
        return {name: int(name) for name in sorted(names) if name.isdecimal()}

    def largest(self, names: Mapping[str, int]) -> tuple[int, Operation | None]:
        """The largest bound for these sizes and ends of tables, and the op that it is of."""
        if self.unbounded is not None:
            return BEYOND, self.unbounded
        values = Evaluation({**names, **self.numbers}, {})
        for name, nat in self.definitions.items():
            values.names[name] = _evaluated(values, nat)
        found = ((_evaluated(values, extent.most), extent.op) for extent in self.extents)
        return max(found, key=lambda pair: pair[0], default=(0, None))


def _evaluated(values: Evaluation, nat: Nat) -> int:
    try:
        return values.nat(nat, ())
    except NatError:  # an exponent is too large
        return BEYOND


def needed_width(largest: int) -> int | None:
    """The fewest bits that hold what is at most this; None where there is no such index."""
    return next((bits for bits in WIDTHS if largest < 1 << (bits - 1)), None)


def least_entry(table: str) -> str:
    """The name that stands for the least entry of a table of sums."""
    return f"{table}'min"


def largest_entry(table: str) -> str:
    """The name that stands for the largest entry of a table."""
    return f"{table}'max"


def index_ranges(launch: LaunchOp) -> IndexRanges:
    """The bounds of all that a launch computes for its indices."""
    analysis = _Analysis(launch)
    try:
        analysis.run()
    except Unbounded:
        return IndexRanges({}, (), analysis.op)
    return IndexRanges(analysis.definitions, analysis.extents())


class Unbounded(Exception):
    """Nothing is known of an expression."""


class _Analysis(Ranges):
    """The ranges of the values of one kernel, and how far all goes that it computes."""

    def __init__(self, launch: LaunchOp):
        self.launch = launch
        self.op: Operation = launch
        """What is being looked at."""
        self.kernel = launch.function()
        self.program, self.iterations = _around(launch)
        super().__init__(self.program.nat_names)
        self.values = {name: Range(var(name), var(name)) for name in self.program.nat_names}
        """What is known of names in expressions: of nats, and of SSA values under names for them."""
        self.called: dict[SSAValue, Nat] = {}
        self.found: dict[Nat, Operation] = {}
        """How far what is computed goes, and in which op."""
        self.sums = {table.function.body.data: table for table in self.kernel.sums}

    def run(self) -> None:
        for iterations in self.iterations:
            self.values[iterations.iteration_name] = Range(const(1), self.nat(iterations.iterations).high)
        for table in (*self.kernel.tables, *self.kernel.sums):
            self.declare(largest_entry(table.table.data))
        self.local, self.groups = (
            [self.nat(size).high for size in sizes] for sizes in (self.launch.local_sizes, self.launch.groups)
        )
        self.found.clear()  # the host computes without bounds
        self.assume(*(compare(size, "ge", 1) for size in (*self.local, *self.groups)))
        for name in self.kernel.nat_names:
            self.compute(self.values[name])
        for table in (*self.kernel.tables, *self.kernel.sums):
            self.compute(self.entries(table.table.data))
        self.block(self.kernel.block)

    def extents(self) -> list[Extent]:
        """The bounds that are not always below others, and not small anyway."""
        largest: dict[Nat, tuple[Fraction, Nat]] = {}
        for nat in self.found:  # of those that differ by a number, one is left
            number = nat.constant_term
            rest = from_terms(((monomial, c) for monomial, c in nat.terms if monomial is not ONE), nat.den)
            if rest not in largest or largest[rest][0] < number:
                largest[rest] = number, nat
        found = (nat for _, nat in largest.values())
        wide = (nat for nat in found if not is_number(nat) or _value(nat) >= 1 << (WIDTHS[0] - 1))
        return [Extent(self.found[nat], nat) for nat in self.above(wide)]

    # Ops

    def block(self, block: Block) -> None:
        for op in block.ops:
            self.op = op
            self.operation(op)

    def operation(self, op: Operation) -> None:
        match op:
            case WorkItemOp():
                self.call(op.number, self.compute(self.work_items(op)))
            case ApplyOp():
                self.call(op.number, self.index(op.index, op.symbols))
            case LengthOp():
                length = self.compute(Range(const(0), self.quietly(op.most.data).high))
                self.call(op.number, length)
                if op.called is not None:
                    self.values[op.called.data] = length
            case AccessOp():
                self.index(op.index, op.index_operands)
            case ForOp():
                start, stop, step = (self.index(bound, op.symbols) for bound in (op.start, op.stop, op.step))
                variable = Range(start.low, stop.high - 1)
                self.compute(Range(start.low, variable.high + step.high))
                self.call(op.variable, variable)
                if op.position is not None:
                    self.values[op.position.data] = variable
                before = self.assume(
                    *self.assumed, compare(variable.high, "ge", variable.low)
                )  # or it is never executed
                self.block(op.block)
                self.assume(*before)
            case IfOp():
                self.choice(op)
            case _:
                pass

    def work_items(self, op: WorkItemOp) -> Range:
        """The ids below a size, or a size, which the host may make smaller."""
        dimension = op.dimension.value.data
        local, groups = (
            sizes[dimension] if dimension < len(sizes) else const(1) for sizes in (self.local, self.groups)
        )
        match op:
            case LocalIdOp():
                return Range(const(0), local - 1)
            case LocalSizeOp():
                return Range(const(1), local)
            case GroupIdOp():
                return Range(const(0), groups - 1)
            case NumGroupsOp():
                return Range(const(1), groups)
            case _ if op.FUNCTION == "get_global_id":
                return Range(const(0), local * groups - 1)
            case _:
                return Range(const(1), local * groups)

    def choice(self, op: IfOp) -> None:
        condition = None if op.condition is None else op.condition(*map(self.operand, op.decided_by))
        if condition is not None:
            self.sides(condition)
        for block, held in (
            (op.then.block, condition),
            (op.else_block, None if condition is None else condition.negated),
        ):
            if block is None:
                continue
            before = dict(self.values)
            if held is not None:
                self.learn(held)
            self.block(block)
            self.values = before

    def learn(self, condition: Condition) -> None:
        """A comparison bounds a value that is added or taken away in it, where nothing but its type did."""
        nat = condition.nat
        for side in {"ge": (nat,), "eq": (nat, -nat)}.get(condition.relation, ()):
            for name in side.names & self.values.keys():
                low, high = self.values[name]
                if name not in (rest := side - var(name)).names and is_large(low):
                    self.values[name] = Range(-self.quietly(rest).high, high)
                elif name not in (rest := side + var(name)).names and is_large(high):
                    self.values[name] = Range(low, self.quietly(rest).high)

    def quietly(self, nat: Nat) -> Range:
        """The range of an expression that is not computed."""
        found = dict(self.found)
        range_ = self.nat(nat)
        self.found = found
        return range_

    # Expressions

    def call(self, value: SSAValue, range_: Range) -> None:
        name = f"%{len(self.called)}"
        self.called[value] = var(name)
        self.values[name] = range_

    def operand(self, value: SSAValue) -> Nat:
        """The name of an operand; a number that is data may be anything that its type has, or that it was converted from."""
        if value not in self.called:
            number = constant_of(value)
            least, most = _of_data(value) if number is None else (number, number)
            self.call(value, Range(self.number(least), self.number(most)))
        return self.called[value]

    def index(self, index: IndexAttr, operands: Sequence[SSAValue]) -> Range:
        return self.nat(index(*map(self.operand, operands)))

    def compute(self, range_: Range) -> Range:
        """Note how far a range goes; a number in two's complement has one more below 0."""
        for most in (range_.high, -range_.low - 1):
            self.found.setdefault(most, self.op)
        return range_

    def sides(self, condition: Condition) -> None:
        """A comparison is written with what is taken away on its other side, and with the number on one of them."""
        nat, number = condition.nat, condition.nat.constant_term.numerator
        terms = [(monomial, c) for monomial, c in nat.terms if monomial is not ONE]
        above, below = (from_terms((m, abs(c)) for m, c in terms if c * sign > 0) for sign in (1, -1))
        alone = not above.terms or not below.terms
        if not alone and (condition.relation != "ge" or number != -1):
            above, below = above + max(number, 0), below + max(-number, 0)
        self.nat(above)
        self.nat(below)

    def nat(self, nat: Nat) -> Range:
        """The range of an expression; each of its terms, and their sum in any order, is computed."""
        low = high = negative = positive = const(0)
        try:
            for monomial, coefficient in nat.terms:
                term = self.term(monomial.factors, coefficient)
                low, high = low + term.low, high + term.high
                positive, negative = positive + self.upwards(term), negative + self.downwards(term)
            self.compute(Range(-self.named(negative), self.named(positive)))
            self.divided(nat)
            if nat.den != 1:
                low, high = floordiv(low, nat.den), ceildiv(high, nat.den)
        except NatError:  # some number on the way is too large
            raise Unbounded from None
        return Range(self.named(low), self.named(high))

    def term(self, factors: Sequence[tuple[Atom, int]], coefficient: int) -> Range:
        """A product; where a factor may be 0, it counts as 1 more, for the sake of what is computed before it."""
        number = self.number(coefficient)
        product = Range(number, number)
        for k, (atom, exponent) in enumerate(factors):
            factor = self.atom(atom)
            alone = k == 0 or (k == 1 and abs(coefficient) == 1 and factors[0][1] == 1)
            if not alone and not self.is_natural(self.size(factor) - 1):
                factor = Range(factor.low, factor.high + 1)
            for _ in range(exponent):
                product = self.product(product, factor)
        return Range(self.named(product.low), self.named(product.high))

    def divided(self, nat: Nat) -> None:
        """Powers with negative exponents are written as one division, of all that they are multiplied with."""
        small = {
            atom for atom in nat.atoms if isinstance(atom, Pow) and not self.is_natural(self.nat(atom.args[0]).low)
        }
        if not small:
            return
        terms = [term for term in nat.terms if nat.den != 1 or any(atom in small for atom, _ in term[0].factors)]
        divisors = dict.fromkeys(divisor_of(atom) for atom in small)
        for divisor in (*divisors, prod(divisors, start=const(1))):
            above = from_terms(terms) * divisor
            if above is not from_terms(nat.terms):
                self.nat(above)

    def atom(self, atom: Atom) -> Range:
        match atom:
            case Var():
                return self.values[str(atom.label)]
            case If():
                self.sides(atom.condition)
                then, otherwise = map(self.nat, atom.args[1:])
                return Range(minimum(then.low, otherwise.low), maximum(then.high, otherwise.high))
            case Sum():
                count, body = atom.args
                self.nat(count)
                if body not in self.sums:
                    raise Unbounded
                return self.entries(self.sums[body].table.data)
            case Lookup():
                self.nat(atom.args[0])
                return self.entries(str(atom.label))
            case _:
                return self.strict(atom, [self.nat(arg) for arg in atom.args])

    def entries(self, table: str) -> Range:
        """The entries of a table: naturals, or sums of what may be negative; hidden lengths have a bound."""
        hidden = next((one for one in self.kernel.hidden_lengths if one.length.data == table), None)
        if hidden is not None:
            return Range(const(0), self.quietly(hidden.most.data).high)
        sums = next((each for each in self.kernel.sums if each.table.data == table), None)
        if sums is not None:
            _, body, inside = self.facts.opened(sums.length.data - 1, sums.function.body.data)
            for known in self.kernel.tables:
                inside = inside.table(known.table.data, known.length.data)
            if not holds(compare(body, "ge", 0), inside):
                return Range(var(least_entry(table)), var(largest_entry(table)))
        return Range(const(0), var(largest_entry(table)))

    def strict(self, atom: Atom, args: list[Range]) -> Range:
        """The atoms all of whose arguments are computed."""
        match atom:
            case FloorDiv() | Mod():
                return self.division(atom, *args)
            case Pow():
                base, (exponent,) = int(atom.label), args
                high = power(base, self.named(self.upwards(exponent)))
                if self.is_natural(exponent.low):
                    return self.compute(Range(power(base, exponent.low), high))
                self.compute(Range(const(0), power(base, self.named(self.downwards(exponent)))))
                return self.compute(Range(const(0), high))
            case Log2():
                return Range(const(0), log2(self.upwards(args[0]) + 1))
            case Min():
                return Range(*(minimum(*ends) for ends in zip(*args, strict=True)))
            case Max():
                return Range(*(maximum(*ends) for ends in zip(*args, strict=True)))
            case _:
                raise Unbounded

    def division(self, atom: FloorDiv | Mod, dividend: Range, divisor: Range) -> Range:
        natural = self.is_natural(dividend.low)
        if not natural:
            self.compute(Range(dividend.low, self.named(dividend.high + divisor.high * SHIFTS)))
        if isinstance(atom, Mod):
            return Range(const(0), divisor.high - 1)
        if not self.is_natural(divisor.low - 1):
            return Range(-self.downwards(dividend), self.upwards(dividend))
        low = floordiv(dividend.low, divisor.high) if natural else floordiv(-self.downwards(dividend), divisor.low)
        high = floordiv(self.upwards(dividend), divisor.low)
        parts = even_parts(atom) if natural else None
        return Range(low, high if parts is None else minimum(high, const(parts)))


def even_parts(atom: FloorDiv) -> int | None:
    """How many parts there are at most, where a quotient says how many even ones a length has.

    `(x + q) floordiv (q + 1) le c`, where `q = x floordiv c`, since x is less than `c * (q + 1)`; x may be a quotient itself.
    """
    dividend, divisor = atom.args
    quotient = (divisor - 1).single
    if not isinstance(quotient, FloorDiv):
        return None
    (whole, count), length = quotient.args, dividend - divisor + 1
    size = const(1)
    if isinstance(length.single, FloorDiv):
        length, size = length.single.args
    if length is not whole or count.constant is None or size.constant is None or size.constant < 1:
        return None
    return count.constant // size.constant if count.constant >= 1 and count.constant % size.constant == 0 else None


def _around(launch: LaunchOp) -> tuple[ProgramOp, list[HostForOp]]:
    """The program of a launch, and the iterations that it is in, from the outside in."""
    iterations: list[HostForOp] = []
    op = launch.parent_op()
    while not isinstance(op, ProgramOp):
        assert isinstance(op, HostForOp)
        iterations.insert(0, op)
        op = op.parent_op()
    return op, iterations


def _of_data(value: SSAValue) -> tuple[int, int]:
    """The least and the greatest that data can be."""
    if isinstance(value.owner, ConvertOp) and value.owner.most is not None:
        return (0, value.owner.most)
    if bits(value.type) == WIDTHS[-1]:
        return (-TRUSTED, TRUSTED)
    half = 1 << (bits(value.type) - 1)
    return (-half, half - 1)


def _value(number: Nat) -> int:
    return evaluate(number, {name: int(name) for name in number.names})
