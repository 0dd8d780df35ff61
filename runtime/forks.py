"""A process that is forked after OpenCL was used: the threads of the driver are not in it, and whatever waits for them never ends.

So OpenCL is refused there at once. That it was used is noted here, since the fork is the only moment at which it is told.
"""

from __future__ import annotations

import os
from dataclasses import dataclass

from ..dialects.diagnostics import LiftError
from .errors import FORKED


@dataclass
class _Process:
    """What is known of this process."""

    used: bool = False
    """Whether a device was asked for anything: drivers start their threads when devices are first listed."""
    cut_off: bool = False
    """Whether that was in a process that this one was forked from."""


_PROCESS = _Process()


def _after_fork() -> None:
    _PROCESS.cut_off = _PROCESS.used


os.register_at_fork(after_in_child=_after_fork)


def use_opencl() -> None:
    """To be called before OpenCL is: it is refused here, or used from now on."""
    refuse_after_fork()
    _PROCESS.used = True


def refuse_after_fork() -> None:
    """An error where OpenCL cannot be used any more."""
    if _PROCESS.cut_off:
        raise LiftError(
            FORKED,
            "OpenCL cannot be used in this process, which was forked after OpenCL had been used",
            expected="a process of its own, or one that was forked before",
            fix='start it with multiprocessing.get_context("spawn") or ("forkserver"), or compile and call in it only',
        )
