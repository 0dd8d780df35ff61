"""Values at many positions at once are those that `evaluate` gives at one after the other."""

from __future__ import annotations

import os
from collections.abc import Callable
from itertools import accumulate
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from nat_strategies import RELATIONS, Tree, trees, write

from lift.dialects.nat.evaluate import Evaluation
from lift.dialects.nat.expr import Sum, compare
from lift.dialects.nat.parser import parse_nat
from lift.dialects.nat.rebuild import abstract
from lift.dialects.nat.ring import Atom, Nat, NatError
from lift.runtime import evaluation
from lift.runtime.evaluation import Column, Evaluator

MANY = int(os.environ.get("LIFT_EXAMPLES", "200"))
LONGEST = 60
HUGE = 2**62

NUMBERS = st.integers(0, 9) | st.integers(0, 60) | st.integers(HUGE - 2, 2**63 - 1)
"""Sizes and entries: small ones, and some whose sums and products pass 64 bits."""


class LongSumError(Exception):
    """It would take long to go through it."""


class _Short(Evaluation):
    """What is right, where that is quick to find out."""

    def atom(self, atom: Atom, bound: tuple[int, ...]) -> Any:
        if isinstance(atom, Sum) and self.nat(atom.args[0], bound) > LONGEST:
            raise LongSumError
        return super().atom(atom, bound)


@st.composite
def settings_of(draw: st.DrawFn) -> tuple[dict[str, int], dict[str, list[int]]]:
    names = {name: draw(NUMBERS) for name in "NMjk"} | {"x": draw(st.integers(-9, 9))}
    entries = draw(st.lists(st.integers(0, 5), max_size=12) | st.lists(NUMBERS, max_size=12))
    return names, {"rows": entries * draw(st.sampled_from((1, 1, 20)))}


def outcome(function: Callable[[], Any]) -> Any:
    """What it gives, or that it gives nothing."""
    try:
        return function()
    except NatError:
        return "nothing"


def read(drawn: Tree) -> Nat | None:
    try:
        return parse_nat(write(drawn))
    except NatError:
        return None


@settings(max_examples=MANY)
@given(
    settings_of(),
    trees(4),
    st.sampled_from((0, 1, 2, 7, 40)),
    st.sampled_from(RELATIONS),
    st.sampled_from((4, 1 << 18)),
)
def test_random_expressions(
    known: tuple[dict[str, int], dict[str, list[int]]], drawn: Tree, count: int, relation: str, chunk: int
) -> None:
    nat = read(drawn)
    if nat is None:
        return
    names, tables = known
    condition = compare(nat, relation, 3)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(evaluation, "CHUNK", chunk)
        found, one = Evaluator(names, tables), [_Short({**names, "i": i}, tables) for i in range(count)]
        try:
            right = outcome(lambda: [at.nat(nat, ()) for at in one])
            held = outcome(lambda: [at.condition(condition, ()) for at in one])
            sums = "nothing" if right == "nothing" else [0, *accumulate(right)]
            single = outcome(lambda: one[-1].nat(nat, ())) if one else "nothing"
        except LongSumError:
            return
        assert outcome(lambda: found.along(nat, "i", count).tolist()) == right
        assert outcome(lambda: found.holds_along(condition, "i", count).tolist()) == held
        assert outcome(lambda: list(found.running_sums(abstract(nat, "i"), count).numbers)) == sums
        if one:
            assert outcome(lambda: Evaluator({**names, "i": count - 1}, tables).nat(nat, ())) == single


NESTED = (
    "sum(p : rows[i], sum(q : p + rows[p], rows[q] * i))",
    "sum(p : i, rows[p])",
    "sum(p : i - 3, rows[p] * rows[p + 1])",
    "sum(p : i, sum(q : rows[p], q floordiv 2 + N))",
    "sum(p : N, rows[min(p, i)])",
    "sum(p : rows[i], if(p lt 2, 0, rows[p - 2]) + p mod (i + 1))",
    "if(i lt 3, rows[i + 17], rows[i] * pow(2, i))",
    "pow(2, rows[i]) + log2(rows[i] + 1) + max(rows[i], i, 3)",
    "(sum(p : i, p) * 3) floordiv (rows[i] + 1)",
    "sum(p : 0, rows[99])",
    "rows[rows[i]] - 5 * i",
    "min(N * pow(2, 61), N * pow(2, 62), rows[i])",
)


@pytest.mark.parametrize("chunk", [3, 1 << 18])
@pytest.mark.parametrize("text", NESTED)
def test_sums_inside_of_sums(text: str, chunk: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evaluation, "CHUNK", chunk)
    nat, tables = parse_nat(text), {"rows": [0, 3, 1, 0, 0, 7, 2, 5, 1, 0, 4, 6, 0, 1, 2, 3, 9, 0, 0, 1]}
    for count in (1, 20):
        right = [Evaluation({"N": 4, "i": i}, tables).nat(nat, ()) for i in range(count)]
        assert Evaluator({"N": 4}, tables).along(nat, "i", count).tolist() == right


@pytest.mark.parametrize("entries", [[2**63 - 1, 2**63 - 1], [2**62, 2**62, 1], [0, 2**64, 3]])
@pytest.mark.parametrize(
    "text", ["rows[i] * 3", "rows[i] + i", "sum(p : i + 1, rows[p])", "0 - 4 * rows[i]", "rows[i] mod 7"]
)
def test_numbers_beyond_64_bits_do_not_wrap(text: str, entries: list[int]) -> None:
    nat, tables = parse_nat(text), {"rows": entries}
    right = [Evaluation({"i": i}, tables).nat(nat, ()) for i in range(len(entries))]
    assert Evaluator({}, tables).along(nat, "i", len(entries)).tolist() == right
    assert Evaluator({}, tables).running_sums(abstract(nat, "i"), len(entries))[len(entries)] == sum(right)


def test_powers_with_a_negative_exponent() -> None:
    nat = parse_nat("pow(2, i) * pow(2, 3 - i) + pow(2, i - N) * pow(2, N)")
    right = [Evaluation({"i": i, "N": 9}, {}).nat(nat, ()) for i in range(6)]
    assert Evaluator({"N": 9}, {}).along(nat, "i", 6).tolist() == right
    with pytest.raises(NatError, match="not a whole number here: 1/512"):
        Evaluator({"N": 9}, {}).along(parse_nat("pow(2, i - N)"), "i", 6)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("rows[i + 1]", "the index i \\+ 1 of 'rows' is 3, of 3"),
        ("rows[i - 1]", "the index i - 1 of 'rows' is -1, of 3"),
        ("5 floordiv rows[i]", "the divisor rows\\[i\\] is 0"),
        ("log2(rows[i])", "the argument rows\\[i\\] of log2 is 0"),
        ("pow(2, 5000 * i)", "too large"),
        ("others[i]", "the table 'others' has no values"),
        ("y + i", "'y' has no value"),
        ("sum(p : i * pow(2, 50), p)", "takes too long"),
    ],
)
def test_what_has_no_value_somewhere(text: str, message: str) -> None:
    with pytest.raises(NatError, match=message):
        Evaluator({}, {"rows": [2, 0, 1]}).along(parse_nat(text), "i", 3)


def test_a_running_sum_at_every_row_takes_one_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    """That of the first i entries for all i: not i look-ups for each of them."""
    looked_up: list[int] = []
    original = Evaluator.lookup_at

    def counted(self: Evaluator, atom: Any, index: Any) -> Any:
        looked_up.append(len(index))
        return original(self, atom, index)

    monkeypatch.setattr(Evaluator, "lookup_at", counted)
    found = Evaluator({}, {"rows": np.ones(50_000, np.int64)}).along(parse_nat("sum(p : i, rows[p])"), "i", 50_000)
    assert found.tolist() == list(range(50_000))
    assert sum(looked_up) < 100_000


def test_columns_have_bounds_that_are_reached() -> None:
    column = Column.of([3, 1, 2])
    assert (column.least, column.greatest, len(column), column[0]) == (1, 3, 3, 3)
    assert (Column.of([]).least, Column.of([]).greatest) == (0, 0)
    assert Column.of([2**63]).numbers.dtype == np.object_
