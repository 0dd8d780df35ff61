"""A program on the device against the interpreter: lowered with a strategy, run at several sizes, compared exactly.

Inputs are small whole numbers, so that sums of floats do not depend on their order. Chunks are small, so that folds at
the top level are distributed at small sizes, too.
"""

from __future__ import annotations

import time
import traceback
from collections import Counter
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from typing import Any, Final

import numpy as np
import pyopencl as cl
from numpy.typing import NDArray
from random_programs import RandomProgram
from xdsl.dialects.builtin import ModuleOp, TupleType
from xdsl.ir import Attribute, SSAValue
from xdsl.passes import ModulePass

from lift.analysis.errors import NOT_PREPARED
from lift.dialects.diagnostics import LiftError
from lift.dialects.errors import INTERNAL
from lift.dialects.lift.functions import DefOp
from lift.dialects.lift.profile import set_profile
from lift.dialects.lift.storage import leaf_sizes, leaves_of
from lift.dialects.lift.types import ArrayType, ExistsType
from lift.dialects.loader import Verifier, lift_context, load_module, verify
from lift.dialects.nat.ring import NatError, TooLarge, Undefined
from lift.dialects.profiles import parse_profile
from lift.lowering.lift_to_ocl import LiftToOclPass
from lift.lowering.lift_to_opencl import LiftToOpenCLPass
from lift.runtime.boundary import check_call
from lift.runtime.device import build
from lift.runtime.device.execution import Pool
from lift.runtime.device.lowered import Lowered
from lift.runtime.device.program import OpenCLProgram
from lift.runtime.dtypes import kind_of, leaf_dtypes
from lift.runtime.entries import entry_of
from lift.runtime.errors import BUILD_FAILED
from lift.runtime.interpreter.machine import Machine, Prepared
from lift.runtime.interpreter.storage import load, store
from lift.runtime.interpreter.values import Value
from lift.runtime.results import Result, present
from lift.runtime.sizes import Sizes, check_where

BUILD_OPTIONS: Final = build.BUILD_OPTIONS

MOST_STEPS: Final = 30_000
"""A call that takes the interpreter more regions than this is left out."""

MOST_SCALARS: Final = 60_000
"""So is one with an array larger than this."""

EXACT: Final = 2**22
"""Beyond this, sums of floats may depend on their order."""


@dataclass(frozen=True)
class Way:
    """A way to compile: a strategy and its numbers."""

    strategy: str
    chunk: int
    piece: int = 1
    quick: bool = False
    """Whether the OpenCL compiler is told not to optimise."""
    profile: str = "generic"
    named: str | None = None
    """Where there are several of a strategy."""

    @property
    def name(self) -> str:
        return self.named or self.strategy

    def __str__(self) -> str:
        return f"{self.strategy}, chunks of {self.chunk}"


WAYS: Final = {
    "plain": Way("plain", 4),
    "cpu": Way("cpu", 4, profile="pocl,compute_units=1,vector_bytes=8"),
    "gpu": Way(
        "gpu",
        8,
        2,
        profile="gpu,compute_units=1,group=4,group_2d=2,tile_rows=2,tile_columns=2,tile_depth=2,block_depth=2,fewest_items=2,"
        "row_items=2,tile_copies=vectors,vector_bytes=8",
    ),
}
"""Vectors of two numbers of 32 bits, so that they are made at small sizes, too."""

RANDOM_WAYS: Final = {
    **WAYS,
    "lanes": Way("cpu", 20, profile="pocl,compute_units=1,vector_bytes=16,filter_block=16", named="lanes"),
}
"""Random programs also have chunks that hold the eight lanes of a filter, twice, and some elements behind them."""


class TooMuch(BaseException):
    """A call that takes too long; no `Exception`, since the interpreter takes those for errors of its own."""


class _Counting(Machine):
    """An interpreter that gives up."""

    steps = 0

    def _run(self, prepared: Prepared, args: Sequence[Value]) -> Value:
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise TooMuch
        return super()._run(prepared, args)


@dataclass(frozen=True)
class Failure:
    """A program that is compiled to something else than it means."""

    kind: str
    """`wrong` for a result that differs, else the exception."""
    way: Way
    sizes: Mapping[str, Any]
    message: str


@dataclass
class Outcome:
    """What became of a program."""

    failures: list[Failure]
    refused: list[tuple[Way, LiftError]]
    compared: int = 0
    telling: Counter[str] = field(default_factory=Counter[str])
    """For each way, how many of the results that agree have a number in them to compare."""
    skipped: int = 0
    seconds: float = 0.0
    """The longest time of taking it down."""

    def agree(self, way: Way, calls: Sequence[Call]) -> None:
        self.compared += len(calls)
        self.telling[way.name] += sum(call.tells for call in calls)


def must_agree(source: str, sizes: Sequence[dict[str, int]]) -> None:
    """A program `f` that is compiled in every way, and agrees with the interpreter at these sizes."""
    module = load_module(source)
    function = entry_of(module, "f")
    assert isinstance(function, DefOp)
    outcome = check(RandomProgram(module, function, sizes), list(WAYS.values()))
    assert [(str(failure.way), failure.message) for failure in outcome.failures] == []
    assert [(str(way), str(error)) for way, error in outcome.refused] == []
    assert outcome.compared >= 2 * len(WAYS)  # what is too large for the interpreter is left out


def check(program: RandomProgram, ways: Sequence[Way], seed: int = 0) -> Outcome:
    """Compile a program in several ways and compare each at every size."""
    outcome = Outcome([], [])
    try:
        verify(program.module)
        calls = list(meanings(program, seed))
    except Exception as error:
        _note(error, ways[0], {}, outcome)
        return outcome
    outcome.skipped = len(program.sizes) - len(calls)
    done: list[ModuleOp] = []
    for way in ways:
        _check_way(program, way, calls, outcome, done)
    return outcome


def assert_agrees(text: str, sizes: list[dict[str, int]]) -> None:
    """The program @f compiles in every way, and computes what the interpreter does at each of the sizes."""
    module = load_module(text)
    function = entry_of(module, "f")
    assert isinstance(function, DefOp)
    outcome = check(RandomProgram(module, function, sizes), [replace(way, quick=True) for way in WAYS.values()])
    assert [failure.message for failure in outcome.failures] == []
    assert [str(error) for _, error in outcome.refused] == []
    assert outcome.compared == len(WAYS) * len(sizes)


def _check_way(program: RandomProgram, way: Way, calls: Sequence[Call], outcome: Outcome, done: list[ModuleOp]) -> None:
    """Compare a program that is compiled in one way, unless another way has mapped it to the device just the same."""
    sizes: Mapping[str, Any] = {}
    begin = time.process_time()
    options = (*BUILD_OPTIONS, "-cl-opt-disable") if way.quick else BUILD_OPTIONS
    build.BUILD_OPTIONS = options
    try:
        mapped = mapped_for(program.module, way)
        if any(mapped.is_structurally_equivalent(other) for other in done):  # what follows does not ask for the way
            outcome.agree(way, calls)
            return
        compiled = compiled_from(mapped, program.module, program.function, way)
        outcome.seconds = max(outcome.seconds, time.process_time() - begin)
        for call in calls:
            sizes = call.sizes
            with watched() as beyond:
                got = compiled(*call.arguments, **call.sizes)
            difference = differ(got, call.result, "result") or beyond.written()
            if difference is not None:
                outcome.failures.append(Failure("wrong", way, sizes, difference))
                return
            outcome.agree(way, [call])
        done.append(mapped)
    except Exception as error:
        _note(error, way, sizes, outcome)


def _note(error: Exception, way: Way, sizes: Mapping[str, Any], outcome: Outcome) -> None:
    """A diagnostic refuses the program; whatever else is raised is a failure of the project."""
    if not isinstance(error, LiftError):
        trace = "".join(traceback.format_exception(error, limit=-4))
        outcome.failures.append(Failure(_where(error), way, sizes, trace))
    elif error.kind in (INTERNAL, BUILD_FAILED, NOT_PREPARED):
        outcome.failures.append(Failure(error.kind.code, way, sizes, str(error)))
    else:
        outcome.refused.append((way, error))


GUARD: Final = 256
"""So many bytes behind each buffer are watched."""


class Beyond:
    """What stands behind the buffers that a run takes."""

    def __init__(self) -> None:
        self.buffers: list[tuple[cl.Context, cl.Buffer, int]] = []

    def take(self, context: cl.Context, size: int) -> cl.Buffer:
        buffer = cl.Buffer(context, cl.mem_flags.READ_WRITE, size + GUARD)
        with cl.CommandQueue(context) as queue:
            cl.enqueue_fill_buffer(queue, buffer, np.array([0xA5], np.uint8), 0, size + GUARD)
        self.buffers.append((context, buffer, size))
        return buffer

    def written(self) -> str | None:
        """Whether something was written there."""
        for context, buffer, size in self.buffers:
            behind = np.empty(GUARD, np.uint8)
            with cl.CommandQueue(context) as queue:
                cl.enqueue_copy(queue, behind, buffer, src_offset=size)
            if np.any(behind != 0xA5):
                return f"a kernel writes behind a buffer of {size} bytes"
        return None


@contextmanager
def watched() -> Generator[Beyond]:
    """While it lasts, buffers are longer than they need to be, and nothing is written there."""
    beyond, take = Beyond(), Pool.take

    def longer(self: Pool, size: int) -> cl.Buffer:
        return beyond.take(self.context, size)

    Pool.take = longer
    try:
        yield beyond
    finally:
        Pool.take = take


def _where(error: BaseException) -> str:
    """An exception and the function that raised it: two with the same are most likely one bug."""
    trace, name = error.__traceback__, ""
    while trace is not None:
        name = trace.tb_frame.f_code.co_qualname if hasattr(trace.tb_frame.f_code, "co_qualname") else ""
        trace = trace.tb_next
    return f"{type(error).__name__} in {name}"


def compiled_for(module: ModuleOp, function: DefOp, way: Way) -> OpenCLProgram:
    """The program for the device, with small chunks; nothing is kept on disk."""
    return compiled_from(mapped_for(module, way), module, function, way)


def mapped_for(module: ModuleOp, way: Way) -> ModuleOp:
    """A copy of a module on its way down, after the pass that maps it to the device: the last that asks for the way."""
    mapped = module.clone()
    set_profile(mapped, parse_profile(way.profile))
    apply(_steps(way)[0], mapped)
    return mapped


def compiled_from(mapped: ModuleOp, module: ModuleOp, function: DefOp, way: Way) -> OpenCLProgram:
    """The program for the device, from what mapping has left of its module."""
    lowered, original = mapped.clone(), module.clone()
    apply(_steps(way)[1], lowered)
    entry = entry_of(original, function.function_name)
    return OpenCLProgram(original, entry, Lowered(lowered, function.function_name), way.strategy)


def _steps(way: Way) -> tuple[Sequence[ModulePass], Sequence[ModulePass]]:
    """The passes up to the one that maps, and those behind it."""
    steps = LiftToOpenCLPass(strategy=way.strategy).passes()
    (place,) = (number for number, step in enumerate(steps) if isinstance(step, LiftToOclPass))
    mapping = LiftToOclPass(strategy=way.strategy, chunk=way.chunk, piece=way.piece)
    return (*steps[:place], mapping), steps[place + 1 :]


def apply(steps: Sequence[ModulePass], module: ModuleOp) -> None:
    """Run passes, each of which leaves a valid program; where it does not, that is its mistake, and no refusal."""
    context, verifier = lift_context(), Verifier()
    for step in steps:
        step.apply(context, module)
        try:
            verifier.verify(module)
        except LiftError as error:
            raise AssertionError(f"not valid after {step.name}: {error}") from error


# What a program means


@dataclass(frozen=True)
class Call:
    """Arguments, and what the interpreter makes of them."""

    sizes: Mapping[str, Any]
    """Sizes and tables, by name."""
    arguments: Sequence[Any]
    result: Result

    @property
    def tells(self) -> bool:
        """Whether there is a number in the result that is compared."""
        return bool(exact_numbers(self.result))


def meanings(program: RandomProgram, seed: int) -> Iterator[Call]:
    """Calls at the sizes at which that does not take long."""
    for sizes in program.sizes:
        function, rng = program.function, np.random.default_rng(seed)
        at = _with_tables(function, sizes, rng)
        if any(_scalars(value.type, at) > MOST_SCALARS for value in _arrays(function)):
            continue
        arguments = [_argument(type_, at, rng) for type_ in function.parameter_types]
        named = {**at.names, **at.tables}
        try:
            yield Call(named, arguments, _meaning(program.module, function, arguments, named))
        except (TooMuch, TooLarge):
            continue


def _with_tables(function: DefOp, names: Mapping[str, int], rng: np.random.Generator) -> Sizes:
    """The sizes of a call, and tables with entries for which the facts hold, from the widest range in which they do."""
    sizes, entries = Sizes(names, {}), rng.integers(0, 1 << 16, max(names.values(), default=0))
    for least, most in ((0, 4), (1, 4), (0, 1), (1, 1)) if function.tables else ():
        within = [least + int(entry) % (most + 1 - least) for entry in entries]
        sizes = Sizes(names, {t.table.data: within[: names[str(t.length.data)]] for t in function.tables})
        with suppress(LiftError):
            check_where(function, sizes)
            break
    return sizes


def _arrays(function: DefOp) -> Iterator[SSAValue]:
    """Every value; the sizes of those in regions are known where they do not depend on positions."""
    yield from function.block.args
    for op in function.block.walk():
        yield from op.results


def _scalars(type_: Attribute, sizes: Sizes) -> int:
    try:
        return sum(leaf_sizes(type_, sizes.nat))
    except (Undefined, LiftError):
        return 0
    except NatError:  # a number on the way is too large
        return MOST_SCALARS + 1


def _argument(type_: Attribute, sizes: Sizes, rng: np.random.Generator) -> Any:
    """Whole numbers; of what is hidden there is often nothing or all."""
    if any(leaf.lengths for leaf in leaves_of(type_)):
        match type_:
            case ExistsType():
                most = sizes.nat(type_.bound.data)
                length = int(rng.choice([0, most, *rng.integers(0, most + 1, 2)]))
                return _argument(type_.opened(length), sizes, rng)
            case TupleType():
                return tuple(_argument(part, sizes, rng) for part in type_.types)
            case ArrayType():
                return [_argument(type_.at(i), sizes, rng) for i in range(sizes.nat(type_.length.data))]
            case _:
                raise AssertionError(f"{type_} has no hidden length")
    leaves = zip(leaf_dtypes(type_), leaf_sizes(type_, sizes.nat), strict=True)
    buffers = [
        rng.integers(*((0, 2) if dtype.kind == "b" else (-4, 10)), size=size).astype(dtype) for dtype, size in leaves
    ]
    return present(type_, buffers, sizes.nat)


def _meaning(module: ModuleOp, function: DefOp, arguments: Sequence[Any], named: Mapping[str, Any]) -> Result:
    call = check_call(function, tuple(arguments), dict(named))
    machine, nat = _Counting(module), call.sizes.nat
    with np.errstate(all="ignore"):
        values = [
            load(type_, buffers, nat) for type_, buffers in zip(function.parameter_types, call.on_host, strict=True)
        ]
        result = machine.call(function, call.sizes.names, call.sizes.tables, values)
        return present(function.result_type, store(result, function.result_type, nat), nat)


def differ(got: Any, want: Any, place: str) -> str | None:
    """Where two results differ, if they do; floats that are too large for exact sums are not looked at."""
    if isinstance(want, tuple | list):
        pairs = zip(got, want, strict=True)
        found = (differ(ours, theirs, f"{place}[{k}]") for k, (ours, theirs) in enumerate(pairs))
        return next((difference for difference in found if difference is not None), None)
    ours, theirs = np.asarray(got), np.asarray(want)
    if ours.dtype != theirs.dtype or ours.shape != theirs.shape:
        return f"{place} is {ours.dtype}{list(ours.shape)}, not {theirs.dtype}{list(theirs.shape)}"
    if theirs.dtype.names is not None:
        found = (differ(ours[name], theirs[name], f"{place}['{name}']") for name in theirs.dtype.names)
        return next((difference for difference in found if difference is not None), None)
    same = (ours == theirs) | ((ours != ours) & (theirs != theirs)) | ~_exact(theirs)
    if np.all(same):
        return None
    at = tuple(int(i) for i in np.argwhere(~np.atleast_1d(same))[0])
    many = f"{int(np.sum(~same))} of {theirs.size} differ"
    return f"{place}{list(at)} is {np.atleast_1d(ours)[at]}, not {np.atleast_1d(theirs)[at]}; {many}"


def exact_numbers(want: Any) -> int:
    """How many numbers of a result are compared."""
    if isinstance(want, tuple | list):
        return sum(map(exact_numbers, want))
    array = np.asarray(want)
    if array.dtype.names is not None:
        return sum(exact_numbers(array[name]) for name in array.dtype.names)
    return int(np.sum(_exact(array)))


def _exact(array: NDArray[Any]) -> NDArray[np.bool_]:
    """Which numbers do not depend on the order in which others were added."""
    return np.abs(array) < EXACT if kind_of(array.dtype) == "f" else np.ones(array.shape, np.bool_)
