"""Times against sizes on logarithmic axes, with a straight line of slope 1 to compare with."""
# pyright: reportUnknownMemberType=false
# matplotlib's own annotations leave `**kwargs` open.

from __future__ import annotations

from pathlib import Path

import matplotlib as mpl

mpl.use("Agg")
from matplotlib import pyplot as plt  # after the choice of a backend that needs no screen

Points = list[tuple[int, float]]


def plot(lines: dict[str, Points], path: Path) -> None:
    """Write a picture of some lines, each of points (atoms, milliseconds)."""
    figure, axes = plt.subplots(figsize=(7, 4.5), layout="constrained")
    for name, points in lines.items():
        sizes, times = zip(*points, strict=True)
        axes.loglog(sizes, times, marker="o", markersize=4, label=name)
    largest = max(size for points in lines.values() for size, _ in points)
    axes.loglog([4, largest], [0.08, 0.02 * largest], color="grey", linestyle="--", label="linear")
    axes.set_xlabel("atoms in the expression")
    axes.set_ylabel("time of one simplification [ms]")
    axes.legend(frameon=False, fontsize="small")
    axes.spines[["top", "right"]].set_visible(False)
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, dpi=150)
    plt.close(figure)
