"""What xDSL's tools find of the steps down a level and of the printers, each imported when it is first used.

The entry point `xdsl.universe` names `LOWERING_UNIVERSE`; a new pass or target adds a factory to its table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdsl.universe import Universe

if TYPE_CHECKING:
    from xdsl.passes import ModulePass
    from xdsl.utils.target import Target


def _lift_to_ocl() -> type[ModulePass]:
    from .lift_to_ocl import LiftToOclPass

    return LiftToOclPass


def _lift_to_opencl() -> type[ModulePass]:
    from .lift_to_opencl import LiftToOpenCLPass

    return LiftToOpenCLPass


def _ocl_to_view() -> type[ModulePass]:
    from .ocl_to_view.lowering import OclToViewPass

    return OclToViewPass


def _view_to_kernel() -> type[ModulePass]:
    from .view_to_kernel import ViewToKernelPass

    return ViewToKernelPass


def _opencl() -> type[Target]:
    from .kernel_to_opencl.target import OpenCLTarget

    return OpenCLTarget


def _host_py() -> type[Target]:
    from .host_to_python.target import HostPythonTarget

    return HostPythonTarget


def _report() -> type[Target]:
    from .report import ReportTarget

    return ReportTarget


LOWERING_UNIVERSE = Universe(
    all_passes={
        "lift-to-ocl": _lift_to_ocl,
        "lift-to-opencl": _lift_to_opencl,
        "ocl-to-view": _ocl_to_view,
        "view-to-kernel": _view_to_kernel,
    },
    all_targets={"opencl": _opencl, "host-py": _host_py, "report": _report},
)
