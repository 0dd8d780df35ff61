"""`view-hoist-loads`: an element that is known before a loop is loaded before it.

A program computes with an element where it stands, and a view is loaded where its value is needed, which may be in a
loop. Memory that the kernel only reads holds the same before the loop.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import ClassVar, Final

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp, TupleType
from xdsl.ir import Attribute, Block, BlockArgument, Operation, SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import InsertPoint, Rewriter

from ..dialects.diagnostics import LiftError
from ..dialects.kernel.control import ForOp
from ..dialects.kernel.functions import FuncOp
from ..dialects.kernel.lengths import LengthsOp
from ..dialects.kernel.types import BufferType, vector_parts
from ..dialects.nat.expr import var
from ..dialects.nat.ring import NatError
from ..dialects.view.operation import ViewOp, ViewType
from ..dialects.view.path import Access, Chosen, Part, Path, Unresolvable
from ..dialects.view.resolve import NotWritable, read, write
from ..dialects.view.sources import ConstantOp, GenerateOp, LoadOp, MemoryOp, StoreOp

_UNRESOLVED: Final = (NotWritable, Unresolvable, LiftError, NatError)


@dataclass(frozen=True)
class HoistLoadsPass(ModulePass):
    """Load what a view shows before the loops that the view stands before.

    Before:

        %x = view.access %xs[%g] : !view.view<f32>
        kernel.for %i = 0 to N step 1 {
          %e = view.load %x : f32
          ..
        }

    After:

        %x = view.access %xs[%g] : !view.view<f32>
        %e = view.load %x : f32
        kernel.for %i = 0 to N step 1 {
          ..
        }

    The element is there wherever the view is, so it may be loaded also where the loop has no iterations. What a condition
    guards stays inside, and so does what is in memory that the kernel writes to.
    """

    name: ClassVar[str] = "view-hoist-loads"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for function in op.ops:
            if isinstance(function, FuncOp):
                with suppress(*_UNRESOLVED):  # `view-to-kernel` says what is wrong
                    _Loads(function).hoist()


class _Loads:
    """The loads of one kernel."""

    def __init__(self, function: FuncOp):
        self.function = function
        self.written = frozenset[SSAValue]().union(*map(written_by, function.walk()))
        """The buffers that the kernel may change."""

    def hoist(self) -> None:
        loaded: dict[tuple[Block, SSAValue], LoadOp] = {}
        places = {op: outermost_place(op) for op in self.function.walk() if isinstance(op, LoadOp)}
        times = Counter((place.parent, op.view) for op, place in places.items())
        for op, place in places.items():
            stays = place is op and times[place.parent, op.view] == 1
            if stays or (block := place.parent) is None or not self.is_constant(op):
                continue
            first = loaded.setdefault((block, op.view), op)
            if first is not op:
                Rewriter.replace_op(op, [], [first.value])
            elif place is not op:
                op.detach()
                Rewriter.insert_op(op, InsertPoint.before(place))

    def is_constant(self, op: LoadOp) -> bool:
        """Whether a load gives the same throughout the kernel."""
        buffers = read_by(op)
        return buffers is not None and self.written.isdisjoint(buffers)


def written_by(op: Operation) -> frozenset[SSAValue]:
    """The buffers that an op may write to."""
    if isinstance(op, StoreOp):
        ends = [write(op.view, path) for path in _paths(op.value.type)]
        return frozenset(buffer for end in ends for buffer in _buffers(end) or ())
    if isinstance(op, MemoryOp | LengthsOp):
        return frozenset()
    return frozenset(value for value in op.operands if isinstance(value.type, BufferType))


def read_by(op: LoadOp) -> frozenset[SSAValue] | None:
    """The buffers that a load may read from; None where that is not known."""
    found = frozenset[SSAValue]()
    for path in _paths(op.value.type):
        buffers = _buffers(read(op.view, path))
        if buffers is None:
            return None
        found |= buffers
    return found


def _paths(type_: Attribute) -> Iterator[Path]:
    """The paths to the scalars of a value, any part of a vector standing for all."""
    if isinstance(type_, TupleType):
        for k, part in enumerate(type_.types):
            yield from (path.push(Part(k)) for path in _paths(part))
    else:
        yield Path() if vector_parts(type_) is None else Path((var("lane'"),))


def _buffers(access: Access) -> frozenset[SSAValue] | None:
    """The buffers that an access may lead to."""
    if isinstance(access, Chosen):
        then, otherwise = _buffers(access.then), _buffers(access.otherwise)
        return None if then is None or otherwise is None else then | otherwise
    source = access.to.owner
    match source:
        case MemoryOp():
            return frozenset((source.place(access.path)[0],))
        case GenerateOp():
            inside = [read_by(op) for op in source.walk() if isinstance(op, LoadOp)]
            known = [one for one in inside if one is not None]
            return frozenset[SSAValue]().union(*known) if len(known) == len(inside) else None
        case ConstantOp():
            return frozenset()
        case _:
            return None


def outermost_place(op: LoadOp) -> Operation:
    """The outermost loop around a load that its view stands before; the load itself, where there is none.

    What a loop reads only while a condition holds is read before it where it is there whether or not that holds.
    """
    place: Operation = op
    around = op.parent_op()
    while isinstance(around, ForOp) and not around.is_ancestor(op.view.owner):
        if around.conditions and not is_certain(op.view):
            break
        place, around = around, around.parent_op()
    return place


def is_certain(view: SSAValue) -> bool:
    """Whether what a view shows is there by its type: no index in it is data, which a condition may have to do with."""
    seen, waiting = {view}, [view]
    while waiting:  # views share what they show, so each is looked at once
        op = waiting.pop().owner
        if not isinstance(op, ViewOp) or op.regions:
            return False
        shown = {value for value in op.operands if isinstance(value.type, ViewType)}
        if not all(value in shown or _is_place(value) for value in op.operands):
            return False
        waiting += shown - seen
        seen |= shown
    return True


def _is_place(value: SSAValue) -> bool:
    """Whether a value is a buffer, or the variable of a loop."""
    if isinstance(value.type, BufferType):
        return True
    loop = value.block.parent_op() if isinstance(value, BlockArgument) else None
    return isinstance(loop, ForOp) and value is loop.variable
