"""Results that the algebra has to reproduce, and traps that it must not fall into.

Each row of the tables is one claim. Every claim is also tried with other names, with terms and factors in another
order, scaled, and as a part of larger indices: nothing here may depend on how an expression happens to be written.
"""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

import pytest

from lift.dialects.nat.evaluate import evaluate, evaluate_condition
from lift.dialects.nat.facts import Facts
from lift.dialects.nat.parser import RELATIONS, RESERVED, parse_condition, parse_nat
from lift.dialects.nat.prove import obligations
from lift.dialects.nat.ring import Nat, NatError, Undefined
from lift.dialects.nat.simplify import simplify
from lift.dialects.nat.sums import prefix_tables

# Claims


@dataclass(frozen=True)
class Claim:
    """`before` simplifies to `after` under facts: `N size`, `n natural`, `i in N`, `f table N`, or a comparison."""

    number: str
    before: str
    after: str
    facts: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.number}: {self.before} -> {self.after}"


def claim(number: str, before: str, after: str, facts: str = "") -> Claim:
    return Claim(number, before, after, tuple(fact.strip() for fact in facts.split(";") if fact))


@cache
def read_facts(lines: tuple[str, ...]) -> Facts:
    facts = Facts()
    for line in lines:
        match line.split(" ", 2):
            case [name, "size"]:
                facts = facts.size(name)
            case [name, "natural"]:
                facts = facts.natural(name)
            case [name, "in", count]:
                facts = facts.index(name, parse_nat(count))
            case [name, "table", length]:
                facts = facts.table(name, parse_nat(length))
            case _:
                facts = facts.given(line)
    return facts


TRANSPOSED = "((w*M + l) floordiv M + ((w*M + l) mod M) * N)"
TABLES = "n natural; f table n; g table n"
SPLIT = "sum(i : min(c, n), f[i]) + sum(i : n - min(c, n), g[i + min(c, n)])"

SIMPLE = (
    claim("1", "i mod M", "i", "M size; i in M"),
    claim("1", "i floordiv M", "0", "M size; i in M"),
    claim("2", "(a floordiv d) * d + a mod d", "a", "d size"),
    claim("2", "(a floordiv 4) * 4 + a mod 4", "a"),
    claim("2", "5 * (a floordiv d) * d + 5 * (a mod d)", "5 * a", "d size"),
    claim("2", "e * (a floordiv d) * d + e * (a mod d)", "e * a", "d size"),
    claim("2", "6 * (a floordiv 4) * 4 + 6 * (a mod 4)", "6 * a"),
    claim("3", "(j*M + 2*j + i) mod (M + 2)", "i", "M size; i in M + 2"),
    claim("3", "(j*M + 2*j + i) floordiv (M + 2)", "j", "M size; i in M + 2"),
    claim("4", "(2*N + M*N) floordiv (2 + M)", "N", "M size; N size"),
    claim("4", "(2*N + M*N) mod (2 + M)", "0", "M size; N size"),
    claim("5", "(N*i + N*k + 2*i + 2*k + j) floordiv (2 + N)", "i + k", "N size; j in N + 2"),
    claim("5", "(N*i + N*k + 2*i + 2*k + j) mod (2 + N)", "j", "N size; j in N + 2"),
    claim("6", "(2*j + j*M + k + i) mod (2 + M)", "i + k", "M size; i in M; k in 3"),
    claim("6", "(2*j + j*M + k + i) floordiv (2 + M)", "j", "M size; i in M; k in 3"),
    claim("7", "(1 + N*i + 2*i + j) mod (2 + N)", "j + 1", "N size; j in N"),
    claim("7", "(1 + N*i + 2*i + j) floordiv (2 + N)", "i", "N size; j in N"),
    claim("8", "(3 + N + j) floordiv (2 + N)", "1", "N size; j in N"),
    claim("8", "(3 + N + j) mod (2 + N)", "1 + j", "N size; j in N"),
    claim("9", "(a mod N) floordiv N", "0", "N size"),
    claim("9", "(a mod N + b*N) mod N", "a mod N", "N size"),
    claim("9", "(a mod N + b*N) floordiv N", "b", "N size"),
    claim("10", "4*N floordiv 2", "2*N", "N size"),
    claim("10", "(N*M) mod N", "0", "N size; M size"),
    claim("10", "(N*M) floordiv N", "M", "N size; M size"),
    claim("10", "N floordiv N", "1", "N size"),
    claim("11", "(id + 4*i) floordiv 8", "0", "id in 4; i in 2"),
    claim("11", "(id + 4*i) mod 8", "id + 4*i", "id in 4; i in 2"),
    claim("12", "(i + N) floordiv N", "1", "N size; i in N"),
    claim("12", "(i + N) mod N", "i", "N size; i in N"),
    claim(
        "13",
        "(wg + l * (N floordiv 4)) mod (N floordiv 4)",
        "wg",
        "N size; N mod 4 eq 0; wg in N floordiv 4; l in 4",
    ),
    claim(
        "13",
        "(wg + l * (N floordiv 4)) floordiv (N floordiv 4)",
        "l",
        "N size; N mod 4 eq 0; wg in N floordiv 4; l in 4",
    ),
    claim("13", "(wg + l * (N floordiv 4)) floordiv N", "0", "N size; N mod 4 eq 0; wg in N floordiv 4; l in 4"),
    claim("13", "4 * (N floordiv 4)", "N", "N size; N mod 4 eq 0"),
    claim("14", "(899 + 4*v) mod 128", "3 + 4*v", "v in 32 - 0"),
    claim("14", "(899 + 4*v) floordiv 128", "7", "v in 32 - 0"),
    claim("15", "x", "0", "x in 1"),
    claim("15", "x * N + y", "y", "N size; x in 1"),
    claim("16", "(x floordiv 2) floordiv 4", "x floordiv 8"),
    claim("16", "(x floordiv M) floordiv N", "x floordiv (M * N)", "M size; N size"),
    claim("17", "min(n + 5, n + 10)", "n + 5"),
    claim("17", "max(n, 2*n)", "2*n", "n natural"),
    claim("17", "min(n, 2*n, n + 3)", "n", "n natural"),
    claim("18", "if(i lt M, a, b)", "a", "M size; i in M"),
    claim("18", "if(i ge M, a, b)", "b", "M size; i in M"),
    claim("18", "if(i eq M, a, b)", "b", "M size; i in M"),
    claim("18", "if(p lt q, a, a)", "a"),
    claim("18", "if(p lt q, x + 2*y, 2*y + x)", "x + 2*y"),
    claim("18", "if(p lt q, if(p lt q, a, b), c)", "if(p lt q, a, c)"),
    claim("18", "if(p lt q, if(p le q, a, b), c)", "if(p lt q, a, c)"),
    claim("18", "if(p lt q, c, if(p ge q, a, b))", "if(p lt q, c, a)"),
    claim("18", "if(x lt 4, if(x lt 9, a, b), c)", "if(x lt 4, a, c)"),
    claim("18", "if(x lt M, x mod M, 0)", "if(x lt M, x, 0)", "M size; x natural"),
    claim("19", f"({TRANSPOSED} floordiv N) * N + {TRANSPOSED} mod N", "l*N + w", "N size; M size; w in N; l in M"),
    claim("19", f"{TRANSPOSED} floordiv N", "l", "N size; M size; w in N; l in M"),
    claim("20", "pow(2, log2(n))", "n", "n size; n eq pow(2, log2(n))"),
    claim("20", "log2(pow(2, k))", "k", "k natural"),
    claim("20", "n floordiv pow(2, k) floordiv 2", "n floordiv pow(2, k + 1)", "n natural; k natural"),
    claim("20", "2 * pow(2, k)", "pow(2, k + 1)", "k natural"),
    claim("21", "sum(i : r, i + 1) + c", "r*(r + 1) floordiv 2 + c", "r natural"),
    claim("21", "sum(i : n, c)", "n*c", "n natural"),
    claim("21", "sum(i : n, i*i)", "n*(n - 1)*(2*n - 1) floordiv 6", "n natural"),
    claim("21", "sum(i : n, i*i*i)", "n*n*(n - 1)*(n - 1) floordiv 4", "n natural"),
    claim("21", "sum(i : n, pow(2, i))", "pow(2, n) - 1", "n natural"),
    claim("21", "sum(i : n, sum(j : i, 1))", "n*(n - 1) floordiv 2", "n natural"),
    claim("21", "sum(i : n, sum(j : i + 1, j + 1))", "n*(n + 1)*(n + 2) floordiv 6", "n natural"),
    claim("21", "sum(i : n, (N*i + N) floordiv 32 - N*i floordiv 32)", "N*n floordiv 32", "N natural; n natural"),
    claim(
        "21",
        "sum(i : n, M*((N*i + N) floordiv 32) - M*(N*i floordiv 32))",
        "M*(N*n floordiv 32)",
        "N natural; n natural",
    ),
    claim("22", "sum(i : n, if(i lt c, f[i], g[i]))", SPLIT, f"{TABLES}; c natural"),
    claim("22", "sum(i : n, if(i lt c, 1, 2))", "min(c, n) + 2 * (n - min(c, n))", "n natural; c natural"),
    claim("22", "sum(i : n, if(i lt c, 1, 2))", "2*n - c", "n natural; c natural; c le n"),
    claim("22", "sum(i : n, if(i ge c, 1, 2))", "n + c", "n natural; c natural; c le n"),
    claim("22", "sum(i : n, min(i, c))", "c*(c - 1) floordiv 2 + (n - c)*c", "n natural; c natural; c le n"),
    claim("23", "sum(i : n, f[i] + g[i])", "sum(i : n, f[i]) + sum(i : n, g[i])", TABLES),
    claim("23", "sum(i : n, f[i] + i)", "sum(i : n, f[i]) + n*(n - 1) floordiv 2", TABLES),
    claim("23", "sum(i : n, 3 * f[i])", "3 * sum(i : n, f[i])", TABLES),
    claim("23", "sum(i : n, K * f[i])", "K * sum(i : n, f[i])", TABLES),
    claim("23", "sum(i : n - m, f[i + m])", "sum(i : n, f[i]) - sum(i : m, f[i])", f"{TABLES}; m natural; m le n"),
    claim("24", "sum(k : i, rows[k])", "sum(k : i, rows[k])", "N size; rows table N; i in N"),
    claim(
        "24",
        "sum(k : i, rows[k]) + sum(k : N - i, rows[k + i])",
        "sum(k : N, rows[k])",
        "N size; rows table N; i in N",
    ),
)


# Transformations

Change = Callable[[ast.expr], ast.expr]
COMPARISONS: Mapping[type[ast.cmpop], str] = {
    ast.Lt: "lt",
    ast.LtE: "le",
    ast.Gt: "gt",
    ast.GtE: "ge",
    ast.Eq: "eq",
    ast.NotEq: "ne",
}
WORDS = {"floordiv": "//", "mod": "%", "lt": "<", "le": "<=", "gt": ">", "ge": ">=", "eq": "==", "ne": "!="}
OPERATORS: Mapping[type[ast.operator], str] = {ast.Sub: "-", ast.FloorDiv: "floordiv", ast.Mod: "mod"}
NAME = re.compile(r"\b[A-Za-z_]\w*\b")


def read(text: str) -> ast.expr:
    """An expression as Python's own syntax tree: the operators have the same precedence there."""
    text = re.sub(r"sum\((\w+) :", r"sum(\1,", text).replace("if(", "choose(")
    return ast.parse(NAME.sub(lambda name: WORDS.get(name[0], name[0]), text), mode="eval").body


def write(tree: ast.expr, order: Callable[[list[ast.expr]], list[ast.expr]]) -> str:
    """The tree as text with parentheses everywhere, terms and factors put in some order."""
    match tree:
        case ast.BinOp(op=ast.Add() | ast.Mult()):
            sign = " + " if isinstance(tree.op, ast.Add) else " * "
            return f"({sign.join(write(part, order) for part in order(flattened(tree, type(tree.op))))})"
        case ast.BinOp():
            return f"({write(tree.left, order)} {OPERATORS[type(tree.op)]} {write(tree.right, order)})"
        case ast.UnaryOp(operand=operand):
            return f"(-{write(operand, order)})"
        case ast.Compare(left=left, ops=[relation], comparators=[right]):
            return f"{write(left, order)} {COMPARISONS[type(relation)]} {write(right, order)}"
        case ast.Subscript(value=ast.Name(id=table), slice=index):
            return f"{table}[{write(index, order)}]"
        case ast.Call(func=ast.Name(id="sum"), args=[ast.Name(id=name), count, body]):
            return f"sum({name} : {write(count, order)}, {write(body, order)})"
        case ast.Call(func=ast.Name(id=function), args=args):
            args = order(args) if function in ("min", "max") else args
            return f"{function.replace('choose', 'if')}({', '.join(write(arg, order) for arg in args)})"
        case ast.Name(id=name):
            return name
        case ast.Constant(value=value):
            return str(value)
        case _:
            raise TypeError(ast.dump(tree))


def flattened(tree: ast.expr, operator: type[ast.operator]) -> list[ast.expr]:
    if isinstance(tree, ast.BinOp) and isinstance(tree.op, operator):
        return [*flattened(tree.left, operator), *flattened(tree.right, operator)]
    return [tree]


def commuted(row: Claim) -> Iterator[Claim]:
    yield replace(row, before=write(read(row.before), lambda parts: parts[::-1]))
    for seed in range(3):
        draw = random.Random(seed)
        yield replace(row, before=write(read(row.before), lambda parts, draw=draw: draw.sample(parts, len(parts))))


def names_of(row: Claim) -> list[str]:
    words = {*RESERVED, *RELATIONS, "size", "natural", "in", "table"}
    return sorted({name for text in (row.before, row.after, *row.facts) for name in NAME.findall(text)} - words)


def renamed(row: Claim) -> Iterator[Claim]:
    """With the order of the alphabet reversed, letters in the other case, long names, and names exchanged at random."""
    names = names_of(row)
    choices: list[Sequence[str]] = [
        names[::-1],
        [f"v{len(names) - position:02}" for position in range(len(names))],
        [name.swapcase() + "_" for name in names],
        *(random.Random(seed).sample(names, len(names)) for seed in range(3)),
    ]
    for choice in choices:
        new = dict(zip(names, choice, strict=True))

        def rename(text: str, new: Mapping[str, str] = new) -> str:
            return NAME.sub(lambda name: new.get(name[0], name[0]), text)

        yield Claim(row.number, rename(row.before), rename(row.after), tuple(map(rename, row.facts)))


def scaled(row: Claim) -> Iterator[Claim]:
    for factor, more in (("3", "7"), ("-2", "1"), ("Q", "q"), ("(Q + 1)", "0")):
        yield replace(row, before=f"{factor} * ({row.before}) + {more}", after=f"{factor} * ({row.after}) + {more}")
    for factor in ("4", "F"):
        tree = read(row.before)
        larger = Enlarged(factor).visit(tree)
        if larger.count:
            text = write(larger.tree, lambda parts: parts)
            yield replace(row, before=text, facts=("F size", *row.facts))


@dataclass
class Larger:
    tree: ast.expr
    count: int


class Enlarged:
    """`x floordiv d` as `(c*x) floordiv (c*d)`, and `x mod d` as `((c*x) mod (c*d)) floordiv c`, outermost first."""

    def __init__(self, factor: str):
        self.factor = read(factor)

    def visit(self, tree: ast.expr) -> Larger:
        if isinstance(tree, ast.BinOp):
            left, right = self.visit(tree.left), self.visit(tree.right)
            count = left.count + right.count
            if isinstance(tree.op, (ast.FloorDiv, ast.Mod)):
                sides = (ast.BinOp(self.factor, ast.Mult(), side.tree) for side in (left, right))
                larger = ast.BinOp(next(sides), tree.op, next(sides))
                quotient = (
                    larger if isinstance(tree.op, ast.FloorDiv) else ast.BinOp(larger, ast.FloorDiv(), self.factor)
                )
                return Larger(quotient, count + 1)
            return Larger(ast.BinOp(left.tree, tree.op, right.tree), count)
        return Larger(tree, 0)


EMBEDDINGS = {
    "a row of a larger index": ("base + ({}) * L + e", ()),
    "the last dimension": ("(base * W + e) * L + ({})", ()),
    "a digit taken apart": ("(({}) * L + u) floordiv L", ("u in L",)),
    "below a digit": ("(({}) * L + u) mod L + ({})", ("u in L",)),
    "inside a division": ("({} + e) floordiv 3", ()),
    "inside a remainder": ("(e - ({})) mod L", ()),
    "an index of a table": ("other[{}]", ()),
    "a branch": ("if(e lt base, {}, 0 - ({}))", ()),
    "a condition": ("if({} lt base, e, base)", ()),
    "a count": ("sum(t : {}, other[t])", ()),
    "a term of a sum": ("sum(t : L, other[t] + ({}))", ()),
    "an extreme": ("min({}, e) * max(base, {})", ()),
}


def embedded(row: Claim) -> Iterator[Claim]:
    for text, facts in EMBEDDINGS.values():
        frame = text.replace("{}", "({0})")
        new = ("L size", "W size", "other table L", *facts, *row.facts)
        yield replace(row, before=frame.format(row.before), after=frame.format(row.after), facts=new)


# What it means to simplify

COUNTED = ("floordiv", "mod", "if", "min", "max", "sum")


def operators(text: str) -> int:
    return sum(word in COUNTED for word in NAME.findall(text))


def check(row: Claim) -> None:
    facts = read_facts(row.facts)
    result = simplify(parse_nat(row.before), facts)
    wanted = simplify(parse_nat(row.after), facts)
    told = f"{row.before}\n  under {'; '.join(row.facts)}\n  gives  {result}\n  wanted {row.after}"
    assert result is wanted, f"{told}, simplified {wanted}"
    most = max(operators(row.after), operators(str(parse_nat(row.after))))  # a product with a sum is multiplied out
    assert operators(str(result)) <= most, told


def changes(transformation: Callable[[Claim], Iterator[Claim]]) -> pytest.MarkDecorator:
    rows = [new for row in SIMPLE for new in transformation(row)]
    return pytest.mark.parametrize("row", rows, ids=str)


@pytest.mark.parametrize("row", SIMPLE, ids=str)
def test_it_simplifies(row: Claim) -> None:
    check(row)


@changes(renamed)
def test_it_simplifies_under_other_names(row: Claim) -> None:
    check(row)


@changes(commuted)
def test_it_simplifies_in_another_order(row: Claim) -> None:
    check(row)


@changes(scaled)
def test_it_simplifies_scaled(row: Claim) -> None:
    check(row)


@changes(embedded)
def test_it_simplifies_inside_a_larger_index(row: Claim) -> None:
    check(row)


@pytest.mark.parametrize("row", SIMPLE, ids=str)
def test_simplifying_twice_changes_nothing(row: Claim) -> None:
    facts = read_facts(row.facts)
    once = simplify(parse_nat(row.before), facts)
    assert simplify(once, facts) is once


@pytest.mark.parametrize("row", SIMPLE, ids=str)
def test_nothing_but_the_facts_is_needed(row: Claim) -> None:
    assert obligations(parse_nat(row.before), read_facts(row.facts)) == ()


def points(row: Claim, *nats: Nat) -> Iterator[tuple[dict[str, int], dict[str, list[int]]]]:
    """Values at which the facts hold."""
    conditions, draw = read_facts(row.facts).conditions, random.Random(str(row))
    names = sorted(frozenset[str]().union(*(nat.names for nat in nats), *(c.names for c in conditions)))
    tables = sorted(frozenset[str]().union(*(nat.tables for nat in nats)))
    for _ in range(3000):
        most = draw.choice((2, 4, 9, 40))
        values = {name: draw.randint(0 if draw.random() < 0.8 else -most, most) for name in names}
        if all(evaluate_condition(condition, values) for condition in conditions):
            yield values, {table: [draw.randint(0, 9) for _ in range(64)] for table in tables}


@pytest.mark.parametrize("row", SIMPLE, ids=str)
def test_the_value_stays_the_same(row: Claim) -> None:
    before, after = parse_nat(row.before), parse_nat(row.after)
    result = simplify(before, read_facts(row.facts))
    checked = 0
    for names, tables in points(row, before, after, result):
        value = evaluate(before, names, tables)
        assert value == evaluate(after, names, tables) == evaluate(result, names, tables), names
        checked += 1
    assert checked >= 20


def test_a_sum_of_entries_is_a_lookup_in_the_prefix_sums_of_the_table() -> None:
    facts = Facts().size("N").table("rows", parse_nat("N")).index("i", parse_nat("N"))
    result = simplify(parse_nat("sum(k : i, rows[k]) + 3 * sum(k : N, rows[k])"), facts)
    [(body, count)] = prefix_tables(result).items()
    assert body is next(iter(prefix_tables(parse_nat("sum(k : 1, rows[k])"))))
    assert evaluate(count, {"i": 2, "N": 5}) == 5


@pytest.mark.parametrize(
    ("text", "closed"),
    [
        ("sum(k : P, sum(j : parts[k], rows[sum(d : k, parts[d]) + j]))", "sum(i : sum(i : P, parts[i]), rows[i])"),
        (
            "sum(k : P, 3 * sum(j : parts[k], rows[sum(d : k, parts[d]) + j]) + k)",
            "P * (P - 1) floordiv 2 + 3 * sum(i : sum(i : P, parts[i]), rows[i])",
        ),
        ("sum(k : P, sum(j : k + 1, rows[j]) - sum(j : k, rows[j]))", "sum(i : P, rows[i])"),
        (
            "sum(k : P, sum(j : sum(d : k + 1, parts[d] + 1), rows[j]) - sum(j : sum(d : k, parts[d] + 1), rows[j]))",
            "sum(i : P + sum(i : P, parts[i]), rows[i])",
        ),
        (
            "sum(k : P, sum(j : sum(e : k, parts[e]), rows[sum(d : k, sum(e : d, parts[e])) + j]))",
            "sum(i : sum(i : P, sum(j : i, parts[j])), rows[i])",
        ),
    ],
)
def test_parts_as_long_as_a_table_says_add_up(text: str, closed: str) -> None:
    facts = Facts().size("P", "M").table("parts", parse_nat("P")).table("rows", parse_nat("M"))
    before, draw = parse_nat(text), random.Random(text)
    after = simplify(before, facts)
    assert str(after) == closed
    for count in (0, 1, 2, 5):
        parts = [draw.randrange(4) for _ in range(count)]
        tables = {"parts": parts, "rows": [draw.randrange(9) for _ in range(count * sum(parts) + count)]}
        names = {"P": count, "M": len(tables["rows"])}
        assert evaluate(before, names, tables) == evaluate(after, names, tables)


@pytest.mark.parametrize(
    ("text", "closed"),
    [
        ("sum(k : N ceildiv 5, sum(j : min(5, N - 5 * k), rows[5 * k + j]))", "sum(i : N, rows[i])"),
        (
            "sum(k : N ceildiv 5, 2 * sum(j : min(5, N - 5 * k), rows[5 * k + j]) + k)",
            "((N + 4) floordiv 5) * ((N + 4) floordiv 5 - 1) floordiv 2 + 2 * sum(i : N, rows[i])",
        ),
        ("sum(k : N ceildiv B, sum(j : min(B, N - B * k), rows[B * k + j]))", None),
        ("sum(k : N floordiv 5, sum(j : min(5, N - 5 * k - 1), rows[5 * k + j]))", None),
        ("sum(k : N ceildiv 5, sum(j : min(4, N - 5 * k), rows[5 * k + j]))", None),
    ],
)
def test_chunks_of_rows_add_up_though_the_last_is_shorter(text: str, closed: str | None) -> None:
    facts = Facts().size("N", "B").table("rows", parse_nat("N"))
    before, draw = parse_nat(text), random.Random(text)
    after = simplify(before, facts)
    assert closed is None or str(after) == closed
    for count in (0, 1, 4, 5, 6, 17, 20):
        names, tables = {"N": count, "B": 3}, {"rows": [draw.randrange(9) for _ in range(count)]}
        assert evaluate(before, names, tables) == evaluate(after, names, tables)


# Traps


@dataclass(frozen=True)
class Trap:
    """Something that looks like `tempting` but differs from it where the values are these."""

    expression: str
    tempting: str
    facts: tuple[str, ...]
    values: Mapping[str, int]

    def __str__(self) -> str:
        return f"{self.expression} is not {self.tempting}"


def trap(expression: str, tempting: str, facts: str = "", **values: int) -> Trap:
    return Trap(expression, tempting, claim("", "", "", facts).facts, values)


TRAPS = (
    trap("1 mod N", "1", "N size", N=1),
    trap("1 floordiv N", "0", "N size", N=1),
    trap("(N - 1) mod 2", "1", "N size", N=1),
    trap("(x - 1) mod n", "x - 1", "n size; x in n", x=0, n=3),
    trap("(x - 1) mod n", "x - 1", "n size; x le n", x=0, n=3),
    trap("(x - 1) floordiv n", "0", "n size; x in n", x=0, n=3),
    trap("(3 - i) mod 3", "0 - i mod 3", "i natural", i=1),
    trap("(3 - i) mod 3", "3 - i", "i in 4", i=0),
    trap("(0 - i) mod 3", "0 - i mod 3", "i natural", i=1),
    trap("(0 - i) floordiv 3", "0 - i floordiv 3", "i natural", i=1),
    trap("x floordiv y", "0", "y size; x lt y", x=-1, y=3),
    trap("x mod y", "x", "y size; x lt y", x=-1, y=3),
    trap("(4*i - 1) floordiv 4", "i", "", i=2),
    trap("(4*i - 1) floordiv 4", "i", "i natural", i=0),
    trap("(4*i - 1) mod 4", "0 - 1", "", i=2),
    trap("N floordiv 2 * 2", "N", "N size", N=3),
    trap("N floordiv 2 + N floordiv 2", "N", "N size", N=3),
    trap("(k*k) floordiv 2 * 2", "k*k", "", k=3),
    trap("(k*k + 1) floordiv 2 * 2", "k*k + 1", "", k=2),
    trap("(k*k + k + 1) floordiv 2 * 2", "k*k + k + 1", "", k=2),
    trap("(id + 4*i) floordiv 8", "0", "id in 5; i in 2", id=4, i=1),
    trap("(id + 4*i) mod 8", "id + 4*i", "id in 5; i in 2", id=4, i=1),
    trap("4 * (N floordiv 4)", "N", "N size; N mod 2 eq 0", N=6),
    trap("(wg + l * (N floordiv 4)) mod (N floordiv 4)", "wg", "N ge 4; l in 4; wg in N", wg=3, l=0, N=4),
    trap("(2*j + j*M + k + i) mod (2 + M)", "i + k", "M size; i in M; k in 4", M=1, i=0, k=3, j=1),
    trap("(1 + N*i + 2*i + j) floordiv (2 + N)", "i", "N size; j in N + 2", N=1, i=1, j=2),
    trap("(3 + N + j) floordiv (2 + N)", "1", "N size; j in N + 2", N=1, j=2),
    trap("x", "0", "x in 2", x=1),
    trap("(x floordiv 2) mod 4", "x mod 8", "x natural", x=2),
    trap("min(n, 2*n)", "n", "", n=-1),
    trap("max(n, 2*n)", "2*n", "", n=-1),
    trap("if(p lt q, if(p lt q + 1, a, b), if(p lt q + 1, a, b))", "a", "", p=3, q=2, a=1, b=2),
    trap("if(p ne q, a, b)", "a", "p le q", p=1, q=1, a=1, b=2),
    trap("pow(2, log2(n))", "n", "n size", n=3),
    trap("log2(n * m)", "log2(n) + log2(m)", "n size; m size", n=3, m=3),
    trap("n floordiv pow(2, k) * pow(2, k)", "n", "n natural; k natural", n=3, k=1),
    trap("sum(i : n, 1)", "n", "", n=-1),
    trap("sum(i : n, i)", "n*(n - 1) floordiv 2", "", n=-1),
    trap("sum(i : n, if(i lt c, 1, 2))", "2*n - c", "n natural; c natural", n=1, c=3),
    trap("sum(i : n, if(i lt c, 1, 2))", "2*n - c", "n natural; c le n", n=1, c=-1),
    trap("sum(i : n, if(i eq c, 1, 0))", "1", "n natural; c natural", n=1, c=3),
    trap("a mod N + b mod N", "(a + b) mod N", "N size", a=1, b=1, N=2),
    trap("(a mod N) * N + a floordiv N", "a", "N size", a=1, N=2),
    trap("(a mod 6) mod 4", "a mod 4", "a natural", a=6),
    trap("(a floordiv 3) * 2 + a mod 2", "a", "a natural", a=6),
)


@pytest.mark.parametrize("row", TRAPS, ids=str)
def test_the_trap_is_one(row: Trap) -> None:
    assert all(evaluate_condition(condition, row.values) for condition in read_facts(row.facts).conditions)
    assert evaluate(parse_nat(row.expression), row.values) != evaluate(parse_nat(row.tempting), row.values)


@pytest.mark.parametrize("row", TRAPS, ids=str)
def test_it_does_not_fall_into_the_trap(row: Trap) -> None:
    expression, facts = parse_nat(row.expression), read_facts(row.facts)
    result = simplify(expression, facts)
    assert result is not simplify(parse_nat(row.tempting), facts)
    assert evaluate(result, row.values) == evaluate(expression, row.values), result


@pytest.mark.parametrize("row", TRAPS, ids=str)
@pytest.mark.parametrize("frame", ["3 * ({}) + 7", "({}) floordiv 2", "(({}) * 5 + 4) mod 7", "max({}, 1)"])
def test_it_does_not_fall_into_the_trap_inside_a_larger_index(row: Trap, frame: str) -> None:
    expression = parse_nat(frame.format(row.expression))
    result = simplify(expression, read_facts(row.facts))
    assert evaluate(result, row.values) == evaluate(expression, row.values), result


@pytest.mark.parametrize("row", TRAPS, ids=str)
def test_the_value_stays_the_same_all_around_the_trap(row: Trap) -> None:
    expression, facts = parse_nat(row.expression), read_facts(row.facts)
    result, draw = simplify(expression, facts), random.Random(str(row))
    for _ in range(300):
        values = {name: value + draw.randint(-3, 6) for name, value in row.values.items()}
        if all(evaluate_condition(condition, values) for condition in facts.conditions):
            assert evaluate(result, values) == evaluate(expression, values), values


DIVISORS = (
    ("x floordiv y", "", "y ge 1"),
    ("x mod y", "", "y ge 1"),
    ("y floordiv y", "", "y ge 1"),
    ("y mod y", "y natural", "y ge 1"),
    ("(x * y) floordiv y", "y natural", "y ge 1"),
    ("(i + y) floordiv y", "y natural; i natural", "y ge 1"),
    ("(x floordiv y) * y + x mod y", "y natural", "y ge 1"),
    ("(x mod N) floordiv (N - 1)", "N size", "N ge 2"),
    ("x ceildiv (N floordiv 4)", "N size", "N floordiv 4 ge 1"),
    ("sum(i : n, 6 floordiv i)", "n natural", "i ge 1"),
    ("if(y ge 0, x floordiv y, 0)", "", "y ge 1"),
)


@pytest.mark.parametrize(("expression", "facts", "needed"), DIVISORS, ids=str)
def test_a_divisor_that_may_be_0_is_named(expression: str, facts: str, needed: str) -> None:
    known = read_facts(claim("", "", "", facts).facts)
    assert obligations(parse_nat(expression), known) == (parse_condition(needed),)


@pytest.mark.parametrize(("expression", "facts"), [row[:2] for row in DIVISORS], ids=str)
def test_nothing_is_simplified_away_that_divides_by_what_may_be_0(expression: str, facts: str) -> None:
    nat = parse_nat(expression)
    result = simplify(nat, read_facts(claim("", "", "", facts).facts))
    zero = dict.fromkeys(nat.names, 0) | {"n": 1, "N": 1}
    with pytest.raises(Undefined):
        evaluate(result, zero)


@pytest.mark.parametrize("text", ["x floordiv 0", "x mod 0", "x ceildiv 0", "x mod (N - N)", "x floordiv (2 - 3)"])
def test_a_divisor_that_is_0_is_refused_where_the_expression_is_built(text: str) -> None:
    with pytest.raises(NatError, match="is less than 1"):
        parse_nat(text)
