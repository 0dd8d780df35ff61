"""Facts: what follows from what was said, what is refuted, and what stays unknown."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from nat_facts import answer, facts, points, simplified

from lift.dialects.nat.evaluate import evaluate
from lift.dialects.nat.expr import compare, var
from lift.dialects.nat.facts import Facts
from lift.dialects.nat.parser import parse_condition, parse_nat
from lift.dialects.nat.prove import Answer, bounds, equal, holds, obligations, prove
from lift.dialects.nat.simplify import simplify, simplify_condition

# Scopes


def test_more_facts_do_not_change_the_fewer() -> None:
    outer = facts("N size")
    asked = parse_nat("N mod 4 + i mod N")
    before = simplify(asked, outer), outer.conditions, prove(parse_condition("N ge 5"), outer)
    inner = outer.index("i", var("N")).given("N mod 4 eq 0", "N ge 5", "M eq 2 * N").table("f", var("N")).natural("k")
    assert simplify(asked, inner) is var("i")
    assert (simplify(asked, outer), outer.conditions, prove(parse_condition("N ge 5"), outer)) == before


def test_two_scopes_inside_one_do_not_see_each_other() -> None:
    outer = facts("N size")
    first, second = outer.given("i lt 3"), outer.given("i ge 3")
    assert answer("i lt 3", first) is Answer.YES
    assert answer("i lt 3", second) is Answer.NO
    assert answer("i lt 3", outer) is Answer.UNKNOWN


def test_an_undeclared_name_is_any_integer() -> None:
    for condition in ("x ge 0", "x lt 0", "x eq 0", "x * x ge x + 1"):
        assert answer(condition, Facts()) is Answer.UNKNOWN


def test_what_was_said_can_be_shown() -> None:
    known = facts("N size", "i in N", "N mod 4 eq 0")
    assert {str(condition) for condition in known.conditions} == {"N ge 1", "i ge 0", "i lt N", "N mod 4 eq 0"}


def test_a_name_declared_again_keeps_what_was_known() -> None:
    known = facts("x in 10", "x from 4 to *", "x size")
    assert answer("x lt 10", known) is Answer.YES
    assert answer("x ge 4", known) is Answer.YES


# Answers


def test_an_answer_has_no_truth_value() -> None:
    for given in Answer:
        with pytest.raises(TypeError, match="no truth value"):
            bool(given)


def test_holds_is_only_yes() -> None:
    known = facts("x in 10")
    assert holds(parse_condition("x lt 10"), known)
    assert not holds(parse_condition("x lt 5"), known)
    assert not holds(parse_condition("x ge 10"), known)


@dataclass(frozen=True)
class Case:
    """Facts, and a condition for each answer."""

    known: tuple[str, ...]
    yes: str
    unknown: str
    no: str

    def __str__(self) -> str:
        return f"{'; '.join(self.known)}: {self.yes}"


ANSWERS = (
    Case(("N size",), "N ge 1", "N ge 2", "N le 0"),
    Case(("n natural",), "n ge 0", "n ge 1", "n lt 0"),
    Case(("N size", "i in N"), "i lt N", "i lt N - 1", "i ge N"),
    Case(("N size", "i in N"), "i + 1 le N", "i eq 0", "i eq N"),
    Case(("N size", "i in N"), "i ne N", "i ne 0", "i eq N + 1"),
    Case(("N size", "M size", "i in N", "j in M"), "i * M + j lt N * M", "i * M + j lt N", "i * M + j ge N * M"),
    Case(("x from 3 to 7",), "x * x le 49", "x * x le 48", "x * x lt 9"),
    Case(("x from -3 to 7",), "x ge -3", "x ge 0", "x gt 7"),
    Case(("a natural", "x from a to a + 5"), "x ge a", "x ge a + 1", "x ge a + 6"),
    Case(("a natural", "x from a to 2*a"), "x le 2*a", "x le a", "x lt a"),
    Case(("x from * to 7",), "x le 7", "x ge 0", "x gt 7"),
    Case(("i in 4", "j in i + 1"), "j lt 4", "j lt 3", "j ge 4"),
    Case(("N size", "i in N", "j in i + 1", "k in j + 1"), "k lt N", "k lt j", "k gt i"),
    Case(("d size",), "a mod d lt d", "a mod d lt a", "a mod d ge d"),
    Case(("d size",), "a mod d ge 0", "a mod d ge 1", "a mod d lt 0"),
    Case(("a natural", "d size"), "a floordiv d le a", "a floordiv d lt a", "a floordiv d gt a"),
    Case(("a natural", "d size"), "(a floordiv d) * d le a", "(a floordiv d) * d ge a", "(a floordiv d) * d gt a"),
    Case(("a in 100",), "a floordiv 8 le 12", "a floordiv 8 le 11", "a floordiv 8 gt 12"),
    Case(("a in 100",), "8 * (a floordiv 8) + 7 ge a", "8 * (a floordiv 8) ge a", "8 * (a floordiv 8) + 7 lt a"),
    Case(("n natural",), "pow(2, n) ge 1", "pow(2, n) ge 2", "pow(2, n) lt 1"),
    Case(("n natural",), "pow(2, n) gt n", "pow(2, n) gt n + 1", "pow(2, n) le n"),
    Case(("n size",), "log2(n) ge 0", "log2(n) ge 1", "log2(n) lt 0"),
    Case(("a natural", "b natural"), "min(a, b) le a", "min(a, b) lt a", "min(a, b) gt a"),
    Case(("a natural", "b natural"), "max(a, b) le a + b", "max(a, b) le a", "max(a, b) gt a + b"),
    Case((), "if(x lt 3, 1, 2) le 2", "if(x lt 3, 1, 2) le 1", "if(x lt 3, 1, 2) gt 2"),
    Case((), "if(x lt 0, 0 - x, x) ge 0", "if(x lt 0, 0 - x, x) ge 1", "if(x lt 0, 0 - x, x) lt 0"),
    Case(("n natural", "f table n", "i in n"), "f[i] ge 0", "f[i] ge 1", "f[i] lt 0"),
    Case(("n natural", "f table n"), "sum(k : n, f[k]) ge 0", "sum(k : n, f[k]) ge 1", "sum(k : n, f[k]) lt 0"),
    Case((), "x * x ge 0", "x * x ge 1", "x * x lt 0"),
    Case((), "x + 1 gt x", "x ge y", "x + 1 le x"),
    Case(("x ne 3", "x ge 3"), "x ge 4", "x ge 5", "x eq 3"),
    Case(("x ne 3",), "x ne 3", "x ne 4", "x eq 3"),
    Case(("x ne y",), "y ne x", "x gt y", "x eq y"),
    Case(("N size", "N ne 1"), "N ge 2", "N ge 3", "N eq 1"),
    Case(("M eq 2 * N", "N size"), "M ge 2", "M ge 3", "M eq 1"),
    Case(("N size", "N * N ge 2"), "N * N ge 2", "N ge 3", "N eq 1"),
    Case(("N size", "N * N ge 5"), "N * N ge 9", "N * N ge 10", "N le 2"),
    Case(("N M size", "N * N ge 5"), "N * N * M ge 9", "N * N * M ge 10", "N * M le 2"),
    Case(("N size", "N * N le 100"), "N le 10", "N le 9", "N gt 10"),
    Case(("N size", "N * N - N ge 5"), "N ge 3", "N ge 4", "N * N - N le 4"),
    Case(("x * x le 10",), "x ge -3", "x ge 0", "x eq 4"),
    Case(("x * x ge 10",), "x * x ge 10", "x ge 4", "x * x eq 9"),
    Case(("x * x * x ge 28",), "x ge 4", "x ge 5", "x eq 3"),
    Case(("(x - 2) * (x - 5) le 0", "x ne 2"), "x ge 3", "x ge 4", "x gt 5"),
    Case(("N size", "N * N eq 49"), "N eq 7", "M eq 7", "N eq 6"),
    Case(("N size", "N * N - N eq 6"), "N eq 3", "M eq 3", "N eq 2"),
    Case(("N M size", "N * M ge 6"), "N * M ge 6", "N ge 2", "N * M le 5"),
    Case(("N M K size", "N * M + N * K ge 6"), "N * M + N * K ge 6", "N * M ge 3", "N * M + N * K eq 5"),
    Case(("N M size", "N * N + M ge 6"), "N * N + M ge 6", "M ge 2", "N * N + M le 5"),
    Case(("N size", "(N * N - N + 1) mod 7 eq 0"), "N ge 1", "N ge 2", "N * N - N lt 0"),
    Case(("a lt b", "b lt c"), "a + 2 le c", "a + 3 le c", "a ge c"),
    Case(("a + b le 10", "a ge 4"), "b le 6", "b le 5", "b gt 6"),
    Case(("N size", "rows table N", "rows[_] le M", "i in N"), "rows[i] le M", "rows[i] lt M", "rows[i] gt M"),
    Case(("N size", "rows table N", "rows[_] ge 1", "i in N"), "rows[i] ge 1", "rows[i] ge 2", "rows[i] eq 0"),
)


@pytest.mark.parametrize("case", ANSWERS, ids=str)
def test_what_follows_is_yes(case: Case) -> None:
    assert answer(case.yes, facts(*case.known)) is Answer.YES


@pytest.mark.parametrize("case", ANSWERS, ids=str)
def test_what_may_be_either_is_unknown(case: Case) -> None:
    assert answer(case.unknown, facts(*case.known)) is Answer.UNKNOWN


@pytest.mark.parametrize("case", ANSWERS, ids=str)
def test_what_can_not_be_is_no(case: Case) -> None:
    assert answer(case.no, facts(*case.known)) is Answer.NO


@pytest.mark.parametrize("case", ANSWERS, ids=str)
def test_the_opposite_has_the_opposite_answer(case: Case) -> None:
    known = facts(*case.known)
    assert prove(parse_condition(case.yes).negated, known) is Answer.NO
    assert prove(parse_condition(case.unknown).negated, known) is Answer.UNKNOWN
    assert prove(parse_condition(case.no).negated, known) is Answer.YES


@pytest.mark.parametrize("case", ANSWERS, ids=str)
def test_a_decided_condition_simplifies_to_its_answer(case: Case) -> None:
    known = facts(*case.known)
    assert simplify_condition(parse_condition(case.yes), known) is True
    assert simplify_condition(parse_condition(case.no), known) is False
    assert not isinstance(simplify_condition(parse_condition(case.unknown), known), bool)


# Divisibility

MULTIPLES = (
    (("N size", "N mod 4 eq 0"), "4 * (N floordiv 4)", "N"),
    (("N size", "N mod 4 eq 0"), "N mod 4", "0"),
    (("N size", "N mod 4 eq 0"), "N mod 2", "0"),
    (("N size", "N mod 4 eq 0"), "2 * (N floordiv 2)", "N"),
    (("N size", "N mod 4 eq 0"), "(N + 3) mod 4", "3"),
    (("N size", "N mod 4 eq 0"), "(N + 3) floordiv 4", "N floordiv 4"),
    (("N size", "N mod 4 eq 0"), "(N floordiv 2) mod 2", "0"),
    (("N size", "N mod 4 eq 0"), "N ceildiv 4", "N floordiv 4"),
    (("N size", "N mod 4 eq 0", "N mod 6 eq 0"), "N mod 12", "0"),
    (("N size", "N mod 4 eq 0", "N mod 6 eq 0"), "12 * (N floordiv 12)", "N"),
    (("N size", "N mod 6 eq 0", "N mod 4 eq 0"), "N mod 3 + N mod 4 + N mod 6", "0"),
    (("N size", "N mod 2 eq 0", "N mod 3 eq 0"), "N mod 6", "0"),
    (("N size", "N mod 4 eq 0", "N mod 8 eq 0"), "N mod 8", "0"),
    (("N size", "N mod 8 eq 0", "N mod 4 eq 0"), "N mod 8", "0"),
    (("N T size", "N mod T eq 0"), "N mod T", "0"),
    (("N T size", "N mod T eq 0"), "T * (N floordiv T)", "N"),
    (("N T size", "N mod T eq 0", "t in N floordiv T", "l in T"), "(t * T + l) floordiv T", "t"),
    (("N T size", "N mod T eq 0", "t in N floordiv T", "l in T"), "(t * T + l) floordiv N", "0"),
    (("N T size", "N mod T eq 0", "t in N floordiv T", "l in T"), "(t * T + l) mod N", "t * T + l"),
    (("N T size", "N mod (2 * T) eq 0"), "N mod T", "0"),
    (("N T size", "N mod (2 * T) eq 0"), "N mod 2", "0"),
    (("N size", "N mod 4 eq 1"), "N mod 4", "1"),
    (("N size", "N mod 4 eq 1"), "4 * (N floordiv 4)", "N - 1"),
    (("N size", "N mod 4 eq 1"), "N mod 2", "1"),
    (("N size", "N mod 4 eq 1"), "(N + 3) mod 4", "0"),
    (("N size", "(N + 2) mod 4 eq 0"), "N mod 4", "2"),
    (("N size", "(N + 2) mod 4 eq 0"), "N mod 2", "0"),
    (("N size", "(N + 2) mod 4 eq 0"), "4 * ((N + 2) floordiv 4)", "N + 2"),
    (("N M size", "(N * M) mod 4 eq 0"), "(N * M) mod 4", "0"),
    (("N M size", "(N * M) mod 4 eq 0"), "4 * ((N * M) floordiv 4)", "N * M"),
    (("N M size", "(N + M) mod 4 eq 0"), "(N + M) mod 4", "0"),
    (("N size", "(N * N - N) mod 4 eq 0"), "4 * ((N * N - N) floordiv 4)", "N * N - N"),
    (("N M size", "(N * M) floordiv 2 mod 4 eq 0"), "4 * (N * M floordiv 8)", "N * M floordiv 2"),
    (("N M size", "(N * M) floordiv 2 mod 4 eq 0"), "6 * (N * M floordiv 4)", "3 * (N * M floordiv 2)"),
    (("N M size", "N mod 4 eq 0", "M mod N eq 0"), "M mod 4", "0"),
    (("N M size", "M mod N eq 0", "N mod 4 eq 0"), "M mod 4", "0"),
    (("N M size", "M eq 2 * N"), "M mod 2", "0"),
    (("N M size", "M eq 2 * N"), "M floordiv N", "2"),
    (("N M size", "M eq 2 * N", "i in N"), "(i + N) floordiv M", "0"),
    (("N M size", "2 * N eq M"), "M - N", "N"),
    (("N M size", "M eq N + 1", "i in N"), "(i + 1) mod M", "i + 1"),
    (("a eq b", "b eq c"), "a - c", "0"),
    (("n size", "n eq pow(2, log2(n))"), "pow(2, log2(n))", "n"),
    (("n size", "n eq pow(2, log2(n))", "n ge 2"), "n mod 2", "0"),
    (("n size", "n eq pow(2, log2(n))", "n ge 4"), "4 * (n floordiv 4)", "n"),
    (("n size", "n eq pow(2, log2(n))"), "log2(2 * n)", "log2(n) + 1"),
    (("n size", "n eq pow(2, log2(n))", "k natural", "k le log2(n)"), "n mod pow(2, k)", "0"),
    (("n size", "n eq pow(2, log2(n))", "k natural", "k le log2(n)"), "pow(2, k) * (n floordiv pow(2, k))", "n"),
)


@pytest.mark.parametrize(("known", "before", "after"), MULTIPLES, ids=str)
def test_equations_are_used(known: tuple[str, ...], before: str, after: str) -> None:
    under = facts(*known)
    result, wanted = simplify(parse_nat(before), under), simplify(parse_nat(after), under)
    assert result is wanted, f"{result}, wanted {wanted}"


@pytest.mark.parametrize(("known", "before", "after"), MULTIPLES, ids=str)
def test_equations_prove_the_same(known: tuple[str, ...], before: str, after: str) -> None:
    assert equal(parse_nat(before), parse_nat(after), facts(*known))


@pytest.mark.parametrize(("known", "before", "after"), MULTIPLES, ids=str)
def test_using_equations_keeps_the_value(known: tuple[str, ...], before: str, after: str) -> None:
    under, nat, wanted = facts(*known), parse_nat(before), parse_nat(after)
    result = simplify(nat, under)
    checked = 0
    for values in points(under, nat):
        assert evaluate(result, values) == evaluate(nat, values) == evaluate(wanted, values), values
        checked += 1
    assert checked >= 10


def test_results_are_written_in_the_names_of_the_facts() -> None:
    known = facts("N M size", "N mod 128 eq 0", "M eq 2 * N")
    for text in ("N", "N floordiv 128", "N floordiv 64", "M", "M floordiv 256", "N * N", "pow(2, N)", "min(N, 1000)"):
        assert simplify(parse_nat(text), known).names <= {"N", "M"}
    assert simplified("N", known) == "N"
    assert simplified("N floordiv 128", known) == "N floordiv 128"
    assert simplified("N floordiv 64", known) == "N floordiv 64"


def test_a_divisibility_leaves_what_it_does_not_touch_as_it_was() -> None:
    known = facts("N size", "N mod 4 eq 0")
    for text in (
        "N",
        "N + 1",
        "N * N",
        "N floordiv 4",
        "N mod 3",
        "N floordiv 3",
        "(N + e) floordiv 3",
        "N mod 8",
        "f[N]",
    ):
        assert simplified(text, known) == str(parse_nat(text))


# Contradictions

CONTRADICTIONS = (
    ("x ge 3", "x le 2"),
    ("x lt x",),
    ("0 eq 1",),
    ("x eq 1", "x eq 2"),
    ("x ne x",),
    ("N mod 4 eq 1", "N mod 2 eq 0"),
    ("N mod 4 eq 5",),
    ("N mod 4 eq 0", "N eq 6"),
    ("x eq x + 1",),
    ("x eq y + 1", "y eq x + 1"),
    ("N size", "N eq 0"),
    ("x in 0",),
    ("x in 0 - 3",),
    ("n size", "n eq pow(2, log2(n))", "n eq 3"),
    ("rows table 0", "rows[_] lt 0"),
    ("a lt b", "b lt c", "c lt a"),
    ("x from 5 to 3",),
    ("x eq x",),
    ("x eq 2 * x",),
    ("x * x eq 2",),
    ("x floordiv 2 eq 3", "x mod 2 eq 0", "x ge 100"),
)


@pytest.mark.parametrize("said", CONTRADICTIONS, ids=str)
def test_contradictions_do_no_harm(said: tuple[str, ...]) -> None:
    known = facts(*said)
    for text in (
        "x",
        "x mod 3 + N floordiv 4",
        "if(x lt 3, a, b)",
        "sum(k : x, rows[k])",
        "n mod 4",
        "(N + x) mod (y + 1)",
    ):
        nat = parse_nat(text)
        simplify(nat, known)
        bounds(nat, known)
        obligations(nat, known)
        prove(compare(nat, "lt", 3), known)


CYCLES = (
    ("x le y", "y le x"),
    ("x lt y", "y lt z", "z le x + 5"),
    ("x from y to y + 1", "y from x to x + 1"),
    ("x eq y mod 7", "y eq x mod 5"),
    ("x mod y eq 0", "y mod x eq 0"),
    ("x eq f[x]", "f[_] le x"),
    ("x le x * x", "x * x le x"),
    ("N mod M eq 0", "M mod K eq 0", "K mod N eq 0"),
    ("x le sum(k : x, f[k])",),
)


@pytest.mark.parametrize("said", CYCLES, ids=str)
def test_facts_that_go_iteration_in_circles_come_to_an_end(said: tuple[str, ...]) -> None:
    known = facts(*said)
    for text in ("x", "x - y", "x * y mod 3", "(x + y) floordiv (N * N + 1)", "min(x, y, z)"):
        nat = parse_nat(text)
        simplify(nat, known)
        bounds(nat, known)
        prove(compare(nat, "lt", 3), known)


@pytest.mark.parametrize(
    ("text", "simple"),
    [
        ("N floordiv pow(2, K)", "N floordiv pow(2, K)"),
        ("N floordiv pow(2, r)", "N floordiv pow(2, r)"),
        ("N floordiv pow(2, r) floordiv 2", "N floordiv pow(2, r + 1)"),
        ("3 * (N floordiv pow(2, r + 1))", "3 * (N floordiv pow(2, r + 1))"),
        ("pow(2, r) * (N floordiv pow(2, r))", "N"),
        ("(N floordiv pow(2, r)) mod 2", "0"),
    ],
)
def test_a_part_of_a_symbolic_divisor_is_divided_by_and_has_no_negative_exponent(text: str, simple: str) -> None:
    known = facts("N K size", "N mod pow(2, K) eq 0", "r in K")
    assert simplified(text, known) == simple
    assert obligations(simplify(parse_nat(text), known), known) == ()
    for at in points(known, parse_nat(text)):
        assert evaluate(parse_nat(text), at) == evaluate(parse_nat(simple), at)


def test_a_position_below_a_greatest_number_is_below_the_one_that_is_not_negative() -> None:
    known = Facts().size("N").index("k", parse_nat("max(0, N - 2)"))
    assert holds(parse_condition("k + 2 lt N"), known)
    assert holds(parse_condition("N ge 3"), known)


def test_a_position_below_a_part_of_a_greatest_number_is_below_that_of_the_one_that_is_not_negative() -> None:
    known = Facts().size("N").index("k", parse_nat("max(0, N - 2) floordiv 16"))
    assert holds(parse_condition("16 * k + 17 lt N"), known)
    assert not holds(parse_condition("16 * k + 18 lt N"), known)
    known = Facts().size("N").index("k", parse_nat("(max(0, N - 2) floordiv 4) mod 4"))
    assert holds(parse_condition("4 * k + 16 * ((N - 2) floordiv 16) + 5 lt N"), known)
    assert not holds(parse_condition("4 * k + 16 * ((N - 2) floordiv 16) + 6 lt N"), known)
    assert simplified("max(0, N - 2)", Facts().size("N").index("k", parse_nat("max(0, N - 2) mod 16"))) == "N - 2"


def test_a_divided_number_that_a_range_reaches_is_one_of_its_ends() -> None:
    known = Facts().size("N").between("k", 0, parse_nat("max(0, N - 2) floordiv 16"))
    assert not holds(parse_condition("N ge 3"), known)
    known = Facts().size("N").index("k", parse_nat("max(20, N) floordiv 16"))
    assert not holds(parse_condition("N ge 20"), known)


def test_a_position_in_what_fills_no_row_is_below_the_end_of_all_rows() -> None:
    known = Facts().size("N", "L").index("k", parse_nat("min(N, L) mod 16"))
    assert holds(parse_condition("k + 16 * (min(N, L) floordiv 16) lt L"), known)
    assert not holds(parse_condition("k + 16 * (min(N, L) floordiv 16) + 1 lt L"), known)
    assert not holds(parse_condition("k + 15 * (min(N, L) floordiv 16) + 16 lt L"), known)


def test_what_begins_at_a_position_ends_like_one() -> None:
    known = Facts().size("N").natural("g").between("k", var("g"), parse_nat("max(0, N - 2) - 1"))
    assert holds(parse_condition("k + 2 lt N"), known)


def test_a_number_that_a_range_reaches_is_one_of_its_ends() -> None:
    known = Facts().size("N").between("k", 0, parse_nat("max(0, N - 2)"))
    assert not holds(parse_condition("k + 2 le N"), known)
