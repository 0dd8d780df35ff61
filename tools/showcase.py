"""What `make run` shows of the language: an example, what passes make of it, the OpenCL C that comes out in the end, and
the examples on an OpenCL device, compared with NumPy.

`python -m lift.tools.showcase examples` ends with an error where a result is not the one that NumPy gives.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

import numpy as np
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from ..dialects.diagnostics import LiftError
from ..runtime.compiling import compile_program
from ..runtime.device.program import OpenCLProgram
from .lift_opt.main import main as lift_opt

SHOWN = "dot.mlir"
PASSES = "canonicalize,lift-fuse"
DRAWN = np.random.default_rng(0)
RUNS = 5


@dataclass(frozen=True)
class Case:
    """An example, arguments for it, and what NumPy makes of them."""

    file: str
    what: str
    arguments: tuple[Any, ...]
    numpy: str
    expected: Callable[..., Any]
    entry: str | None = None
    named: Mapping[str, Any] = field(default_factory=dict[str, Any])
    exact: bool = True
    """Whether rounding plays no part."""


def drawn(*shape: int) -> Any:
    """Small whole numbers: with these, sums of floats do not depend on their order."""
    return DRAWN.integers(-9, 10, shape).astype(np.float32)


def neighbours(grid: Any) -> Any:
    around = np.pad(grid, 1)
    return (around[:-2, 1:-1] + around[2:, 1:-1] + around[1:-1, :-2] + around[1:-1, 2:]) / np.float32(4)


def blurred(image: Any, light: Any) -> Any:
    around = np.lib.stride_tricks.sliding_window_view(np.pad(image, 1, "edge").astype(np.int32), (3, 3))
    return np.clip((around.sum(axis=(2, 3)) + 4) // 9 + light, 0, 255).astype(np.uint8)


def selected(xs: Any) -> Any:
    kept = xs[xs > 0]
    return kept.sum(), len(kept), kept.min()


def roots(xs: Any) -> Any:
    return np.sqrt(xs[xs >= 0])


def triangular(packed: Any, v: Any) -> Any:
    m = np.zeros((len(v), len(v)), np.float32)
    m[np.tril_indices(len(v))] = packed
    return m @ v


def offsets(lengths: Any) -> Any:
    ends = np.cumsum(lengths, dtype=np.int32)
    return ends - lengths, ends[-1]


def sums_of(size: int) -> Callable[[Any], Any]:
    return lambda xs: xs.reshape(-1, size).sum(axis=1)


def moved(bodies: Any, dt: Any, soft: Any) -> Any:
    """The bodies after a step, as columns."""
    x, y, vx, vy, mass = bodies
    dx, dy = x[None, :] - x[:, None], y[None, :] - y[:, None]
    pull = mass[None, :] / (dx * dx + dy * dy + soft) ** np.float32(1.5)
    vx, vy = vx + dt * (pull * dx).sum(axis=1), vy + dt * (pull * dy).sum(axis=1)
    return np.column_stack([x + dt * vx, y + dt * vy, vx, vy, mass])


def sparse() -> Case:
    """A matrix in which three of four numbers are 0."""
    dense, v = drawn(400, 400) * (DRAWN.random((400, 400)) < 0.25), drawn(400)
    _, columns = np.nonzero(dense)
    entries = (columns.astype(np.int32), dense[dense != 0])
    rows = np.count_nonzero(dense, axis=1).astype(np.int32)
    return Case(
        "csr.mlir",
        "sparse times vector, 400 x 400",
        (entries, v),
        "dense @ v",
        lambda *_: dense @ v,
        named={"rows": rows, "N": 400},
    )


def bodies(count: int) -> Any:
    found = tuple(drawn(5, count))
    return (*found[:4], abs(found[4]) + 1)


def cases() -> Sequence[Case]:
    dt, soft = np.float32(0.25), np.float32(0.5)
    return (
        Case("dot.mlir", "dot product, 10^6", (drawn(10**6), drawn(10**6)), "x @ y", np.dot),
        Case("matmul.mlir", "matrix product, 256 x 256", (drawn(256, 256), drawn(256, 256)), "a @ b", np.dot, "matmul"),
        Case("jacobi2d.mlir", "stencil, 1000 x 1000", (drawn(1000, 1000),), "four shifted slices / 4", neighbours),
        Case(
            "blur.mlir",
            "grey image, 1000 x 1000",
            (DRAWN.integers(0, 256, (1000, 1000)).astype(np.uint8), np.int32(40)),
            "means of 3 x 3, clipped",
            blurred,
        ),
        Case(
            "trmv.mlir",
            "triangle times vector, 1000",
            (drawn(1000 * 1001 // 2), drawn(1000)),
            "np.tril @ v",
            triangular,
        ),
        sparse(),
        Case("nbody.mlir", "1000 bodies, one step", (bodies(1000), dt, soft), "the same formulas", moved, exact=False),
        Case(
            "prefix_sums.mlir",
            "where rows begin, 10^6",
            (DRAWN.integers(0, 10, 10**6).astype(np.int32),),
            "np.cumsum",
            offsets,
        ),
        Case("tree_sum.mlir", "sums of 64, by halving", (drawn(64000),), "sum(axis=1)", sums_of(64)),
        Case("mapped_sum.mlir", "sums of 256, mapped by hand", (drawn(256000),), "sum(axis=1)", sums_of(256)),
        Case(
            "filter_map.mlir",
            "roots of what has one, 10^6",
            (drawn(10**6),),
            "np.sqrt(xs[xs >= 0])",
            roots,
            exact=False,
        ),
        Case("select.mlir", "sum, count and least of some, 10^6", (drawn(10**6),), "xs[xs > 0]", selected),
    )


def show_passes(folder: Path, console: Console) -> bool:
    """Print a program as it is written, as passes leave it, and as OpenCL C."""
    path = folder / SHOWN
    console.print(f"[bold]A program: {path}[/bold]\n")
    console.print(path.read_text(), markup=False)
    console.print(f"[bold]lift-opt {path} -p {PASSES}[/bold]: types inferred, the map fused into the fold\n")
    if lift_opt([str(path), "-p", PASSES]) != 0:
        return False
    down = [str(path), "-p", "lift-to-opencl", "-t", "opencl"]
    console.print(f"\n[bold]lift-opt {' '.join(down)}[/bold]: all the way down\n")
    return lift_opt(down) == 0


def show_results(folder: Path, console: Console) -> bool:
    """Run the examples, and compare."""
    from ..runtime.device.devices import find_device

    device = find_device()
    console.print(f"\n[bold]The examples, on {device.name} ({device.platform.name.strip()})[/bold]\n")
    names = ("program", "", "result", "runs on", "strategy", "kernels", "ms", "NumPy", "")
    table = Table(*names, box=None, header_style="dim", padding=(0, 2, 0, 0))
    for right in ("kernels", "ms"):
        next(column for column in table.columns if column.header == right).justify = "right"
    agreed = True
    for case in cases():
        program = compile_program(folder / case.file, case.entry, None)
        assert isinstance(program, OpenCLProgram)
        result, where, strategy, kernels, ms = run(program, case)
        same = agrees(result, case.expected(*case.arguments), exact=case.exact)
        cells = (case.file, case.what, shown(result), where, strategy, kernels, ms, case.numpy)
        table.add_row(*map(escape, cells), "agrees" if same else "DIFFERS")
        agreed = agreed and same
    console.print(table)
    console.print("\nms: the median of what the kernels take, with the data on the device")
    return agreed


def run(program: OpenCLProgram, case: Case) -> tuple[Any, str, str, str, str]:
    """The result, and where and how it was computed."""
    from ..runtime.device.devices import kind_of

    launch = program.prepare(*case.arguments, **case.named)
    result = launch.run().result()
    times = launch.time(RUNS)
    kind = f"the {kind_of(program.device)} device"
    return result, kind, program.strategy or "", str(len(times.kernels)), f"{1000 * times.total:.2f}"


def parts(result: Any) -> list[Any]:
    """The arrays of a result."""
    if isinstance(result, tuple):
        return [array for part in cast("tuple[Any, ...]", result) for array in parts(part)]
    array = np.asarray(result)
    return [array] if array.dtype.names is None else [np.column_stack([array[name] for name in array.dtype.names])]


def agrees(result: Any, expected: Any, *, exact: bool) -> bool:
    relative, absolute = (0, 0) if exact else (1e-4, 1e-5)
    pairs = zip(parts(result), parts(expected), strict=True)
    return all(ours.shape == theirs.shape and np.allclose(ours, theirs, relative, absolute) for ours, theirs in pairs)


def shown(result: Any) -> str:
    """The first and last numbers."""
    first = parts(result)[0].reshape(-1)
    return np.array2string(first, threshold=3, edgeitems=1, precision=3)


def main(words: Sequence[str] | None = None) -> int:
    folder = Path(*(sys.argv[1:] if words is None else words))
    console = Console(highlight=False, width=None if sys.stdout.isatty() else 150)
    try:
        return 0 if show_passes(folder, console) and show_results(folder, console) else 1
    except LiftError as error:
        print(error, file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
