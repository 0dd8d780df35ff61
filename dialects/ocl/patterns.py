"""The patterns of `lift` with their execution level decided: work items, work groups, or sequential."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from xdsl.dialects.builtin import IntegerAttr, UnitAttr, i64
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.irdl import irdl_op_definition, operand_def, opt_prop_def, prop_def, traits_def
from xdsl.printer import Printer

from ..diagnostics import LiftError, location_of
from ..errors import DIMENSION, LAUNCH, NESTING, TOP_LEVEL, UNROLL
from ..lift.algorithmic import FilterLike, MapLike, ReduceLike, ScanLike, named
from ..lift.attributes import LaunchAttr
from ..lift.body import BodyOp, ops_around
from ..lift.destinations import Level
from ..lift.existential import UnpackOp
from ..lift.functions import DefOp
from ..lift.scope import Scope
from ..lift.signatures import parse_launch, print_launch, verify_written_launch
from ..lift.updates import UpdateLike
from ..parser import LiftParser
from .memory import Allocates


class ParallelMap(MapLike):
    """A map whose elements run in parallel in one dimension."""

    LEVEL: ClassVar[str]
    """The work items that the elements are distributed over: `glb`, `wrg` or `lcl`."""
    EXCLUDES: ClassVar[tuple[str, ...]] = ()
    """The levels of parallel maps it may not stand inside."""

    traits = traits_def(Allocates())

    dimension = prop_def(IntegerAttr)
    launch = opt_prop_def(LaunchAttr)
    """How the kernel is run that this map becomes, in place of what its function says."""

    def __init__(
        self,
        dimension: int,
        xs: SSAValue | Operation,
        body: Region,
        position: str | None = None,
        *,
        result_type: Attribute | None = None,
    ):
        properties = {"dimension": IntegerAttr(dimension, i64), "position": named(position)}
        self.construct([xs], properties, [body], result_type)

    @property
    def level(self) -> Level:
        """What the elements are distributed over."""
        return self.LEVEL, self.dimension.value.data

    @classmethod
    def parse_words(cls, parser: LiftParser) -> dict[str, Attribute]:
        with parser.in_angle_brackets():
            dimension = IntegerAttr(parser.parse_integer(allow_boolean=False, allow_negative=False), i64)
        launch = parse_launch(parser)
        return {"dimension": dimension} if launch is None else {"dimension": dimension, "launch": launch}

    def print_words(self, printer: Printer) -> None:
        printer.print_string(f"<{self.dimension.value.data}>")
        print_launch(self.launch, printer)

    def check(self, types: Sequence[Attribute], scope: Scope) -> None:
        if not 0 <= self.dimension.value.data <= 2:
            found = str(self.dimension.value.data)
            raise LiftError(DIMENSION, f"'{self.name}' has no such dimension", expected="0, 1 or 2", found=found)
        self._check_nesting()
        if self.launch is not None:
            self._check_launch(self.launch, scope)
        super().check(types, scope)

    def _check_launch(self, launch: LaunchAttr, scope: Scope) -> None:
        """A launch is that of a whole kernel."""
        outer = next(iter(enclosing_maps(self.parent)), None)
        if outer is not None:
            raise LiftError(
                LAUNCH,
                f"'{self.name}' is launched together with the '{outer.name}' around it",
                expected="launch at the outermost map",
                notes=[("the outer one", location_of(outer))],
            )
        verify_written_launch(launch, scope)

    def _check_nesting(self) -> None:
        for outer in enclosing_maps(self.parent):
            if outer.level == self.level:
                raise LiftError(
                    NESTING,
                    f"'{self.name}' stands inside another one in dimension {self.dimension.value.data}",
                    expected="another dimension",
                    found=f"{self.name}<{self.dimension.value.data}> twice",
                    notes=[("the outer one", location_of(outer))],
                )
            if outer.LEVEL in self.EXCLUDES:
                raise LiftError(
                    NESTING,
                    f"'{self.name}' cannot stand inside '{outer.name}'",
                    expected="maps over work groups with maps over their work items inside, or only ocl.map_glb",
                    found=f"'{self.name}' inside '{outer.name}'",
                    notes=[("the outer one", location_of(outer))],
                )


def enclosing_maps(block: Block | None) -> list[ParallelMap]:
    """The parallel maps around the ops of a block, the innermost first."""
    return [op for op in ops_around(block) if isinstance(op, ParallelMap)]


class GlobalMap(ParallelMap):
    """A map whose elements are distributed over all work items."""

    LEVEL: ClassVar[str] = "glb"
    EXCLUDES: ClassVar[tuple[str, ...]] = ("wrg", "lcl")


class GroupMap(ParallelMap):
    """A map whose elements are distributed over work groups."""

    LEVEL: ClassVar[str] = "wrg"
    EXCLUDES: ClassVar[tuple[str, ...]] = ("glb", "lcl")


@irdl_op_definition
class MapGlbOp(GlobalMap):
    """A map, the elements distributed over all work items of one dimension.

    `map_glb(f, xs) = map(f, xs)`

    `array<k : n, T(k)>`, with a region from `T(k)` to `U(k)`, gives `array<k : n, U(k)>`.
    It does not stand inside `ocl.map_wrg`, `ocl.map_lcl`, or another `ocl.map_glb` of its dimension (0, 1 or 2). The
    outermost map of a kernel may say how it is run, `ocl.map_glb<0> launch(local = [64], groups = [N]) (%x) in %xs`.

    `%ys = ocl.map_glb<0> (%x)[k] in %xs : !lift.array<N, f32> { %y = arith.negf %x : f32 lift.yield %y : f32 }`
    """

    name = "ocl.map_glb"


@irdl_op_definition
class MapWrgOp(GroupMap):
    """A map, the elements distributed over the work groups of one dimension.

    `map_wrg(f, xs) = map(f, xs)`

    `array<k : n, T(k)>`, with a region from `T(k)` to `U(k)`, gives `array<k : n, U(k)>`.
    It does not stand inside `ocl.map_glb`, `ocl.map_lcl`, or another `ocl.map_wrg` of its dimension (0, 1 or 2).

    `%ts = ocl.map_wrg<0> (%row)[k] in %rows { %t = ocl.map_lcl<0> (%x) in %row { lift.yield %x : f32 } lift.yield %t }`
    """

    name = "ocl.map_wrg"


@irdl_op_definition
class MapLclOp(ParallelMap):
    """A map, the elements distributed over the work items of a work group in one dimension.

    `map_lcl(f, xs) = map(f, xs)`

    `array<k : n, T(k)>`, with a region from `T(k)` to `U(k)`, gives `array<k : n, U(k)>`.
    It stands inside `ocl.map_wrg`, and not inside another `ocl.map_lcl` of its dimension (0, 1 or 2).

    `%ys = ocl.map_lcl<0> (%x)[k] in %row : !lift.array<M, f32> { %y = arith.negf %x : f32 lift.yield %y : f32 }`
    """

    name = "ocl.map_lcl"

    LEVEL: ClassVar[str] = "lcl"
    EXCLUDES: ClassVar[tuple[str, ...]] = ("glb",)

    def check(self, types: Sequence[Attribute], scope: Scope) -> None:
        super().check(types, scope)
        if not any(isinstance(outer, GroupMap) for outer in enclosing_maps(self.parent)):
            raise LiftError(
                NESTING,
                f"'{self.name}' stands outside of any 'ocl.map_wrg'",
                expected="ocl.map_wrg around it: work items are those of a work group",
                fix="use ocl.map_glb, or put the map inside an ocl.map_wrg",
            )


class Sequential(BodyOp):
    """A pattern that goes through its array in order, in a loop or in a copy of its region for each element."""

    traits = traits_def(Allocates())

    xs = operand_def()
    unroll = opt_prop_def(UnitAttr)

    @classmethod
    def parse_words(cls, parser: LiftParser) -> dict[str, Attribute]:
        return {"unroll": UnitAttr()} if parser.parse_optional_keyword("unroll") else {}

    def print_words(self, printer: Printer) -> None:
        if self.unroll is not None:
            printer.print_string(" unroll")

    def check(self, types: Sequence[Attribute], scope: Scope) -> None:
        super().check(types, scope)
        length = self.array(types[0]).length.data
        if self.unroll is not None and scope.simplify(length).constant is None:
            message = f"'{self.name} unroll' needs an array whose length is a number"
            raise LiftError(UNROLL, message, expected="a literal length", found=f"a length of {length}")


@irdl_op_definition
class MapSeqOp(Sequential, MapLike):
    """A sequential map; unrolled, the position is a number in each copy.

    `map_seq(f, xs) = map(f, xs)`

    `array<k : n, T(k)>`, with a region from `T(k)` to `U(k)`, gives `array<k : n, U(k)>`.
    With `unroll`, n is a number.

    `%ys = ocl.map_seq unroll (%x)[k] in %six : !lift.array<6, f32> { %y = arith.negf %x : f32 lift.yield %y : f32 }`
    """

    name = "ocl.map_seq"


@irdl_op_definition
class ReduceSeqOp(Sequential, ReduceLike):
    """A sequential left fold; unrolled, the position is a number in each copy.

    `reduce_seq(f, a, xs) = reduce(f, a, xs)`

    `array<k : n, T(k)>` and an initial `A`, with a region from `A` and `T(k)` to `A`, give `A`.
    With `unroll`, n is a number.

    `%s = ocl.reduce_seq (%acc, %x)[k] in %xs from %zero : f32 { %t = arith.addf %acc, %x : f32 lift.yield %t : f32 }`
    """

    name = "ocl.reduce_seq"


@irdl_op_definition
class ScanSeqOp(Sequential, ScanLike):
    """The running values of a left fold, sequentially; unrolled, the position is a number in each copy.

    `scan_seq(f, a, xs) = scan(f, a, xs)`

    `array<n, T>` and an initial `A`, with a region from `A` and `T` to `A`, give `array<n, A>`.
    With `unroll`, n is a number.

    `%sums = ocl.scan_seq (%acc, %x) in %xs from %zero : !lift.array<N, f32> { %t = arith.addf %acc, %x : f32 lift.yield %t : f32 }`
    """

    name = "ocl.scan_seq"


@irdl_op_definition
class FilterSeqOp(FilterLike):
    """The elements that a condition keeps, or values that are computed with it, sequentially.

    `filter_seq(p, xs) = filter(p, xs)`

    `array<n, T>`, with a region from `T` to `i1`, gives `exists<X upto n, array<X, T>>`. `array<k : n, T(k)>`, with a region
    from `T(k)` to `tuple<i1, U>`, gives `exists<X upto n, array<X, U>>`; U may not mention the position.

    `%big = ocl.filter_seq (%x) in %xs : !lift.exists<X upto N, !lift.array<X, f32>> { %keep = arith.cmpf ogt, %x, %zero : f32 lift.yield %keep : i1 }`
    """

    name = "ocl.filter_seq"
    traits = traits_def(Allocates())


@irdl_op_definition
class UpdateSeqOp(UpdateLike):
    """Elements that are changed where indices say, by one work item; indices out of bounds are left out.

    `update_seq(f, xs, is, r) = update(f, xs, is, r)`

    `array<k : n, T(k)>`, an `array<n, I>` of integers and an `array<m, A>`, with a region from `A` and `T(k)` to `A`, give
    `array<m, A>`; A has no arrays in it, and there is no parallel pattern in the region.

    `%sums = ocl.update_seq (%old, %x) in %xs at %is into %zs : !lift.array<M, f32> { %s = arith.addf %old, %x : f32 lift.yield %s : f32 }`
    """

    name = "ocl.update_seq"
    traits = traits_def(Allocates())

    def check(self, types: Sequence[Attribute], scope: Scope) -> None:
        super().check(types, scope)
        parallel = next((inner for inner in self.walk() if isinstance(inner, ParallelMap)), None)
        if parallel is not None:
            raise LiftError(
                NESTING,
                f"the region of '{self.name}' is for one work item, and has '{parallel.name}' in it",
                expected="sequential patterns, such as ocl.map_seq",
                found=f"'{parallel.name}'",
                fix="use ocl.map_seq there, or compute it before",
            )


@irdl_op_definition
class FilterGlbOp(FilterLike):
    """The elements that a condition keeps, or values that are computed with it, found by all work items together.

    `filter_glb(p, xs) = filter(p, xs)`

    `array<n, T>`, with a region from `T` to `i1`, gives `exists<X upto n, array<X, T>>`. `array<k : n, T(k)>`, with a region
    from `T(k)` to `tuple<i1, U>`, gives `exists<X upto n, array<X, U>>`; U may not mention the position. It takes kernels of
    its own, and stands at the top level of a function.

    `%big = ocl.filter_glb (%x) in %xs : !lift.exists<X upto N, !lift.array<X, f32>> { %keep = arith.cmpf ogt, %x, %zero : f32 lift.yield %keep : i1 }`
    """

    name = "ocl.filter_glb"
    traits = traits_def(Allocates())

    def check(self, types: Sequence[Attribute], scope: Scope) -> None:
        super().check(types, scope)
        parent = self.parent_op()
        while isinstance(parent, UnpackOp):  # what follows an opening is in its region
            parent = parent.parent_op()
        if parent is not None and not isinstance(parent, DefOp):
            raise LiftError(
                TOP_LEVEL,
                f"'{self.name}' must stand at the top level of a function",
                expected="the body of a lift.def",
                found=f"the region of '{parent.name}'",
                fix="use ocl.filter_seq here",
            )
