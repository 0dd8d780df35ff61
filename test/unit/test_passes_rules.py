"""Every rule says what it is, is seen at work in a FileCheck test, and holds on random programs."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pass_programs import ROOT, bits, functions, run_passes
from random_layouts import program
from xdsl.ir import Operation
from xdsl.pattern_rewriter import PatternRewriter

import lift
from lift.dialects.diagnostics import LiftError
from lift.dialects.loader import load_module, verify
from lift.passes.rules.canonical import CANONICAL
from lift.passes.rules.filter_folds import FILTER_FOLDS
from lift.passes.rules.filters import FILTERS
from lift.passes.rules.fusion import FUSION
from lift.passes.rules.movement import MOVEMENT
from lift.passes.rules.rule import Rule
from lift.runtime.random_inputs import random_arguments

RULES: list[Rule[Any]] = [*CANONICAL, *FUSION, *FILTERS, *FILTER_FOLDS, *MOVEMENT]
EACH = pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)


@cache
def applied_in(folder: Path, pipeline: str) -> Counter[str]:
    """How often each rule is applied in the FileCheck tests of a pass."""
    applied: Counter[str] = Counter()
    original = Rule[Any].match_and_rewrite

    def counted(self: Rule[Any], op: Operation, rewriter: PatternRewriter) -> None:
        original(self, op, rewriter)
        applied[self.name] += rewriter.has_done_action

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Rule, "match_and_rewrite", counted)
        for path in sorted(folder.glob("*.mlir")):
            run_passes(load_module(path), pipeline)
    return applied


def test_names_are_unique() -> None:
    assert len({rule.name for rule in RULES}) == len(RULES)


@EACH
def test_a_rule_is_an_equation(rule: Rule[Any]) -> None:
    assert rule.equation.startswith("`")
    assert " = " in rule.equation.split("`")[1]


@EACH
def test_a_rule_is_seen_at_work(rule: Rule[Any]) -> None:
    pipeline = "canonicalize" if rule in CANONICAL else "lift-fuse"
    assert applied_in(ROOT / "test" / "filecheck" / "passes" / pipeline, pipeline)[rule.name] > 0


def test_random_programs_keep_their_meaning() -> None:
    compared = 0
    for seed in range(24):
        text = program(seed, 10)
        before, after = load_module(text), load_module(text)
        run_passes(after, "canonicalize,lift-fuse,cse,canonicalize")
        verify(after)
        drawn = random_arguments(functions(before)["f"], {"N": 12}, {}, np.random.default_rng(seed))
        try:
            expected = lift.compile(before, target="interpreter")(*drawn.arguments, **drawn.named)
        except LiftError:
            continue  # a scatter by what is no permutation
        found = lift.compile(after, target="interpreter")(*drawn.arguments, **drawn.named)
        assert bits(found) == bits(expected), text
        compared += str(after) != str(before)
    assert compared >= 16
