"""`ocl-materialise`: copies that are needed become visible ops.

A value that must be in some memory is written there by the ops that compute it. Where that cannot be, because it is a
parameter, is needed in two places, or is seen through a layout op without an inverse, a map that copies is inserted.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from xdsl.context import Context
from xdsl.dialects.builtin import IntegerAttr, ModuleOp, StringAttr, TupleType, UnknownLoc, i64
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.passes import ModulePass

from ..dialects.lift.attributes import free_binder
from ..dialects.lift.body import YieldOp
from ..dialects.lift.functions import DefOp
from ..dialects.lift.renaming import names_bound_in
from ..dialects.lift.tuples import GetOp, TupleOp
from ..dialects.lift.types import ArrayType, holds_array
from ..dialects.nat.expr import var
from ..dialects.ocl.patterns import MapGlbOp, MapLclOp, MapSeqOp
from .destinations import (
    computes,
    is_doubled,
    is_group_level,
    is_top_level,
    memory_of,
    set_memory,
    sinks_of,
    written_operands,
)


@dataclass(frozen=True)
class MaterialisePass(ModulePass):
    """Insert the copies that are needed.

    Before:

        %windows = lift.slide 3 by 1 %xs
        lift.return %windows

    After:

        %windows = lift.slide 3 by 1 %xs
        %copy = ocl.map_glb<0> (%window) in %windows attributes {memory = "global"} {
          %row = ocl.map_seq (%x) in %window attributes {memory = "global"} { lift.yield %x }
          lift.yield %row
        }
        lift.return %copy

    Afterwards every array that is returned, yielded or changed in place is led to ops that compute it.
    """

    name: ClassVar[str] = "ocl-materialise"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for function in op.ops:
            if isinstance(function, DefOp):
                _Copies(function).block(function.block, "global")


class _Copies:
    """The copies of one function."""

    def __init__(self, function: DefOp):
        self.taken = names_bound_in(function)
        self.claimed: set[SSAValue] = set()
        """Values whose memory is decided by a use: all of a chain from that use to the ops that compute."""

    def block(self, block: Block, space: str | None) -> None:
        """The result of a block goes to an address space, if it holds arrays."""
        ops = list(block.ops)
        if space is not None:
            self.ensure(ops[-1], 0, space, exclusive=False)
        for op in reversed(ops):
            for k in sinks_of(op):
                self.ensure(op, k, memory_of(op), exclusive=True)
        for op in ops:
            inner = memory_of(op) if computes(op) else None
            for region in op.regions:
                for nested in region.blocks:
                    self.block(nested, inner)

    def ensure(self, user: Operation, index: int, space: str, *, exclusive: bool) -> None:
        """Have an operand written where its user needs it. `exclusive`: nobody else may see it, since it is changed."""
        value = user.operands[index]
        if not holds_array(value.type) or self.claim(value, user.parent, space, exclusive=exclusive):
            return
        block = user.parent
        assert block is not None
        ops: list[Operation] = []
        copy = self.copy(value, space, block, ops)
        _place(ops, user)
        block.insert_ops_before(ops, user)
        user.operands[index] = copy
        self.claimed.update(result for op in ops for result in op.results)

    def claim(self, value: SSAValue, block: Block | None, space: str, *, exclusive: bool) -> bool:
        """Lead a value to the ops that compute it; False where the way is barred at once."""
        op = value.owner
        if isinstance(op, Block) or op.parent is not block or value in self.claimed:
            return False
        if exclusive and not value.has_one_use():
            return False
        if computes(op):
            if is_doubled(op) or memory_of(op) != space:
                return False
            self.claimed.add(value)
            return True
        operands = written_operands(op)
        if not operands or _repeats([op.operands[k] for k in operands]):
            return False
        self.claimed.add(value)
        for k in operands:
            self.ensure(op, k, space, exclusive=exclusive)
        return True

    def copy(
        self, value: SSAValue, space: str, block: Block, ops: list[Operation], *, nested: bool = False
    ) -> SSAValue:
        """The value, and the ops that copy it; the outermost map is shared out where that is possible."""
        type_ = value.type
        match type_:
            case ArrayType():
                op = self.copying_map(value, type_, space, block, nested=nested)
                ops.append(op)
                return op.results[0]
            case TupleType() if holds_array(type_):
                parts: list[SSAValue] = []
                for k in range(len(type_.types)):
                    get = GetOp(value, k, result_type=type_.types.data[k])
                    ops.append(get)
                    parts.append(self.copy(get.result, space, block, ops, nested=nested))
                whole = TupleOp(parts, result_type=type_)
                ops.append(whole)
                return whole.result
            case _:
                return value

    def copying_map(self, value: SSAValue, type_: ArrayType, space: str, block: Block, *, nested: bool) -> Operation:
        name = None
        if type_.dependent:
            name = free_binder("k", self.taken)
            self.taken.add(name)
        element = type_.element if name is None else type_.at(var(name))
        inner = Block(arg_types=[element])
        inner.args[0].name_hint = "x"
        ops: list[Operation] = []
        result = self.copy(inner.args[0], space, block, ops, nested=True)
        inner.add_ops([*ops, YieldOp(result)])
        properties: dict[str, Attribute | None] = {"position": None if name is None else StringAttr(name)}
        kind: type[MapSeqOp | MapGlbOp | MapLclOp] = MapSeqOp
        if not nested and is_top_level(block):
            kind = MapGlbOp
        elif not nested and space != "private" and is_group_level(block):
            kind = MapLclOp
        if kind is not MapSeqOp:
            properties["dimension"] = IntegerAttr(0, i64)
        op = kind.untyped([value], properties, [Region(inner)])
        op.settle(type_)
        op.result.name_hint = "copy"
        op.location = value.owner.location if isinstance(value.owner, Operation) else op.location
        set_memory(op, space)
        return op


def _place(ops: Iterable[Operation], user: Operation) -> None:
    """Copies stand where the value is computed; those of an argument, where it is used."""
    for op in (inner for copy in ops for inner in copy.walk()):
        if isinstance(op.location, UnknownLoc):
            op.location = user.location


def _repeats(values: Sequence[SSAValue]) -> bool:
    """Whether a value occurs twice that nothing computes: one copy of all is better than one of each, made in turn."""
    rearranged = [value for value in values if isinstance(value.owner, Block) or not computes(value.owner)]
    return len(set(rearranged)) < len(rearranged)
