"""The tutorial is true: its programs load, or are refused where it shows the error, and its commands print what is shown.

Its Python sessions run in `test_docs.py`, with the programs of the page as files, and `lift-opt` in
`test_docs_lift_opt.py`.
"""

import re
import shlex
from pathlib import Path

import pytest

from lift.dialects.diagnostics import LiftError
from lift.dialects.loader import load_module
from lift.tools.lift_run import main

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "language.md").read_text()
PROGRAMS = {name: text for text, name in re.findall(r"```mlir\n(// (\S+\.mlir)\n.*?)```", PAGE, re.DOTALL)}
COMMANDS = re.findall(r"```console\n\$ lift-run ([^\n]*)\n(.*?)```", PAGE, re.DOTALL)
REFUSED = dict(re.findall(r"```console\n\$ lift-opt (\S+)\n[^\n`]*error\[(\w+)\]", PAGE))


def test_every_program_has_a_name_of_its_own() -> None:
    assert len(PROGRAMS) == PAGE.count("```mlir\n")


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_loads_or_is_refused_as_shown(name: str) -> None:
    if name not in REFUSED:
        load_module(PROGRAMS[name])
        return
    with pytest.raises(LiftError) as caught:
        load_module(PROGRAMS[name])
    assert caught.value.code == REFUSED[name]


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_is_run_or_its_error_is_shown(name: str) -> None:
    assert name in REFUSED or f'lift.compile("{name}"' in PAGE


def test_lift_run_prints_what_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in PROGRAMS.items():
        Path(name).write_text(text)
    for command, shown in COMMANDS:
        assert main(shlex.split(command)) == 0
        assert capsys.readouterr().out == shown
    assert COMMANDS


def test_the_fix_of_the_error_is_one() -> None:
    refused = PROGRAMS["neighbours.mlir"]
    load_module(refused.replace("-> f32 {", "-> f32 where [N ge 2] {"))
