"""Rules for patterns that compute less than they seem to, for calls, and for numbers of the type level as values."""

from __future__ import annotations

from xdsl.dialects.arith import ConstantOp
from xdsl.dialects.builtin import IndexType, IntegerAttr, IntegerType, Signedness, i1
from xdsl.ir import SSAValue
from xdsl.rewriter import Rewriter

from ...dialects.lift.access import AtOp, SliceOp
from ...dialects.lift.algorithmic import FilterOp, GenerateOp, MapOp, ReduceOp
from ...dialects.lift.attributes import IndexFunctionAttr
from ...dialects.lift.calls import CallOp
from ...dialects.lift.existential import PackOp, UnpackOp
from ...dialects.lift.functions import DefOp, ReturnOp
from ...dialects.lift.iterate import IterateOp
from ...dialects.lift.numbers import LengthOp, NatOp
from ...dialects.lift.operation import UNTYPED, length_root_of
from ...dialects.lift.scope import scope_at
from ...dialects.lift.tuples import GetOp, ZipOp
from ...dialects.lift.types import ArrayType, ExistsType, array_length
from ...dialects.nat.expr import bound, compare
from ...dialects.nat.ring import const
from .access import read_through
from .regions import applied, mentions, standing_for
from .rule import HIDDEN, Chain, Refusal, Replacement, made_by, rule, unless

# map and generate


@rule(MapOp)
def map_of_identity(op: MapOp) -> Replacement:
    """`map(x -> x, xs) = xs`"""
    return op.xs if op.yielded is op.block.args[0] else None


@rule(MapOp)
def map_of_get_over_zip(op: MapOp) -> Replacement:
    """`map(p -> get(i, p), zip(a0, a1, ..)) = ai`"""
    get, zipped = made_by(op.yielded, GetOp), made_by(op.xs, ZipOp)
    if get is None or zipped is None or get.tuple_ is not op.block.args[0]:
        return None
    return zipped.parts[get.index.value.data]


@rule(MapOp)
def map_of_used_parts(op: MapOp) -> Replacement:
    """`map(p -> f(get(i, p), ..), zip(a0, a1, ..)) = map(q -> f(get(0, q), ..), zip(ai, ..))`, for the parts that f uses.

    One part alone is not zipped.
    """
    zipped, users = made_by(op.xs, ZipOp), [use.operation for use in op.block.args[0].uses]
    gets = [user for user in users if isinstance(user, GetOp)]
    used = sorted({get.index.value.data for get in gets})
    if zipped is None or len(gets) < len(users) or not 0 < len(used) < len(zipped.parts):
        return None
    if not all(isinstance(part.type, ArrayType) for part in zipped.parts):
        return HIDDEN
    parts, body = [zipped.parts[i] for i in used], op.body.clone()
    old, new = body.block.args[0], body.block.insert_arg(UNTYPED, 1)
    for get in [use.operation for use in old.uses]:
        assert isinstance(get, GetOp)
        if len(used) > 1:
            Rewriter.replace_op(get, GetOp(new, used.index(get.index.value.data), result_type=UNTYPED))
        else:
            new.name_hint = get.result.name_hint
            get.result.replace_all_uses_with(new)
            Rewriter.erase_op(get)
    body.block.erase_arg(old)
    several = ZipOp(parts, result_type=UNTYPED) if len(used) > 1 else None
    pattern = MapOp(several or parts[0], body, op.position_name, result_type=UNTYPED)
    return pattern if several is None else Chain.of(several, pattern)


@rule(GenerateOp)
def generate_of_at(op: GenerateOp) -> Replacement:
    """`generate(n, i -> at(xs, f(i))) = gather(f, xs)`, of n elements."""
    at, name = made_by(op.yielded, AtOp), op.position_name
    if at is None or at.parent is not op.block or at.index is None or name is None or op.number is not None:
        return None
    if op.is_ancestor(at.xs.owner):
        return None
    return read_through(op, at.xs, IndexFunctionAttr.of(name, at.index.data), op.count.data)


# reduce, iterate and filter


@rule(ReduceOp)
def reduce_of_nothing(op: ReduceOp) -> Replacement:
    """`reduce(f, a, []) = a`"""
    length = array_length(op.xs.type)
    return HIDDEN if length is None else unless(scope_at(op), compare(length, "eq", 0)) or op.init


@rule(ReduceOp)
def reduce_of_one(op: ReduceOp) -> Replacement:
    """`reduce(f, a, [x]) = f(a, x)`"""
    length = array_length(op.xs.type)
    refusal = HIDDEN if length is None else unless(scope_at(op), compare(length, "eq", 1))
    if refusal is not None:
        return refusal
    element = AtOp(op.xs, 0, result_type=UNTYPED)
    element.result.name_hint = op.block.args[1].name_hint
    body = applied(op, [op.init, element.result], const(0))
    return standing_for(op, Chain([element, *body.ops], body.value))


@rule(ReduceOp)
def reduce_of_accumulator(op: ReduceOp) -> Replacement:
    """`reduce((a, x) -> a, a, xs) = a`"""
    return op.init if op.yielded is op.block.args[0] else None


@rule(IterateOp)
def iterate_zero_times(op: IterateOp) -> Replacement:
    """`iterate(0, f, xs) = xs`"""
    return unless(scope_at(op), compare(op.count.data, "eq", 0)) or op.xs


@rule(IterateOp)
def iterate_once(op: IterateOp) -> Replacement:
    """`iterate(1, f, xs) = f(xs)`"""
    length = None if op.keeps_type else array_length(op.xs.type)
    if length is None and not op.keeps_type:
        return HIDDEN
    if op.condition_block is not None:
        return Refusal("whether there is an iteration depends on a condition")
    return unless(scope_at(op), compare(op.count.data, "eq", 1)) or standing_for(op, applied(op, [op.xs], length))


@rule(IterateOp)
def iterate_of_identity(op: IterateOp) -> Replacement:
    """`iterate(m, x -> x, xs) = xs`"""
    return op.xs if op.yielded is op.block.args[0] else None


@rule(FilterOp)
def filter_of_constant(op: FilterOp) -> Replacement:
    """`filter(x -> true, xs) = pack(xs)`, or xs if its length is hidden; `filter(x -> false, xs) = pack([])`."""
    constant = made_by(op.yielded, ConstantOp)
    if constant is None or not isinstance(constant.value, IntegerAttr):
        return None
    keeps, type_ = constant.value.value.data != 0, op.result.type
    if isinstance(op.xs.type, ExistsType) or not isinstance(type_, ExistsType):
        return op.xs if keeps else None
    if keeps:
        return PackOp(op.xs, type_)
    nothing = SliceOp(op.xs, 0, 0, result_type=UNTYPED)
    return Chain.of(nothing, PackOp(nothing, type_))


# calls


@rule(CallOp)
def call_of_projection(op: CallOp) -> Replacement:
    """`call(f, a0, a1, ..) = ai`, where `f(x0, x1, ..) = xi` is a `lift.def`."""
    function = op.function()
    if not isinstance(function, DefOp):
        return None
    last = function.block.last_op
    for parameter, argument in zip(function.block.args, op.arguments, strict=True):
        if isinstance(last, ReturnOp) and last.value is parameter:
            return argument
    return None


# hidden lengths


@rule(UnpackOp)
def unpack_of_pack(op: UnpackOp) -> Replacement:
    """`unpack(f, pack(xs)) = f(xs)`"""
    pack = made_by(op.value, PackOp)
    length = pack and pack.hidden_length
    return None if pack is None or length is None else standing_for(op, applied(op, [pack.value], length))


@rule(UnpackOp)
def pack_of_unpacked(op: UnpackOp) -> Replacement:
    """`unpack(x -> pack(x), e) = e`"""
    pack = made_by(op.yielded, PackOp)
    return op.value if pack is not None and pack.value is op.block.args[0] and not op.binds_table else None


@rule(UnpackOp)
def unpack_of_unused(op: UnpackOp) -> Replacement:
    """`unpack(x -> v, e) = v`, where v says nothing of x or its length."""
    if op.block.args[0].first_use is not None or mentions(op.block.ops, op.position_name):
        return None
    return standing_for(op, applied(op, [op.value]))


# numbers


@rule(LengthOp)
def length_is_a_nat(op: LengthOp) -> Replacement:
    """`length(xs) = n`, for xs of type `array<n, T>`"""
    length = array_length(op.xs.type)
    return None if length is None else NatOp(length, op.result.type)


@rule(LengthOp)
def length_of_root(op: LengthOp) -> Replacement:
    """`length(xs) = length(ys)`, where the hidden length of xs is that of ys."""
    root = length_root_of(op.xs)
    if root.path or root.value is op.xs or not (_hides_own_length(op.xs) and _hides_own_length(root.value)):
        return None
    return LengthOp(root.value, op.result.type)


def _hides_own_length(value: SSAValue) -> bool:
    """Whether the type is `exists<X upto n, array<X, T>>`."""
    type_ = value.type
    return isinstance(type_, ExistsType) and isinstance(type_.body, ArrayType) and type_.body.length.data is bound(0)


@rule(NatOp)
def nat_is_a_constant(op: NatOp) -> Replacement:
    """`nat(e) = c`, where e is the number c, and the type holds it."""
    number = scope_at(op).simplify(op.value.data).constant
    if number is None or number < 0:
        return None
    match op.result.type:
        case IndexType() as index:
            return ConstantOp(IntegerAttr(number, index))
        case IntegerType():
            type_ = op.result.type
            fits = number < 1 << (type_.width.data - 1)
            plain = type_.signedness.data is Signedness.SIGNLESS and type_ != i1
            return ConstantOp(IntegerAttr(number, type_)) if plain and fits else None
        case _:
            return None


PATTERNS = (
    map_of_identity,
    map_of_get_over_zip,
    map_of_used_parts,
    generate_of_at,
    reduce_of_nothing,
    reduce_of_one,
    reduce_of_accumulator,
    iterate_zero_times,
    iterate_once,
    iterate_of_identity,
    filter_of_constant,
    call_of_projection,
    unpack_of_pack,
    pack_of_unpacked,
    unpack_of_unused,
    length_is_a_nat,
    length_of_root,
    nat_is_a_constant,
)
