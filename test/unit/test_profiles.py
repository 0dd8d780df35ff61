"""Device profiles: the table, its documentation, and what the runtime chooses."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from device_programs import refused

import lift
from lift.dialects.profiles import FIELDS, PROFILES, parse_profile
from lift.runtime.device import profiles
from lift.runtime.device.devices import find_device
from lift.runtime.device.profiles import list_devices, profile_for

ROOTS = """
lift.def @roots<N>(%x: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %r = lift.map (%e) in %x { %s = math.sqrt %e : f32 lift.yield %s }
  lift.return %r
}
"""


@pytest.mark.parametrize("name", PROFILES)
def test_a_profile_is_read_as_it_is_written(name: str) -> None:
    assert parse_profile(name) == PROFILES[name]
    assert PROFILES[name].text == name
    other = replace(PROFILES[name], group=7, vector_access="pointers", stores="plain")
    assert parse_profile(other.text) == other


def test_the_documentation_has_every_profile_and_every_field() -> None:
    text = (Path(__file__).parents[2] / "docs" / "profiles.md").read_text()
    named = set(re.findall(r"`(\w+)`", text[text.index("## Profiles") : text.index("## Fields")]))
    assert named >= set(PROFILES)
    rows = dict(re.findall(r"^\| `(\w+)` \| (\w+) \|", text[text.index("## Fields") :], re.MULTILINE))
    assert rows == {name: str(getattr(PROFILES["generic"], name)) for name in FIELDS}
    words = {word for field in FIELDS.values() for word in field.metadata.get("words", ())}
    assert all(f"`{word}`" in text for word in words)


# What the runtime chooses


def device(platform: str, **facts: Any) -> Any:
    """What `profile_for` asks of a device."""
    usual: dict[str, Any] = {
        "type": 1 << 1,
        "vendor": "",
        "version": "OpenCL 3.0 PoCL HSTR: pthread-x86_64-unknown-linux-gnu-znver3",
        "driver_version": "3.0-rc2",
        "max_compute_units": 4,
        "local_mem_size": 1 << 16,
        "global_mem_cache_size": 0,
        "max_work_group_size": 4096,
        "max_work_item_sizes": (4096, 4096, 4096),
    }
    return SimpleNamespace(platform=SimpleNamespace(name=platform), **{**usual, **facts})


GPU = 1 << 2


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (device("Portable Computing Language"), "pocl, compute_units = 4, local_bytes = 65536"),
        (device("Portable Computing Language", driver_version="6.0"), "pocl_inlining"),
        (device("Intel(R) OpenCL", native_vector_width_float=16), "intel, compute_units = 4, vector_bytes = 64"),
        (device("Oclgrind"), "oclgrind"),
        (device("NVIDIA CUDA", type=GPU, vendor="NVIDIA Corporation"), "nvidia"),
        (device("AMD APP", type=GPU, vendor="Advanced Micro Devices, Inc."), "amd"),
        (device("ARM Platform", type=GPU, vendor="ARM"), "mali"),
        (device("Intel(R) OpenCL HD Graphics", type=GPU, vendor="Intel(R) Corporation"), "intel_gpu"),
        (device("Something", type=GPU, vendor="Somebody"), "gpu"),
        (device("Something"), "generic"),
    ],
    ids=lambda case: case if isinstance(case, str) else "",
)
def test_a_device_has_the_profile_of_its_kind(found: Any, expected: str) -> None:
    assert profile_for.__wrapped__(found).text.startswith(expected)


@pytest.mark.parametrize(
    ("items", "sides", "expected"),
    [
        (1024, (1024, 1024, 64), (128, 16, 8, 4)),
        (256, (256, 256, 256), (128, 16, 8, 4)),
        (64, (64, 64, 64), (64, 8, 8, 4)),
        (100, (100, 100, 100), (64, 8, 8, 4)),
        (1024, (1024, 1, 1), (128, 1, 1, 1)),
        (1, (1, 1, 1), (1, 1, 1, 1)),
    ],
)
def test_groups_are_as_large_as_the_device_allows(
    items: int, sides: tuple[int, ...], expected: tuple[int, ...]
) -> None:
    found = profile_for.__wrapped__(
        device("CUDA", type=GPU, vendor="NVIDIA", max_work_group_size=items, max_work_item_sizes=sides)
    )
    assert (found.group, found.group_2d, found.row_items, found.group_3d) == expected
    assert found.largest_group == min(items, 1024)


@pytest.mark.parametrize(("cpu", "bytes_"), [("znver3", 32), ("skylake-avx512", 64), ("znver4", 64), ("skylake", 32)])
def test_registers_follow_from_the_cpu_that_is_compiled_for(cpu: str, bytes_: int) -> None:
    found = profile_for.__wrapped__(device("Portable Computing Language", version=f"pthread-x86_64-linux-gnu-{cpu}"))
    assert (found.vector_bytes, found.registers) == (bytes_, bytes_ // 2)


def test_a_kernel_tells_which_registers_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    named = profile_for.__wrapped__(find_device())
    monkeypatch.setattr(profiles, "_CPUS", {})
    assert profile_for.__wrapped__(find_device()) == named


def test_devices_are_listed_with_their_profiles() -> None:
    assert profile_for(find_device()).text in list_devices()


# What is compiled


def test_a_program_is_compiled_for_the_device_or_for_what_is_asked_for() -> None:
    assert lift.compile(ROOTS).profile == profile_for(find_device())
    asked = lift.compile(ROOTS, profile="generic,group=8")
    assert asked.profile.group == 8
    assert "sqrt(x[g])" in asked.opencl
    assert lift.compile(ROOTS, profile=replace(PROFILES["gpu"], group=16)).strategy == "gpu"


def test_what_the_module_says_counts_more_than_the_device() -> None:
    text = f"module attributes {{lift.profile = #lift.profile<generic, group = 8>}} {{{ROOTS}}}"
    assert lift.compile(text).profile.group == 8
    assert lift.compile(text, profile="pocl").profile == PROFILES["pocl"]


def test_a_profile_that_there_is_not_is_refused() -> None:
    with refused("LIFT0008", "there is no profile 'fast'"):
        lift.compile(ROOTS, profile="fast")
    with refused("LIFT0201", "profile"):
        lift.compile(ROOTS, target="interpreter", profile="pocl")


@pytest.mark.parametrize("profile", ["generic", "pocl", "intel"])
@pytest.mark.parametrize("type_", ["f32", "f64"])
def test_roots_and_absolute_values_are_the_same_in_every_spelling(type_: str, profile: str) -> None:
    program = lift.compile(
        f"""
lift.def @f<N>(%x: !lift.array<N, {type_}>) -> !lift.array<N, tuple<{type_}, {type_}, {type_}>> {{
  %r = lift.map (%e) in %x {{
    %a = math.absf %e : {type_}
    %s = math.sqrt %a : {type_}
    %q = math.rsqrt %a : {type_}
    %t = lift.tuple %a, %s, %q
    lift.yield %t
  }}
  lift.return %r
}}""",
        profile=profile,
    )
    numbers = np.array([0.0, -0.0, 1.0, -2.5, 1e30, -1e-30, np.inf, -np.inf], type_.replace("f", "float"))
    absolute, root, inverse = (program(numbers)[name] for name in ("f0", "f1", "f2"))
    np.testing.assert_array_equal(np.signbit(absolute), False)
    np.testing.assert_array_equal(absolute, np.abs(numbers))
    np.testing.assert_allclose(root, np.sqrt(np.abs(numbers)), rtol=4 * np.finfo(numbers.dtype).eps)
    with np.errstate(divide="ignore"):
        np.testing.assert_allclose(inverse, 1 / np.sqrt(np.abs(numbers)), rtol=4 * np.finfo(numbers.dtype).eps)
