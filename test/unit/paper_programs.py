"""The programs of Lift's papers in `examples/papers`, with sizes, arguments, and what NumPy gives for them.

Numbers are small and whole where sums are to be exact. The first of the sizes are the smallest, for whoever runs slowly.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

FOLDER = Path(__file__).parents[2] / "examples" / "papers"

Floats = NDArray[np.floating]
Sizes = Mapping[str, int]
Arguments = tuple[Any, ...]


@dataclass(frozen=True, eq=False)
class Paper:
    """A program of a paper."""

    name: str
    sizes: Sequence[Sizes]
    draw: Callable[[np.random.Generator, Sizes], Arguments]
    expected: Callable[..., Any]
    """What NumPy gives; the parts of a tuple are the columns."""
    entry: str | None = None
    exact: bool = True

    @property
    def path(self) -> Path:
        return FOLDER / f"{self.name}.mlir"

    def check(self, program: Callable[..., Any], sizes: Sizes) -> None:
        """Whether a program gives what NumPy does."""
        arguments = self.draw(np.random.default_rng(list(sizes.values())), sizes)
        given = np.asarray(program(*arguments))
        found = given if given.dtype.names is None else np.column_stack([given[name] for name in given.dtype.names])
        want = self.expected(*arguments)
        if self.exact:
            np.testing.assert_array_equal(found, want)
        else:
            np.testing.assert_allclose(found, want, rtol=2e-4, atol=2e-4)


def whole(rng: np.random.Generator, *shape: int) -> Floats:
    return rng.integers(-4, 5, shape).astype(np.float32)


def _sizes(names: str, *sizes: Sequence[int]) -> list[dict[str, int]]:
    return [dict(zip(names.split(), one, strict=True)) for one in sizes]


# Matrix products


def _product(rng: np.random.Generator, s: Sizes) -> Arguments:
    return whole(rng, s["N"], s["K"]), whole(rng, s["K"], s["M"])


def _product_of_transposed(rng: np.random.Generator, s: Sizes) -> Arguments:
    return whole(rng, s["K"], s["M"]), whole(rng, s["K"], s["N"])


def _product_with_transposed(rng: np.random.Generator, s: Sizes) -> Arguments:
    return whole(rng, s["N"], s["K"]), whole(rng, s["M"], s["K"])


def _row_product(rng: np.random.Generator, s: Sizes) -> Arguments:
    n, m = s["N"], s["M"]
    return whole(rng, n, m), whole(rng, m), whole(rng, n), np.float32(3), np.float32(-2)


def _two_row_products(rng: np.random.Generator, s: Sizes) -> Arguments:
    n, m = s["N"], s["M"]
    return whole(rng, n, m), whole(rng, n, m), whole(rng, m), np.float32(3), np.float32(-2)


def _matrix_and_vector(rng: np.random.Generator, s: Sizes) -> Arguments:
    return whole(rng, s["N"], s["M"]), whole(rng, s["M"])


def _image(rng: np.random.Generator, s: Sizes) -> Arguments:
    return whole(rng, s["N"], s["M"]), whole(rng, 9)


def _convolved(image: Floats, weights: Floats) -> Floats:
    n, m = image.shape
    padded = np.pad(image, 1, "edge")
    parts = [weights[3 * i + j] * padded[i : i + n, j : j + m] for i in range(3) for j in range(3)]
    return np.asarray(parts, np.float32).sum(axis=0)


# Bodies


def _bodies(rng: np.random.Generator, s: Sizes) -> Arguments:
    x, y, z, mass = (whole(rng, s["N"]) for _ in range(4))
    return (x, y, z, abs(mass) + 1), np.float32(0.5)


def _apart(rng: np.random.Generator, s: Sizes) -> Arguments:
    (x, y, z, mass), soft = _bodies(rng, s)
    return x, y, z, mass, soft


def _pulls(bodies: tuple[Floats, ...], soft: np.float32) -> Floats:
    places, mass = np.column_stack(bodies[:3]).astype(np.float64), bodies[3]
    towards = places[None] - places[:, None]
    cubed = ((towards**2).sum(axis=2) + soft) ** 1.5
    return (towards * (mass[None] / cubed)[..., None]).sum(axis=1)


def _atoms(rng: np.random.Generator, s: Sizes) -> Arguments:
    n = s["N"]
    places = tuple(whole(rng, n) + np.float32(offset) * np.arange(n, dtype=np.float32) for offset in (0.5, 0.25, 3))
    neighbours = (np.arange(n) + rng.integers(1, max(n, 2), (s["J"], n))) % n
    neighbours[neighbours == np.arange(n)] = 0
    return places, neighbours.astype(np.int32), np.float32(40)


def _forces(places: tuple[Floats, ...], neighbours: NDArray[np.int32], cutoff: np.float32) -> Floats:
    at = np.column_stack(places).astype(np.float64)
    away = at[None] - at[neighbours]
    squared = (away**2).sum(axis=2)
    with np.errstate(divide="ignore", invalid="ignore"):
        r = 1 / squared
        force = np.where(squared < cutoff, r * r**3 * (1.5 * r**3 - 2), 0)
    return (away * force[..., None]).sum(axis=0)


# Points


def _points(rng: np.random.Generator, s: Sizes) -> Arguments:
    return whole(rng, s["F"], s["N"]), whole(rng, s["C"], s["F"])


def _nearest(features: Floats, centres: Floats) -> NDArray[np.int32]:
    return ((features.T[:, None] - centres[None]) ** 2).sum(axis=2).argmin(axis=1).astype(np.int32)


def _places(rng: np.random.Generator, s: Sizes) -> Arguments:
    return (whole(rng, s["N"]), whole(rng, s["N"])), np.float32(1), np.float32(-2)


def _pixels(rng: np.random.Generator, s: Sizes) -> Arguments:
    pixels = tuple(whole(rng, s["N"]) / np.float32(8) for _ in range(3))
    return pixels, tuple(whole(rng, s["K"]) for _ in range(4))


def _q(pixels: tuple[Floats, ...], samples: tuple[Floats, ...]) -> Floats:
    angle = 2 * np.pi * (np.column_stack(pixels).astype(np.float64) @ np.array(samples[:3]))
    return np.column_stack([(samples[3] * np.cos(angle)).sum(axis=1), (samples[3] * np.sin(angle)).sum(axis=1)])


# What NumPy gives


def _transposed_product(a: Floats, b: Floats) -> Floats:
    return a.T @ b


def _product_of_rows(a: Floats, b: Floats) -> Floats:
    return a @ b.T


def _gemv(a: Floats, x: Floats, y: Floats, alpha: np.float32, beta: np.float32) -> Floats:
    return alpha * (a @ x) + beta * y


def _gesummv(a: Floats, b: Floats, x: Floats, alpha: np.float32, beta: np.float32) -> Floats:
    return alpha * (a @ x) + beta * (b @ x)


def _atax(a: Floats, x: Floats) -> Floats:
    return a.T @ (a @ x)


def _pulls_apart(x: Floats, y: Floats, z: Floats, mass: Floats, soft: np.float32) -> Floats:
    return _pulls((x, y, z, mass), soft)


def _distances(places: tuple[Floats, Floats], latitude: np.float32, longitude: np.float32) -> Floats:
    return np.sqrt((latitude - places[0]) ** 2 + (longitude - places[1]) ** 2)


TILES_OF_8 = _sizes("N M K", (8, 8, 4), (16, 24, 12), (40, 8, 8))
TILES_OF_16 = _sizes("N M K", (16, 16, 4), (32, 16, 12), (16, 48, 8))
ROWS_OF_8 = _sizes("N M", (1, 8), (5, 24), (67, 16))

# Triangles


def _triangle(rng: np.random.Generator, sizes: Sizes) -> Arguments:
    n = sizes["N"]
    return whole(rng, n * (n + 1) // 2), whole(rng, n)


def _triangle_product(rows: Floats, vector: Floats) -> Floats:
    lower = np.zeros((len(vector), len(vector)), np.float32)
    lower[np.tril_indices(len(vector))] = rows
    return lower @ vector


PAPERS = (
    Paper("mm_tiled", TILES_OF_8, _product, np.matmul),
    Paper("mm_blocked", TILES_OF_8, _product, np.matmul),
    Paper("mm_vectors", TILES_OF_16, _product_of_transposed, _transposed_product),
    Paper("mm_registers", _sizes("N M K", (8, 4, 1), (16, 12, 7)), _product_of_transposed, _transposed_product),
    Paper("mm_mali", _sizes("N M K", (2, 2, 4), (6, 4, 12), (18, 34, 8)), _product_with_transposed, _product_of_rows),
    Paper("nbody_nvidia", _sizes("N", (8,), (24,)), _bodies, _pulls, exact=False),
    Paper("nbody_amd", _sizes("N", (4,), (20,)), _apart, _pulls_apart, exact=False),
    Paper("md", _sizes("N J", (2, 1), (7, 3), (67, 9)), _atoms, _forces, exact=False),
    Paper("kmeans", _sizes("N C F", (1, 1, 1), (7, 3, 2), (67, 5, 4)), _points, _nearest),
    Paper("nn", _sizes("N", (1,), (7,), (131,)), _places, _distances, exact=False),
    Paper("mriq", _sizes("N K", (1, 1), (7, 5), (67, 13)), _pixels, _q, exact=False),
    Paper("convolution", _sizes("N M", (8, 8), (16, 24)), _image, _convolved),
    Paper("gemv", ROWS_OF_8, _row_product, _gemv),
    Paper("gesummv", ROWS_OF_8, _two_row_products, _gesummv),
    Paper("trmv_basic", _sizes("N", (1,), (7,), (131,)), _triangle, _triangle_product),
    Paper("trmv_best", _sizes("N", (8,), (16,), (136,)), _triangle, _triangle_product),
    Paper("atax", _sizes("N M", (8, 8), (16, 24)), _matrix_and_vector, _atax, entry="atax"),
)

HIGH_LEVEL = FOLDER / "high_level" / "programs.mlir"
"""The same programs without a word of how they are mapped, which run at any size."""

PRODUCTS = _sizes("N M K", (1, 1, 1), (5, 3, 7), (33, 18, 35), (16, 40, 4))
MATRICES = _sizes("N M", (1, 1), (5, 7), (67, 13), (3, 130))

FUNCTIONS = (
    Paper("mm", PRODUCTS, _product, np.matmul, entry="mm"),
    Paper("mm_turned", PRODUCTS, _product_of_transposed, _transposed_product, entry="mm_turned"),
    Paper("nbody", _sizes("N", (1,), (7,), (67,)), _bodies, _pulls, entry="nbody", exact=False),
    Paper("md", _sizes("N J", (2, 1), (7, 3), (67, 9)), _atoms, _forces, entry="md", exact=False),
    Paper("kmeans", _sizes("N C F", (1, 1, 1), (7, 3, 2), (67, 5, 4)), _points, _nearest, entry="kmeans"),
    Paper("nn", _sizes("N", (1,), (7,), (131,)), _places, _distances, entry="nn", exact=False),
    Paper("mriq", _sizes("N K", (1, 1), (7, 5), (67, 13)), _pixels, _q, entry="mriq", exact=False),
    Paper("convolution", MATRICES, _image, _convolved, entry="convolution"),
    Paper("gemv", MATRICES, _row_product, _gemv, entry="gemv"),
    Paper("gesummv", MATRICES, _two_row_products, _gesummv, entry="gesummv"),
    Paper("atax", MATRICES, _matrix_and_vector, _atax, entry="atax"),
)
"""What each of its functions gives."""
