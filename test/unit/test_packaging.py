"""The repository as a package: what is installed, what is imported, and who may import whom."""

import ast
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]

# A folder may import from itself and from the folders named here, nothing else of ours.
# `api` is the front door and stands above everything, as `tools` does.
FOLDERS = ("api", "dialects", "analysis", "passes", "lowering", "runtime", "frontends", "tools")
MAY_IMPORT = {
    "dialects": {"dialects"},
    "analysis": {"analysis", "dialects"},
    "passes": {"passes", "analysis", "dialects"},
    "lowering": {"lowering", "passes", "analysis", "dialects"},
    "runtime": {"runtime", "lowering", "passes", "analysis", "dialects"},
    "frontends": {"frontends", "dialects"},
}
TOO_VAGUE = {"utils", "util", "helpers", "helper", "common", "misc"}
MOST_LINES = 600


def pyproject() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text())


def modules(*folders: str) -> Iterator[Path]:
    """Every Python file of the given folders, relative to the repository."""
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*.py")):
            yield path.relative_to(ROOT)


def installed_name(folder: Path) -> str:
    """`dialects/nat` is installed as `lift.dialects.nat`, and `api` as `lift`."""
    inner = folder.parts[1:] if folder.parts[0] == "api" else folder.parts
    return ".".join(("lift", *inner))


def imported(module: Path) -> Iterator[tuple[str, ...]]:
    """The repository paths that a module imports relatively, and what it imports of `lift` absolutely."""
    yield from imports_under(ast.parse((ROOT / module).read_text()), module)


def imports_under(tree: ast.AST, module: Path) -> Iterator[tuple[str, ...]]:
    for node in ast.walk(tree):
        match node:
            case ast.ImportFrom(module=name, names=names, level=level) if level > 0:
                base = module.parts[:-level]
                targets = [name] if name else [alias.name for alias in names]
                yield from ((*base, *target.split(".")) for target in targets)
            case ast.ImportFrom(module=str(name)) if name.split(".")[0] == "lift":
                yield tuple(name.split("."))
            case ast.Import(names=names):
                yield from (tuple(a.name.split(".")) for a in names if a.name.split(".")[0] == "lift")
            case _:
                pass


def imported_in_functions(module: Path) -> set[tuple[str, ...]]:
    """What a module imports only when a function of it is called."""
    functions = [node for node in ast.walk(ast.parse((ROOT / module).read_text())) if isinstance(node, ast.FunctionDef)]
    return {target for function in functions for target in imports_under(function, module)}


def is_canonicalisation(target: tuple[str, ...], module: Path) -> bool:
    """Canonicalisation patterns hang on ops, which import them when they are asked for."""
    canonical = ("passes", "strategies", "canonical")
    return target[:3] == canonical and module.parts[0] == "dialects" and target in imported_in_functions(module)


def test_every_package_is_listed() -> None:
    folders = {path.parent for path in modules(*FOLDERS) if path.name == "__init__.py"}
    assert {installed_name(folder) for folder in folders} == set(pyproject()["tool"]["setuptools"]["packages"])


def test_every_module_is_in_a_package() -> None:
    assert [path for path in modules(*FOLDERS) if not (ROOT / path.parent / "__init__.py").exists()] == []


def test_every_package_is_seen_by_the_type_checker() -> None:
    folders = {path.parts[0] for path in modules(*FOLDERS)}
    assert folders <= set(pyproject()["tool"]["basedpyright"]["include"])
    for folder in folders - {"api"}:
        assert (ROOT / "typings" / "lift" / folder).resolve() == ROOT / folder


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The names inside a wheel built from a copy of the sources, so that nothing is left behind here."""
    source, out = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("wheel")
    package_files = [path.relative_to(ROOT) for folder in FOLDERS for path in (ROOT / folder).rglob("*.*")]
    for path in map(Path, ("pyproject.toml", "README.md", "LICENSE", *package_files)):
        if "__pycache__" not in path.parts:
            (source / path).parent.mkdir(parents=True, exist_ok=True)
            (source / path).write_bytes((ROOT / path).read_bytes())
    command = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--quiet",
        "--no-deps",
        "--no-build-isolation",
        f"--wheel-dir={out}",
        str(source),
    ]
    subprocess.run(command, check=True)
    (built,) = out.iterdir()
    return zipfile.ZipFile(built).namelist()


def test_wheel_holds_the_package_lift_and_nothing_else(wheel: list[str]) -> None:
    assert {name.split("/")[0] for name in wheel if ".dist-info/" not in name} == {"lift"}


def test_wheel_holds_every_module(wheel: list[str]) -> None:
    expected = {f"{installed_name(path.parent).replace('.', '/')}/{path.name}" for path in modules(*FOLDERS)}
    assert expected <= set(wheel)


def test_wheel_is_typed(wheel: list[str]) -> None:
    assert "lift/py.typed" in wheel


def test_importing_lift_imports_nothing_heavy() -> None:
    program = "import lift, sys; print(*sorted({'numpy', 'pyopencl', 'xdsl', 'rich'} & sys.modules.keys()))"
    result = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    assert result.stdout.split() == []


def test_importing_the_algebra_imports_no_ir() -> None:
    names = [installed_name(path.with_suffix("")) for path in modules("dialects/nat") if path.name != "__init__.py"]
    program = "\n".join([*(f"import {name}" for name in names), "import sys; print('xdsl' in sys.modules)"])
    result = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    assert result.stdout.strip() == "False"


@pytest.mark.parametrize("folder", MAY_IMPORT)
def test_dependencies_point_one_way(folder: str) -> None:
    outside = [
        f"{module} imports {'.'.join(target)}"
        for module in modules(folder)
        for target in imported(module)
        if target[0] not in MAY_IMPORT[folder] and not is_canonicalisation(target, module)
    ]
    assert outside == []


def test_the_algebra_imports_nothing_of_ours() -> None:
    nat = ("dialects", "nat")
    outside = [
        f"{module} imports {'.'.join(target)}"
        for module in modules("dialects/nat")
        for target in imported(module)
        if target[:2] != nat
    ]
    assert outside == []


def test_imports_inside_the_package_are_relative() -> None:
    absolute = [str(path) for path in modules(*FOLDERS) for target in imported(path) if target[0] == "lift"]
    assert absolute == []


def test_no_module_has_a_vague_name() -> None:
    parts = {part.removesuffix(".py") for path in modules(*FOLDERS, "test") for part in path.parts}
    assert parts & TOO_VAGUE == set()


def test_no_module_is_too_long() -> None:
    lengths = {str(path): len((ROOT / path).read_text().splitlines()) for path in modules(*FOLDERS, "test")}
    assert {path: lines for path, lines in lengths.items() if lines > MOST_LINES} == {}
