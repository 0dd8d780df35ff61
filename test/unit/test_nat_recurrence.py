"""Closed forms: they give what the steps give, one after the other."""

from __future__ import annotations

import pytest

from lift.dialects.nat.evaluate import evaluate
from lift.dialects.nat.expr import var
from lift.dialects.nat.parser import parse_nat
from lift.dialects.nat.recurrence import closed_form

LAWS = (
    "n",
    "n + 3",
    "n - 2",
    "n + M",
    "2 * n",
    "2 * n + 1",
    "3 * n - M",
    "n floordiv 2",
    "n floordiv 3",
    "(n - 1) floordiv 2",
    "(n + 1) floordiv 2",
    "(n - 3) floordiv 2 + 1",
    "n floordiv 2 + 5",
    "(n + M) floordiv 2",
    "(n + 4) floordiv 3",
    "5",
    "M",
)


@pytest.mark.parametrize("step", LAWS)
def test_a_law_holds_for_every_number(step: str) -> None:
    form = closed_form("n", var("N"), parse_nat(step), var("r"))
    assert form is not None
    assert not form.guessed
    for start in range(-5, 40):
        for m in (1, 4):
            length = start
            for r in range(6):
                assert evaluate(form.nat, {"N": start, "M": m, "r": r}) == length
                length = evaluate(parse_nat(step), {"n": length, "M": m})


@pytest.mark.parametrize(
    ("step", "form"),
    [
        ("2 * (n floordiv 4)", "N floordiv pow(2, r)"),
        ("4 * (n floordiv 2)", "N * pow(2, r)"),
        ("2 * (n floordiv 2) - 2", "N - 2 * r"),
        ("n floordiv 2 floordiv 2", "N floordiv pow(4, r)"),
        ("n floordiv 4 + n floordiv 4", "N floordiv pow(2, r)"),
    ],
)
def test_a_form_that_rests_on_exact_divisions_is_a_guess(step: str, form: str) -> None:
    found = closed_form("n", var("N"), parse_nat(step), var("r"))
    assert found is not None
    assert found.guessed
    assert found.nat is parse_nat(form)


@pytest.mark.parametrize(
    "step",
    ["n * n", "M - n", "3 * n floordiv 2", "(n + 1) floordiv 3", "M * n", "n mod 4", "max(n, M)", "n floordiv M"],
)
def test_there_is_not_always_a_form(step: str) -> None:
    assert closed_form("n", var("N"), parse_nat(step), var("r")) is None
