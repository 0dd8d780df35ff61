"""The conformance kit, where it stands beside the repository: on the reference interpreter, and on the device."""

import subprocess
import sys
from pathlib import Path

import pytest

KIT = Path(__file__).parents[3] / "shared" / "conformance"
needs_kit = pytest.mark.skipif(not KIT.exists(), reason=f"the conformance kit is not at {KIT}")


def failures(*arguments: str) -> set[str]:
    """The programs of the kit that fail."""
    command = [sys.executable, str(KIT / "run.py"), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert " passed, " in done.stdout, done.stdout + done.stderr
    return {line.split()[1].rstrip(":") for line in done.stdout.splitlines() if line.startswith("FAIL")}


@needs_kit
def test_the_interpreter_passes_every_program() -> None:
    assert failures("--interpret") == set()


@pytest.mark.slow
@needs_kit
@pytest.mark.parametrize("arguments", [(), ("--strategy", "gpu")], ids=["default", "gpu"])
def test_the_device_passes_every_program(arguments: tuple[str, ...]) -> None:
    assert failures(*arguments) == set()
