"""The dialect object: everything that `ocl` consists of."""

from __future__ import annotations

from xdsl.ir import Dialect

from ..lift.types import MemoryType
from .destinations import AllocOp, InverseOp, SlotOp, StoreOp, TupleOp
from .joins import JoinGlbOp, JoinSeqOp, JoinWrgOp
from .kernels import BarrierOp, KernelOp
from .memory import ToGlobalOp, ToLocalOp, ToPrivateOp
from .patterns import (
    FilterGlbOp,
    FilterSeqOp,
    MapGlbOp,
    MapLclOp,
    MapSeqOp,
    MapWrgOp,
    ReduceSeqOp,
    ScanSeqOp,
    UpdateSeqOp,
)
from .places import PlacesOp
from .rows import RowOp
from .scatters import ScatterGlbOp, ScatterWrgOp
from .shares import MapSharesOp
from .vectors import AsScalarOp, AsVectorOp, DotOp, MapVecOp, ReduceVecOp, ScanVecOp

Ocl = Dialect(
    "ocl",
    [
        # parallel
        MapGlbOp,
        MapWrgOp,
        MapLclOp,
        MapSharesOp,
        FilterGlbOp,
        JoinGlbOp,
        JoinWrgOp,
        ScatterGlbOp,
        ScatterWrgOp,
        # sequential
        MapSeqOp,
        ReduceSeqOp,
        ScanSeqOp,
        FilterSeqOp,
        UpdateSeqOp,
        JoinSeqOp,
        PlacesOp,
        RowOp,
        # where a result is stored
        ToGlobalOp,
        ToLocalOp,
        ToPrivateOp,
        AllocOp,
        SlotOp,
        InverseOp,
        TupleOp,
        StoreOp,
        # vectors
        AsVectorOp,
        AsScalarOp,
        MapVecOp,
        ReduceVecOp,
        ScanVecOp,
        DotOp,
        # kernels
        KernelOp,
        BarrierOp,
    ],
    [MemoryType],
)
