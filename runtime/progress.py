"""How far a long run is: whoever watches is told the iterations of the outermost loop, on a device and in the interpreter."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final, TypeAlias

Watcher: TypeAlias = Callable[[int, int], None]
"""It is told, again and again, how many iterations are done, and of how many."""

_WATCHER: Final[ContextVar[Watcher | None]] = ContextVar("watcher", default=None)


@contextmanager
def watching(watcher: Watcher | None) -> Generator[None]:
    """While it lasts, this one is told; inside of a loop that is watched, nobody is."""
    token = _WATCHER.set(watcher)
    try:
        yield
    finally:
        _WATCHER.reset(token)


def counted(iterations: int) -> Generator[int]:
    """The numbers of iterations, from 1."""
    watcher = _WATCHER.get()
    if watcher is None:
        yield from range(1, iterations + 1)
        return
    with watching(None):
        for number in range(1, iterations + 1):
            watcher(number - 1, iterations)
            yield number
