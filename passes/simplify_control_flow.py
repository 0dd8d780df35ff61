"""`kernel-simplify-control-flow`: no loop where a condition is enough, and no condition that is decided.

Loops over parallel maps go in strides from the id of a work item or group to the length. What is known of the launch,
of the sizes and of the conditions around often shows that such a loop has one iteration at most.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from xdsl.context import Context
from xdsl.dialects.arith import ConstantOp
from xdsl.dialects.builtin import ArrayAttr, IndexType, IntegerAttr, ModuleOp
from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import InsertPoint, Rewriter

from ..analysis.liveness import is_idle
from ..dialects.kernel.control import ControlOp, ForOp, IfOp, YieldOp
from ..dialects.kernel.functions import FuncOp
from ..dialects.kernel.known import Known
from ..dialects.kernel.lengths import LengthOp
from ..dialects.kernel.memory import AccessOp, BarrierOp
from ..dialects.kernel.symbols import Symbols, index_operands, set_index
from ..dialects.kernel.workitems import ApplyOp
from ..dialects.lift.profile import profile_of
from ..dialects.nat.expr import Condition, compare
from ..dialects.nat.facts import NOTHING
from ..dialects.nat.prove import holds
from ..dialects.nat.ring import Nat
from ..dialects.nat.simplify import simplify_condition
from ..dialects.view.operation import ViewOp
from .dead_values import erase_dead_values


@dataclass(frozen=True)
class SimplifyControlFlowPass(ModulePass):
    """Replace loops of at most one iteration by conditions, and conditions that are decided by their branch.

    Before, in a kernel with `launch(local = [64], groups = [N])`:

        %l = kernel.local_id 0
        %size = kernel.local_size 0
        kernel.for %i = %l to 32 step %size {
          kernel.store %a, %x[2 * %i] : f32
        }

    After:

        kernel.if %l lt 32 {
          kernel.store %a, %x[2 * %l] : f32
        }

    A loop with a barrier in it stays, unless it has just one iteration. A loop that never runs goes, and so do loops and
    conditions that do nothing and values that nothing needs, carried ones too. Afterwards no loop binds the name of a
    nat, and no hidden length has one: what was written with the name is written with the variable. That is all where the
    profile says `control_flow = off`. A kernel that still has views is left alone.
    """

    name: ClassVar[str] = "kernel-simplify-control-flow"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for function in op.ops:
            if isinstance(function, FuncOp) and not any(isinstance(inner, ViewOp) for inner in function.walk()):
                ControlFlow(function).run()


class ControlFlow:
    """One kernel, whose loops and conditions are rewritten in order, with what is known at each."""

    def __init__(self, function: FuncOp):
        self.function = function
        self.symbols = Symbols(function)
        self.keeps = profile_of(function).control_flow == "off"
        """Whether loops and conditions stay."""
        self.decided: dict[SSAValue, bool] = {}
        """The bits that conditions around have decided."""
        self.stands_for: set[SSAValue] = set()
        """Values that stand for the variable of a loop; more is known of them than when they were put into an index."""

    @property
    def known(self) -> Known:
        return self.symbols.known

    @known.setter
    def known(self, known: Known) -> None:
        self.symbols.known = known

    def run(self) -> None:
        self.block(self.function.block)
        for op in self.function.walk():
            if isinstance(op, LengthOp):
                op.called = None
        tables = [one for one in self.function.hidden_lengths if one.count is not None]
        self.function.lengths = ArrayAttr(tables) if tables else None
        erase_dead_values(self.function)

    def block(self, block: Block) -> None:
        self.operations(list(block.ops))

    def operations(self, ops: Sequence[Operation]) -> None:
        for op in ops:
            match op:
                case ForOp():
                    self.loop(op)
                case IfOp():
                    self.condition(op)
                case AccessOp() | ApplyOp():
                    self.index(op)
                    self.symbols.register(*op.results)
                case _:
                    self.symbols.register(*op.results)

    # Indices

    def index(self, op: AccessOp | ApplyOp) -> None:
        """An index changes where it is written with the name of a loop, or with a variable that is something else now."""
        operands = index_operands(op)
        if self.known.names.keys().isdisjoint(op.index.body.data.names) and self.stands_for.isdisjoint(operands):
            return
        (index,), values = self.symbols.over(self.symbols.written(self.known.nat(op.index, operands)))
        set_index(op, index, values)

    def value_of(self, nat: Nat, before: Operation, hint: str | None) -> SSAValue:
        """Where a loop starts, as a value: an id as it is; indices have anything else as the expression that it is."""
        name = str(nat.single.label) if nat.single is not None else ""
        if name in self.symbols.values:
            value = self.symbols.values[name]
            value.name_hint = value.name_hint or hint
            self.stands_for.add(value)
            return value
        if nat.constant is not None:
            op: Operation = ConstantOp(IntegerAttr(nat.constant, IndexType()))
        else:
            (index,), operands = self.symbols.over(nat)
            op = ApplyOp(index, operands)
        Rewriter.insert_op(op, InsertPoint.before(before))
        (value,) = op.results
        value.name_hint = hint
        self.known.values[value] = nat
        self.stands_for.add(value)
        return value

    # Loops

    def loop(self, op: ForOp) -> None:
        bounds = [self.known.nat(bound, op.symbols) for bound in (op.start, op.stop, op.step)]
        start, stop, step = map(self.symbols.simple, bounds)
        runs = compare(start, "lt", stop)
        if self.keeps:
            self.repeated(op, bounds)
        elif holds(runs.negated, self.known.facts):
            replace_op(op, op.inits)
        elif (
            not op.conditions
            and holds(compare(start + step, "ge", stop), self.known.facts)
            and self.may_be_condition(op, runs)
        ):
            self.once(op, start, runs)
        else:
            self.repeated(op, bounds)

    def may_be_condition(self, op: ForOp, runs: Condition) -> bool:
        """Whether a loop of one iteration at most may be a condition.

        All work items of a group come to the same, so a barrier may stand in a condition; but PoCL goes wrong where one
        does inside a loop, and does not where it stands in a loop.
        """
        return holds(runs, self.known.facts) or not any(isinstance(inner, BarrierOp) for inner in op.walk())

    def once(self, op: ForOp, start: Nat, runs: Condition) -> None:
        """A loop of at most one iteration, in which the variable is where it starts."""
        values = [self.value_of(start, op, op.variable.name_hint), *op.inits]
        if op.position is not None:
            self.known = self.known.naming(op.position.data, start)
        if holds(runs, self.known.facts):
            self.operations(inline(op, op.block, values))
            return
        inits = list(op.inits)
        block = op.block
        for argument, value in zip(tuple(block.args), values, strict=True):
            argument.replace_all_uses_with(value)
            block.erase_arg(argument)
        condition, operands = self.symbols.condition_over(runs)
        body = Rewriter.move_region_contents_to_new_regions(op.body)
        otherwise = Region(Block([YieldOp(*inits)])) if inits else None
        new = IfOp(condition, operands, [value.type for value in inits], body, otherwise)
        substitute(op, new)
        around = self.known
        self.known = self.known.given(runs)
        self.block(new.then.block)
        self.known = around
        self.finish(new)

    def repeated(self, op: ForOp, bounds: Sequence[Nat]) -> None:
        """A loop that stays; its variable has no name on the level of types any more."""
        around = self.known
        plain = [self.symbols.written(bound) for bound in bounds]
        self.known = self.known.inside(op, self.symbols.name(op.variable))
        inside = [self.symbols.written(bound) for bound in bounds]
        # What is known in the loop is not where it has no iterations: it must have none then, too.
        later, sooner = compare(inside[0], "ge", plain[0]), compare(inside[1], "le", plain[1])
        shorter = holds(later, around.facts) and holds(sooner, around.facts) and inside[2] == plain[2]
        (start, stop, step), operands = self.symbols.over(*(inside if shorter else plain))
        body = Rewriter.move_region_contents_to_new_regions(op.body)
        new = ForOp((start, stop, step), operands, op.inits, body, unroll=op.unroll is not None)
        substitute(op, new)
        self.symbols.register(*new.carried)
        self.block(new.block)
        self.known = around
        self.finish(new)

    # Conditions

    def condition(self, op: IfOp) -> None:
        condition = self.decision(op)
        if isinstance(condition, bool):
            block = op.then.block if condition else op.else_block
            if block is None:
                replace_op(op, ())
            else:
                self.operations(inline(op, block, ()))
            return
        if condition is not None:
            op.condition, op.operands = self.symbols.condition_over(condition)
        around = self.known
        for block, holds_here in ((op.then.block, True), (op.else_block, False)):
            if block is None:
                continue
            if condition is not None:
                self.known = around.given(condition if holds_here else condition.negated)
                self.block(block)
            else:
                (bit,) = op.decided_by
                self.decided[bit] = holds_here
                self.block(block)
                del self.decided[bit]
            self.known = around
        self.finish(op)

    def decision(self, op: IfOp) -> Condition | bool | None:
        """Whether a condition holds here, or what it is; None for a bit that is not decided."""
        if op.condition is not None:
            condition = self.known.condition(op.condition, op.decided_by)
            return simplify_condition(condition, NOTHING if self.keeps else self.known.facts)
        (bit,) = op.decided_by
        if isinstance(bit.owner, ConstantOp) and isinstance(bit.owner.value, IntegerAttr):
            return bit.owner.value.value.data != 0
        return None if self.keeps else self.decided.get(bit)

    def finish(self, op: ForOp | IfOp) -> None:
        """What does nothing goes."""
        if isinstance(op, IfOp) and op.else_block is not None and not op.results and is_idle(op.else_block):
            op.otherwise.erase_block(op.else_block)
        used = any(result.first_use is not None for result in op.results)
        if not used and all(is_idle(block) for region in op.regions for block in region.blocks):
            Rewriter.erase_op(op)
        else:
            self.symbols.register(*op.results)


def inline(op: ControlOp, block: Block, values: Sequence[SSAValue]) -> list[Operation]:
    """Put the ops of a block in place of the op around it; the ops that now stand there."""
    for argument, value in zip(block.args, values, strict=True):
        argument.replace_all_uses_with(value)
    last, given = block.last_op, list[SSAValue]()
    if isinstance(last, YieldOp):
        given = list(last.values)
        Rewriter.erase_op(last)
    moved = list(block.ops)
    Rewriter.inline_block(block, InsertPoint.before(op))
    replace_op(op, given)
    return moved


def replace_op(op: Operation, values: Sequence[SSAValue]) -> None:
    """Use values instead of the results of an op, which goes."""
    for result, value in zip(tuple(op.results), tuple(values), strict=True):
        if value.name_hint is None:
            value.name_hint = result.name_hint
        result.replace_all_uses_with(value)
    Rewriter.erase_op(op)


def substitute(op: Operation, new: Operation) -> None:
    """Put an op in the place of another that has the same results, or the first of them."""
    new.attributes.update(op.attributes)
    new.location = op.location
    Rewriter.insert_op(new, InsertPoint.before(op))
    results = new.results[: len(op.results)]
    for old, result in zip(op.results, results, strict=True):
        result.name_hint = old.name_hint
    replace_op(op, results)
