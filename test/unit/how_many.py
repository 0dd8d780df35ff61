"""How many random programs a test tries: few while you work, and more where `LIFT_MORE` says so, as in CI."""

import os


def how_many(few: int) -> int:
    """So many, or as many times that as `LIFT_MORE` says."""
    return few * int(os.environ.get("LIFT_MORE", "1"))
