"""Following a chain of views to where it ends: a fold of the functions that the ops are."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from typing import Final, TypeAlias, TypeVar

from xdsl.ir import Operation, SSAValue

from ..limits import CHOICES
from .operation import ViewOp
from .path import Access, Chosen, Leads, Path, Unresolvable
from .sources import SourceOp

LARGE_PATH: Final = 100
"""A path whose expressions are larger than this is made shorter, if it can be."""

LARGEST_PATH: Final = 2_000
"""A path whose expressions are larger than this is refused."""


class NotWritable(Exception):
    """A chain contains a view that is not written through."""

    def __init__(self, op: Operation):
        super().__init__(op.name)
        self.op = op


Shorten: TypeAlias = Callable[[Leads], Path]
"""What is done with a path before a step that repeats its expressions, so that they do not grow from step to step."""


def read(view: SSAValue, path: Path, shorten: Shorten | None = None) -> Access:
    """Where the element at a path of a view is found: paths on sources."""
    return _followed(Leads(view, path), shorten, count(1))


def _followed(access: Access, shorten: Shorten | None, places: Iterator[int]) -> Access:
    while isinstance(access, Leads) and (op := _step(access.to)) is not None:
        access = _stepped(op.read, access, shorten)
    if isinstance(access, Leads):
        found = next(places)
        if found > CHOICES.number:
            raise CHOICES.exceeded(found, "there are too many places that an element may come from")
        return access
    # What a choice depends on may not be computed before it is made.
    then, otherwise = (_followed(inner, None, places) for inner in (access.then, access.otherwise))
    return Chosen(access.condition, then, otherwise)


def write(view: SSAValue, path: Path, shorten: Shorten | None = None) -> Leads:
    """Where the element at a path of a view is stored."""
    access = Leads(view, path)
    while (op := _step(access.to)) is not None:
        found = _stepped(op.write, access, shorten)
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


Following = TypeVar("Following", bound=Access | None)


def _stepped(step: Callable[[Path], Following], access: Leads, shorten: Shorten | None) -> Following:
    """Where the next op leads, from a shorter path where it would become too large."""
    following = step(access.path)
    size = following.path.size if isinstance(following, Leads) else 0
    if size > LARGE_PATH and shorten is not None:
        return step(shorten(access))
    if size > LARGEST_PATH:
        raise Unresolvable(
            f"an index has more than {LARGEST_PATH} parts",
            fix="compute an array in between, so that fewer layout ops stand between it and memory",
        )
    return following
