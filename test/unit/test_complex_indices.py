"""Many layout ops in a row: indices are right, and neither they nor the time to find them doubles with each op."""

from __future__ import annotations

import numpy as np
import pytest

import lift
from lift.analysis.errors import NO_INDEX

STACKS = {
    "mirror": "lift.pad mirror 1, 1 {xs}",
    "clamp": "lift.pad clamp 0, 1 {xs}",
    "gather": "lift.gather {xs} by (i) -> ((i * i + i + 1) mod N)",
    "transposition": "lift.split 4 {xs}; lift.transpose {xs}; lift.join {xs}",
    "doubling": "lift.concat {xs}, {xs}",
}
"""An iteration of layout ops, each of which takes what the one before it gives."""

GROWTH = {"mirror": 2, "clamp": 1}
"""How much longer an iteration makes the array."""


def stack(name: str, iterations: int, mapped: str) -> str:
    """A program with so many iterations, with a map `before` or `after` them."""
    length = f"N * {2**iterations}" if name == "doubling" else f"N + {GROWTH.get(name, 0) * iterations}"
    lines, xs = list[str](), "%xs"

    def add(form: str) -> None:
        nonlocal xs
        lines.append(f"  %v{len(lines)} = {form.format(xs=xs)}")
        xs = f"%v{len(lines) - 1}"

    negated = "lift.map (%x) in {xs} {{ %y = arith.negf %x : f32\n lift.yield %y }}"
    if mapped == "before":
        add(negated)
    for _ in range(iterations):
        for form in STACKS[name].split("; "):
            add(form)
    if mapped == "after":
        add(negated)
    body = "\n".join(lines)
    return (
        f"lift.def @f<N>(%xs: !lift.array<N, f32>) -> !lift.array<{length}, f32> where [N mod 4 eq 0] {{\n{body}\n"
        f"  lift.return {xs}\n}}"
    )


@pytest.mark.parametrize("mapped", ["before", "after"])
@pytest.mark.parametrize("name", STACKS)
def test_stacked_layout_ops_agree_with_the_interpreter(name: str, mapped: str) -> None:
    text = stack(name, 5, mapped)
    compiled, meaning = lift.compile(text), lift.compile(text, target="interpreter")
    for n in (4, 8, 20):
        xs = np.arange(n, dtype=np.float32)
        np.testing.assert_array_equal(compiled(xs), meaning(xs))


@pytest.mark.parametrize("name", [name for name in STACKS if name != "doubling"])
def test_code_grows_with_the_number_of_layout_ops(name: str) -> None:
    few, many = (len(lift.compile(stack(name, iterations, "after")).opencl) for iterations in (6, 24))
    assert many < 5 * few


@pytest.mark.parametrize(
    ("mode", "iterations", "words"), [("mirror", 8, "more than 2000 parts"), ("wrap", 110, "more than 100 deep")]
)
def test_what_a_choice_leads_to_may_be_too_involved(mode: str, iterations: int, words: str) -> None:
    pads = "\n".join(f"  %p{k + 1} = lift.pad {mode} 1, 1 %p{k}" for k in range(iterations))
    text = (
        f"lift.def @f<N>(%p0: !lift.array<N, f32>, %c: f32) -> !lift.array<N + {2 * iterations + 2}, f32> {{\n{pads}\n"
        f"  %q = lift.pad constant %c 1, 1 %p{iterations}\n  %y = lift.map (%x) in %q {{\n"
        "    %n = arith.negf %x : f32\n    lift.yield %n\n  }\n  lift.return %y\n}"
    )
    with pytest.raises(lift.LiftError, match=words) as refused:
        lift.compile(text)
    assert refused.value.kind is NO_INDEX
    assert refused.value.location is not None
    assert refused.value.location.line == iterations + 4
