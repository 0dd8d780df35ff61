"""The words of OpenCL C: all that the text of a kernel has of the language, beside what every C has.

The other modules say what is written where; how types, address spaces, work items, barriers and vectors are spelled is
read from this table.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from ...dialects.kernel.types import AddressSpace
from ...dialects.kernel.workitems import (
    GlobalIdOp,
    GlobalSizeOp,
    GroupIdOp,
    LocalIdOp,
    LocalSizeOp,
    NumGroupsOp,
    WorkItemOp,
)


@dataclass(frozen=True)
class ScalarWords:
    """How a scalar type is spelled."""

    type: str
    suffix: str = ""
    """What a literal of it ends with."""
    least: str = ""
    """The name of its least integer, where that has no literal."""
    extension: str = ""
    """What must be enabled before it is used."""
    stored: str = ""
    """Its type in memory and in vectors, where that is another one."""

    @property
    def in_memory(self) -> str:
        return self.stored or self.type


@dataclass(frozen=True)
class Language:
    """One language for devices: a table of words, and how a few forms are made of them."""

    scalars: Mapping[str, ScalarWords]
    """By the name of the scalar type in a program."""
    unsigned: str
    """What stands before the name of an integer type in that of its unsigned counterpart."""
    spaces: Mapping[AddressSpace, str]
    """What stands before the type of a pointer or an array."""
    fences: Mapping[AddressSpace, str]
    work_items: Mapping[type[WorkItemOp], tuple[str, str]]
    """The function that is called, and what a variable of its result is called."""
    lanes: str
    """The names of the parts of a vector, each one letter."""
    kernel: str
    restrict: str
    past_caches: str
    """The function that stores without a place in the caches, where there is one."""

    # Types

    def index_type(self, *, long: bool) -> str:
        return self.scalars["i64" if long else "i32"].type

    @property
    def types(self) -> tuple[str, ...]:
        """The names of all scalar types."""
        return tuple(dict.fromkeys(words.type for words in self.scalars.values()))

    def vector_type(self, scalar: ScalarWords, width: int) -> str:
        return f"{scalar.in_memory}{width}"

    def unaligned(self, vector: str, scalar: str) -> tuple[str, str]:
        """A type of vectors that are aligned like their scalars: its name and its definition."""
        name = f"unaligned_{vector}"
        return name, f"typedef {vector} __attribute__((aligned(sizeof({scalar})))) {name};"

    # Kernels

    def enabled(self, extension: str) -> str:
        return f"#pragma OPENCL EXTENSION {extension} : enable"

    def group_size(self, sizes: Iterable[int]) -> str:
        """The attribute of a kernel that is launched with work groups of one size."""
        return f"__attribute__((reqd_work_group_size({', '.join(map(str, sizes))})))"

    def barrier(self, spaces: Iterable[AddressSpace]) -> str:
        return f"barrier({' | '.join(self.fences[space] for space in spaces)})"

    # Vectors

    def vector(self, type_: str, parts: Iterable[str]) -> str:
        """A vector of parts; binds like a cast."""
        return f"({type_})({', '.join(parts)})"

    def part(self, vector: str, lanes: str) -> str:
        """One part of a vector, or a vector of some."""
        return f"{vector}.s{lanes}"

    def load(self, width: int, position: int, place: str) -> str:
        """The vector at a position, counted in vectors from a place."""
        return f"vload{width}({position}, {place})"

    def store(self, width: int, vector: str, position: int, place: str) -> str:
        return f"vstore{width}({vector}, {position}, {place})"


_LONG: Final = ScalarWords("long", suffix="L", least="LONG_MIN")

OPENCL_C: Final = Language(
    scalars={
        "i1": ScalarWords("bool", stored="uchar"),
        "i8": ScalarWords("char"),
        "i16": ScalarWords("short"),
        "i32": ScalarWords("int", least="INT_MIN"),
        "i64": _LONG,
        "index": _LONG,
        "f16": ScalarWords("half", suffix="h", extension="cl_khr_fp16"),
        "f32": ScalarWords("float", suffix="f"),
        "f64": ScalarWords("double", extension="cl_khr_fp64"),
        "ui8": ScalarWords("uchar"),
        "ui16": ScalarWords("ushort"),
        "ui32": ScalarWords("uint"),
        "ui64": ScalarWords("ulong"),
        "bf16": ScalarWords("ushort"),
    },
    unsigned="u",
    spaces={AddressSpace.GLOBAL: "global", AddressSpace.LOCAL: "local", AddressSpace.PRIVATE: "private"},
    fences={AddressSpace.GLOBAL: "CLK_GLOBAL_MEM_FENCE", AddressSpace.LOCAL: "CLK_LOCAL_MEM_FENCE"},
    work_items={
        LocalIdOp: (LocalIdOp.FUNCTION, "lid"),
        GroupIdOp: (GroupIdOp.FUNCTION, "wg"),
        GlobalIdOp: (GlobalIdOp.FUNCTION, "gid"),
        LocalSizeOp: (LocalSizeOp.FUNCTION, "local_size"),
        NumGroupsOp: (NumGroupsOp.FUNCTION, "groups"),
        GlobalSizeOp: (GlobalSizeOp.FUNCTION, "global_size"),
    },
    lanes="0123456789abcdef",
    kernel="kernel",
    restrict="restrict",
    past_caches="__builtin_nontemporal_store",
)
