"""Every rule by its name and family; other packages add theirs by the entry point `lift.rules`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any, Final, TypeVar, cast

from ...analysis.errors import NO_RULE
from ...dialects.diagnostics import LiftError
from .access import ACCESS
from .best_lanes import BEST_LANES
from .choices import CHOICES
from .columns import COLUMNS
from .elements import ELEMENTS
from .exchange import EXCHANGE
from .filter_chunks import FILTER_CHUNKS
from .filter_folds import FILTER_FOLDS
from .filters import FILTERS
from .fusion import FUSION
from .groups import GROUPS
from .halos import HALOS
from .iterations import ITERATIONS
from .lanes import LANES
from .layout import LAYOUT, TURNED
from .mapping import MAPPING
from .movement import MOVEMENT
from .parts import PARTS
from .patterns import PATTERNS
from .places import PLACES
from .reductions import REDUCTIONS
from .rule import Rule
from .scans import SCANS
from .searches import SEARCHES
from .segments import SEGMENTS
from .sorts import SORTS
from .staging import STAGING
from .stores import STORES
from .tiling import TILING
from .tuples import TUPLES
from .updates import UPDATES
from .vectors import VECTORS
from .windows import WINDOWS

KindT = TypeVar("KindT")

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
    "places": PLACES,
    "groups": GROUPS,
    "reductions": REDUCTIONS,
    "scans": SCANS,
    "searches": SEARCHES,
    "sorts": SORTS,
    "updates": UPDATES,
    "choices": CHOICES,
    "iterations": ITERATIONS,
    "turning": TURNED,
    "tiling": TILING,
    "segments": SEGMENTS,
    "parts": PARTS,
    "windows": WINDOWS,
    "exchange": EXCHANGE + COLUMNS,
    "lanes": (*LANES, *BEST_LANES),
    "staging": (*STAGING, *STORES, *HALOS),
    "mapping": MAPPING,
}
"""The families of this package."""


@cache
def families() -> Mapping[str, tuple[Rule[Any], ...]]:
    """Every family by its name."""
    found = dict(OWN)
    kind: type[Rule[Any]] = Rule
    for name, added in added_by_packages(GROUP, kind):
        if name in found:
            raise LiftError(NO_RULE, f"a package adds the family '{name}', which is there already", found=name)
        found[name] = tuple(added)
    return found


def added_by_packages(group: str, kind: type[KindT]) -> Iterator[tuple[str, list[KindT]]]:
    """What other packages add by an entry point: one of a kind, or several; what cannot be loaded is an error."""
    from importlib.metadata import entry_points  # it takes longer than to read a small program

    for point in sorted(entry_points(group=group)):
        try:
            loaded: object = point.load()
            added = [loaded] if isinstance(loaded, kind) else list(cast("Iterable[object]", loaded))
        except Exception as error:  # whatever the package does
            message = f"the extension '{point.name}' that is installed cannot be loaded: {error}"
            fix = f"repair or remove the package '{point.dist.name if point.dist else point.module}'"
            raise LiftError(NO_RULE, message, fix=fix) from error
        found = [one for one in added if isinstance(one, kind)]
        if len(found) < len(added):
            raise LiftError(
                NO_RULE, f"'{point.value}' has something else than a {kind.__name__}", expected=kind.__name__
            )
        yield point.name, found


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
