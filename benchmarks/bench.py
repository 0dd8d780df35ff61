"""Runs benchmarks: what `make bench` calls. Each is a program of its own, with a `--help` of its own.

Without a name those that are marked run, one after the other. `--quick` anywhere makes it short. What follows a name goes to
that benchmark: `make bench ARGS="filters sum --rounds 5"`.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Benchmark:
    """A file beside this one: what it measures, its options for a short run, and whether it runs unasked."""

    what: str
    quick: tuple[str, ...]
    unasked: bool = False


BENCHMARKS = {
    "nat_indices": Benchmark(
        "how long real indices take to simplify", ("--rounds=3", "--no-first", "--no-growth"), True
    ),
    "default": Benchmark("how fast high-level programs are by default", ("--quick",)),
    "switches": Benchmark("what each part of the compiler brings, by switches of profiles", ("--quick",)),
    "boundary": Benchmark("what it gains to cut stencils at the border", ("--quick",)),
    "filters": Benchmark("how fast programs with hidden lengths are", ("--quick",), unasked=True),
    "mapped": Benchmark("how fast programs mapped by hand are", ("--quick",)),
    "compile_time": Benchmark("how long programs take to compile", ("--runs=1",)),
    "calls": Benchmark("how long a call on a few elements takes", ("--rounds=5",)),
    "table_calls": Benchmark("how long a call with a table takes", ("--runs=5",)),
}


def listing() -> str:
    width = max(map(len, BENCHMARKS))
    lines = (f"  {'*' if one.unasked else ' '} {name:{width}}  {one.what}" for name, one in BENCHMARKS.items())
    return "\n".join(["benchmarks (* runs without a name):", *lines])


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        description=__doc__, epilog=listing(), formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="a short run, with fewer rounds")
    parser.add_argument("name", nargs="?", choices=BENCHMARKS, metavar="NAME", help="one of those below")
    parser.add_argument("words", nargs=argparse.REMAINDER, metavar="...", help="arguments of that benchmark")
    return parser


def commands(words: Sequence[str]) -> list[list[str]]:
    """What is run: a file and its arguments, for each benchmark that is asked for."""
    options = arguments().parse_args(words)
    rest = [word for word in options.words if word != "--quick"]
    quick = options.quick or len(rest) < len(options.words)
    names = [options.name] if options.name else [name for name, one in BENCHMARKS.items() if one.unasked]
    return [[str(HERE / f"{name}.py"), *(BENCHMARKS[name].quick if quick else ()), *rest] for name in names]


def main(words: Sequence[str]) -> int:
    codes = [subprocess.run([sys.executable, *command], check=False).returncode for command in commands(words)]
    return int(any(codes))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
