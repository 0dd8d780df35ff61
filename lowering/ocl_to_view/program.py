"""A function as a host program: memory is reserved, and each of its kernels is built and launched."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace

from xdsl.dialects.builtin import TupleType
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.transforms.dead_code_elimination import region_dce

from ...analysis.errors import NOT_COMPILED
from ...analysis.execution import launch_of, parallel_maps
from ...analysis.writes import needs_double_buffer
from ...dialects.diagnostics import LiftError, location_of
from ...dialects.host import memory as host
from ...dialects.host.launches import LaunchOp
from ...dialects.host.memory import LocalOp
from ...dialects.host.programs import ProgramOp, ReturnOp
from ...dialects.kernel.attributes import IndexAttr
from ...dialects.kernel.functions import FuncOp
from ...dialects.kernel.types import BufferType, is_device_value
from ...dialects.kernel.workitems import ApplyOp
from ...dialects.lift.attributes import free_binder
from ...dialects.lift.destinations import WritingOp
from ...dialects.lift.existential import PackOp, UnpackOp
from ...dialects.lift.functions import DefOp, FunctionOp
from ...dialects.lift.iterate import IterateOp
from ...dialects.lift.renaming import names_bound_in, rename_binders
from ...dialects.lift.scope import Scope, scope_at, scope_inside
from ...dialects.lift.storage import LENGTH, leaves_of
from ...dialects.lift.tuples import GetOp, TupleOp
from ...dialects.lift.types import ArrayType, ExistsType, MemoryType, free_tables, holds_array
from ...dialects.nat.expr import Condition, compare, var
from ...dialects.nat.facts import ANY
from ...dialects.nat.prove import bounds
from ...dialects.nat.ring import Nat, const
from ...dialects.ocl.destinations import AllocOp, InverseOp, StoreOp
from ...dialects.ocl.kernels import KernelOp
from ...dialects.view import layout
from .hidden import most_of_rows, rows_in_part
from .host_loops import ViewIn, free_unused, iterate, unless_ended
from .kernel import Kernel
from .launch import launch_sizes
from .lengths import DeviceTable, HostLengths, OpenedLength, length_of_memory, with_room
from .memory import HostMemory
from .patterns import Lowering, ViewClasses


class Program:
    """A host program and its kernels, made from a function."""

    def __init__(self, function: DefOp, classes: ViewClasses):
        self.function = function
        self.classes = classes
        self.program = ProgramOp(
            function.function_name,
            function.nat_names,
            function.parameter_names,
            function.function_type,
            tables=function.tables,
            where=function.conditions,
        )
        self.host = self.program.block
        """The block of the host that is being filled."""
        self.iterations: list[tuple[str, Nat]] = []
        """The loops of the host around, and how many iterations they have."""
        self.places: dict[SSAValue, ViewIn] = {}
        self.order = _order(function.block)
        """Where the ops stand of the blocks around the kernel that is being built, as they are reached."""
        self.taken = names_bound_in(function)
        self.memory: dict[SSAValue, HostMemory] = {}
        """The buffers of what is reserved."""
        self.lengths = HostLengths(self.program)
        self.ended: list[HostMemory] = []
        """Of the loops of the host around that end by a condition, whether they have, from the outside in."""
        for argument, name, leaves in zip(
            function.block.args, function.parameter_names, self.program.leaves, strict=True
        ):
            self.places[argument] = self.parameter(argument.type, leaves, name)
            self.memory[argument] = HostMemory(argument.type, leaves, name)

    def build(self) -> None:
        parent = self.function.parent
        assert parent is not None
        self.block(self.function.block)
        (result,) = (op for op in self.function.block.ops if isinstance(op, AllocOp) and op.result_of_function)
        returned = self.lengths.returned(self.memory[result.memory])
        self.host.add_op(ReturnOp(*returned))
        free_unused(self.host, set(returned))
        parent.insert_op_before(self.program, self.function)

    # Memory

    def reserve(self, type_: Attribute, name: str, scope: Scope, unread: int = 0) -> HostMemory:
        """Buffers for a value, which have room for the most that there can be; hidden lengths are kept with all others.

        So many of the first leaves are lengths that nobody asks for, and have no buffer.
        """
        buffers: list[SSAValue] = []
        slots: list[int] = []
        room = with_room(type_, self.lengths.tables, self.function)
        of_table = len(leaves_of(room)) > len(leaves_of(type_))  # the lengths of such rows are those of the table
        for leaf in leaves_of(room)[unread:]:
            if of_table and leaf.lengths:
                table = next(name for name in self.lengths.tables if name in free_tables(type_))
                buffers.append(self.lengths.tables[table].buffer)
                slots.append(0)
                continue
            if leaf.is_length:
                slots.append(self.lengths.reserve())
                buffers.append(self.lengths.buffer)
                continue
            op = host.AllocOp(leaf.scalar, self.most(leaf.count, scope, name))
            op.results[0].name_hint = name
            self.host.add_op(op)
            buffers.append(op.results[0])
            slots.append(0)
        kept = slots if any(leaf.is_length for leaf in leaves_of(type_)) else None
        return HostMemory(room, buffers, name, slots=kept, shown=type_ if of_table else None, unread=unread)

    def most(self, size: Nat, scope: Scope, name: str) -> Nat:
        """The most that a size can be, in the names that the host knows."""
        inside = scope_inside(self.program)
        known = inside.names | {iteration for iteration, _ in self.iterations}
        if size.names <= known and size.tables <= inside.tables:
            return inside.simplify(size)
        most = bounds(scope.simplify(size), scope.facts).upper
        if most is None or not most.names <= known or not most.tables <= inside.tables:
            raise LiftError(
                NOT_COMPILED,
                f"there is no bound for the size of '{name}', so memory cannot be reserved",
                expected="a size with a bound in the names of the function",
                found=str(size),
                location=location_of(self.function),
            )
        return inside.simplify(most)

    def parameter(self, type_: Attribute, leaves: Sequence[SSAValue], name: str) -> ViewIn:
        """A parameter, in any kernel."""
        waiting = iter(leaves)

        def place(part: Attribute) -> ViewIn:
            if isinstance(part, ArrayType | ExistsType):
                return _all_of(HostMemory(part, [next(waiting) for _ in leaves_of(part)], name))
            if not isinstance(part, TupleType):
                leaf = next(waiting)
                return lambda lowering: lowering.kernel.passed(leaf, name)
            inner = [place(one) for one in part.types]
            return lambda lowering: _tuple(part, [one(lowering) for one in inner], lowering)

        return place(type_)

    def allocate(self, op: AllocOp) -> None:
        root = self.reserve(op.type_.contents, op.array_name, scope_at(op))
        self.memory[op.memory] = root
        self.places[op.memory] = _all_of(root)

    def parts(self, op: InverseOp) -> None:
        """Of the memory of a tuple, or of what has a hidden length, a kernel is passed only the parts that it uses."""
        root = self.memory.get(op.whole)
        parts: Iterable[HostMemory] = ()
        if root is not None and isinstance(op.layout, TupleOp):
            parts = root.parts()
        elif root is not None and isinstance(op.layout, PackOp):
            parts = [root.opened(op.layout.value.type)]
        for part, memory in zip(op.parts, parts, strict=False):
            self.memory[part] = memory
            self.places[part] = _all_of(memory)

    # Blocks

    def block(self, block: Block) -> None:
        """Reserve the memory of a block and launch its kernels, in their order."""
        for op in block.ops:
            match op:
                case AllocOp():
                    self.allocate(op)
                case InverseOp():
                    self.parts(op)
                case IterateOp():
                    iterate(op, self)
                case UnpackOp():
                    self.unpack(op)
                case StoreOp() if isinstance(op.value.owner, PackOp):
                    self.lengths.pack(op.value.owner, self.memory[op.destination])
                case KernelOp():
                    self.kernel(op)
                case _:
                    pass

    def unpack(self, op: UnpackOp) -> None:
        """A hidden length has a name in the kernels of the region."""
        assert op.position is not None
        if op.binds_table:
            self.unpack_rows(op)
            return
        assert isinstance(op.value.type, ExistsType)
        argument, memory = op.block.args[0], self.memory_of(op.value)
        most = self.most(op.value.type.bound.data, scope_at(op), op.position.data)
        length = None if memory is None else length_of_memory(memory)
        hidden = self.lengths.hidden_by_pack(op.value, memory)
        self.lengths.opened[op.position.data] = OpenedLength(op.value, length, most, hidden)
        if memory is not None:
            self.memory[argument] = memory.opened(argument.type)
            self.places[argument] = _all_of(self.memory[argument])
        else:
            self.places[argument] = self.opened(op)
        self.opened_region(op)

    def unpack_rows(self, op: UnpackOp) -> None:
        """The lengths of rows are a table in the kernels of the region."""
        rows, argument, memory = op.value.type, op.block.args[0], self.memory_of(op.value)
        assert op.position is not None
        assert isinstance(rows, ArrayType)
        if memory is None:
            raise rows_in_part(op)
        row, name = rows.at(var(ANY)), op.position.data
        assert isinstance(row, ExistsType)
        count = self.most(rows.length.data, scope_at(op), name)
        most = most_of_rows(rows, op, lambda bound, scope: self.most(bound, scope, name))
        self.lengths.tables[name] = DeviceTable(memory, count, row.bound.data, most)
        self.memory[argument] = replace(memory, shown=argument.type)
        self.places[argument] = _all_of(self.memory[argument])
        self.opened_region(op)

    def opened_region(self, op: UnpackOp) -> None:
        """The region of an opening, which writes where the opening does."""
        if op.target is not None:
            (destination,) = op.destinations
            self.places[op.target] = self.places[op.result] = self.place_of(destination)
            if destination in self.memory:
                self.memory[op.target] = self.memory[op.result] = self.memory[destination]
        self.block(op.block)

    def opened(self, op: UnpackOp) -> ViewIn:
        """What is opened, where it is only a part of other memory."""

        whole = self.place_of(op.value)
        return lambda lowering: lowering.kernel.opened(whole(lowering), var(op.position_name or ""))

    def place_of(self, value: SSAValue) -> ViewIn:
        """Where a value or memory is: what is known of it, or what layout ops outside of kernels make of that."""

        def place(lowering: Lowering) -> SSAValue:
            self.make_known([value], set(), lowering)
            return lowering.kernel.view(value)

        return self.places.get(value, place)

    def memory_of(self, value: SSAValue) -> HostMemory | None:
        """The memory of a value, where it has some to itself."""
        op = value.owner
        match op:
            case KernelOp() if isinstance(op.yielded.owner, WritingOp) and needs_double_buffer(op.yielded.owner):
                return None
            case KernelOp():
                return self.memory.get(_memory_of(op)[0])
            case GetOp():
                whole = self.memory_of(op.tuple_)
                return None if whole is None else list(whole.parts())[op.index.value.data]
            case _:
                return self.memory.get(value)

    @contextmanager
    def inside(self, block: Block) -> Generator[None]:
        """What is built is in a block of a loop of the host."""
        around = self.order
        self.order = around | _order(block, len(around))
        yield
        self.order = around

    # Kernels

    def kernel(self, op: KernelOp) -> None:
        """Build a kernel and launch it."""
        launch = launch_of(op) if parallel_maps(op) else None
        function = self.function_called(op.kernel_name, op)
        function.launch = launch
        if launch is None and any(inner.over is not None for inner in op.walk() if isinstance(inner, AllocOp)):
            function.launch = launch = launch_sizes(op, function)  # how much of it is its own depends on this

        def fill(lowering: Lowering) -> None:
            self.bring_in(op, lowering)
            lowering.statements(op.block)

        kernel = self.filled(function, fill)
        sizes = launch_sizes(op, function) if launch is None else launch
        self.launch(kernel, *([size.data for size in part] for part in (sizes.local, sizes.groups)))

    def helper(self, op: Operation, what: str, fill: Callable[[Lowering], None]) -> None:
        """A kernel of one work item that is not written in the program."""
        parent = self.function.parent
        assert parent is not None
        taken = {inner.kernel_name for inner in self.function.walk() if isinstance(inner, KernelOp)}
        taken |= {other.function_name for other in parent.ops if isinstance(other, FunctionOp | FuncOp)}
        name = free_binder(f"{self.function.function_name}_{what}", taken)
        self.launch(self.filled(self.function_called(name, op), fill), [const(1)], [const(1)])

    def function_called(self, name: str, op: Operation) -> FuncOp:
        """A kernel that is still empty."""
        conditions: list[Condition] = [*self.function.conditions]
        conditions += [compare(var(iteration), "le", count) for iteration, count in self.iterations]
        names = [*self.function.nat_names, *(iteration for iteration, _ in self.iterations)]
        function = FuncOp(name, names, [], tables=self.function.tables, where=conditions)
        function.location = op.location
        return function

    def filled(self, function: FuncOp, fill: Callable[[Lowering], None]) -> Kernel:
        """A kernel with its statements; in iterations that have ended it does nothing."""
        kernel = Kernel(function, self.reserve, self.lengths.check, self.taken)
        lowering = Lowering(kernel, self.classes)
        with ExitStack() as guards:
            for progress in self.ended:
                guards.enter_context(unless_ended(kernel, progress))
            for name, table in self.lengths.tables.items():
                buffer = kernel.passed(table.buffer, f"{table.rows.name}_lengths")
                kernel.name_table(name, buffer, table.count, table.most)
            for name, length in self.lengths.opened.items():
                kernel.name_length(name, self.length_in(length, lowering), length.most)
            fill(lowering)
        kernel.drop_lengths()
        region_dce(function.body)
        kernel.drop_unused()
        lengths = (one.length.data for one in function.hidden_lengths)
        rename_binders(function, {*function.nat_names, *lengths, *(table.table.data for table in function.tables)})
        parent = self.function.parent
        assert parent is not None
        parent.insert_op_before(function, self.function)
        return kernel

    def launch(self, kernel: Kernel, local: Sequence[Nat], groups: Sequence[Nat]) -> None:
        passed = list(self.arguments(kernel))
        self.host.add_op(LaunchOp(kernel.function, passed, local, groups))

    def length_in(self, length: OpenedLength, lowering: Lowering) -> SSAValue:
        """The number that a hidden length is, in a kernel."""
        kernel = lowering.kernel
        if length.nat is not None:
            return kernel.add(ApplyOp(IndexAttr.of(length.nat), (), LENGTH)).results[0]
        if length.memory is None:
            return kernel.load(kernel.length(self.place_of(length.value)(lowering)))
        (number,) = length.memory.buffers
        if isinstance(number.type, BufferType):
            return kernel.load(kernel.memory(length.memory))
        return kernel.passed(number, length.memory.name)

    def arguments(self, kernel: Kernel) -> Iterator[SSAValue]:
        """What is passed for each parameter; local memory of a symbolic size is reserved now."""
        local = {argument: (scalar, size) for argument, scalar, size in kernel.local_sizes}
        for value in kernel.arguments:
            if value in local:
                op = LocalOp(*local[value])
                op.results[0].name_hint = value.name_hint
                self.host.add_op(op)
                yield op.results[0]
            else:
                yield value

    def bring_in(self, kernel: KernelOp, lowering: Lowering) -> None:
        """Make what a kernel uses from outside known in it: first what it reads, then the memory that it writes to."""
        captured = list(dict.fromkeys(_captured(kernel)))
        read = [value for value in captured if not isinstance(value.type, MemoryType)]
        for value in read:
            hidden = self.lengths.packed_in(self.memory_of(value))
            if hidden is not None:
                lowering.kernel.packed[value] = hidden
        seen: set[SSAValue] = set()
        self.make_known(read, seen, lowering)
        self.make_known([value for value in captured if isinstance(value.type, MemoryType)], seen, lowering)
        for value in read:
            if is_device_value(value.type):
                lowering.kernel.value(value)

    def make_known(self, values: Sequence[SSAValue], seen: set[SSAValue], lowering: Lowering) -> None:
        """Places, and the code that is not in any kernel; `seen` is what is known already."""
        new: set[SSAValue] = set()
        order: set[Operation] = set()
        waiting = list(values)
        while waiting:
            value = waiting.pop()
            if value in seen:
                continue
            seen.add(value)
            new.add(value)
            if value in self.places:
                continue
            op = value.owner
            assert isinstance(op, Operation), f"{value} has no place"
            order.add(op)
            if isinstance(op, KernelOp):
                waiting += _memory_of(op)
            elif isinstance(op, UnpackOp):
                waiting.append(op.yielded)
            else:
                waiting += op.operands
                waiting += _captured(op)
        for value in self.places:
            if value in new:
                lowering.bind(value, self.places[value](lowering))
        for op in sorted(order & self.order.keys(), key=self.order.__getitem__):
            match op:
                case KernelOp():
                    lowering.bind(op.result, _result_of(op, lowering))
                case UnpackOp():
                    lowering.alias(op.result, op.yielded)
                case _:
                    lowering.operation(op)


def _order(block: Block, first: int = 0) -> dict[Operation, int]:
    """A number for each op of a block and of the openings in it, in the order in which they are reached."""
    return {op: place for place, op in enumerate(_in_order(block), first)}


def _in_order(block: Block) -> Iterator[Operation]:
    """The ops of a block and of the openings in it, as they are reached; an opening itself after what is in it."""
    for op in block.ops:
        if isinstance(op, UnpackOp):
            yield from _in_order(op.block)
        yield op


def _memory_of(kernel: KernelOp) -> Sequence[SSAValue]:
    """Where what a kernel gives is."""
    op = kernel.yielded.owner
    if isinstance(op, StoreOp):
        return [op.destination]
    assert isinstance(op, WritingOp), f"the result of {kernel.kernel_name} is in no memory"
    return op.destinations[:1]


def _result_of(kernel: KernelOp, lowering: Lowering) -> SSAValue:
    """What a kernel has computed, in another one."""
    op = kernel.yielded.owner
    return lowering.outcome(op) if isinstance(op, WritingOp) else lowering.kernel.view(_memory_of(kernel)[0])


def _captured(op: Operation) -> Iterator[SSAValue]:
    """Values from outside that are used inside an op."""
    for inner in op.walk():
        if inner is not op:
            for value in inner.operands:
                owner = value.owner
                parent = owner if isinstance(owner, Operation) else owner.parent_op()
                if parent is None or not op.is_ancestor(parent):
                    yield value


def _all_of(root: HostMemory) -> ViewIn:
    return lambda lowering: lowering.kernel.memory(root)


def _tuple(type_: TupleType, parts: Sequence[SSAValue], lowering: Lowering) -> SSAValue:
    """A tuple of values and views."""
    kernel = lowering.kernel
    if not holds_array(type_):
        op = TupleOp(parts, result_type=type_)
        return kernel.at_head(op)
    types = type_.types.data
    views = [part if holds_array(one) else kernel.constant(part, one) for part, one in zip(parts, types, strict=True)]
    return kernel.view_op(layout.TupleOp.of(views))
