"""Who owns the elements of private memory: in each dimension, the work items that a parallel map is distributed over.

A work item reaches only what it has written to private memory itself, which `analysis/races.py` sees to. So where a parallel
map alone writes along a dimension, it needs room for its own elements: of 64 that 16 work items share, every sixteenth.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import TypeAlias

from xdsl.ir import Attribute, Operation, SSAValue

from ..dialects.lift.algorithmic import MapLike, ReduceLike
from ..dialects.lift.attributes import LaunchAttr
from ..dialects.lift.destinations import LEVELS, Level
from ..dialects.lift.scope import Scope
from ..dialects.lift.tuples import ZipOp
from ..dialects.lift.types import ArrayType
from ..dialects.nat.expr import ceildiv, compare
from ..dialects.nat.ring import Nat, const
from ..dialects.ocl.destinations import InverseOp, SlotOp, StoreOp
from ..dialects.ocl.memory import ToSpaceOp
from ..dialects.ocl.patterns import ParallelMap
from .writes import needs_double_buffer

Owners: TypeAlias = tuple[Level | None, ...]
"""For each of the first dimensions of an array what its elements are distributed over; None where each work item has all."""


def owners_of(value: SSAValue) -> Owners:
    """Who computes the elements of an array."""
    op = value.owner
    match op:
        case MapLike():
            return (op.level if isinstance(op, ParallelMap) else None, *owners_of(op.yielded))
        case ReduceLike():
            return owners_of(op.yielded)
        case ToSpaceOp() | StoreOp():
            return owners_of(op.value)
        case _:
            return ()


def owners_in(memory: SSAValue) -> Owners:
    """Who owns the elements of memory, as far as all that write there agree."""
    found = [owners for use in memory.uses if (owners := _owners_by(use.operation)) is not None]
    return tuple(_common(levels) for levels in zip_longest(*found)) if found else ()


def _common(levels: Sequence[Level | None]) -> Level | None:
    return levels[0] if len(set(levels)) == 1 else None


def _owners_by(op: Operation) -> Owners | None:
    """Who an op has write to memory; None where it writes nothing."""
    match op:
        case MapLike() if op.target is not None:
            return (op.level if isinstance(op, ParallelMap) else None, *owners_in(op.target))
        case ReduceLike() if op.target is not None:
            return _behind_buffers(owners_in(op.target), doubled=needs_double_buffer(op))
        case SlotOp():
            return _behind_buffers(owners_in(op.memory), doubled=op.number is not None)
        case InverseOp() if isinstance(op.layout, ZipOp):
            return tuple(_common(levels) for levels in zip_longest(*map(owners_in, op.parts)))
        case StoreOp() if op.is_array:
            return None
        case _:
            return ()


def _behind_buffers(owners: Owners, *, doubled: bool) -> Owners:
    return (None, *owners) if doubled else owners


def sizes_of(launch: LaunchAttr) -> Mapping[Level, Nat]:
    """How many work items or groups a launch has of each kind."""
    sizes: dict[Level, Nat] = {}
    for dimension in range(3):
        local, groups = (
            part.data[dimension].data if dimension < len(part) else const(1) for part in (launch.local, launch.groups)
        )
        sizes |= {(kind, dimension): size for kind, size in zip(LEVELS, (local * groups, groups, local), strict=True)}
    return sizes


def strides_of(type_: Attribute, owners: Owners, launch: LaunchAttr | None) -> list[Nat]:
    """How far apart the elements are that one work item owns, in each dimension.

    Rows whose length depends on their position are all kept.
    """
    strides: list[Nat] = []
    for owner in owners:
        if not isinstance(type_, ArrayType) or type_.dependent:
            break
        strides.append(const(1) if owner is None or launch is None else sizes_of(launch)[owner])
        type_ = type_.element
    return strides


def own_part(type_: Attribute, strides: Sequence[Nat], scope: Scope) -> Attribute:
    """What a work item keeps of an array of which it owns elements that are so far apart."""
    if not strides:
        return type_
    assert isinstance(type_, ArrayType)
    length, element = type_.length.data, own_part(type_.element, strides[1:], scope)
    if scope.holds(compare(length, "le", strides[0])):
        return ArrayType(const(1), element)
    return ArrayType(scope.simplify(ceildiv(length, strides[0])), element)
