"""Programs that were lowered, kept on disk: text, under a hash of all that it follows from.

Entries are written at once, so several processes may share them; one that is damaged, or no plain file, counts as none.
Since kernels come from them, a folder is used only where nobody else may write to it. `LIFT_CACHE_DIR` names another
folder, and `LIFT_CACHE_DIR=off` keeps nothing.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import stat
import sys
import tempfile
import time
import warnings
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from typing import Final, cast

from xdsl.ir import Operation

FORMAT: Final = "2"
"""A new one makes old entries unreachable."""
MOST_ENTRIES: Final = 500
MOST_BYTES: Final = 1 << 26
"""A larger entry is not read."""
LEFT_OVER: Final = 3600.0
"""After so many seconds nobody is still writing a file: whoever began was killed."""
_ENTRY: Final = re.compile(r"[0-9a-f]{64}\.json")
_WRITTEN: Final = (".lift-", ".tmp")
"""What a file that is being written begins and ends with."""
_OFF: Final = ("off", "no_cache", "0")
_OURS: Final = ("lift", "lift.analysis", "lift.dialects", "lift.lowering", "lift.passes", "lift.runtime")


def cache_folder() -> Path | None:
    """Where entries are kept, or None where none are."""
    chosen = os.environ.get("LIFT_CACHE_DIR", "").strip()
    if chosen.lower() in _OFF or compiler().changed:
        return None
    if chosen:
        return Path(chosen)
    base = Path(os.environ.get("XDG_CACHE_HOME", "").strip())
    with suppress(RuntimeError):  # nobody has a home
        return (base if base.is_absolute() else Path.home() / ".cache") / "lift"
    return None


def _is_ours(folder: Path) -> bool:
    """Whether nobody else may write to a folder, so that entries are what was stored; if not, that is said once."""
    state = folder.stat()
    if os.name != "posix":
        return True
    if state.st_uid != os.geteuid():
        _warn(folder, "it belongs to somebody else")
    elif state.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        _warn(folder, "others may write to it")
    else:
        return True
    return False


@cache
def _warn(folder: Path, why: str) -> None:
    advice = "name a folder of your own with LIFT_CACHE_DIR, or write LIFT_CACHE_DIR=off"
    warnings.warn(f"programs are not kept in '{folder}': {why}; {advice}", RuntimeWarning, stacklevel=2)


def key_of(*parts: str) -> str:
    """The name of the entry for these texts, in this version of the compiler."""
    whole = hashlib.sha256()
    for part in (FORMAT, compiler().stamp, *parts):
        encoded = part.encode()
        whole.update(b"%d:" % len(encoded) + encoded)
    return whole.hexdigest()


def load(key: str) -> Mapping[str, str] | None:
    """The texts of an entry."""
    folder = cache_folder()
    if folder is None:
        return None
    try:
        entry: object = json.loads(_read(folder / f"{key}.json")) if _is_ours(folder) else None
    except (OSError, ValueError, RecursionError):
        return None
    if not isinstance(entry, dict):
        return None
    texts = cast("dict[object, object]", entry).get("texts")
    if not isinstance(texts, dict):
        return None
    found = {str(name): str(text) for name, text in cast("dict[object, object]", texts).items()}
    return found if cast("dict[object, object]", entry).get("sum") == _sum(key, found) else None


def _read(path: Path) -> str:
    """The text of a plain file; what is none is not waited for."""

    def opened(name: str, flags: int) -> int:
        return os.open(name, flags | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0))

    with open(path, encoding="utf-8", opener=opened) as file:  # Path's own takes no opener
        state = os.fstat(file.fileno())
        if not stat.S_ISREG(state.st_mode) or state.st_size > MOST_BYTES:
            raise OSError(f"'{path}' is no entry")
        return file.read()


def store(key: str, texts: Mapping[str, str]) -> None:
    """Keep an entry; where that cannot be done, nothing is kept."""
    folder = cache_folder()
    if folder is None:
        return
    with suppress(OSError):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not _is_ours(folder):
            return
        prefix, suffix = _WRITTEN
        handle, name = tempfile.mkstemp(prefix=prefix, suffix=suffix, dir=folder)
        written = Path(name)
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                json.dump({"sum": _sum(key, texts), "texts": dict(texts)}, file)
            written.replace(folder / f"{key}.json")
        except BaseException:
            written.unlink(missing_ok=True)
            raise
        _forget_left_over(folder)
        _forget_oldest(folder)


def _sum(key: str, texts: Mapping[str, str]) -> str:
    """What shows damage, and an entry that stands under the name of another."""
    return hashlib.sha256(json.dumps([key, dict(texts)], sort_keys=True).encode()).hexdigest()


def _forget_left_over(folder: Path) -> None:
    for written in folder.glob("*".join(_WRITTEN)):
        if _changed(written) < time.time() - LEFT_OVER:
            written.unlink(missing_ok=True)


def _forget_oldest(folder: Path) -> None:
    entries = [path for path in folder.iterdir() if _ENTRY.fullmatch(path.name)]
    if len(entries) <= MOST_ENTRIES:
        return
    for entry in sorted(entries, key=_changed)[: len(entries) - MOST_ENTRIES * 3 // 4]:
        entry.unlink(missing_ok=True)


def _changed(entry: Path) -> float:
    try:
        return entry.lstat().st_mtime
    except OSError:  # another process was faster
        return 0.0


@dataclass(frozen=True)
class Compiler:
    """What takes programs down."""

    stamp: str
    """A hash of its files, those of plugins, and xDSL's version."""
    changed: bool
    """Whether a file is newer than this process, so that nobody knows which of the two runs."""


@cache
def compiler() -> Compiler:
    """The compiler as it was when this was first asked."""
    stamp = hashlib.sha256(metadata.version("xdsl").encode())
    newest = 0.0
    for path in _files((*_OURS, *_plugins())):
        state = path.stat()
        stamp.update(f"\0{path} {state.st_mtime_ns} {state.st_size}".encode())
        newest = max(newest, state.st_mtime)
    started = vars(sys.modules[__name__.partition(".")[0]])["_imported_at"]
    return Compiler(stamp.hexdigest(), newest >= started)


def covers(module: Operation) -> bool:
    """Whether all ops of a program are defined in files that the stamp is of."""
    others = {type(op).__module__.partition(".")[0] for op in module.walk()} - {"lift", "xdsl"}
    return not others or others <= set(_plugins())


def _plugins() -> Iterator[str]:
    """The packages outside of ours that add dialects, passes or targets."""
    for point in sorted(metadata.entry_points(group="xdsl.universe")):
        package = point.module.partition(".")[0]
        if package not in ("lift", "xdsl"):
            yield package


def _files(packages: Iterable[str]) -> Iterator[Path]:
    """Each Python file."""
    for package in packages:
        with suppress(ImportError, ValueError):
            spec = find_spec(package)
            if spec is None:
                continue
            for folder in spec.submodule_search_locations or ():
                yield from sorted(Path(folder).rglob("*.py"))
            if spec.submodule_search_locations is None and spec.origin is not None:
                yield Path(spec.origin)
