"""Random expressions under random facts: whatever the algebra does keeps the value, and does it the same way always."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from how_many import how_many
from hypothesis import given, settings
from hypothesis import strategies as st
from nat_properties import PROPERTIES, Property, check_comparison, read
from nat_strategies import RELATIONS, Plain, Tree, World, tree, trees, world, worlds, write

from lift.dialects.nat.expr import compare
from lift.dialects.nat.parser import parse_nat
from lift.dialects.nat.prove import Answer, bounds, prove
from lift.dialects.nat.ring import NatError
from lift.dialects.nat.simplify import simplify

MANY = int(os.environ.get("LIFT_EXAMPLES", how_many(60, usual=100)))
"""How many expressions each property is tried on here; `nat_properties.py` tries as many as asked."""

DRAWS = 200
LEAST = {"has a value": 0.8, "simplified": 0.25, "bounded": 0.7, "decided": 0.1}
"""The share of draws, at least, of which there is something to be said."""


@pytest.mark.parametrize("check", PROPERTIES, ids=lambda check: check.__name__)
@settings(max_examples=MANY)
@given(worlds(), trees(4))
def test_property(check: Property, known: World, drawn: Tree) -> None:
    nat = read(drawn)
    if nat is not None:
        check(known, nat, known.value(write(drawn)))


@settings(max_examples=MANY)
@given(worlds(), trees(3), trees(3), st.sampled_from(RELATIONS))
def test_what_is_proved_is_true(known: World, drawn: Tree, other: Tree, relation: str) -> None:
    left, right = read(drawn), read(other)
    if left is not None and right is not None and known.value(write(other)) is not None:
        check_comparison(known, left, known.value(write(drawn)), right, relation)


@settings(max_examples=MANY)
@given(trees(4))
def test_the_order_in_which_terms_were_written_does_not_matter(drawn: Tree) -> None:
    nat = read(drawn)
    if nat is None:
        return
    try:
        assert parse_nat(write(drawn, turned=True)) is nat
    except NatError:
        return  # a product may be refused for its size in one order and not in the other


@pytest.mark.slow
def test_most_draws_say_something() -> None:
    """The properties hold of what can be read and has a value, and say little of what is left as it is."""
    kinds: Counter[str] = Counter()
    for seed in range(DRAWS):
        choose = Plain(Random(seed))
        known, drawn, other = world(choose), tree(choose, 4), tree(choose, 3)
        nat, second = read(drawn), read(other)
        if nat is None or second is None or known.value(write(drawn)) is None:
            continue
        low, high = bounds(nat, known.facts)
        kinds["has a value"] += 1
        kinds["simplified"] += simplify(nat, known.facts) is not nat
        kinds["bounded"] += low is not None or high is not None
        kinds["decided"] += (
            prove(compare(nat, RELATIONS[seed % len(RELATIONS)], second), known.facts) is not Answer.UNKNOWN
        )
    assert {kind for kind in LEAST if kinds[kind] < LEAST[kind] * DRAWS} == set(), kinds


SHOW_RESULTS = """
import sys
from random import Random
sys.path.insert(0, sys.argv[1])
from lift.dialects.nat.expr import NatError
from lift.dialects.nat.parser import parse_nat
from lift.dialects.nat.simplify import simplify
from nat_strategies import Plain, tree, world, write
for seed in eval(sys.argv[2]):
    choose = Plain(Random(seed))
    known, drawn = world(choose), tree(choose, 4)
    try:
        print(seed, simplify(parse_nat(write(drawn)), known.facts))
    except NatError as error:
        print(seed, error)
"""


def results(seeds: str, hash_seed: str) -> list[str]:
    """What a fresh process makes of the expressions with these seeds, sorted."""
    command = [sys.executable, "-c", SHOW_RESULTS, str(Path(__file__).parent), seeds]
    environment = os.environ | {"PYTHONHASHSEED": hash_seed}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return sorted(done.stdout.splitlines())


def test_results_do_not_depend_on_the_hash_seed_or_on_what_was_asked_before() -> None:
    many = how_many(60, usual=100)
    first = results(f"range({many})", "0")
    assert len(first) == many
    assert results(f"range({many})", "1") == first
    assert results(f"reversed(range({many}))", "2") == first
