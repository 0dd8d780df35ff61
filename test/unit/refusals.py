"""Programs that are refused, from all over the tests: what is said of them is held against what a person can read.

They come from the examples of the errors, from the FileCheck tests, and from programs that are damaged at random.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from mutators import MUTATORS, Program

from lift.dialects.diagnostics import LiftError
from lift.dialects.error_examples import EXAMPLES
from lift.dialects.loader import lift_context, load_module
from lift.lowering.lift_to_opencl import LiftToOpenCLPass

ROOT = Path(__file__).parent.parent.parent
MAP = "lift.yield %y } lift.return %r }"
"""The end of a map."""

UNNAMED = {
    "hidden length": """lift.def @f<N>(%a: !lift.array<N, i32>, %zero: i32) -> i32 {
  %f = lift.filter (%x) in %a { %k = arith.cmpi sgt, %x, %zero : i32 lift.yield %k }
  %p = lift.pad constant %zero 1, 0 %f
  %w = lift.slide 4 by 1 %p
  %n = lift.length %w : i32
  lift.return %n
}""",
    "hidden length in a region": """lift.def @f<N>(%a: !lift.exists<Q upto N, !lift.array<Q, i32>>) -> i32 {
  %r = lift.map (%x)[p] in %a { %v = lift.nat 4 floordiv (p - 1) : i32 lift.yield %v }
  %n = lift.length %r : i32
  lift.return %n
}""",
    "part of a hidden length": """lift.def @f<N>(%a: !lift.exists<Q upto N, !lift.array<Q + 2, i32>>) -> i32 {
  %n = lift.at %a[2]
  lift.return %n
}""",
    "length of an iteration": """lift.def @f<N>(%xs: !lift.array<N, i32>) -> !lift.array<N, i32> {
  %k = arith.constant 1 : i32
  %r = lift.iterate 2 (%t) in %xs { %e = lift.gather %t by (i) -> (if(i mod 2 eq 0, i, i - 2)) lift.yield %e }
  lift.return %r
}""",
    "iteration": """lift.def @f<N, K>(%xs: !lift.array<N, f32>) -> !lift.array<N + K, f32> {
  %r = lift.iterate K (%t) in %xs { %u = lift.pad clamp 2, 0 %t %v = lift.slice %u from 3 size N lift.yield %v }
  lift.return %r
}""",
    "position of a row": f"""lift.def @f<N>(%m: !lift.array<i : N, !lift.array<i + 1, i32>>) -> !lift.array<N, i32> {{
  %r = lift.map (%row) in %m {{ %y = lift.at %row[1] {MAP}""",
    "type of a row": f"""lift.def @f<N>(%m: !lift.array<i : N, !lift.array<i + 1, i32>>) -> !lift.array<N, i32> {{
  %r = lift.map (%row) in %m {{ %z = lift.zip %row, %m %y = lift.at %z[0] {MAP}""",
    "entries of a table": f"""lift.def @f<N, rows[N]>(%m: !lift.array<i : N, !lift.array<rows[i], i32>>) -> !lift.array<N, i32> {{
  %r = lift.map (%row) in %m {{ %y = lift.at %row[0] {MAP}""",
    "a name that is used twice": f"""lift.def @f<N>(%m: !lift.array<N, !lift.array<N, i32>>) -> !lift.array<N, i32> {{
  %a = lift.map (%x)[i] in %m {{ %e = lift.at %x[i] lift.yield %e }}
  %r = lift.map (%x)[i] in %m {{ %y = lift.at %x[i + 1] {MAP}""",
    "length of a parameter": """lift.def @f<N>(%m: !lift.array<i : N, !lift.array<i - 1, i32>>) -> i32 {
  %n = lift.nat N : i32
  lift.return %n
}""",
    "written type": """lift.def @f<N>(%m: !lift.array<N, i32>) -> !lift.array<N, i32> {
  %a = lift.map (%x)[i] in %m { lift.yield %x }
  %b = lift.map (%x)[i] in %m { %e = lift.gather %m by (j) -> (j) : !lift.array<i, i32> lift.yield %x }
  lift.return %b
}""",
    "rows whose lengths differ from array to array": f"""lift.def @f<N, M>(%m: !lift.array<k : N, !lift.array<j : M, !lift.array<(j * k) mod 3, i32>>>, %zero: i32) -> !lift.array<N, !lift.array<M, i32>> {{
  %r = lift.map (%rows) in %m {{
    %y = lift.map (%row) in %rows {{
      %s = lift.reduce (%acc, %x) in %row from %zero {{ %t = arith.addi %acc, %x : i32 lift.yield %t }}
      lift.yield %s
    }}
    {MAP}""",
    "rows that have no closed sum, reversed": f"""lift.def @f<N>(%m: !lift.array<i : N, !lift.array<i * i mod 7, i32>>, %zero: i32) -> !lift.array<N, i32> {{
  %g = lift.gather %m by (i) -> (N - 1 - i)
  %r = lift.map (%row) in %g {{
    %y = lift.reduce (%acc, %x) in %row from %zero {{ %t = arith.addi %acc, %x : i32 lift.yield %t }}
    {MAP}""",
}
"""Programs about lengths and positions that have no name, or share one."""

SPLIT = "// -----"


@dataclass(frozen=True)
class Refusal:
    """A program and what is said of it."""

    source: str
    text: str
    error: LiftError


def refusal_of(source: str, text: str) -> Refusal | None:
    """What is said of a program when it is read or, where that works, compiled; None where it is accepted."""
    try:
        module = load_module(text, source)
    except LiftError as error:
        return Refusal(source, text, error)
    try:
        LiftToOpenCLPass().apply(lift_context(), module)
    except LiftError as error:
        return Refusal(source, text, error)
    except Exception:  # levels that this pass is not made for
        return None
    return None


def programs() -> Iterator[tuple[str, str]]:
    """The programs of the examples and of the FileCheck tests, by where they stand."""
    yield from EXAMPLES.items()
    yield from UNNAMED.items()
    for path in sorted((ROOT / "test" / "filecheck").rglob("*.mlir")):
        if "reject" in path.stem:
            for number, text in enumerate(path.read_text().split(SPLIT)):
                yield f"{path.relative_to(ROOT)} {number}", text


@cache
def refusals() -> tuple[Refusal, ...]:
    return tuple(found for source, text in programs() if (found := refusal_of(source, text)))


@cache
def damaged() -> tuple[Refusal, ...]:
    """Refusals of programs of the language that were damaged in one place, always the same ones."""
    rng = random.Random(0)
    folders = (ROOT / "examples", ROOT / "test" / "filecheck" / "lift")
    paths = sorted(path for folder in folders for path in folder.glob("*.mlir") if "reject" not in path.stem)
    texts = [Program(path.stem, path.read_text()) for path in paths]
    found: list[Refusal] = []
    for path, text in zip(paths, texts, strict=True):
        for name in ("change_number", "number_to_nat", "name_to_nat", "change_type", "change_op", "drop_line"):
            damage = MUTATORS[name](rng, text, texts)
            try:
                load_module(damage, f"{path.stem}, {name}")
            except LiftError as error:
                found.append(Refusal(f"{path.stem}, {name}", damage, error))
    return tuple(found)
