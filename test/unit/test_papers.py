"""The programs of Lift's papers: mapped by hand, and as the papers describe them. They give what NumPy gives."""

from __future__ import annotations

from functools import cache

import pytest
from paper_programs import FOLDER, FUNCTIONS, HIGH_LEVEL, PAPERS, Paper, Sizes
from watched import OCLGRIND, watch

import lift
from lift.dialects.lift.functions import DefOp
from lift.dialects.loader import load_module
from lift.runtime.device.program import OpenCLProgram

CALLS = [
    pytest.param(paper, sizes, id=f"{paper.name}-{'x'.join(map(str, sizes.values()))}")
    for paper in PAPERS
    for sizes in paper.sizes
]


@cache
def compiled(paper: Paper) -> OpenCLProgram:
    return lift.compile(paper.path, paper.entry)


@pytest.mark.many(6)
@pytest.mark.parametrize(("paper", "sizes"), CALLS)
def test_the_device_gives_what_numpy_gives(paper: Paper, sizes: Sizes) -> None:
    paper.check(compiled(paper), sizes)


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.name)
def test_so_does_the_interpreter(paper: Paper) -> None:
    paper.check(lift.compile(paper.path, paper.entry, target="interpreter"), paper.sizes[0])


def test_every_program_is_run() -> None:
    assert {path.stem for path in FOLDER.glob("*.mlir")} == {paper.name for paper in PAPERS}
    functions = {op.function_name for op in load_module(HIGH_LEVEL).ops if isinstance(op, DefOp)}
    assert functions == {function.entry for function in FUNCTIONS} | {"dot"}


@pytest.mark.parametrize(
    ("name", "sums"), [("mm_tiled", 1), ("mm_blocked", 4), ("mm_vectors", 16), ("nbody_nvidia", 3), ("mm_mali", 4)]
)
def test_accumulators_are_variables_across_the_loop_over_tiles(name: str, sums: int) -> None:
    text = compiled(next(paper for paper in PAPERS if paper.name == name)).opencl
    assert "sums[" not in text
    assert f"sums{'' if sums == 1 else sums - 1}" in text
    assert f"sums{sums}" not in text


@pytest.mark.slow
@pytest.mark.skipif(OCLGRIND is None, reason="oclgrind is not installed")
def test_oclgrind_has_nothing_to_say() -> None:
    found = watch([f"paper {paper.name}" for paper in PAPERS])
    assert {one.name: one.wrong or one.log[:2000] for one in found if not one.fine} == {}
    assert [one.name for one in found if one.compared] == [paper.name for paper in PAPERS]


# The same in high-level form

SMALL = "group=8,group_2d=4,tile_rows=2,tile_columns=2,tile_depth=4,block_depth=4,fewest_items=2"
"""Tiles and groups of which there are several in small arrays."""


@cache
def mapped(function: Paper, profile: str) -> OpenCLProgram:
    return lift.compile(HIGH_LEVEL, function.entry, strategy="gpu", profile=profile)


@pytest.mark.many(11)
@pytest.mark.parametrize("profile", [f"gpu,{SMALL}", "nvidia", "amd,tiles=caches"])
@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.name)
def test_the_strategy_gpu_gives_what_numpy_gives(function: Paper, profile: str) -> None:
    for sizes in function.sizes:
        function.check(mapped(function, profile), sizes)


@pytest.mark.slow
@pytest.mark.skipif(OCLGRIND is None, reason="oclgrind is not installed")
def test_oclgrind_has_nothing_to_say_of_the_strategy_gpu() -> None:
    found = watch([f"function {function.name}" for function in FUNCTIONS])
    assert {one.name: one.wrong or one.log[:2000] for one in found if not one.fine} == {}
    assert [one.name for one in found if one.compared] == [function.name for function in FUNCTIONS]
