"""Every rule by its name and family; other packages add theirs by the entry point `lift.rules`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.metadata import entry_points
from typing import Any, Final, cast

from ...analysis.errors import NO_RULE
from ...dialects.diagnostics import LiftError
from .access import ACCESS
from .elements import ELEMENTS
from .filter_chunks import FILTER_CHUNKS
from .filter_folds import FILTER_FOLDS
from .filters import FILTERS
from .fusion import FUSION
from .layout import LAYOUT
from .mapping import MAPPING
from .movement import MOVEMENT
from .patterns import PATTERNS
from .reductions import REDUCTIONS
from .rule import Rule
from .scans import SCANS
from .tiling import TILING
from .tuples import TUPLES
from .vectors import VECTORS

GROUP: Final = "lift.rules"
"""The entry points of other packages: each names a sequence of rules, and is a family."""

OWN: Final[Mapping[str, tuple[Rule[Any], ...]]] = {
    "layout": LAYOUT,
    "tuples": TUPLES,
    "access": ACCESS,
    "elements": ELEMENTS,
    "patterns": PATTERNS,
    "vectors": VECTORS,
    "fusion": FUSION,
    "movement": MOVEMENT,
    "filters": FILTERS,
    "filter_folds": FILTER_FOLDS,
    "filter_chunks": FILTER_CHUNKS,
    "reductions": REDUCTIONS,
    "scans": SCANS,
    "tiling": TILING,
    "mapping": MAPPING,
}
"""The families of this package."""


@cache
def families() -> Mapping[str, tuple[Rule[Any], ...]]:
    """Every family by its name."""
    found = dict(OWN)
    for point in entry_points(group=GROUP):
        if point.name in found:
            raise LiftError(NO_RULE, f"'{point.value}' adds a family of rules that is there already", found=point.name)
        found[point.name] = tuple(cast("Iterable[Rule[Any]]", point.load()))
    return found


@cache
def rules() -> Mapping[str, Rule[Any]]:
    """Every rule by its name."""
    found: dict[str, Rule[Any]] = {}
    for rule in _all_rules():
        if rule.name in found:
            raise LiftError(NO_RULE, f"there are two rules '{rule.name}'")
        found[rule.name] = rule
    return found


def _all_rules() -> Iterator[Rule[Any]]:
    for family in families().values():
        yield from family
