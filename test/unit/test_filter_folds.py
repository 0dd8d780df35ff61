"""Folds over filters come out the same, bit by bit, once no array is made: signed zeros, infinities and NaN included."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest
from how_many import how_many
from hypothesis import given as draws
from hypothesis import reject, settings
from pass_programs import bits, functions, run_passes
from random_programs import RandomProgram, random_programs
from xdsl.dialects import arith
from xdsl.dialects.builtin import AnyFloat, IntegerType, f32, f64, i32
from xdsl.ir import Operation
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.test_value import create_ssa_value

import lift
from lift.dialects.lift.algorithmic import FilterOp, ReduceOp
from lift.dialects.loader import load_module, verify
from lift.passes.rules.combining import NEUTRAL
from lift.passes.rules.neutral import exact_neutral
from lift.runtime.program import InterpretedProgram
from lift.runtime.random_inputs import random_arguments

FLOATS = [kind for kind in NEUTRAL if kind.name.endswith("f")]
INTEGERS = [kind for kind in NEUTRAL if kind not in FLOATS]
SPECIAL = np.array([np.nan, -0.0, 0.0, np.inf, -np.inf, 1.5, -2.0], np.float32)


def folded(kind: type[Operation], type_: str, *, fused: bool) -> Any:
    """A fold over the elements that are marked."""
    module = load_module(f"""
lift.def @f<N>(%xs: !lift.array<N, {type_}>, %marks: !lift.array<N, i1>, %init: {type_}) -> {type_} {{
  %both = lift.zip %marks, %xs
  %kept = lift.filter (%p) in %both {{ lift.yield %p }}
  %r = lift.reduce (%acc, %x) in %kept from %init {{ %t = {kind.name} %acc, %x : {type_} lift.yield %t }}
  lift.return %r
}}""")
    if fused:
        run_passes(module, "lift-fuse")
        verify(module)
        ops = list(module.walk())
        assert not any(isinstance(op, FilterOp) for op in ops)
        assert any(isinstance(op, ReduceOp) for op in ops)
    return lift.compile(module, target="interpreter")


@pytest.mark.parametrize("kind", FLOATS, ids=lambda kind: kind.name)
def test_floats(kind: type[Operation]) -> None:
    before, after = (folded(kind, "f32", fused=fused) for fused in (False, True))
    for first, *elements in product(SPECIAL, repeat=3):
        for marks in product((False, True), repeat=2):
            given = (np.array(elements, np.float32), np.array(marks), first)
            assert bits(after(*given)) == bits(before(*given))


@pytest.mark.parametrize("kind", INTEGERS, ids=lambda kind: kind.name)
def test_integers(kind: type[Operation]) -> None:
    before, after = (folded(kind, "i8", fused=fused) for fused in (False, True))
    numbers = np.array([-128, -1, 0, 1, 127], np.int8)
    for first, *elements in product(numbers, repeat=3):
        for marks in product((False, True), repeat=2):
            given = (np.array(elements, np.int8), np.array(marks), first)
            assert bits(after(*given)) == bits(before(*given))


@pytest.mark.parametrize("kind", NEUTRAL, ids=lambda kind: kind.name)
@pytest.mark.parametrize("type_", [i32, IntegerType(1), f32, f64], ids=str)
def test_each_kind_of_number_has_a_neutral(kind: type[Operation], type_: IntegerType | AnyFloat) -> None:
    if (kind in FLOATS) == isinstance(type_, AnyFloat):
        value = create_ssa_value(type_)
        assert exact_neutral(kind.create(operands=[value, value], result_types=[type_])) is not None


def test_other_ops_have_none() -> None:
    value = create_ssa_value(i32)
    assert exact_neutral(arith.SubiOp(value, value)) is None


@draws(random_programs(style="filters"))
@settings(max_examples=how_many(50))
def test_random_filters_mean_the_same(program: RandomProgram) -> None:
    try:
        verify(program.module)
    except VerifyException:
        reject()
    module = program.module.clone()
    run_passes(module, "lift-fuse,lift-insert-packs")
    verify(module)
    for sizes in program.sizes:
        drawn = random_arguments(program.function, sizes, {}, np.random.default_rng(0))
        before = InterpretedProgram(program.module, program.function)(*drawn.arguments, **drawn.named)
        after = InterpretedProgram(module, functions(module)["f"], checked=True)(*drawn.arguments, **drawn.named)
        assert bits(after) == bits(before)
