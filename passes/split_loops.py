"""`kernel-split-loops`: a loop whose variable is divided becomes one over quotients, with one over remainders in it.

Who goes through joined rows divides by their length, for the row and for the place in it. Two loops have both at hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from xdsl.context import Context
from xdsl.dialects.builtin import IndexType, ModuleOp
from xdsl.ir import Block, Region, SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import InsertPoint, Rewriter

from ..dialects.kernel.control import ForOp, YieldOp
from ..dialects.kernel.functions import FuncOp
from ..dialects.kernel.memory import BarrierOp
from ..dialects.kernel.symbols import expressions_of, index_operands
from ..dialects.kernel.workitems import ApplyOp
from ..dialects.nat.atoms import atoms_inside
from ..dialects.nat.expr import FloorDiv, Mod, compare, floordiv, var
from ..dialects.nat.prove import equal, holds
from ..dialects.nat.ring import Nat, const
from ..dialects.view.operation import ViewOp
from .simplify_control_flow import ControlFlow, substitute

MOST_DIMENSIONS: Final = 4
"""A loop is split into so many at most."""

_VARIABLE: Final = "i'"
_OTHER: Final = "other'"
"""What values are called that are defined in a loop."""


@dataclass(frozen=True)
class SplitLoopsPass(ModulePass):
    """Split loops whose variable is divided by what divides the number of their iterations.

    Before:

        %r = kernel.for %i = 0 to 9 step 1 with (%acc = %zero) : f32 {
          %e = kernel.load %x[M * (%i floordiv 3) + %i mod 3] : f32
          ..
        }

    After:

        %r = kernel.for %i = 0 to 3 step 1 with (%acc = %zero) : f32 {
          %s = kernel.for %j = 0 to 3 step 1 with (%acc_1 = %acc) : f32 {
            %e = kernel.load %x[M * %i + %j] : f32
            ..

    The order of the iterations stays the same. Loops that are marked `unroll`, or have a barrier in them, stay as they are,
    and so does a kernel that still has views.
    """

    name: ClassVar[str] = "kernel-split-loops"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for function in op.ops:
            if isinstance(function, FuncOp) and not any(isinstance(inner, ViewOp) for inner in function.walk()):
                for _ in range(MOST_DIMENSIONS - 1):
                    if not any(isinstance(inner, ForOp) and _is_divided(inner) for inner in function.walk()):
                        break
                    _Splitting(function).run()


def _is_divided(loop: ForOp) -> bool:
    return next(divisors(loop, lambda _: var(_OTHER)), None) is not None


def divisors(loop: ForOp, called: Callable[[SSAValue], Nat]) -> Iterator[Nat]:
    """What the variable of a loop is divided by in the indices of its region, where values are called so."""
    if loop.unroll is not None or loop.conditions or any(isinstance(op, BarrierOp) for op in loop.walk()):
        return
    for use in loop.variable.uses:
        values = [
            var(_VARIABLE) if value is loop.variable else called(value) for value in index_operands(use.operation)
        ]
        for nat in expressions_of(use.operation, values):
            for atom in dict.fromkeys(inner for outer in nat.atoms for inner in (outer, *atoms_inside(outer))):
                if isinstance(atom, FloorDiv | Mod) and atom.args[0] is var(_VARIABLE):
                    yield atom.args[1]


class _Splitting(ControlFlow):
    """One kernel, of which some loops are split."""

    def loop(self, op: ForOp) -> None:
        lengths = self.lengths(op)
        if lengths is None:
            super().loop(op)
        else:
            self.split(op, *lengths)

    def lengths(self, op: ForOp) -> tuple[Nat, Nat] | None:
        """How many quotients and remainders there are; None where a loop stays as it is."""
        start, stop, step = (
            self.symbols.simple(self.known.nat(bound, op.symbols)) for bound in (op.start, op.stop, op.step)
        )
        if start.constant != 0 or step.constant != 1:
            return None
        for divisor in divisors(op, lambda value: self.called(value, op)):
            rows = self.symbols.simple(floordiv(stop, divisor)) if _OTHER not in divisor.names else const(1)
            whole = holds(compare(divisor, "ge", 1), self.known.facts) and equal(rows * divisor, stop, self.known.facts)
            if whole and rows.constant != 1:
                return rows, divisor
        return None

    def called(self, value: SSAValue, loop: ForOp) -> Nat:
        """A value before a loop by its name."""
        return var(_OTHER) if loop.is_ancestor(value.owner) else self.known.values[value]

    def split(self, op: ForOp, rows: Nat, columns: Nat) -> None:
        """The same iterations, by two loops; the variable is the row times the length of one, plus the column."""
        around, position = self.known, op.position
        outer = self.counted(rows, op.inits, Region(Block(arg_types=[IndexType(), *(init.type for init in op.inits)])))
        inner = self.counted(columns, outer.carried, Rewriter.move_region_contents_to_new_regions(op.body))
        for argument, same in zip(outer.block.args, inner.block.args, strict=True):
            argument.name_hint = same.name_hint
        substitute(op, outer)
        outer.block.add_op(inner)
        if inner.results:
            outer.block.add_op(YieldOp(*inner.results))
        body = list(inner.block.ops)
        row, column = (self.enter(loop) for loop in (outer, inner))
        (index,), operands = self.symbols.over(columns * row + column)
        whole = ApplyOp(index, operands)
        inner.variable.replace_uses_with_if(whole.number, lambda use: use.operation is not whole)
        Rewriter.insert_op(whole, InsertPoint.at_start(inner.block))
        self.known.values[whole.number] = columns * row + column
        self.stands_for.add(whole.number)
        if position is not None:
            self.known = self.known.naming(position.data, columns * row + column)
        self.operations(body)
        self.known = around
        self.finish(inner)
        self.finish(outer)

    def counted(self, count: Nat, inits: Sequence[SSAValue], body: Region) -> ForOp:
        (start, stop, step), operands = self.symbols.over(const(0), count, const(1))
        return ForOp((start, stop, step), operands, inits, body)

    def enter(self, loop: ForOp) -> Nat:
        """From here on it is known what is known in a loop; its variable."""
        name = self.symbols.name(loop.variable)
        self.known = self.known.inside(loop, name)
        self.symbols.register(*loop.carried)
        return var(name)
