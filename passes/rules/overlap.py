"""Windows that overlap: what a rearranged array is read at, and which of its dimensions see the same neighbours.

An element of an array that only rearranges another one is a function of a few numbers, in which its indices are. Where index k
of a window and position r of it are only in `t * r + k`, windows that are t apart have elements in common.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final

from xdsl.ir import Attribute, Block, BlockArgument, Operation, SSAValue

from ...dialects.lift.access import AtOp, GatherOp, SliceOp
from ...dialects.lift.algorithmic import MapLike
from ...dialects.lift.body import BodyOp, ops_around
from ...dialects.lift.layout import JoinOp, PadOp, SlideOp, SplitOp, TransposeOp
from ...dialects.lift.tuples import ZipOp
from ...dialects.lift.types import ArrayType, array_length, holds_array
from ...dialects.nat.expr import floordiv, mod, var
from ...dialects.nat.rebuild import substitute
from ...dialects.nat.ring import Nat
from .regions import only_rearranges

Positions = Mapping[Block, Nat]
"""Which iteration of a map its region stands for."""

LARGEST_STEP: Final = 16
"""Windows that are further apart are not looked for."""


@dataclass(frozen=True)
class Reader:
    """Who asks what an element is read at: names of positions of maps around are those of their blocks."""

    around: dict[Block, str]

    def numbers(self, value: SSAValue, index: Sequence[Nat], at: Positions) -> Iterator[Nat]:
        """Numbers that say which element it is: where they are the same, so is the element."""
        if isinstance(value, BlockArgument):
            yield from self._argument(value, index, at)
            return
        op = value.owner
        assert isinstance(op, Operation)
        first, rest = index[0] if index else None, index[1:]
        match op:
            case AtOp(xs=xs, index=number) if number is not None:
                yield from self.numbers(xs, [self._nat(number.data, op, at), *index], at)
            case ZipOp(parts=parts):
                for part in parts:
                    yield from self.numbers(part, index, at)
            case TransposeOp(xs=xs) if len(index) > 1:
                yield from self.numbers(xs, [index[1], index[0], *index[2:]], at)
            case SplitOp(xs=xs, size=size) if len(index) > 1 and first is not None:
                yield from self.numbers(xs, [self._nat(size.data, op, at) * first + index[1], *index[2:]], at)
            case SlideOp(xs=xs, step=step) if len(index) > 1 and first is not None:
                yield from self.numbers(xs, [self._nat(step.data, op, at) * first + index[1], *index[2:]], at)
            case SliceOp(xs=xs, start=start) if first is not None:
                yield from self.numbers(xs, [self._nat(start.data, op, at) + first, *rest], at)
            case GatherOp(xs=xs, function=function) if first is not None:
                yield from self.numbers(xs, [self._nat(function(first), op, at), *rest], at)
            case JoinOp(xs=xs) if first is not None and (length := _row_length(xs)) is not None:
                row = self._nat(length, op, at)
                yield from self.numbers(xs, [floordiv(first, row), mod(first, row), *rest], at)
            case PadOp(xs=xs, value=added) if first is not None:
                # Which element it is of the array before depends on nothing else than where it is.
                yield first
                yield from self.numbers(xs, [var("'"), *rest], at)
                for outside in added:
                    yield from self.numbers(outside, rest, at)
            case MapLike() if first is not None and only_rearranges(op):
                yield from self.numbers(op.yielded, rest, {**at, op.block: first})
            case _:
                yield from self._whole(value, index, at)

    def _argument(self, value: BlockArgument, index: Sequence[Nat], at: Positions) -> Iterator[Nat]:
        pattern, block = value.owner.parent_op(), value.owner
        if isinstance(pattern, MapLike) and (block in at or block in self.around):
            yield from self.numbers(pattern.operands[0], [self._position(block, at), *index], at)
        else:
            yield from self._whole(value, index, at)

    def _whole(self, value: SSAValue, index: Sequence[Nat], at: Positions) -> Iterator[Nat]:
        """All there is to say: the indices, and for which iterations the value is."""
        yield from index
        for pattern in _around(value):
            if pattern.block in at or pattern.block in self.around:
                yield self._position(pattern.block, at)

    def _position(self, block: Block, at: Positions) -> Nat:
        return at[block] if block in at else var(self.around[block])

    def _nat(self, nat: Nat, op: Operation, at: Positions) -> Nat:
        """An expression of an op, for the iterations that it stands in."""
        known: dict[str, Nat | None] = {}
        for pattern in ops_around(op.parent):
            name = pattern.position_name if isinstance(pattern, BodyOp) else None
            if isinstance(pattern, BodyOp) and name is not None and name not in known:
                inside = pattern.block in at or pattern.block in self.around
                known[name] = self._position(pattern.block, at) if inside else None
        return substitute(nat, {name: position for name, position in known.items() if position is not None})


def _row_length(rows: SSAValue) -> Nat | None:
    """The length of rows that are joined; None where it is not the same for all."""
    type_ = rows.type
    return array_length(type_.element) if isinstance(type_, ArrayType) and not type_.dependent else None


@dataclass(frozen=True)
class Overlap:
    """A dimension of windows, and the position that it is added to: the next one sees what is so many elements further."""

    position: int
    window: int
    step: int


def overlaps(value: SSAValue, count: int) -> list[Overlap]:
    """The windows of an array whose first dimensions, so many, are positions."""
    lengths = lengths_of(value.type) or []
    names = [f"'d{k}" for k in range(len(lengths))]
    numbers = list(_reader(value).numbers(value, list(map(var, names)), {}))
    windows = [(k, names[k], lengths[k]) for k in range(count, len(lengths))]
    return list(_found(numbers, names[:count], windows))


def overlaps_of(maps: Sequence[MapLike]) -> list[Overlap]:
    """The windows that are the elements of the last of some maps, and the maps to whose positions they are added."""
    value = maps[-1].block.args[0]
    lengths, reader = lengths_of(value.type) or [], _reader(value)
    names = [f"'d{k}" for k in range(len(lengths))]
    numbers = list(reader.numbers(value, list(map(var, names)), {}))
    windows = [(k, name, length) for k, (name, length) in enumerate(zip(names, lengths, strict=True))]
    return list(_found(numbers, [reader.around[one.block] for one in maps], windows))


def lengths_of(type_: Attribute) -> list[Nat] | None:
    """The length of each dimension; None where rows differ, or one is hidden."""
    found: list[Nat] = []
    while isinstance(type_, ArrayType):
        if type_.dependent:
            return None
        found.append(type_.length.data)
        type_ = type_.element
    return None if holds_array(type_) else found


def _reader(value: SSAValue) -> Reader:
    """Names for the positions of the maps that a value stands in."""
    return Reader({pattern.block: f"'p{k}" for k, pattern in enumerate(_around(value))})


def _around(value: SSAValue) -> Iterator[MapLike]:
    """The maps that a value stands in, the innermost first."""
    owner = value.owner
    block = owner.parent if isinstance(owner, Operation) else owner
    assert isinstance(block, Block)
    return (pattern for pattern in ops_around(block) if isinstance(pattern, MapLike))


def _found(
    numbers: Sequence[Nat], positions: Sequence[str], windows: Sequence[tuple[int, str, Nat]]
) -> Iterator[Overlap]:
    """Each window, with the position that it is added to wherever either of them is used."""
    free = dict(enumerate(positions))
    for window, name, length in windows:
        size = length.constant or 0
        for position, step in product(list(free), range(1, min(size, LARGEST_STEP + 1))):
            place = var("'s") - step * var(free[position])
            if all(free[position] not in substitute(one, {name: place}).names for one in numbers):
                yield Overlap(position, window, step)
                del free[position]
                break
