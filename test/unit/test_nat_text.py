"""The notation of expressions: what is read, what is printed, and what is refused, with the place it is refused at."""

from __future__ import annotations

import operator
import time
from collections.abc import Callable

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from lift.dialects.nat.evaluate import evaluate
from lift.dialects.nat.expr import (
    Condition,
    ceildiv,
    compare,
    floordiv,
    if_then_else,
    log2,
    lookup,
    maximum,
    minimum,
    mod,
    power,
    sum_over,
    var,
)
from lift.dialects.nat.parser import (
    RELATIONS,
    RESERVED,
    NatGrammar,
    NatSyntaxError,
    TextTokens,
    parse_condition,
    parse_nat,
)
from lift.dialects.nat.ring import Nat, NatError, const

# Reading back what was printed

EXPRESSIONS = (
    "0", "1", "-1", "9223372036854775807", "-9223372036854775807",
    "a", "-a", "a - b", "-a - b", "a + b - 3", "2 * a", "-2 * a", "a * a * b", "-(a * b)", "3 - a * b",
    "a floordiv b", "a floordiv 4", "-(a floordiv 4)", "-a floordiv 4", "(-a) floordiv 4", "0 - (a floordiv 4)",
    "a mod 4", "-(a mod 4)", "(-a) mod 4", "2 * (a floordiv 2)", "-2 * (a floordiv 2)", "b * (a mod 3)",
    "(a floordiv 2) * (b floordiv 3)", "(a floordiv 2) * (a floordiv 2)", "(a mod 2) * (a floordiv 2) * a",
    "a floordiv 2 floordiv b", "a floordiv (2 floordiv b)", "a mod b mod c", "a mod (b mod c)", "a floordiv b * c",
    "a floordiv (b * c)", "(a + b) floordiv (c + d)", "(a * b) mod (c * d)", "2 * a floordiv b", "a floordiv (2 * b)",
    "a ceildiv b", "a ceildiv 4", "(a + 1) ceildiv (b + 1)",
    "n * (n + 1) floordiv 2", "n * (n - 1) floordiv 2 + c", "3 * (n * (n + 1) floordiv 2)", "-(n * (n + 1) floordiv 2)",
    "n * (n + 1) * (n + 2) floordiv 6", "n * (n - 1) * (2 * n - 1) floordiv 6", "(n * n + n) floordiv 2 * m",
    "(n * (n + 1) floordiv 2) floordiv 3", "(n * (n + 1) floordiv 2) mod m", "n * (n + 1) floordiv 2 + m * (m + 1) floordiv 2",
    "k * n * (n + 1) floordiv 2 - 5 * k", "n * (n + 1) floordiv 2 - a floordiv 2", "n * n * (n - 1) * (n - 1) floordiv 4",
    "pow(2, k)", "pow(2, k + 1)", "pow(2, k - 1)", "2 * pow(2, k)", "3 * pow(2, k)", "-pow(2, k)", "pow(2, k) - 1",
    "pow(3, k) * pow(2, j)", "pow(6, k)", "pow(4, k)", "pow(2, k) * pow(2, j)", "pow(2, 2 * k)", "pow(a, 3)", "pow(a + 1, 2)",
    "n floordiv pow(2, k)", "n mod pow(2, k)", "pow(2, n floordiv 2)", "pow(2, pow(2, k))", "pow(2, k) floordiv 3",
    "log2(n)", "log2(n + 1)", "pow(2, log2(n))", "log2(pow(2, k))", "-log2(n)", "log2(n) floordiv 2",
    "min(a, b)", "max(a, b, c)", "min(a, max(b, c))", "-min(a, b)", "2 * min(a, b) - max(a, 3)", "min(a, b) floordiv 2",
    "min(a + b, a - b)", "min(0, a)", "max(-a, a)",
    "if(a lt b, a, b)", "if(a le b, a, b)", "if(a gt b, 1, 2)", "if(a ge 3, 1, 2)", "if(a lt 3, 1, 2)", "if(a ge 0, 1, 2)",
    "if(a lt 0, 1, 2)", "if(0 - a ge 0, 1, 2)", "if(a eq b, 1, 2)", "if(a ne b, 1, 2)", "if(a ne 0, 1, 2)",
    "if(2 * a eq 3, 1, 2)", "if(a mod 4 eq 0, a floordiv 4, if(b lt c, 1, 2))", "if(0 - a - b ge 5, 1, 2)",
    "if(n * (n + 1) floordiv 2 lt m, 1, 2)", "if(-a lt 3, 1, 2)", "if(a + b lt c + 3, 1, 2)", "if(3 le a - b, 1, 2)",
    "sum(i : n, i)", "sum(i : n, i * i + c)", "sum(i : n, f[i])", "sum(i : f[n], g[i])", "sum(i : n, sum(j : i, f[j] * i))",
    "sum(i : n, sum(j : n, i * j))", "sum(i : i, i)", "sum(i : n, i + j + k)", "sum(j : n, j * i) + i", "2 * sum(i : n, f[i])",
    "sum(i : n, i) floordiv 2", "sum(i : n floordiv 2, if(i lt c, f[i], 0))", "sum(x : n, j[x] + i[x])", "sum(x : 3, x mod 2)",
    "sum(x : n, n * (n + 1) floordiv 2)", "sum(x : n, x * (x + 1) floordiv 2)",
    "f[0]", "f[i + 1]", "f[f[i]]", "f[i] floordiv 2", "f[i floordiv 2] mod g[j]", "-f[i]", "f[i] * f[i]",
    "lt + le", "_", "a_1 + A_1", "i1 + i", "size + table",
)  # fmt: skip


@pytest.mark.parametrize("text", EXPRESSIONS)
def test_what_is_printed_reads_as_the_same(text: str) -> None:
    nat = parse_nat(text)
    assert parse_nat(str(nat)) is nat


@pytest.mark.parametrize("text", EXPRESSIONS)
def test_printing_is_stable(text: str) -> None:
    printed = str(parse_nat(text))
    assert str(parse_nat(printed)) == printed


CONDITIONS = (
    "N mod 4 eq 0", "a lt b", "a le b", "a gt b", "a ge b", "a eq b", "a ne b", "i lt N", "a ge 1", "a ge 0", "a lt 0",
    "a le 0", "a gt 0", "a lt 5", "-a lt 5", "a + 1 le b", "2 * a lt 4 * b", "2 * a eq 3", "2 * a eq 4 * b", "a - b ge 7",
    "a + b + 2 ge c", "a + 2 lt b", "a + b lt 0", "a + b le -4", "-a - b ge 4", "0 lt 1", "1 lt 0", "0 eq 0", "3 ne 3",
    "n * (n + 1) floordiv 2 lt m", "(n * (n + 1) floordiv 2) mod 3 eq 0", "rows[_] le M", "rows[_] ge 1",
    "n eq pow(2, log2(n))", "pow(2, k) le n", "2 * pow(2, k) le n", "4 * a + 2 * pow(2, k) ge 6", "a floordiv 2 ge b floordiv 3",
    "min(a, b) ne max(a, b)", "sum(k : i, f[k]) + j lt sum(k : n, f[k])", "if(a lt b, a, b) ge 0",
)  # fmt: skip


@pytest.mark.parametrize("text", CONDITIONS)
def test_a_condition_that_is_printed_reads_as_the_same(text: str) -> None:
    condition = parse_condition(text)
    assert parse_condition(str(condition)) is condition


@pytest.mark.parametrize("text", CONDITIONS)
def test_the_opposite_of_the_opposite_is_the_condition(text: str) -> None:
    condition = parse_condition(text)
    assert condition.negated.negated is condition


PRINTED = {
    "2*(N floordiv 2) + i": "i + 2 * (N floordiv 2)",
    "r*(r + 1) floordiv 2 + c": "r * (r + 1) floordiv 2 + c",
    "N mod 4": "N mod 4",
    "a - b": "a - b",
    "b - a": "b - a",
    "1 - a": "1 - a",
    "2 * pow(2, k)": "pow(2, k + 1)",
    "x floordiv d": "x floordiv d",
    "sum(position : n, f[position])": "sum(i : n, f[i])",
}


@pytest.mark.parametrize(("text", "printed"), PRINTED.items())
def test_it_is_printed_as_people_write_it(text: str, printed: str) -> None:
    assert str(parse_nat(text)) == printed


names = st.sampled_from(["a", "b", "i", "n", "N"])
tables = st.sampled_from(["f", "g", "i"])
relations = st.sampled_from(RELATIONS)


def larger(nats: st.SearchStrategy[Nat]) -> st.SearchStrategy[Nat]:
    divisors = nats.filter(lambda nat: nat.constant is None) | st.integers(1, 9).map(const)
    exponents = nats.filter(lambda nat: nat.constant is None or 0 <= nat.constant < 9)
    conditions: st.SearchStrategy[Condition] = st.builds(compare, nats, relations, nats)
    return st.one_of(
        st.builds(operator.add, nats, nats),
        st.builds(operator.sub, nats, nats),
        st.builds(operator.mul, nats, nats),
        st.builds(operator.neg, nats),
        st.builds(floordiv, nats, divisors),
        st.builds(ceildiv, nats, divisors),
        st.builds(mod, nats, divisors),
        st.builds(power, st.sampled_from([2, 3, 12]), exponents),
        st.builds(log2, nats.filter(lambda nat: nat.constant is None)),
        st.builds(minimum, nats, nats, nats),
        st.builds(maximum, nats, nats),
        st.builds(if_then_else, conditions, nats, nats),
        st.builds(sum_over, names, nats, nats),
        st.builds(lookup, tables, nats),
        nats.map(lambda nat: floordiv(nat * (nat + 1), 2)),
    )


def refused_is_no_expression(build: st.SearchStrategy[Nat]) -> st.SearchStrategy[Nat]:
    """Expressions; where a constructor refuses one for its size, another is drawn."""

    @st.composite
    def drawn(draw: st.DrawFn) -> Nat:
        try:
            return draw(build)
        except NatError:
            return const(0)

    return drawn()


leaves: st.SearchStrategy[Nat] = names.map(var) | st.integers(-9, 9).map(const)
nats = refused_is_no_expression(
    st.recursive(leaves, lambda inner: larger(refused_is_no_expression(inner)), max_leaves=12)
)


@given(nats)
@example(parse_nat("-(n * (n + 1) floordiv 2)"))
def test_any_expression_that_is_printed_reads_as_the_same(nat: Nat) -> None:
    assert parse_nat(str(nat)) is nat


@given(nats, relations, nats)
def test_any_condition_that_is_printed_reads_as_the_same(left: Nat, relation: str, right: Nat) -> None:
    condition = compare(left, relation, right)
    assert parse_condition(str(condition)) is condition


# Precedence

SAME = {
    "a + b * c": "a + (b * c)",
    "a * b + c": "(a * b) + c",
    "a - b - c": "(a - b) - c",
    "a - b + c": "(a - b) + c",
    "a + b floordiv c": "a + (b floordiv c)",
    "a - b mod c": "a - (b mod c)",
    "a + b ceildiv c": "a + (b ceildiv c)",
    "a * b floordiv c": "(a * b) floordiv c",
    "a floordiv b * c": "(a floordiv b) * c",
    "a mod b * c": "(a mod b) * c",
    "a * b mod c": "(a * b) mod c",
    "a floordiv b floordiv c": "(a floordiv b) floordiv c",
    "a mod b floordiv c": "(a mod b) floordiv c",
    "a floordiv b mod c": "(a floordiv b) mod c",
    "a ceildiv b mod c": "(a ceildiv b) mod c",
    "-a floordiv b": "(-a) floordiv b",
    "-a mod b": "(-a) mod b",
    "a * -b": "a * (-b)",
    "a - -b": "a + b",
    "--a": "a",
    "a floordiv -b": "a floordiv (0 - b)",
    "a ceildiv b": "(a + b - 1) floordiv b",
    "a+b": "a + b",
    "2*a": "2 * a",
    " a\n+\tb ": "a + b",
    "((a))": "a",
}


@pytest.mark.parametrize(("text", "same"), SAME.items())
def test_operators_bind_as_in_affine_expressions(text: str, same: str) -> None:
    assert parse_nat(text) is parse_nat(same)


VALUES = {
    "7 - 3 - 2": 2,
    "2 + 3 * 4": 14,
    "17 floordiv 5 * 2": 6,
    "17 mod 5 * 2": 4,
    "2 * 17 mod 5": 4,
    "-7 floordiv 2": -4,
    "-(7 floordiv 2)": -3,
    "-7 mod 3": 2,
    "-(7 mod 3)": -1,
    "7 ceildiv 2": 4,
    "-7 ceildiv 2": -3,
    "100 floordiv 7 floordiv 2": 7,
    "pow(2, 10) - 24": 1000,
    "pow(-3, 3)": -27,
    "log2(1023)": 9,
    "min(3, 1, 2) + max(3, 1, 2)": 4,
    "if(1 lt 2, 10, 20)": 10,
    "sum(i : 5, i * i)": 30,
    "sum(i : 3 - 5, 1)": 0,
    "sum(i : 4, sum(i : i, i))": 4,
}


@pytest.mark.parametrize(("text", "value"), VALUES.items())
def test_numbers_are_worked_out(text: str, value: int) -> None:
    assert evaluate(parse_nat(text), {}) == value


# Errors

WRONG = {
    "": (0, "expected a number, a name, a call or '(', found the end"),
    "a +": (3, "found the end"),
    "a + * b": (4, "expected a number, a name, a call or '(', found '*'"),
    "a b": (2, "expected the end, found 'b'"),
    "(a + b": (6, "expected ')', found the end"),
    "a + b)": (5, "expected the end, found ')'"),
    "(a]": (2, "expected ')', found ']'"),
    "f[a": (3, "expected ']', found the end"),
    "f[]": (2, "found ']'"),
    "f[a, b]": (3, "expected ']', found ','"),
    "2 f": (2, "expected the end, found 'f'"),
    "2f": (1, "expected the end, found 'f'"),
    "a ** b": (3, "found '*'"),
    "a / b": (2, "'/' has no meaning here"),
    "a % b": (2, "'%' has no meaning here"),
    "a + b ? c": (6, "'?' has no meaning here"),
    "a + é": (4, "'é' has no meaning here"),
    "1.5": (1, "'.' has no meaning here"),
    "floordiv a": (0, "found 'floordiv'"),
    "a floordiv": (10, "found the end"),
    "a mod mod b": (6, "found 'mod'"),
    "pow": (3, "expected '(', found the end"),
    "pow(2)": (5, "pow takes 2"),
    "pow(2, a, b)": (11, "pow takes 2"),
    "log2(a, b)": (9, "log2 takes 1"),
    "min(a)": (5, "min takes 2"),
    "min()": (4, "found ')'"),
    "max(a, )": (7, "found ')'"),
    "sum(3 : n, a)": (4, "expected a name, found '3'"),
    "sum(i, n, a)": (5, "expected ':', found ','"),
    "sum(i : n)": (9, "expected ',', found ')'"),
    "sum(mod : n, a)": (4, "'mod' is reserved"),
    "if(a, b, c)": (4, "expected a comparison"),
    "if(a lt b)": (9, "expected ',', found ')'"),
    "if(a lt b, c)": (12, "expected ',', found ')'"),
    "if(a lt b lt c, 1, 2)": (10, "expected ',', found 'lt'"),
    "a lt b": (2, "expected the end, found 'lt'"),
}


@pytest.mark.parametrize(("text", "wanted"), WRONG.items())
def test_an_error_says_where_and_what_was_expected(text: str, wanted: tuple[int, str]) -> None:
    with pytest.raises(NatSyntaxError) as raised:
        parse_nat(text)
    assert wanted[1] in str(raised.value)
    assert raised.value.offset == wanted[0]


WRONG_CONDITIONS = {
    "": (0, "found the end"),
    "a": (1, "expected a comparison (lt, le, gt, ge, eq, ne), found the end"),
    "a < b": (2, "'<' has no meaning here"),
    "a = b": (2, "'=' has no meaning here"),
    "a lt": (4, "found the end"),
    "a lt b lt c": (7, "expected the end, found 'lt'"),
    "a lt b, c": (6, "expected the end, found ','"),
    "a is b": (2, "expected a comparison (lt, le, gt, ge, eq, ne), found 'is'"),
}


@pytest.mark.parametrize(("text", "wanted"), WRONG_CONDITIONS.items())
def test_an_error_in_a_condition_says_where_and_what_was_expected(text: str, wanted: tuple[int, str]) -> None:
    with pytest.raises(NatSyntaxError) as raised:
        parse_condition(text)
    assert raised.value.offset == wanted[0]
    assert wanted[1] in str(raised.value)


@pytest.mark.parametrize("word", sorted(RESERVED))
def test_a_reserved_word_is_no_name(word: str) -> None:
    with pytest.raises(NatSyntaxError):
        parse_nat(f"a + {word}")
    with pytest.raises(NatSyntaxError, match=f"'{word}' is reserved"):
        parse_nat(f"sum({word} : n, 1)")


@pytest.mark.parametrize(
    "text", ["3 floordiv 0 + a", "a + 3 mod (2 - 2)", "log2(0) + a", "pow(a, b) + 1", "pow(a, -1) + 1"]
)
def test_what_a_constructor_refuses_is_an_error_in_the_text(text: str) -> None:
    with pytest.raises(NatSyntaxError) as raised:
        parse_nat(text)
    assert 0 < raised.value.offset <= len(text)


def test_names_are_resolved_by_whoever_reads() -> None:
    seen: list[str] = []

    def resolve(name: str) -> Nat:
        seen.append(name)
        return var(name.upper())

    nat = NatGrammar(TextTokens("a + f[b] + sum(i : c, i * a)"), resolve).nat()
    assert nat is parse_nat("A + f[B] + sum(i : C, i * A)")
    assert seen == ["a", "b", "c", "a"]


# Sizes

HUGE: dict[str, Callable[[], str]] = {
    "a literal of 2^63": lambda: str(2**63),
    "a literal of a million digits": lambda: "9" * 1_000_000,
    "a power that is a number": lambda: "pow(2, 63)",
    "a power that is a negative number": lambda: "pow(-2, 200)",
    "a power of a literal": lambda: "pow(10, 1000000000)",
    "a power of a name": lambda: "pow(a, 1000000000)",
    "a power of a power": lambda: "pow(pow(pow(a + b, 50), 50), 50)",
    "a power of a sum": lambda: "pow(a + b + c + d + e, 60)",
    "a large exponent beside a name": lambda: "pow(2, a + 1000000000)",
    "a base that is too large": lambda: "pow(9223372036854775783, a)",
    "a product of thirty sums": lambda: " * ".join(f"(a{i} + b{i})" for i in range(30)),
    "a product of sums of powers": lambda: " * ".join(f"(pow(2, a{i}) + b{i})" for i in range(30)),
    "parentheses": lambda: "(" * 100_000 + "a" + ")" * 100_000,
    "open parentheses": lambda: "(" * 100_000,
    "signs": lambda: "-" * 100_000 + "a",
    "tables of tables": lambda: "f[" * 100_000 + "a" + "]" * 100_000,
    "sums of sums": lambda: "sum(i : n, " * 100_000 + "a" + ")" * 100_000,
    "choices": lambda: "if(a lt b, c, " * 100_000 + "a" + ")" * 100_000,
    "conditions in conditions": lambda: "if(" * 100_000 + "a",
    "extremes": lambda: "min(a, " * 100_000 + "b" + ")" * 100_000,
    "divisors in parentheses": lambda: "a mod (b + " * 100_000 + "c" + ")" * 100_000,
}


@pytest.mark.parametrize("text", HUGE.values(), ids=HUGE.keys())
def test_what_is_too_large_is_refused_at_once(text: Callable[[], str]) -> None:
    started = time.process_time()
    with pytest.raises(NatError) as raised:
        parse_nat(text())
    assert time.process_time() - started < 5
    assert len(str(raised.value)) < 500


LARGE: dict[str, Callable[[], str]] = {
    "many terms": lambda: " + ".join(f"a{i}" for i in range(500)),
    "many signs": lambda: " - ".join(f"a{i}" for i in range(500)),
    "the same term again and again": lambda: " + ".join(["a"] * 10_000),
    "many factors": lambda: " * ".join(f"a{i}" for i in range(300)),
    "a chain of divisions": lambda: "a" + " floordiv b" * 60,
    "a chain of remainders": lambda: "a" + "".join(f" mod b{i}" for i in range(60)),
    "deep nesting": lambda: "(" * 50 + "a" + ")" * 50,
    "deep tables": lambda: "f[" * 50 + "a" + "]" * 50,
    "deep choices": lambda: "if(a lt b, c, " * 50 + "a" + ")" * 50,
    "many arguments": lambda: f"min({', '.join(f'a{i}' for i in range(300))})",
}


@pytest.mark.parametrize("text", LARGE.values(), ids=LARGE.keys())
def test_what_is_large_is_read_and_printed(text: Callable[[], str]) -> None:
    nat = parse_nat(text())
    assert parse_nat(str(nat)) is nat


@pytest.mark.parametrize("division", ["floordiv", "mod", "ceildiv"])
@pytest.mark.parametrize("count", [300, 3000])
def test_a_chain_of_divisions_is_printed_or_refused(division: str, count: int) -> None:
    """Each is one level deeper, though no parenthesis says so."""
    try:
        nat = parse_nat("a" + f" {division} b" * count)
    except NatError:
        return
    assert parse_nat(str(nat)) is nat


def test_numbers_that_grow_are_refused_or_right() -> None:
    """A literal is limited; a product of literals must not wrap around."""
    text = " * ".join(["9223372036854775807"] * 3)
    try:
        value = parse_nat(text).constant
    except NatError:
        return
    assert value == 9223372036854775807**3


def test_what_is_printed_of_numbers_that_grew_reads_as_the_same_or_is_refused() -> None:
    try:
        nat = parse_nat("9223372036854775807 * 4 * a")
    except NatError:
        return
    assert parse_nat(str(nat)) is nat
