"""Every buffer of a program: what `program.memory` lists."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import overload

from xdsl.ir import Attribute

from ...dialects.kernel.functions import FuncOp
from ...dialects.kernel.memory import AllocOp
from ...dialects.kernel.operation import buffer_of
from ...dialects.lift.storage import leaves_of
from ...dialects.nat.ring import Nat
from .plan import Action, Iterations, Launch, Plan
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
    for slots, type_ in zip(plan.parameters, plan.program.parameter_types, strict=True):
        for slot, leaf in zip(slots, leaves_of(type_), strict=True):
            if slot not in plan.by_value:
                yield Memory(plan.names[slot], "parameter", "global", leaf.count, plan.elements[slot])


def _reserved(plan: Plan) -> Iterator[Memory]:
    for slot, count in plan.allocated.items():
        role = "result" if slot in plan.returned else "temporary"
        yield Memory(plan.names[slot], role, "global", count, plan.elements[slot])
    users = _users(plan.steps)
    for slot, count in plan.local.items():
        yield Memory(plan.names[slot], "temporary", "local", count, plan.elements[slot], users.get(slot))


def _users(steps: Sequence[Action]) -> dict[int, str]:
    """The kernel that a slot is handed to first."""
    users: dict[int, str] = {}
    for step in steps:
        found = {}
        if isinstance(step, Launch):
            found = dict.fromkeys(step.arguments, step.kernel.function_name)
        elif isinstance(step, Iterations):
            found = _users(step.steps)
        users = {**found, **users}
    return users


def _inside(kernel: FuncOp) -> Iterator[Memory]:
    for op in kernel.walk():
        if isinstance(op, AllocOp):
            type_ = buffer_of(op.buffer, op.name)
            name = op.buffer.name_hint or "memory"
            yield Memory(name, "temporary", type_.space.data, op.size.data, type_.element, kernel.function_name)
