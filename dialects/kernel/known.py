"""What is known of indices at a place of a kernel: ids lie below their sizes, loop variables between their bounds.

Whoever walks over a kernel, to print it or to simplify its indices, carries a `Known` along and gives each value the
name that its expression is written with.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from xdsl.dialects.arith import AndIOp, ConstantOp
from xdsl.dialects.builtin import IndexType, IntegerAttr, IntegerType
from xdsl.ir import SSAValue

from ..lift.attributes import LaunchAttr
from ..lift.conversions import ConvertOp
from ..nat.expr import Condition, compare, var
from ..nat.facts import NOTHING, Facts
from ..nat.prove import holds
from ..nat.rebuild import substitute, substitute_condition
from ..nat.ring import LARGEST, Nat, const
from .attributes import ConditionAttr, IndexAttr
from .control import ForOp
from .functions import FuncOp
from .lengths import LengthOp
from .workitems import (
    ApplyOp,
    GlobalSizeOp,
    GroupIdOp,
    LocalIdOp,
    LocalSizeOp,
    NumGroupsOp,
    WorkItemOp,
)

COMPLEX: Final = 12
"""Of a variable for an expression with more parts than this, only the sign is known: it is not replaced by it again."""


@dataclass(frozen=True)
class Known:
    """Facts, and what values and names of nats are called in them."""

    facts: Facts
    launch: LaunchAttr | None
    values: dict[SSAValue, Nat] = field(default_factory=dict[SSAValue, Nat])
    """The expression of each value that was registered; shared by all places of a kernel."""
    names: Mapping[str, Nat] = field(default_factory=dict[str, Nat])
    """Names of nats that are called something else."""

    @classmethod
    def of_function(cls, function: FuncOp) -> Known:
        """What holds throughout a kernel."""
        facts = NOTHING.size(*function.nat_names)
        for table in function.tables:
            facts = facts.table(table.table.data, table.length.data)
        for binding in (binding for one in function.hidden_lengths for binding in one.bindings):
            facts = binding.extend(facts)
        return cls(facts.given(*function.conditions), function.launch)

    def nat(self, index: IndexAttr, operands: Sequence[SSAValue]) -> Nat:
        """An index expression in the names of this place."""
        return substitute(index(*(self.values[value] for value in operands)), self.names)

    def condition(self, condition: ConditionAttr, operands: Sequence[SSAValue]) -> Condition:
        """A condition in the names of this place."""
        return substitute_condition(condition(*(self.values[value] for value in operands)), self.names)

    def given(self, condition: Condition) -> Known:
        """What is known where a condition holds."""
        return replace(self, facts=self.facts.given(condition))

    def naming(self, name: str, nat: Nat) -> Known:
        """What is known where a name of a nat stands for an expression."""
        return replace(self, names={**self.names, name: nat})

    def inside(self, loop: ForOp, name: str) -> Known:
        """What is known in the region of a loop whose variable is called so."""
        start, stop = self.nat(loop.start, loop.symbols), self.nat(loop.stop, loop.symbols)
        self.values[loop.variable] = var(name)
        inner = replace(self, facts=self.facts.between(name, start, stop - 1))
        return inner if loop.position is None else inner.naming(loop.position.data, var(name))

    def defined(self, value: SSAValue, name: str) -> Known:
        """What is known after a value that is called so was defined."""
        number = constant_of(value)
        if number is not None:
            self.values[value] = const(number)
            return self
        self.values[value] = var(name)
        match value.owner:
            case ApplyOp() as op if isinstance(value.type, IndexType):
                nat = self.nat(op.index, op.symbols)
                if nat.size <= COMPLEX:
                    return self.given(compare(var(name), "eq", nat))
                natural = holds(compare(nat, "ge", 0), self.facts)
                return replace(self, facts=self.facts.natural(name)) if natural else self
            case WorkItemOp() as op:
                return replace(self, facts=self._of_work_item(op, name))
            case AndIOp() as op:
                masks = [mask for mask in map(constant_of, op.operands) if mask is not None and mask >= 0]
                return replace(self, facts=self.facts.between(name, 0, min(masks))) if masks else self
            case ConvertOp(most=int(most)):
                return replace(self, facts=self.facts.between(name, 0, most))
            case LengthOp() as op:
                inside, number = replace(self, facts=self.facts.between(name, 0, op.most.data)), constant_of(op.given)
                self.values[value] = var(name) if number is None else const(number)
                return inside if op.called is None else inside.naming(op.called.data, self.values[value])
            case _:
                return self

    def _of_work_item(self, op: WorkItemOp, name: str) -> Facts:
        size = self._count(op)
        if isinstance(op, LocalSizeOp | NumGroupsOp | GlobalSizeOp):
            return self.facts.size(name) if size is None else self.facts.given(compare(var(name), "eq", size))
        return self.facts.natural(name) if size is None else self.facts.index(name, size)

    def size_given(self, value: SSAValue) -> Nat | None:
        """What a value is that is a size of the launch; None where it is none or the launch is not known."""
        op = value.owner
        return self._count(op) if isinstance(op, LocalSizeOp | NumGroupsOp | GlobalSizeOp) else None

    def _count(self, op: WorkItemOp) -> Nat | None:
        """What a size is by the launch, and of an id how many there are."""
        local, groups = self._sizes(op.dimension.value.data)
        match op:
            case LocalIdOp() | LocalSizeOp():
                return local
            case GroupIdOp() | NumGroupsOp():
                return groups
            case _:
                return None if local is None or groups is None else local * groups

    def _sizes(self, dimension: int) -> tuple[Nat | None, Nat | None]:
        """The size of a work group and the number of groups in a dimension, where the launch is known."""
        if self.launch is None:
            return None, None
        if dimension >= len(self.launch.local):
            return const(1), const(1)
        return self.launch.local.data[dimension].data, self.launch.groups.data[dimension].data


def constant_of(value: SSAValue) -> int | None:
    """The number that a value is, where it is a constant that an expression can hold."""
    owner = value.owner
    if not isinstance(owner, ConstantOp) or not isinstance(value.type, IntegerType | IndexType):
        return None
    number = owner.value.value.data if isinstance(owner.value, IntegerAttr) else None
    return number if number is not None and abs(number) <= LARGEST else None
