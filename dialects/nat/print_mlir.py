"""Expressions as MLIR text: the notation that `parser.py` reads, with balanced brackets and words for comparisons.

Bound variables get the first letters that are free, so the text depends on the expression alone.
"""

from __future__ import annotations

from typing import final

from .expr import Bound, Condition, FloorDiv, If, Log2, Lookup, Max, Min, Mod, Sum, Var
from .printer import Printer
from .rebuild import open_body
from .ring import Atom, Nat


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
                return str(atom.label)
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
                name, body = open_body(atom.args[1], atom.args[0])
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
