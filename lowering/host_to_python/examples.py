"""Small sizes for which a program may be called: every fact that it states holds for them.

They are searched for, one nat after the other; the numbers that the facts mention are tried, too. Tables have the same
entry everywhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Final

from ...dialects.host.programs import ProgramOp
from ...dialects.lift.storage import leaves_of
from ...dialects.nat.evaluate import evaluate, evaluate_condition
from ...dialects.nat.expr import Condition
from ...dialects.nat.facts import ANY
from ...dialects.nat.ring import Nat, NatError

_USUAL: Final = (16, 8, 32, 64, 128, 4, 2, 1, 3, 5, 6, 7, 10, 12, 256, 512, 1024, 2048, 4096)
_ENTRIES: Final = (3, 2, 1, 0, 4, 8, 16)
_MOST_TRIES: Final = 20_000
_MOST_ELEMENTS: Final = 1 << 24


@dataclass(frozen=True)
class Example:
    """A value for each nat, and the entry that each table has everywhere."""

    nats: dict[str, int] = field(default_factory=dict[str, int])
    entries: dict[str, int] = field(default_factory=dict[str, int])


def small_example(program: ProgramOp) -> Example | None:
    """Sizes for which the facts hold, if such are found."""
    lengths = [leaf.count for type_ in program.parameter_types for leaf in leaves_of(type_)]
    found = (example for example in islice(_examples(program), _MOST_TRIES) if _is_legal(program, lengths, example))
    return next(found, None)


def _examples(program: ProgramOp) -> Iterator[Example]:
    candidates = [*_USUAL, *sorted(_numbers(program.conditions) - {*_USUAL})]

    def entries(tables: Sequence[str]) -> Iterator[dict[str, int]]:
        if not tables:
            yield {}
            return
        for rest in entries(tables[1:]):
            yield from ({tables[0]: entry, **rest} for entry in _ENTRIES)

    def nats(known: dict[str, int], names: Sequence[str]) -> Iterator[dict[str, int]]:
        if not names:
            yield known
            return
        for candidate in candidates:
            more = {**known, names[0]: candidate}
            if _may_hold(program.conditions, more):
                yield from nats(more, names[1:])

    tables = [table.table.data for table in program.tables]
    yield from (Example(known, entry) for known in nats({}, program.nat_names) for entry in entries(tables))


def _numbers(conditions: Sequence[Condition]) -> set[int]:
    """The numbers in the conditions, and what is beside them."""
    found: set[int] = set()
    waiting = [condition.nat for condition in conditions]
    while waiting:
        nat = waiting.pop()
        found.update(abs(coefficient) for _, coefficient in nat.terms)
        waiting += [arg for atom in nat.atoms for arg in atom.args]
    return {near for number in found for near in (number, number + 1, 2 * number) if 1 <= near <= _MOST_ELEMENTS}


def _may_hold(conditions: Sequence[Condition], known: dict[str, int]) -> bool:
    """Whether no condition over nats that are all known speaks against them."""
    decided = (c for c in conditions if not c.tables and c.names <= known.keys())
    return all(_holds(condition, known, {}) for condition in decided)


def _holds(condition: Condition, names: dict[str, int], tables: dict[str, list[int]]) -> bool:
    try:
        return evaluate_condition(condition, names, tables)
    except NatError:
        return False


def _is_legal(program: ProgramOp, lengths: Sequence[Nat], example: Example) -> bool:
    try:
        tables = {
            table.table.data: [example.entries[table.table.data]] * evaluate(table.length.data, example.nats)
            for table in program.tables
        }
        counts = [evaluate(length, example.nats, tables) for length in lengths]
    except NatError:
        return False
    if not all(0 <= count <= _MOST_ELEMENTS for count in counts):
        return False
    for condition in program.conditions:
        if ANY not in condition.names:
            positions: Sequence[dict[str, int]] = [{}]
        else:
            positions = [{ANY: i} for i in range(min((len(tables[name]) for name in condition.tables), default=0))]
        if not all(_holds(condition, {**example.nats, **position}, tables) for position in positions):
            return False
    return True
