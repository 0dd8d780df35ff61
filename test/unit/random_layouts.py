"""Random programs for the tests of passes: chains of ops drawn line by line, each kept only if the program loads.

They are about layout: which rules meet which. Whatever an op is given is drawn without knowing whether it fits.
"""

from __future__ import annotations

import random

from xdsl.dialects.builtin import IntegerType, TupleType
from xdsl.ir import Attribute, SSAValue

from lift.dialects.diagnostics import LiftError
from lift.dialects.lift.functions import DefOp
from lift.dialects.lift.types import ArrayType, ExistsType
from lift.dialects.loader import load_module

PARAMETERS = {
    "%xs": "!lift.array<N, i32>",
    "%ys": "!lift.array<N, i32>",
    "%m": "!lift.array<N, !lift.array<6, i32>>",
    "%t": "!lift.array<i : N, !lift.array<i + 1, i32>>",
    "%c": "i32",
}
NATS = ["0", "1", "2", "3", "4", "6", "N", "N - 1", "N floordiv 2", "N floordiv 6", "2 * N", "N + 2"]
FUNCTIONS = ["i", "N - 1 - i", "i floordiv 2", "(i + 1) mod N", "i + 1", "5 - i", "i mod 6", "2 * i"]

# {x} is an array, {y} another value, {k} a new name, {a} and {b} nats, {f} a function of i, {o} an op on integers.
ANY = [
    "lift.split {a} {x}",
    "lift.split {a} {x}",
    "lift.slide {a} by {b} {x}",
    "lift.pad clamp {a}, {b} {x}",
    "lift.pad mirror {a}, {b} {x}",
    "lift.pad wrap {a}, {b} {x}",
    "lift.pad constant %c {a}, {b} {x}",
    "lift.slice {x} from {a} size {b}",
    "lift.slice {x} from {a} size {b}",
    "lift.gather {x} by (i) -> ({f})",
    "lift.gather {x} size {a} by (i) -> ({f})",
    "lift.scatter {x} by (i) -> (N - 1 - i)",
    "lift.concat {x}, {y}",
    "lift.concat {y}, {x}, {x}",
    "lift.zip {x}, {y}",
    "lift.zip {y}, {x}",
    "lift.unzip {x}",
    "lift.at {x}[{a}]",
    "lift.partition {x} into 2 by (i) -> (N floordiv 2)",
    "lift.partition {x} into 3 by (i) -> (N floordiv 6 + i * (N floordiv 6))",
    "lift.iterate 1 (%e)[{k}] in {x} {{ %w = lift.gather %e by (i) -> ({k} - 1 - i) lift.yield %w }}",
    "lift.iterate 2 (%e)[{k}] in {x} {{ %w = lift.pad clamp 1, 0 %e lift.yield %w }}",
    "lift.length {x} : i32",
    "lift.generate [{k} : {a}] {{ %e = lift.at {x}[N - 1 - {k}] lift.yield %e }}",
    "lift.map (%e)[{k}] in {x} {{ lift.yield %e }}",
    "lift.map (%e) in {x} {{ %w = lift.get %e[1] lift.yield %w }}",
    "lift.map (%e) in {x} {{ %v = lift.get %e[0] %w = lift.get %e[1] %z = lift.tuple %w, %v lift.yield %z }}",
]
FLAT = [
    "lift.map (%e)[{k}] in {x} {{ %p = lift.nat {k} : i32 %w = arith.{o} %e, %p : i32 lift.yield %w }}",
    "lift.map (%e) in {x} {{ %w = arith.{o} %e, %c : i32 lift.yield %w }}",
    "lift.map (%e) in {x} {{ %w = lift.tuple %e, %c lift.yield %w }}",
    (
        "lift.reduce (%q, %e)[{k}] in {x} from %c {{ %p = lift.nat {k} + 1 : i32 %r = arith.muli %q, %p : i32 "
        "%w = arith.{o} %r, %e : i32 lift.yield %w }}"
    ),
    "lift.scan (%q, %e) in {x} from %c {{ %w = arith.{o} %q, %e : i32 lift.yield %w }}",
    "lift.filter (%e) in {x} {{ %w = arith.cmpi slt, %e, %c : i32 lift.yield %w }}",
]
NESTED = [
    "lift.join {x}",
    "lift.join {x}",
    "lift.transpose {x}",
    (
        "lift.map (%e)[{k}] in {x} {{ %w = lift.reduce (%q, %d)[{k}r] in %e from %c {{ %p = lift.nat {k} + {k}r : i32 "
        "%r = arith.muli %q, %p : i32 %v = arith.{o} %r, %d : i32 lift.yield %v }} lift.yield %w }}"
    ),
    (
        "lift.map (%e)[{k}] in {x} {{ %w = lift.map (%d)[{k}r] in %e {{ %p = lift.nat {k} + 2 * {k}r : i32 "
        "%v = arith.{o} %d, %p : i32 lift.yield %v }} lift.yield %w }}"
    ),
    "lift.map (%e) in {x} {{ %w = lift.map (%d) in %e {{ %v = arith.{o} %d, %c : i32 lift.yield %v }} lift.yield %w }}",
    "lift.map (%e)[{k}] in {x} {{ %w = lift.pad clamp 1, {k} %e lift.yield %w }}",
    "lift.map (%e)[{k}] in {x} {{ %w = lift.at %e[0] lift.yield %w }}",
    "lift.reduce (%q, %e)[{k}] in {x} from %c {{ %d = lift.at %e[0] %w = arith.{o} %q, %d : i32 lift.yield %w }}",
]


def program(seed: int, length: int) -> str:
    """A function of at most so many ops; its result is the last of them and one other value."""
    rng = random.Random(seed)
    lines: list[str] = []
    types = _types(lines) or {}
    for number in range(8 * length):
        if len(lines) == length:
            break
        names = list(types)
        # Mostly what was made last is used next, so that rules meet each other.
        x = names[-1] if lines and rng.random() < 0.75 else rng.choice(names)
        op = _form(rng, types[x]).format(
            x=x,
            y=rng.choice(names),
            k=f"k{number}",
            a=rng.choice(NATS),
            b=rng.choice(NATS),
            f=rng.choice(FUNCTIONS),
            o=rng.choice(["addi", "muli", "subi"]),
        )
        drawn = [*lines, f"  %v{number} = {op}\n"]
        found = _types(drawn)
        if found is not None:
            lines, types = drawn, found
    end = [*lines, f"  %end = lift.tuple {list(types)[-1]}, {rng.choice(list(types))}\n"]
    return _text(end, str((_types(end) or {})["%end"]), "%end")


def _form(rng: random.Random, type_: Attribute) -> str:
    if isinstance(type_, TupleType):
        return rng.choice(["lift.get {x}[0]", "lift.get {x}[1]"])
    if isinstance(type_, IntegerType):
        return rng.choice(["lift.tuple {x}, {y}", "arith.{o} {x}, %c : i32"])
    nested = isinstance(type_, ArrayType) and isinstance(type_.element, ArrayType | ExistsType)
    return rng.choice(rng.choice([ANY, ANY, NESTED if nested else FLAT]))


def _text(lines: list[str], type_: str, result: str) -> str:
    parameters = ", ".join(f"{name}: {parameter}" for name, parameter in PARAMETERS.items())
    head = f"lift.def @f<N>({parameters}) -> {type_} where [N mod 12 eq 0] {{\n"
    return head + "".join(lines) + f"  lift.return {result}\n}}\n"


def _types(lines: list[str]) -> dict[str, Attribute] | None:
    """The types of all values of a function of these lines, or None where they are not valid."""
    try:
        module = load_module(_text(lines, "i32", "%c"))
    except LiftError:
        return None
    function = next(op for op in module.walk() if isinstance(op, DefOp))
    values: list[SSAValue] = [*function.block.args, *(result for op in function.block.ops for result in op.results)]
    return {f"%{value.name_hint}": value.type for value in values}
