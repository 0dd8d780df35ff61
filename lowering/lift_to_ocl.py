"""`lift-to-ocl`: every pattern of a program gets an execution level, as a named strategy says.

A strategy is a list of steps, and a step is a set of rules from `passes/rules` that are applied until none of them
changes anything any more. What a person has mapped is left as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import GreedyRewritePatternApplier, PatternRewriteWalker

from ..analysis.errors import NO_STRATEGY
from ..dialects.diagnostics import LiftError
from ..passes.rules.filter_chunks import OVER_GROUPS, OVER_ITEMS, filter_glb_to_filter, filter_in_chunks, join_of_rows
from ..passes.rules.mapping import SEQUENTIAL, generate_to_map, map_to_glb, map_to_wrg_and_lcl, slice_of_mapped
from ..passes.rules.reductions import reduce_in_chunks, reduce_in_groups, reduce_of_rows
from ..passes.rules.rule import Rule
from ..passes.rules.scans import scan_in_chunks

MOST: Final = 2**31 - 1
"""The largest number that a strategy may be given, so that what is computed from it has no more than 64 bits."""


@dataclass(frozen=True)
class Numbers:
    """The numbers that a strategy is free to choose."""

    chunk: int
    """How many elements of a fold at the top level are folded together, before the results of all chunks are."""
    piece: int = 1
    """How many of them are for one work item, where a chunk is for a work group."""
    filtered: int = 65536
    """How many elements of a filter at the top level are filtered together."""


Choice: TypeAlias = Rule[Any] | Callable[[Numbers], Rule[Any]]
"""A rule, or one that depends on the numbers."""


@dataclass(frozen=True)
class Strategy:
    """A way to map programs to a kind of device: the steps, in this order, and their numbers."""

    numbers: Numbers
    steps: Sequence[Sequence[Choice]]

    def rules(self, numbers: Numbers) -> Sequence[Sequence[Rule[Any]]]:
        """The rules of each step."""
        return [[choice(numbers) if callable(choice) else choice for choice in step] for step in self.steps]


STRATEGIES: Final[Mapping[str, Strategy]] = {
    "cpu": Strategy(
        Numbers(chunk=4096),
        [
            [reduce_of_rows, generate_to_map],
            [lambda n: filter_in_chunks(n.filtered, OVER_GROUPS), filter_glb_to_filter, join_of_rows(OVER_GROUPS)],
            [lambda n: reduce_in_chunks(n.chunk), lambda n: scan_in_chunks(n.chunk)],
            [map_to_glb],
            SEQUENTIAL,
            [slice_of_mapped],
        ],
    ),
    "gpu": Strategy(
        Numbers(chunk=1024, piece=16, filtered=1024),
        [
            [reduce_of_rows, generate_to_map],
            [lambda n: filter_in_chunks(n.filtered, OVER_ITEMS), filter_glb_to_filter, join_of_rows(OVER_ITEMS)],
            [lambda n: reduce_in_groups(n.chunk, n.piece), lambda n: scan_in_chunks(n.chunk)],
            [map_to_wrg_and_lcl, map_to_glb],
            SEQUENTIAL,
            [slice_of_mapped],
        ],
    ),
}
"""Every strategy by its name.

A core of a CPU wants a long row of work for itself; a GPU has work groups whose items share their memory.
"""


@dataclass(frozen=True)
class LiftToOclPass(ModulePass):
    """Give each pattern its execution level: all work items, work groups and their items, or one work item after the other.

    Before:

        %r = lift.map (%row) in %m {
          %s = lift.reduce (%acc, %x) in %row from %zero { .. }
          lift.yield %s : f32
        }

    After:

        %r = ocl.map_glb<0> (%row) in %m {
          %s = ocl.reduce_seq (%acc, %x) in %row from %zero { .. }
          lift.yield %s : f32
        }

    Folds at the top level are parallel, too, where they may be regrouped, and so are filters. Rearrangements and
    generators of scalars stay: they are read where they are, and so do `lift.pack` and `lift.unpack`.
    """

    name = "lift-to-ocl"

    strategy: str = "cpu"
    """`cpu` or `gpu`."""
    chunk: int | None = None
    """How many elements of a fold or a filter at the top level go together; without it, what the strategy says."""
    piece: int | None = None
    """How many of a chunk are for one work item, where a chunk is for a work group."""

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        strategy = STRATEGIES.get(self.strategy)
        if strategy is None:
            message = f"there is no strategy '{self.strategy}'"
            raise LiftError(NO_STRATEGY, message, expected=", ".join(STRATEGIES), found=self.strategy)
        for step in strategy.rules(self._numbers(strategy.numbers)):
            PatternRewriteWalker(GreedyRewritePatternApplier([*step])).rewrite_module(op)

    def _numbers(self, usual: Numbers) -> Numbers:
        """What the options say, and what is usual where they say nothing."""
        chunk = usual.chunk if self.chunk is None else self.chunk
        piece = usual.piece if self.piece is None else self.piece
        for name, number in (("chunk", chunk), ("piece", piece)):
            if not 1 <= number <= MOST:
                message = f"a {name} has at least one element" if number < 1 else f"a {name} has too many elements"
                raise LiftError(NO_STRATEGY, message, expected=f"a number from 1 to {MOST}", found=f"{name}={number}")
        return Numbers(chunk, piece, usual.filtered if self.chunk is None else chunk)
