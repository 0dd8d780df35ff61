"""The strategy `gpu`: work groups whose items share local memory, and neighbouring items read and write neighbouring elements.

Which form a pattern gets follows from what it reads, and how: a product has tiles in local memory, and blocks in registers; a
fold of long rows has a group for each; what is read across memory goes through tiles. Where a form does not hold, or does
not fit into what the device has, the next simpler one is tried, and in the end the outermost map is for all work items.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeAlias

from xdsl.ir import Operation

from ...analysis.errors import NO_PLACE, NOT_HERE
from ...analysis.execution import has_parallel, may_become_kernel
from ...dialects.diagnostics import LiftError
from ...dialects.lift.algorithmic import MapOp, ReduceOp, ScanOp
from ...dialects.lift.updates import UpdateOp
from ...dialects.profiles import Profile
from ..rules.regions import only_rearranges
from .combinators import Strategy
from .derivation import Derivation
from .gpu_folds import fold_in_groups, folds_scalars, row_a_group, wants_group_a_row
from .gpu_maps import in_dimensions, reads_across, turned_in_tiles
from .gpu_products import (
    product_in_blocks,
    product_in_tiles,
    shared_in_tiles,
    shares_fold,
    wants_item_blocks,
    wants_tiles,
)
from .gpu_scans import fits_in_groups, scan_in_groups
from .gpu_stencils import stencil_in_tiles, wants_halos
from .gpu_updates import items_of, update_in_groups
from .mapping import is_long_update
from .rewriting import Rewriting
from .step import Step

Form: TypeAlias = Callable[[Rewriting, Any], None]
"""How a pattern of the kind that it is for is mapped."""


def kernels(profile: Profile) -> Strategy:
    """Every pattern at the top level that has a better form than one element for each work item."""
    return _each(lambda op: _forms(op, profile), profile)


def nests(profile: Profile) -> Strategy:
    """Every map of maps at the top level that is left, in dimensions."""
    return _each(lambda op: [in_dimensions] if isinstance(op, MapOp) else [], profile)


def _each(forms: Callable[[Operation], Iterable[Form]], profile: Profile) -> Strategy:
    """The first form that can be had, for each pattern at the top level that was there at first and still is."""

    def run(derivation: Derivation) -> list[Step]:
        steps: list[Step] = []
        left = [name for _, name in _patterns(derivation)]
        while found := next(((op, name) for op, name in _patterns(derivation) if name in left), None):
            op, name = found
            left.remove(name)
            for form in forms(op):
                done = _tried(derivation, profile, name, form)
                if done is not None:
                    steps += done
                    break
        return steps

    return run


def _patterns(derivation: Derivation) -> Iterator[tuple[Operation, str]]:
    """The patterns at the top level that are not mapped, with their names."""
    for op in derivation.function.walk():
        name = derivation.places.name_of(op) if _is_pattern(op) else None
        if name is not None:
            yield op, name


def _is_pattern(op: Operation) -> bool:
    """Whether an op at the top level becomes a kernel once it is parallel: nothing in it is."""
    computes = isinstance(op, MapOp | ReduceOp | ScanOp | UpdateOp) and not only_rearranges(op)
    return computes and may_become_kernel(op) and not has_parallel(op)


def _forms(op: Operation, profile: Profile) -> Iterator[Form]:
    """The forms that pay for a pattern, the best first."""
    match op:
        case ReduceOp() if folds_scalars(op):
            yield fold_in_groups
        case ScanOp() if fits_in_groups(op, profile):
            yield scan_in_groups
        case UpdateOp() if is_long_update(op) and items_of(op, profile):
            yield update_in_groups
        case MapOp():
            if wants_tiles(op, profile):
                yield product_in_tiles
            if wants_item_blocks(op, profile):
                yield product_in_blocks
            if wants_group_a_row(op, profile):
                yield row_a_group
            if shares_fold(op, profile):
                yield shared_in_tiles
            if wants_halos(op, profile):
                yield stencil_in_tiles
            if reads_across(op, profile):
                yield turned_in_tiles
        case _:
            pass


def _tried(derivation: Derivation, profile: Profile, name: str, form: Form) -> list[Step] | None:
    """The steps of a form as a whole; None where one of them does not hold, and nothing is changed."""
    trial = derivation.trial()
    work = Rewriting(trial, profile)
    try:
        form(work, trial.places.at(name))
    except LiftError as error:
        if error.kind not in (NOT_HERE, NO_PLACE):
            raise
        derivation.drop(trial)
        return None
    derivation.adopt(trial)
    return work.steps
