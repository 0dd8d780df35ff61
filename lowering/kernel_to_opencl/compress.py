"""How lanes that are kept are stored next to each other: lane by lane without a branch, or eight at once.

Eight are moved to the front by a permutation, and all eight are stored. There is a table with the permutation for each of 256
masks: a number of 32 bits, which has 4 for each lane. Processors with AVX2 permute eight lanes of 32 bits by one instruction;
elsewhere these functions are written with what OpenCL has.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from xdsl.dialects.builtin import VectorType, i32
from xdsl.ir import Attribute

from ...dialects.kernel.types import vector_parts
from ...dialects.profiles import Profile
from ...dialects.scalars import SCALARS

WIDTH: Final = 8
MASK: Final = VectorType(i32, [WIDTH])
"""What a mask is, for lanes of 32 bits."""


def is_permuted(type_: Attribute, profile: Profile) -> bool:
    """Whether such vectors are compressed at once."""
    parts = vector_parts(type_)
    return profile.compress == "permuted" and parts is not None and parts[0] == WIDTH and SCALARS[parts[1]].bytes == 4


def _front(mask: int) -> int:
    """The lanes that a mask keeps, 4 bits for each, the first in the lowest."""
    kept = [lane for lane in range(WIDTH) if mask >> lane & 1]
    return sum(lane << 4 * place for place, lane in enumerate(kept))


def _rows(numbers: list[str], length: int) -> Iterator[str]:
    for begin in range(0, len(numbers), length):
        yield "  " + ", ".join(numbers[begin : begin + length]) + ","


_TABLE: Final = "\n".join([
    f"constant uint fronts[{1 << WIDTH}] = {{",
    *_rows([f"0x{_front(mask):08x}" for mask in range(1 << WIDTH)], 8),
    "};",
])  # fmt: skip

_KEPT: Final = """\
uint lanes_kept(int8 mask) {
#ifdef __AVX2__
  return __builtin_ia32_movmskps256(as_float8(mask));
#else
  int8 bits = mask & (int8)(1, 2, 4, 8, 16, 32, 64, 128);
  int4 both = bits.s0123 | bits.s4567;
  return both.s0 | both.s1 | both.s2 | both.s3;
#endif
}"""

_MOVED: Final = """\
{t} to_front_{t}({t} v, uint kept) {{
  uint8 lanes = (uint8)(fronts[kept]) >> (uint8)(0, 4, 8, 12, 16, 20, 24, 28);
#ifdef __AVX2__
  float8 front = __builtin_ia32_permvarsf256(as_float8(v), as_int8(lanes));
  return as_{t}(front);
#else
  return shuffle(v, lanes & (uint8)(7));
#endif
}}"""

NAMES: Final = ("fronts", "lanes_kept", *(f"to_front_{t}" for t in ("float8", "int8", "uint8")))
"""What these are called."""


def functions(vector: str) -> dict[str, str]:
    """The table and the functions for vectors of a type, by their names."""
    return {"fronts": _TABLE, "lanes_kept": _KEPT, f"to_front_{vector}": _MOVED.format(t=vector)}
