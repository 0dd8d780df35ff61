"""Results are compared exactly, or as closely as rounding allows, and a difference is found and shown."""

from typing import Any

import numpy as np
import pytest

from lift.dialects.diagnostics import LiftError
from lift.runtime.comparing import compare, count_numbers

ONES = np.ones(4, np.float32)


def test_the_same_is_the_same() -> None:
    structured = np.zeros(3, [("a", "i4"), ("b", "f4")])
    result = (ONES, [structured, np.int32(4)])
    agreement = compare(result, result, 10)
    assert agreement.values == 4 + 3 + 3 + 1
    assert str(agreement) == "11 values, all the same"


def test_special_values_are_themselves() -> None:
    special = np.array([np.nan, np.inf, -np.inf, 0.0], np.float64)
    assert compare(special, special.copy(), 1).worst == 0
    for k, wrong in enumerate((1.0, -np.inf, np.nan, 1.0)):
        other = special.copy()
        other[k] = wrong
        with pytest.raises(LiftError, match="1 of 4 values"):
            compare(other, special, 1)


@pytest.mark.parametrize(("dtype", "inputs"), [("f2", 1), ("f4", 1), ("f8", 1), ("f4", 10**6)])
def test_the_tolerance_follows_the_type_and_the_length(dtype: str, inputs: int) -> None:
    want = np.array([1000, 1], dtype)
    allowed = float(np.finfo(dtype).eps) * max(32, 8 * inputs**0.5) * 1000
    compare(want + np.array([0, allowed * 0.9], dtype), want, inputs)
    with pytest.raises(LiftError, match=r"(?s)LIFT0238.*result\[1\] is"):
        compare(want + np.array([0, allowed * 1.2], dtype), want, inputs)


def test_integers_have_no_tolerance() -> None:
    with pytest.raises(LiftError, match=r"(?s)1 of 2 values.*result\[1\] is 1000001, the interpreter has 1000000"):
        compare(np.array([1, 1000001]), np.array([1, 1000000]), 10**9)


@pytest.mark.parametrize("got", [np.ones(3, np.float32), np.ones(4, np.float64), (ONES,), np.float32(1), [ONES, ONES]])
def test_another_form_is_a_difference(got: Any) -> None:
    with pytest.raises(LiftError, match="has another form"):
        compare(got, ONES, 1)
    with pytest.raises(LiftError, match="has another form"):
        compare(got, (ONES, ONES, ONES), 1)


def test_the_numbers_of_arguments_are_counted() -> None:
    assert (
        count_numbers((ONES, 2.0, (ONES, np.zeros((2, 3))), np.zeros(2, [("a", "i4"), ("b", "f4")]))) == 4 + 1 + 10 + 4
    )
