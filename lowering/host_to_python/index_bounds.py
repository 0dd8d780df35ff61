"""How far the indices of a kernel may go at a launch, as expressions over the sizes, which Python evaluates at the call.

Each value lies between `-below` and `above`, two naturals: ids by the launch, loop variables by their bounds, data by its
type and by the comparisons around it. A sum is then bounded by its positive and by its negative terms, and so is all that
C computes on the way.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from xdsl.ir import Block, Operation, SSAValue

from ...dialects.kernel.attributes import IndexAttr
from ...dialects.kernel.control import ForOp, IfOp
from ...dialects.kernel.functions import FuncOp
from ...dialects.kernel.known import constant_of
from ...dialects.kernel.memory import AccessOp
from ...dialects.kernel.workitems import ApplyOp, GroupIdOp, LocalIdOp, LocalSizeOp, NumGroupsOp, WorkItemOp
from ...dialects.nat.evaluate import evaluate
from ...dialects.nat.expr import (
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
    log2,
    maximum,
    minimum,
    power,
    sum_bound,
    var,
)
from ...dialects.nat.print_c import SHIFTS
from ...dialects.nat.ring import Atom, Nat, NatError, Pow, const
from ..kernel_to_opencl.ctypes import bits

LIMIT: Final = 1 << 31
"""What an index of 32 bits stays below."""
_ZERO: Final = const(0)


class Unbounded(Exception):
    """Nothing over the sizes is known to be as large as an index."""


class Range(NamedTuple):
    """A value is at least `-below` and at most `above`."""

    below: Nat
    above: Nat

    @property
    def size(self) -> Nat:
        """What its absolute value does not pass; at least 1, so that a product is not less than its factors."""
        ends = [end for end in self if end is not _ZERO]
        return maximum(*ends) if ends else const(1)


def largest_entry(table: str) -> str:
    """The name that stands for the largest entry of a table."""
    return f"{table}'max"


def index_bounds(kernel: FuncOp, local: Sequence[Nat], groups: Sequence[Nat]) -> list[Nat] | None:
    """What no index passes, nor anything that is computed for it; None where that is too much for any size."""
    ranges = _Ranges(kernel, local, groups)
    try:
        ranges.block(kernel.block)
    except Unbounded:
        return None
    found = [nat for nat in ranges.found if nat.constant is None or nat.constant >= LIMIT]
    if any(_least(nat) >= LIMIT for nat in found):
        return None
    return [nat for nat in found if not any(_is_below(nat, other) for other in found if other is not nat)]


class _Ranges:
    """The ranges of the values of one kernel, and the ends of all that it computes."""

    def __init__(self, kernel: FuncOp, local: Sequence[Nat], groups: Sequence[Nat]):
        self.local, self.groups = local, groups
        self.sizes = frozenset(kernel.nat_names)
        self.values = {name: Range(_ZERO, var(name)) for name in kernel.nat_names}
        self.called: dict[SSAValue, Nat] = {}
        self.sums = {table.function.body.data: table.length.data for table in kernel.sums}
        self.found: dict[Nat, None] = {}

    # Ops

    def block(self, block: Block) -> None:
        for op in block.ops:
            self.operation(op)

    def operation(self, op: Operation) -> None:
        match op:
            case WorkItemOp():
                self.call(op.number, Range(_ZERO, self.work_items(op)))
            case ApplyOp():
                self.call(op.number, self.index(op.index, op.symbols))
            case AccessOp():
                self.index(op.index, op.index_operands)
            case ForOp():
                start, stop, step = (self.index(bound, op.symbols) for bound in (op.start, op.stop, op.step))
                self.compute(Range(start.below, stop.above + step.above))
                self.call(op.variable, Range(start.below, stop.above))
                if op.position is not None:
                    self.values[op.position.data] = Range(start.below, stop.above)
                self.block(op.block)
            case IfOp():
                self.choice(op)
            case _:
                pass

    def work_items(self, op: WorkItemOp) -> Nat:
        """What an id stays below, and a size does not pass."""
        dimension = op.dimension.value.data
        local = self.local[dimension] if dimension < len(self.local) else const(1)
        groups = self.groups[dimension] if dimension < len(self.groups) else const(1)
        match op:
            case LocalIdOp() | LocalSizeOp():
                return local
            case GroupIdOp() | NumGroupsOp():
                return groups
            case _:
                return local * groups

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
            if held is not None and held.relation == "ge":
                self.learn(held.nat)
            self.block(block)
            self.values = before

    def learn(self, nat: Nat) -> None:
        """`nat >= 0` bounds a value that is added or taken away in it, where nothing but its type did."""
        for name in nat.names - self.sizes:
            below, above = self.values[name]
            rest_up, rest_down = nat - var(name), nat + var(name)
            if name not in rest_up.names and below.constant is not None:
                self.values[name] = Range(self.bounds(rest_up).above, above)
            elif name not in rest_down.names and above.constant is not None:
                self.values[name] = Range(below, self.bounds(rest_down).above)

    # Expressions

    def call(self, value: SSAValue, range_: Range) -> None:
        name = f"%{len(self.called)}"
        self.called[value] = var(name)
        self.values[name] = range_

    def operand(self, value: SSAValue) -> Nat:
        """The name of an operand; a number that is data may be anything that its type has."""
        if value not in self.called:
            number, width = constant_of(value), bits(value.type)
            if number is not None:
                self.call(value, Range(const(max(-number, 0)), const(max(number, 0))))
            elif width <= 32:
                most = const((1 << (width - 1)) - 1)  # the least one fits, too, and nothing can be taken away from it
                self.call(value, Range(most, most))
            else:
                raise Unbounded
        return self.called[value]

    def index(self, index: IndexAttr, operands: Sequence[SSAValue]) -> Range:
        return self.bounds(index(*map(self.operand, operands)))

    def compute(self, range_: Range) -> Range:
        self.found.update(dict.fromkeys(range_))
        return range_

    def sides(self, condition: Condition) -> None:
        """A comparison is written with what is taken away on its other side; `a lt b` is `b - a - 1 ge 0`."""
        nat = condition.nat
        strict = condition.relation == "ge" and nat.den == 1 and nat.constant_term == -1
        self.bounds(nat + 1 if strict else nat)

    def bounds(self, nat: Nat) -> Range:
        below = above = _ZERO
        for monomial, coefficient in nat.terms:
            factors = [self.atom(atom) for atom, exponent in monomial.factors for _ in range(exponent)]
            size = const(abs(coefficient))
            for factor in factors:
                size = size * factor.size
            signed = any(factor.below is not _ZERO for factor in factors)
            below = below + size if signed or coefficient < 0 else below
            above = above + size if signed or coefficient > 0 else above
        if nat.den != 1:  # a power with a negative exponent divides the whole
            for atom in nat.atoms:
                if isinstance(atom, Pow):
                    scale = power(int(atom.label), self.bounds(atom.args[0]).below)
                    below, above = below * scale, above * scale
        return self.compute(Range(below, above))

    def atom(self, atom: Atom) -> Range:
        match atom:
            case Var():
                return self.values[str(atom.label)]
            case If():
                self.sides(atom.condition)
                return _union([self.bounds(arg) for arg in atom.args[1:]])
            case Sum():
                return self.sum(atom)
            case Lookup():
                self.bounds(atom.args[0])
                return self.compute(Range(_ZERO, var(largest_entry(str(atom.label))) + 1))
            case _:
                return self.strict(atom, [self.bounds(arg) for arg in atom.args])

    def sum(self, atom: Sum) -> Range:
        """A sum is read from a table, whose last entry is the largest."""
        self.bounds(atom.args[0])
        body = atom.args[1]
        if body not in self.sums:
            raise Unbounded
        return self.compute(Range(_ZERO, sum_bound(self.sums[body] - 1, body) + 1))

    def is_positive(self, nat: Nat) -> bool:
        """Whether an expression of sizes is at least 1 for any of them."""
        signs = all(coefficient > 0 for _, coefficient in nat.terms) and nat.den == 1
        return signs and nat.names <= self.sizes and all(isinstance(atom, Var | Pow) for atom in nat.atoms)

    def strict(self, atom: Atom, args: list[Range]) -> Range:
        """The atoms all of whose arguments are computed."""
        match atom:
            case FloorDiv() | Mod():
                dividend, divisor = args
                if dividend.below is not _ZERO:
                    self.compute(Range(dividend.below, dividend.above + divisor.above * SHIFTS))
                if isinstance(atom, Mod):
                    return Range(_ZERO, divisor.above)
                if not self.is_positive(atom.args[1]):
                    return dividend
                return Range(*(end if end is _ZERO else ceildiv(end, atom.args[1]) for end in dividend))
            case Pow():
                base = int(atom.label)
                (exponent,) = args
                self.compute(Range(_ZERO, power(base, exponent.below)))
                return Range(_ZERO, power(base, exponent.above))
            case Log2():
                return Range(_ZERO, log2(args[0].size + 1))
            case Min() if all(arg.below is _ZERO for arg in args):
                return Range(_ZERO, minimum(*(arg.above for arg in args)))
            case Min() | Max():
                return _union(args)
            case _:
                raise Unbounded


def _union(ranges: Sequence[Range]) -> Range:
    return Range(maximum(*(each.below for each in ranges)), maximum(*(each.above for each in ranges)))


def _least(nat: Nat) -> int:
    """The value for the smallest sizes; 0 where it has none."""
    try:
        return evaluate(nat, dict.fromkeys(nat.names, 1))
    except NatError:
        return 0


def _is_below(nat: Nat, other: Nat) -> bool:
    """Whether every term is in the other, at least as often; none is negative."""
    more = dict(other.terms)
    return nat.den == other.den == 1 and all(more.get(monomial, 0) >= count for monomial, count in nat.terms)
