"""The order of keys: NumPy's stable sort, where what is no number comes last, and the zeros of floats are equal."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from xdsl.dialects.builtin import BFloat16Type, TupleType
from xdsl.ir import Attribute

from ..dtypes import dtype_of
from .values import Value


def sorted_positions(keys: Sequence[Value], type_: Attribute, *, descending: bool) -> list[int]:
    """Where the elements of an array stand that has these keys, in their order."""
    order = np.arange(len(keys))
    for column, kind in reversed(list(_columns(keys, type_))):
        numbers = np.array(column, np.float32 if isinstance(kind, BFloat16Type) else dtype_of(kind))
        if descending:
            numbers = -numbers if numbers.dtype.kind == "f" else ~numbers
        order = order[np.argsort(numbers[order], kind="stable")]
    return order.tolist()


def _columns(keys: Sequence[Value], type_: Attribute) -> list[tuple[Sequence[Value], Attribute]]:
    """The scalars of keys, by their place in them."""
    if not isinstance(type_, TupleType):
        return [(keys, type_)]
    parts = enumerate(type_.types)
    return [column for k, part in parts for column in _columns([key[k] for key in keys], part)]
