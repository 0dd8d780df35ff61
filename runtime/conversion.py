"""From values as a person has them to arrays of the dtype that a type has.

Nothing is converted that NumPy has typed; Python numbers and lists of them are, where their values fit.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray
from xdsl.ir import Attribute

from ..dialects.diagnostics import LiftError
from .device_arrays import DeviceArray, as_device_array, found_class
from .dtypes import Dtype, dtype_of, float_limits, kind_of
from .errors import DEVICE_ARRAY, DTYPE, NOT_THE_KIND

Array: TypeAlias = NDArray[Any]

LONGEST: Final = 128
"""Integers of more bits are not written out in a message."""


def describe(value: Any) -> str:
    if is_typed(value):
        return f"{value.dtype} of shape {value.shape}"
    return f"a value of type {type(value).__name__}"


def is_typed(value: object) -> bool:
    """Whether NumPy has given it a dtype."""
    return isinstance(value, np.ndarray | np.generic)


def is_sequence(value: object) -> bool:
    return isinstance(value, Sequence | range) and not isinstance(value, str | bytes)


def refuse_masked(value: object, place: str) -> None:
    """A mask has no place in a program, and without it hidden elements would be computed with."""
    if _is_masked(value):
        fix = f"fill what is hidden: {place.removeprefix('%')}.filled(0)"
        raise LiftError(NOT_THE_KIND, f"{place} has a mask", expected="an array without one", fix=fix)


def _is_masked(value: object) -> bool:
    class_ = found_class("numpy.ma", "MaskedArray")  # who has such an array has imported it
    if class_ is None:
        return False
    if isinstance(value, list | tuple):
        return any(map(_is_masked, cast("Sequence[object]", value)))
    return isinstance(value, class_)


def as_array(value: object, place: str) -> Array:
    refuse_masked(value, place)
    if isinstance(value, np.ndarray):
        return cast("Array", value)
    if as_device_array(value) is not None:
        raise LiftError(DEVICE_ARRAY, f"{place} is on a device", expected="a NumPy array", fix="pass it as .get()")
    if is_sequence(value) or _is_array_of_others(value):
        try:
            return np.asarray(value) if not _is_only_exported(value) else np.from_dlpack(cast("Any", value))
        except BufferError as error:
            raise LiftError(
                DEVICE_ARRAY, f"{place} cannot be read: {error}", expected="an array in the memory of the host"
            ) from None
        except (ValueError, TypeError, OverflowError):
            raise LiftError(
                NOT_THE_KIND,
                f"{place} is not an array: its rows differ in length, or it holds something else than numbers",
                expected="a NumPy array",
                found=describe(value),
            ) from None
    raise LiftError(NOT_THE_KIND, f"{place} is not an array", expected="a NumPy array", found=describe(value))


def _is_array_of_others(value: object) -> bool:
    """Whether another package has given it a dtype."""
    return hasattr(value, "__array__") or hasattr(value, "__array_interface__") or hasattr(value, "__dlpack__")


def _is_only_exported(value: object) -> bool:
    """Whether DLPack is the only way to read it."""
    return not (is_sequence(value) or hasattr(value, "__array__") or hasattr(value, "__array_interface__"))


def in_dtype(array: Array, value: object, dtype: Dtype, place: str) -> Array:
    """The array in its dtype: what NumPy has typed must be of it, what was written in Python is converted."""
    if array.dtype.newbyteorder("=") == dtype:
        return true_or_false(array) if dtype == np.bool_ else array.astype(dtype, copy=False)
    if not isinstance(value, np.ndarray | np.generic) and not _is_array_of_others(value):
        converted = _converted(array, dtype, place)
        if converted is not None:
            return converted
    fix = _conversion(array.dtype, dtype, place.removeprefix("%")) if isinstance(value, np.ndarray) else None
    raise _wrong_dtype(array.dtype, dtype, place, fix)


def true_or_false(array: Array) -> Array:
    """Truth values whose bytes are 0 and 1, which kernels compute with: a view of other data may hold any."""
    held = array.view(np.uint8)
    return array if held.max(initial=0) <= 1 else held != 0


def check_device_dtype(held: DeviceArray, dtype: Dtype, place: str) -> None:
    """An array on a device is read as it is, so the order of its bytes must be right, too."""
    if held.dtype != dtype:
        fix = _conversion(held.dtype, dtype, f"{place.removeprefix('%')}.get()")
        raise _wrong_dtype(held.dtype, dtype, place, fix)


def _conversion(found: Dtype, expected: Dtype, value: str) -> str | None:
    """How to convert an array, and for which values that leaves them as they are."""
    converted = f"{value}.astype('{expected}')"
    if np.can_cast(found, expected, "safe"):
        return f"convert it: {converted}"
    kind = kind_of(found)
    if kind == "V" and found.names is None and found.itemsize == expected.itemsize:
        return f"where these bytes are {expected}, say so: {value}.view('{expected}')"  # as NumPy saves a bfloat16
    if kind not in "biuf":
        return None
    match kind_of(expected):
        case "b":
            return f"say what is true: {value} != 0"
        case "f" if kind == "f":
            return f"convert it where rounding to {expected} is meant: {converted}"
        case "f":
            exact = 2 ** (float_limits(expected).nmant + 1)
            least, most = (-exact if kind == "i" else 0), exact
        case _:
            limits = np.iinfo(expected)
            least, most = (0 if kind in "bu" else int(limits.min)), int(limits.max)
    integers = "every value is an integer" if kind == "f" else "every value is"
    return f"convert it where {integers} from {least} to {most}: {converted}"


def _wrong_dtype(found: Dtype, expected: Dtype, place: str, fix: str | None) -> LiftError:
    return LiftError(DTYPE, f"{place} has the wrong dtype", expected=str(expected), found=str(found), fix=fix)


def _converted(numbers: Array, dtype: Dtype, place: str) -> Array | None:
    """Python numbers in a dtype: integers fit or are refused, and floats are rounded; None for what is neither."""
    kind, wanted = numbers.dtype.kind, kind_of(dtype)
    if wanted in "fiu" and _are_integers(numbers):
        _check_range(numbers, dtype, place)
    elif not (kind == "f" and (wanted == "f" or numbers.size == 0)):
        return None
    with np.errstate(over="ignore"):
        return (numbers.astype(np.float64) if kind == "O" and wanted == "f" else numbers).astype(dtype)


def _are_integers(numbers: Array) -> bool:
    """Whether they are integers, of which those beyond 64 bits have no dtype."""
    kind = numbers.dtype.kind
    return kind in "iu" or (kind == "O" and all(type(number) is int for number in numbers.reshape(-1)))


def _check_range(numbers: Array, dtype: Dtype, place: str) -> None:
    limits = float_limits(dtype) if kind_of(dtype) == "f" else np.iinfo(dtype)
    least, most = (end if isinstance(end, int) else int(float(end)) for end in (limits.min, limits.max))
    if not numbers.size or (least <= int(numbers.min()) and int(numbers.max()) <= most):
        return
    integers: list[int] = numbers.reshape(-1).tolist()
    at, wrong = next((i, number) for i, number in enumerate(integers) if not least <= number <= most)
    position = "".join(f"[{i}]" for i in np.unravel_index(at, numbers.shape))
    raise LiftError(
        DTYPE,
        f"{place}{position} is an integer that does not fit {dtype}",
        expected=f"from {limits.min} to {limits.max}",
        found=str(wrong) if wrong.bit_length() <= LONGEST else f"an integer of {wrong.bit_length()} bits",
    )


def as_number(value: object, type_: Attribute, place: str) -> Array:
    dtype = dtype_of(type_)
    refuse_masked(value, place)
    if not is_typed(value) and not isinstance(value, int | float):
        raise LiftError(
            NOT_THE_KIND, f"{place} is not a number", expected=f"a number, for {type_}", found=describe(value)
        )
    array = np.asarray(value)
    if array.ndim:
        raise LiftError(
            NOT_THE_KIND, f"{place} is not a number", expected=f"a number, for {type_}", found=describe(value)
        )
    return in_dtype(array, value, dtype, place).reshape(1)
