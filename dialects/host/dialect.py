"""The dialect object: everything that `host` consists of, by family."""

from __future__ import annotations

from xdsl.ir import Dialect

from .launches import ForOp, LaunchOp
from .lengths import ApplyOp, CheckOp, LengthsOp, ReadOp
from .memory import AllocOp, FreeOp, LocalOp
from .programs import ProgramOp, ReturnOp

Host = Dialect(
    "host",
    [
        ProgramOp,
        ReturnOp,
        # memory
        AllocOp,
        LocalOp,
        FreeOp,
        # launches
        LaunchOp,
        ForOp,
        # hidden lengths
        LengthsOp,
        ReadOp,
        ApplyOp,
        CheckOp,
    ],
)
