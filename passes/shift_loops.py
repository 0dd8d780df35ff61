"""`kernel-shift-loops`: a loop begins where its indices do.

A loop over the rest of an array counts from 0 to its length, and adds where the rest begins wherever it uses its variable.
It may as well begin there: its end is then that of the array, which needs no remainder.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation, SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import InsertPoint, Rewriter

from ..dialects.kernel.control import ForOp
from ..dialects.kernel.functions import FuncOp
from ..dialects.kernel.symbols import expressions_of, index_operands
from ..dialects.kernel.workitems import ApplyOp
from ..dialects.lift.profile import profile_of
from ..dialects.nat.expr import Mod, floordiv, var
from ..dialects.nat.rebuild import substitute as with_names
from ..dialects.nat.ring import ONE, Nat, const, from_terms
from ..dialects.nat.simplify import simplify
from ..dialects.view.operation import ViewOp
from .simplify_control_flow import ControlFlow, substitute

_VARIABLE: Final = "i'"
"""What the variable of a loop is called while its uses are looked at."""


@dataclass(frozen=True)
class ShiftLoopsPass(ModulePass):
    """Let loops begin at what is added to their variables, where that makes their ends and their indices simpler.

    Before:

        kernel.for %i = 0 to N mod 32 step 1 {
          %e = kernel.load %x[%i + 32 * (N floordiv 32)] : f32
          ..
        }

    After:

        kernel.for %i = 32 * (N floordiv 32) to N step 1 {
          %e = kernel.load %x[%i] : f32
          ..
        }

    There are as many iterations as before, in the same order, whatever the sizes are. Loops in strides from an id stay as
    they are, and so do those that are marked `unroll`, and a kernel that still has views.
    """

    name: ClassVar[str] = "kernel-shift-loops"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for function in op.ops:
            if isinstance(function, FuncOp) and _is_worth(function):
                _Shifting(function).run()


def _is_worth(function: FuncOp) -> bool:
    ops = list(function.walk())
    wanted = profile_of(function).indices == "on"
    return wanted and any(map(_may_shift, ops)) and not any(isinstance(op, ViewOp) for op in ops)


def _may_shift(op: Operation) -> bool:
    """Whether an op is a loop that begins at a number, and whose end something could be added to."""
    if not isinstance(op, ForOp) or op.unroll is not None or op.position is not None or op.conditions:
        return False
    return op.start.body.data.constant is not None and next(_shifts(op.stop.body.data), None) is not None


def _shifts(stop: Nat) -> Iterator[Nat]:
    """By what a loop may be shifted so that its end becomes simpler: all that is taken away, and multiples below a rest.

    Each is defined wherever the end is. A part of what is divided as a whole may be no integer.
    """
    if stop.den != 1 or any(monomial.powers for monomial, _ in stop.terms):
        return
    taken = from_terms((monomial, -c) for monomial, c in stop.terms if c < 0 and monomial is not ONE)
    rests = const(0)
    for monomial, coefficient in stop.terms:
        for atom, exponent in monomial.factors:
            if isinstance(atom, Mod) and exponent == 1 and coefficient > 0:
                dividend, divisor = atom.args
                rests += from_terms([(monomial.without(atom), coefficient)]) * divisor * floordiv(dividend, divisor)
    for shift in dict.fromkeys((taken + rests, taken, rests)):
        if shift.constant is None:
            yield shift


class _Shifting(ControlFlow):
    """One kernel, of which some loops are shifted."""

    def loop(self, op: ForOp) -> None:
        shift = self.shift(op) if _may_shift(op) else None
        if shift is None:
            super().loop(op)
        else:
            self.begin_at(op, shift)

    def shift(self, op: ForOp) -> Nat | None:
        """What a loop is shifted by; None where that is not worth it."""
        start, stop = (self.symbols.simple(self.known.nat(bound, op.symbols)) for bound in (op.start, op.stop))
        uses = self.uses(op)
        best, least = None, self.size_of(uses, start, stop, const(0))
        for shift in self.simplifying(stop):
            size = self.size_of(uses, start, stop, shift)
            if size < least:
                best, least = shift, size
        return best

    def simplifying(self, stop: Nat) -> Iterator[Nat]:
        """By what a loop may be shifted so that its end becomes simpler, once or several times in a row."""
        for shift in _shifts(stop):
            shifted = self.symbols.simple(stop + shift)
            if shifted.size < stop.size:
                yield shift
                yield from (shift + further for further in self.simplifying(shifted))

    def uses(self, op: ForOp) -> list[Nat]:
        """The expressions that the variable of a loop is used in; what is defined in the loop has names of its own there."""
        inside: dict[SSAValue, Nat] = {op.variable: var(_VARIABLE)}

        def called(value: SSAValue) -> Nat:
            if not op.is_ancestor(value.owner):
                return self.known.values[value]
            return inside.setdefault(value, var(f"{_VARIABLE}{len(inside)}"))

        users = dict.fromkeys(use.operation for use in op.variable.uses)
        return [
            nat
            for user in users
            for nat in expressions_of(user, [called(value) for value in index_operands(user)])
            if _VARIABLE in nat.names
        ]

    def size_of(self, uses: Sequence[Nat], start: Nat, stop: Nat, shift: Nat) -> int:
        """How much is written for the uses of a variable where its loop is shifted."""
        facts = self.known.facts.between(_VARIABLE, start + shift, stop + shift - 1)
        earlier = {_VARIABLE: var(_VARIABLE) - shift}
        return sum(simplify(with_names(use, earlier), facts).size for use in uses)

    def begin_at(self, op: ForOp, shift: Nat) -> None:
        """The same iterations; the variable is what it was, and the shift."""
        around = self.known
        start, stop, step = (self.known.nat(bound, op.symbols) for bound in (op.start, op.stop, op.step))
        bounds = [self.symbols.simple(bound) for bound in (start + shift, stop + shift, step)]
        (first, last, stride), operands = self.symbols.over(*bounds)
        new = ForOp((first, last, stride), operands, op.inits, Rewriter.move_region_contents_to_new_regions(op.body))
        substitute(op, new)
        body = list(new.block.ops)
        name = self.symbols.name(new.variable)
        self.known = self.known.inside(new, name)
        self.symbols.register(*new.carried)
        earlier = var(name) - shift
        (index,), operands = self.symbols.over(earlier)
        count = ApplyOp(index, operands)
        count.number.name_hint = new.variable.name_hint
        new.variable.replace_uses_with_if(count.number, lambda use: use.operation is not count)
        Rewriter.insert_op(count, InsertPoint.at_start(new.block))
        self.known.values[count.number] = earlier
        self.stands_for.add(count.number)
        self.operations(body)
        self.known = around
        self.finish(new)
