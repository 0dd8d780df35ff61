"""How far indices go: the bounds hold for all that work items really compute, and are not far above it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from executed_indices import furthest, with_ends
from xdsl.dialects.builtin import ModuleOp

import lift
from lift.analysis.index_ranges import (
    BEYOND,
    WIDTHS,
    Extent,
    IndexRanges,
    _Analysis,
    even_parts,
    index_ranges,
    largest_entry,
    least_entry,
    needed_width,
)
from lift.dialects.diagnostics import LiftError
from lift.dialects.errors import INTERNAL
from lift.dialects.host.launches import ForOp, LaunchOp
from lift.dialects.host.programs import ProgramOp
from lift.dialects.kernel.functions import FuncOp
from lift.dialects.lift.functions import DefOp
from lift.dialects.loader import lift_context, load_module
from lift.dialects.nat.evaluate import evaluate
from lift.dialects.nat.expr import FloorDiv, floordiv, var
from lift.dialects.nat.parser import parse_nat
from lift.dialects.nat.rebuild import at_position
from lift.dialects.nat.ring import const
from lift.lowering.host_to_python.examples import small_example
from lift.lowering.host_to_python.target import to_python
from lift.lowering.kernel_to_opencl.program import Options
from lift.runtime.compiling import lower

EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("*.mlir"))
COMPILED = EXAMPLES


def gathered(index: str, element: str = "i32") -> str:
    return f"""
lift.def @f<N>(%x: !lift.array<N, {element}>) -> !lift.array<N, {element}> {{
  %g = lift.gather %x by (i) -> ({index})
  %r = lift.map (%e) in %g {{
    %y = arith.addi %e, %e : {element}
    lift.yield %y
  }}
  lift.return %r
}}
"""


LOOKED_UP = """
lift.def @f<N, M>(%m: !lift.array<N, !lift.array<M, f32>>, %at: !lift.array<N, INDEX>) -> !lift.array<N, f32> {
  %flat = lift.join %m
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%i) in %at {
    %e = lift.at %flat[%i] else %zero
    lift.yield %e
  }
  lift.return %r
}
"""

TRUSTED_ROWS = """
lift.def @f<N, M>(%m: !lift.array<N, !lift.array<M, f32>>, %at: !lift.array<N, i64>) -> !lift.array<N, f32> {
  %r = lift.map (%i) in %at {
    %row = lift.at_unchecked %m[%i]
    %e = lift.at %row[0]
    lift.yield %e
  }
  lift.return %r
}
"""


@cache
def lowered(text: str | Path, strategy: str = "cpu") -> list[ModuleOp]:
    """Each function of a module that can be compiled."""
    module, found = load_module(text), list[ModuleOp]()
    for op in module.ops:
        if isinstance(op, DefOp):
            try:
                found.append(lower(module, op.function_name, strategy, lift_context()))
            except LiftError as error:
                if error.kind is INTERNAL:
                    raise
    return found


def launches(module: ModuleOp) -> list[LaunchOp]:
    return [op for op in module.walk() if isinstance(op, LaunchOp)]


def everything(launch: LaunchOp) -> IndexRanges:
    """All bounds, also those that are small or always below others."""
    analysis = _Analysis(launch)
    analysis.run()
    return IndexRanges(analysis.definitions, [Extent(op, nat) for nat, op in analysis.found.items()])


def running_sums(kernel: FuncOp, names: Mapping[str, int], tables: Mapping[str, Sequence[int]]) -> dict[str, list[int]]:
    """What the host computes for a kernel."""
    found: dict[str, list[int]] = {}
    for sums in kernel.sums:
        entries, body = [0], sums.function.body.data
        for i in range(evaluate(sums.length.data, names) - 1):
            entries.append(entries[-1] + evaluate(at_position(body, const(i)), names, tables))
        found[sums.table.data] = entries
    return found


def compared(module: ModuleOp) -> Iterator[tuple[int, int]]:
    """For each launch at a small size: how far indices may go, and how far they do."""
    for program in (op for op in module.ops if isinstance(op, ProgramOp)):
        example = small_example(program)
        if example is None:
            continue
        counts = {
            op.iteration_name: evaluate(op.iterations, example.nats) for op in program.walk() if isinstance(op, ForOp)
        }
        lengths = {table.table.data: evaluate(table.length.data, example.nats) for table in program.tables}
        tables = {name: [example.entries[name]] * length for name, length in lengths.items()}
        for launch in launches(module):
            sums = running_sums(launch.function(), example.nats | dict.fromkeys(counts, 1), tables)
            ends = {largest_entry(name): max(entries, default=0) for name, entries in (tables | sums).items()}
            ends |= {least_entry(name): 0 for name in sums}
            may, _ = everything(launch).largest(example.nats | ends)
            iterations = [
                counts | dict.fromkeys(counts, iteration)
                for iteration in with_ends(range(1, max(counts.values(), default=1) + 1))
            ]
            yield may, max(furthest(launch, example.nats | names, tables) for names in iterations)


INDEXED_BY_DATA = {
    *("bfs", "components", "csr", "euler23", "euler9", "frequencies"),
    *("histogram", "pagerank", "quadrature", "queens", "quickselect", "resample", "sieve"),
}
"""Examples in which an index or a length is data, of which only the type or a bound says how large it is."""


TILE = 1024
"""Local memory has room for so many numbers whatever the sizes are, of which small ones need few."""


@pytest.mark.many(6)
@pytest.mark.parametrize("strategy", ["cpu", "gpu"])
@pytest.mark.parametrize("path", COMPILED, ids=lambda path: path.stem)
def test_bounds_hold_and_are_near(path: Path, strategy: str) -> None:
    found = [ends for module in lowered(path, strategy) for ends in compared(module)]
    assert any(does > 0 for _, does in found)
    for may, does in found:
        assert does <= may
        if does >= 0 and path.stem not in INDEXED_BY_DATA and (strategy == "cpu" or may >= TILE):
            assert may <= 2.1 * does


@pytest.mark.parametrize(
    "index",
    [
        "(i * i) mod N",
        "(N - 1 - i + 3 * N) mod N",
        "(i floordiv 3) * 2 mod N",
        "min(i, N - 1 - i)",
        "if(i lt 5, 0, i - 5)",
        "(i * i * i + 7 * i) mod N",
        "(pow(2, i mod 4) * i) mod N",
        "(i - 5) mod N",
        "max(i - 3, 0)",
        "(N * i - 2 * i + 5) floordiv N mod N",
    ],
)
def test_bounds_of_an_expression_hold_and_are_near(index: str) -> None:
    (module,) = lowered(gathered(index))
    ((may, does),) = compared(module)
    assert does <= may <= 4 * does


@pytest.mark.slow
def test_what_is_left_out_is_below_what_is_kept() -> None:
    for path in COMPILED:
        modules = lowered(path)
        assert modules
        for module in modules:
            for launch in launches(module):
                all_of_them, kept = everything(launch), index_ranges(launch)
                names = frozenset[str]().union(*(nat.names for nat in all_of_them.bounds)) - all_of_them.numbers.keys()
                for size in (1, 2, 17, 1 << 20, 1 << 33):
                    sizes = dict.fromkeys(names, size)
                    floor = (1 << (WIDTHS[0] - 1)) - 1
                    assert max(all_of_them.largest(sizes)[0], floor) == max(kept.largest(sizes)[0], floor)


# How large a program may be

TRANSPOSED = """
lift.def @f<N>(%m: !lift.array<N, !lift.array<N, i32>>) -> !lift.array<N, !lift.array<N, i32>> {
  %t = lift.transpose %m
  %r = lift.map (%row) in %t {
    %twice = lift.map (%e) in %row {
      %y = arith.addi %e, %e : i32
      lift.yield %y
    }
    lift.yield %twice
  }
  lift.return %r
}
"""

TOTAL = """
lift.def @f<N>(%x: !lift.array<N, i32>) -> i32 {
  %zero = arith.constant 0 : i32
  %r = lift.reduce (%acc, %e) in %x from %zero {
    %s = arith.addi %acc, %e : i32
    lift.yield %s
  }
  lift.return %r
}
"""

TRIANGLE = """
lift.def @f<N>(%t: !lift.array<i : N, !lift.array<i + 1, i32>>) -> !lift.array<N, i32> {
  %zero = arith.constant 0 : i32
  %r = lift.map (%row) in %t {
    %sum = lift.reduce (%acc, %e) in %row from %zero {
      %s = arith.addi %acc, %e : i32
      lift.yield %s
    }
    lift.yield %sum
  }
  lift.return %r
}
"""


def the_only(text: str, strategy: str) -> ModuleOp:
    (module,) = lowered(text, strategy)
    return module


def largest(module: ModuleOp, bits: int) -> int:
    """The largest N for which the indices of all kernels have so many bits, all smaller ones among them."""
    ranges = [index_ranges(launch) for launch in launches(module)]

    def fits(n: int) -> bool:
        widths = (needed_width(one.largest({"N": n})[0]) for one in ranges)
        return all(width is not None and width <= bits for width in widths)

    low, high = 1, 1 << 64
    assert fits(low)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if fits(middle) else (low, middle)
    return low


Computed = Callable[[int], int]

FURTHEST: Mapping[str, tuple[str, Computed]] = {
    # The last work item looks one iteration ahead: as far as there are work items, which come in groups of 64.
    "copy": (gathered("i"), lambda n: n - 1 + 64 * ((n + 63) // 64)),
    "reversed": (gathered("N - 1 - i"), lambda n: n - 1 + 64 * ((n + 63) // 64)),
    "each seventh": (gathered("(7 * i) mod N"), lambda n: 7 * (n - 1)),
    "squares": (gathered("(i * i) mod N"), lambda n: (n - 1) ** 2),
    "cubes": (gathered("(i * i * i) mod N"), lambda n: (n - 1) ** 3),
    "transposed": (TRANSPOSED, lambda n: n * n - 1),
    "total": (TOTAL, lambda n: n),
    "triangle": (TRIANGLE, lambda n: n * (n - 1)),
}
"""Programs, and the largest number that their kernels compute for N."""


@pytest.mark.parametrize("bits", WIDTHS)
@pytest.mark.parametrize("strategy", ["cpu", "gpu"])
@pytest.mark.parametrize("name", FURTHEST)
def test_no_size_that_fits_is_refused_and_none_that_does_not_is_accepted(name: str, strategy: str, bits: int) -> None:
    text, computed = FURTHEST[name]
    n = largest(the_only(text, strategy), bits)
    # On a GPU, tiles and rows of a tree reach a little further than what they are for.
    beyond = n // 1000 if strategy == "gpu" and name in ("transposed", "total") else 0
    assert computed(n) < 1 << (bits - 1) <= computed(n + beyond + 1)


# What a kernel computes


def width(index: str, sizes: dict[str, int], before: str = "", data: str = "i32") -> int | None:
    """The bits that a kernel with this index needs."""
    text = f"""kernel.func @k<{", ".join(sizes)}>(%x: !kernel.buffer<global, i32>, %y: !kernel.buffer<global, {data}>) {{
  %g = kernel.global_id 0
  %n = kernel.global_size 0
  kernel.for %i = %g to N step %n {{
    %d = kernel.load %y[%i]
    {before}
    %e = kernel.load %x[{index}]
    kernel.store %d, %y[%i]
    {"}" if before else ""}
  }}
}}
host.program @f<{", ".join(sizes)}>(%x: !kernel.buffer<global, i32>) of (%x: !lift.array<N, i32>) -> !lift.array<N, {data}> {{
  %y = host.alloc {data}[N]
  host.launch @k(%x, %y) local = [4] groups = [8]
  host.return %y
}}
"""
    (launch,) = launches(load_module(text))
    return needed_width(index_ranges(launch).largest(sizes)[0])


@pytest.mark.parametrize(
    ("index", "sizes", "bits"),
    [
        ("%i", {"N": (1 << 31) - 40}, 32),
        ("%i", {"N": (1 << 31) - 10}, 64),  # the last iteration adds the number of work items
        ("%i", {"N": 1 << 31}, 64),
        ("%i", {"N": (1 << 63) - 40}, 64),
        ("%i", {"N": (1 << 63) - 10}, None),
        ("2 * %i", {"N": 1 << 29}, 32),
        ("2 * %i + 1", {"N": 1 << 30}, 32),
        ("2 * %i + 2", {"N": 1 << 30}, 64),
        ("2 * %i + 2", {"N": 1 << 62}, None),
        ("%i * %i", {"N": 46341}, 32),
        ("%i * %i", {"N": 46342}, 64),
        ("%i * %i * %i", {"N": 2097152}, 64),
        ("%i * %i * %i", {"N": 2097153}, None),
        ("(4611686018427387905 * %i) mod N", {"N": 1}, 32),
        ("(4611686018427387905 * %i) mod N", {"N": 2}, 64),
        ("(4611686018427387905 * %i) mod N", {"N": 3}, None),
        ("(7919 * %i) mod N", {"N": 1 << 18}, 32),
        ("(7919 * %i) mod N", {"N": 1 << 20}, 64),  # the product overflows, though no index does
        ("128 * (%i floordiv 128)", {"N": 1 << 30}, 32),
        ("M * (%i floordiv M)", {"N": 1 << 30, "M": 1 << 10}, 32),
        ("N * M - 1 - %i", {"N": 1 << 10, "M": 1 << 20}, 32),
        ("N * M - 1 - %i", {"N": 1 << 11, "M": 1 << 20}, 64),
        ("min(%i, 5) * M", {"N": 1 << 20, "M": 1 << 20}, 32),
        ("pow(2, %i) * N", {"N": 16}, 32),
        ("pow(2, %i) * N", {"N": 32}, 64),
        ("pow(2, %i) * N", {"N": 64}, None),
        ("N * pow(2, 0 - %i)", {"N": 1 << 20}, None),
        ("64 * pow(2, 0 - %i) * N", {"N": 20}, 32),
        ("%d", {"N": 4}, 32),
        ("2 * %d", {"N": 4}, 64),  # data may be anything
        ("3 * M * %i * (%i floordiv 2)", {"N": 1, "M": 1 << 31}, 64),  # a factor that is 0 comes last
    ],
)
def test_the_bits_that_an_index_needs(index: str, sizes: dict[str, int], bits: int | None) -> None:
    assert width(index, sizes) == bits


@pytest.mark.parametrize(("count", "size"), [(1, 1), (2, 1), (7, 1), (128, 1), (6, 3), (4096, 32)])
def test_there_are_no_more_even_parts_than_were_asked_for(count: int, size: int) -> None:
    n = var("N")
    length, each = floordiv(n, const(size)), floordiv(n, const(count))
    parts = floordiv(length + each, each + 1)
    most = even_parts(parts.single) if isinstance(parts.single, FloorDiv) else None
    assert most == (count // size if count > 1 else None)
    assert max(evaluate(parts, {"N": number}) for number in range(3 * count + 50)) <= count // size


@pytest.mark.parametrize(
    "quotient", ["(N + M) floordiv (N floordiv 4 + 1)", "N floordiv (M + 1)", "(2 * N) floordiv (N floordiv M + 1)"]
)
def test_other_quotients_are_no_even_parts(quotient: str) -> None:
    atom = parse_nat(quotient).single
    assert isinstance(atom, FloorDiv)
    assert even_parts(atom) is None


def test_a_comparison_bounds_data() -> None:
    assert width("1000 * %d", {"N": 1 << 20}, "kernel.if %d lt N {") == 64
    assert width("1000 * (N - %d)", {"N": 1 << 20}, "kernel.if %d eq 3 {") == 32
    assert width("1000 * (%d mod N)", {"N": 1 << 20}, "kernel.if %d ge 0 {") == 32
    assert width("1000 * (%d mod N)", {"N": 1 << 22}, "kernel.if %d ge 0 {") == 64


def test_data_of_64_bits_is_trusted_where_nothing_bounds_it() -> None:
    assert width("1000 * %d", {"N": 4}, data="i64") == 64
    assert width("M * %d", {"N": 4, "M": 1 << 24}, data="i64") is None
    program = lift.compile(TRUSTED_ROWS)
    m = np.arange(12, dtype=np.float32).reshape(3, 4)
    np.testing.assert_array_equal(program(m, np.array([2, 0, 1])), [8, 0, 4])


def test_involved_bounds_are_named() -> None:
    parts = " + ".join(f"min(%i * {k}, M * {k + 1}) * {k}" for k in range(2, 40))
    assert width(parts, {"N": 10, "M": 1 << 10}) == 32
    assert width(parts, {"N": 1 << 30, "M": 1 << 30}) == 64


def test_numbers_that_the_algebra_has_no_room_for() -> None:
    loop = "kernel.for %j = 0 to 16000000 step 1 {"
    assert width("(%j * %j * %j) mod N", {"N": 5}, loop) is None
    assert width("%j mod N", {"N": 5}, loop) == 32


def test_what_cannot_be_computed_is_beyond_all_widths() -> None:
    assert needed_width(BEYOND) is None


# Calls


SCATTERED = """
lift.def @f<N>(%x: !lift.array<N, i32>) -> !lift.array<N, i32> {
  %m = lift.map (%e) in %x {
    %y = arith.addi %e, %e : i32
    lift.yield %y
  }
  %r = lift.scatter %m by (i) -> ((i * 4611686018427387905) mod N)
  lift.return %r
}
"""


@pytest.mark.parametrize("text", [gathered("(i * 4611686018427387905) mod N"), SCATTERED], ids=["gather", "scatter"])
def test_a_call_whose_indices_pass_64_bits_is_refused(text: str) -> None:
    program = lift.compile(text)
    one = np.array([5], np.int32)
    np.testing.assert_array_equal(program(one), 2 * one)
    for _ in ("compiled", "from the cache"):
        with pytest.raises(LiftError) as found:
            lift.compile(text)(np.arange(997, dtype=np.int32))
        assert found.value.code == "LIFT0256"
        for part in ("@f_1", "kernel.", "4611686018427387905 * %", "N = 997", "64 bits"):
            assert part in str(found.value), str(found.value)


def test_a_call_uses_64_bits_up_to_where_they_end() -> None:
    program = lift.compile(gathered("(i * i * i) mod N", "i8"), strategy="plain")  # parts make larger terms of it
    for n in (1 << 13, (1 << 21) - 3):
        x = np.random.default_rng(0).integers(-60, 60, n).astype(np.int8)
        places = np.array([pow(i, 3, n) for i in range(n)])
        np.testing.assert_array_equal(program(x), 2 * x[places])
    with pytest.raises(LiftError, match="LIFT0256"):
        program(np.zeros(2_200_003, np.int8))


FAR = """
lift.def @f<N>(%x: !lift.array<N, i32>, %at: !lift.array<N, i32>) -> !lift.array<N, i32> {
  %g = lift.gather %x by (i) -> ((i * 1000003) mod N)
  %none = arith.constant -1 : i32
  %r = lift.map (%i) in %at {
    %e = lift.at %g[%i] else %none
    lift.yield %e
  }
  lift.return %r
}
"""


def test_data_of_32_bits_is_an_index_of_64() -> None:
    n = 9973
    x, at = np.arange(n, dtype=np.int32), np.arange(n, dtype=np.int32)[::-1].copy()
    np.testing.assert_array_equal(lift.compile(FAR)(x, at), x[at.astype(np.int64) * 1000003 % n])


def test_a_printed_program_refuses_what_its_indices_cannot_reach() -> None:
    (module,) = lowered(gathered("(i * i) mod N"))
    for options, largest in ((Options(), 46341), (Options(long=True), 65537)):
        printed: dict[str, Any] = {"__name__": "printed"}
        exec(to_python(module, options), printed)
        x = np.arange(largest, dtype=np.int32)
        squares = np.arange(largest) ** 2 % largest
        np.testing.assert_array_equal(printed["f"](x), 2 * x[squares])
        if not options.long:
            with pytest.raises(ValueError, match=r"32 bits for N = 46342; -t 'host-py\{long=true\}'"):
                printed["f"](np.zeros(largest + 1, np.int32))


@pytest.mark.parametrize("long", [False, True])
def test_a_printed_program_refuses_what_passes_64_bits(long: bool) -> None:
    (module,) = lowered(gathered("(i * 4611686018427387905) mod N"))
    printed: dict[str, Any] = {"__name__": "printed"}
    exec(to_python(module, Options(long=long)), printed)
    with pytest.raises(ValueError, match=f"f_1 may pass {64 if long else 32} bits for N = 997"):
        printed["f"](np.arange(997, dtype=np.int32))


@pytest.mark.parametrize(("index", "found"), [("i32", "int32"), ("i64", "int64")])
def test_indices_that_are_data_need_the_width_of_their_type(index: str, found: str) -> None:
    (module,) = lowered(LOOKED_UP.replace("INDEX", index))
    assert f"INDEX = np.{found}\n" in to_python(module)
