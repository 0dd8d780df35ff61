"""How much a test tries: little by `make test`, all in CI, and many times that where `LIFT_MORE` says so."""

import os
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


def how_many(few: int, usual: int | None = None) -> int:
    """Few; or as many times the usual number as `LIFT_MORE` says, which is that of few unless it is given."""
    more = os.environ.get("LIFT_MORE")
    return few if more is None else (usual or few) * int(more)


def some_of(items: Sequence[T], few: int) -> Sequence[T]:
    """All of them; where `LIFT_FEW` is set, so many that are spread over all."""
    few = min(few, len(items)) if os.environ.get("LIFT_FEW") else len(items)
    return [items[k * len(items) // few] for k in range(few)]
