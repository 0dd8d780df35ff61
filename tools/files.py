"""What the tools read and write: `-` for stdin, output files that are written whole or not at all, and stdout."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO


def read_text(path: str | None) -> str:
    """The text of a file or, without one, of stdin."""
    from ..dialects.diagnostics import LiftError
    from ..dialects.errors import UNREADABLE
    from ..dialects.loader import read_source

    if path is not None and path != "-":
        return read_source(Path(path))
    try:
        return sys.stdin.buffer.read().decode()
    except UnicodeDecodeError:
        raise LiftError(UNREADABLE, "stdin is not text in UTF-8") from None
    except OSError as error:
        raise LiftError(UNREADABLE, f"stdin cannot be read: {error.strerror}") from None


@contextmanager
def written_whole(path: Path) -> Generator[IO[bytes]]:
    """A file to write to that becomes the one at the path in the end, unless something fails."""
    if path.exists() and not path.is_file():  # a device, say, which must stay what it is
        with path.open("wb") as file:
            yield file
        return
    final = path.resolve()  # behind a link, which stays
    with TemporaryDirectory(prefix=".lift-", dir=final.parent) as folder:
        beside = Path(folder) / "written"
        with beside.open("wb") as file:
            yield file
        if final.exists():
            shutil.copymode(final, beside)
        beside.replace(final)


def forget_stdout() -> None:
    """Nothing more can be written to stdout, and Python must not try when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
