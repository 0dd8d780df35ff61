"""Programs that were taken down, kept on disk: text, under a hash of all that it follows from.

Entries are written at once, so several processes may share them; one that is damaged counts as none. `LIFT_CACHE_DIR`
names another folder, and `LIFT_CACHE_DIR=off` keeps nothing.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from typing import Final, cast

from xdsl.ir import Operation

FORMAT: Final = "1"
"""A new one makes old entries unreachable."""
MOST_ENTRIES: Final = 500
_OFF: Final = ("off", "no_cache", "0")
_OURS: Final = ("lift", "lift.analysis", "lift.dialects", "lift.lowering", "lift.passes", "lift.runtime")


def cache_folder() -> Path | None:
    """Where entries are kept, or None where none are."""
    chosen = os.environ.get("LIFT_CACHE_DIR", "").strip()
    if chosen.lower() in _OFF or compiler().changed:
        return None
    if chosen:
        return Path(chosen)
    base = os.environ.get("XDG_CACHE_HOME", "").strip()
    with suppress(RuntimeError):  # nobody has a home
        return (Path(base) if base else Path.home() / ".cache") / "lift"
    return None


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
        entry: object = json.loads((folder / f"{key}.json").read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return None
    if not isinstance(entry, dict):
        return None
    texts = cast("dict[object, object]", entry).get("texts")
    if not isinstance(texts, dict):
        return None
    found = {str(name): str(text) for name, text in cast("dict[object, object]", texts).items()}
    return found if cast("dict[object, object]", entry).get("sum") == _sum(found) else None


def store(key: str, texts: Mapping[str, str]) -> None:
    """Keep an entry; where that cannot be done, nothing is kept."""
    folder = cache_folder()
    if folder is None:
        return
    with suppress(OSError):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=".", suffix=".tmp", dir=folder)
        written = Path(name)
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                json.dump({"sum": _sum(texts), "texts": dict(texts)}, file)
            written.replace(folder / f"{key}.json")
        except BaseException:
            written.unlink(missing_ok=True)
            raise
        _forget_oldest(folder)


def _sum(texts: Mapping[str, str]) -> str:
    return hashlib.sha256(json.dumps(dict(texts), sort_keys=True).encode()).hexdigest()


def _forget_oldest(folder: Path) -> None:
    entries = list(folder.glob("*.json"))
    if len(entries) <= MOST_ENTRIES:
        return
    for entry in sorted(entries, key=_age)[: len(entries) - MOST_ENTRIES * 3 // 4]:
        entry.unlink(missing_ok=True)


def _age(entry: Path) -> float:
    try:
        return entry.stat().st_mtime
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
