"""Folds that keep the better of two tuples: the least number with what belongs to it, such as where it is.

`a ⊕ b = b.k < a.k ? b : a`, for a part k of the tuples, is associative for numbers, and keeps the first of equal ones: it is not
commutative. A part of a fold may begin with the initial value a of the whole. It gives a where nothing in it is less, and a
replaces nothing that replaced it before, for this was strictly less; where it is not strict, a would replace what is equal to
it. A NaN is never less, so it never becomes the accumulator; and if a is one, nothing replaces it, in no part.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from xdsl.dialects import arith
from xdsl.dialects.builtin import IntegerAttr
from xdsl.ir import Operation, SSAValue

from ...dialects.lift.operation import UNTYPED
from ...dialects.lift.tuples import GetOp, TupleOp
from ...dialects.lift.types import is_scalar
from ...dialects.scalars import SCALARS
from .rule import Chain, made_by

_STRICT_FLOATS: Final = {2, 4}
"""`ogt` and `olt`."""
_STRICT_INTEGERS: Final = {2, 4, 6, 8}
"""`slt`, `sgt`, `ult` and `ugt`."""


@dataclass(frozen=True)
class Better:
    """An ⊕ that keeps one of two tuples."""

    compare: arith.CmpfOp | arith.CmpiOp
    """Whether the new one is better than the accumulator."""
    key: int
    """The part that is compared."""
    new: int
    """Which operand of the comparison is that of the new one."""
    parts: tuple[SSAValue, ...]
    """What the fold computes, for the types and names of the parts."""

    @classmethod
    def of(cls, parts: Sequence[SSAValue], gets: Sequence[GetOp]) -> Better | None:
        """What chooses the parts of the next accumulator, of which these are all uses."""
        selects = [made_by(part, arith.SelectOp) for part in parts]
        chosen = [select for select in selects if select is not None and select.result.has_one_use()]
        if len(chosen) < len(parts) or not all(is_scalar(part.type) for part in parts):
            return None
        compare = chosen[0].cond.owner
        if not isinstance(compare, arith.CmpfOp | arith.CmpiOp) or not _is_strict(compare):
            return None
        old: dict[SSAValue, int] = {get.result: get.index.value.data for get in gets}
        own = all(old.get(select.rhs) == i and select.cond is compare.result for i, select in enumerate(chosen))
        # So what is chosen, and how it is compared, knows nothing of the accumulator but for these.
        inside = all(user in (*chosen, compare) for user in _users(*old, compare.result))
        if not own or not inside or any(select.lhs in old for select in chosen):
            return None
        for new in (0, 1):
            key = old.get(compare.operands[1 - new])
            if key is not None and compare.operands[new] is chosen[key].lhs:
                return cls(compare, key, new, tuple(parts))
        return None

    def combined(self, a: SSAValue, b: SSAValue) -> Chain:
        """`b` where it is better than `a`, else `a`."""
        own, theirs = self._apart(a), self._apart(b)
        compare = self._compared(own[self.key], theirs[self.key])
        return Chain.of(*own, *theirs, compare, *self._chosen(compare.results[0], own, theirs))

    def first(self, a: SSAValue, b: SSAValue, order: int) -> Chain:
        """`b` where it is better than `a`, or as good and came before it, by that part which says so; else `a`."""
        own, theirs = self._apart(a), self._apart(b)
        key, other = own[self.key], theirs[self.key]
        better = self._compared(key, other)
        if isinstance(self.compare, arith.CmpfOp):
            equal: Operation = arith.CmpfOp(other, key, "oeq")
        else:
            equal = arith.CmpiOp(other, key, "eq")
        zero = arith.ConstantOp(IntegerAttr(0, SCALARS[self.parts[order].type].bits))
        apart = arith.SubiOp(theirs[order], own[order])
        before = arith.CmpiOp(apart, zero, "slt")
        tie = arith.AndIOp(equal.results[0], before.result)
        wins = arith.OrIOp(better.results[0], tie.result)
        ops = [better, equal, zero, apart, before, tie, wins]
        for one, name in zip(ops[1:], ("equal", "zero", "apart", "before", "tie", "wins"), strict=True):
            one.results[0].name_hint = name
        return Chain.of(*own, *theirs, *ops, *self._chosen(wins.result, own, theirs))

    def taken(self, part: int) -> SSAValue:
        """What a part becomes where the new one is better."""
        select = self.parts[part].owner
        assert isinstance(select, arith.SelectOp)
        return select.lhs

    def _apart(self, value: SSAValue) -> list[GetOp]:
        return [GetOp(value, i, result_type=part.type) for i, part in enumerate(self.parts)]

    def _compared(self, own: GetOp, theirs: GetOp) -> Operation:
        """Whether theirs is better."""
        compare = self.compare.clone()
        keys = (own.result, theirs.result)
        compare.operands = keys if self.new == 1 else keys[::-1]
        compare.results[0].name_hint = self.compare.result.name_hint
        return compare

    def _chosen(self, condition: SSAValue, own: Sequence[GetOp], theirs: Sequence[GetOp]) -> list[Operation]:
        """Theirs where a condition holds, else own: a tuple, the last of these ops."""
        pairs = zip(own, theirs, strict=True)
        selects = [arith.SelectOp(condition, right.result, left.result) for left, right in pairs]
        for select, part in zip(selects, self.parts, strict=True):
            select.result.name_hint = part.name_hint
        return [*selects, TupleOp([select.result for select in selects], result_type=UNTYPED)]


def _is_strict(compare: arith.CmpfOp | arith.CmpiOp) -> bool:
    predicate = compare.predicate.value.data
    return predicate in (_STRICT_FLOATS if isinstance(compare, arith.CmpfOp) else _STRICT_INTEGERS)


def _users(*values: SSAValue) -> Iterator[Operation]:
    return (use.operation for value in values for use in value.uses)
