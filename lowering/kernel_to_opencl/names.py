"""Names in the C text: those of the program where C allows it, unique, and never a word that OpenCL has taken."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

_KEYWORDS: Final = """
    auto break case char const continue default do double else enum extern float for goto if inline int long register
    restrict return short signed sizeof static struct switch typedef union unsigned void volatile while bool half uchar
    ushort uint ulong size_t ptrdiff_t intptr_t uintptr_t true false event_t sampler_t image1d_t image2d_t image3d_t
    image1d_array_t image1d_buffer_t image2d_array_t kernel global local constant private generic read_only write_only
    read_write complex imaginary quad pipe uniform asm typeof NULL NAN INFINITY HUGE_VAL HUGE_VALF
    INT_MIN INT_MAX LONG_MIN LONG_MAX CHAR_MIN CHAR_MAX SHRT_MIN SHRT_MAX UINT_MAX ULONG_MAX
    DBL_MAX DBL_MIN FLT_MAX FLT_MIN FLT_EPSILON DBL_EPSILON
    M_E M_PI M_PI_2 M_PI_4 M_1_PI M_2_PI M_LN2 M_LN10 M_LOG2E M_LOG10E M_SQRT2 M_SQRT1_2
    M_E_F M_PI_F M_PI_2_F M_PI_4_F M_1_PI_F M_2_PI_F M_LN2_F M_LN10_F M_LOG2E_F M_LOG10E_F M_SQRT2_F M_SQRT1_2_F
"""
_BUILTINS: Final = """
    abs abs_diff acos acosh acospi add_sat all any asin asinh asinpi async_work_group_copy atan atan2 atan2pi atanh
    atanpi atom_add atom_and atom_cmpxchg atom_dec atom_inc atom_max atom_min atom_or atom_sub atom_xchg atom_xor
    atomic_add atomic_and atomic_cmpxchg atomic_dec atomic_inc atomic_max atomic_min atomic_or atomic_sub atomic_xchg
    atomic_xor barrier bitselect cbrt ceil clamp clz copysign cos cosh cospi cross degrees distance dot erf erfc exp exp10
    exp2 expm1 fabs fast_distance fast_length fast_normalize fdim floor fma fmax fmin fmod fract frexp get_global_id
    get_global_offset get_global_size get_group_id get_local_id get_local_size get_num_groups get_work_dim hadd half_cos
    half_divide half_exp half_log half_powr half_recip half_rsqrt half_sin half_sqrt half_tan hypot ilogb isequal
    isfinite isgreater isgreaterequal isinf isless islessequal islessgreater isnan isnormal isnotequal isordered
    isunordered ldexp length lgamma lgamma_r log log10 log1p log2 logb mad mad24 mad_hi mad_sat max maxmag mem_fence min
    minmag mix modf mul24 mul_hi nan native_cos native_divide native_exp native_log native_powr native_recip
    native_rsqrt native_sin native_sqrt native_tan nextafter normalize popcount pow pown powr prefetch printf radians
    read_mem_fence remainder remquo rhadd rint rootn rotate round rsqrt select shuffle shuffle2 sign signbit sin sincos
    sinh sinpi smoothstep sqrt step sub_sat tan tanh tanpi tgamma trunc upsample vec_step wait_group_events
    write_mem_fence main kernel_exec linux unix i386
"""
KEYWORDS: Final = frozenset(_KEYWORDS.split())
BUILTINS: Final = frozenset(_BUILTINS.split())
_FAMILIES: Final = re.compile(
    r"(?:as|convert)_\w+|v(?:load|store)a?_?\w*|(?:u?char|u?short|u?int|u?long|float|double|half|bool)\d+|__\w*|_[A-Z]\w*"
    r"|cl_\w+|CL\w*|clk_\w+|CLK_\w+|(?:read|write)_image\w*|get_image_\w+|tuple_\w+|float_div|get_\w+"
)
_NOT_A_LETTER: Final = re.compile(r"[^A-Za-z0-9_]")


def is_taken(name: str) -> bool:
    """Whether OpenCL C means something by the name."""
    return name in KEYWORDS or name in BUILTINS or _FAMILIES.fullmatch(name) is not None


class Names:
    """The names of one function; those of an inner block are free again after it."""

    def __init__(self, taken: Iterable[str] = ()):
        self._scopes: list[set[str]] = [set(taken)]

    def enter(self) -> None:
        self._scopes.append(set())

    def leave(self) -> None:
        self._scopes.pop()

    def fresh(self, hint: str | None, otherwise: str = "v") -> str:
        """The hint as far as C allows it, or with the first number that makes it a new name."""
        stem = _NOT_A_LETTER.sub("_", hint or otherwise)
        if stem[0].isdigit():
            stem = f"{otherwise}{stem}"
        if _FAMILIES.fullmatch(stem):  # with a number behind it would still be one of them
            stem = f"v_{stem.lstrip('_')}"
        separator = "_" if stem[-1].isdigit() or is_taken(stem) else ""
        name, number = stem, 0
        while is_taken(name) or any(name in scope for scope in self._scopes):
            number += 1
            name = f"{stem}{separator}{number}"
        self._scopes[-1].add(name)
        return name

    def release(self, name: str) -> None:
        """A name that is not used after all."""
        self._scopes[-1].discard(name)
