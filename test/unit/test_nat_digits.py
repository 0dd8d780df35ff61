"""Remainders: what holds for every block of positions, and what holds for most of them only."""

from __future__ import annotations

import pytest
from nat_facts import answer, facts, points
from nat_properties import try_seed

from lift.dialects.nat.digits import MOST_VALUES
from lift.dialects.nat.evaluate import evaluate
from lift.dialects.nat.expr import compare
from lift.dialects.nat.parser import parse_nat
from lift.dialects.nat.prove import Answer, equal, holds
from lift.dialects.nat.rebuild import substitute

PARTNERS = (
    # The position with one bit exchanged, in all its forms
    ("if(i mod 4 lt 2, i + 2, i - 2)", "4 * N", ()),
    ("if(i mod 2 eq 1, i - 1, i + 1)", "2 * N", ()),
    ("i + 1 - 2 * (i mod 2)", "2 * N", ()),
    ("2 * (i floordiv 2) + 1 - i mod 2", "2 * N", ()),
    ("if((i floordiv 2) mod 2 eq 0, i + 2, i - 2)", "4 * N", ()),
    ("if(i mod 8 lt 4, i + 4, i - 4)", "8 * N", ()),
    ("if(i mod 16 lt 8, i + 8, i - 8)", "16 * N", ()),
    ("if(i mod 16 lt 8, i + 8, i - 8)", "48 * N + 32", ()),
    ("if(i mod 64 lt 32, i + 32, i - 32)", "64 * N", ()),
    ("if(i mod 4 lt 2, i + 2, i - 2)", "N", ("N mod 4 eq 0",)),
    ("if(i mod (2 * B) lt B, i + B, i - B)", "2 * B * N", ()),
    ("if((i floordiv B) mod 2 eq 0, i + B, i - B)", "2 * B * N", ()),
    ("if(i mod pow(2, k + 1) lt pow(2, k), i + pow(2, k), i - pow(2, k))", "N * pow(2, k + 1)", ("k natural",)),
    ("if(i mod pow(2, k + 1) lt pow(2, k), i + pow(2, k), i - pow(2, k))", "pow(2, N)", ("k in N",)),
    # Blocks turned iteration, and rotated
    ("4 * (i floordiv 4) + 3 - i mod 4", "4 * N", ()),
    ("B * (i floordiv B) + B - 1 - i mod B", "B * N", ()),
    ("4 * (i floordiv 4) + (i mod 4 + 2) mod 4", "4 * N", ()),
)
"""Functions that are their own inverse on so many positions."""


def in_bounds(function: str, length: str, *known: str) -> tuple[Answer, Answer]:
    under = facts("N B size", *known, f"i in {length}")
    return answer(f"{function} ge 0", under), answer(f"{function} lt {length}", under)


@pytest.mark.parametrize(("function", "length", "known"), PARTNERS, ids=str)
def test_a_partner_is_in_bounds(function: str, length: str, known: tuple[str, ...]) -> None:
    assert in_bounds(function, length, *known) == (Answer.YES, Answer.YES)


@pytest.mark.parametrize(("function", "length", "known"), PARTNERS[:12] + PARTNERS[14:], ids=str)
def test_the_partner_of_a_partner_is_the_position(function: str, length: str, known: tuple[str, ...]) -> None:
    under, partner = facts("N B size", *known, f"i in {length}"), parse_nat(function)
    assert equal(substitute(partner, {"i": partner}), parse_nat("i"), under)


@pytest.mark.parametrize(
    ("function", "length", "below", "above"),
    [
        ("if(i mod 2 eq 0, i, i - 1)", "N", Answer.YES, Answer.YES),
        ("if(i mod 2 eq 0, i, i - 2)", "N", Answer.UNKNOWN, Answer.YES),
        ("if(i mod 4 lt 2, i + 3, i - 2)", "4 * N", Answer.YES, Answer.UNKNOWN),
        ("if(i mod 4 lt 2, i + 2, i - 3)", "4 * N", Answer.UNKNOWN, Answer.YES),
        ("if(i mod 4 lt 3, i + 2, i - 2)", "4 * N", Answer.YES, Answer.UNKNOWN),
        ("if(i mod 4 lt 2, i + 2, i - 2)", "4 * N + 1", Answer.YES, Answer.UNKNOWN),
        ("if(i mod 4 lt 2, i + 2, i - 2)", "4 * N + 2", Answer.YES, Answer.UNKNOWN),
        ("if(i mod 4 lt 2, i + 2, i - 2)", "4 * N + 3", Answer.YES, Answer.UNKNOWN),
        ("if(i mod 4 lt 2, i + 2, i - 2)", "2 * N", Answer.YES, Answer.UNKNOWN),
        ("if((i + 1) mod 4 lt 2, i + 2, i - 2)", "4 * N", Answer.UNKNOWN, Answer.UNKNOWN),
        ("if(i mod (2 * B) lt B, i + B, i - B)", "3 * B * N", Answer.YES, Answer.UNKNOWN),
        ("if(i mod (2 * B) lt B, i + B + 1, i - B)", "2 * B * N", Answer.YES, Answer.UNKNOWN),
        ("if(i mod (2 * B) le B, i + B, i - B)", "2 * B * N", Answer.YES, Answer.UNKNOWN),
        ("i + 2 - 2 * (i mod 2)", "2 * N", Answer.YES, Answer.UNKNOWN),
        ("i - 2 * (i mod 2)", "2 * N", Answer.UNKNOWN, Answer.YES),
    ],
)
def test_what_leaves_the_array_is_not_said_to_stay(function: str, length: str, below: Answer, above: Answer) -> None:
    assert in_bounds(function, length) == (below, above)


@pytest.mark.parametrize(
    ("known", "condition"),
    [
        (("N size", "i in 4 * N", "i mod 4 lt 2"), "i + 2 lt 4 * N"),
        (("N size", "i in 4 * N", "i mod 4 ge 2"), "i ge 2"),
        (("N size", "i in N", "i mod 2 ne 0"), "i ge 1"),
        (("i natural",), "(i + 3) mod 4 + (0 - i - 3 - 1) mod 4 eq 3"),
        (("i natural",), "(3 * i) mod 4 eq (0 - i) mod 4"),
        (("i natural",), "(N floordiv 4 + (N mod 4 + 3) floordiv 4) eq N ceildiv 4"),
        (("N size", "i in N ceildiv 4"), "4 * i lt N"),
        (("N B size", "i in N ceildiv B"), "B * i lt N"),
        (("N size", "i in 6 * N", "j in 2"), "6 * (i floordiv 6) + 3 * j + i mod 3 lt 6 * N"),
    ],
    ids=str,
)
def test_remainders_decide(known: tuple[str, ...], condition: str) -> None:
    assert answer(condition, facts("N size", *known)) is Answer.YES


@pytest.mark.parametrize(
    ("known", "condition"),
    [
        (("N size", "i in 4 * N", "i mod 4 lt 2"), "i + 3 lt 4 * N"),
        (("N size", "i in 4 * N", "i mod 4 ge 2"), "i ge 3"),
        (("i from * to 20",), "if(i mod 2 eq 0, i, i - 1) ge 0"),
        (("i natural",), "(i * i) mod 8 le 1"),
        (("i natural", "d natural"), "i mod d le i"),
        ((), "i - i mod 4 ge 0"),
    ],
    ids=str,
)
def test_what_some_remainders_contradict_is_unknown(known: tuple[str, ...], condition: str) -> None:
    assert answer(condition, facts(*known)) is Answer.UNKNOWN


def test_a_remainder_of_too_many_values_is_not_tried_value_by_value() -> None:
    for divisor, expected in ((MOST_VALUES, Answer.YES), (MOST_VALUES + 1, Answer.UNKNOWN)):
        condition = f"((i mod {divisor}) * (i mod {divisor})) mod 4 le 1"
        assert answer(condition, facts("i natural")) is expected


@pytest.mark.parametrize(("function", "length", "known"), PARTNERS, ids=str)
def test_an_answer_holds_at_every_point(function: str, length: str, known: tuple[str, ...]) -> None:
    """Ends around those of the array: whatever is said of them is true at all points."""
    under, partner, count = facts("N B size", *known, f"i in {length}"), parse_nat(function), parse_nat(length)
    for more in (-3, -1, 0, 2):
        for relation in ("ge", "lt"):
            if holds(compare(partner + more, relation, 0 if relation == "ge" else count), under):
                for at in points(under, partner + count):
                    value = evaluate(partner, at) + more
                    assert value >= 0 if relation == "ge" else value < evaluate(count, at), at


@pytest.mark.parametrize("seed", [900391, 900436, 900493, 900839, 901188])
def test_facts_that_are_far_from_the_question_do_not_make_it_endless(seed: int) -> None:
    """Facts with sums, choices and divisions in each other's ends, of which digits make more."""
    assert try_seed(seed) is None
