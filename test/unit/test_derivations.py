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


# Scripts that are in the file of the program


@cache
def scripted(name: str, script: str, **knobs: int) -> OpenCLProgram:
    """A program of the folder, after a script of its own."""
    return lift.compile(FOLDER / f"{name}.mlir", script=f"@{script}", knobs=knobs)


ANY_SIZES: Final = [
    (1, 1, 1),
    (3, 5, 7),
    (4, 5, 16),
    (6, 2, 48),
    (37, 29, 41),
    (0, 3, 5),
    (3, 0, 5),
    (5, 3, 0),
    (64, 1, 32),
]


@pytest.mark.parametrize(("name", "script"), [("matmul_any", "any"), ("matmul_packed", "packed")])
@pytest.mark.parametrize(("m", "k", "n"), ANY_SIZES)
def test_matmul_of_any_size(name: str, script: str, m: int, k: int, n: int) -> None:
    rng = np.random.default_rng(0)
    a, b = whole(rng, m, k), whole(rng, k, n)
    np.testing.assert_array_equal(scripted(name, script)(a, b), a @ b)


@pytest.mark.parametrize(("mr", "nr"), [(2, 8), (6, 32)])
def test_matmul_with_other_blocks(mr: int, nr: int) -> None:
    rng = np.random.default_rng(0)
    a, b = whole(rng, 13, 7), whole(rng, 7, 71)
    np.testing.assert_array_equal(scripted("matmul_any", "any", mr=mr, nr=nr)(a, b), a @ b)


@pytest.mark.parametrize("n", [0, 1, 2, 31, 32, 33, 64, 97, 160])
def test_trmv(n: int) -> None:
    rng = np.random.default_rng(0)
    rows, x = [whole(rng, i + 1) for i in range(n)], whole(rng, n)
    packed = np.concatenate([np.zeros(0, np.float32), *rows])
    want = np.array([row @ x[: len(row)] for row in rows], np.float32)
    np.testing.assert_array_equal(scripted("trmv", "balanced")(packed, x), want)


@pytest.mark.parametrize("shape", [(1, 1, 1), (2, 3, 1), (3, 3, 3), (1, 7, 2), (5, 4, 7), (8, 1, 9)])
def test_seven_points(shape: tuple[int, int, int]) -> None:
    x = whole(np.random.default_rng(0), *shape)
    p, c = np.pad(x, 1, mode="edge"), slice(1, -1)
    beside = p[:-2, c, c] + p[2:, c, c] + p[c, :-2, c] + p[c, 2:, c] + p[c, c, :-2] + p[c, c, 2:]
    np.testing.assert_array_equal(scripted("stencil_3d", "middle")(x), (beside + x) * np.float32(0.125))


@pytest.mark.parametrize("n", [1, 2, 3, 17, 18, 19, 34, 101, 1000])
def test_three_points_in_local_memory(n: int) -> None:
    x = whole(np.random.default_rng(0), n)
    p = np.pad(x, 1, mode="edge")
    np.testing.assert_array_equal(scripted("stencil_local", "tiles")(x), p[:-2] + p[1:-1] + p[2:])


@pytest.mark.parametrize("script", ["naive", "tiled", "blocked", "amd"])
@pytest.mark.parametrize(("m", "k", "n"), [(1, 1, 1), (3, 5, 2), (2, 7, 3)])
def test_matmul_for_amd(script: str, m: int, k: int, n: int) -> None:
    rng = np.random.default_rng(0)
    a, b = whole(rng, 4 * k, 16 * m), whole(rng, 4 * k, 16 * n)
    np.testing.assert_array_equal(scripted("matmul_amd", script)(a, b), a.T @ b)


@pytest.mark.parametrize(("m", "k", "n"), [(1, 1, 1), (3, 5, 2), (7, 3, 11)])
def test_matmul_for_mali(m: int, k: int, n: int) -> None:
    rng = np.random.default_rng(0)
    a, b = whole(rng, 2 * m, 4 * k), whole(rng, 2 * n, 4 * k)
    np.testing.assert_array_equal(scripted("matmul_mali", "mali")(a, b), a @ b.T)
