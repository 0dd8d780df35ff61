"""How many random programs a test tries: few, and more where `LIFT_MORE` says so."""

import os


def how_many(few: int, usual: int | None = None) -> int:
    """Few; or as many times the usual number as `LIFT_MORE` says, which is that of few unless it is given."""
    more = os.environ.get("LIFT_MORE")
    return few if more is None else (usual or few) * int(more)
