"""`lift-nat`, as the person at the command line sees it."""

import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from lift.dialects.nat.parser import parse_nat
from lift.dialects.nat.simplify import simplify
from lift.tools.nat_steps import SHOWCASES, Question, facts_of, main


@dataclass(frozen=True)
class Outcome:
    returncode: int
    stdout: str
    stderr: str

    @property
    def answers(self) -> dict[str, str]:
        """What is printed after `MLIR` and after `C`."""
        words = [line.split(maxsplit=1) for line in self.stdout.splitlines()]
        return {pair[0]: pair[1] for pair in words if pair and pair[0] in ("MLIR", "C")}


@pytest.fixture
def lift_nat(capsys: pytest.CaptureFixture[str]) -> Callable[..., Outcome]:
    def run(*arguments: str) -> Outcome:
        returncode = main(list(arguments))
        captured = capsys.readouterr()
        return Outcome(returncode, captured.out, captured.err)

    return run


def pointed_at(stderr: str) -> str:
    """The text from the caret on, in the line that is above the caret."""
    lines = stderr.splitlines()
    caret = next(number for number, line in enumerate(lines) if line.strip() == "^")
    return lines[caret - 1][lines[caret].index("^") :]


def test_the_command_is_installed_and_its_help_shows_an_example() -> None:
    command = [Path(sys.executable).parent / "lift-nat", "--help"]
    result = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "--index i:N" in result.stdout
    assert "example: lift-nat" in result.stdout


def test_an_index_is_simplified_to_mlir_and_c(lift_nat: Callable[..., Outcome]) -> None:
    result = lift_nat("(j*M + i) mod M", "--size", "M", "--index", "i:M", "--index", "j:4")
    assert result.returncode == 0, result.stderr
    assert result.answers == {"MLIR": "i", "C": "i"}


def test_facts_about_divisibility_are_used(lift_nat: Callable[..., Outcome]) -> None:
    result = lift_nat("4 * (N floordiv 4)", "--size", "N", "--where", "N mod 4 eq 0")
    assert result.returncode == 0, result.stderr
    assert result.answers["MLIR"] == "N"


def test_steps_name_the_facts_they_used(lift_nat: Callable[..., Outcome]) -> None:
    result = lift_nat("i mod M", "--size", "M", "--index", "i:M")
    assert "i lt M" in result.stdout.split("because")[1]


def test_without_arguments_it_shows_known_indices(lift_nat: Callable[..., Outcome]) -> None:
    result = lift_nat()
    assert result.returncode == 0, result.stderr
    assert result.stdout.count("MLIR") == len(SHOWCASES)


EXPECTED = ("l*N + w", "(16*ti + i)*K + 16*tj + j", "r*(r + 1) floordiv 2 + c")


@pytest.mark.parametrize(("question", "expected"), list(zip(SHOWCASES, EXPECTED, strict=True)))
def test_the_indices_shown_become_what_one_would_write(question: Question, expected: str) -> None:
    assert simplify(parse_nat(question.text), facts_of(question)) == parse_nat(expected)


def test_tables_and_facts_about_their_entries_are_understood(lift_nat: Callable[..., Outcome]) -> None:
    declared = ("--size", "N,M", "--table", "rows:N", "--index", "i:N", "--where", "rows[_] lt M")
    result = lift_nat("rows[i] floordiv M", *declared)
    assert result.answers["MLIR"] == "0"


BAD = {
    "syntax": (("(i + 3",), "expected ')'", ""),
    "two operators": (("i + * 3",), "expected a number", "* 3"),
    "strange character": (("i ? 3",), "has no meaning", "? 3"),
    "empty": (("",), "expected a number", ""),
    "zero divisor": (("i floordiv 0 + j",), "less than 1", "+ j"),
    "divisor may be 0": (("i + i floordiv M",), "M ge 1", "M"),
    "second divisor may be 0": (("(i mod N) floordiv (M - 1)", "--size", "N,M"), "M ge 2", "(M - 1)"),
    "log2 of 0": (("log2(n)",), "n ge 1", "n)"),
    "unknown name in a fact": (("N mod 4", "--where", "K mod 4 eq 0"), "'K' is neither", "K mod 4 eq 0"),
    "unknown name in a count": (("i", "--index", "i:K + 1"), "'K' is neither", "K + 1"),
    "no comparison": (("N mod 4", "--where", "N mod 4"), "comparison", ""),
    "no count": (("i", "--index", "i"), "expected ':'", ""),
    "bad count": (("i", "--index", "i:3 +"), "expected a number", ""),
    "bad name": (("i", "--index", "3:4"), "expected a name", "3:4"),
    "bad size": (("N", "--size", "N;M"), "expected names", "N;M"),
    "huge": (("99999999999999999999",), "larger than", "99999999999999999999"),
}


@pytest.mark.parametrize(("arguments", "message", "place"), BAD.values(), ids=BAD.keys())
def test_bad_input_is_pointed_at(
    lift_nat: Callable[..., Outcome], arguments: tuple[str, ...], message: str, place: str
) -> None:
    result = lift_nat(*arguments)
    assert result.returncode == 1
    assert result.stdout == ""
    assert message in result.stderr.splitlines()[0]
    assert pointed_at(result.stderr) == place


def test_deep_nesting_is_refused_with_a_message(lift_nat: Callable[..., Outcome]) -> None:
    result = lift_nat("(" * 100_000)
    assert result.returncode == 1
    assert "Traceback" not in result.stderr
