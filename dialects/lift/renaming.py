"""Changing the names of nats in ops that exist: for passes that copy, inline or unroll.

Region binders are unique within a `lift.def`, so a copy that goes into the same function gets new ones.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from xdsl.dialects.builtin import StringAttr
from xdsl.ir import IRNode, Operation, SSAValue
from xdsl.rewriter import Rewriter

from ..nat.expr import var
from ..nat.ring import Nat
from .attributes import free_binder
from .functions import DefOp
from .scope import Binder
from .types import substitute_in

OperationT = TypeVar("OperationT", bound=Operation)


def names_bound_in(operation: Operation) -> set[str]:
    """Every name of a nat or a table that an op, or one inside it, binds."""
    names: set[str] = set()
    for inner in operation.walk():
        name = _position_of(inner)
        if name is not None:
            names.add(name)
        elif isinstance(inner, DefOp):
            names.update(inner.nat_names, (table.table.data for table in inner.tables))
    return names


def _position_of(operation: Operation) -> str | None:
    """The name that an op binds for its region, be it a pattern, a loop or a view."""
    position = operation.properties.get("position") if isinstance(operation, Binder) else None
    return position.data if isinstance(position, StringAttr) else None


def substitute_in_op(operation: Operation, values: Mapping[str, Nat]) -> None:
    """Put expressions in place of free names in an op and all inside it: in types, properties and attributes."""
    for inner in operation.walk():
        for held in (inner.properties, inner.attributes):
            for key, attribute in held.items():
                held[key] = substitute_in(attribute, values)
        for result in inner.results:
            _retype(result, values)
        for region in inner.regions:
            for block in region.blocks:
                for argument in block.args:
                    _retype(argument, values)


def _retype(value: SSAValue, values: Mapping[str, Nat]) -> None:
    type_ = substitute_in(value.type, values)
    if type_ != value.type:
        Rewriter.replace_value_with_new_type(value, type_)


def rename_binders(operation: Operation, taken: set[str]) -> None:
    """Give the region binders of an op and of all inside it names that are not taken, and take these."""
    for inner in operation.walk():
        old = _position_of(inner)
        if old is None:
            continue
        inside = names_bound_in(inner) - {old}  # these are still to be renamed, and must not capture the new name
        new = free_binder(old, taken | inside)
        taken.add(new)
        if new != old:
            _rename(inner, old, new)


def _rename(binder: Operation, old: str, new: str) -> None:
    binder.properties["position"] = StringAttr(new)
    for region in binder.regions:
        for block in region.blocks:
            for argument in block.args:
                _retype(argument, {old: var(new)})
            for nested in block.ops:
                substitute_in_op(nested, {old: var(new)})


def same_but_for_names(one: Operation, two: Operation, operands: Mapping[SSAValue, SSAValue]) -> bool:
    """Whether two ops are the same, whatever they call positions; `operands` of one are taken for those of two.

    No binder in either has the name of another one in either, as inside of one `lift.def`.
    """
    copy = two.clone()
    for binder, other in zip(one.walk(), copy.walk(), strict=False):
        new, old = _position_of(binder), _position_of(other)
        if new is not None and old is not None and new != old:
            _rename(other, old, new)
    known: dict[IRNode | SSAValue, IRNode | SSAValue] = {**operands}
    return one.is_structurally_equivalent(copy, known)


def clone_fresh(
    operation: OperationT, taken: set[str], values: Mapping[SSAValue, SSAValue] | None = None
) -> OperationT:
    """A copy whose region binders have names that are not taken; operands are replaced as `values` says."""
    copy = operation.clone(dict(values or {}))
    rename_binders(copy, taken)
    return copy
