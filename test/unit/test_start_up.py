"""What is imported for what: nothing heavy before it is needed, of our own no more than a program takes."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

DOT = Path(__file__).parents[2] / "examples" / "dot.mlir"
HEAVY = ("numpy", "pyopencl", "pytools", "rich", "xdsl.interpreter", "z3")
FOR_CALLS = ("lift.runtime.boundary", "lift.runtime.device.calling", "lift.runtime.interpreter", "lift.runtime.program")
FOR_LOWERING = ("lift.analysis.plan", "lift.lowering", "lift.passes")


def imported(code: str, folder: str = "off") -> set[str]:
    """The modules that a process of its own has imported at the end."""
    program = f"{code}\nimport sys\nprint(*sys.modules, file=sys.stderr)"
    environment = {**os.environ, "LIFT_CACHE_DIR": folder}
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, check=True, capture_output=True, text=True, env=environment)
    return set(done.stderr.splitlines()[-1].split())


def compiled(then: str = "", options: str = "profile='pocl'") -> str:
    return f"import lift\nprogram = lift.compile({str(DOT)!r}, {options})\n{then}"


def test_compiling_needs_nothing_of_what_calls_need() -> None:
    assert imported(compiled("program.opencl, program.memory, repr(program)")).isdisjoint({*HEAVY, *FOR_CALLS})


def test_a_program_that_was_kept_is_not_lowered(tmp_path: Path) -> None:
    folder = str(tmp_path / "cache")
    assert imported(compiled("program.opencl"), folder) > {"lift.lowering", "lift.passes"}
    assert imported(compiled("program.opencl"), folder).isdisjoint({*HEAVY, *FOR_CALLS, *FOR_LOWERING})


@pytest.mark.parametrize("strategy", ["cpu", "gpu"])
def test_a_mapping_does_not_import_every_rule(strategy: str) -> None:
    words = [str(DOT), "-p", f"lift-to-opencl{{strategy={strategy}}}", "-t", "opencl"]
    found = imported(f"from lift.tools.lift_opt.main import main\nmain({words!r})")
    seldom = {"cpu": "lift.passes.rules.tiling", "gpu": "lift.passes.rules.segments"}
    assert found.isdisjoint({*HEAVY, "lift.passes.rules.registry", seldom[strategy], "lift.runtime"})
    assert "lift.passes.rules.mapping" in found


def test_the_interpreter_needs_no_device_and_no_compiler() -> None:
    code = compiled("import numpy\nprogram(numpy.ones(3, 'f4'), numpy.ones(3, 'f4'))", "target='interpreter'")
    assert imported(code).isdisjoint({"pyopencl", "rich", "lift.lowering", "lift.passes", "lift.runtime.device"})


@pytest.mark.slow
def test_a_call_of_a_program_that_was_kept_needs_no_interpreter_and_no_rules(tmp_path: Path) -> None:
    folder = str(tmp_path / "cache")
    code = compiled("import numpy\nprogram(numpy.ones(3, 'f4'), numpy.ones(3, 'f4'))", "")
    assert "pyopencl" in imported(code, folder)
    assert imported(code, folder).isdisjoint({"rich", "lift.passes", "lift.runtime.interpreter.machine"})
