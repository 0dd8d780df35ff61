"""Which profile suits a device: by who made it, and by what it says of itself."""

from __future__ import annotations

import re
import warnings
from dataclasses import dataclass
from functools import cache
from typing import Final

import pyopencl as cl

from ...dialects.profiles import Profile, profile_named
from .devices import all_devices, context_of, kind_of

_FIRST_INLINING: Final = (3, 1)
"""The version of PoCL from which on the functions of its library are inlined."""

_GPUS: Final = {"nvidia": "nvidia", "advanced micro devices": "amd", "amd": "amd", "arm": "mali", "intel": "intel_gpu"}
"""The profile of a GPU by a word in the name of who made it."""


@dataclass(frozen=True)
class Registers:
    """Vector registers: how wide they are, and how many there are."""

    bytes: int
    count: int


_AVX512, _AVX2, _SSE = Registers(64, 32), Registers(32, 16), Registers(16, 16)

_PROBED: Final = {"__AVX512F__": _AVX512, "__AVX2__": _AVX2}
"""What compilers define where the CPU that they compile for has these registers; the first one counts."""

_CPUS: Final = {
    **dict.fromkeys(("haswell", "broadwell", "skylake", "alderlake", "znver1", "znver2", "znver3"), _AVX2),
    **dict.fromkeys(("skylake-avx512", "cascadelake", "cooperlake", "cannonlake"), _AVX512),
    **dict.fromkeys(("icelake-client", "icelake-server", "tigerlake", "rocketlake", "sapphirerapids"), _AVX512),
    **dict.fromkeys(("znver4", "znver5"), _AVX512),
}
"""The registers that a compiler uses, by the CPU that it compiles for: not always what the machine has."""


@cache
def profile_for(device: cl.Device) -> Profile:
    """The entry of the table that suits a device, with what the device says of itself; a simulator is none."""
    entry = profile_named(_entry(device))
    if entry.name == "oclgrind":
        return entry
    values: dict[str, object] = {"compute_units": device.max_compute_units, "local_bytes": device.local_mem_size}
    if device.global_mem_cache_size:
        values["cache_bytes"] = device.global_mem_cache_size
    if kind_of(device) == "cpu":
        found = _reported(device) if entry.name == "intel" else _registers(device)
        values |= {"vector_bytes": found.bytes, "registers": found.count}
    return entry.with_values(values).with_groups_of(device.max_work_group_size, device.max_work_item_sizes)


def list_devices() -> str:
    """Each device, and its profile."""
    return "\n".join(f"{one.text}\n      profile: {profile_for(one.device).text}" for one in all_devices())


def _entry(device: cl.Device) -> str:
    """The name of the entry."""
    platform = device.platform.name.lower()
    if "oclgrind" in platform:
        return "oclgrind"
    if kind_of(device) == "gpu":
        maker = device.vendor.lower()
        return next((name for word, name in _GPUS.items() if word in maker), "gpu")
    if "portable computing language" in platform:
        return "pocl" if _version(device.driver_version) < _FIRST_INLINING else "pocl_inlining"
    return "intel" if "intel" in platform else "generic"


def _version(text: str) -> tuple[int, ...]:
    found = re.match(r"(\d+)\.(\d+)", text)
    return (0, 0) if found is None else (int(found[1]), int(found[2]))


def _registers(device: cl.Device) -> Registers:
    """The registers that the compiler of a device uses: by the CPU that it names last, or by a kernel that tells."""
    named = next((name for name in _CPUS if device.version.rstrip().endswith(f"-{name}")), None)
    return _probed(device) if named is None else _CPUS[named]


def _reported(device: cl.Device) -> Registers:
    """The registers that a device reports; PoCL reports those of the machine, and uses what it knows."""
    width = 4 * device.native_vector_width_float
    return next((known for known in (_AVX512, _AVX2) if known.bytes == width), _SSE)


def _probed(device: cl.Device) -> Registers:
    """What a small kernel says that is compiled for the device; where it cannot be built, the least is assumed."""
    tests = "".join(f"\n{'#elif' if k else '#if'} defined({name})\n  found[0] = {k};" for k, name in enumerate(_PROBED))
    text = f"kernel void probe(global int *found) {{{tests}\n#else\n  found[0] = {len(_PROBED)};\n#endif\n}}\n"
    context = context_of(device)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", cl.CompilerWarning)
            kernel = cl.Kernel(cl.Program(context, text).build(devices=[device]), "probe")
        return [*_PROBED.values(), _SSE][_answer(context, kernel)]
    except cl.Error:
        return _SSE


def _answer(context: cl.Context, kernel: cl.Kernel) -> int:
    import numpy as np

    queue, found = cl.CommandQueue(context), np.zeros(1, np.int32)
    buffer = cl.Buffer(context, cl.mem_flags.WRITE_ONLY, found.nbytes)
    kernel.set_args(buffer)
    cl.enqueue_nd_range_kernel(queue, kernel, (1,), (1,))
    cl.enqueue_copy(queue, found, buffer)
    return int(found[0])
