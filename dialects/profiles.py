"""What a device likes: one table of numbers and of ways to write things, for every kind of device.

Strategies, passes and printers read the profile that the module carries, `module attributes {lift.profile =
#lift.profile<pocl>}`, so a program that was printed between two passes goes on as it would have gone. A module without
one has the profile `generic`. The runtime chooses the profile that suits a device; whoever knows better names another
one, or other values: `pocl,vector_bytes=64,unrolled_ops=1024`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import Field, dataclass, field, fields, replace
from difflib import get_close_matches
from types import MappingProxyType
from typing import Any, Final

from .diagnostics import LiftError
from .errors import BAD_PROFILE

MOST: Final = 1 << 40
"""The largest number that a field may have."""


def _number(default: int, what: str) -> Any:
    """A field that is a number, at least 1."""
    return field(default=default, metadata={"what": what})


def _word(default: str, others: Mapping[str, str], what: str) -> Any:
    """A field that is one of a few words, each with what it means."""
    return field(default=default, metadata={"what": what, "words": MappingProxyType(dict(others))})


def _switch(what: str, off: str) -> Any:
    """A field that says whether something is done, as it is unless somebody wants to measure what it brings."""
    return _word("on", {"on": "yes", "off": off}, what)


@dataclass(frozen=True)
class Profile:
    """What a kind of device likes. The defaults are those of `generic`, which is right for every device."""

    name: str
    kind: str = _word(
        "cpu",
        {"cpu": "few fast cores", "gpu": "groups of many work items"},
        "which strategy maps a program that says nothing",
    )

    # Launches
    compute_units: int = _number(8, "how many work groups run at a time")
    group: int = _number(64, "work items of a group in one dimension")
    group_2d: int = _number(8, "work items along each side of a group in two dimensions")
    group_3d: int = _number(4, "work items along each side of a group in three dimensions")
    looping: str = _word(
        "grouped",
        {
            "grouped": "in groups, as others",
            "alone": "each in a group of its own where a loop is as long as a group is large, "
            "and the strategy `cpu` is then more than `plain`",
        },
        "how work items are launched that have loops of their own",
    )
    largest_group: int = _number(4096, "work items of a group at most, where nobody knows how many there are")

    # Strategies
    chunk: int = _number(4096, "elements of a fold or scan that one work item folds")
    group_chunk: int = _number(1024, "elements of a fold or scan that one work group folds")
    piece: int = _number(16, "elements of these that one work item of the group folds")
    filter_chunk: int = _number(65536, "elements that one work item filters, as a group of its own")
    group_filter_chunk: int = _number(1024, "elements that one of many work items filters")
    parts: int = _number(8, "so few rows of different lengths are computed by a kernel each")
    fewest_items: int = _number(32, "a row of fewer elements is not worth a work group")
    row_items: int = _number(8, "work items that share a row where a table says how long rows are, and rows of a group")
    cheap_ops: int = _number(10, "a condition of a filter with more ops than these is evaluated once")
    update_share: int = _number(4, "a part of an update has so many elements for each one that is updated, at least")
    update_block: int = _number(1, "elements of an update that are loaded before the first of them is stored")
    filter_block: int = _number(512, "elements that are kept in private memory before they are copied to their place")

    parts_a_unit: int = _number(
        16, "parts that a pattern is cut into for each compute unit, so that none is idle for long"
    )

    # Vectors
    vector_bytes: int = _number(16, "bytes of the vectors that the device computes with at once")
    registers: int = _number(16, "how many such vectors it holds in registers")
    accumulators: int = _number(
        4, "vectors of accumulators of a fold: one waits for an addition before the next can begin"
    )
    rows: int = _number(4, "rows that are folded at once where they share what is loaded")
    row_vectors: int = _number(2, "vectors of accumulators that each of these rows has")
    columns: int = _number(
        8, "vectors of columns that are folded at once, so that more of a row is read before the next one"
    )
    block_vectors: int = _number(2, "vectors of columns in a block of a product")
    block_depth: int = _number(32, "a fold of fewer elements is not worth a block")
    window_rows: int = _number(4, "rows of a stencil that are computed at once, since they share what is loaded")
    window_vectors: int = _number(
        2, "vectors of points of each such row: so many sums wait for an addition, with those of the other rows"
    )
    window_rest: int = _number(
        4, "points that fill no such vectors are computed by vectors with so many times fewer lanes"
    )
    vector_access: str = _word(
        "vload",
        {"vload": "`vload` and `vstore`", "pointers": "pointers to vectors that are aligned like their scalars"},
        "how vectors are read and written",
    )
    function_bytes: int = _number(32, "bytes of the largest vectors that functions of OpenCL C are called with")

    # Tiles
    tiles: str = _word(
        "local",
        {"local": "copied to local memory", "caches": "left to caches, as local memory is no nearer than these"},
        "where a work group keeps what its items use together",
    )
    tile_copies: str = _word(
        "scalars",
        {
            "scalars": "scalar by scalar",
            "vectors": "by vectors of `vector_bytes`, where a row has one for each work item along a side of the group",
        },
        "how tiles of products are copied to local memory",
    )
    tile_rows: int = _number(4, "rows of a product that a work item of a group keeps in registers")
    tile_columns: int = _number(4, "columns of a product that it keeps of each")
    tile_depth: int = _number(16, "elements of a row or column that a group has in local memory at a time")

    # Memory
    private_bytes: int = _number(1 << 20, "bytes of private memory that all work items of a group have together")
    private_scalars: int = _number(1024, "scalars of the largest temporary that a work item keeps by itself")
    local_bytes: int = _number(32768, "bytes of local memory of a group")
    cache_bytes: int = _number(
        1 << 20,
        "bytes of the last cache: results of a quarter of it are stored past the caches, with room for what is read",
    )

    # Loops
    values: int = _number(64, "values, scalars or vectors, of the largest private array that becomes variables")
    unrolled_iterations: int = _number(16, "iterations of the longest loop that is unrolled for that")
    unrolled_ops: int = _number(512, "ops into which all these loops of an array are unrolled at most")
    window: int = _number(32, "iterations of the longest fold that is unrolled to know parts of its indices")
    copies: int = _number(256, "iterations of the longest loop that is unrolled at all")

    # Spelling
    sqrt: str = _word(
        "function",
        {"function": "`sqrt` and `rsqrt`", "builtin": "the instruction, by `__builtin_sqrtf`"},
        "how square roots of f32 are written",
    )
    fabs: str = _word(
        "function", {"function": "`fabs`", "bits": "the bits without the sign"}, "how absolute values are written"
    )
    exp: str = _word(
        "function",
        {"function": "`exp`, `exp2`, `log`, `log2` and `log10`", "polynomial": "functions without calls and branches"},
        "how exponentials and logarithms of f32 are written",
    )
    sin: str = _word(
        "function",
        {"function": "`sin` and `cos`", "polynomial": "functions that call these only beyond 8192"},
        "how sines and cosines of f32 are written",
    )
    stores: str = _word(
        "plain",
        {
            "plain": "as all others",
            "past_caches": "by `__builtin_nontemporal_store`, where they have 16 bytes or more and are aligned",
        },
        "how vectors are stored that a program stores with `past_caches`",
    )

    compress: str = _word(
        "lanes",
        {
            "lanes": "lane by lane, and filters element by element",
            "permuted": "eight lanes of 32 bits at once, by a table of permutations",
        },
        "how lanes are stored that `kernel.compress` and filters keep",
    )

    # Switches
    fusion: str = _switch("whether maps go into the patterns that use them", "each pattern goes over its array")
    borders: str = _switch("whether stencils are cut at their borders", "each element tests for the border")
    vectors: str = _switch("whether strategies compute on vectors", "scalar by scalar")
    blocks: str = _switch("whether strategies keep blocks of results in registers", "result by result")
    barriers: str = _switch(
        "whether barriers go that nothing needs", "they stand wherever work items may wait for each other"
    )
    control_flow: str = _switch(
        "whether loops of one iteration and conditions that are decided go", "they are written as they were made"
    )
    indices: str = _switch(
        "whether indices are simplified, shared, and loops begin where these do", "they are written as they were made"
    )

    @property
    def large_result(self) -> int:
        """Bytes of the smallest result that is stored past the caches: what is read meanwhile and next has room in them, too."""
        return self.cache_bytes // 4

    def with_values(self, values: Mapping[str, object]) -> Profile:
        """The profile with other values of some fields, which are checked."""
        return replace(self, **{name: _checked(name, value) for name, value in values.items()})

    def with_groups_of(self, items: int, sides: Sequence[int] = ()) -> Profile:
        """The profile of a device whose groups have at most so many items, and so many in each dimension: sides are halved."""
        values: dict[str, object] = {"largest_group": min(self.largest_group, items)}
        for name, dimensions in (("group", 1), ("group_2d", 2), ("row_items", 2), ("group_3d", 3)):
            side = getattr(self, name)
            most = min([items, *sides[:dimensions]])
            while side > 1 and (side > most or side**dimensions > items):
                side //= 2
            values[name] = side
        return self.with_values(values)

    @property
    def values_of_its_own(self) -> dict[str, int | str]:
        """The fields that differ from what the table says under its name."""
        usual = PROFILES[self.name]
        return {name: getattr(self, name) for name in FIELDS if getattr(self, name) != getattr(usual, name)}

    @property
    def text(self) -> str:
        """How it is written: its name, and the fields that differ."""
        return ", ".join([self.name, *(f"{name} = {value}" for name, value in self.values_of_its_own.items())])


FIELDS: Final[Mapping[str, Field[Any]]] = {one.name: one for one in fields(Profile) if one.name != "name"}
"""Every field by its name."""


def _checked(name: str, value: object) -> int | str:
    if name not in FIELDS:
        near = get_close_matches(name, FIELDS, 3) or FIELDS
        raise _wrong(f"a profile has no '{name}'", ", ".join(near), name)
    words: Mapping[str, str] | None = FIELDS[name].metadata.get("words")
    if words is not None:
        if not isinstance(value, str) or value not in words:
            raise _wrong(f"'{name}' of a profile is a word", " or ".join(words), str(value))
        return value
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 20:
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= MOST:
        raise _wrong(f"'{name}' of a profile is a number", f"1 to {MOST}", str(value))
    return value


def _wrong(message: str, expected: str, found: str) -> LiftError:
    return LiftError(BAD_PROFILE, message, expected=expected, found=found)


def profile_named(name: str) -> Profile:
    """The entry of the table."""
    found = PROFILES.get(name)
    if found is None:
        raise _wrong(f"there is no profile '{name}'", ", ".join(PROFILES), name)
    return found


def parse_profile(text: str) -> Profile:
    """Read `pocl`, `pocl,vector_bytes=64` and the like."""
    name, *changes = (part.strip() for part in text.split(","))
    values: dict[str, object] = {}
    for change in changes:
        one, equals, value = (part.strip() for part in change.partition("="))
        if not equals or one in values:
            raise _wrong("a field of a profile is given once, by its name and a value", "NAME=VALUE", change)
        values[one] = value
    return profile_named(name).with_values(values)


_POCL: Final = Profile(
    "pocl",
    looping="alone",
    vector_bytes=32,
    rows=8,
    vector_access="pointers",
    local_bytes=1 << 19,
    cache_bytes=1 << 25,
    sqrt="builtin",
    fabs="bits",
    exp="polynomial",
    sin="polynomial",
    stores="past_caches",
    compress="permuted",
    update_block=4,
)
"""PoCL 3.0, from pip, on a CPU: functions of its library are calls that are never inlined, also `vload` and `fabs`."""

_GPU: Final = Profile(
    "gpu", kind="gpu", compute_units=32, group=64, group_2d=16, registers=64, private_bytes=1 << 16, private_scalars=64
)


def _table(profiles: Iterable[Profile]) -> dict[str, Profile]:
    return {profile.name: profile for profile in profiles}


PROFILES: Final[Mapping[str, Profile]] = _table(
    [
        Profile("generic"),
        _POCL,
        replace(
            _POCL,
            name="pocl_inlining",
            vector_access="vload",
            fabs="function",
            exp="function",
            sin="function",
            compress="lanes",
        ),
        replace(
            _POCL,
            name="intel",
            vector_access="vload",
            fabs="function",
            sqrt="function",
            exp="function",
            sin="function",
            stores="plain",
            compress="lanes",
        ),
        replace(_POCL, name="oclgrind", sqrt="function", stores="plain"),
        _GPU,
        replace(
            _GPU, name="nvidia", group=128, largest_group=1024, local_bytes=49152, registers=255, tile_copies="vectors"
        ),
        replace(_GPU, name="amd", group=256, largest_group=256, registers=256, tile_copies="vectors"),
        replace(_GPU, name="intel_gpu", group=128, largest_group=256, local_bytes=65536),
        replace(_GPU, name="mali", tiles="caches", tile_rows=2, tile_columns=2, tile_depth=4, registers=16, group_2d=8),
    ]
)
"""Every profile by its name.

`pocl_inlining` is PoCL from 3.1 on, whose library is inlined; there is no difference between pointers and `vload` then.
`intel` is Intel's runtime for CPUs, where `__builtin_sqrtf` is a call for each lane. `oclgrind` is a simulator: it runs
what users of `pocl` run, but for what it cannot compile. The entries for GPUs have what their makers say, as docs/profiles.md
tells; nothing of them was measured.
"""
