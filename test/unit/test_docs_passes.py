"""The page on passes is true: what it shows before becomes what it shows after, and it lists every rule."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from pass_programs import run_passes

from lift.dialects.loader import load_module, verify
from lift.passes.rules.canonical import CANONICAL
from lift.passes.rules.fusion import FUSION
from lift.passes.rules.movement import MOVEMENT
from lift.passes.rules.rule import Rule

PAGE = (Path(__file__).parents[2] / "docs" / "passes.md").read_text()
PAIRS = re.findall(r"```mlir before (\S+)\n(.*?)```\s*```mlir after\n(.*?)```", PAGE, re.DOTALL)
RULES: list[Rule[Any]] = [*CANONICAL, *FUSION, *MOVEMENT]


@pytest.mark.parametrize(("pipeline", "before", "shown"), PAIRS, ids=range(len(PAIRS)))
def test_before_becomes_after(pipeline: str, before: str, shown: str) -> None:
    module = load_module(before)
    run_passes(module, pipeline)
    verify(module)
    assert str(module) == str(load_module(shown))


@pytest.mark.parametrize(
    "pipeline",
    [
        "canonicalize",
        "cse",
        "lift-inline",
        "lift-fuse",
        "lift-to-ocl",
        "ocl-infer-memory",
        "ocl-materialise",
        "ocl-split-kernels",
        "ocl-to-view",
        "view-to-kernel",
        "kernel-simplify-control-flow",
        "kernel-unroll",
        "kernel-share-indices",
        "kernel-erase-dead-values",
    ],
)
def test_every_pass_is_shown(pipeline: str) -> None:
    assert any(shown.startswith(pipeline) for shown, _, _ in PAIRS)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_every_rule_is_listed(rule: Rule[Any]) -> None:
    equation = " ".join(rule.equation.split())
    assert f"| `{rule.name}` | {equation} |" in PAGE
