"""`test-print-accesses`: shows what `analysis/accesses.py` finds, for tests of it."""

from __future__ import annotations

from collections.abc import Iterable

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from ..analysis.accesses import Access, Barrier, Gap, Loop, Node, Trace
from ..dialects.diagnostics import op_name, value_name
from ..dialects.lift.destinations import Level, level_name
from ..dialects.ocl.kernels import KernelOp


class PrintAccessesPass(ModulePass):
    """Print the accesses of each kernel in order, with loops, barriers and gaps for barriers, and change nothing.

    A store to local memory in an `ocl.map_lcl<0>` in an `ocl.map_wrg<0>` gives
    `write local %tmp in %x = ocl.store by lcl<0>, wrg<0>`, in the lines of the two loops.
    """

    name = "test-print-accesses"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for kernel in op.walk():
            if isinstance(kernel, KernelOp):
                trace = Trace(kernel)
                print(f"@{kernel.kernel_name}: {_levels(trace.keys) or 'one work item'}")
                _print(trace.nodes, "  ")


def _print(nodes: Iterable[Node], indent: str) -> None:
    for node in nodes:
        match node:
            case Access():
                print(f"{indent}{access_text(node)}")
            case Barrier():
                print(f"{indent}barrier {node.space}")
            case Gap():
                print(f"{indent}gap {'at the beginning' if node.after is None else f'after {op_name(node.after)}'}")
            case Loop():
                print(f"{indent}loop {op_name(node.op)}")
                _print(node.nodes, indent + "  ")


def access_text(access: Access) -> str:
    """An access in a line: what is done to which memory, the op, the levels around it, and the single writer."""
    place = access.ref.areas[-1].place
    memory = value_name(place.op.results[0]) if place.op.results else place.op.name
    by = f" by {_levels(access.bound)}" if access.bound else ""
    single = f" single {_levels(access.alone)}" if access.alone else ""
    return f"{'write' if access.write else 'read'} {place.space} {memory} in {op_name(access.op)}{by}{single}"


def _levels(levels: Iterable[Level]) -> str:
    return ", ".join(map(level_name, sorted(levels)))
