"""Ops that pick elements by their index: gather, scatter, slice, concat and at; and numbers as values: length and nat.

An index that is not proved to be in bounds is refused, unless the op's name says `unchecked`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from xdsl.dialects.builtin import TupleType, i32
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import irdl_op_definition, operand_def, opt_prop_def, prop_def, var_operand_def
from xdsl.printer import Printer

from ..diagnostics import LiftError
from ..errors import INCOMPATIBLE_ROWS, NOT_A_PERMUTATION, NOT_AN_INTEGER, OUT_OF_BOUNDS, SYNTAX
from ..nat.expr import Condition, compare, if_then_else, var
from ..nat.prove import Answer, prove
from ..nat.ring import Nat
from ..parser import LiftParser
from ..scalars import computed_as, is_integer, is_natural
from .attributes import IndexFunctionAttr, NatAttr, NatLike
from .destinations import WritingOp
from .layout import InvertibleOp, LayoutOp, named, print_function
from .operation import Claim, LiftOp, need_lengths
from .permutations import inverse_of
from .scope import Index, Scope, scope_at
from .tuples import JoiningOp
from .types import ArrayType, tuple_of

INVERSE = "inverse"
"""The attribute of an op that has an inverse, where it was found before what it follows from is forgotten."""


@irdl_op_definition
class GatherOp(LayoutOp):
    """Elements read through a function.

    `gather(f, xs)[i] = xs[f(i)]`

    `array<n, T>` gives `array<i : m, T(f(i))>`, where m is n unless a size is given; `f(i)` must be in bounds.

    `%reversed = lift.gather %xs by (i) -> (N - 1 - i) : !lift.array<N, f32>`
    """

    name = "lift.gather"

    size = opt_prop_def(NatAttr)
    function = prop_def(IndexFunctionAttr)

    def __init__(
        self,
        xs: SSAValue | Operation,
        function: IndexFunctionAttr,
        size: NatLike | None = None,
        *,
        result_type: Attribute | None = None,
    ):
        length = None if size is None else NatAttr.of(size)
        self.construct([xs], {"size": length, "function": function}, result_type=result_type)

    def _size(self, array: ArrayType) -> Nat:
        return array.length.data if self.size is None else self.size.data

    def inverse(self) -> IndexFunctionAttr | None:
        """The inverse of the function, where it is seen to be a permutation."""
        known, type_ = self.attributes.get(INVERSE), self.xs.type
        if isinstance(known, IndexFunctionAttr):
            return known
        if not isinstance(type_, ArrayType) or type_.dependent:
            return None
        scope = scope_at(self)
        if self.size is not None and not scope.equal(self.size.data, type_.length.data):
            return None
        return inverse_of(self.function, type_.length.data, scope)

    def written_through(self) -> Sequence[SSAValue] | None:
        return None if self.inverse() is None else (self.xs,)

    def infer(self, types: Sequence[Attribute], scope: Scope) -> Attribute:
        array = self.array(types[0])
        i = scope.fresh("i")
        return named(ArrayType.over(i, self._size(array), array.at(self.function(var(i)))), array.binder.data)

    def check(self, types: Sequence[Attribute], scope: Scope) -> None:
        array = self.array(types[0])
        need_lengths(ArrayType(self._size(array), i32), scope, f"the result of '{self.name}'")
        i, index = position_of(self.function, scope)
        inner = scope.inner(Index(i, self._size(array)))
        self.need_defined(index, inner)
        need_in_bounds(self, index, array.length.data, inner)

    @classmethod
    def parse_form(cls, parser: LiftParser) -> Self:
        xs = parser.parse_value()
        size = parser.parse_nat_attr() if parser.parse_optional_keyword("size") else None
        return cls.untyped([xs], {"size": size, "function": parser.parse_index_function()})

    def print_form(self, printer: Printer) -> None:
        self.print_array(printer)
        if self.size is not None:
            printer.print_string(f" size {self.size.data}")
        print_function(self.function, printer)


def position_of(function: IndexFunctionAttr, scope: Scope) -> tuple[str, Nat]:
    """A name for a function's position that nothing in scope has, and what it is sent to."""
    name = function.binder.data
    if name in scope.names | scope.tables:
        name = scope.fresh(name)
    return name, function(var(name))


def need_in_bounds(op: LiftOp, index: Nat, length: Nat, scope: Scope) -> None:
    """`0 le index` and `index lt length`."""
    found = f"index {index} in an array of {length}"
    for claim in (Claim.that(index, "ge", 0), Claim.that(index, "lt", length)):
        op.need(claim, OUT_OF_BOUNDS, f"'{op.name}' may read out of bounds", scope, found)


@irdl_op_definition
class ScatterOp(InvertibleOp):
    """Elements written through a function, which must be a permutation.

    `scatter(f, xs)[f(i)] = xs[i]`

    `array<n, T>` gives `array<n, T>`; f must be a bijection on the positions: this is proved where possible, and else
    tested by the host, once for each size.

    `%ys = lift.scatter %xs by (i) -> (N - 1 - i) : !lift.array<N, f32>`
    """

    name = "lift.scatter"

    function = prop_def(IndexFunctionAttr)

    def __init__(self, xs: SSAValue | Operation, function: IndexFunctionAttr, *, result_type: Attribute | None = None):
        self.construct([xs], {"function": function}, result_type=result_type)

    def inverse(self) -> IndexFunctionAttr | None:
        """The inverse of the function, where one is found."""
        known, type_ = self.attributes.get(INVERSE), self.xs.type
        if isinstance(known, IndexFunctionAttr):
            return known
        return inverse_of(self.function, type_.length.data, scope_at(self)) if isinstance(type_, ArrayType) else None

    def infer(self, types: Sequence[Attribute], scope: Scope) -> Attribute:
        return self.plain_array(types[0], "the type at a position would need the inverse of the function")

    def check(self, types: Sequence[Attribute], scope: Scope) -> None:
        length = self.array(types[0]).length.data
        i, index = position_of(self.function, scope)
        inner = scope.inner(Index(i, length))
        self.need_defined(index, inner)
        for claim in (Claim.that(index, "ge", 0), Claim.that(index, "lt", length)):
            if prove(claim.condition, inner.facts) is Answer.NO:
                raise LiftError(
                    NOT_A_PERMUTATION,
                    f"the function of '{self.name}' sends a position out of bounds",
                    expected=str(claim),
                    found=f"{i} is sent to {index}, in an array of {length}",
                )

    @classmethod
    def parse_form(cls, parser: LiftParser) -> Self:
        xs = parser.parse_value()
        return cls.untyped([xs], {"function": parser.parse_index_function()})

    def print_form(self, printer: Printer) -> None:
        self.print_array(printer)
        print_function(self.function, printer)


@irdl_op_definition
class SliceOp(LayoutOp):
    """Elements that stand one after the other.

    `slice(a, m, xs)[i] = xs[a + i]`

    `array<n, T>` gives `array<i : m, T(a + i)>`; `a + m le n` must hold.

    `%tail = lift.slice %xs from 1 size N - 1 : !lift.array<N - 1, f32>`
    """

    name = "lift.slice"

    start = prop_def(NatAttr)
    size = prop_def(NatAttr)

    def __init__(
        self, xs: SSAValue | Operation, start: NatLike, size: NatLike, *, result_type: Attribute | None = None
    ):
        self.construct([xs], {"start": NatAttr.of(start), "size": NatAttr.of(size)}, result_type=result_type)

    def infer(self, types: Sequence[Attribute], scope: Scope) -> Attribute:
        array = self.array(types[0])
        i = scope.fresh("i")
        return named(ArrayType.over(i, self.size.data, array.at(self.start.data + var(i))), array.binder.data)

    def check(self, types: Sequence[Attribute], scope: Scope) -> None:
        length, start, size = self.array(types[0]).length.data, self.start.data, self.size.data
        need_lengths(ArrayType(size, i32), scope, f"the result of '{self.name}'")
        self.need_defined(start, scope)
        found = f"elements {start} to {start + size} of an array of {length}"
        for claim in (Claim.that(start, "ge", 0), Claim.that(start + size, "le", length)):
            self.need(claim, OUT_OF_BOUNDS, f"'{self.name}' may be out of bounds", scope, found)

    @classmethod
    def parse_form(cls, parser: LiftParser) -> Self:
        xs = parser.parse_value()
        parser.parse_keyword("from")
        start = parser.parse_nat_attr()
        parser.parse_keyword("size")
        return cls.untyped([xs], {"start": start, "size": parser.parse_nat_attr()})

    def print_form(self, printer: Printer) -> None:
        self.print_array(printer)
        printer.print_string(f" from {self.start.data} size {self.size.data}")


@irdl_op_definition
class ConcatOp(JoiningOp):
    """Arrays one after the other.

    `concat([a, b], [c]) = [a, b, c]`

    `array<n, T>` and `array<m, T>` give `array<n + m, T>`; where the elements differ in type, position i has
    `if(i lt n, T(i), U(i - n))`.

    `%all = lift.concat %xs, %zs : !lift.array<N + M, f32>`
    """

    name = "lift.concat"

    def written_through(self) -> Sequence[SSAValue]:
        return self.operands

    def infer(self, types: Sequence[Attribute], scope: Scope) -> Attribute:
        if not types:
            raise LiftError(SYNTAX, f"'{self.name}' needs at least one operand")
        first, *others = (self.array(type_) for type_ in types)
        for other in others:
            first = self._appended(first, other, scope)
        return first

    def _appended(self, first: ArrayType, second: ArrayType, scope: Scope) -> ArrayType:
        boundary = first.length.data
        length = boundary + second.length.data
        if not (first.dependent or second.dependent) and scope.same_type(first.element, second.element):
            return ArrayType(length, first.element)
        i = scope.fresh("i")
        first_part = compare(var(i), "lt", boundary)
        element = self._chosen(first_part, first.at(var(i)), second.at(var(i) - boundary), scope)
        return named(ArrayType.over(i, length, element), first.binder.data)

    def _chosen(self, condition: Condition, then: Attribute, otherwise: Attribute, scope: Scope) -> Attribute:
        """The type that is one where a condition holds and the other elsewhere: only lengths may differ."""
        match then, otherwise:
            case ArrayType(), ArrayType():
                j = scope.fresh("j")
                length = if_then_else(condition, then.length.data, otherwise.length.data)
                inner = scope.inner(Index(j, length))
                element = self._chosen(condition, then.at(var(j)), otherwise.at(var(j)), inner)
                return named(ArrayType.over(j, length, element), then.binder.data)
            case TupleType(), TupleType() if len(then.types) == len(otherwise.types):
                pairs = zip(then.types, otherwise.types, strict=True)
                return tuple_of(self._chosen(condition, *pair, scope) for pair in pairs)
            case _ if then == otherwise:
                return then
            case _:
                raise LiftError(
                    INCOMPATIBLE_ROWS,
                    f"'{self.name}' needs arrays whose elements differ at most in their lengths",
                    expected=str(then),
                    found=str(otherwise),
                )


class LookupOp(LiftOp):
    """One element."""

    def length_origin(self, path: tuple[int, ...]) -> None:
        return None

    def need_integer(self, type_: Attribute) -> None:
        if not is_integer(type_):
            message = f"the index of '{self.name}' is not an integer"
            fix = f"use lift.convert to {computed_as(type_)}" if is_natural(type_) else None
            raise LiftError(NOT_AN_INTEGER, message, expected="an integer type, such as i32", found=str(type_), fix=fix)

    def plain(self, type_: Attribute) -> ArrayType:
        return self.plain_array(type_, "which element is read is known only at run time, and so would be its type")


@irdl_op_definition
class AtOp(LookupOp, WritingOp):
    """One element, by a number of the type level, or by a run-time index with a value for what is outside.

    `at(xs, e) = xs[e]`; `at(xs, i, d) = xs[i] if 0 <= i < n else d`

    `array<n, T>` gives `T(e)`, where e must be in bounds; with a run-time index all elements have one type.

    `%x = lift.at %xs[3] : f32`, or `%y = lift.at %xs[%i] else %zero : f32`
    """

    name = "lift.at"

    xs = operand_def()
    dynamic = var_operand_def()
    """The run-time index and the value for what is outside, and where an array is written; or nothing."""

    index = opt_prop_def(NatAttr)

    def __init__(
        self,
        xs: SSAValue | Operation,
        index: NatLike | SSAValue,
        default: SSAValue | Operation | None = None,
        *,
        result_type: Attribute | None = None,
    ):
        if isinstance(index, SSAValue):
            self.construct([xs, index, *([] if default is None else [default])], result_type=result_type)
        else:
            self.construct([xs], {"index": NatAttr.of(index)}, result_type=result_type)

    def opened(self) -> Sequence[SSAValue]:
        return (self.xs,)

    def written_through(self) -> Sequence[SSAValue] | None:
        """A choice between an element and another value is computed."""
        return () if self.index is None else None

    def infer(self, types: Sequence[Attribute], scope: Scope) -> Attribute:
        if (self.index is None) != (len(types) == 3):
            form = "lift.at %xs[3], or lift.at %xs[%i] else %default"
            raise LiftError(SYNTAX, f"'{self.name}' has either a number, or an index and a default", expected=form)
        if self.index is None:
            return self.plain(types[0]).element
        return self.array(types[0]).at(self.index.data)

    def check(self, types: Sequence[Attribute], scope: Scope) -> None:
        array = self.array(types[0])
        if self.index is None:
            self.need_integer(types[1])
            self.need_same_type(types[2], array.element, "the default", scope)
            return
        self.need_defined(self.index.data, scope)
        need_in_bounds(self, self.index.data, array.length.data, scope)

    @classmethod
    def parse_form(cls, parser: LiftParser) -> Self:
        xs = parser.parse_value()
        parser.parse_punctuation("[")
        index = parser.parse_optional_value()
        if index is None:
            number = parser.parse_nat_attr()
            parser.parse_punctuation("]")
            return cls.untyped([xs], {"index": number})
        parser.parse_punctuation("]")
        parser.parse_keyword("else", " and a value for what is out of bounds, or lift.at_unchecked")
        return cls.untyped([xs, index, parser.parse_value()])

    def print_form(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.xs)
        if self.index is not None:
            printer.print_string(f"[{self.index.data}]")
            return
        index, default, *_ = self.dynamic
        printer.print_string("[")
        printer.print_ssa_value(index)
        printer.print_string("] else ")
        printer.print_ssa_value(default)


@irdl_op_definition
class AtUncheckedOp(LookupOp):
    """One element, by a run-time index that the writer vouches for.

    `at_unchecked(xs, i) = xs[i]`

    `array<n, T>` and an integer give `T`.

    `%x = lift.at_unchecked %xs[%i] : f32`
    """

    name = "lift.at_unchecked"

    xs = operand_def()
    index = operand_def()

    def __init__(self, xs: SSAValue | Operation, index: SSAValue | Operation, *, result_type: Attribute | None = None):
        self.construct([xs, index], result_type=result_type)

    def opened(self) -> Sequence[SSAValue]:
        return (self.xs,)

    def infer(self, types: Sequence[Attribute], scope: Scope) -> Attribute:
        return self.plain(types[0]).element

    def check(self, types: Sequence[Attribute], scope: Scope) -> None:
        self.need_integer(types[1])

    @classmethod
    def parse_form(cls, parser: LiftParser) -> Self:
        xs = parser.parse_value()
        with parser.in_square_brackets():
            index = parser.parse_value()
        return cls.untyped([xs, index])

    def print_form(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.xs)
        printer.print_string("[")
        printer.print_ssa_value(self.index)
        printer.print_string("]")
