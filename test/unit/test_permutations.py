"""The function of a scatter that is not proved to be a permutation is tested before anything runs on a device."""

import numpy as np
import pytest
from device_programs import refused

import lift
from lift.dialects.lift.functions import DefOp
from lift.dialects.loader import load_module
from lift.runtime.permutations import check_permutations, unproved_scatters
from lift.runtime.sizes import Sizes


def scatter(function: str, around: str = "") -> str:
    inner = f"%r = lift.scatter %x by (i) -> ({function})"
    text = f"lift.def @f<N, M>(%x: !lift.array<N, i32>) -> !lift.array<N, i32> {{\n{inner}\nlift.return %r\n}}\n"
    return text + around


def check(text: str, **sizes: int) -> None:
    module = load_module(text)
    *_, function = module.ops
    assert isinstance(function, DefOp)
    check_permutations(unproved_scatters(module, function), Sizes(sizes, {}))


def test_a_function_that_is_proved_is_not_tested() -> None:
    module = load_module(scatter("N - 1 - i"))
    (function,) = module.ops
    assert isinstance(function, DefOp)
    assert unproved_scatters(module, function) == []


@pytest.mark.parametrize(
    ("function", "length", "proved"),
    [
        ("if(i mod 4 lt 2, i + 2, i - 2)", "4 * N", True),
        ("i + 1 - 2 * (i mod 2)", "2 * N", True),
        ("2 * (i floordiv 2) + 1 - i mod 2", "2 * N", True),
        ("if(i mod 16 lt 8, i + 8, i - 8)", "32 * N", True),
        ("if(i mod (2 * M) lt M, i + M, i - M)", "2 * M * N", True),
        ("if((i floordiv M) mod 2 eq 0, i + M, i - M)", "2 * M * N", True),
        ("M * (i floordiv M) + M - 1 - i mod M", "M * N", True),
        ("if(i mod 4 lt 2, i + 2, i - 2)", "4 * N + 1", False),
        ("if(i mod 4 lt 2, i + 2, i - 1)", "4 * N", False),
        ("if(i mod 2 eq 0, i, i - 1)", "2 * N", False),
        ("i + 1 - i mod 2", "2 * N", False),
    ],
)
def test_partners_that_are_exchanged_are_proved_to_be_a_permutation(function: str, length: str, proved: bool) -> None:
    module = load_module(scatter(function).replace("array<N,", f"array<{length},"))
    (entry,) = module.ops
    assert isinstance(entry, DefOp)
    assert (unproved_scatters(module, entry) == []) is proved


@pytest.mark.parametrize(
    "function", ["(5 * i) mod N", "if((5 * i) mod N lt 3, (5 * i) mod N, (5 * i) mod N)", "min((5 * i) mod N, N)"]
)
def test_a_permutation_at_some_sizes(function: str) -> None:
    for size in (1, 2, 3, 4, 6, 7, 8, 5001):
        check(scatter(function), N=size, M=1)
    for size in (5, 10, 5000):
        with refused("LIFT0213", f"of {size} positions", "no element for position", f"N = {size}"):
            check(scatter(function), N=size, M=1)


def test_a_function_that_leaves_the_array() -> None:
    check(scatter("i + M mod 2"), N=4, M=2)
    with refused("LIFT0213", "no element for position 0", "M = 3"):
        check(scatter("i + M mod 2"), N=4, M=3)


@pytest.mark.parametrize(
    ("op", "function"),
    [
        ("gather", "i floordiv 5"),
        ("gather", "i floordiv 5 * 5 - i floordiv 5 * 4"),
        ("gather", "i floordiv 5 + i mod 5"),
        ("scatter", "i floordiv 5 + i mod 5"),
    ],
)
def test_an_array_that_is_shorter_than_a_divisor(op: str, function: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIFT_CACHE_DIR", "off")
    text = f"""lift.def @f(%x: !lift.array<2, i32>) -> !lift.array<2, i32> {{
  %y = lift.{op} %x by (i) -> ({function})
  %r = lift.map (%e) in %y {{ %s = arith.addi %e, %e : i32 lift.yield %s }}
  lift.return %r
}}
"""
    x = np.array([3, 4], np.int32)
    assert lift.compile(text)(x).tolist() == np.asarray(lift.compile(text, target="interpreter")(x)).tolist()


INSIDE = """lift.def @f<N, M>(%x: !lift.array<N, !lift.array<M, i32>>) -> !lift.array<N, !lift.array<M, i32>> {
  %r = lift.map (%row)[k] in %x {
    %s = lift.scatter %row by (i) -> ((i * (k + 1)) mod M)
    lift.yield %s
  }
  lift.return %r
}
"""


def test_every_position_around_is_tried() -> None:
    check(INSIDE, N=4, M=5)
    with refused("LIFT0213", "k = 4"):
        check(INSIDE, N=5, M=5)


def test_what_is_called_is_tested_too() -> None:
    caller = """lift.def @g<K>(%x: !lift.array<K, i32>) -> !lift.array<K, i32> {
  %r = lift.call @f(%x)
  lift.return %r
}
"""
    called = scatter("(5 * i) mod N").replace("<N, M>", "<N>")
    check(called + caller, K=4)
    with refused("LIFT0213"):
        check(called + caller, K=5)


def test_a_call_is_refused_before_it_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIFT_CACHE_DIR", "off")
    program = lift.compile(scatter("(5 * i) mod N").replace("<N, M>", "<N>"))
    assert program(np.arange(4, dtype=np.int32)).tolist() == [0, 1, 2, 3]
    assert program(np.arange(6, dtype=np.int32)).tolist() == [0, 5, 4, 3, 2, 1]
    with refused("LIFT0213", "5 positions"):
        program(np.arange(5, dtype=np.int32))
