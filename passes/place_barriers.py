"""`ocl-place-barriers`: work items of a group wait for each other where one reads or overwrites what another has used.

Barriers are put wherever one may stand, and those that nothing needs are taken away again. What no barrier can order is
refused: barriers stand where all work items of a group arrive, and work groups cannot wait for each other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import copy
from dataclasses import dataclass
from typing import ClassVar

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation, SSAValue
from xdsl.passes import ModulePass

from ..analysis.accesses import Access, Gap, Trace, accesses_in
from ..analysis.errors import DIVERGENT_BARRIER, NO_WAITING
from ..analysis.execution import parallel_maps
from ..analysis.races import SHARED, Placement, Race, Races
from ..dialects.diagnostics import LiftError, Location, location_of, value_name
from ..dialects.lift.algorithmic import MapLike
from ..dialects.lift.body import YieldOp, ops_around
from ..dialects.lift.destinations import Level, WritingOp
from ..dialects.lift.profile import profile_of
from ..dialects.ocl.destinations import AllocOp, StoreOp
from ..dialects.ocl.kernels import BarrierOp, KernelOp
from ..dialects.ocl.patterns import ParallelMap, ReduceSeqOp


@dataclass(frozen=True)
class PlaceBarriersPass(ModulePass):
    """Insert the barriers that are needed.

    Before:

        %sums = ocl.map_lcl<0> (%pair) in %pairs to local { .. }
        %all = ocl.reduce_seq (%acc, %x) in %sums from %zero { .. }

    After:

        %sums = ocl.map_lcl<0> (%pair) in %pairs to local { .. }
        ocl.barrier local
        %all = ocl.reduce_seq (%acc, %x) in %sums from %zero { .. }

    A barrier is needed between accesses of different work items of a group to one place in memory, one of which is a
    write, also between an iteration of a loop and the next one. Where each work item only uses what it has written itself,
    there is none, unless the profile says `barriers = off`.
    """

    name: ClassVar[str] = "ocl-place-barriers"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for kernel in op.walk():
            if isinstance(kernel, KernelOp):
                _insert(_placement(kernel))


def _placement(kernel: KernelOp) -> Placement:
    """The barriers that a kernel needs. A loop with one of them in it is not left to one work item."""
    needed = _needed(Trace(kernel))
    loops = {
        op for gap, _ in needed for op in ops_around(gap.block) if isinstance(op, ReduceSeqOp) and op.single is not None
    }
    if not loops:
        return needed
    for loop in loops:
        del loop.properties["single"]
    return _placement(kernel)


def _needed(trace: Trace) -> Placement:
    """The barriers without which work items would race."""
    races = Races(trace)
    race = races.across_groups()
    if race is not None:
        undistributed = _undistributed(trace, lambda rest: rest.across_groups() is None)
        raise _no_waiting(race) if undistributed is None else _for_all(race, undistributed)
    written = {access.ref.space for access in accesses_in(trace.nodes) if access.write}
    spaces = [space for space in SHARED if space in written]
    kept = {(gap, space) for gap in trace.gaps for space in spaces}
    race = races.in_group(kept)
    if race is not None:
        undistributed = _undistributed(trace, lambda rest: rest.in_group(kept) is None)
        raise _divergent(race) if undistributed is None else _for_all(race, undistributed)
    if profile_of(trace.kernel).barriers == "off":
        return kept
    for space in spaces:
        of_the_other = {barrier for barrier in kept if barrier[1] != space}
        if races.in_group(of_the_other, space) is None:  # mostly there is nothing to order in one of them
            kept = of_the_other
            continue
        for gap in _from_the_least_wanted(trace.gaps):
            rest = kept - {(gap, space)}
            if races.in_group(rest, space) is None:
                kept = rest
    return kept


def _from_the_least_wanted(gaps: list[Gap]) -> list[Gap]:
    """Barriers are best after what they wait for, and outside of loops. So many as are needed in a row are then the least."""
    in_order = list(reversed(gaps))
    return sorted(in_order, key=lambda gap: (gap.after is not None, -gap.depth))


def _insert(barriers: Placement) -> None:
    for space in reversed(SHARED):
        for gap in {gap for gap, kind in barriers if kind == space}:
            if gap.after is not None:
                gap.block.insert_op_after(BarrierOp(space), gap.after)
            elif gap.block.first_op is not None:
                gap.block.insert_op_before(BarrierOp(space), gap.block.first_op)


def _undistributed(trace: Trace, is_in_order: Callable[[Races], bool]) -> Level | None:
    """A dimension that the function launches several work items in and no map uses, if nothing else is wrong."""
    used = {op.level for op in parallel_maps(trace.kernel)}
    undistributed = trace.keys - used
    rest = copy(trace)
    rest.keys = frozenset(used)
    return min(undistributed) if undistributed and is_in_order(Races(rest)) else None


def _for_all(race: Race, undistributed: Level) -> LiftError:
    """All of the work items of a dimension that no map uses would do the same, and get into each other's way."""
    kind, dimension = undistributed
    several = "work groups" if kind == "wrg" else "work items of a group"
    return LiftError(
        NO_WAITING if kind == "wrg" else DIVERGENT_BARRIER,
        f"{_what(race)} {race.first.ref.space} memory: the function launches several {several} in dimension {dimension}, "
        "and no map of the kernel is distributed over them",
        expected=f"one of them, or an ocl.map_{kind}<{dimension}>",
        found=f"{_who(race.first)}, and {_who(race.second)}",
        fix=f"leave dimension {dimension} out of the launch, or give it the size 1 there",
        location=location_of(_op(race.second)),
        notes=[_note(race)],
    )


def _divergent(race: Race) -> LiftError:
    fix = "exchange the maps so that ocl.map_lcl is inside each of them"
    if not any(isinstance(op, ParallelMap) for area in race.first.ref.areas for op in _writers(area.place.op)):
        fix = f"keep it in private memory (ocl.to_private), or {fix}"
    return LiftError(
        DIVERGENT_BARRIER,
        f"{_what(race)} {race.first.ref.space} memory, and a barrier between the two would not be reached by all work "
        "items of the group",
        expected="both outside of ocl.map_lcl, with a barrier between them, or one work item for both",
        found=f"{_who(race.first)}, and {_who(race.second)}",
        fix=fix,
        location=location_of(_op(race.second)),
        notes=[_note(race)],
    )


def _no_waiting(race: Race) -> LiftError:
    if race.first.ref.space == "private":
        return LiftError(
            NO_WAITING,
            f"{_what(race)} private memory, which no other work item sees",
            expected="each work item to read what it has written",
            found=f"{_who(race.first)}, and {_who(race.second)}",
            fix="keep it in memory that the work items share (ocl.to_local)",
            location=location_of(_op(race.second)),
            notes=[_note(race)],
        )
    fix = (
        "put each at the top level of the function, which makes it a kernel, or let one work group do both and keep what "
        "passes between them in local memory (ocl.to_local)"
    )
    return LiftError(
        NO_WAITING,
        f"{_what(race)} global memory, and work groups cannot wait for each other",
        expected="what is read to come from another kernel, or from the same work item",
        found=f"{_who(race.first)}, and {_who(race.second)}, in one kernel",
        fix=fix,
        location=location_of(_op(race.second)),
        notes=[_note(race)],
    )


def _op(access: Access) -> Operation:
    """The op to name: for the end of a region the op that it is of."""
    user = access.op.results[0].get_user_of_unique_use() if isinstance(access.op, StoreOp) else access.op
    parent = access.op.parent_op()
    if isinstance(user, YieldOp) and parent is not None:
        return parent
    return access.op if user is None else user


def _writers(home: Operation) -> Iterator[Operation]:
    """The ops that write an array, or to memory."""
    if isinstance(home, AllocOp):
        yield from (use.operation for use in home.memory.uses if isinstance(use.operation, WritingOp))
    else:
        yield home


def _what(race: Race) -> str:
    name = _op(race.second).name
    if not race.second.write:
        return f"'{name}' reads what other work items have written to"
    return f"'{name}' writes where other work items have {'written' if race.first.write else 'read'} in"


def _who(access: Access) -> str:
    """An access as a person would speak of it."""
    maps = sorted(f"ocl.map_{kind}<{dimension}>" for kind, dimension in access.bound)
    return f"{'written' if access.write else 'read'} {'in ' + ', '.join(maps) if maps else 'outside of parallel maps'}"


def _note(race: Race) -> tuple[str, Location | None]:
    place = race.first.ref.areas[0].place.op
    home = next(_writers(place), place)
    name = _called(home.results[0]) if home.results else "it"
    return f"{name} is {'written' if race.first.write else 'read'} here", location_of(_op(race.first))


def _called(value: SSAValue) -> str:
    """A value as the program calls it: a copy that a pass has inserted, by what it is a copy of."""
    source = value
    while source.name_hint == "copy" and isinstance(source.owner, MapLike) and _is_copy(source.owner):
        source = source.owner.operands[0]
    return value_name(value) if source is value else f"a copy of {value_name(source)}"


def _is_copy(op: MapLike) -> bool:
    """Whether a map gives its elements as they are."""
    given = op.yielded.owner.value if isinstance(op.yielded.owner, StoreOp) else op.yielded
    if isinstance(given.owner, MapLike):
        return given.owner.operands[0] is op.block.args[0] and _is_copy(given.owner)
    return given is op.block.args[0]
