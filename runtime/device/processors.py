"""A name for the CPU where the compiler inside of PoCL has none, and then refuses to build anything.

The LLVM in PoCL from pip is older than some CPUs. It calls them `generic`, and says of its own answer `unknown target CPU
'generic'`. No option and no variable names another, so the name is replaced where PoCL keeps it, before something is built: by
that of a CPU whose instructions this one has. Which one follows from the library of functions that PoCL chooses by what the CPU
has: the two must agree.
"""

from __future__ import annotations

import ctypes
import platform
import struct
import threading
from collections.abc import Set as AbstractSet
from pathlib import Path
from typing import BinaryIO, Final

import pyopencl as cl

UNKNOWN: Final = b"generic"
"""What LLVM calls a CPU that it does not know."""

_STAND_INS: Final = {
    b"skylake-avx512": {"avx512f", "avx512cd", "avx512bw", "avx512dq", "avx512vl", "adx", "clwb", "clflushopt"},
    b"haswell": {"avx2", "bmi1", "bmi2", "f16c", "fma", "movbe", "abm"},
}
"""Names that every LLVM knows, the best first, and what a CPU must have for them, as Linux names it."""

_WORDS: Final = 200
"""How much of what PoCL keeps about a device is looked at, in addresses."""

_SEEN: Final = set[int]()
_ONE: Final = threading.Lock()


def name_processor(device: cl.Device) -> None:
    """See to it that PoCL has a name for the CPU of this device; to be called before it builds."""
    with _ONE:
        if device.int_ptr in _SEEN:
            return
        _SEEN.add(device.int_ptr)
        if platform.machine() != "x86_64" or "Portable Computing Language" not in device.platform.name:
            return
        if device.version.rstrip().endswith(f"-{UNKNOWN.decode()}") and (name := stand_in(_flags())) is not None:
            rename(device.int_ptr, name)


def stand_in(flags: AbstractSet[str]) -> bytes | None:
    """The best of the known names for a CPU that has all of this."""
    return next((name for name, needed in _STAND_INS.items() if needed <= flags), None)


def rename(address: int, name: bytes) -> bool:
    """Put a name where a structure at this address has the address of `generic`, beside that of the kind of machine.

    Nothing is changed if that is not found in exactly one place. Memory is read through a file, so that what only looks like an
    address does no harm.
    """
    try:
        with Path("/proc/self/mem").open("rb+", buffering=0) as memory:
            words = [0, *_addresses(memory, address), 0]
            places = [
                address + 8 * (k - 1)
                for k in range(1, len(words) - 1)
                if _text(memory, words[k], UNKNOWN + b"\0")
                and any(_text(memory, near, b"x86_64-") for near in (words[k - 1], words[k + 1]))
            ]
            if len(places) != 1:
                return False
            memory.seek(places[0])
            memory.write(struct.pack("=Q", _kept(name)))
            return True
    except OSError:  # memory that may not be looked at
        return False


def _addresses(memory: BinaryIO, address: int) -> tuple[int, ...]:
    memory.seek(address)
    found = memory.read(8 * _WORDS)
    return struct.unpack(f"={len(found) // 8}Q", found[: len(found) // 8 * 8])


def _text(memory: BinaryIO, address: int, text: bytes) -> bool:
    """Whether these bytes are at an address."""
    if not 4096 <= address < 2**47:
        return False
    try:
        memory.seek(address)
        return memory.read(len(text)) == text
    except OSError:
        return False


def _kept(name: bytes) -> int:
    """The address of a copy that PoCL may release as it does its own."""
    copy = ctypes.CDLL(None).strdup
    copy.restype, copy.argtypes = ctypes.c_void_p, [ctypes.c_char_p]
    return copy(name)


def _flags() -> frozenset[str]:
    """What Linux says that the CPU has."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return frozenset()
    return frozenset(next((line.partition(":")[2].split() for line in lines if line.startswith("flags")), ()))
