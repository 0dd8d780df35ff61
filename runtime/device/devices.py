"""Which device a program runs on: asked for by kind, name or number, or the first that there is.

`PYOPENCL_CTX` is understood as PyOpenCL understands it, and nobody is ever asked.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final, TypeAlias

import pyopencl as cl

from ...dialects.diagnostics import LiftError
from ..errors import DEVICE_FAILED, NO_DEVICE
from ..forks import use_opencl
from .processors import name_processor

DeviceLike: TypeAlias = str | int | cl.Device
"""How a device is asked for: `cpu`, `gpu`, a part of its name, its numbers `0:1` or number, or the device itself."""

_KINDS = {
    "cpu": cl.device_type.CPU,
    "gpu": cl.device_type.GPU,
    "accelerator": cl.device_type.ACCELERATOR,
}

_ONE_CONTEXT: Final = threading.Lock()
"""Without it, threads that first ask for the same context at the same time would each make one."""


@dataclass(frozen=True)
class Numbered:
    """A device with the numbers of its platform and of itself on it."""

    platform: int
    number: int
    device: cl.Device

    @property
    def numbers(self) -> str:
        return f"{self.platform}:{self.number}"

    @property
    def text(self) -> str:
        return f"{self.numbers}  {kind_of(self.device)}  {self.device.name} ({self.device.platform.name})"


def kind_of(device: cl.Device) -> str:
    """`cpu`, `gpu`, `accelerator` or `other`."""
    return next((name for name, kind in _KINDS.items() if device.type & kind), "other")


def all_devices() -> list[Numbered]:
    """Every device of every platform, in OpenCL's order."""
    use_opencl()
    try:
        platforms = cl.get_platforms()
    except cl.Error:  # so says the loader where there is none
        return []
    return [
        Numbered(p, d, device) for p, platform in enumerate(platforms) for d, device in enumerate(_devices(platform))
    ]


def _devices(platform: cl.Platform) -> Sequence[cl.Device]:
    try:
        devices = platform.get_devices()
    except cl.Error:  # a platform without devices
        return ()
    for device in devices:
        name_processor(device)
    return devices


def find_device(wanted: DeviceLike | None = None) -> cl.Device:
    """The device asked for; without one the one that `PYOPENCL_CTX` names, or the first."""
    if isinstance(wanted, cl.Device):
        use_opencl()
        return wanted
    devices = all_devices()
    if not devices:
        fix = "install an OpenCL driver, such as PoCL: pip install 'pyopencl[pocl]'"
        raise LiftError(NO_DEVICE, "there is no OpenCL device", fix=fix)
    if wanted is not None:
        return _matching(wanted, devices, "device").device
    setting = os.environ.get("PYOPENCL_CTX", "").strip()
    return (_matching(setting, devices, "PYOPENCL_CTX") if setting else devices[0]).device


def _matching(wanted: object, devices: Sequence[Numbered], who: str) -> Numbered:
    """The first device that a text or a number names."""
    found: Sequence[Numbered] = []
    if isinstance(wanted, str):
        text = wanted.strip().lower()
        by_kind = [found for found in devices if kind_of(found.device) == text]
        found = by_kind or _by_numbers(text, devices, who) or [d for d in devices if text and text in _names(d)]
    elif isinstance(wanted, int) and wanted >= 0:
        found = devices[wanted : wanted + 1]
    if not found:
        notes = [(line.text, None) for line in devices]
        message = f"there is no such OpenCL device as {who}={wanted!r}"
        raise LiftError(NO_DEVICE, message, expected="one of those below, or none for the first", notes=notes)
    return found[0]


def _names(found: Numbered) -> str:
    return f"{found.device.name}\n{found.device.platform.name}".lower()


def _by_numbers(text: str, devices: Sequence[Numbered], who: str) -> list[Numbered]:
    """Devices by numbers or parts of names with a colon between: `0`, `0:1`, `portable:0`.

    One number is that of a device for `device=`, and that of a platform for PyOpenCL, except where there is only one.
    """
    first, colon, second = text.partition(":")
    platforms = {found.platform for found in devices}
    if not colon:
        if not first.isdecimal():
            return []
        if who == "device" or len(platforms) == 1:
            return list(devices[int(first) : int(first) + 1])
        return [found for found in devices if found.platform == int(first)]

    def fits(part: str, number: int, name: str) -> bool:
        return not part or (int(part) == number if part.isdecimal() else part in name.lower())

    return [
        found
        for found in devices
        if fits(first, found.platform, found.device.platform.name) and fits(second, found.number, found.device.name)
    ]


def context_of(device: cl.Device) -> cl.Context:
    """The context of ours for a device: one in the process, so that programs can share arrays and builds."""
    with _ONE_CONTEXT:
        return _context_of(device)


@cache
def _context_of(device: cl.Device) -> cl.Context:
    try:
        return cl.Context([device])
    except cl.Error as error:
        raise failed(error, f"preparing {device.name}") from None


def failed(error: Exception, doing: str) -> LiftError:
    """What OpenCL reports as an error of ours."""
    return LiftError(DEVICE_FAILED, f"OpenCL failed while {doing}: {error}")
