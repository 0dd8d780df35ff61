"""Memory of the host, as kernels see it: a buffer for each leaf of what is kept there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from xdsl.dialects.builtin import TupleType
from xdsl.ir import Attribute, SSAValue

from ...dialects.lift.storage import leaves_of


@dataclass(eq=False)
class HostMemory:
    """Memory of the host: a buffer for each leaf of what is kept in it."""

    type_: Attribute
    buffers: Sequence[SSAValue]
    name: str
    first: int | None = None
    """The number of the first buffer, where all of them are a part of a larger one."""
    slots: Sequence[int] | None = None
    """Where in its buffer each leaf begins, where some begin behind others."""
    shown: Attribute | None = None
    """What it is seen as, where its rows are kept with room, and opened with their lengths."""
    unread: int = 0
    """So many of the first leaves are lengths that nobody asks for, and have no buffer."""

    def name_of(self, k: int) -> str:
        """What a buffer is called in a kernel."""
        lengths = [leaf.is_length for leaf in leaves_of(self.type_)[self.unread :]]
        if lengths[k]:
            return "lengths" if self.slots is not None else f"{self.name}_length"
        number = k - sum(lengths[:k])
        if self.first is not None:
            return f"{self.name}{self.first + number}"
        return f"{self.name}{number}" if lengths.count(False) > 1 else self.name

    def parts(self) -> Iterator[HostMemory]:
        """The memory of each part of a tuple."""
        assert isinstance(self.type_, TupleType)
        begin = 0
        for type_ in self.type_.types:
            end = begin + len(leaves_of(type_))
            first = begin + (self.first or 0) if self.first is not None or len(self.buffers) > 1 else None
            slots = None if self.slots is None else self.slots[begin:end]
            yield HostMemory(type_, self.buffers[begin:end], self.name, first, slots)
            begin = end

    def opened(self, type_: Attribute) -> HostMemory:
        """The memory of what has a hidden length, without the length."""
        slots = None if self.slots is None else self.slots[1:]
        return HostMemory(type_, self.buffers[1:], self.name, self.first, slots)
