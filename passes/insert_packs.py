"""`lift-insert-packs`: every hidden length is opened by a `lift.unpack` and hidden again by a `lift.pack`.

Patterns take values of hidden length as they are; passes that go down from `lift` see only lengths that have a name.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import LocationAttr, ModuleOp, StringAttr, UnknownLoc
from xdsl.ir import Block, BlockArgument, Operation, Region, SSAValue
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import PatternRewriteWalker
from xdsl.rewriter import Rewriter

from ..dialects.lift.attributes import free_binder
from ..dialects.lift.body import BodyOp, YieldOp
from ..dialects.lift.existential import PackOp, UnpackOp
from ..dialects.lift.functions import DefOp
from ..dialects.lift.group import GroupOp
from ..dialects.lift.operation import LengthRoot, LiftOp, length_root_of
from ..dialects.lift.renaming import names_bound_in
from ..dialects.lift.scope import Scope, scope_at, scope_in, scope_inside
from ..dialects.lift.tuples import GetOp, TupleOp
from ..dialects.lift.types import ExistsType
from ..dialects.nat.expr import var
from ..dialects.ocl.memory import ToSpaceOp


@dataclass(frozen=True)
class InsertPacksPass(ModulePass):
    """Open each hidden length directly behind its root, where some use needs it, and hide it where a type demands that.

    Before:

        %big = lift.filter (%x) in %xs : !lift.exists<X upto N, !lift.array<X, f32>> { .. }
        %r = lift.map (%x) in %big : !lift.exists<X upto N, !lift.array<X, f32>> { .. }
        lift.return %r

    After:

        %big = lift.filter (%x) in %xs : !lift.exists<X upto N, !lift.array<X, f32>> { .. }
        %r = lift.unpack (%big_1)[X] in %big : !lift.exists<X upto N, !lift.array<X, f32>> {
          %r_1 = lift.map (%x) in %big_1 : !lift.array<X, f32> { .. }
          %r_2 = lift.pack %r_1 as !lift.exists<X upto N, !lift.array<X, f32>>
          lift.yield %r_2
        }
        lift.return %r

    All that follows in the block is in the region of the unpack. A program in which every opening is written stays as it
    is.
    """

    name = "lift-insert-packs"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for function in [inner for inner in op.walk() if isinstance(inner, DefOp)]:
            open_lengths(function)


def open_lengths(function: DefOp) -> None:
    """Open and hide the lengths of a function, where that is not written."""
    from .rules.groups import group_to_rows
    from .rules.patterns import unpack_of_pack

    if any(isinstance(inner, GroupOp) for inner in function.walk()):
        PatternRewriteWalker(group_to_rows).rewrite_region(function.body)
    if any(implicitly_opened(inner) for inner in function.walk()):
        Translation(function).run()
        # What a person has opened may have its length open already.
        PatternRewriteWalker(unpack_of_pack).rewrite_region(function.body)


def implicitly_opened(op: Operation) -> set[SSAValue]:
    """The operands that an op takes as if they had been opened."""
    opened = op.opened() if isinstance(op, LiftOp) else ()
    return {value for value in opened if isinstance(value.type, ExistsType)}


class Translation:
    """A function that is written anew, op by op; what was there before stays as it was until it is done.

    A value of hidden length may have two values in its place: an existential one, and one whose length has a name.
    """

    def __init__(self, function: DefOp):
        self._function = function
        self._block = Block()
        """Where the next op goes."""
        self._unpacks: list[UnpackOp] = []
        """Those of the block that is being written, each in the region of the one before."""
        self._taken = names_bound_in(function)
        self._needed: dict[LengthRoot, list[Operation]] = {}
        """Where a length must be open, by its root."""
        for op in function.walk():
            for value in implicitly_opened(op):
                self._needed.setdefault(length_root_of(value), []).append(op)
        self._values: dict[SSAValue, SSAValue] = {}
        self._opened: dict[SSAValue, SSAValue] = {}
        self._parts: dict[LengthRoot, SSAValue] = {}
        """Parts of tuples that are open here."""
        self._packed: dict[SSAValue, SSAValue] = {}
        """What has been hidden again, and is at hand."""
        self._spare: list[Operation] = []
        """New ops that may turn out to have no use."""

    def run(self) -> None:
        old = self._function.block
        self._function.body.detach_block(old)
        new = Block(arg_types=[argument.type for argument in old.args])
        self._function.body.add_block(new)
        self._translate_block(old, new)
        for op in reversed(self._spare):
            if op.results[0].first_use is None:
                Rewriter.erase_op(op)
        old.erase()

    # Blocks and ops

    def _translate_block(self, old: Block, new: Block) -> None:
        with self._inside(new):
            for before, after in zip(old.args, new.args, strict=True):
                after.name_hint, after.location = before.name_hint, before.location
            for before, after in zip(old.args, new.args, strict=True):
                self._add_root(before, after)
            *ops, last = old.ops
            for op in ops:
                self._translate(op)
            ending = self._copy(last)
            for unpack in reversed(self._unpacks):
                (value,) = ending.operands
                unpack.block.add_op(YieldOp(value))
                unpack.settle(value.type)
                unpack.result.name_hint = value.name_hint
                ending.operands = (unpack.result,)
            new.add_op(ending)

    @contextmanager
    def _inside(self, block: Block) -> Generator[None]:
        """While it lasts, a block is written; what is open or hidden again in it is not at hand behind it."""
        outer = self._block, self._unpacks, self._parts, self._packed
        self._block, self._unpacks, self._parts, self._packed = block, [], {**self._parts}, {**self._packed}
        yield
        self._block, self._unpacks, self._parts, self._packed = outer

    def _translate(self, old: Operation) -> None:
        new = self._copy(old)
        self._block.add_op(new)
        for before, after in zip(old.regions, new.regions, strict=True):
            for block in before.blocks:
                copy = Block(arg_types=[argument.type for argument in block.args])
                after.add_block(copy)
                if isinstance(new, BodyOp):
                    _retype_arguments(new, copy)
                self._translate_block(block, copy)
        if isinstance(new, LiftOp):
            scope = scope_at(new)
            type_ = new.inferred(scope)
            if not scope.same_type(type_, new.result.type):
                new.settle(type_)
        for before, after in zip(old.results, new.results, strict=True):
            self._add_result(old, before, after)
        if isinstance(old, GetOp | TupleOp) and old.result.first_use is not None:
            self._spare.append(new)

    def _copy(self, old: Operation) -> Operation:
        new = old.clone_without_regions(clone_operands=False)
        new.operands = [self._operand(old, value) for value in old.operands]
        return new

    def _operand(self, op: Operation, value: SSAValue) -> SSAValue:
        """What an op takes in place of a value: with its length open where it opens it, else as it was."""
        if value in implicitly_opened(op):
            return self._opened[value]
        if isinstance(op, ToSpaceOp) and value in self._opened:
            return self._opened[value]
        if isinstance(op, UnpackOp) and value in self._values:
            return self._values[value]
        return self._hidden_form(value)

    # Values

    def _add_result(self, op: Operation, old: SSAValue, new: SSAValue) -> None:
        """Note what has taken the place of a result."""
        if not isinstance(old.type, ExistsType) or not isinstance(op, LiftOp):
            self._values[old] = new
        elif isinstance(op, ToSpaceOp):
            if op.value in self._opened:
                self._opened[old] = new
            else:
                self._add_root(old, new)
        elif isinstance(op, GetOp) and not isinstance(op.tuple_.type, ExistsType):
            self._values[old] = new
            part = self._opened_part(old)
            if part is None:
                self._add_root(old, new)
            else:
                self._opened[old] = part
        elif op.length_origin(()) is None:
            self._add_root(old, new)
        else:
            self._opened[old] = new

    def _add_root(self, old: SSAValue, new: SSAValue) -> None:
        """Note a value whose hidden length begins there, and open it where that is needed."""
        self._values[old] = new
        if isinstance(old.type, ExistsType) and self._must_be_open(old, new):
            self._opened[old] = self._parts[length_root_of(old)] = self._open(new)

    def _must_be_open(self, old: SSAValue, new: SSAValue) -> bool:
        block = old.owner if isinstance(old.owner, Block) else old.owner.parent
        users = [use.operation for use in old.uses]
        if block is None or (len(users) == 1 and isinstance(users[0], ToSpaceOp)):
            return False  # what stores it is written first
        needs = self._needed.get(length_root_of(old), ())
        if any(_is_inside(op, block) for op in needs):
            return True
        other_bound = not _scope_in(self._block).same_type(old.type, new.type)
        return other_bound and any(not isinstance(user, UnpackOp) for user in users)

    def _open(self, value: SSAValue) -> SSAValue:
        """Open a hidden length: all that follows is in the region of the unpack."""
        type_ = value.type
        assert isinstance(type_, ExistsType)
        name = free_length(type_.binder.data, self._taken)
        self._taken.add(name)
        body = Block(arg_types=[type_.opened(var(name))])
        unpack = UnpackOp.untyped([value], {"position": StringAttr(name)}, [Region(body)])
        unpack.location = _location(value)
        body.args[0].name_hint, body.args[0].location = value.name_hint, unpack.location
        self._block.add_op(unpack)
        self._unpacks.append(unpack)
        self._block = body
        return body.args[0]

    def _opened_part(self, value: SSAValue, path: tuple[int, ...] = ()) -> SSAValue | None:
        """A part of a tuple with its length open, where that is at hand."""
        owner = value.owner
        match owner:
            case TupleOp() if path:
                return self._opened_part(owner.parts[path[0]], path[1:])
            case GetOp() if not isinstance(owner.tuple_.type, ExistsType):
                return self._opened_part(owner.tuple_, (owner.index.value.data, *path))
            case ToSpaceOp() if path:
                return self._opened_part(owner.value, path)
            case _:
                return self._parts.get(LengthRoot(value, path)) if path else self._opened.get(value)

    def _hidden_form(self, value: SSAValue) -> SSAValue:
        """The value in place of one, of the type that this had."""
        new = self._values.get(value)
        if not isinstance(value.type, ExistsType):
            assert new is not None
            return new
        if new is not None and _scope_in(self._block).same_type(new.type, value.type):
            return new
        if value not in self._packed:
            opened = self._opened[value]
            pack = PackOp(opened, value.type)
            pack.location = _location(value)
            pack.result.name_hint = opened.name_hint
            self._block.add_op(pack)
            self._spare.append(pack)
            self._packed[value] = pack.result
        return self._packed[value]


def _retype_arguments(op: BodyOp, block: Block) -> None:
    """Give the arguments of a region the types that follow from the operands; memory stays as it is."""
    types = op.region_arguments(op.opening(scope_at(op)))
    inner = scope_inside(op)
    for argument, type_ in zip(block.args, types, strict=False):
        if not inner.same_type(argument.type, type_):
            Rewriter.replace_value_with_new_type(argument, type_)


def _location(value: SSAValue) -> LocationAttr:
    """Where a value was written."""
    if isinstance(value, BlockArgument):
        return value.location
    return value.owner.location if isinstance(value.owner, Operation) else UnknownLoc()


def _scope_in(block: Block) -> Scope:
    """The scope in which the ops of a block stand."""
    region = block.parent_region()
    assert region is not None
    return scope_in(region)


def _is_inside(op: Operation, block: Block) -> bool:
    """Whether an op stands in a block, or in a region of an op there."""
    around: Operation | None = op
    while around is not None:
        if around.parent is block:
            return True
        around = around.parent_op()
    return False


LENGTHS: Sequence[str] = ("X", "Y", "Z")
"""What hidden lengths are called first."""


def free_length(hint: str, taken: set[str]) -> str:
    """A name for a hidden length: its own, another letter, or one with a number."""
    candidates = (hint, *LENGTHS) if hint in LENGTHS else (hint,)
    free = [name for name in candidates if name not in taken]
    return free[0] if free else free_binder(hint, taken)
