"""Arguments for the examples, at sizes of every kind: small whole numbers, with which sums of floats are exact.

The sizes of an example are 1 where that is legal, odd and prime ones, and some larger than a work group and than the
chunks of a reduction. The first is the smallest, for whoever runs slowly.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from xdsl.ir import Attribute

from lift.dialects.lift.storage import leaf_sizes
from lift.dialects.lift.types import ArrayType
from lift.runtime.dtypes import leaf_dtypes
from lift.runtime.results import present
from lift.runtime.signature import Signature
from lift.runtime.sizes import Sizes

FOLDER = Path(__file__).parents[2] / "examples"


@dataclass(frozen=True)
class Example:
    """An example that is compiled, and the sizes to run it at."""

    name: str
    sizes: Sequence[Mapping[str, int]]
    empty: Mapping[str, int] | None
    """Sizes at which there is nothing in it, where it has any."""
    watched: Sequence[Mapping[str, int]]
    """Sizes for a device that watches each access: the smallest, and one at which there is more than one of everything."""
    entry: str | None = None
    exact: bool = True
    """Whether floats come out the same in any order."""
    tables: Mapping[str, str] = field(default_factory=dict[str, str])
    """The tables, and the size that says how long each is."""
    arguments: Callable[[np.random.Generator, Mapping[str, int]], list[Any]] | None = None
    """What it is called with, where any small numbers will not do."""

    @property
    def title(self) -> str:
        """What no other example has: its name, and which function is called."""
        return self.name if self.entry is None else f"{self.name}@{self.entry}"

    @property
    def path(self) -> Path:
        return FOLDER / f"{self.name}.mlir"


def _n(*sizes: int) -> list[dict[str, int]]:
    return [{"N": n} for n in sizes]


def _nm(*sizes: tuple[int, int]) -> list[dict[str, int]]:
    return [{"N": n, "M": m} for n, m in sizes]


def _mkn(*sizes: tuple[int, int, int]) -> list[dict[str, int]]:
    return [{"M": m, "K": k, "N": n} for m, k, n in sizes]


def _graph(rng: np.random.Generator, sizes: Mapping[str, int]) -> list[Any]:
    """Where the edges of each node begin, where these lead, and a first node."""
    nodes, edges = sizes["N"], sizes["E"]
    inner = np.sort(rng.integers(0, edges + 1, max(nodes - 1, 0)))
    begins = np.concatenate([[0], inner, [edges][: min(nodes, 1)]]).astype(np.int32)
    return [begins, rng.integers(0, max(nodes, 1), edges).astype(np.int32), 0]


def _orders(rng: np.random.Generator, sizes: Mapping[str, int]) -> list[Any]:
    """A table of regions, amounts and prices, of which about a quarter is selected."""
    regions, amounts, prices = rng.integers(0, (2, 9, 5), (sizes["N"], 3)).T
    return [(regions.astype(np.int32), amounts.astype(np.int32), prices.astype(np.float32)), 1, 4]


def _triangle(rng: np.random.Generator, sizes: Mapping[str, int]) -> list[Any]:
    """A triangle whose diagonal is much larger than all else, and a right side."""
    n = sizes["N"]
    dense = np.tril(rng.integers(-4, 5, (n, n))) + 1024 * np.eye(n, dtype=np.int64)
    return [dense[np.tril_indices(n)].astype(np.float32), rng.integers(-4, 5, n).astype(np.float32)]


EXAMPLES = (
    Example(
        "blur",
        _nm((1, 1), (1, 131), (131, 1), (7, 13), (67, 71)),
        {"N": 0, "M": 4},
        _nm((1, 1), (5, 7)),
    ),
    Example(
        "csr",
        _nm((1, 1), (7, 3), (131, 17), (523, 5)),
        {"N": 0, "M": 3},
        _nm((1, 1), (7, 3)),
        tables={"rows": "N"},
    ),
    Example("histogram", _nm((1, 1), (7, 3), (127, 5), (4097, 3), (9001, 67)), {"N": 0, "M": 3}, _nm((1, 1), (33, 3))),
    Example("frequencies", _n(1, 7, 127, 4097), {"N": 0}, _n(1, 7)),
    Example("filter_map", _n(1, 7, 127, 1000, 4097, 131101), {"N": 0}, _n(1, 7, 33), exact=False),
    Example("select", _n(1, 7, 127, 1000, 4097, 9001), {"N": 0}, _n(1, 7, 33), arguments=_orders),
    Example("sieve", _n(1, 7, 127, 1000, 4097), {"N": 0}, _n(1, 33)),
    Example("csr_from_dense", _nm((1, 1), (7, 3), (131, 17), (3, 523)), {"N": 0, "M": 3}, _nm((1, 1), (7, 3))),
    Example(
        "bfs",
        [{"N": n, "E": e} for n, e in ((1, 1), (7, 11), (131, 200), (523, 5000))],
        {"N": 1, "E": 0},
        [{"N": n, "E": e} for n, e in ((1, 1), (7, 11))],
        arguments=_graph,
    ),
    Example(
        "quadrature",
        [{"M": 40}, {"M": 1000}],
        None,
        [{"M": 8}],
        entry="quadrature",
        exact=False,
        arguments=lambda _, sizes: [0.0, 2.0, 0.4 / sizes["M"] ** 2],
    ),
    Example(
        "queens", [{"N": n, "B": 50} for n in (1, 2, 5, 6)], {"N": 0, "B": 1}, [{"N": 1, "B": 1}, {"N": 4, "B": 6}]
    ),
    Example("quickselect", _n(1, 7, 127, 1000, 4097), {"N": 0}, _n(1, 7)),
    Example("euler5", _n(1, 7, 20, 40), {"N": 0}, _n(1, 7)),
    Example("euler9", _n(1, 12, 60, 131), {"N": 0}, _n(1, 12)),
    Example("collatz", _n(1, 7, 27, 131, 1000), {"N": 0}, _n(1, 7)),
    Example("components", _n(1, 7, 67, 131), {"N": 0}, _n(1, 7), tables={"degrees": "N"}),
    Example("fibonacci", [{}], None, [{}]),
    Example("dot", _n(1, 7, 127, 1000, 4096, 4097, 9001), {"N": 0}, _n(1, 7, 33)),
    Example(
        "jacobi2d",
        _nm((1, 1), (1, 131), (131, 1), (7, 13), (67, 71)),
        {"N": 0, "M": 4},
        _nm((1, 1), (5, 7)),
    ),
    Example(
        "mandelbrot",
        [{"H": h, "W": w, "M": m} for h, w, m in ((1, 1, 1), (1, 131, 3), (131, 1, 7), (7, 13, 50), (67, 71, 20))],
        {"H": 0, "W": 4, "M": 3},
        [{"H": h, "W": w, "M": 5} for h, w in ((1, 1), (5, 7))],
    ),
    Example("mapped_sum", _n(256, 768, 256 * 17), {"N": 0}, _n(256)),
    Example(
        "matmul",
        _mkn((1, 1, 1), (3, 1, 5), (7, 13, 11), (2, 5, 307), (131, 2, 3), (1, 4099, 1)),
        {"M": 2, "K": 0, "N": 3},
        _mkn((1, 1, 1), (3, 4, 5)),
        entry="matmul",
    ),
    Example("nbody", _n(1, 7, 67, 131), {"N": 0}, _n(1, 7), exact=False),
    Example("prefix_sums", _n(1, 7, 127, 4096, 4097, 9001), {"N": 0}, _n(1, 7, 33)),
    Example(
        "resample",
        _nm((1, 1), (7, 131), (127, 13), (4097, 1009)),
        {"N": 4, "M": 0},
        _nm((1, 1), (7, 5)),
    ),
    Example("run_lengths", _n(1, 7, 127, 4097), {"N": 0}, _n(1, 7)),
    Example("sum_by_key", _n(1, 7, 127, 4097), {"N": 0}, _n(1, 7)),
    Example("words", _n(1, 7, 127, 4097), {"N": 0}, _n(1, 7)),
    Example("euler23", _n(1, 7, 67, 131), {"N": 0}, _n(1, 7)),
    Example("tree_sum", _n(64, 192, 64 * 67), {"N": 0}, _n(64, 192)),
    Example("trmv", _n(1, 7, 67, 131), {"N": 0}, _n(1, 7)),
    Example("symmetric", _n(1, 7, 67, 131), {"N": 0}, _n(1, 7)),
    Example("substitution", _n(1, 7, 67), {"N": 0}, _n(1, 7), exact=False, arguments=_triangle),
    Example(
        "banded",
        [{"N": n, "W": w} for n, w in ((1, 1), (7, 2), (131, 5), (67, 200))],
        {"N": 0, "W": 3},
        [{"N": n, "W": w} for n, w in ((1, 1), (7, 2))],
    ),
    Example("level_sums", [{"D": d} for d in (1, 3, 7, 13)], {"D": 0}, [{"D": d} for d in (1, 3)]),
    Example("subtree_sums", [{"D": d} for d in (1, 3, 7, 12)], {"D": 0}, [{"D": d} for d in (1, 3)]),
    Example(
        "triangular_product",
        _nm((1, 1), (7, 3), (67, 71), (131, 5), (3, 523)),
        {"N": 0, "M": 3},
        _nm((1, 1), (5, 3)),
    ),
    Example("jacobi_parts", _n(2, 3, 67, 4099), None, _n(2, 7), entry="line"),
    Example("jacobi_parts", _nm((2, 2), (2, 131), (131, 3), (67, 71)), None, _nm((2, 2), (5, 7)), entry="plane"),
    Example(
        "jacobi_parts",
        [{"N": n, "M": m, "K": k} for n, m, k in ((2, 2, 2), (3, 2, 67), (7, 13, 11), (19, 5, 37))],
        None,
        [{"N": n, "M": m, "K": k} for n, m, k in ((2, 2, 2), (3, 4, 5))],
        entry="space",
    ),
    Example("softmax_rows", _n(1, 7, 131, 523), {"N": 0}, _n(1, 7), exact=False, tables={"rows": "N"}),
    Example(
        "attention",
        [{"N": n, "D": d} for n, d in ((1, 1), (7, 3), (31, 8))],
        {"N": 0, "D": 3},
        [{"N": n, "D": d} for n, d in ((1, 1), (3, 2))],
        exact=False,
        tables={"rows": "N"},
    ),
    Example("pagerank", _n(1, 7, 67, 131), {"N": 0}, _n(1, 7), exact=False, tables={"in": "N"}),
)


def example_arguments(
    example: Example, function: Signature, sizes: Mapping[str, int]
) -> tuple[list[Any], dict[str, Any]]:
    """The arguments of a call, and the sizes and tables that go by name."""
    rng = np.random.default_rng(list(sizes.values()))
    tables = {name: rng.integers(0, 5, sizes[size]).astype(np.int32) for name, size in example.tables.items()}
    if example.arguments is not None:
        return example.arguments(rng, sizes), {**sizes, **tables}
    at = Sizes(sizes, {name: [int(entry) for entry in table] for name, table in tables.items()})
    return [_whole(type_, at, rng) for type_ in function.parameter_types], {**sizes, **tables}


def _whole(type_: Attribute, sizes: Sizes, rng: np.random.Generator) -> Any:
    """Whole numbers; one that stands alone is positive, since it may be what something is divided by."""
    least = -4 if isinstance(type_, ArrayType) else 1
    leaves = zip(leaf_dtypes(type_), leaf_sizes(type_, sizes.nat), strict=True)
    return present(type_, [rng.integers(least, 5, size).astype(dtype) for dtype, size in leaves], sizes.nat)
