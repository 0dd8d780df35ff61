"""Whether the indices of a kernel fit 32 bits at a launch: every expression is bounded for the sizes of the call.

Sizes are numbers here, ids lie below those of the launch, and loop variables between their bounds, so interval
arithmetic bounds each expression and all that C computes on the way. What cannot be bounded needs 64 bits.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from xdsl.ir import Block, Operation, SSAValue

from ...dialects.kernel.attributes import ConditionAttr, IndexAttr
from ...dialects.kernel.control import ForOp, IfOp
from ...dialects.kernel.functions import FuncOp
from ...dialects.kernel.known import constant_of
from ...dialects.kernel.memory import AccessOp
from ...dialects.kernel.workitems import (
    ApplyOp,
    GlobalIdOp,
    GlobalSizeOp,
    GroupIdOp,
    LocalIdOp,
    LocalSizeOp,
    NumGroupsOp,
    WorkItemOp,
)
from ...dialects.nat.expr import Bound, Condition, FloorDiv, If, Log2, Lookup, Max, Min, Mod, Sum, Var, power, var
from ...dialects.nat.print_c import SHIFTS
from ...dialects.nat.ring import ONE, Atom, Nat, Pow, from_terms
from ...lowering.kernel_to_opencl.ctypes import bits

LIMIT: Final = 1 << 31
"""What an index of 32 bits stays below."""

Interval: TypeAlias = tuple[int, int]
"""The least and the greatest."""


class TooWide(Exception):
    """An expression may leave 32 bits, or nothing is known of it."""


@dataclass(frozen=True)
class Work:
    """The work items of a launch, and the names and tables that the kernel gets."""

    local: Sequence[int]
    groups: Sequence[int]
    names: Mapping[str, int]
    tables: Mapping[str, Interval]
    """The least and the greatest entry of each table, those of sums included."""


def fits(function: FuncOp, work: Work, limit: int = LIMIT) -> bool:
    """Whether every index of a kernel stays below the limit."""
    try:
        if any(not -limit < end < limit for table in work.tables.values() for end in table):
            return False
        _Bounds(function, work, limit).function()
    except TooWide:
        return False
    return True


class _Bounds:
    """Intervals for the values of one kernel; leaving the limit is `TooWide`."""

    def __init__(self, function: FuncOp, work: Work, limit: int):
        self.kernel = function
        self.work = work
        self.limit = limit
        self.values: dict[str, Interval] = {}
        """What is known of SSA values, under the names that expressions have for them, and of nats."""
        self.called: dict[SSAValue, Nat] = {}
        self.sums = {table.function.body.data: table.table.data for table in function.sums}

    def function(self) -> None:
        for name in self.kernel.nat_names:
            number = self.work.names[name]
            self.values[name] = self.within((number, number))
        self.block(self.kernel.block)

    # Ops

    def block(self, block: Block) -> None:
        for op in block.ops:
            self.operation(op)

    def operation(self, op: Operation) -> None:
        match op:
            case WorkItemOp():
                self.call(op.number, self.within(self.work_item(op)))
            case ApplyOp():
                self.call(op.number, self.index(op.index, op.symbols))
            case AccessOp():
                self.index(op.index, op.index_operands)
            case ForOp():
                self.loop(op)
            case IfOp():
                self.choice(op)
            case _:
                pass

    def loop(self, op: ForOp) -> None:
        start, stop, step = (self.index(bound, op.symbols) for bound in (op.start, op.stop, op.step))
        last = max(stop[1] - 1, start[0])
        self.within((start[0], last + step[1]))
        self.call(op.variable, (start[0], last))
        if op.position is not None:
            self.values[op.position.data] = (start[0], last)
        if start[0] < stop[1]:
            self.block(op.block)

    def choice(self, op: IfOp) -> None:
        if op.condition is None:
            self.block(op.then.block)
            if op.else_block is not None:
                self.block(op.else_block)
            return
        condition = self.condition(op.condition, op.decided_by)
        self.sides(condition)
        for block, held in ((op.then.block, condition), (op.else_block, condition.negated)):
            if block is None:
                continue
            before = dict(self.values)
            if self.learn(held):
                self.block(block)
            self.values = before

    def learn(self, condition: Condition) -> bool:
        """Narrow the one value that a condition `a * v + rest` is linear in; whether it can hold at all."""
        low, high = self.unchecked(condition.nat)
        if condition.relation == "ge" and high < 0:
            return False
        if condition.relation == "eq" and not low <= 0 <= high:
            return False
        for name in condition.nat.names:
            if condition.relation == "ge":
                self.narrow(name, condition.nat)
            elif condition.relation == "eq":
                self.narrow(name, condition.nat)
                self.narrow(name, -condition.nat)
        return True

    def narrow(self, name: str, nat: Nat) -> None:
        """Narrow a name by `nat >= 0`, where nat is `name + rest` or `rest - name`."""
        rest_up, rest_down = nat - var(name), nat + var(name)
        low, high = self.values[name]
        if name not in rest_up.names:
            self.values[name] = (max(low, -self.unchecked(rest_up)[1]), high)
        elif name not in rest_down.names:
            self.values[name] = (low, min(high, self.unchecked(rest_down)[1]))

    def work_item(self, op: WorkItemOp) -> Interval:
        dimension = op.dimension.value.data
        local = self.work.local[dimension] if dimension < len(self.work.local) else 1
        groups = self.work.groups[dimension] if dimension < len(self.work.groups) else 1
        match op:
            case LocalIdOp():
                return (0, local - 1)
            case GroupIdOp():
                return (0, groups - 1)
            case GlobalIdOp():
                return (0, local * groups - 1)
            case LocalSizeOp():
                return (1, local)
            case NumGroupsOp():
                return (1, groups)
            case GlobalSizeOp():
                return (1, local * groups)
            case _:
                raise TooWide

    # Expressions

    def call(self, value: SSAValue, interval: Interval) -> None:
        name = f"%{len(self.called)}"
        self.called[value] = var(name)
        self.values[name] = interval

    def operand(self, value: SSAValue) -> Nat:
        """The name of an operand; a number that is data may be anything that its type has."""
        if value not in self.called:
            number = constant_of(value)
            if number is not None:
                self.call(value, (number, number))
            elif bits(value.type) <= 32:
                half = 1 << (bits(value.type) - 1)
                self.call(value, (-half, half - 1))
            else:
                raise TooWide
        return self.called[value]

    def index(self, index: IndexAttr, operands: Sequence[SSAValue]) -> Interval:
        return self.within(self.nat(index(*map(self.operand, operands))))

    def condition(self, condition: ConditionAttr, operands: Sequence[SSAValue]) -> Condition:
        return condition(*map(self.operand, operands))

    def within(self, interval: Interval) -> Interval:
        """The interval, where it fits: 32 bits have one more number below 0."""
        if -self.limit <= interval[0] and interval[1] < self.limit:
            return interval
        raise TooWide

    def unchecked(self, nat: Nat) -> Interval:
        """The interval of an expression that is not computed on the device."""
        limit, self.limit = self.limit, 1 << 256
        try:
            return self.nat(nat)
        finally:
            self.limit = limit

    def sides(self, condition: Condition, bound: tuple[Interval, ...] = ()) -> None:
        """A comparison is written with what is taken away on its other side, and with a number on one of them."""
        positive = [(monomial, c) for monomial, c in condition.nat.terms if c > 0 and monomial is not ONE]
        negative = [(monomial, -c) for monomial, c in condition.nat.terms if c < 0 and monomial is not ONE]
        number = condition.nat.constant_term.numerator
        idle = condition.relation == "ge" and (number == -1 or not positive or not negative)
        above, below = (0, 0) if idle else (max(number, 0), max(-number, 0))
        self.within((-abs(number), abs(number) - 1))
        self.nat(from_terms(positive) + above, bound)
        self.nat(from_terms(negative) + below, bound)

    def nat(self, nat: Nat, bound: tuple[Interval, ...] = ()) -> Interval:
        """The interval of an expression; each of its terms, and their sum in any order, must stay within."""
        low = high = least = most = 0
        for monomial, coefficient in nat.terms:
            term, size = (coefficient, coefficient), abs(coefficient)
            for atom, exponent in monomial.factors:
                factor = self.atom(atom, bound)
                for _ in range(exponent):
                    term, size = _product(term, factor), size * max(1, -factor[0], factor[1])
            self.within((-size, size - 1))  # the sum below sees which end it is
            low, high = low + term[0], high + term[1]
            least, most = least + min(term[0], 0), most + max(term[1], 0)
        self.within((least, most))
        self.divided(nat, bound)
        return (low // nat.den, -(-high // nat.den))

    def divided(self, nat: Nat, bound: tuple[Interval, ...]) -> None:
        """A power with a negative exponent is written as a division, of all that it is multiplied with."""
        for monomial, _ in nat.terms:
            for atom, _ in monomial.factors:
                if isinstance(atom, Pow) and self.nat(atom.args[0], bound)[0] < 0:
                    exponent = atom.args[0]
                    taken = from_terms(((m, -c) for m, c in exponent.terms if c < 0), exponent.den)
                    part = nat if nat.den != 1 else from_terms([(monomial, 1)])
                    above = part * power(int(atom.label), taken)
                    if above is not nat:
                        self.nat(above, bound)

    def atom(self, atom: Atom, bound: tuple[Interval, ...]) -> Interval:
        match atom:
            case Var():
                return self.values[str(atom.label)]
            case Bound():
                return bound[int(atom.label)]
            case If():
                self.sides(atom.condition, bound)
                return _union(self.nat(atom.args[1], bound), self.nat(atom.args[2], bound))
            case Sum():
                table = self.sums.get(atom.args[1])
                if table is None:
                    single = atom.args[1].single
                    table = f"{single.label}_sums" if isinstance(single, Lookup) else ""
                if table not in self.work.tables:
                    raise TooWide
                self.nat(atom.args[0], bound)
                return self.work.tables[table]
            case _:
                return self.strict(atom, [self.nat(arg, bound) for arg in atom.args])

    def strict(self, atom: Atom, args: list[Interval]) -> Interval:
        """The atoms all of whose arguments are computed."""
        match atom:
            case FloorDiv() | Mod():
                dividend, divisor = args
                shift = SHIFTS * divisor[1] if dividend[0] < 0 else 0
                self.within((dividend[0], dividend[1] + shift))
                if divisor[0] < 1:
                    raise TooWide
                if isinstance(atom, Mod):
                    return (0, divisor[1] - 1 if dividend[0] < 0 else min(divisor[1] - 1, dividend[1]))
                quotients = [end // by for end in dividend for by in divisor]
                return (min(quotients), max(quotients))
            case Pow():
                low, high = args[0]
                if max(-low, high) > 64:
                    raise TooWide
                base = int(atom.label)
                self.within((0, base ** max(-low, high)))
                return (base**low if low >= 0 else 0, base ** max(high, 0))
            case Log2():
                return (0, max(args[0][1], 1).bit_length() - 1)
            case Min():
                return (min(low for low, _ in args), min(high for _, high in args))
            case Max():
                return (max(low for low, _ in args), max(high for _, high in args))
            case Lookup():
                return self.work.tables[str(atom.label)]
            case _:
                raise TooWide


def _product(left: Interval, right: Interval) -> Interval:
    corners = [a * b for a in left for b in right]
    return (min(corners), max(corners))


def _union(left: Interval, right: Interval) -> Interval:
    return (min(left[0], right[0]), max(left[1], right[1]))
