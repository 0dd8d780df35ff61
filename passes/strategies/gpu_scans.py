"""Scans for work groups: a group copies its chunk to local memory along global memory, and each item scans a piece of it there."""

from __future__ import annotations

from math import gcd

from ...dialects.lift.algorithmic import MapLike, MapOp, ReduceOp, ScanOp
from ...dialects.lift.operation import LiftOp
from ...dialects.lift.types import is_scalar
from ...dialects.profiles import Profile
from ..rules.mapping import map_to_lcl, map_to_wrg
from ..rules.rule import OpT
from ..rules.scans import scan_in_chunks
from ..rules.staging import stage
from .gpu_folds import fold_by_items
from .gpu_products import room_of
from .rewriting import Named, Rewriting, made


def fits_in_groups(op: ScanOp, profile: Profile) -> bool:
    """Whether a chunk of what is scanned, and of the result, fit in local memory, with what the items of a group give."""
    room, result = room_of(op.block.args[1].type), room_of(op.yielded.type)
    if room is None or result is None or not is_scalar(op.yielded.type):
        return False
    return (room + result) * profile.group_chunk + 2 * result * profile.group_chunk // _piece(
        profile
    ) <= profile.local_bytes


def scan_in_groups(work: Rewriting, op: ScanOp) -> None:
    """A scan of chunks, one for each work group: what each adds up to first, and then with what comes before it."""
    names, profile = Named(work), work.profile
    sums, rows = map(names.name, made(work.apply(scan_in_chunks.bind(n=profile.group_chunk), op), MapOp))
    groups = made(names.apply(map_to_wrg.bind(d=0), sums), MapLike)[0]
    sums = names.name(groups)
    fold_by_items(work, _inside(groups, ReduceOp), profile.group)
    names.launched(sums, profile.group)
    groups = made(names.apply(map_to_wrg.bind(d=0), rows), MapLike)[0]
    rows, scan = names.name(groups), _inside(groups, ScanOp)
    name, chunk = names.name(scan), scan.xs.owner
    assert isinstance(chunk, LiftOp)
    work.apply(map_to_lcl.bind(d=0), made(work.apply(stage.bind(space="local"), chunk), MapOp)[-1])
    done = names.apply(scan_in_chunks.bind(n=_piece(profile)), name)
    whole = names.name(done.ops[-1])
    for piece in [names.name(one) for one in made(done, MapOp)]:
        names.apply(map_to_lcl.bind(d=0), piece)
    work.apply(map_to_lcl.bind(d=0), made(names.apply(stage.bind(space="global"), whole), MapOp)[-1])
    names.launched(rows, profile.group)


def _inside(op: MapLike, kind: type[OpT]) -> OpT:
    return next(one for one in op.block.ops if isinstance(one, kind))


def _piece(profile: Profile) -> int:
    """How much of a chunk is for one work item; it divides the chunk."""
    return gcd(profile.group_chunk, profile.piece)
