"""Rows of different length, passed and given back as values and offsets, lists, matrices of SciPy and arrays of Awkward."""

import subprocess
import sys
from functools import cache
from typing import Any

import awkward as ak
import numpy as np
import pytest
import scipy.sparse as sp

import lift
from lift.runtime.device.program import OpenCLProgram
from lift.runtime.program import InterpretedProgram

SCALED = """
lift.def @scaled<N, rows[N]>(%m: !lift.array<i : N, !lift.array<rows[i], f32>>, %c: f32)
    -> !lift.array<i : N, !lift.array<rows[i], f32>> {
  %r = lift.map (%row) in %m {
    %line = lift.map (%x) in %row {
      %y = arith.mulf %x, %c : f32
      lift.yield %y
    }
    lift.yield %line
  }
  lift.return %r
}"""

TRIANGLE = """
lift.def @sums<N>(%m: !lift.array<i : N, !lift.array<i + 1, i32>>) -> !lift.array<N, i32> {
  %zero = arith.constant 0 : i32
  %r = lift.map (%row) in %m {
    %sum = lift.reduce (%acc, %x) in %row from %zero {
      %s = arith.addi %acc, %x : i32
      lift.yield %s
    }
    lift.yield %sum
  }
  lift.return %r
}"""

BOTH = """
lift.def @both<N, rows[N]>(%a: !lift.array<i : N, !lift.array<rows[i], f32>>,
    %b: !lift.array<i : N, !lift.array<rows[i], f32>>) -> !lift.array<i : N, !lift.array<rows[i], tuple<f32, f32>>> {
  %pairs = lift.zip %a, %b
  %r = lift.map (%pair) in %pairs {
    %x = lift.get %pair[0]
    %y = lift.get %pair[1]
    %z = lift.zip %x, %y
    lift.yield %z
  }
  lift.return %r
}"""

HIDDEN = """
lift.def @firsts<N, M>(%xs: !lift.array<N, !lift.exists<X upto M, !lift.array<X, i32>>>)
    -> !lift.array<N, !lift.exists<X upto M, !lift.array<X, i32>>> {
  %zero = arith.constant 0 : i32
  %r = lift.map (%row) in %xs {
    %kept = lift.filter (%x) in %row {
      %keep = arith.cmpi sgt, %x, %zero : i32
      lift.yield %keep
    }
    lift.yield %kept
  }
  lift.return %r
}"""

VALUES = np.arange(5, dtype=np.float32)
TARGETS = ("opencl", "interpreter")


@cache
def compiled(source: str, target: str) -> OpenCLProgram | InterpretedProgram:
    return lift.compile(source, target=target)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(
    "rows",
    [
        lift.Ragged(VALUES, lengths=[2, 0, 3]),
        lift.Ragged(VALUES, offsets=np.array([0, 2, 2, 5], np.int32)),
        lift.Ragged(np.concatenate([[9, 9], VALUES, [9]]).astype(np.float32), offsets=[2, 4, 4, 7]),
        [VALUES[:2], VALUES[:0], VALUES[2:]],
        [[0, 1], [], [2, 3.0, 4]],
        lift.Ragged(VALUES, lengths=[2, 0, 3]).to_awkward(),
        ak.Array([[8.0], [0, 1], [], [2, 3, 4]])[1:],
    ],
)
def test_every_form_of_rows_is_taken(rows: Any, target: str) -> None:
    if isinstance(rows, ak.Array):
        rows = ak.values_astype(rows, np.float32)
    result = compiled(SCALED, target).ragged(rows, np.float32(2))
    assert isinstance(result, lift.Ragged)
    assert result.lengths.tolist() == [2, 0, 3]
    np.testing.assert_array_equal(result.values, 2 * VALUES)
    assert [row.tolist() for row in result] == [[0, 2], [], [4, 6, 8]]
    np.testing.assert_array_equal(compiled(SCALED, target)(rows, np.float32(2)), 2 * VALUES)


@pytest.mark.parametrize("target", TARGETS)
def test_rows_of_a_closed_form_are_checked(target: str) -> None:
    sums = compiled(TRIANGLE, target)
    rows = [np.arange(i + 1, dtype=np.int32) for i in range(5)]
    assert sums(rows).tolist() == [0, 1, 3, 6, 10]
    assert sums(ak.values_astype(ak.Array(rows), np.int32)).tolist() == [0, 1, 3, 6, 10]
    rows[2], rows[3] = rows[3], rows[2]
    with pytest.raises(lift.LiftError, match=r"(?s)row 2 of %m has the wrong length.*expected: .*= 3.*found: +4"):
        sums(rows)


def test_a_table_that_is_given_as_well_must_be_the_same() -> None:
    scaled = compiled(SCALED, "opencl")
    rows = lift.Ragged(VALUES, lengths=[2, 0, 3])
    np.testing.assert_array_equal(scaled(rows, np.float32(1), rows=np.array([2, 0, 3])), VALUES)
    with pytest.raises(lift.LiftError, match="row 1 of %m has the wrong length"):
        scaled(rows, np.float32(1), rows=np.array([2, 1, 2]))


@pytest.mark.parametrize("target", TARGETS)
def test_two_parameters_with_one_table(target: str) -> None:
    both = compiled(BOTH, target)
    a, b = lift.Ragged(VALUES, lengths=[2, 0, 3]), lift.Ragged(VALUES + 1, lengths=[2, 0, 3])
    result = both.ragged(a, b)
    np.testing.assert_array_equal(result.values, (VALUES, VALUES + 1))
    records = result.to_awkward()
    assert records.f1.tolist() == [[1, 2], [], [3, 4, 5]]
    again = both.ragged(records.f0, records.f1)
    np.testing.assert_array_equal(again.values, result.values)
    with pytest.raises(lift.LiftError, match="row 0 of %b has the wrong length"):
        both(a, lift.Ragged(VALUES, lengths=[3, 0, 2]))


@pytest.mark.parametrize("target", TARGETS)
def test_rows_of_hidden_length(target: str) -> None:
    firsts = compiled(HIDDEN, target)
    given = ak.values_astype(ak.Array([[1, -1], [], [3, 4, -5]]), np.int32)
    result = firsts.ragged(given, M=3)
    assert [row.tolist() for row in result] == [[1], [], [3, 4]]
    assert firsts.ragged(result, M=3).to_awkward().tolist() == [[1], [], [3, 4]]


def matrix(dtype: Any = np.float32) -> sp.csr_array:
    dense = np.zeros((4, 6), dtype)
    dense[0, 1], dense[2, 0], dense[2, 5], dense[3, 3] = 1, 2, 3, 4
    return sp.csr_array(dense)


@pytest.mark.parametrize("kind", [sp.csr_array, sp.csr_matrix])
def test_matrices_of_scipy(kind: type) -> None:
    csr, a, v = lift.compile("examples/csr.mlir"), matrix(), np.arange(6, dtype=np.float32)
    np.testing.assert_array_equal(csr(kind(a), v), a @ v)


def test_wide_columns_are_converted_and_it_is_said() -> None:
    csr, a, v = lift.compile("examples/csr.mlir"), matrix(), np.arange(6, dtype=np.float32)
    wide = sp.csr_array((a.data, a.indices.astype(np.int64), a.indptr.astype(np.int64)), shape=a.shape)
    wide.indices = wide.indices.astype(np.int64)  # SciPy has made it narrow again
    with pytest.warns(lift.ConversionWarning, match="converted from int64 to int32"):
        np.testing.assert_array_equal(csr(wide, v), a @ v)
    wide.indices[0] = 1 << 40
    with pytest.raises(lift.LiftError, match="the columns of %m do not fit int32"):
        csr(wide, v)


def test_nothing_is_reinterpreted() -> None:
    csr, a, v = lift.compile("examples/csr.mlir"), matrix(), np.arange(6, dtype=np.float32)
    for other in (a.tocsc(), a.tocoo()):
        with pytest.raises(lift.LiftError, match=r"(?s)format.*m\.tocsr\(\)"):
            csr(other, v)
    with pytest.raises(lift.LiftError, match="wrong dtype"):
        csr(matrix(np.float64), v)
    scaled = compiled(SCALED, "opencl")
    with pytest.raises(lift.LiftError, match="%m"):
        scaled(a, np.float32(1))  # pairs are no numbers
    for wrong in ([["a"]], [[None]], [[[1.0]]], [1.0, None], ["ab", "c"]):
        with pytest.raises(lift.LiftError, match="%m has no rows of numbers"):
            scaled(ak.Array(wrong), np.float32(1))
    with pytest.raises(lift.LiftError, match="differ in dtype"):
        scaled([VALUES, VALUES.astype(np.float64)], np.float32(1))


def test_matrices_are_given_back() -> None:
    a = matrix()
    rows = lift.Ragged((a.indices, a.data), offsets=a.indptr)
    again = rows.to_scipy(6)
    assert (again != a).nnz == 0
    assert np.shares_memory(again.data, a.data)
    with pytest.raises(lift.LiftError, match="a column is not in the matrix"):
        rows.to_scipy(5)
    with pytest.raises(lift.LiftError, match="rows are no matrix"):
        lift.Ragged(VALUES, lengths=[5]).to_scipy(5)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({}, "either lengths or offsets"),
        ({"lengths": [5], "offsets": [0, 5]}, "either lengths or offsets"),
        ({"lengths": [2, 2]}, r"(?s)not as many elements.*4 values, for 2 rows"),
        ({"lengths": [6, -1]}, "negative"),
        ({"lengths": [2.5, 2.5]}, "wrong form"),
        ({"offsets": []}, "no offsets"),
        ({"offsets": [0, 4, 2, 5]}, r"(?s)decrease.*4, 2 at 1"),
    ],
)
def test_rows_that_do_not_fit_their_values(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(lift.LiftError, match=message):
        lift.Ragged(VALUES, **arguments)


def test_rows_are_views() -> None:
    rows = lift.Ragged((VALUES, VALUES + 1), lengths=[2, 0, 3])
    assert len(rows) == 3
    assert repr(rows) == "<3 rows with 5 elements in all>"
    assert [part.tolist() for part in rows[-1]] == [[2, 3, 4], [3, 4, 5]]
    assert np.shares_memory(rows[0][0], VALUES)
    with pytest.raises(IndexError):
        rows[3]
    one = lift.Ragged(VALUES, lengths=[5]).to_awkward()
    assert np.shares_memory(one.layout.content.data, VALUES)


class Exported:
    """An array that has nothing but DLPack."""

    def __init__(self, array: np.ndarray):
        self.array = array

    def __dlpack__(self, **options: Any) -> Any:
        return self.array.__dlpack__(**options)

    def __dlpack_device__(self) -> Any:
        return self.array.__dlpack_device__()


class Interfaced:
    """An array that has nothing but the array interface."""

    def __init__(self, array: np.ndarray):
        self.__array_interface__ = array.__array_interface__
        self.array = array


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("kind", [Exported, Interfaced])
def test_plain_arrays_of_other_packages(kind: type, target: str) -> None:
    scaled = compiled(SCALED, target)
    rows = np.array([2, 0, 3])
    np.testing.assert_array_equal(scaled(kind(VALUES), np.float32(3), rows=kind(rows)), 3 * VALUES)
    with pytest.raises(lift.LiftError, match="wrong dtype"):
        scaled(kind(VALUES.astype(np.float64)), np.float32(3), rows=rows)


def test_neither_package_is_imported_by_a_call() -> None:
    program = f"""
import sys, numpy as np, lift
scaled = lift.compile('''{SCALED}''')
scaled.ragged([np.ones(2, np.float32)], np.float32(1))
assert not [name for name in sys.modules if name.split('.')[0] in ('scipy', 'awkward')], sys.modules
"""
    subprocess.run([sys.executable, "-c", program], check=True)
