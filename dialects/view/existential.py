"""Views of what has a hidden length: it is opened for a length, the length is an element itself, and rows are placed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Self

from xdsl.dialects.builtin import TupleType
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import irdl_op_definition, operand_def, prop_def, var_operand_def
from xdsl.printer import Printer

from ..diagnostics import LiftError
from ..errors import NOT_EXISTENTIAL
from ..kernel.attributes import IndexAttr, parse_index, print_over
from ..kernel.operation import need_symbols
from ..lift import existential
from ..lift.attributes import NatAttr
from ..lift.operation import LiftOp
from ..lift.scope import Scope
from ..lift.storage import LENGTH
from ..lift.types import ArrayType, ExistsType
from ..nat.expr import var
from ..parser import LiftParser
from .operation import Emit, LayoutView, ShowingView, ViewOp, seen_by
from .path import Access, Leads, Length, Opened, Part, Path, Unresolvable


def exists(type_: Attribute, name: str) -> ExistsType:
    """The type that a view must show, with a hidden length."""
    if isinstance(type_, ExistsType):
        return type_
    raise LiftError(
        NOT_EXISTENTIAL, f"'{name}' needs a view of a hidden length", expected="!lift.exists", found=str(type_)
    )


class HiddenView(ViewOp):
    """A view of what has a hidden length."""

    value = operand_def()

    def views(self) -> Sequence[SSAValue]:
        return (self.value,)


@irdl_op_definition
class OpenOp(HiddenView):
    """What has a hidden length, seen with that length.

    `open(e, n) = e`, which is n long.

    `exists<X upto b, T(X)>` gives `T(n)`.

    `%v = view.open %e [X] : !view.view<!lift.array<X, f32>>`
    """

    name = "view.open"

    length = prop_def(NatAttr)

    def infer(self, types: Sequence[Attribute], scope: Scope) -> Attribute:
        return exists(types[0], self.name).opened(self.length.data)

    def read(self, path: Path) -> Access:
        return Leads(self.value, path.push(Opened(self.length.data)))

    @classmethod
    def parse_form(cls, parser: LiftParser) -> Self:
        value = parser.parse_value()
        with parser.in_square_brackets():
            return cls.untyped([value], {"length": parser.parse_nat_attr()})

    def print_form(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.value)
        printer.print_string(f" [{self.length.data}]")


@irdl_op_definition
class RowsOp(HiddenView, ShowingView):
    """What has hidden lengths, seen with the lengths that the annotation gives.

    `rows(e)[k][i] = e[k][i]`

    `array<k : n, exists<X upto m(k), T(X)>>` gives `array<k : n, T(l(k))>`, say, as the annotation says.

    `%v = view.rows %e : !view.view<!lift.array<k : N, !lift.array<lens[k], f32>>>`
    """

    name = "view.rows"

    def read(self, path: Path) -> Access:
        return Leads(self.value, _entered(seen_by(self.value, self.name), self.seen, path))

    @classmethod
    def parse_form(cls, parser: LiftParser) -> Self:
        return cls.untyped([parser.parse_value()])

    def print_form(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.value)


def _entered(kept: Attribute, shown: Attribute, path: Path) -> Path:
    """A path on a type that is shown, as one on a type that hides its lengths."""
    match kept, shown:
        case ExistsType(), ExistsType():
            return path
        case ExistsType(), _:
            length = existential.hidden_length(kept, shown)
            if length is None:
                raise Unresolvable("a length is not seen that rows are opened with", found=str(shown))
            return _entered(kept.opened(length), shown, path).push(Opened(length))
        case ArrayType(), ArrayType() if path.entries:
            i, rest = path.index(shown)
            return _entered(kept.at(i), shown.at(i), rest).push(i)
        case TupleType(), TupleType() if path.entries:
            part, rest = path.part()
            return _entered(kept.types.data[part], shown.types.data[part], rest).push(Part(part))
        case _:
            return path


@irdl_op_definition
class LengthOp(HiddenView):
    """A hidden length, as a view of the one number.

    `length(e)` is how long e is.

    `exists<X upto b, T(X)>` gives `i32`.

    `%n = view.length %e : !view.view<i32>`
    """

    name = "view.length"

    def infer(self, types: Sequence[Attribute], scope: Scope) -> Attribute:
        exists(types[0], self.name)
        return LENGTH

    def read(self, path: Path) -> Access:
        return Leads(self.value, path.push(Length()))

    @classmethod
    def parse_form(cls, parser: LiftParser) -> Self:
        return cls.untyped([parser.parse_value()])

    def print_form(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.value)


@irdl_op_definition
class PackOp(ShowingView, LayoutView):
    """`pack(xs, n) = xs`, its length n hidden as the annotation says, with the type rule of `lift.pack`.

    `%e = view.pack %xs, %n : !view.view<!lift.exists<X upto N, !lift.array<X, f32>>>`
    """

    name = "view.pack"
    LAYOUT: ClassVar[type[LiftOp]] = existential.PackOp

    value = operand_def()
    number = operand_def(LENGTH)

    def views(self) -> Sequence[SSAValue]:
        return (self.value,)

    def check(self, types: Sequence[Attribute], scope: Scope) -> None:
        type_ = exists(self.seen, self.name)
        length = existential.hidden_length(type_, types[0])
        if length is None or not scope.same_type(type_.opened(length), types[0]):
            raise LiftError(
                NOT_EXISTENTIAL, f"'{self.name}' does not show its operand", expected=str(type_), found=str(types[0])
            )

    def read(self, path: Path) -> Access:
        entry, rest = path.opened()
        return Leads(self.number if isinstance(entry, Length) else self.value, rest)

    def write(self, path: Path) -> Access | None:
        return None if isinstance(path.opened()[0], Length) else self.read(path)

    @classmethod
    def parse_form(cls, parser: LiftParser) -> Self:
        value = parser.parse_value()
        parser.parse_punctuation(",", " and the length")
        return cls.untyped([value, parser.parse_value()])

    def print_form(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_list(self.operands, printer.print_ssa_value)

    def print_ending(self, printer: Printer) -> None:
        ViewOp.print_ending(self, printer)

    @classmethod
    def destinations(cls, op: LiftOp, target: SSAValue, emit: Emit) -> Mapping[int, SSAValue]:
        assert isinstance(op, existential.PackOp)
        length = op.hidden_length
        assert length is not None
        return {0: emit(OpenOp.of([target], {"length": NatAttr(length)}))}


@irdl_op_definition
class PartOp(HiddenView, ShowingView):
    """A row of hidden length in the middle of an array, from an index on, with its length.

    `part(xs, b, n)[i] = xs[b + i]`, of n elements.

    `array<m, T>` gives `exists<X upto l, array<X, T>>`, as the annotation says.

    `%r = view.part %xs, %n from %begin : !view.view<!lift.exists<X upto M, !lift.array<X, f32>>>`
    """

    name = "view.part"

    value = operand_def()
    number = operand_def(LENGTH)
    begin = operand_def()

    def check(self, types: Sequence[Attribute], scope: Scope) -> None:
        array = self.array(types[0])
        row = exists(self.seen, self.name).opened(0)
        if not isinstance(row, ArrayType) or not scope.same_type(row.at(0), array.at(0)):
            raise LiftError(
                NOT_EXISTENTIAL, f"'{self.name}' shows elements of its array", expected=str(array.at(0)), found=str(row)
            )

    def read(self, path: Path) -> Access:
        entry, inner = path.opened()
        if isinstance(entry, Length):
            return Leads(self.number, inner)
        row = exists(self.seen, self.name).opened(entry.length)
        i, rest = inner.index(row)
        return Leads(self.value, rest.push(path.at(IndexAttr.of(var("b'"), ["b'"]), (self.begin,)) + i))

    @classmethod
    def parse_form(cls, parser: LiftParser) -> Self:
        value = parser.parse_value()
        parser.parse_punctuation(",", " and the length")
        number = parser.parse_value()
        parser.parse_keyword("from", f" and an index, in '{cls.name}'")
        return cls.untyped([value, number, parser.parse_value()])

    def print_form(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_list(self.operands[:2], printer.print_ssa_value)
        printer.print_string(" from ")
        printer.print_ssa_value(self.begin)


@irdl_op_definition
class RowOp(HiddenView, ShowingView):
    """A row of hidden length in the middle of an array, from an index on.

    `row(xs, b)[i] = xs[b + i]`

    `array<n, T>` gives `exists<X upto m, array<X, T>>`, as the annotation says.

    `%r = view.row %xs[%begin] : !view.view<!lift.exists<X upto M, !lift.array<X, f32>>>`
    """

    name = "view.row"

    value = operand_def()
    symbols = var_operand_def()
    index = prop_def(IndexAttr)

    def check(self, types: Sequence[Attribute], scope: Scope) -> None:
        need_symbols(self.name, self.index, self.symbols)
        array = self.array(types[0])
        row = exists(self.seen, self.name).opened(0)
        if not isinstance(row, ArrayType) or not scope.same_type(row.at(0), array.at(0)):
            raise LiftError(
                NOT_EXISTENTIAL, f"'{self.name}' shows elements of its array", expected=str(array.at(0)), found=str(row)
            )

    def read(self, path: Path) -> Access:
        entry, inner = path.opened()
        if isinstance(entry, Length):
            raise Unresolvable("the length of a row among others is not in memory")
        row = exists(self.seen, self.name).opened(entry.length)
        i, rest = inner.index(row)
        return Leads(self.value, rest.push(path.at(self.index, tuple(self.symbols)) + i))

    @classmethod
    def parse_form(cls, parser: LiftParser) -> Self:
        value = parser.parse_value()
        index, symbols = parse_index(parser)
        return cls.untyped([value, *symbols], {"index": index})

    def print_form(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.value)
        printer.print_string("[")
        print_over(self.index, self.symbols, printer)
        printer.print_string("]")
