"""Rules on random programs: each is applied wherever it holds, the program must still be valid and mean the same.

`python test/rules.py --count 10000 --least 100` goes on until there are so many applications, and so many of each rule.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "unit"))

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rule_applications import Applications, applications

from lift.passes.rules.registry import families


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=1000, help="applications in all (default: 1000)")
    parser.add_argument("--least", type=int, default=10, help="applications of each rule (default: 10)")
    parser.add_argument("--seed", type=int, default=0, help="another seed draws other programs (default: 0)")
    options = parser.parse_args()
    console = Console()
    columns = (TextColumn("applications"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("", total=options.count)
        total = applications(
            options.count, options.seed, options.least, lambda done: progress.update(task, completed=done)
        )
    console.print(_table(total))
    seldom = [rule.name for family in families().values() for rule in family if total.counts[rule.name] < options.least]
    for failure in total.failures[:10]:
        console.print(failure, markup=False, highlight=False)
    if seldom:
        console.print(f"fewer than {options.least} applications: {', '.join(seldom)}")
    counts = f"{sum(total.counts.values())} applications, {sum(total.compared.values())} results compared"
    console.print(f"{counts}, {len(total.failures)} failed")
    return 1 if total.failures or seldom else 0


def _table(total: Applications) -> Table:
    table = Table("family", "rule", "applied", "compared", box=None)
    for name, family in families().items():
        for rule in family:
            table.add_row(name, rule.name, str(total.counts[rule.name]), str(total.compared[rule.name]))
    return table


if __name__ == "__main__":
    sys.exit(main())
