"""Real MLIR tools read what we print in generic form: every program there is, with our dialects unknown to them."""

import subprocess
from functools import cache
from pathlib import Path

import optional_tools
import pytest
from pass_programs import FILES, generic, name_of, program

from lift.dialects.loader import parse_module

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
def answers() -> dict[Path, tuple[bool, str]]:
    """Whether mlir-opt accepts the generic form of each program, and what it prints or says."""
    texts = [generic(program(path)) for path in FILES]
    accepted, printed = read_by_mlir_opt(BETWEEN.join(texts), "--split-input-file")
    each = printed.split(BETWEEN)
    if accepted and len(each) == len(texts):
        return {path: (True, said) for path, said in zip(FILES, each, strict=True)}
    return dict(zip(FILES, map(read_by_mlir_opt, texts), strict=True))


@pytest.mark.slow
def test_generic_form_is_read_by_mlir_opt() -> None:
    assert {name_of(path): said for path, (accepted, said) in answers().items() if not accepted} == {}
    assert len(answers()) >= 50


@pytest.mark.slow
def test_what_mlir_opt_prints_is_the_same_program() -> None:
    changed = [
        name_of(path)
        for path, (_, printed) in answers().items()
        if not parse_module(printed).is_structurally_equivalent(program(path))
    ]
    assert changed == []
