"""What a device cannot do is refused before anything runs, and indices get 64 bits where 32 may not be enough."""

from dataclasses import replace
from typing import Any

import device_programs as programs
import numpy as np
import pytest
from device_programs import X, refused

import lift
from lift.runtime.boundary import check_call
from lift.runtime.device import build
from lift.runtime.device.build import check_device
from lift.runtime.device.calling import limits_of
from lift.runtime.device.devices import find_device
from lift.runtime.device.program import OpenCLProgram
from lift.runtime.device.schedule import Limits, Run, schedule, smaller_group

REVERSED_ROWS = """lift.def @rows<N, M>(%x: !lift.array<N, !lift.array<M, f32>>) -> !lift.array<N, !lift.array<M, f32>> {
  %r = ocl.map_wrg<0> (%row) in %x {
    %tile = ocl.map_lcl<0> (%e) in %row {
      %w = ocl.to_local %e
      lift.yield %w
    }
    %g = lift.gather %tile by (i) -> (M - 1 - i)
    %o = ocl.map_lcl<0> (%e) in %g {
      lift.yield %e
    }
    lift.yield %o
  }
  lift.return %r
}
"""

SQUARES = """lift.def @f<N>(%x: !lift.array<N, i32>) -> !lift.array<N, i32> {
  %g = lift.gather %x by (i) -> ((i * i) mod N)
  %r = lift.map (%e) in %g {
    %y = arith.addi %e, %e : i32
    lift.yield %y
  }
  lift.return %r
}
"""


@pytest.fixture(scope="module")
def dot() -> OpenCLProgram:
    return lift.compile(programs.DOT)


# Refused before anything runs


def sizes_of(program: OpenCLProgram, *arguments: object, **named: object) -> Any:
    return check_call(program.function, arguments, named).sizes


def limits(**changed: Any) -> Limits:
    return replace(limits_of(find_device()), **changed)


def test_a_buffer_larger_than_the_device_allows(dot: OpenCLProgram) -> None:
    sizes = sizes_of(dot, X, X)
    schedule(dot.lowered.plan, sizes, limits(buffer=40))
    with refused("LIFT0233", "%x is larger", "at most 39 bytes", "40 bytes", "N = 10"):
        schedule(dot.lowered.plan, sizes, limits(buffer=39))
    with refused("LIFT0233", r"the buffer parts, of 2 \* min\(N, 4\) elements,"):
        schedule(dot.lowered.plan, sizes_of(dot, X[:4], X[:4]), limits(buffer=31))


def test_more_memory_than_the_device_has(dot: OpenCLProgram) -> None:
    needed = 40 + 40 + 32 + 4
    schedule(dot.lowered.plan, sizes_of(dot, X, X), limits(memory=needed))
    with refused("LIFT0233", "@dot needs more memory", "115 bytes", "116 bytes"):
        schedule(dot.lowered.plan, sizes_of(dot, X, X), limits(memory=needed - 1))


def test_more_local_memory_than_the_device_has() -> None:
    program = lift.compile(programs.ITERATIONS)
    sizes = sizes_of(program, np.arange(4, dtype=np.int32), M=2)
    schedule(program.lowered.plan, sizes, limits(local=16))
    with refused("LIFT0233", "@step", "tile, of 4 elements: 16 bytes", "keep less", "M = 2, N = 4"):
        schedule(program.lowered.plan, sizes, limits(local=15))


def test_local_memory_has_the_name_that_it_has_in_the_kernel() -> None:
    program = lift.compile(REVERSED_ROWS)
    assert ("tile", "temporary", "local", "M", "f32", "rows_1") in [one.text for one in program.memory]
    with refused("LIFT0233", "@rows_1", "tile, of M elements: 40 bytes", "smaller sizes", "N = 1, M = 10"):
        schedule(program.lowered.plan, sizes_of(program, X.reshape(1, 10)), limits(local=39))


def test_a_launch_that_is_written_down_must_fit() -> None:
    text = programs.DOT.replace("local = [1]", "local = [8]")
    program = lift.compile(text)
    with refused("LIFT0234", "@dot_2", "a work group of 8", "at most 4 work items"):
        schedule(program.lowered.plan, sizes_of(program, X, X), limits(group=4))
    with refused("LIFT0234", "@dot_2"):
        schedule(program.lowered.plan, sizes_of(program, X, X), limits(items=(4, 4, 4)))


def test_a_launch_that_is_not_is_made_smaller(dot: OpenCLProgram) -> None:
    runs = [c for c in schedule(dot.lowered.plan, sizes_of(dot, X, X), limits(group=1)).commands if isinstance(c, Run)]
    assert [(run.items, run.group) for run in runs] == [((4,), (1,)), ((1,), (1,))]
    assert smaller_group((64, 64, 2), limits(group=256, items=(1024, 1024, 1))) == (16, 16, 1)


def test_an_empty_launch_is_left_out() -> None:
    program = lift.compile(programs.DOT.replace("groups = [min(N, 4)]", "groups = [N - 1]"))
    planned = schedule(program.lowered.plan, sizes_of(program, X[:1], X[:1]), limits())
    assert [c.kernel.function_name for c in planned.commands if isinstance(c, Run)] == ["dot_2"]


def test_a_type_that_the_device_lacks() -> None:
    class Small:
        name = "small"
        extensions = "cl_khr_fp64 cl_khr_int64_base_atomics"

    device: Any = Small()
    check_device(device, "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n")
    with refused("LIFT0232", "small cannot compute with f16"):
        check_device(device, "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n")
    if "cl_khr_fp16" not in find_device().extensions.split():
        half = programs.ITERATIONS.replace("i32", "f16").replace("arith.addi %a, %k", "arith.addf %a, %a")
        half = half.replace("  %k = kernel.apply [iteration] : f16\n", "")
        with refused("LIFT0232", "f16"):
            lift.compile(half)(np.zeros(4, np.float16), M=2)


def test_wrong_arguments_are_named(dot: OpenCLProgram) -> None:
    with refused("LIFT0205", "%y of @dot has the wrong size"):
        dot(X, X[:3])
    with refused("LIFT0204", "%x has the wrong dtype"):
        dot(X.astype(np.float64), X)
    stated = lift.compile(programs.IDENTITY.replace(" {", " where [N mod 2 eq 0] {", 1))
    with refused("LIFT0209", "N mod 2 eq 0", "N = 3"):
        stated(np.zeros((3, 1), np.float32))


def with_function(code: str) -> str:
    return f"""lift.def @f<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {{
  %r = lift.map (%x) in %xs {{
    %y = lift.call @bad(%x) : f32
    lift.yield %y
  }}
  lift.return %r
}}
lift.user_fun @bad(a: f32) -> f32 = "{code}"
"""


def test_a_mistake_in_a_c_function_is_shown_where_that_is_written() -> None:
    for _ in ("compiled", "from the cache"):
        with refused("LIFT0239", "C code of @bad", "'nothing', in line 2 of it: return nothing;") as found:
            lift.compile(with_function("float b = a;\\n  return nothing;"))(X)
        assert str(found.value.location) == "<string>:8:1"


def test_a_refused_text_is_shown_with_its_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build, "BUILD_OPTIONS", (*build.BUILD_OPTIONS, "-Dkernel=nothing"))
    with refused("LIFT0236", "internal error", r" \d+ \| kernel void f_1", "C code of @bad, or report it"):
        lift.compile(with_function("return a + 17.0f;"))(X)


# 64 bits


def test_indices_are_long_where_they_could_overflow() -> None:
    squares = lift.compile(SQUARES, strategy="plain")
    for n, long in ((46341, False), (46342, True)):
        assert schedule(squares.lowered.plan, sizes_of(squares, np.zeros(n, np.int32)), limits()).long is long


def test_both_widths_are_built_once() -> None:
    program = lift.compile(SQUARES)
    assert "const int N" in program.opencl
    assert "const long N" in program.lowered.text(long=True)
    for n, builds in ((7, 1), (11, 1), (46343, 2), (46349, 2)):
        x = np.arange(n, dtype=np.int32)
        np.testing.assert_array_equal(program(x), 2 * x[np.arange(n) ** 2 % n])
        assert len(program.caller._builds) == builds
