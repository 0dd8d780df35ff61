"""Sums in the indices of a kernel: each is an entry of a table of running sums, or there is no text for it.

`view-to-kernel` gives a kernel the tables that it needs; a kernel that was written by hand may lack one.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Mapping
from contextlib import contextmanager

from ...analysis.errors import NO_INDEX
from ...dialects.diagnostics import LiftError
from ...dialects.nat.print_c import NoTable


@contextmanager
def sums_have_tables(called: Mapping[str, str]) -> Generator[None]:
    """While it lasts, a sum that no table has is an error of the program, in which values are called as in C."""
    try:
        yield
    except NoTable as error:
        found = re.sub(r"\d+'", lambda symbol: called[symbol[0]], str(error.sum.nat))
        raise LiftError(
            NO_INDEX,
            "the kernel has no table of running sums for a sum in an index",
            expected="a closed form, or a table of the kernel whose entries are such sums",
            found=found,
            fix="write the sum in closed form, or add its table before the facts: sums [offsets[N + 1] by (i) -> (rows[i])]",
        ) from None
