"""docs/algebra.md is true: its snippets run, its grammar is the parser's, and it names every module."""

import doctest
import inspect
import re
from pathlib import Path

import pytest

from lift.dialects.nat import parser

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "algebra.md"
SECTIONS = re.split(r"^(?=## )", PAGE.read_text(), flags=re.MULTILINE)


def test_every_snippet_is_true() -> None:
    result = doctest.testfile(str(PAGE), module_relative=False)
    assert result.failed == 0
    assert result.attempted > 30


@pytest.mark.parametrize("section", SECTIONS[1:], ids=lambda section: section.splitlines()[0].strip("# "))
def test_every_section_shows_something(section: str) -> None:
    assert ">>> " in section


def test_the_grammar_is_the_one_of_the_parser() -> None:
    shown = re.search(r"```ebnf\n(.*?)```", PAGE.read_text(), flags=re.DOTALL)
    assert shown is not None
    assert shown[1].strip() in (inspect.getdoc(parser) or "").replace("\n    ", "\n")


def test_every_module_is_named() -> None:
    modules = {path.name for path in (ROOT / "dialects" / "nat").glob("*.py")} - {"__init__.py"}
    assert {name for name in modules if f"`{name}`" not in PAGE.read_text()} == set()


def test_the_recogniser_shown_is_the_one_in_use() -> None:
    shown = re.search(r"```py\n(.*?)```", PAGE.read_text(), flags=re.DOTALL)
    assert shown is not None
    source = re.sub(r"\s+", " ", (ROOT / "dialects" / "nat" / "simplify.py").read_text())
    assert re.sub(r"\s+", " ", shown[1]).strip() in source
