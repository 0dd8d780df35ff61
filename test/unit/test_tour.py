"""The tour is true: what it shows of a program is in the example, what it shows of kernels is in its OpenCL, and commands
print what is shown.

A section is about the example that it links first. Excerpts are lines that stand one after the other there, whatever their
indentation; `// ..` stands for lines that are left out.
"""

import re
import shlex
from pathlib import Path

import pytest

import lift
from lift.tools.lift_run import main

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "tour.md").read_text()
PROFILE = re.findall(r"^lift-opt .* --profile (\S+)", PAGE, re.MULTILINE)[0]
LINK = re.compile(r"\(\.\./examples/(\w+)\.mlir\)")
COMMAND = re.compile(r"```console\n\$ lift-run ([^\n]*)\n(.*?)```", re.DOTALL)
SECTIONS = {LINK.findall(text)[0]: text for text in re.split(r"^### ", PAGE, flags=re.MULTILINE)[1:]}


@pytest.mark.parametrize("name", SECTIONS)
def test_programs_are_excerpts_of_the_example(name: str) -> None:
    source = (ROOT / "examples" / f"{name}.mlir").read_text()
    assert missing(SECTIONS[name], "mlir", source) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", SECTIONS)
def test_kernels_are_excerpts_of_what_the_example_becomes(name: str) -> None:
    program = lift.compile(ROOT / "examples" / f"{name}.mlir", profile=PROFILE)
    assert missing(SECTIONS[name], "c", program.opencl) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name, text in SECTIONS.items() if COMMAND.search(text)])
def test_commands_print_what_is_shown(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    for command, shown in COMMAND.findall(SECTIONS[name]):
        assert f"examples/{name}.mlir" in command
        assert main(shlex.split(command)) == 0
        assert capsys.readouterr().out == shown


def missing(section: str, language: str, whole: str) -> list[str]:
    """The excerpts of a section that are not in the whole text; that there are none at all is not what is meant."""
    blocks: list[str] = re.findall(rf"```{language}\n(.*?)```", section, re.DOTALL)
    assert blocks
    excerpts = [part for block in blocks for part in re.split(r"^ *// \.\.\n", block, flags=re.MULTILINE)]
    return [excerpt for excerpt in excerpts if unindented(excerpt) not in unindented(whole)]


def unindented(text: str) -> str:
    return "\n".join(["", *(line.strip() for line in text.splitlines()), ""])
