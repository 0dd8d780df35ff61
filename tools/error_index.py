"""The index of errors: every kind that a program, a pass or a call can raise, by its code.

`python -m lift.tools.error_index > docs/errors.md` writes the page.
"""

from __future__ import annotations

from ..analysis.errors import LOWERING_ERRORS
from ..dialects.errors import ERRORS, ErrorKind
from ..runtime.errors import RUNTIME_ERRORS


def all_errors() -> dict[str, ErrorKind]:
    """Every kind by its code, in the order of the codes."""
    return dict(sorted({**ERRORS, **LOWERING_ERRORS, **RUNTIME_ERRORS}.items()))


def index_page() -> str:
    """The page `docs/errors.md`."""
    lines = [
        "# Errors",
        "",
        "Every message carries a code. This is what each means, with the smallest program that has it. Codes from",
        "LIFT0200 on are of calls, those from LIFT0350 on of passes and printers; the others are of the program itself.",
        "The page is generated: `python -m lift.tools.error_index > docs/errors.md`.",
    ]
    for kind in all_errors().values():
        lines += ["", f"## {kind.code}: {kind.title}", "", kind.explanation]
        if kind.example is not None:
            lines += ["", "```mlir", kind.example.rstrip("\n"), "```"]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(index_page(), end="")
