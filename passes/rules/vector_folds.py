"""Rules that fold by vectors: a vector of elements in each iteration, of which `ocl.reduce_vec` and `ocl.scan_vec` take the lanes.

Where ⊕ is seen to be associative, these may regroup the lanes, so that a vector takes a logarithm of steps; all else goes from
lane to lane.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from xdsl.dialects.arith import AddfOp, MulfOp
from xdsl.dialects.builtin import UnitAttr
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from ...dialects.lift.access import AtOp
from ...dialects.lift.algorithmic import OrderedFold, ReduceOp, ScanOp
from ...dialects.lift.operation import UNTYPED
from ...dialects.lift.scope import scope_at
from ...dialects.lift.tuples import GetOp, TupleOp
from ...dialects.lift.types import ArrayType, array_length, is_scalar
from ...dialects.nat.expr import compare
from ...dialects.ocl.vectors import AsScalarOp, AsVectorOp, DotOp, MapVecOp, ReduceVecOp, ScanVecOp, vector_of
from ...dialects.scalars import is_storage
from .combining import Combining, steps_of
from .parameters import width
from .regions import copies, depends_on, end_with, mentions, needed_for
from .rule import Chain, Refusal, Replacement, Rule, made_by, rule
from .scans import EXCLUSIVE
from .spreading import spread
from .tiling import not_divided

POSITION: Final = Refusal("the fold asks for its position")
NO_SCALARS: Final = Refusal("the elements or the accumulator are no scalars")
ONLY_STORED: Final = Refusal("the accumulator is of a type that is only stored, of which there are no constants")


@dataclass(frozen=True)
class LaneFold:
    """How the lanes of a vector are folded: what is folded in its place, by which region, and what is said of that."""

    ops: Sequence[Operation]
    vector: SSAValue
    region: Region
    words: Mapping[str, Attribute]

    @classmethod
    def of(cls, fold: OrderedFold, vector: SSAValue) -> LaneFold:
        """Where the region is `acc ⊕ g(x)`, the fold of `map_vec(g, vector)` by ⊕, else of the vector by the region."""
        combining, steps = Combining.of(fold), steps_of(fold)
        if combining is None or steps is None:
            said = {word: value for word, value in fold.properties.items() if isinstance(value, UnitAttr)}
            return cls((), vector, fold.body.clone(), said)
        words = {"associative": UnitAttr()}
        # What is said to be associative, and not commutative, is only regrouped, whatever it is seen to be.
        if fold.commutative is not None or fold.associative is None:
            words["commutative"] = UnitAttr()
        others = [step.op.operands[step.other] for step in steps]
        lanes = _of_each(fold, vector, others, combining)
        return cls(lanes.ops, lanes.value, combining.combine(), words)


def _of_each(fold: OrderedFold, vector: SSAValue, others: Sequence[SSAValue], combining: Combining) -> Chain:
    """`map_vec(g, vector)`, where g(x) is the ⊕ of others; what of it does not depend on x is computed before."""
    element = fold.block.args[1]
    if list(others) == [element]:
        return Chain((), vector)
    needed = needed_for(others, fold.block)
    shared = [one for one in needed if not any(depends_on(result, fold) for result in one.results)]
    block, values = Block(arg_types=[element.type]), dict[SSAValue, SSAValue]()
    block.args[0].name_hint, values[element] = element.name_hint, block.args[0]
    before = copies(shared, values)
    body = copies([one for one in needed if one not in shared], values)
    value = values.get(others[0], others[0])
    for other in others[1:]:
        both = combining.combine().block
        inner = dict[SSAValue, SSAValue](zip(both.args, (value, values.get(other, other)), strict=True))
        assert both.last_op is not None
        result = both.last_op.operands[0]
        body += copies([one for one in both.ops if one is not both.last_op], inner)
        value = inner[result]
    end_with(block, Chain(body, value))
    lanes = MapVecOp(vector, Region(block), result_type=UNTYPED)
    return Chain.of(*before, lanes)


def _not_in_vectors(fold: ReduceOp | ScanOp, w: int) -> Refusal | None:
    """Why a fold cannot take vectors of w elements."""
    element = fold.block.args[1].type
    if not is_scalar(element) or not is_scalar(fold.init.type):
        return NO_SCALARS
    if isinstance(fold, ScanOp) and is_storage(fold.init.type):
        return ONLY_STORED
    return POSITION if mentions(fold.block.ops, fold.position_name) else not_divided(fold, w)


def _vectors(fold: ReduceOp | ScanOp, w: int) -> Chain:
    """What a fold goes over, as vectors."""
    scalars = made_by(fold.xs, AsScalarOp)
    if scalars is not None and _width(scalars) == w:
        return Chain((), scalars.xs)
    vectors = AsVectorOp(w, fold.xs, result_type=UNTYPED)
    vectors.result.name_hint = "as_vector"
    return Chain.of(vectors)


def _width(scalars: AsScalarOp) -> int | None:
    """How many lanes the vectors have whose scalars are seen."""
    vectors = scalars.xs.type
    return vector_of(vectors.element, scalars.name)[0] if isinstance(vectors, ArrayType) else None


def _iteration(fold: ReduceOp | ScanOp, accumulator: Attribute) -> Block:
    """The block of an iteration that takes a vector."""
    block = Block(arg_types=[accumulator, UNTYPED])
    for argument, old in zip(block.args, fold.block.args, strict=True):
        argument.name_hint = f"{old.name_hint or 'x'}_n"
    return block


@rule(ScanOp, regroups=True, w=width("lanes of a vector"))
def scan_in_vectors(op: ScanOp, w: int) -> Replacement:
    """`scan(f, a, xs) = as_scalar(scan((c, v) -> scan_vec(f, last(c), v), [a..], as_vector(w, xs)))`, where w divides the length.

    With `last(c) = reduce_vec((a, x) -> x, a, c)`, for scalars, and any f that does not use its position. For
    `f(a, x) = a ⊕ g(x)` with ⊕ associative it is `scan_vec(⊕, last(c), map_vec(g, v))`, which takes a logarithm of steps.
    """
    refusal = _not_in_vectors(op, w) if op.is_inclusive else EXCLUSIVE
    if refusal is not None:
        return refusal
    vectors, start = _vectors(op, w), spread(op.init, op.init.type, w)
    block = _iteration(op, UNTYPED)
    element = Block(arg_types=[op.init.type] * 2)
    element.args[0].name_hint, element.args[1].name_hint = "before", "lane"
    end_with(element, Chain((), element.args[1]))
    last = ReduceVecOp(block.args[0], op.init, Region(element), result_type=UNTYPED)
    last.result.name_hint = op.block.args[0].name_hint
    lanes = LaneFold.of(op, block.args[1])
    running = ScanVecOp(lanes.vector, last, lanes.region, result_type=UNTYPED)
    running.properties.update({word: value for word, value in lanes.words.items() if word != "commutative"})
    end_with(block, Chain.of(last, *lanes.ops, running))
    scan = ScanOp(vectors.value, start.value, Region(block), result_type=UNTYPED)
    scan.result.name_hint = op.result.name_hint
    scalars = AsScalarOp(scan, result_type=UNTYPED)
    scalars.result.name_hint = "as_scalar"
    return Chain.of(*vectors.ops, *start.ops, scan, scalars)


@rule(ReduceOp, regroups=True, w=width("lanes of a vector"))
def reduce_in_vectors(op: ReduceOp, w: int) -> Replacement:
    """`reduce(f, a, xs) = reduce((a, v) -> reduce_vec(f, a, v), a, as_vector(w, xs))`, where w divides the length.

    For scalars, and any f that does not use its position; of one vector v it is `reduce_vec(f, a, v)`. For
    `f(a, x) = a ⊕ g(x)` with ⊕ associative it is `reduce_vec(⊕, a, map_vec(g, v))`, which takes a logarithm of steps.
    """
    refusal, length = _not_in_vectors(op, w), array_length(op.xs.type)
    if refusal is not None or length is None:
        return refusal
    vectors = _vectors(op, w)
    if scope_at(op).holds(compare(length, "eq", w)):
        first = AtOp(vectors.value, 0, result_type=UNTYPED)
        first.result.name_hint = f"{op.block.args[1].name_hint or 'x'}_n"
        return Chain.of(*vectors.ops, first, *_reduced(op, first.result, op.init))
    block = _iteration(op, op.init.type)
    lanes = _reduced(op, block.args[1], block.args[0])
    lanes[-1].results[0].name_hint = op.result.name_hint
    end_with(block, Chain.of(*lanes))
    words = {"ordered": UnitAttr()} if op.ordered is not None else {}
    fold = ReduceOp(vectors.value, op.init, Region(block), result_type=UNTYPED)
    fold.properties.update(words)
    fold.result.name_hint = f"{op.result.name_hint or 'reduce'}_n"
    return Chain.of(*vectors.ops, fold)


def _reduced(op: ReduceOp, vector: SSAValue, accumulator: SSAValue) -> list[Operation]:
    """The fold of a vector, the last of these ops."""
    lanes = LaneFold.of(op, vector)
    total = ReduceVecOp(lanes.vector, accumulator, lanes.region, result_type=UNTYPED)
    total.properties.update(lanes.words)
    return [*lanes.ops, total]


@rule(ReduceVecOp, regroups=True)
def dot_of_vectors(op: ReduceVecOp) -> Replacement:
    """`reduce_vec(+, a, x * y) = a + dot(x, y)`, for vectors of 2, 3 or 4 floats.

    So `reduce(+, a, as_scalar([x * y])) = a + dot(x, y)`, after `reduce_in_vectors`.
    """
    steps, factors = steps_of(op), _factors(op.xs)
    if factors is None or steps is None or len(steps) != 1 or not isinstance(steps[0].op, AddfOp):
        return None
    if op.ordered is not None:
        return Refusal("the fold is said to be ordered")
    if steps[0].op.operands[steps[0].other] is not op.block.args[1]:
        return Refusal("what is added is not the product")
    dot = DotOp(*factors, result_type=UNTYPED)
    dot.result.name_hint = "dot"
    total = AddfOp(op.init, dot.result, result_type=op.init.type)
    return Chain.of(dot, total)


def _factors(vector: SSAValue) -> tuple[SSAValue, SSAValue] | None:
    """The vectors of which a vector is the product, part by part."""
    product, lanes = made_by(vector, MulfOp), made_by(vector, MapVecOp)
    if product is not None:
        return product.lhs, product.rhs
    inner = None if lanes is None else made_by(lanes.yielded, MulfOp)
    if lanes is None or inner is None or inner.parent is not lanes.block:
        return None
    x, y = (_vector_of(lanes, factor) for factor in inner.operands)
    return None if x is None or y is None else (x, y)


def _vector_of(lanes: MapVecOp, value: SSAValue) -> SSAValue | None:
    """The vector that has a value of the region in its lanes; None where that is computed, or the same for all lanes."""
    argument, get, whole = lanes.block.args[0], made_by(value, GetOp), made_by(lanes.vector, TupleOp)
    if value is argument:
        return lanes.vector
    return None if get is None or get.tuple_ is not argument or whole is None else whole.parts[get.index.value.data]


VECTOR_FOLDS: tuple[Rule[Any], ...] = (scan_in_vectors, reduce_in_vectors, dot_of_vectors)
