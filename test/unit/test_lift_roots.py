"""Where a hidden length comes from, found by walking SSA."""

import pytest
from xdsl.dialects.builtin import f32, i1
from xdsl.ir import SSAValue
from xdsl.utils.test_value import create_ssa_value

from lift.dialects.diagnostics import LiftError
from lift.dialects.lift.algorithmic import FilterOp, MapOp, ReduceOp, ScanOp
from lift.dialects.lift.layout import PadOp
from lift.dialects.lift.operation import LengthRoot, length_root_of
from lift.dialects.lift.tuples import GetOp, TupleOp, UnzipOp, ZipOp
from lift.dialects.lift.types import ArrayType, ExistsType
from lift.dialects.nat.expr import var
from lift.dialects.ocl.memory import ToGlobalOp

XS = ArrayType(var("N"), f32)
HIDDEN = ExistsType.of_array(var("N"), f32)


KEEP = create_ssa_value(i1)


def same(x: SSAValue) -> SSAValue:
    return x


def accumulator(acc: SSAValue, _: SSAValue) -> SSAValue:
    return acc


def keep(_: SSAValue) -> SSAValue:
    return KEEP


def value() -> SSAValue:
    return create_ssa_value(HIDDEN)


def test_an_argument_is_a_root() -> None:
    argument = value()
    assert length_root_of(argument) == LengthRoot(argument)


def test_a_filter_is_a_root_even_of_a_filtered_array() -> None:
    once = FilterOp.over([create_ssa_value(XS)], keep)
    twice = FilterOp.over([once], keep)
    assert length_root_of(once.result) == LengthRoot(once.result)
    assert length_root_of(twice.result) == LengthRoot(twice.result)


def test_a_chain_of_ops_passes_the_root_on() -> None:
    argument = value()
    mapped = MapOp.over([argument], same)
    scanned = ScanOp.over([mapped, create_ssa_value(f32)], accumulator)
    padded = PadOp("constant", 1, 1, scanned, create_ssa_value(f32))
    assert length_root_of(ToGlobalOp(padded).result) == LengthRoot(argument)


def test_a_zip_and_its_unzipped_parts_have_the_root_of_the_operands() -> None:
    argument = value()
    parts = UnzipOp(ZipOp([argument, MapOp.over([argument], same)]))
    assert length_root_of(GetOp(parts, 1).result) == LengthRoot(argument)


def test_a_tuple_keeps_the_roots_of_its_parts() -> None:
    first, second = value(), value()
    pair = TupleOp([first, second])
    assert length_root_of(GetOp(pair, 0).result) == LengthRoot(first)
    assert length_root_of(GetOp(pair, 1).result) == LengthRoot(second)


def test_a_part_of_an_argument_is_a_root() -> None:
    pair = create_ssa_value(TupleOp([value(), value()]).result.type)
    assert length_root_of(GetOp(pair, 0).result) == length_root_of(GetOp(pair, 0).result)
    assert length_root_of(GetOp(pair, 0).result) != length_root_of(GetOp(pair, 1).result)


def test_a_fold_with_an_existential_accumulator_is_a_root() -> None:
    argument, initial = value(), value()
    fold = ReduceOp.over([argument, initial], accumulator)
    assert length_root_of(fold.result) == LengthRoot(fold.result)


def test_arrays_of_one_root_are_zipped() -> None:
    argument = value()
    assert isinstance(ZipOp([argument, MapOp.over([argument], same)]).result.type, ExistsType)


def test_arrays_of_two_roots_are_not() -> None:
    with pytest.raises(LiftError, match="two arrays of different hidden length"):
        ZipOp([value(), value()])
