"""Memory of temporaries in loops: a slot for each iteration of those that run at the same time, or of which it is a row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from xdsl.ir import Attribute, SSAValue

from ...dialects.lift.types import ArrayType, ExistsType, free_names
from ...dialects.nat.expr import var

if TYPE_CHECKING:
    from .kernel import Kernel, Loop


@dataclass(frozen=True)
class Slots:
    """Memory for all slots of a temporary, and how the one of an iteration is found in it."""

    whole: Attribute
    path: Sequence[Loop | str]
    """From the outside in: the loops that have a slot for each iteration, and the hidden lengths that a slot has room for."""

    @classmethod
    def around(cls, type_: Attribute, space: str, kernel: Kernel) -> Slots:
        """The slots of a temporary at the place that is being built.

        A hidden length that each iteration has another one of does not say where the next slot begins: its bound does.
        """
        whole = type_
        path: list[Loop | str] = []
        shared = False
        for number, loop in reversed([*enumerate(kernel.loops)]):
            if shared or not _has_slots(loop, whole, space):
                shared = False  # what is for one element alone needs no slot for each share of them
                continue
            for name in sorted(free_names(whole) & kernel.named.keys()):
                depth, most = kernel.named[name]
                if depth > number:
                    whole = ExistsType.over(name, most, whole)
                    path.insert(0, name)
            whole = ArrayType.over(loop.position, loop.count if loop.together is None else loop.together, whole)
            path.insert(0, loop)
            shared = loop.together is not None
        return cls(whole, path)

    @property
    def unread(self) -> int:
        """How many of the first leaves are lengths that nobody asks for, since they have names."""
        return sum(isinstance(step, str) for step in self.path)

    def own(self, view: SSAValue, kernel: Kernel) -> SSAValue:
        """The slot of the iteration that is being built, of a view of all."""
        for step in self.path:
            view = kernel.opened(view, var(step)) if isinstance(step, str) else kernel.access(view, step)
        return view


def _has_slots(loop: Loop, type_: Attribute, space: str) -> bool:
    """Whether each iteration of a loop needs memory of its own."""
    if loop.position is not None and loop.position in free_names(type_):
        return True
    return loop.level is not None and (space == "global" or loop.level[0] == "lcl")
