"""A rule, a strategy and a pass: maps over interleaved arrays become maps over each of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation
from xdsl.passes import ModulePass

from lift.dialects.lift.algorithmic import MapOp
from lift.dialects.lift.functions import DefOp
from lift.dialects.lift.operation import UNTYPED
from lift.dialects.lift.renaming import names_bound_in, rename_binders
from lift.passes.rules.regions import mentions
from lift.passes.rules.rule import Chain, Refusal, Replacement, Rule, made_by, rule
from lift.passes.strategies.combinators import Strategy, everywhere, seq
from lift.passes.strategies.derivation import Derivation
from lift.passes.strategies.normal_forms import tidy
from lift.passes.strategies.registry import NamedStrategy

from .interleave import InterleaveOp


@rule(MapOp)
def map_of_interleave(op: MapOp) -> Replacement:
    """`map(f, interleave(xs, ys, ..)) = interleave(map(f, xs), map(f, ys), ..)`, where f does not ask for its position."""
    both = made_by(op.xs, InterleaveOp)
    if both is None:
        return None
    if mentions(op.block.ops, op.position_name):
        return Refusal("the function asks for its position, which is another one in each array")
    taken = names_bound_in(op)
    maps: list[Operation] = []
    for part in both.parts:
        body = op.body.clone()
        for inner in body.block.ops:
            rename_binders(inner, taken)
        each = MapOp(part, body, result_type=UNTYPED)
        each.result.name_hint = op.result.name_hint
        maps.append(each)
    return Chain.of(*maps, InterleaveOp.untyped([each.results[0] for each in maps], {}))


RULES: tuple[Rule[Any], ...] = (map_of_interleave,)


def maps_first() -> Strategy:
    """Every map over interleaved arrays becomes maps over each of them, and what that leaves is made smaller."""
    return seq(everywhere(map_of_interleave), tidy)


STRATEGIES = (NamedStrategy(maps_first, at_place=False),)


@dataclass(frozen=True)
class MapsFirstPass(ModulePass):
    """The strategy `maps_first`, for each function.

    Before:

        %both = extra.interleave %xs, %ys
        %r = lift.map (%x) in %both { .. }

    After:

        %a = lift.map (%x) in %xs { .. }
        %b = lift.map (%x) in %ys { .. }
        %r = extra.interleave %a, %b
    """

    name: ClassVar[str] = "extra-maps-first"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for function in op.ops:
            if isinstance(function, DefOp):
                maps_first()(Derivation(function))
