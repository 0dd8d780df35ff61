"""Where a result is stored: `ocl.to_global`, `ocl.to_local` and `ocl.to_private`.

On a scalar or a vector it is the store of that value. On an array it fixes the destination of the one op that computes
it, which is found by following layout ops that can be written through.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from typing import ClassVar, Self

from xdsl.dialects.builtin import ArrayAttr
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import irdl_op_definition, operand_def, opt_prop_def, traits_def
from xdsl.printer import Printer
from xdsl.traits import EffectInstance, MemoryEffect, MemoryEffectKind

from ..diagnostics import LiftError, location_of_value, value_name
from ..errors import DESTINATION
from ..lift.attributes import FactAttr
from ..lift.operation import LiftOp
from ..lift.scope import Scope
from ..lift.types import holds_array
from ..parser import LiftParser
from ..stores import parse_past_caches, print_past_caches


class Allocates(MemoryEffect):
    """The result has memory of its own. An op without a use may go, but two equal ones are not one: each is stored."""

    @classmethod
    def get_effects(cls, op: Operation) -> AbstractSet[EffectInstance]:
        return {EffectInstance(MemoryEffectKind.ALLOC, op.results[0])}


class ToSpaceOp(LiftOp):
    """A value, and the memory it is kept in."""

    traits = traits_def(Allocates())

    SPACE: ClassVar[str]
    """The address space."""

    value = operand_def()
    past_caches = opt_prop_def(ArrayAttr[FactAttr])

    def __init__(self, value: SSAValue | Operation, *, result_type: Attribute | None = None):
        self.construct([value], result_type=result_type)

    def opened(self) -> Sequence[SSAValue]:
        return ()

    def length_origin(self, path: tuple[int, ...]) -> tuple[SSAValue, tuple[int, ...]]:
        return self.value, path

    def infer(self, types: Sequence[Attribute], scope: Scope) -> Attribute:
        return types[0]

    def check(self, types: Sequence[Attribute], scope: Scope) -> None:
        if self.past_caches is not None and (self.SPACE != "global" or holds_array(types[0])):
            raise LiftError(
                DESTINATION,
                f"'{self.name} past_caches' does not store an element to global memory",
                expected="'ocl.to_global past_caches' of a scalar or a vector that a region yields",
                found=f"'{self.name}' of {types[0]}",
                fix="leave out past_caches, or have the region that computes elements store each with it",
            )
        if holds_array(types[0]):
            list(self.producers())

    def producers(self) -> Iterator[LiftOp]:
        """The ops whose results are stored here; an error where there is none, or another use sees it too."""
        waiting: list[tuple[SSAValue, SSAValue]] = [(self.value, self.value)]
        while waiting:
            value, _ = waiting.pop()
            if not isinstance(value.owner, LiftOp):
                raise self._no_destination(value, "it is an argument, which is stored already")
            if value.has_more_than_one_use():
                raise self._no_destination(value, "it has another use")
            if isinstance(value.owner, ToSpaceOp):
                raise self._no_destination(value, f"'{value.owner.name}' has fixed its destination already")
            operands = value.owner.written_through()
            if operands is None:
                raise self._no_destination(value, f"'{value.owner.name}' cannot be written through")
            if not operands:
                yield value.owner
            waiting += [(operand, value) for operand in operands]

    def _no_destination(self, value: SSAValue, why: str) -> LiftError:
        return LiftError(
            DESTINATION,
            f"'{self.name}' cannot say where {value_name(value)} is stored: {why}",
            expected="the result of one op that computes, with no other use",
            fix=f"copy it: a map whose region stores each element with {self.name}",
            notes=[("the value is defined here", location_of_value(value))],
        )

    @classmethod
    def parse_form(cls, parser: LiftParser) -> Self:
        past_caches = parse_past_caches(parser)
        return cls.untyped([parser.parse_value()], {"past_caches": past_caches})

    def print_form(self, printer: Printer) -> None:
        print_past_caches(printer, self.past_caches)
        printer.print_string(" ")
        printer.print_ssa_value(self.value)


@irdl_op_definition
class ToGlobalOp(ToSpaceOp):
    """A value, kept in global memory.

    `to_global(x) = x`

    `T` gives `T`. A scalar or vector that a region yields is stored there, as an element of the result; one that it does
    not yield is no element of anything, and stays a value. An array must be the result of one op that computes it, with
    no other use; layout ops that can be written through may stand between.

    `past_caches` says of a scalar or vector that a region yields that it is not read again soon, of a result that is larger
    than the caches. Where the device can, a vector is then stored without a place in them, which changes no meaning. With
    conditions on sizes, `past_caches where [N mod 16 eq 0]`, it is so where they hold, which the kernel finds out.

    `%g = ocl.to_global past_caches %x : f32`
    """

    name = "ocl.to_global"

    SPACE: ClassVar[str] = "global"


@irdl_op_definition
class ToLocalOp(ToSpaceOp):
    """A value, kept in the local memory of a work group.

    `to_local(x) = x`

    `T` gives `T`. A scalar or vector that a region yields is stored there, as an element of the result; one that it does
    not yield is no element of anything, and stays a value. An array must be the result of one op that computes it, with
    no other use; layout ops that can be written through may stand between.

    `%l = ocl.to_local %x : f32`
    """

    name = "ocl.to_local"

    SPACE: ClassVar[str] = "local"


@irdl_op_definition
class ToPrivateOp(ToSpaceOp):
    """A value, kept in the private memory of a work item.

    `to_private(x) = x`

    `T` gives `T`. A scalar or vector that a region yields is stored there, as an element of the result; one that it does
    not yield is loaded here, once, if it is an element of an array, and stays a value. An array must be the result of one
    op that computes it, with no other use; layout ops that can be written through may stand between. The work items of a
    group have 1 MiB of private memory together.

    `%p = ocl.to_private %x : f32`
    """

    name = "ocl.to_private"

    SPACE: ClassVar[str] = "private"
