"""Look for garbage less often while a program is compiled.

A compiler makes many small objects that point at each other and keeps most of them: to go through all of them after every
700 new ones, as Python does, takes up to a quarter of the time. What is given up in between is freed at once, as always,
unless it is part of a cycle.
"""

from __future__ import annotations

import gc
from collections.abc import Generator
from contextlib import contextmanager
from threading import Lock
from typing import Final

SELDOM: Final = (100_000, 50, 50)
"""The thresholds while something is compiled."""

_lock: Final = Lock()
_before: list[tuple[int, int, int]] = []
"""The thresholds to go back to, once for each compilation that runs: threads share the collector."""


@contextmanager
def seldom_collected() -> Generator[None]:
    """While it lasts, garbage is looked for seldom; thresholds that somebody else has set higher, or off, stay."""
    with _lock:
        _before.append(_before[0] if _before else gc.get_threshold())
        if 0 < gc.get_threshold()[0] < SELDOM[0]:
            gc.set_threshold(*SELDOM)
    try:
        yield
    finally:
        with _lock:
            earlier = _before.pop()
            if not _before and gc.get_threshold() == SELDOM:
                gc.set_threshold(*earlier)
