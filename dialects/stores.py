"""The word `past_caches`, which stores have on every level: what is stored is not read again soon, and not kept in caches.

With `where [N mod 16 eq 0, N * M ge 8388608]`, this is so where these hold, which a kernel finds out when it runs. It changes
no meaning, and nothing depends on it but the text that is printed for a device.
"""

from __future__ import annotations

from typing import TypeAlias

from xdsl.dialects.builtin import ArrayAttr
from xdsl.printer import Printer

from .lift.attributes import FactAttr
from .lift.signatures import parse_where
from .parser import LiftParser

PastCaches: TypeAlias = "ArrayAttr[FactAttr]"
"""Under which conditions on sizes a store goes past the caches: all of them hold, and without any it always does."""


def parse_past_caches(parser: LiftParser) -> PastCaches | None:
    if parser.parse_optional_keyword("past_caches") is None:
        return None
    return ArrayAttr([FactAttr(condition) for condition in parse_where(parser)])


def print_past_caches(printer: Printer, past_caches: PastCaches | None) -> None:
    if past_caches is not None:
        printer.print_string(" past_caches")
        if past_caches.data:
            printer.print_string(f" where [{', '.join(str(fact.data) for fact in past_caches)}]")
