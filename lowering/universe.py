"""What xDSL's tools find of the steps down a level and of the printers, each imported when it is first used.

The entry point `xdsl.universe` names `LOWERING_UNIVERSE`; a new pass or target adds a factory to its table.
"""

from __future__ import annotations

from xdsl.universe import Universe

LOWERING_UNIVERSE = Universe(all_passes={}, all_targets={})
