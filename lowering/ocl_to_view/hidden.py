"""Loops for what has a hidden length: filters, rows that are put together, and openings.

A filter stores every element and goes on to the next place only where one is kept, so it has no branch: what is not kept
is written over. Where the place behind its end belongs to another row, a block of elements is filtered into private memory
first, and what is kept is copied. Elements that are arrays are copied only where they are kept. `filter_lanes.py` filters
several elements of a block at once.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING

from xdsl.dialects import arith
from xdsl.dialects.builtin import IndexType, IntegerAttr, i1
from xdsl.ir import BlockArgument, SSAValue

from ...analysis.errors import NOT_COMPILED
from ...dialects.diagnostics import LiftError, location_of
from ...dialects.kernel.attributes import IndexAttr
from ...dialects.kernel.control import ForOp, IfOp, YieldOp
from ...dialects.kernel.known import constant_of
from ...dialects.kernel.workitems import ApplyOp
from ...dialects.lift.algorithmic import FilterLike
from ...dialects.lift.destinations import levels_in
from ...dialects.lift.existential import PackOp, UnpackOp
from ...dialects.lift.profile import profile_of
from ...dialects.lift.renaming import rename_binders, substitute_in_op
from ...dialects.lift.scope import Index, Scope, scope_at
from ...dialects.lift.storage import LENGTH, at_bound
from ...dialects.lift.tuples import GetOp, TupleOp
from ...dialects.lift.types import ArrayType, ExistsType, holds_array
from ...dialects.nat.expr import Condition, ceildiv, compare, if_then_else, minimum, sum_over, var
from ...dialects.nat.facts import ANY
from ...dialects.nat.ring import Nat, const
from ...dialects.ocl.destinations import StoreOp
from ...dialects.ocl.joins import JoinSeqOp, ParallelJoin
from ...dialects.ocl.patterns import GroupMap, enclosing_maps
from ...dialects.ocl.places import PlacesOp
from ...dialects.ocl.rows import RowOp
from ...dialects.view import existential as view
from ...dialects.view.layout import part_of
from ...dialects.view.operation import ViewType, seen_by
from ...dialects.view.path import length_of
from ...dialects.view.sources import MemoryOp
from .filter_lanes import by_lanes, is_exact, kept_by_lanes
from .kernel import is_dependent

if TYPE_CHECKING:
    from .patterns import Lowering


def is_row(memory: SSAValue) -> bool:
    """Whether memory is that of a row among others, so that nothing may be written behind its end."""
    parent = memory.owner.parent_op() if isinstance(memory, BlockArgument) else None
    return isinstance(parent, ParallelJoin) or (isinstance(parent, UnpackOp) and is_row(parent.destinations[0]))


def lowered(
    op: UnpackOp | PackOp | FilterLike | ParallelJoin | JoinSeqOp | PlacesOp | RowOp, lowering: Lowering
) -> None:
    """The statements and views of an op."""
    match op:
        case UnpackOp():
            unpacked(op, lowering)
        case PackOp():
            packed(op, lowering)
        case ParallelJoin():
            joined(op, lowering)
        case JoinSeqOp():
            joined_in_order(op, lowering)
        case PlacesOp():
            placed(op, lowering)
        case RowOp():
            in_the_middle(op, lowering)
        case _:
            filtered(op, lowering)


def unpacked(op: UnpackOp, lowering: Lowering) -> None:
    """The length is loaded and named, and the region follows."""
    kernel = lowering.kernel
    known = {one.length.data for one in kernel.function.hidden_lengths}
    copy = op
    if op.position_name in known:  # another copy of the region has the name
        copy = op.clone()
        rename_binders(copy, kernel.taken | known)
    opened = _opened_rows(copy, lowering) if op.binds_table else _opened(copy, lowering)
    lowering.bind(copy.block.args[0], opened)
    if copy.target is not None:
        lowering.bind(copy.target, lowering.home(op))
    lowering.statements(copy.block)
    if op.destinations:
        lowering.bind(op.result, lowering.home(op))
    else:
        lowering.alias(op.result, copy.yielded)


def _opened(op: UnpackOp, lowering: Lowering) -> SSAValue:
    kernel, type_ = lowering.kernel, op.value.type
    assert op.position_name is not None
    assert isinstance(type_, ExistsType)
    value, packed = kernel.view(op.value), kernel.packed.get(op.value)
    if packed is None:
        number = kernel.load(kernel.length(value))
    else:
        number = kernel.add(ApplyOp(IndexAttr.of(packed), (), LENGTH)).results[0]
    kernel.name_length(op.position_name, number, kernel.most(type_.bound.data, scope_at(op)))
    return kernel.opened(value, var(op.position_name))


def _opened_rows(op: UnpackOp, lowering: Lowering) -> SSAValue:
    """The lengths of rows are a table, where these are all that is in memory."""
    kernel, type_ = lowering.kernel, op.value.type
    assert op.position_name is not None
    assert isinstance(type_, ArrayType)
    value = kernel.view(op.value)
    memory = value.owner
    if not isinstance(memory, MemoryOp) or memory.begins is not None:
        raise rows_in_part(op)
    kernel.name_table(op.position_name, memory.buffers[0], type_.length.data, most_of_rows(type_, op, kernel.most))
    return kernel.view_op(view.RowsOp.of([value], {}, op.block.args[0].type))


def most_of_rows(rows: ArrayType, op: UnpackOp, most: Callable[[Nat, Scope], Nat]) -> Nat:
    """The most that the length of any row can be."""
    row, scope = rows.at(var(ANY)), scope_at(op)
    assert isinstance(row, ExistsType)
    return most(row.bound.data, scope.inner(Index(ANY, rows.length.data)))


def rows_in_part(op: UnpackOp) -> LiftError:
    return LiftError(
        NOT_COMPILED,
        f"'{op.name}' opens rows that are only a part of what is in memory",
        expected="rows that a map has computed, or that are passed",
        fix="open each of them in a map over the rows",
        location=location_of(op),
    )


def packed_length(op: PackOp, lowering: Lowering) -> SSAValue:
    """The length that is hidden, as a number."""
    length = op.hidden_length
    assert length is not None
    return lowering.kernel.add(ApplyOp(IndexAttr.of(length), (), LENGTH)).results[0]


def stored_length(op: StoreOp, lowering: Lowering) -> None:
    """Of what has a hidden length, the length is stored; the rest has been written."""
    kernel, pack = lowering.kernel, op.value.owner
    memory = kernel.view(op.destination)
    if not is_row(op.destination):
        assert isinstance(pack, PackOp)
        kernel.store(packed_length(pack, lowering), kernel.length(memory))
    lowering.bind(op.result, memory)


def packed(op: PackOp, lowering: Lowering) -> None:
    kernel, number = lowering.kernel, packed_length(op, lowering)
    lowering.bind(op.result, kernel.view_op(view.PackOp.of([kernel.view(op.value), number], {}, op.result.type)))


def joined(op: ParallelJoin, lowering: Lowering) -> None:
    """Each row is written from where the rows before it end; the last end is the length of the whole.

    Where that may pass the bound, and does, no row is written, and the length is 0: the call is an error.
    """
    kernel, target = lowering.kernel, lowering.home(op)
    xs, offsets, count = kernel.view(op.xs), kernel.view(op.offsets), length_of(op.xs.type)
    data = kernel.opened(target, op.most.data)
    most, together = kernel.most(op.most.data, scope_at(op)), _bounds_together(op)
    total = None
    if not scope_at(op).holds(compare(together, "le", op.most.data)):
        last = kernel.load(kernel.element(offsets, count))
        largest = const((1 << 31) - 1)  # which stands for all that are larger
        total = kernel.bounded(last, minimum(kernel.most(together, scope_at(op)), largest), "total")
    guard = nullcontext() if total is None else _where(compare(var("t'"), "le", op.most.data), total, lowering)
    with guard, kernel.loop(count, op.position_name, map_=op, over=(xs,)) as (loop, _):
        begin = kernel.bounded(kernel.load(kernel.access(offsets, loop)), most, "begin")
        row = view.RowOp.untyped([data, begin], {"index": IndexAttr.of(var("b'"), ["b'"])})
        row.settle(ViewType(op.yielded.type))
        lowering.bind(op.block.args[0], kernel.access(xs, loop))
        lowering.region(op, kernel.view_op(row))
    with kernel.alone(levels_in(op.single)):
        around, kernel.writer = kernel.writer, ()
        if total is None:
            kernel.store(kernel.load(kernel.element(offsets, count)), kernel.length(target))
        else:
            _store_checked(op, total, target, lowering)
        kernel.writer = around
    lowering.bind(op.result, target)


def joined_in_order(op: JoinSeqOp, lowering: Lowering) -> None:
    """The rows are copied one after the other, as far as there is room."""
    kernel, target, xs = lowering.kernel, lowering.home(op), lowering.kernel.view(op.xs)
    rows, scope, count = op.xs.type, scope_at(op), length_of(op.xs.type)
    assert isinstance(rows, ArrayType)
    data = kernel.opened(target, op.most.data)
    together = kernel.most(_lengths_together(rows, scope), scope)
    fits = scope.holds(compare(_lengths_together(rows, scope), "le", op.most.data))
    with kernel.alone(kernel.writer):
        around, kernel.writer = kernel.writer, ()
        zero = kernel.add(arith.ConstantOp(IntegerAttr(0, LENGTH))).results[0]
        with kernel.loop(count, None, [zero], over=(xs,)) as (loop, statement):
            row = kernel.access(xs, loop)
            type_ = seen_by(row, op.name)
            assert isinstance(type_, ExistsType)
            name = kernel.fresh_length(type_.binder.data)
            kernel.name_length(name, kernel.load(kernel.length(row)), kernel.most(type_.bound.data, kernel.scope()))
            opened, begin = kernel.opened(row, var(name)), kernel.bounded(statement.carried[0], together, "begin")
            length = length_of(seen_by(opened, op.name))
            with kernel.loop(length) as (inner, _):
                names = {"b'": begin, "i'": inner.variable}
                place = var("b'") + var("i'")
                guard = None if fits else kernel.condition(compare(place, "lt", op.most.data), names, otherwise=False)
                with nullcontext() if guard is None else kernel.inside(guard.then.block):
                    kernel.copy(kernel.access(opened, inner), kernel.element(data, place, names))
            number = kernel.add(ApplyOp(IndexAttr.of(length), (), LENGTH)).results[0]
            kernel.add(YieldOp(kernel.add(arith.AddiOp(statement.carried[0], number)).results[0]))
        if fits and not is_row(op.destinations[0]):
            kernel.store(statement.results[0], kernel.length(target))
        elif not fits:
            total = kernel.bounded(statement.results[0], together, "total")
            _store_checked(op, total, target, lowering)
        kernel.writer = around
    lowering.bind(op.result, target)


def in_the_middle(op: RowOp, lowering: Lowering) -> None:
    """A row is seen where the array is."""
    kernel, xs = lowering.kernel, lowering.kernel.view(op.xs)
    most = kernel.most(length_of(op.xs.type), scope_at(op))
    number, begin = kernel.value(op.size), kernel.bounded(kernel.value(op.begin), most, "begin")
    lowering.bind(op.result, kernel.view_op(view.PartOp.of([xs, number, begin], {}, op.result.type)))


def placed(op: PlacesOp, lowering: Lowering) -> None:
    """The number is stored, as a length; there is nothing else."""
    kernel, target = lowering.kernel, lowering.home(op)
    number = kernel.value(op.number)
    with kernel.alone(kernel.writer):
        around, kernel.writer = kernel.writer, ()
        known = constant_of(number)
        if known is None:
            zero = kernel.add(arith.ConstantOp(IntegerAttr(0, LENGTH))).results[0]
            count = kernel.bounded(kernel.add(arith.MaxSIOp(number, zero)).results[0], const((1 << 31) - 1), "count")
        else:
            count = kernel.add(arith.ConstantOp(IntegerAttr(max(known, 0), IndexType()))).results[0]
        _store_checked(op, count, target, lowering)
        kernel.writer = around
    lowering.bind(op.result, target)


def _store_checked(
    op: ParallelJoin | JoinSeqOp | PlacesOp, total: SSAValue, target: SSAValue, lowering: Lowering
) -> None:
    """The length, or where it passes its bound 0, and the number that passed it."""
    kernel, t = lowering.kernel, var("t'")
    inside = compare(t, "le", op.most.data)
    if not is_row(op.destinations[0]):
        kept = if_then_else(inside, t, const(0))
        number = kernel.add(ApplyOp(IndexAttr.of(kept, ["t'"]), [total], LENGTH)).results[0]
        kernel.store(number, kernel.length(target))
    exceeded = kernel.condition(inside.negated, {"t'": total}, otherwise=False)
    with kernel.inside(exceeded.then.block):
        number = kernel.add(ApplyOp(IndexAttr.of(t, ["t'"]), [total], LENGTH)).results[0]
        kernel.store(number, kernel.memory(kernel.check(op, op.most.data)))


@contextmanager
def _where(condition: Condition, number: SSAValue, lowering: Lowering) -> Generator[None]:
    """What is built meanwhile is for where a condition holds of a number, which is `t'` in it."""
    with lowering.kernel.inside(lowering.kernel.condition(condition, {"t'": number}, otherwise=False).then.block):
        yield


def _bounds_together(op: ParallelJoin) -> Nat:
    """How long the rows can be together."""
    rows = ArrayType.over(op.position_name, length_of(op.xs.type), op.yielded.type)
    return _lengths_together(rows, scope_at(op))


def _lengths_together(rows: ArrayType, scope: Scope) -> Nat:
    row = rows.at(var("k'"))
    assert isinstance(row, ExistsType)
    return scope.simplify(sum_over("k'", rows.length.data, length_of(at_bound(row))))


def filtered(op: FilterLike, lowering: Lowering) -> None:
    """Every element is stored, and the place goes on where one is kept."""
    kernel, target, xs = lowering.kernel, lowering.home(op), lowering.kernel.view(op.xs)
    type_, count = op.result.type, length_of(op.xs.type)
    assert isinstance(type_, ExistsType)
    row = is_row(op.destinations[0])
    with kernel.alone(kernel.writer):
        around, kernel.writer = kernel.writer, ()
        if not holds_array(_row(op).element) and (row or (_is_alone(op) and by_lanes(op, xs))):
            end = _by_blocks(op, xs, target, count, lowering)
        else:
            data = kernel.opened(target, type_.bound.data)
            zero = kernel.add(arith.ConstantOp(IntegerAttr(0, LENGTH))).results[0]
            end = _kept(op, xs, data, (None, count), zero, lowering)
        if not row:
            kernel.store(end, kernel.length(target))
        kernel.writer = around
    lowering.bind(op.result, target)


def _is_alone(op: FilterLike) -> bool:
    """Whether a work group filters, and not each of its work items: then there is private memory for a block."""
    maps = enclosing_maps(op.parent)
    return bool(maps) and all(isinstance(map_, GroupMap) for map_ in maps)


def _kept(
    op: FilterLike,
    xs: SSAValue,
    data: SSAValue,
    part: tuple[Nat | None, Nat],
    first: SSAValue,
    lowering: Lowering,
) -> SSAValue:
    """A loop over some elements from an index on that stores what is kept behind what is there; how many there are then."""
    kernel, name, (begin, count) = lowering.kernel, op.position_name, part
    most = const(profile_of(op).filter_block) if begin is not None else kernel.most(count, scope_at(op))
    if begin is not None and (name is not None or is_dependent(xs)):
        op, name = op.clone(), kernel.fresh(name or "k")
        for inner in op.block.ops:
            substitute_in_op(inner, {op.position_name or "": begin + var(name)})
    with kernel.loop(count, name, [first]) as (loop, statement):
        place = statement.carried[0]
        place.name_hint = "kept"
        if begin is None:
            element = kernel.access(xs, loop)
        elif name is not None:
            element = kernel.element(xs, begin + var(name))
        else:
            element = kernel.element(xs, begin + var("i'"), {"i'": loop.variable})
        lowering.bind(op.block.args[0], element)
        lowering.statements(op.block)
        keep, value = _kept_of(op, lowering)
        one = kernel.add(arith.ExtUIOp(keep, LENGTH)).results[0]
        to = kernel.element(data, var("i'"), {"i'": kernel.bounded(place, most, "kept")})
        if isinstance(value.type, ViewType):
            guard = IfOp(None, [keep], (), None, None)
            kernel.add(guard)
            with kernel.inside(guard.then.block):
                kernel.copy(value, to)
        else:
            kernel.store(value, to)
        kernel.add(YieldOp(kernel.add(arith.AddiOp(place, one)).results[0]))
    return statement.results[0]


def _row(op: FilterLike) -> ArrayType:
    """What a filter keeps, as long as it may be."""
    assert isinstance(op.result.type, ExistsType)
    row = at_bound(op.result.type)
    assert isinstance(row, ArrayType)
    return row


def _kept_of(op: FilterLike, lowering: Lowering) -> tuple[SSAValue, SSAValue]:
    """Whether an element is kept, and what is kept of it: a value, or a view of what is an array."""
    kernel, yielded = lowering.kernel, op.yielded
    if yielded.type == i1:
        return kernel.value(yielded), _here(op.block.args[0], lowering)
    if isinstance(yielded.owner, TupleOp):
        keep, value = yielded.owner.operands
        return kernel.value(keep), _here(value, lowering)
    if kernel.is_value(yielded):
        both = kernel.value(yielded)
        keep, value = (kernel.add(GetOp(both, k)).results[0] for k in range(2))
        return keep, value
    keep, value = (kernel.view_op(part_of(kernel.view(yielded), k)) for k in range(2))
    return kernel.load(keep), value if holds_array(seen_by(value, op.name)) else kernel.load(value)


def _here(value: SSAValue, lowering: Lowering) -> SSAValue:
    return lowering.kernel.view(value) if holds_array(value.type) else lowering.kernel.value(value)


def _by_blocks(op: FilterLike, xs: SSAValue, target: SSAValue, count: Nat, lowering: Lowering) -> SSAValue:
    """Blocks of elements are filtered into private memory, and what is kept is copied behind what was kept before.

    How many elements are kept.
    """
    kernel = lowering.kernel
    assert isinstance(op.result.type, ExistsType)
    row, block = _row(op), profile_of(op).filter_block
    data = kernel.opened(target, op.result.type.bound.data)
    room = kernel.private(ArrayType(block, row.element), (), "block")
    zero = kernel.add(arith.ConstantOp(IntegerAttr(0, LENGTH))).results[0]
    name = kernel.fresh("block")
    with kernel.loop(ceildiv(count, const(block)), name, [zero]) as (_, statement):
        done = statement.carried[0]
        done.name_hint = "done"
        begin = const(block) * var(name)
        size = minimum(const(block), count - begin)
        first, whole = zero, const(0)
        if by_lanes(op, xs) and (is_exact(op) or not is_row(op.destinations[0])):
            first, whole = kept_by_lanes(op, xs, room, (begin, size), kernel)
        end = _kept(op, xs, room, (begin + whole, size - whole), first, lowering)
        bounds = (IndexAttr.of(const(0), ["n'"]), IndexAttr.of(var("n'"), ["n'"]), IndexAttr.of(const(1), ["n'"]))
        copying = ForOp(bounds, [kernel.bounded(end, const(block), "kept")], [])
        n = kernel.bounded(done, lowering.kernel.most(count, scope_at(op)), "done")
        kernel.add(copying)
        with kernel.inside(copying.block):
            i = copying.variable
            to = kernel.element(data, var("n'") + var("i'"), {"n'": n, "i'": i})
            kernel.copy(kernel.element(room, var("i'"), {"i'": i}), to)
        kernel.add(YieldOp(kernel.add(arith.AddiOp(done, end)).results[0]))
    return statement.results[0]
