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
from ..dialects.lift.profile import profile_of
from ..dialects.profiles import Profile
from ..passes.rules.filter_chunks import OVER_GROUPS, OVER_ITEMS, filter_glb_to_filter, filter_in_chunks, join_of_rows
from ..passes.rules.mapping import (
    SEQUENTIAL,
    generate_of_constant,
    generate_to_map,
    join_of_few_rows,
    map_of_constant,
    map_to_glb,
    map_to_wrg_and_lcl,
    slice_of_mapped,
)
from ..passes.rules.reductions import reduce_in_chunks, reduce_in_groups, reduce_of_rows
from ..passes.rules.rule import Rule
from ..passes.rules.scans import scan_in_chunks

MOST: Final = 2**31 - 1
"""The largest number that a strategy may be given, so that what is computed from it has no more than 64 bits."""


Choice: TypeAlias = Rule[Any] | Callable[[Profile], Rule[Any]]
"""A rule, or one with numbers that are in the profile of the device."""


@dataclass(frozen=True)
class Strategy:
    """A way to map programs to a kind of device: the steps, in this order."""

    steps: Sequence[Sequence[Choice]]

    def rules(self, profile: Profile) -> Sequence[Sequence[Rule[Any]]]:
        """The rules of each step."""
        return [[choice(profile) if callable(choice) else choice for choice in step] for step in self.steps]


STRATEGIES: Final[Mapping[str, Strategy]] = {
    "cpu": Strategy(
        [
            [generate_of_constant, map_of_constant],
            [reduce_of_rows, generate_to_map, join_of_few_rows],
            [lambda p: filter_in_chunks(p.filter_chunk, OVER_GROUPS), filter_glb_to_filter, join_of_rows(OVER_GROUPS)],
            [lambda p: reduce_in_chunks(p.chunk), lambda p: scan_in_chunks(p.chunk)],
            [map_to_glb],
            SEQUENTIAL,
            [slice_of_mapped],
        ],
    ),
    "gpu": Strategy(
        [
            [generate_of_constant, map_of_constant],
            [reduce_of_rows, generate_to_map, join_of_few_rows],
            [
                lambda p: filter_in_chunks(p.group_filter_chunk, OVER_ITEMS),
                filter_glb_to_filter,
                join_of_rows(OVER_ITEMS),
            ],
            [lambda p: reduce_in_groups(p.group_chunk, p.piece), lambda p: scan_in_chunks(p.group_chunk)],
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

    strategy: str | None = None
    """`cpu` or `gpu`; without it, what the profile says."""
    chunk: int | None = None
    """How many elements of a fold or a filter at the top level go together; without it, what the profile says."""
    piece: int | None = None
    """How many of a chunk are for one work item, where a chunk is for a work group."""

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        profile = profile_of(op)
        name = self.strategy or profile.kind
        strategy = STRATEGIES.get(name)
        if strategy is None:
            message = f"there is no strategy '{name}'"
            raise LiftError(NO_STRATEGY, message, expected=", ".join(STRATEGIES), found=name)
        for step in strategy.rules(self._with_options(profile)):
            PatternRewriteWalker(GreedyRewritePatternApplier([*step])).rewrite_module(op)

    def _with_options(self, profile: Profile) -> Profile:
        """The profile with the numbers that the options say."""
        for name, number in (("chunk", self.chunk), ("piece", self.piece)):
            if number is not None and not 1 <= number <= MOST:
                message = f"a {name} has at least one element" if number < 1 else f"a {name} has too many elements"
                raise LiftError(NO_STRATEGY, message, expected=f"a number from 1 to {MOST}", found=f"{name}={number}")
        chunks = () if self.chunk is None else ("chunk", "group_chunk", "filter_chunk", "group_filter_chunk")
        pieces = {} if self.piece is None else {"piece": self.piece}
        return profile.with_values({**dict.fromkeys(chunks, self.chunk), **pieces})
