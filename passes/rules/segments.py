"""Rules for rows that differ in length: even shares of what is in all of them, however long a row is.

Pieces of the elements of all rows, one after the other, have one length. A row that is longer than a piece is folded up to the
end of the one that it begins in, and what it has in later pieces is folded by these.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from xdsl.dialects import arith
from xdsl.dialects.builtin import IntegerAttr, i32, i64
from xdsl.ir import Block, Region, SSAValue

from ...dialects.lift.access import AtOp, SliceOp
from ...dialects.lift.algorithmic import GenerateOp, MapOp, ReduceOp
from ...dialects.lift.existential import UnpackOp
from ...dialects.lift.layout import JoinOp
from ...dialects.lift.numbers import NatOp
from ...dialects.lift.operation import UNTYPED
from ...dialects.lift.tuples import GetOp, TupleOp, UnzipOp
from ...dialects.lift.types import ArrayType, array_length
from ...dialects.nat.expr import compare, floordiv, if_then_else, maximum, mod, sum_over, var
from ...dialects.nat.ring import Nat
from ...dialects.ocl.patterns import UpdateSeqOp
from ...dialects.ocl.rows import RowOp
from ...dialects.ocl.shares import MapSharesOp, length_in, spread
from .combining import Combining
from .parameters import Parameter, dimension, size
from .reductions import NOTHING_TO_BEGIN_WITH
from .regions import end_with, mentions
from .rule import Chain, Refusal, Replacement, Rule, made_by, rule
from .searches import bisected

NO_ROWS: Final = Refusal("the elements are no rows that differ in length")
NO_FOLD: Final = Refusal("what is done with a row is more than to fold it")


@rule(MapOp, d=dimension("the dimension"), m=size("shares", 128))
def map_to_shares(op: MapOp, d: int, m: int) -> Replacement:
    """`map(f, xs) = map_shares(m, f, xs)`, for rows that differ in length."""
    xs = op.xs.type
    if not isinstance(xs, ArrayType) or not xs.dependent or length_in(xs.element) is None:
        return NO_ROWS
    return MapSharesOp(d, m, op.xs, op.body.clone(), op.position_name, result_type=UNTYPED)


@rule(MapOp, regroups=True, m=Parameter("pieces", 128, 2, 1 << 20), w=size("elements of a piece, at least", 4096))
def reduce_in_segments(op: MapOp, m: int, w: int) -> Replacement:
    """`map(reduce(f, a), xss) = update_seq(⊕, heads, places, map((r)[k] -> reduce(f, a, slice(0, n(k), r)), xss))`

    For f(a, x) = `a ⊕ g(x)` with ⊕ associative and `e ⊕ x = x`, and rows that differ in length: row k has len(k) elements and
    begins at b(k), of t elements in all. A piece has `c = max(t floordiv m + 1, w)`, and n(k) is len(k), or `c - b(k) mod c` where
    that is more than c. For each piece that begins at `i = 0, c, 2 * c, ..`, let q be the first row that does not begin before i.
    If row q - 1 has more than c elements, the head of the piece is `reduce(f, e, row(join(xss), i, min(b(q) - i, c)))`, and its
    place q - 1; else there is none. Where t is less than w, no row has more than c elements, and there are no pieces.
    """
    found = _Segments.of(op, m, w)
    if not isinstance(found, _Segments):
        return found
    flat, begins, pieces = JoinOp(op.xs, result_type=UNTYPED), found.begins(), found.pieces()
    flat.result.name_hint = "flat"
    heads, firsts = found.heads(flat.result, begins.result, pieces.result), found.firsts()
    parts = UnzipOp(heads, result_type=UNTYPED)
    places, folds = (GetOp(parts, k, result_type=UNTYPED) for k in range(2))
    places.result.name_hint, folds.result.name_hint = "places", "folds"
    update = UpdateSeqOp(folds, places, firsts, found.combining.combine(), result_type=UNTYPED)
    return Chain.of(firsts, flat, begins, pieces, heads, parts, places, folds, update)


@dataclass(frozen=True)
class _Segments:
    """A map that folds rows, which are cut where pieces of one length end."""

    pattern: MapOp
    fold: ReduceOp
    combining: Combining
    rows: ArrayType
    most: int
    """How many pieces there are, at most."""
    least: int
    """How many elements a piece has, at least."""

    @classmethod
    def of(cls, op: MapOp, most: int, least: int) -> _Segments | Refusal:
        rows, fold = op.xs.type, made_by(op.yielded, ReduceOp)
        if not isinstance(rows, ArrayType) or not rows.dependent or array_length(rows.element) is None:
            return NO_ROWS
        if fold is None or fold.xs is not op.block.args[0] or list(op.block.ops)[:-1] != [fold]:
            return NO_FOLD
        combining = Combining.of(fold)
        if combining is None or combining.shape is None:
            return NOTHING_TO_BEGIN_WITH
        if combining.has_position or mentions(op.block.ops, op.position_name):
            return Refusal("the position is used")
        return cls(op, fold, combining, rows, most, least)

    def before(self, k: Nat) -> Nat:
        """How many elements the rows before row k have."""
        length = array_length(self.rows.at(var("k'")))
        assert length is not None
        return sum_over("k'", k, length)

    @property
    def size(self) -> Nat:
        """How many elements a piece has."""
        return maximum(floordiv(self.before(self.rows.length.data), self.most) + 1, self.least)

    @property
    def count(self) -> Nat:
        """How many pieces there are: none where no row can be cut."""
        return if_then_else(compare(self.before(self.rows.length.data), "ge", self.least), self.most, 0)

    def firsts(self) -> MapOp:
        """What each row has in the piece that it begins in."""
        name = self.combining.fresh(self.pattern.position_name or "k")
        copy = MapOp(self.pattern.xs, self.pattern.body.clone(), name, result_type=UNTYPED)
        fold, length = made_by(copy.yielded, ReduceOp), array_length(self.rows.at(var(name)))
        assert fold is not None
        assert length is not None
        rest = self.size - mod(self.before(var(name)), self.size)
        some = if_then_else(compare(length, "gt", self.size), rest, length)
        first = SliceOp(copy.block.args[0], 0, some, result_type=UNTYPED)
        first.result.name_hint, copy.result.name_hint = "first", self.pattern.result.name_hint
        copy.block.insert_op_before(first, fold)
        fold.operands[0] = first.result
        return copy

    def begins(self) -> GenerateOp:
        """Where each row begins, and where the last one ends."""
        name = self.combining.fresh("k")
        made = self._numbers(self.rows.length.data + 1, name, self.before(var(name)))
        made.result.name_hint = "begins"
        return made

    def pieces(self) -> GenerateOp:
        """Where each piece begins: in an order that spreads neighbours, where heads may be in any order."""
        name = self.combining.fresh("p")
        number = spread(var(name), self.most) if self.combining.commutes else var(name)
        made = self._numbers(self.count, name, number * self.size)
        made.result.name_hint = "pieces"
        return made

    def _numbers(self, count: Nat | int, name: str, number: Nat) -> GenerateOp:
        block, made = Block(), NatOp(number, i64)
        end_with(block, Chain.of(made))
        return GenerateOp(count, name, Region(block), result_type=UNTYPED)

    def heads(self, flat: SSAValue, begins: SSAValue, pieces: SSAValue) -> MapOp:
        """What each of them has of a row that begins before it, and the place of that row."""
        block = Block(arg_types=[i64])
        at = block.args[0]
        at.name_hint = "at"

        def is_before(begin: SSAValue) -> Chain:
            return Chain.of(arith.CmpiOp(begin, at, "slt"))

        # Numbers of rows have 64 bits, as there may be more than 32 can say.
        count, name = self.rows.length.data + 1, self.combining.fresh("k")
        found = bisected(begins, at, count, is_before, i64, name)
        one, none = arith.ConstantOp(IntegerAttr(1, i64)), arith.ConstantOp(IntegerAttr(-1, i64))
        earlier = arith.SubiOp(found.value, one)
        begin, end = (AtOp(begins, which, at, result_type=i64) for which in (earlier.result, found.value))
        length, most = arith.SubiOp(end, begin), NatOp(self.size, i64)
        is_cut, left = arith.CmpiOp(length, most, "sgt"), arith.SubiOp(end, at)
        some, zero = arith.MinSIOp(left, most), arith.ConstantOp(IntegerAttr(0, i64))
        size = arith.SelectOp(is_cut, some, zero)
        number, empty = arith.TruncIOp(size, i32), arith.CmpiOp(size, zero, "eq")
        start = arith.SelectOp(empty, zero, at)  # the last pieces may begin behind all elements
        row = RowOp(flat, start, number, result_type=UNTYPED)
        head = self._head(row.result)
        place = arith.SelectOp(empty, none, earlier)
        both = TupleOp([place.result, head.result], result_type=UNTYPED)
        hints = {
            begin: "begin",
            end: "end",
            is_cut: "is_cut",
            left: "left",
            size: "size",
            start: "start",
            row: "row",
        }
        for made, hint in {**hints, place: "place"}.items():
            made.results[0].name_hint = hint
        numbers = Chain.of(
            one, none, earlier, begin, end, length, most, is_cut, left, some, zero, size, number, empty, start
        )
        found.value.name_hint = "next"
        end_with(block, found, numbers, Chain.of(row, head, place, both))
        heads = MapOp(pieces, Region(block), result_type=UNTYPED)
        heads.result.name_hint = "heads"
        return heads

    def _head(self, row: SSAValue) -> UnpackOp:
        """The fold of a row that is as long as a number says."""
        name, block = self.combining.fresh("X"), Block(arg_types=[UNTYPED])
        start = self.combining.start()
        assert start.value is not None
        fold = ReduceOp(block.args[0], start.value, self.combining.region(), result_type=UNTYPED)
        end_with(block, Chain([*start.ops, fold], fold.result))
        block.args[0].name_hint = "xs"
        fold.result.name_hint = "head"
        return UnpackOp(row, Region(block), name, result_type=UNTYPED)


SEGMENTS: tuple[Rule[Any], ...] = (map_to_shares, reduce_in_segments)
