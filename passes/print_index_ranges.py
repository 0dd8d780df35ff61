"""`test-print-index-ranges`: shows what `analysis/index_ranges.py` finds, for tests of it."""

from __future__ import annotations

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from ..analysis.index_ranges import index_ranges
from ..dialects.host.launches import LaunchOp


class PrintIndexRangesPass(ModulePass):
    """Print the bounds of what each launch computes for its indices, and change nothing.

    `kernel.load %x[2 * %i + 1]` in a loop to N gives `at most 2 * N - 1 in %e = kernel.load %x[2 * %i + 1] : f32`; what it
    computes is also at least `-(2 * N - 1) - 1`. Bounds below 2^31, and those that are always below others, are left out.
    """

    name = "test-print-index-ranges"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for launch in op.walk():
            if isinstance(launch, LaunchOp):
                found = index_ranges(launch)
                print(f"@{launch.kernel_name}:")
                for name, nat in found.definitions.items():
                    print(f"  {name} is {nat}")
                for extent in found.extents:
                    print(f"  at most {extent.most} in {extent.text}")
                if found.unbounded is not None:
                    print(f"  without a bound in {found.unbounded.name}")
