"""`lift.pack` hides a length, `lift.unpack` opens one under a name.

Patterns take existential values as they are, too; `lift-insert-packs` makes every opening explicit.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Self

from xdsl.dialects.builtin import TupleType
from xdsl.ir import Attribute, Operation, Region, SSAValue
from xdsl.irdl import irdl_op_definition, operand_def
from xdsl.printer import Printer

from ..diagnostics import LiftError
from ..errors import ESCAPING_LENGTH, NOT_EXISTENTIAL, PACK
from ..nat.expr import var
from ..nat.rebuild import substitute
from ..nat.ring import Nat, const
from ..parser import LiftParser
from .algorithmic import named
from .body import BodyOp
from .operation import Claim, LiftOp, need_lengths
from .scope import Binding, Hidden, Scope
from .types import ArrayType, ExistsType, free_names


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
    names = sorted(free_names(opened))
    shown = next((var(name) for name in names if type_.opened(var(name)) == opened), None)
    return solve_length(type_.opened(var("'")), opened) if shown is None else shown


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
    """A value of hidden length, seen under a name for the length.

    `unpack(f, e) = f(e)`

    `exists<X upto n, T(X)>`, with a region from `T(X)` to `U`, gives `U`, which may not mention X.

    `%n = lift.unpack (%hs)[X] in %e : i32 { %l = lift.nat X : i32 lift.yield %l : i32 }`
    """

    name = "lift.unpack"
    POSITION: ClassVar[str] = "length"

    value = operand_def()

    def __init__(
        self, value: SSAValue | Operation, body: Region, position: str, *, result_type: Attribute | None = None
    ):
        self.construct([value], {"position": named(position)}, [body], result_type)

    def opened(self) -> Sequence[SSAValue]:
        return ()

    def length_origin(self, path: tuple[int, ...]) -> None:
        return None

    def wants_position(self, types: Sequence[Attribute]) -> bool:
        return True

    def _exists(self, types: Sequence[Attribute]) -> ExistsType:
        if isinstance(types[0], ExistsType):
            return types[0]
        raise LiftError(
            NOT_EXISTENTIAL,
            f"'{self.name}' needs a value of hidden length",
            expected="!lift.exists",
            found=str(types[0]),
        )

    def argument_types(self, types: Sequence[Attribute], scope: Scope) -> Sequence[Attribute]:
        return (self._exists(types).opened(var(self.position_name or "X'")),)

    def body_bindings(self, types: Sequence[Attribute], scope: Scope) -> tuple[Binding, ...]:
        name = self.position_name
        return () if name is None else (Hidden(name, self._exists(types).bound.data),)

    def infer(self, types: Sequence[Attribute], scope: Scope) -> Attribute:
        type_ = self.yielded.type
        if self.position_name in free_names(type_):
            raise LiftError(
                ESCAPING_LENGTH,
                f"the hidden length '{self.position_shown}' escapes from '{self.name}'",
                expected=f"a result whose type does not mention '{self.position_shown}'",
                found=str(type_),
                fix=f"hide it again: lift.pack .. as !lift.exists<Y upto {self._exists(types).bound.data}, ..>",
            )
        return type_
