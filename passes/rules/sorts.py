"""Rules for sorts: by the parts of keys, by positions, by merging runs in one work item, and by digits in parallel."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from xdsl.dialects import arith
from xdsl.dialects.builtin import IntegerAttr, TupleType, i32, i64
from xdsl.ir import Block, Operation, Region, SSAValue

from ...analysis.execution import function_around, may_become_kernel
from ...dialects.lift.access import AtUncheckedOp, SliceOp
from ...dialects.lift.algorithmic import GenerateOp, MapOp
from ...dialects.lift.attributes import IndexFunctionAttr
from ...dialects.lift.body import YieldOp, ops_around
from ...dialects.lift.functions import DefOp
from ...dialects.lift.iterate import IterateOp
from ...dialects.lift.layout import JoinOp, PadOp, PartitionOp, SplitOp, TransposeOp
from ...dialects.lift.numbers import NatOp
from ...dialects.lift.operation import UNTYPED
from ...dialects.lift.renaming import names_bound_in, rename_binders
from ...dialects.lift.scope import scope_at
from ...dialects.lift.sort import SortOp
from ...dialects.lift.tuples import GetOp, TupleOp, ZipOp
from ...dialects.lift.types import array_length, holds_array
from ...dialects.lift.updates import UpdateOp
from ...dialects.nat.expr import floordiv, log2, minimum, var
from ...dialects.nat.prove import bounds
from ...dialects.nat.ring import Nat
from ...dialects.ocl.patterns import MapGlbOp, MapSeqOp, MapWrgOp, ScanSeqOp
from ...dialects.ocl.scatters import ScatterGlbOp, ScatterWrgOp
from .filter_chunks import BELOW_THE_TOP, OVER, fresh
from .keys import ordered
from .parameters import size
from .regions import applied, block_like, end_with
from .rule import HIDDEN, Chain, Refusal, Replacement, Rule, made_by, rule

DIGIT: Final = 8
"""The bits of a digit."""

DISTRIBUTIONS: Final[dict[str, tuple[type[MapGlbOp | MapWrgOp], type[ScatterGlbOp | ScatterWrgOp]]]] = {
    "items": (MapGlbOp, ScatterGlbOp),
    "groups": (MapWrgOp, ScatterWrgOp),
}
"""The map and the scatter that distribute parts over work items, or over work groups."""

TUPLE: Final = Refusal("the key is a tuple")
ARRAYS: Final = Refusal("there are arrays in an element, which are not moved about")
NO_BOUND: Final = Refusal("it is not known how many elements there are at most")


@rule(SortOp)
def sort_of_tuple(op: SortOp) -> Replacement:
    """`sort(x -> (f(x), g(x)), xs) = sort(f, sort(g, xs))`, since elements with equal keys stay in their order."""
    key = op.yielded.type
    if not isinstance(key, TupleType):
        return None
    sorts: list[Operation] = []
    xs, taken = op.xs, set(names_bound_in(function_around(op)))
    for k in reversed(range(len(key.types))):
        block = block_like(op.block.args)
        body = applied(op, block.args)
        made = made_by(body.value, TupleOp)
        if made is not None and made in body.ops:
            part = Chain([one for one in body.ops if one is not made], made.parts[k])
            made.drop_all_references()
        else:
            get = GetOp(body.value, k, result_type=UNTYPED)
            part = Chain((*body.ops, get), get.result)
        end_with(block, part)
        sorts.append(SortOp(xs, Region(block), descending=op.descending, result_type=UNTYPED))
        rename_binders(sorts[-1], taken)  # one may come to stand in the other
        taken |= names_bound_in(sorts[-1])
        xs = sorts[-1].results[0]
    return Chain(sorts, xs)


@rule(SortOp)
def sort_by_positions(op: SortOp) -> Replacement:
    """`sort(f, xs) = map(p -> xs[p[1]], sort(p -> p[0], zip(map(f, xs), [0, 1, ..])))`: keys and positions are moved, not elements."""
    length = array_length(op.xs.type)
    if length is None:
        return HIDDEN
    if isinstance(op.yielded.type, TupleType):
        return TUPLE
    taken = names_bound_in(function_around(op))
    keys = MapOp(op.xs, op.body.clone(), result_type=UNTYPED)
    name = fresh("i", taken)
    number = NatOp(var(name))
    positions = GenerateOp(length, name, Region(Block([number, YieldOp(number)])), result_type=UNTYPED)
    pairs = ZipOp([keys, positions], result_type=UNTYPED)
    by, at = _block("pair"), _block("pair")
    end_with(by, Chain.of(GetOp(by.args[0], 0, result_type=UNTYPED)))
    moved = SortOp(pairs, Region(by), descending=op.descending, result_type=UNTYPED)
    place = GetOp(at.args[0], 1, result_type=UNTYPED)
    end_with(at, Chain.of(place, AtUncheckedOp(op.xs, place.result, result_type=UNTYPED)))
    _name({keys: "keys", positions: "positions", pairs: "pairs", moved: "moved", place: "place", number: "position"})
    return Chain.of(keys, positions, pairs, moved, MapOp(moved, Region(at), result_type=UNTYPED))


def _refused(op: SortOp) -> Refusal | None:
    """Why the elements of a sort are not moved by their keys."""
    if array_length(op.xs.type) is None:
        return HIDDEN
    if isinstance(op.yielded.type, TupleType):
        return TUPLE
    return ARRAYS if holds_array(op.block.args[0].type) else None


def _bits(op: SortOp, element: SSAValue, taken: set[str]) -> Chain:
    """The bits of the key of an element, ordered as keys are; what computes it binds names of its own."""
    key = applied(op, [element])
    for one in key.ops:
        rename_binders(one, taken)
    bits = ordered(key.value, op.yielded.type, descending=op.descending is not None).chain
    return Chain((*key.ops, *bits.ops), bits.value)


# By merging


@rule(SortOp)
def sort_in_merges(op: SortOp) -> Replacement:
    """`sort(f, xs) = iterate(log2(2 * n + 1), merge, (xs, 1))[0]`, for n elements, all by one work item.

    `merge((ys, w)) = (map_seq(i -> ys[i], scan_seq(next, 0, [0, 1, .., n - 1])), 2 * w)` merges every two runs of length w: `next` says which
    element comes next, by which one came before it. Of the next ones of both runs that is the first, where its key comes before
    that of the second or is equal.
    """
    refusal = _refused(op)
    if refusal is not None:
        return refusal
    length = array_length(op.xs.type)
    assert length is not None
    taken = names_bound_in(function_around(op))
    one = arith.ConstantOp(IntegerAttr(1, i32))
    begin = TupleOp([op.xs, one.result], result_type=UNTYPED)
    each = _block("state")
    end_with(each, _merged(op, each.args[0], length, taken))
    last = IterateOp(log2(2 * length + 1), begin, Region(each), result_type=UNTYPED)
    _name({one: "one", begin: "begin", last: "last"})
    return Chain.of(one, begin, last, GetOp(last, 0, result_type=UNTYPED))


def _merged(op: SortOp, state: SSAValue, length: Nat, taken: set[str]) -> Chain:
    """Every two runs that stand side by side as one, which is as long as both."""
    ys, width = (GetOp(state, k, result_type=UNTYPED) for k in range(2))
    zero = arith.ConstantOp(IntegerAttr(0, i32))
    name = fresh("k", taken)
    number = NatOp(var(name))
    places = GenerateOp(length, name, Region(Block([number, YieldOp(number)])), result_type=UNTYPED)
    following = Block(arg_types=[i32, i32])
    following.args[0].name_hint, following.args[1].name_hint = "before", "k"
    end_with(following, _next(op, ys.result, width.result, following.args, length, taken))
    order = ScanSeqOp(places, zero, Region(following), result_type=UNTYPED)
    at = _block("i")
    end_with(at, Chain.of(AtUncheckedOp(ys, at.args[0], result_type=UNTYPED)))
    moved, wider = MapSeqOp(order, Region(at), result_type=UNTYPED), arith.AddiOp(width.result, width.result, i32)
    names: dict[Operation, str] = {ys: "ys", width: "width", zero: "zero", number: "position", places: "places"}
    _name({**names, order: "order", moved: "moved", wider: "wider"})
    return Chain.of(ys, width, zero, places, order, moved, wider, TupleOp([moved, wider], result_type=UNTYPED))


def _next(
    op: SortOp, ys: SSAValue, width: SSAValue, arguments: Sequence[SSAValue], length: Nat, taken: set[str]
) -> Chain:
    """Where the element is that comes to position k, by where the one was that came before it."""
    code = _Code()
    before, k = arguments
    one, count = code.add(arith.ConstantOp(IntegerAttr(1, i32))), code.add(NatOp(length))
    last, both = code.add(arith.SubiOp(count, one)), code.add(arith.AddiOp(width, width, i32))
    inside = code.add(arith.AndIOp(k, code.add(arith.SubiOp(both, one))))
    begin = code.add(arith.SubiOp(k, inside))
    middle = code.add(arith.AddiOp(begin, width, i32))
    # How many the first run has given is seen by where the last one was.
    is_first = code.add(arith.CmpiOp(before, middle, "slt"))
    given = code.add(arith.SubiOp(code.add(arith.SubiOp(k, one)), code.add(arith.SubiOp(before, middle))))
    after = code.add(arith.SelectOp(is_first, code.add(arith.AddiOp(before, one)), given))
    begins = code.add(arith.CmpiOp(inside, code.add(arith.ConstantOp(IntegerAttr(0, i32))), "eq"))
    i = code.add(arith.SelectOp(begins, k, after), "i")
    j = code.add(arith.AddiOp(middle, code.add(arith.SubiOp(k, i))), "j")
    ends = [code.add(arith.MinUIOp(end, count)) for end in (middle, code.add(arith.AddiOp(begin, both)))]
    bits: list[SSAValue] = []
    for index in (i, j):
        near = code.add(arith.MinSIOp(index, last))  # an element that there is, whether it counts or not
        element = code.add(AtUncheckedOp(ys, near, result_type=UNTYPED), "y")
        bits.append(code.add_chain(_bits(op, element, taken)))
    ordered_, none = code.add(arith.CmpiOp(bits[0], bits[1], "ule")), code.add(arith.CmpiOp(j, ends[1], "sge"))
    wins = code.add(arith.OrIOp(none, ordered_))
    takes = code.add(arith.AndIOp(code.add(arith.CmpiOp(i, ends[0], "slt")), wins))
    return Chain(code.ops, code.add(arith.SelectOp(takes, i, j)))


class _Code:
    """Ops one after the other."""

    def __init__(self) -> None:
        self.ops: list[Operation] = []

    def add(self, op: Operation, name: str | None = None) -> SSAValue:
        self.ops.append(op)
        op.results[0].name_hint = name
        return op.results[0]

    def add_chain(self, chain: Chain) -> SSAValue:
        self.ops += chain.ops
        return chain.value


# By digits


@rule(
    SortOp,
    m=size("parts, at most", 4),
    r=size("elements of a part for each digit that there may be, at least"),
    over=OVER,
)
def sort_by_digits(op: SortOp, m: int, r: int, over: str) -> Replacement:
    """`sort(f, xs) = pass(d, .. pass(1, pass(0, xs)) ..)`, at the top level, for keys of d + 1 digits, the lowest first.

    `pass(j, ys) = scatter(x -> (digit(j, f(x)), x), parts, starts)`, where `parts = partition(ys)` has at most m of length c but for
    the last, `counts = map(part -> update(+ 1, digits(part), zeros), parts)`, and
    `starts = transpose(split(scan_exclusive(+, 0, join(transpose(counts)))))`. Keys are taken as numbers without a sign, in an order
    that is theirs, with digits of 8 bits.
    """
    refusal = _refused(op)
    if refusal is not None:
        return refusal
    if not may_become_kernel(op):
        return BELOW_THE_TOP
    bits = ordered(op.block.args[0], op.yielded.type, descending=False)
    digits = 1 << min(bits.bits, DIGIT)
    cut = _Parts.of(op, m, r * digits)
    if cut is None:
        return NO_BOUND
    taken = names_bound_in(function_around(op))
    zero, one = (arith.ConstantOp(IntegerAttr(k, i32)) for k in (0, 1))
    name = fresh("j", taken)
    zeros = GenerateOp(digits, name, Region(Block([YieldOp(zero)])), result_type=UNTYPED)
    _name({zero: "zero", one: "one", zeros: "zeros"})
    ops: list[Operation] = [zero, one, zeros]
    xs = op.xs
    for low in range(bits.first, bits.first + bits.bits, DIGIT):
        ops += _Pass(op, cut, DISTRIBUTIONS[over], low, taken).ops(xs, zero.result, one.result, zeros)
        xs = ops[-1].results[0]
    xs.name_hint = None  # it has the name of the sort
    return Chain(ops, xs)


@dataclass(frozen=True)
class _Parts:
    """An array in parts, all of one length but for the last, of which there is always one."""

    length: Nat
    share: Nat

    @classmethod
    def of(cls, op: SortOp, parts: int, least: int) -> _Parts | None:
        """At most so many parts; how long they are is known before anything runs, so that there is room for what is said of each.

        None where the length is another one in each iteration, or has no bound in the sizes of the function.
        """
        length, function, scope = array_length(op.xs.type), function_around(op), scope_at(op)
        changing = {outer.position_name for outer in ops_around(op.parent) if isinstance(outer, IterateOp)}
        if length is None or not isinstance(function, DefOp) or length.names & changing:
            return None
        for most in (length, bounds(length, scope.facts).upper):
            if most is not None and most.names <= {*function.nat_names} and not most.tables:
                return cls(length, scope.simplify(floordiv(most, parts) + least))
        return None

    @property
    def count(self) -> Nat:
        return floordiv(self.length, self.share) + 1

    def of_array(self, xs: SSAValue, name: str) -> PartitionOp:
        lengths = IndexFunctionAttr.of(name, minimum(self.share, self.length - self.share * var(name)))
        return PartitionOp(xs, self.count, lengths, result_type=UNTYPED)


@dataclass(frozen=True)
class _Pass:
    """A stable sort by one digit."""

    op: SortOp
    cut: _Parts
    over: tuple[type[MapGlbOp | MapWrgOp], type[ScatterGlbOp | ScatterWrgOp]]
    low: int
    """The lowest bit of the digit."""
    taken: set[str]

    def ops(self, xs: SSAValue, zero: SSAValue, one: SSAValue, zeros: GenerateOp) -> list[Operation]:
        """The ops of the pass, of which the last gives the array."""
        parts = self.cut.of_array(xs, "i")
        counts = self._counts(parts.result, zeros.result, one)
        columns = TransposeOp(counts, result_type=UNTYPED)
        flat = JoinOp(columns, result_type=UNTYPED)
        adding = Block(arg_types=[i32, i32])
        adding.args[0].name_hint, adding.args[1].name_hint = "end", "count"
        end_with(adding, Chain.of(arith.AddiOp(adding.args[0], adding.args[1])))
        ends = ScanSeqOp(flat, zero, Region(adding), result_type=UNTYPED)
        all_bounds = PadOp("constant", 1, 0, ends, zero, result_type=UNTYPED)
        begins = SliceOp(all_bounds, 0, self.cut.count * zeros.count.data, result_type=UNTYPED)
        rows = SplitOp(self.cut.count, begins, result_type=UNTYPED)
        starts = TransposeOp(rows, result_type=UNTYPED)
        moved = self._moved(parts.result, starts.result)
        names: dict[Operation, str] = {parts: "parts", counts: "counts", flat: "flat", ends: "ends", begins: "begins"}
        _name({**names, starts: "starts", moved: "moved"})
        return [parts, counts, columns, flat, ends, all_bounds, begins, rows, starts, moved]

    def _counts(self, parts: SSAValue, zeros: SSAValue, one: SSAValue) -> Operation:
        """How often each digit is in each part."""
        block, digits, adding = _block("part"), _block("x"), Block(arg_types=[i32, UNTYPED])
        end_with(digits, self._digit(digits.args[0]))
        places = MapOp(block.args[0], Region(digits), result_type=UNTYPED)
        adding.args[0].name_hint, adding.args[1].name_hint = "count", "x"
        end_with(adding, Chain.of(arith.AddiOp(adding.args[0], one)))
        update = UpdateOp(block.args[0], places, zeros, Region(adding), result_type=UNTYPED)
        _name({places: "digits", update: "counts"})
        end_with(block, Chain.of(places, update))
        return self.over[0](0, parts, Region(block), fresh("k", self.taken), result_type=UNTYPED)

    def _moved(self, parts: SSAValue, starts: SSAValue) -> Operation:
        """Every element where those with lower digits, and those before it with the same, end."""
        block = _block("x")
        digit = self._digit(block.args[0])
        end_with(block, digit, Chain.of(TupleOp([digit.value, block.args[0]], result_type=UNTYPED)))
        name = fresh("k", self.taken)
        return self.over[1](0, parts, starts, self.cut.length, Region(block), name, result_type=UNTYPED)

    def _digit(self, element: SSAValue) -> Chain:
        """The digit of the key of an element."""
        bits = _bits(self.op, element, self.taken)
        code = _Code()
        digit, type_ = code.add_chain(bits), bits.value.type
        if self.low:
            shift = IntegerAttr(self.low, i32 if type_ == i32 else i64)
            digit = code.add(arith.ShRUIOp(digit, code.add(arith.ConstantOp(shift))))
        if type_ != i32:
            digit = code.add(arith.TruncIOp(digit, i32))
        mask = code.add(arith.ConstantOp(IntegerAttr((1 << DIGIT) - 1, i32)))
        return Chain(code.ops, code.add(arith.AndIOp(digit, mask), "digit"))


def _block(name: str) -> Block:
    """A block with one argument."""
    block = Block(arg_types=[UNTYPED])
    block.args[0].name_hint = name
    return block


def _name(names: Mapping[Operation, str]) -> None:
    for made, name in names.items():
        made.results[0].name_hint = name


SORTS: tuple[Rule[Any], ...] = (sort_of_tuple, sort_by_positions, sort_in_merges, sort_by_digits)
