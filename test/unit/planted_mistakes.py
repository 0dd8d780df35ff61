"""Mistakes that are planted in the compiler, and random programs that show them.

A mistake may write anywhere, and end the process: `finds` is to be called in one of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from program_checks import WAYS, check
from random_opencl_runs import STYLES, drawn
from random_programs import RandomProgram
from xdsl.ir import SSAValue

from lift.analysis import writes
from lift.dialects.kernel.attributes import IndexAttr
from lift.dialects.kernel.workitems import ApplyOp
from lift.dialects.lift.existential import PackOp
from lift.dialects.lift.storage import LENGTH, scalars_in
from lift.dialects.lift.types import ArrayType
from lift.dialects.nat.ring import Nat, const
from lift.dialects.view import existential, layout, sources
from lift.dialects.view.operation import seen_by
from lift.dialects.view.path import Access, Chosen, Leads, Path
from lift.lowering import view_to_kernel
from lift.lowering.ocl_to_view import hidden
from lift.lowering.ocl_to_view.patterns import Lowering
from lift.passes import materialise, place_barriers
from lift.passes.rules import reductions

Plant = Callable[[pytest.MonkeyPatch], None]


def _always(value: object) -> Callable[..., object]:
    def function(*_: object) -> object:
        return value

    return function


def wrong_index(patch: pytest.MonkeyPatch) -> None:
    """A window begins one element too late."""
    right = layout.SlideOp.read

    def read(self: layout.SlideOp, path: Path) -> Access:
        i, rest = path.index(self.seen)
        j, inner = rest.index(self.seen)
        return right(self, inner.push(j).push(i + 1 if i.constant is None else i))

    patch.setattr(layout.SlideOp, "read", read)


def wrong_leaf(patch: pytest.MonkeyPatch) -> None:
    """A part of a tuple is looked for in the buffer of the first."""
    right = sources.MemoryOp.place

    def place(self: sources.MemoryOp, path: Path) -> tuple[SSAValue, Nat]:
        _, index = right(self, path)
        return self.buffers[0], index

    patch.setattr(sources.MemoryOp, "place", place)


def no_barriers(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(place_barriers, "_insert", _always(None))


def no_guard(patch: pytest.MonkeyPatch) -> None:
    """Of two places that an element may come from, the first is read whatever the position is."""

    def chosen(*given: Any) -> SSAValue:
        _, access, _, builder, emit = given
        assert isinstance(access, Chosen)
        return emit(access.then, builder)

    patch.setattr(view_to_kernel._Lowering, "chosen", chosen)


def in_place(patch: pytest.MonkeyPatch) -> None:
    """An accumulator is changed while it is still read."""
    patch.setattr(writes, "_elementwise", _always(True))


def missing_copy(patch: pytest.MonkeyPatch) -> None:
    """An array that is needed in two places is written to the last of them."""

    class Forgetful(set[SSAValue]):
        def __contains__(self, _: object) -> bool:
            return False

    right = materialise._Memory.__init__

    def begin(self: Any, function: Any) -> None:
        right(self, function)
        self.written = Forgetful()

    patch.setattr(materialise._Memory, "__init__", begin)


def no_tail(patch: pytest.MonkeyPatch) -> None:
    """What does not fill a chunk is forgotten."""
    patch.setattr(reductions.Chunks, "rest", _always(None))


def one_buffer(patch: pytest.MonkeyPatch) -> None:
    """All iterations of an `iterate` use one buffer."""
    right = Lowering.buffer

    def buffer(self: Lowering, buffers: SSAValue, *_: Any) -> SSAValue:
        return right(self, buffers, const(0))

    patch.setattr(Lowering, "buffer", buffer)


def rows_alike(patch: pytest.MonkeyPatch) -> None:
    """The rows of an array are looked for as if those before were all as long as the one that is looked for."""

    def before(array: ArrayType, position: Nat) -> Nat:
        return position * scalars_in(array.at(position))

    patch.setattr(sources, "scalars_before", before)


def wrong_length(patch: pytest.MonkeyPatch) -> None:
    """A length that is hidden is one more than it should be."""

    def packed_length(op: PackOp, lowering: Lowering) -> SSAValue:
        assert op.hidden_length is not None
        return lowering.kernel.add(ApplyOp(IndexAttr.of(op.hidden_length + 1), (), LENGTH)).results[0]

    patch.setattr(hidden, "packed_length", packed_length)


def wrong_row(patch: pytest.MonkeyPatch) -> None:
    """A row is written one place behind where it begins."""
    right = existential.RowOp.read

    def read(self: existential.RowOp, path: Path) -> Access:
        access = right(self, path)
        assert isinstance(access, Leads)
        i, rest = access.path.index(seen_by(self.value, "row"))
        return Leads(access.to, rest.push(i + 1))

    patch.setattr(existential.RowOp, "read", read)


PLANTED: dict[str, tuple[Plant, str, str]] = {
    plant.__name__: (plant, style, way)
    for plant, style, way in (
        (wrong_length, "hidden lift", "plain"),
        (wrong_row, "hidden lift", "plain"),
        (wrong_index, "lift", "plain"),
        (wrong_leaf, "lift", "plain"),
        (no_barriers, "ocl", "gpu"),
        (no_guard, "lift", "plain"),
        (in_place, "lift", "plain"),
        (missing_copy, "lift", "plain"),
        (no_tail, "lift", "plain"),
        (one_buffer, "lift", "plain"),
        (rows_alike, "ragged lift", "plain"),
    )
}
"""Mistakes, and the programs that are tried."""

KNOWN = {
    "wrong_length": 118,
    "wrong_row": 46,
    "wrong_index": 108,
    "wrong_leaf": 6,
    "no_barriers": 79,
    "no_guard": 132,
    "in_place": 402,
    "missing_copy": 306,
    "no_tail": 12,
    "one_buffer": 90,
    "rows_alike": 2,
}
"""Programs that are tried first, since they show a mistake that many do not."""

ENOUGH = 60
"""After so many programs a mistake must have been found."""


def finds(mistake: str) -> int | None:
    """Plant a mistake; the seed of a program that shows it."""
    plant, style, way = PLANTED[mistake]
    quick, first = replace(WAYS[way], quick=True), STYLES.index(style)
    with pytest.MonkeyPatch.context() as patch:
        plant(patch)
        for seed in (KNOWN[mistake], *range(first, len(STYLES) * ENOUGH, len(STYLES))):
            program = drawn(seed)
            small = RandomProgram(program.module, program.function, program.sizes[:3])
            if check(small, [quick]).failures:
                return seed
    return None
