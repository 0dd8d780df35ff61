"""Rules for folds and scans inside of maps, on rows of different lengths: the device gives what the program means."""

from __future__ import annotations

from typing import Final

import pytest
from pass_programs import ROOT, bits, functions
from rule_applications import arguments_for, meaning

import lift
from lift.dialects.loader import load_module

TEXT: Final = (ROOT / "test/filecheck/rules/ragged_rows.mlir").read_text()

CASES: Final = (
    ("triangle", "reduce_peel n=4 at %sum; reduce_lanes n=4 at %sum"),
    ("triangle", "reduce_peel n=4 at %sum; reduce_to_accumulators k=4 at %sum"),
    ("triangle", "reduce_peel n=4 at %sum; reduce_split n=4 at %sum"),
    ("triangle", "reduce_in_chunks n=4 at %sum"),
    (
        "triangle",
        "reduce_peel n=4 at %sum; reduce_lanes n=4 at %sum; vectorise_map w=4 at %sum; vector_accumulator at %sum_lanes; reduce_in_vectors w=4 at %sum_total",
    ),
    ("table", "reduce_peel n=4 at %sum; reduce_lanes n=4 at %sum"),
    ("table", "reduce_peel n=4 at %sum; reduce_to_accumulators k=4 at %sum"),
    ("table", "reduce_peel n=4 at %sum; reduce_split n=4 at %sum"),
    ("table", "reduce_in_chunks n=4 at %sum"),
    ("fours", "reduce_lanes n=4 at %sum"),
    ("fours", "reduce_to_accumulators k=4 at %sum"),
    ("fours", "reduce_split n=2 at %sum"),
    ("fours", "reduce_in_chunks n=2 at %sum"),
    ("fours", "reduce_in_chunks n=3 at %sum"),
    ("fours", "reduce_peel n=3 at %sum; reduce_lanes n=3 at %sum"),
    ("scans_of_fours", "scan_in_chunks n=4 at %r"),
    ("scans_of_fours", "scan_in_chunks n=3 at %r"),
    ("scans", "scan_in_chunks n=4 at %r"),
    ("rows_of_rows", "reduce_peel n=3 at %sum; reduce_lanes n=3 at %sum"),
    ("rows_of_rows", "reduce_in_chunks n=4 at %sum"),
    ("rows_of_rows", "reduce_split n=4 at %sum"),
    ("rows_of_rows", "reduce_to_accumulators k=2 at %sum"),
)


@pytest.mark.many(5)
@pytest.mark.parametrize(("entry", "steps"), CASES)
def test_rows_of_different_lengths(entry: str, steps: str) -> None:
    module, compared = load_module(TEXT), 0
    program = lift.compile(TEXT, entry=entry, script=steps.split("; "))
    for seed in range(3):
        for drawn in arguments_for(functions(module)[entry], seed):
            wanted = meaning(module, entry, drawn)
            assert bits(program(*drawn.arguments, **drawn.named)) == wanted
            compared += 1
    assert compared >= 3
