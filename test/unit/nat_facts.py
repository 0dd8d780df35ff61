"""Facts and questions as short texts, for the tests of facts and proofs."""

from __future__ import annotations

import random
from collections.abc import Iterator

from lift.dialects.nat.evaluate import evaluate_condition
from lift.dialects.nat.facts import Facts
from lift.dialects.nat.parser import parse_condition, parse_nat
from lift.dialects.nat.prove import Answer, prove
from lift.dialects.nat.ring import Nat
from lift.dialects.nat.simplify import simplify


def facts(*lines: str) -> Facts:
    """`N size`, `n natural`, `i in N`, `x from a to b` (`*` is no end), `f table N`, or a comparison, in order."""
    known = Facts()
    for line in lines:
        match line.split():
            case [*names, "size"]:
                known = known.size(*names)
            case [*names, "natural"]:
                known = known.natural(*names)
            case [name, "in", *count]:
                known = known.index(name, parse_nat(" ".join(count)))
            case [name, "from", lower, "to", *upper]:
                known = known.between(name, end(lower), end(" ".join(upper)))
            case [name, "table", *length]:
                known = known.table(name, parse_nat(" ".join(length)))
            case _:
                known = known.given(line)
    return known


def end(text: str) -> Nat | None:
    return None if text == "*" else parse_nat(text)


def answer(condition: str, known: Facts) -> Answer:
    return prove(parse_condition(condition), known)


def simplified(text: str, known: Facts) -> str:
    return str(simplify(parse_nat(text), known))


def points(known: Facts, nat: Nat) -> Iterator[dict[str, int]]:
    """Values of the names at which all that was said holds."""
    conditions = known.conditions
    names = sorted(nat.names.union(*(condition.names for condition in conditions)))
    draw = random.Random(str(nat))
    for _ in range(4000):
        most = draw.choice((2, 4, 8, 16, 48))
        values = {name: draw.randint(1 if name.isupper() or name == "n" else 0, most) for name in names}
        if all(evaluate_condition(condition, values) for condition in conditions):
            yield values
