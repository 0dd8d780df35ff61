"""What every view is: a type, and a function on access paths.

`read(path)` says where the element at a path of the view is found, as a path on an operand; `write(path)` where it is
stored, or None where storing through the view has no meaning. That is the whole meaning of an op: a new one, from
outside too, needs its class with these two and its type rule.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Self, TypeAlias, cast

from xdsl.ir import Attribute, Operation, ParametrizedAttribute, SSAValue, TypeAttribute
from xdsl.irdl import irdl_attr_definition, traits_def
from xdsl.parser import AttrParser
from xdsl.printer import Printer
from xdsl.traits import Pure

from ..diagnostics import LiftError
from ..errors import NOT_A_VIEW, STORED_TYPE, SYNTAX
from ..lift.operation import LiftOp, Opening
from ..lift.scope import Scope, scope_at, simplified
from ..lift.types import bounded, is_stored
from ..parser import LiftParser
from .path import Access, Path


@irdl_attr_definition
class ViewType(ParametrizedAttribute, TypeAttribute):
    """A view of a value: `!view.view<!lift.array<N, f32>>`."""

    name = "view.view"

    seen: TypeAttribute

    def __init__(self, seen: Attribute):
        super().__init__(seen)

    def verify(self) -> None:
        if not is_stored(self.seen):
            raise LiftError(NOT_A_VIEW, f"{self.seen} cannot be seen through a view", found=str(self.seen))

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        with parser.in_angle_brackets():
            return (parser.parse_type(),)

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_attribute(self.seen)


def seen_by(value: SSAValue, name: str) -> Attribute:
    """What a value that must be a view shows."""
    if isinstance(value.type, ViewType):
        return value.type.seen
    raise LiftError(NOT_A_VIEW, f"'{name}' needs a view", expected="a view", found=str(value.type))


class ViewOp(LiftOp):
    """An op that gives a view. Its type rule is that of the language, on what its operands show."""

    traits = traits_def(Pure())

    @abstractmethod
    def read(self, path: Path) -> Access:
        """Where the element at a path is found."""

    def write(self, path: Path) -> Access | None:
        """Where the element at a path is stored; None where that has no meaning."""
        return self.read(path)

    def views(self) -> Sequence[SSAValue]:
        """The operands that are views."""
        return self.operands

    @property
    def seen(self) -> Attribute:
        """What the view shows."""
        return seen_by(self.result, self.name)

    @classmethod
    def of(
        cls,
        operands: Sequence[SSAValue | Operation],
        properties: Mapping[str, Attribute | None] | None = None,
        seen: Attribute | None = None,
    ) -> Self:
        """The view of these operands; what it shows follows from them, unless it is given."""
        op = cls.untyped(operands, properties)
        op.settle(op.inferred(op.scope_of_operands()) if seen is None else ViewType(seen))
        return op

    def opened(self) -> Sequence[SSAValue]:
        return ()

    def opening(self, scope: Scope) -> Opening:
        views = set(self.views())
        types = (seen_by(value, self.name) if value in views else value.type for value in self.operands)
        return Opening(tuple(types), scope)

    def inferred(self, scope: Scope) -> Attribute:
        return ViewType(simplified(bounded(self.infer(self.opening(scope).types, scope)), scope))

    def verify_types(self) -> None:
        scope = scope_at(self)
        opening = self.opening(scope)
        type_ = bounded(self.infer(opening.types, scope))
        self.check(opening.types, scope)
        if not scope.same_type(type_, self.seen):
            raise LiftError(
                STORED_TYPE,
                f"the result of '{self.name}' does not have the type that follows from its operands",
                expected=str(ViewType(type_)),
                found=str(self.result.type),
            )


class ShowingView(ViewOp):
    """A view that says itself what it shows: the annotation cannot be left out."""

    def infer(self, types: Sequence[Attribute], scope: Scope) -> Attribute:
        return self.seen if isinstance(self.result.type, ViewType) else self.result.type

    def parse_ending(self, parser: LiftParser) -> None:
        self.attributes.update(parser.parse_further_attributes())
        annotation = parser.parse_optional_annotation()
        if annotation is None:
            example = "!view.view<!lift.array<N, f32>>"
            raise LiftError(SYNTAX, f"'{self.name}' says what it shows", expected=f": {example}, say")
        self.settle(annotation.type)


Emit: TypeAlias = "Callable[[ViewOp], SSAValue]"
"""Puts a view where it belongs, and gives its result."""


class LayoutView(ViewOp):
    """The view that a layout op of the language builds: its type rule, its obligations and its syntax are those."""

    LAYOUT: ClassVar[type[LiftOp]]
    """The layout op; the view has the same operands and properties."""

    def infer(self, types: Sequence[Attribute], scope: Scope) -> Attribute:
        return self.LAYOUT.infer(cast("Any", self), types, scope)

    def check(self, types: Sequence[Attribute], scope: Scope) -> None:
        self.LAYOUT.check(cast("Any", self), types, scope)

    @classmethod
    def parse_form(cls, parser: LiftParser) -> Self:
        return cast("Any", cls.LAYOUT.parse_form).__func__(cls, parser)

    def print_form(self, printer: Printer) -> None:
        self.LAYOUT.print_form(cast("Any", self), printer)

    @classmethod
    def destinations(cls, op: LiftOp, target: SSAValue, emit: Emit) -> Mapping[int, SSAValue]:
        """Where the operands of the layout op are stored, by their number, so that its result is the target.

        `target` is a view of where the result shall be. An op without an inverse has no such views; nor has an operand
        that is not written.
        """
        return {}

    def __getattr__(self, name: str) -> Any:
        """What the layout op uses of itself, its own methods."""
        found = getattr(self.LAYOUT, name)
        return found.__get__(self) if callable(found) else found
