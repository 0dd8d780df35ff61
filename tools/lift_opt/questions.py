"""What `lift-opt` answers without a program: what an error means, which passes there are."""

from __future__ import annotations

import textwrap
from collections.abc import Callable

from xdsl.passes import ModulePass

from ..error_index import all_errors
from .arguments import did_you_mean
from .pipeline import BadOption


def explain(code: str) -> str:
    """The entry of an error in the index of errors."""
    errors = all_errors()
    kind = errors.get(code.upper()) or errors.get(f"LIFT{code:0>4}")
    if kind is None:
        raise BadOption(f"there is no error '{code}'{did_you_mean(code.upper(), errors)}")
    lines = [f"{kind.code}: {kind.title}", "", *textwrap.wrap(kind.explanation, 100)]
    if kind.example is not None:
        lines += ["", "The smallest program that has it:", "", textwrap.indent(kind.example.rstrip("\n"), "  ")]
    return "\n".join(lines)


def list_passes(available: dict[str, Callable[[], type[ModulePass]]]) -> str:
    """The passes: ours with the first line of what they say of themselves, then the others by name."""
    ours = sorted(name for name, factory in available.items() if factory.__module__.startswith("lift."))
    others = sorted(available.keys() - set(ours))
    lines = ["passes of lift:"]
    lines += [f"  {name:28} {_first_line(available[name]())}".rstrip() for name in ours] or ["  none"]
    lines += ["", "passes of xDSL and of extensions:"]
    lines += textwrap.wrap(", ".join(others), 100, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False)
    return "\n".join(lines)


def _first_line(step: type[ModulePass]) -> str:
    return (step.__doc__ or "").strip().partition("\n")[0]
