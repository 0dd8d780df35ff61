"""A few hundred applications of rules, at least some of each: valid programs that mean the same."""

from __future__ import annotations

import pytest
from how_many import how_many
from rule_applications import applications
from xdsl.ir import Operation

from lift.passes.rules import tiling
from lift.passes.rules.registry import rules
from lift.passes.rules.rule import Replacement, Rule

LEAST = how_many(2)


@pytest.mark.slow
def test_rules_keep_the_meaning() -> None:
    total = applications(how_many(400), seed=3, least=LEAST)
    assert not total.failures, "\n".join(total.failures[:3])
    assert {rule: total.counts[rule] for rule in rules() if total.counts[rule] < LEAST} == {}
    assert sum(total.compared.values()) >= sum(total.counts.values())


def test_a_wrong_rule_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    right = tiling.split_join.right_side

    def split_join(op: Operation, n: int) -> Replacement:
        """`map(f, xs) = join(map(map(f), split(n, xs)))`, but for its position"""
        position = op.properties.pop("position", None)
        made = right(op, n)
        if position is not None:
            op.properties["position"] = position
        return made

    planted = {**rules(), "split_join": Rule(tiling.split_join.root, split_join, tiling.split_join.parameters)}
    monkeypatch.setattr("rule_applications.rules", lambda: planted)
    assert applications(40, seed=1, least=0).failures
