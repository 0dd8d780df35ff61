"""What a rule is, and the one place where rules are applied: nothing is replaced that was not checked here.

A rule is a function from an op to what stands in its place. It builds ops without types and proves only what is its
own condition. Whoever applies it infers the types, verifies the new ops under the facts in force, compares the type
of the result, and sees that the users and the hidden lengths still verify; else nothing has happened.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar

from xdsl.dialects.builtin import TupleType, UnknownLoc
from xdsl.ir import Attribute, Operation, OpResult, SSAValue
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern
from xdsl.rewriter import Rewriter
from xdsl.utils.exceptions import VerifyException

from ...dialects.lift.attributes import NatAttr
from ...dialects.lift.body import YieldOp
from ...dialects.lift.operation import LengthRoot, LiftOp
from ...dialects.lift.scope import scope_at
from ...dialects.lift.types import ExistsType
from ..retype import retype

OpT = TypeVar("OpT", bound=Operation)
OtherT = TypeVar("OtherT", bound=Operation)


@dataclass(frozen=True)
class Chain:
    """Ops that are still to be put somewhere, in their order, and the value that they are for."""

    ops: Sequence[Operation]
    value: SSAValue
    others: Sequence[tuple[SSAValue, Operation]] = ()
    """Values in whose place one of the ops stands, too."""

    @classmethod
    def of(cls, *ops: Operation) -> Chain:
        """Ops of which the last gives the value."""
        return cls(ops, ops[-1].results[0])


Replacement: TypeAlias = "SSAValue | Operation | Chain | None"
"""What stands in the place of an op: a value that is there already, a new op, several, or nothing else than before."""


@dataclass(frozen=True)
class Rule(RewritePattern, Generic[OpT]):
    """An equation, read from left to right."""

    root: type[OpT]
    """The ops that may be its left side."""
    right_side: Callable[[OpT], Replacement]

    @property
    def name(self) -> str:
        return self.right_side.__name__

    @property
    def equation(self) -> str:
        """The equation and its condition."""
        return (self.right_side.__doc__ or "").strip()

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter, /) -> None:
        if isinstance(op, self.root):
            match self.right_side(op):
                case None:
                    pass
                case Chain() as chain:
                    replace(op, chain, rewriter)
                case Operation() as new:
                    replace(op, Chain.of(new), rewriter)
                case value:
                    replace(op, Chain((), value), rewriter)


def rule(root: type[OpT]) -> Callable[[Callable[[OpT], Replacement]], Rule[OpT]]:
    """Make a rule of a function; its docstring is the equation."""
    return lambda right_side: Rule(root, right_side)


def made_by(value: SSAValue, kind: type[OtherT]) -> OtherT | None:
    """The op of this kind that a value is the result of."""
    return value.owner if isinstance(value.owner, kind) else None


def replace(op: Operation, chain: Chain, rewriter: PatternRewriter) -> bool:
    """Put a chain in the place of an op, if it is valid there and of the same type; say whether that was so."""
    block = op.parent
    if block is None:
        return False
    # Giving a result its type makes a new value of it, so the value is found again by its place.
    place = (chain.value.op, chain.value.index) if isinstance(chain.value, OpResult) else None
    block.insert_ops_before(chain.ops, op)
    valid, value = False, chain.value
    try:
        for new in chain.ops:
            for inner in new.walk():
                if isinstance(inner.location, UnknownLoc):
                    inner.location = op.location
            _simplify(new)
            retype(new)
        value = place[0].results[place[1]] if place else value
        for new in chain.ops:
            for inner in new.walk():
                inner.verify(verify_nested_ops=False)
        valid = _same_value_type(op, value) and _same_lengths(op, value)
        valid = valid and all(old.type == new.results[0].type for old, new in chain.others)
    except VerifyException:
        valid = False
    if not valid:
        for new in reversed(chain.ops):
            Rewriter.erase_op(new, safe_erase=False)
        return False
    for new in chain.ops:
        new.detach()
    producers = dict.fromkeys(operand.owner for operand in op.operands)
    rewriter.replace(op, chain.ops, [value])
    for old, new in chain.others:
        rewriter.replace_all_uses_with(old, new.results[0])
        producers = {old.owner: None, **producers}
    # A copied region must not stay behind as well, whatever xDSL knows of the effects of the ops in it.
    for producer in producers:
        if isinstance(producer, LiftOp) and producer.result.first_use is None:
            rewriter.erase(producer)
    return True


def _simplify(op: Operation) -> None:
    """Simplify the nats of an op under what is known where it stands."""
    for key, attribute in op.properties.items():
        if isinstance(attribute, NatAttr):
            op.properties[key] = NatAttr(scope_at(op).simplify(attribute.data))


def _same_value_type(op: Operation, value: SSAValue) -> bool:
    """Whether the types are equal; where they are so only under the facts, whether all users still verify."""
    result = op.results[0]
    if result.type == value.type:
        return True
    return scope_at(op).same_type(result.type, value.type) and _users_accept(result, value)


def _users_accept(old: SSAValue, new: SSAValue) -> bool:
    """Whether the ops that use a value verify with the other one."""
    uses = list(old.uses)
    for use in uses:
        use.operation.operands[use.index] = new
    try:
        for use in uses:
            user = use.operation
            user.verify(verify_nested_ops=False)
            parent = user.parent_op()
            if isinstance(user, YieldOp) and parent is not None:
                parent.verify(verify_nested_ops=False)
    except VerifyException:
        return False
    finally:
        for use in uses:
            use.operation.operands[use.index] = old
    return True


def _same_lengths(op: Operation, new: SSAValue) -> bool:
    """Whether values that have the hidden length of a result can be seen to have that of the new value.

    Where the result is the root itself, or all that is made of the root, they follow it to the new one.
    """
    old = op.results[0]
    for path in _hidden_paths(old.type):
        root = _root(old, path)
        alone = root.value.get_user_of_unique_use() is op
        if root.value is not old and not alone and root != _root(new, path):
            return False
    return True


def _hidden_paths(type_: Attribute) -> Iterator[tuple[int, ...]]:
    match type_:
        case ExistsType():
            yield ()
        case TupleType():
            for i, part in enumerate(type_.types):
                yield from ((i, *path) for path in _hidden_paths(part))
        case _:
            pass


def _root(value: SSAValue, path: tuple[int, ...]) -> LengthRoot:
    while isinstance(value, OpResult) and isinstance(value.op, LiftOp):
        origin = value.op.length_origin(path)
        if origin is None:
            break
        value, path = origin
    return LengthRoot(value, path)
