"""One kernel being built: its parameters, its memory, its loops, and what the values of the program are in it.

A value is either a value of the kernel, or a view of where it is stored; a view is loaded where its value is needed.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from xdsl.dialects import arith
from xdsl.dialects.builtin import ArrayAttr, IntegerAttr, StringAttr, TupleType, i64
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from ...analysis.ownership import Owners, own_part, strides_of
from ...dialects.kernel.attributes import ConditionAttr, IndexAttr
from ...dialects.kernel.control import ForOp, IfOp
from ...dialects.kernel.functions import FuncOp
from ...dialects.kernel.lengths import LengthAttr, LengthOp, LengthsOp
from ...dialects.kernel.memory import AllocOp
from ...dialects.kernel.types import BufferType
from ...dialects.kernel.workitems import (
    GlobalIdOp,
    GlobalSizeOp,
    GroupIdOp,
    LocalIdOp,
    LocalSizeOp,
    NumGroupsOp,
    WorkItemOp,
)
from ...dialects.lift.attributes import NatAttr, free_binder
from ...dialects.lift.destinations import Level
from ...dialects.lift.identifiers import value_hint
from ...dialects.lift.scope import Scope, scope_in, scope_inside
from ...dialects.lift.storage import LENGTH, Leaf, leaves_of
from ...dialects.lift.types import AddressSpace, ArrayType, ExistsType, free_names, free_tables, holds_array
from ...dialects.nat.expr import Condition, Min, compare, var
from ...dialects.nat.prove import bounds
from ...dialects.nat.ring import Nat, as_nat, const
from ...dialects.ocl.patterns import ParallelMap
from ...dialects.stores import PastCaches
from ...dialects.view.existential import LengthOp as ViewLengthOp
from ...dialects.view.existential import OpenOp, RowOp, RowsOp
from ...dialects.view.layout import SliceOp, part_of
from ...dialects.view.operation import ViewOp, ViewType, seen_by
from ...dialects.view.sources import AccessOp, ConstantOp, LoadOp, MemoryOp, OwnOp, StoreOp
from .lengths import all_entries
from .memory import HostMemory
from .slots import Slots

IDS: dict[str, tuple[type[WorkItemOp], type[WorkItemOp], str]] = {
    "glb": (GlobalIdOp, GlobalSizeOp, "g_id"),
    "wrg": (GroupIdOp, NumGroupsOp, "wg_id"),
    "lcl": (LocalIdOp, LocalSizeOp, "l_id"),
}
"""Which work item runs an element of a parallel map, how many there are, and what the number is called."""


@dataclass(frozen=True)
class Loop:
    """A loop that is being built around the current place."""

    count: Nat
    variable: SSAValue
    position: str | None
    level: Level | None = None
    """What the elements are distributed over, in a parallel map."""
    together: Nat | None = None
    """How many elements it goes over in all iterations of the loop around it, where each of them has some of its own."""


@dataclass
class Frame:
    """What is known of values in a block: it is forgotten at its end."""

    values: dict[SSAValue, SSAValue] = field(default_factory=dict[SSAValue, SSAValue])
    views: dict[SSAValue, SSAValue] = field(default_factory=dict[SSAValue, SSAValue])


class Kernel:
    """A `kernel.func` that grows."""

    def __init__(
        self,
        function: FuncOp,
        allocate: Callable[[Attribute, str, Scope, int], HostMemory],
        check: Callable[[Operation, Nat], HostMemory],
        taken: set[str],
    ):
        self.function = function
        self.check = check
        """Where a number is stored that passes a bound of an op."""
        self.taken = taken
        """The names of nats that are bound around the kernel, and by the ops that it is built from."""
        self.arguments: list[SSAValue] = []
        """What the host passes for the parameters."""
        self.allocate_global = allocate
        self.local_sizes: list[tuple[SSAValue, Attribute, Nat]] = []
        """Parameters that are local memory of a symbolic size."""
        self.block = function.block
        self.view_block = function.block
        """Where views go: inside a `view.map` that is not where statements go."""
        self.frames = [Frame()]
        self.loops: list[Loop] = []
        self.named: dict[str, tuple[int, Nat]] = {}
        """The hidden lengths that have a name: inside of how many loops that is, and the most that each can be."""
        self.packed: dict[SSAValue, Nat] = {}
        """The lengths of what a `lift.pack` has hidden outside, which nothing has stored."""
        self.writer: Sequence[Level] = ()
        """The ids by which the one work item is chosen that stores, of those that do the same."""
        self.location = function.location
        """Where the op stands that is being built."""
        self._head: Operation | None = None
        self._roots: dict[HostMemory, SSAValue] = {}
        self._passed: dict[SSAValue, SSAValue] = {}
        self._ids: dict[tuple[type[WorkItemOp], int], SSAValue] = {}
        self._names: set[str] = set()

    # Parameters

    def parameter(self, type_: Attribute, name: str, passed: SSAValue | None) -> SSAValue:
        """A new parameter, and what the host passes for it; None where that is said later."""
        while name in self._names:
            name += "_"
        self._names.add(name)
        argument = self.function.block.insert_arg(type_, len(self.function.block.args))
        argument.name_hint = value_hint(name)
        names = [*self.function.arg_names, StringAttr(name)]
        self.function.properties["arg_names"] = ArrayAttr(names)
        if passed is not None:
            self.arguments.append(passed)
        else:
            self.arguments.append(argument)
        return argument

    def drop_unused(self) -> None:
        """Take away the parameters that nothing uses, such as an array of which only the length is needed."""
        block = self.function.block
        used = [argument.first_use is not None for argument in block.args]
        self.arguments = [value for value, kept in zip(self.arguments, used, strict=True) if kept]
        names = [name for name, kept in zip(self.function.arg_names, used, strict=True) if kept]
        self.function.properties["arg_names"] = ArrayAttr(names)
        for argument, kept in zip(tuple(block.args), used, strict=True):
            if not kept:
                block.erase_arg(argument)

    def passed(self, value: SSAValue, name: str) -> SSAValue:
        """A value of the host as a parameter."""
        if value not in self._passed:
            self._passed[value] = self.parameter(value.type, name, value)
        return self._passed[value]

    def memory(self, root: HostMemory) -> SSAValue:
        """A view of memory of the host."""
        if root not in self._roots:
            buffers = [self.passed(value, root.name_of(k)) for k, value in enumerate(root.buffers)]
            lengths = [self._any_length() for _ in range(root.unread)]
            self._roots[root] = self.at_head(_memory([*lengths, *buffers], root.type_, root.slots))
            if root.shown is not None:
                rows = RowsOp.of([self._roots[root]], {}, root.shown)
                self._roots[root] = self.at_head(rows)
        return self._roots[root]

    def at_head(self, op: Operation) -> SSAValue:
        """Put an op at the beginning of the kernel."""
        if self._head is not None:
            self.function.block.insert_op_after(op, self._head)
        elif self.function.block.first_op is not None:
            self.function.block.insert_op_before(op, self.function.block.first_op)
        else:
            self.function.block.add_op(op)
        self._head = op
        return op.results[0]

    def number(self, kind: type[WorkItemOp], dimension: int, name: str | None = None) -> SSAValue:
        """A number of a work item."""
        key = (kind, dimension)
        if key not in self._ids:
            value = self.at_head(kind(dimension))
            value.name_hint = name and (name if dimension == 0 else f"{name}_{dimension}")
            self._ids[key] = value
        return self._ids[key]

    # Ops

    def add(self, op: Operation) -> Operation:
        """Put a statement here."""
        op.location = self.location
        self.block.add_op(op)
        return op

    def view_op(self, op: ViewOp) -> SSAValue:
        """Put a view here."""
        op.location = self.location
        self.view_block.add_op(op)
        return op.result

    @contextmanager
    def building(self, op: Operation) -> Generator[None]:
        """What is put here meanwhile is for an op, and stands where that does."""
        around, self.location = self.location, op.location
        yield
        self.location = around

    @contextmanager
    def inside(self, block: Block, views: Block | None = None) -> Generator[None]:
        """Build in another block, where more becomes known."""
        around = self.block, self.view_block
        self.block, self.view_block = block, block if views is None else views
        self.frames.append(Frame())
        yield
        self.frames.pop()
        self.block, self.view_block = around

    def is_in_view(self) -> bool:
        """Whether views are made here for elements that no statement is for: in the region of a `view.map`."""
        return self.block is not self.view_block

    # Hidden lengths

    def name_length(self, name: str, number: SSAValue, most: Nat) -> None:
        """Let a name stand for a number from here on, of which the most is known that it can be."""
        self.function.lengths = ArrayAttr([*self.function.hidden_lengths, LengthAttr.of(name, most)])
        self.named[name] = len(self.loops), most
        length = LengthOp(number, most, name)
        length.number.name_hint = value_hint(name)
        self.add(length)

    def name_table(self, name: str, buffer: SSAValue, count: Nat, most: Nat) -> None:
        """Let a name stand for a table of lengths in a buffer."""
        self.function.lengths = ArrayAttr([*self.function.hidden_lengths, LengthAttr.of(name, most, count)])
        self.add(LengthsOp(buffer, name))

    def fresh_length(self, hint: str) -> str:
        """A name for a hidden length that is not taken."""
        name = free_binder(hint, self.taken | {one.length.data for one in self.function.hidden_lengths})
        self.taken.add(name)
        return name

    def most(self, bound: Nat, scope: Scope) -> Nat:
        """The most that a length can be, in names that hold throughout the kernel."""
        names = set(self.function.nat_names)
        if bound.names <= names:
            return bound
        # What is not more than each of several is not more than those of which a bound is known.
        least = bound.single.args if isinstance(bound.single, Min) else (bound,)
        uppers = [bounds(one, scope.facts).upper for one in (bound, *least)]
        known = [upper for upper in uppers if upper is not None and upper.names <= names]
        known += [total for one in least if (total := all_entries(one, self.function.tables)) is not None]
        return min(known, key=lambda upper: upper.constant is None, default=const((1 << 31) - 1))

    def bounded(self, number: SSAValue, most: Nat, hint: str) -> SSAValue:
        """A number that is known to be from 0 to a bound."""
        length = LengthOp(number, most)
        length.number.name_hint = hint
        return self.add(length).results[0]

    def drop_lengths(self) -> None:
        """Take away the names of lengths that nothing is written with."""
        used: set[str] = set()
        for op in self.function.walk():
            if op is not self.function and not isinstance(op, LengthOp | LengthsOp):
                for attribute in (*op.result_types, *op.properties.values()):
                    used |= free_names(attribute) | free_tables(attribute)
        kept = [one for one in self.function.hidden_lengths if one.length.data in used]
        self.function.lengths = ArrayAttr(kept) if kept else None
        for op in [op for op in self.function.walk() if isinstance(op, LengthOp | LengthsOp)]:
            if op.called is not None and op.called.data not in used:
                op.detach()
                op.erase()

    def opened(self, view: SSAValue, length: Nat) -> SSAValue:
        """What has a hidden length, seen with it."""
        return self.view_op(OpenOp.of([view], {"length": NatAttr(length)}))

    def length(self, view: SSAValue) -> SSAValue:
        """The hidden length of what a view shows, as a view."""
        return self.view_op(ViewLengthOp.of([view]))

    # What values are

    def bind(self, value: SSAValue, to: SSAValue) -> None:
        """Say what a value of the program is here: a value or a view."""
        frame = self.frames[-1]
        if isinstance(to.type, ViewType):
            frame.views[value] = to
        else:
            frame.values[value] = to
        if to.name_hint is None:
            to.name_hint = value.name_hint

    def known(self, value: SSAValue) -> bool:
        return any(value in frame.values or value in frame.views for frame in self.frames)

    def is_value(self, value: SSAValue) -> bool:
        """Whether a value is there without a load."""
        return any(value in frame.values for frame in self.frames)

    def value(self, value: SSAValue) -> SSAValue:
        """A value of the program as a value of the kernel."""
        for frame in reversed(self.frames):
            if value in frame.values:
                return frame.values[value]
        load = LoadOp(self.view(value))
        self.add(load)
        load.value.name_hint = value.name_hint
        self.frames[-1].values[value] = load.value
        return load.value

    def view(self, value: SSAValue) -> SSAValue:
        """A value of the program as a view."""
        for frame in reversed(self.frames):
            if value in frame.views:
                return frame.views[value]
        for frame in reversed(self.frames):
            if value in frame.values:
                return self.constant(frame.values[value], value.type)
        raise AssertionError(f"nothing is known of {value}")

    def constant(self, value: SSAValue, type_: Attribute) -> SSAValue:
        op = ConstantOp.untyped([value])
        op.settle(ViewType(type_))
        return self.view_op(op)

    # Views

    def access(self, view: SSAValue, loop: Loop) -> SSAValue:
        """The element of a view that an iteration of a loop is for."""
        if is_dependent(view):
            assert loop.position is not None, f"no name for the position in {view.type}"
            return self.element(view, var(loop.position))
        return self.element(view, var("i'"), {"i'": loop.variable})

    def element(self, view: SSAValue, index: Nat, symbols: Mapping[str, SSAValue] | None = None) -> SSAValue:
        """The element of a view at an index over values and nats."""
        names: Mapping[str, SSAValue] = {} if symbols is None else symbols
        return self.view_op(AccessOp.of([view, *names.values()], {"index": IndexAttr.of(index, list(names))}))

    def first_elements(self, view: SSAValue, count: Nat) -> SSAValue:
        """The beginning of an array; the whole where that is as long."""
        array = seen_by(view, "slice")
        assert isinstance(array, ArrayType)
        if array.length.data is count:
            return view
        return self.view_op(SliceOp.of([view], {"start": NatAttr(const(0)), "size": NatAttr(count)}))

    # Control flow

    @contextmanager
    def loop(
        self,
        count: Nat,
        position: str | None = None,
        carried: Sequence[SSAValue] = (),
        map_: ParallelMap | None = None,
        over: Sequence[SSAValue] = (),
        start: Nat | int = 0,
        together: Nat | None = None,
    ) -> Generator[tuple[Loop, ForOp]]:
        """A loop over positions below a count, from a start on; over every so many of them, for a parallel map.

        A position that has no name gets one where a view `over` which the loop goes is written with it.
        """
        if position is None and any(is_dependent(view) for view in over):
            position = self.fresh("k")
        symbols: list[SSAValue] = []
        begin, step, names = as_nat(start), const(1), list[str]()
        hint = position or "i"
        if map_ is not None:
            kind, dimension = map_.level
            which, all_of_them, hint = IDS[kind]
            symbols = [self.number(which, dimension, hint), self.number(all_of_them, dimension)]
            begin, step, names = var("a'"), var("b'"), ["a'", "b'"]
        bounds = (IndexAttr.of(begin, names), IndexAttr.of(count, names), IndexAttr.of(step, names))
        op = ForOp(bounds, symbols, carried, position=position)
        op.variable.name_hint = value_hint(position or (hint if map_ is None else hint.removesuffix("_id")))
        self.add(op)
        loop = Loop(count, op.variable, position, None if map_ is None else map_.level, together)
        self.loops.append(loop)
        with self.inside(op.block):
            yield loop, op
        self.loops.pop()

    def condition(
        self, condition: Condition, symbols: Mapping[str, SSAValue], types: Sequence[Attribute] = (), *, otherwise: bool
    ) -> IfOp:
        """A condition over values; its regions are still to be filled."""
        attribute = ConditionAttr.of(condition, list(symbols))
        op = IfOp(attribute, list(symbols.values()), types, None, Region(Block()) if otherwise else None)
        self.add(op)
        return op

    # Memory

    def load(self, view: SSAValue) -> SSAValue:
        op = LoadOp(view)
        self.add(op)
        return op.value

    def store(self, value: SSAValue, view: SSAValue, past_caches: PastCaches | None = None) -> None:
        """Store a value; by one work item of those that do the same here."""
        with self.alone(self.writer):
            self.add(StoreOp(value, view, past_caches))

    @contextmanager
    def alone(self, levels: Sequence[Level]) -> Generator[None]:
        """What is built meanwhile is for the first of the work items that differ in these ids."""
        around = self.block, self.view_block
        for kind, dimension in levels:
            which, _, hint = IDS[kind]
            number = self.number(which, dimension, hint)
            guard = self.condition(compare(var("a'"), "eq", 0), {"a'": number}, otherwise=False)
            self.block = self.view_block = guard.then.block
        with self.inside(self.block, self.view_block):
            yield
        self.block, self.view_block = around

    def copy(self, source: SSAValue, target: SSAValue) -> None:
        """Copy what one view shows to where another one leads."""
        type_ = seen_by(target, "copy")
        match type_:
            case ArrayType():
                with self.loop(type_.length.data, over=(source, target)) as (loop, _):
                    self.copy(self.access(source, loop), self.access(target, loop))
            case ExistsType():
                name = self.fresh_length(type_.binder.data)
                number = self.load(self.length(source))
                self.name_length(name, number, self.most(type_.bound.data, self.scope()))
                self.copy(self.opened(source, var(name)), self.opened(target, var(name)))
                if not isinstance(target.owner, RowOp):  # of a row among others, nothing but the elements is kept
                    self.store(number, self.length(target))
            case TupleType() if holds_array(type_):
                for k in range(len(type_.types)):
                    self.copy(self.view_op(part_of(source, k)), self.view_op(part_of(target, k)))
            case _:
                self.store(self.load(source), target)

    def fresh(self, hint: str) -> str:
        """A name of a nat that is bound nowhere around, and by no op of the program that is still to be built here."""
        return free_binder(hint, self.taken | {loop.position for loop in self.loops if loop.position})

    def allocate(self, type_: Attribute, space: str, name: str) -> SSAValue:
        """Memory for a temporary, as a view: a slot of it, where several work items need one each."""
        slots = Slots.around(type_, space, self)
        if space == "global":
            view = self.memory(self.allocate_global(slots.whole, name, self.scope(), slots.unread))
        else:
            lengths = [self._any_length() for _ in range(slots.unread)]
            buffers = [self._alloc(leaf, AddressSpace.LOCAL, name) for leaf in leaves_of(slots.whole)[slots.unread :]]
            view = self.at_head(_memory([*lengths, *buffers], slots.whole))
        return slots.own(view, self)

    def private(self, type_: Attribute, owners: Owners, name: str) -> SSAValue:
        """Memory of a work item, as a view: of what parallel maps write, it has the elements that are its own."""
        strides = strides_of(type_, owners, self.function.launch)
        own = own_part(type_, strides, self.scope())
        view = self.view_op(_memory([self._alloc(leaf, AddressSpace.PRIVATE, name) for leaf in leaves_of(own)], own))
        if own == type_:
            return view
        return self.view_op(OwnOp.of([view], {"strides": ArrayAttr(map(NatAttr, strides))}, type_))

    def scope(self) -> Scope:
        """What is known here."""
        around = self.block.parent_region()
        return scope_inside(self.function) if around is None else scope_in(around)

    def _any_length(self) -> SSAValue:
        """A number in place of lengths that nobody asks for, since they have names."""
        return self.at_head(arith.ConstantOp(IntegerAttr(0, LENGTH)))

    def _alloc(self, leaf: Leaf, space: AddressSpace, name: str) -> SSAValue:
        scope = self.scope()
        size, scalar = scope.simplify(leaf.count), leaf.scalar
        most = bounds(size, scope.facts).upper
        if most is not None and most.constant is not None:
            op = AllocOp(space, scalar, max(most.constant, 1))
            op.buffer.name_hint = name
            return self.at_head(op) if space is AddressSpace.LOCAL else self.add(op).results[0]
        if most is not None and not size.names <= {*self.function.nat_names}:
            size = most
        argument = self.parameter(BufferType(space, scalar), name, None)
        self.local_sizes.append((argument, scalar, size))
        return argument


def _memory(buffers: Sequence[SSAValue], type_: Attribute, slots: Sequence[int] | None = None) -> MemoryOp:
    begins = ArrayAttr([IntegerAttr(slot, i64) for slot in slots]) if slots is not None and any(slots) else None
    op = MemoryOp.untyped(buffers, {"begins": begins})
    op.settle(ViewType(type_))
    return op


def is_dependent(view: SSAValue) -> bool:
    """Whether the type of an element of a view is written with its position."""
    array = seen_by(view, "access")
    assert isinstance(array, ArrayType)
    return array.dependent
