"""How often accesses are done, as the report counts it: at sizes, it is what the kernels do."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Final

import pytest

from lift.analysis.traffic import traffic_of
from lift.dialects.host.launches import LaunchOp
from lift.dialects.lift.types import AddressSpace
from lift.dialects.loader import lift_context, load_module
from lift.dialects.nat.evaluate import evaluate
from lift.lowering.lift_to_opencl import LiftToOpenCLPass
from lift.passes.set_profile import SetProfilePass

BOX: Final = Path(__file__).parents[2] / "benchmarks" / "programs" / "default" / "box3_constant.mlir"


@pytest.mark.parametrize(("n", "m"), [(1, 1), (16, 16), (17, 40), (32, 32), (70, 33)])
def test_what_conditions_leave_out_is_not_counted(n: int, m: int) -> None:
    """A stencil whose border is constant: what is outside is not read, and each element of the result is written once."""
    module, context = load_module(BOX), lift_context()
    for step in (SetProfilePass("gpu"), *LiftToOpenCLPass(strategy="gpu").passes()):
        step.apply(context, module)
    counted: Counter[tuple[AddressSpace, bool]] = Counter()
    for op in module.walk():
        for touch in traffic_of(op).touches if isinstance(op, LaunchOp) else ():
            assert touch.times is not None
            times = evaluate(touch.times, {"N": n, "M": m})
            assert times >= 0
            counted[touch.space, touch.is_read] += times
    tiles = (n // 16) * (m // 16)
    assert counted[AddressSpace.LOCAL, False] == 18 * 18 * tiles
    assert counted[AddressSpace.LOCAL, True] == 9 * 16 * 16 * tiles
    assert counted[AddressSpace.GLOBAL, False] == n * m
