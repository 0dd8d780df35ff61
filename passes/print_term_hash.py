"""`test-print-term-hash`: the hash of each function as a term, for tests."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import ClassVar

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from ..analysis.term_hash import term_hash
from ..dialects.lift.functions import DefOp


@dataclass(frozen=True)
class PrintTermHashPass(ModulePass):
    """Print which functions are the same term, and so have the same hash: a line for each term.

    term: @f and @g
    term: @h
    """

    name: ClassVar[str] = "test-print-term-hash"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        groups: dict[str, list[str]] = {}
        for function in op.ops:
            if isinstance(function, DefOp):
                groups.setdefault(term_hash(function), []).append(f"@{function.function_name}")
        for names in groups.values():
            print("term:", " and ".join(names), file=sys.stderr)
