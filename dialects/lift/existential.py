"""`lift.pack` hides a length, `lift.unpack` opens one under a name, or those of all rows of an array under that of a table.

Patterns take existential values as they are, too; `lift-insert-packs` makes every opening explicit.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Self

from xdsl.dialects.builtin import TupleType, UnitAttr
from xdsl.ir import Attribute, Operation, Region, SSAValue
from xdsl.irdl import irdl_op_definition, operand_def, opt_prop_def
from xdsl.printer import Printer

from ..diagnostics import LiftError
from ..errors import ESCAPING_LENGTH, NOT_EXISTENTIAL, PACK
from ..nat.expr import compare, lookup, var
from ..nat.facts import ANY
from ..nat.rebuild import substitute
from ..nat.ring import Nat, const
from ..parser import LiftParser, name_in_use
from .algorithmic import named
from .body import BodyOp
from .layout import named as named_array
from .operation import Claim, LiftOp, need_lengths
from .scope import Binding, Given, Hidden, Lengths, Scope
from .types import ArrayType, ExistsType, free_names, free_tables, loose


@irdl_op_definition
class PackOp(LiftOp):
    """A length, hidden.

    `pack(xs) = xs`

    `T(e)` gives `exists<X upto n, T(X)>`; `e le n` must hold.

    `%e = lift.pack %xs as !lift.exists<X upto N, !lift.array<X, f32>>`
    """

    name = "lift.pack"

    value = operand_def()

    def __init__(self, value: SSAValue | Operation, result_type: ExistsType):
        self.construct([value], result_type=result_type)

    def opened(self) -> Sequence[SSAValue]:
        return ()

    def length_origin(self, path: tuple[int, ...]) -> None:
        return None

    def written_through(self) -> Sequence[SSAValue]:
        return (self.value,)

    def infer(self, types: Sequence[Attribute], scope: Scope) -> Attribute:
        return self.result.type

    @property
    def hidden_length(self) -> Nat | None:
        """The length that is hidden, where the operand's type shows it."""
        type_ = self.result.type
        return hidden_length(type_, self.value.type) if isinstance(type_, ExistsType) else None

    def check(self, types: Sequence[Attribute], scope: Scope) -> None:
        type_ = self.result.type
        if not isinstance(type_, ExistsType):
            raise LiftError(
                NOT_EXISTENTIAL, f"'{self.name}' makes an existential", expected="!lift.exists", found=str(type_)
            )
        need_lengths(type_, scope, f"the result of '{self.name}'")
        length = self.hidden_length
        if length is None or not scope.same_type(type_.opened(length), types[0]):
            raise LiftError(
                PACK,
                f"the operand of '{self.name}' is not what the type hides",
                expected=str(type_.opened(var(type_.binder.data))),
                found=str(types[0]),
            )
        limit = type_.bound.data
        self.need(Claim.that(length, "ge", 0), PACK, f"the length that '{self.name}' hides may be negative", scope)
        over = f"the length that '{self.name}' hides may exceed its bound"
        self.need(Claim.that(length, "le", limit), PACK, over, scope, f"a length of {length}, bounded by {limit}")

    @classmethod
    def parse_form(cls, parser: LiftParser) -> Self:
        value = parser.parse_value()
        parser.parse_keyword("as", " and the existential type, in 'lift.pack'")
        op = cls.untyped([value])
        op.settle(parser.parse_type())
        return op

    def parse_ending(self, parser: LiftParser) -> None:
        self.attributes.update(parser.parse_further_attributes())

    def print_form(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.value)
        printer.print_string(" as ")
        printer.print_attribute(self.result.type)

    def print_ending(self, printer: Printer) -> None:
        printer.print_op_attributes(self.attributes, print_keyword=True)


def hidden_length(type_: ExistsType, opened: Attribute) -> Nat | None:
    """The length for which what a type hides is this, where that shows it."""
    pattern = type_.opened(var("'"))
    if "'" not in free_names(pattern):  # a length of at most 0, of which nothing is left
        return const(0)
    names = sorted(free_names(opened))
    shown = next((var(name) for name in names if type_.opened(var(name)) == opened), None)
    return solve_length(pattern, opened) if shown is None else shown


def solve_length(pattern: Attribute, type_: Attribute) -> Nat | None:
    """The value of the name `'` for which the pattern looks like the type, where a length shows it."""
    match pattern, type_:
        case ArrayType(), ArrayType():
            solved = _solved(pattern.length.data, type_.length.data)
            return solved if solved is not None else solve_length(pattern.at(var("i'")), type_.at(var("i'")))
        case TupleType(), TupleType():
            parts = zip(pattern.types, type_.types, strict=False)
            return next((found for pair in parts if (found := solve_length(*pair)) is not None), None)
        case _:
            return None


def _solved(pattern: Nat, length: Nat) -> Nat | None:
    """The unknown of a pattern `X + c`."""
    if "'" not in pattern.names:
        return None
    rest = substitute(pattern, {"'": const(0)})
    return length - rest if pattern - rest is var("'") and "i'" not in (length - rest).names else None


@irdl_op_definition
class UnpackOp(BodyOp):
    """A value of hidden length, seen under a name for the length; or all rows of an array, with a table of their lengths.

    `unpack(f, e) = f(e)`

    `exists<X upto n, T(X)>`, with a region from `T(X)` to `U`, gives `U`, which may not mention X. With `[lens[_]]`,
    `array<k : n, exists<X upto m(k), T(X)>>` is `array<k : n, T(lens[k])>` in the region, where `lens` is a table of n
    lengths with `lens[k] le m(k)`, which U may not mention either.

    `%n = lift.unpack (%hs)[X] in %e : i32 { %l = lift.nat X : i32 lift.yield %l : i32 }`
    """

    name = "lift.unpack"
    POSITION: ClassVar[str] = "length"

    value = operand_def()
    table = opt_prop_def(UnitAttr)
    """Whether the name in brackets is that of a table."""

    def __init__(
        self,
        value: SSAValue | Operation,
        body: Region,
        position: str,
        *,
        table: bool = False,
        result_type: Attribute | None = None,
    ):
        properties = {"position": named(position), "table": UnitAttr() if table else None}
        self.construct([value], properties, [body], result_type)

    @property
    def binds_table(self) -> bool:
        return self.table is not None

    @property
    def position_shown(self) -> str:
        return self.position_name or "" if self.binds_table else super().position_shown

    def opened(self) -> Sequence[SSAValue]:
        return ()

    def length_origin(self, path: tuple[int, ...]) -> None:
        return None

    def wants_position(self, types: Sequence[Attribute]) -> bool:
        return True

    def _exists(self, type_: Attribute) -> ExistsType:
        if isinstance(type_, ExistsType):
            return type_
        rows = isinstance(type_, ArrayType) and isinstance(type_.element, ExistsType)
        raise LiftError(
            NOT_EXISTENTIAL,
            f"'{self.name}' needs a value of hidden length",
            expected="!lift.exists",
            found=str(type_),
            fix="open all rows with a table of their lengths: (%x)[lens[_]]" if rows else None,
        )

    def _rows(self, type_: Attribute) -> ArrayType:
        if isinstance(type_, ArrayType) and isinstance(type_.element, ExistsType):
            return type_
        raise LiftError(
            NOT_EXISTENTIAL,
            f"'{self.name}' needs an array of rows of hidden length for a table of their lengths",
            expected="an array of !lift.exists",
            found=str(type_),
            fix="open it under the name of its length: (%x)[X]" if isinstance(type_, ExistsType) else None,
        )

    def argument_types(self, types: Sequence[Attribute], scope: Scope) -> Sequence[Attribute]:
        if not self.binds_table:
            return (self._exists(types[0]).opened(var(self.position_name or "X'")),)
        rows, k = self._rows(types[0]), scope.fresh("i")
        row = self._exists(rows.at(var(k))).opened(lookup(self.position_name or "lens'", var(k)))
        return (named_array(ArrayType.over(k, rows.length.data, row), rows.binder.data),)

    def body_bindings(self, types: Sequence[Attribute], scope: Scope) -> tuple[Binding, ...]:
        name = self.position_name
        if name is None:
            return ()
        if not self.binds_table:
            return (Hidden(name, self._exists(types[0]).bound.data),)
        rows = self._rows(types[0])
        limit = self._exists(rows.at(var(ANY))).bound.data
        return (Lengths(name, rows.length.data), Given(compare(lookup(name, var(ANY)), "le", limit)))

    def infer(self, types: Sequence[Attribute], scope: Scope) -> Attribute:
        type_ = self.yielded.type
        if self.position_name in free_names(type_) | free_tables(type_):
            exists = self._rows(types[0]).element if self.binds_table else self._exists(types[0])
            limit = exists.bound.data if isinstance(exists, ExistsType) and loose(exists) == 0 else ".."
            raise LiftError(
                ESCAPING_LENGTH,
                f"the hidden length '{self.position_shown}' escapes from '{self.name}'",
                expected=f"a result whose type does not mention '{self.position_shown}'",
                found=str(type_),
                fix=f"hide it again: lift.pack .. as !lift.exists<Y upto {limit}, ..>",
            )
        return type_

    @classmethod
    def parse_name(cls, parser: LiftParser) -> tuple[tuple[str, str], dict[str, Attribute]]:
        start, end = parser.pos, parser.lexer.pos
        name = parser.parse_bound_name()
        if parser.parse_optional_punctuation("[") is None:
            return name, {}
        parser.parse_characters(ANY, " for any position in a table")
        parser.parse_punctuation("]")
        if name[0] != name[1] or name[0] in parser.scope.tables:  # a table keeps the name that it was given
            raise name_in_use(name[0]).at(parser.location(start, end))
        return name, {"table": UnitAttr()}

    def print_name(self, printer: Printer) -> None:
        printer.print_string(f"[{self.position_name}[{ANY}]]" if self.binds_table else f"[{self.position_name}]")
