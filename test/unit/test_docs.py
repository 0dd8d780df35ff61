"""What the documentation shows is what happens: its Python sessions run, its commands print what they are said to."""

import doctest
import re
import shlex
from pathlib import Path

import pytest

from lift.tools.nat_steps import main

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
PROGRAM = re.compile(r"```mlir\n(// (\S+\.mlir)\n.*?)```", re.DOTALL)
CONSOLE = re.compile(r"```console\n\$ lift-nat (.*)\n([^`]*)```")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_python_sessions_run_as_shown(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # the programs of the page are there as files, under the names that they are given
    for content, name in PROGRAM.findall(page.read_text()):
        Path(name).write_text(content)
    assert doctest.testfile(str(page), module_relative=False).failed == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_commands_print_what_is_shown(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for command, shown in CONSOLE.findall(page.read_text()):
        main(shlex.split(command))
        printed = "".join(capsys.readouterr())
        assert lines(printed) == lines(shown)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    targets = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text())
    assert [target for target in targets if not (page.parent / target).exists()] == []


def lines(text: str) -> list[str]:
    return [line.rstrip() for line in text.splitlines() if line.strip()]
