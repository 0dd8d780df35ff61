"""Programs that were lowered are kept on disk, for several processes, and damage does no harm."""

import os
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import device_programs as programs
import pytest
from device_programs import DOT_FUNCTION, X

import lift
from lift.dialects.loader import lift_context
from lift.runtime import cache


@pytest.fixture
def lowering(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    monkeypatch.setattr(cache, "compiler", lambda: cache.Compiler("this one", changed=False))
    return programs.only_lower_dot(monkeypatch, tmp_path)


# What is kept


def test_a_program_is_taken_down_once(lowering: list[str]) -> None:
    first = lift.compile(DOT_FUNCTION, strategy="cpu")
    second = lift.compile(DOT_FUNCTION, strategy="cpu")
    assert lowering == ["dot for cpu"]
    assert first.opencl == second.opencl
    assert first.lowered.text(long=True) == second.lowered.text(long=True)
    assert second(X, X) == X @ X
    lift.compile(DOT_FUNCTION, strategy="gpu")
    lift.compile(DOT_FUNCTION + "\n\n", strategy="cpu")
    lift.compile(DOT_FUNCTION.replace("@dot", "@other"), strategy="cpu")
    assert lowering == ["dot for cpu", "dot for gpu", "other for cpu"]


def test_nothing_is_kept_where_that_is_not_wanted(lowering: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIFT_CACHE_DIR", "off")
    for _ in range(2):
        lift.compile(DOT_FUNCTION, strategy="cpu")
    assert len(lowering) == 2


def test_a_program_with_other_dialects_is_not_kept(lowering: list[str]) -> None:
    for _ in range(2):
        lift.compile(DOT_FUNCTION, strategy="cpu", context=lift_context())
    assert len(lowering) == 2


def halved(text: str) -> str:
    return text[: len(text) // 2]


def changed(text: str) -> str:
    return text.replace("dot_1", "dot_3")


def replaced(by: str) -> Callable[[str], str]:
    return lambda _: by


NUMBER = "9" * 5000
WRONG_KINDS = [
    replaced(text) for text in ("[]", "{}", '{"sum": 1, "texts": 2}', "", "\0", "nonsense", "[" * 100_000, NUMBER)
]


@pytest.mark.parametrize("damage", [halved, changed, *WRONG_KINDS])
def test_a_damaged_entry_counts_as_none(damage: Callable[[str], str], lowering: list[str], tmp_path: Path) -> None:
    lift.compile(DOT_FUNCTION, strategy="cpu")
    (entry,) = (tmp_path / "cache").glob("*.json")
    entry.write_text(damage(entry.read_text()))
    assert lift.compile(DOT_FUNCTION, strategy="cpu")(X, X) == X @ X
    assert len(lowering) == 2
    lift.compile(DOT_FUNCTION, strategy="cpu")
    assert len(lowering) == 2


def test_an_entry_under_another_name_counts_as_none(lowering: list[str], tmp_path: Path) -> None:
    lift.compile(DOT_FUNCTION, strategy="cpu")
    (ours,) = (tmp_path / "cache").glob("*.json")
    lift.compile(DOT_FUNCTION, strategy="gpu")
    (other,) = set((tmp_path / "cache").glob("*.json")) - {ours}
    ours.write_bytes(other.read_bytes())
    lift.compile(DOT_FUNCTION, strategy="cpu")
    assert lowering == ["dot for cpu", "dot for gpu", "dot for cpu"]


def test_an_entry_that_is_no_program_counts_as_none(lowering: list[str], tmp_path: Path) -> None:
    lift.compile(DOT_FUNCTION, strategy="cpu")
    (entry,) = (tmp_path / "cache").glob("*.json")
    cache.store(entry.stem, {"module": "nonsense", "opencl": ""})
    assert lift.compile(DOT_FUNCTION, strategy="cpu")(X, X) == X @ X
    assert len(lowering) == 2


def fifo(path: Path) -> None:
    os.mkfifo(path)


def socket_(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as made:
        here = Path.cwd()
        os.chdir(path.parent)  # the name of a socket is short
        try:
            made.bind(path.name)
        finally:
            os.chdir(here)


def link_to_fifo(path: Path) -> None:
    os.mkfifo(path.parent.parent / "fifo")
    path.symlink_to(path.parent.parent / "fifo")


def link_to_device(path: Path) -> None:
    path.symlink_to("/dev/zero")


def link_to_nothing(path: Path) -> None:
    path.symlink_to(path.parent / "nothing")


def link_to_itself(path: Path) -> None:
    path.symlink_to(path)


def endless(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(1 << 36)


STRANGE = [Path.mkdir, fifo, socket_, link_to_fifo, link_to_device, link_to_nothing, link_to_itself, endless]


@pytest.mark.parametrize("make", STRANGE)
def test_an_entry_that_is_no_file_counts_as_none(
    make: Callable[[Path], None], lowering: list[str], tmp_path: Path
) -> None:
    lift.compile(DOT_FUNCTION, strategy="cpu")
    (entry,) = (tmp_path / "cache").glob("*.json")
    entry.unlink()
    try:
        make(entry)
    except OSError as error:
        pytest.skip(f"this cannot be made here: {error}")
    lift.compile(DOT_FUNCTION, strategy="cpu")
    assert len(lowering) == 2
    assert [path.suffix for path in (tmp_path / "cache").iterdir()] == [".json"]


@pytest.mark.parametrize("mode", [0o770, 0o707, 0o777])
def test_a_folder_that_others_may_write_to_is_not_used(mode: int, lowering: list[str], tmp_path: Path) -> None:
    folder = tmp_path / "cache"
    lift.compile(DOT_FUNCTION, strategy="cpu")
    folder.chmod(mode)
    with pytest.warns(RuntimeWarning, match="others may write to it"):
        lift.compile(DOT_FUNCTION, strategy="cpu")
    lift.compile(DOT_FUNCTION, strategy="cpu")  # it is said once
    assert len(lowering) == 3
    folder.chmod(0o755)
    lift.compile(DOT_FUNCTION, strategy="cpu")
    assert len(lowering) == 3


def test_a_folder_of_somebody_else_is_not_used(
    lowering: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lift.compile(DOT_FUNCTION, strategy="cpu")
    monkeypatch.setattr(os, "geteuid", lambda: 12345)
    with pytest.warns(RuntimeWarning, match="it belongs to somebody else"):
        lift.compile(DOT_FUNCTION, strategy="cpu")
    assert len(lowering) == 2
    assert len(list((tmp_path / "cache").iterdir())) == 1


@pytest.mark.parametrize("base", ["cache", "./cache", "..", "~/cache"])
def test_a_relative_base_is_ignored(base: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "compiler", lambda: cache.Compiler("this one", changed=False))
    monkeypatch.delenv("LIFT_CACHE_DIR")
    monkeypatch.setenv("HOME", "/somewhere")
    monkeypatch.setenv("XDG_CACHE_HOME", base)
    assert cache.cache_folder() == Path("/somewhere/.cache/lift")


def test_a_folder_that_cannot_be_written_is_no_error(
    lowering: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("LIFT_CACHE_DIR", str(tmp_path / "file" / "below"))
    assert lift.compile(DOT_FUNCTION, strategy="cpu")(X, X) == X @ X
    assert len(lowering) == 1


def test_another_compiler_does_not_find_an_entry(monkeypatch: pytest.MonkeyPatch) -> None:
    before = cache.key_of("a", "b")
    assert before == cache.key_of("a", "b") != cache.key_of("ab", "")
    monkeypatch.setattr(cache, "compiler", lambda: cache.Compiler("another", changed=False))
    assert cache.key_of("a", "b") != before


def test_the_stamp_follows_the_files_of_the_compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "some_plugin"
    package.mkdir()
    (package / "__init__.py").write_text("x = 1")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(cache, "_plugins", lambda: ["some_plugin"])
    compiler = cache.compiler.__wrapped__
    os.utime(package / "__init__.py", (1, 1))
    before = compiler()
    assert before == compiler()
    assert not before.changed
    os.utime(package / "__init__.py", (2, 2))
    assert compiler().stamp != before.stamp
    os.utime(package / "__init__.py", (1e10, 1e10))
    assert compiler().changed
    assert any("passes" in path.parts for path in cache._files(cache._OURS))


def test_nothing_is_kept_while_the_compiler_changes(lowering: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "compiler", lambda: cache.Compiler("new", changed=True))
    for _ in range(2):
        lift.compile(DOT_FUNCTION, strategy="cpu")
    assert len(lowering) == 2


def test_the_oldest_entries_are_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "compiler", lambda: cache.Compiler("this one", changed=False))
    monkeypatch.setenv("LIFT_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(cache, "MOST_ENTRIES", 4)
    keys = [cache.key_of(str(number)) for number in range(6)]
    for number, key in enumerate(keys):
        cache.store(key, {"text": key})
        os.utime(tmp_path / f"{key}.json", (number, number))
    assert {path.name for path in tmp_path.iterdir()} == {f"{key}.json" for key in keys[2:]}


def test_what_a_killed_process_left_is_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "compiler", lambda: cache.Compiler("this one", changed=False))
    monkeypatch.setenv("LIFT_CACHE_DIR", str(tmp_path))
    killed = tmp_path / ".lift-killed.tmp"
    at_work = tmp_path / ".lift-at-work.tmp"
    killed.touch()
    at_work.touch()
    os.utime(killed, (1, 1))
    cache.store(cache.key_of("a"), {"text": "a"})
    assert not killed.exists()
    assert at_work.exists()


def test_files_of_others_are_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "compiler", lambda: cache.Compiler("this one", changed=False))
    monkeypatch.setenv("LIFT_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(cache, "MOST_ENTRIES", 1)
    others = {"settings.json", "package.json", ".other.tmp"}
    for name in others:
        (tmp_path / name).touch()
        os.utime(tmp_path / name, (1, 1))
    for number in range(3):
        cache.store(cache.key_of(str(number)), {"text": "a"})
    assert others <= {path.name for path in tmp_path.iterdir()}


def test_processes_share_entries(tmp_path: Path) -> None:
    code = (
        "import sys, lift.runtime.cache as cache\n"
        "cache.compiler = lambda: cache.Compiler('this one', changed=False)\n"
        "for i in range(50):\n"
        "    cache.store('key', {'text': 'x' * 10000 + sys.argv[1]})\n"
        "    found = cache.load('key')\n"
        "    assert found is not None and len(found['text']) == 10001, found\n"
    )
    environment = {**os.environ, "LIFT_CACHE_DIR": str(tmp_path)}
    processes = [subprocess.Popen([sys.executable, "-c", code, str(k)], env=environment) for k in range(3)]
    assert [process.wait() for process in processes] == [0, 0, 0]
    assert [path.name for path in tmp_path.iterdir()] == ["key.json"]
