"""Ops built from Python: their types are inferred by the function that the parser and the verifier use."""

from collections.abc import Callable

import pytest
from xdsl.dialects.arith import AddfOp, CmpfOp, ConstantOp
from xdsl.dialects.builtin import FloatAttr, ModuleOp, TupleType, VectorType, f32, f64, i32, i64
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.utils.test_value import create_ssa_value

from lift.dialects.diagnostics import LiftError
from lift.dialects.lift.access import AtOp, AtUncheckedOp, ConcatOp, GatherOp, ScatterOp, SliceOp
from lift.dialects.lift.algorithmic import FilterOp, GenerateOp, MapOp, ReduceOp, ScanOp
from lift.dialects.lift.attributes import IndexFunctionAttr
from lift.dialects.lift.body import YieldOp
from lift.dialects.lift.calls import CallOp
from lift.dialects.lift.existential import PackOp, UnpackOp
from lift.dialects.lift.functions import DefOp, ReturnOp, UserFunOp
from lift.dialects.lift.iterate import IterateOp
from lift.dialects.lift.layout import JoinOp, PadOp, PartitionOp, SlideOp, SplitOp, TransposeOp
from lift.dialects.lift.numbers import LengthOp, NatOp
from lift.dialects.lift.operation import LiftOp
from lift.dialects.lift.tuples import GetOp, TupleOp, UnzipOp, ZipOp
from lift.dialects.lift.types import ArrayType, ExistsType
from lift.dialects.loader import verify
from lift.dialects.nat.expr import var
from lift.dialects.nat.parser import parse_condition
from lift.dialects.ocl.memory import ToLocalOp
from lift.dialects.ocl.patterns import MapGlbOp, ReduceSeqOp
from lift.dialects.ocl.vectors import AsScalarOp, AsVectorOp, MapVecOp

N, M, K = var("N"), var("M"), var("k")
XS = ArrayType(N, f32)
MATRIX = ArrayType(N, ArrayType(M, f32))
TRIANGLE = ArrayType.over("i", N, ArrayType(var("i") + 1, f32))
HIDDEN = ExistsType.of_array(N, f32)
SHIFT = IndexFunctionAttr.of("i", var("i") + 1)


def value(type_: Attribute) -> SSAValue:
    return create_ssa_value(type_)


def same(x: SSAValue) -> SSAValue:
    return x


def accumulator(acc: SSAValue, _: SSAValue) -> SSAValue:
    return acc


def element(_: SSAValue, x: SSAValue) -> SSAValue:
    return x


def smaller(x: SSAValue) -> Operation:
    return CmpfOp(x, x, "olt")


SHRINKING = ExistsType.over("X", N, ArrayType(N - var("X"), f32))
"""Of the length that is left."""


def first(xs: SSAValue) -> Operation:
    return AtOp(xs, 0)


@pytest.mark.parametrize(
    ("build", "expected"),
    [
        (lambda: SplitOp(4, value(XS)), "!lift.array<N floordiv 4, !lift.array<4, f32>>"),
        (lambda: JoinOp(value(MATRIX)), "!lift.array<M * N, f32>"),
        (lambda: JoinOp(value(TRIANGLE)), "!lift.array<sum(i : N, i + 1), f32>"),
        (lambda: PartitionOp(value(XS), 3, SHIFT), "!lift.array<i : 3, !lift.array<i + 1, f32>>"),
        (lambda: SlideOp(3, 1, value(XS)), "!lift.array<N - 2, !lift.array<3, f32>>"),
        (lambda: PadOp("clamp", 1, 2, value(XS)), "!lift.array<N + 3, f32>"),
        (lambda: PadOp("constant", 0, M, value(XS), value(f32)), "!lift.array<M + N, f32>"),
        (lambda: TransposeOp(value(MATRIX)), "!lift.array<M, !lift.array<N, f32>>"),
        (lambda: GatherOp(value(XS), SHIFT), "!lift.array<N, f32>"),
        (lambda: GatherOp(value(TRIANGLE), SHIFT, M), "!lift.array<i : M, !lift.array<i + 2, f32>>"),
        (lambda: ScatterOp(value(XS), SHIFT), "!lift.array<N, f32>"),
        (lambda: SliceOp(value(TRIANGLE), 1, M), "!lift.array<i : M, !lift.array<i + 2, f32>>"),
        (lambda: ConcatOp([value(XS), value(XS)]), "!lift.array<2 * N, f32>"),
        (lambda: AtOp(value(TRIANGLE), 3), "!lift.array<4, f32>"),
        (lambda: AtOp(value(XS), value(i32), value(f32)), "f32"),
        (lambda: AtUncheckedOp(value(XS), value(i64)), "f32"),
        (lambda: ZipOp([value(XS), value(TRIANGLE)]), "!lift.array<i : N, tuple<f32, !lift.array<i + 1, f32>>>"),
        (lambda: UnzipOp(value(ArrayType(N, TupleType((f32, i32))))), "tuple<!lift.array<N, f32>, !lift.array<N, i32>>"),
        (lambda: TupleOp([value(f32), value(XS)]), "tuple<f32, !lift.array<N, f32>>"),
        (lambda: GetOp(value(TupleType((f32, i32))), 1), "i32"),
        (lambda: LengthOp(value(HIDDEN)), "i32"),
        (lambda: NatOp(N + 1, i64), "i64"),
        (lambda: PackOp(value(XS), HIDDEN), "!lift.exists<X upto N, !lift.array<X, f32>>"),
        (lambda: AsVectorOp(4, value(XS)), "!lift.array<N floordiv 4, vector<4xf32>>"),
        (lambda: AsScalarOp(value(ArrayType(N, VectorType(f32, [4])))), "!lift.array<4 * N, f32>"),
        (lambda: ToLocalOp(value(f32)), "f32"),
        (lambda: MapOp.over([value(XS)], same), "!lift.array<N, f32>"),
        (lambda: MapOp.over([value(TRIANGLE)], same, "k"), "!lift.array<k : N, !lift.array<k + 1, f32>>"),
        (lambda: MapVecOp.over([value(VectorType(f32, [4]))], same), "vector<4xf32>"),
        (lambda: ReduceOp.over([value(XS), value(f64)], accumulator), "f64"),
        (lambda: ReduceSeqOp.over([value(XS), value(f32)], element), "f32"),
        (lambda: ScanOp.over([value(XS), value(f64)], accumulator), "!lift.array<N, f64>"),
        (lambda: FilterOp.over([value(XS)], smaller), "!lift.exists<X upto N, !lift.array<X, f32>>"),
        (lambda: FilterOp.over([value(SHRINKING)], smaller), "!lift.exists<X upto N, !lift.array<X, f32>>"),
        (lambda: JoinOp(value(ArrayType(M, HIDDEN))), "!lift.exists<X upto M * N, !lift.array<X, f32>>"),
        (lambda: JoinOp(value(ArrayType(M, SHRINKING))), "!lift.exists<X upto M * N, !lift.array<X, f32>>"),
        (lambda: JoinOp(value(ArrayType(M, HIDDEN)), 7), "!lift.exists<X upto 7, !lift.array<X, f32>>"),
        (lambda: UnpackOp.over([value(HIDDEN)], LengthOp, "X"), "i32"),
    ],
)  # fmt: skip
def test_the_type_is_inferred(build: Callable[[], LiftOp], expected: str) -> None:
    assert str(build().result.type) == expected


def test_a_map_from_a_region() -> None:
    block = Block(arg_types=[f32])
    block.add_op(YieldOp(block.args[0]))
    assert MapGlbOp(0, value(XS), Region(block)).result.type == XS


def test_generate_from_a_region() -> None:
    block = Block()
    number = NatOp(K + 1)
    block.add_ops([number, YieldOp(number)])
    assert GenerateOp(N, "k", Region(block)).result.type == ArrayType(N, i32)


def test_iterate_derives_the_length() -> None:
    block = Block(arg_types=[ArrayType(var("n"), f32)])
    split = SplitOp(2, block.args[0])
    inner = MapOp.over([split], first)
    block.add_ops([split, inner, YieldOp(inner)])
    assert IterateOp(6, value(ArrayType(64, f32)), Region(block), "n").result.type == ArrayType(1, f32)


def test_a_position_is_asked_for_where_types_depend_on_it() -> None:
    with pytest.raises(LiftError, match="needs a name for its position"):
        MapOp.over([value(TRIANGLE)], same)


def test_an_existential_operand_is_opened_and_its_length_hidden_again() -> None:
    assert MapOp.over([value(HIDDEN)], same).result.type == HIDDEN
    padded = PadOp("constant", 1, 1, value(HIDDEN), value(f32))
    assert str(padded.result.type) == "!lift.exists<X upto N, !lift.array<X + 2, f32>>"


def test_a_call_solves_the_nats_of_its_callee() -> None:
    callee = DefOp("g", ["L"], [("x", ArrayType(2 * var("L"), f32))], ArrayType(var("L"), f32))
    assert CallOp(callee, [value(ArrayType(6 * N, f32))]).result.type == ArrayType(3 * N, f32)


def dot() -> ModuleOp:
    """Built in Python from end to end."""
    function = DefOp("dot", ["N"], [("x", XS), ("y", XS)], f32)
    x, y = function.block.args
    zero = ConstantOp(FloatAttr(0.0, f32))
    pairs = ZipOp([x, y])

    def add(acc: SSAValue, pair: SSAValue) -> Operation:
        return AddfOp(AddfOp(acc, GetOp(pair, 0)), GetOp(pair, 1))

    total = ReduceOp.over([pairs, zero], add)
    function.block.add_ops([zero, pairs, total, ReturnOp(total)])
    return ModuleOp([function])


def test_a_program_built_in_python_verifies() -> None:
    module = dot()
    verify(module)
    assert "lift.reduce (%acc" not in str(module)  # it has no names, and prints all the same
    assert "lift.return" in str(module)


def test_facts_of_the_function_simplify_what_is_built_in_it() -> None:
    function = DefOp("f", ["N"], [("x", XS)], XS, where=[parse_condition("N mod 4 eq 0")])
    split = SplitOp(4, function.block.args[0])
    assert JoinOp(split).result.type != XS  # it is built where nothing is known
    function.block.add_op(split)
    assert JoinOp(split).result.type == XS


def test_a_c_function_is_built() -> None:
    function = UserFunOp("f", [("a", f32)], f32, "return a;")
    assert function.block is None
    assert CallOp(function, [value(f32)]).result.type == f32


def test_re_inferring_changes_nothing() -> None:
    module = dot()
    for op in module.walk():
        if isinstance(op, LiftOp):
            assert op.inferred(op.scope_of_operands()) == op.result.type
