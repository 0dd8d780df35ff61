"""A host program as whoever runs it sees it: the runtime executes a plan, and `host-py` prints it.

It has the storage of parameters and result as slots, one for each leaf, the order of what is done, which tables are computed
first, and for each launch how far its indices go. Sizes are expressions over the nats of the program: the runtime computes
them at a call, and the printed program when it is called.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from typing import ClassVar, TypeAlias

from xdsl.ir import Attribute, Block, SSAValue

from ..dialects.diagnostics import LiftError
from ..dialects.errors import INTERNAL
from ..dialects.host.launches import ForOp, LaunchOp
from ..dialects.host.lengths import ApplyOp, CheckOp, LengthsOp, ReadOp
from ..dialects.host.memory import AllocOp, FreeOp, LocalOp, ReserveOp
from ..dialects.host.programs import ProgramOp, ReturnOp
from ..dialects.kernel.functions import FuncOp, SumsAttr
from ..dialects.kernel.lengths import LengthOp
from ..dialects.kernel.memory import AllocOp as KernelAllocOp
from ..dialects.kernel.operation import buffer_of
from ..dialects.kernel.types import BufferType, element_bytes
from ..dialects.lift.storage import LENGTH, Leaf, leaves_of
from ..dialects.lift.types import AddressSpace, free_names
from ..dialects.nat.expr import var
from ..dialects.nat.ring import Nat, const
from .index_ranges import IndexRanges, index_ranges


class Role(Enum):
    """What a slot is."""

    NUMBER = "a scalar or a vector that is passed by value"
    GIVEN = "a buffer with what the caller passes"
    RESERVED = "a buffer that the program reserves"
    LOCAL = "memory that every work group of a launch has for itself"
    LENGTHS = "the buffer of the hidden lengths that kernels store"
    LENGTH = "a hidden length, which is known once the last step is done"


@dataclass(eq=False)
class Slot:
    """A value of the host program."""

    name: str
    """What it is called in messages."""
    hint: str | None
    """What it is called in the program."""
    role: Role
    element: Attribute
    """The type of its elements, or of the number that it is."""
    count: Nat
    """How many elements there are."""


@dataclass(frozen=True)
class Stored:
    """A parameter or the result: its type, and for each leaf of the type what is known of it, and its slot."""

    name: str
    type: Attribute
    leaves: Sequence[tuple[Slot, Leaf]]

    @property
    def slots(self) -> Iterator[Slot]:
        return (slot for slot, _ in self.leaves)


@dataclass(frozen=True)
class Reserve:
    """New memory."""

    slot: Slot

    @property
    def names(self) -> frozenset[str]:
        return self.slot.count.names

    sizes = names


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
    until: Slot | None = None
    """Two numbers; once the second is not 0, there are no more iterations. The host looks after those of `is_asked`."""

    @cached_property
    def sizes(self) -> frozenset[str]:
        """The names that buffers, work items and numbers of iterations depend on, here and inside."""
        return self.count.names.union(*(step.sizes for step in self.steps))

    @cached_property
    def names(self) -> frozenset[str]:
        """The names that anything depends on, here and inside."""
        return self.count.names.union(*(step.names for step in self.steps))


def is_asked(iterations: int) -> bool:
    """Whether the host asks after so many iterations whether there are more: after 1, 3, 7, .. 63, and then every 64."""
    return iterations & (iterations + 1) == 0 or iterations % 64 == 63


Action: TypeAlias = Reserve | Release | Launch | Iterations


def launches_in(steps: Sequence[Action]) -> Iterator[Launch]:
    """Every launch, in order, those of iterations once."""
    for step in steps:
        if isinstance(step, Iterations):
            yield from launches_in(step.steps)
        elif isinstance(step, Launch):
            yield step


@dataclass
class Lengths:
    """The hidden lengths of a program: those that are passed, and those that are read back after the last step."""

    buffer: Slot | None = None
    """Where kernels store lengths; it is read once."""
    names: list[str] = field(default_factory=list[str])
    """What the lengths in the buffer are called in expressions."""
    given: dict[str, Slot] = field(default_factory=dict[str, Slot])
    """Those that are passed, by what they are called in expressions."""
    returned: dict[Slot, Nat] = field(default_factory=dict[Slot, Nat])
    """The lengths of the result, over the sizes of the call and the names of lengths."""
    bounds: list[Nat] = field(default_factory=list[Nat])
    """The most that they can be."""
    checks: list[tuple[Nat, CheckOp]] = field(default_factory=list[tuple[Nat, CheckOp]])
    """Numbers that are more than a bound, or 0."""

    @property
    def are_read(self) -> bool:
        """Whether the host needs what kernels have stored."""
        return self.buffer is not None and bool(self.returned or self.checks)


@dataclass
class Plan:
    """A host program: what is passed, what is done, and what comes back once the last step is done."""

    program: ProgramOp
    parameters: Sequence[Stored]
    steps: Sequence[Action]
    result: Stored
    reserved: Sequence[Slot]
    """Memory that the program reserves, in its order."""
    sums: dict[str, SumsAttr]
    """Tables of running sums, which each kernel calls as it likes."""
    lengths: Lengths

    @cached_property
    def allocated(self) -> list[Slot]:
        """The buffers that the program reserves."""
        return [slot for slot in self.reserved if slot.role is Role.RESERVED]

    @cached_property
    def local(self) -> list[Slot]:
        """The memory of work groups that is handed to launches."""
        return [slot for slot in self.reserved if slot.role is Role.LOCAL]

    @cached_property
    def launches(self) -> list[Launch]:
        return list(launches_in(self.steps))

    @property
    def kernels(self) -> list[FuncOp]:
        """Every kernel that is launched, once."""
        return list(dict.fromkeys(launch.kernel for launch in self.launches))

    @cached_property
    def prepared(self) -> list[str]:
        """The tables that are on the device before anything runs: those of the call, and the sums that depend on no iteration."""
        given = [table for kernel in self.kernels for table in kernel.table_names]
        names = set(self.program.nat_names)
        return [*dict.fromkeys(given), *(key for key, sums in self.sums.items() if free_names(sums) <= names)]

    def is_prepared(self, launch: Launch) -> bool:
        """Whether all tables of a launch are there before anything runs."""
        return all(key in self.prepared for _, key in launch.tables)

    def origin(self, nat: str) -> tuple[Slot, int] | None:
        """The array and the axis of it whose length is a nat, where there is such a one."""
        for parameter in self.parameters:
            for slot, leaf in parameter.leaves:
                if leaf.dims is not None and var(nat) in leaf.dims:
                    return slot, leaf.dims.index(var(nat))
        return None


def plan_of(program: ProgramOp) -> Plan:
    """The plan of a host program."""
    return _Planner().plan(program)


@dataclass
class _Planner:
    slots: dict[SSAValue, Slot] = field(default_factory=dict[SSAValue, Slot])
    reserved: list[Slot] = field(default_factory=list[Slot])
    sums: dict[str, SumsAttr] = field(default_factory=dict[str, SumsAttr])
    lengths: Lengths = field(default_factory=Lengths)
    numbers: dict[SSAValue, Nat] = field(default_factory=dict[SSAValue, Nat])
    """Hidden lengths as expressions."""

    def plan(self, program: ProgramOp) -> Plan:
        parameters = [
            Stored(
                name,
                type_,
                [(self.given(value, leaf, name), leaf) for value, leaf in zip(values, leaves_of(type_), strict=True)],
            )
            for name, type_, values in zip(
                program.parameter_names, program.parameter_types, program.leaves, strict=True
            )
        ]
        steps = self.steps(program.block)
        type_ = program.result_type
        leaves = [(self.returned(value), leaf) for value, leaf in zip(program.returned, leaves_of(type_), strict=True)]
        for slot, leaf in leaves:
            if slot.role is Role.RESERVED:
                slot.name = leaf.named("result")
        result = Stored("result", type_, leaves)
        return Plan(program, parameters, steps, result, self.reserved, self.sums, self.lengths)

    def given(self, value: SSAValue, leaf: Leaf, name: str) -> Slot:
        """The slot of a leaf of a parameter."""
        type_ = value.type
        passed = (Role.GIVEN, type_.element) if isinstance(type_, BufferType) else (Role.NUMBER, type_)
        slot = self.slots[value] = Slot(leaf.named(name), value.name_hint, *passed, leaf.count)
        if leaf.is_length:
            self.lengths.given[f"{slot.name}'"] = slot
            self.numbers[value] = var(f"{slot.name}'")
        return slot

    def returned(self, value: SSAValue) -> Slot:
        """The slot of a leaf of the result: a buffer, or a hidden length."""
        if value not in self.numbers:
            return self.slots[value]
        slot = Slot("length", None, Role.LENGTH, value.type, const(1))
        self.lengths.returned[slot] = self.numbers[value]
        return slot

    def length_buffer(self, op: LengthsOp) -> None:
        count = op.count.value.data
        slot = Slot(self.fresh("lengths"), op.buffer.name_hint, Role.LENGTHS, LENGTH, const(count))
        self.lengths.buffer = self.slots[op.buffer] = slot
        self.lengths.names = [f"length{k}'" for k in range(count)]

    def steps(self, block: Block) -> list[Action]:
        steps: list[Action] = []
        for op in block.ops:
            match op:
                case AllocOp():
                    steps.append(self.reserve(op, Role.RESERVED))
                case LocalOp():
                    steps.append(self.reserve(op, Role.LOCAL))
                case FreeOp():
                    steps.append(Release(self.slots[op.buffer]))
                case LaunchOp():
                    steps.append(self.launch(op))
                case ForOp():
                    until = None if op.until is None else self.slots[op.until]
                    steps.append(Iterations(op.iteration_name, op.iterations, self.steps(op.block), until))
                case LengthsOp():
                    self.length_buffer(op)
                case ReadOp():
                    self.numbers |= zip(op.numbers, map(var, self.lengths.names), strict=True)
                case ApplyOp():
                    self.numbers[op.number] = op.index(*(self.numbers[value] for value in op.symbols))
                case CheckOp():
                    self.lengths.checks.append((self.numbers[op.number], op))
                case ReturnOp():
                    pass
                case _:
                    raise LiftError(INTERNAL, f"'{op.name}' cannot be run by the host")
        return steps

    def reserve(self, op: ReserveOp, role: Role) -> Reserve:
        hint = op.buffer.name_hint
        slot = self.slots[op.buffer] = Slot(self.fresh(hint or "buffer"), hint, role, op.element, op.count)
        self.reserved.append(slot)
        return Reserve(slot)

    def launch(self, op: LaunchOp) -> Launch:
        kernel, arguments = op.function(), tuple(self.slots[value] for value in op.arguments)
        tables = {name: name for name in kernel.table_names}
        for sums in kernel.sums:
            key = f"{sums.table.data}[{sums.length.data}] by {sums.function.body.data}"
            self.sums[key] = sums
            tables[sums.table.data] = key
        self.lengths.bounds += [inner.most.data for inner in kernel.walk() if isinstance(inner, LengthOp)]
        return Launch(op, arguments, tuple(tables.items()), local_memory(kernel))

    def fresh(self, hint: str) -> str:
        """The name of a value, or with the first number that makes it a new one."""
        taken = {slot.name for slot in self.slots.values()}
        name, number = hint, 0
        while name in taken:
            number += 1
            name = f"{hint}_{number}"
        return name


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
