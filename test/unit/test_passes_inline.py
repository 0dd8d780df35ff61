"""What `lift-inline` refuses, and how it says so."""

from __future__ import annotations

import pytest
from pass_programs import functions, run_passes

from lift.dialects.diagnostics import LiftError
from lift.dialects.errors import CALL_FACT, NO_CALLEE, RECURSION
from lift.dialects.loader import load_module, parse_module

RECURSIVE = """
lift.def @even(%x: f32) -> f32 {
  %r = lift.call @odd(%x) : f32
  lift.return %r
}
lift.def @odd(%x: f32) -> f32 {
  %r = lift.call @even(%x) : f32
  lift.return %r
}
"""


def test_a_function_that_calls_itself_is_refused_at_the_call() -> None:
    module = parse_module(RECURSIVE, "even.mlir")  # not verified: the verifier refuses it, too
    with pytest.raises(LiftError) as caught:
        run_passes(module, "lift-inline")
    assert caught.value.kind is RECURSION
    assert caught.value.location is not None
    assert caught.value.location.line == 7


def test_an_entry_that_is_not_there_is_refused() -> None:
    module = load_module("lift.def @f(%x: f32) -> f32 { lift.return %x }")
    with pytest.raises(LiftError) as caught:
        run_passes(module, "lift-inline{entry=g}")
    assert caught.value.kind is NO_CALLEE
    assert caught.value.expected == "@f"


def test_a_function_is_inlined_once_into_each_of_its_callers() -> None:
    module = load_module("""
lift.def @a<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %r = lift.gather %xs by (i) -> (N - 1 - i)
  lift.return %r
}
lift.def @b<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %r = lift.call @a(%xs)
  lift.return %r
}
lift.def @c<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %r = lift.call @b(%xs)
  %s = lift.call @a(%r)
  lift.return %s
}
""")
    run_passes(module, "lift-inline")
    counts = {name: str(function).count("lift.gather") for name, function in functions(module).items()}
    assert counts == {"a": 1, "b": 1, "c": 2}


def test_what_is_not_proved_in_the_caller_is_refused_at_the_call() -> None:
    module = parse_module(  # not verified, so that the callee may rely on what nobody knows
        """
lift.def @pairs<N>(%xs: !lift.array<N, f32>) -> !lift.array<N floordiv 2, !lift.array<2, f32>> {
  %r = lift.split 2 %xs
  lift.return %r
}
lift.def @f<M>(%xs: !lift.array<M, f32>) -> !lift.array<M floordiv 2, !lift.array<2, f32>> {
  %r = lift.call @pairs(%xs)
  lift.return %r
}
"""
    )
    with pytest.raises(LiftError) as caught:
        run_passes(module, "lift-inline")
    assert caught.value.kind is CALL_FACT
    assert caught.value.expected == "M mod 2 eq 0"
    assert caught.value.location is not None
    assert caught.value.location.line == 7
