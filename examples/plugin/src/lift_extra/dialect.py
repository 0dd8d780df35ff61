"""The dialect `extra`: the two ops, and the view of the one that rearranges."""

from __future__ import annotations

from xdsl.ir import Dialect

from .interleave import InterleaveOp
from .unfold import UnfoldOp
from .view import InterleaveView

Extra = Dialect("extra", [InterleaveOp, UnfoldOp, InterleaveView])
