"""What every op of the language builds on: inference, obligations, hidden lengths and syntax in one place.

An op says how its result type follows from its operands (`infer`), what must be proved (`check`), and what stands
between its name and the annotation (`parse_form`, `print_form`). Everything else is here: the parser, the constructor
and the verifier all call the same `infer`, operands of existential type are opened and the result closed again.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Self

from xdsl.dialects.builtin import NoneType, TupleType
from xdsl.ir import Attribute, Operation, OpResult, Region, SSAValue
from xdsl.irdl import IRDLOperation, result_def, traits_def
from xdsl.parser import Parser
from xdsl.pattern_rewriter import RewritePattern
from xdsl.printer import Printer
from xdsl.rewriter import Rewriter
from xdsl.traits import HasCanonicalizationPatternsTrait, RecursivelySpeculatable, RecursiveMemoryEffect
from xdsl.utils.exceptions import VerifyException

from ..diagnostics import LiftError, from_verify_exception, location_of, location_of_value, value_name
from ..errors import (
    ESCAPING_LENGTH,
    HIDDEN_LENGTHS,
    NEGATIVE_LENGTH,
    NOT_AN_ARRAY,
    POSITION_DEPENDENT,
    STORED_TYPE,
    TYPE_MISMATCH,
    UNDEFINED_NAT,
    ErrorKind,
)
from ..nat.expr import Condition, Var, compare, var
from ..nat.print_mlir import showing
from ..nat.prove import Answer, obligations, prove
from ..nat.ring import Nat, NatError
from ..nat.simplify import simplify_condition
from ..parser import LiftParser
from .iterations import failing_iterations, sufficient_fact, where_false
from .missing import ranges_of, sufficient_facts, where_stating
from .scope import ROOT, Hidden, Index, Iterations, Scope, scope_at, scope_in, simplified
from .storage import leaves_of, room_of
from .types import ArrayType, ExistsType, MemoryType, bounded, free_names

UNTYPED = NoneType()
"""The type of a result until it is inferred."""


@dataclass(frozen=True)
class LengthRoot:
    """Where a hidden length comes from: a value, or a part of it where that is a tuple."""

    value: SSAValue
    path: tuple[int, ...] = ()

    def describe(self) -> str:
        owner = self.value.owner
        if isinstance(owner, Operation):
            return f"{value_name(self.value)}, defined by '{owner.name}'"
        return f"{value_name(self.value)}, an argument"


def length_root_of(value: SSAValue) -> LengthRoot:
    """The length root of an existential value: filter, pack and arguments are roots, other ops pass theirs on."""
    path: tuple[int, ...] = ()
    while isinstance(value, OpResult) and isinstance(value.op, LiftOp):
        origin = value.op.length_origin(path)
        if origin is None:
            break
        value, path = origin
    return LengthRoot(value, path)


@dataclass(frozen=True)
class Claim:
    """A condition that must be proved, as a person would write it."""

    condition: Condition
    text: str

    @classmethod
    def of(cls, condition: Condition) -> Claim:
        return cls(condition, str(condition))

    @classmethod
    def that(cls, left: Nat | int, relation: str, right: Nat | int) -> Claim:
        return cls(compare(left, relation, right), f"{left} {relation} {right}")

    def __str__(self) -> str:
        return self.text

    def missing_fact(self, scope: Scope) -> str | None:
        """How to make it known: the fact that a `where` can state, or what must change; None where that is not seen."""
        fact, inner, iterations = self.condition, scope, list(failing_iterations(self.condition, scope))
        for iteration in iterations:
            false = where_false(fact, iteration)
            if false is not None:
                return f"none: {self} is false {false}"
            fact, inner = iteration.of(fact), iteration.scope
        enough = sufficient_fact(fact, inner, iterations)
        if enough is None and (simplify_condition(fact, inner.facts) is False or prove(fact, inner.facts) is Answer.NO):
            return f"none: {self} is false whatever the sizes are"
        stated = where_stating(self.condition, scope, sufficient_facts(fact, inner) if enough is None else [enough])
        if stated is not None:
            return f"add `{stated}` to the lift.def"
        if any(isinstance(binding, Iterations) and binding.name in self.condition.names for binding in scope.bindings):
            return f"use fewer iterations, or a region for which {self} is known in each"
        ranges = ranges_of(self.condition, scope)
        return None if ranges is None else f"change it so that this is known for every {ranges}"


@dataclass(frozen=True)
class Opening:
    """Operand types with their one hidden length given a name for the moment, and the scope that knows it."""

    types: tuple[Attribute, ...]
    scope: Scope
    hidden: Hidden | None = None
    binder: str = "X"
    of: SSAValue | None = None
    """The operand whose length it is."""

    @property
    def shown(self) -> Mapping[str, str]:
        """How messages have the hidden length."""
        if self.hidden is None or self.of is None:
            return {}
        root = length_root_of(self.of)
        type_ = root.value.type.opened(var("X")) if isinstance(root.value.type, ExistsType) and not root.path else None
        whole = isinstance(type_, ArrayType) and type_.length.data is var("X")
        return {self.hidden.name: f"{'length' if whole else 'hidden_length'}({value_name(root.value)})"}

    def close(self, type_: Attribute) -> Attribute:
        """The type with the hidden length hidden again, where it survives."""
        if self.hidden is None or self.hidden.name not in free_names(type_):
            return type_
        return ExistsType.over(self.hidden.name, self.hidden.limit, type_, self.binder)


class CanonicalByRules(HasCanonicalizationPatternsTrait):
    """The rules whose left side begins with an op; they are imported when `canonicalize` asks for them."""

    def get_patterns(self, op: type[Operation]) -> tuple[RewritePattern, ...]:
        from ...passes.strategies.canonical import rules_for

        return rules_for(op)

    @classmethod
    def get_canonicalization_patterns(cls) -> tuple[RewritePattern, ...]:
        return ()


class LiftOp(IRDLOperation, ABC):
    """An op with one result whose type is inferred."""

    result = result_def()

    traits = traits_def(RecursiveMemoryEffect(), RecursivelySpeculatable(), CanonicalByRules())

    # What an op says of itself

    @abstractmethod
    def infer(self, types: Sequence[Attribute], scope: Scope) -> Attribute:
        """The type of the result, from the types of the operands in which no length is hidden.

        It proves nothing: what must hold is said by `check`, so that a type can be inferred before all facts are known.
        """

    def check(self, types: Sequence[Attribute], scope: Scope) -> None:
        """Raise a `LiftError` unless everything is proved that the op needs."""

    def opened(self) -> Sequence[SSAValue]:
        """The operands that may be of existential type and are then opened implicitly."""
        return self.operands

    def length_origin(self, path: tuple[int, ...]) -> tuple[SSAValue, tuple[int, ...]] | None:
        """The operand whose hidden length that part of the result has; None where the result is a root."""
        if path:
            return None
        return next(((value, ()) for value in self.opened() if isinstance(value.type, ExistsType)), None)

    def written_through(self) -> Sequence[SSAValue] | None:
        """Where writing the result writes.

        The operands, for a layout op that has an inverse; nothing, for an op that computes its result; None, for one
        that cannot be written through.
        """
        return None

    @classmethod
    @abstractmethod
    def parse_form(cls, parser: LiftParser) -> Self:
        """Read what stands between the name and the annotation; the result is `UNTYPED`."""

    @abstractmethod
    def print_form(self, printer: Printer) -> None:
        """Print what stands between the name and the annotation, from the space on."""

    # What follows from it

    @classmethod
    def untyped(
        cls,
        operands: Sequence[SSAValue | Operation],
        properties: Mapping[str, Attribute | None] | None = None,
        regions: Sequence[Region] = (),
    ) -> Self:
        """An op whose result type is still to be inferred."""
        op = cls.__new__(cls)
        op.fill(operands, properties, regions, UNTYPED)
        return op

    def fill(
        self,
        operands: Sequence[SSAValue | Operation],
        properties: Mapping[str, Attribute | None] | None,
        regions: Sequence[Region],
        result_type: Attribute,
    ) -> None:
        values = [SSAValue.get(operand) for operand in operands]
        given = {name: value for name, value in (properties or {}).items() if value is not None}
        Operation.__init__(self, operands=values, result_types=[result_type], properties=given, regions=regions)

    def construct(
        self,
        operands: Sequence[SSAValue | Operation],
        properties: Mapping[str, Attribute | None] | None = None,
        regions: Sequence[Region] = (),
        result_type: Attribute | None = None,
    ) -> None:
        """What constructors call: without a result type it is inferred, in the scope where the operands live."""
        self.fill(operands, properties, regions, result_type or UNTYPED)
        if result_type is None:
            self.settle(self.inferred(self.scope_of_operands()))

    def scope_of_operands(self) -> Scope:
        """The innermost scope that an operand lives in: where an op that is being built will most likely stand."""
        blocks = (value.owner.parent if isinstance(value.owner, Operation) else value.owner for value in self.operands)
        regions = [region for block in blocks if block and (region := block.parent_region())]
        return max(map(scope_in, regions), key=lambda scope: len(list(scope.bindings)), default=ROOT)

    def settle(self, type_: Attribute) -> None:
        """Give the result its type."""
        Rewriter.replace_value_with_new_type(self.results[0], type_)

    def opening(self, scope: Scope) -> Opening:
        """The operand types with their hidden length opened; more than one is an error."""
        first: SSAValue | None = None
        hidden: Hidden | None = None
        binder = "X"
        operands = [value for value in self.operands if not isinstance(value.type, MemoryType)]
        types = [value.type for value in operands]
        opened = set(self.opened())
        for i, value in enumerate(operands):
            type_ = value.type
            if not isinstance(type_, ExistsType) or value not in opened:
                continue
            if first is None or hidden is None:
                first, binder = value, type_.binder.data
                hidden = Hidden(scope.fresh(binder), type_.bound.data)
            elif value is not first and length_root_of(value) != length_root_of(first):
                raise self._two_roots(first, value)
            types[i] = type_.opened(var(hidden.name))
        if hidden is None:
            return Opening(tuple(types), scope)
        return Opening(tuple(types), scope.inner(hidden), hidden, binder, first)

    def _two_roots(self, first: SSAValue, second: SSAValue) -> LiftError:
        roots = length_root_of(first), length_root_of(second)
        return LiftError(
            HIDDEN_LENGTHS,
            f"'{self.name}' is given two arrays of different hidden length",
            expected="operands whose hidden length has one origin",
            found=f"the hidden length of {roots[0].describe()}, and that of {roots[1].describe()}",
            fix="open each with lift.unpack, and say how the lengths are related",
            notes=[("a hidden length begins here", location_of_value(root.value)) for root in roots],
        )

    def inferred(self, scope: Scope) -> Attribute:
        """The type of the result, in the scope where the op stands."""
        return self._inferred(self.opening(scope))

    def _inferred(self, opening: Opening) -> Attribute:
        with showing(opening.shown):
            type_ = bounded(self.infer(opening.types, opening.scope))
        return opening.close(simplified(type_, opening.scope))

    def verify_(self) -> None:
        try:
            self.verify_types()
        except VerifyException as error:
            raise from_verify_exception(error, self) from None
        except NatError as error:
            message = f"the numbers of '{self.name}' cannot be computed with: {error}"
            raise LiftError(UNDEFINED_NAT, message, fix="use smaller numbers").at(location_of(self)) from None

    def verify_types(self) -> None:
        scope = scope_at(self)
        if scope.unreached:
            return
        opening = self.opening(scope)
        type_ = self._inferred(opening)
        with showing(opening.shown):
            self.check(opening.types, opening.scope)
        if not scope.same_type(type_, self.result.type):
            raise LiftError(
                STORED_TYPE,
                f"the result of '{self.name}' does not have the type that follows from its operands",
                expected=str(type_),
                found=str(self.result.type),
            )

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        ours = LiftParser.of(parser)
        op = cls.parse_form(ours)
        op.parse_ending(ours)
        return op

    def parse_ending(self, parser: LiftParser) -> None:
        """Read where the result is written, further attributes and the annotation, and infer the type."""
        self.parse_destination(parser)
        self.attributes.update(parser.parse_further_attributes())
        annotation = parser.parse_optional_annotation()
        type_ = self.inferred(parser.scope)
        self.settle(type_ if annotation is None else annotation.type)
        parser.check_annotation_later(self, type_, annotation)

    def print(self, printer: Printer) -> None:
        self.print_form(printer)
        self.print_ending(printer)

    def parse_destination(self, parser: LiftParser) -> Sequence[Parser.Argument]:
        """Read where the result is written, of an op that can say so; what the region calls the memory of its result."""
        return ()

    def print_destination(self, printer: Printer) -> None:
        """Print where the result is written, of an op that says so."""

    def print_ending(self, printer: Printer) -> None:
        self.print_destination(printer)
        printer.print_op_attributes(self.attributes, print_keyword=True)
        printer.print_string(" : ")
        printer.print_attribute(self.result.type)

    # What obligations are made of

    def array(self, type_: Attribute, what: str = "its operand") -> ArrayType:
        """The type as an array, or an error."""
        if isinstance(type_, ArrayType):
            return type_
        hint = "open it with lift.unpack first" if isinstance(type_, ExistsType) else None
        raise LiftError(
            NOT_AN_ARRAY, f"'{self.name}' needs an array as {what}", expected="an array", found=str(type_), fix=hint
        )

    def plain_array(self, type_: Attribute, why: str, what: str = "its operand") -> ArrayType:
        """The type as an array whose elements have one type, or an error that says why."""
        array = self.array(type_, what)
        if array.dependent:
            raise LiftError(
                POSITION_DEPENDENT,
                f"'{self.name}' cannot be applied where the type of an element depends on its position: {why}",
                expected="an array whose elements have one type",
                found=str(type_),
            )
        return array

    def need(self, claim: Claim, kind: ErrorKind, message: str, scope: Scope, found: str | None = None) -> None:
        """An obligation: refused, with the missing fact, unless the claim is proved."""
        if not scope.holds(claim.condition):
            raise LiftError(kind, message, expected=str(claim), found=found, fix=claim.missing_fact(scope))

    def need_defined(self, nat: Nat, scope: Scope) -> None:
        """A nat that a person wrote must have a value: no divisor 0, no negative exponent."""
        for condition in obligations(nat, scope.facts):
            self.need(Claim.of(condition), UNDEFINED_NAT, f"'{nat}' may have no value", scope)

    def need_most(self, nat: Nat, scope: Scope, what: str) -> Nat:
        """The most that a nat can be, for a bound that is valid outside of implicit openings; refused where it is not seen."""
        most = scope.most(nat)
        if most is None:
            raise LiftError(
                ESCAPING_LENGTH,
                f"there is no bound for {what}",
                expected="a length that grows or falls with the hidden length",
                found=f"a length of {nat}",
                fix="open the operand with lift.unpack, which names the length",
            )
        return most

    def need_same_type(self, actual: Attribute, expected: Attribute, what: str, scope: Scope) -> None:
        if not scope.same_type(actual, expected):
            raise LiftError(
                TYPE_MISMATCH, f"{what} of '{self.name}' has the wrong type", expected=str(expected), found=str(actual)
            )


def inside_of_elements(array: ArrayType, position: str, scope: Scope) -> Scope:
    """What is known where an element of an array is at hand: its position, and so that the array has elements."""
    return scope.inner(Index(position, array.length.data))


def _inside_of_rows(array: ArrayType, position: str, scope: Scope) -> Scope:
    """The same, where elements depend on their position; else elements are as they would be if there were any."""
    return inside_of_elements(array, position, scope) if array.dependent else scope


def need_lengths(
    type_: Attribute, scope: Scope, what: str, inside: Callable[[ArrayType, str, Scope], Scope] = _inside_of_rows
) -> None:
    """Every length in a type must have a value and not be negative; refused, with the missing fact, unless proved."""
    match type_:
        case ArrayType():
            _need_length(type_.length.data, scope, what)
            position = scope.fresh(type_.binder.data)
            need_lengths(type_.at(var(position)), inside(type_, position, scope), what, inside)
        case ExistsType():
            _need_length(type_.bound.data, scope, what)
            hidden = Hidden(scope.fresh(type_.binder.data), type_.bound.data)
            need_lengths(type_.opened(var(hidden.name)), scope.inner(hidden), what, inside)
            for leaf in leaves_of(type_):
                room_of(leaf.kept)
        case TupleType():
            for part in type_.types:
                need_lengths(part, scope, what, inside)
        case _:
            pass


def _need_length(length: Nat, scope: Scope, what: str) -> None:
    if isinstance(length.single, Var) and length.names <= scope.names:
        return
    for condition in obligations(length, scope.facts):
        if not scope.holds(condition):
            claim, message = Claim.of(condition), f"a length of {what} may have no value: '{length}'"
            raise LiftError(UNDEFINED_NAT, message, expected=str(claim), fix=claim.missing_fact(scope))
    claim = Claim.that(length, "ge", 0)
    if not scope.holds(claim.condition):
        message = f"a length of {what} may be negative: '{length}'"
        raise LiftError(NEGATIVE_LENGTH, message, expected=str(claim), fix=claim.missing_fact(scope))
