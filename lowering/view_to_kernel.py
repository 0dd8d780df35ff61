"""Views become indices: each chain of views from a `view.load` or `view.store` to memory is one access.

Before: `%a = view.access %v[%l]`, `%e = view.load %a : f32` with `%v` a split of memory. After:
`%e = kernel.load %x[2 * %l + 128 * %wg + %i] : f32`. Indices are simplified under what is known at their place: the
facts of the kernel, the ranges of ids and loop variables, and the conditions around.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar, TypeAlias

from xdsl.builder import Builder
from xdsl.context import Context
from xdsl.dialects.builtin import ArrayAttr, ModuleOp, StringAttr, TupleType
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import InsertPoint, Rewriter

from ..analysis.errors import NO_INDEX, NOT_WRITABLE
from ..dialects.diagnostics import LiftError, location_around, location_of
from ..dialects.kernel import memory as kernel
from ..dialects.kernel.attributes import IndexAttr
from ..dialects.kernel.control import ForOp, IfOp, YieldOp
from ..dialects.kernel.functions import FuncOp, SumsAttr
from ..dialects.kernel.known import COMPLEX, Known
from ..dialects.kernel.symbols import Symbols
from ..dialects.kernel.types import BufferType, vector_parts
from ..dialects.kernel.vectors import LaneOp, VectorOp
from ..dialects.kernel.workitems import ApplyOp
from ..dialects.lift.attributes import BinderAttr, IndexFunctionAttr, NatAttr, free_binder
from ..dialects.lift.tuples import GetOp, TupleOp
from ..dialects.lift.types import ArrayType
from ..dialects.nat.expr import Condition, Lookup, Sum, bound, maximum, minimum, mod, var
from ..dialects.nat.facts import NOTHING, Facts
from ..dialects.nat.prove import bounds, equal
from ..dialects.nat.rebuild import substitute, substitute_condition
from ..dialects.nat.ring import Atom, Nat, NatError, const
from ..dialects.nat.simplify import simplify, simplify_condition
from ..dialects.stores import PastCaches
from ..dialects.view.operation import ViewOp, seen_by
from ..dialects.view.path import Access, Chosen, Entry, Leads, Linear, Part, Path, Unresolvable, elements_in
from ..dialects.view.resolve import NotWritable, read, write
from ..dialects.view.sources import ConstantOp, GenerateOp, LoadOp, MemoryOp, StoreOp

Place: TypeAlias = tuple[SSAValue, Nat]
"""A buffer and an index in it."""

_LANE = "lane'"
"""The part of a vector that is loaded or stored, where all are at once."""


@dataclass(frozen=True)
class ViewToKernelPass(ModulePass):
    """Replace each chain of views by one access with a simplified index.

    Before: `%c = view.split 2 %x`, `%a = view.access %c[%l]`, `%b = view.access %a[%i]`, `%e = view.load %b : f32`.
    After: `%e = kernel.load %x[2 * %l + %i] : f32`.
    """

    name: ClassVar[str] = "view-to-kernel"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for function in op.ops:
            if isinstance(function, FuncOp):
                _Lowering(function).run()


class _Lowering(Symbols):
    """One kernel."""

    def __init__(self, function: FuncOp):
        super().__init__(function)
        self.function = function
        self.at: Operation = function
        self.lanes: dict[SSAValue, SSAValue] = {}
        """Memory with the lanes of vectors of which one is chosen by an index."""
        self.cases: dict[tuple[Facts, Condition], Facts] = {}
        """What is known in the cases of conditions."""
        self.lane_facts: tuple[Facts | None, int, Facts] = (None, 0, NOTHING)
        """What was last known of a lane, of how many, and of what else."""

    def run(self) -> None:
        self.block(self.function.block)
        views = [op for op in self.function.walk() if isinstance(op, ViewOp)]
        for op in reversed(views):
            if not isinstance(op.parent_op(), ViewOp):  # what is inside goes with it
                Rewriter.erase_op(op)

    # What is known

    def symbol(self, value: SSAValue) -> Nat:
        return self.known.values[value]

    def simple(self, nat: Nat) -> Nat:
        return super().simple(substitute(nat, self.known.names))

    def written(self, nat: Nat) -> Nat:
        return super().written(substitute(nat, self.known.names))

    # Walking

    def block(self, block: Block) -> None:
        for op in list(block.ops):
            self.operation(op)

    def operation(self, op: Operation) -> None:
        self.at = op
        around = self.known
        match op:
            case ForOp():
                with self.errors(op):
                    self.need_tables(*(self.known.nat(bound, op.symbols) for bound in (op.start, op.stop, op.step)))
                self.known = self.known.inside(op, self.name(op.variable))
                for argument in op.carried:
                    self.register(argument)
                self.block(op.block)
                self.known = around
            case IfOp():
                condition = None if op.condition is None else self.known.condition(op.condition, op.decided_by)
                if condition is not None:
                    with self.errors(op):
                        self.need_tables(condition.nat)
                for block, negated in ((op.then.block, False), (op.else_block, True)):
                    if block is not None:
                        given = condition.negated if condition is not None and negated else condition
                        self.known = around if given is None else around.given(given)
                        self.block(block)
                self.known = around
            case LoadOp():
                self.load(op)
                return
            case StoreOp():
                self.store(op)
                return
            case ApplyOp():
                with self.errors(op):
                    self.need_tables(self.known.nat(op.index, op.symbols))
            case _:
                pass
        for result in op.results:
            self.register(result)

    def load(self, op: LoadOp) -> None:
        builder = Builder(InsertPoint.before(op))
        with self.errors(op):
            value = self.loaded(op.view, (), op.value.type, builder)
        if value.name_hint is None:
            value.name_hint = op.value.name_hint
        op.value.replace_all_uses_with(value)
        Rewriter.erase_op(op)
        if value not in self.known.values:
            self.register(value)

    def store(self, op: StoreOp) -> None:
        builder = Builder(InsertPoint.before(op))
        with self.errors(op):
            self.stored(op.value, op.view, (), op.past_caches, builder)
        Rewriter.erase_op(op)

    def errors(self, op: Operation) -> _Placed:
        return _Placed(op)

    # Loading

    def loaded(self, view: SSAValue, entries: tuple[Entry, ...], type_: Attribute, builder: Builder) -> SSAValue:
        """The value at a path of a view; a tuple is loaded part by part."""
        if isinstance(type_, TupleType):
            parts = [self.loaded(view, (*entries, Part(k)), part, builder) for k, part in enumerate(type_.types)]
            return builder.insert(TupleOp(parts, result_type=type_)).result
        width = vector_parts(type_)
        lane: tuple[Entry, ...] = () if width is None else (var(_LANE),)
        access = read(view, Path((*entries, *lane), self.symbol), partial(self.shortened, builder))
        return self.value_at(access, type_, builder) if width is None else self.vector_at(access, type_, builder)

    def shortened(self, builder: Builder, leads: Leads) -> Path:
        """A path with a variable for the index that it begins with, since the next layout op repeats it."""
        path, array = leads.path, seen_by(leads.to, "access")
        first = path.entries[0] if path.entries else None
        if not isinstance(first, Nat | Linear) or not isinstance(array, ArrayType):
            return path
        nat, dimensions = (first.index, first.dimensions) if isinstance(first, Linear) else (first, 1)
        if _LANE in nat.names:
            return path
        index = self.written(nat)
        if index.size > COMPLEX:
            number = builder.insert(ApplyOp(*self.index(index))).number
            number.name_hint = "at"
            name = self.name(number)
            self.known.values[number] = index = var(name)
            self.known = replace(self.known, facts=_in_bounds(self.known.facts, name, array, dimensions))
        return path.behind(Linear(index, dimensions) if isinstance(first, Linear) else index)

    def value_at(self, access: Access, type_: Attribute, builder: Builder) -> SSAValue:
        if isinstance(access, Chosen):
            return self.chosen(access, type_, builder, lambda one, inner: self.value_at(one, type_, inner))
        source = access.to.owner
        match source:
            case MemoryOp():
                buffer, index = source.place(access.path)
                if not isinstance(buffer.type, BufferType):  # a length that is passed as a number
                    return buffer
                return builder.insert(kernel.LoadOp(buffer, *self.index(self.written(index)))).value
            case GenerateOp():
                return self.generated(source, access.path, type_, builder)
            case ConstantOp():
                return self.part_of(source.value, access.path, type_, builder)
            case _:
                return self.part_of(access.to, access.path, type_, builder)

    def part_of(self, value: SSAValue, path: Path, type_: Attribute, builder: Builder) -> SSAValue:
        """A value, or the part of it that the end of a path is."""
        value = _taken_apart(value, path, builder)
        width = vector_parts(value.type)
        if width is None or value.type == type_:
            return value
        last = path.entries[-1]
        assert isinstance(last, Nat | Linear)
        index = self.simple(mod(last.index, width[0]) if isinstance(last, Linear) else last)
        if index.constant is not None:
            return builder.insert(LaneOp(value, index.constant)).part
        return builder.insert(kernel.LoadOp(self.lanes_of(value), *self.index(index))).value

    def lanes_of(self, vector: SSAValue) -> SSAValue:
        """Private memory that holds the lanes of a vector, for one whose number is not known."""
        if vector not in self.lanes:
            parts = vector_parts(vector.type)
            assert parts is not None
            width, scalar = parts
            alloc = kernel.AllocOp("private", scalar, width)
            alloc.buffer.name_hint = vector.name_hint
            store = kernel.VStoreOp(vector, alloc.buffer, IndexAttr.of(0))
            owner = vector.owner
            Rewriter.insert_op(
                [alloc, store],
                InsertPoint.after(owner) if isinstance(owner, Operation) else InsertPoint.at_start(owner),
            )
            self.lanes[vector] = alloc.buffer
        return self.lanes[vector]

    def chosen(
        self,
        access: Chosen,
        type_: Attribute,
        builder: Builder,
        emit: Callable[[Access, Builder], SSAValue],
    ) -> SSAValue:
        """One of two values: a condition is around the loads, unless it is decided."""
        condition = substitute_condition(access.condition, self.known.names)
        decided = simplify_condition(condition, self.known.facts)
        if isinstance(decided, bool):
            return emit(access.then if decided else access.otherwise, builder)
        around, regions = self.known, list[Region]()
        for one, holds in ((access.then, decided), (access.otherwise, decided.negated)):
            block = Block()
            inner = Builder(InsertPoint.at_end(block))
            self.known = self.case(around, holds)
            inner.insert(YieldOp(emit(one, inner)))
            regions.append(Region(block))
        self.known = around
        self.need_tables(decided.nat)
        return builder.insert(IfOp(*self.condition_over(decided), [type_], *regions)).results[0]

    def case(self, around: Known, condition: Condition) -> Known:
        """What is known where a condition holds; the same for all that it chooses at a place, so that proofs are found again."""
        key = (around.facts, condition)
        if key not in self.cases:
            self.cases[key] = around.facts.given(condition)
        return replace(around, facts=self.cases[key])

    def vector_at(self, access: Access, type_: Attribute, builder: Builder) -> SSAValue:
        """A vector: one value where its lanes stand together, else put together of what does."""
        parts = vector_parts(type_)
        assert parts is not None
        width, scalar = parts
        if isinstance(access, Chosen):
            condition = substitute_condition(access.condition, self.known.names)
            decided = simplify_condition(condition, self.with_lane(width))
            if isinstance(decided, bool):
                return self.vector_at(access.then if decided else access.otherwise, type_, builder)
        if isinstance(access, Chosen) and _LANE not in access.condition.names:
            return self.chosen(access, type_, builder, lambda one, inner: self.vector_at(one, type_, inner))
        source = access.to.owner if isinstance(access, Leads) else None
        if isinstance(access, Leads) and isinstance(source, MemoryOp):
            buffer, index = source.place(access.path)
            first = self._first_of(index, width)
            if first is not None:
                return builder.insert(kernel.VLoadOp(width, buffer, *self.index(first))).value
        elif isinstance(access, Leads) and isinstance(source, GenerateOp):
            if source.given.type == type_ and access.path.entries[1:] == (var(_LANE),):
                return self.generated(source, access.path, type_, builder)
        elif isinstance(access, Leads):
            value = source.value if isinstance(source, ConstantOp) else access.to
            value = _taken_apart(value, access.path, builder)
            if value.type == type_:
                return value
            if vector_parts(value.type) is None:
                return builder.insert(VectorOp([value], width)).vector
        return self.put_together([_at_lane(access, k) for k in range(width)], scalar, builder)

    def put_together(self, lanes: Sequence[Access], scalar: Attribute, builder: Builder) -> SSAValue:
        """A vector from its lanes; those that follow each other in memory are loaded at once."""
        places = [self.memory_of(lane) for lane in lanes]
        found: list[SSAValue] = []
        for first, count in self.runs(places):
            place = places[first]
            if place is None:
                found.append(self.value_at(lanes[first], scalar, builder))
            elif count == 1:
                found.append(builder.insert(kernel.LoadOp(place[0], *self.index(place[1]))).value)
            else:
                loaded = builder.insert(kernel.VLoadOp(count, place[0], *self.index(place[1]))).value
                found += [builder.insert(LaneOp(loaded, k)).part for k in range(count)]
        return builder.insert(VectorOp(found)).vector

    def memory_of(self, access: Access) -> Place | None:
        """Where in memory an access leads to, if that is decided."""
        while isinstance(access, Chosen):
            condition = substitute_condition(access.condition, self.known.names)
            decided = simplify_condition(condition, self.known.facts)
            if not isinstance(decided, bool):
                return None
            access = access.then if decided else access.otherwise
        source = access.to.owner
        buffer, index = source.place(access.path) if isinstance(source, MemoryOp) else (access.to, const(0))
        return (buffer, self.written(index)) if isinstance(buffer.type, BufferType) else None

    def runs(self, places: Sequence[Place | None]) -> Iterator[tuple[int, int]]:
        """Lanes that follow each other in memory: the first, and how many there are, as many as a vector may have."""
        first = 0
        while first < len(places):
            end = first + 1
            while end < len(places) and self._follows(places[end], places[end - 1]):
                end += 1
            while first < end:
                count = next(count for count in (8, 4, 2, 1) if count <= end - first)
                yield first, count
                first += count

    def _follows(self, place: Place | None, before: Place | None) -> bool:
        if place is None or before is None or place[0] is not before[0]:
            return False
        return equal(place[1], before[1] + 1, self.known.facts)

    def _first_of(self, index: Nat, width: int) -> Nat | None:
        """The index of the first part of a vector, where the others follow it."""
        index = substitute(index, self.known.names)
        first = substitute(index, {_LANE: const(0)})
        if not equal(index, first + var(_LANE), self.with_lane(width)):
            return None
        return self.written(first)

    def with_lane(self, width: int) -> Facts:
        """What is known of a lane of a vector, too; the same for all vectors of a place, so that proofs are found again."""
        before, of, facts = self.lane_facts
        if before is not self.known.facts or of != width:
            facts = self.known.facts.index(_LANE, width)
            self.lane_facts = (self.known.facts, width, facts)
        return facts

    def generated(self, source: GenerateOp, path: Path, type_: Attribute, builder: Builder) -> SSAValue:
        """What the region of a generator gives at a position, or the part of it that is wanted."""
        entry, *rest = path.entries
        assert isinstance(entry, Nat)
        position = {source.position.data: substitute(entry, self.known.names)}
        copies: dict[SSAValue, SSAValue] = {}
        for op in source.body.block.ops:
            if isinstance(op, YieldOp):
                break
            if isinstance(op, ViewOp):
                continue
            if isinstance(op, LoadOp):
                copies[op.value] = self.loaded_at(position, op, builder)
                continue
            if isinstance(op, ApplyOp):
                nat = op.index(*(self.known.values[copies.get(value, value)] for value in op.symbols))
                index, operands = self.index(self.written(substitute(nat, position)))
                copy: Operation = ApplyOp(index, operands, op.number.type)
            else:
                copy = op.clone(copies)
            builder.insert(copy)
            for old, new in zip(op.results, copy.results, strict=True):
                copies[old] = new
                new.name_hint = old.name_hint
                self.register(new)
        value = copies.get(source.given, source.given)
        return self.part_of(value, replace(path, entries=tuple(rest)), type_, builder)

    def loaded_at(self, position: Mapping[str, Nat], op: LoadOp, builder: Builder) -> SSAValue:
        """What a region of a generator loads at a position."""
        around = self.known
        self.known = replace(around, names={**around.names, **position})
        value = self.loaded(op.view, (), op.value.type, builder)
        self.known = replace(self.known, names=around.names)
        if value.name_hint is None:
            value.name_hint = op.value.name_hint
        if value not in self.known.values:
            self.register(value)
        return value

    # Storing

    def stored(
        self,
        value: SSAValue,
        view: SSAValue,
        entries: tuple[Entry, ...],
        past_caches: PastCaches | None,
        builder: Builder,
    ) -> None:
        if isinstance(value.type, TupleType):
            for k in range(len(value.type.types)):
                part = builder.insert(GetOp(value, k)).result
                self.stored(part, view, (*entries, Part(k)), past_caches, builder)
            return
        width = vector_parts(value.type)
        if width is None:
            buffer, index = self.place(view, entries, builder)
            builder.insert(kernel.StoreOp(value, buffer, *self.index(self.written(index)), past_caches))
            return
        buffer, index = self.place(view, (*entries, var(_LANE)), builder)
        first = self._first_of(index, width[0])
        if first is not None:
            builder.insert(kernel.VStoreOp(value, buffer, *self.index(first), past_caches))
            return
        indices = [self.written(substitute(index, {_LANE: const(k)})) for k in range(width[0])]
        for begin, count in self.runs([(buffer, one) for one in indices]):
            lanes = [builder.insert(LaneOp(value, k)).part for k in range(begin, begin + count)]
            place = self.index(indices[begin])
            if count == 1:
                builder.insert(kernel.StoreOp(lanes[0], buffer, *place, past_caches))
            else:
                builder.insert(kernel.VStoreOp(builder.insert(VectorOp(lanes)), buffer, *place, past_caches))

    def place(self, view: SSAValue, entries: tuple[Entry, ...], builder: Builder) -> Place:
        found = write(view, Path(entries, self.symbol), partial(self.shortened, builder))
        source = found.to.owner
        assert isinstance(source, MemoryOp)
        return source.place(found.path)

    # Expressions over operands

    def index(self, nat: Nat) -> tuple[IndexAttr, list[SSAValue]]:
        """An index as an expression over operands; sums that did not close are tables of the kernel."""
        self.need_tables(nat)
        (index,), operands = self.over(nat)
        return index, operands

    def need_tables(self, *nats: Nat) -> None:
        for atom in (atom for nat in nats for atom in _sums_in(nat)):
            self.need_table(atom)

    def most(self, count: Nat, body: Nat) -> Nat | None:
        """The greatest that the count of a sum can be, in the names of the program; None where none was found.

        Entries of a table are looked up below its length only.
        """
        upper = bounds(count, self.known.facts).upper
        found = [] if upper is None else [self.launched(upper)]
        looked_up = {*_lookups_in(body)}
        found += [one.length.data for one in self.function.tables if Lookup(one.table.data, (bound(0),)) in looked_up]
        found = [most for most in found if self.values.keys().isdisjoint(most.names)]
        return minimum(*found) if found else None

    def launched(self, nat: Nat) -> Nat:
        """An expression with what the launch says of its sizes."""
        given = {name: self.known.size_given(self.values[name]) for name in self.values.keys() & nat.names}
        return substitute(nat, {name: size for name, size in given.items() if size is not None})

    def need_table(self, atom: Sum) -> None:
        """A table of the running sums of a body that depends on nats alone."""
        count, body = atom.args
        most = self.most(count, body)
        if body.tables & {one.length.data for one in self.function.hidden_lengths}:
            raise Unresolvable(
                "there is no expression for where a row begins: the lengths of the rows are only on the device, and each row "
                "has room for the longest one",
                fix="apply lift.join to the rows of hidden length, before they are opened",
            )
        if not self.values.keys().isdisjoint(body.names):
            raise Unresolvable(
                "there is no expression for where a row begins: the lengths of the rows before it have no closed sum, and "
                "differ from one array of rows to the next",
                fix="pass the lengths of all rows as one table: lift.def @f<N, rows[N]>",
            )
        if most is None:
            raise Unresolvable(
                "there is no expression for where a row begins: the lengths of the rows before it have no closed sum, and how "
                "many these are is computed",
                fix="apply the layout op to what is computed from the rows, and not to the rows",
            )
        length = most + 1
        sums = {table.table.data: table for table in self.function.sums}
        name = next((name for name, table in sums.items() if table.function.body.data is body), None)
        if name is None:
            tables = (table.table.data for table in self.function.tables)
            name = free_binder("offsets", {*self.function.nat_names, *tables, *sums})
        else:
            length = maximum(length, sums[name].length.data)
        length = simplify(length, Known.of_function(self.function).facts)  # where it is needed more may be known
        function = IndexFunctionAttr(NatAttr(body), BinderAttr("i"))
        sums[name] = SumsAttr(StringAttr(name), NatAttr(length), function)
        self.function.sums = ArrayAttr(sums.values())


class _Placed:
    """Turns what cannot be resolved into an error at an op."""

    def __init__(self, op: Operation):
        self.op = op

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, LiftError):
            error.at(location_of(self.op))
        if isinstance(error, Unresolvable):
            found = None if error.found is None or "'" in error.found else error.found
            raise LiftError(
                NO_INDEX, str(error), found=found, fix=error.fix, location=location_around(self.op)
            ) from None
        if isinstance(error, NatError):
            message = f"an index is too complex: {error}"
            fix = "compute an array in between, so that fewer layout ops stand between it and memory"
            raise LiftError(NO_INDEX, message, fix=fix, location=location_around(self.op)) from None
        if isinstance(error, NotWritable):
            raise LiftError(
                NOT_WRITABLE,
                f"'{self.op.name}' cannot store through '{error.op.name}'",
                expected="views in which each element has one place of its own",
                fix="store the value first, and copy it through the view",
                location=location_of(self.op),
                notes=[("the view is made here", location_of(error.op))],
            ) from None


def _in_bounds(facts: Facts, name: str, array: ArrayType, dimensions: int) -> Facts:
    """The facts, with a name for an index that spans the first dimensions of an array."""
    try:
        return facts.index(name, elements_in(array, dimensions))
    except Unresolvable:  # where inner rows differ in length, there is no expression for how many elements there are
        return facts.natural(name)


def _sums_in(nat: Nat) -> Iterator[Sum]:
    """The sums in an expression, the inner ones too."""
    waiting: list[Atom] = list(nat.atoms)
    while waiting:
        atom = waiting.pop()
        if isinstance(atom, Sum):
            yield atom
            waiting += atom.args[0].atoms
        else:
            waiting += [inner for arg in atom.args for inner in arg.atoms]


def _lookups_in(nat: Nat) -> Iterator[Lookup]:
    """The entries of tables that an expression needs whatever its value is, also those that say which others it needs."""
    for atom in nat.atoms:
        if isinstance(atom, Lookup):
            yield atom
            yield from _lookups_in(atom.args[0])


def _taken_apart(value: SSAValue, path: Path, builder: Builder) -> SSAValue:
    """The part of a tuple that a path goes to."""
    for entry in path.entries:
        if isinstance(entry, Part):
            value = builder.insert(GetOp(value, entry.number)).result
    return value


def _at_lane(access: Access, lane: int) -> Access:
    """An access for one part of a vector."""
    value = {_LANE: const(lane)}
    if isinstance(access, Leads):
        return Leads(access.to, access.path.substituted(value))
    condition = substitute_condition(access.condition, value)
    return Chosen(condition, _at_lane(access.then, lane), _at_lane(access.otherwise, lane))
