"""One random program by its seed: drawn, compiled, run and compared; what failed is made smaller and written down."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from random import Random

from nat_strategies import Plain
from program_checks import RANDOM_WAYS, Failure, check
from program_shrinker import Shrinker
from random_programs import RandomProgram, random_program

STYLES = ("lift", "ocl", "ragged lift", "ragged ocl", "hidden lift", "hidden ocl")
"""The style of a program follows from the rest of its seed."""

STEPS, DEEPEST = 10, 3
OPTIMISED_EVERY = 5
"""One program in so many is built with all optimisations, which takes the OpenCL compiler long."""


@dataclass
class Report:
    """What became of one program."""

    seed: int
    depth: int = 0
    compared: Counter[str] = field(default_factory=Counter[str])
    """For each way, how many results agree that have a number in them."""
    skipped: int = 0
    seconds: float = 0.0
    covered: Counter[str] = field(default_factory=Counter[str])
    refused: list[tuple[str, str, str]] = field(default_factory=list[tuple[str, str, str]])
    """Ways, codes and messages."""
    failures: list[str] = field(default_factory=list[str])
    """What to paste, and what is wrong with it."""

    @property
    def style(self) -> str:
        return STYLES[self.seed % len(STYLES)]


@cache
def drawn(seed: int) -> RandomProgram:
    """The program of a seed; it is looked at and not changed."""
    return random_program(Plain(Random(seed)), STEPS, DEEPEST, STYLES[seed % len(STYLES)])


def run_one(
    seed: int, ways: Sequence[str] = tuple(RANDOM_WAYS), *, shrink: bool = True, profile: str | None = None
) -> Report:
    """Draw a program, compile it, and compare it with the interpreter; with the strategy `cpu` for a profile, if one is given."""
    program = drawn(seed)
    quick = seed // len(STYLES) % OPTIMISED_EVERY != 0
    tried = [replace(RANDOM_WAYS[way], quick=quick) for way in ways]
    if profile is not None:
        tried = [replace(way, profile=profile) if way.strategy == "cpu" else way for way in tried]
    outcome = check(program, tried, seed)
    report = Report(seed, program.depth, outcome.telling, outcome.skipped, outcome.seconds, program.covered)
    report.refused += [(way.name, error.kind.code, error.message) for way, error in outcome.refused]
    for kind in dict.fromkeys(failure.kind for failure in outcome.failures):
        failure = next(one for one in outcome.failures if one.kind == kind)
        report.failures.append(written(program, failure, seed, shrink=shrink))
    return report


def written(program: RandomProgram, failure: Failure, seed: int, *, shrink: bool) -> str:
    """A failing program as a file, with its sizes and what is wrong."""
    if shrink:
        program, failure = smallest(program, failure, seed)
    sizes = [dict(failure.sizes)] if failure.sizes else list(program.sizes)
    said = "".join(f"//   {line}\n" for line in failure.message.splitlines()[:40])
    return (
        f"// seed {seed}, {failure.way}, sizes {sizes}, inputs from numpy.random.default_rng({seed})\n"
        f"// {failure.kind}:\n{said}{program.module!s}\n"
    )


def smallest(program: RandomProgram, failure: Failure, seed: int) -> tuple[RandomProgram, Failure]:
    """The smallest program found that fails in the same way."""

    def fails(smaller: RandomProgram) -> bool:
        return any(one.kind == failure.kind for one in check(smaller, [failure.way], seed).failures)

    found = Shrinker(program, fails).run()
    again = check(found, [failure.way], seed).failures
    return found, next((one for one in again if one.kind == failure.kind), failure)
