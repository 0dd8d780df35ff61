"""What the host does for the sizes of one call: every size is computed and held against the device before anything runs.

Iterations are no list: what an iteration does is computed when it is its turn, and kept where there are few, so that a schedule of
many iterations takes no more memory than one of few.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import prod
from typing import TypeAlias

from xdsl.ir import Operation

from ...analysis.index_ranges import WIDTHS, first_line, largest_entry, least_entry, needed_width
from ...analysis.plan import Action, Iterations, Launch, Plan, Release, Reserve, Role, Slot
from ...dialects.diagnostics import LiftError, Location, location_of
from ...dialects.errors import INTERNAL
from ...dialects.host.launches import LaunchOp
from ...dialects.kernel.functions import FuncOp, SumsAttr
from ...dialects.kernel.types import element_bytes
from ...dialects.nat.ring import Nat, NatError
from ..errors import BAD_LAUNCH, INDEX_RANGE, TOO_LARGE, TOO_MUCH_MEMORY
from ..evaluation import LARGEST, Column, Evaluator
from ..sizes import Sizes

MOST_KEPT = 4096
"""So many different iterations of a loop are kept; what others do is computed each time."""

SMALLEST = 1
"""OpenCL has no empty buffers: so many bytes stand for one."""


@dataclass(frozen=True)
class Limits:
    """What a device allows."""

    name: str
    group: int
    """Work items in a work group."""
    items: tuple[int, ...]
    """Work items in a work group, in each dimension."""
    local: int
    """Bytes of memory of a work group."""
    buffer: int
    """Bytes of one buffer."""
    memory: int
    """Bytes of all buffers together."""


@dataclass(frozen=True)
class Room:
    """A buffer of so many bytes is needed."""

    slot: Slot
    bytes: int


@dataclass(frozen=True)
class Run:
    """A kernel is run on so many work items; `nats` are the numbers that follow the written parameters."""

    kernel: FuncOp
    arguments: tuple[Slot, ...]
    nats: tuple[int, ...]
    tables: tuple[str, ...]
    """The tables that follow the nats."""
    items: tuple[int, ...]
    group: tuple[int, ...]


@dataclass(frozen=True)
class Loop:
    """Iterations, and what each of them does, by its number from 1."""

    iterations: int
    body: Callable[[int], Sequence[Command]]
    alike: bool
    """Whether all iterations have the same buffers and work items, so that one of them stands for all."""
    until: Slot | None = None
    """Where it says that there are no more."""


Command: TypeAlias = Room | Release | Run | Loop


def walked(commands: Sequence[Command]) -> Iterator[Room | Release | Run]:
    """The commands in order; of iterations that are alike, the first two: a buffer of the first may be there in the second."""
    for command in commands:
        if isinstance(command, Loop):
            for number in range(1, 1 + (min(command.iterations, 2) if command.alike else command.iterations)):
                yield from walked(command.body(number))
        else:
            yield command


@dataclass(frozen=True)
class Schedule:
    """The commands of a call, in order."""

    commands: Sequence[Command]
    local: Mapping[Slot, int]
    """The bytes of each local memory that is handed to a launch."""
    tables: Mapping[str, Column]
    """The tables of the call, and those of sums."""
    long: bool
    """Whether indices need 64 bits."""


def schedule(plan: Plan, sizes: Sizes, limits: Limits) -> Schedule:
    """The commands for these sizes; what the device cannot do is an error that names it."""
    try:
        return _Scheduler(plan, sizes, limits).schedule()
    except NatError as error:
        raise LiftError(INTERNAL, f"a size of @{plan.program.function_name} has no value: {error}") from None


class _Scheduler:
    def __init__(self, plan: Plan, sizes: Sizes, limits: Limits):
        self.plan = plan
        self.sizes = sizes
        self.limits = limits
        self.values = Evaluator(sizes.names, sizes.tables)
        self.reserved: dict[Slot, int] = {}
        """The bytes of the buffers that there are now."""
        self.most = 0
        self.local = {slot: _bytes(slot, self.values) for slot in plan.local}
        self.tables = {name: Column.of(entries) for name, entries in sizes.tables.items()}
        self.widths: dict[LaunchOp, int] = {}
        """How many bits the indices of a launch need, whatever the iteration."""
        self.fixed: dict[Launch, Run | None] = {}
        """Launches that are the same in every iteration."""

    def schedule(self) -> Schedule:
        for slot in (slot for parameter in self.plan.parameters for slot in parameter.slots):
            if slot.role is Role.GIVEN:
                self._reserve(slot, self.sizes.nat(slot.count) * element_bytes(slot.element))
        for name, sums in self.plan.sums.items():
            self.tables[name] = self._running_sums(sums)
        commands = self._commands(self.plan.steps, self.values, frozenset())
        self._check_memory(commands)
        long = max(self.widths.values(), default=0) > WIDTHS[0]
        self._check_lengths(int(long))
        return Schedule(commands, self.local, self.tables, long)

    def _check_lengths(self, more: int) -> None:
        """A hidden length is a number of 32 bits; the largest of these stands for an unknown bound, which may be more."""
        for bound in self.plan.lengths.bounds:
            most = _number(bound, self.values)
            if needed_width(most + more) != WIDTHS[0]:
                raise LiftError(
                    TOO_LARGE,
                    f"a hidden length of @{self.plan.program.function_name} may pass {WIDTHS[0]} bits",
                    expected=f"a bound below 2^{WIDTHS[0] - 1}",
                    found=f"{bound} = {most}",
                    fix="call it with smaller sizes",
                    notes=self._sizes_note(),
                )

    def _check_memory(self, commands: Sequence[Command]) -> None:
        for command in walked(commands):
            if isinstance(command, Room):
                self._reserve(command.slot, command.bytes)
            elif isinstance(command, Release):
                self.reserved.pop(command.slot, None)
        if self.most > self.limits.memory:
            raise LiftError(
                TOO_MUCH_MEMORY,
                f"@{self.plan.program.function_name} needs more memory than {self.limits.name} has",
                expected=f"at most {_bytes_text(self.limits.memory)}",
                found=_bytes_text(self.most),
            )

    # Steps

    def _commands(self, steps: Sequence[Action], values: Evaluator, iterations: frozenset[str]) -> list[Command]:
        """The commands of steps, where names, those of iterations among them, have these values."""
        commands: list[Command] = []
        for step in steps:
            match step:
                case Reserve():
                    if step.slot.role is Role.RESERVED:
                        commands.append(Room(step.slot, max(_bytes(step.slot, values), SMALLEST)))
                case Release():
                    commands.append(step)
                case Launch():
                    run = self._launch(step, values, iterations)
                    if run is not None:
                        commands.append(run)
                case Iterations():
                    commands.append(self._loop(step, values, iterations | {step.name}))
        return commands

    def _loop(self, step: Iterations, values: Evaluator, iterations: frozenset[str]) -> Loop:
        @lru_cache(maxsize=MOST_KEPT)
        def numbered(number: int) -> Sequence[Command]:
            inside = Evaluator({**values.names, step.name: number}, values.tables)
            return self._commands(step.steps, inside, iterations)

        def body(number: int) -> Sequence[Command]:
            return numbered(number if step.name in step.names else 1)

        return Loop(_number(step.count, values), body, step.name not in step.sizes, step.until)

    def _reserve(self, slot: Slot, size: int) -> None:
        if size > self.limits.buffer:
            own = slot.role is Role.RESERVED
            what = f"the buffer {slot.name}, of {slot.count} elements," if own else f"%{slot.name}"
            raise LiftError(
                TOO_MUCH_MEMORY,
                f"{what} is larger than one buffer may be on {self.limits.name}",
                expected=f"at most {_bytes_text(self.limits.buffer)}",
                found=_bytes_text(size),
                notes=self._sizes_note(),
            )
        self.reserved[slot] = size
        self.most = max(self.most, sum(self.reserved.values()))

    def _sizes_note(self) -> list[tuple[str, None]]:
        return [(self.sizes.text, None)]

    # Launches

    def _launch(self, step: Launch, values: Evaluator, iterations: frozenset[str]) -> Run | None:
        if step in self.fixed:
            return self.fixed[step]
        run = self._evaluated(step, values)
        if not step.names & iterations:
            self.fixed[step] = run
        return run

    def _evaluated(self, step: Launch, values: Evaluator) -> Run | None:
        local = tuple(_number(size, values) for size in step.local)
        groups = tuple(max(_number(size, values), 0) for size in step.groups)
        if not prod(groups):
            return None
        kernel = step.kernel
        local = self._fitting(kernel, local)
        self._check_local(step)
        nats = {name: values.names[name] for name in kernel.nat_names}
        if step.op not in self.widths:
            self.widths[step.op] = self._index_width(step)
        tables = tuple(key for _, key in step.tables)
        items = tuple(count * size for count, size in zip(groups, local, strict=True))
        return Run(kernel, step.arguments, tuple(nats.values()), tables, items, local)

    def _index_width(self, step: Launch) -> int:
        """How many bits hold all that a launch computes for its indices; those for which there are none are refused."""
        names = dict(self.sizes.names)
        for name, key in step.tables:
            names[least_entry(name)] = min(self.tables[key].least, 0)
            names[largest_entry(name)] = max(self.tables[key].greatest, 0)
        largest, op = step.index_ranges.largest(names)
        width = needed_width(largest)
        if width is None:
            assert op is not None
            raise self._beyond(step.kernel, largest, op)
        return width

    def _beyond(self, kernel: FuncOp, largest: int, op: Operation) -> LiftError:
        return LiftError(
            INDEX_RANGE,
            f"an index of @{kernel.function_name} may pass {WIDTHS[-1]} bits",
            expected=f"less than 2^{WIDTHS[-1] - 1} in all that is computed for an index",
            found=f"up to {largest if largest < 1 << 128 else 'more than 2^128'} in `{first_line(op)}`",
            fix="call it with smaller sizes, or write an index with smaller parts",
            location=_written_at(op),
            notes=self._sizes_note(),
        )

    def _fitting(self, kernel: FuncOp, local: tuple[int, ...]) -> tuple[int, ...]:
        """The size of a work group; smaller than asked for where the device needs that and the kernel does not mind."""
        limits = self.limits
        if kernel.launch is None:
            return smaller_group(local, limits)
        if prod(local) > limits.group or any(map(_exceeds, local, limits.items)):
            raise LiftError(
                BAD_LAUNCH,
                f"@{kernel.function_name} needs a work group of {_times(local)}, which is too large for {limits.name}",
                expected=f"at most {limits.group} work items, {_times(limits.items)} in the dimensions",
                found=f"local = [{', '.join(map(str, local))}], {prod(local)} work items",
                fix="write a smaller launch, or none",
            )
        return local

    def _check_local(self, step: Launch) -> None:
        handed = [slot for slot in step.arguments if slot in self.local]
        symbolic = [(f"{slot.name}, of {slot.count} elements", self.local[slot]) for slot in handed]
        needed = [*symbolic, *step.memory]
        total = sum(size for _, size in needed)
        if total > self.limits.local:
            raise LiftError(
                TOO_MUCH_MEMORY,
                f"a work group of @{step.kernel.function_name} needs more local memory than {self.limits.name} has",
                expected=f"at most {_bytes_text(self.limits.local)}",
                found="; ".join(f"{name}: {_bytes_text(size)}" for name, size in needed),
                fix="keep less in local memory, or call it with smaller sizes"
                if handed
                else "keep less in local memory",
                notes=self._sizes_note(),
            )

    # Tables

    def _running_sums(self, table: SumsAttr) -> Column:
        """The sums of the first 0, 1, 2, .. values of a function."""
        sums = self.values.running_sums(table.function.body.data, _number(table.length.data, self.values) - 1)
        if max(-sums.least, sums.greatest) > LARGEST:
            raise LiftError(
                TOO_LARGE,
                f"@{self.plan.program.function_name} needs a sum of sizes that no device can compute with",
                expected=f"at most 2^63 - 1, for the sum of {table.function.body.data} over all positions",
                found=str(max(-sums.least, sums.greatest)),
            )
        return sums


def _bytes(slot: Slot, values: Evaluator) -> int:
    return max(_number(slot.count, values), 0) * element_bytes(slot.element)


def _number(nat: Nat, values: Evaluator) -> int:
    return values.nat(nat, ()) if nat.constant is None else nat.constant


def smaller_group(local: tuple[int, ...], limits: Limits) -> tuple[int, ...]:
    """A work group that the device can run: the largest sizes are halved until it is small enough."""
    sizes = [min(size, most) for size, most in zip(local, limits.items, strict=False)]
    while prod(sizes) > limits.group:
        largest = max(range(len(sizes)), key=sizes.__getitem__)
        sizes[largest] = (sizes[largest] + 1) // 2
    return tuple(sizes)


def _exceeds(size: int, most: int) -> bool:
    return size > most


def _written_at(op: Operation | None) -> Location | None:
    """The place of an op, or of what it is in."""
    while op is not None and location_of(op) is None:
        op = op.parent_op()
    return None if op is None else location_of(op)


def _times(sizes: Sequence[int]) -> str:
    return " x ".join(map(str, sizes))


def _bytes_text(count: int) -> str:
    """`4.0 GiB (4294967296 bytes)`."""
    for unit, size in (("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)):
        if count >= size:
            return f"{count / size:.1f} {unit} ({count} bytes)"
    return f"{count} bytes"
