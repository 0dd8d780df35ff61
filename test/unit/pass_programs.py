"""What the tests of passes share: the programs to run them on, the passes, and how two programs are compared.

The programs are those of the FileCheck tests, of the examples and of the conformance kit, where it is.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from functools import cache
from io import StringIO
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation, SSAValue
from xdsl.passes import PassPipeline
from xdsl.printer import Printer
from xdsl.transforms import get_all_passes as get_upstream_passes

from lift.dialects.lift.body import BodyOp
from lift.dialects.lift.functions import DefOp
from lift.dialects.lift.renaming import rename_binder
from lift.dialects.loader import lift_context, load_module
from lift.dialects.nat.evaluate import evaluate_condition
from lift.dialects.nat.ring import NatError
from lift.lowering.universe import LOWERING_UNIVERSE
from lift.passes.universe import get_all_passes

ROOT = Path(__file__).parents[2]
CONFORMANCE = Path(os.environ.get("LIFT_CONFORMANCE", ROOT.parent / "shared" / "conformance"))
PASSES = {**get_upstream_passes(), **get_all_passes(), **LOWERING_UNIVERSE.all_passes}
PIPELINES = (
    "canonicalize",
    "cse",
    "dce",
    "lift-inline",
    "lift-fuse",
    "lift-insert-packs",
    "lift-inline,canonicalize,lift-fuse,cse,canonicalize",
)
"""What is tried on every program: each pass alone, and all together."""


def _files() -> Iterator[Path]:
    """The files that are programs, not those that are to be refused."""
    found = (ROOT / "test" / "filecheck").rglob("*.mlir"), (ROOT / "examples").glob("*.mlir")
    for path in chain(*map(sorted, (*found, (CONFORMANCE / "programs").rglob("*.mlir")))):
        text = path.read_text()
        if "expected-error" not in text and "RUN: not" not in text:
            yield path


FILES = list(_files())


@cache
def program(path: Path) -> ModuleOp:
    """What is in a file; it is looked at and not changed."""
    return load_module(path)


@cache
def after(path: Path, pipeline: str) -> ModuleOp:
    """A program after the passes; it is looked at and not changed, too."""
    module = program(path).clone()
    run_passes(module, pipeline)
    return module


@cache
def outcomes(path: Path) -> list[tuple[str, ModuleOp]]:
    """The different programs that the passes leave, each with the first passes that leave it."""
    found: list[tuple[str, ModuleOp]] = []
    for pipeline in PIPELINES:
        module = after(path, pipeline)
        if not any(module.is_structurally_equivalent(other) for _, other in found):
            found.append((pipeline, module))
    return found


def generic(module: ModuleOp) -> str:
    output = StringIO()
    Printer(output, print_generic_format=True).print_op(module)
    return output.getvalue()


def name_of(path: Path) -> str:
    for root in (ROOT / "test" / "filecheck", ROOT, CONFORMANCE):
        if path.is_relative_to(root):
            return str(path.relative_to(root))
    return path.name


def run_passes(module: ModuleOp, pipeline: str) -> None:
    PassPipeline.parse_spec(PASSES, pipeline).apply(lift_context(), module)


def functions(module: ModuleOp) -> dict[str, DefOp]:
    return {op.function_name: op for op in module.walk() if isinstance(op, DefOp)}


def rename_everything(module: ModuleOp, name: str) -> None:
    """Call the binders of all regions `name` and a number, in their order, and forget the names of values."""
    for function in functions(module).values():
        parameters = set(function.block.args)
        for number, op in enumerate(op for op in function.walk() if isinstance(op, BodyOp)):
            if op.position_name is not None:
                rename_binder(op, op.position_name, f"{name}{number}")
        for value in (value for op in function.walk() for value in _values(op)):
            if value not in parameters:
                value.name_hint = None


def _values(op: Operation) -> list[SSAValue]:
    return [*op.results, *(argument for region in op.regions for block in region.blocks for argument in block.args)]


def draw_sizes(function: DefOp, rng: np.random.Generator) -> dict[str, int] | None:
    """Small sizes for which the facts of a function hold, those about tables aside; None where none were found."""
    for scale in (1, 2, 4, 8, 32, 128):
        for _ in range(20):
            sizes = {name: int(rng.integers(1, 6)) * scale for name in function.nat_names}
            try:
                stated = (condition for condition in function.conditions if not condition.tables)
                if all(evaluate_condition(condition, sizes, {}) for condition in stated):
                    return sizes
            except NatError:
                return None
    return None


def bits(result: Any) -> Any:
    """A result in a form in which floats are equal only bit by bit."""
    if isinstance(result, tuple | list):
        return [bits(part) for part in result]
    if isinstance(result, Mapping):
        return {key: bits(part) for key, part in result.items()}
    array = np.asarray(result)
    return array.dtype, array.shape, array.tobytes()
