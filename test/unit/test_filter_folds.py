"""Folds over filters come out the same, bit by bit, once no array is made: signed zeros, infinities and NaN included."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest
from how_many import how_many
from hypothesis import given as draws
from hypothesis import reject, settings
from numpy.typing import NDArray
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
    """A fold over the elements of each row that are marked."""
    module = load_module(f"""
lift.def @f<M, N>(%m: !lift.array<M, !lift.array<N, {type_}>>, %marks: !lift.array<M, !lift.array<N, i1>>,
    %inits: !lift.array<M, {type_}>) -> !lift.array<M, {type_}> {{
  %rows = lift.zip %m, %marks, %inits
  %r = lift.map (%row) in %rows {{
    %xs = lift.get %row[0]
    %marked = lift.get %row[1]
    %init = lift.get %row[2]
    %both = lift.zip %marked, %xs
    %kept = lift.filter (%p) in %both {{ lift.yield %p }}
    %s = lift.reduce (%acc, %x) in %kept from %init {{ %t = {kind.name} %acc, %x : {type_} lift.yield %t }}
    lift.yield %s
  }}
  lift.return %r
}}""")
    if fused:
        run_passes(module, "lift-fuse")
        verify(module)
        ops = list(module.walk())
        assert not any(isinstance(op, FilterOp) for op in ops)
        assert any(isinstance(op, ReduceOp) for op in ops)
    return lift.compile(module, target="interpreter")


def assert_folds_are_the_same(kind: type[Operation], type_: str, numbers: NDArray[Any]) -> None:
    """For each start, each two elements and each way to mark them."""
    cases = list(product(product(numbers, repeat=3), product((False, True), repeat=2)))
    inits, *columns = (np.array(column, numbers.dtype) for column in zip(*(case for case, _ in cases), strict=True))
    given = (np.stack(columns, axis=1), np.array([marks for _, marks in cases]), inits)
    before, after = (folded(kind, type_, fused=fused)(*given) for fused in (False, True))
    assert len(before) == 4 * len(numbers) ** 3
    assert bits(after) == bits(before)


@pytest.mark.parametrize("kind", FLOATS, ids=lambda kind: kind.name)
def test_floats(kind: type[Operation]) -> None:
    assert_folds_are_the_same(kind, "f32", SPECIAL)


@pytest.mark.parametrize("kind", INTEGERS, ids=lambda kind: kind.name)
def test_integers(kind: type[Operation]) -> None:
    assert_folds_are_the_same(kind, "i8", np.array([-128, -1, 0, 1, 127], np.int8))


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
@settings(max_examples=how_many(20, usual=50))
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
