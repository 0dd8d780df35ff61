"""What all tests share: how Hypothesis draws, and that programs are compiled anew.

On a developer's machine every run draws anew; in CI (`CI` set) the draws are fixed, so
that a red run is about the change and not about luck.
"""

import os

from hypothesis import settings

# No deadline: on a busy machine a slow draw is not a wrong result.
settings.register_profile("dev", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, database=None, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "dev")

# What an earlier run left on disk must not answer for the code of today; tests of the cache choose a folder.
os.environ["LIFT_CACHE_DIR"] = "off"
