"""What passes decide last on this level: which ops are one kernel, and where the work items of a group wait."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Self

from xdsl.dialects.builtin import StringAttr
from xdsl.ir import Attribute, Region, SSAValue
from xdsl.irdl import IRDLOperation, irdl_op_definition, prop_def, traits_def
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import MemoryReadEffect, MemoryWriteEffect

from ..diagnostics import LiftError
from ..errors import NESTING, SYNTAX
from ..lift.body import BodyOp, Head, ops_around
from ..lift.existential import UnpackOp
from ..lift.functions import DefOp
from ..lift.identifiers import FUNCTION
from ..lift.iterate import IterateOp
from ..lift.scope import Scope
from ..lift.types import SPACES
from ..parser import LiftParser
from .memory import Allocates
from .patterns import MapLclOp, enclosing_maps


@irdl_op_definition
class KernelOp(BodyOp):
    """What one OpenCL kernel computes.

    `kernel(f) = f()`

    The region takes nothing and reads what is around it; its result is the result, kept in global memory. It stands at
    the top level of a function, or of a `lift.iterate` or `lift.unpack` there.

    `%r = ocl.kernel @first : f32 { %x = lift.at %xs[0] : f32 lift.yield %x : f32 }`
    """

    name = "ocl.kernel"
    traits = traits_def(Allocates())

    ARGUMENTS: ClassVar[int] = 0

    sym_name = prop_def(FUNCTION)

    def __init__(self, name: str, body: Region, *, result_type: Attribute | None = None):
        self.construct([], {"sym_name": StringAttr(name)}, [body], result_type)

    @property
    def kernel_name(self) -> str:
        return self.sym_name.data

    def argument_types(self, types: Sequence[Attribute], scope: Scope) -> Sequence[Attribute]:
        return ()

    def infer(self, types: Sequence[Attribute], scope: Scope) -> Attribute:
        return self.yielded.type

    def wants_position(self, types: Sequence[Attribute]) -> bool:
        return False

    def check(self, types: Sequence[Attribute], scope: Scope) -> None:
        parent = next((op for op in ops_around(self.parent) if not isinstance(op, IterateOp | UnpackOp)), None)
        if parent is not None and not isinstance(parent, DefOp):
            raise LiftError(
                NESTING,
                f"'{self.name}' stands inside '{parent.name}'",
                expected="the top level of a function, or of a lift.iterate or lift.unpack there",
            )
        super().check(types, scope)

    @classmethod
    def parse_head(cls, parser: LiftParser) -> Head:
        return Head({"sym_name": parser.parse_symbol_name()}, ())

    @classmethod
    def parse_operands(cls, parser: LiftParser) -> list[SSAValue]:
        return []

    def print_head(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_symbol_name(self.kernel_name)

    def print_operands(self, printer: Printer) -> None:
        pass


@irdl_op_definition
class BarrierOp(IRDLOperation):
    """The work items of a group wait for each other.

    `barrier(s) = ()`: what each of them has written to local or global memory before is seen by all of them after.

    It gives nothing, and stands inside `ocl.map_wrg` and outside of any `ocl.map_lcl`.

    `ocl.barrier local`
    """

    name = "ocl.barrier"
    traits = traits_def(MemoryReadEffect(), MemoryWriteEffect())

    space = prop_def(StringAttr)

    def __init__(self, space: str):
        super().__init__(properties={"space": StringAttr(space)})

    def verify_(self) -> None:
        if self.space.data not in ("local", "global"):
            raise LiftError(
                SYNTAX, f"'{self.name}' orders no such memory", expected="local or global", found=self.space.data
            )
        for outer in enclosing_maps(self.parent):
            if isinstance(outer, MapLclOp):
                raise LiftError(
                    NESTING,
                    f"'{self.name}' stands inside '{outer.name}', where not all work items of a group may arrive",
                    expected="all work items of a group at one barrier",
                )

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        ours = LiftParser.of(parser)
        op = cls(ours.parse_keyword_in(SPACES))
        op.attributes.update(ours.parse_further_attributes())
        return op

    def print(self, printer: Printer) -> None:
        printer.print_string(f" {self.space.data}")
        printer.print_op_attributes(self.attributes, print_keyword=True)
