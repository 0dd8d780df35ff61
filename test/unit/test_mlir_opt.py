"""Real MLIR tools read what we print in generic form: every program there is, with our dialects unknown to them."""

import subprocess
from functools import cache

import optional_tools
import pytest
from mutation import sources

from lift.dialects.loader import load_module

MLIR_OPT = next(tool.path for tool in optional_tools.TOOLS if tool.name == "mlir-opt")

pytestmark = pytest.mark.skipif(MLIR_OPT is None, reason="mlir-opt is not installed")


BETWEEN = "\n// -----\n"
"""Stands between programs that one process reads."""


def read_by_mlir_opt(text: str, *options: str) -> tuple[bool, str]:
    """Whether mlir-opt accepts a program, and what it prints or says."""
    assert MLIR_OPT is not None
    command = [MLIR_OPT, "--allow-unregistered-dialect", "--mlir-print-op-generic", *options]
    result = subprocess.run(command, input=text, capture_output=True, text=True, check=False, timeout=60)
    return result.returncode == 0, result.stdout or result.stderr


@cache
def answers() -> dict[str, tuple[str, bool, str]]:
    """The generic form of each program, whether mlir-opt accepts it, and what it prints or says."""
    generic = {name: text for name, text in sources().items() if name.endswith("(generic)")}
    accepted, printed = read_by_mlir_opt(BETWEEN.join(generic.values()), "--split-input-file")
    each = printed.split(BETWEEN)
    if accepted and len(each) == len(generic):
        return {name: (text, True, said) for (name, text), said in zip(generic.items(), each, strict=True)}
    return {name: (text, *read_by_mlir_opt(text)) for name, text in generic.items()}


def test_generic_form_is_read_by_mlir_opt() -> None:
    assert {name: said for name, (_, accepted, said) in answers().items() if not accepted} == {}
    assert len(answers()) >= 50


def test_what_mlir_opt_prints_is_the_same_program() -> None:
    changed = [
        name
        for name, (text, _, printed) in answers().items()
        if not load_module(printed).is_structurally_equivalent(load_module(text))
    ]
    assert changed == []
