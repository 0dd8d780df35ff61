"""What the tools find when the package is installed: its dialect, imported when a program first uses it.

The entry point `xdsl.universe` names `EXTRA_UNIVERSE`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdsl.universe import Universe

if TYPE_CHECKING:
    from xdsl.ir import Dialect


def _extra() -> Dialect:
    from .dialect import Extra

    return Extra


EXTRA_UNIVERSE = Universe(all_dialects={"extra": _extra})
