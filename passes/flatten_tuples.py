"""`kernel-flatten-tuples`: loops, conditions and selections give the leaves of tuples, each a value of its own.

A tuple is then made only where a C function takes it, and taken apart only where one gives it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from xdsl.builder import Builder
from xdsl.context import Context
from xdsl.dialects.arith import SelectOp
from xdsl.dialects.builtin import ModuleOp, TupleType
from xdsl.ir import Attribute, Block, SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import InsertPoint, Rewriter

from ..dialects.kernel.control import ForOp, IfOp, YieldOp
from ..dialects.kernel.functions import FuncOp
from ..dialects.lift.tuples import GetOp, TupleOp
from ..dialects.view.operation import ViewOp
from .dead_values import erase_dead_values
from .simplify_control_flow import replace_op


@dataclass(frozen=True)
class FlattenTuplesPass(ModulePass):
    """Carry, choose and yield the leaves of tuples instead of the tuples.

    Before:

        %r = kernel.for %i = 0 to N step 1 with (%acc = %init) : tuple<f32, f32> {
          %a = lift.get %acc[0] : f32
          %b = lift.get %acc[1] : f32
          %next = lift.tuple %b, %a : tuple<f32, f32>
          kernel.yield %next : tuple<f32, f32>
        }

    After:

        %r0, %r1 = kernel.for %i = 0 to N step 1 with (%acc0 = %x, %acc1 = %y) : f32, f32 {
          kernel.yield %acc1, %acc0 : f32, f32
        }

    What a C function takes or gives stays a tuple. A kernel that still has views is left alone.
    """

    name: ClassVar[str] = "kernel-flatten-tuples"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for function in op.ops:
            if isinstance(function, FuncOp) and not any(isinstance(inner, ViewOp) for inner in function.walk()):
                _flatten(function.block)
                erase_dead_values(function)


def _is_tuple(value: SSAValue) -> bool:
    return isinstance(value.type, TupleType)


def _flatten(block: Block) -> None:
    """Rewrite the ops of a block in order: what is taken out of a tuple is then known."""
    for op in list(block.ops):
        match op:
            case GetOp(tuple_=SSAValue(owner=TupleOp() as made)):
                replace_op(op, [made.parts[op.index.value.data]])
            case SelectOp() if _is_tuple(op.result):
                _flatten_select(op)
            case ForOp():
                _flatten_loop(op)
            case IfOp():
                _flatten_condition(op)
            case _:
                pass


def _flatten_select(op: SelectOp) -> None:
    builder = Builder(InsertPoint.before(op))
    pairs = zip(_leaves([op.lhs], builder), _leaves([op.rhs], builder), strict=True)
    leaves = [builder.insert(SelectOp(op.cond, *pair)).result for pair in pairs]
    _name(leaves, op.result)
    replace_op(op, [_whole(op.result.type, iter(leaves), builder)])


def _flatten_loop(op: ForOp) -> None:
    if not any(map(_is_tuple, op.inits)):
        _flatten(op.block)
        return
    block = op.block
    inside = Builder(InsertPoint.at_start(block))
    for argument in tuple(block.args[1:]):
        leaves = [block.insert_arg(type_, len(block.args)) for type_ in _leaf_types(argument.type)]
        _name(leaves, argument)
        argument.replace_all_uses_with(_whole(argument.type, iter(leaves), inside))
        block.erase_arg(argument)
    _flatten(block)
    _flatten_yield(block)
    inits = _leaves(op.inits, Builder(InsertPoint.before(op)))
    position = None if op.position is None else op.position.data
    body = Rewriter.move_region_contents_to_new_regions(op.body)
    bounds = (op.start, op.stop, op.step)
    _replace(op, ForOp(bounds, op.symbols, inits, body, position, unroll=op.unroll is not None))


def _flatten_condition(op: IfOp) -> None:
    regions = (op.then, op.otherwise)
    for block in (block for region in regions for block in region.blocks):
        _flatten(block)
        _flatten_yield(block)
    if any(map(_is_tuple, op.results)):
        types = [leaf for type_ in op.result_types for leaf in _leaf_types(type_)]
        moved = [Rewriter.move_region_contents_to_new_regions(region) for region in regions]
        _replace(op, IfOp(op.condition, op.decided_by, types, *moved))


def _flatten_yield(block: Block) -> None:
    last = block.last_op
    if isinstance(last, YieldOp) and any(map(_is_tuple, last.values)):
        leaves = _leaves(last.values, Builder(InsertPoint.before(last)))
        Rewriter.erase_op(last)
        block.add_op(YieldOp(*leaves))


def _replace(op: ForOp | IfOp, new: ForOp | IfOp) -> None:
    """Put an op in the place of another of which it gives the leaves."""
    new.attributes.update(op.attributes)
    new.location = op.location
    builder = Builder(InsertPoint.before(op))
    builder.insert(new)
    given = iter(new.results)
    for result in op.results:
        leaves = [next(given) for _ in _leaf_types(result.type)]
        _name(leaves, result)
        result.replace_all_uses_with(_whole(result.type, iter(leaves), builder))
    Rewriter.erase_op(op)


def _name(leaves: Sequence[SSAValue], whole: SSAValue) -> None:
    """Leaves are called like the tuple, with their numbers."""
    hint = whole.name_hint
    if not isinstance(whole.type, TupleType):
        leaves[0].name_hint = hint
    elif hint is not None:
        for k, leaf in enumerate(leaves):
            leaf.name_hint = f"{hint}{k}"


def _leaf_types(type_: Attribute) -> Iterator[Attribute]:
    if isinstance(type_, TupleType):
        for part in type_.types:
            yield from _leaf_types(part)
    else:
        yield type_


def _leaves(values: Iterable[SSAValue], builder: Builder) -> list[SSAValue]:
    """The leaves of values, one after the other; those of a tuple that a function gives are taken out of it."""
    found: list[SSAValue] = []
    for value in values:
        if not isinstance(value.type, TupleType):
            found.append(value)
        elif isinstance(value.owner, TupleOp):
            found += _leaves(value.owner.parts, builder)
        else:
            parts = [builder.insert(GetOp(value, k)).result for k in range(len(value.type.types))]
            found += _leaves(parts, builder)
    return found


def _whole(type_: Attribute, leaves: Iterator[SSAValue], builder: Builder) -> SSAValue:
    """A value of a type from its leaves."""
    if not isinstance(type_, TupleType):
        return next(leaves)
    parts = [_whole(part, leaves, builder) for part in type_.types]
    return builder.insert(TupleOp(parts, result_type=type_)).result
