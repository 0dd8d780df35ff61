"""`lift-insert-packs` on random programs with hidden lengths: nothing is left implicit, and they mean the same."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from how_many import how_many
from hypothesis import given, reject, settings
from nat_strategies import Plain
from pass_programs import bits, run_passes
from random_programs import RandomProgram, random_program, random_programs
from xdsl.utils.exceptions import VerifyException

from lift.dialects.lift.functions import DefOp
from lift.dialects.loader import load_module, verify
from lift.passes.insert_packs import implicitly_opened
from lift.runtime.entries import entry_of
from lift.runtime.program import InterpretedProgram
from lift.runtime.random_inputs import random_arguments

PASS = "lift-insert-packs"


def check(program: RandomProgram) -> bool:
    """Whether the pass has something to do; what it leaves is compared with what was there."""
    module = program.module.clone()
    run_passes(module, PASS)
    verify(module)
    assert not any(implicitly_opened(op) for op in module.walk())
    text = str(module)
    again = load_module(text)
    run_passes(again, PASS)
    assert str(again) == text
    function = entry_of(module, "f")
    assert isinstance(function, DefOp)
    for sizes in program.sizes:
        drawn = random_arguments(program.function, sizes, {}, np.random.default_rng(0))
        before = InterpretedProgram(program.module, program.function)(*drawn.arguments, **drawn.named)
        after = InterpretedProgram(module, function, checked=True)(*drawn.arguments, **drawn.named)
        assert bits(after) == bits(before)
    return text != str(program.module)


@given(random_programs(style="hidden"))
@settings(max_examples=how_many(15, usual=50))
def test_openings_change_no_meaning(program: RandomProgram) -> None:
    try:
        verify(program.module)
    except VerifyException:
        reject()
    check(program)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, how_many(20, usual=40), 20))
def test_many_programs_have_something_to_open(first: int) -> None:
    opened = 0
    for seed in range(first, first + 20):
        program = random_program(Plain(Random(seed)), 10, style="hidden")
        verify(program.module)
        opened += check(program)
    assert opened >= 7
