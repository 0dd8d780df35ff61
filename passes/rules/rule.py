"""What a rule is, and the one place where rules are applied: nothing is replaced that was not checked here.

A rule is a function from an op to what stands in its place. It builds ops without types and proves only what is its
own condition; whether it pays is for strategies to say. Whoever applies it infers the types, verifies the new ops under
the facts in force, sees that every value is defined where it is used, compares the type of the result, and sees that
the users and the hidden lengths still verify; else nothing has happened, and there is a `Refusal` that says why.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Final, Generic, TypeAlias, TypeVar

from xdsl.dialects.builtin import TupleType, UnknownLoc
from xdsl.ir import Attribute, Block, Operation, OpResult, SSAValue
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern
from xdsl.rewriter import Rewriter
from xdsl.transforms.dead_code_elimination import is_trivially_dead
from xdsl.utils.exceptions import VerifyException

from ...dialects.diagnostics import LiftError, op_name
from ...dialects.lift.attributes import NatAttr
from ...dialects.lift.body import YieldOp
from ...dialects.lift.operation import LengthRoot, LiftOp
from ...dialects.lift.scope import Scope, scope_at
from ...dialects.lift.types import ExistsType, MemoryType
from ...dialects.nat.expr import Condition
from ..retype import retype
from .parameters import Parameter, checked

OpT = TypeVar("OpT", bound=Operation)
OtherT = TypeVar("OtherT", bound=Operation)


@dataclass(frozen=True)
class Chain:
    """Ops that are still to be put somewhere, in their order, and the value that they are for."""

    ops: Sequence[Operation]
    value: SSAValue
    others: Sequence[tuple[SSAValue, Operation]] = ()
    """Values in whose place one of the ops stands, too."""
    around: Operation | None = None
    """The op in whose place they stand, where that is one around the op that a rule is applied to."""

    @classmethod
    def of(cls, *ops: Operation) -> Chain:
        """Ops of which the last gives the value."""
        return cls(ops, ops[-1].results[0])


@dataclass(frozen=True)
class Refusal:
    """Why a rule does not hold at an op."""

    reason: str
    error: LiftError | None = None
    """What is wrong with the right side, where that is the reason."""

    def __str__(self) -> str:
        return self.reason


@dataclass(frozen=True)
class Rewritten:
    """What a rule did: the ops that are new, the value in the place of the old one, and the values that are gone."""

    ops: Sequence[Operation]
    value: SSAValue
    gone: Sequence[SSAValue]


Replacement: TypeAlias = "SSAValue | Operation | Chain | Refusal | None"
"""What stands in the place of an op: a value that is there already, a new op, or several.

A `Refusal` where a claim of the rule is not proved; None where the op is no instance of the left side.
"""


NO_INSTANCE: Final = Refusal("")
"""The refusal of a rule at an op that is no instance of its left side; what is said then is the equation."""
HIDDEN: Final = Refusal("the length is hidden")


def unless(scope: Scope, *claims: Condition) -> Refusal | None:
    """The refusal of a rule that needs these facts; None where all are proved."""
    missing = next((claim for claim in claims if not scope.holds(claim)), None)
    if missing is None:
        return None
    return NO_INSTANCE if missing.decided is False else unproved(missing, scope)


def unproved(claim: Condition, scope: Scope) -> Refusal:
    """The refusal of a rule that needs a fact."""
    known = ", ".join(map(str, scope.facts.conditions)) or "nothing"
    return Refusal(f"`{claim}` is not proved; what is known: {known}")


@dataclass(frozen=True)
class Rule(RewritePattern, Generic[OpT]):
    """An equation, read from left to right."""

    root: type[OpT]
    """The ops that may be its left side."""
    right_side: Callable[..., Replacement]
    parameters: Mapping[str, Parameter] = field(default_factory=dict[str, Parameter])
    """The numbers it is applied with."""
    regroups: bool = False
    """Whether floats come out the same only up to rounding."""
    arguments: Mapping[str, int | str] = field(default_factory=dict[str, "int | str"])
    """The numbers that were given."""

    def __hash__(self) -> int:
        return hash((self.name, *self.arguments.items()))

    @property
    def name(self) -> str:
        return self.right_side.__name__

    @property
    def equation(self) -> str:
        """The equation and its condition."""
        return (self.right_side.__doc__ or "").strip()

    def bind(self, **arguments: int | str) -> Rule[OpT]:
        """The rule with numbers for its parameters."""
        return replace(self, arguments=MappingProxyType(checked(self.name, self.parameters, arguments)))

    def bind_usual(self) -> Rule[OpT]:
        """The rule with the usual number for each parameter that it needs."""
        return self.bind(**{name: one.usual for name, one in self.parameters.items() if one.needed})

    def matches(self, op: Operation) -> bool:
        """Whether the rule holds at an op; nothing is changed."""
        return not isinstance(self.checked(op), Refusal)

    def checked(self, op: Operation) -> Chain | Refusal:
        """What would stand in the place of an op, or why the rule does not hold there; nothing is changed."""
        found = self._built(op)
        if isinstance(found, Refusal):
            return found
        refusal = _inserted(found.around or op, found)
        _discard(found)
        return refusal or found

    def apply(self, op: Operation, rewriter: PatternRewriter | None = None) -> Rewritten | Refusal:
        """Rewrite an op; where the rule does not hold, nothing has happened."""
        found = self._built(op)
        if isinstance(found, Refusal):
            return found
        return replaced(found.around or op, found, rewriter or PatternRewriter(op))

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter, /) -> None:
        self.apply(op, rewriter)

    def _built(self, op: Operation) -> Chain | Refusal:
        """The right side, not yet put anywhere."""
        if not isinstance(op, self.root):
            return Refusal(f"`{op_name(op)}` is not a `{getattr(self.root, 'name', self.root.__name__)}`")
        match self.right_side(op, **self.arguments):
            case None | Refusal(reason=""):
                return Refusal(
                    f"`{op_name(op)}` is no instance of the left side of {self.equation.partition(chr(10))[0]}"
                )
            case Refusal() | Chain() as found:
                return found
            case Operation() as new:
                return Chain.of(new)
            case value:
                return Chain((), value)


def rule(
    root: type[OpT], *, regroups: bool = False, **parameters: Parameter
) -> Callable[[Callable[..., Replacement]], Rule[OpT]]:
    """Make a rule of a function; its docstring is the equation, and its keywords are the parameters."""
    return lambda right_side: Rule(root, right_side, parameters, regroups)


def made_by(value: SSAValue, kind: type[OtherT]) -> OtherT | None:
    """The op of this kind that a value is the result of."""
    return value.owner if isinstance(value.owner, kind) else None


# Application


def replaced(op: Operation, chain: Chain, rewriter: PatternRewriter) -> Rewritten | Refusal:
    """Put a chain in the place of an op, if it is valid there and of the same type."""
    # Giving a result its type makes a new value of it, so the value is found again by its place.
    place = (chain.value.op, chain.value.index) if isinstance(chain.value, OpResult) else None
    _name(chain)
    refusal = _inserted(op, chain)
    if refusal is not None:
        _discard(chain)
        return refusal
    value = place[0].results[place[1]] if place else chain.value
    for new in chain.ops:
        new.detach()
    producers = dict.fromkeys(operand.owner for operand in op.operands)
    gone = list(values_in(op))
    rewriter.replace(op, chain.ops, [value])
    for old, new in chain.others:
        rewriter.replace_all_uses_with(old, new.results[0])
        producers = {old.owner: None, **producers}
    # A copied region must not stay behind as well, whatever xDSL knows of the effects of the ops in it.
    waiting = list(producers)
    while waiting:
        producer = waiting.pop()
        if isinstance(producer, Operation) and producer.parent is not None and _is_unused(producer):
            waiting += dict.fromkeys(operand.owner for inner in producer.walk() for operand in inner.operands)
            gone += values_in(producer)
            rewriter.erase(producer)
    return Rewritten(chain.ops, value, gone)


def _is_unused(op: Operation) -> bool:
    """Whether nothing needs what an op gives, and it writes to no memory."""
    if not isinstance(op, LiftOp):
        return is_trivially_dead(op)
    writes = any(isinstance(value.type, MemoryType) for inner in op.walk() for value in inner.operands)
    return op.result.first_use is None and not writes


def values_in(op: Operation) -> Iterator[SSAValue]:
    """The values that an op and the ops inside it define."""
    for inner in op.walk():
        yield from inner.results
        for region in inner.regions:
            for block in region.blocks:
                yield from block.args


def _name(chain: Chain) -> None:
    """What stands in the place of an op has its name, and other new ops are called what they are, unless a rule says so."""
    last = chain.value.owner
    for new in chain.ops:
        for result in new.results:
            if result.name_hint is None and new is not last:
                result.name_hint = short_name(new)


def short_name(op: Operation) -> str:
    """What an op is called that has no name: `map` for a `lift.map`."""
    return op.name.rpartition(".")[2]


def _inserted(op: Operation, chain: Chain) -> Refusal | None:
    """Put a chain before an op, infer its types and verify it; what is wrong with it, if anything is."""
    block = op.parent
    if block is None:
        return Refusal("it is in no block")
    place = (chain.value.op, chain.value.index) if isinstance(chain.value, OpResult) else None
    block.insert_ops_before(chain.ops, op)
    undefined = _undefined(op, chain)
    if undefined is not None:
        return Refusal(f"%{undefined.name_hint or '?'} would be used where it is not defined")
    try:
        for new in chain.ops:
            for inner in new.walk():
                if isinstance(inner.location, UnknownLoc):
                    inner.location = op.location
            _simplify(new)
            retype(new)
        for new in chain.ops:
            for inner in new.walk():
                inner.verify(verify_nested_ops=False)
    except VerifyException as error:
        found = error if isinstance(error, LiftError) else None
        return Refusal(error.message if isinstance(error, LiftError) else str(error), found)
    value = place[0].results[place[1]] if place else chain.value
    if not _same_value_type(op, value):
        return Refusal(f"the result would be {value.type}, and is {op.results[0].type}")
    if not _same_lengths(op, value):
        return Refusal("a hidden length could not be followed to where it comes from")
    if any(old.type != new.results[0].type for old, new in chain.others):
        return Refusal("what is computed together would be of another type")
    return None


def _discard(chain: Chain) -> None:
    for new in reversed(chain.ops):
        if new.parent is not None:
            Rewriter.erase_op(new, safe_erase=False)


def _undefined(op: Operation, chain: Chain) -> SSAValue | None:
    """A value that the new ops use, and that is not defined before them."""
    # What the old op uses from outside is defined before it, which saves looking for most values.
    available = {value for inner in op.walk() for value in inner.operands if not op.is_ancestor(value.owner)}
    missing = _missing(chain.ops, available, op)
    for new in chain.ops:
        available.update(new.results)
    if missing is None and chain.value not in available and not _is_before(chain.value.owner, op):
        return chain.value
    return missing


def _missing(ops: Iterable[Operation], available: set[SSAValue], op: Operation) -> SSAValue | None:
    """A value that ops use and that is neither available, nor defined by one of them before, nor before the old op."""
    own: list[SSAValue] = []
    for new in ops:
        for value in new.operands:
            if value not in available and not _is_before(value.owner, op):
                return value
        for block in (block for region in new.regions for block in region.blocks):
            available.update(block.args)
            missing = _missing(block.ops, available, op)
            if missing is not None:
                return missing
            available.difference_update(block.args)
        own += new.results
        available.update(new.results)
    available.difference_update(own)
    return None


def _is_before(owner: Operation | Block, user: Operation) -> bool:
    """Whether what defines a value stands before an op, in its block or in one around it."""
    block = owner if isinstance(owner, Block) else owner.parent
    around: Operation | None = user
    while around is not None and around.parent is not block:
        around = around.parent_op()
    if around is None:
        return False
    return isinstance(owner, Block) or (owner is not around and owner.is_before_in_block(around))


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
