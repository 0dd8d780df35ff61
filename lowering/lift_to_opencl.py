"""`lift-to-opencl`: the whole way down, from patterns to kernels and the host program around them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass


@dataclass(frozen=True)
class LiftToOpenCLPass(ModulePass):
    """Lower a program to kernels and a host program, step by step.

    It is a name for a list of passes, which `lift-opt` runs and shows one by one. `strategy` says how a program is mapped
    to the device, `cpu` or `gpu`, the one of the profile where it is left out; what a program says of that itself, in
    `ocl`, stays as it is.
    """

    name: ClassVar[str] = "lift-to-opencl"

    strategy: str | None = None
    entry: str | None = None
    """The function that is lowered, with what it calls; all of them, where none is named."""

    def passes(self) -> tuple[ModulePass, ...]:
        """The steps, in their order."""
        from xdsl.transforms.canonicalize import CanonicalizePass
        from xdsl.transforms.dead_code_elimination import DeadCodeElimination

        from ..passes.dead_values import EraseDeadValuesPass
        from ..passes.flatten_tuples import FlattenTuplesPass
        from ..passes.fuse import FusePass
        from ..passes.hoist_loads import HoistLoadsPass
        from ..passes.infer_memory import InferMemoryPass
        from ..passes.inline import InlinePass
        from ..passes.insert_packs import InsertPacksPass
        from ..passes.materialise import MaterialisePass
        from ..passes.place_barriers import PlaceBarriersPass
        from ..passes.share_indices import ShareIndicesPass
        from ..passes.share_loads import ShareLoadsPass
        from ..passes.shift_loops import ShiftLoopsPass
        from ..passes.simplify_control_flow import SimplifyControlFlowPass
        from ..passes.split_kernels import SplitKernelsPass
        from ..passes.split_loops import SplitLoopsPass
        from ..passes.unroll import UnrollPass
        from ..passes.unswitch_loops import UnswitchLoopsPass
        from .lift_to_ocl import LiftToOclPass
        from .ocl_to_view.lowering import OclToViewPass
        from .view_to_kernel import ViewToKernelPass

        return (
            InlinePass(entry=self.entry),
            CanonicalizePass(),
            FusePass(),
            CanonicalizePass(),
            DeadCodeElimination(),
            InsertPacksPass(),
            LiftToOclPass(strategy=self.strategy),
            InferMemoryPass(),
            MaterialisePass(),
            SplitKernelsPass(),
            PlaceBarriersPass(),
            OclToViewPass(),
            HoistLoadsPass(),
            ViewToKernelPass(),
            FlattenTuplesPass(),
            SimplifyControlFlowPass(),
            SplitLoopsPass(),
            UnrollPass(),
            UnswitchLoopsPass(),
            ShiftLoopsPass(),
            ShareLoadsPass(),
            ShareIndicesPass(),
            EraseDeadValuesPass(),
        )

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for step in self.passes():
            step.apply(ctx, op)
