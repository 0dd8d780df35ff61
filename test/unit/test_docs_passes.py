"""The pages on passes are true: what they show before becomes what they show after; no pass and no rule is missing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from pass_programs import run_passes

from lift.dialects.loader import load_module, verify
from lift.lowering.universe import LOWERING_UNIVERSE
from lift.passes.universe import get_all_passes
from lift.tools.rule_index import index_page

FOLDER = Path(__file__).parents[2] / "docs" / "passes"
PAGES = {path.stem: path.read_text() for path in sorted(FOLDER.glob("*.md"))}
LEVELS = ("lift", "ocl", "view", "kernel")
PAIRS = [
    pair
    for text in PAGES.values()
    for pair in re.findall(r"```mlir before ([^\n]+)\n(.*?)```\s*```mlir after\n(.*?)```", text, re.DOTALL)
]
OWN = {*get_all_passes(), *LOWERING_UNIVERSE.all_passes}
UPSTREAM = {"canonicalize", "cse", "dce"}
NOTHING_TO_SHOW = {
    "lift-to-opencl",
    "test-print-index-ranges",
    "test-print-accesses",
    "test-print-execution-levels",
    "test-print-races",
    "test-print-term-hash",
    "lift-matches",
    "dce",
}
"""A name for other passes, one that leaves the program as it is, and the one that is explained together with `cse`."""


@pytest.mark.parametrize(("pipeline", "before", "shown"), PAIRS, ids=range(len(PAIRS)))
def test_before_becomes_after(pipeline: str, before: str, shown: str) -> None:
    module = load_module(before)
    run_passes(module, pipeline)
    verify(module)
    assert str(module) == str(load_module(shown))


@pytest.mark.parametrize("name", sorted((OWN | UPSTREAM) - NOTHING_TO_SHOW))
def test_every_pass_is_shown(name: str) -> None:
    assert any(re.split("[{,]", pipeline)[0] == name for pipeline, _, _ in PAIRS)


@pytest.mark.parametrize("name", sorted(OWN | UPSTREAM))
def test_every_pass_is_on_one_page(name: str) -> None:
    pages = [page for page, text in PAGES.items() for names in sections(text) if name in names]
    level = name.partition("-")[0]
    assert len(pages) == 1
    assert level not in LEVELS or pages == ["index" if name == "lift-to-opencl" else level]


@pytest.mark.parametrize("level", LEVELS)
def test_the_overview_names_the_passes_of_a_level(level: str) -> None:
    (row,) = re.findall(rf"^\| \[{level}\].*$", PAGES["index"], re.MULTILINE)
    shown = {name for names in sections(PAGES[level]) for name in names}
    assert set(re.findall(r"`([^`]+)`", row)) == shown - {name for name in NOTHING_TO_SHOW if name.startswith("test-")}


def sections(text: str) -> list[set[str]]:
    """The passes that each heading of a page names."""
    return [set(heading.split(" and ")) for heading in re.findall(r"^## (.*)$", text, re.MULTILINE)]


def test_the_index_of_rules_is_up_to_date() -> None:
    assert (FOLDER.parent / "rules.md").read_text() == index_page()
