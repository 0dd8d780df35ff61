"""Patterns that say themselves which loops they become: what a package that adds a pattern derives from."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar

from xdsl.ir import SSAValue
from xdsl.irdl import var_operand_def

from .destinations import WritingOp


class LoopOp(WritingOp):
    """An op that computes by loops of its own, and that no pass knows more of."""

    STORES_ITSELF: ClassVar[bool] = True

    into = var_operand_def()

    def written_through(self) -> Sequence[SSAValue] | None:
        return ()

    @abstractmethod
    def lower_to_loops(self, lowering: Any, target: SSAValue | None) -> None:
        """Build the loops, in a kernel.

        `lowering` is a `lift.lowering.ocl_to_view.patterns.Lowering`; it binds each operand of the op to a value or a
        view, and is told what the result is. `target` is a view of where the result is stored, if that holds an array.
        """
