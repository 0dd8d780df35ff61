"""Loops for the patterns of a kernel, and views for its layout ops.

Where an op writes is one of its operands. So its ops become statements, one after the other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from xdsl.dialects.builtin import StringAttr, TupleType
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from ...analysis.errors import NOT_COMPILED
from ...analysis.iterations import lengths_of_iterations
from ...analysis.writes import needs_double_buffer, written_operands
from ...dialects.diagnostics import LiftError, location_of
from ...dialects.foreign import instead_of
from ...dialects.kernel.control import YieldOp
from ...dialects.kernel.memory import BarrierOp
from ...dialects.lift import body
from ...dialects.lift.access import AtOp, AtUncheckedOp, ScatterOp
from ...dialects.lift.algorithmic import FilterLike, GenerateOp, MapLike, MapOp, ReduceLike, ScanLike
from ...dialects.lift.body import BodyOp
from ...dialects.lift.choice import IfOp
from ...dialects.lift.destinations import WritingOp, levels_in
from ...dialects.lift.existential import PackOp, UnpackOp
from ...dialects.lift.iterate import IterateOp
from ...dialects.lift.loops import LoopOp
from ...dialects.lift.operation import LiftOp
from ...dialects.lift.scope import scope_at
from ...dialects.lift.storage import LENGTH
from ...dialects.lift.types import ArrayType, ExistsType, holds_array
from ...dialects.lift.updates import UpdateLike
from ...dialects.limits import Copies
from ...dialects.nat.expr import compare, mod, var
from ...dialects.nat.ring import Nat, const
from ...dialects.ocl import kernels
from ...dialects.ocl.destinations import AllocOp, InverseOp, SlotOp, StoreOp, TupleOp, memory_type
from ...dialects.ocl.joins import JoinSeqOp, ParallelJoin
from ...dialects.ocl.memory import ToSpaceOp
from ...dialects.ocl.patterns import ParallelMap, Sequential
from ...dialects.ocl.places import PlacesOp
from ...dialects.ocl.rows import RowOp
from ...dialects.ocl.scatters import ParallelScatter
from ...dialects.ocl.shares import MapSharesOp
from ...dialects.ocl.vectors import VectorPattern
from ...dialects.view import layout, mapping, sources
from ...dialects.view.layout import GatherOp, part_of
from ...dialects.view.operation import LayoutView, ViewType, seen_by
from ...dialects.view.path import length_of
from . import hidden
from .control import chosen, repeated
from .iterations import with_length
from .kernel import Kernel
from .scalars import is_scalar_code, scalar_code
from .shares import shared
from .unrolled import unrolled
from .updates import scattered, updated
from .vectors import on_parts

OURS = ("lift", "ocl", "arith", "math")
"""The dialects that a program is written in."""

ViewClasses = Mapping[type[Operation], type[LayoutView]]
"""The view that each layout op builds."""


class Lowering:
    """The body of one kernel. Patterns of other packages are a `LoopOp`, and build their loops themselves."""

    def __init__(self, kernel: Kernel, view_classes: ViewClasses):
        self.kernel = kernel
        self.view_classes = view_classes
        self.copies = Copies()

    # Blocks

    def statements(self, block: Block) -> None:
        """The statements of a block."""
        for op in block.ops:
            if op is not block.last_op:
                self.operation(op)

    def destinations(self, op: Operation, target: SSAValue) -> Mapping[int, SSAValue]:
        """Where the operands of a layout op are stored, so that its result is the target."""
        assert isinstance(op, LiftOp)
        if isinstance(op, MapOp):
            return {0: self.inverse_map(op, target)}
        found = self.view_classes[type(op)].destinations(op, target, self.kernel.view_op)
        return {k: found[k] for k in written_operands(op)}

    def inverse_map(self, op: MapOp, target: SSAValue) -> SSAValue:
        """A rearrangement of every element, backwards."""

        def backwards(row: SSAValue) -> SSAValue:
            value = op.yielded
            while value is not op.block.args[0]:
                assert isinstance(value.owner, Operation)
                ((k, row),) = self.destinations(value.owner, row).items()
                value = value.owner.operands[k]
            return row

        return self.map_view(target, op.position_name, op.yielded.type, backwards)

    def map_view(
        self, xs: SSAValue, position: str | None, element: Attribute, function: Callable[[SSAValue], SSAValue]
    ) -> SSAValue:
        """A view of every element of a view."""
        block = Block(arg_types=[ViewType(element)])
        properties = {"position": None if position is None else StringAttr(position)}
        op = mapping.MapOp.untyped([xs], properties, [Region(block)])
        self.kernel.view_op(op)
        with self.kernel.inside(self.kernel.block, block):
            view = function(block.args[0])
            block.add_op(body.YieldOp(view))
        op.settle(op.inferred(op.scope_of_operands()))
        op.detach()
        self.kernel.view_op(op)  # behind the statements for values that it uses
        return op.result

    # Memory

    def reserved(self, op: AllocOp) -> SSAValue:
        """Memory, as a view."""
        if op.type_.space.data == "private":
            return self.kernel.private(op.type_.contents, op.owners, op.array_name)
        return self.kernel.allocate(op.type_.contents, op.type_.space.data, op.array_name)

    def memory_op(self, op: AllocOp | SlotOp | InverseOp | TupleOp) -> None:
        """Which memory there is, as views."""
        match op:
            case AllocOp():
                self.bind(op.memory, self.reserved(op))
            case SlotOp():
                self.bind(op.memory, self.slot(op))
            case TupleOp():
                whole = layout.TupleOp.of([self.kernel.view(part) for part in op.parts])
                self.bind(op.memory, self.kernel.view_op(whole))
            case InverseOp():
                parts = self.destinations(op.layout, self.kernel.view(op.whole))
                for part, argument in zip(op.parts, op.body.block.args, strict=True):
                    self.bind(part, parts[_index_of(op.layout, argument)])

    def slot(self, op: SlotOp) -> SSAValue:
        """What memory holds before a loop."""
        buffers = self.kernel.view(op.buffers)
        if op.number is None:
            return buffers
        contents = memory_type(op.memory, op.name).contents
        buffer = self.buffer(buffers, const(op.number.value.data))
        # A buffer has room for the most elements that an iteration has.
        return self.kernel.first_elements(buffer, contents.length.data) if isinstance(contents, ArrayType) else buffer

    def buffer(self, buffers: SSAValue, number: Nat, symbols: Mapping[str, SSAValue] | None = None) -> SSAValue:
        """One of two buffers in turn, by an even or odd number."""
        parity = mod(number, 2)
        if parity.constant is not None and isinstance(seen_by(buffers, "slot"), TupleType):
            return self.kernel.view_op(part_of(buffers, parity.constant))
        return self.kernel.element(buffers, parity, symbols)

    def stored(self, op: StoreOp) -> None:
        """A scalar is stored; an array has been written already."""
        if isinstance(op.value.type, ExistsType):
            hidden.stored_length(op, self)
            return
        memory = self.kernel.view(op.destination)
        if op.is_array:
            self.bind(op.result, memory)
            return
        self.kernel.store(self.kernel.value(op.value), memory, op.past_caches)
        self.alias(op.result, op.value)

    def home(self, op: WritingOp) -> SSAValue:
        """Where an op writes."""
        return self.kernel.view(op.destinations[0])

    def region(self, op: BodyOp, target: SSAValue | None) -> None:
        """The statements of a region, whose result is written to a target."""
        if op.target is not None:
            assert target is not None
            self.bind(op.target, target)
        self.statements(op.block)

    # Ops

    def operation(self, op: Operation) -> None:
        """The statements and views of an op."""
        single = (
            op.single if isinstance(op, StoreOp | WritingOp) and not isinstance(op, ReduceLike | UpdateLike) else None
        )
        around, self.kernel.writer = self.kernel.writer, levels_in(single)
        with self.kernel.building(op):
            self._operation(op)
        self.kernel.writer = around

    def _operation(self, op: Operation) -> None:
        match op:
            case LoopOp():
                op.lower_to_loops(self, self.home(op) if op.destinations else None)
            case kernels.BarrierOp():
                self.kernel.add(BarrierOp(op.space.data))
            case ToSpaceOp() if self.kernel.is_in_view():
                self.alias(op.result, op.value)
            case ToSpaceOp():
                self.bind(op.result, self.kernel.value(op.value))
            case AllocOp() | SlotOp() | InverseOp() | TupleOp():
                self.memory_op(op)
            case UnpackOp() | PackOp() | FilterLike() | ParallelJoin() | JoinSeqOp() | PlacesOp() | RowOp():
                hidden.lowered(op, self)
            case StoreOp():
                self.stored(op)
            case MapOp():
                self.bind(op.result, self.rearranged(op))
            case GenerateOp():
                self.bind(op.result, self.generated(op))
            case AtOp() if op.index is None:
                self.looked_up(op)
            case AtOp() | AtUncheckedOp():
                self.bind(op.result, self.element(op))
            case ScatterOp():
                self.scattered(op)
            case ParallelScatter():
                scattered(op, self)
            case Sequential() if op.unroll is not None:
                unrolled(op, self)
            case MapLike() | ReduceLike() | ScanLike() | UpdateLike() | IterateOp() | IfOp():
                self._pattern(op)
            case VectorPattern():
                self.bind(op.result, on_parts(op, self.kernel))
            case _ if is_scalar_code(op, self.kernel):
                scalar_code(op, self.kernel)
            case _ if type(op) in self.view_classes:
                operands = [self.kernel.view(value) for value in op.operands]
                view = self.view_classes[type(op)].of(operands, dict(op.properties))
                self.bind(op.results[0], self.kernel.view_op(view))
            case _:
                raise _not_compiled(op)

    def _pattern(self, op: MapLike | ReduceLike | ScanLike | UpdateLike | IterateOp | IfOp) -> None:
        match op:
            case MapSharesOp():
                shared(op, self)
            case MapLike():
                self.mapped(op)
            case ReduceLike():
                self.reduced(op)
            case ScanLike():
                self.scanned(op)
            case UpdateLike():
                updated(op, self)
            case IterateOp():
                self.iterated(op)
            case IfOp():
                chosen(op, self)

    def bind(self, value: SSAValue, to: SSAValue) -> None:
        self.kernel.bind(value, to)

    def alias(self, value: SSAValue, other: SSAValue) -> None:
        self.bind(value, self.kernel.value(other) if self.kernel.is_value(other) else self.kernel.view(other))

    # Views

    def rearranged(self, op: MapOp) -> SSAValue:
        """A map that only rearranges is a view."""

        def forwards(row: SSAValue) -> SSAValue:
            self.bind(op.block.args[0], row)
            for inner in op.block.ops:
                if inner is not op.block.last_op:
                    self.operation(inner)
            return self.kernel.view(op.yielded)

        return self.map_view(self.kernel.view(op.xs), op.position_name, op.block.args[0].type, forwards)

    def generated(self, op: GenerateOp) -> SSAValue:
        """An array from its positions is computed where it is read."""
        for inner in op.walk():
            for value in inner.operands:
                if not op.is_ancestor(value.owner) and not holds_array(value.type):
                    self.kernel.value(value)
        assert op.position is not None
        block = Block()
        properties = {"position": op.position, "count": op.count}
        view = sources.GenerateOp.untyped([], properties, [Region(block)])
        self.kernel.view_op(view)
        with self.kernel.inside(block):
            for inner in op.block.ops:
                if inner is not op.block.last_op:
                    self.operation(inner)
            block.add_op(YieldOp(self.kernel.value(op.yielded)))
        view.settle(ViewType(op.result.type))
        return view.result

    def scattered(self, op: ScatterOp) -> None:
        """What is written through a permutation is read where it was written, or else through the inverse."""
        if all(isinstance(use.operation, StoreOp) for use in op.result.uses):
            return
        inverse = op.inverse()
        if inverse is None:
            raise LiftError(
                NOT_COMPILED,
                f"'{op.name}' is read, and the inverse of its function is not found",
                expected="a permutation whose inverse is found, or a result that is written to memory at once",
                fix="use lift.gather with the inverse function",
                location=location_of(op),
            )
        self.bind(op.result, self.kernel.view_op(GatherOp.of([self.kernel.view(op.xs)], {"function": inverse})))

    def element(self, op: AtOp | AtUncheckedOp) -> SSAValue:
        xs = self.kernel.view(op.xs)
        if isinstance(op, AtUncheckedOp):
            return self.kernel.element(xs, var("i'"), {"i'": self.vouched(op)})
        assert op.index is not None
        return self.kernel.element(xs, op.index.data)

    def vouched(self, op: AtUncheckedOp) -> SSAValue:
        """An index that is in bounds, as the writer of a program says: then indices made of it need no more bits."""
        index = self.kernel.value(op.index)
        if index.type != LENGTH:
            return index
        return self.kernel.bounded(index, self.kernel.most(length_of(op.xs.type), scope_at(op)), "at")

    def looked_up(self, op: AtOp) -> None:
        """An element at a run-time index, or another value."""
        kernel = self.kernel
        xs, index, default = kernel.view(op.xs), kernel.value(op.dynamic[0]), op.dynamic[1]
        target = self.home(op) if op.destinations else None
        types = [] if target is not None else [op.result.type]
        other = kernel.view(default) if target is not None else kernel.value(default)

        def outside() -> None:
            if target is None:
                kernel.add(YieldOp(other))
            else:
                kernel.copy(other, target)

        i = {"i'": index}
        lower = kernel.condition(compare(var("i'"), "ge", 0), i, types, otherwise=True)
        with kernel.inside(lower.then.block):
            upper = kernel.condition(compare(var("i'"), "lt", length_of(op.xs.type)), i, types, otherwise=True)
            with kernel.inside(upper.then.block):
                view = kernel.element(xs, var("i'"), i)
                if target is None:
                    kernel.add(YieldOp(kernel.load(view)))
                else:
                    kernel.copy(view, target)
            with kernel.inside(upper.otherwise.block):
                outside()
            if target is None:
                kernel.add(YieldOp(upper.results[0]))
        with kernel.inside(lower.otherwise.block):
            outside()
        self.bind(op.result, lower.results[0] if target is None else target)

    # Patterns

    def mapped(self, op: MapLike) -> None:
        kernel, target = self.kernel, self.home(op)
        xs = kernel.view(op.xs)
        parallel = op if isinstance(op, ParallelMap) else None
        with kernel.loop(length_of(op.xs.type), op.position_name, map_=parallel, over=(xs, target)) as (loop, _):
            self.bind(op.block.args[0], kernel.access(xs, loop))
            self.region(op, kernel.access(target, loop))
        self.bind(op.result, target)

    def reduced(self, op: ReduceLike) -> None:
        kernel, count = self.kernel, length_of(op.xs.type)
        accumulator, element = op.block.args[:2]
        xs = kernel.view(op.xs)
        if not op.destinations:
            first = kernel.value(op.init)
            with kernel.loop(count, op.position_name, [first], over=(xs,)) as (loop, statement):
                self.bind(accumulator, statement.carried[0])
                self.bind(element, kernel.access(xs, loop))
                self.statements(op.block)
                kernel.add(YieldOp(kernel.value(op.yielded)))
            self.bind(op.result, statement.results[0])
            return
        home, doubled = self.home(op), needs_double_buffer(op)
        with kernel.alone(levels_in(op.single)), kernel.loop(count, op.position_name, over=(xs,)) as (loop, _):
            self.bind(element, kernel.access(xs, loop))
            self.bind(accumulator, self.turn(home, loop.variable, 0) if doubled else home)
            self.region(op, self.turn(home, loop.variable, 1) if doubled else home)
        self.bind(op.result, self.outcome(op))

    def outcome(self, op: WritingOp) -> SSAValue:
        """The result of an op in its memory: of two buffers in turn, the one that was written last."""
        home = self.home(op)
        if isinstance(op, IterateOp) and op.condition_block is not None:
            raise LiftError(
                NOT_COMPILED,
                f"the result of '{op.name} upto' is read by another kernel, which does not know how many iterations there were",
                fix="leave the kernel out, which makes it a loop of the host",
                location=location_of(op),
            )
        if isinstance(op, IterateOp):
            last = self.buffer(home, op.count.data)
            return last if op.keeps_type else self.kernel.first_elements(last, length_of(op.result.type))
        if isinstance(op, ReduceLike) and needs_double_buffer(op):
            return self.kernel.element(home, mod(length_of(op.xs.type), 2))
        return home

    def turn(self, home: SSAValue, variable: SSAValue, ahead: int) -> SSAValue:
        """The buffer, of two in turn, that an iteration reads, or the one that it writes."""
        return self.kernel.element(home, mod(var("i'") + ahead, 2), {"i'": variable})

    def scanned(self, op: ScanLike) -> None:
        kernel, count, target = self.kernel, length_of(op.xs.type), self.home(op)
        accumulator, element = op.block.args[:2]
        xs = kernel.view(op.xs)
        if len(op.destinations) == 1:
            first = kernel.value(op.init)
            with kernel.loop(count, op.position_name, [first], over=(xs, target)) as (loop, statement):
                self.bind(accumulator, statement.carried[0])
                self.bind(element, kernel.access(xs, loop))
                self.region(op, kernel.access(target, loop))
                kernel.add(YieldOp(kernel.value(op.yielded)))
        else:
            home = kernel.view(op.destinations[1])
            with kernel.loop(count, op.position_name, over=(xs, target)) as (loop, _):
                self.bind(element, kernel.access(xs, loop))
                self.bind(accumulator, self.turn(home, loop.variable, 0))
                following = self.turn(home, loop.variable, 1)
                self.region(op, following)
                kernel.copy(following, kernel.access(target, loop))
        self.bind(op.result, target)

    def iterated(self, op: IterateOp) -> None:
        """Iterations, each of which reads one buffer and writes the other.

        A known number of iterations is a loop over two at a time, so that each knows its buffers. Where the length of an iteration
        has no expression, each iteration has statements of its own.
        """
        if op.keeps_type:
            repeated(op, self)
            return
        kernel, count, home = self.kernel, op.count.data, self.home(op)
        r = kernel.fresh("r")
        even, odd = (lengths_of_iterations(op, 2 * var(r) + k, scope_at(op)) for k in (0, 1))
        every = lengths_of_iterations(op, var(r), scope_at(op))
        if count.constant is None:
            assert every is not None
            with kernel.loop(count, r) as (loop, _):
                i = {"i'": loop.variable}
                self.iteration(op, every, lambda ahead: self.buffer(home, var("i'") + ahead, i))
        elif count.constant < 2 or even is None or odd is None:
            for k in range(count.constant):
                self.numbered_iteration(op, k)
        else:
            with kernel.loop(const(count.constant // 2), r):
                for k, lengths in enumerate((even, odd)):
                    with kernel.inside(kernel.block):
                        self.iteration(op, lengths, lambda ahead, k=k: self.buffer(home, const(k + ahead)))
            if count.constant % 2:
                self.numbered_iteration(op, count.constant - 1)
        self.bind(op.result, self.outcome(op))

    def numbered_iteration(self, op: IterateOp, number: int) -> None:
        lengths = lengths_of_iterations(op, const(number), scope_at(op))
        assert lengths is not None
        with self.kernel.inside(self.kernel.block):
            self.iteration(op, lengths, lambda ahead: self.buffer(self.home(op), const(number + ahead)))

    def iteration(self, op: IterateOp, lengths: tuple[Nat, Nat], slot: Callable[[int], SSAValue]) -> None:
        """One iteration: it reads one buffer and writes the other."""
        kernel, (before, after) = self.kernel, lengths
        self.copies.add(op, 1)
        copy = with_length(op, before, {loop.position for loop in kernel.loops if loop.position})
        self.bind(copy.block.args[0], kernel.first_elements(slot(0), before))
        self.region(copy, kernel.first_elements(slot(1), after))


def _index_of(layout: LiftOp, argument: SSAValue) -> int:
    """Which operand of a layout op is an argument."""
    return next(k for k, operand in enumerate(layout.operands) if operand is argument)


def _not_compiled(op: Operation) -> LiftError:
    ours = op.dialect_name() in OURS
    return LiftError(
        NOT_COMPILED,
        f"'{op.name}' is not compiled to OpenCL" + (" yet" if ours else ""),
        expected="a program without it" if ours else f"an op of {', '.join(OURS[:-1])} or {OURS[-1]}",
        fix='run it with target="interpreter"' if ours else instead_of(op.name),
        location=location_of(op),
    )
