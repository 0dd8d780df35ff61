"""From text to a verified module: the one way in for every tool, with one kind of error for bad input.

`load_module` parses and verifies; `verify` alone is for IR that was built or changed.
"""

from __future__ import annotations

from pathlib import Path

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block, Dialect, Operation
from xdsl.traits import NoTerminator, SymbolOpInterface, SymbolTable
from xdsl.utils.exceptions import ParseError, VerifyException

from .diagnostics import LiftError, Location, from_parse_error, from_verify_exception, location_of
from .errors import BODY_RESULT, DEFINED_TWICE, INTERNAL, SYNTAX, TOO_DEEP, UNREADABLE
from .parser import LiftParser
from .universe import LIFT_UNIVERSE


def lift_context(*, allow_unregistered: bool = False) -> Context:
    """A context with our dialects and those that programs use of xDSL's, each imported when it is first met."""
    context = Context(allow_unregistered=allow_unregistered)
    for name, dialect in _upstream().items():
        context.register_dialect(name, dialect)
    for name, dialect in LIFT_UNIVERSE.all_dialects.items():
        context.register_dialect(name, dialect)
    return context


def _upstream():
    def builtin() -> Dialect:
        from xdsl.dialects.builtin import Builtin

        return Builtin

    def arith() -> Dialect:
        from xdsl.dialects.arith import Arith

        return Arith

    def math() -> Dialect:
        from xdsl.dialects.math import Math

        return Math

    return {"builtin": builtin, "arith": arith, "math": math}


def load_module(source: str | Path, name: str | None = None, context: Context | None = None) -> ModuleOp:
    """The module in a file (a `Path`) or in a text (a `str`), verified. Bad input is a `LiftError`, and nothing else."""
    text = read_source(source) if isinstance(source, Path) else source
    module = parse_module(text, name or str(source if isinstance(source, Path) else "<input>"), context)
    verify(module)
    return module


def read_source(path: Path) -> str:
    """The text of a file."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise LiftError(UNREADABLE, f"'{path}' is not text in UTF-8") from None
    except OSError as error:
        raise LiftError(UNREADABLE, f"'{path}' cannot be read: {error.strerror}") from None


def parse_module(text: str, name: str = "<input>", context: Context | None = None) -> ModuleOp:
    """The module in a text, not yet verified."""
    parser: LiftParser | None = None
    try:
        parser = LiftParser(context or lift_context(), text, name)
        return parser.parse_module()
    except LiftError:
        raise
    except ParseError as error:
        raise from_parse_error(error) from None
    except RecursionError:
        raise LiftError(TOO_DEEP, "the program is nested too deeply", location=_place(parser, name)) from None
    except (ValueError, OverflowError) as error:  # a number that is too long, say
        raise LiftError(SYNTAX, f"this could not be read: {error}", location=_place(parser, name)) from None
    except Exception as error:  # whatever xDSL raises on input that nobody thought of
        raise _failed(error, parser, name) from error


def verify(module: Operation) -> None:
    """Verify an op and all in it, the outer ones first; the first that fails is the error, at its place."""
    operation = module
    try:
        for operation in module.walk():
            for region in operation.regions:
                for block in region.blocks:
                    _check_block(operation, block)
            if operation.has_trait(SymbolTable):
                _check_symbols(operation)
            operation.verify(verify_nested_ops=False)
    except VerifyException as error:
        raise from_verify_exception(error, operation) from None
    except RecursionError:
        raise LiftError(TOO_DEEP, "the program is nested too deeply to be verified") from None


def _check_block(operation: Operation, block: Block) -> None:
    if not block.ops and not operation.has_trait(NoTerminator):
        message = f"a region of '{operation.name}' is empty"
        raise LiftError(
            BODY_RESULT, message, expected="an op at its end that gives its result", location=location_of(operation)
        )


def _check_symbols(operation: Operation) -> None:
    seen: dict[str, Operation] = {}
    for inner in (inner for region in operation.regions for block in region.blocks for inner in block.ops):
        symbol = inner.get_trait(SymbolOpInterface)
        name = None if symbol is None else symbol.get_sym_attr_name(inner)
        if name is None:
            continue
        if name.data in seen:
            notes = [("it is defined here, too", location_of(seen[name.data]))]
            raise LiftError(DEFINED_TWICE, f"@{name.data} is defined twice", location=location_of(inner), notes=notes)
        seen[name.data] = inner


def _failed(error: Exception, parser: LiftParser | None, name: str) -> LiftError:
    return LiftError(
        INTERNAL,
        f"this could not be read: {type(error).__name__}: {error}",
        fix=f"report it together with {name}",
        location=_place(parser, name),
    )


def _place(parser: LiftParser | None, name: str) -> Location:
    return Location(name, 1, 1) if parser is None else parser.location(parser.pos)
