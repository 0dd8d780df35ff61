"""Arrays of PyOpenCL at the boundary, recognised without importing PyOpenCL: who has one has imported it."""

from __future__ import annotations

import sys
from typing import Any, Protocol, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from .dtypes import Dtype

Array: TypeAlias = NDArray[Any]


class DeviceArray(Protocol):
    """What we use of a `pyopencl.array.Array`."""

    @property
    def shape(self) -> tuple[int, ...]: ...
    @property
    def dtype(self) -> Dtype: ...
    def get(self) -> Array: ...


def as_device_array(value: object) -> DeviceArray | None:
    """The value, where it is an array of PyOpenCL."""
    module = sys.modules.get("pyopencl.array")
    return cast("DeviceArray", value) if module is not None and isinstance(value, module.Array) else None


def stand_in(value: DeviceArray) -> Array:
    """An array without data that has the same shape and dtype."""
    return np.broadcast_to(np.zeros((), value.dtype), value.shape)
