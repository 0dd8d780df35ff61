"""Generated kernels on a device that watches every access, and has nothing to say.

The examples and some random programs run with both strategies; `test/watched.py` runs as many as asked.
"""

from functools import cache

import pytest
from example_calls import EXAMPLES
from how_many import how_many
from lane_by_lane import lane_by_lane
from watched import DEFAULT_CHUNKS, OCLGRIND, Watched, example_jobs, told, watch

COUNT = how_many(3, usual=12)
"""So many random programs run."""

pytestmark = pytest.mark.skipif(OCLGRIND is None, reason="oclgrind is not installed")


def complaints(found: list[Watched]) -> dict[str, str]:
    return {one.name: one.wrong or one.log[:2000] for one in found if not one.fine}


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_examples_are_clean() -> None:
    found = watch(example_jobs())
    assert complaints(found) == {}
    ran = [one.name.split(",")[0] for one in found if one.compared]
    ways = 5 if DEFAULT_CHUNKS else 3  # the strategy plain with small chunks, two others with two sizes of these
    assert ran == [example.title for example in EXAMPLES for _ in range(ways)]


@pytest.mark.parametrize(
    ("shared", "count"),
    [("line", 4), ("plane", 4), ("space", 4), ("updates", 1), ("table", 1), ("triangle", 1), ("matrix", 1), ("amd", 2)],
)
def test_local_memory_is_shared_without_races(shared: str, count: int) -> None:
    found = watch([f"shared {shared}"])
    assert complaints(found) == {}
    assert sum(one.compared for one in found) == count


def test_random_programs_are_clean() -> None:
    found = watch([f"random 0 {COUNT}"])
    assert complaints(found) == {}
    assert sum(one.compared > 0 for one in found) >= 3 * COUNT  # with every strategy


@cache
def planted() -> dict[str, Watched]:
    return {
        one.name: one for one in watch([f"planted {bug}" for bug in ("race", "outside", "unwritten", "lanes", "none")])
    }


@pytest.mark.parametrize(
    ("bug", "said"),
    [
        ("race", "data race at local memory"),
        ("outside", "Invalid read of size 4 at global memory"),
        ("unwritten", "Uninitialized value written to global memory"),
    ],
)
def test_planted_bugs_are_found(bug: str, said: str) -> None:
    assert said in planted()[bug].log
    assert not planted()[bug].fine


def test_a_program_before_or_after_is_not_blamed() -> None:
    assert list(planted()) == ["race", "outside", "unwritten", "lanes", "none"]
    assert planted()["none"].fine
    assert "dot_" not in planted()["race"].log


def test_lanes_of_a_vector_are_not_blamed() -> None:
    assert planted()["lanes"].fine


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("vstore2(v.sab, 0, x);", "vstore2((__typeof__(v.s01))(v.sa, v.sb), 0, x);"),
        ("vstore4(v.scdef, 0, x);", "vstore4(v.scdef, 0, x);"),
        ("x[0] = v.sb;", "x[0] = v.sb;"),
        ("v.sab = w.s01;", "v.sab = w.s01;"),
        ("v = (int2)(x[(i)], 2) + (int2)(3);", "v = (int2)(x[(i)], 2) + (int2)(3);"),
        (
            "v = (int4)(vload2(0, x), 1, x[f(i, j)]);",
            "v = (int4)((vload2(0, x)).s0, (vload2(0, x)).s1, 1, x[f(i, j)]);",
        ),
        ("v = (int4)(f(v.s01), w);", "v = (int4)((f(v.s01)).s0, (f(v.s01)).s1, (w).s0, (w).s1);"),
        ("b = v.sab == w;", "b = (__typeof__(v.s01))(v.sa, v.sb) == w;"),
    ],
)
def test_lanes_are_taken_one_by_one_where_oclgrind_is_wrong(text: str, read: str) -> None:
    assert lane_by_lane(text) == read


def test_a_process_that_ends_early_is_noticed() -> None:
    found = watch(["planted none", "nonsense of no kind"])
    assert [one.fine for one in found] == [True, False]
    assert "exit status 1 after 1 programs" in found[-1].wrong


def test_a_run_without_programs_is_noticed(capsys: pytest.CaptureFixture[str]) -> None:
    assert not told([Watched("random 0.0, cpu", 0, refused="planted")], 1)
    assert told([Watched("random 0.0, cpu", 3), Watched("random 0.0, gpu", 3)], 1)
    assert "0 programs ran, 0 results agreed, 1 were refused" in capsys.readouterr().out
