"""The parser of `.mlir` text that knows this language: places, scopes of names and deferred checks.

It stamps where it was read on every op, keeps which names of nats are in scope, and has the few directives that the
syntax of all ops is made of. xDSL's own parser can read our dialects too: `LiftParser.of` continues where it stands.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from difflib import get_close_matches
from math import prod
from typing import TYPE_CHECKING, NoReturn

from xdsl.context import Context
from xdsl.dialects.builtin import (
    Float80Type,
    Float128Type,
    ModuleOp,
    ShapedType,
    TupleType,
    UnknownLoc,
    VectorType,
)
from xdsl.ir import Attribute, Operation, SSAValue, TypeAttribute
from xdsl.parser import AttrParser, Parser, ParserState, UnresolvedOperand
from xdsl.utils.exceptions import ParseError, VerifyException
from xdsl.utils.lexer import Input, Span
from xdsl.utils.mlir_lexer import MLIRLexer, MLIRToken

from .diagnostics import LiftError, Location, from_parse_error, names_in, remember_source
from .errors import (
    ANNOTATION,
    NAME_IN_USE,
    STORAGE_TYPE,
    SYNTAX,
    UNBOUND_NAME,
    UNDEFINED_NAT,
    UNDEFINED_VALUE,
    UPSTREAM,
)
from .foreign import instead_of
from .lift.attributes import IndexFunctionAttr, NatAttr, NatNames, free_binder, parse_nat, parse_nat_name, while_bound
from .lift.identifiers import value_hint
from .lift.scope import ROOT, Binding, Scope, names_shown_at, scope_at
from .lift.types import bounded
from .limits import VECTOR_WIDTH
from .nat.expr import var
from .nat.print_mlir import showing
from .nat.ring import Nat, NatError

if TYPE_CHECKING:
    from .lift.functions import Callee

_RESULT = r"%[\w$.-]+(?::\s*\d+)?\s*"
_RESULTS = re.compile(rf"{_RESULT}(?:,\s*{_RESULT})*=\s*")
_OP = re.compile(r"[\w.]+")
_COMMENT = re.compile(r"//[^\n]*")
MOST_DIGITS = 400
"""No number is longer; Python would refuse to read one that is much longer."""

_TYPE = re.compile(r"\w*[fi](?:8|16|32|64)|index")
"""A type, or a shape as tensors have it."""

_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


@dataclass(frozen=True)
class Annotation:
    """A type that was written after a colon, and where."""

    type: TypeAttribute
    location: Location


class LiftLexer(MLIRLexer):
    """xDSL's lexer, safe against text that was made to break it."""

    # In xDSL's own pattern a string without an end takes time exponential in its length.
    _unescaped_characters_regex = re.compile(r'"(?:[^"\\\n\v\f]|\\(?:["nt\\]|[0-9A-Fa-f]{2}))*"')

    def _lex_number(self, start_pos: int) -> MLIRToken:
        token = super()._lex_number(start_pos)
        if token.span.len > MOST_DIGITS:
            raise ParseError(token.span, f"the number has more than {MOST_DIGITS} digits")
        return token


class LiftParser(Parser, NatNames):
    """xDSL's parser with places on every op, and scopes."""

    def __init__(self, ctx: Context, input: str, name: str = "<input>") -> None:  # noqa: A002  # the name in xDSL
        self._begin(input, name)
        try:
            state = ParserState(LiftLexer(Input(input, name)))
        except ParseError as error:  # the first token is read here
            raise from_parse_error(error) from None
        AttrParser.__init__(self, state, ctx)  # not that of `Parser`, which makes a lexer of its own
        self.ssa_values = {}
        self.blocks = {}
        self.forward_block_references = defaultdict(list)
        self.forward_ssa_references = {}

    def _begin(self, text: str, name: str) -> None:
        remember_source(name, text)
        self.scope: Scope = ROOT
        self.signatures: dict[str, Callee] = {}
        """What has been declared so far and may be called."""
        self._names: dict[str, str] = {}
        """The names in scope, as written, and what each is called inside: siblings may reuse a name."""
        self._used: set[str] = set()
        self.shown: dict[str, str] = {}
        """How messages have names that the text does not have: see `names_in`."""
        self._type_binders: list[str] = []
        self._in_function = False
        self._generic = 0
        """How many ops in generic form are being read: what these bind is not known before they end."""
        self._words: frozenset[str] | None = None
        self._lines = [0, *(match.end() for match in re.finditer("\n", text))]
        self._starts: list[int] = []
        self._uses: dict[str, Span] = {}
        """Where values are used first, by their names, that may be defined later."""
        self._unchecked: list[tuple[Operation, Attribute, Annotation]] = []

    @classmethod
    def of(cls, parser: Parser) -> LiftParser:
        """The parser itself, or one of ours that continues where a parser of xDSL stands."""
        if isinstance(parser, LiftParser):
            return parser
        ours: LiftParser | None = getattr(parser, "_lift_parser", None)
        if ours is None:
            ours = cls.__new__(cls)
            ours._begin(parser.lexer.input.content, parser.lexer.input.name)
            setattr(parser, "_lift_parser", ours)  # noqa: B010  # a parser of xDSL has no such field to assign to
        ours._parser_state = parser._parser_state
        ours.ctx = parser.ctx
        ours.attribute_aliases = parser.attribute_aliases
        ours.dialect_resources = parser.dialect_resources
        ours.ssa_values = parser.ssa_values.copy()  # a region that is read leaves its own values behind in it
        ours.blocks = parser.blocks
        ours.forward_block_references = parser.forward_block_references
        ours.forward_ssa_references = parser.forward_ssa_references
        return ours

    # Places

    def location(self, start: int, end: int | None = None) -> Location:
        line = bisect_right(self._lines, start)
        width = 0 if end is None else end - start
        return Location(self.lexer.input.name, line, start - self._lines[line - 1] + 1, width)

    def location_of_span(self, span: Span[str]) -> Location:
        return self.location(span.start, span.end)

    @property
    def op_location(self) -> Location:
        """Where the name of the op stands that is being read."""
        return self.location(self._starts[-1] if self._starts else self.pos)

    def parse_operation(self) -> Operation:
        start = self.pos
        results = _RESULTS.match(self.lexer.input.content, start)
        self._starts.append(results.end() if results else start)
        try:
            operation = super().parse_operation()
        except LiftError as error:
            raise error.at(self.op_location) from None
        except VerifyException as error:  # an attribute that does not verify
            raise self._not_valid(error) from None
        except NatError as error:  # what follows for its result has no meaning
            raise LiftError(UNDEFINED_NAT, f"an expression has no value: {error}", location=self.op_location) from None
        if isinstance(operation.location, UnknownLoc):
            operation.location = self.op_location.attribute
        self._starts.pop()
        if not self._in_function:
            self._check_annotations()
        return operation

    def _not_valid(self, error: VerifyException) -> LiftError:
        text = " ".join(str(error).split())
        found = text.removeprefix("Unexpected attribute ")
        op = _OP.match(self.lexer.input.content, self._starts[-1])
        name = op[0] if op else "the op"
        if "signedness<unsigned>" in text:
            return LiftError(
                STORAGE_TYPE,
                f"'{name}' has an unsigned integer, which is only stored",
                expected="a signless integer, such as i32",
                fix=f"use '{name}' with i32, say, and then lift.convert to the type that is stored",
                location=self.op_location,
            )
        if found == text:
            return LiftError(UPSTREAM, text, location=self.op_location)
        return LiftError(
            UPSTREAM,
            f"'{name}' does not take {found}",
            found=found,
            fix="arith.addi and its like take integers, arith.addf and its like floats",
            location=self.op_location,
        )

    def _parse_generic_operation(self, op_type: type[Operation]) -> Operation:
        self._generic += 1
        operation = super()._parse_generic_operation(op_type)
        self._generic -= 1
        return operation

    def _register_ssa_definition(self, name: str, values: Sequence[SSAValue], span: Span) -> None:
        super()._register_ssa_definition(name, values, span)
        for value in values:
            value.name_hint = value_hint(name)

    def _get_op_by_name(self, name: str) -> type[Operation]:
        known = self.ctx.get_optional_op(name, dialect_stack=self._parser_state.dialect_stack)
        if known is not None:
            return known
        names = sorted(operation.name for operation in self.ctx.loaded_ops)
        close = get_close_matches(name, names, n=1)
        fix = instead_of(name) or (f"did you mean '{close[0]}'?" if close else None)
        raise LiftError(SYNTAX, f"there is no op '{name}'", fix=fix, location=self.op_location)

    def parse_optional_type(self) -> TypeAttribute | None:
        start, end = self.pos, self.lexer.pos
        try:
            type_ = super().parse_optional_type()
        except LiftError as error:
            raise error.at(self.location(start)) from None
        if isinstance(type_, Float80Type | Float128Type):  # xDSL cannot print numbers of these
            raise LiftError(
                SYNTAX,
                f"there are no numbers of type {type_}",
                expected="f16, f32 or f64",
                found=str(type_),
                location=self.location(start, end),
            )
        return type_

    def _parse_tuple_attrs(self) -> TupleType:
        type_ = super()._parse_tuple_attrs()
        bounded(type_)
        return type_

    def _parse_vector_attrs(self) -> VectorType[Attribute]:
        type_ = super()._parse_vector_attrs()
        self._need_narrow(type_)
        return type_

    def _parse_dense_literal_type(self):
        type_ = super()._parse_dense_literal_type()  # the numbers follow from it: each is kept, also where all are one
        self._need_narrow(type_)
        return type_

    def _need_narrow(self, type_: ShapedType) -> None:
        width = prod(type_.get_shape())
        if width > VECTOR_WIDTH.number:
            raise VECTOR_WIDTH.exceeded(width, f"there are too many elements in {type_}")

    def _parse_alias_def(self) -> None:
        start, end = self.pos, self.lexer.pos
        super()._parse_alias_def()
        try:
            bounded(self.attribute_aliases[self.lexer.input.content[start:end]])
        except LiftError as error:
            raise error.at(self.location(start, end)) from None

    def parse_module(self, allow_implicit_module: bool = True) -> ModuleOp:  # noqa: FBT002  # as in xDSL
        try:
            return super().parse_module(allow_implicit_module)
        except ParseError as error:
            raise self._with_type(from_parse_error(error)) from None

    def _with_type(self, error: LiftError) -> LiftError:
        """What is told where the type of a scalar op was left out, as that of others may be."""
        op = _OP.match(self.lexer.input.content, self._starts[-1]) if self._starts else None
        if op and op[0].startswith(("arith.", "math.")) and error.message == "expected ':'":
            error.fix = f"write the type, which ops of arith and math need: {op[0]} .. : f32"
        return error

    # Names of nats

    def resolve_nat(self, name: str) -> Nat:
        if name in self._type_binders or not self._in_function:
            return var(name)
        if name in self._names:
            return var(self._names[name])
        if self._generic:
            return var(name)
        start = self.lexer.input.content.rfind(name, 0, self.pos)
        raise unbound_name(name, self.scope).at(self.location(start, start + len(name)))

    @contextmanager
    def binding(self, name: str) -> Generator[None]:
        self._type_binders.append(name)
        yield
        self._type_binders.pop()

    def fail_at_token(self, message: str) -> NoReturn:
        raise LiftError(SYNTAX, message, location=self.location(self.pos, self.lexer.pos))

    def fresh_name(self, hint: str) -> str:
        """A name of a nat that occurs nowhere in the text."""
        if self._words is None:
            self._words = frozenset(_WORD.findall(_COMMENT.sub("", self.lexer.input.content)))
        name = free_binder(hint, self._words | self._used)
        self._used.add(name)
        return name

    def parse_bound_name(self) -> tuple[str, str]:
        """Read a name that a region binds: as written, and as it is called inside."""
        start, end = self.pos, self.lexer.pos
        name = parse_nat_name(self)
        if name in self._names:
            raise name_in_use(name).at(self.location(start, end))
        if name in self._used:
            inside = self.fresh_name(name)
            self.shown[inside] = name
            return name, inside
        self._used.add(name)
        return name, name

    @contextmanager
    def inside(self, bindings: Sequence[Binding], written: dict[str, str]) -> Generator[None]:
        """While it lasts, the bindings are in scope; `written` gives what the text calls them."""
        scope, names = self.scope, self._names
        self.scope = scope.inner(*bindings)
        self._names = names | written
        yield
        self.scope, self._names = scope, names

    @contextmanager
    def isolated(self) -> Generator[None]:
        """While it lasts, nothing from around is in scope."""
        kept = self.scope, self._names, self._used, self._in_function, self.shown
        self.scope, self._names, self._used, self._in_function = ROOT, {}, set(), True
        self.shown = names_in(self.op_location)
        with self.closed(), showing(self.shown):
            yield
        self.scope, self._names, self._used, self._in_function, self.shown = kept

    @contextmanager
    def closed(self) -> Generator[None]:
        """While it lasts, every value that is used is defined, too: what a later function defines is another one."""
        before = set(self.forward_ssa_references)
        self._uses.clear()
        yield
        for name in self.forward_ssa_references:
            if name not in before:
                raise undefined_value(name, self.location_of_span(self._uses[name]))

    # Directives

    def parse_value(self) -> SSAValue:
        """Read an operand that must be defined already; its type is what it was defined with."""
        return self.value_of(self.parse_unresolved_operand())

    def parse_optional_value(self) -> SSAValue | None:
        operand = self.parse_optional_unresolved_operand()
        return None if operand is None else self.value_of(operand)

    def value_of(self, operand: UnresolvedOperand) -> SSAValue:
        values = self.ssa_values.get(operand.operand_name, ())
        if operand.index < len(values):
            return values[operand.index]
        raise undefined_value(operand.operand_name, self.location_of_span(operand.span))

    def resolve_operand(self, operand: UnresolvedOperand, type: Attribute) -> SSAValue:  # noqa: A002  # the name in xDSL
        self._uses.setdefault(operand.operand_name, operand.span)
        return super().resolve_operand(operand, type)

    def parse_nat_attr(self) -> NatAttr:
        return NatAttr(parse_nat(self))

    def parse_index_function(self) -> IndexFunctionAttr:
        """Read `by (i) -> (expression)`."""
        self.parse_keyword("by")
        with self.in_parens():
            name = parse_nat_name(self)
        self.parse_punctuation("->")
        with self.in_parens(), while_bound(self, name):
            body = parse_nat(self)
        return IndexFunctionAttr.of(name, body)

    def parse_further_attributes(self) -> dict[str, Attribute]:
        """Read `attributes {..}`, if present."""
        attributes = self.parse_optional_attr_dict_with_keyword()
        return {} if attributes is None else dict(attributes.data)

    def parse_optional_annotation(self) -> Annotation | None:
        """Read `: type`, if present."""
        if self.parse_optional_punctuation(":") is None:
            return None
        start = self.pos
        type_ = self.parse_type()
        text = self.lexer.input.content[start : self.pos]
        return Annotation(type_, self.location(start, start + len(text.split("\n")[0].rstrip())))

    def check_annotation_later(self, operation: Operation, actual: Attribute, annotation: Annotation | None) -> None:
        """Compare a written type with the inferred one once all facts are there, with the op in its place."""
        if annotation is not None and annotation.type != actual:
            self._unchecked.append((operation, actual, annotation))

    def _check_annotations(self) -> None:
        unchecked, self._unchecked = self._unchecked, []
        for operation, actual, annotation in unchecked:
            if not scope_at(operation).same_type(actual, annotation.type):
                with showing(names_shown_at(operation)):
                    raise LiftError(
                        ANNOTATION,
                        f"the type written for '{operation.name}' is not the type it has",
                        expected=str(actual),
                        found=str(annotation.type),
                        fix="leave the annotation out, or write the expected type",
                        location=annotation.location,
                    )


def undefined_value(name: str, location: Location) -> LiftError:
    return LiftError(
        UNDEFINED_VALUE,
        f"%{name} is not defined here",
        fix="define the value before its use, in this region or in one around it",
        location=location,
    )


def unbound_name(name: str, scope: Scope) -> LiftError:
    known = sorted(bound for bound in scope.names if "'" not in bound)
    return LiftError(
        UNBOUND_NAME,
        f"'{name}' is not the name of a nat here",
        expected=f"one of {', '.join(known)}" if known else "no name: none is bound here",
        found=f"'{name}'",
        fix="an array is written !lift.array<N, f32>: how many elements, and their type"
        if _TYPE.fullmatch(name)
        else f"bind it where the function begins, as in lift.def @f<{', '.join((*sorted(scope.stated), name))}>",
    )


def name_in_use(name: str) -> LiftError:
    return LiftError(
        NAME_IN_USE,
        f"the name '{name}' is bound twice",
        expected="a name that is not bound around this place",
        found=f"'{name}'",
        fix=f"call it something else, such as '{name}1'",
    )
