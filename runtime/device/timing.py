"""How long kernels take: medians of what the device's own clock says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median


@dataclass(frozen=True)
class KernelTime:
    """The seconds that the launches of one kernel take in one run, all together."""

    name: str
    launches: int
    seconds: Sequence[float]
    """One for each repetition."""

    @property
    def median(self) -> float:
        return median(self.seconds)

    @property
    def least(self) -> float:
        return min(self.seconds)


@dataclass(frozen=True)
class Times:
    """Seconds per kernel, and of all of them: `times["dot_1"].median`, `times.total`. As text it is a table."""

    kernels: Mapping[str, KernelTime]
    totals: Sequence[float]
    """What all kernels take together, for each repetition."""

    @property
    def total(self) -> float:
        """The median of what all kernels take together."""
        return median(self.totals)

    @property
    def repeats(self) -> int:
        return len(self.totals)

    def __getitem__(self, name: str) -> KernelTime:
        return self.kernels[name]

    def __str__(self) -> str:
        rows = [("kernel", "launches", "median", "least")]
        rows += [
            (time.name, str(time.launches), seconds_text(time.median), seconds_text(time.least))
            for time in self.kernels.values()
        ]
        launches = sum(time.launches for time in self.kernels.values())
        rows.append(("total", str(launches), seconds_text(self.total), seconds_text(min(self.totals))))
        return "\n".join([*columns(rows), f"of {self.repeats} runs"])


def columns(rows: Sequence[Sequence[str]], left: int = 1) -> list[str]:
    """Rows as lines, the first columns aligned to the left and the others to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]

    def cell(text: str, k: int) -> str:
        return text.ljust(widths[k]) if k < left else text.rjust(widths[k])

    return ["  ".join(cell(text, k) for k, text in enumerate(row)).rstrip() for row in rows]


def seconds_text(seconds: float) -> str:
    """Three digits and a unit."""
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-6:.3g} µs"
