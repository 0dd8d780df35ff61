"""The kinds of errors of passes and printers, beside those of programs in `lift.dialects.errors`; the codes are LIFT035x.

They are about programs that are valid, and that cannot be taken down a level as they are.
"""

from __future__ import annotations

from typing import Final

from ..dialects.errors import ErrorKind

LOWERING_ERRORS: Final[dict[str, ErrorKind]] = {}
"""Every kind by its code."""


def _kind(code: str, title: str, explanation: str) -> ErrorKind:
    assert code not in LOWERING_ERRORS, f"{code} is used twice"
    LOWERING_ERRORS[code] = ErrorKind(code, title, explanation)
    return LOWERING_ERRORS[code]


NO_KERNEL: Final = _kind(
    "LIFT0350",
    "There is no kernel to print",
    "The target `opencl` prints each `kernel.func` and the C functions that it calls; functions of other levels must be "
    "taken down first.",
)
NOT_IN_OPENCL: Final = _kind(
    "LIFT0351",
    "OpenCL C has no such op or type",
    "Kernels are printed from `kernel`, `arith` and `math`, and calls of C functions.",
)
NO_INDEX: Final = _kind(
    "LIFT0352",
    "There is no expression for an index",
    "A chain of views becomes one index over loop variables and nats. Where rows differ in length, offsets are sums, "
    "which close or become a table that the host computes once; a sum that depends on another loop does neither.",
)
NOT_WRITABLE: Final = _kind(
    "LIFT0353",
    "A view cannot be stored through",
    "Where several elements of a view are one element in memory, or none, the value must be stored first and copied.",
)
