"""What xDSL's tools find of the steps down a level and of the printers, each imported when it is first used.

The entry point `xdsl.universe` names `LOWERING_UNIVERSE`; a new pass or target adds a factory to its table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdsl.universe import Universe

if TYPE_CHECKING:
    from xdsl.passes import ModulePass
    from xdsl.utils.target import Target


def _view_to_kernel() -> type[ModulePass]:
    from .view_to_kernel import ViewToKernelPass

    return ViewToKernelPass


def _opencl() -> type[Target]:
    from .kernel_to_opencl.target import OpenCLTarget

    return OpenCLTarget


LOWERING_UNIVERSE = Universe(all_passes={"view-to-kernel": _view_to_kernel}, all_targets={"opencl": _opencl})
