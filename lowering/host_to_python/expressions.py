"""Sizes as Python: floor division and modulo mean there what they mean in a nat."""

from __future__ import annotations

from collections.abc import Mapping
from math import prod
from typing import final

from ...dialects.nat.expr import Bound, Condition, FloorDiv, If, Log2, Lookup, Max, Min, Mod, Sum, Var, floordiv
from ...dialects.nat.facts import ANY
from ...dialects.nat.polynomial import divisor_of
from ...dialects.nat.printer import SIGNS, SUM, UNARY, Printer
from ...dialects.nat.rebuild import open_body
from ...dialects.nat.ring import Atom, Nat, NatError, Pow, const, from_terms
from .names import Names

MOST_FACTORS = 4
"""So many equal factors are written one by one."""


@final
class PythonPrinter(Printer):
    """Writes expressions over Python's integers; `names` says what nats and tables are called."""

    division = "//"
    relations = SIGNS

    def __init__(self, names: Mapping[str, str]):
        self.names = names

    def nat(self, nat: Nat, place: int = SUM) -> str:
        """An expression; where powers have negative exponents, with one exact division instead of fractions."""
        scale = _scale(nat)
        if scale is None:
            return super().nat(nat, place)
        shrunk = nat if nat.den != 1 else from_terms(term for term in nat.terms if _scale(from_terms([term])))
        return super().nat(nat - shrunk + floordiv(shrunk * scale, scale), place)

    def repeated(self, atom: Atom, exponent: int) -> list[str]:
        """Many factors are a power: Python does not read an expression that is nested so deep."""
        if exponent <= MOST_FACTORS or not isinstance(atom, Var):
            return super().repeated(atom, exponent)
        return [f"{self.atom(atom)}**{exponent}"]

    def power(self, base: int, exponent: Nat) -> str:
        return f"{base}**{self.nat(exponent, UNARY)}"

    def atom(self, atom: Atom) -> str:
        match atom:
            case Var():
                return self._called(str(atom.label))
            case FloorDiv():
                return self.divided(atom.args[0], "//", atom.args[1])
            case Mod():
                return self.divided(atom.args[0], "%", atom.args[1])
            case Log2():
                return f"(({self.nat(atom.args[0])}).bit_length() - 1)"
            case Min():
                return self.call("min", *atom.args)
            case Max():
                return self.call("max", *atom.args)
            case If():
                then, otherwise = map(self.nat, atom.args[1:])
                return f"({then} if {self.condition(atom.condition)} else {otherwise})"
            case Lookup():
                return f"int({self._called(str(atom.label))}[{self.nat(atom.args[0])}])"
            case Sum():
                name, body = open_body(atom.args[1], atom.args[0])
                called = self.fresh(name)
                inner = self.over(name, called)
                return f"sum({inner.nat(body)} for {called} in range({self.nat(atom.args[0])}))"
            case Bound():
                raise NatError("an expression with a dangling position can't be printed as Python")
            case _:
                raise TypeError(f"no notation for {type(atom).__name__}")

    def fresh(self, name: str) -> str:
        """What a loop may call a name that it binds."""
        return Names(self.names.values()).fresh(name)

    def over(self, name: str, called: str) -> PythonPrinter:
        """The printer where a loop around binds the name, and calls it so."""
        return PythonPrinter({**self.names, name: called})

    def _called(self, name: str) -> str:
        called = self.names.get(name, name)
        if name not in self.names and not name.isidentifier():
            raise NatError(f"{name!a} is no name in Python")
        return called

    def fact(self, condition: Condition) -> str:
        """A fact; one that speaks of any entry of a table is one about all of them."""
        if ANY not in condition.names:
            return self.condition(condition)
        lengths = [f"len({self._called(table)})" for table in sorted(condition.tables)]
        count = lengths[0] if len(lengths) == 1 else f"min({', '.join(lengths)})"
        return f"all({self.over(ANY, ANY).condition(condition)} for {ANY} in range({count}))"


def _scale(nat: Nat) -> Nat | None:
    """What makes an expression whole, as far as its powers go; None where no exponent has anything subtracted.

    A power takes the factors of its base out of what the expression is divided by: half of `2**k` is `2**(k - 1)`.
    """
    powers = [atom for atom in nat.atoms if isinstance(atom, Pow)]
    divisors = dict.fromkeys(map(divisor_of, powers))
    divisors.pop(const(1), None)
    taken = nat.den if any(nat.den % int(atom.label) == 0 for atom in powers) else 1
    return prod(divisors, start=const(taken)) if divisors or taken != 1 else None
