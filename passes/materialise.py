"""`ocl-materialise`: every array that is computed has memory, and copies that are needed become visible ops.

A value that must be in some memory is written there by the ops that compute it. Where that cannot be, because it is a
parameter, is needed in two places, or is seen through a layout op without an inverse, a map that copies is inserted.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from xdsl.context import Context
from xdsl.dialects.builtin import IntegerAttr, ModuleOp, StringAttr, TupleType, UnknownLoc, i64
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import Rewriter

from ..analysis.execution import is_group_level, is_top_level, launch_of
from ..analysis.ownership import Owners, owners_in, owners_of
from ..analysis.writes import (
    address_space_of,
    computes,
    goes_on,
    needs_double_buffer,
    sinks_of,
    stored_type,
    written_operands,
)
from ..dialects.diagnostics import placed
from ..dialects.lift.access import ScatterOp
from ..dialects.lift.algorithmic import ScanLike
from ..dialects.lift.attributes import free_binder
from ..dialects.lift.body import BodyOp, YieldOp, ops_around
from ..dialects.lift.choice import IfOp
from ..dialects.lift.destinations import Level, WritingOp
from ..dialects.lift.existential import PackOp, UnpackOp
from ..dialects.lift.functions import DefOp
from ..dialects.lift.iterate import IterateOp
from ..dialects.lift.layout import JoinOp
from ..dialects.lift.operation import LiftOp, need_lengths
from ..dialects.lift.profile import profile_of
from ..dialects.lift.renaming import names_bound_in, rename_binders
from ..dialects.lift.scope import Index, Scope, scope_at
from ..dialects.lift.tuples import GetOp, TupleOp, UnzipOp, ZipOp
from ..dialects.lift.types import ArrayType, ExistsType, MemoryType, free_names, holds_array, tuple_of
from ..dialects.lift.updates import UpdateLike
from ..dialects.nat.expr import compare, maximum, var
from ..dialects.nat.ring import const
from ..dialects.ocl import destinations
from ..dialects.ocl.destinations import AllocOp, InverseOp, SlotOp, StoreOp
from ..dialects.ocl.kernels import KernelOp
from ..dialects.ocl.memory import ToGlobalOp
from ..dialects.ocl.patterns import MapGlbOp, MapLclOp, MapSeqOp, MapWrgOp, ParallelMap, enclosing_maps
from .rules.chunks import EvenParts
from .rules.rule import Refusal

KINDS: Final[dict[str, type[ParallelMap]]] = {"glb": MapGlbOp, "wrg": MapWrgOp, "lcl": MapLclOp}
"""The maps of work items."""


@dataclass(frozen=True)
class MaterialisePass(ModulePass):
    """Give every op that computes an array the memory that it writes to, and insert the copies that are needed.

    Before:

        %windows = lift.slide 3 by 1 %xs
        lift.return %windows

    After:

        %result = ocl.alloc global result : !lift.array<N - 2, !lift.array<3, f32>>
        %windows = lift.slide 3 by 1 %xs
        %copy = ocl.map_glb<0> (%window) in %windows into %result as (%d: ..) {
          %row = ocl.map_seq (%x) in %window into %d as (%e: ..) { %y = ocl.store %x into %e lift.yield %y }
          lift.yield %row
        }
        lift.return %copy

    Afterwards every array that is returned, yielded or changed in place is written by the ops that compute it, and every
    scalar that becomes a part of an array by an `ocl.store`.
    """

    name: ClassVar[str] = "ocl-materialise"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for function in op.ops:
            if isinstance(function, DefOp) and not any(isinstance(inner, AllocOp) for inner in function.walk()):
                _Memory(function).function()


def room_for(contents: Attribute, op: Operation) -> Attribute:
    """The type of memory for what an op in one of two regions gives.

    There is room for it before it is known which region is chosen, so its lengths are not negative in the other one either.
    """
    scope = scope_at(op)
    if scope.always is scope:
        return contents
    room = _with_natural_lengths(contents, scope.always)
    with placed(op):
        need_lengths(room, scope.always, "memory that is there whichever region is chosen")
    return room


def _with_natural_lengths(type_: Attribute, scope: Scope) -> Attribute:
    match type_:
        case ArrayType():
            length = type_.length.data
            if not scope.holds(compare(length, "ge", 0)):
                length = maximum(length, const(0))
            if not type_.dependent:
                return ArrayType(length, _with_natural_lengths(type_.element, scope), type_.binder.data)
            position = free_binder(type_.binder.data, scope.names | scope.tables | free_names(type_.element))
            inner = scope.inner(Index(position, length))
            return ArrayType.over(position, length, _with_natural_lengths(type_.at(var(position)), inner))
        case TupleType():
            return tuple_of(_with_natural_lengths(part, scope) for part in type_.types)
        case _:
            return type_


class _Memory:
    """The memory of one function."""

    def __init__(self, of: DefOp):
        self.of = of
        self.taken = names_bound_in(of)
        self.written: set[SSAValue] = set()
        """Values whose memory is decided by a use: all of a chain from that use to the ops that compute."""
        self.kernels: dict[KernelOp, SSAValue] = {}
        """Where the results of kernels go that are there already."""
        self.owners: dict[SSAValue, Owners] = {}
        """Who is to write private memory that something is copied to."""
        self.parts: dict[SSAValue, dict[int, SSAValue]] = {}
        """Where parts of tuples go, as far as that is known, until the op is reached that computes the tuple."""
        self.heads: dict[Block, Operation] = {}
        """The last op of each block that says which memory there is: these stand at its beginning."""

    def function(self) -> None:
        result = AllocOp("global", self.of.result_type, "result", result_of_function=True)
        self.block(self.of.block, self.at_head(result, self.of.block).results[0])
        for op in self.of.walk():
            if isinstance(op, AllocOp) and op.type_.space.data == "private":
                op.own(owners_in(op.memory))

    # Blocks

    def block(self, block: Block, target: SSAValue | None) -> None:
        """The result of a block goes to a target, if it has one."""
        ops = list(block.ops)
        if target is not None:
            self.lead(ops[-1], 0, target, exclusive=False)
        for op in reversed(ops):
            for value in op.results:
                if value in self.parts:
                    self.lead_together(value, block)
            if computes(op):
                self.place(op)
                for k in () if goes_on(op) else sinks_of(op):
                    self.lead(op, k, self.first_slot(op, k), exclusive=True)
        for op in ops:
            if isinstance(op, KernelOp):
                self.kernel(op)
            elif isinstance(op, IfOp):
                for branch in op.branches:
                    self.block(branch, branch.args[0] if branch.args else None)
            elif isinstance(op, BodyOp):
                if isinstance(op, IterateOp) and op.condition_block is not None:
                    self.block(op.condition_block, None)
                self.block(op.block, op.target)
            else:
                for region in op.regions:
                    for nested in region.blocks:
                        self.block(nested, None)

    def kernel(self, op: KernelOp) -> None:
        """A kernel that is there already: its result says which memory it is in."""
        memory = self.kernels.get(op)
        if not holds_array(op.result.type):
            self.block(op.block, None)
            return
        if memory is None:
            memory = self.allocate(op.result.type, "global", op.result.name_hint, op)
        self.block(op.block, memory)
        last, value = op.block.last_op, op.yielded
        assert last is not None
        if not isinstance(value.owner, StoreOp | WritingOp):
            stored = StoreOp(value, memory)
            op.block.insert_op_before(stored, last)
            last.operands[0] = stored.result

    def at_head(self, op: Operation, block: Block) -> Operation:
        """Put an op that says which memory there is at the beginning of a block, behind the others."""
        head = self.heads.get(block)
        if head is not None:
            block.insert_op_after(op, head)
        elif block.first_op is not None:
            block.insert_op_before(op, block.first_op)
        self.heads[block] = op
        return op

    # Memory of an op

    def place(self, op: Operation) -> None:
        """Memory of its own for an op that nothing has led elsewhere."""
        if isinstance(op, WritingOp) and not isinstance(op, KernelOp) and not op.destinations:
            self.write(op, self.allocate(stored_type(op), address_space_of(op), op.result.name_hint, op))

    def allocate(self, contents: Attribute, space: str, name: str | None, op: Operation) -> SSAValue:
        alloc = AllocOp(space, room_for(contents, op), name or "tmp")
        alloc.location = op.location
        assert op.parent is not None
        return self.at_head(alloc, op.parent).results[0]

    def write(self, op: WritingOp, memory: SSAValue) -> None:
        """Have an op write to memory, and its region to what is a part of it."""
        space, destinations = _type(memory).space.data, [memory]
        if isinstance(op, ScanLike) and holds_array(op.init.type):
            destinations.append(self.allocate(ArrayType(const(2), op.init.type), space, "acc", op))
        op.write_to(*destinations)
        for branch in op.branches if isinstance(op, IfOp) else ():
            branch.insert_arg(MemoryType(space, op.result.type), 0).name_hint = "to"
        if isinstance(op, BodyOp) and not op.STORES_ITSELF:
            target = op.block.insert_arg(MemoryType(space, op.yielded.type), len(op.block.args))
            target.name_hint = "to"

    def first_slot(self, op: Operation, k: int) -> SSAValue:
        """Where the operand of an op is written whose memory it goes on to use."""
        assert isinstance(op, WritingOp)
        doubled = isinstance(op, ScanLike) or needs_double_buffer(op)
        slot = SlotOp(op.destinations[-1], 0 if doubled else None, op.operands[k].type)
        slot.location = op.location
        slot.memory.name_hint = "begin"
        if _type(slot.memory).space.data == "private":
            self.owners[slot.memory] = owners_of(op.result)
        assert op.parent is not None
        return self.at_head(slot, op.parent).results[0]

    # What is written there

    def lead(self, user: Operation, index: int, memory: SSAValue, *, exclusive: bool) -> None:
        """Have an operand written to memory. `exclusive`: nobody else may see it, since it is changed."""
        value = user.operands[index]
        block = user.parent
        assert block is not None
        # Each part of what a function returns may come from a kernel of its own.
        in_parts = isinstance(value.owner, TupleOp) and is_top_level(block)
        if not holds_array(value.type) and not in_parts:
            user.operands[index] = self.store(value, memory, user)
        elif not self.written_by_its_op(value, block, memory, exclusive=exclusive):
            if not holds_array(value.type):
                user.operands[index] = self.store(value, memory, user)
                return
            ops: list[Operation] = []
            copy = self.copy(value, memory, user, ops)
            _place(ops, user)
            block.insert_ops_before(ops, user)
            user.operands[index] = copy
            self.written.update(result for op in ops for result in op.results)

    def store(self, value: SSAValue, memory: SSAValue, user: Operation) -> SSAValue:
        """A scalar, stored before its user, as a `to_global` of it asks for."""
        asked = value.owner if isinstance(value.owner, ToGlobalOp) else None
        op = StoreOp(value, memory) if asked is None else StoreOp(asked.value, memory, past_caches=asked.past_caches)
        op.result.name_hint = value.name_hint
        op.location = user.location
        assert user.parent is not None
        user.parent.insert_op_before(op, user)
        if asked is not None:
            asked.result.replace_all_uses_with(asked.value)
            Rewriter.erase_op(asked)
        return op.result

    def written_by_its_op(self, value: SSAValue, block: Block, memory: SSAValue, *, exclusive: bool) -> bool:
        """Lead memory to the ops that compute a value; False where the way is barred at once."""
        op = value.owner
        if isinstance(op, Block) or op.parent is not block or value in self.written:
            return False
        if exclusive and not value.has_one_use():
            return False
        if computes(op):
            if needs_double_buffer(op) or address_space_of(op) != _type(memory).space.data:
                return False
            self.written.add(value)
            if isinstance(op, KernelOp):
                self.kernels[op] = memory
            else:
                assert isinstance(op, WritingOp)
                self.write(op, memory)
            return True
        if isinstance(op, GetOp):
            return self.led_as_part(op, block, _type(memory).space.data, memory)
        operands, owners = written_operands(op), self.owners.get(memory, ())
        if not operands or _repeats([op.operands[k] for k in operands]):
            return False
        if any(owners) and not isinstance(op, ZipOp):  # who writes an element would not be who owns it
            return False
        assert isinstance(op, LiftOp)
        self.written.add(value)
        inverse = InverseOp.through(memory, op, operands)
        rename_binders(inverse, self.taken)  # the layout op stays, too
        inverse.location = op.location
        self.at_head(inverse, block)
        for k, part in zip(operands, inverse.parts, strict=True):
            part.name_hint = "to"
            self.owners[part] = owners
            self.lead(op, k, part, exclusive=exclusive)
        if isinstance(op, ScatterOp | PackOp):  # it is read where it was written; a length is stored
            stored = StoreOp(value, memory)
            value.replace_uses_with_if(stored.result, lambda use: use.operation is not stored)
            stored.result.name_hint = value.name_hint
            block.insert_op_after(stored, op)
            self.written.add(stored.result)
        return True

    # Parts of tuples

    def led_as_part(self, op: GetOp, block: Block, space: str, memory: SSAValue) -> bool:
        """Lead memory to a part of a tuple, whose other parts go elsewhere; False where that cannot be."""
        if not self.is_led_in_parts(op.tuple_, block, space):
            return False
        self.parts.setdefault(op.tuple_, {})[op.index.value.data] = memory
        self.written.add(op.result)
        return True

    def is_led_in_parts(self, value: SSAValue, block: Block, space: str) -> bool:
        """Whether a tuple of arrays is only taken apart, each part once, so that each can be led to memory of its own."""
        users = [use.operation for use in value.uses]
        numbers = [user.index.value.data for user in users if isinstance(user, GetOp) and user.parent is block]
        whole = len(numbers) == len(users) == len(set(numbers)) and all(map(holds_array, _part_types(value)))
        return whole and value not in self.written and self.is_computed_in(value, block, space)

    def is_computed_in(self, value: SSAValue, block: Block, space: str) -> bool:
        """Whether the ops that compute a value are in a block, and can write it to other memory in an address space."""
        op = value.owner
        if isinstance(op, Block) or op.parent is not block or value in self.written:
            return False
        if isinstance(op, WritingOp) and computes(op):
            return not (op.destinations or needs_double_buffer(op)) and address_space_of(op) == space
        operands = [op.operands[k] for k in written_operands(op)] if isinstance(op, UnzipOp | ZipOp | TupleOp) else []
        return bool(operands) and all(
            operand.has_one_use() and self.is_computed_in(operand, block, space) for operand in operands
        )

    def lead_together(self, value: SSAValue, block: Block) -> None:
        """Have a tuple written to where its parts go; what has no place yet gets one."""
        led = self.parts.pop(value)
        assert isinstance(value.owner, Operation)
        types, space = _part_types(value), _type(next(iter(led.values()))).space.data
        memory = [
            led.get(k) or self.allocate(type_, space, value.name_hint, value.owner) for k, type_ in enumerate(types)
        ]
        whole = destinations.TupleOp(memory)
        whole.memory.name_hint, whole.location = "to", value.owner.location
        self.at_head(whole, block)
        written = self.written_by_its_op(value, block, whole.memory, exclusive=False)
        assert written, f"'{value.owner.name}' cannot be written to memory in parts"

    # Copies

    def copy(self, value: SSAValue, memory: SSAValue, user: Operation, ops: list[Operation]) -> SSAValue:
        """A copy of a value in memory, and the ops that make it; the outermost map is parallel where that is possible."""
        type_ = value.type
        match type_:
            case ArrayType():
                copied = self.copy_in_parts(value, type_, memory, user, ops)
                if copied is not None:
                    return copied
                op = self.copying_map(value, type_, memory, user)
                ops.append(op)
                return op.results[0]
            case ExistsType():
                op = self.copying_unpack(value, type_, memory, user)
                ops.append(op)
                return op.results[0]
            case TupleType():
                parts = self.parts_of(value, type_, ops)
                whole = TupleOp(parts, result_type=type_)
                inverse = InverseOp.through(memory, whole, range(len(parts)))
                self.at_head(inverse, _block_of(user))
                for k, part in enumerate(parts):
                    if holds_array(part.type):
                        whole.operands[k] = self.copy(part, inverse.parts[k], user, ops)
                    else:
                        stored = StoreOp(part, inverse.parts[k])
                        ops.append(stored)
                        whole.operands[k] = stored.result
                ops.append(whole)
                return whole.result
            case _:
                raise AssertionError(f"{type_} is no array")

    def parts_of(self, value: SSAValue, type_: TupleType, ops: list[Operation]) -> Sequence[SSAValue]:
        """The parts of a tuple: what it was made of, whose hidden lengths have names, or ops that get them."""
        if isinstance(value.owner, TupleOp):
            return value.owner.parts
        gets = [GetOp(value, k, result_type=part) for k, part in enumerate(type_.types)]
        ops += gets
        return [get.result for get in gets]

    def is_copied_in_parts(self, type_: ArrayType, user: Operation) -> bool:
        """Whether each group copies what lies side by side: a work item is better alone with a loop, and nothing says otherwise."""
        if type_.dependent or type_.length.data.constant is not None or not is_top_level(user.parent):
            return False
        return profile_of(user).looping == "alone" and launch_of(user) is None

    def copy_in_parts(
        self, value: SSAValue, type_: ArrayType, memory: SSAValue, user: Operation, ops: list[Operation]
    ) -> SSAValue | None:
        """A copy of an array in even parts, one for each work group; None where that is not wanted, or not seen to be all of it."""
        if not self.is_copied_in_parts(type_, user):
            return None
        profile, scope = profile_of(user), scope_at(user)
        cut = EvenParts.of(value, user, profile.parts_a_unit * profile.compute_units, 1)
        assert not isinstance(cut, Refusal)
        rows = cut.rows(value)
        rows.settle(rows.inferred(scope))
        assert isinstance(rows.result.type, ArrayType)
        whole = JoinOp(rows, result_type=type_)
        if not scope.same_type(whole.inferred(scope), type_):
            rows.drop_all_references()
            whole.drop_all_references()
            return None
        inverse = InverseOp.through(memory, whole, [0])
        rename_binders(inverse, self.taken)  # the rows are joined once more
        inverse.parts[0].name_hint = "to"
        self.at_head(inverse, _block_of(user))
        copies = self.copying_map(rows.result, rows.result.type, inverse.parts[0], user, ("wrg", 0))
        whole.operands[0] = copies.results[0]
        ops += [rows, copies, whole]
        return whole.result

    def copying_map(
        self, value: SSAValue, type_: ArrayType, memory: SSAValue, user: Operation, level: Level | None = None
    ) -> Operation:
        """A map that copies, distributed over some work items where these are given."""
        space, block = _type(memory).space.data, _block_of(user)
        name = None
        if type_.dependent:
            name = free_binder("k", self.taken)
            self.taken.add(name)
        element = type_.element if name is None else type_.at(var(name))
        properties: dict[str, Attribute | None] = {"position": None if name is None else StringAttr(name)}
        owners = self.owners_of_copy(value, memory, block)
        chosen = self.kind_of_copy(block, owners[0] if owners else None)
        kind, dimension = chosen if level is None else (KINDS[level[0]], level[1])
        if kind is not MapSeqOp:
            properties["dimension"] = IntegerAttr(dimension, i64)
        inner = Block(arg_types=[element, MemoryType(space, element)])
        inner.args[0].name_hint, inner.args[1].name_hint = "x", "to"
        self.owners[inner.args[1]] = owners[1:]
        last = YieldOp(inner.args[0])
        inner.add_op(last)
        op = kind.untyped([value], properties, [Region(inner)])
        op.settle(type_)
        op.write_to(memory)
        op.result.name_hint = "copy"
        op.location = value.owner.location if isinstance(value.owner, Operation) else op.location
        block.insert_op_before(op, user)  # so that it is known where what is inside stands
        self.lead(last, 0, inner.args[1], exclusive=False)
        op.detach()
        return op

    def copying_unpack(self, value: SSAValue, type_: ExistsType, memory: SSAValue, user: Operation) -> Operation:
        """A copy of what has a hidden length: it is opened, copied, and hidden again."""
        name = free_binder(type_.binder.data, self.taken)
        self.taken.add(name)
        inner = Block(arg_types=[type_.opened(var(name)), MemoryType(_type(memory).space.data, type_)])
        inner.args[0].name_hint, inner.args[1].name_hint = "xs", "to"
        packed = PackOp(inner.args[0], type_)
        last = YieldOp(packed.result)
        inner.add_ops([packed, last])
        op = UnpackOp(value, Region(inner), name, result_type=type_)
        op.write_to(memory)
        op.result.name_hint = "copy"
        _block_of(user).insert_op_before(op, user)  # so that it is known where what is inside stands
        self.lead(last, 0, inner.args[1], exclusive=False)
        op.detach()
        return op

    def owners_of_copy(self, value: SSAValue, memory: SSAValue, block: Block) -> Owners:
        """Who makes a copy: the work items that own what is read, or written, in private memory."""
        if memory in self.owners:
            return self.owners[memory]
        if _type(memory).space.data == "private" or not is_group_level(block) or _by_one_item(block):
            return ()
        op = value.owner
        own = isinstance(op, Operation) and computes(op) and address_space_of(op) == "private"
        return owners_of(value) if own else (("lcl", 0),)

    def kind_of_copy(self, block: Block, owner: Level | None) -> tuple[type[MapSeqOp | ParallelMap], int]:
        """The map that copies, and its dimension, which one that is sequential does not have."""
        if is_top_level(block):
            return MapGlbOp, 0
        if owner is None:
            return MapSeqOp, 0
        return KINDS[owner[0]], owner[1]


def _by_one_item(block: Block) -> bool:
    """Whether one work item executes a block: in an update, or where groups have one, as the device likes it."""
    maps = enclosing_maps(block)
    if any(isinstance(outer, UpdateLike) for outer in ops_around(block)):
        return True
    several = any(isinstance(inner, MapLclOp) for op in maps for inner in op.walk())
    return not several and all(profile_of(op).looping == "alone" and launch_of(op) is None for op in maps)


def _part_types(value: SSAValue) -> Sequence[Attribute]:
    return tuple(value.type.types) if isinstance(value.type, TupleType) else ()


def _type(memory: SSAValue) -> MemoryType:
    assert isinstance(memory.type, MemoryType)
    return memory.type


def _block_of(op: Operation) -> Block:
    assert op.parent is not None
    return op.parent


def _place(ops: Iterable[Operation], user: Operation) -> None:
    """Copies stand where the value is computed; those of an argument, where it is used."""
    for op in (inner for copy in ops for inner in copy.walk()):
        if isinstance(op.location, UnknownLoc):
            op.location = user.location


def _repeats(values: Sequence[SSAValue]) -> bool:
    """Whether a value occurs twice that nothing computes: one copy of all is better than one of each, made in turn."""
    rearranged = [value for value in values if isinstance(value.owner, Block) or not computes(value.owner)]
    return len(set(rearranged)) < len(rearranged)
