"""Patterns that compute: map, reduce, scan, filter and generate; `updates.py` has update.

The classes without a name hold what a pattern means; `lift.map` and the ways that `ocl` spells a map share one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from xdsl.dialects.builtin import ArrayAttr, IndexType, StringAttr, TupleType, UnitAttr, i1
from xdsl.ir import Attribute, Operation, OpResult, Region, SSAValue
from xdsl.irdl import irdl_op_definition, operand_def, opt_prop_def, prop_def
from xdsl.printer import Printer

from ..diagnostics import LiftError
from ..errors import ESCAPING_LENGTH, NOT_AN_INTEGER, ORDER, POSITION_DEPENDENT, TYPE_MISMATCH
from ..parser import LiftParser
from ..scalars import is_integer
from .attributes import NatAttr, NatLike, parse_nat
from .body import BodyOp, Head
from .operation import LiftOp, need_lengths
from .scope import Binding, Index, Scope
from .types import ArrayType, ExistsType, MemoryType, free_names


class MapLike(BodyOp):
    """A function applied to each element."""

    xs = operand_def()

    def __init__(
        self,
        xs: SSAValue | Operation,
        body: Region,
        position: str | None = None,
        *,
        result_type: Attribute | None = None,
    ):
        self.construct([xs], {"position": named(position)}, [body], result_type)

    def argument_types(self, types: Sequence[Attribute], scope: Scope) -> Sequence[Attribute]:
        return (self.element(self.array(types[0]), scope),)

    def infer(self, types: Sequence[Attribute], scope: Scope) -> Attribute:
        return ArrayType.over(self.position_name, self.array(types[0]).length.data, self.yielded.type)


@irdl_op_definition
class MapOp(MapLike):
    """A function applied to each element.

    `map(f, [x0, x1, ..]) = [f(x0), f(x1), ..]`

    `array<k : n, T(k)>`, with a region from `T(k)` to `U(k)`, gives `array<k : n, U(k)>`.

    `%ys = lift.map (%x)[k] in %xs : !lift.array<N, f32> { %y = arith.negf %x : f32 lift.yield %y : f32 }`
    """

    name = "lift.map"

    def written_through(self) -> Sequence[SSAValue] | None:
        """A map whose region only rearranges is a layout op itself."""
        value = self.yielded
        while isinstance(value, OpResult) and value.owner.parent is self.block and isinstance(value.op, LiftOp):
            operands = value.op.written_through()
            if operands is None or not operands:
                return operands
            if len(operands) > 1:
                return None
            value = operands[0]
        if value is self.block.args[0]:
            return (self.xs,)
        return () if value.owner is not self.block and value.owner.parent is self.block else None


class FoldLike(BodyOp):
    """A function of an accumulator and an element, applied from left to right."""

    ARGUMENTS: ClassVar[int] = 2

    xs = operand_def()
    init = operand_def()

    def opened(self) -> Sequence[SSAValue]:
        return (self.xs,)

    @classmethod
    def parse_operands(cls, parser: LiftParser) -> list[SSAValue]:
        operands = super().parse_operands(parser)
        parser.parse_keyword("from", f" and the first value, in '{cls.name}'")
        return [*operands, parser.parse_value()]

    def print_operands(self, printer: Printer) -> None:
        super().print_operands(printer)
        printer.print_string(" from ")
        printer.print_ssa_value(self.init)

    def check_body(self, types: Sequence[Attribute], scope: Scope) -> None:
        self.need_same_type(self.yielded.type, types[1], "what the region yields, the next accumulator", scope)


class ReduceLike(FoldLike):
    """A left fold; its result is the last accumulator."""

    def __init__(
        self,
        xs: SSAValue | Operation,
        init: SSAValue | Operation,
        body: Region,
        position: str | None = None,
        *,
        result_type: Attribute | None = None,
    ):
        self.construct([xs, init], {"position": named(position)}, [body], result_type)

    def argument_types(self, types: Sequence[Attribute], scope: Scope) -> Sequence[Attribute]:
        return (types[1], self.element(self.array(types[0]), scope))

    def infer(self, types: Sequence[Attribute], scope: Scope) -> Attribute:
        self.array(types[0])
        return types[1]

    def fits(self, contents: Attribute, scope: Scope) -> bool:
        """The accumulator is changed in place, or there are two in turn."""
        return super().fits(contents, scope) or scope.same_type(contents, ArrayType(2, self.result.type))

    def length_origin(self, path: tuple[int, ...]) -> None:
        return None


class ScanLike(FoldLike):
    """A left fold that keeps every accumulator."""

    MEMORIES: ClassVar[int] = 2
    """That of the result, and two buffers for an accumulator that is an array."""

    def __init__(
        self,
        xs: SSAValue | Operation,
        init: SSAValue | Operation,
        body: Region,
        position: str | None = None,
        *,
        result_type: Attribute | None = None,
    ):
        self.construct([xs, init], {"position": named(position)}, [body], result_type)

    def _array(self, types: Sequence[Attribute]) -> ArrayType:
        return self.plain_array(types[0], "running values of rows of different length have no common type")

    def argument_types(self, types: Sequence[Attribute], scope: Scope) -> Sequence[Attribute]:
        return (types[1], self._array(types).element)

    def infer(self, types: Sequence[Attribute], scope: Scope) -> Attribute:
        return ArrayType(self._array(types).length, types[1])


ORDERS = ("associative", "commutative", "ordered")
"""What a fold may say of its region: that it may be regrouped, also reordered, or neither."""


class OrderedFold(FoldLike):
    """A fold that says how its applications may be arranged."""

    associative = opt_prop_def(UnitAttr)
    commutative = opt_prop_def(UnitAttr)
    ordered = opt_prop_def(UnitAttr)

    @classmethod
    def parse_words(cls, parser: LiftParser) -> dict[str, Attribute]:
        words: dict[str, Attribute] = {}
        while word := parser.parse_optional_keyword_in(ORDERS):
            words[word] = UnitAttr()
        return words

    def print_words(self, printer: Printer) -> None:
        for word in ORDERS:
            if word in self.properties:
                printer.print_string(f" {word}")

    def check_body(self, types: Sequence[Attribute], scope: Scope) -> None:
        super().check_body(types, scope)
        if self.ordered is not None and (self.associative is not None or self.commutative is not None):
            raise LiftError(
                ORDER,
                f"'{self.name}' is ordered, so it is neither regrouped nor reordered",
                fix="remove one of the words",
            )
        if self.commutative is not None and self.associative is None:
            raise LiftError(
                ORDER,
                f"'{self.name}' can only be reordered where it may be regrouped",
                expected="associative commutative",
                found="commutative",
            )
        if self.associative is not None:
            element = self.argument_types(types, scope)[1]
            if not scope.same_type(element, types[1]):
                raise LiftError(
                    TYPE_MISMATCH,
                    f"an associative '{self.name}' needs one type for the accumulator and the elements",
                    expected=str(types[1]),
                    found=str(element),
                )


@irdl_op_definition
class ReduceOp(OrderedFold, ReduceLike):
    """A left fold.

    `reduce(f, a, [x0, .., xn]) = f(.. f(f(a, x0), x1) .., xn)`

    `array<k : n, T(k)>` and an initial `A`, with a region from `A` and `T(k)` to `A`, give `A`. `associative` allows
    regrouping (and needs `T = A`), `associative commutative` also reordering, `ordered` neither; without a word it is
    what the region shows.

    `%s = lift.reduce (%acc, %x) in %xs from %zero : f32 { %t = arith.addf %acc, %x : f32 lift.yield %t : f32 }`
    """

    name = "lift.reduce"


@irdl_op_definition
class ScanOp(OrderedFold, ScanLike):
    """The running values of a left fold: behind each element, or before each.

    `scan(f, a, [x0, x1, ..]) = [f(a, x0), f(f(a, x0), x1), ..]`, `scan exclusive(f, a, [x0, x1, ..]) = [a, f(a, x0), ..]`, and
    `scan exclusive with total(f, a, xs) = concat([a], scan(f, a, xs))`

    `array<n, T>` and an initial `A`, with a region from `A` and `T` to `A`, give `array<n, A>`; `with total`, which is what
    `lift.reduce` gives, `array<n + 1, A>`. The words of `lift.reduce` stand before these.

    `%sums = lift.scan (%acc, %x) in %xs from %zero : !lift.array<N, f32> { %t = arith.addf %acc, %x : f32 lift.yield %t : f32 }`
    """

    name = "lift.scan"

    exclusive = opt_prop_def(UnitAttr)
    total = opt_prop_def(UnitAttr)

    @property
    def is_inclusive(self) -> bool:
        """Whether it gives the value behind each element, as the scans of `ocl` do."""
        return self.exclusive is None and self.total is None

    def infer(self, types: Sequence[Attribute], scope: Scope) -> Attribute:
        return ArrayType(self._array(types).length.data + (0 if self.total is None else 1), types[1])

    def check_body(self, types: Sequence[Attribute], scope: Scope) -> None:
        super().check_body(types, scope)
        if self.total is not None and self.exclusive is None:
            raise LiftError(
                ORDER,
                f"the last value of '{self.name}' is the total already",
                expected="exclusive with total, or neither",
                found="with total",
            )

    @classmethod
    def parse_words(cls, parser: LiftParser) -> dict[str, Attribute]:
        words = super().parse_words(parser)
        if parser.parse_optional_keyword("exclusive"):
            words["exclusive"] = UnitAttr()
        if parser.parse_optional_keyword("with"):
            parser.parse_keyword("total", f" of '{cls.name}'")
            words["total"] = UnitAttr()
        return words

    def print_words(self, printer: Printer) -> None:
        super().print_words(printer)
        printer.print_string(" exclusive" if self.exclusive is not None else "")
        printer.print_string(" with total" if self.total is not None else "")


class FilterLike(BodyOp):
    """The elements for which a region gives true, in their order, or what it gives beside it."""

    STORES_ITSELF: ClassVar[bool] = True

    xs = operand_def()

    def __init__(
        self,
        xs: SSAValue | Operation,
        body: Region,
        position: str | None = None,
        *,
        result_type: Attribute | None = None,
    ):
        self.construct([xs], {"position": named(position)}, [body], result_type)

    @property
    def kept_value(self) -> Attribute | None:
        """The type of the value that the region gives beside its condition; None where elements are kept."""
        match self.yielded.type:
            case TupleType(types=ArrayAttr(data=(condition, value))) if condition == i1:
                return value
            case _:
                return None

    def argument_types(self, types: Sequence[Attribute], scope: Scope) -> Sequence[Attribute]:
        return (self.element(self.array(types[0]), scope),)

    def infer(self, types: Sequence[Attribute], scope: Scope) -> Attribute:
        value = self.kept_value
        if value is None:
            why = "which rows are kept is not known, so neither is the type of a position"
            return self._kept(types, self.plain_array(types[0], why).element, scope)
        if self.position_name in free_names(value):
            raise LiftError(
                POSITION_DEPENDENT,
                f"the value that '{self.name}' keeps has a type that depends on {self.position_shown}",
                expected=f"a type that does not mention '{self.position_shown}', since other positions are kept",
                found=str(value),
                fix="hide it: lift.pack .. as !lift.exists<..>",
            )
        return self._kept(types, value, scope)

    def _kept(self, types: Sequence[Attribute], element: Attribute, scope: Scope) -> Attribute:
        length = self.array(types[0]).length.data
        return ExistsType.of_array(self.need_most(length, scope, f"how many elements '{self.name}' keeps"), element)

    def length_origin(self, path: tuple[int, ...]) -> None:
        return None

    def check_body(self, types: Sequence[Attribute], scope: Scope) -> None:
        if self.yielded.type != i1 and self.kept_value is None:
            raise LiftError(
                TYPE_MISMATCH,
                f"what the region yields of '{self.name}' has the wrong type",
                expected="i1, or a tuple of an i1 and the value that is kept",
                found=str(self.yielded.type),
            )


@irdl_op_definition
class FilterOp(FilterLike):
    """The elements that a condition keeps, in their order, or values that are computed with it.

    `filter(p, xs) = [x for x in xs if p(x)]`, and `filter(f, xs) = [y for (keep, y) in map(f, xs) if keep]`

    `array<n, T>`, with a region from `T` to `i1`, gives `exists<X upto n, array<X, T>>`. `array<k : n, T(k)>`, with a region
    from `T(k)` to `tuple<i1, U>`, gives `exists<X upto n, array<X, U>>`; U may not mention the position.

    `%big = lift.filter (%x) in %xs : !lift.exists<X upto N, !lift.array<X, f32>> { %keep = arith.cmpf ogt, %x, %zero : f32 lift.yield %keep : i1 }`
    """

    name = "lift.filter"


@irdl_op_definition
class GenerateOp(BodyOp):
    """An array from its positions.

    `generate(n, f) = [f(0), f(1), .., f(n - 1)]`

    With a region that gives `U(i)`, the result is `array<i : n, U(i)>`. `[i : %n upto m]` has as many positions as the integer
    `%n` says, and none where it is negative: then the result is `exists<X upto m, array<X, U>>`, U may not mention the
    position, and it is an error of the call if there are more than m.

    `%iota = lift.generate [i : N] : !lift.array<N, i32> { %v = lift.nat i : i32 lift.yield %v : i32 }`
    """

    name = "lift.generate"

    ARGUMENTS: ClassVar[int] = 0

    count = prop_def(NatAttr)
    """How many positions there are, or the most that there can be."""

    def __init__(self, count: NatLike, position: str, body: Region, *, result_type: Attribute | None = None):
        self.construct([], {"count": NatAttr.of(count), "position": named(position)}, [body], result_type)

    @property
    def number(self) -> SSAValue | None:
        """How many positions there are, where only run time knows."""
        return next((value for value in self.operands if not isinstance(value.type, MemoryType)), None)

    def opened(self) -> Sequence[SSAValue]:
        return ()

    def argument_types(self, types: Sequence[Attribute], scope: Scope) -> Sequence[Attribute]:
        return ()

    def wants_position(self, types: Sequence[Attribute]) -> bool:
        return True

    def body_bindings(self, types: Sequence[Attribute], scope: Scope) -> tuple[Binding, ...]:
        return () if self.position is None else (Index(self.position.data, self.count.data),)

    def infer(self, types: Sequence[Attribute], scope: Scope) -> Attribute:
        element = self.yielded.type
        if not types:
            return ArrayType.over(self.position_name, self.count.data, element)
        if self.position_name in free_names(element):
            raise LiftError(
                POSITION_DEPENDENT,
                f"an element of '{self.name}' has a type that depends on {self.position_shown}, and so would have its room",
                expected=f"a type that does not mention '{self.position_shown}'",
                found=str(element),
                fix="hide it: lift.pack .. as !lift.exists<..>",
            )
        return ExistsType.of_array(self.count.data, element)

    def check(self, types: Sequence[Attribute], scope: Scope) -> None:
        need_lengths(ArrayType(self.count, i1), scope, f"the result of '{self.name}'")
        for type_ in types:
            self._check_number(type_, scope)
        super().check(types, scope)

    def _check_number(self, type_: Attribute, scope: Scope) -> None:
        if not is_integer(type_) or isinstance(type_, IndexType):
            raise LiftError(
                NOT_AN_INTEGER,
                f"how many elements '{self.name}' has is no integer",
                expected="i32, say",
                found=str(type_),
            )
        if not self.count.data.names <= scope.stated or self.count.data.tables:
            raise LiftError(
                ESCAPING_LENGTH,
                f"the bound of '{self.name}' is not known before anything runs",
                expected="a number, or an expression in the sizes of the function",
                found=str(self.count.data),
            )

    @classmethod
    def parse_head(cls, parser: LiftParser) -> Head:
        with parser.in_square_brackets():
            name = parser.parse_bound_name()
            parser.parse_punctuation(":", " and a count")
            number = parser.parse_optional_value()
            if number is not None:
                parser.parse_keyword("upto", f" and a bound, in '{cls.name}'")
            count = parse_nat(parser)
        return Head({"count": NatAttr(count)}, (), name, () if number is None else (number,))

    @classmethod
    def parse_operands(cls, parser: LiftParser) -> list[SSAValue]:
        return []

    def print_head(self, printer: Printer) -> None:
        printer.print_string(f" [{self.position_name} : ")
        if self.number is not None:
            printer.print_ssa_value(self.number)
            printer.print_string(" upto ")
        printer.print_string(f"{self.count.data}]")

    def print_operands(self, printer: Printer) -> None:
        pass


def named(position: str | None) -> StringAttr | None:
    return None if position is None else StringAttr(position)
