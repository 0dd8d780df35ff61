"""From text to a verified module: the one way in for every tool, with one kind of error for bad input.

`load_module` parses and verifies; `verify` alone is for IR that was built or changed. A dialect that another package
adds, by an entry point in the group `xdsl.universe`, is found when a text first uses it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Self, cast

from xdsl.context import Context
from xdsl.dialects.builtin import IntegerAttr, ModuleOp
from xdsl.ir import Attribute, Block, Dialect, Operation, TypeAttribute
from xdsl.irdl import IRDLOperation, OptionalDef
from xdsl.traits import NoTerminator, SymbolOpInterface, SymbolTable
from xdsl.utils.exceptions import ParseError, VerifyException

from .diagnostics import LiftError, Location, from_parse_error, from_verify_exception, location_of
from .errors import BODY_RESULT, DEFINED_TWICE, INTERNAL, SYNTAX, TOO_DEEP, UNREADABLE, UPSTREAM
from .extensions import EXTENSIONS, OURS, Factory, guarded, universe_of
from .lift.scope import names_shown_at
from .nat.print_mlir import showing
from .parser import LiftParser
from .universe import LIFT_UNIVERSE


class LiftContext(Context):
    """A context that looks for a dialect which it does not know in the packages that are installed.

    They are not even listed before that: it takes longer than reading a small program.
    """

    def get_optional_op(self, name: str, *, dialect_stack: Sequence[str] = ()) -> type[Operation] | None:
        self._look_for(name)
        return super().get_optional_op(name, dialect_stack=dialect_stack)

    def get_optional_type(self, name: str) -> type[TypeAttribute] | None:
        self._look_for(name)
        return super().get_optional_type(name)

    def get_optional_attr(self, name: str) -> type[Attribute] | None:
        self._look_for(name)
        return super().get_optional_attr(name)

    def get_optional_dialect(self, name: str) -> Dialect | None:
        self._look_for(f"{name}.")
        return super().get_optional_dialect(name)

    def clone(self) -> Self:
        return type(self)(**vars(super().clone()))

    def _look_for(self, name: str) -> None:
        """Register the dialect that a name begins with, if another package has it."""
        dialect, dot, _ = name.partition(".")
        if dot and dialect not in self._registered_dialects:
            factory = _of_other_packages().get(dialect)
            if factory is not None:
                self.register_dialect(dialect, factory)


@cache
def _of_other_packages() -> dict[str, Factory]:
    """The dialects that packages add which are neither ours nor xDSL itself."""
    from importlib.metadata import entry_points

    found: dict[str, Factory] = {}
    for point in sorted(entry_points(group=EXTENSIONS)):
        if point.module.partition(".")[0] in OURS:
            continue
        for name, factory in universe_of(point).all_dialects.items():
            if name in found:
                raise LiftError(UPSTREAM, f"two packages that are installed add a dialect '{name}'")
            found[name] = guarded(name, factory)
    return found


def lift_context(*, allow_unregistered: bool = False) -> Context:
    """A context with all dialects that programs use, each imported when it is first used."""
    context = LiftContext(allow_unregistered=allow_unregistered)
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
            if operation.name in ("arith.cmpi", "arith.cmpf"):
                _check_predicate(operation)
    except VerifyException as error:
        raise from_verify_exception(_as_written(error, operation), operation) from None
    except KeyError:  # a message shows an op that lacks a property, which is an error of its own
        raise _incomplete(module) or LiftError(SYNTAX, f"'{operation.name}' lacks a property") from None
    except RecursionError:
        raise LiftError(TOO_DEEP, "the program is nested too deeply to be verified") from None


def _incomplete(module: Operation) -> LiftError | None:
    """The error of the first op that lacks a property."""
    for operation in module.walk():
        definition = operation.get_irdl_definition() if isinstance(operation, IRDLOperation) else None
        needed = {} if definition is None else definition.properties
        if any(name not in operation.properties and not isinstance(one, OptionalDef) for name, one in needed.items()):
            try:
                operation.verify(verify_nested_ops=False)
            except VerifyException as error:
                return from_verify_exception(_as_written(error, operation), operation)
    return None


class Verifier:
    """Verifies a module between passes, unless it is what it was: most passes leave most programs as they are."""

    def __init__(self) -> None:
        self.valid: list[tuple[object, ...]] = []
        """The parts of the module when it was last seen to be valid."""

    def verify(self, module: ModuleOp) -> None:
        parts = [_parts(op) for op in module.walk()]
        if parts != self.valid:
            verify(module)
            self.valid = parts


def _parts(op: Operation) -> tuple[object, ...]:
    """All that an op is made of. Ops and values are themselves, so what a pass has made anew is not what was there."""
    arguments = [(value, value.type) for region in op.regions for block in region.blocks for value in block.args]
    attributes = (dict(op.properties), dict(op.attributes))
    return (op, op.parent, tuple(op.operands), *attributes, op.result_types, tuple(op.successors), arguments)


def _as_written(error: VerifyException, operation: Operation) -> VerifyException:
    """The error once more, with names as the text has them; that is looked up only where there is one."""
    try:
        with showing(names_shown_at(operation)):
            operation.verify(verify_nested_ops=False)
    except VerifyException as again:
        same = isinstance(error, LiftError) and isinstance(again, LiftError) and again.kind is error.kind
        return again if same else error
    return error


def _check_block(operation: Operation, block: Block) -> None:
    if not block.ops and not operation.has_trait(NoTerminator):
        message = f"a region of '{operation.name}' is empty"
        raise LiftError(
            BODY_RESULT, message, expected="an op at its end that gives its result", location=location_of(operation)
        )


def _check_predicate(operation: Operation) -> None:
    """A comparison is one of those that have a name, which xDSL does not look at."""
    from xdsl.dialects.arith import CMPF_COMPARISON_OPERATIONS, CMPI_COMPARISON_OPERATIONS  # slow to import

    names = CMPI_COMPARISON_OPERATIONS if operation.name == "arith.cmpi" else CMPF_COMPARISON_OPERATIONS
    predicate = cast("IntegerAttr", operation.properties["predicate"])  # its definition asks for one
    if not 0 <= predicate.value.data < len(names):
        message = f"'{operation.name}' has no comparison with this number"
        expected = f"a predicate from 0 to {len(names) - 1}"
        raise LiftError(UPSTREAM, message, expected=expected, found=str(predicate), location=location_of(operation))


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
