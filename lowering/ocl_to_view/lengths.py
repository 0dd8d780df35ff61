"""Hidden lengths outside of kernels: which of them the host keeps where, and what the length of a result is.

A length is a number that a caller passes, or one of the buffer of lengths that kernels store to. The host reads that
buffer once, after the last launch, and computes with the numbers what it returns.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from xdsl.dialects.builtin import IntegerAttr, TupleType, i64
from xdsl.ir import Attribute, Operation, SSAValue

from ...analysis.errors import NOT_COMPILED
from ...dialects.diagnostics import LiftError, location_of
from ...dialects.host.lengths import ApplyOp, CheckOp, LengthsOp, ReadOp
from ...dialects.host.programs import ProgramOp
from ...dialects.kernel.attributes import IndexAttr
from ...dialects.kernel.types import BufferType
from ...dialects.lift.algorithmic import GenerateOp
from ...dialects.lift.attributes import TableAttr, free_binder
from ...dialects.lift.existential import PackOp
from ...dialects.lift.layout import JoinOp
from ...dialects.lift.storage import LENGTH, leaves_of
from ...dialects.lift.types import ArrayType, ExistsType, free_names, free_tables, map_nats, nats_in, tuple_of
from ...dialects.nat.expr import Lookup, lookup, sum_over, var
from ...dialects.nat.facts import ANY
from ...dialects.nat.rebuild import map_atoms, substitute
from ...dialects.nat.ring import Nat
from ...dialects.ocl.places import PlacesOp
from .memory import HostMemory


def all_entries(bound: Nat, tables: Iterable[TableAttr]) -> Nat | None:
    """The sum of the table that a bound is an entry of, which is not more than that: none of them is negative."""
    entry = bound.single
    found = (one for one in tables if isinstance(entry, Lookup) and entry.label == one.table.data)
    return next((sum_over("i'", one.length.data, lookup(one.table.data, var("i'"))) for one in found), None)


@dataclass(frozen=True)
class OpenedLength:
    """A hidden length that has a name in the kernels that follow."""

    value: SSAValue
    """What has it."""
    memory: HostMemory | None
    """Where it is; None where it is an element of an array of lengths."""
    most: Nat
    nat: Nat | None = None
    """What it is in terms of others, where a `lift.pack` has hidden it and nothing stores it."""


class HostLengths:
    """The hidden lengths of one program."""

    def __init__(self, program: ProgramOp):
        self.program = program
        self.opened: dict[str, OpenedLength] = {}
        self.tables: dict[str, DeviceTable] = {}
        """The lengths of rows that are opened together, by the names of their tables."""
        self.packed: dict[int, tuple[Nat, PackOp]] = {}
        """What the length in a slot is, where no kernel stores it."""
        self.checks: list[tuple[int, Nat, Operation]] = []
        """Slots that a kernel stores a number to that is more than a bound, and the ops that have the bound."""
        self._op = LengthsOp(0)
        self._op.buffer.name_hint = "lengths"
        self._read: ReadOp | None = None

    @property
    def buffer(self) -> SSAValue:
        return self._op.buffer

    @contextmanager
    def inside(self) -> Generator[None]:
        """What is opened meanwhile is inside of a loop, and has no name after it."""
        opened, tables = dict(self.opened), dict(self.tables)
        yield
        self.opened, self.tables = opened, tables

    def reserve(self) -> int:
        """A slot for one more length."""
        number = self._op.count.value.data
        self._op.properties["count"] = IntegerAttr(number + 1, i64)
        return number

    def check(self, op: Operation, most: Nat) -> HostMemory:
        """Where a kernel stores a number that passes a bound."""
        slot = self.reserve()
        self.checks.append((slot, most, op))
        return HostMemory(LENGTH, [self.buffer], "exceeded", slots=[slot])

    def pack(self, op: PackOp, memory: HostMemory) -> None:
        """The length that a `lift.pack` hides is computed by the host."""
        length = op.hidden_length
        assert length is not None
        assert memory.slots is not None
        self.packed[memory.slots[0]] = length, op

    def hidden_by_pack(self, value: SSAValue, memory: HostMemory | None) -> Nat | None:
        """The length that a `lift.pack` has hidden in a value, which no kernel stores."""
        return value.owner.hidden_length if isinstance(value.owner, PackOp) else self.packed_in(memory)

    def packed_in(self, memory: HostMemory | None) -> Nat | None:
        """The length of what is in memory, where no kernel stores it."""
        slot = None if memory is None or memory.slots is None else memory.slots[0]
        return None if slot is None or slot not in self.packed else self.packed[slot][0]

    def returned(self, memory: HostMemory) -> list[SSAValue]:
        """What is returned of memory: its buffers, and for each hidden length a number."""
        block, launched = self.program.block, self.buffer.first_use is not None
        if launched:
            first = block.first_op
            assert first is not None
            block.insert_op_before(self._op, first)
        for slot, most, op in self.checks:
            what = GenerateOp.name if isinstance(op, PlacesOp) else JoinOp.name
            check = CheckOp(self._numbers()[slot], most, what)
            check.location = op.location
            block.add_op(check)
        values: list[SSAValue] = []
        slots = memory.slots or [0] * len(memory.buffers)
        for buffer, slot, leaf in zip(memory.buffers, slots, leaves_of(memory.type_), strict=True):
            values.append(self._number(slot) if leaf.is_length else buffer)
        return values

    def _number(self, slot: int) -> SSAValue:
        if slot not in self.packed:
            return self._numbers()[slot]
        nat, op = self.packed[slot]
        nat = self._without_packs(nat)
        names = sorted(nat.names - set(self.program.nat_names))
        symbols = [self._value(name, op) for name in names]
        if len(names) == 1 and nat.single is not None and str(nat.single.label) == names[0]:
            return symbols[0]
        number = ApplyOp(IndexAttr.of(nat, names), symbols)
        self.program.block.add_op(number)
        return number.number

    def _without_packs(self, nat: Nat) -> Nat:
        """A length, where names that stand for what a `lift.pack` hides are replaced by that."""
        opened = {name: self.opened[name].nat for name in nat.names if name in self.opened}
        return substitute(
            nat, {name: self._without_packs(other) for name, other in opened.items() if other is not None}
        )

    def _numbers(self) -> Sequence[SSAValue]:
        """The lengths that kernels have stored, which are read once."""
        if self._read is None:
            self._read = ReadOp(self.buffer)
            self.program.block.add_op(self._read)
        return self._read.numbers

    def _value(self, name: str, op: PackOp) -> SSAValue:
        """An opened length as a value of the host."""
        memory = self.opened[name].memory
        if memory is None:
            raise LiftError(
                NOT_COMPILED,
                f"'{op.name}' hides a length at the top level that is an element of an array of lengths",
                expected="a length that is passed, or computed by a filter",
                fix="open and hide it inside of a map over the rows",
                location=location_of(op),
            )
        (value,) = memory.buffers
        if not isinstance(value.type, BufferType):
            return value
        assert memory.slots is not None
        return self._numbers()[memory.slots[0]]


def length_of_memory(memory: HostMemory) -> HostMemory:
    """The hidden length of what is in memory."""
    slots = None if memory.slots is None else memory.slots[:1]
    return HostMemory(LENGTH, memory.buffers[:1], f"{memory.name}_length", slots=slots)


@dataclass(frozen=True)
class DeviceTable:
    """A table of the hidden lengths of rows, which only the device has."""

    rows: HostMemory
    count: Nat
    limit: Nat
    """The most that an entry can be, over its position `_`."""
    most: Nat
    """The most that any entry can be."""

    @property
    def buffer(self) -> SSAValue:
        return self.rows.buffers[0]

    def limit_at(self, position: Nat) -> Nat:
        return substitute(self.limit, {ANY: position})


def with_room(type_: Attribute, tables: Mapping[str, DeviceTable], function: Operation) -> Attribute:
    """A type whose rows are as long as entries of such tables, as it is kept: each row has room for its bound."""
    if free_tables(type_).isdisjoint(tables):
        return type_
    if isinstance(type_, TupleType):
        return tuple_of(with_room(part, tables, function) for part in type_.types)
    entries: set[Lookup] = set()
    if isinstance(type_, ArrayType):
        position = free_binder("k", free_names(type_))
        element = type_.at(var(position))
        entries = {
            atom
            for nat, _ in nats_in(element)
            for atom in nat.atoms
            if isinstance(atom, Lookup) and atom.label in tables and position in atom.args[0].names
        }
        if not entries:
            return ArrayType.over(position, type_.length.data, with_room(element, tables, function))
        if len(entries) == 1:
            (entry,) = entries
            limit = tables[str(entry.label)].limit_at(entry.args[0])
            hidden = map_nats(
                element, lambda nat, _: map_atoms(nat, lambda atom: var("X'") if atom is entry else atom.nat)
            )
            return ArrayType.over(position, type_.length.data, ExistsType.over("X'", limit, hidden, "X"))
    raise LiftError(
        NOT_COMPILED,
        "there is no memory for rows whose length is made of several lengths that only the device has",
        expected="rows as long as one entry of a table of hidden lengths",
        found=str(type_),
        location=location_of(function),
    )
