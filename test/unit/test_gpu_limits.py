"""What `gpu` launches fits the device: work groups, and their local memory, are no larger than the profile says they may be."""

from __future__ import annotations

from typing import Final

import numpy as np
import pytest
from example_calls import EXAMPLES, Example

import lift
from lift.analysis.traffic import traffic_of
from lift.dialects.host.launches import LaunchOp
from lift.dialects.lift.profile import profile_of
from lift.dialects.loader import lift_context, load_module
from lift.lowering.lift_to_opencl import LiftToOpenCLPass
from lift.passes.set_profile import SetProfilePass

SMALL: Final = (
    "gpu,largest_group=16,local_bytes=1024",
    "amd,largest_group=64,local_bytes=4096",
    "nvidia,largest_group=1",
)

MAPPED_BY_THE_STRATEGY: Final = [example for example in EXAMPLES if example.name != "mapped_sum"]
"""That one says itself how it is launched."""


@pytest.mark.many(5)
@pytest.mark.parametrize("profile", SMALL)
@pytest.mark.parametrize("example", MAPPED_BY_THE_STRATEGY, ids=lambda example: example.name)
def test_groups_and_their_memory_are_within_the_limits(example: Example, profile: str) -> None:
    module, context = load_module(example.path), lift_context()
    for step in (SetProfilePass(profile), *LiftToOpenCLPass(strategy="gpu").passes()):
        step.apply(context, module)
    for op in module.walk():
        if isinstance(op, LaunchOp) and op.function().launch is not None:
            sizes, traffic = [size.constant for size in op.local_sizes], traffic_of(op)
            assert np.prod([size or 0 for size in sizes]) <= profile_of(op).largest_group
            used = traffic.local_bytes.constant
            assert used is not None
            assert used <= profile_of(op).local_bytes


def test_a_product_is_right_where_groups_are_small() -> None:
    text = next(one for one in EXAMPLES if one.name == "matmul").path
    program = lift.compile(text, "matmul", strategy="gpu", profile="gpu,largest_group=4")
    assert "reqd_work_group_size(2, 2, 1)" in program.opencl
    a, b = (np.random.default_rng(0).integers(-9, 9, shape).astype(np.float32) for shape in ((19, 35), (35, 18)))
    np.testing.assert_array_equal(program(a, b), a @ b)
