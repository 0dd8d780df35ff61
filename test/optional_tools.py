"""Which of the optional tools are here. They come from the distribution, not from pip.

Tests that need one are skipped without it, so a run says visibly what it could not check.
`LIFT_REQUIRE_TOOLS` turns absence into an error: `1` for all of them, or some by name
(`LIFT_REQUIRE_TOOLS=oclgrind,clang`).
"""

import os
import shutil
import sys
from dataclasses import dataclass


@dataclass(frozen=True)
class Tool:
    """An external program: the names it goes by, best first, and the Debian package it is in."""

    name: str
    executables: tuple[str, ...]
    package: str
    purpose: str

    @property
    def path(self) -> str | None:
        return next((path for name in self.executables if (path := shutil.which(name))), None)


TOOLS = (
    Tool("oclgrind", ("oclgrind",), "oclgrind", "watches kernels for races and out-of-bounds accesses"),
    Tool("clang", ("clang",), "clang", "reads every kernel as strict OpenCL C 1.2"),
    Tool("mlir-opt", ("mlir-opt", "mlir-opt-22"), "mlir-22-tools", "reads the generic form of what we print"),
)


def required() -> frozenset[str]:
    """The names in `LIFT_REQUIRE_TOOLS`."""
    words = os.environ.get("LIFT_REQUIRE_TOOLS", "").replace(",", " ").split()
    known = frozenset(tool.name for tool in TOOLS)
    names = known if words == ["1"] else frozenset(words) - {"0"}
    if unknown := names - known:
        sys.exit(f"error: LIFT_REQUIRE_TOOLS names {', '.join(sorted(unknown))}; there are {', '.join(sorted(known))}")
    return names


def report() -> bool:
    """Print what is here and what is not; false when something required is missing."""
    needed = required()
    missing: list[Tool] = []
    print("optional tools:")
    for tool in TOOLS:
        found = tool.path or f"absent (Debian: {tool.package})"
        print(f"  {tool.name:9} {found:32} {tool.purpose}")
        if tool.path is None and tool.name in needed:
            missing.append(tool)
    for tool in missing:
        print(f"error: {tool.name} is required by LIFT_REQUIRE_TOOLS and absent", file=sys.stderr)
    return not missing


if __name__ == "__main__":
    sys.exit(0 if report() else 1)
