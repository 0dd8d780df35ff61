"""The Python program of `host-py`: it runs on its own, gives the right numbers, and refuses what does not fit."""

import json
import pickle
import re
import subprocess
import sys
from collections.abc import Generator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from nat_strategies import Plain, tree, world, write
from opencl_device import plain_environment
from xdsl.universe import Universe

import lift
from lift.dialects.diagnostics import LiftError
from lift.dialects.host.programs import ProgramOp
from lift.dialects.lift.functions import DefOp
from lift.dialects.loader import lift_context, load_module, verify
from lift.dialects.nat.parser import parse_condition, parse_nat
from lift.lowering.host_to_python.examples import small_example
from lift.lowering.host_to_python.expressions import PythonPrinter
from lift.lowering.host_to_python.names import Names
from lift.lowering.host_to_python.target import to_python
from lift.lowering.kernel_to_opencl.program import Options
from lift.lowering.kernel_to_opencl.target import to_opencl
from lift.runtime.comparing import compare, count_numbers
from lift.runtime.random_inputs import Drawn, random_arguments

ROOT = Path(__file__).parents[2]
F32 = "!kernel.buffer<global, f32>"
I32 = "!kernel.buffer<global, i32>"

CALLER = """
import importlib.util, json, os, pickle, sys, traceback

def call(program, name, arguments, named):
    try:
        return getattr(program, name)(*arguments, **named)
    except (TypeError, ValueError, OverflowError) as error:
        return f"{type(error).__name__}: {error}"

for folder in sys.stdin:
    os.chdir(folder.rstrip())
    try:
        spec = importlib.util.spec_from_file_location("program", "program.py")
        program = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(program)
        results = [call(program, *each) for each in pickle.load(open("calls", "rb"))]
        pickle.dump(results, open("results", "wb"))
        failed = ""
    except BaseException:
        failed = traceback.format_exc()
    ours = sorted(name for name in sys.modules if name.startswith("lift"))
    print(json.dumps([failed, ours]), flush=True)
"""
"""What runs printed programs, one after the other, in the folders that it is told."""


@pytest.fixture(scope="module", autouse=True)
def _the_caller_ends() -> Generator[None]:
    yield
    if caller.cache_info().currsize:
        with caller() as process:
            process.kill()


@cache
def caller() -> subprocess.Popen[str]:
    command, env = [sys.executable, "-c", CALLER], plain_environment()
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=env)


def printed_by(command: list[str], folder: Path) -> str:
    """What a command prints in a folder."""
    done = subprocess.run(command, check=True, cwd=folder, capture_output=True, text=True, env=plain_environment())
    return done.stdout


def program_of(text: str, options: Options | None = None) -> str:
    return to_python(load_module(text), options)


def results_of(source: str, folder: Path, *calls: tuple[str, tuple[Any, ...], dict[str, Any]]) -> list[Any]:
    """What the functions of a printed program give, in a process that has nothing but the text; an error is its text."""
    (folder / "program.py").write_text(source)
    (folder / "calls").write_bytes(pickle.dumps(calls))
    process = caller()
    assert process.stdin is not None
    assert process.stdout is not None
    print(folder, file=process.stdin, flush=True)
    failed, ours = json.loads(process.stdout.readline())
    assert failed == ""
    assert ours == []
    return pickle.loads((folder / "results").read_bytes())


def result_of(text: str, folder: Path, *arguments: Any, options: Options | None = None, **named: Any) -> Any:
    """What the program @f of a module gives."""
    return results_of(program_of(text, options), folder, ("f", arguments, named))[0]


def numbers(*shape: int) -> Any:
    return np.arange(int(np.prod(shape)), dtype=np.float32).reshape(shape)


SCALE = f"""
lift.user_fun @mult(a: f32, b: f32) -> f32 = "return a * b;"
kernel.func @scale<N>(%x: {F32}, %alpha: f32, %y: {F32}) {{
  %i = kernel.global_id 0
  %e = kernel.load %x[%i]
  %p = lift.call @mult(%e, %alpha) : f32
  kernel.store %p, %y[%i]
}}
host.program @f<N>(%x: {F32}, %alpha: f32) of (%x: !lift.array<N, f32>, %alpha: f32) -> !lift.array<N, f32>
    where [N mod 8 eq 0] {{
  %y = host.alloc f32[N]
  host.launch @scale(%x, %alpha, %y) local = [4] groups = [N floordiv 4]
  host.return %y
}}
"""


@pytest.mark.parametrize("options", [Options(), Options(long=True)], ids=["int", "long"])
def test_arrays_and_scalars_are_passed(options: Options, tmp_path: Path) -> None:
    result = result_of(SCALE, tmp_path, numbers(24), 3, options=options)
    np.testing.assert_array_equal(result, numbers(24) * 3, strict=True)


def test_the_kernels_are_those_of_the_target_opencl(tmp_path: Path) -> None:
    module = load_module(SCALE)
    (tmp_path / "program.py").write_text(to_python(module, Options(long=True)))
    command = [sys.executable, "-c", "import program; print(program.SOURCE, end='')"]
    found = subprocess.run(command, check=True, cwd=tmp_path, capture_output=True, text=True).stdout
    assert found == to_opencl(module, Options(long=True))


def test_it_runs_as_a_program_on_random_inputs(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(program_of(SCALE))
    for arguments, n in (((), 16), (("N=24",), 24)):
        command = [sys.executable, "program.py", *arguments]
        printed = printed_by(command, tmp_path)
        rng = np.random.default_rng(0)
        x, alpha = rng.random(n).astype(np.float32), np.float32(rng.random())
        found = np.array(re.findall(r"[\d.e-]+", printed), np.float32)
        np.testing.assert_allclose(found, x * alpha, rtol=1e-5)


def test_what_does_not_fit_is_refused(tmp_path: Path) -> None:
    x = numbers(16)
    calls = [
        ((x.astype(np.float64), 3), {}),
        ((x.reshape(4, 4), 3), {}),
        ((x, np.float64(3)), {}),
        ((x, numbers(2)), {}),
        ((x, 3), {"N": 8}),
        ((numbers(12), 3), {}),
        ((numbers(0), 3), {}),
    ]
    found = results_of(program_of(SCALE), tmp_path, *(("f", arguments, named) for arguments, named in calls))
    assert found == [
        "TypeError: x is float64 in 1 dimensions, not float32 in 1",
        "TypeError: x is float32 in 2 dimensions, not float32 in 1",
        "TypeError: alpha is float64 of shape (), not float32",
        "TypeError: alpha is float32 of shape (2,), not float32",
        "ValueError: x has the shape (16,), not (8,)",
        "ValueError: the sizes do not fit: N mod 8 eq 0 does not hold",
        "ValueError: the sizes do not fit: N ge 1 does not hold",
    ]


def test_an_array_with_strides_is_copied(tmp_path: Path) -> None:
    result = result_of(SCALE, tmp_path, numbers(32)[::2], 2)
    np.testing.assert_array_equal(result, numbers(32)[::2] * 2, strict=True)


DOT = f"""
kernel.func @partial<N>(%x: {F32}, %y: {F32}, %tile: !kernel.buffer<local, f32>, %parts: {F32}) where [N mod 8 eq 0] {{
  %wg = kernel.group_id 0
  %l = kernel.local_id 0
  %a = kernel.load %x[8 * %wg + %l]
  %b = kernel.load %y[8 * %wg + %l]
  %p = arith.mulf %a, %b : f32
  kernel.store %p, %tile[%l]
  kernel.barrier local
  kernel.if %l eq 0 {{
    %zero = arith.constant 0.0 : f32
    %s = kernel.for %i = 0 to 8 step 1 with (%acc = %zero) {{
      %e = kernel.load %tile[%i]
      %r = arith.addf %acc, %e : f32
      kernel.yield %r
    }}
    kernel.store %s, %parts[%wg]
  }}
}}
kernel.func @rest<N>(%parts: {F32}, %r: {F32}) where [N mod 8 eq 0] {{
  %zero = arith.constant 0.0 : f32
  %s = kernel.for %i = 0 to N floordiv 8 step 1 with (%acc = %zero) {{
    %e = kernel.load %parts[%i]
    %t = arith.addf %acc, %e : f32
    kernel.yield %t
  }}
  kernel.store %s, %r[0]
}}
host.program @f<N>(%x: {F32}, %y: {F32}) of (%x: !lift.array<N, f32>, %y: !lift.array<N, f32>) -> f32
    where [N mod 8 eq 0] {{
  %parts = host.alloc f32[N floordiv 8]
  %tile = host.local f32[8]
  host.launch @partial(%x, %y, %tile, %parts) local = [8] groups = [N floordiv 8]
  %r = host.alloc f32[1]
  host.launch @rest(%parts, %r) local = [1] groups = [1]
  host.free %parts
  host.return %r
}}
"""


def test_temporaries_and_local_memory(tmp_path: Path) -> None:
    source = program_of(DOT)
    result = results_of(source, tmp_path, ("f", (numbers(64), numbers(64)), {}))[0]
    assert (result.dtype, result.shape) == (np.float32, ())
    assert result == np.dot(numbers(64), numbers(64))
    assert "parts.release()" in source


ITERATIONS = f"""
kernel.func @grow<N, iteration>(%both: {F32}) {{
  %i = kernel.global_id 0
  %e = kernel.load %both[%i + N * (iteration mod 2)]
  %n = kernel.apply [iteration] : i32
  %f = arith.sitofp %n : i32 to f32
  %s = arith.addf %e, %f : f32
  kernel.store %s, %both[%i + N * ((iteration + 1) mod 2)]
}}
kernel.func @pick<N, M>(%both: {F32}, %y: {F32}) {{
  %i = kernel.global_id 0
  %e = kernel.load %both[%i + N * ((M + 1) mod 2)]
  kernel.store %e, %y[%i]
}}
kernel.func @start<N>(%x: {F32}, %both: {F32}) {{
  %i = kernel.global_id 0
  %e = kernel.load %x[%i]
  kernel.store %e, %both[%i + N]
}}
host.program @f<N, M>(%x: {F32}) of (%x: !lift.array<N, f32>) -> !lift.array<N, f32> {{
  %both = host.alloc f32[2 * N]
  host.launch @start(%x, %both) local = [1] groups = [N]
  host.for [iteration : M] {{
    host.launch @grow(%both) local = [1] groups = [N]
  }}
  %y = host.alloc f32[N]
  host.launch @pick(%both, %y) local = [1] groups = [N]
  host.free %both
  host.return %y
}}
"""


@pytest.mark.parametrize("iterations", [1, 4, 5])
def test_iterations_are_counted_from_one(iterations: int, tmp_path: Path) -> None:
    result = result_of(ITERATIONS, tmp_path, numbers(8), M=iterations)
    np.testing.assert_array_equal(result, numbers(8) + iterations * (iterations + 1) // 2, strict=True)


def test_a_size_that_no_shape_shows_is_asked_for(tmp_path: Path) -> None:
    assert "missing 1 required keyword-only argument: 'M'" in result_of(ITERATIONS, tmp_path, numbers(8))


LEAVES = f"""
kernel.func @swap<N, M>(%x: {F32}, %k: {I32}, %v: vector<3xf32>, %flag: i1, %y: {F32}, %out: {I32}, %n: {F32}) {{
  %i = kernel.global_id 0
  %e = kernel.load %x[%i]
  %two = kernel.lane %v[2]
  %p = arith.mulf %e, %two : f32
  kernel.store %p, %y[%i]
  %j = kernel.load %k[%i floordiv M]
  %one = arith.constant 1 : i32
  %more = arith.addi %j, %one : i32
  %chosen = arith.select %flag, %more, %j : i32
  kernel.if %i mod M eq 0 {{
    kernel.store %chosen, %out[%i floordiv M]
  }}
  kernel.store %two, %n[0]
}}
host.program @f<N, M>(%x: {F32}, %k: {I32}, %v: vector<3xf32>, %flag: i1)
    of (%pairs: !lift.array<N, tuple<!lift.array<M, f32>, i32>>, %rest: tuple<vector<3xf32>, i1>)
    -> tuple<!lift.array<N, tuple<!lift.array<M, f32>, i32>>, f32> {{
  %y = host.alloc f32[N * M]
  %out = host.alloc i32[N]
  %n = host.alloc f32[1]
  host.launch @swap(%x, %k, %v, %flag, %y, %out, %n) local = [1] groups = [N * M]
  host.return %y, %out, %n
}}
"""


def test_tuples_are_taken_apart_and_put_together(tmp_path: Path) -> None:
    x, k = numbers(4, 3), np.arange(4, dtype=np.int32)
    pairs = np.empty(4, [("left", np.float32, (3,)), ("right", np.int32)])
    pairs["left"], pairs["right"] = x, k
    v = np.array([1, 2, 5], np.float32)
    source = program_of(LEAVES)
    found = results_of(source, tmp_path, ("f", ((x, k), (v, True)), {}), ("f", (pairs, (v, np.bool_(False))), {}))
    for (both, n), one in zip(found, (1, 0), strict=True):
        np.testing.assert_array_equal(both["f0"], x * 5, strict=True)
        np.testing.assert_array_equal(both["f1"], k + np.int32(one), strict=True)
        assert n == np.float32(5)


RAGGED = f"""
kernel.func @negate<N, rows[N]>(%x: {F32}, %y: {F32}) sums [offsets[N + 1] by (i) -> (rows[i])] {{
  %r = kernel.global_id 0
  kernel.for %c = 0 to rows[%r] step 1 {{
    %e = kernel.load %x[sum(i : %r, rows[i]) + %c]
    %m = arith.negf %e : f32
    kernel.store %m, %y[sum(i : %r, rows[i]) + %c]
  }}
}}
host.program @f<N, rows[N]>(%x: {F32}) of (%x: !lift.array<i : N, !lift.array<rows[i], f32>>)
    -> !lift.array<i : N, !lift.array<rows[i], f32>> where [rows[_] le 4] {{
  %y = host.alloc f32[sum(i : N, rows[i])]
  host.launch @negate(%x, %y) local = [1] groups = [N]
  host.return %y
}}
"""


def test_tables_and_their_sums(tmp_path: Path) -> None:
    calls = [
        ((numbers(6),), {"N": 4, "rows": [2, 0, 3, 1]}),
        ((numbers(0),), {"N": 2, "rows": np.array([0, 0])}),
        ((numbers(5),), {"N": 1, "rows": [5]}),
        ((numbers(5),), {"N": 2, "rows": [5]}),
        ((numbers(5),), {"N": 2, "rows": [6, -1]}),
        ((numbers(5),), {"N": 2, "rows": [1, 2]}),
    ]
    found = results_of(program_of(RAGGED), tmp_path, *(("f", arguments, named) for arguments, named in calls))
    np.testing.assert_array_equal(found[0], -numbers(6), strict=True)
    np.testing.assert_array_equal(found[1], -numbers(0), strict=True)
    assert found[2:] == [
        "ValueError: the sizes do not fit: rows[_] lt 5 does not hold",
        "ValueError: rows has the shape (1,), not (2,)",
        "ValueError: rows is no table of natural numbers",
        "ValueError: x has the shape (5,), not (3,)",
    ]


def test_an_example_satisfies_what_is_said_of_tables(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(program_of(RAGGED))
    command = [sys.executable, "program.py", "N=2"]
    printed = printed_by(command, tmp_path)
    assert len(re.findall(r"-0\.\d+", printed)) == 6


EMPTY = f"""
kernel.func @copy<N>(%x: {F32}, %y: {F32}) {{
  %i = kernel.global_id 0
  %e = kernel.load %x[%i]
  kernel.store %e, %y[%i]
}}
host.program @f<N>(%x: {F32}) of (%x: !lift.array<N - 1, f32>) -> !lift.array<N - 1, f32> {{
  %y = host.alloc f32[N - 1]
  host.launch @copy(%x, %y) local = [1] groups = [N - 1]
  host.return %y
}}
"""


def test_empty_arrays(tmp_path: Path) -> None:
    calls = [("f", (numbers(n - 1),), {"N": n}) for n in (1, 3)]
    for n, found in zip((1, 3), results_of(program_of(EMPTY), tmp_path, *calls), strict=True):
        np.testing.assert_array_equal(found, numbers(n - 1), strict=True)


AWKWARD = f"""
lift.user_fun @show(a: f32) -> f32 = "if (a < -1000.0f) printf(\\"%f\\\\n\\", a);\\n  return a;"
kernel.func @launch<def, INDEX>(%x: {F32}, %y: {F32}) {{
  %i = kernel.global_id 0
  %e = kernel.load %x[%i]
  %s = lift.call @show(%e) : f32
  kernel.store %s, %y[%i]
}}
host.program @lambda<def, INDEX>(%0: {F32}, %1: {F32})
    of (%queue: !lift.array<def, f32>, %0: !lift.array<INDEX, f32>) -> !lift.array<def, f32> {{
  %launch = host.alloc f32[def]
  host.launch @launch(%0, %launch) local = [1] groups = [def]
  host.return %launch
}}
host.program @need<rng>(%x: {F32}) of (%x: !lift.array<rng, f32>) -> !lift.array<rng, f32> {{
  host.return %x
}}
"""


def test_names_that_python_has_taken(tmp_path: Path) -> None:
    source = program_of(AWKWARD)
    calls = [("lambda1", (numbers(4), numbers(3)), {}), ("need1", (numbers(2),), {})]
    first, second = results_of(source, tmp_path, *calls)
    np.testing.assert_array_equal(first, numbers(4), strict=True)
    np.testing.assert_array_equal(second, numbers(2), strict=True)


def test_a_text_with_backslashes_is_kept(tmp_path: Path) -> None:
    module = load_module(AWKWARD)
    assert "\\n" in to_opencl(module)
    (tmp_path / "program.py").write_text(to_python(module))
    command = [sys.executable, "-c", "import program; print(program.SOURCE, end='')"]
    assert subprocess.run(command, check=True, cwd=tmp_path, capture_output=True, text=True).stdout == to_opencl(module)


def test_a_module_without_a_program_is_refused() -> None:
    with pytest.raises(LiftError, match="there is no program to print"):
        program_of("kernel.func @f() {\n}\n")


def test_names_are_kept_and_made_unique() -> None:
    names = Names(["launch"])
    assert [names.fresh(hint) for hint in ("x", "x", "x2", "x2", "launch", None, "a.b", "1", "in", "_")] == [
        "x", "x1", "x2", "x2_1", "launch1", "v", "a_b", "v1", "in1", "v_",
    ]  # fmt: skip


SHOWN = {
    "N floordiv 4 + 1": "N // 4 + 1",
    "N - (M + 1) mod 4": "N - (M + 1) % 4",
    "N * (N + 1) floordiv 2": "N * (N + 1) // 2",
    "pow(2, N + 1) * M": "M * 2**(N + 1)",
    "N * pow(2, 0 - M) + 63": "N // 2**M + 63",
    "pow(2, M - 1) * (N * N - N)": "(N * N * 2**M - N * 2**M) // 2",
    "(N * pow(2, 1 - M) + 63) floordiv 64": "(2 * N // 2**M + 63) // 64",
    "min(N, 1024)": "min(N, 1024)",
    "log2(N) - 1": "((N).bit_length() - 1) - 1",
    "if(N lt 3, N, M)": "(M if N >= 3 else N)",
    "sum(i : N, rows[i])": "sum(int(rows[i]) for i in range(N))",
}


@pytest.mark.parametrize(("text", "wanted"), SHOWN.items())
def test_a_size_is_printed_as_people_write_it(text: str, wanted: str) -> None:
    assert PythonPrinter({}).nat(parse_nat(text)) == wanted


def test_a_fact_about_entries_is_one_about_all_of_them() -> None:
    fact = parse_condition("rows[_] le cols[_] + N")
    shown = PythonPrinter({"rows": "r", "N": "n"}).fact(fact)
    assert shown == "all(int(r[_]) <= n + int(cols[_]) for _ in range(min(len(cols), len(r))))"


def test_random_sizes_have_their_values_in_python() -> None:
    compared = 0
    for seed in range(300):
        choose = Plain(Random(seed))
        one = world(choose)
        text = write(tree(choose, 3))
        value = one.value(text)
        if value is None:
            continue
        shown = PythonPrinter({}).nat(parse_nat(text))
        names: dict[str, Any] = {**one.values, **{name: np.array(table) for name, table in one.tables.items()}}
        assert eval(shown, names) == value, f"{one}\n{text}\n{shown}"
        compared += 1
    assert compared > 100


EXAMPLES = ("blur", "dot", "jacobi2d", "mapped_sum", "matmul", "nbody", "prefix_sums", "tree_sum")
"""The programs of plain arrays."""

COMPILER = Universe.get_multiverse().all_passes.get("lift-to-opencl")
if COMPILER is not None:
    COMPILE = COMPILER()

    @pytest.mark.many(3)
    @pytest.mark.parametrize("strategy", ["cpu", "gpu"])
    @pytest.mark.parametrize("name", EXAMPLES)
    def test_an_example_gives_what_the_interpreter_gives(name: str, strategy: str, tmp_path: Path) -> None:
        path = ROOT / "examples" / f"{name}.mlir"
        module = load_module(path)
        functions = [op for op in load_module(path).ops if isinstance(op, DefOp)]
        COMPILE(strategy=strategy).apply(lift_context(), module)  # pyright: ignore[reportCallIssue]
        verify(module)
        programs = [op for op in module.ops if isinstance(op, ProgramOp)]
        drawn: list[Drawn] = []
        for function, program in zip(functions, programs, strict=True):
            sizes = small_example(program)
            assert sizes is not None
            drawn.append(random_arguments(function, sizes.nats, {}, np.random.default_rng(1)))
        calls = zip(functions, drawn, strict=True)
        found = results_of(
            to_python(module), tmp_path, *((f.function_name, tuple(d.arguments), dict(d.named)) for f, d in calls)
        )
        for function, passed, got in zip(functions, drawn, found, strict=True):
            interpreted = lift.compile(path, entry=function.function_name, target="interpreter")
            compare(got, interpreted(*passed.arguments, **passed.named), count_numbers(tuple(passed.arguments)))


def test_many_equal_factors_are_a_power() -> None:
    """Python cannot read a product of a thousand factors."""
    many = parse_nat(" * ".join(["N"] * 3000))
    assert PythonPrinter({}).nat(many + parse_nat("N * N")) == "N**3000 + N * N"
