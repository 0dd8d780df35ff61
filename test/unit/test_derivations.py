"""Derivations: programs that say nothing of a device, rewritten step by step until they are mapped, against NumPy."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

import numpy as np
import pytest
from numpy.typing import NDArray

import lift
from lift.dialects.loader import lift_context, load_module, verify
from lift.passes.apply import ApplyPass
from lift.runtime.device.program import OpenCLProgram

FOLDER: Final = Path(__file__).parents[1] / "filecheck" / "derivations"


def steps_of(path: Path) -> list[str]:
    """The steps that a file is derived by: the lines after `// STEP:`."""
    lines = path.read_text().splitlines()
    return [line.removeprefix("// STEP:").strip() for line in lines if line.startswith("// STEP:")]


@cache
def derived(name: str) -> OpenCLProgram:
    """A program of the folder, after its steps."""
    path = FOLDER / f"{name}.mlir"
    module = load_module(path)
    for step in steps_of(path):
        ApplyPass(step=step).apply(lift_context(), module)
        verify(module)
    return lift.compile(module)


def whole(rng: np.random.Generator, *shape: int) -> NDArray[np.float32]:
    """Whole numbers, whose sums do not depend on their order."""
    return rng.integers(-4, 5, shape).astype(np.float32)


@pytest.mark.parametrize("name", ["matmul_registers", "matmul_local"])
@pytest.mark.parametrize(("m", "k", "n"), [(1, 1, 1), (2, 3, 1), (3, 5, 2)])
def test_matmul(name: str, m: int, k: int, n: int) -> None:
    rng = np.random.default_rng(0)
    a, b = whole(rng, 8 * m, 4 * k), whole(rng, 4 * k, 16 * n)
    np.testing.assert_array_equal(derived(name)(a, b), a @ b)


@pytest.mark.parametrize("n", [1, 2, 5])
def test_dot(n: int) -> None:
    rng = np.random.default_rng(0)
    x, y = whole(rng, 16384 * n), whole(rng, 16384 * n)
    assert float(derived("dot")(x, y)) == float(x @ y)


@pytest.mark.parametrize(("n", "m"), [(1, 1), (3, 2), (4, 5)])
def test_gemv(n: int, m: int) -> None:
    rng = np.random.default_rng(0)
    a, x = whole(rng, 4 * n, 16 * m), whole(rng, 16 * m)
    np.testing.assert_array_equal(derived("gemv")(a, x), a @ x)


@pytest.mark.parametrize("n", [1, 3])
def test_nbody(n: int) -> None:
    rng = np.random.default_rng(0)
    program = derived("nbody")
    original = lift.compile(FOLDER / "nbody.mlir", target="interpreter")
    bodies = tuple(rng.random(8 * n, np.float32) for _ in range(5))
    dt, soft = np.float32(0.1), np.float32(0.5)
    got, want = np.asarray(program(bodies, dt, soft)), np.asarray(original(bodies, dt, soft))
    for field in want.dtype.names or ():
        np.testing.assert_allclose(got[field], want[field], rtol=1e-4, atol=1e-5)
