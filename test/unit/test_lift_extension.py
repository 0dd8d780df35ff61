"""An op from outside: one class with its type rule and its syntax, and the parser and the verifier know it."""

from collections.abc import Sequence
from typing import Self

import pytest
from xdsl.ir import Attribute, Dialect
from xdsl.irdl import irdl_op_definition, prop_def
from xdsl.printer import Printer

from lift.dialects.diagnostics import LiftError
from lift.dialects.errors import OUT_OF_BOUNDS
from lift.dialects.lift.attributes import NatAttr
from lift.dialects.lift.layout import LayoutOp
from lift.dialects.lift.operation import Claim
from lift.dialects.lift.scope import Scope
from lift.dialects.loader import lift_context, load_module
from lift.dialects.parser import LiftParser


@irdl_op_definition
class RotateOp(LayoutOp):
    """`rotate(d, xs)[i] = xs[(i + d) mod n]`."""

    name = "ext.rotate"

    by = prop_def(NatAttr)

    def infer(self, types: Sequence[Attribute], scope: Scope) -> Attribute:
        return self.plain_array(types[0], "its rows would change places")

    def check(self, types: Sequence[Attribute], scope: Scope) -> None:
        length = self.array(types[0]).length.data
        self.need(
            Claim.that(self.by.data, "lt", length), OUT_OF_BOUNDS, f"'{self.name}' goes iteration too often", scope
        )

    @classmethod
    def parse_form(cls, parser: LiftParser) -> Self:
        by = parser.parse_nat_attr()
        return cls.untyped([parser.parse_value()], {"by": by})

    def print_form(self, printer: Printer) -> None:
        printer.print_string(f" {self.by.data}")
        self.print_array(printer)


def loaded(body: str) -> str:
    context = lift_context()
    context.load_dialect(Dialect("ext", [RotateOp]))
    return str(load_module(body, context=context))


def test_it_is_read_typed_and_printed() -> None:
    text = """
lift.def @f<N>(%xs: !lift.array<N + 1, f32>) -> !lift.array<N + 1, f32> {
  %r = ext.rotate N %xs
  lift.return %r
}
"""
    assert "%r = ext.rotate N %xs : !lift.array<N + 1, f32>" in loaded(text)


def test_its_operand_may_hide_its_length() -> None:
    text = """
lift.def @f<N>(%e: !lift.exists<X upto N, !lift.array<X + 1, f32>>) -> !lift.exists<X upto N, !lift.array<X + 1, tuple<f32, f32>>> {
  %r = ext.rotate 0 %e
  %z = lift.zip %r, %e
  lift.return %z
}
"""
    assert "ext.rotate 0 %e : !lift.exists<X upto N, !lift.array<X + 1, f32>>" in loaded(text)


def test_what_it_needs_is_an_obligation() -> None:
    text = "lift.def @f<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {\n  %r = ext.rotate 1 %xs\n  lift.return %r\n}\n"
    with pytest.raises(LiftError, match="goes iteration too often") as caught:
        loaded(text)
    assert caught.value.fix == "add `where [N ge 2]` to the lift.def"
