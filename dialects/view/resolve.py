"""Following a chain of views to where it ends: a fold of the functions that the ops are."""

from __future__ import annotations

from xdsl.ir import Operation, SSAValue

from .operation import ViewOp
from .path import Access, Chosen, Leads, Path
from .sources import SourceOp


class NotWritable(Exception):
    """A chain contains a view that is not written through."""

    def __init__(self, op: Operation):
        super().__init__(op.name)
        self.op = op


def read(view: SSAValue, path: Path) -> Access:
    """Where the element at a path of a view is found: paths on sources."""
    access: Access = Leads(view, path)
    while isinstance(access, Leads) and (op := _step(access.to)) is not None:
        access = op.read(access.path)
    if isinstance(access, Leads):
        return access
    return Chosen(access.condition, _followed(access.then), _followed(access.otherwise))


def _followed(access: Access) -> Access:
    if isinstance(access, Leads):
        return read(access.to, access.path)
    return Chosen(access.condition, _followed(access.then), _followed(access.otherwise))


def write(view: SSAValue, path: Path) -> Leads:
    """Where the element at a path of a view is stored."""
    access = Leads(view, path)
    while (op := _step(access.to)) is not None:
        found = op.write(access.path)
        if not isinstance(found, Leads):
            raise NotWritable(op)
        access = found
    owner = access.to.owner
    if isinstance(owner, SourceOp) and owner.write(access.path) is None:
        raise NotWritable(owner)
    return access


def _step(value: SSAValue) -> ViewOp | None:
    """The op that the path goes on through; None where it ends."""
    owner = value.owner
    return owner if isinstance(owner, ViewOp) and not isinstance(owner, SourceOp) else None
