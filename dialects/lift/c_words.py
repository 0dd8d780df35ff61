"""The words that OpenCL C has taken: keywords and types, macros, and the functions of its library."""

from __future__ import annotations

import re
from typing import Final

_KEYWORDS: Final = """
    auto break case char const continue default do double else enum extern float for goto if inline int long
    register restrict return short signed sizeof static struct switch typedef union unsigned void volatile while
    bool half uchar ushort uint ulong size_t ptrdiff_t intptr_t uintptr_t event_t sampler_t image1d_t image2d_t
    image3d_t image1d_array_t image1d_buffer_t image2d_array_t kernel global local constant private generic
    read_only write_only read_write complex imaginary quad pipe uniform asm typeof
"""
KEYWORDS: Final = frozenset(_KEYWORDS.split())
"""Keywords, and the types that have names of their own."""

_MACROS: Final = """
    true false NULL NAN INFINITY HUGE_VAL HUGE_VALF HUGE_VALH MAXFLOAT CHAR_BIT NDEBUG offsetof kernel_exec linux
    unix i386 ALIGN4 ALIGN8 INTTYPE IMG_RO_AQ IMG_RW_AQ IMG_WO_AQ MAX_WORK_DIM MAX_KERNEL_ARGS
    MAX_KERNEL_NAME_LENGTH
"""
MACROS: Final = frozenset(_MACROS.split())
"""Constants, and what compilers define beside them."""

_FUNCTIONS: Final = """
    abs abs_diff acos acosh acospi add_sat all any asin asinh asinpi async_work_group_copy
    async_work_group_strided_copy atan atan2 atan2pi atanh atanpi barrier bitselect cbrt ceil clamp clz copysign cos
    cosh cospi cross ctz degrees distance dot erf erfc exp exp10 exp2 expm1 fabs fast_distance fast_length
    fast_normalize fdim floor fma fmax fmin fmod fract frexp hadd hypot ilogb isequal isfinite isgreater
    isgreaterequal isinf isless islessequal islessgreater isnan isnormal isnotequal isordered isunordered ldexp
    length lgamma lgamma_r log log10 log1p log2 logb mad mad24 mad_hi mad_sat max maxmag mem_fence min minmag mix
    modf mul24 mul_hi nan nextafter normalize popcount pow pown powr prefetch printf radians read_mem_fence
    remainder remquo rhadd rint rootn rotate round rsqrt select shuffle shuffle2 sign signbit sin sincos sinh sinpi
    smoothstep sqrt step sub_sat tan tanh tanpi tgamma trunc upsample vec_step wait_group_events write_mem_fence
    main reqd_work_group_size vec_type_hint work_group_size_hint
"""
FUNCTIONS: Final = frozenset(_FUNCTIONS.split())
"""Functions, and the attributes of kernels."""

_TYPE_FAMILIES: Final = re.compile(
    r"(?:u?char|u?short|u?int|u?long|float|double|half|quad|bool)\d+(?:x\d+)?|_[A-Z]\w*|clk_\w+|memory_(?:order|scope)"
)
_MACRO_FAMILIES: Final = re.compile(
    r"[SU]?(?:CHAR|SHRT|INT|LONG)_(?:MIN|MAX)|(?:FLT|DBL|LDBL|HALF|FP|ATOMIC|POCL|LLVM|SPIR|CL)_[A-Z0-9_]+|CL(?:K|ANG)_\w+"
    r"|M_(?:E|PI|PI_2|PI_4|1_PI|2_PI|2_SQRTPI|LN2|LN10|LOG2E|LOG10E|SQRT2|SQRT1_2)(?:_F|_H)?|cl(?:es)?_\w+|__\w*"
)
_FUNCTION_FAMILIES: Final = re.compile(
    r"(?:as|convert)_\w+|v(?:load|store)a?_?\w*|(?:read|write)_image\w*|(?:get|atom|atomic)_\w+"
    r"|(?:native|half)_(?:cos|divide|exp|exp2|exp10|log|log2|log10|powr|recip|rsqrt|sin|sqrt|tan)"
    r"|(?:sub|work)_group_(?:all|any|barrier|broadcast|reduce_\w+|scan_\w+)|memory_(?:order|scope)_\w+"
)


def is_word(name: str) -> bool:
    """Whether a name is a keyword, a type or a macro of OpenCL C, so that nothing else can be called so."""
    known = name in KEYWORDS or name in MACROS
    return known or any(family.fullmatch(name) is not None for family in (_TYPE_FAMILIES, _MACRO_FAMILIES))


def is_function(name: str) -> bool:
    """Whether a name is that of a function of OpenCL C."""
    return name in FUNCTIONS or _FUNCTION_FAMILIES.fullmatch(name) is not None
