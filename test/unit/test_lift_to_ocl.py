"""`lift-to-ocl` gives every pattern an execution level, and the program still means the same, for every length."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from how_many import how_many
from nat_strategies import Plain
from pass_programs import ROOT, bits, draw_sizes, functions, run_passes
from random_programs import RandomProgram, random_program
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation
from xdsl.utils.exceptions import VerifyException

import lift
from lift.dialects.diagnostics import LiftError
from lift.dialects.lift.access import AtOp
from lift.dialects.lift.algorithmic import GenerateOp, MapOp, ReduceOp, ScanOp
from lift.dialects.lift.functions import DefOp
from lift.dialects.lift.storage import leaf_sizes
from lift.dialects.lift.tuples import GetOp
from lift.dialects.loader import load_module, verify
from lift.dialects.nat.evaluate import evaluate_condition
from lift.dialects.profiles import PROFILES
from lift.passes.rules.combining import NEUTRAL
from lift.passes.rules.mapping import is_computed_where_read
from lift.passes.rules.regions import only_rearranges
from lift.runtime.errors import BOUND_EXCEEDED
from lift.runtime.program import InterpretedProgram
from lift.runtime.random_inputs import Drawn, random_arguments
from lift.runtime.sizes import Sizes

FRONT = "lift-inline,canonicalize,lift-fuse,canonicalize,dce"
CHUNK = 8
MAPPINGS = (f"lift-to-ocl{{chunk={CHUNK}}}", f"lift-to-ocl{{strategy=gpu chunk={CHUNK} piece=2}}")
LENGTHS = (1, 2, 3, CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK + 5)
"""Lengths around the borders of chunks."""
MOST_NUMBERS = 10_000
SEEDS, FOLDS = how_many(24, usual=60), how_many(20, usual=40)
"""How many random programs are tried, and how many random folds."""

FOLDER = ROOT / "test" / "filecheck" / "lift_to_ocl"
FILES = [*sorted(FOLDER.glob("*.mlir")), *sorted((ROOT / "examples").glob("*.mlir"))]
EACH_MAPPING = pytest.mark.parametrize("mapping", MAPPINGS)
STRATEGIES = ("cpu", "gpu")


def mapped(module: ModuleOp, pipeline: str) -> ModuleOp:
    """A copy of a program after some passes."""
    copy = module.clone()
    run_passes(copy, pipeline)
    verify(copy)
    return copy


def result(module: ModuleOp, name: str, drawn: Drawn) -> Any:
    program = InterpretedProgram(module, functions(module)[name])
    return bits(program(*drawn.arguments, **drawn.named))


def whole(value: Any) -> Any:
    """Arguments with floats that are small whole numbers, so that sums of them are exact in any order."""
    if isinstance(value, list | tuple):
        return [whole(part) for part in value]
    array = np.asarray(value)
    if array.dtype.names:
        copy = array.copy()
        for name in array.dtype.names:
            copy[name] = whole(array[name])
        return copy
    return np.floor(array * 8).astype(array.dtype)[()] if array.dtype.kind == "f" else value


def drawn_for(function: DefOp, sizes: dict[str, int]) -> Drawn:
    drawn = random_arguments(function, sizes, {}, np.random.default_rng(sum(sizes.values())))
    return Drawn(whole(list(drawn.arguments)), drawn.named)


def are_few(function: DefOp, sizes: dict[str, int]) -> bool:
    """Whether the arguments of a call do not have more numbers than the interpreter goes through in a short time."""
    if function.tables:
        return True
    at = Sizes(sizes, {})
    return sum(sum(leaf_sizes(type_, at.nat)) for type_ in function.parameter_types) <= MOST_NUMBERS


def sizes_of(function: DefOp) -> Iterator[dict[str, int]]:
    """Sizes around the borders of chunks for which the facts of a function hold, or else any."""
    names = function.nat_names
    around = [{name: length if name == names[0] else 3 for name in names} for length in LENGTHS]
    around.append(dict.fromkeys(names, CHUNK + 1))
    fitting = [
        sizes
        for sizes in around
        if all(evaluate_condition(c, sizes, {}) for c in function.conditions) and are_few(function, sizes)
    ]
    any_ = draw_sizes(function, np.random.default_rng(0))
    yield from fitting or ([] if any_ is None else [any_])


def unmapped(module: ModuleOp) -> list[str]:
    """What `lift-to-ocl` should not have left."""
    left: list[str] = []
    for op in module.walk():
        match op:
            case ReduceOp() | ScanOp():
                left.append(op.name)
            case MapOp() if not only_rearranges(op):
                left.append("lift.map")
            case GenerateOp() if not all(
                is_computed_where_read(one) or isinstance(one, AtOp | GetOp) for one in op.block.ops
            ):
                left.append("lift.generate")
            case _:
                pass
    return left


# Programs


@cache
def fronts(path: Path) -> list[ModuleOp]:
    """A program as it is, and after the passes that go before the mapping; they are looked at and not changed."""
    module = load_module(path)
    return [module, mapped(module, FRONT)]


@cache
def expectations(path: Path) -> list[tuple[str, Drawn, Any]]:
    """What the functions of a program give."""
    module, found = fronts(path)[0], list[tuple[str, Drawn, Any]]()
    for name, function in functions(module).items():
        for sizes in sizes_of(function):
            drawn = drawn_for(function, sizes)
            try:
                found.append((name, drawn, result(module, name, drawn)))
            except LiftError as error:
                if error.kind is not BOUND_EXCEEDED:  # of a list that is longer than these sizes allow
                    raise
    return found


@pytest.mark.many(12)
@EACH_MAPPING
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_program_means_the_same_and_is_mapped(path: Path, mapping: str) -> None:
    for front in fronts(path):
        after = mapped(front, mapping)
        assert unmapped(after) == []
        for name, drawn, expected in expectations(path):
            assert result(after, name, drawn) == expected, f"{name} {drawn.named}\n{front}"


@cache
def random_calls(seed: int) -> tuple[RandomProgram, list[tuple[Drawn, Any]]] | None:
    """A random program and what it gives; None where its lengths are too complex to be proved."""
    program = random_program(Plain(Random(seed)), steps=10)
    try:
        verify(program.module)
    except VerifyException:
        return None
    calls: list[tuple[Drawn, Any]] = []
    for sizes in program.sizes:
        drawn = drawn_for(program.function, sizes)
        with suppress(LiftError):  # an index that nobody checks
            calls.append((drawn, result(program.module, "f", drawn)))
    return program, calls


@pytest.mark.parametrize("mapping", ["lift-to-ocl{chunk=2}", "lift-to-ocl{strategy=gpu chunk=2 piece=1}"])
@pytest.mark.parametrize("seeds", [range(SEEDS // 2), range(SEEDS // 2, SEEDS)], ids=str)
def test_random_programs_mean_the_same_and_are_mapped(seeds: range, mapping: str) -> None:
    compared = 0
    for program, calls in filter(None, map(random_calls, seeds)):
        after = mapped(program.module, mapping)
        assert unmapped(after) == []
        for drawn, expected in calls:
            assert result(after, "f", drawn) == expected, f"{program!r}\n{after}"
            compared += 1
    assert compared >= len(seeds)


# Folds


OPS = ("addi", "muli", "minsi", "maxui", "andi", "ori", "xori", "subi")


def random_fold(random: Random) -> str:
    """A fold whose region is any scalar code: that of few of them is associative, and the others must not be regrouped."""
    op, parts = random.choice(("reduce", "scan")), random.choice((1, 1, 2))
    pool = ["%x", "%c", "%k"]
    accumulators = ["%acc"] if parts == 1 else ["%acc0", "%acc1"]
    lines = ["%k = lift.nat k : i32"]
    lines += [f"%acc{i} = lift.get %acc[{i}]" for i in range(parts) if parts > 1]
    own = random.choice(OPS)
    for i in range(random.randint(0, 2)):
        lines.append(f"%g{i} = arith.{random.choice(OPS)} {random.choice(pool)}, {random.choice(pool)} : i32")
        pool.append(f"%g{i}")
    results: list[str] = []
    for i, accumulator in enumerate(accumulators):
        value = accumulator
        for j in range(random.randint(1, 2)):
            others = [*pool, *accumulators, *results] if random.random() < 0.2 else pool
            operands = random.sample((value, random.choice(others)), 2)
            name = own if random.random() < 0.85 else random.choice(OPS)
            lines.append(f"%s{i}{j} = arith.{name} {', '.join(operands)} : i32")
            value = f"%s{i}{j}"
        results.append(value)
    if parts > 1:
        lines.append(f"%t = lift.tuple {', '.join(results)}")
    type_ = "i32" if parts == 1 else "tuple<i32, i32>"
    return f"""
lift.def @f<N>(%xs: !lift.array<N, i32>, %a: i32, %c: i32) -> {type_ if op == "reduce" else f"!lift.array<N, {type_}>"} {{
  %init = {"arith.addi %a, %c : i32" if parts == 1 else "lift.tuple %a, %c"}
  %r = lift.{op} (%acc, %x)[k] in %xs from %init {{
    {chr(10).join(lines)}
    lift.yield {"%t" if parts > 1 else results[0]}
  }}
  lift.return %r
}}
"""


@EACH_MAPPING
def test_random_folds_mean_the_same(mapping: str) -> None:
    shared = 0
    for seed in range(FOLDS):
        text, module, calls = fold_calls(seed)
        after = mapped(module, mapping)
        shared += "%chunks" in str(after)
        for drawn, expected in calls:
            assert result(after, "f", drawn) == expected, f"{text}\n{after}"
    assert FOLDS // 4 < shared < FOLDS * 19 // 20  # both kinds are among them


@cache
def fold_calls(seed: int) -> tuple[str, ModuleOp, list[tuple[Any, Any]]]:
    """A fold, and what it gives for some arguments."""
    text = random_fold(Random(seed))
    module = load_module(text)
    draws = [drawn_for(functions(module)["f"], {"N": length}) for length in LENGTHS]
    return text, module, [(drawn, result(module, "f", drawn)) for drawn in draws]


LAST = "lift.yield %x"
PRODUCT = """
  %a = lift.get %acc[0] %b = lift.get %acc[1] %c = lift.get %x[0] %d = lift.get %x[1]
  %ac = arith.muli %a, %c : i32 %bc = arith.muli %b, %c : i32 %e = arith.addi %bc, %d : i32
  %s = lift.tuple %ac, %e lift.yield %s"""


@EACH_MAPPING
@pytest.mark.parametrize("op", ["reduce", "scan"])
@pytest.mark.parametrize(
    ("type_", "body"), [("i32", LAST), ("tuple<i32, i32>", PRODUCT)], ids=["last", "affine functions"]
)
def test_what_is_said_to_be_associative_keeps_its_order(op: str, type_: str, body: str, mapping: str) -> None:
    """None of these commutes."""
    array = f"!lift.array<N, {type_}>"
    module = load_module(f"""
lift.def @f<N>(%xs: {array}, %init: {type_}) -> {type_ if op == "reduce" else array} {{
  %r = lift.{op} associative (%acc, %x) in %xs from %init {{ {body} }}
  lift.return %r
}}""")
    after = mapped(module, mapping)
    assert "%chunks" in str(after)
    for length in LENGTHS:
        drawn = drawn_for(functions(module)["f"], {"N": length})
        assert result(after, "f", drawn) == result(module, "f", drawn)


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("op", ["reduce", "scan"])
def test_the_usual_chunks(op: str, strategy: str) -> None:
    module = load_module(f"""
lift.def @f<N>(%xs: !lift.array<N, i64>, %a: i64) -> {"i64" if op == "reduce" else "!lift.array<N, i64>"} {{
  %r = lift.{op} (%acc, %x) in %xs from %a {{ %s = arith.addi %acc, %x : i64 lift.yield %s }}
  lift.return %r
}}""")
    program = lift.compile(mapped(module, f"lift-to-ocl{{strategy={strategy}}}"), target="interpreter")
    usual = PROFILES["generic"]
    chunk = usual.chunk if strategy == "cpu" else usual.group_chunk
    for length in (1, 3, chunk - 1, chunk, chunk + 1, 2 * chunk + 5):
        xs = np.random.default_rng(0).integers(-(2**62), 2**62, length)
        expected = np.cumsum(xs) + 7
        np.testing.assert_array_equal(program(xs, 7), expected[-1] if op == "reduce" else expected)


STRANGE = (math.nan, math.inf, -math.inf, -0.0, 0.0, 3.0)


@EACH_MAPPING
@pytest.mark.parametrize("op", ["addf", "mulf", "minimumf", "maximumf", "minnumf", "maxnumf"])
def test_a_part_adds_nothing_of_its_own(op: str, mapping: str) -> None:
    """Also where the elements are all alike and strange: a sum of -0.0 is -0.0, a smallest of no numbers is no number."""
    module = load_module(f"""
lift.def @f<N>(%xs: !lift.array<N, f32>, %a: f32) -> f32 {{
  %r = lift.reduce (%acc, %x) in %xs from %a {{ %s = arith.{op} %acc, %x : f32 lift.yield %s }}
  lift.return %r
}}""")
    after = mapped(module, mapping)
    for first, each in itertools.product(STRANGE, STRANGE):
        drawn = Drawn([np.full(CHUNK + 1, each, np.float32), np.float32(first)], {})
        with np.errstate(all="ignore"):
            assert str(result(after, "f", drawn)) == str(result(module, "f", drawn)), (first, each)


@pytest.mark.parametrize("kind", NEUTRAL, ids=lambda kind: kind.name)
def test_what_is_known_of_an_op_is_true(kind: type[Operation]) -> None:
    type_ = "f32" if kind.name.endswith("f") else "i8"
    program = lift.compile(
        f"lift.def @f(%a: {type_}, %b: {type_}) -> {type_} {{ %r = {kind.name} %a, %b : {type_} lift.return %r }}",
        target="interpreter",
    )
    dtype = np.float32 if type_ == "f32" else np.int8
    numbers = [dtype(number) for number in (-7, -1, 0, 1, 2, 5)]
    for a, b, c in itertools.product(numbers, repeat=3):
        assert program(program(a, b), c) == program(a, program(b, c))
        assert program(a, b) == program(b, a)
    neutral = NEUTRAL[kind]
    for a in numbers:
        assert program(a if neutral is None else dtype(neutral), a) == a
