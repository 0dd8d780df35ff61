"""Clang reads every kernel as strict OpenCL C 1.2, and has nothing to say.

The kernels are those of the examples and of random programs, with both strategies and with indices of 32 and 64 bits; and
those of some programs in FileCheck tests that can be lowered, each in one of these ways in turn, or of all programs in all
ways where `LIFT_MORE` is set.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path

import pytest
from example_calls import EXAMPLES
from how_many import how_many
from opencl_device import CLANG
from watched import random_one
from xdsl.dialects.builtin import ModuleOp

from lift.dialects.diagnostics import LiftError
from lift.dialects.errors import INTERNAL
from lift.dialects.kernel.functions import FuncOp
from lift.dialects.lift.functions import DefOp
from lift.dialects.lift.profile import set_profile
from lift.dialects.loader import lift_context, load_module, verify
from lift.dialects.ocl.kernels import BarrierOp, KernelOp
from lift.dialects.profiles import profile_named
from lift.dialects.view.operation import ViewOp
from lift.lowering.kernel_to_opencl.program import Options
from lift.lowering.kernel_to_opencl.target import to_opencl
from lift.lowering.lift_to_opencl import LiftToOpenCLPass
from lift.runtime.compiling import lower

pytestmark = pytest.mark.skipif(CLANG is None, reason="clang is not installed")

FILECHECK = Path(__file__).parents[1] / "filecheck"
WARNINGS = ("-Wall", "-Wextra", "-Wno-unused-parameter", "-Wno-tautological-compare", "-Werror")
"""All but two: a kernel takes all that its `kernel.func` lists, since the host passes it, the sizes that only a launch needs
included; and a program may compare a value with itself."""

WAYS = (("cpu", "pocl"), ("gpu", "generic"))
"""Strategies, and the profiles that they are tried with."""

LONG = (False, True)
"""Whether indices have 64 bits."""

COUNT = how_many(10, usual=50)
BATCH = min(COUNT, 25)

ALL_WAYS = how_many(0, usual=1) > 0
"""Whether the programs in FileCheck tests are read in each way there is."""

EVERY = 1 if ALL_WAYS else 3
"""One in so many files takes part: their programs are much alike. Of those of `rules/` it is one in four of these, since what a
rule makes of them is not lowered."""

AT_ONCE = 40
"""So many texts are read by one process."""


def read_by_clang(source: str, warnings: Sequence[str] = WARNINGS) -> str:
    """What clang says of a text."""
    assert CLANG is not None
    builtins = ["-Xclang", "-finclude-default-header", "-Xclang", "-fdeclare-opencl-builtins"]
    command = [CLANG, "-x", "cl", "-cl-std=CL1.2", *builtins, "-fsyntax-only", *warnings, "-"]
    done = subprocess.run(command, check=False, input=source, capture_output=True, text=True)
    return done.stderr if done.returncode == 0 else done.stderr or f"exit status {done.returncode}"


def texts(module: ModuleOp, ways: Sequence[tuple[str, str]] = WAYS, widths: Sequence[bool] = LONG) -> Iterator[str]:
    """The kernels of a module in some ways; where a function is refused, those of the others."""
    for strategy, profile in ways:
        set_profile(module, profile_named(profile))
        whole = module.clone()
        try:
            LiftToOpenCLPass(strategy=strategy).apply(lift_context(), whole)
        except LiftError:
            yield from (text for name in functions(module) for text in texts_of(module, name, strategy, widths))
        else:
            yield from printed(whole, widths)


def functions(module: ModuleOp) -> list[str]:
    return [op.function_name for op in module.ops if isinstance(op, DefOp)]


def texts_of(module: ModuleOp, name: str, strategy: str, widths: Sequence[bool]) -> Iterator[str]:
    """The kernels of one function, unless it is refused."""
    try:
        yield from printed(lower(module, name, strategy, lift_context()), widths)
    except LiftError as error:
        if error.kind is INTERNAL:
            raise


def printed(module: ModuleOp, widths: Sequence[bool] = LONG) -> Iterator[str]:
    if any(isinstance(op, FuncOp) for op in module.ops):
        for long in widths:
            yield to_opencl(module, Options(long=long))


def assert_clean(sources: Mapping[str, str], warnings: Sequence[str] = WARNINGS) -> None:
    """Read texts, named after where they come from: many at once, and each on its own where clang says anything."""
    alike: dict[tuple[str, ...], list[str]] = {}
    for text in sources:
        alike.setdefault(tuple(line for line in text.splitlines() if line.startswith("#")), []).append(text)
    said: list[tuple[str, str]] = []
    for texts in alike.values():  # an extension that one switches on is on for those behind it
        for first in range(0, len(texts), AT_ONCE):
            some = texts[first : first + AT_ONCE]
            if read_by_clang("\n".join(apart(k, text) for k, text in enumerate(some)), warnings):
                said += [(sources[text], read_by_clang(text, warnings)) for text in some]
    assert [(name, text) for name, text in said if text] == []


def apart(number: int, text: str) -> str:
    """A text whose functions and types have names that no other text in the same file has."""
    functions = re.findall(r"^(?!.*__attribute__)[a-z_][\w ]*?[ *](\w+)\(", text, re.MULTILINE)
    names = dict.fromkeys([*functions, *re.findall(r"^typedef struct .*} (\w+);$", text, re.MULTILINE)])
    begin = "".join(f"#define {name} {name}_in_{number}\n" for name in names)
    return begin + text + "".join(f"\n#undef {name}" for name in names)


@pytest.mark.slow
def test_examples_are_read() -> None:
    sources: dict[str, str] = {}
    for example in EXAMPLES:
        for text in texts(load_module(example.path)):
            sources.setdefault(text, example.name)
    assert_clean(sources)
    assert {*sources.values()} == {example.name for example in EXAMPLES}


@cache
def programs() -> list[tuple[str, ModuleOp]]:
    """The programs in FileCheck tests that are right, and not somewhere in the middle of the way down."""
    found: list[tuple[str, ModuleOp]] = []
    files = sorted(FILECHECK.rglob("*.mlir"))
    rules = [path for path in files if path.parent.name == "rules"]
    others = [path for path in files if path.parent.name != "rules"]
    for path in sorted([*others[::EVERY], *rules[:: 1 if ALL_WAYS else 4 * EVERY]]):
        for text in path.read_text().split("// -----"):
            try:
                module = load_module(text)
            except LiftError:
                continue
            if "expected-error" in text:
                continue
            middle = (ViewOp, KernelOp, BarrierOp)
            if not any(isinstance(op, middle) or "memory" in op.attributes for op in module.walk()):
                found.append((str(path.relative_to(FILECHECK)), module))
    return found


@pytest.mark.slow
def test_programs_of_other_tests_are_read() -> None:
    sources: dict[str, str] = {}
    for number, (name, module) in enumerate((name, module) for name, module in programs() if functions(module)):
        way, width = number % 2, number // 2 % 2
        in_turn = texts(module, WAYS[way : way + 1], LONG[width : width + 1])
        for text in texts(module) if ALL_WAYS else in_turn:
            sources.setdefault(text, name)
    assert_clean(sources)
    assert len(sources) >= 200 // EVERY
    assert len({*sources.values()}) >= 60 // EVERY


def test_kernels_by_hand_are_read() -> None:
    """These may have values that nothing uses."""
    kernels = ((name, module) for name, module in programs() if not functions(module))
    sources = {text: name for name, module in kernels for text in printed(module)}
    assert_clean(sources, [*WARNINGS, "-Wno-unused"])
    assert len({*sources.values()}) >= 5


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, COUNT, BATCH))
def test_random_programs_are_read(first: int) -> None:
    sources: dict[str, str] = {}
    for k in range(first, first + BATCH):
        program = random_one(f"clang.{k}")
        with suppress(LiftError):  # the lengths may be too complex to be proved
            verify(program.module)
            for text in texts(program.module):
                sources.setdefault(text, f"python test/watched.py --show clang.{k}")
    assert_clean(sources)
    assert len({*sources.values()}) >= BATCH // 2


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("kernel void f(global int *x) { int y = x[0]; x[1] = 2; }", "unused variable"),
        ("kernel void f(global int *x) { x[0] = x[1] < (uint)x[2]; }", "different signs"),
        ("kernel void f(global float *x) { double y = x[0]; y++; x[1] = convert_float_to(y); }", "convert_float_to"),
    ],
)
def test_what_is_not_right_is_found(text: str, said: str) -> None:
    assert said in read_by_clang(text)


def test_texts_that_are_read_at_once_are_told_apart() -> None:
    right = "static int twice(int x) { return 2 * x; }\nkernel void f(global int *x) { x[0] = twice(x[1]); }"
    double = "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\nkernel void f(global double *x) { x[0] = 1.0; }"
    assert_clean({right: "one", f"{right}\n": "two", double: "three"})
    wrong = "kernel void f(global int *x) { int y = x[0]; x[1] = 2; }"
    with pytest.raises(AssertionError, match="unused variable"):
        assert_clean({right: "one", wrong: "two", f"{right}\n": "three"})
