"""Functions: `lift.def`, `lift.user_fun` and `lift.return`.

A `lift.def` binds the nats and tables of its body and states what is known of them. A `lift.user_fun` is a function in
C, with its meaning as a region for whoever cannot run C.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Self, TypeAlias

from xdsl.dialects.builtin import ArrayAttr, FunctionType, StringAttr, TupleType, UnitAttr, VectorType, i32
from xdsl.ir import Attribute, Block, Region
from xdsl.irdl import irdl_op_definition, opt_prop_def, prop_def, region_def, traits_def
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import IsolatedFromAbove, IsTerminator, SymbolOpInterface, SymbolTable
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.lexer import Input, Span

from ..diagnostics import LiftError, from_verify_exception
from ..errors import BAD_NAME, BODY_ARGUMENTS, BODY_RESULT, SIGNATURE, TYPE_MISMATCH
from ..nat.expr import Condition
from ..parser import LiftParser
from .attributes import FactAttr, LaunchAttr, TableAttr
from .body import ResultOp
from .c_code import fault_of
from .c_words import is_word
from .identifiers import IN_C
from .names import verify_names
from .operation import need_lengths
from .scope import Scope, scope_inside
from .signatures import (
    BinderOp,
    Head,
    TypedSignatureOp,
    keep_names,
    parameters_of,
    parse_launch,
    parse_where,
    print_launch,
    verify_written_launch,
)
from .types import ArrayType, ExistsType, is_scalar, is_stored
from .upstream import verify_scalar_code


class FunctionOp(TypedSignatureOp, ABC):
    """A function with named parameters and one result."""

    def verify_(self) -> None:
        try:
            self.verify_signature()
            self.verify_function()
        except VerifyException as error:
            raise from_verify_exception(error, self) from None

    @abstractmethod
    def verify_function(self) -> None:
        """What must hold of the function, once its signature is well formed."""

    def verify_signature(self) -> None:
        parent = self.parent_op()
        if parent is not None and not parent.has_trait(SymbolTable):
            raise LiftError(SIGNATURE, f"'{self.name}' stands in a module, not in '{parent.name}'")
        if len(self.function_type.outputs) != 1:
            raise LiftError(SIGNATURE, f"'{self.name}' has one result", found=str(len(self.function_type.outputs)))
        if len(self.arg_names) != len(self.parameter_types):
            raise LiftError(SIGNATURE, f"'{self.name}' needs a name for each parameter")
        if len(set(self.parameter_names)) != len(self.parameter_names):
            raise LiftError(SIGNATURE, f"two parameters of @{self.function_name} have the same name")
        for type_ in (*self.parameter_types, self.result_type):
            if not is_stored(type_):
                expected = "a scalar, a vector, a tuple, an array or an existential type"
                raise LiftError(
                    SIGNATURE, f"@{self.function_name} uses a type it cannot", expected=expected, found=str(type_)
                )

    def verify_body(self, block: Block, scope: Scope) -> None:
        found = [argument.type for argument in block.args]
        if len(found) != len(self.parameter_types) or not all(map(scope.same_type, found, self.parameter_types)):
            raise LiftError(
                BODY_ARGUMENTS,
                f"the body of @{self.function_name} does not take its parameters",
                expected=", ".join(map(str, self.parameter_types)),
                found=", ".join(map(str, found)) or "none",
            )
        if not isinstance(block.last_op, ReturnOp):
            raise LiftError(
                BODY_RESULT,
                f"the body of @{self.function_name} does not end in lift.return",
                expected="lift.return with the result, as the last op",
                found="nothing" if block.last_op is None else f"'{block.last_op.name}'",
            )


@irdl_op_definition
class DefOp(FunctionOp, BinderOp):
    """A function of the language, with the nats and tables that its types use.

    `f(x) = y`, for every `N` that satisfies the facts of `where`.

    A region from `A` to `B` gives a function from `A` to `B`. Each nat is at least 1, and a table holds naturals; the
    facts are checked at every call. `launch` fixes the work groups that OpenCL runs it with; `derived` says that steps were
    applied to it, which passes with opinions of their own, `lift-fuse` for one, take nothing back of.

    `lift.def @id<N>(%x: !lift.array<N, f32>) -> !lift.array<N, f32> where [N ge 2] { lift.return %x }`
    """

    name = "lift.def"

    launch = opt_prop_def(LaunchAttr)
    derived = opt_prop_def(UnitAttr)

    traits = traits_def(IsolatedFromAbove(), SymbolOpInterface())

    def __init__(
        self,
        name: str,
        nats: Iterable[str],
        parameters: Iterable[tuple[str, Attribute]],
        result_type: Attribute,
        body: Region | None = None,
        *,
        tables: Iterable[TableAttr] = (),
        where: Iterable[Condition] = (),
        launch: LaunchAttr | None = None,
    ):
        parameters = list(parameters)
        types = [type_ for _, type_ in parameters]
        if body is None:
            body = Region(Block(arg_types=types))
        super().__init__(
            properties={
                "sym_name": StringAttr(name),
                "function_type": FunctionType.from_lists(types, [result_type]),
                "arg_names": ArrayAttr([StringAttr(written) for written, _ in parameters]),
                "nats": ArrayAttr([StringAttr(nat) for nat in nats]),
                "tables": ArrayAttr(tables),
                "where": ArrayAttr([FactAttr(condition) for condition in where]),
                "launch": launch,
            },
            regions=[body],
        )

    def verify_function(self) -> None:
        self.verify_binders()
        verify_names(self, self.function_type, self.launch)
        verify_scalar_code(self)
        scope = scope_inside(self)
        for table in self.tables:
            need_lengths(ArrayType(table.length, i32), scope, f"the table '{table.table.data}'")
        for name, type_ in zip(self.parameter_names, self.parameter_types, strict=True):
            need_lengths(type_, scope, f"the parameter %{name}")
        need_lengths(self.result_type, scope, f"the result of @{self.function_name}")
        if self.launch is not None:
            verify_written_launch(self.launch, scope)
        self.verify_body(self.block, scope)

    @classmethod
    def parse_signature(cls, parser: LiftParser, head: Head) -> Self:
        parser.parse_punctuation("->", " and the type of the result")
        result_type = parser.parse_type()
        where = parse_where(parser)
        launch = parse_launch(parser)
        derived = parser.parse_optional_keyword("derived") is not None
        parameters = parameters_of(head.arguments)
        op = cls(
            head.name, head.nats, parameters, result_type, Region(), tables=head.tables, where=where, launch=launch
        )
        op.derived = UnitAttr() if derived else None
        parser.signatures[head.name] = op
        return op

    def print_signature(self, printer: Printer) -> None:
        keep_names(self.block, self.parameter_names, printer)
        self.print_arguments(printer)
        printer.print_string(" -> ")
        printer.print_attribute(self.result_type)
        self.print_where(printer)
        print_launch(self.launch, printer)
        if self.derived is not None:
            printer.print_string(" derived")


@irdl_op_definition
class UserFunOp(FunctionOp):
    """A function in C; the region, which may be left out, is its meaning.

    `f(a) = b`, where the region gives b for a; without a region, what the C code returns.

    Scalars, vectors or tuples of such give one. A program that calls a function without a region is not interpreted.

    `lift.user_fun @twice(a: f32) -> f32 = "return a + a;" { %s = arith.addf %a, %a : f32 lift.return %s : f32 }`
    """

    name = "lift.user_fun"

    code = prop_def(StringAttr)
    body = region_def()

    traits = traits_def(IsolatedFromAbove(), SymbolOpInterface())

    def __init__(
        self,
        name: str,
        parameters: Iterable[tuple[str, Attribute]],
        result_type: Attribute,
        code: str,
        body: Region | None = None,
    ):
        parameters = list(parameters)
        super().__init__(
            properties={
                "sym_name": StringAttr(name),
                "function_type": FunctionType.from_lists([type_ for _, type_ in parameters], [result_type]),
                "arg_names": ArrayAttr([StringAttr(written) for written, _ in parameters]),
                "code": StringAttr(code),
            },
            regions=[Region() if body is None else body],
        )

    @property
    def block(self) -> Block | None:
        """The meaning, where there is one."""
        return self.body.blocks.first

    def verify_function(self) -> None:
        for type_ in (*self.parameter_types, self.result_type):
            if not _is_value(type_):
                raise LiftError(
                    SIGNATURE,
                    f"the C function @{self.function_name} cannot take or give {type_}",
                    expected="a scalar, a vector, or a tuple of such",
                    found=str(type_),
                )
        for name in (self.function_name, *self.parameter_names):
            IN_C.need(name)
        for name in filter(is_word, self.parameter_names):
            raise LiftError(
                BAD_NAME,
                f"the parameter '{name}' of the C function @{self.function_name} has a name that OpenCL C has taken",
                expected="a name that is no keyword, type or macro of C or OpenCL",
                found=name,
                fix=f"call it my_{name.strip('_')}, say, also in the C code",
            )
        fault = fault_of(self.code.data)
        if fault is not None:
            expected = "statements that end where the function does"
            raise LiftError(SIGNATURE, f"the body of the C function @{self.function_name} {fault}", expected=expected)
        verify_scalar_code(self)
        if self.block is not None:
            self.verify_body(self.block, scope_inside(self))

    @classmethod
    def parse(cls, parser: Parser) -> UserFunOp:
        ours = LiftParser.of(parser)
        name = ours.parse_symbol_name().data
        spans: list[Parser.Argument] = []

        def parse_parameter() -> tuple[str, Attribute]:
            start = ours.pos
            written = ours.parse_identifier(" of a parameter, as C has it: without %")
            name_span = Span(0, len(written) + 1, Input(f"%{written}", ours.lexer.input.name))
            ours.parse_punctuation(":")
            type_ = ours.parse_type()
            spans.append(Parser.Argument(name_span, type_, ours.location(start).attribute))
            return written, type_

        parameters = ours.parse_comma_separated_list(ours.Delimiter.PAREN, parse_parameter)
        ours.parse_punctuation("->", " and the type of the result")
        result_type = ours.parse_type()
        ours.parse_punctuation("=", " and the body in C")
        op = cls(name, parameters, result_type, ours.parse_str_literal())
        op.attributes.update(ours.parse_further_attributes())
        ours.signatures[name] = op
        with ours.closed():
            region = ours.parse_optional_region(spans)
        if region is not None:
            region.move_blocks(op.body)
        return op

    def print(self, printer: Printer) -> None:
        self.print_name(printer)
        parameters = zip(self.parameter_names, self.parameter_types, strict=True)
        with printer.in_parens():
            printer.print_list(parameters, lambda parameter: printer.print_string(f"{parameter[0]}: {parameter[1]}"))
        printer.print_string(" -> ")
        printer.print_attribute(self.result_type)
        printer.print_string(" = ")
        printer.print_string_literal(self.code.data)
        self.print_attributes(printer)
        if self.block is not None:
            keep_names(self.block, self.parameter_names, printer)
            self.print_body(self.body, printer)


def _is_value(type_: Attribute) -> bool:
    """Whether C can hold it in a variable."""
    if isinstance(type_, TupleType):
        return all(map(_is_value, type_.types))
    return is_scalar(type_) or isinstance(type_, VectorType)


Callee: TypeAlias = DefOp | UserFunOp


@irdl_op_definition
class ReturnOp(ResultOp):
    """The result of a function.

    `f(x) = y`, where `lift.return %y` ends the region of f.

    The type of its operand is the type that the function gives.

    `lift.return %y : f32`
    """

    name = "lift.return"
    traits = traits_def(IsTerminator())

    def verify_(self) -> None:
        parent = self.parent_op()
        if not isinstance(parent, FunctionOp):
            where = "outside of any function" if parent is None else f"in '{parent.name}'"
            error = LiftError(BODY_RESULT, f"'{self.name}' ends a function, and stands {where}")
            raise from_verify_exception(error, self)
        if parent.function_type.outputs.data and not scope_inside(parent).same_type(
            self.value.type, parent.result_type
        ):
            hidden = isinstance(parent.result_type, ExistsType) and not isinstance(self.value.type, ExistsType)
            error = LiftError(
                TYPE_MISMATCH,
                f"@{parent.function_name} returns a value of the wrong type",
                expected=str(parent.result_type),
                found=str(self.value.type),
                fix="hide the length with lift.pack" if hidden else None,
            )
            raise from_verify_exception(error, self)
