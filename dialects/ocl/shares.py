"""A map over rows that are shared out by how many elements they have, where rows of different length would idle a core."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from xdsl.dialects.builtin import IntegerAttr, TupleType, i64
from xdsl.ir import Attribute, Operation, Region, SSAValue
from xdsl.irdl import irdl_op_definition, prop_def
from xdsl.printer import Printer

from ..diagnostics import LiftError, location_of
from ..errors import LAUNCH, NESTING, NOT_AN_ARRAY
from ..lift.scope import Scope
from ..lift.types import ArrayType, array_length, free_names
from ..nat.expr import floordiv, mod, sum_over, var
from ..nat.ring import Nat
from ..parser import LiftParser
from .kernels import KernelOp
from .patterns import GroupMap, ParallelMap, enclosing_maps

MOST: Final = 1 << 20
"""So many shares there are at most."""
APART: Final = 8
"""So many numbers follow one another before one has the neighbour of the first."""


def length_in(row: Attribute) -> Nat | None:
    """How many elements a row has, or the first one of several in a tuple; those of its own rows, where these differ, too."""
    if isinstance(row, TupleType):
        return next((length for one in row.types if (length := length_in(one)) is not None), None)
    length = array_length(row)
    if length is None or not isinstance(row, ArrayType) or not row.dependent:
        return length
    name = "j'"
    while name in free_names(row):
        name += "'"
    inner = length_in(row.at(var(name)))
    return length if inner is None else sum_over(name, length, inner)


def spread(k: Nat, count: int) -> Nat:
    """The numbers below a count in another order: work groups that follow one another, which a device gives to one core, have
    none that do, since neighbours may have nothing to do together."""
    return count // APART * mod(k, APART) + floordiv(k, APART) if count % APART == 0 else k


@irdl_op_definition
class MapSharesOp(GroupMap):
    """A map over rows, neighbours of them for each of so many work groups, which has about as many elements as the others.

    `map_shares(m, f, xs) = map(f, xs)`

    `array<k : n, array<len(k), T>>`, with a region from `array<len(k), T>` to `U(k)`, gives `array<k : n, U(k)>`.
    An element may also be a tuple, of which the first array counts. Row k goes to the group whose share it begins in, where
    a row counts as one element more than it has. It is a kernel of its own, with no parallel map around or beside it.

    `%sums = ocl.map_shares<0> into 128 (%row)[k] in %rows { %s = lift.length %row : i32 lift.yield %s : i32 }`
    """

    name = "ocl.map_shares"

    shares = prop_def(IntegerAttr)

    def __init__(
        self,
        dimension: int,
        shares: int,
        xs: SSAValue | Operation,
        body: Region,
        position: str | None = None,
        *,
        result_type: Attribute | None = None,
    ):
        super().__init__(dimension, xs, body, position, result_type=result_type)
        self.properties["shares"] = IntegerAttr(shares, i64)

    @classmethod
    def parse_words(cls, parser: LiftParser) -> dict[str, Attribute]:
        words = super().parse_words(parser)
        parser.parse_keyword("into", f" and how many shares, in '{cls.name}'")
        shares = parser.parse_integer(allow_boolean=False, allow_negative=False)
        return {**words, "shares": IntegerAttr(shares, i64)}

    def print_words(self, printer: Printer) -> None:
        super().print_words(printer)
        printer.print_string(f" into {self.count}")

    @property
    def count(self) -> int:
        """How many shares there are."""
        return self.shares.value.data

    def before(self, k: Nat) -> Nat:
        """The elements before row k, each of which has one more than its length: what grows from row to row."""
        assert isinstance(self.xs.type, ArrayType)
        length = length_in(self.xs.type.at(var("k'")))
        assert length is not None
        return sum_over("k'", k, length) + k

    def check(self, types: Sequence[Attribute], scope: Scope) -> None:
        super().check(types, scope)
        xs = types[0]
        if not isinstance(xs, ArrayType) or length_in(xs.element) is None:
            raise LiftError(
                NOT_AN_ARRAY,
                f"'{self.name}' shares out rows",
                expected="an array of arrays, or of tuples of such",
                found=str(xs),
            )
        if not 1 <= self.count <= MOST:
            raise LiftError(
                LAUNCH, f"'{self.name}' has no such number of shares", expected=f"1 to {MOST}", found=str(self.count)
            )
        self._check_alone()

    def _check_alone(self) -> None:
        parent = self.parent_op()
        beside = list(parent.walk()) if isinstance(parent, KernelOp) else []
        others = [*enclosing_maps(self.parent), *(one for one in beside if isinstance(one, ParallelMap))]
        other = next((one for one in others if not self.is_ancestor(one)), None)
        if other is not None:
            raise LiftError(
                NESTING,
                f"'{self.name}' shares its kernel with '{other.name}', which is distributed in another way",
                expected="a kernel of its own",
                fix="use ocl.map_wrg",
                notes=[("the other one", location_of(other))],
            )
