"""The examples on the device: what the interpreter says, with every strategy, at sizes of every kind."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from example_calls import EXAMPLES, FOLDER, Example, example_arguments

import lift
from lift.runtime.comparing import compare, count_numbers
from lift.runtime.device.program import OpenCLProgram
from lift.runtime.program import InterpretedProgram

pytestmark = pytest.mark.many(5)

STRATEGIES = ("plain", "cpu", "gpu")
NOTHING_IN_NOTHING = frozenset({"blur", "prefix_sums"})
"""These have no value for empty arrays: there is no last element, and none to repeat at the edges."""
CALLS = [
    pytest.param(example, sizes, id=f"{example.name}-{'x'.join(map(str, sizes.values()))}")
    for example in EXAMPLES
    for sizes in example.sizes
]


@cache
def compiled(path: Path, entry: str | None, strategy: str) -> OpenCLProgram:
    return lift.compile(path, entry, strategy=strategy)


@cache
def interpreted(path: Path, entry: str | None) -> InterpretedProgram:
    return lift.compile(path, entry, target="interpreter")


def assert_same(got: Any, want: Any) -> None:
    """Exactly, in every part."""
    if isinstance(want, tuple):
        assert len(got) == len(want)
        for ours, theirs in zip(got, want, strict=True):
            assert_same(ours, theirs)
        return
    assert np.asarray(got).dtype == np.asarray(want).dtype
    np.testing.assert_array_equal(got, want, strict=True)


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize(("example", "sizes"), CALLS)
def test_the_device_agrees_with_the_interpreter(example: Example, sizes: Mapping[str, int], strategy: str) -> None:
    program = compiled(example.path, example.entry, strategy)
    arguments, named = example_arguments(example, program.function, sizes)
    want = interpreted(example.path, example.entry)(*arguments, **named)
    got = program(*arguments, **named)
    if example.exact:
        assert_same(got, want)
    else:
        compare(got, want, count_numbers(tuple(arguments)))


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize(
    "example", [example for example in EXAMPLES if example.empty is not None], ids=lambda example: example.name
)
def test_empty_arrays_are_answered_or_refused(example: Example, strategy: str) -> None:
    """They are answered by the interpreter, and an error names the size."""
    program = compiled(example.path, example.entry, strategy)
    assert example.empty is not None
    arguments, named = example_arguments(example, program.function, example.empty)
    reference = interpreted(example.path, example.entry)
    if example.name in NOTHING_IN_NOTHING:
        for run in (reference, program):
            with pytest.raises(lift.LiftError, match=r"LIFT0210.*\n(.*\n)*  expected: N ge 1\n  found:    N = 0"):
                run(*arguments, **named)
        return
    assert_same(program(*arguments, **named), reference(*arguments, **named))
    with pytest.raises(lift.LiftError, match=r"LIFT0210"):
        program.prepare(*arguments, **named)


def test_every_example_is_run() -> None:
    assert {path.stem for path in FOLDER.glob("*.mlir")} == {example.name for example in EXAMPLES}
