"""Run every test there is and end with one line that counts them.

Unit tests first (pytest), then FileCheck tests (lit). The tests of a file share what they
compile, so they run in one process. Tests that are marked as slow are left out, and all cases but one or a few
of each other test. CI leaves out no test, and runs several times as many cases; where `LIFT_MORE` is set, all run.
Arguments go to pytest, and then only pytest runs: `test/run.py -k transpose`.
"""

import os
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree as ET

import forked_tools
import optional_tools

ROOT = Path(__file__).parent.parent
BIN = Path(sys.executable).parent
FILECHECK = ROOT / "test" / "filecheck"


IN_CI = 10
"""So many times as many cases of each test are run in CI."""

MOST_SECONDS = 3600
"""A test program that takes longer hangs: pytest waits for ever for what a process had still to do that died."""


def run(name: str, command: list[str], results: Path, **environment: str) -> tuple[bool, Counter[str]]:
    """Run one test program; whether it passed, and how many tests passed, failed and were skipped."""
    print(f"\n{name}: {' '.join(command)}", flush=True)
    try:
        ended = subprocess.run(
            command, cwd=ROOT, check=False, env={**os.environ, **environment}, timeout=MOST_SECONDS
        ).returncode
    except subprocess.TimeoutExpired:
        print(f"\n{name}: not done after {MOST_SECONDS} s", flush=True)
        ended = 1
    return ended == 0, count(results) if results.exists() else Counter()


def count(results: Path) -> Counter[str]:
    """Outcomes in a JUnit report."""
    outcomes = {"failure": "failed", "error": "failed", "skipped": "skipped"}
    cases = ET.parse(results).iter("testcase")
    return Counter(next((outcomes[child.tag] for child in case if child.tag in outcomes), "passed") for case in cases)


def _how_much() -> tuple[list[str], dict[str, str], str]:
    """How many unit tests run: options for pytest, variables, and what is left out."""
    if os.environ.get("LIFT_MORE"):
        return [], {}, ""
    if os.environ.get("CI"):
        return [], {"LIFT_FEW": str(IN_CI)}, "Cases of tests"
    return ["-m", "not slow"], {"LIFT_FEW": "1"}, "Tests that go through many programs, and cases of others,"


def main(arguments: list[str]) -> int:
    if not optional_tools.report():
        return 1
    with tempfile.TemporaryDirectory() as folder:
        if sys.dont_write_bytecode:  # then not beside the sources: many processes read the same modules
            os.environ.update(PYTHONDONTWRITEBYTECODE="", PYTHONPYCACHEPREFIX=f"{sys.prefix}/bytecode")
        unit, filecheck = Path(folder, "unit.xml"), Path(folder, "filecheck.xml")
        if arguments:
            return subprocess.run([f"{BIN}/pytest", *arguments], cwd=ROOT, check=False).returncode
        shared = ["-n", "2", "--dist", "loadfile", "--no-loadscope-reorder"]
        pytest = [f"{BIN}/pytest", *shared, "-q", f"--junitxml={unit}"]
        options, environment, left_out = _how_much()
        parts = {"unit": run("unit", [*pytest, *options], unit, **environment)}
        if FILECHECK.exists():
            lit = [f"{BIN}/lit", "-sv", f"--xunit-xml-output={filecheck}", "test/filecheck"]
            with forked_tools.serving() as programs:
                parts["filecheck"] = run("filecheck", lit, filecheck, LIFT_FORKED_TOOLS=str(programs))
    total = sum((counted for _, counted in parts.values()), Counter[str]())
    each = ", ".join(f"{name} {counted.total()}" for name, (_, counted) in parts.items())
    if left_out:
        print(f"\n{left_out} were left out: make soak runs them, too.")
    print(f"\n{total['passed']} passed, {total['failed']} failed, {total['skipped']} skipped ({each})")
    return 0 if all(succeeded for succeeded, _ in parts.values()) and total["passed"] else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
