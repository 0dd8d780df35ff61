"""Updates for work groups, as histograms: each item of a group has the numbers in local memory, and a kernel adds up those of groups.

An item takes every so many elements of what its group has, so that those of one moment lie side by side. Where even few items
have no room for all numbers, or where it is not known how many there are at most, an item has a part and a copy in global memory.
"""

from __future__ import annotations

from typing import Final

from ...dialects.lift.algorithmic import MapLike, MapOp
from ...dialects.lift.scope import scope_at
from ...dialects.lift.types import ArrayType, array_length
from ...dialects.lift.updates import UpdateOp
from ...dialects.nat.expr import compare
from ...dialects.profiles import Profile
from ..rules.mapping import map_to_lcl, map_to_wrg
from ..rules.regions import only_rearranges
from ..rules.updates import update_in_parts, update_strided
from .gpu_products import room_of
from .rewriting import Named, Rewriting, made

FEWEST: Final = 8
"""A group of fewer items would leave most of a device idle."""


def items_of(op: UpdateOp, profile: Profile) -> int:
    """How many items a group may have, each with all that is updated in local memory; 0 where there are too few."""
    length, type_ = array_length(op.init.type), op.init.type
    room = room_of(type_.element) if isinstance(type_, ArrayType) else None
    if profile.tiles != "local" or length is None or not room:
        return 0
    scope, items = scope_at(op), profile.group
    while items >= FEWEST and not scope.holds(compare(items * room * length, "le", profile.local_bytes)):
        items //= 2
    return items if items >= FEWEST else 0


def update_in_groups(work: Rewriting, op: UpdateOp) -> None:
    """An update of parts, one for each work group, and of what they give."""
    names, profile, items = Named(work), work.profile, items_of(op, work.profile)
    copies = made(work.apply(update_in_parts.bind(m=4 * profile.compute_units, r=profile.update_share), op), MapOp)[0]
    groups = made(work.apply(map_to_wrg.bind(d=0), copies), MapLike)[0]
    name, update = names.name(groups), next(one for one in groups.block.ops if isinstance(one, UpdateOp))
    done = work.apply(update_strided.bind(n=items), update)
    for one in [names.name(one) for one in made(done, MapOp) if not only_rearranges(one)]:
        names.apply(map_to_lcl.bind(d=0), one)
    names.launched(name, items)
