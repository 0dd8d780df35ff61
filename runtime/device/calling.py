"""The calls of a program: each is checked, gets a schedule for its sizes and kernels for its device, and runs.

What was found out for one call is kept for others like it. PyOpenCL is imported when the first call has been checked.
"""

from __future__ import annotations

import threading
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache, cached_property, partial
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray
from xdsl.dialects.builtin import ModuleOp

from ...dialects.diagnostics import LiftError, location_of
from ...dialects.lift.functions import DefOp, UserFunOp
from ...dialects.lift.storage import leaves_of
from ..boundary import Call, check_call
from ..errors import EMPTY
from ..forks import refuse_after_fork
from ..permutations import Unproved, check_permutations, unproved_scatters
from ..ragged import with_rows
from ..result_arrays import OUT, Part, fill, host_arrays, parts_on_host, takes_out
from ..results import Result, present
from ..signature import Signature
from ..sizes import check_where
from .known_calls import KnownCall, KnownCalls
from .lowered import Lowered
from .schedule import Limits, Schedule, schedule

if TYPE_CHECKING:
    import pyopencl as cl

    from .arrays import CallSite
    from .build import Build, CFunction
    from .execution import PreparedLaunch
    from .program import Variant

Array: TypeAlias = NDArray[Any]

MOST_SCHEDULES = 64
"""So many sizes are remembered."""


class Caller:
    """Checks the calls of a function, and runs them."""

    def __init__(
        self,
        module: ModuleOp,
        function: Signature,
        lowered: Lowered,
        asked: cl.Device | None = None,
        variant: Variant | None = None,
    ):
        self.module = module
        self.function = function
        self.lowered = lowered
        self._asked = asked
        self._variant = variant
        self._builds: dict[tuple[cl.Context, cl.Device, bool], Build] = {}
        self._schedules: dict[tuple[Limits, tuple[tuple[str, int], ...]], Schedule] = {}
        self._building = threading.Lock()
        self._known = KnownCalls(function)
        self._takes_out = takes_out(function)

    @cached_property
    def device(self) -> cl.Device:
        """The device that NumPy arrays are taken to."""
        from .devices import find_device

        return find_device(self._asked)

    def result(self, arguments: Sequence[object], named: Mapping[str, object]) -> Result:
        """What a call gives."""
        refuse_after_fork()
        out = named.get(OUT) if self._takes_out else None
        if OUT in named and self._takes_out:
            named = {name: value for name, value in named.items() if name != OUT}
        call, known = self._checked(arguments, named)
        if out is None:
            return self._answered(call, known)
        return self._delivered(call, known, out)

    def ragged(self, arguments: Sequence[object], named: Mapping[str, object]) -> Result:
        """What a call gives, with rows of different length as such."""
        refuse_after_fork()
        call, known = self._checked(arguments, named)
        return with_rows(self.function.result_type, self._answered(call, known), call.sizes)

    def prepared(self, arguments: Sequence[object], named: Mapping[str, object]) -> PreparedLaunch:
        """A call whose data is on the device, and that has not run yet."""
        refuse_after_fork()
        call, _ = self._checked(arguments, named)
        if call.sizes.empty:
            raise self._empty(call, "nothing runs on a device")
        return self._suited(call)._prepared(call, once=False)

    # The program for a call

    @cached_property
    def _default(self) -> Caller:
        """That of the program of the strategy, for sizes that a script is not for."""
        return self if self._variant is None else self._variant.default().caller

    def _suited(self, call: Call) -> Caller:
        """That of the program for a call: the facts must hold that a script assumes."""
        if self._variant is not None:
            try:
                check_where(self._variant.derived.function, call.sizes)
            except LiftError:
                return self._default
        return self

    # A call

    def _checked(self, arguments: Sequence[object], named: Mapping[str, object]) -> tuple[Call, KnownCall | None]:
        """A call that is right; and where such a one was made before, what is known of it."""
        look = self._known.look(arguments, named)
        known = None if look is None else self._known.find(look)
        if look is not None and known is not None:
            return known.call(look), known
        call = check_call(self.function, arguments, named)
        if look is not None and not call.sizes.empty:
            self._known.add(look, call.sizes)
        return call, None

    def _answered(self, call: Call, known: KnownCall | None) -> Result:
        """The result of a call."""
        if call.sizes.empty:
            return self._interpreted(call)
        with self._launch(call, known) as launch:
            return launch.answer()

    def _delivered(self, call: Call, known: KnownCall | None, out: object) -> Result:
        """The result of a call, in arrays of the caller."""
        from .arrays import call_site, device_arrays

        place = call_site(self.lowered.plan, call, self._asked, self.device)
        parts = self._parts(call, known, on_device=place.held is not None)
        if place.held is not None:
            held = device_arrays(out, parts, place)
            place.fill(held, self._answered(call, known))
            return out
        arrays = host_arrays(out, parts)
        if call.sizes.empty or not self._are_leaves(arrays) or _share_memory(arrays, call):
            fill(arrays, self._answered(call, known))
            return out
        with self._launch(call, known) as launch:
            launch.answer_into([array.reshape(-1) for array in arrays])
        return out

    def _parts(self, call: Call, known: KnownCall | None, *, on_device: bool) -> Sequence[Part]:
        """What arrays for the result of a call must be."""
        from .arrays import parts_on_device

        if known is not None and known.parts is not None:
            return known.parts
        parts = (parts_on_device if on_device else parts_on_host)(self.function.result_type, call.sizes.nat)
        if known is not None:
            known.parts = parts
        return parts

    def _are_leaves(self, arrays: Sequence[Array]) -> bool:
        """Whether each part of a result is a leaf, which has the bytes of its array."""
        return len(arrays) == self._leaf_count and not any(one.dtype.names for one in arrays)

    @cached_property
    def _leaf_count(self) -> int:
        return len(leaves_of(self.function.result_type))

    @contextmanager
    def _launch(self, call: Call, known: KnownCall | None) -> Generator[PreparedLaunch]:
        """A launch for one run; for a call that was made before, with the queue and the buffers of an earlier run."""
        if known is None or known.on_device:  # results on a device are the buffers themselves
            yield self._suited(call)._prepared(call, once=True)
            return
        try:
            launch = known.launches.pop()
        except IndexError:
            launch = self._suited(call)._prepared(call, once=True)
        else:
            launch.take(call)
        yield launch
        launch.let_go()
        known.keep(launch)  # one that fails is not used again

    def _prepared(self, call: Call, *, once: bool) -> PreparedLaunch:
        from .arrays import call_site
        from .execution import PreparedLaunch

        place = call_site(self.lowered.plan, call, self._asked, self.device)
        limits = limits_of(place.device)
        planned = self._schedule(call, limits)
        build = self._build(place, long=planned.long)
        return PreparedLaunch(self.lowered.plan, call, planned, build, place, limits, once=once)

    @cached_property
    def _scatters(self) -> list[Unproved]:
        return unproved_scatters(self.module, self.function) if isinstance(self.function, DefOp) else []

    def _planned(self, call: Call, limits: Limits) -> Schedule:
        check_permutations(self._scatters, call.sizes)
        return schedule(self.lowered.plan, call.sizes, limits)

    def _schedule(self, call: Call, limits: Limits) -> Schedule:
        if call.sizes.tables:
            return self._planned(call, limits)
        key = (limits, tuple(call.sizes.names.items()))
        found = self._schedules.get(key)
        if found is None:
            found = self._planned(call, limits)
            if len(self._schedules) >= MOST_SCHEDULES:
                self._schedules.clear()
            self._schedules[key] = found
        return found

    def _build(self, place: CallSite, *, long: bool) -> Build:
        from .build import Build

        key = (place.context, place.device, long)
        with self._building:
            if key not in self._builds:
                text = self.lowered.text(long=long)
                functions = partial(self._functions, long=long)
                self._builds[key] = Build(place.context, place.device, text, self.lowered.names, functions)
            return self._builds[key]

    def _functions(self, *, long: bool) -> list[CFunction]:
        """The C functions of the program: where they stand in the text, and where they were written."""
        from .build import CFunction

        written = {op.function_name: op for op in self.module.ops if isinstance(op, UserFunOp)}
        lines = self.lowered.function_lines(long=long)
        return [CFunction(name, found, location_of(written[name])) for name, found in lines.items()]

    # Empty arrays

    def _interpreted(self, call: Call) -> Result:
        """Where a size is 0, the interpreter answers."""
        from ..program import InterpretedProgram
        from .arrays import call_site, present_on_device

        if not isinstance(self.function, DefOp):
            raise self._empty(call, "a host program has no other meaning")
        buffers = InterpretedProgram(self.module, self.function).buffers(call)
        type_, nat = self.function.result_type, call.sizes.nat
        place = call_site(self.lowered.plan, call, self._asked, self.device)
        if place.held is None:
            return present(type_, buffers, nat)
        leaves = list(zip(buffers, leaves_of(type_), strict=True))
        lengths = [int(buffer[0]) for buffer, leaf in leaves if leaf.is_length]
        held = [place.copied(buffer) for buffer, leaf in leaves if not leaf.is_length]
        return present_on_device(type_, held, nat, iter(lengths))

    def _empty(self, call: Call, why: str) -> LiftError:
        empty = call.sizes.empty
        return LiftError(
            EMPTY,
            f"@{self.function.function_name} is called with an empty array, for which {why}",
            expected=", ".join(f"{name} ge 1" for name in empty),
            found=f"{', '.join(empty)} = 0",
        )


def _share_memory(arrays: Sequence[Array], call: Call) -> bool:
    """Whether a result may go to where an argument is, which is read from there until the call ends."""
    given = [buffer for buffers in call.buffers for buffer in buffers if isinstance(buffer, np.ndarray)]
    return any(np.may_share_memory(array, buffer) for array in arrays for buffer in given)


@cache
def limits_of(device: cl.Device) -> Limits:
    """What a device allows."""
    return Limits(
        device.name,
        device.max_work_group_size,
        tuple(device.max_work_item_sizes),
        device.local_mem_size,
        device.max_mem_alloc_size,
        device.global_mem_size,
    )
