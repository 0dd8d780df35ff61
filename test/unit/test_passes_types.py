"""What a pass leaves behind is well formed: types follow from operands, names are unique, and nothing is left to do.

Several passes leave one program alike, most often as it was: what holds of it is then looked at once.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from pass_programs import FILES, PIPELINES, PROGRAMS, after, generic, name_of, outcomes, rename_everything, run_passes

from lift.dialects.lift.operation import LiftOp
from lift.dialects.lift.scope import scope_at
from lift.dialects.loader import load_module, verify

EVERY = pytest.mark.parametrize("path", FILES, ids=name_of)


@EVERY
def test_it_verifies(path: Path) -> None:
    for _, module in outcomes(path).values():
        verify(module)


@EVERY
def test_types_are_those_that_follow(path: Path) -> None:
    for pipeline, module in outcomes(path).values():
        for op in module.walk():
            if isinstance(op, LiftOp):
                scope = scope_at(op)
                assert scope.same_type(op.inferred(scope), op.result.type), (pipeline, op)


@EVERY
def test_it_reads_back(path: Path) -> None:
    for text, (pipeline, module) in outcomes(path).items():
        assert generic(load_module(text)) == text, pipeline
        assert generic(load_module(str(module))) == text, pipeline


@EVERY
def test_names_do_not_matter(path: Path) -> None:
    renamed = PROGRAMS[path].clone()
    rename_everything(renamed, "zz")
    for pipeline in PIPELINES:
        plain, other = after(path, pipeline).clone(), renamed.clone()
        run_passes(other, pipeline)
        for module in (plain, other):
            rename_everything(module, "first")
            rename_everything(module, "b")
        assert plain.is_structurally_equivalent(other), f"{pipeline}\n{plain}\n{other}"


@pytest.mark.parametrize("pipeline", ["canonicalize", "lift-fuse", "lift-inline"])
@EVERY
def test_a_second_run_changes_nothing(path: Path, pipeline: str) -> None:
    once = after(path, pipeline)
    twice = once.clone()
    run_passes(twice, pipeline)
    assert str(twice) == str(once)
