"""What the tools find when the package is installed: its dialect and its pass, imported when they are first used.

The entry point `xdsl.universe` names `EXTRA_UNIVERSE`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdsl.universe import Universe

if TYPE_CHECKING:
    from xdsl.ir import Dialect
    from xdsl.passes import ModulePass


def _extra() -> Dialect:
    from .dialect import Extra

    return Extra


def _maps_first() -> type[ModulePass]:
    from .rewriting import MapsFirstPass

    return MapsFirstPass


EXTRA_UNIVERSE = Universe(all_dialects={"extra": _extra}, all_passes={"extra-maps-first": _maps_first})
