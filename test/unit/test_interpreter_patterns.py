"""Every op of `lift` and `ocl` against NumPy, at small sizes: none, one, and an odd number of elements."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import lift
from lift.dialects.lift.functions import DefOp
from lift.runtime.compiling import read_program
from lift.runtime.entries import entry_of
from lift.runtime.program import InterpretedProgram

F32 = "!lift.array<N, f32>"
I32 = "!lift.array<N, i32>"
MATRIX = "!lift.array<N, !lift.array<M, i32>>"
HIDDEN = "!lift.exists<X upto N, !lift.array<X, i32>>"


def program(text: str, entry: str | None = None) -> InterpretedProgram:
    """A program whose values are compared with their types as it runs."""
    module = read_program(text)
    function = entry_of(module, entry)
    assert isinstance(function, DefOp)
    return InterpretedProgram(module, function, checked=True)


def define(body: str, parameter: str, result: str, *, nats: str = "N", where: str = "") -> InterpretedProgram:
    stated = f" where [{where}]" if where else ""
    return program(f"lift.def @f<{nats}>(%x: {parameter}) -> {result}{stated} {{\n{body}\nlift.return %r\n}}")


def numbers(*shape: int) -> np.ndarray[Any, np.dtype[np.int32]]:
    return np.arange(1, 1 + int(np.prod(shape)), dtype=np.int32).reshape(shape)


DOUBLE = "(%e) in %x { %d = arith.addi %e, %e : i32 lift.yield %d }"


@pytest.mark.parametrize("n", [0, 1, 5])
@pytest.mark.parametrize("op", ["lift.map", "ocl.map_seq", "ocl.map_glb<0>", "ocl.map_wrg<1>"])
def test_map(op: str, n: int) -> None:
    np.testing.assert_array_equal(define(f"%r = {op} {DOUBLE}", I32, I32)(numbers(n)), 2 * numbers(n))


def test_map_unrolled() -> None:
    five = "!lift.array<5, i32>"
    np.testing.assert_array_equal(
        define(f"%r = ocl.map_seq unroll {DOUBLE}", five, five)(numbers(5), N=1), 2 * numbers(5)
    )


def test_map_lcl_stands_inside_map_wrg() -> None:
    body = """%r = ocl.map_wrg<0> (%row) in %x {
      %y = ocl.map_lcl<0> (%e) in %row { %d = arith.addi %e, %e : i32 lift.yield %d }
      lift.yield %y
    }"""
    np.testing.assert_array_equal(define(body, MATRIX, MATRIX, nats="N, M")(numbers(3, 2)), 2 * numbers(3, 2))


def test_a_position_is_the_index() -> None:
    body = "%r = lift.map (%e)[k] in %x { %p = lift.nat 2 * k + 1 : i32 lift.yield %p }"
    np.testing.assert_array_equal(define(body, I32, I32)(numbers(4)), [1, 3, 5, 7])


@pytest.mark.parametrize("n", [0, 1, 5])
@pytest.mark.parametrize(
    "op", ["lift.reduce", "lift.reduce ordered", "lift.reduce associative commutative", "ocl.reduce_seq"]
)
def test_reduce_is_a_left_fold(op: str, n: int) -> None:
    body = f"""%zero = arith.constant 0 : i32
    %r = {op} (%acc, %e) in %x from %zero {{ %s = arith.addi %acc, %e : i32 lift.yield %s }}"""
    assert define(body, I32, "i32")(numbers(n)) == numbers(n).sum()


def test_reduce_goes_from_left_to_right() -> None:
    body = """%ten = arith.constant 10 : i32
    %zero = arith.constant 0 : i32
    %r = lift.reduce (%acc, %e) in %x from %zero {
      %t = arith.muli %acc, %ten : i32
      %s = arith.addi %t, %e : i32
      lift.yield %s
    }"""
    assert define(body, I32, "i32")(numbers(5)) == 12345


@pytest.mark.parametrize("n", [0, 1, 5])
@pytest.mark.parametrize("op", ["lift.scan", "ocl.scan_seq"])
def test_scan_is_inclusive(op: str, n: int) -> None:
    body = f"""%zero = arith.constant 0 : i32
    %r = {op} (%acc, %e) in %x from %zero {{ %s = arith.addi %acc, %e : i32 lift.yield %s }}"""
    np.testing.assert_array_equal(define(body, I32, I32)(numbers(n)), np.cumsum(numbers(n)))


ODD = "(%e) in %x { %k = arith.trunci %e : i32 to i1 lift.yield %k }"


@pytest.mark.parametrize("n", [0, 1, 5])
@pytest.mark.parametrize("op", ["lift.filter", "ocl.filter_seq", "ocl.filter_glb"])
def test_filter_keeps_the_order(op: str, n: int) -> None:
    np.testing.assert_array_equal(define(f"%r = {op} {ODD}", I32, HIDDEN)(numbers(n)), numbers(n)[::2])


def test_filter_of_a_filter() -> None:
    body = f"%y = lift.filter {ODD}\n%r = lift.filter (%e)[k] in %y {{ %i = lift.nat k : i32 %k1 = arith.trunci %i : i32 to i1 lift.yield %k1 }}"
    np.testing.assert_array_equal(define(body, I32, HIDDEN)(numbers(9)), [3, 7])


DOUBLED = """(%e)[i] in %x {
      %k = arith.trunci %e : i32 to i1
      %n = lift.nat i : i32
      %d = arith.addi %e, %n : i32
      %f = arith.sitofp %d : i32 to f32
      %t = lift.tuple %k, %f
      lift.yield %t
    }"""


@pytest.mark.parametrize("n", [0, 1, 5])
@pytest.mark.parametrize("op", ["lift.filter", "ocl.filter_seq", "ocl.filter_glb"])
def test_filter_keeps_a_value(op: str, n: int) -> None:
    found = define(f"%r = {op} {DOUBLED}", I32, HIDDEN.replace("i32", "f32"))(numbers(n))
    assert found.dtype == np.float32
    np.testing.assert_array_equal(found, [x + i for i, x in enumerate(numbers(n)) if x % 2])


def test_filter_keeps_sums_of_rows_of_different_length() -> None:
    body = """%zero = arith.constant 0 : i32
    %r = lift.filter (%row)[i] in %x {
      %s = lift.reduce (%acc, %e) in %row from %zero { %t = arith.addi %acc, %e : i32 lift.yield %t }
      %k = arith.trunci %s : i32 to i1
      %t = lift.tuple %k, %s
      lift.yield %t
    }"""
    found = define(body, "!lift.array<i : N, !lift.array<i + 1, i32>>", HIDDEN)(np.arange(6, dtype=np.int32), N=3)
    np.testing.assert_array_equal(found, [3])


ODD_ROWS = f"""%rows = lift.map (%row) in %x {{
      %kept = lift.filter {ODD.replace("%x", "%row")}
      lift.yield %kept
    }}"""


def test_join_of_rows_of_hidden_length() -> None:
    body = f"{ODD_ROWS}\n%r = lift.join %rows"
    joined = define(body, MATRIX, "!lift.exists<X upto N * M, !lift.array<X, i32>>", nats="N, M")
    np.testing.assert_array_equal(joined(numbers(3, 3)), [1, 3, 5, 7, 9])


def test_join_with_a_bound() -> None:
    body = f"{ODD_ROWS}\n%r = lift.join %rows upto B + 1"
    joined = define(body, MATRIX, "!lift.exists<X upto B + 1, !lift.array<X, i32>>", nats="N, M, B")
    np.testing.assert_array_equal(joined(numbers(3, 3), B=4), [1, 3, 5, 7, 9])
    with pytest.raises(lift.LiftError, match="LIFT0216") as raised:
        joined(numbers(3, 3), B=3)
    assert (raised.value.expected, raised.value.found) == ("at most B + 1, which is 4", "5")


def test_rows_are_opened_with_a_table_of_their_lengths() -> None:
    body = f"""{ODD_ROWS}
    %zero = arith.constant 0 : i32
    %r = lift.unpack (%open)[lens[_]] in %rows {{
      %pairs = lift.zip %open, %open
      %sums = lift.map (%pair)[k] in %pairs {{
        %a = lift.get %pair[0]
        %b = lift.get %pair[1]
        %ab = lift.zip %a, %b
        %n = lift.nat lens[k] * 100
        %s = lift.reduce (%acc, %p) in %ab from %n {{
          %e = lift.get %p[0]
          %t = arith.addi %acc, %e : i32
          lift.yield %t
        }}
        lift.yield %s
      }}
      lift.yield %sums
    }}"""
    sums = define(body, MATRIX, I32, nats="N, M")
    np.testing.assert_array_equal(sums(numbers(3, 3)), [204, 105, 216])


@pytest.mark.parametrize("n", [0, 1, 5])
def test_generate(n: int) -> None:
    body = "%r = lift.generate [i : N] { %v = lift.nat i * i : i32 lift.yield %v }"
    np.testing.assert_array_equal(define(body, I32, I32)(numbers(n)), np.arange(n) ** 2)


def test_generate_rows_of_different_length() -> None:
    body = """%r = lift.generate [i : N] {
      %row = lift.generate [j : i + 1] { %v = lift.nat 10 * i + j : i32 lift.yield %v }
      lift.yield %row
    }"""
    found = define(body, I32, "!lift.array<i : N, !lift.array<i + 1, i32>>")(numbers(3))
    np.testing.assert_array_equal(found, [0, 10, 11, 20, 21, 22])


def test_iterate_halves_the_length() -> None:
    body = """%r = lift.iterate 3 (%t)[n] in %x {
      %twos = lift.split 2 %t
      %half = lift.map (%two) in %twos { %e = lift.at %two[1] lift.yield %e }
      lift.yield %half
    }"""
    found = define(body, I32, "!lift.array<N floordiv 8, i32>", where="N mod 8 eq 0")(numbers(16))
    np.testing.assert_array_equal(found, [8, 16])


def test_iterate_no_iteration_changes_nothing() -> None:
    body = f"%r = lift.iterate 0 (%t)[n] in %x {{ %y = lift.map {DOUBLE.replace('%x', '%t')} lift.yield %y }}"
    np.testing.assert_array_equal(define(body, I32, I32)(numbers(3)), numbers(3))


def test_zip_and_unzip() -> None:
    body = "%z = lift.zip %x, %x\n%u = lift.unzip %z\n%r = lift.get %u[1]"
    np.testing.assert_array_equal(define(body, I32, I32)(numbers(3)), numbers(3))


def test_unzip_of_a_hidden_length() -> None:
    body = f"%y = lift.filter {ODD}\n%z = lift.zip %y, %y\n%u = lift.unzip %z\n%r = lift.get %u[0]"
    np.testing.assert_array_equal(define(body, I32, HIDDEN)(numbers(4)), [1, 3])


def test_tuple_and_get() -> None:
    body = "%l = lift.length %x\n%t = lift.tuple %x, %l\n%r = lift.get %t[1]"
    assert define(body, I32, "i32")(numbers(3)) == 3


@pytest.mark.parametrize("n", [0, 4, 12])
def test_split_and_join(n: int) -> None:
    halves = "!lift.array<N floordiv 4, !lift.array<4, i32>>"
    np.testing.assert_array_equal(
        define("%r = lift.split 4 %x", I32, halves, where="N mod 4 eq 0")(numbers(n)), numbers(n).reshape(-1, 4)
    )
    np.testing.assert_array_equal(
        define("%r = lift.join %x", MATRIX, "!lift.array<N * M, i32>", nats="N, M")(numbers(n, 3)), numbers(n * 3)
    )


def test_join_flattens_rows_of_different_length() -> None:
    body = "%p = lift.partition %x into 3 by (i) -> (i + 1)\n%r = lift.join %p"
    np.testing.assert_array_equal(
        define(body, "!lift.array<6, i32>", "!lift.array<6, i32>", nats="N")(numbers(6), N=1), numbers(6)
    )


def test_partition() -> None:
    body = "%p = lift.partition %x into N by (i) -> (2 * i + 1)\n%r = lift.at %p[N - 1]"
    found = define(body, "!lift.array<N * N, i32>", "!lift.array<2 * N - 1, i32>")(numbers(9))
    np.testing.assert_array_equal(found, [5, 6, 7, 8, 9])


@pytest.mark.parametrize(("size", "step"), [(1, 1), (3, 1), (3, 2), (5, 4), (2, 3)])
def test_slide(size: int, step: int) -> None:
    n = size + 2 * step
    body = f"%r = lift.slide {size} by {step} %x"
    found = define(body, f"!lift.array<{n}, i32>", f"!lift.array<3, !lift.array<{size}, i32>>")(numbers(n), N=1)
    np.testing.assert_array_equal(found, np.lib.stride_tricks.sliding_window_view(numbers(n), size)[::step])


@pytest.mark.parametrize(("size", "step"), [(1, 1), (3, 1), (3, 2), (5, 4), (3, 3)])
def test_a_slide_over_a_step_less_than_a_window_gives_none(size: int, step: int) -> None:
    body = f"%r = lift.slide {size} by {step} %x"
    found = define(body, f"!lift.array<{size - step}, i32>", f"!lift.array<0, !lift.array<{size}, i32>>")
    assert found(numbers(size - step), N=1).shape == (0, size)


def test_a_filter_that_keeps_nothing_leaves_no_window() -> None:
    text = """
lift.def @f<N>(%a: !lift.array<N, i32>) -> i32 {
  %zero = arith.constant 0 : i32
  %kept = lift.filter (%x) in %a {
    %k = arith.cmpi sgt, %x, %zero : i32
    lift.yield %k
  }
  %p = lift.pad constant %zero 1, 1 %kept
  %w = lift.slide 3 by 1 %p
  %n = lift.length %w : i32
  lift.return %n
}
"""
    program = lift.compile(text, target="interpreter")
    assert program(np.array([-1, -2], np.int32)) == 0
    assert program(np.array([-1, 2, 3], np.int32)) == 2


PAD = {"clamp": "edge", "mirror": "symmetric", "wrap": "wrap"}


@pytest.mark.parametrize("n", [2, 5])
@pytest.mark.parametrize("mode", PAD)
def test_pad(mode: str, n: int) -> None:
    body = f"%r = lift.pad {mode} 2, 1 %x"
    found = define(body, I32, "!lift.array<N + 3, i32>", where="N ge 2")(numbers(n))
    np.testing.assert_array_equal(found, np.pad(numbers(n), (2, 1), mode=PAD[mode]))  # pyright: ignore[reportArgumentType, reportCallIssue]  # a mode that is not a literal


@pytest.mark.parametrize("n", [0, 1, 3])
def test_pad_with_a_constant(n: int) -> None:
    body = "%c = arith.constant 9 : i32\n%r = lift.pad constant %c 1, 2 %x"
    np.testing.assert_array_equal(
        define(body, I32, "!lift.array<N + 3, i32>")(numbers(n)), np.pad(numbers(n), (1, 2), constant_values=9)
    )


@pytest.mark.parametrize(("n", "m"), [(1, 1), (3, 2), (0, 3), (3, 0), (1, 4)])
def test_transpose(n: int, m: int) -> None:
    turned = define("%r = lift.transpose %x", MATRIX, "!lift.array<M, !lift.array<N, i32>>", nats="N, M")
    np.testing.assert_array_equal(turned(numbers(n, m)), numbers(n, m).T)


@pytest.mark.parametrize("n", [0, 1, 5])
def test_gather_and_scatter(n: int) -> None:
    np.testing.assert_array_equal(
        define("%r = lift.gather %x by (i) -> (N - 1 - i)", I32, I32)(numbers(n)), numbers(n)[::-1]
    )
    moved = define("%r = lift.scatter %x by (i) -> ((i + 1) mod N)", I32, I32)(numbers(n))
    np.testing.assert_array_equal(moved, np.roll(numbers(n), 1))


def test_gather_of_another_size() -> None:
    body = "%r = lift.gather %x size 2 * N by (i) -> (i floordiv 2)"
    np.testing.assert_array_equal(define(body, I32, "!lift.array<2 * N, i32>")(numbers(3)), numbers(3).repeat(2))


def test_scatter_through_no_permutation_is_refused() -> None:
    double = define("%r = lift.scatter %x by (i) -> ((2 * i) mod N)", I32, I32)
    np.testing.assert_array_equal(double(numbers(3)), [1, 3, 2])
    with pytest.raises(lift.LiftError, match="LIFT0213"):
        double(numbers(4))


def test_slice_and_concat() -> None:
    body = "%a = lift.slice %x from 1 size N - 1\n%b = lift.slice %x from 0 size 1\n%r = lift.concat %a, %b"
    np.testing.assert_array_equal(define(body, I32, I32)(numbers(5)), np.roll(numbers(5), -1))


@pytest.mark.parametrize(("index", "expected"), [(0, 1), (4, 5), (5, -9), (-1, -9)])
def test_at_with_a_default(index: int, expected: int) -> None:
    text = f"""lift.def @f<N>(%x: {I32}, %i: i32) -> i32 {{
      %d = arith.constant -9 : i32
      %r = lift.at %x[%i] else %d
      lift.return %r
    }}"""
    assert program(text)(numbers(5), index) == expected


def test_at_unchecked_is_checked_here() -> None:
    text = f"lift.def @f<N>(%x: {I32}, %i: i32) -> i32 {{\n%r = lift.at_unchecked %x[%i]\nlift.return %r\n}}"
    assert program(text)(numbers(5), 4) == 5
    for index in (5, -1):
        with pytest.raises(lift.LiftError, match="LIFT0214"):
            program(text)(numbers(5), index)


@pytest.mark.parametrize(("type_", "expected"), [("i8", np.int8(44)), ("i32", np.int32(300)), ("index", np.int64(300))])
def test_numbers_wrap_around_in_their_type(type_: str, expected: Any) -> None:
    found = define(f"%r = lift.length %x : {type_}", I32, type_)(numbers(300))
    assert found == expected
    assert found.dtype == expected.dtype


def test_pack_and_unpack() -> None:
    body = f"""%s = lift.slice %x from 0 size N - 1
    %e = lift.pack %s as {HIDDEN}
    %r = lift.unpack (%ys)[X] in %e {{
      %l = lift.nat X : i32
      lift.yield %l
    }}"""
    assert define(body, I32, "i32")(numbers(5)) == 4


def test_hidden_lengths_are_opened_and_closed() -> None:
    body = f"%y = lift.filter {ODD}\n%z = lift.map {DOUBLE.replace('%x', '%y')}\n%p = lift.zip %z, %y\n%r = lift.map (%t) in %p {{ %e = lift.get %t[0] lift.yield %e }}"
    np.testing.assert_array_equal(define(body, I32, HIDDEN)(numbers(7)), [2, 6, 10, 14])


def test_a_function_calls_another_with_other_sizes() -> None:
    text = """
    lift.def @last<N>(%x: !lift.array<N, i32>) -> i32 {
      %n = lift.nat N : i32
      %e = lift.at %x[N - 1]
      %r = arith.muli %e, %n : i32
      lift.return %r
    }
    lift.def @f<N, M>(%x: !lift.array<N, !lift.array<M, i32>>) -> !lift.array<N, i32> {
      %r = lift.map (%row)[k] in %x {
        %l = lift.call @last(%row)
        %n = lift.nat N + k : i32
        %s = arith.addi %l, %n : i32
        lift.yield %s
      }
      lift.return %r
    }"""
    found = program(text, "f")(numbers(2, 3))
    np.testing.assert_array_equal(found, [3 * 3 + 2, 6 * 3 + 3])


def test_a_function_is_called_with_sizes_that_no_argument_shows() -> None:
    text = """
    lift.def @count<R, C>(%x: !lift.array<R * C, i32>) -> i32 {
      %r = lift.nat 100 * R + C : i32
      lift.return %r
    }
    lift.def @f<N>(%x: !lift.array<6 * N, i32>) -> i32 {
      %r = lift.call @count<R = 2 * N, C = 3>(%x)
      lift.return %r
    }"""
    assert program(text, "f")(numbers(12)) == 403


def test_a_c_function_means_its_region() -> None:
    text = """
    lift.user_fun @twice(a: i32) -> i32 = "return a + a;" { %s = arith.addi %a, %a : i32 lift.return %s }
    lift.def @f(%x: i32) -> i32 {
      %r = lift.call @twice(%x)
      lift.return %r
    }"""
    assert program(text)(4) == 8


def test_a_c_function_without_a_region_is_refused() -> None:
    text = """
    lift.user_fun @twice(a: i32) -> i32 = "return a + a;"
    lift.def @f(%x: i32) -> i32 {
      %r = lift.call @twice(%x)
      lift.return %r
    }"""
    with pytest.raises(lift.LiftError, match=r"LIFT0211.*@twice") as refused:
        program(text)(4)
    assert refused.value.location is not None


@pytest.mark.parametrize("space", ["global", "local", "private"])
def test_memory_changes_no_value(space: str) -> None:
    body = f"%r = ocl.map_seq (%e) in %x {{ %g = ocl.to_{space} %e lift.yield %g }}"
    np.testing.assert_array_equal(define(body, I32, I32)(numbers(3)), numbers(3))


@pytest.mark.parametrize("width", [2, 3, 4, 8, 16])
def test_vectors(width: int) -> None:
    body = f"""%v = ocl.as_vector {width} %x
    %w = lift.map (%e) in %v {{
      %m = ocl.map_vec (%s) in %e {{ %d = arith.addi %s, %s : i32 lift.yield %d }}
      lift.yield %m
    }}
    %r = ocl.as_scalar %w"""
    found = define(body, I32, I32, where=f"N mod {width} eq 0")(numbers(3 * width))
    np.testing.assert_array_equal(found, 2 * numbers(3 * width))


ROWS = "!lift.array<i : N, !lift.array<rows[i], i32>>"


def test_tables_give_the_lengths_of_rows() -> None:
    text = f"""lift.def @f<N, rows[N]>(%x: {ROWS}) -> !lift.array<N, i32> {{
      %r = lift.map (%row)[k] in %x {{ %l = lift.nat rows[k] : i32 lift.yield %l }}
      lift.return %r
    }}"""
    np.testing.assert_array_equal(program(text)(numbers(5), rows=[2, 0, 3]), [2, 0, 3])


REFUSED_WHEN_EMPTY: list[Callable[[], InterpretedProgram]] = [
    lambda: define("%r = lift.pad clamp 1, 0 %x", I32, "!lift.array<N + 1, i32>"),
    lambda: define("%r = lift.at %x[0]", I32, "i32"),
    lambda: define("%r = lift.slice %x from 0 size N - 1", I32, "!lift.array<N - 1, i32>"),
    lambda: define(
        "%r = lift.generate [i : N - 1] { %v = lift.nat i : i32 lift.yield %v }", I32, "!lift.array<N - 1, i32>"
    ),
]


@pytest.mark.parametrize("make", REFUSED_WHEN_EMPTY)
def test_what_has_no_value_for_an_empty_array_is_refused(make: Callable[[], InterpretedProgram]) -> None:
    with pytest.raises(lift.LiftError, match=r"LIFT0210[\s\S]*N ge 1"):
        make()(numbers(0))


def test_an_op_without_a_meaning_is_refused_at_its_place() -> None:
    from xdsl.dialects.test import Test

    from lift.dialects.loader import lift_context

    context = lift_context()
    context.load_dialect(Test)
    text = 'lift.def @f(%x: i32) -> i32 {\n  "test.op"() : () -> ()\n  lift.return %x\n}'
    with pytest.raises(lift.LiftError, match=r":2:3: error\[LIFT0211\].*'test.op'"):
        lift.compile(text, target="interpreter", context=context)(1)


def test_a_package_registers_a_case_from_outside() -> None:
    from xdsl.dialects.test import Test, TestOp
    from xdsl.interpreter import Interpreter, InterpreterFunctions, PythonValues, impl, register_impls

    from lift.dialects.loader import lift_context
    from lift.runtime.interpreter import registry

    @register_impls
    class TestFunctions(InterpreterFunctions):
        @impl(TestOp)
        def run_test(self, interpreter: Interpreter, op: TestOp, args: PythonValues) -> PythonValues:
            return (args[0][::-1],)

    context = lift_context()
    context.load_dialect(Test)
    text = f'lift.def @f<N>(%x: {I32}) -> {I32} {{\n%r = "test.op"(%x) : ({I32}) -> {I32}\nlift.return %r\n}}'
    registry.register(TestFunctions)
    try:
        found = lift.compile(text, target="interpreter", context=context)(numbers(3))
    finally:
        registry._registered.remove(TestFunctions)
    np.testing.assert_array_equal(found, [3, 2, 1])
