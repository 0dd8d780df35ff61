"""Vectors: arrays seen as arrays of vectors and back, and functions and folds on the parts of a vector."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self, cast

from xdsl.dialects.builtin import Float16Type, Float32Type, Float64Type, IntegerAttr, TupleType, VectorType, i64
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.irdl import irdl_op_definition, operand_def, prop_def
from xdsl.printer import Printer

from ..diagnostics import LiftError, location_of
from ..errors import NOT_A_MULTIPLE, VECTOR
from ..lift.algorithmic import OrderedFold
from ..lift.body import BodyOp
from ..lift.calls import CallOp
from ..lift.functions import DefOp
from ..lift.layout import InvertibleOp
from ..lift.numbers import LengthOp, NatOp
from ..lift.operation import Claim, LiftOp
from ..lift.scope import Binding, Scope
from ..lift.tuples import GetOp, TupleOp
from ..lift.types import ArrayType, is_scalar, tuple_of
from ..lift.upstream import is_scalar_op
from ..nat.expr import floordiv, mod
from ..parser import LiftParser

WIDTHS = (2, 3, 4, 8, 16)

WIDEST_DOT = 4
"""OpenCL C has no `dot` of wider vectors."""

_SCALAR = (NatOp, LengthOp, TupleOp, GetOp)
"""Beside ops on scalars, the ops that give a scalar or a tuple without a loop and without reading memory."""


@irdl_op_definition
class AsVectorOp(InvertibleOp):
    """Chunks of scalars as vectors.

    `as_vector(w, xs)[i][j] = xs[w * i + j]`

    `array<n, S>` gives `array<n floordiv w, vector<w x S>>`; `n mod w eq 0` must hold.

    `%vs = ocl.as_vector 4 %xs : !lift.array<N floordiv 4, vector<4xf32>>`
    """

    name = "ocl.as_vector"

    width = prop_def(IntegerAttr)

    def __init__(self, width: int, xs: SSAValue | Operation, *, result_type: Attribute | None = None):
        self.construct([xs], {"width": IntegerAttr(width, i64)}, result_type=result_type)

    def infer(self, types: Sequence[Attribute], scope: Scope) -> Attribute:
        array, width = self.array(types[0]), self.width.value.data
        if width not in WIDTHS:
            expected = "2, 3, 4, 8 or 16"
            raise LiftError(VECTOR, f"'{self.name}' has no such width", expected=expected, found=str(width))
        if not is_scalar(array.element):
            raise LiftError(
                VECTOR, f"'{self.name}' needs an array of scalars", expected="scalars", found=str(array.element)
            )
        return ArrayType(floordiv(array.length.data, width), VectorType(array.element, [width]))

    def check(self, types: Sequence[Attribute], scope: Scope) -> None:
        length, width = self.array(types[0]).length.data, self.width.value.data
        message = f"'{self.name}' needs a length that is a multiple of {width}"
        claim = Claim.that(mod(length, width), "eq", 0)
        self.need(claim, NOT_A_MULTIPLE, message, scope, f"a length of {length}")

    @classmethod
    def parse_form(cls, parser: LiftParser) -> Self:
        width = parser.parse_integer(allow_boolean=False, allow_negative=False)
        return cls.untyped([parser.parse_value()], {"width": IntegerAttr(width, i64)})

    def print_form(self, printer: Printer) -> None:
        printer.print_string(f" {self.width.value.data}")
        self.print_array(printer)


def vector_of(type_: Attribute, name: str) -> tuple[int, Attribute]:
    """The width and the scalar of a vector type, or an error."""
    found = str(type_)
    if isinstance(type_, VectorType) and len(type_.shape) == 1:
        vector = cast("VectorType[Attribute]", type_)
        return vector.get_shape()[0], vector.element_type
    raise LiftError(VECTOR, f"'{name}' needs vectors", expected="a vector, such as vector<4xf32>", found=found)


@irdl_op_definition
class AsScalarOp(InvertibleOp):
    """Vectors as the scalars in them.

    `as_scalar(vs)[w * i + j] = vs[i][j]`

    `array<n, vector<w x S>>` gives `array<w * n, S>`.

    `%xs = ocl.as_scalar %vs : !lift.array<N, f32>`
    """

    name = "ocl.as_scalar"

    def __init__(self, xs: SSAValue | Operation, *, result_type: Attribute | None = None):
        self.construct([xs], result_type=result_type)

    def infer(self, types: Sequence[Attribute], scope: Scope) -> Attribute:
        array = self.array(types[0])
        width, scalar = vector_of(array.element, self.name)
        return ArrayType(array.length.data * width, scalar)

    @classmethod
    def parse_form(cls, parser: LiftParser) -> Self:
        return cls.untyped([parser.parse_value()])

    def print_form(self, printer: Printer) -> None:
        self.print_array(printer)


class VectorPattern(BodyOp):
    """A pattern over the parts of one vector; its region is scalar code."""

    def opened(self) -> Sequence[SSAValue]:
        return ()

    def length_origin(self, path: tuple[int, ...]) -> None:
        return None

    def body_bindings(self, types: Sequence[Attribute], scope: Scope) -> tuple[Binding, ...]:
        return ()

    def need_scalar(self, type_: Attribute, what: str) -> None:
        if not is_scalar(type_):
            raise LiftError(VECTOR, f"{what} of '{self.name}' is a scalar", expected="a scalar", found=str(type_))

    def check(self, types: Sequence[Attribute], scope: Scope) -> None:
        super().check(types, scope)
        if self.position is not None:
            raise LiftError(VECTOR, f"'{self.name}' has no position: all parts of a vector are treated alike")
        self._check_scalar_code(self.block, "its region", frozenset())

    def _check_scalar_code(self, block: Block, where: str, callers: frozenset[DefOp]) -> None:
        """Only scalar code is done for parts of a vector; a function that is called is inlined, so it is looked into."""
        for op in block.ops:
            if op is block.last_op or is_scalar_op(op) or isinstance(op, _SCALAR):
                continue
            if not isinstance(op, CallOp):
                raise LiftError(
                    VECTOR,
                    f"'{self.name}' computes with scalars, and {where} has '{op.name}'",
                    expected="ops of arith and math, lift.convert, tuples, numbers and calls",
                    found=f"'{op.name}'",
                    fix=f"move it before the {self.name.partition('.')[2]}: values from outside are the same for all parts",
                    location=location_of(op),
                )
            callee = op.function()
            if isinstance(callee, DefOp) and callee not in callers:
                self._check_scalar_code(callee.block, f"@{callee.function_name}, which is inlined,", callers | {callee})


def lanes_of(type_: Attribute, name: str) -> tuple[int, Attribute]:
    """The width of a vector, or of each in a tuple of vectors, and what a lane of it is."""
    if not isinstance(type_, TupleType) or not len(type_.types):
        return vector_of(type_, name)
    parts = [vector_of(part, name) for part in type_.types]
    if len({width for width, _ in parts}) > 1:
        raise LiftError(VECTOR, f"'{name}' needs vectors of one width", found=str(type_))
    return parts[0][0], tuple_of(scalar for _, scalar in parts)


@irdl_op_definition
class MapVecOp(VectorPattern):
    """A function applied to each scalar of a vector; scalars from outside are the same for all.

    `map_vec(f, <x0, x1, ..>) = <f(x0), f(x1), ..>`, and `map_vec(f, (<x0, ..>, <y0, ..>)) = <f((x0, y0)), ..>`

    `vector<w x S>`, with a region from `S` to `R`, gives `vector<w x R>`. A tuple of vectors of w scalars has a region from
    the tuple of their scalars. The region is scalar code: ops of `arith` and `math`, conversions, tuples, numbers and calls.

    `%m = ocl.map_vec (%s) in %v : vector<4xf32> { %p = arith.mulf %s, %y : f32 lift.yield %p : f32 }`
    """

    name = "ocl.map_vec"

    vector = operand_def()

    def __init__(self, vector: SSAValue | Operation, body: Region, *, result_type: Attribute | None = None):
        self.construct([vector], None, [body], result_type)

    def argument_types(self, types: Sequence[Attribute], scope: Scope) -> Sequence[Attribute]:
        return (lanes_of(types[0], self.name)[1],)

    def infer(self, types: Sequence[Attribute], scope: Scope) -> Attribute:
        width, _ = lanes_of(types[0], self.name)
        self.need_scalar(self.yielded.type, "what the region yields")
        return VectorType(self.yielded.type, [width])


class VectorFold(VectorPattern, OrderedFold):
    """A fold over the parts of a vector, the first part first."""

    def __init__(
        self,
        xs: SSAValue | Operation,
        init: SSAValue | Operation,
        body: Region,
        *,
        result_type: Attribute | None = None,
    ):
        self.construct([xs, init], None, [body], result_type)

    def argument_types(self, types: Sequence[Attribute], scope: Scope) -> Sequence[Attribute]:
        self.need_scalar(types[1], "the accumulator")
        return (types[1], vector_of(types[0], self.name)[1])


@irdl_op_definition
class ReduceVecOp(VectorFold):
    """A left fold of the parts of a vector.

    `reduce_vec(f, a, <x0, x1, ..>) = f(.. f(f(a, x0), x1) ..)`

    `vector<w x S>` and an initial scalar `A`, with a region from `A` and `S` to `A`, give `A`. The region is scalar code, as
    that of `ocl.map_vec`. It goes from part to part, unless regrouping gives the same: with ⊕ on integers, and least and
    greatest numbers. `associative` allows it for any region (and needs `S = A`), `associative commutative` also reordering,
    `ordered` neither.

    `%s = ocl.reduce_vec associative commutative (%a, %x) in %v from %zero : f32 { %t = arith.addf %a, %x : f32 lift.yield %t : f32 }`
    """

    name = "ocl.reduce_vec"

    def infer(self, types: Sequence[Attribute], scope: Scope) -> Attribute:
        vector_of(types[0], self.name)
        return types[1]


@irdl_op_definition
class ScanVecOp(VectorFold):
    """The running values of a left fold of the parts of a vector, the first part included.

    `scan_vec(f, a, <x0, x1, ..>) = <f(a, x0), f(f(a, x0), x1), ..>`

    `vector<w x S>` and an initial scalar `A`, with a region from `A` and `S` to `A`, give `vector<w x A>`. Its region and its
    words are as those of `ocl.reduce_vec`.

    `%r = ocl.scan_vec associative (%a, %x) in %v from %zero : vector<4xf32> { %t = arith.addf %a, %x : f32 lift.yield %t : f32 }`
    """

    name = "ocl.scan_vec"

    def infer(self, types: Sequence[Attribute], scope: Scope) -> Attribute:
        width, _ = vector_of(types[0], self.name)
        self.need_scalar(types[1], "the accumulator")
        return VectorType(types[1], [width])


@irdl_op_definition
class DotOp(LiftOp):
    """The sum of the products of two vectors, part by part.

    `dot(<x0, x1, ..>, <y0, y1, ..>) = x0 * y0 + x1 * y1 + ..`

    Two `vector<w x S>` of floats, with w 2, 3 or 4, give `S`. The device groups and rounds the sum as it likes.

    `%s = ocl.dot %v, %v : f32`
    """

    name = "ocl.dot"

    x = operand_def()
    y = operand_def()

    def __init__(self, x: SSAValue | Operation, y: SSAValue | Operation, *, result_type: Attribute | None = None):
        self.construct([x, y], result_type=result_type)

    def length_origin(self, path: tuple[int, ...]) -> None:
        return None

    def infer(self, types: Sequence[Attribute], scope: Scope) -> Attribute:
        width, scalar = vector_of(types[0], self.name)
        if (
            types[1] != types[0]
            or width > WIDEST_DOT
            or not isinstance(scalar, Float16Type | Float32Type | Float64Type)
        ):
            found = f"{types[0]} and {types[1]}"
            expected = "two of one type, such as vector<4xf32>"
            raise LiftError(VECTOR, f"'{self.name}' needs vectors of 2, 3 or 4 floats", expected=expected, found=found)
        return scalar

    @classmethod
    def parse_form(cls, parser: LiftParser) -> Self:
        x = parser.parse_value()
        parser.parse_punctuation(",")
        return cls.untyped([x, parser.parse_value()])

    def print_form(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_list(self.operands, printer.print_ssa_value)
