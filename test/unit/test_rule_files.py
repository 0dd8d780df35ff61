"""Every rule has a FileCheck test of its name, in which it is applied where it holds, and refused where it does not."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from lift.passes.rules.registry import rules
from lift.passes.rules.rule import Rule

FOLDER = Path(__file__).parents[1] / "filecheck" / "rules"
EACH = pytest.mark.parametrize("rule", rules().values(), ids=lambda rule: rule.name)


def runs(rule: Rule[Any]) -> list[str]:
    """The commands of a test that apply the rule it is named after."""
    text = (FOLDER / f"{rule.name}.mlir").read_text()
    return re.findall(rf'^// RUN: (.*lift-apply\{{step="{rule.name} .*)$', text, re.MULTILINE)


@EACH
def test_a_rule_is_seen_to_hold(rule: Rule[Any]) -> None:
    assert any(not run.startswith("not ") and run.endswith("| filecheck %s") for run in runs(rule))


@EACH
def test_a_rule_is_seen_to_be_refused(rule: Rule[Any]) -> None:
    text = (FOLDER / f"{rule.name}.mlir").read_text()
    refusals = [run for run in runs(rule) if run.startswith("not ")]
    prefixes = {prefix for run in refusals for prefix in re.findall(r"--check-prefix=(\S+)", run)}
    assert prefixes
    for prefix in prefixes:
        assert re.search(rf"^// {prefix}: .*error\[LIFT0366\]: `{rule.name} .* does not hold: .", text, re.MULTILINE)
