"""Ops of a package that say as little of themselves as they can: the base classes do the rest."""

from collections.abc import Sequence
from typing import ClassVar, Self

import numpy as np
import pytest
from xdsl.context import Context
from xdsl.dialects.arith import AddfOp, ConstantOp
from xdsl.dialects.builtin import FloatAttr, f32
from xdsl.ir import Attribute, Dialect, SSAValue
from xdsl.irdl import irdl_op_definition, operand_def
from xdsl.printer import Printer

import lift
from lift.dialects.kernel.control import YieldOp
from lift.dialects.lift.layout import InvertibleOp
from lift.dialects.lift.loops import LoopOp
from lift.dialects.lift.operation import LiftOp
from lift.dialects.lift.scope import Scope
from lift.dialects.lift.tuples import JoiningOp
from lift.dialects.lift.types import ArrayType
from lift.dialects.loader import lift_context
from lift.dialects.nat.expr import compare
from lift.dialects.parser import LiftParser
from lift.dialects.view.layout import ArrayView, JoiningView
from lift.dialects.view.operation import seen_by
from lift.dialects.view.path import Access, Chosen, Leads, Path, length_of
from lift.lowering.ocl_to_view.patterns import Lowering


@irdl_op_definition
class SumsOp(LoopOp):
    """`sums([x0, x1, ..]) = [x0, x0 + x1, ..]`: no region, and its result is an array."""

    name = "ext.sums"

    xs = operand_def()

    def infer(self, types: Sequence[Attribute], scope: Scope) -> Attribute:
        return types[0]

    @classmethod
    def parse_form(cls, parser: LiftParser) -> Self:
        return cls.untyped([parser.parse_value()])

    def print_form(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.xs)

    def lower_to_loops(self, lowering: Lowering, target: SSAValue | None) -> None:
        assert target is not None
        kernel = lowering.kernel
        xs = kernel.view(self.xs)
        zero = kernel.add(ConstantOp(FloatAttr(0.0, f32))).results[0]
        with kernel.loop(length_of(self.xs.type), None, [zero]) as (loop, statement):
            one = kernel.load(kernel.access(xs, loop))
            total = kernel.add(AddfOp(statement.carried[0], one)).results[0]
            kernel.store(total, kernel.access(target, loop))
            kernel.add(YieldOp(total))
        lowering.bind(self.result, target)


@irdl_op_definition
class MirrorOp(JoiningOp):
    """`mirror(a, b) = concat(a, reverse(b))`: it does not say that it can be written through."""

    name = "ext.mirror"

    def infer(self, types: Sequence[Attribute], scope: Scope) -> Attribute:
        first, second = (self.array(type_) for type_ in types)
        return ArrayType(first.length.data + second.length.data, first.element)


@irdl_op_definition
class MirrorView(JoiningView):
    name = "ext.mirror_view"
    LAYOUT: ClassVar[type[LiftOp]] = MirrorOp

    def read(self, path: Path) -> Access:
        i, rest = path.index(self.seen)
        first, second = self.parts
        n = length_of(seen_by(first, self.name))
        return Chosen(
            compare(i, "lt", n),
            Leads(first, rest.push(i)),
            Leads(second, rest.push(length_of(self.seen) - 1 - i)),
        )

    def write(self, path: Path) -> None:
        return None


@irdl_op_definition
class BackwardsOp(InvertibleOp):
    """`backwards([x0, x1, ..]) = [.., x1, x0]`: it says that it can be written through, and its view does not say where."""

    name = "ext.backwards"

    def infer(self, types: Sequence[Attribute], scope: Scope) -> Attribute:
        return types[0]

    @classmethod
    def parse_form(cls, parser: LiftParser) -> Self:
        return cls.untyped([parser.parse_value()])

    def print_form(self, printer: Printer) -> None:
        self.print_array(printer)


@irdl_op_definition
class BackwardsView(ArrayView):
    name = "ext.backwards_view"
    LAYOUT: ClassVar[type[LiftOp]] = BackwardsOp

    def read(self, path: Path) -> Access:
        i, rest = path.index(self.seen)
        return Leads(self.xs, rest.push(self.length - 1 - i))


def context() -> Context:
    found = lift_context()
    found.load_dialect(Dialect("ext", [SumsOp, MirrorOp, MirrorView, BackwardsOp, BackwardsView]))
    return found


SUMS = """
lift.def @f<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %s = ext.sums %xs
  lift.return %s
}
"""
ROWS = """
lift.def @f<N, M>(%rows: !lift.array<N, !lift.array<M, f32>>) -> !lift.array<N, !lift.array<M, f32>> {
  %r = lift.map (%row) in %rows {
    %s = ext.sums %row
    %t = ext.sums %s
    lift.yield %t
  }
  lift.return %r
}
"""
MIRROR = """
lift.def @f<N>(%xs: !lift.array<N, f32>, %ys: !lift.array<N, f32>) -> !lift.array<2 * N, f32> {
  %s = lift.map (%x) in %xs {
    %y = arith.negf %x : f32
    lift.yield %y
  }
  %r = ext.mirror %s, %ys
  lift.return %r
}
"""


@pytest.mark.parametrize("strategy", ["cpu", "gpu"])
def test_loops_without_a_region_write_their_result(strategy: str) -> None:
    xs = np.array([[1, 2, 3], [4, 5, 6]], np.float32)
    np.testing.assert_array_equal(lift.compile(SUMS, strategy=strategy, context=context())(xs[0]), xs[0].cumsum())
    twice = lift.compile(ROWS, strategy=strategy, context=context())(xs)
    np.testing.assert_array_equal(twice, xs.cumsum(axis=1).cumsum(axis=1))


@pytest.mark.parametrize("strategy", ["cpu", "gpu"])
def test_what_joins_without_an_inverse_is_copied(strategy: str) -> None:
    xs, ys = np.array([[1, 2, 3], [4, 5, 6]], np.float32)
    result = lift.compile(MIRROR, strategy=strategy, context=context())(xs, ys)
    np.testing.assert_array_equal(result, np.concatenate([-xs, ys[::-1]]))


def test_a_view_that_does_not_say_where_to_write_is_named() -> None:
    with pytest.raises(lift.LiftError, match=r"says that it can be written through") as caught:
        _ = lift.compile(SUMS.replace("sums", "backwards"), context=context()).opencl
    assert "BackwardsView" in str(caught.value)
    assert caught.value.location is not None
