"""What messages say is for the person who wrote the program: it has that person's names, and fixes that work."""

from __future__ import annotations

import re

import pytest
from message_names import made_up_names
from refusals import UNNAMED, Refusal, damaged, refusal_of, refusals

import lift
from lift.dialects.diagnostics import LiftError

STATED = re.compile(r"add `where \[(.*)\]` to the lift\.def")


@pytest.mark.slow
def test_no_message_has_a_name_that_the_program_does_not_have() -> None:
    wrong = {
        r.source: (names, str(r.error)) for r in (*refusals(), *damaged()) if (names := made_up_names(r.text, r.error))
    }
    assert not wrong, "\n".join(f"{source}: {names}\n{message}" for source, (names, message) in wrong.items())


@pytest.mark.slow
def test_many_programs_are_refused() -> None:
    assert len(refusals()) > 250
    assert len(damaged()) > 50


def stating(refusal: Refusal, fact: str) -> str:
    """The program with a fact added to the function that the error is in."""
    assert refusal.error.location is not None
    lines = refusal.text.splitlines(keepends=True)
    before = "".join(lines[: refusal.error.location.line])
    start = max(before.rfind(function) for function in ("lift.def ", "kernel.func "))
    found = re.compile(r" where \[([^\]]*\]?[^\]]*)\](?= (?:launch|\{))|(?= launch\(| \{)").search(refusal.text, start)
    assert found is not None
    stated = f"{found[1]}, {fact}" if found[1] else fact
    return f"{refusal.text[: found.start()]} where [{stated}]{refusal.text[found.end() :]}"


def said(refusal: Refusal) -> tuple[str, str, str | None]:
    return refusal.error.code, refusal.error.message, refusal.error.expected


def test_a_fact_that_is_proposed_removes_the_error() -> None:
    proposed = [(r, STATED.search(r.error.fix)) for r in (*refusals(), *damaged()) if r.error.fix is not None]
    facts = [(refusal, found[1]) for refusal, found in proposed if found is not None]
    assert len(facts) > 20
    for refusal, fact in facts:
        assert len(fact) < 100
        left = refusal_of(refusal.source, stating(refusal, fact))
        assert left is None or said(left) != said(refusal), f"{refusal.error}\nbecomes\n{left.error}"


def test_what_no_where_can_state_is_not_proposed() -> None:
    for refusal in refusals():
        assert "follow from the `where`" not in (refusal.error.fix or "")


LAST_PART_SHORTER = """lift.def @f<N>(%xs: !lift.array<N, i32>) -> !lift.array<N, i32> {
  %p = lift.partition %xs into N ceildiv 4 by (i) -> (min(5, N - 4 * i))
  %r = lift.join %p
  lift.return %r
}"""


def test_a_sum_is_shown_as_it_was_written_where_its_closed_form_is_long() -> None:
    refusal = refusal_of("parts", LAST_PART_SHORTER)
    assert refusal is not None
    assert refusal.error.code == "LIFT0056"
    assert max(map(len, str(refusal.error).splitlines())) < 160


@pytest.mark.parametrize("source", [name for name in UNNAMED if name.startswith("rows")])
def test_an_error_about_an_index_has_a_place_and_speaks_of_the_program(source: str) -> None:
    refusal = refusal_of(source, UNNAMED[source])
    assert refusal is not None
    assert refusal.error.code == "LIFT0352"
    assert refusal.error.location is not None
    assert refusal.error.fix is not None
    assert "view." not in str(refusal.error)


def test_results_are_moved_where_rows_that_have_no_closed_sum_are_not() -> None:
    text = UNNAMED["rows that have no closed sum, reversed"]
    moved = text.replace("  %g = lift.gather %m by (i) -> (N - 1 - i)\n", "").replace("in %g", "in %m")
    moved = moved.replace("lift.return %r", "%g = lift.gather %r by (i) -> (N - 1 - i) lift.return %g")
    assert refusal_of("moved", moved) is None


def test_a_type_that_c_does_not_have_is_refused_where_it_is_used() -> None:
    text = """lift.def @f<N>(%xs: !lift.array<N, i32>) -> !lift.array<N, i32> {
  %r = lift.map (%x) in %xs {
    %z = arith.trunci %x : i32 to i7
    %y = arith.extsi %z : i7 to i32
    lift.yield %y
  }
  lift.return %r
}"""
    with pytest.raises(LiftError) as error:
        _ = lift.compile(text, strategy="cpu").opencl
    assert error.value.code == "LIFT0351"
    assert error.value.location is not None
    assert error.value.location.line == 3
    assert error.value.fix is not None


def test_a_copy_that_a_pass_inserts_is_called_by_what_it_is_a_copy_of() -> None:
    text = """lift.def @f<N>(%a: !lift.array<N, !lift.array<4, !lift.array<8, i32>>>)
    -> !lift.array<N, !lift.array<4, !lift.array<1, i32>>> {
  %r = ocl.map_wrg<0> (%m) in %a {
    %o = ocl.map_lcl<1> (%row) in %m {
      %it = lift.iterate 3 (%t)[n] in %row {
        %two = lift.split 2 %t
        %h = ocl.map_lcl<0> (%p) in %two {
          %x = lift.at %p[0]
          %k = ocl.to_local %x
          lift.yield %k
        }
        lift.yield %h
      }
      %g = ocl.map_lcl<0> (%e) in %it { lift.yield %e }
      lift.yield %g
    }
    lift.yield %o
  }
  lift.return %r
}"""
    refusal = refusal_of("copy", text)
    assert refusal is not None
    assert refusal.error.code == "LIFT0358"
    assert [note for note, _ in refusal.error.notes] == ["a copy of %row is written here"]
