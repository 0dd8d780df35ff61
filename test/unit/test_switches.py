"""A program gives the same with any of the switches of profiles off, and with all of them off."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import lift
from lift.dialects.profiles import FIELDS

EXAMPLES = Path(__file__).parents[2] / "examples"
SWITCHES = tuple(name for name, field in FIELDS.items() if set(field.metadata.get("words", ())) == {"on", "off"})


def draw(*shape: int) -> Any:
    """Small whole numbers, on which float arithmetic is exact."""
    return np.random.default_rng(shape).integers(-4, 5, shape).astype(np.float32)


CALLS = {
    "dot": [(draw(n), draw(n)) for n in (1, 300)],
    "blur": [(np.arange(n * m, dtype=np.uint8).reshape(n, m), 40) for n, m in ((1, 1), (5, 70))],
    "trmv": [(draw(n * (n + 1) // 2), draw(n)) for n in (1, 67)],
    "tree_sum": [(draw(192),)],
    "filter_map": [(draw(n),) for n in (1, 100)],
}
"""Examples, and what they are called with."""


def test_there_are_switches() -> None:
    assert {"indices", "barriers", "control_flow", "fusion"} <= set(SWITCHES)


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.parametrize("strategy", ["cpu", "gpu"])
@pytest.mark.parametrize("off", [*((name,) for name in SWITCHES), SWITCHES], ids=" ".join)
def test_a_switch_changes_no_result(name: str, strategy: str, off: Sequence[str]) -> None:
    path = EXAMPLES / f"{name}.mlir"
    profile = ",".join(["pocl", *(f"{switch}=off" for switch in off)])
    compiled = lift.compile(path, profile=profile, strategy=strategy)
    meant = lift.compile(path, target="interpreter")
    for call in CALLS[name]:
        np.testing.assert_array_equal(compiled(*call), meant(*call))
