"""An answer depends on the question and the facts, and on nothing that was asked before."""

from __future__ import annotations

import pytest
from nat_facts import answer, facts, simplified

from lift.dialects.nat.expr import var
from lift.dialects.nat.intervals import Interval
from lift.dialects.nat.parser import parse_condition
from lift.dialects.nat.prove import Answer
from lift.dialects.nat.prover import Prover, prover_for
from lift.dialects.nat.ring import Nat

ROUND_IN_A_CIRCLE = ("N size", "rows table 200", "rows[_] le N", "N le rows[0]", "N le 7")
"""The end of a name is an entry, and the end of an entry is the name."""


@pytest.mark.parametrize("before", ["N le 7", "log2(N) le 2", "rows[0] le 7", "rows[1] + N ge 1"])
def test_ends_in_terms_of_each_other_do_not_depend_on_which_was_asked_for_first(before: str) -> None:
    under = facts(*ROUND_IN_A_CIRCLE)
    answer(before, under)
    assert answer("log2(rows[0] + 1) le 3", under) is Answer.YES


def test_a_question_that_was_cut_off_is_answered_when_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """The stack may overflow, or somebody press Ctrl-C."""
    under = facts("N size", "N le 7")

    def cut_off(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(Prover, "interval_ends", cut_off)
        with pytest.raises(KeyboardInterrupt):
            answer("N le 7", under)
    assert prover_for(under).interval(var("N")) == (1, 7)


SORTED = ("N size", "rows table N", "cols table N", "i in N", "rows[_] ge 3", "rows[_] le 9", "cols[_] le rows[_]")


@pytest.mark.parametrize(
    "fact",
    [
        "rows[_] le rows[_ + 1]",
        "rows[_] ge rows[_ + 1]",
        "rows[_] le rows[_ floordiv 2]",
        "rows[_] le cols[_ floordiv 2] + 9",
    ],
)
@pytest.mark.parametrize(
    ("question", "expected"),
    [("rows[i] ge 3", Answer.YES), ("cols[i] floordiv 10 eq 0", Answer.YES), ("cols[i] ge 1", Answer.UNKNOWN)],
)
def test_entries_of_a_table_in_terms_of_its_others_have_the_ends_that_are_stated(
    fact: str, question: str, expected: Answer
) -> None:
    assert answer(question, facts(*SORTED, fact)) is expected


def test_what_the_order_of_a_table_says_is_proved() -> None:
    under = facts(*SORTED, "rows[_] le rows[_ + 1]")
    assert answer("rows[i] le rows[i + 2]", under) is Answer.YES
    assert answer("rows[i + 1] le rows[i]", under) is Answer.UNKNOWN


MUTUAL = (
    *("N M size", "k natural", "N mod 4 eq 0", "i in M", "j in 8", "N le 7", "k lt M floordiv (x - j)"),
    *("(N - i) floordiv (M - j) ge j", "M - 1 ge i * N"),
)
"""Facts in which most questions lead to each other."""


MOST_SEARCHED = 20_000
"""More than this is a search that does not use what it has found."""


def test_questions_that_lead_to_each_other_are_not_searched_over_and_over(monkeypatch: pytest.MonkeyPatch) -> None:
    searched, measure = 0, Prover.interval

    def counted(prover: Prover, nat: Nat) -> Interval:
        nonlocal searched
        searched += 1
        assert searched < MOST_SEARCHED
        return measure(prover, nat)

    monkeypatch.setattr(Prover, "interval", counted)
    found = simplified("if(j + log2(x) eq N mod 6, max(j, k), 3)", facts(*MUTUAL))
    assert found == "if(N eq j + log2(x), max(j, k), 3)"


def test_what_does_not_depend_on_new_names_is_asked_once() -> None:
    before = facts("N size", "i in N")
    assert answer("i lt N", before.natural("k")) is Answer.YES
    assert parse_condition("i lt N").nat in {nat for _, nat in prover_for(before).known}


@pytest.mark.parametrize("more", ["x in 4", "x eq 3", "i le 3", "N mod 2 eq 0"])
def test_what_new_facts_say_of_old_names_is_used(more: str) -> None:
    """The range of x was given in terms of i, and that of i in terms of N, before x is known."""
    before = facts("N size", "i in N", "i le x", "2 * x le N + 6")
    assert answer("i le 3", before) is Answer.UNKNOWN
    known = before.index("x", 4) if more == "x in 4" else before.given(more)
    assert answer("N mod 2 eq 0" if "mod" in more else "i le 3", known) is Answer.YES
