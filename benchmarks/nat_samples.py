"""Numbers that satisfy some facts, drawn at random: where expressions that are said to be equal must have one value."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from lift.dialects.nat.evaluate import evaluate, evaluate_condition
from lift.dialects.nat.expr import Condition
from lift.dialects.nat.facts import ANY, Facts
from lift.dialects.nat.ring import Nat, Undefined

Sample = tuple[dict[str, int], dict[str, list[int]]]

VALUES = (0, 1, 2, 3, 4, 5, 7, 8, 15, 16, 32, 33, 64, 128)


def samples(facts: Facts, names: frozenset[str], count: int, random: Random) -> Iterator[Sample]:
    """That many samples of the names and of all tables, fewer where they are hard to find."""
    declared = sorted(facts.order, key=lambda name: facts.order[name])
    written = {name for condition in facts.conditions for name in condition.names} | names
    wanted = [name for name in declared if name in written] + sorted(names - set(declared))
    for _ in range(20 * count):
        found = _sample(facts, [name for name in wanted if name != ANY], random)
        if found is not None:
            yield found
            count -= 1
        if not count:
            return


def _sample(facts: Facts, names: list[str], random: Random) -> Sample | None:
    """One name after the other, each tried a few times until what is known of it holds."""
    values: dict[str, int] = {}
    tables = {table: [random.randrange(4) for _ in range(max(VALUES) + 1)] for table in facts.tables}
    for name in names:
        for _ in range(60):
            values[name] = random.choice(VALUES)
            if all(_allows(condition, values, tables) for condition in facts.conditions if name in condition.names):
                break
        else:
            return None
    return values, tables


def _allows(condition: Condition, values: dict[str, int], tables: dict[str, list[int]]) -> bool:
    """Whether a condition holds as far as its names have values; one about all entries must hold at each."""
    if not condition.names <= values.keys() | {ANY}:
        return True
    positions = range(max(VALUES) + 1) if ANY in condition.names else (0,)
    try:
        return all(evaluate_condition(condition, values | {ANY: position}, tables) for position in positions)
    except Undefined:
        return False


def agree(left: Nat, right: Nat, sample: Sample) -> bool:
    """Whether two expressions have one value; where the first has none, any will do."""
    try:
        value = evaluate(left, *sample)
    except Undefined:
        return True
    return evaluate(right, *sample) == value
