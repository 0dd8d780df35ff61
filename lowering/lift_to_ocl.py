"""`lift-to-ocl`: every pattern of a program gets an execution level, as a named strategy says.

The strategies are in `passes/strategies`. What a person has mapped is left as it is.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from ..analysis.errors import NO_STRATEGY
from ..dialects.diagnostics import LiftError
from ..dialects.lift.functions import DefOp
from ..dialects.lift.profile import profile_of
from ..dialects.profiles import Profile
from ..passes.rules.parameters import MOST
from ..passes.strategies.derivation import Derivation
from ..passes.strategies.registry import mapping_named


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
    generators of scalars stay: they are read where they are, and so do `lift.pack` and `lift.unpack`. A function that a
    script was applied to (`derived`) is mapped by the strategy `rest`, which takes nothing back.
    """

    name = "lift-to-ocl"

    strategy: str | None = None
    """`cpu`, `gpu`, or another one by its name; without it, what the profile says."""
    chunk: int | None = None
    """How many elements of a fold or a filter at the top level go together; without it, what the profile says."""
    piece: int | None = None
    """How many of a chunk are for one work item, where a chunk is for a work group."""

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        profile = self._with_options(profile_of(op))
        for function in op.ops:
            if isinstance(function, DefOp):
                name = "rest" if function.derived is not None else self.strategy or profile.kind
                mapping_named(name)(profile)(Derivation(function))

    def _with_options(self, profile: Profile) -> Profile:
        """The profile with the numbers that the options say."""
        for name, number in (("chunk", self.chunk), ("piece", self.piece)):
            if number is not None and not 1 <= number <= MOST:
                message = f"a {name} has at least one element" if number < 1 else f"a {name} has too many elements"
                raise LiftError(NO_STRATEGY, message, expected=f"a number from 1 to {MOST}", found=f"{name}={number}")
        chunks = () if self.chunk is None else ("chunk", "group_chunk", "filter_chunk", "group_filter_chunk")
        pieces = {} if self.piece is None else {"piece": self.piece}
        return profile.with_values({**dict.fromkeys(chunks, self.chunk), **pieces})
