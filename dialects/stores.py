"""The word `past_caches`, which stores have on every level: what is stored is not read again soon, and not kept in caches.

It changes no meaning, and nothing depends on it but the text that is printed for a device.
"""

from __future__ import annotations

from xdsl.dialects.builtin import UnitAttr
from xdsl.printer import Printer

from .parser import LiftParser


def parse_past_caches(parser: LiftParser) -> UnitAttr | None:
    return None if parser.parse_optional_keyword("past_caches") is None else UnitAttr()


def print_past_caches(printer: Printer, past_caches: UnitAttr | None) -> None:
    if past_caches is not None:
        printer.print_string(" past_caches")
