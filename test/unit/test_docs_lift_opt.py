"""The pages show what `lift-opt` prints: its commands run, on the programs that the page shows, and print just that."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FILE = re.compile(r"```mlir\n(// (\S+\.mlir)\n.*?)```", re.DOTALL)
CONSOLE = re.compile(r"```console\n\$ (lift-opt [^\n]*)\n(.*?)```", re.DOTALL)
PAGES = [page for page in sorted((ROOT / "docs").rglob("*.md")) if CONSOLE.search(page.read_text())]
TIME = re.compile(r" *\d+\.\d+%?")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_lift_opt_prints_what_is_shown(page: Path, tmp_path: Path) -> None:
    text = page.read_text()
    for content, name in FILE.findall(text):
        (tmp_path / name).write_text(content)
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    for command, shown in CONSOLE.findall(text):
        result = subprocess.run(
            command,
            shell=True,  # as it is typed
            cwd=tmp_path,
            env={**os.environ, "PATH": path},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        assert without_times(result.stdout) == without_times(shown), command


def without_times(text: str) -> list[str]:
    """The lines of a text; how long something took is no part of what it says."""
    return [TIME.sub(" 0.0", line).rstrip() for line in text.splitlines() if line.strip()]
