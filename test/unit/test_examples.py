"""The examples give what NumPy gives, at several sizes, and each says how to run it with a command that works."""

import math
import re
import shlex
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import lift
from lift.tools.lift_run import main

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "examples").glob("*.mlir"))
COMMAND = re.compile(r"^//   lift-run (.*)$", re.MULTILINE)
SIZES = (1, 2, 3, 7, 16)


def program(name: str, entry: str | None = None) -> Callable[..., Any]:
    return lift.compile(ROOT / "examples" / f"{name}.mlir", entry=entry, target="interpreter")


def device(name: str, entry: str | None = None) -> Callable[..., Any]:
    return lift.compile(ROOT / "examples" / f"{name}.mlir", entry=entry)


def draw(*shape: int) -> Any:
    """Small whole numbers, on which float arithmetic is exact."""
    return np.random.default_rng(shape).integers(-4, 5, shape).astype(np.float32)


@pytest.mark.parametrize("n", SIZES)
def test_dot(n: int) -> None:
    x, y = draw(n), draw(n)[::-1].copy()
    assert program("dot")(x, y) == x @ y


@pytest.mark.parametrize(("m", "k", "n"), [(1, 1, 1), (1, 3, 2), (3, 1, 5), (4, 7, 3)])
def test_matmul(m: int, k: int, n: int) -> None:
    a, b = draw(m, k), draw(k, n)
    np.testing.assert_array_equal(program("matmul", "matmul")(a, b), a @ b)


@pytest.mark.parametrize(("n", "m"), [(1, 1), (1, 4), (3, 1), (5, 7)])
def test_jacobi2d(n: int, m: int) -> None:
    grid = draw(n, m)
    around = np.pad(grid, 1)
    expected = (around[:-2, 1:-1] + around[2:, 1:-1] + around[1:-1, :-2] + around[1:-1, 2:]) / np.float32(4)
    np.testing.assert_array_equal(program("jacobi2d")(grid), expected)


@pytest.mark.parametrize(("n", "m"), [(1, 1), (1, 4), (3, 1), (5, 7)])
@pytest.mark.parametrize("light", [0, 40, -200])
def test_blur(n: int, m: int, light: int) -> None:
    image = np.random.default_rng([n, m]).integers(0, 256, (n, m)).astype(np.uint8)
    around = np.lib.stride_tricks.sliding_window_view(np.pad(image, 1, "edge").astype(int), (3, 3))
    expected = np.clip((around.sum(axis=(2, 3)) + 4) // 9 + light, 0, 255).astype(np.uint8)
    result = program("blur")(image, light)
    assert result.dtype == np.uint8
    np.testing.assert_array_equal(result, expected)


@pytest.mark.parametrize("n", SIZES)
def test_trmv(n: int) -> None:
    dense, v = np.tril(draw(n, n)), draw(n)
    np.testing.assert_array_equal(program("trmv")(dense[np.tril_indices(n)], v), dense @ v)


@pytest.mark.parametrize(("n", "m"), [(1, 1), (3, 5), (7, 2), (6, 9)])
def test_csr(n: int, m: int) -> None:
    dense, v = draw(n, m), draw(m)
    dense[::2, 0] = 0
    dense[n // 2] = 0  # a row without any entry
    _, columns = np.nonzero(dense)
    values, rows = dense[dense != 0], np.count_nonzero(dense, axis=1)
    result = program("csr")((columns.astype(np.int32), values), v, rows=rows.astype(np.int32), N=n)
    np.testing.assert_array_equal(result, dense @ v)


@pytest.mark.parametrize("n", SIZES)
def test_symmetric(n: int) -> None:
    lower, v = np.tril(draw(n, n)), draw(n)
    whole = lower + np.tril(lower, -1).T
    np.testing.assert_array_equal(program("symmetric")(lower[np.tril_indices(n)], v), whole @ v)


@pytest.mark.parametrize("n", SIZES)
def test_substitution(n: int) -> None:
    lower, x = np.tril(draw(n, n), -1) + 2 * np.eye(n, dtype=np.float32), draw(n)
    np.testing.assert_array_equal(program("substitution")(lower[np.tril_indices(n)], lower @ x), x)


@pytest.mark.parametrize(("n", "w"), [(1, 0), (1, 3), (2, 1), (7, 2), (16, 5), (5, 9)])
def test_banded(n: int, w: int) -> None:
    i, j = np.indices((n, n))
    inside, v = abs(i - j) <= w, draw(n)
    dense = np.where(inside, draw(n, n), 0)
    np.testing.assert_array_equal(program("banded")(dense[inside], v, W=w), dense @ v)


@pytest.mark.parametrize("levels", [0, 1, 2, 5])
def test_level_sums(levels: int) -> None:
    tree = np.arange(2**levels - 1, dtype=np.int32)
    sums = [int(tree[2**k - 1 : 2 ** (k + 1) - 1].sum()) for k in range(levels)]
    np.testing.assert_array_equal(program("level_sums")(tree, D=levels), np.array(sums, np.int32))


@pytest.mark.parametrize("levels", [0, 1, 2, 5])
def test_subtree_sums(levels: int) -> None:
    tree = np.arange(1, 2**levels, dtype=np.int32)
    sums = tree.copy()
    for node in reversed(range(1, len(tree))):
        sums[(node - 1) // 2] += sums[node]
    np.testing.assert_array_equal(program("subtree_sums")(tree, D=levels), sums)


@pytest.mark.parametrize(("n", "m"), [(1, 1), (1, 5), (3, 2), (7, 16)])
def test_triangular_product(n: int, m: int) -> None:
    lower, b = np.tril(draw(n, n)), draw(n, m)
    np.testing.assert_array_equal(program("triangular_product")(lower[np.tril_indices(n)], b), lower @ b)


def _jacobi(points: Any) -> Any:
    """The mean of the neighbours along each axis, inside; in space a point counts as two of its neighbours."""
    inside = (slice(1, -1),) * points.ndim
    total = np.zeros_like(points[inside])
    for axis in range(points.ndim):
        total += points[(*inside[:axis], slice(None, -2), *inside[axis + 1 :])]
        total += points[(*inside[:axis], slice(2, None), *inside[axis + 1 :])]
    after = points.copy()
    after[inside] = (total + (2 * points[inside] if points.ndim == 3 else 0)) / 2**points.ndim
    return after


@pytest.mark.parametrize("shape", [(2,), (9,), (2, 2), (2, 7), (5, 6), (2, 2, 2), (3, 5, 4)])
def test_jacobi_parts(shape: tuple[int, ...]) -> None:
    points = draw(*shape)
    result = program("jacobi_parts", ("line", "plane", "space")[len(shape) - 1])(points)
    np.testing.assert_array_equal(result, _jacobi(points))


def _softmax(scores: Any) -> Any:
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)


LENGTHS = ([3], [1, 0, 5], [0, 0], [4, 1, 1, 0, 7])


@pytest.mark.parametrize("lengths", LENGTHS)
def test_softmax_rows(lengths: list[int]) -> None:
    rows = [draw(n, 1)[:, 0] for n in lengths]
    result = program("softmax_rows")(np.concatenate(rows), rows=np.array(lengths))
    np.testing.assert_allclose(result, np.concatenate([_softmax(row) if row.size else row for row in rows]), rtol=1e-5)


@pytest.mark.parametrize("lengths", LENGTHS)
def test_attention(lengths: list[int]) -> None:
    depth, total = 3, sum(lengths)
    q, k, v = (draw(total, depth) / 4 + part for part in range(3))
    result = program("attention")(*(x.reshape(-1) for x in (q, k, v)), rows=np.array(lengths), D=depth)
    for begin, end in pairwise(np.cumsum([0, *lengths])):
        weights = _softmax(q[begin:end] @ k[begin:end].T) if end > begin else np.zeros((0, 0))
        np.testing.assert_allclose(
            np.reshape(result, (total, depth))[begin:end], weights @ v[begin:end], rtol=1e-4, atol=1e-6
        )


@pytest.mark.parametrize("n", [1, 2, 7, 30])
def test_pagerank(n: int) -> None:
    links = np.random.default_rng(n).random((n, n)) < 0.3  # whether page j has a link to page i
    out = np.maximum(links.sum(0), 1)
    ranks = np.full(n, 1 / n)
    for _ in range(100):
        ranks = 0.15 / n + 0.85 * links @ (ranks / out)
    counts = links.sum(1)
    result = program("pagerank")(np.nonzero(links)[1].astype(np.int32), links.sum(0).astype(np.int32), **{"in": counts})
    np.testing.assert_allclose(result, ranks, atol=1e-5)


@pytest.mark.parametrize("n", SIZES)
def test_filter_map(n: int) -> None:
    xs = draw(n) ** 3
    np.testing.assert_array_equal(program("filter_map")(xs), np.sqrt(xs[xs >= 0]))


@pytest.mark.parametrize("n", [1, 2, 97])
def test_select(n: int) -> None:
    regions, amounts, prices = np.random.default_rng(n).integers(0, (2, 9, 5), (n, 3)).astype(np.int32).T.copy()
    kept = (regions == 1) & (amounts >= 3)
    result = program("select")((regions, amounts, prices.astype(np.float32)), 1, 3)
    assert result == (kept.sum(), (amounts * prices)[kept].sum(), max([0, *prices[kept]]))


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 6, 16, 17, 30, 122])
def test_sieve(n: int) -> None:
    primes = [p for p in range(2, n) if all(p % d for d in range(2, p))]
    np.testing.assert_array_equal(program("sieve")(N=n), np.array(primes, np.int32))


def test_there_are_so_many_primes() -> None:
    assert [len(device("sieve")(N=10**k)) for k in range(2, 6)] == [25, 168, 1229, 9592]


@pytest.mark.parametrize(("n", "m"), [(1, 1), (3, 5), (7, 2), (6, 9)])
def test_csr_from_dense(n: int, m: int) -> None:
    dense = draw(n, m)
    dense[n // 2] = 0
    begins, entries = program("csr_from_dense")(dense)
    np.testing.assert_array_equal(np.diff(begins), np.count_nonzero(dense, axis=1))
    again = np.zeros_like(dense)
    again[np.repeat(np.arange(n), np.diff(begins)), entries["f0"]] = entries["f1"]
    np.testing.assert_array_equal(again, dense)
    assert len(entries) == begins[-1] == np.count_nonzero(dense)


@pytest.mark.parametrize(("n", "edges"), [(1, 1), (5, 4), (12, 20), (30, 40), (30, 200)])
@pytest.mark.parametrize("source", [0, -1, 4])
def test_bfs(n: int, edges: int, source: int) -> None:
    rng = np.random.default_rng([n, edges])
    begins = np.array([0, *np.sort(rng.integers(0, edges + 1, n - 1)), edges], np.int32)
    ends = rng.integers(0, n, edges).astype(np.int32)
    expected, distance = np.full(n, -1), 0
    found = {source} & {*range(n)}
    while found:
        expected[[*found]] = distance
        found = {int(v) for u in found for v in ends[begins[u] : begins[u + 1]] if expected[v] < 0}
        distance += 1
    np.testing.assert_array_equal(program("bfs")(begins, ends, source), expected)


@pytest.mark.parametrize(("begin", "end"), [(0, 1), (1, 4), (4, 0), (2, 2)])
@pytest.mark.parametrize("tolerance", [1e-3, 1e-6])
def test_quadrature(begin: float, end: float, tolerance: float) -> None:
    result = program("quadrature", "quadrature")(begin, end, tolerance, M=1000)
    assert abs(result - (end**1.5 - begin**1.5) * 2 / 3) <= tolerance


def test_quadrature_with_too_many_intervals_is_an_error() -> None:
    for run in (program("quadrature", "quadrature"), device("quadrature", "quadrature")):
        with pytest.raises(lift.LiftError, match=r"LIFT0216.*\n(.*\n)*  expected: at most M, which is 4"):
            run(0, 1, 1e-12, M=4)


@pytest.mark.parametrize(("n", "count"), [(1, 1), (2, 0), (3, 0), (4, 2), (5, 10), (6, 4)])
def test_queens(n: int, count: int) -> None:
    boards = program("queens")(N=n, B=100)
    rows = np.arange(n)
    assert boards.shape == (count, n) if count else len(boards) == 0
    assert all(len({*board}) == len({*(board + rows)}) == len({*(board - rows)}) == n for board in boards)
    assert len({tuple(board) for board in boards.tolist()}) == count


def test_eight_queens_have_92_solutions() -> None:
    boards = device("queens")(N=8, B=1000)
    assert len({tuple(board) for board in boards.tolist()}) == len(boards) == 92


@pytest.mark.parametrize("n", SIZES)
def test_quickselect(n: int) -> None:
    xs = draw(n)
    assert [program("quickselect")(xs, k) for k in range(-1, n + 1)] == np.sort(xs).take(
        range(-1, n + 1), mode="clip"
    ).tolist()


@pytest.mark.parametrize("n", [1, 2, 10, 20, 40])
def test_euler5(n: int) -> None:
    assert program("euler5")(N=n) == device("euler5")(N=n) == math.lcm(*range(1, n + 1))


def test_euler5_answers_the_question() -> None:
    assert device("euler5")(N=20) == 232792560


@pytest.mark.parametrize("n", [1, 12, 60, 90])
def test_euler9(n: int) -> None:
    sides = [(a, b, n - a - b) for a in range(1, n) for b in range(a + 1, n) if a * a + b * b == (n - a - b) ** 2]
    found = program("euler9")(N=n).tolist()
    assert found == [(a, b, c, a * b * c) for a, b, c in sides if b < c]


def test_euler9_answers_the_question() -> None:
    assert device("euler9")(N=1000).tolist() == [(200, 375, 425, 31875000)]


def test_filter_map_may_keep_nothing() -> None:
    assert program("filter_map")(-np.ones(3, np.float32)).shape == (0,)


@pytest.mark.parametrize("n", SIZES)
def test_frequencies(n: int) -> None:
    xs = draw(n).astype(np.int32)
    numbers, counts = np.unique(xs, return_counts=True)
    order = np.argsort(-counts, kind="stable")
    found = program("frequencies")(xs)
    for name, expected in zip(found.dtype.names, (numbers, counts), strict=True):
        np.testing.assert_array_equal(found[name], expected[order])


@pytest.mark.parametrize("n", SIZES)
def test_histogram(n: int) -> None:
    xs = draw(n)
    expected, _ = np.histogram(xs, bins=5, range=(-4, 1))
    expected[-1] -= np.count_nonzero(xs == 1)  # NumPy's last interval has both its ends
    np.testing.assert_array_equal(program("histogram")(xs, -4, 1, M=5), expected)


@pytest.mark.parametrize("n", SIZES)
def test_nbody(n: int) -> None:
    bodies, dt, soft = draw(n, 5), np.float32(0.25), np.float32(0.5)
    bodies[:, 4] = abs(bodies[:, 4]) + 1
    result = program("nbody")(tuple(bodies.T.copy()), dt, soft)
    position, velocity, mass = bodies[:, :2], bodies[:, 2:4], bodies[:, 4]
    towards = position[None, :] - position[:, None]
    cubed = ((towards**2).sum(axis=2) + soft) ** 1.5
    velocity = velocity + dt * (towards * (mass[None, :] / cubed)[..., None]).sum(axis=1)
    expected = np.column_stack([position + dt * velocity, velocity, mass])
    found = np.column_stack([result[name] for name in result.dtype.names])
    np.testing.assert_allclose(found, expected, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("n", SIZES)
def test_prefix_sums(n: int) -> None:
    lengths = np.arange(n, dtype=np.int32) % 4
    starts, total = program("prefix_sums")(lengths)
    np.testing.assert_array_equal(starts, np.cumsum(lengths) - lengths)
    assert total == lengths.sum()


@pytest.mark.parametrize("n", SIZES)
@pytest.mark.parametrize("m", [1, 17])
def test_resample(n: int, m: int) -> None:
    weights, particles = np.abs(draw(n)) + 1, np.arange(n, dtype=np.float32)
    draws = np.linspace(0, weights.sum(), m, dtype=np.float32)
    result = program("resample")(particles, weights, draws)
    expected = np.searchsorted(np.cumsum(weights), draws, side="right").clip(0, n - 1)
    np.testing.assert_array_equal(result, particles[expected])


@pytest.mark.parametrize(
    ("most", "expected"), [(0, 0), (2, 2), (89, 44), (4_000_000, 4_613_732), (2**31 - 1, 1_485_607_536)]
)
def test_fibonacci(most: int, expected: int) -> None:
    assert program("fibonacci")(most) == expected


def chain_length(n: int) -> int:
    return 1 if n == 1 else 1 + chain_length(3 * n + 1 if n % 2 else n // 2)


@pytest.mark.parametrize("n", [1, 2, 3, 7, 27, 300])
def test_collatz(n: int) -> None:
    lengths = [chain_length(k + 1) for k in range(n)]
    assert program("collatz")(N=n) == (1 + lengths.index(max(lengths)), max(lengths))


def test_collatz_answers_the_question() -> None:
    assert device("collatz")(N=999_999) == (837799, 525)


@pytest.mark.parametrize(("h", "w", "most"), [(1, 1, 1), (3, 5, 20), (7, 2, 50)])
def test_mandelbrot(h: int, w: int, most: int) -> None:
    xs, ys = (np.random.default_rng(n).integers(-8, 9, n).astype(np.float32) / 4 for n in (w, h))
    x, y = np.zeros((h, w), np.float32), np.zeros((h, w), np.float32)
    steps = np.zeros((h, w), np.int32)
    for _ in range(most):
        near = x * x + y * y <= 4
        steps += near
        x, y = np.where(near, x * x - y * y + xs, x), np.where(near, x * y + x * y + ys[:, None], y)
    np.testing.assert_array_equal(program("mandelbrot")(xs, ys, M=most), steps)


@pytest.mark.parametrize(("n", "edges"), [(1, 0), (5, 2), (12, 8), (30, 20), (30, 60)])
def test_components(n: int, edges: int) -> None:
    ends = np.random.default_rng([n, edges]).integers(0, n, (edges, 2))
    neighbours: list[list[int]] = [[] for _ in range(n)]
    labels = list(range(n))
    for a, b in ends.tolist():
        neighbours[a].append(b)
        neighbours[b].append(a)
        least, most = sorted((labels[a], labels[b]))
        labels = [least if label == most else label for label in labels]
    graph = np.array([node for row in neighbours for node in row], np.int32)
    degrees = np.array([len(row) for row in neighbours], np.int32)
    np.testing.assert_array_equal(program("components")(graph, degrees=degrees), labels)


@pytest.mark.parametrize("n", SIZES)
def test_run_lengths(n: int) -> None:
    xs = np.abs(draw(n)).astype(np.int32) // 3
    begins = np.flatnonzero(np.diff(xs, prepend=-1))
    result = program("run_lengths")(xs)
    np.testing.assert_array_equal(result["f0"], xs[begins])
    np.testing.assert_array_equal(result["f1"], np.diff(begins, append=n))


@pytest.mark.parametrize("n", SIZES)
def test_sum_by_key(n: int) -> None:
    keys, values = np.sort(draw(n)).astype(np.int32), draw(n)
    result = program("sum_by_key")(keys, values)
    found, which = np.unique(keys, return_inverse=True)
    np.testing.assert_array_equal(result["f0"], found)
    np.testing.assert_array_equal(result["f1"], np.bincount(which, values))


@pytest.mark.parametrize("text", ["one", "  ", " two words ", "to be,\nor not to be"])
def test_words(text: str) -> None:
    result = program("words")(np.array([*map(ord, text)], np.int32))
    found = [(match.start(), len(match[0])) for match in re.finditer(r"\S+", text)]
    assert [(int(begin), int(length)) for begin, length in result] == found


def test_euler23() -> None:
    """Up to 30 the one sum of two abundant numbers is 24; the device finds the answer."""
    assert program("euler23")(N=30) == sum(range(30)) - 24
    assert device("euler23")(N=28124) == 4179871


@pytest.mark.parametrize("chunks", [1, 3])
def test_tree_sum(chunks: int) -> None:
    xs = draw(64 * chunks)
    np.testing.assert_array_equal(program("tree_sum")(xs), xs.reshape(chunks, 64).sum(axis=1))


@pytest.mark.parametrize("chunks", [1, 3])
def test_mapped_sum(chunks: int) -> None:
    xs = draw(256 * chunks)
    np.testing.assert_array_equal(program("mapped_sum")(xs), xs.reshape(chunks, 256).sum(axis=1))


@pytest.mark.parametrize("n", [63, 65])
def test_a_size_that_breaks_a_fact_is_refused(n: int) -> None:
    with pytest.raises(lift.LiftError, match=r"N mod 64 eq 0"):
        program("tree_sum")(draw(n))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_example_is_compared_with_numpy(path: Path) -> None:
    assert f"test_{path.stem}" in globals()


@pytest.mark.slow
@pytest.mark.many(5)
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_commands_in_an_example_work(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    commands = COMMAND.findall(path.read_text())
    assert commands
    monkeypatch.chdir(tmp_path)
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    np.save("columns.npy", np.array([0, 2, 1], np.int32))
    np.save("values.npy", np.array([1, 2, 3], np.float32))
    np.save("v.npy", np.array([1, 10, 100], np.float32))
    np.save("rows.npy", np.array([2, 0, 1], np.int32))
    for command in commands:
        assert f"examples/{path.name}" in command
        assert main(shlex.split(command)) == 0


def test_the_program_in_the_readme_is_an_example() -> None:
    shown = re.search(r"```mlir\n// (\S+\.mlir)\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    assert shown is not None
    assert shown[2] in (ROOT / "examples" / shown[1]).read_text()
