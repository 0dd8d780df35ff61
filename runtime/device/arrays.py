"""PyOpenCL arrays in and out: where a call runs because of them, the buffers that they are, and results as arrays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, islice
from typing import Any, TypeAlias, cast

import numpy as np
import pyopencl as cl
from numpy.typing import NDArray
from pyopencl.array import Array as ClArray
from xdsl.ir import Attribute

from ...analysis.plan import Plan
from ...dialects.diagnostics import LiftError
from ...dialects.lift.storage import Length, form_of, leaves_of, tuple_parts
from ...dialects.lift.types import ExistsType
from ..boundary import Call
from ..conversion import describe
from ..device_arrays import DeviceArray
from ..dtypes import Dtype, as_numbers, dtype_of
from ..errors import DEVICE_ARRAY, RESULT_ARRAY
from ..forks import use_opencl
from ..result_arrays import Part, flat, not_contiguous, numbered, overlapping, refuse_hidden
from ..results import Result
from .devices import context_of

HeldArray: TypeAlias = Any
"""A `pyopencl.array.Array`."""


@dataclass(frozen=True)
class CallSite:
    """Where a call runs; `held` is one of its PyOpenCL arrays, which says where results belong."""

    context: cl.Context
    device: cl.Device
    held: HeldArray | None = None

    def array(self, buffer: cl.Buffer, size: int, dtype: Dtype) -> HeldArray:
        """A flat array that is the buffer."""
        assert self.held is not None
        return ClArray(self.held.queue or self.context, (size,), dtype, data=buffer)

    def copied(self, data: NDArray[Any]) -> HeldArray:
        """An array with a copy of the data."""
        buffer = cl.Buffer(self.context, cl.mem_flags.READ_WRITE, max(data.nbytes, 1))
        if data.nbytes:
            cl.enqueue_copy(cl.CommandQueue(self.context, self.device), buffer, as_numbers(data))
        return self.array(buffer, data.size, data.dtype)

    def fill(self, arrays: Sequence[HeldArray], result: Result) -> None:
        """Copy the parts of a result, which are in buffers of their own, once nobody else works on the arrays."""
        queue = cl.CommandQueue(self.context, self.device)
        for array, part in zip(arrays, cast("Iterator[HeldArray]", flat(result)), strict=True):
            wait_for(array)
            if array.nbytes:
                sizes = {"byte_count": array.nbytes, "src_offset": part.offset, "dst_offset": array.offset}
                cl.enqueue_copy(queue, array.base_data, part.base_data, **sizes)
        queue.finish()


def parts_on_device(type_: Attribute, length: Length) -> list[Part]:
    """What the parts of a result are as PyOpenCL arrays: one for each leaf."""
    refuse_hidden(type_)
    return [Part(tuple(map(length, leaf.shape)), dtype_of(leaf.scalar)) for leaf in leaves_of(type_)]


def device_arrays(out: object, parts: Sequence[Part], place: CallSite) -> list[HeldArray]:
    """The arrays for the parts of a result, checked."""
    arrays = [_device_array(name, value, part, place) for name, value, part in numbered(out, parts)]
    for (i, one), (k, other) in combinations(enumerate(map(_extent, arrays)), 2):
        if one[0] == other[0] and one[1] < other[2] and other[1] < one[2]:
            raise overlapping(i, k)
    return arrays


def _device_array(name: str, value: object, part: Part, place: CallSite) -> HeldArray:
    if not isinstance(value, ClArray):
        expected = "a PyOpenCL array, as an argument is one"
        message = f"{name} is not an array that the result can go to"
        raise LiftError(RESULT_ARRAY, message, expected=expected, found=describe(value))
    array = cast("HeldArray", value)
    part.check(name, array.shape, array.dtype)
    if not array.flags.c_contiguous:
        raise not_contiguous(name)
    if array.context != place.context:
        raise LiftError(RESULT_ARRAY, f"{name} is in another OpenCL context", expected="that of the arguments")
    return array


def _extent(array: HeldArray) -> tuple[int, int, int]:
    """The memory that an array is in, and from where to where; a buffer may be a part of another."""
    buffer: cl.MemoryObject = array.base_data
    whole = cast("cl.MemoryObject | None", buffer.get_info(cl.mem_info.ASSOCIATED_MEMOBJECT))
    begin = array.offset + (0 if whole is None else buffer.offset)
    return (buffer if whole is None else whole).int_ptr, begin, begin + array.nbytes


def call_site(plan: Plan, call: Call, device: cl.Device | None, default: cl.Device) -> CallSite:
    """Where a call runs: on the device asked for, or on that of its PyOpenCL arrays, which must all be in one context."""
    use_opencl()
    held = list(_held(plan, call))
    if not held:
        return CallSite(context_of(default), default)
    first_name, first = held[0]
    context: cl.Context = first.context
    for name, array in held[1:]:
        if array.context != context:
            raise LiftError(DEVICE_ARRAY, f"%{first_name} and %{name} are in two OpenCL contexts", expected="one")
    if device is not None and device not in context.devices:
        raise LiftError(
            DEVICE_ARRAY,
            f"%{first_name} is not on the device that the program is for",
            expected=device.name,
            found=", ".join(other.name for other in context.devices),
            fix="compile it without a device: then it runs where its arrays are",
        )
    own: cl.Device = context.devices[0] if first.queue is None else first.queue.device
    return CallSite(context, own if device is None else device, first)


def _held(plan: Plan, call: Call) -> Iterator[tuple[str, HeldArray]]:
    for parameter, buffers in zip(plan.parameters, call.buffers, strict=True):
        for slot, data in zip(parameter.slots, buffers, strict=True):
            if not isinstance(data, np.ndarray):
                yield slot.name, data


def buffer_of(data: DeviceArray, name: str, place: CallSite, queue: cl.CommandQueue) -> cl.Buffer:
    """The buffer that an array is, once all that was to be done with it is done."""
    array = cast("HeldArray", data)
    if not array.flags.c_contiguous:
        expected = "a C-contiguous array"
        raise LiftError(DEVICE_ARRAY, f"%{name} is not contiguous on the device", expected=expected)
    wait_for(array)
    if not array.size:
        return cl.Buffer(place.context, cl.mem_flags.READ_ONLY, 1)
    if not array.offset:
        return array.base_data
    if array.offset % max(place.device.mem_base_addr_align // 8, 1) == 0:
        return array.base_data[array.offset : array.offset + array.nbytes]
    copied = cl.Buffer(place.context, cl.mem_flags.READ_WRITE, array.nbytes)  # no device can begin a buffer there
    cl.enqueue_copy(queue, copied, array.base_data, src_offset=array.offset, byte_count=array.nbytes)
    return copied


def wait_for(array: HeldArray) -> None:
    """Wait for all that was to be done with an array."""
    array.finish()
    if array.queue is not None:
        array.queue.finish()


def present_on_device(type_: Attribute, leaves: Sequence[HeldArray], length: Length, lengths: Iterator[int]) -> Result:
    """A result in the form that its type has on a device: tuples of arrays in their shape, one for each leaf.

    What has a hidden length is as long as that; of an array of such there are the lengths, and room for all rows.
    """
    while isinstance(type_, ExistsType):
        type_ = type_.opened(next(lengths))
    if isinstance(form_of(type_).element, ExistsType):
        return tuple(leaves)
    parts = tuple_parts(type_)
    if parts is None:
        form = form_of(type_)
        rows = (form.count,) if form.dims is None else form.dims
        return leaves[0].reshape(tuple(map(length, (*rows, *form.width))))
    waiting, shown = iter(leaves), list[Result]()
    for part in parts:
        own = sum(not leaf.is_length for leaf in leaves_of(part))
        shown.append(present_on_device(part, list(islice(waiting, own)), length, lengths))
    return tuple(shown)
