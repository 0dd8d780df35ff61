"""The conformance kit, where it stands beside the repository, on the reference interpreter."""

import subprocess
import sys
from pathlib import Path

import pytest

KIT = Path(__file__).parents[3] / "shared" / "conformance" / "run.py"


@pytest.mark.slow
@pytest.mark.skipif(not KIT.exists(), reason=f"the conformance kit is not at {KIT}")
def test_the_interpreter_passes_every_program() -> None:
    done = subprocess.run([sys.executable, str(KIT), "--interpret"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert "0 failed" in done.stdout
