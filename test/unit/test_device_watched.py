"""Generated kernels on a device that watches every access, and has nothing to say.

The examples and some random programs run with both strategies; `test/watched.py` runs as many as asked.
"""

from functools import cache

import pytest
from example_calls import EXAMPLES
from watched import CHECKS, OCLGRIND, Watched, example_jobs, watch

COUNT = 20
"""So many random programs run."""

pytestmark = pytest.mark.skipif(OCLGRIND is None, reason="oclgrind is not installed")


def complaints(found: list[Watched]) -> dict[str, str]:
    return {one.name: one.wrong or one.log[:2000] for one in found if not one.fine}


@pytest.mark.slow
@pytest.mark.parametrize("check", CHECKS)
def test_examples_are_clean(check: str) -> None:
    found = watch(check, example_jobs())
    assert complaints(found) == {}
    ran = [one.name.split(",")[0] for one in found if one.compared]
    assert ran == [example.name for example in EXAMPLES for _ in range(4)]  # two strategies, two sizes of chunks


@pytest.mark.slow
@pytest.mark.parametrize("check", CHECKS)
def test_random_programs_are_clean(check: str) -> None:
    found = watch(check, [f"random 0 {COUNT}"])
    assert complaints(found) == {}
    assert sum(one.compared > 0 for one in found) >= 2 * COUNT  # with both strategies


@cache
def planted(check: str) -> dict[str, Watched]:
    return {
        one.name: one for one in watch(check, [f"planted {bug}" for bug in ("race", "outside", "unwritten", "none")])
    }


@pytest.mark.parametrize(
    ("check", "bug", "said"),
    [
        ("races", "race", "data race at local memory"),
        ("races", "outside", "Invalid read of size 4 at global memory"),
        ("uninitialised", "outside", "Invalid read of size 4 at global memory"),
        ("uninitialised", "unwritten", "Uninitialized value written to global memory"),
    ],
)
def test_planted_bugs_are_found(check: str, bug: str, said: str) -> None:
    assert said in planted(check)[bug].log
    assert not planted(check)[bug].fine


@pytest.mark.parametrize("check", CHECKS)
def test_a_program_before_or_after_is_not_blamed(check: str) -> None:
    assert list(planted(check)) == ["race", "outside", "unwritten", "none"]
    assert planted(check)["none"].fine
    assert "dot_" not in planted(check)["race"].log


def test_a_process_that_ends_early_is_noticed() -> None:
    found = watch("races", ["planted none", "nonsense of no kind"])
    assert [one.fine for one in found] == [True, False]
    assert "exit status 1 after 1 programs" in found[-1].wrong
