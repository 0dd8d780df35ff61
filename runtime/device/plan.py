"""A host program as steps that are quick to go through at every call, and what its buffers are called in messages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar, TypeAlias

from xdsl.dialects.builtin import TupleType
from xdsl.ir import Attribute, Block, SSAValue

from ...analysis.index_ranges import IndexRanges, index_ranges
from ...dialects.diagnostics import LiftError
from ...dialects.errors import INTERNAL
from ...dialects.host.launches import ForOp, LaunchOp
from ...dialects.host.memory import AllocOp, FreeOp, LocalOp
from ...dialects.host.programs import ProgramOp, ReturnOp
from ...dialects.kernel.functions import FuncOp, SumsAttr
from ...dialects.kernel.memory import AllocOp as KernelAllocOp
from ...dialects.kernel.operation import buffer_of
from ...dialects.kernel.types import BufferType, element_bytes
from ...dialects.lift.types import AddressSpace, ArrayType
from ...dialects.nat.ring import Nat

Slot: TypeAlias = int
"""A value of the host program: a buffer, a number that is passed by value, or local memory."""


@dataclass(frozen=True)
class Reserve:
    """A new buffer."""

    slot: Slot
    count: Nat

    @property
    def names(self) -> frozenset[str]:
        return self.count.names

    @property
    def sizes(self) -> frozenset[str]:
        return self.count.names


@dataclass(frozen=True)
class Release:
    """A buffer is not needed any more."""

    slot: Slot
    names: ClassVar[frozenset[str]] = frozenset()
    sizes: ClassVar[frozenset[str]] = frozenset()


@dataclass(frozen=True)
class Launch:
    """A kernel is run."""

    op: LaunchOp
    arguments: tuple[Slot, ...]
    tables: tuple[tuple[str, str], ...]
    """What the tables that the kernel gets are called by the kernel, and by the plan."""
    memory: tuple[tuple[str, int], ...]
    """The memory of a work group that the kernel reserves itself: names and bytes."""

    @cached_property
    def kernel(self) -> FuncOp:
        return self.op.function()

    @cached_property
    def local(self) -> tuple[Nat, ...]:
        return self.op.local_sizes

    @cached_property
    def groups(self) -> tuple[Nat, ...]:
        return self.op.groups

    @cached_property
    def sizes(self) -> frozenset[str]:
        """The names that the number of work items depends on."""
        return frozenset[str]().union(*(nat.names for nat in (*self.local, *self.groups)))

    @cached_property
    def names(self) -> frozenset[str]:
        """The names that it depends on at all."""
        return self.sizes.union(self.kernel.nat_names)

    @cached_property
    def index_ranges(self) -> IndexRanges:
        return index_ranges(self.op)


@dataclass(frozen=True)
class Iterations:
    """Steps that are repeated, with a name for the number of the iteration, from 1."""

    name: str
    count: Nat
    steps: Sequence[Action]

    @cached_property
    def sizes(self) -> frozenset[str]:
        """The names that buffers, work items and numbers of iterations depend on, here and inside."""
        return self.count.names.union(*(step.sizes for step in self.steps))

    @cached_property
    def names(self) -> frozenset[str]:
        """The names that anything depends on, here and inside."""
        return self.count.names.union(*(step.names for step in self.steps))


Action: TypeAlias = Reserve | Release | Launch | Iterations


@dataclass
class Plan:
    """A host program."""

    program: ProgramOp
    parameters: list[list[Slot]] = field(default_factory=list[list[Slot]])
    """For each parameter of the function the slots of its leaves."""
    steps: list[Action] = field(default_factory=list[Action])
    returned: list[Slot] = field(default_factory=list[Slot])
    names: list[str] = field(default_factory=list[str])
    """What each slot is called."""
    elements: list[Attribute] = field(default_factory=list[Attribute])
    """The type of each slot's elements, or of the number that it is."""
    by_value: set[Slot] = field(default_factory=set[Slot])
    local: dict[Slot, Nat] = field(default_factory=dict[Slot, Nat])
    """How many elements the slots have that are memory of a work group."""
    allocated: dict[Slot, Nat] = field(default_factory=dict[Slot, Nat])
    """How many elements the buffers have that the program reserves."""
    sums: dict[str, SumsAttr] = field(default_factory=dict[str, SumsAttr])
    """Tables of running sums, which each kernel calls as it likes."""

    @property
    def kernels(self) -> list[FuncOp]:
        """Every kernel that is launched, once."""
        found: dict[FuncOp, None] = {}

        def visit(steps: Sequence[Action]) -> None:
            for step in steps:
                if isinstance(step, Iterations):
                    visit(step.steps)
                elif isinstance(step, Launch):
                    found[step.kernel] = None

        visit(self.steps)
        return list(found)


def plan_of(program: ProgramOp) -> Plan:
    """The steps of a host program."""
    return _Planner(Plan(program)).plan()


class _Planner:
    def __init__(self, plan: Plan):
        self.made = plan
        self.slots: dict[SSAValue, Slot] = {}

    def plan(self) -> Plan:
        program = self.made.program
        for name, type_, leaves in zip(program.parameter_names, program.parameter_types, program.leaves, strict=True):
            slots = [self.slot(leaf, text) for leaf, text in zip(leaves, leaf_names(name, type_), strict=True)]
            self.made.by_value.update(slot for slot, leaf in zip(slots, leaves, strict=True) if not is_buffer(leaf))
            self.made.parameters.append(slots)
        self.made.steps = self.steps(program.block)
        self.made.returned = [self.slots[value] for value in program.returned]
        own = [slot for slot in self.made.returned if slot in self.made.allocated]
        for slot, text in zip(self.made.returned, leaf_names("result", program.result_type), strict=True):
            if slot in own:
                self.made.names[slot] = text
        return self.made

    def steps(self, block: Block) -> list[Action]:
        steps: list[Action] = []
        for op in block.ops:
            match op:
                case AllocOp():
                    slot = self.slot(op.buffer, self.fresh(op.buffer))
                    self.made.allocated[slot] = op.count
                    steps.append(Reserve(slot, op.count))
                case LocalOp():
                    self.made.local[self.slot(op.buffer, self.fresh(op.buffer))] = op.count
                case FreeOp():
                    steps.append(Release(self.slots[op.buffer]))
                case LaunchOp():
                    steps.append(self.launch(op))
                case ForOp():
                    steps.append(Iterations(op.iteration_name, op.iterations, self.steps(op.block)))
                case ReturnOp():
                    pass
                case _:
                    raise LiftError(INTERNAL, f"'{op.name}' cannot be run by the host")
        return steps

    def launch(self, op: LaunchOp) -> Launch:
        kernel, arguments = op.function(), tuple(self.slots[value] for value in op.arguments)
        tables = {name: name for name in kernel.table_names}
        for sums in kernel.sums:
            key = f"{sums.table.data}[{sums.length.data}] by {sums.function.body.data}"
            self.made.sums[key] = sums
            tables[sums.table.data] = key
        return Launch(op, arguments, tuple(tables.items()), local_memory(kernel))

    def slot(self, value: SSAValue, name: str) -> Slot:
        self.slots[value] = slot = len(self.made.names)
        self.made.names.append(name)
        self.made.elements.append(value.type.element if isinstance(value.type, BufferType) else value.type)
        return slot

    def fresh(self, value: SSAValue) -> str:
        """The name of a value, or with the first number that makes it a new one."""
        hint = value.name_hint or "buffer"
        name, number = hint, 0
        while name in self.made.names:
            number += 1
            name = f"{hint}_{number}"
        return name


def is_buffer(value: SSAValue) -> bool:
    return isinstance(value.type, BufferType)


def leaf_names(name: str, type_: Attribute) -> list[str]:
    """What the leaves of a parameter are called: `x`, or `x[0]` and `x[1]`."""
    match type_:
        case TupleType():
            parts = enumerate(type_.types)
            return [leaf for k, part in parts for leaf in leaf_names(f"{name}[{k}]", part)]
        case ArrayType():
            return leaf_names(name, type_.element)
        case _:
            return [name]


def local_memory(kernel: FuncOp) -> tuple[tuple[str, int], ...]:
    """The memory of a work group that a kernel reserves itself: names and bytes."""
    found: list[tuple[str, int]] = []
    for op in kernel.walk():
        size = op.size.data.constant if isinstance(op, KernelAllocOp) else None
        if isinstance(op, KernelAllocOp) and size is not None:
            type_ = buffer_of(op.buffer, op.name)
            if type_.address_space is AddressSpace.LOCAL:
                found.append((op.buffer.name_hint or "memory", size * element_bytes(type_.element)))
    return tuple(found)
