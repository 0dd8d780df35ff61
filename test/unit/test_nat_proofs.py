"""Proofs: bounds, what an expression needs, offsets in bounds, and traps."""

from __future__ import annotations

from itertools import product as product_of

import pytest
from nat_facts import answer, facts, points, simplified

from lift.dialects.nat.evaluate import evaluate
from lift.dialects.nat.expr import compare, floordiv, lookup, var
from lift.dialects.nat.facts import Facts
from lift.dialects.nat.parser import parse_condition, parse_nat
from lift.dialects.nat.prove import Answer, bounds, equal, holds, obligations, prove
from lift.dialects.nat.rebuild import substitute_condition
from lift.dialects.nat.ring import const
from lift.dialects.nat.simplify import simplify

# Bounds

BOUNDS = (
    (("x from 3 to 7",), "x", "3", "7"),
    (("x from 3 to 7",), "2 * x + 1", "7", "15"),
    (("x from 3 to 7",), "10 - x", "3", "7"),
    (("N size", "i in N"), "i", "0", "N - 1"),
    (("N M size", "i in N", "j in M"), "i * M + j", "0", "N * M - 1"),
    (("N size", "i in N", "j in i + 1"), "j", "0", "N - 1"),
    (("N size", "i in N", "j in i + 1"), "i - j", "0", "N - 1"),
    (("d size",), "a mod d", "0", "d - 1"),
    (("x in 100",), "x floordiv 8", "0", "12"),
    (("N size", "x in 8 * N"), "x floordiv 8", "0", "N - 1"),
    (("x natural",), "(x + x floordiv 16) floordiv (x floordiv 16 + 1)", "0", "16"),
    (("N size", "x in N + 1"), "x floordiv (N floordiv 128 + 1024)", "0", "127"),
    (("N size", "x in N + 1"), "256 * (x floordiv (N floordiv 128 + 1024)) + 256", "256", "32768"),
    (("N size", "x in 2 * N + 1"), "x floordiv (N floordiv 128 + 1)", "0", "255"),
    (("x from -3 to 2",), "x * x", "0", "9"),
    (("n natural", "f table n", "f[_] le M", "i in n"), "f[i]", "0", "M"),
    (("N size", "N mod 4 eq 0", "i in N floordiv 4"), "4 * i + 3", "3", "N - 1"),
    (("N size",), "max(N - 4, 2)", "2", "max(N - 4, 2)"),
    (("N size",), "if(i eq 1, N - 4, 2)", "-3", "max(N - 4, 2)"),
    (("N size",), "if(N ge 4, N, 4)", "1", "max(N, 4)"),
    (("N size", "i in N"), "max(i, 3)", "3", "max(N - 1, 3)"),
    (("N M size",), "max(N, M, 7)", "7", "max(M, N, 7)"),
    (("N M size",), "2 * if(x lt 3, N, M + 1) + 1", "3", "max(2 * N + 1, 2 * M + 3)"),
)


@pytest.mark.parametrize(("known", "text", "lower", "upper"), BOUNDS, ids=str)
def test_bounds_are_as_sharp_as_the_facts(known: tuple[str, ...], text: str, lower: str, upper: str) -> None:
    under = facts(*known)
    found = bounds(parse_nat(text), under)
    assert found.lower is not None
    assert found.upper is not None
    assert equal(found.lower, parse_nat(lower), under), found
    assert equal(found.upper, parse_nat(upper), under), found


def test_an_end_that_has_no_value_is_none() -> None:
    """The least of two numbers, one of which is a fraction, is no number that could be computed."""
    parts = (
        "sum(i : (X + X floordiv 16) floordiv (X floordiv 16 + 1), min(X - i * (X floordiv 16) - i, X floordiv 16 + 1))"
    )
    known = facts("M size", "X in M + 1")
    for text in (parts, f"2 * {parts}"):
        upper = bounds(parse_nat(text), known).upper
        assert upper is None or evaluate(upper, {"M": 3}) >= evaluate(parse_nat(text), {"X": 3})


def test_there_are_no_bounds_of_what_nothing_is_known_of() -> None:
    found = bounds(var("x"), Facts())
    assert found.lower in (None, var("x"))
    assert found.upper in (None, var("x"))


@pytest.mark.parametrize(
    "text",
    [
        "if(N ge 5, M floordiv (N - 4), M)",
        "if(x ge 1, M floordiv x, M)",
        "if(x ge 1, pow(2, x), M)",
        "if(x ge 1, log2(x), M)",
        "max(M, if(i lt N, f[i], 7))",
    ],
)
def test_bounds_have_a_value_where_the_case_does_not_hold_that_they_are_from(text: str) -> None:
    known = facts("N M size", "f table N", "i natural")
    for end in bounds(parse_nat(text), known):
        assert end is None or obligations(end, known) == ()


# Obligations

OBLIGATIONS = (
    ((), "a + b", ()),
    ((), "a floordiv 4 + a mod 3", ()),
    ((), "a floordiv d", ("d ge 1",)),
    (("d size",), "a floordiv d", ()),
    ((), "a mod d + b mod e", ("d ge 1", "e ge 1")),
    ((), "a mod d + a floordiv d", ("d ge 1",)),
    (("d natural",), "a mod (d + 1)", ()),
    ((), "log2(n)", ("n ge 1",)),
    ((), "pow(2, k)", ("k ge 0",)),
    (("k natural",), "pow(2, k)", ()),
    (("k natural",), "pow(2, k - 1)", ("k ge 1",)),
    (("k size",), "pow(2, k - 1)", ()),
    (("k natural",), "pow(2, k - 1) * (n * n - n)", ()),
    (("k natural",), "pow(2, k - 1) * (n * n + n + 1)", ("k ge 1",)),
    ((), "pow(2, k - 1) * (n * n - n)", ("k ge 1",)),
    (("k natural",), "pow(3, k - 1) * (n * n - n)", ("k ge 1",)),
    (("k natural",), "pow(6, k - 1) * (n * n * n - n)", ()),
    ((), "sum(i : n, i)", ("n ge 0",)),
    (("n natural",), "sum(i : n, 5 floordiv (i + 1))", ()),
    (("n natural", "f table n"), "sum(i : n, f[i])", ()),
    (("n natural", "f table n"), "f[i]", ("i ge 0", "i lt n")),
    (("n natural", "f table n", "i in n"), "f[i]", ()),
    (("n natural", "f table n", "i in n"), "f[i + 1]", ("i + 1 lt n",)),
    ((), "if(d ge 1, a floordiv d, 0)", ()),
    ((), "if(d lt 1, 0, a floordiv d)", ()),
    ((), "if(d ne 0, a floordiv d, 0)", ("d ge 1",)),
    (("d natural",), "if(d ne 0, a floordiv d, 0)", ()),
    (("n natural", "f table n", "i natural"), "if(i lt n, f[i], 0)", ()),
    (("n natural", "f table n", "i natural"), "if(i ge n, 0, f[i])", ()),
    (("N size", "N mod 4 eq 0"), "a mod (N floordiv 4)", ()),
    (("N size",), "a mod (N floordiv 4)", ("N floordiv 4 ge 1",)),
    (("N size", "N ge 4"), "a mod (N floordiv 4)", ()),
    (("d size",), "a mod (d * d)", ()),
    (("d size", "e size"), "(a mod d) floordiv (d * e)", ()),
    (("d natural",), "(a floordiv (b mod (d + 1) + 1)) mod max(d, 1)", ()),
)


@pytest.mark.parametrize(("known", "text", "needed"), OBLIGATIONS, ids=str)
def test_what_an_expression_needs_is_named(known: tuple[str, ...], text: str, needed: tuple[str, ...]) -> None:
    assert set(obligations(parse_nat(text), facts(*known))) == {parse_condition(condition) for condition in needed}


@pytest.mark.parametrize(("known", "text", "needed"), OBLIGATIONS, ids=str)
def test_with_what_it_needs_an_expression_needs_no_more(
    known: tuple[str, ...], text: str, needed: tuple[str, ...]
) -> None:
    assert obligations(parse_nat(text), facts(*known).given(*needed)) == ()


# Tables


def test_a_fact_about_every_entry_holds_at_any_position() -> None:
    known = facts("N M size", "rows table N", "rows[_] le M", "i in N", "j in rows[i]")
    assert answer("j lt M", known) is Answer.YES
    assert simplified("(i * M + j) floordiv M", known) == "i"
    assert simplified("(i * M + j) mod M", known) == "j"


def test_a_fact_about_every_entry_may_use_the_position() -> None:
    known = facts("N size", "rows table N", "rows[_] le _ + 1", "i in N")
    assert answer("rows[i] le i + 1", known) is Answer.YES
    assert answer("rows[i] le N", known) is Answer.YES


def test_an_offset_in_a_ragged_array_is_in_bounds() -> None:
    known = facts("N size", "rows table N", "i in N", "j in rows[i]")
    assert answer("sum(k : i, rows[k]) + j lt sum(k : N, rows[k])", known) is Answer.YES
    assert answer("sum(k : i, rows[k]) + j ge 0", known) is Answer.YES
    assert answer("sum(k : i, rows[k]) + j + 1 lt sum(k : N, rows[k])", known) is Answer.UNKNOWN


def test_an_offset_in_a_ragged_array_of_pairs_is_in_bounds() -> None:
    known = facts("N size", "rows table N", "i in N", "j in rows[i]", "c in 2")
    assert answer("2 * sum(k : i, rows[k]) + 2 * j + c lt 2 * sum(k : N, rows[k])", known) is Answer.YES
    assert answer("sum(k : i, 2 * rows[k]) + 2 * j + c lt sum(k : N, 2 * rows[k])", known) is Answer.YES


def test_a_prefix_sum_grows() -> None:
    known = facts("N size", "rows table N", "i in N", "j in i + 1")
    assert answer("sum(k : j, rows[k]) le sum(k : i, rows[k])", known) is Answer.YES
    assert answer("sum(k : i, rows[k]) le sum(k : N, rows[k])", known) is Answer.YES
    assert answer("sum(k : i, rows[k]) lt sum(k : N, rows[k])", known) is Answer.UNKNOWN


def test_a_quotient_grows_with_its_dividend() -> None:
    known = facts("M size", "X in M + 1", "Y in (X + 2) floordiv pow(2, M) + 2")
    assert answer("Y le (M + 2) floordiv pow(2, M) + 1", known) is Answer.YES
    assert answer("Y le M floordiv pow(2, M) + 1", known) is Answer.UNKNOWN


def test_a_prefix_sum_of_bounded_entries_is_bounded() -> None:
    known = facts("N M size", "rows table N", "rows[_] le M", "i in N")
    assert answer("sum(k : i, rows[k]) le i * M", known) is Answer.YES
    assert answer("sum(k : i, rows[k]) le N * M", known) is Answer.YES


def test_an_offset_in_a_triangular_array_is_in_bounds() -> None:
    known = facts("N size", "i in N", "j in i + 1")
    assert answer("i * (i + 1) floordiv 2 + j lt N * (N + 1) floordiv 2", known) is Answer.YES
    assert answer("i * (i + 1) floordiv 2 + j ge 0", known) is Answer.YES
    assert answer("i * (i + 1) floordiv 2 + j lt N * (N + 1) floordiv 2 - 1", known) is Answer.UNKNOWN


def test_an_offset_in_a_sum_of_triangular_rows_is_in_bounds() -> None:
    known = facts("N size", "i in N", "j in i + 1")
    assert answer("sum(k : i, k + 1) + j lt sum(k : N, k + 1)", known) is Answer.YES


def test_an_offset_in_the_upper_triangle_is_in_bounds() -> None:
    known = facts("N size", "i in N", "j in N - i")
    assert answer("sum(k : i, N - k) + j lt N * (N + 1) floordiv 2", known) is Answer.YES


def test_an_offset_in_a_tetrahedral_array_is_in_bounds() -> None:
    known = facts("N size", "i in N", "j in i + 1", "k in j + 1")
    offset = "i * (i + 1) * (i + 2) floordiv 6 + j * (j + 1) floordiv 2 + k"
    assert answer(f"{offset} lt N * (N + 1) * (N + 2) floordiv 6", known) is Answer.YES
    assert answer(f"{offset} ge 0", known) is Answer.YES
    assert answer(f"{offset} + 1 lt N * (N + 1) * (N + 2) floordiv 6", known) is Answer.UNKNOWN


def test_three_levels_that_depend_on_each_other_are_taken_apart() -> None:
    known = facts("N M size", "i in N", "j in i + 1", "k in (j + 1) * M")
    assert answer("k lt N * M", known) is Answer.YES
    assert simplified("(i * N * M + k) floordiv (N * M)", known) == "i"
    assert simplified("(i * N * M + k) mod (N * M)", known) == "k"


def test_a_dense_array_of_triangles_is_in_bounds() -> None:
    known = facts("B N size", "b in B", "i in N", "j in i + 1")
    offset = "b * (N * (N + 1) floordiv 2) + i * (i + 1) floordiv 2 + j"
    assert answer(f"{offset} lt B * N * (N + 1) floordiv 2", known) is Answer.YES


def test_the_least_of_several_is_not_negative_where_none_is() -> None:
    known = facts("N size", "X in N + 1", "Z in X + 1", "i in (Z + Z floordiv 128) floordiv (Z floordiv 128 + 1)")
    least = "min(Z - i * (Z floordiv 128) - i, Z floordiv 128 + 1)"
    assert answer(f"{least} ge 0", known) is Answer.YES
    assert answer(f"8 * ({least} floordiv 8) ge 0", known) is Answer.YES
    assert answer(f"{least} ge 2", known) is Answer.UNKNOWN


@pytest.mark.parametrize("sign", [1, -1])
def test_bounds_of_squares_hold_where_what_is_squared_depends_on_the_rest(sign: int) -> None:
    """The slope at the values that there are says nothing of the values between: of `q`, here, `x` allows only one."""
    most = 5
    known, x = Facts().between("x", 0, most), var("x")
    whole = floordiv(x + 3, 4)
    for square, product, times in product_of(range(1, 5), range(-3, 4), range(-5, 6)):
        nat = sign * (square * whole * whole + product * whole * x + times * whole)
        values = [evaluate(nat, {"x": k}) for k in range(most + 1)]
        found = bounds(nat, known)
        assert found.lower is not None
        assert found.upper is not None
        assert evaluate(found.lower, {}) <= min(values)
        assert evaluate(found.upper, {}) >= max(values)


# Names


@pytest.mark.parametrize("names", ["ijN", "Nji", "abc", "cba", "zyx", "xzy"])
def test_proofs_do_not_depend_on_names(names: str) -> None:
    i, j, n = (var(name) for name in names)
    known = Facts().size(names[2]).table("rows", n).index(names[0], n).index(names[1], lookup("rows", i))
    triangular = Facts().size(names[2]).index(names[0], n).index(names[1], i + 1)
    ragged = parse_condition("sum(k : I, rows[k]) + J lt sum(k : S, rows[k])")
    assert holds(substitute_condition(ragged, {"I": i, "J": j, "S": n}), known)
    total = compare(i * (i + 1) + 2 * j, "lt", n * (n + 1))
    assert holds(total, triangular)
    assert prove(compare(j, "lt", const(3)), triangular) is Answer.UNKNOWN


# Traps


@pytest.mark.parametrize("name", ["i", "j", "k", "m", "n", "p", "i1"])
def test_a_bound_variable_is_never_one_of_those_that_facts_speak_of(name: str) -> None:
    known = facts("N size", f"{name} le y", f"{name} ge 1")
    assert simplify(parse_nat("sum(z : N, if(z le y, 1, 2))"), known) is not var("N")
    assert answer("sum(z : N, y - z) ge 0", known) is Answer.UNKNOWN
    assert len(obligations(parse_nat("sum(z : N, 6 floordiv z)"), known)) == 1


@pytest.mark.parametrize("name", ["i", "j", "k", "m", "n", "p", "i1"])
def test_a_bound_variable_is_never_one_that_an_equation_determines(name: str) -> None:
    known = facts("N size", f"{name} eq 3 * y + 1")
    nat = parse_nat("sum(z : N, sum(u : z, u * f[z]))")
    entries = {"f": [5, 1, 4, 2, 3]}
    assert evaluate(simplify(nat, known), {"N": 5, "y": 2, name: 7}, entries) == evaluate(nat, {"N": 5}, entries)


@pytest.mark.parametrize(
    "text", ["sum(k : n, k)", "sum(k : n, j + k * j)", "n * (n + 1) floordiv 2", "n floordiv 2 * j"]
)
def test_powers_of_two_are_halved_only_where_that_is_exact(text: str) -> None:
    nat, known = parse_nat(text), facts("n size", "n eq pow(2, log2(n))")
    result = simplify(nat, known)
    for n in (1, 2, 4, 8):
        for j in (-2, 0, 3):
            assert evaluate(result, {"n": n, "j": j}) == evaluate(nat, {"n": n, "j": j})


@pytest.mark.parametrize("extreme", ["min", "max"])
@pytest.mark.parametrize("factor", ["x", "-x", "x * y", "x - y"])
def test_an_extreme_times_something_of_either_sign_is_unknown(extreme: str, factor: str) -> None:
    assert answer(f"({factor}) * {extreme}(N, y) ge 0", facts("N size")) is Answer.UNKNOWN
    assert answer(f"x * {extreme}(N, x) ge -1", facts("N size")) is not Answer.NO


def test_a_product_with_a_greatest_that_may_be_negative_is_not_said_to_be_positive() -> None:
    assert answer("x * max(N, x) ge 0", facts("N size")) is Answer.UNKNOWN


@pytest.mark.parametrize(
    ("known", "text"),
    [
        (("N size", "x in 8 * N"), "x floordiv 8"),
        (("N size", "i in N"), "max(6, i) floordiv 4"),
        (("N size", "i in N"), "if(i eq 1, N - 4, 2)"),
        (("N M size", "i in N"), "if(i lt M, N - M, max(i, 3)) - min(N, M)"),
        (("N size", "i in N"), "if(i mod 2 eq 0, i, i - 1)"),
        (("N size", "i in N"), "if(j lt N, 0, i) floordiv 2"),
        (("N M size", "i in N", "j in M"), "max(i, j floordiv 3)"),
        (("n size", "n eq pow(2, log2(n))", "i in n"), "i floordiv 8"),
    ],
    ids=str,
)
def test_bounds_hold_and_read_as_what_they_are(known: tuple[str, ...], text: str) -> None:
    under, nat = facts(*known), parse_nat(text)
    ends = bounds(nat, under)
    for values in points(under, nat):
        value = evaluate(nat, values)
        assert ends.lower is None or evaluate(parse_nat(str(ends.lower)), values) <= value, (ends, values)
        assert ends.upper is None or evaluate(parse_nat(str(ends.upper)), values) >= value, (ends, values)


def test_a_quotient_of_a_choice_is_not_negative_where_the_choice_is_not() -> None:
    known = facts("N size", "M size").given("N mod M eq 0").table("rows", var("N")).natural("end").given("end le M * N")
    entry, before = "rows[p mod N]", "sum(i : p, rows[i mod N])"
    piece = "max(sum(i : M * N, rows[i mod N]) floordiv 16 + 1, 4)"
    first = f"if({entry} le {piece}, {entry}, {piece} - {before} mod {piece})"
    inside = known.index("p", var("end"))
    assert prove(parse_condition(f"8 * ({first} floordiv 8) ge 0"), inside) is Answer.YES
    assert prove(parse_condition(f"8 * (({first} - 9) floordiv 8) ge 0"), inside) is not Answer.YES
