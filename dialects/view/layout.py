"""Views of layout ops. Each says in one line which element of its operand stands at a path of its result.

A view is written through where no two paths lead to the same element.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from xdsl.dialects.builtin import IntegerAttr, StringAttr, i64
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import irdl_op_definition, operand_def, opt_prop_def, prop_def, var_operand_def

from ..diagnostics import LiftError
from ..errors import OUT_OF_BOUNDS
from ..lift import access, layout, tuples
from ..lift.attributes import IndexFunctionAttr, NatAttr, free_binder
from ..lift.operation import LiftOp
from ..lift.scope import Scope
from ..lift.types import ArrayType, free_names
from ..nat.expr import compare, if_then_else, maximum, minimum, mod, sum_over, var
from ..nat.ring import Nat, const
from ..ocl import vectors
from .operation import Emit, LayoutView, ViewType, seen_by
from .path import Access, Chosen, Leads, Linear, Part, Path, elements_before, length_of, linear


class ArrayView(LayoutView):
    """A view of one array."""

    xs = operand_def()

    @property
    def length(self) -> Nat:
        """How many elements the operand has."""
        return length_of(seen_by(self.xs, self.name))

    def rows(self, path: Path) -> tuple[Nat, Nat, Path]:
        """The index of a row of the result, the index in it, and the rest."""
        i, inner = path.index(self.seen)
        j, rest = inner.index(self.seen.at(i) if isinstance(self.seen, ArrayType) else self.seen)
        return i, j, rest

    def beginning_at(self, begin: Nat, path: Path) -> Access:
        """Where a path leads in the elements of the operand from this one on."""
        if spanning := path.spanning():
            first, rest = spanning
            before = elements_before(seen_by(self.xs, self.name), begin, first.dimensions - 1)
            return Leads(self.xs, rest.push(Linear(before + first.index, first.dimensions)))
        i, rest = path.index(self.seen)
        return Leads(self.xs, rest.push(begin + i))


class ReadOnlyView(ArrayView):
    """A view of one array that is not written through."""

    def write(self, path: Path) -> None:
        return None


@irdl_op_definition
class SplitOp(ArrayView):
    """`split(c, xs)[i][j] = xs[c * i + j]`: a view of chunks, with the type rule of `lift.split`.

    `%chunks = view.split 128 %xs : !view.view<!lift.array<N floordiv 128, !lift.array<128, f32>>>`
    """

    name = "view.split"
    LAYOUT: ClassVar[type[LiftOp]] = layout.SplitOp

    size = prop_def(NatAttr)

    def read(self, path: Path) -> Access:
        if spanning := path.spanning():
            return Leads(self.xs, spanning[1].push(linear(spanning[0], -1)))
        i, chunk = path.index(self.seen)
        return self.beginning_at(self.size.data * i, chunk)

    @classmethod
    def destinations(cls, op: LiftOp, target: SSAValue, emit: Emit) -> Mapping[int, SSAValue]:
        return {0: emit(JoinOp.of([target]))}


@irdl_op_definition
class JoinOp(ArrayView):
    """`join(xs)` at p is the p-th element of all rows, whatever their lengths, with the type rule of `lift.join`.

    `%flat = view.join %rows : !view.view<!lift.array<N * M, f32>>`
    """

    name = "view.join"
    LAYOUT: ClassVar[type[LiftOp]] = layout.JoinOp

    def read(self, path: Path) -> Access:
        first, rest = path.entries[0], Path(path.entries[1:], path.symbols)
        return Leads(self.xs, rest.push(linear(first, 1)))

    @classmethod
    def destinations(cls, op: LiftOp, target: SSAValue, emit: Emit) -> Mapping[int, SSAValue]:
        rows = op.operands[0].type
        assert isinstance(rows, ArrayType)
        i = free_binder("i", free_names(rows))
        length = length_of(rows.at(var(i)))
        if not rows.dependent and length.constant is not None and length.constant > 0:
            return {0: emit(SplitOp.of([target], {"size": NatAttr(length)}))}
        lengths = IndexFunctionAttr.of(i, length)
        return {0: emit(PartitionOp.of([target], {"count": rows.length, "lengths": lengths}))}


@irdl_op_definition
class PartitionOp(ArrayView):
    """`partition(m, f, xs)[i][j] = xs[f(0) + .. + f(i - 1) + j]`, with the type rule of `lift.partition`.

    `%parts = view.partition %xs into 3 by (i) -> (i + 1) : !view.view<!lift.array<i : 3, !lift.array<i + 1, f32>>>`
    """

    name = "view.partition"
    LAYOUT: ClassVar[type[LiftOp]] = layout.PartitionOp

    count = prop_def(NatAttr)
    lengths = prop_def(IndexFunctionAttr)

    def read(self, path: Path) -> Access:
        if spanning := path.spanning():
            return Leads(self.xs, spanning[1].push(linear(spanning[0], -1)))
        i, part = path.index(self.seen)
        before = var("before'")
        length = self.lengths(before)
        return self.beginning_at(sum_over("before'", i, length) if before.names & length.names else i * length, part)

    @classmethod
    def destinations(cls, op: LiftOp, target: SSAValue, emit: Emit) -> Mapping[int, SSAValue]:
        return {0: emit(JoinOp.of([target]))}


@irdl_op_definition
class TransposeOp(ArrayView):
    """`transpose(xs)[j][i] = xs[i][j]`, with the type rule of `lift.transpose`.

    `%t = view.transpose %m : !view.view<!lift.array<M, !lift.array<N, f32>>>`
    """

    name = "view.transpose"
    LAYOUT: ClassVar[type[LiftOp]] = layout.TransposeOp

    def read(self, path: Path) -> Access:
        j, i, rest = self.rows(path)
        return Leads(self.xs, rest.push(i, j))

    @classmethod
    def destinations(cls, op: LiftOp, target: SSAValue, emit: Emit) -> Mapping[int, SSAValue]:
        return {0: emit(cls.of([target]))}


@irdl_op_definition
class SlideOp(ReadOnlyView):
    """`slide(s, t, xs)[i][j] = xs[t * i + j]`, with the type rule of `lift.slide`.

    `%windows = view.slide 3 by 1 %xs : !view.view<!lift.array<N - 2, !lift.array<3, f32>>>`
    """

    name = "view.slide"
    LAYOUT: ClassVar[type[LiftOp]] = layout.SlideOp

    size = prop_def(NatAttr)
    step = prop_def(NatAttr)

    def read(self, path: Path) -> Access:
        i, window = path.index(self.seen)
        return self.beginning_at(self.step.data * i, window)


@irdl_op_definition
class PadOp(ReadOnlyView):
    """`pad(l, r, xs)[i] = xs[g(i - l)]`, or a value where that is outside, with the type rule of `lift.pad`.

    With `constant` the value is a scalar, or a view of a whole element.

    `%padded = view.pad clamp 1, 1 %xs : !view.view<!lift.array<N + 2, f32>>`
    """

    name = "view.pad"
    LAYOUT: ClassVar[type[LiftOp]] = layout.PadOp

    xs = operand_def()
    value = var_operand_def()
    mode = prop_def(StringAttr)
    left = prop_def(NatAttr)
    right = prop_def(NatAttr)

    def views(self) -> Sequence[SSAValue]:
        return [value for value in self.operands if value is self.xs or isinstance(value.type, ViewType)]

    def read(self, path: Path) -> Access:
        i, rest = path.index(self.seen)
        at, n = i - self.left.data, self.length
        match self.mode.data:
            case "clamp":
                return Leads(self.xs, rest.push(maximum(0, minimum(at, n - 1))))
            case "wrap":
                return Leads(self.xs, rest.push(const(0) if n.constant == 0 else mod(at, n)))
            case "mirror":
                behind = if_then_else(compare(at, "lt", n), at, 2 * n - 1 - at)
                return Leads(self.xs, rest.push(if_then_else(compare(at, "lt", 0), -at - 1, behind)))
            case _:
                outside = Leads(self.value[0], rest)
                inside = Chosen(compare(at, "lt", n), Leads(self.xs, rest.push(at)), outside)
                return Chosen(compare(at, "ge", 0), inside, outside)


@irdl_op_definition
class GatherOp(ReadOnlyView):
    """`gather(f, xs)[i] = xs[f(i)]`, with the type rule of `lift.gather`.

    `%reversed = view.gather %xs by (i) -> (N - 1 - i) : !view.view<!lift.array<N, f32>>`
    """

    name = "view.gather"
    LAYOUT: ClassVar[type[LiftOp]] = access.GatherOp

    size = opt_prop_def(NatAttr)
    function = prop_def(IndexFunctionAttr)

    def read(self, path: Path) -> Access:
        i, rest = path.index(self.seen)
        return Leads(self.xs, rest.push(self.function(i)))

    @classmethod
    def destinations(cls, op: LiftOp, target: SSAValue, emit: Emit) -> Mapping[int, SSAValue]:
        inverse = op.inverse() if isinstance(op, access.GatherOp) else None
        return {} if inverse is None else {0: emit(ScatterOp.of([target], {"function": inverse}))}


@irdl_op_definition
class ScatterOp(ArrayView):
    """What is stored at i is stored at f(i) of the operand; f is a permutation, as `lift.scatter` has it.

    `view.scatter` of a destination is the destination of what `lift.scatter` is given.

    `%d = view.scatter %out by (i) -> (N - 1 - i) : !view.view<!lift.array<N, f32>>`
    """

    name = "view.scatter"
    LAYOUT: ClassVar[type[LiftOp]] = access.ScatterOp

    function = prop_def(IndexFunctionAttr)

    def read(self, path: Path) -> Access:
        i, rest = path.index(self.seen)
        return Leads(self.xs, rest.push(self.function(i)))

    @classmethod
    def destinations(cls, op: LiftOp, target: SSAValue, emit: Emit) -> Mapping[int, SSAValue]:
        return {0: emit(cls.of([target], {"function": op.properties["function"]}))}


@irdl_op_definition
class SliceOp(ArrayView):
    """`slice(a, m, xs)[i] = xs[a + i]`, with the type rule of `lift.slice`.

    Iterations see the beginning of memory that has room for the longest of them, which need not be provable any more. So only
    what is sure to be out of bounds is refused.

    `%part = view.slice %xs from 0 size k + 1 : !view.view<!lift.array<k + 1, f32>>`
    """

    name = "view.slice"
    LAYOUT: ClassVar[type[LiftOp]] = access.SliceOp

    start = prop_def(NatAttr)
    size = prop_def(NatAttr)

    def check(self, types: Sequence[Attribute], scope: Scope) -> None:
        try:
            super().check(types, scope)
        except LiftError as error:
            end, array = self.start.data + self.size.data, self.array(types[0])
            outside = (compare(self.start.data, "lt", 0), compare(end, "gt", array.length.data))
            if error.kind is not OUT_OF_BOUNDS or any(map(scope.holds, outside)):
                raise

    def read(self, path: Path) -> Access:
        return self.beginning_at(self.start.data, path)


class JoiningView(LayoutView):
    """A view of several values."""

    parts = var_operand_def()


@irdl_op_definition
class ConcatOp(JoiningView):
    """`concat([a, b], [c]) = [a, b, c]`, with the type rule of `lift.concat`.

    `%all = view.concat %a, %b : !view.view<!lift.array<N + M, f32>>`
    """

    name = "view.concat"
    LAYOUT: ClassVar[type[LiftOp]] = access.ConcatOp

    def read(self, path: Path) -> Access:
        i, rest = path.index(self.seen)
        if len(set(self.parts)) == 1:  # one array again and again, which is read at one place
            length = length_of(seen_by(self.parts[0], self.name))
            return Leads(self.parts[0], rest.push(i if length.constant == 0 else mod(i, length)))
        begins = [const(0)]
        for part in self.parts[:-1]:
            begins.append(begins[-1] + length_of(seen_by(part, self.name)))

        def among(first: int, behind: int) -> Access:
            """The part that the index is in, of some in a row: each choice leaves half of them."""
            if behind - first == 1:
                return Leads(self.parts[first], rest.push(i - begins[first]))
            middle = (first + behind) // 2
            return Chosen(compare(i, "lt", begins[middle]), among(first, middle), among(middle, behind))

        return among(0, len(self.parts))

    def write(self, path: Path) -> None:
        return None

    @classmethod
    def destinations(cls, op: LiftOp, target: SSAValue, emit: Emit) -> Mapping[int, SSAValue]:
        found: dict[int, SSAValue] = {}
        begin = const(0)
        for k, part in enumerate(op.operands):
            size = length_of(part.type)
            found[k] = emit(SliceOp.of([target], {"start": NatAttr(begin), "size": NatAttr(size)}))
            begin = begin + size
        return found


@irdl_op_definition
class ZipOp(JoiningView):
    """`zip(xs, ys)[i] = (xs[i], ys[i])`, with the type rule of `lift.zip`.

    `%xy = view.zip %x, %y : !view.view<!lift.array<N, tuple<f32, f32>>>`
    """

    name = "view.zip"
    LAYOUT: ClassVar[type[LiftOp]] = tuples.ZipOp

    def read(self, path: Path) -> Access:
        i, inner = path.index(self.seen)
        part, rest = inner.part()
        return Leads(self.parts[part], rest.push(i))

    @classmethod
    def destinations(cls, op: LiftOp, target: SSAValue, emit: Emit) -> Mapping[int, SSAValue]:
        parts = emit(UnzipOp.of([target]))
        return {k: emit(part_of(parts, k)) for k in range(len(op.operands))}


@irdl_op_definition
class TupleOp(JoiningView):
    """`tuple(a, b) = (a, b)`, with the type rule of `lift.tuple`.

    `%t = view.tuple %a, %b : !view.view<tuple<f32, i32>>`
    """

    name = "view.tuple"
    LAYOUT: ClassVar[type[LiftOp]] = tuples.TupleOp

    def read(self, path: Path) -> Access:
        part, rest = path.part()
        return Leads(self.parts[part], rest)

    @classmethod
    def destinations(cls, op: LiftOp, target: SSAValue, emit: Emit) -> Mapping[int, SSAValue]:
        return {k: emit(part_of(target, k)) for k in range(len(op.operands))}


@irdl_op_definition
class GetOp(LayoutView):
    """`get(k, (a0, a1, ..)) = ak`, with the type rule of `lift.get`.

    `%a = view.get %t[0] : !view.view<f32>`
    """

    name = "view.get"
    LAYOUT: ClassVar[type[LiftOp]] = tuples.GetOp

    tuple_ = operand_def()
    index = prop_def(IntegerAttr)

    def read(self, path: Path) -> Access:
        return Leads(self.tuple_, path.push(Part(self.index.value.data)))


def part_of(view: SSAValue, number: int) -> GetOp:
    """A part of a view of a tuple."""
    return GetOp.of([view], {"index": IntegerAttr(number, i64)})


@irdl_op_definition
class UnzipOp(ArrayView):
    """`unzip([(a0, b0), ..]) = ([a0, ..], [b0, ..])`, with the type rule of `lift.unzip`.

    `%ab = view.unzip %xy : !view.view<tuple<!lift.array<N, f32>, !lift.array<N, f32>>>`
    """

    name = "view.unzip"
    LAYOUT: ClassVar[type[LiftOp]] = tuples.UnzipOp

    def read(self, path: Path) -> Access:
        part, inner = path.part()
        assert isinstance(self.seen, tuples.TupleType)
        i, rest = inner.index(self.seen.types.data[part])
        return Leads(self.xs, rest.push(i, Part(part)))

    @classmethod
    def destinations(cls, op: LiftOp, target: SSAValue, emit: Emit) -> Mapping[int, SSAValue]:
        seen = seen_by(target, cls.name)
        assert isinstance(seen, tuples.TupleType)
        return {0: emit(ZipOp.of([emit(part_of(target, k)) for k in range(len(seen.types))]))}


@irdl_op_definition
class AsVectorOp(ArrayView):
    """`as_vector(w, xs)[i][j] = xs[w * i + j]`, with the type rule of `ocl.as_vector`.

    `%v = view.as_vector 4 %xs : !view.view<!lift.array<N floordiv 4, vector<4xf32>>>`
    """

    name = "view.as_vector"
    LAYOUT: ClassVar[type[LiftOp]] = vectors.AsVectorOp

    width = prop_def(IntegerAttr)

    def read(self, path: Path) -> Access:
        if spanning := path.spanning():
            return Leads(self.xs, spanning[1].push(linear(spanning[0], -1)))
        i, j, rest = self.rows(path)
        return Leads(self.xs, rest.push(self.width.value.data * i + j))

    @classmethod
    def destinations(cls, op: LiftOp, target: SSAValue, emit: Emit) -> Mapping[int, SSAValue]:
        return {0: emit(AsScalarOp.of([target]))}


@irdl_op_definition
class AsScalarOp(ArrayView):
    """`as_scalar(vs)[w * i + j] = vs[i][j]`, with the type rule of `ocl.as_scalar`.

    `%xs = view.as_scalar %v : !view.view<!lift.array<N, f32>>`
    """

    name = "view.as_scalar"
    LAYOUT: ClassVar[type[LiftOp]] = vectors.AsScalarOp

    def read(self, path: Path) -> Access:
        first, rest = path.entries[0], Path(path.entries[1:], path.symbols)
        return Leads(self.xs, rest.push(linear(first, 1)))

    @classmethod
    def destinations(cls, op: LiftOp, target: SSAValue, emit: Emit) -> Mapping[int, SSAValue]:
        rows = op.operands[0].type
        assert isinstance(rows, ArrayType)
        width = IntegerAttr(length_of(rows.element).constant or 1, i64)
        return {0: emit(AsVectorOp.of([target], {"width": width}))}
