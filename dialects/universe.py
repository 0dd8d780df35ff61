"""What xDSL's tools find when the project is installed: our dialects, each imported when it is first used.

The entry point `xdsl.universe` names `LIFT_UNIVERSE`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdsl.universe import Universe

if TYPE_CHECKING:
    from xdsl.ir import Dialect


def _lift() -> Dialect:
    from .lift.dialect import Lift

    return Lift


def _ocl() -> Dialect:
    from .ocl.dialect import Ocl

    return Ocl


def _kernel() -> Dialect:
    from .kernel.dialect import Kernel

    return Kernel


def _view() -> Dialect:
    from .view.dialect import View

    return View


def _rewrite() -> Dialect:
    from .rewrite.dialect import Rewrite

    return Rewrite


def _host() -> Dialect:
    from .host.dialect import Host

    return Host


LIFT_UNIVERSE = Universe(
    all_dialects={"lift": _lift, "ocl": _ocl, "view": _view, "kernel": _kernel, "host": _host, "rewrite": _rewrite},
)
