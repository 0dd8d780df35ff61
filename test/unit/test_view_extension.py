"""A view from outside: one class with its type rule and its `read`, and kernels are compiled with it."""

from collections.abc import Sequence
from typing import Self

import numpy as np
import opencl_device
from xdsl.context import Context
from xdsl.ir import Attribute, Dialect
from xdsl.irdl import irdl_op_definition, operand_def, prop_def
from xdsl.printer import Printer

from lift.dialects.lift.attributes import NatAttr
from lift.dialects.lift.scope import Scope
from lift.dialects.loader import lift_context, load_module
from lift.dialects.nat.expr import mod
from lift.dialects.parser import LiftParser
from lift.dialects.view.operation import ViewOp
from lift.dialects.view.path import Access, Leads, Path, length_of
from lift.lowering.kernel_to_opencl.target import to_opencl
from lift.lowering.view_to_kernel import ViewToKernelPass


@irdl_op_definition
class RotateOp(ViewOp):
    """`rotate(d, xs)[i] = xs[(i + d) mod n]`."""

    name = "ext.rotate"

    xs = operand_def()
    by = prop_def(NatAttr)

    def infer(self, types: Sequence[Attribute], scope: Scope) -> Attribute:
        return self.plain_array(types[0], "its rows would change places")

    def read(self, path: Path) -> Access:
        i, rest = path.index(self.seen)
        return Leads(self.xs, rest.push(mod(i + self.by.data, length_of(self.seen))))

    @classmethod
    def parse_form(cls, parser: LiftParser) -> Self:
        by = parser.parse_nat_attr()
        return cls.untyped([parser.parse_value()], {"by": by})

    def print_form(self, printer: Printer) -> None:
        printer.print_string(f" {self.by.data} ")
        printer.print_ssa_value(self.xs)


def test_it_is_read_through_and_written_through() -> None:
    context = lift_context()
    context.load_dialect(Dialect("ext", [RotateOp]))
    text = """
kernel.func @f<N>(%x: !kernel.buffer<global, f32>, %y: !kernel.buffer<global, f32>) {
  %m = view.memory %x : !view.view<!lift.array<N, f32>>
  %d = view.memory %y : !view.view<!lift.array<N, f32>>
  %r = ext.rotate 2 %m
  %s = ext.rotate 1 %d
  kernel.for %i = 0 to N step 1 {
    %a = view.access %r[%i]
    %b = view.access %s[%i]
    %v = view.load %a
    view.store %v, %b
  }
}"""
    module = load_module(text, context=context)
    assert "ext.rotate 2 %m : !view.view<!lift.array<N, f32>>" in str(module)
    ViewToKernelPass().apply(Context(), module)
    assert "kernel.load %x[(%i + 2) mod N]" in str(module)
    x, y = np.arange(5, dtype=np.float32), np.zeros(5, np.float32)
    opencl_device.run(to_opencl(module), "f", x, y, np.int32(5))
    np.testing.assert_array_equal(y, np.roll(np.roll(x, -2), 1))
