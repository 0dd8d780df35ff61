"""`test-print-execution-levels`: shows what `analysis/execution.py` finds, for tests of it."""

from __future__ import annotations

from collections.abc import Iterator

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation
from xdsl.passes import ModulePass

from ..analysis.execution import is_group_level, is_host_loop, is_top_level
from ..dialects.diagnostics import op_name
from ..dialects.lift.destinations import level_name
from ..dialects.lift.functions import DefOp
from ..dialects.ocl.patterns import enclosing_maps


class PrintExecutionLevelsPass(ModulePass):
    """Print for each op of a function where it stands among kernels, work groups and work items, and change nothing.

    An op in an `ocl.map_lcl<0>` in an `ocl.map_wrg<0>` gives `%y = arith.negf: in wrg<0>, lcl<0>`.
    """

    name = "test-print-execution-levels"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for function in op.walk():
            if isinstance(function, DefOp):
                print(f"@{function.sym_name.data}:")
                for inner in function.walk():
                    if inner is not function:
                        print(f"  {op_name(inner)}: {', '.join(_where(inner)) or 'outside of parallel maps'}")


def _where(op: Operation) -> Iterator[str]:
    if is_top_level(op.parent):
        yield "top level"
    if is_host_loop(op):
        yield "host loop"
    levels = [level_name(outer.level) for outer in reversed(enclosing_maps(op.parent))]
    if levels:
        yield f"in {', '.join(levels)}"
    if is_group_level(op.parent):
        yield "group level"
