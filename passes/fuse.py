"""`lift-fuse`: maps and filters are put into the patterns that use them, so that no array stands between the two."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import GreedyRewritePatternApplier, PatternRewriteWalker
from xdsl.transforms.dead_code_elimination import region_dce


@dataclass(frozen=True)
class FusePass(ModulePass):
    """Put each map into the pattern that uses its elements, moving it through layout ops where that brings it there.

    Before:

        %products = lift.map (%p) in %xy { .. lift.yield %ab : f32 }
        %sum = lift.reduce (%acc, %e) in %products from %zero {
          %s = arith.addf %acc, %e : f32
          lift.yield %s : f32
        }

    After:

        %sum = lift.reduce (%acc, %p) in %xy from %zero {
          ..
          %s = arith.addf %acc, %ab : f32
          lift.yield %s : f32
        }

    Nothing is computed more often than before, but for scalar code behind a filter, which is then computed for elements that
    are not kept, too. Every fold keeps its order: the results are the same, bit by bit.
    Patterns of `ocl` are left alone, since their execution level is decided.
    """

    name = "lift-fuse"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        from .rules.filter_folds import FILTER_FOLDS
        from .rules.filters import FILTERS
        from .rules.fusion import FUSION
        from .rules.movement import MOVEMENT
        from .rules.tuples import TUPLES

        # Tuples that were taken apart again would hide that a map is next to its use.
        rules = GreedyRewritePatternApplier([*FUSION, *FILTERS, *FILTER_FOLDS, *MOVEMENT, *TUPLES])
        PatternRewriteWalker(rules, post_walk_func=region_dce).rewrite_module(op)
