"""Functions of f32 by polynomials on a device: at most 3 ulp off, or 4 for sines and cosines, which is what OpenCL demands."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

import lift

FUNCTIONS = {
    "exp": np.exp,
    "exp2": np.exp2,
    "log": np.log,
    "log2": np.log2,
    "log10": np.log10,
    "sin": np.sin,
    "cos": np.cos,
}
LIMITS = {"sin": 4, "cos": 4}

CORNERS = np.array(
    [
        *(0.0, 0.5, 0.70710678, 1.0, 2.0, 2.7182818, 10.0, 87.33655, 88.72284, 89.0, 103.97208, 104.0, 126.0, 127.0),
        *(128.0, 129.0, 149.0, 150.0, 151.0, 1000.0, 1.4e-45, 1.1754944e-38, 3.4028235e38, np.inf, np.nan),
        *(0.78539816, 1.5707964, 3.1415927, 4.712389, 6.2831855, 1e5, 1e10, 8192.0),
        *(np.arange(1, 5216, 7) * (np.pi / 2)),
    ],
    np.float32,
)
"""Where results begin or cease to be normal, denormal, 0 or infinite, where an exponent changes, and quarters of a circle."""


def arguments() -> np.ndarray:
    """Every 2^10th float, and the neighbours of those where something changes, with both signs."""
    sample = np.arange(0, 1 << 32, 1 << 10, dtype=np.uint64).astype(np.uint32)
    near = CORNERS.view(np.uint32)[:, None] + np.arange(-200, 201)
    near = (near & 0xFFFFFFFF).astype(np.uint32).ravel()
    return np.concatenate([sample, near, near ^ np.uint32(1 << 31)]).view(np.float32)


def ulps(given: np.ndarray, exact: np.ndarray) -> np.ndarray:
    """How far results are from the exact ones, in units of the last place of a float of that size."""
    _, exponent = np.frexp(exact)
    return np.abs(given.astype(np.float64) - exact) / np.ldexp(1.0, np.maximum(exponent - 24, -149))


@cache
def mapped(type_: str) -> Any:
    """Every function of the elements of an array."""
    lines = "".join(f"    %{name} = math.{name} %e : {type_}\n" for name in FUNCTIONS)
    return lift.compile(
        f"""
lift.def @f<N>(%x: !lift.array<N, {type_}>) -> !lift.array<N, tuple<{", ".join([type_] * len(FUNCTIONS))}>> {{
  %r = lift.map (%e) in %x {{
{lines}
    %all = lift.tuple {", ".join(f"%{name}" for name in FUNCTIONS)}
    lift.yield %all
  }}
  lift.return %r
}}""",
        profile="pocl",
    )


@pytest.mark.slow
def test_every_part_of_the_range_is_within_the_limits() -> None:
    x = arguments()
    results = mapped("f32")(x)
    for k, (name, function) in enumerate(FUNCTIONS.items()):
        given = results[f"f{k}"]
        with np.errstate(all="ignore"):
            exact = function(x.astype(np.float64))
            rounded = exact.astype(np.float32)
        finite = np.isfinite(rounded)
        np.testing.assert_array_equal(given[~finite], rounded[~finite])
        assert ulps(given[finite], exact[finite]).max() <= LIMITS.get(name, 3)


@pytest.mark.parametrize("width", [2, 3, 4, 8, 16])
def test_vectors_give_what_scalars_give(width: int) -> None:
    x = np.resize(np.concatenate([CORNERS, -CORNERS, np.linspace(-110, 100, 999, dtype=np.float32)]), (80, width))
    vectors, scalars = mapped(f"vector<{width}xf32>")(x), mapped("f32")(x.ravel())
    for k in range(len(FUNCTIONS)):
        np.testing.assert_array_equal(vectors[f"f{k}"], scalars[f"f{k}"].reshape(x.shape))


def test_sines_keep_the_sign_of_zero() -> None:
    given = mapped("f32")(np.array([0.0, -0.0], np.float32))[f"f{[*FUNCTIONS].index('sin')}"]
    np.testing.assert_array_equal(np.signbit(given), [False, True])


@pytest.mark.slow
def test_near_arguments_are_off_by_less_than_the_library_may() -> None:
    """Where the library is not asked, for which no more than OpenCL's limit is known.

    How far off they are depends on the processor: whether products and sums are fused is the OpenCL compiler's choice.
    """
    x = np.concatenate([np.arange(0x39000000, 0x46000001, 37, dtype=np.uint32), CORNERS.view(np.uint32)]).view(
        np.float32
    )
    x = x[x <= 8192]
    x = np.concatenate([x, -x])
    results = mapped("f32")(x)
    for name in ("sin", "cos"):
        assert ulps(results[f"f{[*FUNCTIONS].index(name)}"], FUNCTIONS[name](x.astype(np.float64))).max() < 3
