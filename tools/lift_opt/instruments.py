"""What watches a pipeline: printing the program around passes, dumping it to files, times, counts of rewrites.

An `Instrument` is told before and after each pass. What is printed goes to stderr, as in mlir-opt, so that stdout
holds the result alone.
"""

from __future__ import annotations

import sys
import time
from argparse import Namespace
from collections.abc import Generator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation
from xdsl.passes import ModulePass
from xdsl.printer import Printer

from .pipeline import BadOption


class Instrument:
    """Told what happens in a pipeline; each method may be left out."""

    def begin(self, module: ModuleOp) -> None:
        """A program has been read."""

    def before(self, step: ModulePass, module: ModuleOp) -> None:
        """A pass is about to run."""

    def after(self, step: ModulePass, module: ModuleOp) -> None:
        """A pass has run; the program has not been verified yet."""

    def emitted(self, target: str, text: str) -> None:
        """The result is about to be printed."""

    def end(self) -> None:
        """All is done with this program, well or not."""


@dataclass(frozen=True)
class Form:
    """How a program is printed."""

    generic: bool = False
    places: bool = False

    @classmethod
    def of(cls, args: Namespace) -> Form:
        return cls(args.print_op_generic, args.print_debuginfo)

    def print(self, module: Operation) -> str:
        """The program as text; in generic form where it is too broken for its own."""
        try:
            return self._print(module)
        except Exception as error:  # a program that a pass has left invalid can break any printer
            if self.generic:
                return f"// this program cannot be printed: {type(error).__name__}: {error}\n"
            return Form(generic=True, places=self.places).print(module)

    def _print(self, module: Operation) -> str:
        output = StringIO()
        Printer(output, print_generic_format=self.generic, print_debuginfo=self.places).print_op(module)
        return output.getvalue() + "\n"


@dataclass
class PrintIR(Instrument):
    """`--print-ir-before*` and `--print-ir-after*`: the program around the passes that are asked for."""

    form: Form
    names_before: frozenset[str]
    names_after: frozenset[str]
    only_changes: bool
    _seen: str = ""

    @classmethod
    def of(cls, args: Namespace, passes: Sequence[ModulePass]) -> PrintIR | None:
        every = frozenset(step.name for step in passes)
        before = every if args.print_ir_before_all else _named("--print-ir-before", args.print_ir_before, every)
        after = _named("--print-ir-after", args.print_ir_after, every)
        if args.print_ir_after_all or (args.print_ir_after_change and not after):
            after = every
        return cls(Form.of(args), before, after, args.print_ir_after_change) if before or after else None

    def before(self, step: ModulePass, module: ModuleOp) -> None:
        if step.name in self.names_before:
            self._show(f"before {step.name}", self.form.print(module))
        if self.only_changes:
            self._seen = self.form.print(module)

    def after(self, step: ModulePass, module: ModuleOp) -> None:
        if step.name not in self.names_after:
            return
        text = self.form.print(module)
        if not (self.only_changes and text == self._seen):
            self._show(f"after {step.name}", text)

    def _show(self, title: str, text: str) -> None:
        print(f"// ----- IR {title} ----- //\n{text}", file=sys.stderr)


def _named(option: str, values: Sequence[str], known: frozenset[str]) -> frozenset[str]:
    names = frozenset(name.strip() for value in values for name in value.split(",") if name.strip())
    if unknown := sorted(names - known):
        raise BadOption(f"{option} names '{unknown[0]}', which is not among the passes to run")
    return names


class PrintSteps(Instrument):
    """`--print-steps`: the program before the steps of a pass, and the function after each of them, as they happen."""

    def __init__(self, form: Form):
        self._form = form
        self._watching = ExitStack()
        self._before = ""
        self._count = 0

    def before(self, step: ModulePass, module: ModuleOp) -> None:
        from ...passes.strategies.derivation import watched

        self._before, self._count = f"// ----- before the steps of {step.name} ----- //\n{self._form.print(module)}", 0
        self._watching.enter_context(watched(self._show))

    def after(self, step: ModulePass, module: ModuleOp) -> None:
        self._watching.close()

    def end(self) -> None:
        self._watching.close()

    def _show(self, function: Operation, step: object) -> None:
        if not self._count:
            print(self._before, file=sys.stderr)
        self._count += 1
        print(f"// ----- step {self._count}: {step} ----- //\n{self._form.print(function)}", file=sys.stderr)


@dataclass
class DumpPhases(Instrument):
    """`--dump-phases`: the program after each pass, in a numbered file."""

    folder: Path
    form: Form
    _next: int = 0

    def begin(self, module: ModuleOp) -> None:
        self._write("input.mlir", self.form.print(module))

    def after(self, step: ModulePass, module: ModuleOp) -> None:
        self._write(f"{step.name}.mlir", self.form.print(module))

    def emitted(self, target: str, text: str) -> None:
        if target != "mlir":
            self._write(f"{target}.txt", text)

    def _write(self, name: str, text: str) -> None:
        path = self.folder / f"{self._next:02}-{name}"
        self._next += 1
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        except OSError as error:
            raise BadOption(f"--dump-phases cannot write '{path}': {error.strerror}") from None


@dataclass
class Timing:
    """`--timing`: how long each phase took, in the order in which they ran."""

    spent: list[tuple[str, float]] = field(default_factory=list[tuple[str, float]])

    @contextmanager
    def measure(self, name: str) -> Generator[None]:
        start = time.perf_counter()
        try:
            yield
        finally:
            self.spent.append((name, time.perf_counter() - start))

    def report(self) -> str:
        """A table; the times of all verifications are one row."""
        rows: dict[str, float] = {}
        for number, (name, seconds) in enumerate(self.spent):
            key = name if name == "verify" else f"{number} {name}"
            rows[key] = rows.get(key, 0.0) + seconds
        total = sum(rows.values())
        lines = ["// ----- timing ----- //", f"{'ms':>10} {'share':>8}  phase"]
        for key, seconds in rows.items():
            name = key.partition(" ")[2] or key
            lines.append(f"{seconds * 1e3:10.2f} {seconds / (total or 1.0):8.1%}  {name}")
        lines.append(f"{total * 1e3:10.2f} {1:8.1%}  in all")
        return "\n".join(lines)


@dataclass(frozen=True)
class PassCounts:
    """What one pass did. A rewrite is a pattern that was applied and changed something."""

    name: str
    rewrites: int
    before: int
    after: int
    created: int
    erased: int


class Statistics(Instrument):
    """`--statistics`: how much each pass did."""

    def __init__(self) -> None:
        from xdsl import pattern_rewriter  # not imported unless asked for

        self._module = pattern_rewriter
        self.counts: list[PassCounts] = []
        self._ops: dict[int, Operation] = {}
        self.rewrites = 0
        self._original = pattern_rewriter.PatternRewriter

    def begin(self, module: ModuleOp) -> None:
        statistics = self

        class CountingRewriter(self._original):
            """xDSL's rewriter; that it has acted is counted once for each pattern that is applied."""

            def __setattr__(self, name: str, value: object) -> None:
                if name == "has_done_action" and value and not self.has_done_action:
                    statistics.rewrites += 1
                super().__setattr__(name, value)

        # Walkers make their rewriters themselves, and tell nobody how often a pattern was applied.
        setattr(self._module, "PatternRewriter", CountingRewriter)  # noqa: B010  # no assignment to a class

    def before(self, step: ModulePass, module: ModuleOp) -> None:
        self._ops = {id(op): op for op in module.walk()}  # the ops are kept, so no id is used again
        self.rewrites = 0

    def after(self, step: ModulePass, module: ModuleOp) -> None:
        now = {id(op) for op in module.walk()}
        was = self._ops.keys()
        counts = PassCounts(step.name, self.rewrites, len(was), len(now), len(now - was), len(was - now))
        self.counts.append(counts)

    def end(self) -> None:
        setattr(self._module, "PatternRewriter", self._original)  # noqa: B010  # as above

    def report(self) -> str:
        head = f"{'rewrites':>9} {'ops before':>11} {'after':>6} {'created':>8} {'erased':>7}  pass"
        rows = [
            f"{row.rewrites:9} {row.before:11} {row.after:6} {row.created:8} {row.erased:7}  {row.name}"
            for row in self.counts
        ]
        return "\n".join(["// ----- statistics ----- //", head, *rows])
