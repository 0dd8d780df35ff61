"""What all tests share: how Hypothesis draws, that programs are compiled anew, how many cases of a test there are, and how
seldom garbage is looked for.

On a developer's machine every run draws anew; in CI (`CI` set) the draws are fixed, so
that a red run is about the change and not about luck.
"""

import gc
import os
from collections import defaultdict
from zlib import crc32

import pytest
from hypothesis import settings

# No deadline: on a busy machine a slow draw is not a wrong result.
settings.register_profile("dev", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, database=None, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "dev")

# What an earlier run left on disk must not answer for the code of today; tests of the cache choose a folder.
os.environ["LIFT_CACHE_DIR"] = "off"


FEW = 1
"""So many cases of a test `make test` runs, unless it is marked with another number; CI runs several times as many."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Files with slow tests come first, so that no process is alone with one at the end.

    Where `LIFT_FEW` is set, all but a few cases of each test are left out, or all but so many times as many: those that are left
    are spread over all of them.
    """
    slow = {item.path for item in items if item.get_closest_marker("slow")}
    items.sort(key=lambda item: item.path not in slow)
    times = int(os.environ.get("LIFT_FEW", "0"))
    if not times:
        return
    cases = defaultdict[str, list[pytest.Item]](list)
    for item in items:
        cases[item.nodeid.partition("[")[0]].append(item)
    left_out: set[pytest.Item] = set()
    for found in cases.values():
        mark = found[0].get_closest_marker("many")
        few = min(times * (FEW if mark is None else mark.args[0]), len(found))
        first = crc32(found[0].nodeid.partition("[")[0].encode())  # not of all tests the same strategy, or size
        left_out |= {*found} - {found[(first + k * len(found) // few) % len(found)] for k in range(few)}
    items[:] = [item for item in items if item not in left_out]
    config.hook.pytest_deselected(items=[*left_out])


def pytest_collection_finish() -> None:
    """Thousands of tests and all modules stay until the end: whoever looks for garbage need not go through them each time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 50, 50)


def pytest_unconfigure() -> None:
    """The last look for garbage, which pytest takes several times, is for what came since: nothing."""
    gc.freeze()
