"""`test-print-races`: shows what `analysis/races.py` finds, for tests of it."""

from __future__ import annotations

from collections.abc import Iterator

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from ..analysis.accesses import Trace
from ..analysis.races import SHARED, Race, Races
from ..dialects.ocl.kernels import KernelOp
from .print_accesses import access_text


class PrintRacesPass(ModulePass):
    """Print a race of each kind that a kernel has with the barriers that are in it, and change nothing.

    The kinds are: across work groups, or in private memory, where no barrier helps, and in a group, in local and in global
    memory. The two accesses of a race are printed as `test-print-accesses` does it.
    """

    name = "test-print-races"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for kernel in op.walk():
            if isinstance(kernel, KernelOp):
                found = list(_races(Races(Trace(kernel))))
                print(f"@{kernel.kernel_name}: {'races' if found else 'no race'}")
                for where, race in found:
                    print(f"  {where}:")
                    print(f"    {access_text(race.first)}")
                    print(f"    {access_text(race.second)}")


def _races(races: Races) -> Iterator[tuple[str, Race]]:
    across = races.across_groups()
    if across is not None:
        yield "where no barrier helps", across
    for space in SHARED:
        race = races.in_group(frozenset(), space)
        if race is not None:
            yield f"in a group, in {space} memory", race
