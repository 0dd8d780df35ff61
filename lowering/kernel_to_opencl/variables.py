"""The variables of a kernel's text: where a value is one, and where its expression is written into the line that uses it.

A value that is used once, in its own block, is written where it is used, unless that would move a load past a store, keep
vectors waiting or make a line too long; every other value is a variable. A product that is added to something is written into
the sum, however long it is: compilers contract the two to one operation only where they are one expression.
"""

from __future__ import annotations

import sys
from typing import Final

from xdsl.dialects import arith
from xdsl.dialects.builtin import IndexType, i32, i64
from xdsl.ir import Attribute, Block, Operation, SSAValue

from ...dialects.kernel.control import ForOp, YieldOp
from ...dialects.kernel.functions import FuncOp
from ...dialects.kernel.known import Known
from ...dialects.kernel.lanewise import MapVecOp
from ...dialects.kernel.memory import AccessOp, LoadOp, StoreOp, VLoadOp
from ...dialects.kernel.symbols import index_operands
from ...dialects.kernel.types import bits, vector_parts
from ...dialects.lift.upstream import is_scalar_op
from ...dialects.nat.expr import Condition
from ...dialects.nat.print_c import CPrinter
from ...dialects.nat.printer import SUM as NAT_SUM
from ...dialects.nat.ring import Nat
from ...passes.share_loads import fills_registers
from .ctypes import c_integer, c_type
from .expressions import EQUALITY, Pending, Text, cast, unwrapped
from .expressions import name as named
from .names import Names
from .program import Program

LONGEST: Final = 72
"""A longer expression is not written into another one."""

LONGEST_ASSIGNED: Final = 100
"""A longer one is not written into an assignment."""

LONGEST_FACTOR: Final = 32
"""A longer one is not written into a product that is written into a sum."""


class Variables:
    """The lines of a kernel, and what its values are in them."""

    def __init__(self, function: FuncOp, program: Program, names: Names, called: dict[str, str]):
        self.function = function
        self.program = program
        self.names = names
        self.known = Known.of_function(function)
        self.called = dict(called)
        """What is called otherwise in C: nats and tables, and values, which indices have in the order they were registered."""
        self.sums = {table.function.body.data: called[table.table.data] for table in function.sums}
        self.lines: list[str] = []
        self.texts: dict[SSAValue, Text] = {}
        self.types: dict[SSAValue, Attribute] = {}
        """What values of regions on lanes are in C: vectors, or masks for bits."""
        self.waiting: dict[SSAValue, Pending] = {}
        self.full: dict[Block, bool] = {}
        """Whether a block loads more vectors than registers hold."""
        self.narrow: set[SSAValue] = set()
        """Indices whose variable has the width of an index, which may be less than that of the type."""
        self.variables: set[SSAValue] = set()
        """Values whose variable may be written again once they are not needed."""
        self.heads: list[int] = []
        """The lines with which the loops around begin."""
        self.depth = 1
        self.reads = False
        """Whether one of the operands that were taken since it was reset reads memory."""

    # Lines

    def line(self, text: str) -> None:
        self.lines.append("  " * self.depth + text)

    def declare(self, value: SSAValue, text: Text, type_: str | None = None, hint: str | None = None) -> str:
        """A variable for a value."""
        name = self.names.fresh(hint or value.name_hint)
        self.defined(value, name)
        self.line(f"{type_ or self.type_of(self.type_in_c(value))} {name} = {text.text};")
        return name

    def defined(self, value: SSAValue, name: str) -> None:
        """A value has a variable."""
        self.texts[value] = named(name)
        narrow = self.program.options.long and bits(value.type) < 64  # else it would be computed with its own width
        self.known = self.known.defined(
            value, self.symbol(cast(c_type(IndexType()), named(name)).text if narrow else name)
        )

    def symbol(self, name: str) -> str:
        symbol = f"{len(self.called):04}'"
        self.called[symbol] = name
        return symbol

    def type_of(self, type_: Attribute) -> str:
        return self.program.type(type_)

    def type_in_c(self, value: SSAValue) -> Attribute:
        """The type of a value; of one that stands for a lane, that of a vector."""
        return self.types.get(value, value.type)

    # Values

    def take(self, value: SSAValue) -> Text:
        """The text of an operand."""
        if value in self.waiting:
            pending = self.waiting.pop(value)
            self.reads |= pending.reads
            return pending.text
        return self.texts[value]

    def take_repeatable(self, value: SSAValue) -> Text:
        """The text of an operand that is written more than once."""
        text = self.take(value)
        if text.repeatable or value in self.texts:
            return text
        return named(self.declare(value, text))

    def define(self, value: SSAValue, text: Text) -> None:
        """A value that is computed by an expression."""
        if self.is_written_in(value) and len(text.text) <= self._longest(value):
            self.waiting[value] = Pending(text, self.reads)
        else:
            if isinstance(value.owner, VLoadOp):
                self._before_load(value.owner)
            self.declare(value, text)

    def is_written_in(self, value: SSAValue) -> bool:
        """Whether a value may be written where it is used."""
        user = value.get_user_of_unique_use()
        return user is not None and user.parent is block_of(value) and value not in index_operands(user)

    def _longest(self, value: SSAValue) -> int:
        """How long an expression may be where it is used: longer, if it is all that is assigned."""
        user = value.get_user_of_unique_use()
        if is_contracted(value):
            return sys.maxsize
        if isinstance(user, arith.MulfOp | MapVecOp) and is_contracted(user.results[0]):
            return LONGEST_FACTOR
        carried = isinstance(user, YieldOp) and isinstance(user.parent_op(), ForOp)
        return LONGEST_ASSIGNED if carried or isinstance(user, StoreOp) else LONGEST

    def _before_load(self, op: VLoadOp) -> None:
        """What is computed of vectors is computed before the next that several need, where a block has many of these."""
        block = op.parent
        if block is not None and block not in self.full:
            self.full[block] = fills_registers(block, self.program.profile)
        for value in [value for value in self.waiting if _is_of_vectors(value.owner) and not is_contracted(value)]:
            if block is not None and self.full[block]:
                self.declare(value, self.waiting.pop(value).text)

    def before_effect(self) -> None:
        """What reads memory is read before something is written."""
        for value in [value for value, pending in self.waiting.items() if pending.reads]:
            self.declare(value, self.waiting.pop(value).text)

    # Indices

    def nat(self, nat: Nat, place: int = NAT_SUM) -> str:
        return self._nat_printer().nat(nat, place)

    def _nat_printer(self) -> CPrinter:
        one = c_integer(1, i64 if self.program.options.long else i32)
        return CPrinter(self.known.facts, self.sums, one, self.called)

    def element(self, op: AccessOp) -> str:
        """`x[i]`: the element at the index of an access; `(x + row)[i]`, where i is data and the row is not.

        So compilers see that where the row begins is the same for all data, and need not compute an index of each.
        """
        buffer, index = self.texts[op.target].text, self.known.nat(op.index, op.index_operands)
        for value in op.index_operands:
            data = self.known.values[value]
            row = index - data
            if _is_data(value) and row.constant is None and not data.names & row.names:
                return f"({buffer} + {self.nat(row)})[{unwrapped(self.nat(data))}]"
        return f"{buffer}[{unwrapped(self.nat(index))}]"

    def pointer(self, op: AccessOp) -> str:
        """`x + i`: where the vector of an access begins."""
        buffer, index = self.texts[op.target].text, self.nat(self.known.nat(op.index, op.index_operands))
        return buffer if index == "0" else f"{buffer} + {index}"

    def condition(self, condition: Condition) -> Text:
        return Text(self._nat_printer().condition(condition), EQUALITY)


def _is_data(value: SSAValue) -> bool:
    """Whether a number is loaded, or computed from what is."""
    return isinstance(value.owner, LoadOp) or (isinstance(value.owner, Operation) and is_scalar_op(value.owner))


def _is_of_vectors(op: Operation | Block) -> bool:
    return isinstance(op, Operation) and any(vector_parts(operand.type) is not None for operand in op.operands)


def block_of(value: SSAValue) -> Block | None:
    """The block that a value is defined in."""
    owner = value.owner
    return owner.parent if isinstance(owner, Operation) else owner


def is_contracted(value: SSAValue) -> bool:
    """Whether a value is a product of floats that only a sum needs, which may also be the one for each lane."""
    if isinstance(value.owner, MapVecOp):
        inner = value.owner.yielded
        return inner is not None and isinstance(inner.owner, arith.MulfOp) and _is_added(value)
    return isinstance(value.owner, arith.MulfOp) and _is_added(value)


def _is_added(value: SSAValue) -> bool:
    user = value.get_user_of_unique_use()
    around = user.parent_op() if isinstance(user, YieldOp) else None
    if isinstance(around, MapVecOp):
        return _is_added(around.vector)
    return isinstance(user, arith.AddfOp | arith.SubfOp)
