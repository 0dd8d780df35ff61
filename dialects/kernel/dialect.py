"""The dialect object: everything that `kernel` consists of, by family."""

from __future__ import annotations

from xdsl.ir import Dialect

from .attributes import ConditionAttr, IndexAttr
from .compress import CompressOp
from .control import ForOp, IfOp, WhileOp, YieldOp
from .functions import FuncOp, SumsAttr
from .lanewise import MapVecOp
from .lengths import LengthAttr, LengthOp, LengthsOp
from .memory import AllocOp, BarrierOp, LoadOp, StoreOp, VLoadOp, VStoreOp
from .types import BufferType
from .vectors import LaneOp, ShuffleOp, VectorOp
from .workitems import ApplyOp, GlobalIdOp, GlobalSizeOp, GroupIdOp, LocalIdOp, LocalSizeOp, NumGroupsOp

Kernel = Dialect(
    "kernel",
    [
        FuncOp,
        # control flow
        ForOp,
        IfOp,
        WhileOp,
        YieldOp,
        # memory
        AllocOp,
        LoadOp,
        StoreOp,
        VLoadOp,
        VStoreOp,
        CompressOp,
        BarrierOp,
        # vectors
        VectorOp,
        LaneOp,
        ShuffleOp,
        MapVecOp,
        # work items and indices
        GlobalIdOp,
        LocalIdOp,
        GroupIdOp,
        GlobalSizeOp,
        LocalSizeOp,
        NumGroupsOp,
        ApplyOp,
        LengthOp,
        LengthsOp,
    ],
    [BufferType, IndexAttr, ConditionAttr, SumsAttr, LengthAttr],
)
