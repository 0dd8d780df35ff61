"""The pass `ocl-to-view`: each `ocl.kernel` becomes a kernel of loops and views, and a function its host program."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation
from xdsl.passes import ModulePass
from xdsl.rewriter import Rewriter

from ...analysis.errors import NOT_COMPILED
from ...analysis.writes import written_operands
from ...dialects.diagnostics import LiftError, location_of, placed
from ...dialects.lift.functions import DefOp
from ...dialects.view.dialect import View
from ...dialects.view.operation import LayoutView
from .patterns import ViewClasses
from .prepared import need_prepared
from .program import Program


@dataclass(frozen=True)
class OclToViewPass(ModulePass):
    """Turn kernels into loops with destinations and views, and functions into host programs.

    Before:

        %r = ocl.kernel @f { %q = ocl.map_glb<0> (%x) in %xs { %y = arith.negf %x : f32 lift.yield %y : f32 } .. }

    After, in the kernel:

        kernel.for %g = %g_id to N step %size {
          %e = view.access %vx[%g]
          %x = view.load %e : f32
          %y = arith.negf %x : f32
          %d = view.access %vr[%g]
          view.store %y, %d : f32
        }

    and around it a `host.program` that reserves buffers and launches the kernels.
    """

    name: ClassVar[str] = "ocl-to-view"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        classes = view_classes(ctx, op)
        for function in list(op.ops):
            if isinstance(function, DefOp):
                need_prepared(function)
                with placed(function):
                    Program(function, classes).build()
                Rewriter.erase_op(function, safe_erase=False)


def view_classes(ctx: Context, module: ModuleOp) -> ViewClasses:
    """The view of each layout op: of our own, and of the dialects that are loaded or that a module uses."""
    for dialect in {op.dialect_name() for op in module.walk()}:
        ctx.get_optional_dialect(dialect)
    found: dict[type[Operation], type[LayoutView]] = {}
    for cls in (*View.operations, *ctx.loaded_ops):
        if issubclass(cls, LayoutView):
            found[cls.LAYOUT] = cls
    for op in module.walk():
        if type(op) in found and written_operands(op):
            _need_destinations(op, found[type(op)])
    return found


def _need_destinations(op: Operation, view: type[LayoutView]) -> None:
    """An op that says that it can be written through has a view that says where."""
    if view.destinations.__func__ is LayoutView.destinations.__func__:
        layout_class = type(op)
        raise LiftError(
            NOT_COMPILED,
            f"'{op.name}' says that it can be written through, and its view '{view.name}' does not say where",
            expected=f"`destinations` in the class {view.__module__}.{view.__qualname__}",
            fix=f"write it, or have `written_through` of {layout_class.__module__}.{layout_class.__qualname__} give None",
            location=location_of(op),
        )
