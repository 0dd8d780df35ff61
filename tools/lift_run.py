"""`lift-run`: run a program on arrays from files, numbers from the command line, or random inputs.

Arguments in, one call of `lift.compile`, results out.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
import threading
import time
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, NoReturn, cast

from .files import forget_stdout, read_text, written_whole

if TYPE_CHECKING:
    from xdsl.dialects.builtin import ModuleOp
    from xdsl.ir import Attribute

    from ..runtime.device.program import OpenCLProgram
    from ..runtime.device.timing import Times
    from ..runtime.program import InterpretedProgram

SLOW = 1.0
"""After so many seconds a step says that it is still at work."""

_COMMA = re.compile(r",(?![^\[]*\])")
"""A comma that is not in a list."""

EXAMPLES = """\
examples:
  lift-run dot.mlir --in x.npy --in y.npy
      compile @dot, run it on the default OpenCL device, and print the result
  lift-run dot.mlir --random N=1048576 --check
      the same on random arrays, compared with the reference interpreter; --seed draws others
  lift-run dot.mlir --random N=1048576 --time --device gpu
      how long each kernel takes, on the first GPU; --list-devices shows what there is
  lift-run gemv.mlir --in a.npy --in x.npy --in y.npy --in 1.5 --in -0.5 --out r.npy
      numbers are written as they are; the result goes to a file
  lift-run csr.mlir --interpret --in columns.npy,values.npy --in v.npy --table rows=rows.npy
      by the interpreter: an array of tuples from one file for each part, and a table of row lengths
  lift-run blas.mlir --entry scal --in "[1, 2, 3]" --in 2 -s N=3
      one function of several, a short array written out, and a size given by name
"""


class Arguments(argparse.ArgumentParser):
    """A parser whose errors look like all others."""

    def error(self, message: str) -> NoReturn:
        self.exit(1, f"error[LIFT0220]: {message}\n{self.format_usage()}")


def arguments() -> argparse.ArgumentParser:
    parser = Arguments(
        prog="lift-run",
        description="Run a Lift program: NumPy arrays in, NumPy arrays out.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("file", nargs="?", help="the program, in the textual form of the IR; - for stdin")
    parser.add_argument("--entry", metavar="NAME", help="the lift.def to run (default: the one that no other calls)")
    _add_data(parser.add_argument_group("arguments and results"))
    _add_running(parser.add_argument_group("how it runs"))
    return parser


def _add_data(parser: argparse._ArgumentGroup) -> None:  # pyright: ignore[reportPrivateUsage]  # it has no other name
    parser.add_argument(
        "--in",
        dest="inputs",
        action="append",
        default=[],
        metavar="VALUE",
        help="the next argument: a .npy file, several with commas between them for a tuple, a number, or [1, 2, 3]",
    )
    parser.add_argument(
        "--out",
        dest="outputs",
        action="append",
        default=[],
        type=Path,
        metavar="FILE",
        help="write the result there, as .npy (a list of arrays as .npz); once for each part of a tuple",
    )
    parser.add_argument(
        "--random",
        action="append",
        default=[],
        metavar="N=1000,M=5",
        help="random arguments of these sizes, instead of --in",
    )
    parser.add_argument("--seed", type=int, default=0, help="another seed draws other arguments (default: 0)")
    parser.add_argument(
        "-s", "--size", action="append", default=[], metavar="N=4", help="a size that no shape determines"
    )
    parser.add_argument("--table", action="append", default=[], metavar="rows=rows.npy", help="a table, by its name")


def _add_running(parser: argparse._ArgumentGroup) -> None:  # pyright: ignore[reportPrivateUsage]  # it has no other name
    parser.add_argument("--interpret", action="store_true", help="use the reference interpreter, and no device")
    parser.add_argument(
        "--device", metavar="NAME", help="cpu, gpu, a part of a name, or numbers as in 0:1 (default: the first)"
    )
    parser.add_argument("--list-devices", action="store_true", help="show the OpenCL devices and their profiles")
    parser.add_argument(
        "--strategy", metavar="NAME", help="how it is mapped: cpu, gpu or plain (default: by the device)"
    )
    parser.add_argument(
        "--script", metavar="@NAME|FILE|STEPS", help="rewrite it first: a script of the program, a file, or steps"
    )
    parser.add_argument(
        "--knob", action="append", default=[], metavar="NAME=NUMBER", help="another value for a number of the script"
    )
    parser.add_argument(
        "--profile",
        metavar="NAME[,FIELD=VALUE..]",
        help="what the device likes, with other values: pocl,vector_bytes=64 (default: by the device)",
    )
    parser.add_argument(
        "--limit", action="append", default=[], metavar="NAME=NUMBER", help="raise a limit that a message names"
    )
    parser.add_argument(
        "--check", action="store_true", help="compare with the interpreter: exactly, or to rounding for floats"
    )
    parser.add_argument(
        "--time",
        nargs="?",
        const=20,
        type=int,
        metavar="RUNS",
        help="medians of the time that each kernel takes, in so many runs (default: 20)",
    )


def main(words: Sequence[str] | None = None) -> int:
    options = arguments().parse_args(words)
    from ..dialects.diagnostics import LiftError

    try:
        run(options)
    except LiftError as error:
        print(error, file=sys.stderr)
        return 1
    except BrokenPipeError:  # whoever reads us has seen enough
        forget_stdout()
        return 1
    except KeyboardInterrupt:
        return 130
    except Exception as error:  # a defect, which must not look like one of the program
        print(f"internal error: {type(error).__name__}: {error}", file=sys.stderr)
        print(f"report it together with the command: lift-run {' '.join(words or sys.argv[1:])}", file=sys.stderr)
        return 1
    return 0


def run(options: argparse.Namespace) -> None:
    if options.list_devices:
        from ..runtime.device.profiles import list_devices

        say(list_devices() or "there are no OpenCL devices")
        return
    check_options(options)
    check_outputs(options.outputs)
    from ..dialects.limits import parse_limits, raised
    from ..passes.derive import parse_knobs
    from ..runtime.compiling import compile_program
    from ..runtime.program import InterpretedProgram

    with announced(f"compiling {options.file}"):
        target = "interpreter" if options.interpret else None
        limits = parse_limits(options.limit)
        with raised(limits):
            text = source(options.file)
        program = compile_program(
            text,
            options.entry,
            target,
            options.strategy,
            options.device,
            limits=limits,
            profile=options.profile,
            script=options.script,
            knobs=parse_knobs(",".join(options.knob)) or None,
        )
    if options.outputs:
        check_parts(program.function.result_type, options.outputs)
    arguments, named = inputs(program, options)
    times: Times | None = None
    with announced(f"running @{program.name}"):
        if options.time is None or isinstance(program, InterpretedProgram):
            result = program(*arguments, **named)
        else:
            launch = program.prepare(*arguments, **named)
            result = launch.run().result()
            times = launch.time(options.time)
    write(result, options.outputs)
    if times is not None:
        say(times)
    if options.check and not isinstance(program, InterpretedProgram):
        check(program, arguments, named, result)


def check_options(options: argparse.Namespace) -> None:
    """Options that do not go together."""
    if options.file is None:
        raise bad_command("there is no program to run", "a file", "none")
    if options.random and options.inputs:
        raise bad_command("--random draws every argument, so --in has no place beside it")
    for name in ("check", "time", "device", "strategy", "profile", "script"):
        if options.interpret and getattr(options, name) not in (None, False):
            raise bad_command(f"--{name} is about a device, and --interpret uses none")
    if options.time is not None and options.time < 1:
        raise bad_command("--time needs a number of runs", "at least 1", str(options.time))
    if options.seed < 0:
        raise bad_command("--seed is a number that is not negative")


def source(path: str) -> Path | ModuleOp:
    """The program, which may come from stdin."""
    from ..dialects.loader import load_module

    return load_module(read_text(path), "<stdin>") if path == "-" else Path(path)


def check_outputs(outputs: Sequence[Path]) -> None:
    """Files that could not be written, or would be written twice, are found before anything runs."""
    for number, path in enumerate(outputs):
        folder = path.resolve().parent
        if path.is_dir():
            raise bad_command(f"'{path}' cannot be written: it is a folder")
        if not folder.is_dir():
            raise bad_command(f"'{path}' cannot be written: there is no folder '{folder}'")
        if path.exists() and not path.is_file():  # /dev/null takes all there is
            continue
        if not os.access(folder, os.W_OK):
            raise bad_command(f"'{path}' cannot be written: nothing may be written to '{folder}'")
        if path.resolve() in (other.resolve() for other in outputs[:number]):
            raise bad_command("--out names a file twice", "a file for each part of the result", str(path))


def check_parts(type_: Attribute, outputs: Sequence[Path]) -> None:
    """Each part of a result of this type goes to a file that can hold it."""
    from ..runtime.results import is_list, parts_of

    parts = parts_of(type_)
    if len(outputs) != len(parts):
        raise bad_command("--out is needed once for each part of the result", str(len(parts)), str(len(outputs)))
    for part, path in zip(parts, outputs, strict=True):
        if is_list(part) and path.suffix != ".npz":
            raise bad_command(f"the result is a list of arrays, which '{path}' cannot hold", "a file named .npz")


def inputs(
    program: InterpretedProgram | OpenCLProgram, options: argparse.Namespace
) -> tuple[Sequence[object], Mapping[str, Any]]:
    """The arguments of the call, and what goes by name."""
    sizes = pairs([*options.size, *options.random], "--random" if options.random else "--size")
    numbers = {name: integer(name, text) for name, text in sizes.items()}
    tables = {name: read(text, f"--table {name}") for name, text in pairs(options.table, "--table").items()}
    if not options.random:
        return [read(text, "--in") for text in options.inputs], {**numbers, **tables}
    import numpy as np

    from ..runtime.random_inputs import random_arguments

    drawn = random_arguments(program.function, numbers, tables, np.random.default_rng(options.seed))
    return drawn.arguments, drawn.named


def check(program: OpenCLProgram, arguments: Sequence[object], named: Mapping[str, Any], result: object) -> None:
    """Hold the result against the interpreter's."""
    from ..dialects.lift.functions import DefOp
    from ..runtime.comparing import compare, count_numbers
    from ..runtime.program import InterpretedProgram

    if not isinstance(program.function, DefOp):
        raise bad_command("--check needs a lift.def, which the interpreter can run")
    with announced(f"interpreting @{program.name}, which takes long for large arrays"):
        expected = InterpretedProgram(program.module, program.function)(*arguments, **named)
    agreement = compare(result, expected, count_numbers(tuple(arguments)))
    say(f"the interpreter agrees: {agreement}")


@contextmanager
def announced(step: str) -> Generator[None]:
    """Say what is going on when it takes longer than expected, and how long it took."""
    started = time.monotonic()
    try:
        with _shown(step):
            yield
    except MemoryError:
        from ..dialects.diagnostics import LiftError
        from ..runtime.errors import NOT_ENOUGH_MEMORY

        raise LiftError(
            NOT_ENOUGH_MEMORY, f"there was not enough memory while {step}", fix="use smaller sizes"
        ) from None
    taken = time.monotonic() - started
    if taken > SLOW:
        print(f"{step}: {taken:.1f} s", file=sys.stderr, flush=True)


@contextmanager
def _shown(step: str) -> Generator[None]:
    """A bar for what takes long, where somebody sees it, and one line where it is read later."""
    if sys.stderr.isatty():
        from ..runtime.progress import watching
        from .progress import Bar

        bar = Bar(step, SLOW)
        with bar.drawn(), watching(bar.watch):
            yield
        return
    timer = threading.Timer(SLOW, lambda: print(f"{step} ..", file=sys.stderr, flush=True))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def bad_command(message: str, expected: str | None = None, found: str | None = None) -> Exception:
    from ..dialects.diagnostics import LiftError
    from ..runtime.errors import COMMAND

    return LiftError(COMMAND, message, expected=expected, found=found)


def pairs(texts: Sequence[str], option: str) -> dict[str, str]:
    """Read `N=1,M=2` and the like."""
    found: dict[str, str] = {}
    for text in (part.strip() for whole in texts for part in _COMMA.split(whole) if part.strip()):
        name, equals, value = text.partition("=")
        if not (equals and name.strip() and value.strip()):
            raise bad_command(f"{option} needs a name and a value", "N=4, say", text)
        if name.strip() in found:
            raise bad_command(f"{option} gives '{name.strip()}' twice")
        found[name.strip()] = value.strip()
    return found


def integer(name: str, text: str) -> int:
    try:
        return int(text, 0)
    except ValueError:
        raise bad_command(f"the size '{name}' is not an integer", "an integer", text) from None


def read(text: str, option: str) -> object:
    """An argument: a number or a list as it is written, a file, or a tuple of files."""
    try:
        value: object = json.loads(text)
    except (ValueError, RecursionError):
        pass
    else:
        if isinstance(value, bool | int | float | list):
            return cast("object", value)
    if text.startswith("[") and not Path(text).exists():
        raise bad_command(f"{option}: this list cannot be read", "[1, 2, 3], say", text)
    if "," in text and not Path(text).exists():
        return tuple(read_file(part.strip(), option) for part in text.split(","))
    return read_file(text, option)


def read_file(text: str, option: str) -> Any:
    import numpy as np

    try:
        value = np.load(text, allow_pickle=False)
    except OSError as error:
        raise bad_command(f"{option}: '{text}' cannot be read: {error.strerror or error}") from None
    except (ValueError, EOFError):
        raise bad_command(f"{option}: '{text}' is not a .npy file of numbers") from None
    if not isinstance(value, np.ndarray):
        raise bad_command(f"{option}: '{text}' holds several arrays", "a .npy file, with one")
    return cast("Any", value[()] if value.ndim == 0 else value)


def write(result: Any, outputs: Sequence[Path]) -> None:
    """Print the result, or write it to files: to all of them, or to none."""
    parts: list[Any] = list(flat(result))
    if not outputs:
        for part in parts:
            print_part(part)
        return
    try:
        with ExitStack() as files:
            opened = [files.enter_context(written_whole(path)) for path in outputs]
            for part, file in zip(parts, opened, strict=True):
                save(part, file)
    except OSError as error:
        names = ", ".join(f"'{path}'" for path in outputs)
        raise bad_command(f"{names} cannot be written: {error.strerror or error}") from None


def flat(result: Any) -> Iterator[Any]:
    """The parts of a tuple, and of tuples in it."""
    if isinstance(result, tuple):
        for part in cast("tuple[Any, ...]", result):
            yield from flat(part)
    else:
        yield result


def print_part(part: Any) -> None:
    for value in cast("list[Any]", part) if isinstance(part, list) else [part]:
        say(value)


def say(value: object) -> None:
    """Print to stdout at once, so that whatever is wrong with it is known here."""
    try:
        print(value, flush=True)
    except BrokenPipeError:
        raise
    except OSError as error:
        forget_stdout()
        raise bad_command(f"the result cannot be written to stdout: {error.strerror}") from None


def save(part: Any, file: IO[bytes]) -> None:
    import numpy as np

    if isinstance(part, list):
        np.savez(file, *cast("list[Any]", part))
    else:
        np.save(file, part, allow_pickle=False)


if __name__ == "__main__":
    sys.exit(main())
