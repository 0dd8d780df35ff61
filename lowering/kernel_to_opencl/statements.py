"""One kernel as statements: declarations where values are defined, loops with their carried values as variables.

Every op that is there is printed, and a value that nothing uses is a variable that nothing uses, unless it is a constant.
`kernel-erase-dead-values` removes what is dead before.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from xdsl.dialects import arith
from xdsl.dialects.builtin import IndexType, i1
from xdsl.ir import Block, Operation, SSAValue

from ...analysis.errors import NOT_IN_OPENCL
from ...dialects.diagnostics import LiftError, location_of, placed
from ...dialects.kernel.compress import CompressOp
from ...dialects.kernel.control import ForOp, IfOp, WhileOp, YieldOp
from ...dialects.kernel.known import constant_of
from ...dialects.kernel.lanewise import MapVecOp, scalar_of
from ...dialects.kernel.lengths import LengthOp, LengthsOp
from ...dialects.kernel.memory import AllocOp, BarrierOp, LoadOp, ReadOp, StoreOp, VLoadOp, VStoreOp
from ...dialects.kernel.symbols import index_operands
from ...dialects.kernel.types import BufferType, bits, vector_parts
from ...dialects.kernel.vectors import LaneOp, ShuffleOp, VectorOp
from ...dialects.kernel.workitems import ApplyOp, WorkItemOp
from ...dialects.lift.calls import CallOp
from ...dialects.lift.conversions import ConvertOp
from ...dialects.lift.tuples import GetOp, TupleOp
from ...dialects.lift.types import AddressSpace
from ...dialects.nat.expr import Condition, mod
from ...dialects.nat.prove import Answer, equal, prove
from ...dialects.nat.rebuild import substitute_condition
from ...dialects.nat.ring import const
from ...dialects.ocl.vectors import DotOp
from ...dialects.scalars import SCALARS
from .barriers import stands_twice
from .compress import MASK, is_permuted
from .conversions import conversion_spelling
from .ctypes import c_stored
from .expressions import (
    EQUALITY,
    POSTFIX,
    SUM,
    UNARY,
    Pending,
    Text,
    call,
    cast,
    choice,
    mentions,
    negated,
    part,
    unwrapped,
)
from .expressions import name as named
from .lanewise import Lanewise, bits_of, converted, mask_of, repeats, shuffled, width_of
from .language import OPENCL_C
from .scalars import constant, spelling_of
from .spelling import Operands, Spelling, broadcast
from .sums import sums_have_tables
from .variables import LONGEST, Variables, block_of

LEAST_PAST_CACHES: Final = 16
"""Bytes of the smallest vector that is stored past the caches."""

_KEEPS_INDEX: Final = (arith.IndexCastOp, arith.SIToFPOp, arith.CmpiOp)
"""Ops that mean the same whether an index has 32 or 64 bits."""


class Statements(Variables):
    """The body of one kernel."""

    # Ops

    def block(self, block: Block) -> None:
        for op in block.ops:
            if not isinstance(op, YieldOp):
                with placed(op), sums_have_tables(self.called):
                    self.operation(op)

    def operation(self, op: Operation) -> None:
        self.reads = False
        match op:
            case ForOp():
                self._for(op)
            case IfOp():
                self._if(op)
            case WhileOp():
                self._while(op)
            case AllocOp():
                self._alloc(op)
            case StoreOp() | VStoreOp():
                self._store(op)
            case CompressOp():
                self._compress(op)
            case BarrierOp():
                self.before_effect()
                text = f"{OPENCL_C.barrier(AddressSpace(space.data) for space in op.spaces)};"
                self.line(text)
                if stands_twice(op):
                    self.line(text)
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
        rule = conversion_spelling(op) if isinstance(op, ConvertOp) else spelling_of(op, self.program.profile)
        if rule is not None:
            self._scalar(op, rule)
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
                parts = [self.take(value).text for value in op.parts]
                self.define(op.vector, Text(OPENCL_C.vector(self.type_of(op.vector.type), parts), UNARY))
            case MapVecOp():
                self._map_vec(op)
            case ShuffleOp():
                vectors = [self.take_repeatable(vector) for vector in op.vectors]
                self.define(op.result, shuffled(vectors, op.numbers, op.vectors[0].type, self.type_of(op.result.type)))
            case DotOp():
                self.define(op.result, call("dot", self.take(op.x), self.take(op.y)))
            case LaneOp():
                self.define(op.part, part(self.take(op.vector), op.lane.value.data))
            case _:
                raise LiftError(
                    NOT_IN_OPENCL,
                    f"'{op.name}' cannot be printed as OpenCL C",
                    expected="an op of kernel, arith or math, or a call of a C function",
                    location=location_of(op),
                )

    def _scalar(self, op: Operation, rule: Spelling) -> None:
        """An op of `arith` or `math`, on scalars or on the lanes of vectors."""
        types = tuple(self.type_in_c(value) for value in op.operands)
        for type_ in (*types, *op.result_types):
            self.type_of(type_)
        width = width_of(types)
        if width is None:
            texts = tuple(self._taken(op, twice=repeats(op, rule)))
            operands = Operands(op, texts, types, tuple(op.result_types), self.program.helper)
            found = [(express(operands), value.type) for value, express in zip(op.results, rule.results, strict=True)]
        else:
            lanewise = Lanewise(op, rule, types, width, self.program.profile, self.program.helper)
            found = lanewise.results(tuple(self._taken(op, twice=lanewise.repeats)))
        for value, (text, type_) in zip(op.results, found, strict=True):
            if type_ != value.type:
                self.types[value] = type_
            if value.first_use is not None or len(op.results) == 1:
                self.define(value, text)

    def _taken(self, op: Operation, *, twice: bool) -> Iterator[Text]:
        """The texts of the operands."""
        for value in op.operands:
            yield self._widened(op, value, self.take_repeatable(value) if twice else self.take(value))

    def _map_vec(self, op: MapVecOp) -> None:
        """A function of lanes: its values are vectors, or masks for bits, or scalars that are the same for all lanes."""
        for argument, value in zip(op.block.args, op.values, strict=True):
            self._hand_over(argument, value)
        self.block(op.block)
        self.reads = False
        yielded, width = op.yielded, width_of([op.vector.type])
        assert yielded is not None
        assert width is not None
        self.type_of(op.vector.type)
        text, type_ = (
            self.take_repeatable(yielded) if yielded.type == i1 else self.take(yielded),
            self.type_in_c(yielded),
        )
        if vector_parts(type_) is None:
            text = broadcast(text, op.vector.type)
        elif yielded.type == i1 and all(isinstance(use.operation, CompressOp) for use in op.vector.uses):
            self.types[op.vector] = type_
        elif yielded.type == i1:
            text = bits_of(text, type_, width, self.program.profile)
        self.define(op.vector, text)

    def _hand_over(self, argument: SSAValue, value: SSAValue) -> None:
        """What a region is given: the text of a value, which waits for its use if there is only one."""
        self.reads = False
        once = argument.first_use is None or argument.has_one_use()
        text, type_ = self.take(value) if once else self.take_repeatable(value), value.type
        width = width_of([type_])
        if width is not None and scalar_of(type_) == i1:
            text, type_ = mask_of(text, width)
        self.types[argument] = type_
        if value in self.narrow:
            self.narrow.add(argument)
        if argument.has_one_use():
            self.waiting[argument] = Pending(text, self.reads)
        elif text.repeatable or argument.first_use is None:
            self.texts[argument] = text
        else:
            self.declare(argument, text)

    def _widened(self, op: Operation, value: SSAValue, text: Text) -> Text:
        """An index is computed with in 64 bits, also where its variable has fewer."""
        if value not in self.narrow or isinstance(op, _KEEPS_INDEX) or self.program.options.long:
            return text
        return cast(self.type_of(IndexType()), text)

    def _constant(self, op: arith.ConstantOp) -> None:
        type_ = op.result.type
        self.type_of(type_)
        text = constant(op, type_)
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
        if self.is_written_in(op.number) and len(text.text) <= LONGEST:
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
        past = self._goes_past_caches(op)
        once = past == [] or (past is None and len(self.program.pieces(op.value.type)) == 1)
        value = self.take(op.value) if once else self.take_repeatable(op.value)
        self.before_effect()
        if past is not None:
            self._store_past_caches(op, value, past)
            return
        for line in self.program.vector_store(op, value, self.pointer(op)):
            self.line(line)

    def _store_past_caches(self, op: VStoreOp, value: Text, where: Sequence[Condition]) -> None:
        """A vector, past the caches where conditions on sizes hold, and else as any other."""
        stored = self.program.store_past_caches(op, value, self.pointer(op))
        if not where:
            self.line(stored)
            return
        self.line(f"if ({' && '.join(self.condition(one).text for one in where)}) {{")
        self.line(f"  {stored}")
        self.line("} else {")
        for line in self.program.vector_store(op, value, self.pointer(op)):
            self.line(f"  {line}")
        self.line("}")

    def _compress(self, op: CompressOp) -> None:
        """Lanes that are kept go next to each other: all at once, or one after the other, each over what is not kept."""
        width = width_of([op.value.type])
        assert width is not None
        mask, type_ = self.take_repeatable(op.mask), self.type_in_c(op.mask)
        if type_ == op.mask.type:
            mask, type_ = mask_of(mask, width)
        if is_permuted(op.value.type, self.program.profile):
            self._compress_at_once(op, converted(mask, type_, MASK, self.program.profile))
            return
        value = self.take_repeatable(op.value)
        mask = mask if mask.repeatable else named(self._variable("mask", self.type_of(type_), mask))
        self.before_effect()
        count, place = self.names.fresh(op.count.name_hint, "count"), self.pointer(op)
        self.line(f"{self.type_of(op.count.type)} {count} = 0;")
        for k in range(width):
            self.line(f"{place if place.isidentifier() else f'({place})'}[{count}] = {part(value, k).text};")
            self.line(f"{count} -= {part(mask, k).text};")
        self.defined(op.count, count)

    def _compress_at_once(self, op: CompressOp, mask: Text) -> None:
        kept = named(self._variable("kept", OPENCL_C.unsigned + "int", call("lanes_kept", mask)))
        value = self.take(op.value)
        self.before_effect()
        self.line(self.program.permuted_store(op, value, kept, self.pointer(op)))
        if op.count.first_use is not None:
            self.declare(op.count, call("popcount", kept))

    def _variable(self, hint: str, type_: str, text: Text) -> str:
        """A variable for what is no value of the program."""
        name = self.names.fresh(hint)
        self.line(f"{type_} {name} = {text.text};")
        return name

    def _goes_past_caches(self, op: VStoreOp) -> list[Condition] | None:
        """Where a vector is stored past the caches: it is aligned there as the instruction needs it, since buffers are.

        These are conditions of which it is not known whether they hold; None where it is never stored so.
        """
        width, scalar = vector_parts(op.value.type) or (1, op.value.type)
        plain = op.past_caches is None or self.program.profile.stores != "past_caches" or width == 3
        if plain or op.past_caches is None or width * SCALARS[scalar].bytes < LEAST_PAST_CACHES:
            return None
        facts, where = self.known.facts, list[Condition]()
        for condition in (substitute_condition(one.data, self.known.names) for one in op.past_caches):
            decided = prove(condition, facts)
            if decided is Answer.NO:
                return None
            where += [] if decided is Answer.YES else [condition]
            facts = facts.given(condition)
        index = self.known.nat(op.index, op.index_operands)
        return where if equal(mod(index, width), const(0), facts) else None

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
        head = len(self.lines)
        self.line(f"for ({self.program.index_type} {variable} = {first}; {variable} < {last}; {variable}{advance}) {{")
        self.known = self.known.inside(op, self.symbol(variable))
        for argument, name in zip(op.carried, carried, strict=True):
            self.defined(argument, name)
            self.variables.add(argument)
        self.depth += 1
        self.heads.append(head)
        self.block(op.block)
        self.heads.pop()
        self._assign(carried, op.yielded)
        self.depth -= 1
        self.names.leave()
        self.line("}")
        self.known = around
        for result, name in zip(op.results, carried, strict=True):
            self.defined(result, name)
            self.variables.add(result)

    def _while(self, op: WhileOp) -> None:
        """A condition that is all there is before it in the loop belongs to its head; else the loop is left."""
        text, head = self.take(op.condition), self.heads[-1]
        self.before_effect()
        if head == len(self.lines) - 1:
            first, last, advance = self.lines[head].split("; ")
            self.lines[head] = f"{first}; {last} && {text.at(EQUALITY)}; {advance}"
        else:
            self.line(f"if ({negated(text).text}) {{")
            self.line("  break;")
            self.line("}")

    def _carried(self, op: ForOp, k: int) -> str:
        """The variable of a carried value: that of its first value, where nothing else needs it any more."""
        init = op.inits[k]
        if init in self.variables and init.has_one_use() and block_of(init) is op.parent and init in self.texts:
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
            if any(mentions(text.text, other) for other in written):
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
