"""Which memory the ops of a kernel touch, by which work items and in which order: what `ocl-place-barriers` reasons on.

A kernel becomes a tree of accesses, of loops, and of gaps where all work items of a group come by, so that a barrier may
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
from ..dialects.lift.functions import DefOp
from ..dialects.lift.iterate import IterateOp
from ..dialects.lift.numbers import LengthOp, NatOp
from ..dialects.lift.operation import LiftOp
from ..dialects.lift.scope import scope_at
from ..dialects.lift.tuples import GetOp, TupleOp, UnzipOp, ZipOp
from ..dialects.lift.types import ArrayType, holds_array
from ..dialects.nat.expr import compare
from ..dialects.nat.ring import Nat, const
from ..dialects.ocl.kernels import BarrierOp, KernelOp
from ..dialects.ocl.patterns import MapLclOp, MapSeqOp, MapWrgOp, ParallelMap, ReduceSeqOp, ScanSeqOp
from .destinations import (
    Key,
    changed_by_one,
    computes,
    is_doubled,
    is_group_level,
    key_of,
    memory_of,
    several_work_items,
    sinks_of,
    written_operands,
)
from .rules.regions import function_around

UNIFORM: Final = (MapWrgOp, MapSeqOp, ReduceSeqOp, ScanSeqOp, IterateOp)
"""Ops whose regions all work items of a group run together, if they do so around the op."""


@dataclass(frozen=True, eq=False)
class Place:
    """An array as the op sees it that computes it."""

    op: Operation
    space: str


@dataclass(frozen=True)
class Area:
    """Elements of a place: for each of its first dimensions who alone is at an index, or None.

    While it is `exact`, the next dimension of the place is the outermost of the array that is looked at.
    """

    place: Place
    owners: tuple[Key | None, ...]
    exact: bool = True


@dataclass(frozen=True)
class Slot:
    """One of the buffers that a loop uses in turn, counted from the one that a round reads, or from the first.

    A loop that changes its accumulator in place has one buffer, others have two.
    """

    loop: Operation
    number: int
    buffers: int
    from_round: bool = False


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

    def at(self, owner: Key | None) -> Ref:
        """An element."""
        return replace(self, areas=tuple(replace(a, owners=(*a.owners, owner)) if a.exact else a for a in self.areas))

    def rearranged(self) -> Ref:
        """The elements in another order."""
        return replace(self, areas=tuple(replace(a, exact=False) for a in self.areas))

    def anywhere(self) -> Ref:
        return replace(self.rearranged(), leaf=() if self.frozen else self.leaf, parts=(), frozen=True)


@dataclass(frozen=True, eq=False)
class Access:
    """A read or a write by an op, and the work items that do it."""

    op: Operation
    ref: Ref
    write: bool
    bound: frozenset[Key]
    """What the parallel maps around it share out."""
    alone: frozenset[Key]
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
    """Rounds of an op, one after the other for a work item, with what is known of their number."""

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
        parallel = [op for op in kernel.walk() if isinstance(op, ParallelMap)]
        function = function_around(kernel)
        launch = function.launch if isinstance(function, DefOp) else None
        self.keys = several_work_items(parallel, launch)
        """What there are several work items for, so that one of them is chosen where no map shares out."""
        self.nodes: list[Node] = []
        self.gaps: list[Gap] = []
        self._around: list[Key] = []
        self._refs: dict[SSAValue, tuple[Ref, ...]] = {}
        self._homes: dict[SSAValue, Ref] = {}
        self._first: dict[Operation, list[tuple[SSAValue, Ref]]] = {}
        if parallel:
            self._body(kernel.block, Ref((Area(Place(kernel, "global"), ()),)), kernel.block.last_op)

    # Blocks

    def _body(self, block: Block, target: Ref | None, last: Operation | None) -> None:
        """The ops of a block whose result goes to a target, if it has one."""
        assert last is not None
        group = self._is_uniform(block)
        if group:
            self._gap(block, None)
        stores = self._plan(block, last.operands[0], target)
        for op in block.ops:
            if op is not last:
                before = len(self.nodes)
                self._operation(op)
                if group and len(self.nodes) > before and not isinstance(op, BarrierOp):
                    self._gap(block, op)
        self._store_all(stores, last)

    def _gap(self, block: Block, after: Operation | None) -> None:
        depth, parent = 0, block.parent_op()
        while parent is not None and parent is not self.kernel:
            depth, parent = depth + 1, parent.parent_op()
        gap = Gap(block, after, depth)
        self.gaps.append(gap)
        self.nodes.append(gap)

    def _is_uniform(self, block: Block) -> bool:
        """Whether all work items of a group come by between the ops of a block."""
        parent = block.parent_op()
        while isinstance(parent, UNIFORM):
            parent = parent.parent_op()
        return parent is self.kernel and is_group_level(block)

    def _plan(self, block: Block, result: SSAValue, target: Ref | None) -> list[tuple[SSAValue, Ref]]:
        """Decide where every array of a block is stored; what is left to be stored at the end."""
        stores = [] if target is None else self._claim(result, target)
        for op in reversed(list(block.ops)):
            if isinstance(op, LiftOp) and computes(op):
                if op.result not in self._homes:
                    self._homes[op.result] = Ref((self._own(op, memory_of(op)),))
                for k in sinks_of(op):
                    self._first[op] = self._claim(op.operands[k], self._first_slot(op))
        return stores

    def _claim(self, value: SSAValue, target: Ref) -> list[tuple[SSAValue, Ref]]:
        """Have a value written to a target by the ops that compute it."""
        op = value.owner
        if not holds_array(value.type) or isinstance(op, Block) or value in self._homes:
            return [(value, target)]
        if isinstance(op, KernelOp) or is_doubled(op):
            return [(value, target)]
        if computes(op):
            # It is seen as the array that it is, too, whatever the target makes of it.
            self._homes[value] = replace(target, areas=(self._own(op, target.space), *target.areas))
            return []
        operands = written_operands(op)
        if not operands:
            return [(value, target)]
        stores: list[tuple[SSAValue, Ref]] = []
        for k in operands:
            match op:
                case ZipOp() | TupleOp():
                    inner = target if target.frozen else replace(target, leaf=(*target.leaf, k))
                case UnzipOp():
                    inner = target
                case _:
                    inner = target.rearranged()
            stores += self._claim(op.operands[k], inner)
        return stores

    def _own(self, op: Operation, space: str) -> Area:
        """The whole result of an op; each element of a parallel map around it has one of its own."""
        return Area(Place(op, space), tuple(self._around))

    def _first_slot(self, op: LiftOp) -> Ref:
        if isinstance(op, ScanLike):
            self._homes[op.block.args[0]] = Ref((self._own(op, memory_of(op)),))
            return replace(self._homes[op.block.args[0]], slot=Slot(op, 0, 2))
        return replace(self._homes[op.result], slot=Slot(op, 0, 2 if is_doubled(op) else 1))

    def _store_all(self, stores: Iterable[tuple[SSAValue, Ref]], op: Operation) -> None:
        for value, target in stores:
            self._read(value, op)
            self._access(target, op, write=True)

    # Accesses

    def _access(self, ref: Ref, op: Operation, *, write: bool) -> None:
        bound = frozenset(self._around)
        alone: frozenset[Key] = frozenset()
        if (write or ref.in_place) and ref.space != "private":
            guarded = {key for key in self.keys if ref.space == "global" or key[0] is MapLclOp}
            alone = frozenset(guarded - bound)
        self.nodes.append(Access(op, ref, write, bound, alone))

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
                self._refs[op.result] = tuple(
                    ref if ref.frozen else replace(ref, parts=(k, *ref.parts))
                    for k, part in enumerate(op.operands)
                    for ref in self._refs.get(part, ())
                )
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
            case IterateOp():
                self._iterate(op)
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
                self._refs[argument] = tuple(seen)
            self._body(op.block, self._homes.get(op.result), op.block.last_op)
            self._read(op.yielded, op)
        self._written(op)

    def _written(self, op: Operation) -> None:
        for result in op.results:
            home = self._homes.get(result)
            if home is not None:
                self._access(home, op, write=True)
                self._refs[result] = (home,)

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
            rounds = scope.simplify(count)
            at_once = self._groups(op) if isinstance(op, MapWrgOp) else const(1)
            loop.at_most_once = scope.holds(compare(rounds, "le", at_once))
            if not isinstance(op, ParallelMap):
                loop.count = rounds.constant
                loop.at_least_once = scope.holds(compare(rounds, "ge", 1))
        around, self.nodes = self.nodes, loop.nodes
        if isinstance(op, ParallelMap):
            self._around.append(key_of(op))
        yield
        if isinstance(op, ParallelMap):
            self._around.pop()
        self.nodes = around
        self.nodes.append(loop)

    def _groups(self, op: MapWrgOp) -> Nat:
        """How many work groups there are at least."""
        function, dimension = function_around(op), op.dimension.value.data
        if not isinstance(function, DefOp) or function.launch is None:
            return const(1)
        groups = list(function.launch.groups)
        return groups[dimension].data if dimension < len(groups) else const(1)

    def _elements(self, op: BodyOp, xs: SSAValue, argument: SSAValue) -> None:
        owner = key_of(op) if isinstance(op, ParallelMap) else None
        self._refs[argument] = tuple(ref.at(owner) for ref in self._refs.get(xs, ()))

    def _map(self, op: MapLike) -> None:
        home = self._homes[op.result]
        with self._loop(op, _length(op.xs)):
            self._elements(op, op.xs, op.block.args[0])
            owner = key_of(op) if isinstance(op, ParallelMap) else None
            self._body(op.block, home.at(owner), op.block.last_op)
        self._refs[op.result] = (home,)

    def _reduce(self, op: ReduceLike) -> None:
        accumulator, element = op.block.args
        if not holds_array(op.init.type):
            self._read(op.init, op)
            with self._loop(op, _length(op.xs)):
                self._elements(op, op.xs, element)
                self._body(op.block, None, op.block.last_op)
                self._read(op.yielded, op)
            return
        home, doubled = self._homes[op.result], is_doubled(op)
        self._store_all(self._first[op], op)
        with self._loop(op, _length(op.xs)):
            self._elements(op, op.xs, element)
            before, after = _in_turn(home, op, 2 if doubled else 1)
            self._refs[accumulator] = (replace(before, in_place=changed_by_one(op)),)
            self._body(op.block, after, op.block.last_op)
        self._refs[op.result] = (self._result(op, home, _length(op.xs)),)

    def _scan(self, op: ScanLike) -> None:
        home = self._homes[op.result]
        accumulator, element = op.block.args
        keeps = holds_array(op.init.type)
        if keeps:
            self._store_all(self._first[op], op)
        else:
            self._read(op.init, op)
        with self._loop(op, _length(op.xs)):
            self._elements(op, op.xs, element)
            if keeps:
                before, after = _in_turn(self._homes[accumulator], op, 2)
                self._refs[accumulator] = (before,)
                self._body(op.block, after, op.block.last_op)
                self._access(after.rearranged(), op, write=False)
            else:
                self._body(op.block, None, op.block.last_op)
                self._read(op.yielded, op)
            self._access(home.at(None), op, write=True)
        self._refs[op.result] = (home,)

    def _iterate(self, op: IterateOp) -> None:
        home = self._homes[op.result]
        self._store_all(self._first[op], op)
        with self._loop(op, op.count.data):
            before, after = _in_turn(home, op, 2)
            self._refs[op.block.args[0]] = (before,)
            self._body(op.block, after, op.block.last_op)
        self._refs[op.result] = (self._result(op, home, op.count.data),)

    def _result(self, op: Operation, home: Ref, rounds: Nat) -> Ref:
        """What a loop ends with: in the buffer that the next round would read."""
        if not is_doubled(op):
            return replace(home, slot=Slot(op, 0, 1))
        count = scope_at(op).simplify(rounds).constant
        return replace(home, slot=None if count is None else Slot(op, count % 2, 2))


def _in_turn(home: Ref, loop: Operation, buffers: int) -> tuple[Ref, Ref]:
    """What a round reads, and what it writes."""
    before, after = (Slot(loop, number, buffers, from_round=True) for number in (0, 1))
    return replace(home, slot=before), replace(home, slot=after)


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


def _length(value: SSAValue) -> Nat:
    assert isinstance(value.type, ArrayType)
    return value.type.length.data
