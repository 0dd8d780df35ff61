"""Random expressions under random facts: whatever the algebra does keeps the value, and does it the same way always."""

from __future__ import annotations

import os

from hypothesis import given, settings
from nat_strategies import Tree, World, trees, worlds, write

from lift.dialects.nat.evaluate import evaluate
from lift.dialects.nat.expr import NatError
from lift.dialects.nat.parser import parse_nat
from lift.dialects.nat.simplify import simplify

MANY = int(os.environ.get("LIFT_EXAMPLES", "1000"))
"""How many expressions each property is tried on."""


@settings(max_examples=MANY)
@given(worlds(), trees(8))
def test_simplifying_keeps_the_value(world: World, tree: Tree) -> None:
    text = write(tree)
    try:
        nat = parse_nat(text)
    except NatError:
        return
    before = world.value(text)
    simple = simplify(nat, world.facts)
    if before is not None:
        assert evaluate(simple, world.values, world.tables) == before, f"{text} became {simple}"


@settings(max_examples=MANY)
@given(worlds(), trees(8))
def test_simplifying_twice_changes_nothing(world: World, tree: Tree) -> None:
    try:
        simple = simplify(parse_nat(write(tree)), world.facts)
    except NatError:
        return
    assert simplify(simple, world.facts) is simple
