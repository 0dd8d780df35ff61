"""A program with every strategy, and printed by `host-py`, beside the interpreter: all give the same numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np

import lift
from lift.dialects.loader import lift_context, load_module
from lift.lowering.host_to_python.target import to_python
from lift.lowering.lift_to_opencl import LiftToOpenCLPass
from lift.runtime.program import InterpretedProgram

STRATEGIES = ("cpu", "gpu", "plain")

Call = tuple[Sequence[Any], Mapping[str, Any]]
"""The arguments of a call, and the sizes and tables that no argument shows."""


@cache
def interpreted(text: str, entry: str) -> InterpretedProgram:
    return lift.compile(text, entry=entry, target="interpreter")


@cache
def printed(text: str, entry: str) -> Any:
    """The function that `host-py` prints."""
    module = load_module(text)
    LiftToOpenCLPass(entry=entry).apply(lift_context(), module)
    namespace: dict[str, Any] = {"__name__": "printed"}
    exec(compile(to_python(module), f"{entry}.py", "exec"), namespace)
    return namespace[entry]


def agrees(text: str, entry: str, strategy: str, *calls: Call, profile: str | None = None) -> None:
    """Compare what a strategy gives with what the interpreter gives, for the device or for a profile."""
    program = lift.compile(text, entry=entry, strategy=strategy, profile=profile)
    for arguments, sizes in calls:
        assert_same(program(*arguments, **sizes), interpreted(text, entry)(*arguments, **sizes))


def prints_the_same(text: str, entry: str, *calls: Call) -> None:
    """Compare what the printed program gives with what the interpreter gives."""
    for arguments, sizes in calls:
        assert_same(printed(text, entry)(*arguments, **sizes), interpreted(text, entry)(*arguments, **sizes))


def assert_same(got: Any, want: Any) -> None:
    if isinstance(want, tuple | list):
        assert len(got) == len(want)
        for ours, theirs in zip(got, want, strict=True):
            assert_same(ours, theirs)
    else:
        np.testing.assert_array_equal(got, want, strict=isinstance(want, np.ndarray))
