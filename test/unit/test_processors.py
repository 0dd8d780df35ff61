"""A CPU that the compiler inside of PoCL does not know gets the name of one that it does."""

import ctypes

import numpy as np
import pytest
from opencl_device import NAMED, run

from lift.runtime.device.processors import UNKNOWN, rename, stand_in

AVX2 = {"avx2", "bmi1", "bmi2", "f16c", "fma", "movbe", "abm"}
AVX512 = AVX2 | {"avx512f", "avx512cd", "avx512bw", "avx512dq", "avx512vl", "adx", "clwb", "clflushopt"}


class Kept(ctypes.Structure):
    """Something like what PoCL keeps about a device."""

    _fields_ = (
        ("number", ctypes.c_size_t),
        ("like_an_address", ctypes.c_size_t),
        ("cpu", ctypes.c_char_p),
        ("kind", ctypes.c_char_p),
        ("far", ctypes.c_char_p * 300),
    )


def kept(cpu: bytes = UNKNOWN, kind: bytes = b"x86_64-unknown-linux-gnu") -> Kept:
    return Kept(3, 2**40 + 8, cpu, kind)


def test_the_name_is_replaced_where_it_is_kept():
    found = kept()
    assert rename(ctypes.addressof(found), b"haswell")
    assert (found.cpu, found.kind, found.number) == (b"haswell", b"x86_64-unknown-linux-gnu", 3)


@pytest.mark.parametrize("found", [kept(cpu=b"znver3"), kept(kind=b"aarch64-unknown-linux-gnu")])
def test_nothing_else_is_replaced(found: Kept):
    before = found.cpu
    assert not rename(ctypes.addressof(found), b"haswell")
    assert found.cpu == before


def test_nothing_is_replaced_where_it_may_be_one_of_two():
    found = kept()
    found.far[0], found.far[1] = b"x86_64-pc", UNKNOWN
    assert not rename(ctypes.addressof(found), b"haswell")
    assert found.cpu == UNKNOWN


@pytest.mark.parametrize(
    ("flags", "name"),
    [(AVX512, b"skylake-avx512"), (AVX512 - {"avx512bw"}, b"haswell"), (AVX2, b"haswell"), ({"sse2"}, None)],
)
def test_the_stand_in_has_nothing_that_the_cpu_has_not(flags: set[str], name: bytes | None):
    assert stand_in(flags) == name


@pytest.mark.skipif(NAMED, reason="the first device has a name for this CPU, or is not PoCL")
def test_a_device_without_a_name_builds_functions_on_wide_vectors():
    """They come from the library of PoCL, which is for CPUs like the one that lends its name."""
    x = np.full(16, 9, np.float32)
    run("kernel void roots(global float16 *x) { x[0] = sqrt(x[0]) + exp2(x[0] - 6.0f); }", "roots", x)
    assert np.array_equal(x, np.full(16, 11))
