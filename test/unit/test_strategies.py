"""Combinators: what they do, what they say that they did, and that nothing is left of what was begun in vain."""

from __future__ import annotations

import pytest
from pass_programs import functions
from xdsl.dialects.builtin import ModuleOp

from lift.dialects.diagnostics import LiftError
from lift.dialects.lift.algorithmic import MapOp
from lift.dialects.loader import load_module, verify
from lift.passes.rules.mapping import map_to_glb, map_to_seq
from lift.passes.rules.tiling import reduce_split, split_join
from lift.passes.strategies.combinators import (
    Strategy,
    at,
    attempt,
    choice,
    everywhere,
    innermost,
    outermost,
    repeat,
    seq,
    when,
)
from lift.passes.strategies.derivation import Derivation, watched
from lift.passes.strategies.places import Places
from lift.passes.strategies.registry import strategy_of
from lift.passes.strategies.step import Step

PROGRAM = """
lift.def @f<N>(%m: !lift.array<8 * N, !lift.array<16, f32>>) -> !lift.array<8 * N, !lift.array<16, f32>> {
  %rows = lift.map (%row) in %m {
    %ys = lift.map (%x) in %row {
      %y = arith.negf %x : f32
      lift.yield %y : f32
    }
    lift.yield %ys
  }
  lift.return %rows
}
"""
FOUR, THREE = split_join.bind(n=4), split_join.bind(n=3)


def run(strategy: Strategy) -> tuple[ModuleOp, list[str]]:
    """The program after a strategy, and what it did; replayed step by step, that gives the same program."""
    module, again = load_module(PROGRAM), load_module(PROGRAM)
    derivation = Derivation(functions(module)["f"])
    steps = strategy(derivation)
    derivation.places.settle()
    verify(module)
    replayed = Derivation(functions(again)["f"])
    for step in steps:
        strategy_of(Step.parse(str(step)))(replayed)
    replayed.places.settle()
    assert str(again) == str(module)
    return module, [str(step) for step in steps]


def test_at() -> None:
    assert run(at(FOUR, "rows"))[1] == ["split_join n=4 at %rows"]


def test_outermost_and_innermost() -> None:
    assert run(outermost(FOUR))[1] == ["split_join n=4 at %rows"]
    assert run(innermost(FOUR))[1] == ["split_join n=4 at %ys"]


def test_seq() -> None:
    steps = run(seq(at(FOUR, "rows"), at(FOUR, "ys"), at(map_to_glb.bind(d=0), "rows_n")))[1]
    assert steps == ["split_join n=4 at %rows", "split_join n=4 at %ys", "map_to_glb d=0 at %rows_n"]


def test_attempt_leaves_nothing_of_what_was_begun_in_vain() -> None:
    module, steps = run(attempt(seq(at(FOUR, "rows"), at(THREE, "ys"))))
    assert steps == []
    assert str(module) == str(load_module(PROGRAM))


def test_choice_takes_the_first_that_can_be_done() -> None:
    assert run(choice(seq(at(FOUR, "rows"), at(THREE, "ys")), at(FOUR, "ys")))[1] == ["split_join n=4 at %ys"]
    with pytest.raises(LiftError, match=r"does not hold"):
        run(choice(at(THREE, "rows"), at(THREE, "ys")))


def test_repeat() -> None:
    rows = when(FOUR, lambda op: isinstance(op, MapOp) and op.parent_op() is not None and op.result.name_hint == "rows")
    assert run(repeat(outermost(rows), most=1))[1] == ["split_join n=4 at %rows"]
    assert run(repeat(outermost(split_join.bind(n=8)), most=2))[1] == [
        "split_join n=8 at %rows",
        "split_join n=8 at %rows",
    ]
    assert run(repeat(at(map_to_glb.bind(d=0), "rows")))[1] == ["map_to_glb d=0 at %rows"]


def test_everywhere_goes_on_with_what_is_new() -> None:
    module, steps = run(everywhere(map_to_seq))
    assert sorted(steps) == ["map_to_seq at %rows", "map_to_seq at %ys"]
    assert "lift.map" not in str(module)


def test_an_error_that_is_no_refusal_is_not_swallowed() -> None:
    with pytest.raises(LiftError) as caught:
        run(attempt(strategy_of(Step("no_such_rule", "rows"))))
    assert caught.value.code == "LIFT0364"


def test_who_watches_is_told_of_each_step() -> None:
    seen: list[str] = []
    with watched(lambda function, step: seen.append(f"{step} in @{function.function_name}")):
        run_once = Derivation(functions(load_module(PROGRAM))["f"])
        seq(at(FOUR, "rows"), at(FOUR, "ys"))(run_once)
    at(FOUR, "ys")(run_once)
    assert seen == ["split_join n=4 at %rows in @f", "split_join n=4 at %ys in @f"]


def test_a_rule_that_does_not_hold_changes_nothing() -> None:
    module = load_module(PROGRAM)
    derivation = Derivation(functions(module)["f"])
    for rule in (THREE, reduce_split.bind(n=4)):
        with pytest.raises(LiftError):
            derivation.at(rule, "rows")
    assert str(module) == str(load_module(PROGRAM))


def test_matching_changes_nothing() -> None:
    module = load_module(PROGRAM)
    places = Places(functions(module)["f"])
    assert FOUR.matches(places.at("rows"))
    assert not THREE.matches(places.at("rows"))
    assert str(module) == str(load_module(PROGRAM))


@pytest.mark.parametrize("text", ["tidy", "split_join n=8 at %c", "filter_in_chunks n=4 over=items rows=once at %r.2"])
def test_a_step_reads_back(text: str) -> None:
    assert str(Step.parse(text)) == text


@pytest.mark.parametrize("text", ["", "a b", "a at", "a at c", "a n=1 n=2 at %c", "a n= at %c d", "a at %c\nb"])
def test_what_is_no_step(text: str) -> None:
    with pytest.raises(LiftError) as caught:
        Step.parse(text)
    assert caught.value.code == "LIFT0367"
