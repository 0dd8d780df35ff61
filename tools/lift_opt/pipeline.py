"""From the text after `-p` to passes, and what can go wrong while one of them, or another phase, runs.

Whatever a phase raises leaves it as one of two things: a `LiftError`, when the program is at fault, or an
`InternalError`, when we are.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, runtime_checkable

from xdsl.passes import ModulePass
from xdsl.utils.arg_spec import ArgSpec, parse_pipeline
from xdsl.utils.exceptions import ArgSpecParseError, DiagnosticException, ParseError, ShrinkException

from ...dialects.diagnostics import LiftError, from_parse_error
from ...dialects.errors import INTERNAL, TOO_DEEP, UPSTREAM
from .arguments import did_you_mean


class BadOption(Exception):
    """The command line asks for something that is not there."""


@dataclass(eq=False)
class InternalError(Exception):
    """A phase failed in a way that no program should be able to bring about."""

    phase: str
    error: BaseException

    @property
    def summary(self) -> str:
        said = " ".join(str(self.error).split())
        return f"internal error in {self.phase}: {type(self.error).__name__}{': ' if said else ''}{said[:300]}"

    @property
    def place(self) -> str | None:
        """The line of code that raised."""
        from traceback import extract_tb

        frames = extract_tb(self.error.__traceback__)
        if not frames:
            return None
        last = frames[-1]
        return f"{'/'.join(Path(last.filename).parts[-3:])}, line {last.lineno}, in {last.name}"


@runtime_checkable
class Composite(Protocol):
    """A pass that is a sequence of passes."""

    def passes(self) -> tuple[ModulePass, ...]: ...


def flattened(passes: Iterable[ModulePass]) -> Iterator[ModulePass]:
    """The passes, with every sequence opened, so that each step can be watched."""
    for step in passes:
        if isinstance(step, Composite):
            yield from flattened(step.passes())
        else:
            yield step


def parse_passes(text: str, available: dict[str, Callable[[], type[ModulePass]]]) -> tuple[ModulePass, ...]:
    """The passes that a text such as `cse,canonicalize{option=1}` names."""
    return tuple(_make(spec, available) for spec in _specs(text))


def _specs(text: str) -> tuple[ArgSpec, ...]:
    try:
        return tuple(parse_pipeline(text))
    except ArgSpecParseError as error:
        said = str(error).partition("\n")[2].rstrip()
        raise BadOption(f"the list of passes cannot be read\n{said}") from None
    except (StopIteration, RuntimeError):  # xDSL's lexer at the end of a text that breaks off
        raise BadOption(f"the list of passes breaks off: '{text}'") from None


def _make(spec: ArgSpec, available: dict[str, Callable[[], type[ModulePass]]]) -> ModulePass:
    if spec.name not in available:
        hint = did_you_mean(spec.name, available)
        raise BadOption(f"there is no pass '{spec.name}'{hint or '; --list-passes prints all'}")
    with making(f"the pass '{spec.name}'"):
        return available[spec.name]().from_spec(spec)


@contextmanager
def making(what: str) -> Generator[None]:
    """Turn what goes wrong with a pass or a target and its options into a `BadOption`."""
    try:
        yield
    except ImportError as error:
        raise BadOption(f"{what} cannot be loaded: {error}") from None
    except ValueError as error:
        raise BadOption(f"{what}: {_lower(str(error))}") from None


def _lower(message: str) -> str:
    return message[:1].lower() + message[1:]


@contextmanager
def phase(name: str) -> Generator[None]:
    """Turn what is raised inside into a `LiftError` or an `InternalError`."""
    try:
        yield
    except (InternalError, ShrinkException):
        raise
    except LiftError as error:
        if error.kind is INTERNAL:
            raise InternalError(name, error.__cause__ or error) from error
        raise
    except ParseError as error:
        raise from_parse_error(error) from None
    except DiagnosticException as error:
        raise LiftError(UPSTREAM, f"{name} failed: {' '.join(str(error).split())}") from None
    except RecursionError:
        raise LiftError(TOO_DEEP, f"the program is nested too deeply for {name}") from None
    except Exception as error:  # the boundary: nothing but the two leaves it
        raise InternalError(name, error) from error
