"""Every rule says what it is, and normal forms keep the meaning of random programs."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from pass_programs import bits, functions, run_passes
from random_layouts import program

import lift
from lift.dialects.diagnostics import LiftError
from lift.dialects.loader import load_module, verify
from lift.passes.rules.registry import families
from lift.passes.rules.rule import Rule
from lift.runtime.random_inputs import random_arguments

RULES: list[Rule[Any]] = [rule for family in families().values() for rule in family]
EACH = pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)


def test_names_are_unique() -> None:
    assert len({rule.name for rule in RULES}) == len(RULES)


@EACH
def test_a_rule_is_an_equation(rule: Rule[Any]) -> None:
    assert rule.equation.startswith("`")
    assert " = " in rule.equation.split("`")[1]


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
