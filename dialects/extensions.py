"""Packages that add dialects, by an entry point in the group `xdsl.universe`: one that is broken is named.

It is a mistake of the package, or of who installed it, and none of the program that is read.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, TypeAlias

from xdsl.universe import Universe

from .diagnostics import LiftError
from .errors import UPSTREAM

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from xdsl.ir import Dialect

Factory: TypeAlias = "Callable[[], Dialect]"

EXTENSIONS: Final = "xdsl.universe"
"""The entry points of packages that add dialects."""
OURS: Final = ("lift", "xdsl")
"""The packages that are not extensions."""


def universe_of(point: EntryPoint) -> Universe:
    """What a package adds."""
    try:
        universe = point.load()
        if not isinstance(universe, Universe):
            raise TypeError(f"{point.value} is not a universe of xDSL")
    except Exception as error:  # an extension can fail in any way
        message = f"the extension '{point.name}' that is installed cannot be loaded: {error}"
        raise LiftError(UPSTREAM, message, fix=f"repair or remove the package '{point.module}'") from error
    return universe


def guarded(name: str, factory: Factory) -> Factory:
    """What makes a dialect; where it fails, the error names the package, unless the dialect is ours."""
    package = factory.__module__.partition(".")[0]
    if package in OURS:
        return factory

    def make() -> Dialect:
        try:
            return factory()
        except Exception as error:  # an extension can fail in any way
            said = " ".join(f"{type(error).__name__}: {error}".split())
            message = f"the dialect '{name}' of the package '{package}' cannot be loaded: {said}"
            raise LiftError(UPSTREAM, message, fix=f"repair or remove the package '{package}'") from error

    return make
