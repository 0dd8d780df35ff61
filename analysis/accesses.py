"""Which memory the ops of a kernel touch, by which work items and in which order: what `ocl-place-barriers` reasons on.

A kernel becomes a tree of accesses, of loops, and of gaps where all work items of a group arrive, so that a barrier may
stand there. Where ops write is what `destinations` says, and what is only looked at is read where it is used.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias

from xdsl.ir import Block, Operation, SSAValue

from ..dialects.lift.access import AtOp, AtUncheckedOp
from ..dialects.lift.algorithmic import GenerateOp, MapLike, MapOp, ReduceLike, ScanLike
from ..dialects.lift.body import BodyOp
from ..dialects.lift.choice import IfOp
from ..dialects.lift.destinations import LEVELS, Level, WritingOp, levels_in
from ..dialects.lift.existential import UnpackOp
from ..dialects.lift.iterate import IterateOp
from ..dialects.lift.numbers import LengthOp, NatOp
from ..dialects.lift.operation import LiftOp
from ..dialects.lift.scope import scope_at
from ..dialects.lift.tuples import GetOp, TupleOp, UnzipOp, ZipOp
from ..dialects.lift.types import holds_array
from ..dialects.lift.updates import UpdateLike
from ..dialects.nat.expr import compare
from ..dialects.nat.ring import Nat, const
from ..dialects.ocl import destinations
from ..dialects.ocl.destinations import AllocOp, InverseOp, SlotOp, StoreOp, memory_type
from ..dialects.ocl.kernels import BarrierOp, KernelOp
from ..dialects.ocl.patterns import GroupMap, MapSeqOp, ParallelMap, ReduceSeqOp, ScanSeqOp
from ..dialects.ocl.scatters import ParallelScatter
from ..dialects.ocl.shares import MapSharesOp
from ..dialects.view.path import length_of
from .execution import is_group_level, launch_of, levels_of, parallel_maps, writer
from .writes import computes, goes_on, memory_of, needs_double_buffer

UNIFORM: Final = (GroupMap, MapSeqOp, ReduceSeqOp, ScanSeqOp, IterateOp, UnpackOp)
"""Ops whose regions all work items of a group run together, if they do so around the op."""


@dataclass(frozen=True, eq=False)
class Storage:
    """An array as the op sees it that computes it."""

    op: Operation
    space: str


@dataclass(frozen=True)
class Area:
    """Elements of a place: for each of its first dimensions who alone is at an index, or None.

    While it is `exact`, the next dimension of the place is the outermost of the array that is looked at.
    """

    place: Storage
    owners: tuple[Level | None, ...]
    exact: bool = True


@dataclass(frozen=True)
class Slot:
    """One of the buffers that a loop uses in turn, counted from the one that an iteration reads, or from the first.

    A loop that changes its accumulator in place has one buffer, others have two.
    """

    loop: Operation
    number: int
    buffers: int
    from_iteration: bool = False


@dataclass(frozen=True)
class Ref:
    """Where a value is: the innermost place first, and last the memory itself."""

    areas: tuple[Area, ...]
    slot: Slot | None = None
    leaf: tuple[int, ...] = ()
    """The part of a tuple that is stored."""
    parts: tuple[int, ...] = ()
    """The part of the value, which is a tuple of several refs."""
    frozen: bool = False
    """Nothing more is known of which part it is."""
    in_place: bool = False
    """It is read by the one work item that writes it."""

    @property
    def space(self) -> str:
        return self.areas[-1].place.space

    def at(self, owner: Level | None) -> Ref:
        """An element."""
        return replace(self, areas=tuple(replace(a, owners=(*a.owners, owner)) if a.exact else a for a in self.areas))

    def rearranged(self) -> Ref:
        """The elements in another order."""
        return replace(self, areas=tuple(replace(a, exact=False) for a in self.areas))

    def anywhere(self) -> Ref:
        return replace(self.rearranged(), leaf=() if self.frozen else self.leaf, parts=(), frozen=True)


Refs: TypeAlias = tuple[Ref, ...]
"""Where a value is that may be in several places: a tuple, or what is chosen among several."""


@dataclass(frozen=True, eq=False)
class Access:
    """A read or a write by an op, and the work items that do it."""

    op: Operation
    ref: Ref
    write: bool
    bound: frozenset[Level]
    """What the parallel maps around it are distributed over."""
    alone: frozenset[Level]
    """Where only the first work item does it."""


@dataclass(frozen=True, eq=False)
class Gap:
    """A place for a barrier: after an op, or at the beginning of a block."""

    block: Block
    after: Operation | None
    depth: int


@dataclass(frozen=True, eq=False)
class Barrier:
    """A barrier that is there."""

    space: str


@dataclass(eq=False)
class Loop:
    """Iterations of an op, one after the other for a work item, with what is known of their number."""

    op: Operation
    nodes: list[Node] = field(default_factory=list["Node"])
    count: int | None = None
    at_most_once: bool = False
    at_least_once: bool = False


Node: TypeAlias = Access | Gap | Barrier | Loop


class Trace:
    """The accesses of a kernel."""

    def __init__(self, kernel: KernelOp):
        self.kernel = kernel
        self.keys = levels_of(kernel)
        """What there are several work items for, so that one of them is chosen that no map is distributed over."""
        self.nodes: list[Node] = []
        self.gaps: list[Gap] = []
        self._around: list[Level] = []
        self._refs: dict[SSAValue, Refs] = {}
        self._memory: dict[SSAValue, Refs] = {}
        """What parts of which arrays memory is for."""
        self._single: list[list[Level]] = []
        """The ids by which loops around are for one work item."""
        if parallel_maps(kernel):
            self._body(kernel.block)

    # Blocks

    def _body(self, block: Block) -> None:
        """The ops of a block."""
        group = self._is_uniform(block)
        if group:
            self._gap(block, None)
        for op in block.ops:
            if op is not block.last_op:
                before = len(self.nodes)
                self._operation(op)
                # What is stored belongs to what follows: the op that goes on with it, or the end of the region.
                if group and len(self.nodes) > before and not isinstance(op, BarrierOp | StoreOp):
                    self._gap(block, op)

    def _gap(self, block: Block, after: Operation | None) -> None:
        depth, parent = 0, block.parent_op()
        while parent is not None and parent is not self.kernel:
            depth, parent = depth + 1, parent.parent_op()
        gap = Gap(block, after, depth)
        self.gaps.append(gap)
        self.nodes.append(gap)

    def _is_uniform(self, block: Block) -> bool:
        """Whether all work items of a group arrive between the ops of a block."""
        parent = block.parent_op()
        while isinstance(parent, UNIFORM) and not (
            isinstance(parent, IterateOp) and parent.condition_block is not None
        ):
            parent = parent.parent_op()
        return parent is self.kernel and is_group_level(block)

    # Memory

    def _part(self, memory: SSAValue) -> Refs:
        """What memory is; what is reserved outside of the kernel has no owner in it."""
        if memory not in self._memory:
            around, self._around = self._around, []
            if isinstance(memory.owner, Operation):
                self._memory_op(memory.owner)
            else:  # a loop of the host
                loop = memory.owner.parent_op()
                assert loop is not None
                self._memory[memory] = (Ref((self._own(loop, memory_type(memory, loop.name).space.data),)),)
            self._around = around
        return self._memory[memory]

    def _memory_op(self, op: Operation) -> None:
        match op:
            case AllocOp():
                self._memory[op.memory] = (Ref((self._own(op, op.type_.space.data),)),)
            case SlotOp():
                loop = next(use.operation for use in op.buffers.uses if isinstance(use.operation, WritingOp))
                slot = Slot(loop, 0, 1 if op.number is None else 2)
                self._memory[op.memory] = _in_slot(self._part(op.buffers), slot)
            case InverseOp():
                whole = self._part(op.whole)
                for k, part in enumerate(op.parts):
                    match op.layout:
                        case ZipOp() | TupleOp():
                            self._memory[part] = tuple(_got(whole, k))
                        case UnzipOp():
                            self._memory[part] = whole
                        case _:
                            self._memory[part] = tuple(ref.rearranged() for ref in whole)
            case destinations.TupleOp():
                self._memory[op.memory] = _together(map(self._part, op.parts))
            case _:
                raise AssertionError(f"'{op.name}' gives no memory")

    def _own(self, op: Operation, space: str) -> Area:
        """The whole result of an op; each element of a parallel map around it has one of its own."""
        return Area(Storage(op, space), tuple(self._around))

    def _home(self, op: WritingOp) -> Refs:
        """Where an op writes. It is seen as the array that it is, too, whatever the memory is a part of."""
        memory = memory_of(op)
        target = self._part(memory)
        if isinstance(memory.owner, AllocOp) and memory.owner.parent is op.parent:
            return target
        own = self._own(op, target[0].space)
        return tuple(replace(ref, areas=(own, *ref.areas)) for ref in target)

    # Accesses

    def _access(self, ref: Ref, op: Operation, *, write: bool) -> None:
        alone: list[Level] = []
        if write:
            assert isinstance(op, StoreOp | WritingOp)
            alone = levels_in(op.single)
        elif ref.in_place:
            alone = writer(op.parent, ref.space, self.keys)
        if alone or self._single:
            alone = [level for levels in (alone, *self._single) for level in levels]
        self.nodes.append(Access(op, ref, write, frozenset(self._around), frozenset(_each(alone))))

    def _write(self, refs: Iterable[Ref], op: Operation) -> None:
        for ref in refs:
            self._access(ref, op, write=True)

    def _read(self, value: SSAValue, op: Operation) -> None:
        for ref in self._refs.get(value, ()):
            self._access(ref, op, write=False)

    def _read_operands(self, op: Operation) -> None:
        for inner in op.walk():
            for value in inner.operands:
                self._read(value, op)

    # Ops

    def _operation(self, op: Operation) -> None:
        match op:
            case BarrierOp():
                self.nodes.append(Barrier(op.space.data))
            case NatOp() | LengthOp():
                pass
            case MapOp() if not computes(op):
                self._view(op, [(op.block.args[0], op.xs)])
            case GenerateOp():
                for value in _from_outside(op):
                    if not holds_array(value.type):
                        self._read(value, op)
                self._view(op, [])
            case GetOp():
                self._refs[op.result] = tuple(_got(self._refs.get(op.tuple_, ()), op.index.value.data))
            case ZipOp() | TupleOp():
                self._refs[op.result] = _together(self._refs.get(part, ()) for part in op.operands)
                if not holds_array(op.result.type):
                    self._read_operands(op)
            case UnzipOp():
                self._refs[op.result] = self._refs.get(op.operands[0], ())
            case AtOp() if op.index is not None:
                self._refs[op.result] = tuple(ref.at(None) for ref in self._refs.get(op.xs, ()))
            case AtUncheckedOp():
                self._read(op.index, op)
                self._refs[op.result] = tuple(ref.at(None) for ref in self._refs.get(op.xs, ()))
            case MapLike():
                self._map(op)
            case ReduceLike():
                self._reduce(op)
            case ScanLike():
                self._scan(op)
            case UpdateLike():
                self._update(op)
            case IterateOp():
                self._iterate(op)
            case IfOp():
                self._if(op)
            case UnpackOp():
                self._unpack(op)
            case AllocOp() | SlotOp() | InverseOp() | destinations.TupleOp():
                self._memory_op(op)
            case StoreOp():
                self._store(op)
            case LiftOp() if holds_array(op.result.type) and not computes(op) and not op.regions:
                refs = [ref for value in op.operands for ref in self._refs.get(value, ())]
                self._refs[op.result] = tuple(ref.rearranged() for ref in refs)
            case BodyOp():
                self._region(op)
            case _:
                self._read_operands(op)
                self._written(op)

    def _region(self, op: BodyOp) -> None:
        """An op of which only its region is known: it may be run any number of times, and see all that the op does."""
        for value in op.operands:
            self._read(value, op)
        seen = [ref.anywhere() for value in op.operands for ref in self._refs.get(value, ())]
        with self._loop(op, None):
            for argument in op.block.args:
                if argument is not op.target:
                    self._refs[argument] = tuple(seen)
            self._body(op.block)
            self._read(op.yielded, op)
        self._written(op)

    def _store(self, op: StoreOp) -> None:
        memory = self._part(op.destination)
        if op.is_array:
            self._refs[op.result] = memory
            return
        if not holds_array(op.value.type):
            self._read(op.value, op)
        self._write(memory, op)
        self._refs[op.result] = memory if holds_array(op.value.type) else self._refs.get(op.value, ())

    def _unpack(self, op: UnpackOp) -> None:
        """The length is read, and then the region is executed once."""
        self._read(op.value, op)
        self._refs[op.block.args[0]] = self._refs.get(op.value, ())
        home = self._home(op) if op.destinations else None
        self._region_of(op, home)
        self._refs[op.result] = self._refs.get(op.yielded, ()) if home is None else home

    def _written(self, op: Operation) -> None:
        if isinstance(op, WritingOp) and op.destinations:
            home = self._home(op)
            self._write(home, op)
            self._refs[op.result] = home

    def _view(self, op: BodyOp, arguments: Sequence[tuple[SSAValue, SSAValue]]) -> None:
        """An op that is computed where it is read."""
        for argument, xs in arguments:
            self._refs[argument] = tuple(ref.rearranged() for ref in self._refs.get(xs, ()))
        around, self.nodes = self.nodes, []
        for inner in op.block.ops:
            if inner is not op.block.last_op:
                self._operation(inner)
        reads = [access.ref.anywhere() for access in accesses_in(self.nodes)]
        self.nodes = around
        result = [ref.rearranged() for ref in self._refs.get(op.yielded, ())]
        self._refs[op.result] = (*result, *reads)

    @contextmanager
    def _loop(self, op: Operation, count: Nat | None) -> Generator[None]:
        loop = Loop(op)
        if count is not None:
            scope = scope_at(op)
            iterations = scope.simplify(count)
            at_once = self._groups(op) if isinstance(op, GroupMap) else const(1)
            loop.at_most_once = scope.holds(compare(iterations, "le", at_once))
            if not isinstance(op, ParallelMap):
                loop.count = iterations.constant
                loop.at_least_once = scope.holds(compare(iterations, "ge", 1))
        around, self.nodes = self.nodes, loop.nodes
        if isinstance(op, ParallelMap):
            self._around.append(op.level)
        yield
        if isinstance(op, ParallelMap):
            self._around.pop()
        self.nodes = around
        self.nodes.append(loop)

    def _groups(self, op: GroupMap) -> Nat:
        """How many work groups there are at least, of which each has an element at most."""
        launch, dimension = None if isinstance(op, MapSharesOp) else launch_of(op), op.dimension.value.data
        if launch is None:
            return const(1)
        groups = list(launch.groups)
        return groups[dimension].data if dimension < len(groups) else const(1)

    def _elements(self, op: BodyOp, xs: SSAValue, argument: SSAValue) -> None:
        owner = op.level if isinstance(op, ParallelMap) else None
        self._refs[argument] = tuple(ref.at(owner) for ref in self._refs.get(xs, ()))

    def _region_of(self, op: BodyOp, target: Refs | None) -> None:
        """The region of an op, whose result is written to a target."""
        if op.target is not None:
            assert target is not None
            self._memory[op.target] = target
        self._body(op.block)

    def _map(self, op: MapLike) -> None:
        if isinstance(op, ParallelScatter):
            self._scatter(op)
            return
        home = self._home(op)
        with self._loop(op, length_of(op.xs.type)):
            self._elements(op, op.xs, op.block.args[0])
            owner = op.level if isinstance(op, ParallelMap) else None
            self._region_of(op, tuple(ref.at(owner) for ref in home))
        self._refs[op.result] = home

    def _scatter(self, op: ParallelScatter) -> None:
        """What is read for each row, and written anywhere, where nobody else writes."""
        home = self._home(op)
        with self._loop(op, length_of(op.xs.type)):
            for ref in self._refs.get(op.starts, ()):
                self._access(ref.at(op.level), op, write=False)
            self._refs[op.block.args[0]] = tuple(ref.at(op.level).at(None) for ref in self._refs.get(op.xs, ()))
            self._body(op.block)
            self._read(op.yielded, op)
            self._write([ref.at(op.level) for ref in home], op)
        self._refs[op.result] = home

    def _reduce(self, op: ReduceLike) -> None:
        accumulator, element = op.block.args[:2]
        if not op.destinations:
            self._read(op.init, op)
            with self._loop(op, length_of(op.xs.type)):
                self._elements(op, op.xs, element)
                self._region_of(op, None)
                self._read(op.yielded, op)
            return
        home = self._home(op)
        self._single.append(levels_in(op.single))
        with self._loop(op, length_of(op.xs.type)):
            self._elements(op, op.xs, element)
            if goes_on(op):  # with what the fold around it reads and writes
                before, after = self._refs.get(op.init, ()), home
            else:
                before, after = _in_turn(home, op, 2 if needs_double_buffer(op) else 1)
            self._refs[accumulator] = tuple(replace(ref, in_place=op.single is not None) for ref in before)
            self._region_of(op, after)
        self._single.pop()
        self._refs[op.result] = home if goes_on(op) else self._result(op, home, length_of(op.xs.type))

    def _scan(self, op: ScanLike) -> None:
        home = self._home(op)
        accumulator, element = op.block.args[:2]
        keeps = len(op.destinations) > 1
        if not keeps:
            self._read(op.init, op)
        with self._loop(op, length_of(op.xs.type)):
            self._elements(op, op.xs, element)
            if keeps:
                before, after = _in_turn(self._part(op.destinations[1]), op, 2)
                self._refs[accumulator] = before
                self._region_of(op, after)
                for ref in after:
                    self._access(ref.rearranged(), op, write=False)
                self._write([ref.at(None) for ref in home], op)
            else:
                self._region_of(op, tuple(ref.at(None) for ref in home))
                self._read(op.yielded, op)
        self._refs[op.result] = home

    def _update(self, op: UpdateLike) -> None:
        """What one work item reads and writes, anywhere in the memory of the result."""
        home = self._home(op)
        old, element = op.block.args[:2]
        self._single.append(levels_in(op.single))
        with self._loop(op, length_of(op.xs.type)):
            self._elements(op, op.xs, element)
            for ref in self._refs.get(op.indices, ()):
                self._access(ref.at(None), op, write=False)
            self._refs[old] = tuple(ref.anywhere() for ref in home)
            self._body(op.block)
            self._read(op.yielded, op)
            self._write([ref.anywhere() for ref in home], op)
        self._single.pop()
        self._refs[op.result] = home

    def _iterate(self, op: IterateOp) -> None:
        iterations = op.count.data if op.condition_block is None else None
        if not op.destinations:
            self._read(op.xs, op)
            with self._loop(op, iterations):
                self._condition(op, ())
                self._region_of(op, None)
                self._read(op.yielded, op)
            return
        home = self._home(op)
        with self._loop(op, iterations):
            before, after = _in_turn(home, op, 2)
            self._condition(op, before)
            self._refs[op.block.args[0]] = before
            self._region_of(op, after)
        self._refs[op.result] = _in_slot(home, None) if iterations is None else self._result(op, home, iterations)

    def _if(self, op: IfOp) -> None:
        """Each of the regions, once or not at all."""
        self._read(op.condition, op)
        home = self._home(op) if op.destinations else ()
        for branch, given in zip(op.branches, op.given, strict=True):
            with self._loop(op, const(1)):
                for memory in branch.args:
                    self._memory[memory] = home
                self._body(branch)
                if not op.destinations:
                    self._read(given, op)
            loop = self.nodes[-1]
            assert isinstance(loop, Loop)
            loop.at_least_once = False
        self._refs[op.result] = home

    def _condition(self, op: IterateOp, state: Refs) -> None:
        """What decides on another iteration, by the state before it."""
        if op.condition_block is not None:
            self._refs[op.condition_block.args[0]] = state
            self._body(op.condition_block)
            self._read(op.goes_on, op)

    def _result(self, op: Operation, home: Refs, iterations: Nat) -> Refs:
        """What a loop ends with: in the buffer that the next iteration would read."""
        if not needs_double_buffer(op):
            return _in_slot(home, Slot(op, 0, 1))
        count = scope_at(op).simplify(iterations).constant
        return _in_slot(home, None if count is None else Slot(op, count % 2, 2))


def _in_turn(home: Refs, loop: Operation, buffers: int) -> tuple[Refs, Refs]:
    """What an iteration reads, and what it writes."""
    before, after = (Slot(loop, number, buffers, from_iteration=True) for number in (0, 1))
    return _in_slot(home, before), _in_slot(home, after)


def _in_slot(refs: Refs, slot: Slot | None) -> Refs:
    return tuple(replace(ref, slot=slot) for ref in refs)


def _together(parts: Iterable[Refs]) -> Refs:
    """What is known of a tuple of parts."""
    return tuple(
        ref if ref.frozen else replace(ref, parts=(k, *ref.parts)) for k, refs in enumerate(parts) for ref in refs
    )


def accesses_in(nodes: Iterable[Node]) -> Iterator[Access]:
    for node in nodes:
        if isinstance(node, Access):
            yield node
        elif isinstance(node, Loop):
            yield from accesses_in(node.nodes)


def _got(refs: Iterable[Ref], index: int) -> Iterator[Ref]:
    """What is known of a part of a tuple."""
    for ref in refs:
        if ref.frozen:
            yield ref
        elif not ref.parts:
            yield replace(ref, leaf=(*ref.leaf, index))
        elif ref.parts[0] == index:
            yield replace(ref, parts=ref.parts[1:])


def _from_outside(op: Operation) -> Iterator[SSAValue]:
    for inner in op.walk():
        yield from (value for value in inner.operands if not op.is_ancestor(value.owner))


def _each(levels: Iterable[Level]) -> Iterator[Level]:
    """The ids that are chosen with these: who is the first of all work items is so in its group, too."""
    for kind, dimension in levels:
        yield from ((one, dimension) for one in (LEVELS if kind == "glb" else (kind,)))
