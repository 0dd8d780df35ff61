"""What passes between NumPy and a program: shapes, dtypes, sizes, tables, and what is refused before anything runs."""

from pathlib import Path
from typing import Any, Literal

import numpy as np
import pytest

import lift
from lift.runtime.errors import RUNTIME_ERRORS
from lift.runtime.program import InterpretedProgram


def identity(type_: str, nats: str = "N", where: str = "") -> InterpretedProgram:
    """The function that gives back its argument."""
    return lift.compile(
        f"lift.def @f<{nats}>(%x: {type_}) -> {type_}{where} {{\nlift.return %x\n}}", target="interpreter"
    )


VECTOR = "!lift.array<N, f32>"
MATRIX = "!lift.array<N, !lift.array<M, f32>>"
TRIANGLE = "!lift.array<i : N, !lift.array<i + 1, f32>>"
RAGGED = "!lift.array<i : N, !lift.array<rows[i], f32>>"
PAIRS = "!lift.array<N, tuple<i32, f32>>"
HIDDEN = "!lift.exists<X upto N, !lift.array<X, f32>>"
LISTS = "!lift.array<N, !lift.exists<X upto M, !lift.array<X, f32>>>"


def floats(*shape: int) -> Any:
    return np.arange(np.prod(shape), dtype=np.float32).reshape(shape)


def refused(code: str, *words: str) -> Any:
    """An error with the code, whose message has the words in this order."""
    return pytest.raises(lift.LiftError, match=r"[\s\S]*".join([rf"error\[{code}\]", *words]))


@pytest.mark.parametrize(
    ("type_", "nats", "value"),
    [
        (VECTOR, "N", floats(5)),
        (VECTOR, "N", floats(0)),
        (MATRIX, "N, M", floats(3, 2)),
        (MATRIX, "N, M", floats(3, 0)),
        ("!lift.array<N, !lift.array<M, !lift.array<N, i1>>>", "N, M", np.ones((2, 3, 2), np.bool_)),
        (TRIANGLE, "N", floats(6)),
        ("!lift.array<N, vector<4xf32>>", "N", floats(3, 4)),
        ("!lift.array<2 * N + 1, f16>", "N", np.ones(7, np.float16)),
        ("!lift.array<N, f64>", "N", np.ones(2)),
        ("!lift.array<N, i8>", "N", np.ones(2, np.int8)),
        ("!lift.array<N, i64>", "N", np.ones(2, np.int64)),
        ("!lift.array<N, index>", "N", np.ones(2, np.int64)),
        ("!lift.array<N, ui16>", "N", np.ones(2, np.uint16)),
    ],
)
def test_arrays_come_back_as_they_were(type_: str, nats: str, value: Any) -> None:
    found = identity(type_, nats)(value)
    assert (found.dtype, found.shape) == (value.dtype, value.shape)
    np.testing.assert_array_equal(found, value)


def test_a_result_is_fresh() -> None:
    value = floats(3)
    found = identity(VECTOR)(value)
    found[0] = 7
    assert value[0] == 0


def test_flat_is_accepted_and_comes_back_in_its_shape() -> None:
    np.testing.assert_array_equal(identity(MATRIX, "N, M")(floats(6), N=3), floats(3, 2))
    np.testing.assert_array_equal(identity("!lift.array<N, vector<2xf32>>")(floats(6)), floats(3, 2))


def test_strided_and_swapped_arrays_are_copied() -> None:
    wide = floats(4, 6)
    np.testing.assert_array_equal(identity(MATRIX, "N, M")(wide[::2, ::3]), wide[::2, ::3])
    np.testing.assert_array_equal(identity(MATRIX, "N, M")(wide.T), wide.T)
    np.testing.assert_array_equal(identity(VECTOR)(wide[0].astype(">f4")), wide[0])


def test_python_numbers_and_lists_convert() -> None:
    found = identity("!lift.array<N, i8>")([1, -2])
    assert (found.dtype, found.tolist()) == (np.int8, [1, -2])
    assert identity(VECTOR)([1, 2.5]).tolist() == [1, 2.5]
    assert identity("f32", "N")(1, N=1) == np.float32(1)
    assert identity("i1", "N")(True, N=1) is np.True_


@pytest.mark.parametrize("step", [1, 2, -1])
def test_every_byte_but_0_is_true(step: int) -> None:
    odd = np.array([2, 0, 255, 1, 0], np.uint8).view(np.bool_)[::step]
    found = identity("!lift.array<N, i1>")(odd).view(np.uint8)
    assert found.tolist() == [1, 0, 1, 1, 0][::step]
    assert identity("!lift.array<N, i1>")(odd[:0]).tolist() == []


@pytest.mark.parametrize(
    ("type_", "value"),
    [
        ("!lift.array<N, i8>", [300]),
        ("!lift.array<N, i8>", [1.5]),
        ("!lift.array<N, i1>", [1, 0]),
        ("!lift.array<N, f32>", [True]),
        (VECTOR, np.zeros(3)),
        (VECTOR, np.zeros(3, np.int32)),
        ("!lift.array<N, i32>", np.zeros(3, np.int64)),
        ("!lift.array<N, i1>", np.zeros(3, np.int8)),
        (PAIRS, np.zeros(3, np.float32)),
        (PAIRS, np.zeros(3, [("a", "i4"), ("b", "f8")])),
        (PAIRS, np.zeros(3, [("a", "i4")])),
    ],
)
def test_dtypes_are_exact(type_: str, value: Any) -> None:
    with refused("LIFT0204", "%x"):
        identity(type_)(value)


@pytest.mark.parametrize(
    ("type_", "found", "fix"),
    [
        ("i64", "i4", r"convert it: x.astype\('int64'\)"),
        ("f64", "f4", r"convert it: x.astype\('float64'\)"),
        ("i8", "u1", r"where every value is from 0 to 127: x.astype\('int8'\)"),
        ("i32", "i8", r"where every value is from -2147483648 to 2147483647: x.astype\('int32'\)"),
        ("i16", "f8", r"where every value is an integer from -32768 to 32767: x.astype\('int16'\)"),
        ("f32", "f8", r"where rounding to float32 is meant: x.astype\('float32'\)"),
        ("f32", "i4", r"where every value is from -16777216 to 16777216: x.astype\('float32'\)"),
        ("f32", "u4", r"where every value is from 0 to 16777216: x.astype\('float32'\)"),
        ("i1", "i1", r"say what is true: x != 0"),
    ],
)
def test_a_conversion_is_proposed_with_the_values_that_it_keeps(type_: str, found: str, fix: str) -> None:
    with refused("LIFT0204", f"fix: .*{fix}$"):
        identity(f"!lift.array<N, {type_}>")(np.zeros(3, found))


def test_no_conversion_is_proposed_for_what_is_no_number() -> None:
    with pytest.raises(lift.LiftError) as error:
        identity(VECTOR)(np.zeros(3, "c8"))
    assert error.value.fix is None


@pytest.mark.parametrize(
    ("type_", "value"), [("i8", 200), ("i32", 1.0), ("f32", np.float64(1)), ("i1", 1), ("i32", True), ("i32", 2**70)]
)
def test_scalars_are_exact(type_: str, value: Any) -> None:
    with refused("LIFT0204", "%x"):
        identity(type_, "N")(value, N=1)


@pytest.mark.parametrize(
    ("type_", "value", "words"),
    [
        ("i8", 128, ["%x is an integer", "int8", "from -128 to 127", "128"]),
        ("i64", 2**63, ["from -9223372036854775808 to 9223372036854775807", "9223372036854775808"]),
        ("f32", 1 << 399, [r"3\.40282\d*e\+38", "an integer of 400 bits"]),
        ("f16", 70000, ["from -65504.0 to 65504.0", "70000"]),
        ("!lift.array<N, i8>", [1, -129], [r"%x\[1\]", "-129"]),
        ("!lift.array<N, !lift.array<2, i32>>", [[0, 1], [2, 2**70]], [r"%x\[1\]\[1\]", str(2**70)]),
    ],
)
def test_an_integer_that_does_not_fit_is_named(type_: str, value: Any, words: list[str]) -> None:
    with refused("LIFT0204", *words):
        identity(type_, "N")(value, N=2)


def test_an_integer_that_cannot_be_written_out_is_described() -> None:
    with refused("LIFT0204", "an integer of 33216 bits"):
        identity("i64", "N")(1 << 33215, N=1)


def test_integers_of_any_size_are_rounded_to_floats() -> None:
    assert identity("f32", "N")(10**30, N=1) == np.float32(1e30)
    assert identity("!lift.array<N, f64>")([2**64, 1]).tolist() == [2.0**64, 1]


@pytest.mark.parametrize(
    ("type_", "value"),
    [
        (VECTOR, 3),
        (VECTOR, "abc"),
        (VECTOR, None),
        (VECTOR, {}),
        ("f32", "1"),
        ("f32", floats(1)),
        (LISTS, 3),
        (MATRIX, [[1.0], [1.0, 2.0]]),
        ("tuple<f32, f32>", (1.0,)),
        ("tuple<f32, f32>", 1.0),
    ],
)
def test_kinds_are_refused(type_: str, value: Any) -> None:
    with refused("LIFT0203", "%x"):
        identity(type_, "N, M")(value, N=1, M=1)


@pytest.mark.parametrize(
    ("type_", "value"),
    [
        (VECTOR, np.ma.array(floats(3), mask=[False, True, False])),
        (MATRIX, [np.ma.array(floats(3), mask=[False, True, False])]),
        (PAIRS, (np.arange(3, dtype=np.int32), np.ma.array(floats(3), mask=[False, True, False]))),
        ("f32", np.ma.masked),
    ],
)
def test_masks_are_refused(type_: str, value: Any) -> None:
    with refused("LIFT0203", "%x", "mask", "filled"):
        identity(type_, "N, M")(value, N=3, M=1)


@pytest.mark.parametrize(
    ("type_", "value"),
    [(VECTOR, floats(2, 2)), (TRIANGLE, floats(2, 2)), (MATRIX, floats(1, 1, 1)), ("vector<4xf32>", floats(3))],
)
def test_ranks_are_refused(type_: str, value: Any) -> None:
    with refused("LIFT0205", "%x", "shape"):
        identity(type_, "N, M")(value, N=1, M=1)


def two(first: str, second: str, nats: str = "N") -> InterpretedProgram:
    return lift.compile(
        f"lift.def @f<{nats}>(%x: {first}, %y: {second}) -> {first} {{\nlift.return %x\n}}", target="interpreter"
    )


def test_sizes_that_differ_name_the_parameter_and_the_reason() -> None:
    with refused("LIFT0205", "%y", r"N = 3", "5", "N is 3, since %x has 3 elements"):
        two(VECTOR, VECTOR)(floats(3), floats(5))


def test_a_given_size_must_agree() -> None:
    with refused("LIFT0205", "%x", "N = 4", "3", "by name"):
        identity(VECTOR)(floats(3), N=4)


@pytest.mark.parametrize(
    ("type_", "elements", "n"),
    [
        (TRIANGLE, 10, 4),
        ("!lift.array<N * N, f32>", 49, 7),
        ("!lift.array<3 * N + 2, f32>", 14, 4),
        ("!lift.array<i : N, !lift.array<pow(2, i), f32>>", 31, 5),
        ("!lift.array<pow(2, N), f32>", 16, 4),
        ("!lift.array<i : N, !lift.array<2 * i + 1, f32>>", 10**4, 100),
    ],
)
def test_sizes_are_solved_from_flat_lengths(type_: str, elements: int, n: int) -> None:
    text = f"lift.def @f<N>(%x: {type_}) -> i32 {{\n%r = lift.nat N : i32\nlift.return %r\n}}"
    assert lift.compile(text, target="interpreter")(floats(elements)) == n


def test_a_fact_picks_one_of_several_sizes() -> None:
    type_ = "!lift.array<N floordiv 4, f32>"
    text = f"lift.def @f<N>(%x: {type_}) -> i32%s {{\n%r = lift.nat N : i32\nlift.return %r\n}}"
    text = text.replace("%r = ", "%%r = ").replace("lift.return %r", "lift.return %%r").replace("(%x", "(%%x")
    assert lift.compile(text % " where [N mod 4 eq 0]", target="interpreter")(floats(3)) == 12
    with refused("LIFT0206", "'N'", "N=.."):
        lift.compile(text % "", target="interpreter")(floats(3))


def test_an_equality_among_the_facts_gives_a_size() -> None:
    text = f"lift.def @f<N, M>(%x: {VECTOR}) -> i32 where [M eq 2 * N] {{\n%r = lift.nat M : i32\nlift.return %r\n}}"
    assert lift.compile(text, target="interpreter")(floats(3)) == 6


@pytest.mark.parametrize(
    ("type_", "elements"), [(TRIANGLE, 4), ("!lift.array<2 * N, f32>", 3), ("!lift.array<N + 5, f32>", 4)]
)
def test_a_length_that_no_size_gives_is_refused(type_: str, elements: int) -> None:
    with refused("LIFT0205", "%x", "no N"):
        identity(type_)(floats(elements))


def test_a_size_that_does_not_follow_is_asked_for() -> None:
    with refused("LIFT0206", "'(N|M)'"):
        identity(MATRIX, "N, M")(floats(6))
    with refused("LIFT0206", "'M'", "M=.."):
        identity(VECTOR, "N, M")(floats(6))


@pytest.mark.parametrize("value", [-1, 1.5, True, "3", None, 1 << 63])
def test_sizes_are_integers(value: Any) -> None:
    with refused("LIFT0207", "'N'"):
        identity(VECTOR)(floats(3), N=value)


def test_a_length_with_a_number_on_the_way_that_is_too_large_is_refused() -> None:
    rows = "!lift.array<i : N, !lift.array<1 floordiv pow(2, i) + 1, f32>>"
    with refused("LIFT0207", "pow\\(2, 63\\)", "N = 67"):
        identity(rows)(floats(68), N=67)


@pytest.mark.parametrize("target", ["interpreter", "opencl"])
@pytest.mark.parametrize("name", ["self", "arguments", "named", "device", "out"])
def test_a_size_or_a_table_may_have_any_name(name: str, target: Literal["interpreter", "opencl"]) -> None:
    sized = f"lift.def @f<{name}>() -> i32 {{ %r = lift.nat {name} : i32 lift.return %r }}"
    assert lift.compile(sized, target=target)(**{name: 7}) == 7
    ragged = identity(RAGGED.replace("rows", name), f"N, {name}[N]")
    assert ragged(floats(3), **{name: [1, 2]}).tolist() == [0, 1, 2]


def test_a_violated_fact_is_named_with_its_values() -> None:
    with refused("LIFT0209", "@f needs N mod 4 eq 0", "N = 6"):
        identity(VECTOR, where=" where [N mod 4 eq 0]")(floats(6))


def test_a_fact_about_every_entry_of_a_table() -> None:
    bounded = identity(RAGGED, "N, M, rows[N]", " where [rows[_] le M]")
    assert bounded(floats(3), M=2, rows=[1, 2]).tolist() == [0, 1, 2]
    with refused("LIFT0209", r"rows\[_\]", "M = 2", r"rows\[1\] = 3"):
        bounded(floats(4), M=2, rows=[1, 3])


@pytest.mark.parametrize("rows", [None, [1.5, 2.5], [[1, 2]], [1, -1]])
def test_tables_are_naturals_by_name(rows: Any) -> None:
    given = {} if rows is None else {"rows": rows}
    with refused("LIFT0208", "'rows'"):
        identity(RAGGED, "N, rows[N]")(floats(3), **given)


def test_a_table_gives_a_size_and_must_fit_the_array() -> None:
    ragged = identity(RAGGED, "N, rows[N]")
    np.testing.assert_array_equal(ragged(floats(3), rows=np.array([1, 0, 2])), floats(3))
    with refused("LIFT0205", "%x", "4"):
        ragged(floats(4), rows=[1, 0, 2])


def test_tuples_of_elements_are_structures_or_separate_arrays() -> None:
    dtype = np.dtype([("column", np.int32), ("value", np.float32)])
    cells = np.array([(1, 0.5), (2, 1.5)], dtype)
    for given in (cells, (cells["column"], cells["value"])):
        found = identity(PAIRS)(given)
        assert found.dtype == np.dtype([("f0", np.int32), ("f1", np.float32)])
        assert found.tolist() == cells.tolist()


def test_structures_nest() -> None:
    type_ = "!lift.array<N, tuple<i32, tuple<f32, vector<2xf32>>, !lift.array<M, i8>>>"
    found = identity(type_, "N, M")((np.arange(2, dtype=np.int32), (floats(2), floats(2, 2)), np.ones((2, 3), np.int8)))
    assert found["f1"]["f1"].tolist() == floats(2, 2).tolist()
    assert found["f2"].shape == (2, 3)
    np.testing.assert_array_equal(identity(type_, "N, M")(found), found)


def test_elements_of_different_size_are_separate_arrays() -> None:
    type_ = "!lift.array<i : N, tuple<!lift.array<i + 1, f32>, f32>>"
    rows, values = identity(type_)((floats(6), floats(3)))
    assert (rows.tolist(), values.tolist()) == (floats(6).tolist(), floats(3).tolist())


@pytest.mark.parametrize(
    "type_",
    [
        "!lift.array<i : N, !lift.array<i + 1, !lift.array<0, f32>>>",
        "!lift.array<i : N, !lift.array<0, !lift.array<i + 1, f32>>>",
        "!lift.array<N, !lift.array<i : 2, !lift.array<i, !lift.array<0, f32>>>>",
    ],
)
def test_rows_that_differ_are_flat_also_where_nothing_is_in_them(type_: str) -> None:
    assert identity(type_)(floats(0), N=3).shape == (0,)


def test_a_tuple_is_a_tuple() -> None:
    array, scalar = identity(f"tuple<{VECTOR}, i32>")((floats(2), 5))
    assert array.tolist() == [0, 1]
    assert (scalar, scalar.dtype) == (5, np.int32)


def test_a_tuple_is_one_structure() -> None:
    cells = np.array([(1, 2.5)], [("a", "i4"), ("b", "f4")])
    for structure in (cells[0], cells.reshape(())):
        assert identity("tuple<i32, f32>", "N")(structure, N=1) == (1, 2.5)
    with refused("LIFT0203", "%x", "a tuple of 2", r"shape \(1,\)"):
        identity("tuple<i32, f32>", "N")(cells, N=1)


def test_hidden_lengths_pass_at_their_real_length() -> None:
    assert identity(HIDDEN)(floats(3), N=5).tolist() == [0, 1, 2]
    with refused("LIFT0205", "%x", "at most N = 2", "3"):
        identity(HIDDEN)(floats(3), N=2)
    with refused("LIFT0206", "'N'"):
        identity(HIDDEN)(floats(3))


def test_an_array_of_hidden_lengths_is_a_list() -> None:
    found = identity(LISTS, "N, M")([floats(2), floats(0), floats(3)], M=4)
    assert [row.tolist() for row in found] == [[0, 1], [], [0, 1, 2]]
    with refused("LIFT0205", r"%x\[2\]"):
        identity(LISTS, "N, M")([floats(2), floats(0), floats(3)], M=2)


def test_arguments_are_counted_and_named() -> None:
    both = two(VECTOR, VECTOR)
    assert both(floats(2), y=floats(2)).tolist() == [0, 1]
    for arguments, named in [
        ((), {}),
        ((floats(2),), {}),
        ((floats(2),) * 3, {}),
        ((floats(2),) * 2, {"z": 1}),
        ((floats(2),) * 2, {"x": 1}),
    ]:
        with refused("LIFT0202"):
            both(*arguments, **named)


def test_a_module_with_several_functions_needs_an_entry() -> None:
    text = "lift.def @f(%x: f32) -> f32 {\nlift.return %x\n}\nlift.def @g(%x: i32) -> i32 {\nlift.return %x\n}"
    assert lift.compile(text, entry="g", target="interpreter")(3) == 3
    for entry in (None, "h"):
        with refused("LIFT0200", "@f, @g"):
            lift.compile(text, entry=entry, target="interpreter")
    with refused("LIFT0200"):
        lift.compile("builtin.module {}", target="interpreter")


CALLS = """lift.def @inner(%x: i32) -> i32 { lift.return %x }
lift.def @outer(%x: i32) -> i32 { %r = lift.call @inner(%x) lift.return %r }
"""


def test_the_one_function_that_no_other_calls_is_run() -> None:
    assert lift.compile(CALLS, target="interpreter").name == "outer"
    assert lift.compile(CALLS, target="opencl", strategy="cpu").name == "outer"


def test_an_entry_that_cannot_be_guessed_is_asked_for_with_the_candidates() -> None:
    other = "lift.def @other(%x: i32) -> i32 { lift.return %x }"
    with refused("LIFT0200", "found: +@outer, @other", "entry='outer'"):
        lift.compile(CALLS + other, target="interpreter")


def test_an_entry_that_is_misspelt_is_corrected() -> None:
    with refused("LIFT0200", "no lift.def @inne", "@inner, @outer", "entry='inner'"):
        lift.compile(CALLS, entry="inne", target="interpreter")


def test_the_target_is_looked_at_after_the_program_is_read() -> None:
    for target in (None, "opencl", "cuda"):
        with refused("LIFT0012", "'N'"):
            lift.compile("lift.def @f(%x: !lift.array<N, f32>) -> f32 {\nlift.return %x\n}", target=target)
    with refused("LIFT0201", "'cuda'"):
        lift.compile("lift.def @f(%x: f32) -> f32 {\nlift.return %x\n}", target="cuda")


@pytest.mark.parametrize("name", ["nowhere.mlir", "no@where.mlir", "/home/me@host/{a}%b.mlir"])
def test_a_file_that_is_not_there_is_refused(name: str) -> None:
    with refused("LIFT0003", f"'{name}' cannot be read: No such file"):
        lift.compile(name, target="interpreter")


@pytest.mark.parametrize("name", ["a.mlir", "a@b.mlir", "50% {of} it", 'lift.def @f "quoted"', "two\nlines"])
def test_a_file_may_have_any_name(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / name).write_text(ONE)
    for source in (name, str(tmp_path / name), tmp_path / name):
        assert lift.compile(source, target="interpreter")(3) == 3


ONE = "lift.def @f(%x: i32) -> i32 { lift.return %x }"


@pytest.mark.parametrize("text", [ONE, f"builtin.module {{ {ONE} }}", f'"builtin.module"() ({{ {ONE} }}) : () -> ()'])
def test_a_program_may_be_one_line(text: str) -> None:
    assert lift.compile(text, target="interpreter")(3) == 3


@pytest.mark.parametrize("text", ["", "lift.def @f(", "%x = y"])
def test_what_is_no_path_is_read_as_a_program(text: str) -> None:
    with refused("LIFT0001"):
        lift.compile(text, target="interpreter")


@pytest.mark.parametrize("source", [None, 3, b"a.mlir"])
def test_a_source_of_another_type_is_refused(source: Any) -> None:
    with refused("LIFT0003", "the source is not a program", "a path", f"of type {type(source).__name__}"):
        lift.compile(source, target="interpreter")


def test_an_entry_of_another_type_is_refused() -> None:
    entry: Any = 3
    with refused("LIFT0200", "@3", "@f"):
        lift.compile(ONE, entry=entry, target="interpreter")


def test_every_code_is_of_this_range() -> None:
    assert all(code == kind.code and "LIFT0200" <= code < "LIFT0300" for code, kind in RUNTIME_ERRORS.items())
