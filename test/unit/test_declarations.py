"""PoCL reads the declarations that a program needs, and no others."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import cast

import numpy as np
import pyopencl as cl
import pytest

from lift.runtime.device import build
from lift.runtime.device.declarations import DECLARED, with_declarations
from lift.runtime.device.devices import find_device

TEXT = "kernel void f(global float* x) { x[get_global_id(0)] = fma(x[0], convert_float(3), sqrt(2.0f)); }\n"

pytestmark = pytest.mark.skipif(
    "Portable Computing Language" not in find_device().platform.name, reason="the default device is not PoCL's"
)


@pytest.fixture
def device() -> cl.Device:
    return find_device()


def built(device: cl.Device, text: str, *options: str) -> cl.Program:
    return cl.Program(cl.Context([device]), text).build(options=["-cl-std=CL1.2", *options], devices=[device])


def test_only_what_a_program_names_is_declared(device: cl.Device) -> None:
    text = with_declarations(device, TEXT)
    assert text is not None
    assert text.endswith(TEXT)
    assert "float __ovld __cnfn fma(float" in text
    assert "double16 __ovld __cnfn convert_double16" not in text
    assert "native_sin(" not in text
    assert text.count("#if") == text.count("#endif")
    built(device, text, DECLARED)


def test_the_code_is_the_same(device: cl.Device) -> None:
    text = with_declarations(device, TEXT)
    assert text is not None
    results: list[bytes] = []
    for program in (built(device, TEXT), built(device, text, DECLARED)):
        x = np.arange(5, dtype=np.float32)
        context = cast("cl.Context", program.get_info(cl.program_info.CONTEXT))
        with cl.CommandQueue(context) as queue:
            buffer = cl.Buffer(context, cl.mem_flags.COPY_HOST_PTR, hostbuf=x)
            cl.Kernel(program, "f")(queue, (5,), None, buffer)
            cl.enqueue_copy(queue, x, buffer)
        results.append(x.tobytes())
    assert results[0] == results[1]


def test_it_takes_less_time(device: cl.Device) -> None:
    def seconds(declared: bool) -> float:
        begin = time.process_time()
        options = [DECLARED] if declared else []
        for k in range(3):
            text = f"{TEXT}// {begin} {k}"  # nothing that PoCL has kept on disk
            built(device, (with_declarations(device, text) or "") if declared else text, *options)
        return time.process_time() - begin

    seconds(declared=True)
    assert 2 * seconds(declared=True) < seconds(declared=False)


def test_what_needs_other_functions_is_built_as_it_is(device: cl.Device) -> None:
    """A name that is pasted together is none that the text has."""
    text = "#define TO(t) convert_ ## t ## _rte\nkernel void f(global int* x) { x[0] = TO(int)(2.5f); }\n"
    assert "convert_int_rte(" not in (with_declarations(device, text) or "")
    build._built(cl.Context([device]), device, text, tuple)


@dataclass
class Platform:
    name: str
    version: str


@dataclass
class Device:
    """What another OpenCL says of itself."""

    platform: Platform


@pytest.mark.parametrize(
    "platform",
    [
        Platform("Oclgrind", "OpenCL 1.2 (Oclgrind 21.10)"),
        Platform("Portable Computing Language", "OpenCL 3.0 PoCL 6.0"),
    ],
    ids=["oclgrind", "another PoCL"],
)
def test_another_compiler_reads_what_it_always_does(platform: Platform) -> None:
    assert with_declarations(cast("cl.Device", Device(platform)), TEXT) is None
