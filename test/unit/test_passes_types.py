"""What a pass leaves behind is well formed: types follow from operands, names are unique, and nothing is left to do."""

from __future__ import annotations

from functools import cache
from io import StringIO
from pathlib import Path

import pytest
from pass_programs import FILES, PIPELINES, name_of, rename_everything, run_passes
from xdsl.dialects.builtin import ModuleOp
from xdsl.printer import Printer

from lift.dialects.lift.operation import LiftOp
from lift.dialects.lift.scope import scope_at
from lift.dialects.loader import load_module, verify

EVERY = pytest.mark.parametrize("path", FILES, ids=name_of)
IN_EVERY_WAY = pytest.mark.parametrize("pipeline", PIPELINES)


def generic(module: ModuleOp) -> str:
    output = StringIO()
    Printer(output, print_generic_format=True).print_op(module)
    return output.getvalue()


@cache
def after(path: Path, pipeline: str) -> ModuleOp:
    """The program after the passes; it is looked at and not changed."""
    module = load_module(path)
    run_passes(module, pipeline)
    return module


@IN_EVERY_WAY
@EVERY
def test_it_verifies(path: Path, pipeline: str) -> None:
    verify(after(path, pipeline))


@IN_EVERY_WAY
@EVERY
def test_types_are_those_that_follow(path: Path, pipeline: str) -> None:
    for op in after(path, pipeline).walk():
        if isinstance(op, LiftOp):
            scope = scope_at(op)
            assert scope.same_type(op.inferred(scope), op.result.type), op


@IN_EVERY_WAY
@EVERY
def test_it_reads_back(path: Path, pipeline: str) -> None:
    module = after(path, pipeline)
    assert generic(load_module(generic(module))) == generic(module)
    assert generic(load_module(str(module))) == generic(module)


@IN_EVERY_WAY
@EVERY
def test_names_do_not_matter(path: Path, pipeline: str) -> None:
    renamed = load_module(path).clone()
    rename_everything(renamed, "zz")
    run_passes(renamed, pipeline)
    plain = after(path, pipeline).clone()
    for module in (plain, renamed):
        rename_everything(module, "first")
        rename_everything(module, "b")
    assert plain.is_structurally_equivalent(renamed), f"{plain}\n{renamed}"


@pytest.mark.parametrize("pipeline", ["canonicalize", "lift-fuse", "lift-inline"])
@EVERY
def test_a_second_run_changes_nothing(path: Path, pipeline: str) -> None:
    once = after(path, pipeline)
    twice = once.clone()
    run_passes(twice, pipeline)
    assert str(twice) == str(once)
