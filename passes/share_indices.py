"""`kernel-share-indices`: what is costly in indices is computed once, before the loops in which it does not change.

Costly are divisions of products, or by what is neither a number nor a power of two, logarithms, choices, the least or
greatest of several, and look-ups in tables; what the least or greatest is taken of is written twice in C, so what is costly
there is computed before, too. What is left of an index is computed before a loop as far as the loop does not change it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from heapq import heappop, heappush
from itertools import count
from typing import ClassVar, Final

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block, Operation
from xdsl.passes import ModulePass
from xdsl.rewriter import InsertPoint, Rewriter

from ..dialects.kernel.control import ForOp, IfOp
from ..dialects.kernel.functions import FuncOp
from ..dialects.kernel.known import Known
from ..dialects.kernel.memory import AccessOp
from ..dialects.kernel.symbols import Symbols, expressions_of, index_operands, set_bounds, set_index
from ..dialects.kernel.workitems import ApplyOp
from ..dialects.lift.profile import profile_of
from ..dialects.nat.expr import FloorDiv, If, Log2, Lookup, Max, Min, Mod, Sum, compare, var
from ..dialects.nat.prove import holds, obligations
from ..dialects.nat.rebuild import map_atoms, map_condition
from ..dialects.nat.ring import Atom, Key, Monomial, Nat
from ..dialects.view.operation import ViewOp
from .offsets import offset_of

MOST_SHARED: Final = 256
"""So many variables a kernel gets at most."""

FEWEST_IN_A_ROW: Final = 4
"""So many accesses one after the other are worth a variable for what they have in common."""

_HINTS: Final = {
    FloorDiv: "quotient",
    Mod: "rest",
    Log2: "levels",
    Min: "least",
    Max: "most",
    If: "chosen",
    Lookup: "entry",
    Sum: "begin",
}


@dataclass(frozen=True)
class ShareIndicesPass(ModulePass):
    """Give a variable to what is costly and stands in several indices, or in a loop that does not change it.

    Before:

        kernel.for %i = 0 to N step 1 {
          %e = kernel.load %x[%g floordiv M + %i] : f32
          kernel.store %e, %y[2 * (%g floordiv M) + %i] : f32
        }

    After:

        %quotient = kernel.apply [%g floordiv M] : index
        kernel.for %i = 0 to N step 1 {
          %e = kernel.load %x[%quotient + %i] : f32
          kernel.store %e, %y[2 * %quotient + %i] : f32
        }

    Products and quotients that a loop does not change are added before it, where an index has several. All is computed only
    where it was computed before, or where it is proved to be defined. A kernel with views, or with loops
    that bind names of nats, is left alone.
    """

    name: ClassVar[str] = "kernel-share-indices"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for function in op.ops:
            if isinstance(function, FuncOp) and _is_wanted(function):
                _Sharing(function).run()


def _is_wanted(function: FuncOp) -> bool:
    return profile_of(function).indices == "on" and not any(map(_is_unresolved, function.walk()))


def _is_unresolved(op: Operation) -> bool:
    named = isinstance(op, FuncOp) and any(one.count is None for one in op.hidden_lengths)
    return named or isinstance(op, ViewOp) or (isinstance(op, ForOp) and op.position is not None)


class _Sharing(Symbols):
    """One kernel, whose costly atoms are taken from the largest to the smallest, and what is in them after them."""

    def __init__(self, function: FuncOp):
        super().__init__(function)
        self.function = function
        self.device_tables = frozenset(one.length.data for one in function.hidden_lengths)
        """Tables that are in memory of the device, which the kernel may write to."""
        self.sums = {table.function.body.data: table.length.data for table in function.sums}
        self.uses: dict[Atom, dict[Operation, int]] = {}
        """The ops that each costly atom is written in, and how often."""
        self.waiting: list[tuple[int, Key, int, Atom]] = []
        self.number = count()
        self.before: dict[ForOp, Known] = {}
        """What is known before each loop."""
        self.runs: dict[ForOp, bool] = {}
        """Whether a loop is known to have iterations."""
        self.order: dict[Operation, Fraction] = {}
        self.moved: dict[Nat, list[ApplyOp]] = {}
        """What was computed in loops, and is computed before them."""
        self.block(function.block)

    def run(self) -> None:
        shared = 0
        while self.waiting and shared < MOST_SHARED:
            *_, atom = heappop(self.waiting)
            for first, ops in list(self.places(atom)):
                self.share(atom, first, ops)
                shared += 1
        for loop in sorted(self.before, key=_depth_of, reverse=True):
            for offset, ops in self.offsets(loop).items():
                self.move_before(loop, offset, ops)
        for block in self.blocks():
            for offset, ops in self.common_offsets(block).items():
                if len(ops) >= FEWEST_IN_A_ROW:
                    self.define_before(ops[0], offset, ops)

    # What there is

    def block(self, block: Block) -> None:
        for op in block.ops:
            self.order[op] = Fraction(len(self.order))
            around = self.known
            self.note(op)
            match op:
                case ForOp():
                    self.before[op] = around
                    self.known = around.inside(op, self.name(op.variable))
                    self.register(*op.carried)
                    self.block(op.block)
                    self.known = around
                case IfOp():
                    condition = None if op.condition is None else around.condition(op.condition, op.decided_by)
                    for inner, negated in ((op.then.block, False), (op.else_block, True)):
                        if inner is not None:
                            given = condition.negated if condition is not None and negated else condition
                            self.known = around if given is None else around.given(given)
                            self.block(inner)
                    self.known = around
                case _:
                    pass
            self.register(*op.results)

    def nats(self, op: Operation) -> list[Nat]:
        """The index expressions of an op, with names for its operands."""
        return expressions_of(op, [self.known.values[value] for value in index_operands(op)])

    def note(self, op: Operation, without: Atom | None = None) -> None:
        """Remember what is costly in the expressions of an op."""
        found = Counter(atom for nat in self.nats(op) for atom in costly_atoms(nat))
        for atom, times in found.items():
            if atom is not without and self.device_tables.isdisjoint(atom.tables):
                if not self.uses.get(atom):
                    heappush(self.waiting, (-atom.size, atom.key, next(self.number), atom))
                self.uses.setdefault(atom, {})[op] = times

    # Where it can be computed

    def places(self, atom: Atom) -> Iterator[tuple[Operation, list[Operation]]]:
        """Before which ops an atom is computed, and for which: for several, or out of a loop."""
        left = {op: self.outermost(atom, op) for op in self.uses.get(atom, ())}
        for block in sorted({_block(place) for place in left.values()}, key=_depth):
            around = {op: _around(place, block) for op, place in left.items()}
            inside = {op: place for op, place in around.items() if place is not None}
            if self.is_worth(atom, {op: left[op] for op in inside}):
                yield min(inside.values(), key=self.order.__getitem__), list(inside)
                left = {op: place for op, place in left.items() if op not in inside}

    def is_worth(self, atom: Atom, places: Mapping[Operation, Operation]) -> bool:
        """Whether a variable saves something: the atom is written twice, or is computed in each iteration of a loop."""
        times = sum(self.uses[atom][op] for op in places)
        return times > 1 or any(place is not op or self.is_tested(atom, op) for op, place in places.items())

    def is_tested(self, atom: Atom, op: Operation) -> bool:
        """Whether C would compute an atom in each iteration of a loop, to see whether there is another one."""
        return isinstance(op, ForOp) and any(atom in costly_atoms(nat) for nat in self.nats(op)[1:])

    def outermost(self, atom: Atom, op: Operation) -> Operation:
        """The outermost op around an op before which an atom may be computed that it uses: itself, or a loop."""
        defined_by = [self.values[name].owner for name in atom.names if name in self.values]
        loop = op.parent_op()
        while isinstance(loop, ForOp) and not any(map(loop.is_ancestor, defined_by)) and self.may_leave(atom, loop):
            op, loop = loop, loop.parent_op()
        return op

    def may_leave(self, atom: Atom, loop: ForOp) -> bool:
        """Whether what each iteration of a loop computes may be computed before it: it has iterations, or that is defined."""
        known = self.before[loop]
        if loop not in self.runs:
            start, stop = (known.nat(bound, loop.symbols) for bound in (loop.start, loop.stop))
            self.runs[loop] = not loop.conditions and holds(compare(start, "lt", stop), known.facts)
        return self.runs[loop] or self.is_defined(atom.nat, loop)

    def is_defined(self, nat: Nat, loop: ForOp) -> bool:
        """Whether an expression has a value before a loop."""
        known = self.before[loop]
        for inner in (inner for atom in nat.atoms for inner in _computed_atoms(atom)):
            if isinstance(inner, Sum):
                length = self.sums.get(inner.args[1])
                if length is None or not holds(compare(inner.args[0], "lt", length), known.facts):
                    return False
        return not obligations(nat, known.facts)

    def offsets(self, loop: ForOp) -> dict[Nat, list[AccessOp | ApplyOp]]:
        """What is computed for indices in each iteration of a loop, and does not change in it."""
        found: dict[Nat, list[AccessOp | ApplyOp]] = {}
        for op in _repeated(loop.block):
            offset = offset_of(self.nats(op)[0], lambda monomial: self.is_fixed(monomial, loop))
            if offset is not None and self.is_defined(offset, loop):
                found.setdefault(offset, []).append(op)
        return found

    def is_fixed(self, monomial: Monomial, loop: ForOp) -> bool:
        names = {name for atom, _ in monomial.factors for name in atom.names if name in self.values}
        inside = any(loop.is_ancestor(self.values[name].owner) for name in names)
        return not inside and self.is_constant(monomial)

    def is_constant(self, monomial: Monomial) -> bool:
        """Whether a product is the same as long as its variables are."""
        return all(self.device_tables.isdisjoint(atom.tables) for atom, _ in monomial.factors)

    def blocks(self) -> list[Block]:
        """All blocks of the kernel, from the outside in."""
        return [block for op in self.function.walk() for region in op.regions for block in region.blocks]

    def common_offsets(self, block: Block) -> dict[Nat, list[AccessOp]]:
        """The products that are added in indices of a block, and where."""
        found: dict[Nat, list[AccessOp]] = {}
        for op in block.ops:
            if isinstance(op, AccessOp):
                offset = offset_of(self.nats(op)[0], self.is_constant)
                if offset is not None:
                    found.setdefault(offset, []).append(op)
        return found

    # Giving it a variable

    def share(self, atom: Atom, before: Operation, ops: Sequence[Operation]) -> None:
        shared = self.define(atom.nat, self.hint(atom, ops))
        previous = before.prev_op
        begin = self.order[before] - 1 if previous is None else self.order[previous]
        self.order[shared] = (begin + self.order[before]) / 2
        Rewriter.insert_op(shared, InsertPoint.before(before))
        for op in ops:
            for inner in self.forget(op):
                self.uses[inner].pop(op, None)
            self.rewrite(op, atom, self.known.values[shared.number])
            self.note(op)
        self.note(shared, without=atom)

    def move_before(self, loop: ForOp, offset: Nat, ops: Sequence[AccessOp | ApplyOp]) -> None:
        """Let ops in a loop use what is computed before it."""
        whole = [op for op in ops if isinstance(op, ApplyOp) and self.nats(op)[0] is offset]
        shared = next((op for op in self.moved.get(offset, ()) if _is_before(op, loop)), None)
        if shared is None:
            shared = whole.pop(0) if whole else self.define(offset, "offset")
            if shared.parent is not None:
                shared.detach()
            Rewriter.insert_op(shared, InsertPoint.before(loop))
            self.moved.setdefault(offset, []).append(shared)
        for op in whole:
            Rewriter.replace_op(op, [], [shared.number])
        self.use(shared, offset, [op for op in ops if op is not shared and op not in whole])

    def define_before(self, first: Operation, offset: Nat, ops: Sequence[AccessOp]) -> None:
        """Let ops of a block use what is computed before the first of them."""
        shared = self.define(offset, "offset")
        Rewriter.insert_op(shared, InsertPoint.before(first))
        self.use(shared, offset, ops)

    def use(self, shared: ApplyOp, offset: Nat, ops: Sequence[AccessOp | ApplyOp]) -> None:
        for op in ops:
            (index,), operands = self.over(self.nats(op)[0] - offset + self.known.values[shared.number])
            set_index(op, index, operands)

    def define(self, nat: Nat, hint: str) -> ApplyOp:
        """A variable for an expression, which has a name from now on."""
        (index,), operands = self.over(nat)
        op = ApplyOp(index, operands)
        op.number.name_hint = hint
        self.known.values[op.number] = var(self.name(op.number))
        return op

    def hint(self, atom: Atom, ops: Sequence[Operation]) -> str:
        """How a variable is called: by where a loop begins or ends, if that is what it is."""
        if isinstance(atom, FloorDiv):
            ((alone, _),) = atom.nat.terms
            for start, stop, _ in (self.nats(op) for op in ops if isinstance(op, ForOp)):
                if any(monomial is alone and coefficient == 1 for monomial, coefficient in start.terms):
                    return "begin"
                if atom.nat is stop:
                    return "count" if start.constant == 0 else "end"
        return next(hint for kind, hint in _HINTS.items() if isinstance(atom, kind))

    def forget(self, op: Operation) -> set[Atom]:
        return {atom for nat in self.nats(op) for atom in costly_atoms(nat) if atom in self.uses}

    def rewrite(self, op: Operation, atom: Atom, value: Nat) -> None:
        nats = [_with(nat, atom, value) for nat in self.nats(op)]
        match op:
            case AccessOp() | ApplyOp():
                (index,), operands = self.over(*nats)
                set_index(op, index, operands)
            case ForOp():
                (start, stop, step), operands = self.over(*nats)
                set_bounds(op, (start, stop, step), operands)
            case IfOp() if op.condition is not None:
                condition = self.known.condition(op.condition, op.decided_by)
                op.condition, op.operands = self.condition_over(map_condition(condition, lambda _: nats[0]))
            case _:
                pass


def costly_atoms(nat: Nat, times: int = 1) -> Iterator[Atom]:
    """The costly parts of an expression that are computed whenever it is, as often as they are written."""
    for atom in nat.atoms:
        if _is_costly(atom):
            yield from (atom,) * times
        for arg in _always_computed(atom):
            yield from costly_atoms(arg, 2 if isinstance(atom, Min | Max) else times)


def _computed_atoms(atom: Atom) -> Iterator[Atom]:
    """An atom, and those that it is computed from, also those in branches."""
    yield atom
    for arg in atom.args[:1] if isinstance(atom, Sum) else atom.args:
        for inner in arg.atoms:
            yield from _computed_atoms(inner)


def _is_costly(atom: Atom) -> bool:
    if isinstance(atom, FloorDiv | Mod):
        dividend, divisor = atom.args
        return _is_costly_divisor(divisor) or _has_product(dividend)
    return isinstance(atom, Log2 | Min | Max | If | Lookup | Sum)


def _has_product(nat: Nat) -> bool:
    """Whether variables are multiplied, or something is divided, in an expression."""
    return any(
        atom.args or exponent > 1 or len(monomial.factors) > 1
        for monomial, _ in nat.terms
        for atom, exponent in monomial.factors
    )


def _is_costly_divisor(nat: Nat) -> bool:
    powers_of_two = [monomial.powers == frozenset((2,)) and len(monomial.factors) == 1 for monomial, _ in nat.terms]
    return nat.constant is None and powers_of_two != [True]


def _always_computed(atom: Atom) -> Sequence[Nat]:
    """Not the branches of a condition, nor what a table holds the sums of."""
    return atom.args[:1] if isinstance(atom, If | Sum) else atom.args


def _with(nat: Nat, atom: Atom, value: Nat) -> Nat:
    """The expression with a value for an atom, wherever that is always computed."""

    def image(inner: Atom) -> Nat:
        if inner is atom:
            return value
        computed = len(_always_computed(inner))
        args = (*(_with(arg, atom, value) for arg in inner.args[:computed]), *inner.args[computed:])
        return inner.nat if args == inner.args else inner.with_args(args)

    return map_atoms(nat, image)


def _block(op: Operation) -> Block:
    assert op.parent is not None
    return op.parent


def _repeated(block: Block) -> Iterator[AccessOp | ApplyOp]:
    """The ops with an index in a region of a loop, but not in loops in it."""
    for op in block.ops:
        if isinstance(op, AccessOp | ApplyOp):
            yield op
        elif isinstance(op, IfOp):
            for region in op.regions:
                for inner in region.blocks:
                    yield from _repeated(inner)


def _depth_of(op: Operation) -> int:
    return _depth(_block(op))


def _depth(block: Block) -> int:
    """How many ops are around a block."""
    depth, op = 0, block.parent_op()
    while op is not None:
        depth, op = depth + 1, op.parent_op()
    return depth


def _is_before(op: ApplyOp, loop: ForOp) -> bool:
    """Whether an op has been executed whenever a loop is."""
    if op.parent is None:
        return False
    around = _around(loop, op.parent)
    return around is not None and op.is_before_in_block(around)


def _around(op: Operation, block: Block) -> Operation | None:
    """The op of a block that is, or holds, an op."""
    current: Operation | None = op
    while current is not None and current.parent is not block:
        current = current.parent_op()
    return current
