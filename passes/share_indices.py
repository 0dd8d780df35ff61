"""`kernel-share-indices`: what is costly in several indices is computed once.

Costly are divisions by what is neither a number nor a power of two, logarithms, and the least or greatest of several;
what that is taken of is written twice in C, so what is costly there is computed before, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block, Operation, SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import InsertPoint, Rewriter

from ..dialects.kernel.attributes import ConditionAttr, IndexAttr
from ..dialects.kernel.control import ForOp, IfOp
from ..dialects.kernel.functions import FuncOp
from ..dialects.kernel.memory import AccessOp
from ..dialects.kernel.symbols import index_operands, set_index
from ..dialects.kernel.workitems import ApplyOp
from ..dialects.nat.expr import FloorDiv, If, Log2, Max, Min, Mod, Sum, var
from ..dialects.nat.rebuild import map_atoms, map_condition
from ..dialects.nat.ring import Atom, Nat
from ..dialects.view.operation import ViewOp
from .simplify_control_flow import substitute

MOST_SHARED: Final = 32
"""So many variables a kernel gets at most."""

_HINTS: Final = {FloorDiv: "quotient", Mod: "rest", Log2: "levels", Min: "least", Max: "most"}


@dataclass(frozen=True)
class ShareIndicesPass(ModulePass):
    """Give a variable to what is costly and stands in several indices.

    Before:

        %e = kernel.load %x[%i floordiv M] : f32
        kernel.store %e, %y[2 * (%i floordiv M)] : f32

    After:

        %quotient = kernel.apply [%i floordiv M] : index
        %e = kernel.load %x[%quotient] : f32
        kernel.store %e, %y[2 * %quotient] : f32

    It is computed only where it was computed before. A kernel with views, or with loops that bind names of nats, is left
    alone.
    """

    name: ClassVar[str] = "kernel-share-indices"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for function in op.ops:
            if isinstance(function, FuncOp) and not any(map(_is_unresolved, function.walk())):
                sharing = _Sharing(function)
                for _ in range(MOST_SHARED):
                    if not sharing.share_one():
                        break


def _is_unresolved(op: Operation) -> bool:
    named = isinstance(op, FuncOp) and any(one.count is None for one in op.hidden_lengths)
    return named or isinstance(op, ViewOp) or (isinstance(op, ForOp) and op.position is not None)


class _Sharing:
    """One kernel."""

    def __init__(self, function: FuncOp):
        self.function = function
        self.values: dict[str, SSAValue] = {}
        self.names: dict[SSAValue, str] = {}

    def name(self, value: SSAValue) -> str:
        if value not in self.names:
            self.names[value] = f"{len(self.names):04}'"
            self.values[self.names[value]] = value
        return self.names[value]

    def nats(self, op: Operation) -> list[Nat]:
        """The index expressions of an op, with names for its operands."""
        symbols = [var(self.name(value)) for value in index_operands(op)]
        match op:
            case AccessOp() | ApplyOp():
                return [op.index(*symbols)]
            case ForOp():
                return [bound(*symbols) for bound in (op.start, op.stop, op.step)]
            case IfOp() if op.condition is not None:
                return [op.condition(*symbols).nat]
            case _:
                return []

    def share_one(self) -> bool:
        """Give a variable to the largest of the costly atoms that are used several times; False if there is none."""
        uses: dict[Atom, list[Operation]] = {}
        for op in self.function.body.walk():
            for atom in (atom for nat in self.nats(op) for atom in costly_atoms(nat)):
                uses.setdefault(atom, []).append(op)
        several = {atom: ops for atom, ops in uses.items() if len(ops) > 1}
        for atom in sorted(several, key=lambda atom: len(str(atom.nat)), reverse=True):
            for first, ops in _places(several[atom]):
                self.share(atom, first, ops)
                return True
        return False

    def share(self, atom: Atom, before: Operation, ops: Sequence[Operation]) -> None:
        index, operands = self.over(atom.nat)
        shared = ApplyOp(index, operands)
        shared.number.name_hint = next(hint for kind, hint in _HINTS.items() if isinstance(atom, kind))
        Rewriter.insert_op(shared, InsertPoint.before(before))
        symbol = var(self.name(shared.number))
        for op in dict.fromkeys(ops):
            self.rewrite(op, lambda nat: _with(nat, atom, symbol))

    def rewrite(self, op: Operation, image: Callable[[Nat], Nat]) -> None:
        symbols = [var(self.name(value)) for value in index_operands(op)]
        match op:
            case AccessOp() | ApplyOp():
                index, operands = self.over(image(op.index(*symbols)))
                set_index(op, index, operands)
            case ForOp():
                nats = [image(bound(*symbols)) for bound in (op.start, op.stop, op.step)]
                names = self.used(*nats)
                start, stop, step = (IndexAttr.of(nat, names) for nat in nats)
                body = Rewriter.move_region_contents_to_new_regions(op.body)
                operands = [self.values[name] for name in names]
                substitute(op, ForOp((start, stop, step), operands, op.inits, body, unroll=op.unroll is not None))
            case IfOp() if op.condition is not None:
                condition = map_condition(op.condition(*symbols), image)
                names = self.used(condition.nat)
                op.condition, op.operands = ConditionAttr.of(condition, names), [self.values[name] for name in names]
            case _:
                pass

    def over(self, nat: Nat) -> tuple[IndexAttr, list[SSAValue]]:
        names = self.used(nat)
        return IndexAttr.of(nat, names), [self.values[name] for name in names]

    def used(self, *nats: Nat) -> list[str]:
        return sorted({name for nat in nats for name in nat.names if name in self.values})


def costly_atoms(nat: Nat, times: int = 1) -> Iterator[Atom]:
    """The costly parts of an expression that are computed whenever it is, as often as they are written."""
    for atom in nat.atoms:
        if _is_costly(atom):
            yield from (atom,) * times
        for arg in _always_computed(atom):
            yield from costly_atoms(arg, 2 if isinstance(atom, Min | Max) else times)


def _is_costly(atom: Atom) -> bool:
    if isinstance(atom, FloorDiv | Mod):
        return _is_costly_divisor(atom.args[1])
    return isinstance(atom, Log2 | Min | Max)


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


def _places(ops: Sequence[Operation]) -> Iterator[tuple[Operation, list[Operation]]]:
    """Where something that ops use can be computed once: before an op of a block in which one of them stands."""
    for block in dict.fromkeys(op.parent for op in ops):
        assert block is not None
        inside = [(around, op) for op in ops if (around := _around(op, block)) is not None]
        if len(inside) > 1:
            first = min((around for around, _ in inside), key=block.get_operation_index)
            yield first, [op for _, op in inside]


def _around(op: Operation, block: Block) -> Operation | None:
    """The op of a block that is, or holds, an op."""
    current: Operation | None = op
    while current is not None and current.parent is not block:
        current = current.parent_op()
    return current
