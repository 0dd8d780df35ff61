"""What `make run` shows of the language: an example, what passes make of it, and examples run and compared with NumPy.

`python -m lift.tools.showcase examples` ends with an error where a result is not the one that NumPy gives.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from ..runtime.compiling import compile_program
from .lift_opt.main import main as lift_opt

SHOWN = "dot.mlir"
PASSES = "canonicalize,lift-fuse"
DRAWN = np.random.default_rng(0)


@dataclass(frozen=True)
class Case:
    """An example, arguments for it, and what NumPy makes of them."""

    file: str
    what: str
    arguments: tuple[Any, ...]
    numpy: str
    expected: Callable[..., Any]


def drawn(*shape: int) -> Any:
    """Small whole numbers: with these, sums of floats do not depend on their order."""
    return DRAWN.integers(-9, 10, shape).astype(np.float32)


def neighbours(grid: Any) -> Any:
    around = np.pad(grid, 1)
    return (around[:-2, 1:-1] + around[2:, 1:-1] + around[1:-1, :-2] + around[1:-1, 2:]) / np.float32(4)


def roots(xs: Any) -> Any:
    return np.sqrt(xs[xs >= 0])


def triangular(packed: Any, v: Any) -> Any:
    m = np.zeros((len(v), len(v)), np.float32)
    m[np.tril_indices(len(v))] = packed
    return m @ v


CASES = (
    Case("dot.mlir", "dot product, N = 1000", (drawn(1000), drawn(1000)), "x @ y", np.dot),
    Case("jacobi2d.mlir", "stencil, 17 x 23", (drawn(17, 23),), "four shifted slices / 4", neighbours),
    Case("trmv.mlir", "triangle times vector, N = 30", (drawn(30 * 31 // 2), drawn(30)), "np.tril @ v", triangular),
    Case(
        "filter_map.mlir",
        "roots of what has one, N = 1000",
        (drawn(1000),),
        "np.sqrt(xs[xs >= 0])",
        roots,
    ),
)


def show_passes(folder: Path, console: Console) -> bool:
    """Print a program as it is written, and as passes leave it."""
    path = folder / SHOWN
    console.print(f"[bold]A program: {path}[/bold]\n")
    console.print(path.read_text(), markup=False)
    console.print(f"[bold]lift-opt {path} -p {PASSES}[/bold]: types inferred, the map fused into the fold\n")
    return lift_opt([str(path), "-p", PASSES]) == 0


def show_results(folder: Path, console: Console) -> bool:
    """Run examples with the interpreter, and compare."""
    console.print("\n[bold]Examples, interpreted on NumPy arrays[/bold]\n")
    table = Table("program", "", "result", "NumPy", "", box=None, header_style="dim", padding=(0, 2, 0, 0))
    agreed = True
    for case in CASES:
        result = compile_program(folder / case.file, None, "interpreter")(*case.arguments)
        same = np.array_equal(np.asarray(result), case.expected(*case.arguments))
        shown = np.array2string(np.asarray(result).reshape(-1), threshold=4, edgeitems=2, precision=4)
        table.add_row(*map(escape, (case.file, case.what, shown, case.numpy, "agrees" if same else "DIFFERS")))
        agreed = agreed and same
    console.print(table)
    return agreed


def main(words: Sequence[str] | None = None) -> int:
    folder = Path(*(sys.argv[1:] if words is None else words))
    console = Console(highlight=False, width=None if sys.stdout.isatty() else 120)
    return 0 if show_passes(folder, console) and show_results(folder, console) else 1


if __name__ == "__main__":
    sys.exit(main())
