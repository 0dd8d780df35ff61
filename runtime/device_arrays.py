"""Arrays of PyOpenCL at the boundary, recognised without importing PyOpenCL: who has one has imported it."""

from __future__ import annotations

import sys
from typing import Any, Protocol, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from .dtypes import Dtype, as_numbers

Array: TypeAlias = NDArray[Any]


class DeviceArray(Protocol):
    """What we use of a `pyopencl.array.Array`."""

    @property
    def shape(self) -> tuple[int, ...]: ...
    @property
    def dtype(self) -> Dtype: ...
    def get(self) -> Array: ...
    def view(self, dtype: Dtype) -> DeviceArray: ...


def found_class(module: str, name: str) -> type | None:
    """A class of a module that may not be imported, or not yet to its end by another thread: then nobody has its like."""
    return getattr(sys.modules.get(module), name, None)


def as_device_array(value: object) -> DeviceArray | None:
    """The value, where it is an array of PyOpenCL."""
    class_ = found_class("pyopencl.array", "Array")
    return cast("DeviceArray", value) if class_ is not None and isinstance(value, class_) else None


def on_host(value: DeviceArray) -> Array:
    """A copy of an array for NumPy; PyOpenCL copies only what OpenCL has."""
    stored = as_numbers(np.empty(0, value.dtype)).dtype
    return value.get() if stored == value.dtype else value.view(stored).get().view(value.dtype)


def stand_in(value: DeviceArray) -> Array:
    """An array without data that has the same shape and dtype."""
    return np.broadcast_to(np.zeros((), value.dtype), value.shape)
