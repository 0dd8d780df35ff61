"""Some hundred applications of rules, at least one of each: valid programs that mean the same."""

from __future__ import annotations

import pytest
from how_many import how_many
from rule_applications import applications

from lift.dialects.lift.access import GatherOp
from lift.dialects.lift.algorithmic import MapOp
from lift.dialects.lift.attributes import IndexFunctionAttr
from lift.dialects.lift.operation import UNTYPED
from lift.dialects.lift.types import array_length
from lift.dialects.nat.expr import var
from lift.passes.rules.registry import rules
from lift.passes.rules.rule import Chain, Replacement, rule

COUNT, LEAST = how_many(250, usual=1400), how_many(1, usual=2)
"""Applications in all, and of each rule."""


@pytest.mark.slow
def test_rules_keep_the_meaning() -> None:
    total = applications(COUNT, seed=3, least=LEAST)
    assert not total.failures, "\n".join(total.failures[:3])
    assert {rule: total.counts[rule] for rule in rules() if total.counts[rule] < LEAST} == {}
    assert sum(total.compared.values()) >= sum(total.counts.values())


@pytest.mark.slow
def test_a_wrong_rule_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    @rule(MapOp)
    def reversed_map(op: MapOp) -> Replacement:
        """`map(f, xs) = map(f, reversed(xs))`, which is wrong"""
        length = array_length(op.xs.type)
        if length is None:
            return None
        turned = GatherOp(op.xs, IndexFunctionAttr.of("i", length - 1 - var("i")), result_type=UNTYPED)
        return Chain.of(turned, MapOp(turned, op.body.clone(), op.position_name, result_type=UNTYPED))

    monkeypatch.setattr("rule_applications.rules", lambda: {"reversed_map": reversed_map})
    assert applications(20, seed=1, least=0).failures
