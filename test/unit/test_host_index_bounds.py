"""What a printed program says of its indices: where it lets a call pass, every index fits, as the runtime sees it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from xdsl.dialects.builtin import ModuleOp

from lift.dialects.diagnostics import LiftError
from lift.dialects.errors import INTERNAL
from lift.dialects.host.launches import ForOp, LaunchOp
from lift.dialects.host.programs import ProgramOp
from lift.dialects.lift.functions import DefOp
from lift.dialects.loader import lift_context, load_module
from lift.dialects.nat.evaluate import evaluate
from lift.lowering.host_to_python.examples import small_example
from lift.lowering.host_to_python.index_bounds import LIMIT, index_bounds, largest_entry
from lift.lowering.host_to_python.target import to_python
from lift.lowering.kernel_to_opencl.program import Options
from lift.runtime.compiling import lower
from lift.runtime.device.index_width import Work, fits

EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("*.mlir"))
SCALES = [1 << k for k in range(0, 34, 3)]

SQUARES = """
lift.def @f<N>(%x: !lift.array<N, i32>) -> !lift.array<N, i32> {
  %g = lift.gather %x by (i) -> ((i * i) mod N)
  %r = lift.map (%e) in %g {
    %y = arith.addi %e, %e : i32
    lift.yield %y
  }
  lift.return %r
}
"""

LOOKED_UP = """
lift.def @f<N, M>(%m: !lift.array<N, !lift.array<M, f32>>, %at: !lift.array<N, INDEX>) -> !lift.array<N, f32> {
  %flat = lift.join %m
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%i) in %at {
    %e = lift.at %flat[%i] else %zero
    lift.yield %e
  }
  lift.return %r
}
"""


def lowered(text: str | Path, strategy: str = "cpu") -> Iterator[ModuleOp]:
    """Each function of a module that can be compiled."""
    module = load_module(text)
    for op in module.ops:
        if isinstance(op, DefOp):
            try:
                yield lower(module, op.function_name, strategy, lift_context())
            except LiftError as error:
                if error.kind is INTERNAL:
                    raise


def cases(module: ModuleOp, scale: int) -> Iterator[tuple[LaunchOp, Work, dict[str, int]]]:
    """Every launch for larger and larger sizes; in rounds for the first."""
    for program in (op for op in module.ops if isinstance(op, ProgramOp)):
        example = small_example(program)
        if example is None:
            continue
        rounds = {op.round_name: 1 for op in program.walk() if isinstance(op, ForOp)}
        names = {name: size * scale for name, size in example.nats.items()} | rounds
        for op in (op for op in program.walk() if isinstance(op, LaunchOp)):
            kernel = op.function()
            local, groups = ([evaluate(nat, names) for nat in nats] for nats in (op.local_sizes, op.groups))
            if min(groups) > 0 and not kernel.tables and not kernel.sums:
                entries = {largest_entry(table): most for table, most in example.entries.items()}
                yield op, Work(local, groups, {name: names[name] for name in kernel.nat_names}, {}), names | entries


@pytest.mark.parametrize("strategy", ["cpu", "gpu"])
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_what_is_let_pass_fits(path: Path, strategy: str) -> None:
    for module in lowered(path, strategy):
        for scale in SCALES:
            for op, work, names in cases(module, scale):
                bounds = index_bounds(op.function(), op.local_sizes, op.groups)
                if bounds is not None and max((evaluate(bound, names) for bound in bounds), default=0) < LIMIT:
                    assert fits(op.function(), work), (op.kernel_name, names)


def test_an_intermediate_that_is_larger_than_any_index_is_seen() -> None:
    (module,) = lowered(SQUARES)
    for n, passes in ((46340, True), (46341, False)):
        (op,) = [op for op in module.walk() if isinstance(op, LaunchOp)]
        bounds = index_bounds(op.function(), op.local_sizes, op.groups)
        assert bounds is not None
        assert (max(evaluate(bound, {"N": n}) for bound in bounds) < LIMIT) == passes


def test_a_printed_program_refuses_sizes_that_need_64_bits() -> None:
    (module,) = lowered(SQUARES)
    for options, largest in ((Options(), 46340), (Options(long=True), 65537)):
        printed: dict[str, Any] = {"__name__": "printed"}
        exec(to_python(module, options), printed)
        x = np.arange(largest, dtype=np.int32)
        squares = np.arange(largest) ** 2 % largest
        np.testing.assert_array_equal(printed["f"](x), 2 * x[squares])
        if not options.long:
            with pytest.raises(ValueError, match=r"host-py\{long=true\}"):
                printed["f"](np.zeros(largest + 1, np.int32))


@pytest.mark.parametrize(("index", "found"), [("i32", "int32"), ("i64", "int64")])
def test_indices_that_are_data_need_the_width_of_their_type(index: str, found: str) -> None:
    (module,) = lowered(LOOKED_UP.replace("INDEX", index))
    assert f"INDEX = np.{found}\n" in to_python(module)
