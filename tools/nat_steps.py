"""`lift-nat`: an index expression, simplified step by step under stated facts.

Shows what the compiler does with every index and length: each rule, what it rewrote, and
which facts it had to prove first. Without arguments it walks through a few known indices.
"""

import argparse
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from ..dialects.nat.expr import Condition, compare, sum_bound, var
from ..dialects.nat.facts import Facts
from ..dialects.nat.parser import (
    OPERATORS,
    RELATIONS,
    RESERVED,
    NatGrammar,
    NatSyntaxError,
    TextTokens,
    parse_condition,
    parse_nat,
)
from ..dialects.nat.print_c import to_c
from ..dialects.nat.prove import obligations
from ..dialects.nat.ring import Nat, NatError
from ..dialects.nat.simplify import Step, explain, simplify
from ..dialects.nat.sums import prefix_tables

T = TypeVar("T")

NAME = re.compile(r"[A-Za-z_]\w*")
NOT_NAMES = RESERVED | set(RELATIONS) | {"_"}


@dataclass(frozen=True)
class Question:
    """An expression and what is known of its names, all as written."""

    text: str
    sizes: tuple[str, ...] = ()
    indices: tuple[str, ...] = ()
    tables: tuple[str, ...] = ()
    where: tuple[str, ...] = ()
    title: str = ""


_FLAT = "(w*M + l)"
_SWAPPED = f"({_FLAT} floordiv M + ({_FLAT} mod M) * N)"
_TILES = "(K floordiv 16)"
_TILE = f"(ti*{_TILES} + tj)"

SHOWCASES = (
    Question(
        title="Reading through a transposition: figure 6 of the Lift paper",
        text=f"({_SWAPPED} floordiv N) * N + {_SWAPPED} mod N",
        sizes=("N,M",),
        indices=("w:N", "l:M"),
    ),
    Question(
        title="Element (i, j) of tile (ti, tj) of an M x K matrix, as a tiled matrix product reads it",
        text=f"(16*({_TILE} floordiv {_TILES}) + (16*i + j) floordiv 16) * (16*{_TILES})"
        f" + 16*({_TILE} mod {_TILES}) + (16*i + j) mod 16",
        sizes=("M,K",),
        indices=("ti:M floordiv 16", "tj:K floordiv 16", "i:16", "j:16"),
        where=("M mod 16 eq 0", "K mod 16 eq 0"),
    ),
    Question(
        title="Element c of row r of a triangular matrix whose rows are stored one after the other",
        text="sum(i : r, i + 1) + c",
        sizes=("N",),
        indices=("r:N", "c:r + 1"),
    ),
)


class BadInput(Exception):
    """What the person typed cannot be used; points at the character where it went wrong."""

    def __init__(self, message: str, text: str, offset: int, option: str = "", hint: str = "") -> None:
        super().__init__(message)
        self.text, self.offset, self.option, self.hint = text, offset, option, hint

    def __str__(self) -> str:
        place = f" in {self.option}" if self.option else ""
        lines = [f"error{place}: {self.args[0]}", f"  {self.text}", f"  {' ' * self.offset}^"]
        return "\n".join([*lines, f"  {self.hint}"] if self.hint else lines)


def read(parse: Callable[[str], T], text: str, option: str = "", start: int = 0) -> T:
    """Parse `text` from `start` on, with errors that point into the whole of it."""
    try:
        return parse(text[start:])
    except NatSyntaxError as error:
        raise BadInput(str(error), text, start + error.offset, option) from None
    except NatError as error:
        raise BadInput(str(error), text, start, option) from None


def names_in(text: str) -> dict[str, int]:
    """The names that occur in a text, with the offset of the first occurrence."""
    return {m.group(): m.start() for m in reversed(list(NAME.finditer(text))) if m.group() not in NOT_NAMES}


def binding(text: str, option: str) -> tuple[str, Nat]:
    """Read `name:expression`."""
    name, colon, _ = text.partition(":")
    if not NAME.fullmatch(name) or name in NOT_NAMES:
        raise BadInput("expected a name first, as in i:N", text, 0, option)
    if not colon:
        raise BadInput(f"expected ':' after '{name}', as in {name}:N", text, len(text), option)
    return name, read(parse_nat, text, option, len(name) + 1)


def sizes_of(question: Question) -> list[str]:
    sizes = [name.strip() for text in question.sizes for name in text.split(",")]
    for name in sizes:
        if not NAME.fullmatch(name) or name in NOT_NAMES:
            raise BadInput("expected names with commas between them, as in N,M", name, 0, "--size")
    return sizes


def check_names(question: Question, declared: list[str]) -> None:
    """A name that only a fact uses is taken for a slip of the pen."""
    stated = [("--index", text) for text in question.indices] + [("--table", text) for text in question.tables]
    known = {*names_in(question.text), *declared, *(text.partition(":")[0] for _, text in stated)}
    for option, text in [*stated, *(("--where", text) for text in question.where)]:
        for name, offset in names_in(text).items():
            if name not in known:
                raise BadInput(f"'{name}' is neither in the expression nor declared", text, offset, option)


def facts_of(question: Question) -> Facts:
    """What the options state, outermost first: sizes and tables, what holds of them, then indices."""
    sizes = sizes_of(question)
    check_names(question, sizes)
    facts = Facts().size(*sizes)
    for text in question.tables:
        facts = facts.table(*binding(text, "--table"))
    facts = facts.given(*(read(parse_condition, text, "--where") for text in question.where))
    for text in question.indices:
        facts = facts.index(*binding(text, "--index"))
    return facts


def operands(text: str) -> Iterator[tuple[int, Nat]]:
    """The divisors, arguments and table indices of an expression, with their offsets."""
    tokens = TextTokens(text).tokens
    for before, (position, (_, offset)) in zip(tokens, list(enumerate(tokens))[1:], strict=False):
        if before[0] in OPERATORS:
            yield offset, parse_nat(text[offset : end_of_factor(tokens, position)])
        elif before[0] in ("(", "[", ",", ":"):
            rest = TextTokens(text)
            rest.position = position
            yield offset, NatGrammar(rest).nat()


def end_of_factor(tokens: list[tuple[str, int]], position: int) -> int:
    """The offset behind the name, number, call, look-up or parentheses that begin at a token."""
    depth = 0
    for (token, _), (following, offset) in zip(tokens[position:], tokens[position + 1 :], strict=False):
        depth += (token in ("(", "[")) - (token in (")", "]"))
        if depth == 0 and following not in ("(", "["):
            return offset
    return tokens[-1][1]


def locate(text: str, condition: Condition) -> int:
    """Where the operand that must fulfil a condition is written; the start where that is not clear."""
    fitting = (
        offset
        for offset, operand in operands(text)
        if condition in (compare(operand, "ge", 1), compare(operand, "ge", 0))
    )
    return next(fitting, 0)


def check_defined(text: str, expression: Nat, facts: Facts) -> None:
    missing = obligations(expression, facts)
    if missing:
        needed = ", ".join(map(str, missing))
        hint = f'if it holds, say so: --where "{missing[0]}"'
        raise BadInput(f"this has a value only where {needed}", text, locate(text, missing[0]), hint=hint)


def steps_table(steps: list[Step]) -> Table:
    table = Table("", "rule", "before", "after", "because", box=None, header_style="dim", padding=(0, 2, 0, 0))
    for number, step in enumerate(steps, 1):
        because = ", ".join(str(condition) for condition in step.because if condition.decided is None)
        table.add_row(*map(escape, (str(number), step.rule, str(step.before), str(step.after), because)))
    return table


def labelled(rows: dict[str, str]) -> Table:
    grid = Table.grid(padding=(0, 2))
    for label, text in rows.items():
        grid.add_row(f"[dim]{label}[/dim]", escape(text))
    return grid


def stated(expression: Nat, facts: Facts) -> str:
    """The facts, and which names nothing is known of."""
    tables = [f"{name} has {facts.back(length)} entries" for name, length in facts.tables.items()]
    unknown = [f"{name} is any integer" for name in sorted(expression.names - facts.order.keys())]
    return ", ".join([*map(str, facts.conditions), *tables, *unknown]) or "none"


def in_c(result: Nat, facts: Facts) -> dict[str, str]:
    """The result in C, and what the tables hold that it looks sums up in."""
    names = {body: f"sums{number}" for number, body in enumerate(prefix_tables(result))}
    held = [f"{name}[n] is {sum_bound(var('n'), body)}" for body, name in names.items()]
    text = to_c(result, facts, prefix_sums=names)
    return {"C": text, "where": ", ".join(held)} if held else {"C": text}


def answer(question: Question, console: Console) -> None:
    """Print a question, the steps taken and what is left."""
    expression = read(parse_nat, question.text)
    facts = facts_of(question)
    check_defined(question.text, expression, facts)
    solved = facts.back(facts.into(expression))
    steps = explain(expression, facts)
    result = simplify(expression, facts)
    results = {"MLIR": str(result)} | in_c(result, facts)
    given = {"index": question.text, "parsed": str(expression), "facts": stated(expression, facts)}
    if solved is not expression:
        given["solved"] = f"{solved}, by the equations among the facts"
    if question.title:
        console.print(f"[bold]{escape(question.title)}[/bold]")
    console.print(labelled(given))
    console.print()
    console.print(steps_table(steps) if steps else "no rule to apply")
    console.print()
    console.print(labelled(results), style="green")
    console.print()


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="lift-nat",
        description="Simplify an index expression step by step, showing each rule and the facts it used.",
        epilog='example: lift-nat "(j*M + i) mod M" --size M --index i:M --index j:4',
    )
    parser.add_argument("expression", nargs="?", help="what to simplify; without one, known indices are shown")
    parser.add_argument("--size", action="append", default=[], metavar="N,M", help="names that are at least 1")
    parser.add_argument("--index", action="append", default=[], metavar="i:N", help="a name in [0, N)")
    parser.add_argument("--table", action="append", default=[], metavar="rows:N", help="a table of N naturals")
    parser.add_argument("--where", action="append", default=[], metavar="FACT", help='e.g. "N mod 4 eq 0", "N ge 2"')
    return parser


def main(words: list[str] | None = None) -> int:
    parser = arguments()
    options = parser.parse_args(words)
    sizes, indices, tables, where = map(tuple[str, ...], (options.size, options.index, options.table, options.where))
    questions = SHOWCASES
    if options.expression is not None:
        questions = (Question(options.expression, sizes, indices, tables, where),)
    elif sizes or indices or tables or where:
        parser.error("facts are given, but no expression")
    console = Console(highlight=False, width=None if sys.stdout.isatty() else 120)
    try:
        for question in questions:
            answer(question, console)
    except BadInput as error:
        print(error, file=sys.stderr)
        return 1
    except NatError as error:  # too large to work with
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0
