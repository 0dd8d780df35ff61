"""Any script that is printed does the same again in another process: those of the derivations, and what strategies did."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from pass_programs import ROOT, functions
from test_derivations import steps_of

from lift.dialects.loader import load_module, verify
from lift.dialects.profiles import PROFILES
from lift.dialects.rewrite.dialect import ScriptOp
from lift.passes.strategies.derivation import Derivation
from lift.passes.strategies.mapping import MAPPINGS
from lift.passes.strategies.normal_forms import front
from lift.passes.strategies.script import finish, run_script, run_steps, script_of
from lift.passes.strategies.step import Step

DERIVATIONS = sorted((ROOT / "test" / "filecheck" / "derivations").glob("*.mlir"))
EXAMPLES = [*sorted((ROOT / "examples").glob("*.mlir")), *sorted((ROOT / "examples" / "papers").glob("*.mlir"))]


def after_script(path: Path, script: str) -> str:
    """A function after a script, which is a text, and what it is about."""
    found = next(op for op in load_module(script).ops if isinstance(op, ScriptOp))
    module = load_module(path)
    function = functions(module)[found.function.data]
    run_script(function, found, {})
    verify(module)
    return str(function)


def derivations(path: Path) -> Iterator[tuple[str, str]]:
    """Each script of a file as the steps it takes, one by one, printed; and the function after it."""
    for script in [op for op in load_module(path).ops if isinstance(op, ScriptOp)]:
        module = load_module(path)
        function = functions(module)[script.function.data]
        steps = run_script(function, script, {})
        yield printed(script.function.data, steps), str(function)
    lines = steps_of(path)
    if lines:
        module = load_module(path)
        name, function = next(iter(functions(module).items()))
        yield printed(name, run_steps(function, lines)), str(function)


def strategies(path: Path) -> Iterator[tuple[str, str]]:
    """What each strategy does to each function of a file, and the function after it."""
    for name in functions(load_module(path)):
        for strategy in ("cpu", "gpu"):
            module = load_module(path)
            derivation = Derivation(functions(module)[name])
            steps = [*front(derivation), *MAPPINGS[strategy](PROFILES["pocl"])(derivation)]
            finish(derivation)
            yield printed(name, steps), str(derivation.function)


def printed(function: str, steps: list[Step]) -> str:
    return str(script_of("again", function, steps))


def replay(work: Path) -> list[str]:
    """The functions after the scripts of a file, in this process."""
    return [after_script(Path(path), script) for path, script in json.loads(work.read_text())]


@pytest.mark.slow
def test_scripts_replay_in_another_process(tmp_path: Path) -> None:
    work: list[tuple[str, str]] = []
    want: list[str] = []
    for path in [*DERIVATIONS, *EXAMPLES]:
        found = derivations(path) if path in DERIVATIONS else strategies(path)
        for script, text in found:
            work.append((str(path), script))
            want.append(text)
    given, got = tmp_path / "work.json", tmp_path / "got.json"
    given.write_text(json.dumps(work))
    subprocess.run([sys.executable, __file__, given, got], check=True, cwd=Path(__file__).parent)
    for (path, script), expected, text in zip(work, want, json.loads(got.read_text()), strict=True):
        assert text == expected, f"{path}\n{script}"
    assert len(work) > 50


if __name__ == "__main__":
    Path(sys.argv[2]).write_text(json.dumps(replay(Path(sys.argv[1]))))
