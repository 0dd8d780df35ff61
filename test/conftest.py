"""What all tests share: how Hypothesis draws, that programs are compiled anew, and how seldom garbage is looked for.

On a developer's machine every run draws anew; in CI (`CI` set) the draws are fixed, so
that a red run is about the change and not about luck.
"""

import gc
import os

from hypothesis import settings

# No deadline: on a busy machine a slow draw is not a wrong result.
settings.register_profile("dev", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, database=None, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "dev")

# What an earlier run left on disk must not answer for the code of today; tests of the cache choose a folder.
os.environ["LIFT_CACHE_DIR"] = "off"


def pytest_collection_finish() -> None:
    """Thousands of tests and all modules stay until the end: whoever looks for garbage need not go through them each time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
