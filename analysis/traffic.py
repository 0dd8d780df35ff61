"""What a launch does to memory: which elements neighbouring work items touch, how often, and how much is computed.

Every index is an expression over ids, loop variables and sizes. The difference that the next work item of the group makes to
it is its stride; sums over all ids and iterations say how often an op is executed in all. What does not close is not known.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from xdsl.dialects.arith import ConstantOp
from xdsl.ir import Block, BlockArgument, Operation, OpResult, SSAValue

from ..dialects.host.launches import LaunchOp
from ..dialects.host.memory import LocalOp
from ..dialects.kernel.attributes import IndexAttr
from ..dialects.kernel.control import ForOp, IfOp
from ..dialects.kernel.functions import FuncOp
from ..dialects.kernel.known import constant_of
from ..dialects.kernel.lengths import LengthOp
from ..dialects.kernel.memory import AccessOp, AllocOp, BarrierOp, ReadOp, VLoadOp, VStoreOp
from ..dialects.kernel.operation import buffer_of
from ..dialects.kernel.types import element_bytes, scalars_of_room, vector_parts
from ..dialects.kernel.workitems import ApplyOp, GlobalIdOp, GroupIdOp, LocalIdOp, WorkItemOp
from ..dialects.lift.scope import scope_inside
from ..dialects.lift.types import AddressSpace
from ..dialects.nat.atoms import atoms_inside
from ..dialects.nat.expr import (
    Condition,
    FloorDiv,
    Max,
    Min,
    Mod,
    ceildiv,
    compare,
    if_then_else,
    maximum,
    sum_over,
    var,
)
from ..dialects.nat.facts import Facts
from ..dialects.nat.polynomial import coefficients, replace_atom
from ..dialects.nat.prove import holds
from ..dialects.nat.rebuild import substitute, substitute_condition
from ..dialects.nat.ring import ZERO, Nat, NatError, const
from ..dialects.nat.simplify import simplify

NOT_COUNTED: Final = (ConstantOp,)
CASTS: Final = ("arith.ext", "arith.trunc", "arith.bitcast", "arith.index_cast", "arith.sitofp", "arith.fpto")


@dataclass(frozen=True)
class Neighbours:
    """What the next work item of a group touches, seen from one."""

    stride: Nat | None
    """How many scalars further it is; None where that is not known."""
    width: int = 1
    """How many scalars each touches at once."""
    run: Nat | None = None
    """After so many work items there is a jump; None where there is none."""
    alone: bool = False
    """One work item of a group does it."""
    clamped: bool = False
    """At an edge, neighbours may touch the same."""

    @property
    def is_coalesced(self) -> bool:
        """Whether a group touches what lies side by side, or one place."""
        return self.alone or (self.stride is not None and self.stride.constant in (0, self.width))

    @property
    def is_strided(self) -> bool:
        """Whether it is known that neighbours are further apart."""
        return not self.is_coalesced and self.stride is not None

    @property
    def text(self) -> str:
        if self.alone:
            return "one item"
        if self.stride is None:
            return "unknown"
        run = f"{', clamped' if self.clamped else ''}{'' if self.run is None else f', runs of {self.run}'}"
        if self.stride.constant == 0:
            return f"broadcast{run}"
        return f"coalesced{run}" if self.is_coalesced else f"strided {self.stride}{run}"


@dataclass(frozen=True)
class Touch:
    """An access to global or local memory."""

    op: AccessOp
    space: AddressSpace
    index: str
    neighbours: Neighbours
    times: Nat | None
    """How often it is executed in a launch, by all work items."""

    @property
    def is_read(self) -> bool:
        return isinstance(self.op, ReadOp)

    @property
    def bytes(self) -> int:
        """The bytes of one access."""
        return element_bytes(buffer_of(self.op.target, self.op.name).element) * _width(self.op)


@dataclass
class Traffic:
    """A launch."""

    launch: LaunchOp
    touches: list[Touch] = field(default_factory=list[Touch])
    operations: list[Nat | None] = field(default_factory=list["Nat | None"])
    """How often each op is executed that computes, times the lanes that it has."""
    barriers: int = 0
    local_bytes: Nat = ZERO
    private_scalars: int = 0

    @property
    def kernel(self) -> FuncOp:
        return self.launch.function()

    def moved(self, *, read: bool) -> Nat | None:
        """The bytes of global memory that are read or written in all."""
        mine = [one for one in self.touches if one.space is AddressSpace.GLOBAL and one.is_read is read]
        return self.total([None if one.times is None else one.times * one.bytes for one in mine])

    @property
    def computed(self) -> Nat | None:
        return self.total(self.operations)

    def total(self, parts: Sequence[Nat | None]) -> Nat | None:
        known = [part for part in parts if part is not None]
        if len(known) < len(parts):
            return None
        return simplify(sum(known, const(0)), scope_inside(self.kernel).facts)


def traffic_of(launch: LaunchOp) -> Traffic:
    """What a launch does to memory."""
    return _Walk(launch).traffic


@dataclass(frozen=True)
class _Rounds:
    """Iterations: the variable is `start + step * k` for k below the count. `ids` are those that the iterations are shared by."""

    name: str
    start: Nat
    step: Nat
    count: Nat
    ids: frozenset[str] = frozenset()


@dataclass(frozen=True)
class _Guard:
    """What is only done where a condition holds; None where it is data."""

    condition: Condition | None


class _Walk:
    """One kernel, from its beginning to its end."""

    def __init__(self, launch: LaunchOp):
        self.traffic = Traffic(launch)
        kernel = launch.function()
        self.facts: Facts = scope_inside(kernel).facts
        """What is known where the op at hand stands."""
        self.ranges: Facts = self.facts
        """What is known of names wherever they are: nothing that is only so where a condition holds."""
        self.sizes: dict[str, Nat] = {}
        """The ids, by what they are called, and how many there are of each."""
        self.taken = {*kernel.nat_names, *(one.length.data for one in kernel.hidden_lengths)}
        self.called: dict[SSAValue, Nat] = {}
        self.names: dict[str, Nat] = {}
        """Names of nats that loops bind."""
        self.moving: dict[str, Nat] = {}
        """Loop variables that begin at an id, as the id and the number of the iteration."""
        self.data: set[str] = set()
        """Names of data that may be another for each work item."""
        self.around: list[_Rounds | _Guard] = []
        self.local = [self._id("l", d, size) for d, size in enumerate(launch.local_sizes)]
        self.groups = [self._id("w", d, size) for d, size in enumerate(launch.groups)]
        self.next = next((name for name in self.local if self.sizes[name].constant != 1), None)
        """The id that is another for the next work item."""
        for given in launch.arguments:
            if isinstance(given.owner, LocalOp):
                element = buffer_of(given, launch.name).element
                self.traffic.local_bytes += given.owner.size.data * element_bytes(element)
        self.block(kernel.block)

    def _id(self, letter: str, dimension: int, size: Nat) -> str:
        name = self.fresh(f"{letter}{dimension}")
        self.sizes[name] = size
        self.know(lambda facts: facts.index(name, size))
        return name

    def know(self, more: Callable[[Facts], Facts]) -> None:
        self.facts, self.ranges = more(self.facts), more(self.ranges)

    def fresh(self, hint: str) -> str:
        name, number = hint, 1
        while name in self.taken:
            name, number = f"{hint}_{number}", number + 1
        self.taken.add(name)
        return name

    # Ops

    def block(self, block: Block) -> None:
        for op in block.ops:
            match op:
                case AccessOp():
                    self.access(op)
                case ForOp():
                    self.loop(op)
                case IfOp():
                    self.choice(op)
                case BarrierOp():
                    self.traffic.barriers += 1
                case AllocOp():
                    self.reserved(op)
                case WorkItemOp():
                    self.called[op.number] = self.work_item(op)
                case LengthOp() if op.called is not None:
                    self.names[op.called.data] = self.operand(op.number)
                case _ if _computes(op):
                    times = self.times()
                    self.traffic.operations.append(None if times is None else times * _lanes(op))
                case _:
                    pass

    def reserved(self, op: AllocOp) -> None:
        size = op.size.data.constant
        element = buffer_of(op.buffer, op.name)
        assert size is not None
        if element.address_space is AddressSpace.LOCAL:
            self.traffic.local_bytes += size * element_bytes(element.element)
        else:
            self.traffic.private_scalars += size * scalars_of_room(element.element)

    def work_item(self, op: WorkItemOp) -> Nat:
        dimension = op.dimension.value.data
        inside = dimension < len(self.local)
        local, group = (self.local[dimension], self.groups[dimension]) if inside else ("", "")
        size, count = (self.sizes[local], self.sizes[group]) if inside else (const(1), const(1))
        match op:
            case LocalIdOp():
                return var(local) if inside else const(0)
            case GroupIdOp():
                return var(group) if inside else const(0)
            case GlobalIdOp():
                return size * var(group) + var(local) if inside else const(0)
            case _:
                return {"get_local_size": size, "get_num_groups": count}.get(op.FUNCTION, size * count)

    def loop(self, op: ForOp) -> None:
        start, stop, step = (self.nat(bound, op.symbols) for bound in (op.start, op.stop, op.step))
        name = self.fresh(op.variable.name_hint or "i")
        ids = self._shared(start, step)
        base = substitute(start, {one: const(0) for one in ids})
        rounds = _Rounds(name, base if ids else start, const(1) if ids else step, const(0), ids)
        count = maximum(0, ceildiv(stop - rounds.start, rounds.step))
        before = self.facts, self.ranges
        self.called[op.variable] = var(name)
        if op.position is not None:
            self.names[op.position.data] = var(name)
        if self.differs(start):
            number = self.fresh(f"{name}_round")
            self.moving[name] = start + step * var(number)
            self.know(lambda facts: facts.natural(number).given(compare(self.moving[name], "lt", stop)))
        self.know(lambda facts: facts.between(name, base, stop - 1))
        self.around.append(_Rounds(name, rounds.start, rounds.step, count, ids))
        if op.conditions:
            self.around.append(_Guard(None))
        self.block(op.block)
        del self.around[-2 if op.conditions else -1 :]
        self.facts, self.ranges = before

    def _shared(self, start: Nat, step: Nat) -> frozenset[str]:
        """The ids that iterations are shared by: each of them does those whose number is its own, and others after it."""
        for local, group in zip(self.local, self.groups, strict=True):
            size, count = self.sizes[local], self.sizes[group]
            for ids, first, width in (
                ({local}, var(local), size),
                ({group}, var(group), count),
                ({local, group}, size * var(group) + var(local), size * count),
            ):
                rest = start - first
                if not rest.names & ids and self.simple(step - width).constant == 0:
                    return frozenset(one for one in ids if self.sizes[one].constant != 1)
        return frozenset()

    def choice(self, op: IfOp) -> None:
        condition = None
        if op.condition is not None:
            condition = op.condition(*map(self.operand, op.decided_by))
            condition = substitute_condition(condition, self.names)
        for block, held in ((op.then.block, condition), (op.else_block, condition and condition.negated)):
            if block is None:
                continue
            before = self.facts
            if held is not None:
                self.facts = self.facts.given(held, substitute_condition(held, self.moving))
            self.around.append(_Guard(held))
            self.block(block)
            self.around.pop()
            self.facts = before

    def access(self, op: AccessOp) -> None:
        space = buffer_of(op.target, op.name).address_space
        if space is AddressSpace.PRIVATE:
            return
        index = self.nat(op.index, op.index_operands)
        text = str(self.simple(index))
        self.traffic.touches.append(Touch(op, space, text, self.neighbours(index, _width(op)), self.times()))

    # Indices

    def nat(self, index: IndexAttr, operands: Sequence[SSAValue]) -> Nat:
        return substitute(index(*map(self.operand, operands)), self.names)

    def operand(self, value: SSAValue) -> Nat:
        """The expression of an operand; data has a name."""
        if value not in self.called:
            number = constant_of(value)
            if number is not None:
                self.called[value] = const(number)
            elif isinstance(value.owner, ApplyOp):
                self.called[value] = self.nat(value.owner.index, value.owner.symbols)
            elif isinstance(value.owner, LengthOp):
                self.called[value] = self.operand(value.owner.given)
            else:
                name = self.fresh(value.name_hint or "data")
                if not self.is_same(value):
                    self.data.add(name)
                self.called[value] = var(name)
        return self.called[value]

    def is_same(self, value: SSAValue) -> bool:
        """Whether a value is sure to be the same for all work items of a group."""
        if value in self.called:
            return not self.differs(self.called[value])
        if isinstance(value, BlockArgument):
            return isinstance(value.owner.parent_op(), FuncOp)
        assert isinstance(value, OpResult)
        op = value.op
        if isinstance(op, ReadOp):
            return not self.differs(self.nat(op.index, op.index_operands))
        return not op.regions and not isinstance(op, AllocOp) and all(map(self.is_same, op.operands))

    def differs(self, nat: Nat) -> bool:
        """Whether an expression may be another number for each work item of a group."""
        return bool(nat.names & {*self.local, *self.moving, *self.data})

    def neighbours(self, index: Nat, width: int) -> Neighbours:
        """How the index changes with the id of the work item."""
        if self.next is None or holds(compare(var(self.next), "eq", 0), self.facts):
            return Neighbours(None, width, alone=True)
        item = var(self.next)
        place = substitute(index, self.moving)
        if place.names & self.data:
            return Neighbours(None, width)
        inside = _inside_of_edges(place, self.next)
        if inside is not place:
            return replace(self.neighbours(inside, width), clamped=True)
        facts = self.facts.given(compare(item, "le", self.sizes[self.next] - 2))
        stride = simplify(substitute(place, {self.next: item + 1}) - place, facts)
        if self.next not in stride.names:
            return Neighbours(stride, width)
        place = self.simple(place)
        for dividend, run in self._divisions(place):
            # Items whose dividends are `run * q + r` and one more, with the same q.
            row, column = self.fresh("row"), self.fresh("column")
            one = run * var(row) + var(column) - dividend + item
            inside = facts.natural(row).between(column, 0, run - 2)
            here, there = (simplify(substitute(place, {self.next: each}), inside) for each in (one, one + 1))
            stride = simplify(there - here, inside)
            if not stride.names & {row, column}:
                return Neighbours(stride, width, run)
        return Neighbours(None, width)

    def _divisions(self, place: Nat) -> list[tuple[Nat, Nat]]:
        """What the id is in that is divided, with nothing else that depends on it, and by what."""
        assert self.next is not None
        inside = [part for atom in place.atoms for part in (atom, *atoms_inside(atom))]
        divisions = dict.fromkeys(part.args for part in inside if isinstance(part, FloorDiv | Mod))
        rest = ((dividend - var(self.next), divisor) for dividend, divisor in divisions)
        return [(one + var(self.next), by) for one, by in rest if self.next not in one.names | by.names]

    def simple(self, nat: Nat) -> Nat:
        return simplify(nat, self.facts)

    # How often

    def times(self) -> Nat | None:
        """How often the op at hand is executed, by all work items of the launch together."""
        total = const(1)
        free = [one for one in (*self.local, *self.groups) if self.sizes[one].constant != 1]
        try:
            for level in reversed(self.around):
                if isinstance(level, _Guard):
                    if level.condition is None:
                        return None
                    total = if_then_else(level.condition, total, 0)
                    continue
                number = self.fresh("k")
                inside = substitute(total, {level.name: level.start + level.step * var(number)})
                total = self._summed(number, level.count, inside)
                free = [one for one in free if one not in level.ids]
            for one in free:
                total = self._summed(one, self.sizes[one], total)
        except NatError:
            return None
        total = simplify(total, scope_inside(self.traffic.kernel).facts)
        return total if total.names <= {*self.traffic.kernel.nat_names} else None

    def _summed(self, name: str, count: Nat, body: Nat) -> Nat:
        if name not in body.names:
            return count * body
        shared = _shared_out(name, count, simplify(body, self.ranges))
        if shared is not None:
            return shared
        return simplify(sum_over(name, count, body), self.ranges)


def _inside_of_edges(place: Nat, item: str) -> Nat:
    """An index without the ends of a range that it is kept in: within them it is what depends on the item.

    Where that goes on by 0 or 1 from item to item, so does what is kept in the range.
    """
    for atom in place.atoms:
        if item not in atom.names:
            continue
        if isinstance(atom, Min | Max):
            moving = [arg for arg in atom.args if item in arg.names]
            if len(moving) == 1:
                return _inside_of_edges(replace_atom(place, atom, moving[0]), item)
    return place


def _shared_out(name: str, count: Nat, body: Nat) -> Nat | None:
    """`sum(l : n, c * ((a - l) floordiv n) + r) = c * (a - n + 1) + n * r`, for every n-th of elements; None for anything else."""
    for atom in body.atoms if count.constant else ():
        whole = atom.args[0] + var(name) if isinstance(atom, FloorDiv) else None
        if whole is None or atom.args[1] is not count or name in whole.names:
            continue
        parts = coefficients(body, atom)
        if parts.keys() <= {0, 1} and not any(name in part.names for part in parts.values()):
            return parts[1] * (whole - count + 1) + count * parts.get(0, const(0))
    return None


def _computes(op: Operation) -> bool:
    """Whether an op is arithmetic: no constant, and no conversion."""
    dialect = op.name.partition(".")[0]
    return dialect in ("arith", "math") and not isinstance(op, NOT_COUNTED) and not op.name.startswith(CASTS)


def _lanes(op: Operation) -> int:
    parts = vector_parts(op.results[0].type)
    return 1 if parts is None else parts[0]


def _width(op: AccessOp) -> int:
    """How many elements of the buffer an access is to."""
    match op:
        case VLoadOp():
            return op.width.value.data
        case VStoreOp():
            parts = vector_parts(op.value.type)
            return 1 if parts is None else parts[0]
        case _:
            return 1
