"""One kernel as statements: declarations where values are defined, loops with their carried values as variables.

A value that is used once, in its own block, is written where it is used, unless that would move a load past a store or
make a line too long; every other value is a variable. That is a matter of the text alone: every op that is there is
printed, and a value that nothing uses is a variable that nothing uses, unless it is a constant.
`kernel-erase-dead-values` removes what is dead before.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from typing import cast as typed

from xdsl.dialects import arith
from xdsl.dialects.builtin import DenseIntOrFPElementsAttr, IndexType, VectorType, i32, i64
from xdsl.ir import Attribute, Block, Operation, SSAValue

from ...analysis.errors import NOT_IN_OPENCL
from ...dialects.diagnostics import LiftError, location_of, placed
from ...dialects.kernel.control import ForOp, IfOp, YieldOp
from ...dialects.kernel.functions import FuncOp
from ...dialects.kernel.known import Known, constant_of
from ...dialects.kernel.lengths import LengthOp, LengthsOp
from ...dialects.kernel.memory import AccessOp, AllocOp, BarrierOp, LoadOp, ReadOp, StoreOp, VLoadOp, VStoreOp
from ...dialects.kernel.symbols import index_operands
from ...dialects.kernel.types import BufferType, bits, vector_parts
from ...dialects.kernel.vectors import LaneOp, VectorOp
from ...dialects.kernel.workitems import ApplyOp, WorkItemOp
from ...dialects.lift.calls import CallOp
from ...dialects.lift.tuples import GetOp, TupleOp
from ...dialects.lift.types import AddressSpace
from ...dialects.nat.expr import Condition
from ...dialects.nat.print_c import CPrinter
from ...dialects.nat.printer import SUM as NAT_SUM
from ...dialects.nat.ring import Nat
from .ctypes import c_float, c_integer, c_stored, c_type, vector_bytes
from .expressions import EQUALITY, POSTFIX, SUM, UNARY, Text, call, cast, choice, negated, part, unwrapped
from .expressions import name as named
from .language import OPENCL_C
from .names import Names
from .program import Program
from .scalars import RULES, Operands, Spelling, constant

LONGEST: Final = 72
"""A longer expression is not written into another one."""

LONGEST_ASSIGNED: Final = 100
"""A longer one is not written into an assignment."""

REPEATING_PREDICATES: Final = (6, 7, 8, 14)
"""Comparisons of floats that write their operands twice: `one`, `ord`, `ueq` and `uno`."""

_KEEPS_INDEX: Final = (arith.IndexCastOp, arith.SIToFPOp, arith.CmpiOp)
"""Ops that mean the same whether an index has 32 or 64 bits."""


@dataclass(frozen=True)
class Pending:
    """An expression that waits for its use; whether it reads memory."""

    text: Text
    reads: bool


class Statements:
    """The body of one kernel."""

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
        self.waiting: dict[SSAValue, Pending] = {}
        self.narrow: set[SSAValue] = set()
        """Indices whose variable has the width of an index, which may be less than that of the type."""
        self.variables: set[SSAValue] = set()
        """Values whose variable may be written again once they are not needed."""
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
        self.line(f"{type_ or self.type_of(value.type)} {name} = {text.text};")
        return name

    def defined(self, value: SSAValue, name: str) -> None:
        """A value has a variable."""
        self.texts[value] = named(name)
        narrow = self.program.options.long and bits(value.type) < 64  # else it would be computed with its own width
        self.known = self.known.defined(
            value, self._symbol(cast(c_type(IndexType()), named(name)).text if narrow else name)
        )

    def _symbol(self, name: str) -> str:
        symbol = f"{len(self.called):04}'"
        self.called[symbol] = name
        return symbol

    def type_of(self, type_: Attribute) -> str:
        return self.program.type(type_)

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
        if self._is_written_in(value) and len(text.text) <= self._longest(value):
            self.waiting[value] = Pending(text, self.reads)
        else:
            self.declare(value, text)

    def _is_written_in(self, value: SSAValue) -> bool:
        """Whether a value may be written where it is used."""
        user = value.get_user_of_unique_use()
        return user is not None and user.parent is _block_of(value) and value not in index_operands(user)

    def _longest(self, value: SSAValue) -> int:
        """How long an expression may be where it is used: longer, if it is all that is assigned."""
        user = value.get_user_of_unique_use()
        carried = isinstance(user, YieldOp) and isinstance(user.parent_op(), ForOp)
        return LONGEST_ASSIGNED if carried or isinstance(user, StoreOp) else LONGEST

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
        """`x[i]`: the element at the index of an access."""
        index = self.nat(self.known.nat(op.index, op.index_operands))
        return f"{self.texts[op.target].text}[{unwrapped(index)}]"

    def pointer(self, op: AccessOp) -> str:
        """`x + i`: where the vector of an access begins."""
        buffer, index = self.texts[op.target].text, self.nat(self.known.nat(op.index, op.index_operands))
        return buffer if index == "0" else f"{buffer} + {index}"

    def condition(self, condition: Condition) -> Text:
        return Text(self._nat_printer().condition(condition), EQUALITY)

    # Ops

    def block(self, block: Block) -> None:
        for op in block.ops:
            if not isinstance(op, YieldOp):
                with placed(op):
                    self.operation(op)

    def operation(self, op: Operation) -> None:
        self.reads = False
        match op:
            case ForOp():
                self._for(op)
            case IfOp():
                self._if(op)
            case AllocOp():
                self._alloc(op)
            case StoreOp() | VStoreOp():
                self._store(op)
            case BarrierOp():
                self.before_effect()
                self.line(f"{OPENCL_C.barrier(AddressSpace(space.data) for space in op.spaces)};")
            case WorkItemOp():
                self.narrow.add(op.number)
                function, hint = OPENCL_C.work_items[type(op)]
                text = call(function, Text(str(op.dimension.value.data)))
                self.declare(op.number, text, self.program.index_type, op.number.name_hint or hint)
            case ApplyOp():
                self._apply(op)
            case LengthOp():
                self._length(op)
            case LengthsOp():
                self.called[op.called.data] = self.texts[op.buffer].text
            case arith.ConstantOp():
                self._constant(op)
            case _:
                self._expression(op)

    def _expression(self, op: Operation) -> None:
        rule = RULES.get(type(op))
        if rule is not None:
            for value, text in zip(op.results, self._scalar(op, rule), strict=True):
                self.define(value, text)
            return
        match op:
            case LoadOp() | VLoadOp():
                self.reads = True
                self.define(op.value, self._load(op))
            case CallOp():
                function = self.program.user_function(op)
                self.define(op.result, call(function, *(self.take(value) for value in op.arguments)))
            case TupleOp():
                parts = ", ".join(self.take(value).text for value in op.parts)
                self.define(op.result, Text(f"({self.type_of(op.result.type)}){{{parts}}}", UNARY))
            case GetOp():
                self.define(op.result, Text(f"{self.take(op.tuple_).at(POSTFIX)}._{op.index.value.data}"))
            case VectorOp():
                self.define(op.vector, self.vector(op.vector.type, [self.take(value) for value in op.parts]))
            case LaneOp():
                self.define(op.part, part(self.take(op.vector), op.lane.value.data))
            case _:
                raise LiftError(
                    NOT_IN_OPENCL,
                    f"'{op.name}' cannot be printed as OpenCL C",
                    expected="an op of kernel, arith or math, or a call of a C function",
                    location=location_of(op),
                )

    def _scalar(self, op: Operation, rule: Spelling) -> list[Text]:
        """The results of an op of `arith` or `math`; where C has no such op on vectors, for each of their parts."""
        for type_ in (*op.operand_types, *op.result_types):
            self.type_of(type_)
        types = tuple(op.operand_types)
        width = next((parts[0] for type_ in types if (parts := vector_parts(type_))), None)
        whole = max(map(vector_bytes, types), default=0) <= rule.on_vectors
        if isinstance(op, arith.SelectOp):
            whole = vector_parts(types[0]) is None
        twice = rule.twice
        if isinstance(op, arith.CmpfOp):
            twice = op.predicate.value.data in REPEATING_PREDICATES
        take = self.take if whole and not twice else self.take_repeatable
        texts = tuple(self._widened(op, value, take(value)) for value in op.operands)
        if whole:
            operands = Operands(op, texts, types, tuple(op.result_types), self.program.helper)
            return [express(operands) for express in rule.results]
        assert width is not None
        scalars, results = (tuple(map(_scalar_of, group)) for group in (types, op.result_types))
        lanes = [Operands(op, _lane(texts, types, k), scalars, results, self.program.helper) for k in range(width)]
        expressions = zip(op.result_types, rule.results, strict=True)
        return [self.vector(type_, [express(lane) for lane in lanes]) for type_, express in expressions]

    def vector(self, type_: Attribute, parts: Sequence[Text]) -> Text:
        return Text(OPENCL_C.vector(self.type_of(type_), [part.text for part in parts]), UNARY)

    def _widened(self, op: Operation, value: SSAValue, text: Text) -> Text:
        """An index is computed with in 64 bits, also where its variable has fewer."""
        if value not in self.narrow or isinstance(op, _KEEPS_INDEX) or self.program.options.long:
            return text
        return cast(self.type_of(IndexType()), text)

    def _constant(self, op: arith.ConstantOp) -> None:
        type_ = op.result.type
        self.type_of(type_)
        text = constant(op, type_)
        if text is None and isinstance(op.value, DenseIntOrFPElementsAttr) and isinstance(type_, VectorType):
            scalar = typed("VectorType[Attribute]", type_).element_type
            values = [number for number in op.value.get_values() if isinstance(number, int | float)]  # none is complex
            numbers = [Text(_number(number, scalar)) for number in values]
            text = self.vector(op.result.type, numbers[:1] if len(set(numbers)) == 1 else numbers)
        if text is None:
            message = f"OpenCL C has no constant of type {type_}"
            raise LiftError(NOT_IN_OPENCL, message, location=location_of(op))
        self.texts[op.result] = text
        if constant_of(op.result) is not None:
            self.known = self.known.defined(op.result, "")
        elif any(op.result in index_operands(use.operation) for use in op.result.uses):
            self.declare(op.result, text)

    def _apply(self, op: ApplyOp) -> None:
        index = isinstance(op.number.type, IndexType)
        written = self.nat(self.known.nat(op.index, op.symbols))
        text = Text(written, POSTFIX if written.isidentifier() or written.isdecimal() else SUM)
        if index:
            self.narrow.add(op.number)
        elif bits(op.number.type) != 32 or self.program.options.long:
            text = Text(f"({self.type_of(op.number.type)}){text.at(UNARY)}", UNARY)
        if self._is_written_in(op.number) and len(text.text) <= LONGEST:
            self.waiting[op.number] = Pending(text, reads=False)
        else:
            type_ = self.program.index_type if index else None
            self.declare(op.number, Text(unwrapped(text.text)), type_, op.number.name_hint or "n")

    def _length(self, op: LengthOp) -> None:
        """A number under another name: its variable, where it has one."""
        self.narrow.add(op.number)
        text = self.take(op.given)
        if op.given in self.texts and text.text.isidentifier():
            self.defined(op.number, text.text)
        else:
            self.declare(op.number, text, self.program.index_type, op.number.name_hint or "length")

    # Memory

    def _alloc(self, op: AllocOp) -> None:
        type_ = op.buffer.type
        assert isinstance(type_, BufferType)
        name = self.names.fresh(op.buffer.name_hint, "memory")
        self.texts[op.buffer] = named(name)
        space = f"{OPENCL_C.spaces[AddressSpace.LOCAL]} " if type_.address_space is AddressSpace.LOCAL else ""
        self.type_of(type_.element)
        self.line(f"{space}{c_stored(type_.element)} {name}[{op.size.data}];")

    def _load(self, op: ReadOp) -> Text:
        return self.program.vector_load(op, self.pointer(op)) if isinstance(op, VLoadOp) else Text(self.element(op))

    def _store(self, op: StoreOp | VStoreOp) -> None:
        if isinstance(op, StoreOp):
            value = self.take(op.value)
            self.before_effect()
            self.line(f"{self.element(op)} = {value.text};")
            return
        once = len(self.program.pieces(op.value.type)) == 1
        value = self.take(op.value) if once else self.take_repeatable(op.value)
        self.before_effect()
        for line in self.program.vector_store(op, value, self.pointer(op)):
            self.line(line)

    # Control flow

    def _for(self, op: ForOp) -> None:
        carried = [self._carried(op, k) for k in range(len(op.inits))]
        self.before_effect()
        start, stop, step = (self.known.nat(bound, op.symbols) for bound in (op.start, op.stop, op.step))
        first, last = self.nat(start), self.nat(stop)
        advance = "++" if step.constant == 1 else f" += {self.nat(step)}"
        around = self.known
        self.names.enter()
        variable = self.names.fresh(op.variable.name_hint, "i")
        self.texts[op.variable] = named(variable)
        self.narrow.add(op.variable)
        self.line(f"for ({self.program.index_type} {variable} = {first}; {variable} < {last}; {variable}{advance}) {{")
        self.known = self.known.inside(op, self._symbol(variable))
        for argument, name in zip(op.carried, carried, strict=True):
            self.defined(argument, name)
            self.variables.add(argument)
        self.depth += 1
        self.block(op.block)
        self._assign(carried, op.yielded)
        self.depth -= 1
        self.names.leave()
        self.line("}")
        self.known = around
        for result, name in zip(op.results, carried, strict=True):
            self.defined(result, name)
            self.variables.add(result)

    def _carried(self, op: ForOp, k: int) -> str:
        """The variable of a carried value: that of its first value, where nothing else needs it any more."""
        init = op.inits[k]
        if init in self.variables and init.has_one_use() and _block_of(init) is op.parent and init in self.texts:
            return self.texts[init].text
        name = self.names.fresh(op.carried[k].name_hint or op.results[k].name_hint, "acc")
        self.line(f"{self.type_of(init.type)} {name} = {self.take(init).text};")
        return name

    def _assign(self, targets: Sequence[str], values: Sequence[SSAValue]) -> None:
        """Assign all at once: what an earlier assignment would overwrite is kept first."""
        assignments: list[tuple[str, str]] = []
        written: list[str] = []
        for target, value in zip(targets, values, strict=True):
            text = self.take(value)
            if any(_mentions(text.text, other) for other in written):
                kept = self.names.fresh(f"{target}_next")
                self.line(f"{self.type_of(value.type)} {kept} = {text.text};")
                text = named(kept)
            if text.text != target:
                assignments.append((target, text.text))
            written.append(target)
        self.before_effect()
        for target, text in assignments:
            self.line(f"{target} = {text};")

    def _if(self, op: IfOp) -> None:
        condition = None if op.condition is None else self.known.condition(op.condition, op.decided_by)
        text = self.take(op.decided_by[0]) if condition is None else self.condition(condition)
        targets = [self.names.fresh(result.name_hint) for result in op.results]
        then = self._branch(op.then.block, condition)
        otherwise = self._branch(op.else_block, None if condition is None else condition.negated)
        if len(op.results) == 1 and not then.lines and not otherwise.lines:
            self.reads |= then.reads or otherwise.reads
            self.names.release(targets[0])
            self.define(op.results[0], choice(text, then.given[0], otherwise.given[0]))
            return
        self.before_effect()
        for result, target in zip(op.results, targets, strict=True):
            self.line(f"{self.type_of(result.type)} {target};")
            self.defined(result, target)
            self.variables.add(result)
        if not then.lines and not then.given:
            if not otherwise.lines:
                return
            text = negated(text) if condition is None else self.condition(condition.negated)
            then, otherwise = otherwise, Branch([], [], reads=False)
        self.line(f"if ({text.text}) {{")
        self._arm(then, targets)
        if otherwise.lines or otherwise.given:
            self.line("} else {")
            self._arm(otherwise, targets)
        self.line("}")

    def _arm(self, branch: Branch, targets: Sequence[str]) -> None:
        self.lines += branch.lines
        self.depth += 1
        for target, text in zip(targets, branch.given, strict=True):
            self.line(f"{target} = {text.text};")
        self.depth -= 1

    def _branch(self, block: Block | None, condition: Condition | None) -> Branch:
        """The statements of a branch, and what it gives."""
        if block is None:
            return Branch([], [], reads=False)
        lines, around, reads = self.lines, self.known, self.reads
        self.lines = []
        if condition is not None:
            self.known = self.known.given(condition)
        self.names.enter()
        self.depth += 1
        outside, self.waiting = self.waiting, {}
        self.block(block)
        self.reads = False
        last = block.last_op
        given = [self.take(value) for value in last.values] if isinstance(last, YieldOp) else []
        self.waiting = outside
        self.depth -= 1
        self.names.leave()
        branch = Branch(self.lines, given, self.reads)
        self.lines, self.known, self.reads = lines, around, reads
        return branch


@dataclass(frozen=True)
class Branch:
    """The lines of a branch, and the values that it gives."""

    lines: list[str]
    given: list[Text]
    reads: bool


def _block_of(value: SSAValue) -> Block | None:
    owner = value.owner
    return owner.parent if isinstance(owner, Operation) else owner


def _scalar_of(type_: Attribute) -> Attribute:
    parts = vector_parts(type_)
    return type_ if parts is None else parts[1]


def _lane(texts: Sequence[Text], types: Sequence[Attribute], lane: int) -> tuple[Text, ...]:
    return tuple(
        text if vector_parts(type_) is None else part(text, lane) for text, type_ in zip(texts, types, strict=True)
    )


def _number(number: float, scalar: Attribute) -> str:
    return c_float(number, scalar) if isinstance(number, float) else c_integer(int(number), scalar)


def _mentions(text: str, name: str) -> bool:
    return re.search(rf"\b{re.escape(name)}\b", text) is not None
