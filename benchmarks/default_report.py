"""What a run of `default.py` shows: a table on the screen, one in Markdown, and a picture."""

from __future__ import annotations

import platform
from collections.abc import Iterator, Sequence
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

import page
from contenders import Taken, load, ratio, shown
from limits import Limits
from mapped import Measured, ratios

MOST = 1.10
"""More than that of the best is marked."""
COLUMNS = (
    *("program", "size", "ours\nms", "best\nms", "", "ours /\nbest", "CPU", "library\nms", " ", "ours /\nlibrary"),
    *("ours /\nnumba", "limit", "  "),
)
LEFT = ("program", "size", "", " ", "  ")
PICTURE = "performance.png"


def cells(one: Measured, limits: Limits) -> Iterator[str]:
    """A row of the table on the screen."""
    workload, library, own, best = one.workload, one.taken["library"], one.taken.get("ours"), one.taken[one.best]
    yield from (workload.program, workload.size, f"refused {one.refused}" if own is None else shown(own.seconds))
    seconds, processor = ratios(own, best)
    mark = " !" if own is None or own.seconds > MOST * best.seconds else "  "
    yield from (shown(best.seconds), one.best, seconds + mark, processor)
    yield from (shown(library.seconds), workload.library, ratios(own, library)[0])
    numba = one.taken.get("numba")
    yield "" if numba is None else ratios(own, numba)[0]
    yield from ("-", "") if own is None else _share(one, limits, own)


def _share(one: Measured, limits: Limits, taken: Taken) -> tuple[str, str]:
    part, of = limits.reached(one.workload, taken.seconds)
    return f"{part:.0%}", of


def markdown(found: Sequence[Measured], limits: Limits) -> str:
    """The table of ratios."""
    columns = ("program", "size", "ours, ms", "/ hand", "/ library", "", "/ numba", "of the limit", "by hand")
    return page.markdown(columns, 2, (list(_row(one, limits)) for one in found))


def _row(one: Measured, limits: Limits) -> Iterator[str]:
    own, best, numba = one.taken.get("ours"), one.taken[one.best], one.taken.get("numba")
    yield from (one.workload.program, one.workload.size)
    by_hand = " of ".join(_share(one, limits, best))
    if own is None:
        yield from (f"refused: {one.refused}", "-", "-", one.workload.library, "-", "-", by_hand)
        return
    yield from (shown(own.seconds), ratio(own.seconds, best.seconds))
    yield from (ratio(own.seconds, one.taken["library"].seconds), one.workload.library)
    yield "" if numba is None else ratio(own.seconds, numba.seconds)
    yield from (" of ".join(_share(one, limits, own)), by_hand)


def setting(device: str, limits: Limits, rounds: int) -> str:
    """What was measured with."""
    versions = [f"{name} {version(name)}" for name in ("numpy", "scipy", "numba", "pyopencl") if find_spec(name)]
    return (
        f"{device}, {platform.machine()}; Python {platform.python_version()}, {', '.join(versions)}; {rounds} rounds; a triad "
        f"at {limits.memory / 1e9:.3g} GB/s, {limits.operations / 1e9:.3g} GFLOP/s of f32; {load()}"
    )


def picture(found: Sequence[Measured], path: Path) -> None:
    """Everybody's time relative to the best by hand."""
    from ratio_plot import plot  # matplotlib is slow to import

    def relative(name: str) -> list[float | None]:
        taken = [(one.taken.get(name), one.taken[one.best].seconds) for one in found]
        return [None if own is None else own.seconds / best for own, best in taken]

    names = [f"{one.workload.program} {one.workload.size}" for one in found]
    plot(names, {name: relative(name) for name in ("ours", "library", "numba")}, path)


def write(found: Sequence[Measured], limits: Limits, device: str, rounds: int) -> None:
    """Into the page, and the picture beside it."""
    picture(found, page.IMAGES / PICTURE)
    shown_ = f"![Times relative to the best kernels written by hand](images/{PICTURE})"
    page.write("default", f"{setting(device, limits, rounds)}.\n\n{shown_}\n\n{markdown(found, limits)}")
