"""Every rule that `canonicalize` uses, by the op it begins with: the ops of our dialects find theirs here."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from xdsl.ir import Operation

from .access import ACCESS
from .elements import ELEMENTS
from .layout import LAYOUT
from .patterns import PATTERNS
from .rule import Rule
from .tuples import TUPLES
from .vectors import VECTORS

CANONICAL: tuple[Rule[Any], ...] = (*LAYOUT, *TUPLES, *ACCESS, *ELEMENTS, *PATTERNS, *VECTORS)


@lru_cache(maxsize=256)
def rules_for(kind: type[Operation]) -> tuple[Rule[Any], ...]:
    """The rules whose left side may be an op of this class."""
    return tuple(rule for rule in CANONICAL if issubclass(kind, rule.root))
