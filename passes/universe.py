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


def _fuse() -> type[ModulePass]:
    from .fuse import FusePass

    return FusePass


def _inline() -> type[ModulePass]:
    from .inline import InlinePass

    return InlinePass


def get_all_passes() -> dict[str, Callable[[], type[ModulePass]]]:
    """Every pass by its name on the command line."""
    return {"lift-fuse": _fuse, "lift-inline": _inline}


PASSES_UNIVERSE = Universe(all_passes=get_all_passes())
