"""Index expressions while a kernel is rewritten: values have names in them, and they become attributes over operands.

A pass that walks over a kernel makes `Symbols`, registers each value in order and asks at each op for its expressions; what
is known there is carried along in `known`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xdsl.dialects.builtin import DenseArrayBase, i32
from xdsl.ir import Operation, SSAValue
from xdsl.irdl import AttrSizedOperandSegments

from ..lift.profile import profile_of
from ..nat.atoms import atoms_inside
from ..nat.expr import Condition, Sum
from ..nat.ring import Nat
from ..nat.simplify import simplify
from ..scalars import is_integer
from .attributes import ConditionAttr, IndexAttr
from .compress import CompressOp
from .control import ForOp, IfOp
from .functions import FuncOp
from .known import Known
from .memory import AccessOp, ReadOp, WriteOp
from .workitems import ApplyOp


class Symbols:
    """The values of a kernel as names that no program has; the later one is registered, the later it is in order."""

    def __init__(self, function: FuncOp):
        self.known: Known = Known.of_function(function)
        self.values: dict[str, SSAValue] = {}
        self.as_made = profile_of(function).indices == "off"
        """Whether indices are written as they were made."""
        for argument in function.block.args:
            self.register(argument)

    def register(self, *values: SSAValue) -> None:
        """Values that an index may use get names."""
        for value in values:
            if is_integer(value.type):
                self.known = self.known.defined(value, self.name(value))

    def name(self, value: SSAValue) -> str:
        name = f"{len(self.values):04}'"
        self.values[name] = value
        return name

    def simple(self, nat: Nat) -> Nat:
        """An expression in these names, simplified under what is known."""
        return simplify(nat, self.known.facts)

    def written(self, nat: Nat) -> Nat:
        """An expression as it is written in an index: simplified, unless the profile says otherwise.

        Sums are closed in any case, as those that are not become tables.
        """
        has_sums = any(isinstance(part, Sum) for atom in nat.atoms for part in (atom, *atoms_inside(atom)))
        return nat if self.as_made and not has_sums else self.simple(nat)

    def over(self, *nats: Nat) -> tuple[list[IndexAttr], list[SSAValue]]:
        """Expressions in these names as attributes over operands that they share."""
        names = self._used(name for nat in nats for name in nat.names)
        return [IndexAttr.of(nat, names) for nat in nats], [self.values[name] for name in names]

    def condition_over(self, condition: Condition) -> tuple[ConditionAttr, list[SSAValue]]:
        """A condition in these names as an attribute over operands."""
        names = self._used(condition.names)
        return ConditionAttr.of(condition, names), [self.values[name] for name in names]

    def _used(self, names: Iterator[str] | frozenset[str]) -> list[str]:
        return sorted({name for name in names if name in self.values})


def index_operands(op: Operation) -> Sequence[SSAValue]:
    """The operands that an op uses in index expressions."""
    match op:
        case AccessOp():
            return op.index_operands
        case ForOp() | ApplyOp():
            return op.symbols
        case IfOp():
            return op.decided_by if op.condition is not None else ()
        case _:
            return ()


def expressions_of(op: Operation, values: Sequence[Nat]) -> list[Nat]:
    """The index expressions of an op, for values of the operands that they use."""
    match op:
        case AccessOp() | ApplyOp():
            return [op.index(*values)]
        case ForOp():
            return [bound(*values) for bound in (op.start, op.stop, op.step)]
        case IfOp() if op.condition is not None:
            return [op.condition(*values).nat]
        case _:
            return []


def set_index(op: AccessOp | ApplyOp, index: IndexAttr, operands: Sequence[SSAValue]) -> None:
    """Give an op another index."""
    before: tuple[SSAValue, ...] = ()
    match op:
        case ReadOp():
            before = (op.buffer,)
        case WriteOp():
            before = (op.value, op.buffer)
        case CompressOp():
            before = (op.value, op.mask, op.buffer)
        case _:
            pass
    op.index = index
    op.operands = (*before, *operands)


def set_bounds(op: ForOp, bounds: tuple[IndexAttr, IndexAttr, IndexAttr], operands: Sequence[SSAValue]) -> None:
    """Give a loop other bounds."""
    inits = tuple(op.inits)
    op.start, op.stop, op.step = bounds
    op.operands = (*operands, *inits)
    sizes = DenseArrayBase.from_list(i32, [len(operands), len(inits)])
    op.properties[AttrSizedOperandSegments.attribute_name] = sizes
