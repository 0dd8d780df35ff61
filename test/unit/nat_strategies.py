"""Random facts, values that satisfy them, and expressions over them, for the property tests of the algebra.

Everything is drawn through a `Chooser`, so that Hypothesis can shrink a failure and a plain generator can go through
many in a short time. An expression is a tree, so that it can also be written down with its terms in another order;
all of it is text in the end, so that a failure prints what can be pasted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Protocol, TypeVar

from hypothesis import strategies as st

from lift.dialects.nat.evaluate import Evaluation
from lift.dialects.nat.expr import Sum
from lift.dialects.nat.facts import Facts
from lift.dialects.nat.parser import parse_condition, parse_nat
from lift.dialects.nat.ring import Atom, NatError, Undefined

Tree = tuple["str | Tree", ...]
T = TypeVar("T")


class Chooser(Protocol):
    """Who makes the choices."""

    def number(self, least: int, most: int) -> int: ...


@dataclass
class Drawn:
    """Choices made by Hypothesis."""

    draw: st.DrawFn

    def number(self, least: int, most: int) -> int:
        return self.draw(st.integers(least, most))


@dataclass
class Plain:
    """Choices made by a seeded generator."""

    random: Random

    def number(self, least: int, most: int) -> int:
        return self.random.randint(least, most)


def pick(choose: Chooser, options: Sequence[T]) -> T:
    return options[choose.number(0, len(options) - 1)]


@dataclass
class World:
    """Facts, and values for which all of them hold."""

    said: list[str]
    facts: Facts
    values: dict[str, int]
    tables: dict[str, list[int]]

    def __repr__(self) -> str:
        return f"facts: {'; '.join(self.said)}\nvalues: {self.values} rows = {self.tables['rows'][:8]}.."

    def value(self, text: str) -> int | None:
        """The value of an expression, or None where it has none or takes long."""
        try:
            return _Short(self.values, self.tables).nat(parse_nat(text), ())
        except NatError:
            return None

    def state(self, condition: str) -> None:
        self.facts = self.facts.given(condition)
        self.said.append(condition)

    def position(self, choose: Chooser, name: str, count: str) -> None:
        """Declare a position below a count, or a natural where the count is 0 here."""
        most = self.value(count)
        if most is not None and most >= 1:
            self.values[name] = choose.number(0, most - 1)
            self.facts = self.facts.index(name, parse_nat(count))
            self.said.append(f"index {name} : {count}")
        else:
            self.values[name] = choose.number(0, 4)
            self.facts = self.facts.natural(name)
            self.said.append(f"natural {name}")


class _Short(Evaluation):
    """The value of an expression with no long sums in it."""

    def atom(self, atom: Atom, bound: tuple[int, ...]) -> int | Fraction:
        if isinstance(atom, Sum) and self.nat(atom.args[0], bound) > 400:
            raise Undefined("a long sum")
        return super().atom(atom, bound)


RELATIONS = ("lt", "le", "gt", "ge", "eq", "ne")
COUNTS = ("N", "M", "N + 2", "N * M", "1", "4", "8", "N floordiv 2", "M + 1")


def world(choose: Chooser) -> World:
    """Sizes, divisibilities, positions with symbolic ends, a table, an integer that may be negative, and conditions."""
    drawn = World([], Facts(), {}, {})
    start, step = choose.number(0, 4), choose.number(0, 4)
    drawn.tables["rows"] = [(start + step * i) % 5 for i in range(200)]
    drawn.facts = drawn.facts.table("rows", 200).size("N", "M").natural("k")
    drawn.said.append("table rows : 200; size N, M; natural k")
    drawn.values |= {
        "N": choose.number(1, 7),
        "M": choose.number(1, 7),
        "k": choose.number(0, 4),
        "x": choose.number(-9, 12),
    }
    if choose.number(0, 1):
        divisor, rest = pick(choose, (2, 3, 4, 6)), pick(choose, (0, 0, 0, 1))
        drawn.values["N"] = divisor * choose.number(1, 3) + rest
        drawn.state(f"N mod {divisor} eq {rest}")
    match choose.number(0, 11):
        case 0:
            drawn.values["M"] = drawn.values["N"] * choose.number(1, 3)
            drawn.state("M mod N eq 0")
        case 1:
            drawn.values["M"] = 2 ** choose.number(0, 4)
            drawn.state("M eq pow(2, log2(M))")
        case 2:
            drawn.values["M"] = drawn.values["N"] + 2
            drawn.state("M eq N + 2")
        case _:
            pass
    drawn.position(choose, "i", pick(choose, COUNTS))
    drawn.position(choose, "j", pick(choose, (*COUNTS, "i + 1", "N - i")))
    for _ in range(choose.number(0, 2)):
        left, right = write(tree(choose, 2)), write(tree(choose, 2))
        try:
            condition = parse_condition(f"{left} {pick(choose, RELATIONS)} {right}")
            held = _Short(drawn.values, drawn.tables).condition(condition, ())
        except NatError:
            continue
        drawn.state(str(condition if held else condition.negated))
    return drawn


LEAVES = ("0", "1", "2", "3", "4", "5", "8", "N", "M", "i", "j", "k", "x", "i", "j", "N")
DIVISORS = (
    *("1", "2", "3", "4", "6", "8", "N", "M", "(N + 2)", "(2 * N)", "(N * M)", "pow(2, k)", "(i + 1)"),
    *("(N floordiv 2)", "(M - 1)", "x", "4", "N", "M"),
)
OPERATIONS = (
    *("+",) * 4,
    *("*",) * 4,
    "-",
    "-",
    *("floordiv",) * 4,
    *("mod",) * 4,
    "min",
    "max",
    "if",
    "pow",
    "log2",
    "rows",
    "sum",
)


def tree(choose: Chooser, depth: int) -> Tree:
    """A tree of operations of at most that depth."""
    if depth <= 0 or choose.number(0, 7) == 0:
        return (pick(choose, LEAVES),)

    def inner() -> Tree:
        return tree(choose, depth - choose.number(1, 2))

    match pick(choose, OPERATIONS):
        case ("floordiv" | "mod") as operation:
            return (operation, inner(), (pick(choose, DIVISORS),))
        case "if":
            return ("if", pick(choose, RELATIONS), inner(), inner(), inner(), inner())
        case "pow":
            return ("pow", pick(choose, (("2",), ("3",))), inner())
        case ("log2" | "rows") as operation:
            return (operation, inner())
        case "sum":
            return ("sum", pick(choose, ("p", "q")), inner(), inner(), inner())
        case operation:
            return (operation, inner(), inner())


@st.composite
def worlds(draw: st.DrawFn) -> World:
    return world(Drawn(draw))


@st.composite
def trees(draw: st.DrawFn, depth: int) -> Tree:
    return tree(Drawn(draw), depth)


def write(drawn: Tree, *, turned: bool = False) -> str:
    """The tree as text; turned, with the sides of everything commutative exchanged."""

    def part(index: int) -> str:
        inner = drawn[index]
        assert not isinstance(inner, str)
        return write(inner, turned=turned)

    match drawn[0]:
        case ("+" | "*" | "min" | "max") as operator:
            left, right = (part(2), part(1)) if turned else (part(1), part(2))
            return f"({left} {operator} {right})" if operator in "+*" else f"{operator}({left}, {right})"
        case ("-" | "floordiv" | "mod") as operator:
            return f"({part(1)} {operator} {part(2)})"
        case "if":
            return f"if({part(2)} {drawn[1]} {part(3)}, {part(4)}, {part(5)})"
        case "pow":
            return f"pow({part(1)}, {part(2)})"
        case "log2":
            return f"log2({part(1)})"
        case "rows":
            return f"rows[{part(1)}]"
        case "sum":  # the position stands in a term, a condition and an index
            name, first, second = str(drawn[1]), part(3), part(4)
            product = f"{first} * {name}" if turned else f"{name} * {first}"
            return f"sum({name} : {part(2)}, {product} + if({name} lt {second}, rows[{name}], {name} floordiv 2))"
        case leaf:
            return str(leaf)
