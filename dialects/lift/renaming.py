"""Changing the names of nats in ops that exist: for passes that copy, inline or unroll.

Region binders are unique within a `lift.def`, so a copy that goes into the same function gets new ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeVar

from xdsl.dialects.builtin import StringAttr
from xdsl.ir import Attribute, IRNode, Operation, SSAValue
from xdsl.rewriter import Rewriter

from ..nat.expr import var
from ..nat.ring import Nat
from .attributes import free_binder
from .existential import UnpackOp
from .functions import DefOp
from .scope import Binder
from .types import rename_tables_in, substitute_in

OperationT = TypeVar("OperationT", bound=Operation)


def names_bound_in(operation: Operation) -> set[str]:
    """Every name of a nat or a table that an op, or one inside it, binds."""
    names: set[str] = set()
    for inner in _with_regions(operation):
        name = _position_of(inner)
        if name is not None:
            names.add(name)
        elif isinstance(inner, DefOp):
            names.update(inner.nat_names, (table.table.data for table in inner.tables))
    return names


def _with_regions(operation: Operation) -> Iterator[Operation]:
    """The ops that have regions, of an op and all inside it: all others bind nothing, and most have none."""
    if operation.regions:
        yield operation
    for region in operation.regions:
        for block in region.blocks:
            for inner in block.ops:
                if inner.regions:
                    yield from _with_regions(inner)


def _position_of(operation: Operation) -> str | None:
    """The name that an op binds for its region, be it a pattern, a loop or a view."""
    position = operation.properties.get("position") if isinstance(operation, Binder) else None
    return position.data if isinstance(position, StringAttr) else None


def substitute_in_op(operation: Operation, values: Mapping[str, Nat]) -> None:
    """Put expressions in place of free names in an op and all inside it: in types, properties and attributes."""
    _map_op(operation, lambda attribute: substitute_in(attribute, values))


def _map_op(operation: Operation, image: Callable[[Attribute], Attribute]) -> None:
    """Change all types, properties and attributes of an op and all inside it."""
    for inner in operation.walk():
        for held in (inner.properties, inner.attributes):
            for key, attribute in held.items():
                held[key] = image(attribute)
        for result in inner.results:
            _retype(result, image)
        for region in inner.regions:
            for block in region.blocks:
                for argument in block.args:
                    _retype(argument, image)


def _retype(value: SSAValue, image: Callable[[Attribute], Attribute]) -> None:
    type_ = image(value.type)
    if type_ != value.type:
        Rewriter.replace_value_with_new_type(value, type_)


def rename_binder(operation: Operation, old: str, new: str) -> None:
    """Call what an op binds in its region something else, be it a nat or a table."""

    def image(attribute: Attribute) -> Attribute:
        if isinstance(operation, UnpackOp) and operation.binds_table:
            return rename_tables_in(attribute, {old: new})
        return substitute_in(attribute, {old: var(new)})

    operation.properties["position"] = StringAttr(new)
    for region in operation.regions:
        for block in region.blocks:
            for argument in block.args:
                _retype(argument, image)
            for nested in block.ops:
                _map_op(nested, image)


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
            rename_binder(inner, old, new)


def same_but_for_names(one: Operation, two: Operation, operands: Mapping[SSAValue, SSAValue]) -> bool:
    """Whether two ops are the same, whatever they call positions; `operands` of one are taken for those of two.

    No binder in either has the name of another one in either, as inside of one `lift.def`.
    """
    copy = two.clone()
    for binder, other in zip(one.walk(), copy.walk(), strict=False):
        new, old = _position_of(binder), _position_of(other)
        if new is not None and old is not None and new != old:
            rename_binder(other, old, new)
    known: dict[IRNode | SSAValue, IRNode | SSAValue] = {**operands}
    return one.is_structurally_equivalent(copy, known)


def clone_fresh(
    operation: OperationT, taken: set[str], values: Mapping[SSAValue, SSAValue] | None = None
) -> OperationT:
    """A copy whose region binders have names that are not taken; operands are replaced as `values` says."""
    copy = operation.clone(dict(values or {}))
    rename_binders(copy, taken)
    return copy
