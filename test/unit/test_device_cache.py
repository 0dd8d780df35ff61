"""Programs that were taken down are kept on disk, for several processes, and damage does no harm."""

import os
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


WRONG_KINDS = [replaced(text) for text in ("[]", "{}", '{"sum": 1, "texts": 2}', "", "\0", "nonsense")]


@pytest.mark.parametrize("damage", [halved, changed, *WRONG_KINDS])
def test_a_damaged_entry_counts_as_none(damage: Callable[[str], str], lowering: list[str], tmp_path: Path) -> None:
    lift.compile(DOT_FUNCTION, strategy="cpu")
    (entry,) = (tmp_path / "cache").glob("*.json")
    entry.write_text(damage(entry.read_text()))
    assert lift.compile(DOT_FUNCTION, strategy="cpu")(X, X) == X @ X
    assert len(lowering) == 2
    lift.compile(DOT_FUNCTION, strategy="cpu")
    assert len(lowering) == 2


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
    for number in range(6):
        cache.store(str(number), {"text": str(number)})
        os.utime(tmp_path / f"{number}.json", (number, number))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["2.json", "3.json", "4.json", "5.json"]


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
