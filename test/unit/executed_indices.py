"""A launch, executed by all of its work items for the sake of its indices alone: how far does what they compute really go?

Numbers that are data are all the same. A sum counts as its positive and as its negative terms, since C may add in any
order; a product as what stands before each of its factors.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product

from xdsl.ir import Block, Operation, SSAValue

from lift.dialects.host.launches import LaunchOp
from lift.dialects.kernel.attributes import IndexAttr
from lift.dialects.kernel.control import ForOp, IfOp
from lift.dialects.kernel.known import constant_of
from lift.dialects.kernel.memory import AccessOp
from lift.dialects.kernel.workitems import (
    ApplyOp,
    GlobalIdOp,
    GlobalSizeOp,
    GroupIdOp,
    LocalIdOp,
    LocalSizeOp,
    NumGroupsOp,
    WorkItemOp,
)
from lift.dialects.nat.evaluate import Evaluation, evaluate
from lift.dialects.nat.expr import Condition, If, Sum, var
from lift.dialects.nat.ring import Atom, Nat

Sizes = Sequence[int]


def furthest(launch: LaunchOp, names: Mapping[str, int], tables: Mapping[str, Sequence[int]], data: int = 0) -> int:
    """The least number such that all that is computed lies between `-it - 1` and it."""
    local, groups = ([evaluate(size, names) for size in sizes] for sizes in (launch.local_sizes, launch.groups))
    found = -1
    for group in product(*map(range, groups)):
        for item in product(*map(range, local)):
            one = _WorkItem(launch, names, tables, data)
            one.sizes = (local, groups)
            one.ids = (item, group)
            one.block(one.kernel.block)
            found = max(found, one.most)
    return found


MANY = 1000


def with_ends(iterations: range) -> Sequence[int]:
    """All of them; the first and the last where there are many, as of a loop that only a condition ends."""
    return iterations if len(iterations) <= MANY else (*iterations[:2], *iterations[-2:])


class _WorkItem:
    sizes: tuple[Sizes, Sizes]
    ids: tuple[Sizes, Sizes]

    def __init__(
        self, launch: LaunchOp, names: Mapping[str, int], tables: Mapping[str, Sequence[int]], data: int
    ) -> None:
        self.kernel = launch.function()
        self.values = Evaluation(names, tables)
        self.known: dict[SSAValue, int] = {}
        self.called: dict[SSAValue, str] = {}
        self.data = data
        self.most = max((self.note(names[name]) for name in self.kernel.nat_names), default=-1)

    most = -1

    def note(self, *numbers: int) -> int:
        for number in numbers:
            self.most = max(self.most, number, -number - 1)
        return numbers[0]

    # Ops

    def block(self, block: Block) -> None:
        for op in block.ops:
            self.operation(op)

    def operation(self, op: Operation) -> None:
        match op:
            case WorkItemOp():
                self.known[op.number] = self.note(self.work_item(op))
            case ApplyOp():
                self.known[op.number] = self.index(op.index, op.symbols)
            case AccessOp():
                self.index(op.index, op.index_operands)
            case ForOp():
                start, stop, step = (self.index(bound, op.symbols) for bound in (op.start, op.stop, op.step))
                for i in with_ends(range(start, stop, step)):
                    self.note(i + step)
                    self.known[op.variable] = i
                    if op.position is not None:
                        self.values.names[op.position.data] = i
                    self.block(op.block)
            case IfOp():
                blocks = [op.then.block, *([] if op.else_block is None else [op.else_block])]
                if op.condition is not None:
                    condition = op.condition(*map(self.operand, op.decided_by))
                    blocks = blocks[:1] if self.condition(condition) else blocks[1:]
                for block in blocks:
                    self.block(block)
            case _:
                pass

    def work_item(self, op: WorkItemOp) -> int:
        dimension = op.dimension.value.data
        pairs = [*self.sizes, *self.ids]
        local, groups, item, group = (
            sizes[dimension] if dimension < len(sizes) else default
            for sizes, default in zip(pairs, (1, 1, 0, 0), strict=True)
        )
        numbers: dict[type[WorkItemOp], int] = {
            LocalIdOp: item,
            GroupIdOp: group,
            GlobalIdOp: group * local + item,
            LocalSizeOp: local,
            NumGroupsOp: groups,
            GlobalSizeOp: local * groups,
        }
        return numbers[type(op)]

    # Expressions

    def operand(self, value: SSAValue) -> Nat:
        number = constant_of(value)
        name = self.called.setdefault(value, f"%{len(self.called)}")
        self.values.names[name] = self.known.get(value, self.data) if number is None else number
        return var(name)

    def index(self, index: IndexAttr, operands: Sequence[SSAValue]) -> int:
        return self.nat(index(*map(self.operand, operands)))

    def condition(self, condition: Condition) -> bool:
        strict = condition.relation == "ge" and condition.nat.constant_term == -1
        self.nat(condition.nat + 1 if strict else condition.nat)
        return self.values.condition(condition, ())

    def nat(self, nat: Nat) -> int:
        positive = negative = 0
        for monomial, coefficient in nat.terms:
            term = coefficient
            for atom, exponent in monomial.factors:
                self.atom(atom)
                for _ in range(exponent):
                    term = self.note(int(term * self.values.atom(atom, ())))
            positive, negative = positive + max(term, 0), negative + min(term, 0)
        self.note(positive, negative)
        return self.note(self.values.nat(nat, ()))

    def atom(self, atom: Atom) -> None:
        """Note what is computed for an atom."""
        match atom:
            case If():
                self.nat(atom.args[1] if self.condition(atom.condition) else atom.args[2])
            case Sum():
                self.nat(atom.args[0])
            case _:
                for arg in atom.args:
                    self.nat(arg)
                self.note(int(self.values.atom(atom, ())))
