"""A kernel of `ocl`, run by all work items of given groups, which only note what they touch: where do they race?

Every array in memory has an address for each of its scalars, layout ops move addresses, and what is computed is not
looked at. A work item counts the barriers it has passed: two that touch one address, one of them to write it, between the
same barriers are in a race, as are two of different groups at any time.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from xdsl.dialects.builtin import ModuleOp, TupleType
from xdsl.ir import Attribute, Block, Operation, SSAValue

from lift.analysis.writes import computes, needs_double_buffer
from lift.dialects.lift.access import AtOp, AtUncheckedOp
from lift.dialects.lift.algorithmic import GenerateOp, MapLike, MapOp, ReduceLike, ScanLike
from lift.dialects.lift.body import BodyOp
from lift.dialects.lift.destinations import WritingOp, levels_in
from lift.dialects.lift.functions import DefOp
from lift.dialects.lift.iterate import IterateOp
from lift.dialects.lift.operation import LiftOp
from lift.dialects.lift.tuples import GetOp, TupleOp
from lift.dialects.lift.types import ArrayType, holds_array
from lift.dialects.ocl import destinations
from lift.dialects.ocl.destinations import AllocOp, InverseOp, SlotOp, StoreOp, is_memory_op, memory_type
from lift.dialects.ocl.kernels import BarrierOp, KernelOp
from lift.dialects.ocl.patterns import MapGlbOp, MapLclOp, MapWrgOp, ParallelMap
from lift.runtime.interpreter.machine import Machine

Address = tuple[Any, ...]


@dataclass(frozen=True)
class Cell:
    """A scalar in memory."""

    space: str
    address: Address
    own: bool = field(default=False, compare=False)
    """Only who writes it reads it to some end."""


VALUE = object()
"""A scalar that is in no memory of the kernel: a result of scalar code, or an input."""


@dataclass
class Noted:
    """What the work items have touched: for each address who, between which barriers, and whether to write."""

    uses: dict[Cell, set[tuple[Address, Address, int, bool]]] = field(default_factory=lambda: defaultdict(set))

    def races(self) -> Iterator[Cell]:
        for cell, uses in self.uses.items():
            written = [use for use in uses if use[3]]
            for group, item, phase, _ in written:
                if any((g, p) == (group, phase) and i != item for g, i, p, _ in uses) or any(
                    g != group for g, _, _, _ in uses
                ):
                    yield cell
                    break


@dataclass
class Launch:
    """How many work items there are in a group, and how many groups, by dimension."""

    local: Sequence[int]
    groups: Sequence[int]

    def size(self, kind: type[ParallelMap], dimension: int) -> int:
        local, groups = self.local[dimension], self.groups[dimension]
        sizes: dict[type[ParallelMap], int] = {MapLclOp: local, MapWrgOp: groups, MapGlbOp: local * groups}
        return sizes[kind]


def races(module: ModuleOp, sizes: Mapping[str, int], launch: Launch) -> list[Cell]:
    """Where work items race, in any kernel of a module."""
    found: list[Cell] = []
    for kernel in module.walk():
        # A kernel without parallel maps is run by one work item.
        if isinstance(kernel, KernelOp) and any(isinstance(op, ParallelMap) for op in kernel.walk()):
            noted = Noted()
            for group in product(*map(range, launch.groups)):
                for item in product(*map(range, launch.local)):
                    WorkItem(module, kernel, sizes, launch, group, item, noted).run()
            found += noted.races()
    return found


class WorkItem:
    """One work item of a kernel."""

    def __init__(
        self,
        module: ModuleOp,
        kernel: KernelOp,
        sizes: Mapping[str, int],
        launch: Launch,
        group: Address,
        item: Address,
        noted: Noted,
    ):
        self.machine = Machine(module)
        self.machine.names.update(sizes)
        self.kernel, self.launch, self.group, self.item, self.noted = kernel, launch, group, item, noted
        self.used = {(type(op), op.dimension.value.data) for op in kernel.walk() if isinstance(op, ParallelMap)}
        self.env: dict[SSAValue, Any] = {}
        self.memory: dict[SSAValue, Any] = {}
        self.loops: list[tuple[Operation, int]] = []
        self.passed = {"local": 0, "global": 0, "private": 0}

    def run(self) -> None:
        function = self.kernel.parent_op()
        while function is not None and not isinstance(function, DefOp):
            function = function.parent_op()
        assert function is not None
        for argument in function.block.args:
            self.env[argument] = self.filled(argument.type, lambda _: VALUE)
        for op in function.block.ops:
            if op is self.kernel:
                break
            if isinstance(op, KernelOp):
                self.env[op.result] = self.filled(op.result.type, lambda _: VALUE)
            elif isinstance(op, LiftOp) or is_memory_op(op):
                self.operation(op)
        self.body(self.kernel.block)

    # Values

    def filled(self, type_: Attribute, cell: Callable[[Address], Any], at: Address = ()) -> Any:
        match type_:
            case ArrayType():
                length = self.machine.nat(type_.length.data)
                return [self.filled(type_.element, cell, (*at, i)) for i in range(length)]
            case TupleType():
                return tuple(self.filled(part, cell, (*at, f"part {k}")) for k, part in enumerate(type_.types))
            case _:
                return cell(at)

    def allocate(self, op: AllocOp) -> Any:
        space = op.type_.space.data
        own: list[Any] = [id(op)]
        for loop, index in self.loops:
            if isinstance(loop, ParallelMap) and (space == "global" or isinstance(loop, MapLclOp)):
                own.append(("of", index))
        if space != "global":
            own.append(self.group)
        if space == "private":
            own.append(self.item)
        return self.filled(op.type_.contents, lambda at: Cell(space, (*own, *at)))

    def note(self, cell: Any, *, write: bool) -> None:
        if isinstance(cell, Cell) and cell.space != "private":
            if cell.own and not self.writes(cell):
                return
            self.noted.uses[cell].add((self.group, self.item, self.passed[cell.space], write))
        elif isinstance(cell, list | tuple):
            for part in cell:
                self.note(part, write=write)

    def read(self, value: SSAValue) -> None:
        self.note(self.env.get(value, VALUE), write=False)

    def store(self, target: Any, op: StoreOp | WritingOp) -> None:
        """Store, if this is the work item that an op leaves that to."""
        if self.is_first(op):
            for cell in _leaves(target):
                self.note(cell, write=True)

    def is_first(self, op: StoreOp | WritingOp) -> bool:
        kinds: dict[str, type[ParallelMap]] = {kind.LEVEL: kind for kind in (MapGlbOp, MapWrgOp, MapLclOp)}
        return all(self.number(kinds[kind], dimension) == 0 for kind, dimension in levels_in(op.single))

    def writes(self, cell: Cell) -> bool:
        """Whether this is the one of the work items here that changes a cell in place."""
        bound = {(type(loop), loop.dimension.value.data) for loop, _ in self.loops if isinstance(loop, ParallelMap)}
        chosen = [key for key in self.used - bound if cell.space == "global" or key[0] is MapLclOp]
        return cell.space == "private" or all(self.number(*key) == 0 for key in chosen)

    def number(self, kind: type[ParallelMap], dimension: int) -> int:
        item, group = self.item[dimension], self.group[dimension]
        everywhere = group * self.launch.local[dimension] + item
        numbers: dict[type[ParallelMap], int] = {MapLclOp: item, MapWrgOp: group, MapGlbOp: everywhere}
        return numbers[kind]

    # Blocks

    def body(self, block: Block) -> None:
        for op in block.ops:
            if op is not block.last_op:
                self.operation(op)

    def region(self, op: BodyOp, target: Any) -> None:
        if op.target is not None:
            self.memory[op.target] = target
        self.body(op.block)

    # Memory

    def memory_op(self, op: Operation) -> None:
        match op:
            case AllocOp():
                self.memory[op.memory] = self.allocate(op)
            case SlotOp():
                buffers = self.memory[op.buffers]
                first = self.filled(memory_type(op.memory, op.name).contents, lambda _: VALUE)
                self.memory[op.memory] = buffers if op.number is None else _like(buffers[op.number.value.data], first)
            case destinations.TupleOp():
                self.memory[op.memory] = tuple(self.memory[part] for part in op.parts)
            case InverseOp():
                for part, cells in zip(op.parts, self.inverse(op), strict=True):
                    self.memory[part] = cells
            case _:
                raise AssertionError(op.name)

    def inverse(self, op: InverseOp) -> list[Any]:
        """Where each operand of a layout op is: found by what becomes of tokens."""
        arguments = op.body.block.args
        tokens = [self.filled(argument.type, lambda at, k=k: (k, *at)) for k, argument in enumerate(arguments)]
        known: dict[SSAValue, Any] = dict(zip(arguments, tokens, strict=True))
        seen = self.apply(op.layout, [known.get(operand, VALUE) for operand in op.layout.operands])
        where = dict(zip(_tokens(seen), _leaves(self.memory[op.whole]), strict=True))
        return [_replaced(operand, where) for operand in tokens]

    # Ops

    def apply(self, op: Operation, arguments: Sequence[Any]) -> Any:
        """What the interpreter makes of addresses."""
        for inner in op.walk():
            for value in inner.operands:
                if value in self.env:
                    place = self.machine._place(value)
                    self.machine._values[place] = self.env[value]
        functions, function = self.machine._meaning(op)
        return function(functions, self.machine, op, tuple(arguments)).values[0]

    def operation(self, op: Operation) -> None:
        match op:
            case AllocOp() | SlotOp() | InverseOp() | destinations.TupleOp():
                self.memory_op(op)
            case StoreOp() if op.is_array:
                self.env[op.result] = self.memory[op.destination]
            case StoreOp():
                self.read(op.value)
                self.store(self.memory[op.destination], op)
                self.env[op.result] = self.env.get(op.value, VALUE)
            case BarrierOp():
                self.passed[op.space.data] += 1
            case GenerateOp():
                for inner in op.walk():
                    for value in inner.operands:
                        self.read(value)
                self.env[op.result] = self.filled(op.result.type, lambda _: VALUE)
            case AtUncheckedOp():
                raise NotImplementedError
            case AtOp() if op.index is None:
                raise NotImplementedError
            case MapOp() if not computes(op):
                self.env[op.result] = self.apply(op, [self.env[op.xs]])
            case MapLike():
                self.mapped(op)
            case ReduceLike() | IterateOp() | ScanLike():
                self.folded(op)
            case GetOp() | AtOp():
                self.env[op.result] = self.apply(op, [self.env[value] for value in op.operands])
            case TupleOp() if not holds_array(op.result.type):
                for value in op.operands:
                    self.read(value)
                self.env[op.result] = tuple(VALUE for _ in op.operands)
            case LiftOp() if holds_array(op.result.type):
                self.env[op.result] = self.apply(op, [self.env.get(value, VALUE) for value in op.operands])
            case _:
                for value in op.operands:
                    self.read(value)

    def mapped(self, op: MapLike) -> None:
        xs, home = self.env[op.xs], self.memory[op.destinations[0]]
        iterations = range(len(xs))
        if isinstance(op, ParallelMap):
            key = type(op), op.dimension.value.data
            iterations = range(self.number(*key), len(xs), self.launch.size(*key))
        for i in iterations:
            self.loops.append((op, i))
            if op.position_name is not None:
                self.machine.names[op.position_name] = i
            self.env[op.block.args[0]] = xs[i]
            self.region(op, home[i])
            self.loops.pop()
        self.env[op.result] = home

    def slot(self, op: ReduceLike | ScanLike | IterateOp, number: int, type_: Attribute) -> Any:
        """What a loop reads in the iteration of that number, and writes in the one before."""
        memory = self.memory[op.destinations[-1]]
        if not isinstance(op, ScanLike) and not needs_double_buffer(op):
            return memory
        return _like(memory[number % 2], self.filled(type_, lambda _: VALUE))

    def folded(self, op: ReduceLike | ScanLike | IterateOp) -> None:
        keeps = isinstance(op, IterateOp) or holds_array(op.init.type)
        if not keeps:
            assert not isinstance(op, IterateOp)
            self.read(op.init)
        count = self.machine.nat(op.count.data) if isinstance(op, IterateOp) else len(self.env[op.xs])
        home = self.memory[op.destinations[0]] if isinstance(op, ScanLike) else None
        size = len(self.env[op.xs]) if isinstance(op, IterateOp) else 0
        for i in range(count if isinstance(op, ScanLike) or self.is_first(op) else 0):
            self.loops.append((op, i))
            if op.position_name is not None:
                self.machine.names[op.position_name] = size if isinstance(op, IterateOp) else i
            before = op.block.args[0]
            if not isinstance(op, IterateOp):
                self.env[op.block.args[1]] = self.env[op.xs][i]
            following = None if home is None else home[i]
            if keeps:
                self.env[before] = self.slot(op, i, before.type)
                if not isinstance(op, ScanLike) and not needs_double_buffer(op):
                    cells = {cell: Cell(cell.space, cell.address, own=True) for cell in _leaves(self.env[before])}
                    self.env[before] = _replaced(self.env[before], cells)
                following = self.slot(op, i + 1, op.yielded.type)
            else:
                self.env[before] = VALUE
            self.region(op, following)
            if not keeps:
                self.read(op.yielded)
            elif home is not None:
                self.note(following, write=False)
                self.store(home[i], op)
            if isinstance(op, IterateOp):
                assert isinstance(following, list)
                size = len(following)
            self.loops.pop()
        if home is not None:
            self.env[op.result] = home
        else:
            self.env[op.result] = self.slot(op, count, op.result.type) if keeps else VALUE


def _like(buffer: Any, value: Any) -> Any:
    """The beginning of a buffer, as long as a value."""
    return buffer[: len(value)] if isinstance(value, list) else buffer


def _leaves(value: Any) -> Iterator[Any]:
    if isinstance(value, list | tuple):
        for part in value:
            yield from _leaves(part)
    else:
        yield value


def _tokens(value: Any) -> Iterator[Any]:
    """The tokens in the order of what they stand for; a token is a tuple that begins with a number."""
    if isinstance(value, tuple) and value and isinstance(value[0], int):
        yield value
    else:
        for part in value:
            yield from _tokens(part)


def _replaced(value: Any, where: Mapping[Any, Any]) -> Any:
    if isinstance(value, list):
        return [_replaced(part, where) for part in value]
    if isinstance(value, tuple) and not (value and isinstance(value[0], int)):
        return tuple(_replaced(part, where) for part in value)
    return where[value]
