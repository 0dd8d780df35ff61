"""The dialect object: everything that `lift` consists of, by family."""

from __future__ import annotations

from xdsl.ir import Dialect

from .access import AtOp, AtUncheckedOp, ConcatOp, GatherOp, ScatterOp, SliceOp
from .algorithmic import FilterOp, GenerateOp, MapOp, ReduceOp, ScanOp
from .attributes import BinderAttr, FactAttr, IndexFunctionAttr, LaunchAttr, NatAttr, TableAttr
from .body import YieldOp
from .calls import CallOp
from .choice import IfOp
from .conversions import ConvertOp
from .existential import PackOp, UnpackOp
from .functions import DefOp, ReturnOp, UserFunOp
from .group import GroupOp
from .iterate import IterateOp
from .layout import JoinOp, PadOp, PartitionOp, SlideOp, SplitOp, TransposeOp
from .numbers import LengthOp, NatOp
from .profile import ProfileAttr
from .search import SearchOp
from .sort import SortOp
from .tuples import GetOp, TupleOp, UnzipOp, ZipOp
from .types import ArrayType, ExistsType
from .updates import UpdateOp

Lift = Dialect(
    "lift",
    [
        # functions
        DefOp,
        UserFunOp,
        CallOp,
        ReturnOp,
        YieldOp,
        # patterns that compute
        MapOp,
        ReduceOp,
        ScanOp,
        IterateOp,
        IfOp,
        FilterOp,
        GenerateOp,
        SearchOp,
        GroupOp,
        SortOp,
        UpdateOp,
        # tuples
        TupleOp,
        GetOp,
        ZipOp,
        UnzipOp,
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
        # elements and numbers
        AtOp,
        AtUncheckedOp,
        LengthOp,
        NatOp,
        ConvertOp,
        # hidden lengths
        PackOp,
        UnpackOp,
    ],
    [ArrayType, ExistsType, NatAttr, FactAttr, IndexFunctionAttr, TableAttr, LaunchAttr, BinderAttr, ProfileAttr],
)
