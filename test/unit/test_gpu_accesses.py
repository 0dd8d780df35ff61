"""The strategy `gpu` has neighbours read and write neighbouring elements in every example, but for those that are listed here."""

from __future__ import annotations

from typing import Final

import pytest
from example_calls import EXAMPLES, Example

from lift.analysis.traffic import traffic_of
from lift.dialects.host.launches import LaunchOp
from lift.dialects.lift.types import AddressSpace
from lift.dialects.loader import lift_context, load_module
from lift.lowering.lift_to_opencl import LiftToOpenCLPass
from lift.passes.set_profile import SetProfilePass

CHUNKS_OF_ITEMS: Final = frozenset(
    {
        "bfs",
        "csr_from_dense",
        "euler9",
        "filter_map",
        "frequencies",
        "histogram",
        "quadrature",
        "queens",
        "quickselect",
        "run_lengths",
        "sieve",
        "sum_by_key",
        "words",
    }
)
"""Filters, updates and sorts are done in chunks that one item has each, so neighbours are a chunk apart."""

STRIDED: Final = {
    "attention": {  # an item has a query, a row of scores and a result, which are as long as a sequence
        *(("queries", "strided D"), ("result", "strided D")),
        *(("scores", "strided rows[k1]"), ("weights", "strided rows[k1]")),
    },
    "collatz": {("chains0", "strided 16"), ("chains1", "strided 16")},  # the better of two, with its position
    "jacobi_parts": {  # the ends of rows, and of planes, which are as far apart as these
        *(("rows", "strided M"), ("result", "strided M")),
        *(("planes", "strided K * M"), ("result", "strided K * M")),
    },
    "mapped_sum": {("xs", "strided 4")},  # mapped so by the program itself
    "select": {("orders0", "strided 16"), ("orders1", "strided 16"), ("orders2", "strided 16")},  # a fold of tuples
    "subtree_sums": {("r", "strided 2")},  # the children of neighbours
    "tree_sum": {("r", "strided 2")},  # pairs, as the program has it
}
"""Buffers, and how far neighbours are apart in them; what data decides is unknown, and not listed."""


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.title)
def test_neighbours_touch_neighbouring_elements(example: Example) -> None:
    if example.name in CHUNKS_OF_ITEMS:
        pytest.skip("chunks of a filter, an update or a sort are those of one item")
    module, context = load_module(example.path), lift_context()
    for step in (SetProfilePass("gpu"), *LiftToOpenCLPass(strategy="gpu").passes()):
        step.apply(context, module)
    launches = [traffic_of(op) for op in module.walk() if isinstance(op, LaunchOp)]
    touches = [one for launch in launches for one in launch.touches if one.space is AddressSpace.GLOBAL]
    far = {(str(one.op.target.name_hint), one.neighbours.text) for one in touches if one.neighbours.is_strided}
    assert launches
    assert far == STRIDED.get(example.name, set())
