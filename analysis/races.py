"""Which accesses of a kernel may race: by different work items, at one place in memory, with nothing in between.

For each memory its accesses are followed in order, with those that are still pending: a barrier ends them. At the end of a
iteration of a loop the next one begins, until nothing new is pending.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from xdsl.ir import Operation

from ..dialects.lift.destinations import Level
from ..dialects.ocl.patterns import MapLclOp, ParallelMap
from .accesses import Access, Area, Barrier, Gap, Loop, Node, Storage, Trace, accesses_in

Placement: TypeAlias = AbstractSet[tuple[Gap, str]]
"""The barriers: where, and for which address space."""

SHARED = ("local", "global")


@dataclass(frozen=True)
class Pending:
    """An access that a work item may still be at."""

    access: Access
    slot: int = 0
    """Which of two buffers it is to, where there are two."""
    crossed: frozenset[Operation] = frozenset()
    """The loops that have begun another iteration since."""


@dataclass(frozen=True)
class Race:
    """Two accesses that may race."""

    first: Access
    second: Access


Conflict: TypeAlias = Callable[[Pending, Pending], bool]


class Races:
    """The races of a kernel."""

    def __init__(self, trace: Trace):
        self._group = frozenset(key for key in trace.keys if key[0] == "lcl")
        self._kernel = trace.keys - self._group
        written = list(dict.fromkeys(_memory(access) for access in accesses_in(trace.nodes) if access.write))
        self._across = [_Memory(one, trace.nodes, self._conflict_across) for one in written if one.space != "local"]
        self._in_group = [_Memory(one, trace.nodes, self._conflict_in_group) for one in written if one.space in SHARED]

    def across_groups(self) -> Race | None:
        """Work items that race where no barrier helps: of different groups, or in private memory."""
        return next((race for memory in self._across if (race := memory.race(frozenset()))), None)

    def in_group(self, barriers: Placement, space: str | None = None) -> Race | None:
        """Work items of one group that race in local or global memory, or in one of them, in spite of barriers."""
        memories = [one for one in self._in_group if space is None or one.place.space == space]
        return next((race for memory in memories if (race := memory.race(barriers))), None)

    def _conflict_in_group(self, old: Pending, new: Pending) -> bool:
        return not self._group <= _same(old, new)

    def _conflict_across(self, old: Pending, new: Pending) -> bool:
        if old.access.ref.space == "global":
            return not self._kernel <= _same(old, new)
        return old.access.write and not new.access.write and not old.access.bound <= _same(old, new)


class _Memory:
    """The accesses to one memory, in order."""

    def __init__(self, place: Storage, nodes: Iterable[Node], conflicts: Conflict):
        self.place = place
        self._nodes = _only(nodes, place)
        self._conflicts = conflicts
        accesses = list(accesses_in(self._nodes))
        self._order = {access: number for number, access in enumerate(accesses)}
        self._places = {area.place for access in accesses for area in access.ref.areas}
        self._turns = {slot.loop: slot.buffers for access in accesses if (slot := access.ref.slot) is not None}
        self._gaps: AbstractSet[Gap] = frozenset()
        self._iterations: dict[Operation, int] = {}
        self._answers: dict[tuple[Pending, Pending], bool] = {}

    def race(self, barriers: Placement) -> Race | None:
        if not self._may_race:
            return None
        self._gaps = {gap for gap, space in barriers if space == self.place.space}
        found = self._run(self._nodes, frozenset())
        return found if isinstance(found, Race) else None

    @cached_property
    def _may_race(self) -> bool:
        """Whether two of the accesses could be a race in any order and iteration; mostly none could, and all is said.

        The more loops have begun another iteration, the less is sure to be done by the same work item.
        """
        accesses = list(accesses_in(self._nodes))
        iterations = (frozenset[Operation](), frozenset(_loops_in(self._nodes)))
        return any(
            any(_overlap(Pending(one, 0, crossed), Pending(two, 0)) for crossed in iterations)
            and self._conflicts(Pending(one, 0, iterations[1]), Pending(two, 0))
            for one in accesses
            for two in accesses
        )

    def _run(self, nodes: Iterable[Node], pending: frozenset[Pending]) -> frozenset[Pending] | Race:
        """What is pending after some nodes, or the first race in them."""
        for node in nodes:
            match node:
                case Access():
                    new = self._pending(node)
                    race = self._race_with(new, pending)
                    if race is not None:
                        return race
                    pending |= {new}
                case Gap():
                    pending = frozenset() if node in self._gaps else pending
                case Barrier():
                    pending = frozenset()
                case Loop():
                    after = self._loop(node, pending)
                    if isinstance(after, Race):
                        return after
                    pending = after
        return pending

    def _pending(self, access: Access) -> Pending:
        slot = access.ref.slot
        number = 0
        if slot is not None:
            number = (slot.number + (self._iterations[slot.loop] if slot.from_iteration else 0)) % slot.buffers
        return Pending(access, number)

    def _race_with(self, new: Pending, pending: frozenset[Pending]) -> Race | None:
        """The race of an access with the first of those that are pending, in the order of the kernel."""
        racing = [old.access for old in pending if self._do_race(old, new)]
        return Race(min(racing, key=self._order.__getitem__), new.access) if racing else None

    def _do_race(self, old: Pending, new: Pending) -> bool:
        if (old, new) not in self._answers:
            self._answers[old, new] = _overlap(old, new) and self._conflicts(old, new)
        return self._answers[old, new]

    def _loop(self, loop: Loop, pending: frozenset[Pending]) -> frozenset[Pending] | Race:
        """The iterations of a loop; of one that uses two buffers in turn, those that read one of them, and the other."""
        turns = self._turns.get(loop.op, 1)
        begins: list[frozenset[Pending]] = [pending, frozenset()]
        ends: list[frozenset[Pending]] = [frozenset(), frozenset()]
        done: list[frozenset[Pending] | None] = [None, None]
        number = 0
        while begins[number] != done[number]:
            self._iterations[loop.op], done[number] = number, begins[number]
            end = self._run(loop.nodes, begins[number])
            if isinstance(end, Race):
                return end
            number = (number + 1) % turns
            ends[number] |= end
            if loop.at_most_once:
                break
            begins[number] |= self._next_iteration(end, loop.op)
        last = ends[0] | ends[1] if loop.count is None else ends[loop.count % turns]
        return last if loop.at_least_once else last | pending

    def _next_iteration(self, pending: frozenset[Pending], loop: Operation) -> frozenset[Pending]:
        if loop not in self._turns and not any(_is_around(loop, place) for place in self._places):
            return pending
        return frozenset(Pending(p.access, p.slot, p.crossed | {loop}) for p in pending)


def _only(nodes: Iterable[Node], place: Storage) -> list[Node]:
    """What is of interest for one memory."""
    found: list[Node] = []
    for node in nodes:
        match node:
            case Access() if _memory(node) is place:
                if not (found and isinstance(found[-1], Access) and _alike(found[-1], node)):
                    found.append(node)
            case Loop():
                inner = _only(node.nodes, place)
                if inner:
                    found.append(Loop(node.op, inner, node.count, node.at_most_once, node.at_least_once))
            case Gap():
                found.append(node)
            case Barrier() if node.space == place.space:
                found.append(node)
            case _:
                pass
    return found


def _loops_in(nodes: Iterable[Node]) -> Iterator[Operation]:
    for node in nodes:
        if isinstance(node, Loop):
            yield node.op
            yield from _loops_in(node.nodes)


def _alike(one: Access, two: Access) -> bool:
    return (one.ref, one.write, one.bound, one.alone) == (two.ref, two.write, two.bound, two.alone)


def _memory(access: Access) -> Storage:
    return access.ref.areas[-1].place


def _overlap(old: Pending, new: Pending) -> bool:
    """Whether two accesses to one memory may be to one place in it, so that their order matters."""
    one, two = old.access, new.access
    if not (one.write or two.write):
        return False
    shorter = min(len(one.ref.leaf), len(two.ref.leaf))
    if one.ref.leaf[:shorter] != two.ref.leaf[:shorter]:
        return False
    others = False
    if one.ref.slot is not None and two.ref.slot is not None and one.ref.slot.loop is two.ref.slot.loop:
        if old.slot != new.slot:
            return False
        others = one.ref.slot != two.ref.slot or one.ref.slot.loop in old.crossed
    if one.write and not two.write:
        # What is computed anew in each iteration of a loop is read after that, and not as it was in the iteration before.
        return not any(_is_around(loop, two.ref.areas[0].place) for loop in old.crossed)
    # An element is written once, and read after that, until its memory is used for others.
    return others or _is_used_again(_memory(one), old.crossed)


def _is_used_again(place: Storage, crossed: Iterable[Operation]) -> bool:
    """Whether a place has other values now: a loop around has begun another iteration, which has no memory of its own."""
    return any(_is_around(loop, place) and not _has_memory_of_its_own(loop, place.space) for loop in crossed)


def _has_memory_of_its_own(loop: Operation, space: str) -> bool:
    """Whether each element of a loop has memory of its own for what is computed inside."""
    return isinstance(loop, ParallelMap) and (space == "global" or isinstance(loop, MapLclOp))


def _same(old: Pending, new: Pending) -> frozenset[Level]:
    """Where two accesses to one place in memory are sure to be by the same work item."""
    one, two = old.access, new.access
    same = set(one.alone & two.alone)
    for left, right in _areas(old, one.ref.areas, two.ref.areas):
        same.update(a for a, b in zip(left.owners, right.owners, strict=False) if a is not None and a == b)
    return frozenset(same)


def _areas(old: Pending, one: tuple[Area, ...], two: tuple[Area, ...]) -> Iterator[tuple[Area, Area]]:
    """The areas of the same place: of the memory, and of an array that is computed there as long as it is that one."""
    for left in one:
        for right in two:
            if left.place is right.place and (
                left is one[-1] or not any(_is_around(loop, left.place) for loop in old.crossed)
            ):
                yield left, right


def _is_around(loop: Operation, place: Storage) -> bool:
    return loop is not place.op and loop.is_ancestor(place.op)
