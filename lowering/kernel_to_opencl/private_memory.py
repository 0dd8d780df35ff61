"""How much private memory a kernel may reserve: what is more would end the process that runs it, without a word."""

from __future__ import annotations

from collections.abc import Iterable
from math import prod

from ...analysis.errors import PRIVATE_MEMORY
from ...dialects.diagnostics import LiftError, location_of, value_name
from ...dialects.host.launches import LaunchOp
from ...dialects.kernel.functions import FuncOp
from ...dialects.kernel.memory import AllocOp
from ...dialects.kernel.types import element_bytes
from ...dialects.lift.profile import profile_of
from ...dialects.lift.scope import Scope, scope_at, scope_inside
from ...dialects.lift.types import AddressSpace
from ...dialects.nat.prove import bounds
from ...dialects.nat.ring import Nat
from ...dialects.profiles import Profile


def need_private_memory(kernel: FuncOp, launches: Iterable[LaunchOp]) -> None:
    """Refuse a kernel whose work groups have more private memory than the profile says.

    A device that is a CPU may keep it on the stack of the thread that runs the group, as PoCL does. A thread has 2 MiB or
    more where nobody has chosen less, and half of it is left for all that is not an array.
    """
    profile = profile_of(kernel)
    reserved = {op: _bytes(op) for op in kernel.walk() if isinstance(op, AllocOp) and _is_private(op)}
    items = max((_work_items(launch.local_sizes, scope_at(launch), profile) for launch in launches), default=0)
    if not items and kernel.launch is not None:
        items = _work_items([size.data for size in kernel.launch.local], scope_inside(kernel), profile)
    most, total = profile.private_bytes // (items or 1), sum(reserved.values())
    if total <= most:
        return
    largest = max(reserved, key=lambda op: reserved[op])
    group = f", in a work group of up to {items}" if items else ""
    fix = "keep the array in global memory with ocl.to_global"
    if total <= profile.private_bytes:
        fix += ", or choose smaller work groups with launch(local = [..], groups = [..])"
    raise LiftError(
        PRIVATE_MEMORY,
        f"a work item of @{kernel.function_name} has too much private memory",
        expected=f"at most {most} bytes for each work item{group}",
        found=f"{total} bytes, of which {reserved[largest]} are {value_name(largest.buffer)}",
        fix=fix,
        location=location_of(largest),
    )


def _is_private(op: AllocOp) -> bool:
    return op.buffer.type.address_space is AddressSpace.PRIVATE


def _bytes(op: AllocOp) -> int:
    size = op.size.data.constant
    assert size is not None  # it is verified to be a number
    return size * element_bytes(op.buffer.type.element)


def _work_items(sizes: Iterable[Nat], scope: Scope, profile: Profile) -> int:
    """How many work items a group has at most; one whose size is not known has as many as devices have."""
    upper = [bounds(size, scope.facts).upper for size in sizes]
    numbers = [None if most is None else most.constant for most in upper]
    known = [number for number in numbers if number is not None]
    return min(prod(known), profile.largest_group) if len(known) == len(numbers) else profile.largest_group
