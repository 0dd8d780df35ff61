"""A program gives the same with any of the switches of profiles off, and with all of them off."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pytest
from example_calls import EXAMPLES, Example, example_arguments
from how_many import how_many

import lift
from lift.dialects.profiles import FIELDS
from lift.runtime.comparing import compare, count_numbers

SWITCHES = tuple(name for name, field in FIELDS.items() if set(field.metadata.get("words", ())) == {"on", "off"})
ALL_SIZES = how_many(0, usual=1) > 0
"""Whether examples are run at every size, and not only at one at which there is more than one of everything."""
ALONE = ("blur", "prefix_sums", "dot", "trmv")
"""Examples that are run with each switch off alone, of those that are run with all of them off."""


def cases() -> Iterator[Any]:
    """An example, a strategy, and switches that are off: for GPUs only all of them."""
    slow = [pytest.mark.slow]
    for example in EXAMPLES:
        yield pytest.param(example, "cpu", SWITCHES, id=f"{example.name}, cpu, all")
        yield pytest.param(example, "gpu", SWITCHES, id=f"{example.name}, gpu, all", marks=slow)
        if ALL_SIZES or example.name in ALONE:
            for switch in SWITCHES:
                yield pytest.param(example, "cpu", (switch,), id=f"{example.name}, cpu, {switch}", marks=slow)


def test_there_are_switches() -> None:
    assert {"indices", "barriers", "control_flow", "fusion", "borders", "vectors", "blocks"} == set(SWITCHES)


@pytest.mark.many(12)
@pytest.mark.parametrize(("example", "strategy", "off"), list(cases()))
def test_a_switch_changes_no_result(example: Example, strategy: str, off: Sequence[str]) -> None:
    profile = ",".join(["pocl", *(f"{switch}=off" for switch in off)])
    compiled = lift.compile(example.path, example.entry, profile=profile, strategy=strategy)
    meant = lift.compile(example.path, example.entry, target="interpreter")
    for sizes in example.sizes if ALL_SIZES else example.sizes[2:3]:
        arguments, named = example_arguments(example, compiled.function, sizes)
        got, want = compiled(*arguments, **named), meant(*arguments, **named)
        if example.exact:
            np.testing.assert_equal(got, want)
        else:
            compare(got, want, count_numbers(tuple(arguments)))
