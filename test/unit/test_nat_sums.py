"""Sums of sums: what is simplified has the value that it had, also where an inner sum counts from the outer position."""

from __future__ import annotations

import pytest
from nat_facts import facts

from lift.dialects.nat.evaluate import evaluate
from lift.dialects.nat.parser import parse_nat
from lift.dialects.nat.rebuild import instantiate
from lift.dialects.nat.ring import Nat
from lift.dialects.nat.simplify import simplify


@pytest.mark.parametrize(
    "text",
    [
        "sum(i : 4, sum(j : N, (j - i) floordiv 4 + 1))",
        "sum(i : N, i + sum(j : 3, (i - j) floordiv 3))",
        "sum(i : N, 2 + sum(j : i, (j * i) mod 3))",
        "sum(i : N, sum(j : i + 1, sum(k : j, (i + 2 * j + k) floordiv 5) + 1) + i)",
        "sum(i : N, if(i lt M, sum(j : M, (i + j) mod 5), sum(j : N, (i * j) mod 7)))",
        "sum(i : N, M * sum(j : 4, (i + j) floordiv 4))",
    ],
)
def test_what_is_simplified_has_the_value_that_it_had(text: str) -> None:
    nat, under = parse_nat(text), facts("N size", "M size")
    simple = simplify(nat, under)
    for n in (1, 2, 5, 9, 17):
        for m in (1, 3, 11):
            assert evaluate(simple, {"N": n, "M": m}) == evaluate(nat, {"N": n, "M": m})


def test_a_position_is_not_captured_by_a_sum_that_it_is_put_into() -> None:
    """The body of a sum at the position of another one around it, as the rules of sums have it."""
    body, around = (_body(text) for text in ("sum(i : N, sum(j : N, j - i))", "sum(i : N, 7 * i)"))
    assert instantiate(body, around.over(7)) is body


def _body(text: str) -> Nat:
    """What a sum adds up, over its position."""
    atom = parse_nat(text).single
    assert atom is not None
    return atom.args[1]
