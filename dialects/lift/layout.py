"""Layout ops: they rearrange what an array holds and compute nothing.

A dependent element type goes along: where an op puts element p of its operand at position i, its result has T(p) there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from xdsl.dialects.builtin import StringAttr
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import irdl_op_definition, operand_def, opt_prop_def, prop_def, var_operand_def
from xdsl.printer import Printer

from ..diagnostics import LiftError
from ..errors import (
    NEGATIVE_LENGTH,
    NOT_A_MULTIPLE,
    NOT_EXISTENTIAL,
    OUT_OF_BOUNDS,
    PAD_AMOUNT,
    PARTITION_TOTAL,
    POSITION_DEPENDENT,
    SLIDE_COVERS,
)
from ..nat.expr import compare, floordiv, mod, sum_over, var
from ..nat.ring import Nat, const
from ..parser import LiftParser
from .attributes import IndexFunctionAttr, NatAttr, NatLike
from .operation import Claim, LiftOp, need_lengths
from .scope import Hidden, Index, Scope
from .types import ArrayType, ExistsType, free_names


class LayoutOp(LiftOp):
    """A rearrangement of one array, the first operand."""

    xs = operand_def()

    def print_array(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.xs)


class InvertibleOp(LayoutOp):
    """A layout op that can be written through: each element of the operand has one place in the result."""

    def written_through(self) -> Sequence[SSAValue]:
        return self.operands


@irdl_op_definition
class SplitOp(InvertibleOp):
    """Chunks of one length.

    `split(c, xs)[i][j] = xs[c * i + j]`

    `array<n, T>` gives `array<n floordiv c, array<c, T>>`; `n mod c eq 0` must hold.

    `%chunks = lift.split 128 %xs : !lift.array<N floordiv 128, !lift.array<128, f32>>`
    """

    name = "lift.split"

    size = prop_def(NatAttr)

    def __init__(self, size: NatLike, xs: SSAValue | Operation, *, result_type: Attribute | None = None):
        self.construct([xs], {"size": NatAttr.of(size)}, result_type=result_type)

    def infer(self, types: Sequence[Attribute], scope: Scope) -> Attribute:
        array, size = self.array(types[0]), self.size.data
        return chunks(array, floordiv(array.length.data, size), size, size, scope)

    def check(self, types: Sequence[Attribute], scope: Scope) -> None:
        length, size = self.array(types[0]).length.data, self.size.data
        self.need_defined(size, scope)
        self.need(Claim.that(size, "ge", 1), NOT_A_MULTIPLE, f"the chunks of '{self.name}' may be empty", scope)
        self.need(
            Claim.that(mod(length, size), "eq", 0),
            NOT_A_MULTIPLE,
            f"'{self.name}' needs a length that is a multiple of {size}",
            scope,
            f"a length of {length}",
        )

    @classmethod
    def parse_form(cls, parser: LiftParser) -> Self:
        size = parser.parse_nat_attr()
        return cls.untyped([parser.parse_value()], {"size": size})

    def print_form(self, printer: Printer) -> None:
        printer.print_string(f" {self.size.data}")
        self.print_array(printer)


def chunks(array: ArrayType, count: Nat, size: Nat, step: Nat, scope: Scope) -> Attribute:
    """`count` arrays of `size` elements, the i-th of which begins at element `i * step`."""
    if not array.dependent:
        return ArrayType(count, ArrayType(size, array.element))
    i, j = scope.fresh("i"), scope.fresh("j")
    inner = ArrayType.over(j, size, array.at(var(i) * step + var(j)))
    return named(ArrayType.over(i, count, named(inner, "j")), "i")


def named(array: ArrayType, binder: str) -> ArrayType:
    """The same type, printed with another binder."""
    return ArrayType(array.length, array.element, binder)


@irdl_op_definition
class JoinOp(InvertibleOp):
    """The rows of an array, one after the other.

    `join([[a, b], [c]]) = [a, b, c]`

    `array<i : n, array<m(i), T>>` gives `array<sum(i : n, m(i)), T>`. Rows of hidden length,
    `array<i : n, exists<X upto m(i), array<X, T>>>`, give `exists<Y upto sum(i : n, m(i)), array<Y, T>>`, or with `upto b`
    a length of at most b: then it is an error of the call if there are more elements.

    `%flat = lift.join %rows : !lift.array<N * M, f32>`
    """

    name = "lift.join"

    limit = opt_prop_def(NatAttr)
    """How many elements there are at most, where the rows have hidden lengths and it is not what these show."""

    def __init__(self, xs: SSAValue | Operation, limit: NatLike | None = None, *, result_type: Attribute | None = None):
        given = None if limit is None else NatAttr.of(limit)
        self.construct([xs], {"limit": given}, result_type=result_type)

    @property
    def has_hidden_rows(self) -> bool:
        """Whether the rows have hidden lengths, so that the elements are moved and not only seen otherwise."""
        type_ = self.xs.type.body if isinstance(self.xs.type, ExistsType) else self.xs.type
        return isinstance(type_, ArrayType) and isinstance(type_.element, ExistsType)

    def written_through(self) -> Sequence[SSAValue]:
        return () if self.has_hidden_rows else super().written_through()

    def length_origin(self, path: tuple[int, ...]) -> tuple[SSAValue, tuple[int, ...]] | None:
        return None if self.has_hidden_rows else super().length_origin(path)

    def _infer_hidden(self, outer: ArrayType, i: str, rows: ExistsType, scope: Scope) -> Attribute:
        hidden = Hidden(scope.fresh(rows.binder.data), rows.bound.data)
        row = self.array(rows.opened(var(hidden.name)), "the elements of its operand")
        if row.dependent or not {i, hidden.name}.isdisjoint(free_names(row.element)):
            raise LiftError(
                POSITION_DEPENDENT,
                f"'{self.name}' cannot flatten rows of hidden length whose elements differ in type",
                expected="rows whose elements have one type",
                found=str(outer),
            )
        limit = limit_of(self)
        if limit is not None:
            return ExistsType.of_array(limit, row.element)
        inner = scope.inner(Index(i, outer.length.data), hidden)
        one = self.need_most(row.length.data, inner, f"the length of a row of '{self.name}'")
        total = sum_over(i, outer.length.data, one) if i in one.names else outer.length.data * one
        return ExistsType.of_array(self.need_most(total, scope, f"the length of '{self.name}'"), row.element)

    def infer(self, types: Sequence[Attribute], scope: Scope) -> Attribute:
        outer = self.array(types[0])
        i = scope.fresh("i")
        rows = outer.at(var(i))
        if isinstance(rows, ExistsType):
            return self._infer_hidden(outer, i, rows, scope)
        row = self.array(rows, "the elements of its operand")
        one = row.length.data
        length = sum_over(i, outer.length.data, one) if i in one.names else outer.length.data * one
        if not row.dependent and i not in free_names(row.element):
            return ArrayType(length, row.element)
        if i in row.length.data.names:
            raise LiftError(
                POSITION_DEPENDENT,
                f"'{self.name}' cannot flatten rows of different length whose elements differ in type",
                expected="rows of one length, or elements of one type",
                found=str(types[0]),
            )
        flat = scope.fresh("j")
        width = const(1) if one.constant == 0 else one  # of nothing there is no element that could have a type
        element = ArrayType.over(i, outer.length.data, row.at(mod(var(flat), width))).at(floordiv(var(flat), width))
        return named(ArrayType.over(flat, length, element), "i")

    def check(self, types: Sequence[Attribute], scope: Scope) -> None:
        outer, limit = self.array(types[0]), limit_of(self)
        if limit is not None:
            self._check_limit(limit, outer, scope)
        if isinstance(outer.element, ExistsType):
            return
        i = scope.fresh("i")
        row = self.array(outer.at(var(i)))
        if row.dependent:
            message = f"'{self.name}' divides by the length of a row, which may be 0"
            self.need(Claim.that(row.length.data, "ge", 1), OUT_OF_BOUNDS, message, scope)

    def _check_limit(self, limit: Nat, rows: ArrayType, scope: Scope) -> None:
        if not isinstance(rows.element, ExistsType):
            raise LiftError(
                NOT_EXISTENTIAL,
                f"'{self.name}' has a bound, and its rows are of known length",
                expected="an array of !lift.exists",
                found=str(rows),
                fix="leave out the bound",
            )
        self.need_defined(limit, scope)
        self.need(Claim.that(limit, "ge", 0), NEGATIVE_LENGTH, f"the bound of '{self.name}' may be negative", scope)

    @classmethod
    def parse_form(cls, parser: LiftParser) -> Self:
        value = parser.parse_value()
        limited = parser.parse_optional_keyword("upto") is not None
        return cls.untyped([value], {"limit": parser.parse_nat_attr() if limited else None})

    def print_form(self, printer: Printer) -> None:
        self.print_array(printer)
        limit = limit_of(self)
        if limit is not None:
            printer.print_string(f" upto {limit}")


def limit_of(op: Operation) -> Nat | None:
    """The bound that a join says; a view of one has none."""
    limit = op.properties.get("limit")
    return limit.data if isinstance(limit, NatAttr) else None


@irdl_op_definition
class PartitionOp(InvertibleOp):
    """Parts of different lengths, one after the other.

    `partition(m, f, xs)[i][j] = xs[f(0) + .. + f(i - 1) + j]`

    `array<n, T>` gives `array<i : m, array<f(i), T>>`; the lengths `f(i)` must add up to n.

    `%parts = lift.partition %six into 3 by (i) -> (i + 1) : !lift.array<i : 3, !lift.array<i + 1, f32>>`
    """

    name = "lift.partition"

    count = prop_def(NatAttr)
    lengths = prop_def(IndexFunctionAttr)

    def __init__(
        self,
        xs: SSAValue | Operation,
        count: NatLike,
        lengths: IndexFunctionAttr,
        *,
        result_type: Attribute | None = None,
    ):
        self.construct([xs], {"count": NatAttr.of(count), "lengths": lengths}, result_type=result_type)

    def infer(self, types: Sequence[Attribute], scope: Scope) -> Attribute:
        array = self.array(types[0])
        i, j, before = (scope.fresh(name) for name in "ijk")
        offset = sum_over(before, var(i), self.lengths(var(before)))
        part = ArrayType.over(j, self.lengths(var(i)), array.at(offset + var(j)))
        return named(ArrayType.over(i, self.count.data, named(part, "j")), self.lengths.binder.data)

    def check(self, types: Sequence[Attribute], scope: Scope) -> None:
        length = self.array(types[0]).length.data
        need_lengths(self.infer(types, scope), scope, f"the result of '{self.name}'")
        i = scope.fresh("i")
        total = scope.simplify(sum_over(i, self.count.data, self.lengths(var(i))))
        name, body = self.lengths.named
        written = f"sum({name} : {self.count.data}, {body})"  # where it closes, the sum may be longer than this
        self.need(
            Claim(compare(total, "eq", length), f"{written} eq {length}"),
            PARTITION_TOTAL,
            f"the parts of '{self.name}' must add up to the length of the array",
            scope,
            f"parts of {min(written, str(total), key=len)} elements in all, and an array of {length}",
        )

    @classmethod
    def parse_form(cls, parser: LiftParser) -> Self:
        xs = parser.parse_value()
        parser.parse_keyword("into")
        count = parser.parse_nat_attr()
        return cls.untyped([xs], {"count": count, "lengths": parser.parse_index_function()})

    def print_form(self, printer: Printer) -> None:
        self.print_array(printer)
        printer.print_string(f" into {self.count.data}")
        print_function(self.lengths, printer)


def print_function(function: IndexFunctionAttr, printer: Printer) -> None:
    name, body = function.named
    printer.print_string(f" by ({name}) -> ({body})")


@irdl_op_definition
class SlideOp(LayoutOp):
    """Windows that overlap.

    `slide(s, t, xs)[i][j] = xs[t * i + j]`

    `array<n, T>` gives `array<(n - s + t) floordiv t, array<s, T>>`; `n + t ge s` and `(n - s) mod t eq 0` must hold. There is
    no window where n is `s - t`.

    `%windows = lift.slide 3 by 1 %xs : !lift.array<N - 2, !lift.array<3, f32>>`
    """

    name = "lift.slide"

    size = prop_def(NatAttr)
    step = prop_def(NatAttr)

    def __init__(self, size: NatLike, step: NatLike, xs: SSAValue | Operation, *, result_type: Attribute | None = None):
        self.construct([xs], {"size": NatAttr.of(size), "step": NatAttr.of(step)}, result_type=result_type)

    def infer(self, types: Sequence[Attribute], scope: Scope) -> Attribute:
        array, size, step = self.array(types[0]), self.size.data, self.step.data
        return chunks(array, floordiv(array.length.data - size + step, step), size, step, scope)

    def check(self, types: Sequence[Attribute], scope: Scope) -> None:
        length, size, step = self.array(types[0]).length.data, self.size.data, self.step.data
        for nat, what in ((size, "windows"), (step, "step")):
            self.need_defined(nat, scope)
            self.need(Claim.that(nat, "ge", 1), SLIDE_COVERS, f"the {what} of '{self.name}' may be 0", scope)
        found = f"a length of {length}"
        short = f"the array of '{self.name}' must not be more than a step of {step} short of a window of {size}"
        self.need(Claim.that(length + step, "ge", size), SLIDE_COVERS, short, scope, found)
        cover = f"the windows of '{self.name}' must end where the array ends: its steps of {step} do not cover it"
        self.need(Claim.that(mod(length - size, step), "eq", 0), SLIDE_COVERS, cover, scope, found)

    @classmethod
    def parse_form(cls, parser: LiftParser) -> Self:
        size = parser.parse_nat_attr()
        parser.parse_keyword("by")
        step = parser.parse_nat_attr()
        return cls.untyped([parser.parse_value()], {"size": size, "step": step})

    def print_form(self, printer: Printer) -> None:
        printer.print_string(f" {self.size.data} by {self.step.data}")
        self.print_array(printer)


PAD_MODES = ("clamp", "mirror", "wrap", "constant")


@irdl_op_definition
class PadOp(LayoutOp):
    """More elements at both ends.

    `pad(l, r, xs)[i] = xs[g(i - l)]`, where g stays at the edge (`clamp`), goes back from it, repeating it (`mirror`),
    or begins anew at the other end (`wrap`); with `constant`, what is outside is a given value.

    `array<n, T>` gives `array<n + l + r, T>`. The amounts are not negative; `clamp` needs an element, and `mirror` and
    `wrap` amounts of at most n.

    `%padded = lift.pad clamp 1, 1 %xs : !lift.array<N + 2, f32>`
    """

    name = "lift.pad"

    xs = operand_def()
    value = var_operand_def()
    """The value that is outside, with `constant`; else there is none."""

    mode = prop_def(StringAttr)
    left = prop_def(NatAttr)
    right = prop_def(NatAttr)

    def __init__(
        self,
        mode: str,
        left: NatLike,
        right: NatLike,
        xs: SSAValue | Operation,
        value: SSAValue | Operation | None = None,
        *,
        result_type: Attribute | None = None,
    ):
        properties = {"mode": StringAttr(mode), "left": NatAttr.of(left), "right": NatAttr.of(right)}
        self.construct([xs] if value is None else [xs, value], properties, result_type=result_type)

    def opened(self) -> Sequence[SSAValue]:
        return (self.xs,)

    def infer(self, types: Sequence[Attribute], scope: Scope) -> Attribute:
        array = self.plain_array(types[0], "the elements that are added would have no type of their own")
        return ArrayType(array.length.data + self.left.data + self.right.data, array.element)

    def check(self, types: Sequence[Attribute], scope: Scope) -> None:
        array, mode = self.array(types[0]), self.mode.data
        if mode not in PAD_MODES or (mode == "constant") != (len(types) == 2):
            expected = "clamp, mirror or wrap, or constant with a value"
            raise LiftError(PAD_AMOUNT, f"'{self.name}' has no such mode", expected=expected, found=mode)
        length, found = array.length.data, f"a length of {array.length.data}"
        for amount in (self.left.data, self.right.data):
            self.need_defined(amount, scope)
            self.need(Claim.that(amount, "ge", 0), PAD_AMOUNT, f"an amount of '{self.name}' may be negative", scope)
            if mode in ("mirror", "wrap"):
                most = f"'{self.name} {mode}' can add at most as many elements as there are"
                self.need(Claim.that(amount, "le", length), PAD_AMOUNT, most, scope, found)
        if mode == "clamp" and not scope.equal(self.left.data + self.right.data, const(0)):
            empty = f"'{self.name} clamp' repeats an element, and there may be none"
            self.need(Claim.that(length, "ge", 1), PAD_AMOUNT, empty, scope, found)
        if mode == "constant":
            self.need_same_type(types[1], array.element, "the value", scope)

    @classmethod
    def parse_form(cls, parser: LiftParser) -> Self:
        mode = parser.parse_keyword_in(PAD_MODES)
        value = [parser.parse_value()] if mode == "constant" else []
        left = parser.parse_nat_attr()
        parser.parse_punctuation(",")
        right = parser.parse_nat_attr()
        xs = parser.parse_value()
        return cls.untyped([xs, *value], {"mode": StringAttr(mode), "left": left, "right": right})

    def print_form(self, printer: Printer) -> None:
        printer.print_string(f" {self.mode.data}")
        for value in self.value:
            printer.print_string(" ")
            printer.print_ssa_value(value)
        printer.print_string(f" {self.left.data}, {self.right.data}")
        self.print_array(printer)


@irdl_op_definition
class TransposeOp(InvertibleOp):
    """Rows and columns exchanged.

    `transpose(xs)[j][i] = xs[i][j]`

    `array<n, array<m, T>>` gives `array<m, array<n, T>>`.

    `%t = lift.transpose %rows : !lift.array<M, !lift.array<N, f32>>`
    """

    name = "lift.transpose"

    def __init__(self, xs: SSAValue | Operation, *, result_type: Attribute | None = None):
        self.construct([xs], result_type=result_type)

    def infer(self, types: Sequence[Attribute], scope: Scope) -> Attribute:
        outer = self.plain_array(types[0], "rows of different length have no columns of one length")
        row = self.plain_array(outer.element, "the columns would differ in type", "the elements of its operand")
        return ArrayType(row.length, ArrayType(outer.length, row.element))

    @classmethod
    def parse_form(cls, parser: LiftParser) -> Self:
        return cls.untyped([parser.parse_value()])

    def print_form(self, printer: Printer) -> None:
        self.print_array(printer)
