"""Every buffer of a program: what `program.memory` lists."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import overload

from xdsl.ir import Attribute

from ...analysis.plan import Plan, Role, Slot
from ...dialects.kernel.functions import FuncOp
from ...dialects.kernel.memory import AllocOp
from ...dialects.kernel.operation import buffer_of
from ...dialects.nat.ring import Nat
from .timing import columns


@dataclass(frozen=True)
class Memory:
    """A buffer."""

    name: str
    role: str
    """`parameter`, `result` or `temporary`."""
    space: str
    """`global`, `local` or `private`."""
    size: Nat
    """The number of elements."""
    element: Attribute
    kernel: str | None = None
    """The kernel that has it to itself; None for a buffer that the host reserves."""

    @property
    def text(self) -> tuple[str, ...]:
        return (self.name, self.role, self.space, str(self.size), str(self.element), self.kernel or "")


class MemoryTable(Sequence[Memory]):
    """The buffers of a program, in the order in which they are used. As text it is a table."""

    def __init__(self, buffers: Sequence[Memory]):
        self.buffers = tuple(buffers)

    @property
    def temporaries(self) -> tuple[Memory, ...]:
        """The buffers in global memory between kernels."""
        return tuple(one for one in self if one.role == "temporary" and one.space == "global")

    @overload
    def __getitem__(self, index: int) -> Memory: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Memory]: ...
    def __getitem__(self, index: int | slice) -> Memory | Sequence[Memory]:
        return self.buffers[index]

    def __len__(self) -> int:
        return len(self.buffers)

    def __str__(self) -> str:
        rows = [("name", "role", "memory", "elements", "type", "kernel"), *(one.text for one in self)]
        return "\n".join(columns(rows, left=6))

    def __repr__(self) -> str:
        return f"<{len(self)} buffers>\n{self}"


def memory_table(plan: Plan) -> MemoryTable:
    """Every buffer of a host program and of the kernels that it launches."""
    return MemoryTable([*_parameters(plan), *_reserved(plan), *(m for k in plan.kernels for m in _inside(k))])


def _parameters(plan: Plan) -> Iterator[Memory]:
    for slot in (slot for parameter in plan.parameters for slot in parameter.slots):
        if slot.role is Role.GIVEN:
            yield _memory(slot, "parameter", "global")


def _reserved(plan: Plan) -> Iterator[Memory]:
    returned = set(plan.result.slots)
    for slot in plan.allocated:
        yield _memory(slot, "result" if slot in returned else "temporary", "global")
    for slot in plan.local:
        users = (launch.kernel.function_name for launch in plan.launches if slot in launch.arguments)
        yield _memory(slot, "temporary", "local", next(users, None))


def _memory(slot: Slot, role: str, space: str, kernel: str | None = None) -> Memory:
    return Memory(slot.name, role, space, slot.count, slot.element, kernel)


def _inside(kernel: FuncOp) -> Iterator[Memory]:
    for op in kernel.walk():
        if isinstance(op, AllocOp):
            type_ = buffer_of(op.buffer, op.name)
            name = op.buffer.name_hint or "memory"
            yield Memory(name, "temporary", type_.space.data, op.size.data, type_.element, kernel.function_name)
