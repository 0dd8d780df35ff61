"""The dialect object: everything that `view` consists of."""

from __future__ import annotations

from xdsl.ir import Dialect

from .existential import LengthOp, OpenOp, PackOp, PartOp, RowOp, RowsOp
from .layout import (
    AsScalarOp,
    AsVectorOp,
    ConcatOp,
    GatherOp,
    GetOp,
    JoinOp,
    PadOp,
    PartitionOp,
    ScatterOp,
    SliceOp,
    SlideOp,
    SplitOp,
    TransposeOp,
    TupleOp,
    UnzipOp,
    ZipOp,
)
from .mapping import MapOp
from .operation import ViewType
from .sources import AccessOp, ConstantOp, GenerateOp, LoadOp, MemoryOp, OwnOp, StoreOp

View = Dialect(
    "view",
    [
        # where views begin and end
        MemoryOp,
        ConstantOp,
        GenerateOp,
        OwnOp,
        AccessOp,
        LoadOp,
        StoreOp,
        # tuples
        TupleOp,
        GetOp,
        ZipOp,
        UnzipOp,
        # hidden lengths
        OpenOp,
        LengthOp,
        PackOp,
        RowOp,
        RowsOp,
        PartOp,
        # layout
        SplitOp,
        JoinOp,
        PartitionOp,
        SlideOp,
        PadOp,
        TransposeOp,
        GatherOp,
        ScatterOp,
        SliceOp,
        ConcatOp,
        MapOp,
        # vectors
        AsVectorOp,
        AsScalarOp,
    ],
    [ViewType],
)
