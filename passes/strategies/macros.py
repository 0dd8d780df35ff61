"""Macro rules: strategies of a few steps that belong together, with their numbers as parameters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from .registry import NamedStrategy

MACROS: Final[tuple[NamedStrategy, ...]] = ()
