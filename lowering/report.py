"""The target `report`: `lift-opt .. -t report` prints what each launch does to memory, and what it needs of the device."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import IO, ClassVar, Final

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.utils.target import Target

from ..analysis.traffic import Touch, Traffic, traffic_of
from ..dialects.host.launches import LaunchOp
from ..dialects.kernel.operation import buffer_of
from ..dialects.nat.ring import Nat

COLUMNS: Final = 100
"""How long a line may be."""
CELL: Final = 28
"""How long what neighbours do may be, and how often it is done, in the line of an access."""

MOST_TERMS: Final = 12
"""A number with more terms is not written out: the beginning of it would say nothing."""


@dataclass(frozen=True)
class ReportTarget(Target):
    """Print a page for each launch of the module: its accesses to memory, and how much it moves and computes.

    Nothing is run. What is not closed over the sizes of the program is a `?`.
    """

    name: ClassVar[str] = "report"

    def emit(self, ctx: Context, module: ModuleOp, output: IO[str]) -> None:
        output.write(to_report(module))


def to_report(module: ModuleOp) -> str:
    """The launches of a module, in their order."""
    launches = [op for op in module.walk() if isinstance(op, LaunchOp)]
    return "\n".join("".join(f"{line}\n" for line in _page(traffic_of(launch))) for launch in launches)


def _page(traffic: Traffic) -> Iterator[str]:
    launch = traffic.launch
    yield from _row(f"@{traffic.kernel.function_name}", f"local = {_sizes(launch.local_sizes)}", 0)
    yield from _row("", f"groups = {_sizes(launch.groups)}", 0)
    for name, text in (
        ("read", f"{_number(traffic.moved(read=True))} bytes"),
        ("written", f"{_number(traffic.moved(read=False))} bytes"),
        ("operations", _number(traffic.computed)),
        ("local memory", f"{_number(traffic.local_bytes)} bytes"),
        ("private memory", f"{traffic.private_scalars} scalars"),
        ("barriers", str(traffic.barriers)),
    ):
        yield from _row(name, text, 2)
    rows = [_cells(touch) for touch in traffic.touches]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)][:-1]
    for *cells, last in rows:
        line = "  ".join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True))
        yield _cut(f"  {line}  {last}")


def _cells(touch: Touch) -> tuple[str, ...]:
    """An access: what is done, to what, by neighbours, how often, and where."""
    buffer = touch.op.target
    element = buffer_of(buffer, touch.op.name).element
    words = touch.op.name.removeprefix("kernel."), touch.space.value, str(element)
    seen = _cut(touch.neighbours.text, CELL), _cut(_number(touch.times), CELL)
    return *words, *seen, f"%{buffer.name_hint or 'memory'}[{touch.index}]"


def _row(name: str, text: str, indent: int) -> Iterator[str]:
    yield _cut(f"{' ' * indent}{name.ljust(18 - indent)}{text}")


def _cut(text: str, width: int = COLUMNS) -> str:
    return text if len(text) <= width else f"{text[: width - 2]}.."


def _sizes(sizes: Sequence[Nat]) -> str:
    return f"[{', '.join(map(str, sizes))}]"


def _number(nat: Nat | None) -> str:
    if nat is not None and len(nat.terms) > MOST_TERMS:
        return f"a sum of {len(nat.terms)} terms"
    return "?" if nat is None else str(nat)
