"""The command line of `lift-opt`: xDSL's options and ours, in groups, with errors that say what was probably meant.

An option that xDSL adds is put into the group that is named here for it, so its driver can go on adding them one by
one.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from typing import Any, Final, NoReturn

BAD_INPUT: Final = 1
"""The exit code for a program that is refused and for options that make no sense."""

GROUPS: Final[dict[str, tuple[str, ...]]] = {
    "input": (
        "input_file",
        "--frontend",
        "--split-input-file",
        "--allow-unregistered-dialect",
        "--no-implicit-module",
    ),
    "passes": ("--passes", "--verify-each", "--disable-verify", "--limit", "--profile"),
    "output": (
        "--target",
        "--output-file",
        "--print-op-generic",
        "--print-no-properties",
        "--print-debuginfo",
        "--syntax-highlight",
    ),
    "watching the passes (all of it is printed to stderr)": (
        "--print-ir-before-all",
        "--print-ir-after-all",
        "--print-ir-before",
        "--print-ir-after",
        "--print-ir-after-change",
        "--print-steps",
        "--dump-phases",
        "--timing",
        "--statistics",
    ),
    "watching the passes, as xDSL prints it (to stdout)": ("--print-between-passes", "--time-passes"),
    "errors": (
        "--explain",
        "--verify-diagnostics",
        "--parsing-diagnostics",
        "--reproducer",
        "--run-reproducer",
        "--shrink",
    ),
    "information": ("--help", "--version", "--list-passes", "--list-targets", "--list-dialects"),
}

HELP: Final[dict[str, tuple[str | None, str]]] = {
    "input_file": ("FILE", "the program; '-' or nothing is stdin"),
    "--frontend": ("NAME", "how to read the input; else its file extension decides"),
    "--passes": ("PASSES", "passes to run, in order: -p 'cse,canonicalize' or with options -p 'name{option=1}'"),
    "--disable-verify": (None, "verify nothing, neither the input nor what passes leave"),
    "--target": ("TARGET", "what to print (default: mlir)"),
    "--output-file": ("FILE", "where to print it (default: stdout); not touched when something fails"),
    "--print-op-generic": (None, "print every op in MLIR's generic form"),
    "--print-no-properties": (None, "print properties as attributes, for older tools"),
    "--print-debuginfo": (None, "print where each op comes from"),
    "--syntax-highlight": (None, "print in colours"),
    "--split-input-file": (None, "treat the parts between lines '// -----' as programs of their own"),
    "--allow-unregistered-dialect": (None, "accept ops of dialects that are not known, in generic form"),
    "--no-implicit-module": (None, "the input must say 'builtin.module' itself"),
    "--print-between-passes": (None, "print the program between any two passes"),
    "--time-passes": (None, "print how long each pass takes"),
    "--verify-diagnostics": (None, "compare the errors with the comments '// expected-error {{text}}' in the input"),
    "--parsing-diagnostics": (None, "print errors of the parser to stdout and count them as success"),
    "--shrink": (None, "succeed when a ShrinkException is raised, for the reducer Shrink Ray"),
    "--version": (None, "print the versions of lift, xDSL and Python"),
}
"""The placeholder and the help of options that xDSL adds, in fewer words."""

SPELLED_AS_IN_MLIR_OPT: Final = {
    "--mlir-print-ir-before-all": "--print-ir-before-all",
    "--mlir-print-ir-before": "--print-ir-before",
    "--mlir-print-ir-after-all": "--print-ir-after-all",
    "--mlir-print-ir-after": "--print-ir-after",
    "--mlir-print-ir-after-change": "--print-ir-after-change",
    "--mlir-timing": "--timing",
    "--mlir-pass-statistics": "--statistics",
    "--mlir-print-op-generic": "--print-op-generic",
    "--mlir-print-debuginfo": "--print-debuginfo",
    "--mlir-pass-pipeline-crash-reproducer": "--reproducer",
    "--verify-each=true": "--verify-each",
    "--verify-each=false": "--no-verify-each",
}

EXAMPLES: Final = """\
examples:
  lift-opt dot.mlir                                    check a program; print it with every type written out
  lift-opt dot.mlir --print-op-generic                 the same in generic form, which any MLIR tool reads
  lift-opt dot.mlir -p canonicalize,cse -o out.mlir    run passes, print to a file
  lift-opt dot.mlir -p canonicalize,cse --print-ir-after-change
                                                       see what each pass that does something leaves
  lift-opt dot.mlir -p canonicalize,cse --dump-phases phases/
                                                       the same, a file for each pass
  lift-opt --explain LIFT0050                          what an error means, with an example
  lift-opt --list-passes                               the passes there are

Options that mlir-opt spells with --mlir- (--mlir-print-ir-after-all, --mlir-timing, ...) are understood, too.
exit codes: 0 fine, 1 the input or an option is refused, 70 an internal error (a reproducer is written)
"""


class Arguments(argparse.ArgumentParser):
    """A parser of arguments that sorts options into groups and exits with 1."""

    def __init__(self) -> None:
        super().__init__(
            prog="lift-opt",
            usage="lift-opt [FILE] [-p PASSES] [-t TARGET] [-o FILE] [options]",
            description="Read a Lift program, check it, run passes over it, print the result.",
            epilog=EXAMPLES,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
            add_help=False,
        )
        self.pass_names: Iterable[str] = ()
        self._sections = {title: self.add_argument_group(title) for title in GROUPS}

    def add_argument(self, *names: Any, **settings: Any) -> argparse.Action:
        if "--version" in names:
            settings["action"] = ShowVersions
            del settings["version_format"]
        known = next((name for name in names if name in HELP), None)
        if known is not None:
            metavar, settings["help"] = HELP[known]
            if metavar is not None:
                settings["metavar"] = metavar
        for title, members in GROUPS.items():
            if any(name in members for name in names):
                return self._sections[title].add_argument(*names, **settings)
        return super().add_argument(*names, **settings)

    def error(self, message: str) -> NoReturn:
        unknown = message.removeprefix("unrecognized arguments: ").split()
        if unknown[0].startswith("--") and message.startswith("unrecognized"):
            message = f"there is no option '{unknown[0]}'{self._instead(unknown[0])}"
        self.exit(BAD_INPUT, f"lift-opt: error: {message}\n")

    def _instead(self, option: str) -> str:
        name = option.lstrip("-")
        if name in self.pass_names:
            return f"; passes are given as -p {name}"
        return did_you_mean(option.partition("=")[0], self._option_string_actions)


class ShowVersions(argparse.Action):
    """`--version`; the versions are looked up only when someone asks."""

    def __init__(self, option_strings: list[str], dest: str, **settings: Any) -> None:
        super().__init__(option_strings, dest, nargs=0, **settings)

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from .reproducer import versions

        print(f"lift-opt: {versions()}")
        parser.exit()


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """The end of a message about an unknown name."""
    from difflib import get_close_matches

    close = get_close_matches(name, list(known), n=3, cutoff=0.6)
    return f"; did you mean {' or '.join(map(repr, close))}?" if close else ""


def add_our_arguments(parser: argparse.ArgumentParser) -> None:
    """The options that xDSL's driver does not have."""
    add = parser.add_argument
    add("-h", "--help", action="help", help="print this")
    add("--list-passes", action="store_true", help="print the names of all passes, ours with what they do")
    add("--list-targets", action="store_true", help="print the names of all targets")
    add("--list-dialects", action="store_true", help="print the names of all dialects")
    verify = "verify the program after each pass (default: on)"
    add("--verify-each", action=argparse.BooleanOptionalAction, default=True, help=verify)
    profile = "the profile of the device, with other values: pocl,vector_bytes=64 (default: what the module says)"
    add("--profile", metavar="NAME[,FIELD=VALUE..]", help=profile)
    add("--limit", metavar="NAME=NUMBER", action="append", default=[], help="raise a limit that a message names")
    for when in ("before", "after"):
        add(f"--print-ir-{when}-all", action="store_true", help=f"print the program {when} each pass")
        selected = f"print the program {when} these passes"
        add(f"--print-ir-{when}", metavar="PASS,..", action="append", default=[], help=selected)
    add("--print-ir-after-change", action="store_true", help="print the program after each pass that changed it")
    add("--print-steps", action="store_true", help="print each step of scripts and strategies, and what it leaves")
    add("--dump-phases", metavar="DIR", help="write the program to DIR/00-input.mlir, DIR/01-<pass>.mlir, ...")
    add("--timing", action="store_true", help="print a table of the time each phase took")
    counted = "print a table of what each pass did: rewrites, ops before and after, created, erased"
    add("--statistics", action="store_true", help=counted)
    add("--explain", metavar="CODE", help="print what the error with this code means, with an example")
    written = "where to write the reproducer of an internal error (default: a new temporary file)"
    add("--reproducer", metavar="FILE", help=written)
    add("--run-reproducer", metavar="FILE", help="run again what a reproducer holds; further options are added")


def translated(words: Iterable[str]) -> list[str]:
    """The words of a command line, with options spelled as in mlir-opt replaced by ours."""
    return [_ours(word) for word in words]


def _ours(word: str) -> str:
    if word in SPELLED_AS_IN_MLIR_OPT:
        return SPELLED_AS_IN_MLIR_OPT[word]
    option, equals, value = word.partition("=")
    if option in SPELLED_AS_IN_MLIR_OPT:
        return f"{SPELLED_AS_IN_MLIR_OPT[option]}{equals}{value}"
    return word
