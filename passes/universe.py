"""What xDSL's tools find of our passes, each imported when it is first used.

The entry point `xdsl.universe` names `PASSES_UNIVERSE`; a new pass adds a factory to its table. `canonicalize`, `cse`
and `dce` are xDSL's own and work on our ops through their traits.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from xdsl.universe import Universe

if TYPE_CHECKING:
    from xdsl.passes import ModulePass


def _apply() -> type[ModulePass]:
    from .apply import ApplyPass

    return ApplyPass


def _derive() -> type[ModulePass]:
    from .derive import DerivePass

    return DerivePass


def _matches() -> type[ModulePass]:
    from .matches import MatchesPass

    return MatchesPass


def _flatten_tuples() -> type[ModulePass]:
    from .flatten_tuples import FlattenTuplesPass

    return FlattenTuplesPass


def _fuse() -> type[ModulePass]:
    from .fuse import FusePass

    return FusePass


def _inline() -> type[ModulePass]:
    from .inline import InlinePass

    return InlinePass


def _infer_memory() -> type[ModulePass]:
    from .infer_memory import InferMemoryPass

    return InferMemoryPass


def _insert_packs() -> type[ModulePass]:
    from .insert_packs import InsertPacksPass

    return InsertPacksPass


def _materialise() -> type[ModulePass]:
    from .materialise import MaterialisePass

    return MaterialisePass


def _place_barriers() -> type[ModulePass]:
    from .place_barriers import PlaceBarriersPass

    return PlaceBarriersPass


def _print_accesses() -> type[ModulePass]:
    from .print_accesses import PrintAccessesPass

    return PrintAccessesPass


def _print_execution_levels() -> type[ModulePass]:
    from .print_execution_levels import PrintExecutionLevelsPass

    return PrintExecutionLevelsPass


def _print_index_ranges() -> type[ModulePass]:
    from .print_index_ranges import PrintIndexRangesPass

    return PrintIndexRangesPass


def _print_races() -> type[ModulePass]:
    from .print_races import PrintRacesPass

    return PrintRacesPass


def _print_term_hash() -> type[ModulePass]:
    from .print_term_hash import PrintTermHashPass

    return PrintTermHashPass


def _split_loops() -> type[ModulePass]:
    from .split_loops import SplitLoopsPass

    return SplitLoopsPass


def _split_kernels() -> type[ModulePass]:
    from .split_kernels import SplitKernelsPass

    return SplitKernelsPass


def _share_indices() -> type[ModulePass]:
    from .share_indices import ShareIndicesPass

    return ShareIndicesPass


def _share_loads() -> type[ModulePass]:
    from .share_loads import ShareLoadsPass

    return ShareLoadsPass


def _shift_loops() -> type[ModulePass]:
    from .shift_loops import ShiftLoopsPass

    return ShiftLoopsPass


def _set_profile() -> type[ModulePass]:
    from .set_profile import SetProfilePass

    return SetProfilePass


def _simplify_control_flow() -> type[ModulePass]:
    from .simplify_control_flow import SimplifyControlFlowPass

    return SimplifyControlFlowPass


def _hoist_loads() -> type[ModulePass]:
    from .hoist_loads import HoistLoadsPass

    return HoistLoadsPass


def _unroll() -> type[ModulePass]:
    from .unroll import UnrollPass

    return UnrollPass


def _unswitch_loops() -> type[ModulePass]:
    from .unswitch_loops import UnswitchLoopsPass

    return UnswitchLoopsPass


def _erase_dead_values() -> type[ModulePass]:
    from .dead_values import EraseDeadValuesPass

    return EraseDeadValuesPass


def get_all_passes() -> dict[str, Callable[[], type[ModulePass]]]:
    """Every pass by its name on the command line."""
    return {
        "kernel-erase-dead-values": _erase_dead_values,
        "kernel-flatten-tuples": _flatten_tuples,
        "kernel-share-indices": _share_indices,
        "kernel-share-loads": _share_loads,
        "kernel-shift-loops": _shift_loops,
        "kernel-simplify-control-flow": _simplify_control_flow,
        "kernel-split-loops": _split_loops,
        "kernel-unroll": _unroll,
        "kernel-unswitch-loops": _unswitch_loops,
        "lift-apply": _apply,
        "lift-derive": _derive,
        "lift-fuse": _fuse,
        "lift-inline": _inline,
        "lift-insert-packs": _insert_packs,
        "lift-matches": _matches,
        "lift-set-profile": _set_profile,
        "ocl-infer-memory": _infer_memory,
        "ocl-materialise": _materialise,
        "ocl-place-barriers": _place_barriers,
        "ocl-split-kernels": _split_kernels,
        "test-print-accesses": _print_accesses,
        "test-print-execution-levels": _print_execution_levels,
        "test-print-index-ranges": _print_index_ranges,
        "test-print-races": _print_races,
        "test-print-term-hash": _print_term_hash,
        "view-hoist-loads": _hoist_loads,
    }


PASSES_UNIVERSE = Universe(all_passes=get_all_passes())
