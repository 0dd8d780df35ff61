"""The driver: xDSL's, with our parser, our errors and what watches the passes.

Each program of the input goes through read, verify, pass after pass, print. What goes wrong is one message on stderr
and an exit code; a Python traceback is seen only inside reproducers.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from inspect import signature
from io import BytesIO
from pathlib import Path
from typing import IO, TYPE_CHECKING, Final

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Attribute
from xdsl.passes import ModulePass, PassPipeline
from xdsl.universe import Universe
from xdsl.utils.arg_spec import ArgSpec, parse_spec
from xdsl.utils.diagnostic import Diagnostic
from xdsl.utils.exceptions import ArgSpecParseError, ShrinkException
from xdsl.utils.target import Target
from xdsl.xdsl_opt_main import xDSLOptMain

from ...dialects.diagnostics import LiftError, printable, remember_source
from ...dialects.errors import INTERNAL, TOO_DEEP
from ...dialects.extensions import EXTENSIONS, guarded, universe_of
from ...dialects.garbage import seldom_collected
from ...dialects.limits import parse_limits, raised
from ..files import forget_stdout, read_text, written_whole
from .arguments import BAD_INPUT, Arguments, add_our_arguments, did_you_mean, translated
from .instruments import DumpPhases, Form, Instrument, PrintIR, PrintSteps, Statistics, Timing
from .pipeline import BadOption, InternalError, flattened, making, parse_passes, phase

if TYPE_CHECKING:
    from ...dialects.loader import Verifier

INTERNAL_ERROR: Final = 70
"""The exit code for an error of ours: EX_SOFTWARE of sysexits.h."""

_SEPARATOR: Final = re.compile(r"^[ \t]*// -----[ \t\r]*$", re.MULTILINE)


@dataclass(frozen=True)
class Chunk:
    """A program of the input, with empty lines in front of it so that its own are counted as in the file."""

    text: str
    number: int


class LiftOpt(xDSLOptMain):
    """One run of `lift-opt`."""

    def __init__(self, words: Sequence[str] | None = None) -> None:
        self.available_frontends = {}
        self.available_passes = {}
        self.available_targets = {}
        self.universe = _installed()
        self.ctx = Context()
        self.register_all_dialects()
        self.register_all_frontends()
        self.register_all_passes()
        self.register_all_targets()

        self._parser = Arguments()
        self._parser.pass_names = self.available_passes
        self.register_all_arguments(self._parser)
        add_our_arguments(self._parser)
        given = translated(sys.argv[1:] if words is None else words)
        self.args = self._parser.parse_args(given)
        self._reproduced: str | None = None
        if self.args.run_reproducer is not None:
            self._take_reproducer(self.args.run_reproducer, given)

        self.ctx.allow_unregistered = self.args.allow_unregistered_dialect
        self.timing = Timing()
        self.statistics = Statistics() if self.args.statistics else None
        self.failed = 0
        self._setup_target()
        self.setup_pipeline()

    # What there is

    def register_all_dialects(self) -> None:
        for name, factory in self.universe.all_dialects.items():
            self.ctx.register_dialect(name, guarded(name, factory))

    def register_all_passes(self) -> None:
        for name, factory in self.universe.all_passes.items():
            self.register_pass(name, factory)

    def register_all_targets(self) -> None:
        self.available_targets |= self.universe.all_targets

    def register_all_frontends(self) -> None:
        self.available_frontends["mlir"] = self._parse_mlir

    def _parse_mlir(self, stream: IO[bytes]) -> ModuleOp:
        from ...dialects.loader import parse_module
        from ...dialects.parser import LiftParser

        text, name = stream.read().decode(), self.get_input_name()
        if self.args.no_implicit_module:
            return LiftParser(self.ctx, text, name).parse_module(allow_implicit_module=False)
        return parse_module(text, name, self.ctx)

    # What is asked for

    def _take_reproducer(self, path: str, given: list[str]) -> None:
        from .reproducer import need_harmless, read_reproducer, versions

        reproducer = read_reproducer(path)
        if reproducer.versions != versions():
            print(f"lift-opt: note: '{path}' was written by {printable(reproducer.versions)}", file=sys.stderr)
        asked = self.args.passes
        self.args = self._parser.parse_args([*reproducer.words, *given])
        if not asked:
            need_harmless(parse_passes(self.args.passes, self.available_passes), path)
        self.args.input_file = path
        self._reproduced = reproducer.text

    def _setup_target(self) -> None:
        try:
            spec = parse_spec(self.args.target)
        except (ArgSpecParseError, StopIteration, RuntimeError):
            raise BadOption(
                f"the target '{self.args.target}' cannot be read; it is a name, or name{{option=1}}"
            ) from None
        name = spec.name
        if name not in self.available_targets:
            instead = did_you_mean(name, self.available_targets)
            raise BadOption(f"there is no target '{name}'{instead or '; --list-targets prints all'}")
        self.target_name = name
        if spec.parameters:  # a target is made only when something is printed, so what it is given is looked at here
            _check_options(spec, self.available_targets[name])

    def setup_pipeline(self) -> None:
        steps = tuple(flattened(parse_passes(self.args.passes, self.available_passes)))
        self.pipeline = PassPipeline((*self._first_steps(), *steps))
        self._print_ir = PrintIR.of(self.args, self.pipeline.passes)

    def _first_steps(self) -> Generator[ModulePass]:
        """What an option does to the program before the passes."""
        if self.args.profile is not None:
            from ...passes.set_profile import SetProfilePass

            yield SetProfilePass(profile=self.args.profile)

    # Running

    def run(self) -> None:
        sys.exit(self.process())

    def process(self) -> int:
        """Do what is asked; the exit code."""
        if self._answer_questions():
            return 0
        if self.args.syntax_highlight:
            Diagnostic.colored = True
        output: list[str] = []
        attributes = _attributes_verified(verified=not self.args.disable_verify)
        with raised(parse_limits(self.args.limit)), attributes, seldom_collected():
            chunks = self.read_chunks()
            for chunk in chunks:
                try:
                    text = self.process_chunk(chunk, len(chunks))
                except ShrinkException:
                    if not self.args.shrink:
                        raise
                    print("Success, can shrink")
                    return 0
                if chunk.number > 0:
                    text = f"// -----\n{text}"
                output.append(text)
                if self.args.output_file in {None, "-"}:
                    _write(text)
        return self._finish("".join(output))

    def _finish(self, output: str) -> int:
        if self.args.timing:
            print(self.timing.report(), file=sys.stderr)
        if self.statistics is not None:
            print(self.statistics.report(), file=sys.stderr)
        if self.args.output_file not in {None, "-"} and not self.failed:
            try:
                with written_whole(Path(self.args.output_file)) as file:
                    file.write(output.encode())
            except OSError as error:
                raise BadOption(f"cannot write '{self.args.output_file}': {error.strerror}") from None
        if self.args.shrink:
            print("Failure, can't shrink")
            return BAD_INPUT
        return self.failed

    def _answer_questions(self) -> bool:
        """Whether one was asked instead of giving a program."""
        if self.args.explain is not None:
            from .questions import explain

            print(explain(self.args.explain))
        elif self.args.list_passes:
            from .questions import list_passes

            print(list_passes(self.available_passes))
        elif self.args.list_targets:
            print("\n".join(sorted(self.available_targets)))
        elif self.args.list_dialects:
            print("\n".join(sorted(self.universe.all_dialects)))
        else:
            return False
        return True

    def get_input_name(self) -> str:
        return "<stdin>" if self.args.input_file in {None, "-"} else self.args.input_file

    def read_chunks(self) -> list[Chunk]:
        """The programs of the input."""
        text = self._reproduced if self._reproduced is not None else read_text(self.args.input_file)
        if not self.args.split_input_file:
            return [Chunk(text, 0)]
        chunks: list[Chunk] = []
        lines = 0
        for number, part in enumerate(_SEPARATOR.split(text)):
            chunks.append(Chunk("\n" * lines + part, number))
            lines += part.count("\n")
        return chunks

    def process_chunk(self, chunk: Chunk, of: int) -> str:
        """What is printed for one program; errors are reported, and counted in `failed`."""
        output = ""
        errors: list[LiftError] = []
        instruments = self._instruments(chunk, of)
        try:
            output = self._compile(chunk, instruments)
        except LiftError as error:
            errors.append(error)
        except InternalError as failure:
            self.failed = INTERNAL_ERROR
            print(self._internal(failure, chunk), file=sys.stderr)
            return ""
        finally:
            for instrument in instruments:
                instrument.end()
        if self.args.verify_diagnostics:
            from .expectations import mismatches

            remember_source(self.get_input_name(), chunk.text)
            for problem in mismatches(chunk.text, self.get_input_name(), errors):
                self._fail(problem)
            return output
        for error in errors:
            if self.args.parsing_diagnostics and self._phase == "the parser":
                output += f"{error}\n"
            else:
                self._fail(str(error))
        return output

    def _fail(self, message: str) -> None:
        self.failed = self.failed or BAD_INPUT
        print(message, file=sys.stderr)

    def _compile(self, chunk: Chunk, instruments: Sequence[Instrument]) -> str:
        from ...dialects.loader import Verifier

        with self._step("the parser", "parse"):
            frontend = self._frontend()
            module = self.available_frontends[frontend](BytesIO(chunk.text.encode()))
        verifier = Verifier()
        self._verify(verifier, module, None)
        for instrument in instruments:
            instrument.begin(module)
        for number, step in enumerate(self.pipeline.passes):
            for instrument in instruments:
                instrument.before(step, module)
            with self._step(f"the pass '{step.name}'", step.name):
                step.apply(self.ctx, module)
            for instrument in instruments:
                instrument.after(step, module)
            if self.args.verify_each or number == len(self.pipeline.passes) - 1:
                self._verify(verifier, module, step.name)
            self._print_as_xdsl(module, number)
        with self._step(f"the target '{self.target_name}'", f"print as {self.target_name}"):
            text = self.output_resulting_program(module)
        for instrument in instruments:
            instrument.emitted(self.target_name, text)
        return text

    @contextmanager
    def _step(self, name: str, short: str) -> Generator[None]:
        self._phase = name
        with phase(name), self.timing.measure(short):
            yield

    def _verify(self, verifier: Verifier, module: ModuleOp, after: str | None) -> None:
        """Verify the program; where a pass has left it invalid, the pass is at fault."""
        if self.args.disable_verify:
            return
        try:
            with self._step("the verifier", "verify"):
                verifier.verify(module)
        except LiftError as error:
            if after is None or error.kind is TOO_DEEP:
                raise
            raise InternalError(f"the pass '{after}'", error) from error

    def _print_as_xdsl(self, module: ModuleOp, number: int) -> None:
        """`--time-passes` and `--print-between-passes` print to stdout, in the words of xdsl-opt."""
        name = self.pipeline.passes[number].name
        if self.args.time_passes:
            seconds = next(spent for short, spent in reversed(self.timing.spent) if short == name)
            print(f"Pass {name} took {seconds} seconds")
        if self.args.print_between_passes and number < len(self.pipeline.passes) - 1:
            print(f"IR after {name}:\n{Form().print(module)}\n\n")

    def _instruments(self, chunk: Chunk, of: int) -> list[Instrument]:
        instruments: list[Instrument] = []
        if self._print_ir is not None:
            instruments.append(self._print_ir)
        if self.args.print_steps:
            instruments.append(PrintSteps(Form.of(self.args)))
        if self.statistics is not None:
            instruments.append(self.statistics)
        if self.args.dump_phases is not None:
            folder = Path(self.args.dump_phases)
            instruments.append(DumpPhases(folder / str(chunk.number) if of > 1 else folder, Form.of(self.args)))
        return instruments

    def _frontend(self) -> str:
        extension = Path(self.args.input_file or "").suffix.removeprefix(".")
        return self.args.frontend or (extension if extension in self.available_frontends else "mlir")

    def _internal(self, failure: InternalError, chunk: Chunk) -> str:
        """The message about an internal error; its reproducer is written."""
        from .reproducer import write_reproducer

        invalid = failure.error if isinstance(failure.error, LiftError) else None
        if invalid is not None:
            message = f"internal error: after {failure.phase} the program is not valid"
            notes = [(line, None) for line in str(invalid).splitlines()]
        else:
            message = failure.summary
            notes = [(f"raised in {failure.place}", None)] if failure.place else []
        try:
            path = write_reproducer(self.args.reproducer, failure, self.args, self.get_input_name(), chunk.text)
            fix = f"this is a defect of the compiler; report it with the file that shows it again: lift-opt --run-reproducer {path}"
        except OSError as error:
            fix = f"this is a defect of the compiler; no reproducer could be written: {error.strerror}"
        return str(LiftError(INTERNAL, message, notes=notes, fix=fix))


def _check_options(spec: ArgSpec, target: Callable[..., object]) -> None:
    """Refuse options that a target does not have."""
    with making(f"the target '{spec.name}'"):
        # What takes a module is a function that prints it, and has no options.
        made = None if signature(target).parameters else target()
        if not isinstance(made, type) or not issubclass(made, Target):
            raise BadOption(f"the target '{spec.name}' has no options")
        made.from_spec(spec)


def _installed() -> Universe:
    """All that is installed of dialects, passes and targets, also by others."""
    from importlib.metadata import entry_points

    try:
        return Universe.get_multiverse()
    except Exception as error:  # an extension can fail in any way
        for point in sorted(entry_points(group=EXTENSIONS)):
            try:
                universe_of(point)
            except LiftError as broken:
                raise BadOption(f"{broken.message}; {broken.fix}") from error
        raise BadOption(f"an extension of xDSL that is installed cannot be loaded: {error}") from error


def _no_verification(self: Attribute) -> None:
    """Stands in for the verification of an attribute."""


@contextmanager
def _attributes_verified(*, verified: bool) -> Generator[None]:
    """Attributes verify themselves when they are made, unless that is switched off."""
    original = Attribute.__post_init__
    if not verified:
        Attribute.__post_init__ = _no_verification
    try:
        yield
    finally:
        Attribute.__post_init__ = original


def _write(text: str) -> None:
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except UnicodeEncodeError:  # a terminal that is not UTF-8
        sys.stdout.write(text.encode("ascii", "backslashreplace").decode())
    except BrokenPipeError:
        raise
    except OSError as error:
        forget_stdout()
        raise BadOption(f"cannot write to stdout: {error.strerror}") from None


def main(words: Sequence[str] | None = None, tool: type[LiftOpt] = LiftOpt) -> int:
    """The program `lift-opt`, or one that is derived from it."""
    try:
        return tool(words).process()
    except BadOption as error:
        print(f"lift-opt: error: {error}", file=sys.stderr)
        return BAD_INPUT
    except LiftError as error:
        print(error, file=sys.stderr)
        return BAD_INPUT
    except BrokenPipeError:  # whoever reads us has seen enough
        forget_stdout()
        return BAD_INPUT
    except KeyboardInterrupt:
        return 130
