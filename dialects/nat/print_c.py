"""Expressions as C: exact for every value the facts allow.

C's `/` and `%` round towards 0, ours down. They are the same where the dividend is not negative, so that is proved
first; else a multiple of the divisor that makes it so is added; else a helper function does it (`HELPERS`). A sum that
did not close is a look-up in a table of prefix sums, whose name the caller gives.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, final

from .expr import Bound, FloorDiv, If, Log2, Lookup, Max, Min, Mod, Sum, Var, bound, compare, lookup
from .facts import Facts
from .printer import FACTOR, PRODUCT, UNARY, Printer
from .prove import holds
from .ring import Atom, Nat, NatError

HELPERS: Final[Mapping[str, str]] = {
    "floor_div": "{int} floor_div({int} a, {int} d) {{ return a / d - (a % d < 0); }}",
    "floor_mod": "{int} floor_mod({int} a, {int} d) {{ {int} r = a % d; return r < 0 ? r + d : r; }}",
    "int_pow": "{int} int_pow({int} b, {int} e) {{ {int} r = 1; while (e-- > 0) r *= b; return r; }}",
    "int_log2": "{int} int_log2({int} n) {{ {int} r = 0; while (n > 1) {{ n /= 2; r += 1; }} return r; }}",
}
"""C functions that the text may call, for an integer type to be filled in: those whose name occurs must be there."""

SHIFTS: Final = 3
"""How many times the divisor is added in the attempt to make a dividend non-negative."""


def to_c(nat: Nat, facts: Facts, *, prefix_sums: Mapping[Nat, str] | None = None, long: bool = False) -> str:
    """The expression in C; `prefix_sums` names the table for each body of a sum that is left, `long` is for 64 bits."""
    return CPrinter(facts, prefix_sums or {}, "1L" if long else "1").nat(nat)


@final
class CPrinter(Printer):
    """Writes C for values that satisfy the facts."""

    division = "/"
    relations = {"lt": "<", "le": "<=", "gt": ">", "ge": ">=", "eq": "==", "ne": "!="}  # noqa: RUF012 # read-only by its type

    def __init__(self, facts: Facts, prefix_sums: Mapping[Nat, str], one: str):
        self.facts = facts
        self.prefix_sums = prefix_sums
        self.one = one

    def power(self, base: int, exponent: Nat) -> str:
        if base == 2:
            return f"({self.one} << {self.nat(exponent, FACTOR)})"
        return f"int_pow({base}, {self.nat(exponent)})"

    def divides(self, atom: Atom) -> bool:
        if isinstance(atom, Mod):
            return self._shift(atom) is not None
        return isinstance(atom, FloorDiv) and self._shift(atom) == 0

    def atom(self, atom: Atom) -> str:
        match atom:
            case Var():
                return str(atom.label)
            case FloorDiv() | Mod():
                return self._division(atom)
            case Log2():
                return f"int_log2({self.nat(atom.args[0])})"
            case Min() | Max():
                return self._extreme(atom)
            case If():
                then = CPrinter(self.facts.given(atom.condition), self.prefix_sums, self.one)
                otherwise = CPrinter(self.facts.given(atom.condition.negated), self.prefix_sums, self.one)
                return f"({self.condition(atom.condition)} ? {then.nat(atom.args[1])} : {otherwise.nat(atom.args[2])})"
            case Lookup():
                return f"{atom.label}[{self.nat(atom.args[0])}]"
            case Sum():
                return f"{self._prefix_table(atom)}[{self.nat(atom.args[0])}]"
            case Bound():
                raise NatError("an expression with a dangling position can't be printed as C")
            case _:
                raise TypeError(f"no notation for {type(atom).__name__}")

    def _division(self, atom: FloorDiv | Mod) -> str:
        dividend, divisor = atom.args
        times = self._shift(atom)
        if times is None:
            helper = "floor_mod" if isinstance(atom, Mod) else "floor_div"
            return f"{helper}({self.nat(dividend)}, {self.nat(divisor)})"
        above, below = self.nat(dividend + divisor * times, PRODUCT), self.nat(divisor, UNARY)
        if isinstance(atom, Mod):
            return f"{above} % {below}"
        return f"({above} / {below} - {times})" if times else f"{above} / {below}"

    def _shift(self, atom: FloorDiv | Mod) -> int | None:
        """How many times the divisor is added to make the dividend non-negative; None where none is shown to do."""
        dividend, divisor = atom.args
        if not holds(compare(divisor, "ge", 1), self.facts):
            return None
        tries = range(SHIFTS + 1)
        return next((n for n in tries if holds(compare(dividend + divisor * n, "ge", 0), self.facts)), None)

    def _extreme(self, atom: Min | Max) -> str:
        first, rest = atom.args[0], atom.with_args(atom.args[1:])
        sign = "<" if isinstance(atom, Min) else ">"
        return f"({self.nat(first)} {sign} {self.nat(rest)} ? {self.nat(first)} : {self.nat(rest)})"

    def _prefix_table(self, atom: Sum) -> str:
        body = atom.args[1]
        if body in self.prefix_sums:
            return self.prefix_sums[body]
        single = body.single
        if isinstance(single, Lookup) and body is lookup(str(single.label), bound(0)):
            return f"{single.label}_sums"
        raise NatError(f"{atom.nat} needs a table of prefix sums")
