"""Expressions as MLIR text: the notation that `parser.py` reads, with balanced brackets and words for comparisons.

Bound variables get the first letters that are free, so the text depends on the expression alone. For a person, names that
were made up may be shown as something else: see `showing`.
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final, final

from .expr import Bound, Condition, FloorDiv, If, Log2, Lookup, Max, Min, Mod, Sum, Var, var
from .printer import Printer
from .rebuild import open_body
from .ring import Atom, Nat

_SHOWN: Final = ContextVar[Mapping[str, str] | None]("shown", default=None)


@contextmanager
def showing(names: Mapping[str, str]) -> Generator[None]:
    """While it lasts, names are written as a person knows them: `length(%xs)` for one that no program has, say.

    A name that no program can write, and for which nothing is said, loses the mark that makes it so.
    """
    token = _SHOWN.set(ChainMap(dict[str, str](), names, _SHOWN.get() or {}))  # pyright: ignore[reportArgumentType]  # only the first is written to
    try:
        yield
    finally:
        _SHOWN.reset(token)


def shown_name(name: str) -> str:
    """A name as it is written here."""
    names = _SHOWN.get()
    return name if names is None else names.get(name) or name.rstrip("'") or name


def binder_shown(hint: str) -> tuple[str, frozenset[str]]:
    """How a binder is called that has this name, and the names that it may not have."""
    shown = shown_name(hint)
    return (shown if shown.isidentifier() else "i"), frozenset(_SHOWN.get() or ())


@final
class MlirPrinter(Printer):
    """Writes what the parser reads."""

    division = "floordiv"
    relations = {word: word for word in ("lt", "le", "gt", "ge", "eq", "ne")}  # noqa: RUF012 # read-only by its type

    def power(self, base: int, exponent: Nat) -> str:
        return f"pow({base}, {self.nat(exponent)})"

    def atom(self, atom: Atom) -> str:
        match atom:
            case Var():
                return shown_name(str(atom.label))
            case Bound():
                return f"#{atom.label}"
            case FloorDiv():
                return self.divided(atom.args[0], "floordiv", atom.args[1])
            case Mod():
                return self.divided(atom.args[0], "mod", atom.args[1])
            case Log2():
                return self.call("log2", *atom.args)
            case Min():
                return self.call("min", *atom.args)
            case Max():
                return self.call("max", *atom.args)
            case If():
                then, otherwise = map(self.nat, atom.args[1:])
                return f"if({self.condition(atom.condition)}, {then}, {otherwise})"
            case Sum():
                name, body = open_body(atom.args[1], atom.args[0], *map(var, _SHOWN.get() or ()))
                return f"sum({name} : {self.nat(atom.args[0])}, {self.nat(body)})"
            case Lookup():
                return f"{atom.label}[{self.nat(atom.args[0])}]"
            case _:
                raise TypeError(f"no notation for {type(atom).__name__}")


_PRINTER = MlirPrinter()


def to_text(nat: Nat) -> str:
    """The expression as text."""
    return _PRINTER.nat(nat)


def condition_text(condition: Condition) -> str:
    """The condition as text."""
    return _PRINTER.condition(condition)
