"""A sample of the mutation run: damaged programs are accepted or refused, and nothing else happens."""

import random
from collections import Counter
from functools import cache

import pytest
from how_many import how_many
from mutation import Outcome, Programs, check, check_with_the_program, variant
from mutators import MUTATORS

SEED = 20
COUNT = how_many(40, usual=80)


@cache
def outcome(index: int) -> Outcome:
    return check(variant(SEED, index).text)


@pytest.mark.parametrize("part", range(4))
def test_damaged_programs_only_give_diagnostics(part: int) -> None:
    failed = {index: outcome(index).detail for index in range(part, COUNT, 4) if outcome(index).kind == "failed"}
    assert failed == {}


@pytest.mark.parametrize("index", range(0, COUNT, COUNT // 5))
def test_damaged_programs_only_give_diagnostics_in_lift_opt(index: int) -> None:
    found = check_with_the_program(variant(SEED, index).text)
    assert found.kind != "failed", found.detail


def test_a_good_part_still_gets_past_the_parser_and_some_past_the_verifier() -> None:
    kinds = Counter(outcome(index).kind for index in range(COUNT))
    assert kinds["accepted"] + kinds["refused"] >= COUNT // 5
    assert kinds["accepted"] >= COUNT // 20
    assert kinds["refused"] >= COUNT // 20


def test_a_variant_is_the_same_each_time() -> None:
    assert [variant(SEED, index) for index in range(20)] == [variant(SEED, index) for index in range(20)]


@pytest.mark.parametrize("name", MUTATORS)
def test_every_kind_of_damage_changes_some_program(name: str) -> None:
    rng = random.Random(0)
    assert any(MUTATORS[name](rng, program, Programs()) != program.text for program in Programs()[:10])


def test_what_goes_wrong_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise KeyError("planted")

    monkeypatch.setattr("mutation.load_module", broken)
    found = check("")
    assert found.kind == "failed"
    assert "KeyError: 'planted'" in found.detail


def test_a_hang_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(*_: object) -> None:
        while True:
            pass

    monkeypatch.setattr("mutation.SECONDS", 0.05)
    monkeypatch.setattr("mutation.load_module", endless)
    assert "takes more than" in check("").detail
