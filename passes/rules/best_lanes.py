"""Rules that keep the best of many tuples in lanes: a candidate for each lane, of which the first of the best is taken.

`a ⊕ b = b.k < a.k ? b : a` keeps the first of equals, so lanes that are put together in another order must know which came
first. A part p tells them that is a number of the element's position, `p(i + 1) = p(i) + s` with s > 0: of two candidates the one
came first whose p is less. That is asked of their difference, as integers that wrap around, so that it does not matter how
large positions are, but only how far apart two of them can be, which the length of the fold says.

A lane begins with the initial value of the fold. What replaces it is strictly better, so a tie is between two elements, or
between two lanes that have found none, and these are equal. A NaN is never better, so it replaces nothing; and where the
initial value has one, nothing replaces that.
"""

from __future__ import annotations

from typing import Any, Final

from xdsl.dialects import arith
from xdsl.dialects.builtin import IndexType, IntegerAttr, i32
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from ...dialects.lift.algorithmic import GenerateOp, MapOp, ReduceOp, named
from ...dialects.lift.layout import SplitOp
from ...dialects.lift.numbers import NatOp
from ...dialects.lift.operation import UNTYPED
from ...dialects.lift.renaming import rename_binders
from ...dialects.lift.scope import scope_at
from ...dialects.lift.tuples import GetOp, TupleOp, ZipOp
from ...dialects.lift.types import ArrayType, array_length
from ...dialects.nat.expr import compare, var
from ...dialects.nat.rebuild import substitute
from ...dialects.scalars import SCALARS, is_integer
from .better import Better
from .combining import Combining
from .fusion import ASSOCIATIVE
from .lanes import lanes_of_rows, new_name
from .parameters import size
from .regions import applied, end_with, fresh_name, names_beside, take_apart
from .rule import Chain, Refusal, Replacement, Rule, made_by, rule, unproved
from .tiling import not_divided

NOT_BEST: Final = Refusal("the fold is not seen to keep the better of two tuples, or it is said to be ordered")
NO_ORDER: Final = Refusal("no part of the tuples is a number of the position, which says what came first")


def keeps_best(op: ReduceOp) -> Better | None:
    """How a fold keeps the better of two tuples, where that is what it does."""
    combining = Combining.of(op)
    return combining.shape if combining is not None and isinstance(combining.shape, Better) else None


def has_order(op: ReduceOp, count: int) -> bool:
    """Whether a part of the tuples is a number of the position that says which of so many elements came first."""
    better = keeps_best(op)
    found = [] if better is None else [_step(op, better, i) for i in range(len(better.parts))]
    return any(one is not None and one[0] * count <= 1 << (one[1] - 1) for one in found)


def _step(op: ReduceOp, better: Better, part: int) -> tuple[int, int] | None:
    """How much more a part is at the next position, and how many bits it has; None where it is not always as much."""
    number, type_, name = made_by(better.taken(part), NatOp), better.parts[part].type, op.position_name
    if number is None or name is None or not is_integer(type_) or isinstance(type_, IndexType):
        return None
    step = (substitute(number.value.data, {name: var(name) + 1}) - number.value.data).constant
    return None if step is None or step < 1 else (step, SCALARS[type_].bits)


def _order(op: ReduceOp, better: Better) -> int | Refusal:
    """The part of the tuples that says which of two elements of a fold came first."""
    length, scope = array_length(op.xs.type), scope_at(op)
    refusal = NO_ORDER
    for i in range(len(better.parts)):
        found = _step(op, better, i)
        if found is not None and length is not None:
            step, bits = found
            claim = compare(step * length, "le", 1 << (bits - 1))
            if scope.holds(claim):
                return i
            refusal = unproved(claim, scope)
    return refusal


@rule(ReduceOp, n=size("accumulators"), w=size("accumulators that these are first put together to", 8))
def best_in_lanes(op: ReduceOp, n: int, w: int) -> Replacement:
    """`reduce(f, a, xs) = reduce(⊗, a, rows(⊗, w, rows(f, n, xs)))`, with `rows(f, n, xs) = reduce((as, c) -> map(f, zip(as, c)), [a..], split(n, xs))`

    For `f(a, x) = a ⊕ g(x)` with `a ⊕ b = b.k < a.k ? b : a`, where n divides the length, and w divides n; where they are the same, it is
    `reduce(⊗, a, rows(f, n, xs))`. `a ⊗ b` is `a ⊕ b`, but of two that are as good the one that came first. A part of g(x) says which,
    a number p of the position of x, `p(i + 1) = p(i) + s` with s > 0. s times the length is at most half of what its type can hold,
    so that differences are right even where numbers wrap around.
    """
    better, refusal = keeps_best(op), not_divided(op, n)
    if better is None or refusal is not None:
        return NOT_BEST if better is None else refusal
    if n % w:
        return Refusal(f"{w} does not divide {n}")
    order = _order(op, better)
    if isinstance(order, Refusal):
        return order
    combining = Combining.of(op)
    assert combining is not None
    rows, init = SplitOp(n, op.xs, result_type=UNTYPED), _all_alike(op, combining, n)
    lanes = lanes_of_rows(op, combining, rows.result, init.result, n)
    ops: list[Operation] = [rows, init, lanes]
    if w < n:
        few, begin = SplitOp(w, lanes, result_type=UNTYPED), _all_alike(op, combining, w)
        put = _row_by_row(few.result, begin.result, better, order)
        put.result.name_hint = new_name(op, "few")
        ops += [few, begin, put]
    block = _first_of(better, order, op.init.type)
    total = ReduceOp(ops[-1].results[0], op.init, Region(block), result_type=UNTYPED)
    total.result.name_hint = new_name(op, "total")
    return Chain.of(*ops, total)


def _all_alike(op: ReduceOp, combining: Combining, n: int) -> GenerateOp:
    """So many times what a fold begins with."""
    block = Block()
    end_with(block, Chain((), op.init))
    init = GenerateOp(n, combining.fresh("i"), Region(block), result_type=UNTYPED)
    init.result.name_hint = "init"
    return init


def _first_of(better: Better, order: int, type_: Attribute) -> Block:
    """`(a, b) -> a ⊗ b`"""
    block = Block(arg_types=[type_] * 2)
    block.args[0].name_hint, block.args[1].name_hint = "best", "lane"
    end_with(block, better.first(block.args[0], block.args[1], order))
    return block


def _row_by_row(rows: SSAValue, init: SSAValue, better: Better, order: int) -> ReduceOp:
    """`reduce((as, c) -> map(⊗, zip(as, c)), init, rows)`"""
    block, inner = Block(arg_types=[UNTYPED, UNTYPED]), Block(arg_types=[UNTYPED])
    block.args[0].name_hint, block.args[1].name_hint, inner.args[0].name_hint = "bests", "lanes", "p"
    zipped = ZipOp(list(block.args), result_type=UNTYPED)
    own, theirs = (GetOp(inner.args[0], i, result_type=UNTYPED) for i in range(2))
    end_with(inner, Chain.of(own, theirs), better.first(own.result, theirs.result, order))
    end_with(block, Chain.of(zipped, MapOp(zipped, Region(inner), result_type=UNTYPED)))
    return ReduceOp(rows, init, Region(block), result_type=UNTYPED)


@rule(ReduceOp)
def best_with_position(op: ReduceOp) -> Replacement:
    """`reduce(f, a, xs) = reduce(g, (a.., 0), xs)` without its last part, where `g((a.., p), x)[i] = (f(a, x).., better ? i : p)`

    For an f that keeps the better of two tuples: it is kept where the better one was, too.
    """
    better = keeps_best(op)
    if better is None:
        return NOT_BEST
    name = op.position_name or fresh_name(op, "k")
    count = len(better.parts)
    before = [GetOp(op.init, i, result_type=UNTYPED) for i in range(count)]
    nothing = arith.ConstantOp(IntegerAttr(0, i32))
    nothing.result.name_hint = "nowhere"
    init = TupleOp([*(get.result for get in before), nothing.result], result_type=UNTYPED)
    init.result.name_hint = "init"
    block = Block(arg_types=[UNTYPED, op.block.args[1].type])
    for argument, old in zip(block.args, op.block.args, strict=True):
        argument.name_hint = old.name_hint
    own = [GetOp(block.args[0], i, result_type=part.type) for i, part in enumerate(better.parts)]
    where = GetOp(block.args[0], count, result_type=i32)
    old = TupleOp([get.result for get in own], result_type=op.init.type)
    body = applied(op, [old.result, block.args[1]], None if op.position_name is None else var(name))
    made = made_by(body.value, TupleOp)
    choice = None if made is None else made_by(made.parts[0], arith.SelectOp)
    assert made is not None
    assert choice is not None
    here = NatOp(var(name), i32)
    place = arith.SelectOp(choice.cond, here.result, where.result)
    where.result.name_hint, here.result.name_hint, place.result.name_hint = "where", "here", "place"
    whole = TupleOp([*made.parts, place.result], result_type=UNTYPED)
    end_with(block, Chain.of(*own, where, old, *(one for one in body.ops if one is not made), here, place, whole))
    made.erase()
    take_apart(old)
    words = {word: value for word, value in op.properties.items() if word not in ("associative", "commutative")}
    fold = ReduceOp.untyped([op.xs, init.result], {**words, "position": named(name)}, [Region(block)])
    fold.result.name_hint = op.result.name_hint
    parts = [GetOp(fold, i, result_type=UNTYPED) for i in range(count)]
    return Chain.of(*before, nothing, init, fold, *parts, TupleOp([get.result for get in parts], result_type=UNTYPED))


@rule(ReduceOp)
def reduce_of_generate(op: ReduceOp) -> Replacement:
    """`reduce(f, a, zip(xs, generate(n, g))) = reduce((a, x)[i] -> f(a, (x, g(i))), a, xs)`, unless f is said to be associative.

    For any number of arrays; one at least is no `generate`.
    """
    zipped = made_by(op.xs, ZipOp)
    if zipped is None:
        return None
    generated = {i: one for i, part in enumerate(zipped.parts) if (one := made_by(part, GenerateOp)) is not None}
    others = [part for i, part in enumerate(zipped.parts) if i not in generated]
    if not generated or not others or not all(isinstance(part.type, ArrayType) for part in zipped.parts):
        return Refusal("of the arrays that are zipped, some must be generated, and some must not")
    if op.associative is not None:
        return ASSOCIATIVE
    name = op.position_name or fresh_name(op, "k")
    ops: list[Operation] = []
    xs = others[0]
    if len(others) > 1:
        ops.append(ZipOp(others, result_type=UNTYPED))
        xs = ops[0].results[0]
    block = Block(arg_types=[op.block.args[0].type, UNTYPED])
    for argument, old in zip(block.args, op.block.args, strict=True):
        argument.name_hint = old.name_hint
    element = _element(block, generated, len(zipped.parts), name)
    body = applied(op, [block.args[0], element.value], var(name))
    end_with(block, element, body)
    both = element.value.owner
    assert isinstance(both, TupleOp)
    take_apart(both)
    fold = ReduceOp.untyped([xs, op.init], {**op.properties, "position": named(name)}, [Region(block)])
    fold.result.name_hint = op.result.name_hint
    taken = names_beside(op, next(iter(generated.values())))
    rename_binders(fold, taken)
    return Chain.of(*ops, fold)


def _element(block: Block, generated: dict[int, GenerateOp], count: int, name: str) -> Chain:
    """The tuple of what there is at a position: what is generated, and what of the other arrays is in the block's element."""
    rest = [i for i in range(count) if i not in generated]
    ops: list[Operation] = []
    parts: list[SSAValue] = []
    for i in range(count):
        if i in generated:
            made = applied(generated[i], [], var(name))
            ops += made.ops
            parts.append(made.value)
        elif len(rest) == 1:
            parts.append(block.args[1])
        else:
            ops.append(GetOp(block.args[1], rest.index(i), result_type=UNTYPED))
            parts.append(ops[-1].results[0])
    return Chain.of(*ops, TupleOp(parts, result_type=UNTYPED))


BEST_LANES: tuple[Rule[Any], ...] = (best_in_lanes, best_with_position, reduce_of_generate)
