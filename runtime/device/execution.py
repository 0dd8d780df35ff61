"""A call on a device: data goes there, kernels are enqueued, results come back.

Every call has a queue and buffers of its own, so calls from several threads are apart. Buffers that are not needed
any more are used again for others of the same size, which is safe in a queue that keeps its order.
"""

from __future__ import annotations

import threading
from collections.abc import Generator, Iterable, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from math import prod
from typing import Any, TypeAlias, cast

import numpy as np
import pyopencl as cl
from numpy.typing import NDArray
from xdsl.ir import Attribute

from ...analysis.plan import Plan, Release, Role, Slot, is_asked
from ...dialects.diagnostics import LiftError, location_of
from ...dialects.host.lengths import CheckOp
from ...dialects.kernel.functions import FuncOp
from ...dialects.kernel.types import scalars_of_room, vector_parts
from ...dialects.lift.storage import sizes_of
from ..boundary import Call
from ..dtypes import Dtype, as_numbers, dtype_of
from ..errors import BAD_LAUNCH, TOO_MUCH_MEMORY, bound_exceeded
from ..evaluation import Column, Evaluator
from ..forks import refuse_after_fork
from ..progress import counted
from ..results import Result, plain_shape, present
from .arrays import CallSite, HeldArray, buffer_of, present_on_device
from .build import Build
from .devices import failed
from .schedule import SMALLEST, Command, Limits, Loop, Room, Run, Schedule, smaller_group, walked
from .timing import KernelTime, Times

Array: TypeAlias = NDArray[Any]
Leaf: TypeAlias = tuple[Slot, Dtype, int]
"""A leaf of the result: where it is, and how many scalars of which dtype it has."""
_FLAGS = cl.mem_flags

LENGTHS = np.int32
"""What hidden lengths are kept as."""

MOST_KEPT = 1 << 18
"""So many bytes of buffers a launch keeps for the next call of the same sizes."""

MOST_WAITING = 256
"""After so many launches the host waits for them: a queue keeps all that is in it, and is not emptied by Ctrl-C."""


@contextmanager
def reporting(doing: str) -> Generator[None]:
    """Errors of OpenCL are errors of ours."""
    try:
        yield
    except cl.MemoryError as error:
        raise LiftError(TOO_MUCH_MEMORY, f"the device ran out of memory while {doing}: {error}") from None
    except cl.Error as error:
        raise failed(error, doing) from None


@dataclass
class Pool:
    """Buffers that are free, by their size."""

    context: cl.Context
    free: dict[int, list[cl.Buffer]]

    def take(self, size: int) -> cl.Buffer:
        waiting = self.free.get(size)
        return waiting.pop() if waiting else cl.Buffer(self.context, _FLAGS.READ_WRITE, size)

    def give(self, buffer: cl.Buffer) -> None:
        self.free.setdefault(buffer.size, []).append(buffer)

    @property
    def bytes(self) -> int:
        return sum(size * len(buffers) for size, buffers in self.free.items())


@dataclass
class KernelRun:
    """The launches of a kernel in one run, and the seconds that they take together."""

    launches: int = 0
    seconds: float = 0.0

    def add(self, seconds: float) -> None:
        self.launches += 1
        self.seconds += seconds


class PreparedLaunch:
    """A call whose data is on the device: `run` it, as often as you like, `time` it, and read the `result`.

    Threads that use one launch take turns.
    """

    def __init__(
        self, plan: Plan, call: Call, schedule: Schedule, build: Build, place: CallSite, limits: Limits, *, once: bool
    ):
        """A call that runs `once` reads arrays where they are, if the device can; another has copies of its own."""
        self._plan = plan
        self._sizes = call.sizes
        self._schedule = schedule
        self._build = build
        self._place = place
        self._number = np.int64 if schedule.long else np.int32
        self._has_run = False
        self._turn = threading.RLock()
        shared = once and bool(place.device.type & cl.device_type.CPU)
        self._reading = _FLAGS.READ_ONLY | (_FLAGS.USE_HOST_PTR if shared else _FLAGS.COPY_HOST_PTR)
        with reporting(f"preparing @{plan.program.function_name}"):
            properties = [cl.command_queue_properties.PROFILING_ENABLE] if not once else []
            self._queue = cl.CommandQueue(place.context, place.device, *properties)
            self._commands = schedule.commands
            self._limits = limits
            self._largest = build.largest_groups(place.device)
            for command in walked(self._commands):
                if isinstance(command, Run):
                    self._fitting(command)
            self._pool = Pool(place.context, {})
            self._values: dict[Slot, Any] = {}
            self._reserve()
            self._upload(call)
            self._tables = {
                name: self._given(entries.numbers.astype(self._number)) for name, entries in self._used_tables()
            }

    # What is asked for

    def run(self) -> PreparedLaunch:
        """Enqueue everything, and wait for it."""
        refuse_after_fork()
        with self._turn, reporting(f"running @{self._plan.program.function_name}"):
            self._enqueue_all()
            self._queue.finish()
        return self

    def answer(self) -> Result:
        """The result of a run of which nothing else is asked: on a device it is the buffers themselves."""
        with reporting(f"running @{self._plan.program.function_name}"):
            try:
                self._enqueue_all()
                return self._on_host() if self._place.held is None else self._on_device(set(self._plan.allocated))
            finally:  # kernels may read the caller's arrays, also where there is nothing to read back or something fails
                self._queue.finish()

    def answer_into(self, rooms: Sequence[Array]) -> None:
        """Read the result of a run of which nothing else is asked into flat arrays, one for each leaf."""
        with reporting(f"running @{self._plan.program.function_name}"):
            try:
                self._enqueue_all()
                self._lengths()
                for (slot, _, size), room in zip(self._fixed_results, rooms, strict=True):
                    assert room.size == size
                    if size:
                        cl.enqueue_copy(self._queue, as_numbers(room), self._values[slot])
            finally:
                self._queue.finish()

    def take(self, call: Call) -> None:
        """Take up another call of the same sizes, which runs once as well."""
        with reporting(f"preparing @{self._plan.program.function_name}"):
            self._upload(call)

    def let_go(self) -> None:
        """Forget the arguments of a call that is answered, and buffers that are large."""
        for slot in self._given_slots:
            del self._values[slot]
        for slot in self._plan.allocated:
            if slot in self._values:
                self._pool.give(self._values.pop(slot))
        if self._pool.bytes > MOST_KEPT:
            self._pool.free.clear()

    def time(self, repeats: int = 20, warm_up: int = 2) -> Times:
        """What kernels take, in `repeats` runs after a few that warm up."""
        if repeats < 1 or warm_up < 0:
            raise ValueError("repeats is at least 1, and warm_up not negative")
        refuse_after_fork()
        with self._turn, reporting(f"timing @{self._plan.program.function_name}"):
            for _ in range(warm_up):
                self.run()
            return _times([self._timed() for _ in range(repeats)])

    def result(self) -> Result:
        """The result of the last run, in arrays of its own: NumPy's, or PyOpenCL's where arguments were some."""
        refuse_after_fork()
        with self._turn, reporting(f"reading the result of @{self._plan.program.function_name}"):
            if not self._has_run:
                self.run()
            return self._on_host() if self._place.held is None else self._on_device(set())

    # Data

    @cached_property
    def _given_slots(self) -> list[Slot]:
        return [slot for parameter in self._plan.parameters for slot in parameter.slots]

    def _upload(self, call: Call) -> None:
        for slot, data in zip(self._given_slots, (data for buffers in call.buffers for data in buffers), strict=True):
            if not isinstance(data, np.ndarray):
                self._values[slot] = buffer_of(data, slot.name, self._place, self._queue)
            elif slot.role is Role.NUMBER:
                self._values[slot] = _by_value(data, slot.element)
            else:
                self._values[slot] = self._given(data)

    def _reserve(self) -> None:
        """Memory that is the same in every run."""
        for slot, size in self._schedule.local.items():
            self._values[slot] = cl.LocalMemory(max(size, SMALLEST))
        lengths = self._plan.lengths
        if lengths.buffer is not None:
            self._zeros = np.zeros(len(lengths.names), LENGTHS)
            self._values[lengths.buffer] = cl.Buffer(self._place.context, _FLAGS.READ_WRITE, self._zeros.nbytes)

    def _given(self, data: Array) -> cl.Buffer:
        if not data.nbytes:
            return cl.Buffer(self._place.context, _FLAGS.READ_ONLY, SMALLEST)
        return cl.Buffer(self._place.context, self._reading, hostbuf=as_numbers(data))

    def _used_tables(self) -> Iterable[tuple[str, Column]]:
        used = {name for command in walked(self._commands) if isinstance(command, Run) for name in command.tables}
        return [(name, entries) for name, entries in self._schedule.tables.items() if name in used]

    # Kernels

    def _fitting(self, run: Run) -> Run:
        """The launch, with work groups that the kernel can have as it was built."""
        most = self._largest[run.kernel]
        return run if prod(run.group) <= most else _smaller(run, most, self._limits)

    def _enqueue_all(self) -> None:
        with closing(self._enqueue()) as launches:
            for number, _ in enumerate(launches, 1):
                if number % MOST_WAITING == 0:
                    self._queue.finish()

    def _timed(self) -> dict[str, KernelRun]:
        """What the kernels of one run take."""
        found: dict[str, KernelRun] = {}
        waiting: list[tuple[FuncOp, cl.Event]] = []

        def finish() -> None:
            self._queue.finish()
            for function, event in waiting:
                found.setdefault(function.function_name, KernelRun()).add(_seconds(event))
            waiting.clear()

        with closing(self._enqueue()) as launches:
            for launched in launches:
                waiting.append(launched)
                if len(waiting) == MOST_WAITING:
                    finish()
        finish()
        return found

    def _enqueue(self) -> Generator[tuple[FuncOp, cl.Event]]:
        """Enqueue everything; after each launch, whoever asks may wait."""
        self._has_run = True
        lengths = self._plan.lengths.buffer
        if lengths is not None:
            cl.enqueue_copy(self._queue, self._values[lengths], self._zeros, is_blocking=False)
        for slot in self._plan.allocated:  # what an earlier run left
            if slot in self._values:
                self._pool.give(self._values.pop(slot))
        with self._build.kernels() as kernels:
            yield from self._enqueued(self._commands, kernels)

    def _enqueued(
        self, commands: Sequence[Command], kernels: Mapping[FuncOp, cl.Kernel]
    ) -> Generator[tuple[FuncOp, cl.Event]]:
        values = self._values
        for command in commands:
            match command:
                case Room(slot, size):
                    if slot in values:
                        self._pool.give(values.pop(slot))
                    values[slot] = self._pool.take(size)
                case Release(slot):
                    self._pool.give(values.pop(slot))
                case Run():
                    yield command.kernel, self._launch(self._fitting(command), kernels)
                case Loop():
                    for number in counted(command.iterations):
                        yield from self._enqueued(command.body(number), kernels)
                        if command.until is not None and is_asked(number) and self._has_ended(command.until):
                            break

    def _has_ended(self, slot: Slot) -> bool:
        """Whether iterations have ended; the host waits here for those that were launched."""
        progress = np.empty(2, LENGTHS)
        cl.enqueue_copy(self._queue, progress, self._values[slot])
        return bool(progress[1])

    def _launch(self, run: Run, kernels: Mapping[FuncOp, cl.Kernel]) -> cl.Event:
        kernel = kernels[run.kernel]
        arguments = (
            *(self._values[slot] for slot in run.arguments),
            *map(self._number, run.nats),
            *(self._tables[name] for name in run.tables),
        )
        kernel.set_args(*arguments)
        return cl.enqueue_nd_range_kernel(self._queue, kernel, run.items, run.group)

    # Results

    def _lengths(self) -> list[int]:
        """The hidden lengths of the result; the host waits here for all that was launched."""
        lengths, names = self._plan.lengths, dict(self._sizes.names)
        if not lengths.returned and not lengths.checks:
            return []
        if lengths.buffer is not None and lengths.are_read:
            numbers = np.empty(len(lengths.names), LENGTHS)
            cl.enqueue_copy(self._queue, numbers, self._values[lengths.buffer])
            names.update(zip(lengths.names, numbers.tolist(), strict=True))
        names.update({name: int(self._values[slot]) for name, slot in lengths.given.items()})
        values = Evaluator(names, self._sizes.tables)
        for total, check in lengths.checks:
            _check_bound(values.nat(total, ()), values.nat(check.most.data, ()), check)
        return [values.nat(nat, ()) for nat in lengths.returned.values()]

    def _results(self, lengths: Sequence[int]) -> Sequence[Leaf]:
        """For each leaf of the result where it is, and how many scalars of which dtype it has."""
        return self._found_results(lengths) if lengths else self._fixed_results

    @cached_property
    def _fixed_results(self) -> Sequence[Leaf]:
        """The leaves of a result of which no length is hidden."""
        return self._found_results(())

    @cached_property
    def _shape(self) -> tuple[int, ...] | None:
        """The shape of a result that is one array of scalars."""
        return plain_shape(self._plan.result.type, self._sizes.nat)

    def _found_results(self, lengths: Sequence[int]) -> Sequence[Leaf]:
        result, length = self._plan.result, self._sizes.nat
        leaves = zip(result.leaves, sizes_of(result.type, iter(lengths)), strict=True)
        return [(slot, dtype_of(leaf.scalar), length(size)) for (slot, leaf), size in leaves]

    def _on_host(self) -> Result:
        lengths = self._lengths()
        if self._shape is not None:
            ((slot, dtype, size),) = self._fixed_results
            return self._read(slot, dtype, size, has_rows=False).reshape(self._shape)
        leaves: list[Array] = []
        hidden = iter(lengths)
        has_rows = any(leaf.lengths and not leaf.is_length for _, leaf in self._plan.result.leaves)
        for slot, dtype, size in self._results(lengths):
            if slot.role is Role.LENGTH:
                leaves.append(np.array([next(hidden)], dtype))
                continue
            leaves.append(self._read(slot, dtype, size, has_rows=has_rows))
        result = present(self._plan.result.type, leaves, self._sizes.nat)
        return _owned(result) if has_rows else result

    def _read(self, slot: Slot, dtype: Dtype, size: int, *, has_rows: bool) -> Array:
        """What a buffer holds. Rows of hidden length leave room between them, so their memory is only looked at."""
        if not size:
            return np.empty(0, dtype)
        if has_rows:
            flags = cl.map_flags.READ
            stored = as_numbers(np.empty(0, dtype)).dtype
            mapped, _ = cl.enqueue_map_buffer(self._queue, self._values[slot], flags, 0, (size,), stored)
            return mapped.view(dtype)
        leaf = np.empty(size, dtype)
        cl.enqueue_copy(self._queue, as_numbers(leaf), self._values[slot])
        return leaf

    def _on_device(self, spare: set[Slot]) -> Result:
        """The buffers themselves where they are to spare, and copies of others."""
        leaves: list[HeldArray] = []
        lengths = self._lengths()
        for slot, dtype, size in self._results(lengths):
            if slot.role is Role.LENGTH:
                continue
            buffer = self._values[slot]
            if slot in spare:
                spare.remove(slot)
            else:
                original, buffer = buffer, cl.Buffer(self._place.context, _FLAGS.READ_WRITE, buffer.size)
                cl.enqueue_copy(self._queue, buffer, original)
            leaves.append(self._place.array(buffer, size, dtype))
        self._queue.finish()
        return present_on_device(self._plan.result.type, leaves, self._sizes.nat, iter(lengths))


def _owned(result: Result) -> Result:
    """A result whose arrays have memory of their own: of rows, as much as there is in them."""
    if isinstance(result, list):
        return [_owned(part) for part in cast("list[Result]", result)]
    if isinstance(result, tuple):
        return tuple(_owned(part) for part in cast("tuple[Result, ...]", result))
    return cast("Array", result).copy() if isinstance(result, np.ndarray) else result


def _check_bound(total: int, most: int, check: CheckOp) -> None:
    if total > most:
        raise bound_exceeded(check.what.data, check.most.data, most, total).at(location_of(check))


def _by_value(data: Array, type_: Attribute) -> Any:
    """A number or a vector as a kernel takes it: a vector of 3 has room for 4."""
    data = as_numbers(data)
    return data[0] if vector_parts(type_) is None else np.resize(data, scalars_of_room(type_))


def _smaller(run: Run, most: int, limits: Limits) -> Run:
    if prod(run.group) <= most:
        return run
    if run.kernel.launch is not None:
        raise LiftError(
            BAD_LAUNCH,
            f"@{run.kernel.function_name} needs a work group of {prod(run.group)}, which it is too large for",
            expected=f"at most {most} work items, as it was built for {limits.name}",
            found=f"local = [{', '.join(map(str, run.group))}]",
            fix="write a smaller launch, or none",
        )
    group = smaller_group(run.group, replace(limits, group=most))
    groups = [items // size for items, size in zip(run.items, run.group, strict=True)]
    return replace(run, group=group, items=tuple(n * size for n, size in zip(groups, group, strict=True)))


def _seconds(event: cl.Event) -> float:
    return (event.profile.end - event.profile.start) * 1e-9


def _times(runs: Sequence[Mapping[str, KernelRun]]) -> Times:
    kernels = {
        name: KernelTime(name, first.launches, [run[name].seconds for run in runs]) for name, first in runs[0].items()
    }
    return Times(kernels, [sum(kernel.seconds for kernel in run.values()) for run in runs])
