"""Where views begin: memory, a value, or a function of positions. And where they end: one element, loaded or stored."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from xdsl.dialects.builtin import ArrayAttr, IntegerAttr, StringAttr, i64
from xdsl.ir import Attribute, Operation, Region, SSAValue
from xdsl.irdl import (
    irdl_op_definition,
    operand_def,
    opt_prop_def,
    prop_def,
    region_def,
    result_def,
    traits_def,
    var_operand_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import MemoryReadEffect, MemoryWriteEffect, Pure

from ..diagnostics import LiftError
from ..errors import ELEMENT_TYPE, MEMORY, POSITION_DEPENDENT
from ..kernel.attributes import IndexAttr, parse_index, print_over
from ..kernel.control import YieldOp
from ..kernel.operation import DeviceOp, need_symbols
from ..kernel.types import BufferType, is_device_value, vector_parts
from ..lift.attributes import FactAttr, NatAttr
from ..lift.identifiers import NAT
from ..lift.operation import inside_of_elements, need_lengths
from ..lift.scope import Binder, Binding, Index, Scope
from ..lift.storage import leaves_of, scalars_before, scalars_in
from ..lift.types import ArrayType, ExistsType, free_names
from ..nat.expr import compare, floordiv, var
from ..nat.ring import Nat, const
from ..parser import LiftParser
from ..stores import PastCaches, parse_past_caches, print_past_caches
from .operation import ShowingView, ViewOp, seen_by
from .path import (
    Access,
    Leads,
    Length,
    Opened,
    Part,
    Path,
    element_of,
)


class SourceOp(ShowingView):
    """A view of no other view: what it shows is written, and a path ends here."""

    traits = traits_def(Pure())

    def views(self) -> Sequence[SSAValue]:
        return ()

    def read(self, path: Path) -> Access:
        return Leads(self.result, path)


@irdl_op_definition
class MemoryOp(SourceOp):
    """Memory, seen as what is kept in it.

    `memory(x)[i][j] = x[i * m + j]`: rows stand one after the other, also where they differ in length; a tuple has one
    buffer for each leaf, and a vector is its scalars. What is of hidden length has room for its bound, and stands at the
    beginning of it; the length is a leaf before it, and may be a number instead of a buffer, which is that of all of them.

    A buffer for each leaf of `T`, of its scalars, gives a view of `T`. `from [1, 0]` says where in its buffer each leaf begins.

    `%v = view.memory %x : !view.view<!lift.array<N, f32>>`
    """

    name = "view.memory"

    buffers = var_operand_def()
    begins = opt_prop_def(ArrayAttr[IntegerAttr])

    def check(self, types: Sequence[Attribute], scope: Scope) -> None:
        leaves = leaves_of(self.seen)
        scalars = [leaf.scalar for leaf in leaves]
        found = [type_.element if isinstance(type_, BufferType) else type_ for type_ in types]
        passed = [isinstance(type_, BufferType) or leaf.lengths for type_, leaf in zip(types, leaves, strict=False)]
        if found != scalars or not all(passed):
            raise LiftError(
                MEMORY,
                f"'{self.name}' needs a buffer for each leaf of what it shows",
                expected=", ".join(f"a buffer of {scalar}" for scalar in scalars),
                found=", ".join(map(str, types)) or "none",
            )
        if self.begins is not None and (
            len(self.begins) != len(leaves) or any(begin.value.data < 0 for begin in self.begins)
        ):
            raise LiftError(
                MEMORY,
                f"'{self.name}' says of each leaf where it begins",
                expected=f"{len(leaves)} numbers",
                found=str(len(self.begins)),
            )
        need_lengths(self.seen, scope, f"the result of '{self.name}'", inside_of_elements)

    @classmethod
    def parse_form(cls, parser: LiftParser) -> Self:
        buffers = parser.parse_comma_separated_list(parser.Delimiter.NONE, parser.parse_value)
        if parser.parse_optional_keyword("from") is None:
            return cls.untyped(buffers)
        numbers = parser.parse_comma_separated_list(
            parser.Delimiter.SQUARE, lambda: parser.parse_integer(allow_boolean=False, allow_negative=False)
        )
        return cls.untyped(buffers, {"begins": ArrayAttr([IntegerAttr(number, i64) for number in numbers])})

    def print_form(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_list(self.buffers, printer.print_ssa_value)
        if self.begins is not None:
            printer.print_string(f" from [{', '.join(str(begin.value.data) for begin in self.begins)}]")

    def place(self, path: Path) -> tuple[SSAValue, Nat]:
        """The buffer that a path leads to, and the index in it."""
        parts = tuple(entry.number for entry in path.entries if isinstance(entry, Part))
        opened = sum(isinstance(entry, Opened) for entry in path.entries)
        lengths = any(isinstance(entry, Length) for entry in path.entries)
        leaves = enumerate(leaves_of(self.seen))
        k, leaf = next(
            (k, leaf) for k, leaf in leaves if (leaf.parts, leaf.opened, leaf.lengths) == (parts, opened, lengths)
        )
        flat = Path(tuple(entry for entry in path.entries if not isinstance(entry, Part | Length)), path.symbols)
        begin = 0 if self.begins is None else self.begins.data[k].value.data
        return self.buffers[k], _offset(leaf.kept, flat) + begin


def _offset(leaf: Attribute, path: Path) -> Nat:
    """The index in memory of a leaf, where each row begins behind the last."""
    if not path.entries:
        return const(0)
    if isinstance(leaf, ExistsType):
        entry, rest = path.opened()
        assert isinstance(entry, Opened)
        return _offset(leaf.opened(entry.length), rest)
    spanning = path.spanning()
    if spanning is not None:
        (entry, rest), inner = spanning, leaf
        positions = [f"at{k}'" for k in range(entry.dimensions)]
        for position in positions:
            inner = _element_at(inner, var(position))
        if free_names(inner).isdisjoint(positions):  # all elements are of one size
            return entry.index * scalars_in(inner) + _offset(inner, rest)
    i, rest = path.index(leaf)
    if not isinstance(leaf, ArrayType):
        return i
    return scalars_before(leaf, i) + _offset(leaf.at(i), rest)


def _element_at(leaf: Attribute, position: Nat) -> Attribute:
    """The type of an element; a vector has scalars."""
    vector = vector_parts(leaf)
    if vector is not None:
        return vector[1]
    assert isinstance(leaf, ArrayType)
    return leaf.at(position)


@irdl_op_definition
class ConstantOp(SourceOp):
    """A value, seen as an array of any shape that holds it everywhere.

    `constant(c)[i][j] = c`

    `S` gives a view of `S`, or of arrays of it.

    `%v = view.constant %zero : !view.view<!lift.array<N, f32>>`
    """

    name = "view.constant"

    value = operand_def()

    def check(self, types: Sequence[Attribute], scope: Scope) -> None:
        shown = self.seen
        while isinstance(shown, ArrayType):
            shown = shown.element
        if shown != types[0] or not is_device_value(types[0]):
            raise LiftError(ELEMENT_TYPE, f"'{self.name}' shows its value", expected=str(shown), found=str(types[0]))

    def write(self, path: Path) -> None:
        return None

    @classmethod
    def parse_form(cls, parser: LiftParser) -> Self:
        return cls.untyped([parser.parse_value()])

    def print_form(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.value)


@irdl_op_definition
class GenerateOp(SourceOp, Binder):
    """An array from its positions: the region is computed anew wherever an element is read.

    `generate(n, f)[i] = f(i)`

    A region that gives `S` for the nat i gives a view of `array<n, S>`.

    `%v = view.generate [i : N] : !view.view<!lift.array<N, i32>> { %p = kernel.apply [i] : i32 kernel.yield %p : i32 }`
    """

    name = "view.generate"

    position = prop_def(NAT)
    count = prop_def(NatAttr)
    body = region_def("single_block")

    def bindings(self, scope: Scope) -> tuple[Binding, ...]:
        return (Index(self.position.data, self.count.data),)

    @property
    def given(self) -> SSAValue:
        """What the region gives."""
        last = self.body.block.last_op
        if isinstance(last, YieldOp) and len(last.values) == 1:
            return last.values[0]
        raise LiftError(ELEMENT_TYPE, f"the region of '{self.name}' gives one value", expected="kernel.yield %v")

    def infer(self, types: Sequence[Attribute], scope: Scope) -> Attribute:
        return ArrayType(self.count.data, self.given.type)

    def write(self, path: Path) -> None:
        return None

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        ours = LiftParser.of(parser)
        ours.parse_punctuation("[")
        written, name = ours.parse_bound_name()
        ours.parse_punctuation(":")
        count = ours.parse_nat_attr()
        ours.parse_punctuation("]")
        op = cls.untyped([], {"position": StringAttr(name), "count": count}, [Region()])
        op.attributes.update(ours.parse_further_attributes())
        annotation = ours.parse_optional_annotation()
        with ours.inside(op.bindings(ours.scope), {written: name}):
            ours.parse_region([]).move_blocks(op.body)
        type_ = op.inferred(ours.scope)
        op.settle(type_ if annotation is None else annotation.type)
        ours.check_annotation_later(op, type_, annotation)
        return op

    @classmethod
    def parse_form(cls, parser: LiftParser) -> Self:
        raise NotImplementedError("an op with a region is read by `parse`")

    def print_form(self, printer: Printer) -> None:
        printer.print_string(f" [{self.position.data} : {self.count.data}]")

    def print_ending(self, printer: Printer) -> None:
        super().print_ending(printer)
        printer.print_string(" ")
        printer.print_region(self.body, print_entry_block_args=False, print_empty_block=False)


@irdl_op_definition
class OwnOp(ShowingView):
    """The elements of an array that a work item owns: every so many along each of the first dimensions.

    `own([s, t], xs)[i][j] = xs[i floordiv s][j floordiv t]`

    `array<ceildiv(n, s), array<ceildiv(m, t), T>>` is shown as `array<n, array<m, T>>`, of which the other elements are seen
    by other work items.

    `%v = view.own %m by [16, 1] : !view.view<!lift.array<64, !lift.array<4, f32>>>`
    """

    name = "view.own"

    xs = operand_def()
    strides = prop_def(ArrayAttr[NatAttr])

    def check(self, types: Sequence[Attribute], scope: Scope) -> None:
        whole, own = self.seen, types[0]
        for stride in self.strides:
            if (
                not (isinstance(whole, ArrayType) and isinstance(own, ArrayType))
                or (whole.dependent or own.dependent)
                or not scope.holds(compare(whole.length.data, "le", stride.data * own.length.data))
            ):
                break
            whole, own = whole.element, own.element
        else:
            if scope.same_type(whole, own):
                return
        raise LiftError(
            MEMORY,
            f"'{self.name}' shows what the elements of its operand are enough for",
            expected="as many dimensions as there are strides, of at most so many times as many elements",
            found=f"{types[0]}, shown as {self.seen}",
        )

    def read(self, path: Path) -> Access:
        seen, rest, own = self.seen, path, list[Nat]()
        for stride in self.strides:
            i, rest = rest.index(seen)
            own.append(floordiv(i, stride.data))
            seen = element_of(seen)
        return Leads(self.xs, rest.push(*own))

    @classmethod
    def parse_form(cls, parser: LiftParser) -> Self:
        xs = parser.parse_value()
        parser.parse_keyword("by", " and strides")
        strides = parser.parse_comma_separated_list(parser.Delimiter.SQUARE, parser.parse_nat_attr)
        return cls.untyped([xs], {"strides": ArrayAttr(strides)})

    def print_form(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.xs)
        printer.print_string(f" by [{', '.join(str(stride.data) for stride in self.strides)}]")


@irdl_op_definition
class AccessOp(ViewOp):
    """One element of an array, as a view.

    `access(xs, i) = xs[i]`

    `array<i : n, T(i)>` gives `T(e)` for the expression e. Where T depends on i, e is over names of nats alone.

    `%row = view.access %rows[%wg] : !view.view<!lift.array<128, f32>>`
    """

    name = "view.access"

    xs = operand_def()
    symbols = var_operand_def()
    index = prop_def(IndexAttr)

    def views(self) -> Sequence[SSAValue]:
        return (self.xs,)

    def infer(self, types: Sequence[Attribute], scope: Scope) -> Attribute:
        array = self.array(types[0])
        if array.dependent and self.symbols:
            raise LiftError(
                POSITION_DEPENDENT,
                f"'{self.name}' needs the name of its position, on which the type of the element depends",
                expected="an index over names of nats",
                found=str(array),
                fix="name the variable of the loop, kernel.for %i[k], and write [k]",
            )
        return array.at(self.index.body.data) if array.dependent else array.element

    def check(self, types: Sequence[Attribute], scope: Scope) -> None:
        need_symbols(self.name, self.index, self.symbols)

    def read(self, path: Path) -> Access:
        return Leads(self.xs, path.push(path.at(self.index, tuple(self.symbols))))

    @classmethod
    def parse_form(cls, parser: LiftParser) -> Self:
        xs = parser.parse_value()
        index, symbols = parse_index(parser)
        return cls.untyped([xs, *symbols], {"index": index})

    def print_form(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.xs)
        printer.print_string("[")
        print_over(self.index, self.symbols, printer)
        printer.print_string("]")


@irdl_op_definition
class LoadOp(DeviceOp):
    """The value that a view shows.

    `load(v)` is the element that v leads to.

    A view of `S`, a scalar, a vector or a tuple of such, gives `S`.

    `%e = view.load %v : f32`
    """

    name = "view.load"

    view = operand_def()
    value = result_def()

    traits = traits_def(MemoryReadEffect())

    def __init__(self, view: SSAValue | Operation):
        super().__init__(operands=[view], result_types=[seen_by(SSAValue.get(view), self.name)])

    def verify_(self) -> None:
        need_value(self.name, self.value.type, seen_by(self.view, self.name))

    @classmethod
    def parse_form(cls, parser: LiftParser) -> Self:
        return cls(parser.parse_value())

    @property
    def shown_type(self) -> Attribute:
        return self.value.type

    def print_form(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.view)


@irdl_op_definition
class StoreOp(DeviceOp):
    """Store a value where a view leads.

    `store(x, v)`: afterwards `load(v) = x`.

    `S` is stored through a view of `S`. With `past_caches`, it is stored to global memory, and not read again soon.

    `view.store %e, %v past_caches : f32`
    """

    name = "view.store"

    value = operand_def()
    view = operand_def()
    past_caches = opt_prop_def(ArrayAttr[FactAttr])

    traits = traits_def(MemoryWriteEffect())

    def __init__(self, value: SSAValue | Operation, view: SSAValue | Operation, past_caches: PastCaches | None = None):
        super().__init__(operands=[value, view], properties={"past_caches": past_caches})

    def verify_(self) -> None:
        need_value(self.name, self.value.type, seen_by(self.view, self.name))

    @classmethod
    def parse_form(cls, parser: LiftParser) -> Self:
        value = parser.parse_value()
        parser.parse_punctuation(",")
        return cls(value, parser.parse_value(), parse_past_caches(parser))

    @property
    def shown_type(self) -> Attribute:
        return self.value.type

    def print_form(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.value)
        printer.print_string(", ")
        printer.print_ssa_value(self.view)
        print_past_caches(printer, self.past_caches)


def need_value(name: str, type_: Attribute, shown: Attribute) -> None:
    """A value that is loaded or stored is what a view shows, and fits into variables."""
    if type_ != shown or not is_device_value(type_):
        raise LiftError(
            ELEMENT_TYPE,
            f"'{name}' takes one value through a view",
            expected="a scalar, a vector, or a tuple of such, and a view of it",
            found=f"{type_} through a view of {shown}",
            fix="take one element with view.access first" if isinstance(shown, ArrayType) else None,
        )
