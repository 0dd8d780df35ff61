"""Times relative to the best kernels written by hand, a line for each workload, on a logarithmic axis."""
# pyright: reportUnknownMemberType=false
# matplotlib's own annotations leave `**kwargs` open.

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import matplotlib as mpl

mpl.use("Agg")
from matplotlib import pyplot as plt  # after the choice of a backend that needs no screen

LOOKS = {"ours": ("o", "#c0392b"), "library": ("|", "#2c3e50"), "numba": ("x", "#7f8c8d")}
"""The marker and the colour of each contender."""
MOST = 1.10


def plot(names: Sequence[str], ratios: Mapping[str, Sequence[float | None]], path: Path) -> None:
    """Write a picture: of each contender the ratio for each name, or nothing."""
    figure, axes = plt.subplots(figsize=(8, 1.2 + 0.22 * len(names)), layout="constrained")
    axes.axvspan(1e-9, MOST, color="#27ae60", alpha=0.08)
    axes.axvline(1, color="#27ae60", linewidth=1)
    for contender, found in ratios.items():
        marker, colour = LOOKS[contender]
        points = [(ratio, at) for at, ratio in enumerate(found) if ratio is not None]
        if points:
            axes.plot(*zip(*points, strict=True), marker, color=colour, label=contender, markersize=5, linestyle="none")
    known = [ratio for found in ratios.values() for ratio in found if ratio is not None]
    axes.set_xscale("log")
    axes.set_xlim(min(0.5, *known) / 1.2, max(2, *known) * 1.2)
    axes.set_yticks(range(len(names)), names, fontsize=7)
    axes.invert_yaxis()
    axes.set_xlabel("time / time of the best kernel written by hand")
    axes.legend(frameon=False, fontsize="small", loc="lower right")
    axes.grid(visible=True, axis="x", alpha=0.3)
    axes.spines[["top", "right"]].set_visible(False)
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, dpi=130)
    plt.close(figure)
