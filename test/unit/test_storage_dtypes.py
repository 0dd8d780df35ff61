"""Naturals and bf16 between NumPy and a program: exact dtypes, no silent conversion, and what is said without `ml_dtypes`."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from opencl_device import plain_environment
from xdsl.dialects.builtin import bf16

import lift
from lift.dialects.scalars import SCALARS
from lift.runtime.comparing import compare
from lift.runtime.dtypes import dtype_of
from lift.runtime.random_inputs import random_arguments
from lift.tools.lift_opt.main import main as lift_opt
from lift.tools.lift_run import main as lift_run

BF16 = np.dtype(ml_dtypes.bfloat16)
NATURALS = {"ui8": np.uint8, "ui16": np.uint16, "ui32": np.uint32, "ui64": np.uint64}
STORED = {**NATURALS, "bf16": BF16}
TARGETS = ("interpreter", "opencl")


def identity(type_: str, target: Any = "interpreter") -> Any:
    return lift.compile(f"lift.def @f<N>(%x: {type_}) -> {type_} {{\nlift.return %x\n}}", target=target)


def array(type_: str) -> str:
    return f"!lift.array<N, {type_}>"


def refusal(type_: str, value: Any) -> lift.LiftError:
    with pytest.raises(lift.LiftError) as error:
        identity(type_)(value)
    return error.value


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("type_", STORED)
def test_arrays_and_numbers_come_back_as_they_were(type_: str, target: str) -> None:
    dtype = np.dtype(STORED[type_])
    everything = np.arange(256, dtype=np.uint8).repeat(dtype.itemsize).view(dtype)
    for given, found in (
        (everything, identity(array(type_), target)(everything)),
        (everything[7], identity(type_, target)(everything[7], N=1)),
        (everything[:12].reshape(3, 4), identity(array(f"vector<4x{type_}>"), target)(everything[:12].reshape(3, 4))),
        (everything[:3], identity(f"vector<3x{type_}>", target)(everything[:3], N=1)),
    ):
        assert (found.dtype, found.shape) == (given.dtype, given.shape)
        assert found.tobytes() == given.tobytes()


@pytest.mark.parametrize("target", TARGETS)
def test_tuples_are_structures(target: str) -> None:
    fields = np.dtype([("f0", np.uint8), ("f1", BF16)])
    value = np.array([(1, 2.5), (255, -3.0)], fields)
    found = identity(array("tuple<ui8, bf16>"), target)(value)
    assert found.dtype == fields
    assert found.tobytes() == value.tobytes()
    parts = identity(array("tuple<ui8, bf16>"), target)((value["f0"], value["f1"]))
    assert parts.tobytes() == value.tobytes()


@pytest.mark.parametrize("target", TARGETS)
def test_rows_of_hidden_length_hold_them(target: str) -> None:
    type_ = "!lift.array<N, !lift.exists<X upto 4, !lift.array<X, bf16>>>"
    rows = [np.array(row, BF16) for row in ([1, 2, 3], [], [0.5])]
    found = identity(type_, target)(rows)
    assert [(row.dtype, row.tolist()) for row in found] == [(row.dtype, row.tolist()) for row in rows]


def test_python_numbers_convert_where_they_fit() -> None:
    assert identity(array("ui8"))([0, 255]).tolist() == [0, 255]
    assert identity("ui64")(2**64 - 1, N=1) == np.uint64(2**64 - 1)
    assert identity(array("bf16"))([1, 2.5, 1.003]).tolist() == [1, 2.5, 1]
    assert float(identity("bf16")(10**30, N=1)) == pytest.approx(1e30, rel=1e-2)


@pytest.mark.parametrize(
    ("type_", "value"), [("ui8", 256), ("ui8", -1), ("ui64", 2**64), ("ui32", 1.5), ("bf16", 10**60)]
)
def test_python_numbers_that_do_not_fit_are_refused(type_: str, value: Any) -> None:
    assert refusal(type_, value).code == "LIFT0204"


@pytest.mark.parametrize(
    ("type_", "found", "fix"),
    [
        ("ui8", np.int64, "convert it where every value is from 0 to 255: x.astype('uint8')"),
        ("ui8", np.uint16, "convert it where every value is from 0 to 255: x.astype('uint8')"),
        ("ui8", np.float32, "convert it where every value is an integer from 0 to 255: x.astype('uint8')"),
        ("ui16", np.uint8, "convert it: x.astype('uint16')"),
        ("i32", np.uint32, "convert it where every value is from 0 to 2147483647: x.astype('int32')"),
        ("bf16", np.uint8, "convert it: x.astype('bfloat16')"),
        ("bf16", np.int32, "convert it where every value is from -256 to 256: x.astype('bfloat16')"),
        ("bf16", np.uint16, "convert it where every value is from 0 to 256: x.astype('bfloat16')"),
        ("bf16", np.float32, "convert it where rounding to bfloat16 is meant: x.astype('bfloat16')"),
        ("bf16", np.float16, "convert it where rounding to bfloat16 is meant: x.astype('bfloat16')"),
        ("f32", BF16, "convert it: x.astype('float32')"),
        ("f16", BF16, "convert it where rounding to float16 is meant: x.astype('float16')"),
        ("ui8", BF16, "convert it where every value is an integer from 0 to 255: x.astype('uint8')"),
        ("i1", BF16, "say what is true: x != 0"),
        ("bf16", "V2", "where these bytes are bfloat16, say so: x.view('bfloat16')"),
    ],
)
def test_a_fix_never_changes_values_without_saying_so(type_: str, found: Any, fix: str) -> None:
    error = refusal(array(type_), np.zeros(3, found))
    assert (error.code, error.fix) == ("LIFT0204", fix)


def test_the_bits_of_a_bf16_are_no_naturals() -> None:
    """Two bytes are not taken for two other bytes, in either direction."""
    assert refusal(array("bf16"), np.zeros(3, np.uint16)).code == "LIFT0204"
    assert refusal(array("ui16"), np.zeros(3, BF16)).code == "LIFT0204"


def test_integers_that_a_fix_names_are_kept_by_bf16() -> None:
    kept = np.arange(-256, 257)
    assert (kept.astype(BF16).astype(int) == kept).all()
    assert int(np.array(257).astype(BF16)) != 257


@pytest.fixture
def without_ml_dtypes(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setitem(sys.modules, "ml_dtypes", None)
    dtype_of.cache_clear()
    yield
    dtype_of.cache_clear()


@pytest.mark.usefixtures("without_ml_dtypes")
def test_without_ml_dtypes_an_error_names_the_extra() -> None:
    with pytest.raises(lift.LiftError) as error:
        identity(array("bf16"))(np.zeros(3, np.float32))
    assert error.value.code == "LIFT0212"
    assert error.value.fix == "install the extra: pip install 'lift-xdsl[bf16]'"
    assert identity(array("ui8"))([1]).tolist() == [1]


INSIDE = """lift.def @f<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %r = lift.map (%x) in %xs {
    %b = lift.convert %x : f32 to bf16
    %f = lift.convert %b : bf16 to f32
    lift.yield %f
  }
  lift.return %r
}"""


@pytest.mark.usefixtures("without_ml_dtypes")
def test_a_bf16_that_stays_on_the_device_needs_no_package() -> None:
    assert lift.compile(INSIDE)(np.array([1.003, 2.5], np.float32)).tolist() == [1, 2.5]


def test_the_extra_is_what_the_message_says() -> None:
    text = (Path(__file__).parents[2] / "pyproject.toml").read_text()
    assert f'{SCALARS[bf16].name} = ["{SCALARS[bf16].dtype_package}"]' in text


# What else knows dtypes


def test_random_inputs_are_of_each_type() -> None:
    arrays = ", ".join(f"%x{k}: {array(type_)}" for k, type_ in enumerate(STORED))
    program = lift.compile(f"lift.def @f<N>({arrays}) -> ui8 {{ %r = lift.at %x0[0] lift.return %r }}")
    drawn = random_arguments(program.function, {"N": 50}, {}, np.random.default_rng(0)).arguments
    assert [value.dtype for value in drawn] == [np.dtype(dtype) for dtype in STORED.values()]
    assert all(len(set(value.tolist())) > 10 for value in drawn)
    assert 0 <= float(drawn[-1].min()) <= float(drawn[-1].max()) <= 1


def test_results_of_bf16_are_compared_as_floats_of_their_precision() -> None:
    values = np.array([1.0, np.nan, 3.0], BF16)
    assert compare(values, values.copy(), 1).values == 3
    near = values.copy()
    near[0] = near[0] + 2**-7
    assert compare(near, values, 1).worst > 0
    with pytest.raises(lift.LiftError, match="1 of 3 values"):
        compare(np.array([2.0, np.nan, 3.0], BF16), values, 1)
    with pytest.raises(lift.LiftError, match="another form"):
        compare(values.view(np.uint16), values, 1)


def test_naturals_are_compared_exactly() -> None:
    with pytest.raises(lift.LiftError, match="1 of 2 values"):
        compare(np.array([1, 255], np.uint8), np.array([1, 254], np.uint8), 1)


SCALED = """lift.def @f<N>(%xs: !lift.array<N, ui8>, %w: bf16, %k: ui16, %c: i1) -> !lift.array<N, tuple<bf16, ui16>> {
  %r = lift.map (%x) in %xs {
    %f = lift.convert %x : ui8 to f32
    %g = lift.convert %w : bf16 to f32
    %y = arith.mulf %f, %g : f32
    %b = lift.convert %y : f32 to bf16
    %z = arith.select %c, %b, %w : bf16
    %t = lift.tuple %z, %k
    lift.yield %t
  }
  lift.return %r
}"""


def test_lift_run_draws_runs_and_checks_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "p.mlir").write_text(SCALED)
    assert lift_run([str(tmp_path / "p.mlir"), "--random", "N=17", "--check"]) == 0
    assert "the interpreter agrees: 34 values, all the same" in capsys.readouterr().out


def test_a_printed_program_takes_and_gives_them(tmp_path: Path) -> None:
    (tmp_path / "p.mlir").write_text(SCALED)
    printed = tmp_path / "printed.py"
    assert lift_opt([str(tmp_path / "p.mlir"), "-p", "lift-to-opencl", "-t", "host-py", "-o", str(printed)]) == 0
    script = """
import ml_dtypes, numpy as np, printed
pixels = np.arange(5, dtype=np.uint8)
r = printed.f(pixels, 1.5, 7, True)
assert r.dtype == np.dtype([("f0", ml_dtypes.bfloat16), ("f1", np.uint16)]), r.dtype
assert r["f0"].tolist() == [0, 1.5, 3, 4.5, 6] and r["f1"].tolist() == [7] * 5
assert printed.f(pixels, ml_dtypes.bfloat16(2), np.uint16(65535), False)["f0"].tolist() == [2] * 5
for wrong in ((pixels, 1.5, -1, True), (pixels, 1.5, 65536, True), (pixels.astype(int), 1.5, 7, True), (pixels, 1.5, 0.5, True)):
    try:
        printed.f(*wrong)
    except (TypeError, OverflowError):
        continue
    raise AssertionError(wrong)
"""
    env = plain_environment()
    subprocess.run([sys.executable, "-c", script], cwd=tmp_path, check=True, env=env)
    subprocess.run([sys.executable, str(printed), "N=9"], cwd=tmp_path, check=True, stdout=subprocess.DEVNULL, env=env)


# Arrays of PyOpenCL


def on_device(queue: Any, values: Any) -> Any:
    """PyOpenCL copies no bfloat16, so what OpenCL has is copied, and seen as what it is."""
    import pyopencl.array as cl_array

    return (
        cl_array.to_device(queue, values.view(np.uint16)).view(BF16)
        if values.dtype == BF16
        else cl_array.to_device(queue, values)
    )


def test_pyopencl_arrays_are_taken_and_given() -> None:
    import pyopencl as cl

    queue = cl.CommandQueue(cl.create_some_context(interactive=False))
    text = """lift.def @f<N>(%xs: !lift.array<N, ui8>, %ws: !lift.array<N, bf16>) -> tuple<!lift.array<N, ui8>, !lift.array<N, bf16>> {
      %xr = lift.gather %xs by (i) -> (N - 1 - i)
      %wr = lift.gather %ws by (i) -> (N - 1 - i)
      %r = lift.tuple %xr, %wr
      lift.return %r
    }"""
    pixels, weights = np.arange(10, dtype=np.uint8), np.arange(10).astype(BF16)
    first, second = lift.compile(text)(on_device(queue, pixels), on_device(queue, weights))
    assert (first.dtype, second.dtype) == (np.uint8, BF16)
    assert first.get().tolist() == pixels[::-1].tolist()
    assert second.view(np.uint16).get().view(BF16).tolist() == weights[::-1].tolist()
    interpreted = lift.compile(text, target="interpreter")(on_device(queue, pixels), on_device(queue, weights))
    assert interpreted[1].tolist() == weights[::-1].tolist()
    with pytest.raises(lift.LiftError, match="wrong dtype"):
        lift.compile(text)(on_device(queue, pixels), on_device(queue, weights.view(np.uint16)))
