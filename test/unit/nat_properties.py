"""What must hold of every expression under all facts, and a run of many random ones.

`python test/unit/nat_properties.py --count 100000` tries that many; a failure prints what can be pasted and the seed
that draws it again. The same properties run under Hypothesis in `test_nat_random.py`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from random import Random
from typing import TypeAlias

from nat_strategies import RELATIONS, Plain, Tree, World, tree, world, write

from lift.dialects.nat.evaluate import evaluate, evaluate_condition
from lift.dialects.nat.expr import compare
from lift.dialects.nat.parser import parse_nat
from lift.dialects.nat.prove import Answer, bounds, equal, obligations, prove
from lift.dialects.nat.ring import Nat, NatError, Undefined
from lift.dialects.nat.rules import RULES
from lift.dialects.nat.simplify import Simplifier, Step, simplify


def check_value(given: World, nat: Nat, value: int | None) -> None:
    """Simplifying keeps the value, and what was defined stays so."""
    if value is not None:
        simple = simplify(nat, given.facts)
        assert evaluate(simple, given.values, given.tables) == value, f"{nat} became {simple}"


def check_twice(given: World, nat: Nat, value: int | None) -> None:
    """Simplifying twice changes nothing, also after writing the result down and reading it."""
    simple = simplify(nat, given.facts)
    assert simplify(simple, given.facts) is simple, f"{simple} became {simplify(simple, given.facts)}"
    try:
        read = simplify(parse_nat(str(simple)), given.facts)
    except NatError:
        return  # a part without a value, such as a division by 0, can't be written down
    if value is not None:
        assert read is simple, f"{simple} became {read}"


def check_steps(given: World, nat: Nat, _value: int | None) -> None:
    """Every step is an instance of its rule."""
    steps: list[Step] = []
    try:
        Simplifier(given.facts, steps).nat(given.facts.into(nat))
    except NatError:
        return  # some number became too large
    for step in steps:
        assert RULES[step.rule].matches(step.before, step.values, step.functions), f"{step.rule}: {step.before}"


def check_bounds(given: World, nat: Nat, value: int | None) -> None:
    """The value lies between the bounds."""
    if value is None:
        return
    for end, sign in zip(bounds(nat, given.facts), (1, -1), strict=True):
        if end is not None:
            try:
                number = evaluate(end, given.values, given.tables)
            except Undefined:
                continue
            assert (value - number) * sign >= 0, f"{number}, which is {end}, is no end of {nat}"


def check_obligations(given: World, nat: Nat, value: int | None) -> None:
    """Where nothing is left to show, there is a value."""
    if value is None and not obligations(nat, given.facts):
        try:
            evaluate(nat, given.values, given.tables)
        except Undefined:
            raise
        except NatError:
            return  # some number became too large


def check_comparison(given: World, nat: Nat, value: int | None, other: Nat, relation: str) -> None:
    """What is proved is true, and what is equal has one value."""
    if value is None:
        return
    try:
        second = evaluate(other, given.values, given.tables)
    except NatError:
        return
    condition = compare(nat, relation, other)
    answer = prove(condition, given.facts)
    if answer is not Answer.UNKNOWN:
        held = evaluate_condition(condition, given.values, given.tables)
        assert held == (answer is Answer.YES), f"{condition} is said to be {answer.value}"
    if equal(nat, other, given.facts):
        assert value == second, f"{nat} is said to be equal to {other}"


Property: TypeAlias = Callable[[World, Nat, int | None], None]

PROPERTIES: tuple[Property, ...] = (
    check_value,
    check_twice,
    check_steps,
    check_bounds,
    check_obligations,
)


def read(drawn: Tree) -> Nat | None:
    """The expression of a tree, or None where it is refused."""
    try:
        return parse_nat(write(drawn))
    except NatError:
        return None


def try_seed(seed: int, properties: tuple[Property, ...] = PROPERTIES) -> str | None:
    """What is wrong with what this seed draws."""
    choose = Plain(Random(seed))
    given, drawn, relation = world(choose), tree(choose, 4), RELATIONS[seed % len(RELATIONS)]
    nat, other = read(drawn), read(tree(choose, 3))
    if nat is None:
        return None
    value = given.value(write(drawn))
    try:
        for check in properties:
            check(given, nat, value)
        if properties == PROPERTIES and other is not None and given.value(str(other)) is not None:
            check_comparison(given, nat, value, other, relation)
    except Exception as problem:
        return f"seed {seed}: {type(problem).__name__}: {problem}\n  {write(drawn)}\n  {given}"
    return None


def _wrong(seeds: range, properties: tuple[Property, ...]) -> list[str]:
    return [problem for seed in seeds if (problem := try_seed(seed, properties)) is not None]


def try_many(
    count: int, first: int, jobs: int, properties: tuple[Property, ...] = PROPERTIES
) -> Iterator[tuple[int, list[str]]]:
    """Parts of the seeds, each with what was wrong in it."""
    parts = [range(start, min(start + 200, first + count)) for start in range(first, first + count, 200)]
    with ProcessPoolExecutor(jobs) as pool:
        found = pool.map(partial(_wrong, properties=properties), parts)
        yield from ((len(part), wrong) for part, wrong in zip(parts, found, strict=True))


def main() -> int:
    from rich.progress import track

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=2000, help="how many expressions (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="the first seed (default: %(default)s)")
    parser.add_argument("--jobs", type=int, default=2, help="how many processes (default: %(default)s)")
    parser.add_argument("--value-only", action="store_true", help="only see that simplifying keeps the value: quicker")
    args = parser.parse_args()
    passed = failed = 0
    parts = try_many(args.count, args.seed, args.jobs, (check_value,) if args.value_only else PROPERTIES)
    for size, wrong in track(parts, "expressions", total=(args.count + 199) // 200, disable=not sys.stderr.isatty()):
        passed, failed = passed + size - len(wrong), failed + len(wrong)
        for problem in wrong:
            print(problem, flush=True)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
