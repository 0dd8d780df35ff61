"""`lift-fuse`: maps and filters are put into the patterns that use them, so that no array stands between the two."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from ..dialects.lift.functions import DefOp


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
    Patterns of `ocl` are left alone, since their execution level is decided, and so are functions that steps were applied to.
    """

    name = "lift-fuse"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        from .strategies.derivation import Derivation
        from .strategies.normal_forms import fuse

        for function in op.ops:
            if isinstance(function, DefOp) and function.derived is None:
                fuse(Derivation(function))
