"""The strategy `gpu` has neighbours read and write neighbouring elements in every example, but for those that are listed here."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest
from example_calls import EXAMPLES, Example
from paper_programs import HIGH_LEVEL

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

KIT: Final = Path(__file__).parents[3] / "shared" / "conformance" / "programs"

OF_THE_KIT: Final = {
    "csr": {("m0", "unknown"), ("m1", "unknown"), ("v", "unknown")},  # places of a vector; rows that fill no group
    "derive": {("small", "unknown"), ("xs", "strided 1024")},  # a filter, in chunks that one item has each
    "filter_map": {("result", "unknown"), ("xs", "strided 1024")},
    "partial_dot": {("x", "strided 2"), ("y", "strided 2")},  # mapped so by the program itself
    "transpose": {("x", "strided M")},
    "trmv_best": {("m", "strided 32"), ("v", "strided 32")},
}
"""Buffers of the conformance kit that neighbours read or write apart, or where nobody knows."""

OF_THE_PAPERS: Final = {("atoms0", "unknown"), ("atoms1", "unknown"), ("atoms2", "unknown")}
"""Atoms are read where a list of neighbours says."""


def apart(path: Path) -> set[tuple[str, str]]:
    """The buffers in global memory that neighbours touch neither side by side nor in one place, and how far from each other."""
    module, context = load_module(path), lift_context()
    for step in (SetProfilePass("gpu"), *LiftToOpenCLPass(strategy="gpu").passes()):
        step.apply(context, module)
    launches = [traffic_of(op) for op in module.walk() if isinstance(op, LaunchOp)]
    assert launches
    touches = [one for launch in launches for one in launch.touches if one.space is AddressSpace.GLOBAL]
    found = [(str(one.op.target.name_hint), one.neighbours) for one in touches]
    return {(name, neighbours.text) for name, neighbours in found if not neighbours.is_coalesced}


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.title)
def test_neighbours_touch_neighbouring_elements(example: Example) -> None:
    if example.name in CHUNKS_OF_ITEMS:
        pytest.skip("chunks of a filter, an update or a sort are those of one item")
    far = {(name, text) for name, text in apart(example.path) if text != "unknown"}
    assert far == STRIDED.get(example.name, set())


@pytest.mark.many(30)
@pytest.mark.skipif(not KIT.exists(), reason=f"the conformance kit is not at {KIT}")
@pytest.mark.parametrize("name", sorted(path.stem for path in KIT.glob("*.mlir")))
def test_so_they_do_in_the_conformance_kit(name: str) -> None:
    assert apart(KIT / f"{name}.mlir") == OF_THE_KIT.get(name, set())


def test_so_they_do_in_the_programs_of_a_paper() -> None:
    assert apart(HIGH_LEVEL) == OF_THE_PAPERS
