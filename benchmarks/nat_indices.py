"""How long the indices of real programs take to simplify, and how that grows with their size.

Each index is what composed views give, before anything is simplified (`nat_views.py`); its result is held against what
a person would write. "Cold" starts from fresh facts, which remember nothing; "first" is one shot in a fresh process.
The exit code is 1 where a result is wrong, never because of time.
"""

from __future__ import annotations

import argparse
import math
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

from nat_families import FAMILIES, Family
from nat_samples import agree, samples
from nat_views import Index, indices
from rich.console import Console
from rich.table import Table

from lift.dialects.nat.facts import Facts
from lift.dialects.nat.parser import parse_nat
from lift.dialects.nat.ring import Atom, Nat
from lift.dialects.nat.simplify import simplify

HERE = Path(__file__).parent
BAR = 1.0
"""Milliseconds that a cold simplification should stay below."""
LONGER = 1.3
"""How much longer than a person's a printed result may be; spaces do not count."""
SAMPLES = 50
"""At how many points a result is compared with the index it comes from."""


def atoms(nat: Nat) -> int:
    """The size of an expression: the atoms in it at any depth, what is shared counted once."""
    seen: set[Nat | Atom] = set()

    def count(part: Nat) -> int:
        if part in seen:
            return 0
        seen.add(part)
        return sum(1 + inside(atom) for monomial, _ in part.terms for atom, _ in monomial.factors)

    def inside(atom: Atom) -> int:
        if atom in seen:
            return 0
        seen.add(atom)
        return sum(map(count, atom.args))

    return count(nat)


def operations(nat: Nat) -> int:
    """The operations in the text of an expression, what is shared counted each time."""
    known: dict[Nat, int] = {}

    def count(part: Nat) -> int:
        if part not in known:
            sums = max(len(part.terms) - 1, 0) + (part.den != 1)
            known[part] = sums + sum(term(monomial.factors, abs(number)) for monomial, number in part.terms)
        return known[part]

    def term(factors: tuple[tuple[Atom, int], ...], number: int) -> int:
        products = sum(times for _, times in factors) - 1 + (number != 1) if factors else 0
        return products + sum(times * inside(atom) for atom, times in factors)

    def inside(atom: Atom) -> int:
        return max(len(atom.args) - 1, 1) + sum(map(count, atom.args)) if atom.args else 0

    return count(nat)


def milliseconds(nat: Nat, facts: Callable[[], Facts], rounds: int) -> float:
    """The median time of simplifying under facts that are new each time; of this thread, so other work does not count."""
    times: list[float] = []
    for _ in range(rounds):
        fresh = facts()
        start = time.thread_time()
        simplify(nat, fresh)
        times.append(time.thread_time() - start)
    return statistics.median(times) * 1e3


@dataclass(frozen=True)
class Measured:
    """One index and what was found out about it."""

    index: Index
    result: Nat | None
    trouble: str
    cold: float
    first: float | None


def measured(index: Index, rounds: int, *, first: bool) -> Measured:
    try:
        result = simplify(index.nat, index.facts())
    except RecursionError:
        return Measured(index, None, "it does not end", math.nan, None)
    cold = milliseconds(index.nat, index.facts, rounds)
    return Measured(index, result, trouble_with(index, result), cold, first_time(index.name) if first else None)


def trouble_with(index: Index, result: Nat) -> str:
    """What is wrong with a result; empty where it is what a person would write."""
    for sample in samples(index.facts(), index.nat.names, SAMPLES, Random(0)):
        if not (agree(index.nat, result, sample) and agree(index.nat, parse_nat(index.expected), sample)):
            return f"{result} or {index.expected} is not {index.nat} at {sample[0]}"
    if result is not simplify(parse_nat(index.expected), index.facts()):
        return f"{result} instead of {index.expected}"
    found, wanted = (len(text.replace(" ", "")) for text in (str(result), index.expected))
    return f"{result} is {found / wanted:.1f} times as long as {index.expected}" if found > LONGER * wanted else ""


def first_time(name: str) -> float:
    """Milliseconds of the one simplification that a process does."""
    command = [sys.executable, __file__, "--once", name]
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def once(name: str) -> None:
    index = next(index for index in indices() if index.name == name)
    print(milliseconds(index.nat, index.facts, 1))


def index_table(rows: list[Measured]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("index")
    for title in ("atoms", "ops", "cold ms", "first ms"):
        table.add_column(title, justify="right", no_wrap=True)
    table.add_column("")
    for row in rows:
        before, after = row.index.nat, row.result
        table.add_row(
            row.index.name,
            f"{atoms(before)} → {atoms(after) if after is not None else '?'}",
            f"{operations(before)} → {operations(after) if after is not None else '?'}",
            f"[{'green' if row.cold < BAR else 'yellow'}]{row.cold:.2f}[/]",
            "" if row.first is None else f"{row.first:.2f}",
            "[red]wrong[/]" if row.trouble else "",
        )
    return table


def report_indices(console: Console, rounds: int, *, first: bool) -> bool:
    """Measure and print the indices; whether all results are right."""
    rows = [measured(index, rounds, first=first) for index in indices()]
    console.print(index_table(rows))
    cold = [row.cold for row in rows if not math.isnan(row.cold)]
    below = sum(time < BAR for time in cold)
    console.print(
        f"\ncold: {below} of {len(rows)} below {BAR:g} ms, median {statistics.median(cold):.2f}, most {max(cold):.2f}\n"
    )
    wrong = [row for row in rows if row.trouble]
    for row in wrong:
        console.print(f"[red]{row.index.name}[/]: {row.trouble}", markup=True)
    return not wrong


# How time grows

Points = list[tuple[int, float]]


def growth(family: Family, rounds: int) -> Points:
    """Size and milliseconds of each member, the largest members fewer times."""
    return list(_points(family, rounds))


def _points(family: Family, rounds: int) -> Iterator[tuple[int, float]]:
    for size in family.sizes:
        nat, facts = family.member(size)
        estimate = milliseconds(nat, facts, 1)
        yield atoms(nat), milliseconds(nat, facts, max(3, min(rounds, int(300 / estimate))))


def exponent(points: Points) -> float:
    """The slope of the line through the logarithms, by least squares, over the larger half of the sizes."""
    larger = [(math.log(size), math.log(time)) for size, time in points[len(points) // 2 - 1 :]]
    x, y = (statistics.mean(values) for values in zip(*larger, strict=True))
    return sum((a - x) * (b - y) for a, b in larger) / sum((a - x) ** 2 for a, _ in larger)


def report_growth(console: Console, rounds: int, plots: list[Path]) -> None:
    found = {family.name: growth(family, rounds) for family in FAMILIES}
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("family")
    table.add_column("ms at atoms")
    table.add_column("exponent", justify="right")
    for name, points in found.items():
        table.add_row(name, "  ".join(f"{time:.2f} @ {size}" for size, time in points), f"{exponent(points):.2f}")
    console.print(table)
    from growth_plot import plot  # matplotlib is slow to import

    for path in plots:
        plot({f"{name} ({exponent(points):.2f})": points for name, points in found.items()}, path)
        console.print(f"\nplot: {path}")


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=31, help="how often each is measured (default: 31)")
    parser.add_argument("--no-first", action="store_true", help="leave out the fresh process for each index")
    parser.add_argument("--no-growth", action="store_true", help="leave out the growing families and the plot")
    parser.add_argument("--plot", type=Path, default=HERE / "out" / "nat_scaling.png", help="where the plot goes")
    parser.add_argument("--update-docs", action="store_true", help="write docs/images/nat_scaling.png, too")
    parser.add_argument("--once", metavar="NAME", help=argparse.SUPPRESS)
    return parser


def main() -> int:
    options = arguments().parse_args()
    if options.once is not None:
        once(options.once)
        return 0
    console = Console(highlight=False, width=None if sys.stdout.isatty() else 120)
    right = report_indices(console, options.rounds, first=not options.no_first)
    if not options.no_growth:
        docs = HERE.parent / "docs" / "images" / "nat_scaling.png"
        report_growth(console, options.rounds, [options.plot, *([docs] if options.update_docs else [])])
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
