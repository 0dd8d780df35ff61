"""Rows that differ in length, as those of a sparse matrix do: folds that wait for memory, and even shares of all elements."""

from __future__ import annotations

from xdsl.ir import SSAValue

from ...analysis.execution import function_around
from ...dialects.lift.access import AtOp
from ...dialects.lift.algorithmic import MapOp, OrderedFold, ReduceOp
from ...dialects.lift.functions import DefOp
from ...dialects.lift.iterate import IterateOp
from ...dialects.lift.tuples import GetOp, ZipOp
from ...dialects.lift.types import ArrayType, array_length, is_scalar
from ...dialects.nat.expr import var
from ...dialects.nat.facts import ANY
from ...dialects.ocl.shares import length_in
from ...dialects.profiles import Profile
from ..rules.combining import Combining, in_any_order
from ..rules.lanes import reduce_lanes
from ..rules.parts import reduce_peel
from ..rules.regions import captured, depends_on
from ..rules.rule import made_by
from ..rules.staging import accumulate_apart
from .rewriting import Rewriting, made


def wants_shares(op: MapOp) -> bool:
    """Whether the rows of a map differ in length, and each has a loop somewhere: even parts of them would not have even work.

    Their lengths are written in what the function has, so that running sums of them are, too.
    """
    rows, function = op.xs.type, function_around(op)
    if not isinstance(rows, ArrayType) or not rows.dependent or not isinstance(function, DefOp):
        return False
    length = length_in(rows.at(var(ANY)))
    known = {ANY, *function.nat_names}
    if length is None or not length.names <= known or not length.tables <= {*function.table_names}:
        return False
    return any(isinstance(one, MapOp | OrderedFold | IterateOp) for one in op.walk() if one is not op)


def differs_in_length(op: ReduceOp) -> bool:
    """Whether a fold is of a row that is longer or shorter than others: many have little beside what fills several vectors."""
    length, function = array_length(op.xs.type), function_around(op)
    return length is not None and isinstance(function, DefOp) and not length.names <= {*function.nat_names}


def has_any_lengths(op: MapOp) -> bool:
    """Whether a table says how long the rows of a map are, so that one may be longer than all others."""
    rows = op.xs.type
    length = array_length(rows.at(var(ANY))) if isinstance(rows, ArrayType) else None
    return length is not None and bool(length.tables)


def only_fold_of(op: MapOp) -> ReduceOp | None:
    """The fold of each row of a map in pieces, where nothing else needs the row: what is done with it can be done apart.

    The row may be zipped with what the fold does not need. A table says how long it is, so it may be longer than all others.
    """
    argument = op.block.args[0]
    gets = [use.operation for use in argument.uses] if made_by(op.xs, ZipOp) else []
    parts = [argument, *(get.result for get in gets if isinstance(get, GetOp) and get.parent is op.block)]
    folds = [(part.get_user_of_unique_use(), part) for part in parts if isinstance(part.type, ArrayType)]
    return next((fold for fold, row in folds if isinstance(fold, ReduceOp) and _is_alone(fold, row, op)), None)


def _is_alone(fold: ReduceOp, row: SSAValue, op: MapOp) -> bool:
    """Whether a fold of a row can be done in pieces, and needs nothing else that belongs to the row."""
    combining, length = Combining.of(fold), array_length(row.type)
    if fold.parent is not op.block or fold.xs is not row or combining is None or combining.shape is None:
        return False
    others = (value for value in (fold.init, *captured(fold)) if value is not row)
    return length is not None and bool(length.tables) and not any(depends_on(value, op) for value in others)


def wants_several(op: ReduceOp, profile: Profile) -> bool:
    """Whether a fold of scalars in any order looks something up for each: several of them need not wait for one another."""
    if profile.vectors == "off" or not is_scalar(op.init.type) or in_any_order(op) is None:
        return False
    found = [one for one in op.block.ops if isinstance(one, AtOp) and one.index is None]
    return bool(found) and all(not one.regions for one in op.block.ops)


def several_at_a_time(work: Rewriting, op: ReduceOp) -> None:
    """A fold with several accumulators, each a scalar; what does not fill them is folded at the end."""
    count = work.profile.accumulators
    main = made(work.apply(reduce_peel.bind(n=count), op), ReduceOp)[0]
    rows, _ = made(work.apply(reduce_lanes.bind(n=count), main), ReduceOp)
    work.apply(accumulate_apart, rows)
