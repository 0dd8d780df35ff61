"""What `canonicalize` does, by the op it begins with: the ops of our dialects find the rules that they begin with here.

It makes a program smaller. What would copy a region that stays, or make an index that nobody can read, is not wanted here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final

from xdsl.ir import Operation
from xdsl.pattern_rewriter import GreedyRewritePatternApplier, PatternRewriter, RewritePattern
from xdsl.transforms.canonicalize import CanonicalizationRewritePattern

from ...dialects.lift.access import ConcatOp
from ...dialects.lift.algorithmic import GenerateOp, MapOp
from ..rules.access import ACCESS, composed_gather, concat_of_concat, gather_of_gather
from ..rules.elements import ELEMENTS, at_of_generate, at_of_map
from ..rules.layout import LAYOUT
from ..rules.patterns import PATTERNS
from ..rules.regions import sole_producer
from ..rules.rule import OpT, Rewritten, Rule
from ..rules.tuples import TUPLES
from ..rules.vectors import VECTORS
from .combinators import Wanted, Wish, chosen, unrecorded, when

CANONICAL: Final[tuple[Rule[Any], ...]] = (*LAYOUT, *TUPLES, *ACCESS, *ELEMENTS, *PATTERNS, *VECTORS)

MOST_PARTS: Final = 60
"""An index function that would have more parts than this is left as the two that it comes from."""


def takes_only(kind: type[OpT]) -> Wish:
    """Wants ops whose first operand is computed by an op of a kind for them alone, in their region."""
    return lambda op: sole_producer(op.operands[0], op, kind) is not None


def _is_short(op: Operation) -> bool:
    """Whether the index function of two gathers is no longer than can be read."""
    composed = composed_gather(op)
    return composed is not None and composed.body.data.size <= MOST_PARTS


def _own_concat(op: Operation) -> Rule[ConcatOp] | None:
    """The rule for the first concat that a concat alone is made of; one with other uses would be written out twice."""
    own = (i for i, part in enumerate(op.operands) if isinstance(part.owner, ConcatOp) and part.has_one_use())
    i = next(own, None)
    return None if i is None else concat_of_concat.bind(i=i)


_INSTEAD: Final[Mapping[str, Wanted]] = {
    at_of_map.name: when(at_of_map, takes_only(MapOp)),
    at_of_generate.name: when(at_of_generate, takes_only(GenerateOp)),
    gather_of_gather.name: when(gather_of_gather, _is_short),
    concat_of_concat.name: chosen(ConcatOp, _own_concat),
}
"""Rules that are not wanted wherever they hold."""


@lru_cache(maxsize=256)
def wanted_for(kind: type[Operation]) -> tuple[Wanted, ...]:
    """What is wanted where an op of this class is the left side of a rule."""
    rules = (rule for rule in CANONICAL if issubclass(kind, rule.root))
    return tuple(_INSTEAD.get(rule.name) or when(rule) for rule in rules)


@lru_cache(maxsize=256)
def rules_for(kind: type[Operation]) -> tuple[RewritePattern, ...]:
    """What `canonicalize` does with an op of this class."""
    return tuple(unrecorded(wanted_for(kind)))


@dataclass
class Canonicalised(RewritePattern):
    """`canonicalize` with somebody who is told what became of our ops."""

    told: Callable[[Rewritten], None]
    _patterns: dict[type[Operation], GreedyRewritePatternApplier] = field(
        default_factory=dict[type[Operation], GreedyRewritePatternApplier]
    )

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter, /) -> None:
        kind = type(op)
        if not wanted_for(kind):
            CanonicalizationRewritePattern().match_and_rewrite(op, rewriter)
            return
        if kind not in self._patterns:
            self._patterns[kind] = GreedyRewritePatternApplier(unrecorded(wanted_for(kind), self.told))
        self._patterns[kind].match_and_rewrite(op, rewriter)
