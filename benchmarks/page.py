"""What a benchmark writes into a page: text between two lines that mark it, and pictures beside."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

DOCS = Path(__file__).parent.parent / "docs"
PAGE, IMAGES = DOCS / "performance.md", DOCS / "images"


def replaced(page: str, name: str, text: str) -> str:
    """The page with this text between the marks of that name."""
    begin, end = (f"<!-- {name}: {word} -->\n" for word in ("begin", "end"))
    before, found, rest = page.partition(begin)
    _, closed, after = rest.partition(end)
    if not found or not closed:
        raise ValueError(f"the page has no marks for {name}")
    return f"{before}{begin}{text.rstrip()}\n{end}{after}"


def write(name: str, text: str) -> None:
    PAGE.write_text(replaced(PAGE.read_text(), name, text))


def markdown(columns: Sequence[str], left: int, rows: Iterable[Sequence[str]]) -> str:
    """A table whose first columns are to the left, the others to the right."""
    rule = ["---" if at < left else "--:" for at in range(len(columns))]
    return "\n".join(f"| {' | '.join(row)} |" for row in (columns, rule, *rows))
