"""How much a test tries: little by `make test`, more in CI, and many times that where `LIFT_MORE` says so."""

import os
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


def how_many(few: int, usual: int | None = None) -> int:
    """Few; or as many times the usual number as `LIFT_MORE` says, which is that of few unless it is given."""
    more = os.environ.get("LIFT_MORE")
    return few if more is None else (usual or few) * int(more)


def some_of(items: Sequence[T], few: int) -> Sequence[T]:
    """All of them; where `LIFT_FEW` is set, so many times few that are spread over all."""
    times = int(os.environ.get("LIFT_FEW", "0"))
    few = min(times * few, len(items)) if times else len(items)
    return [items[k * len(items) // few] for k in range(few)]
