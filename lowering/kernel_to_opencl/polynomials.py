"""Exponentials, logarithms, sines and cosines of f32 in OpenCL C that a compiler can inline and vectorise.

There are no calls and no branches, but for one in sines and cosines that is taken where an argument is far from 0.

One text serves scalars and vectors of every width. An argument is reduced to a small interval around the value where a
polynomial is exact, `e^x = 2^n e^r` and `log(2^n m) = n log 2 + log m`, with `log 2` in two parts, so that the product of
`n` and the first one is exact. The polynomials have the least relative error on these intervals: they were fitted by
Lawson's method, least squares that are weighted anew by the error, on 4000 Chebyshev nodes in double precision, and then
rounded. Results are right whether or not products and sums are contracted.

Sines and cosines of `x = n pi/2 + r` are those of `r`, or of the other kind, by the polynomials of Cephes. `pi/2` is in four
parts, three of 11 bits, so that their products with `n` are exact while that has 13; beyond that the library is asked.
"""

from __future__ import annotations

from typing import Final

_INTEGER: Final = 12582912.0
"""1.5 * 2^23: floats of its size are integers, so what is added to it is rounded and stands in its last bits."""

_INTEGER_BITS: Final = "0x4B400000"
"""The bits of this float."""

_HALF_ROOT: Final = "0x3F3504F3"
"""The bits of the square root of 1/2: a mantissa is between it and twice as much."""


def _horner(variable: str, first: float, *others: float) -> str:
    """A polynomial, the coefficients from the highest power on."""
    text = f"{first!r}f"
    for coefficient in others:
        text = f"({text} * {variable} + {coefficient!r}f)"
    return text


def _exponential(name: str, clamps: tuple[float, float], power: str, rest: str, result: str) -> str:
    """`2^n * result`, where `n` is the power rounded; the factor in two parts, for it may be beyond every float.

    Beyond the clamps results are 0 or infinite, as they are at them.
    """
    least, greatest = clamps
    return f"""{{t}} {name}_{{t}}({{t}} x) {{{{
  {{t}} a = x > {greatest}f ? ({{t}})({greatest}f) : (x < {least}f ? ({{t}})({least}f) : x);
  {{t}} rounded = {power} + {_INTEGER}f, n = rounded - {_INTEGER}f;
  {{t}} r = {rest};
  int{{w}} e = as_int{{w}}(rounded) - {_INTEGER_BITS}, half_e = e >> 1;
  return ({result}) * as_{{t}}((half_e + 127) << 23) * as_{{t}}((e - half_e + 127) << 23);
}}}}"""


_EXP = _horner("r", 0.0013814541, 0.0083687454, 0.04166839, 0.16666521, 0.49999994)
_EXP2 = _horner("r", 0.00015353259, 0.0013399003, 0.009618439, 0.05550332, 0.24022648, 0.69314718)
_LOG = _horner("f", -0.07634499, 0.12761578, -0.13160183, 0.14201757, -0.16623357, 0.20001227, -0.2500082, 0.3333333)


def _logarithm(name: str, result: str) -> str:
    """A logarithm of `2^n (1 + f)`, by `y = log(1 + f) - f`; a denormal argument is scaled first."""
    return f"""{{t}} {name}_{{t}}({{t}} x) {{{{
  {{t}} a = x < 1.17549435e-38f ? x * 8388608.0f : x;
  int{{w}} bits = as_int{{w}}(as_uint{{w}}(a) - {_HALF_ROOT}u);
  int{{w}} e = (bits >> 23) - (x < 1.17549435e-38f ? (int{{w}})(23) : (int{{w}})(0));
  {{t}} n = as_{{t}}(e + {_INTEGER_BITS}) - {_INTEGER}f;
  {{t}} f = as_{{t}}((bits & 0x007FFFFF) + {_HALF_ROOT}) - 1.0f, square = f * f;
  {{t}} y = f * square * {_LOG} - 0.5f * square;
  {{t}} result = {result};
  return x > 0.0f ? (x < INFINITY ? result : x) : (x == 0.0f ? ({{t}})(-INFINITY) : ({{t}})(NAN));
}}}}"""


_SIN = _horner("square", -0.00019515296, 0.008332161, -0.16666655)
_COS = _horner("square", 2.4433157e-05, -0.0013887316, 0.041666646)

_NEAR: Final = "0x46000000"
"""The bits of 8192, the greatest argument of sines and cosines for which the parts of `pi/2` suffice."""


def _circular(name: str, own: str, quarters: str) -> str:
    """A sine of `n` quarters of a circle and a rest, for cosines of one quarter more; `b` is set for lanes that are far.

    Where `n` is odd, `own` is replaced by the other one. What sines and cosines of the same argument both need is written
    alike, so that a compiler computes it once. Calls are said to be rare, and are in a function of their own that stays one: else
    it keeps little in registers across them.
    """
    return f"""__attribute__((noinline)) {{t}} {name}_far_{{t}}({{t}} x, int{{w}} b, {{t}} near) {{{{ return b ? ({{t}})({{calls}}) : near; }}}}
{{t}} {name}_{{t}}({{t}} x) {{{{
  {{t}} rounded = x * 0.63661977f + {_INTEGER}f, n = rounded - {_INTEGER}f;
  {{t}} r = (((x - n * 1.5703125f) - n * 0.0004837513f) - n * 7.5495336e-08f) - n * 2.563344e-12f, square = r * r;
  {{t}} sine = r * (1.0f + square * {_SIN}), cosine = 1.0f + square * (-0.5f + square * {_COS});
  int{{w}} q = as_int{{w}}(rounded), odd = -(q & 1), b = (as_int{{w}}(x) & 0x7FFFFFFF) > {_NEAR};
  int{{w}} size = as_int{{w}}({own}) ^ ((as_int{{w}}(sine) ^ as_int{{w}}(cosine)) & odd);
  {{t}} result = as_{{t}}(size ^ (({quarters} & 2) << 30));
{{halves}}  return __builtin_expect(({{any}}) != 0, 0) ? {name}_far_{{t}}(x, b, result) : result;
}}}}"""


FAR: Final = ("sin_far", "cos_far")
"""What is called for arguments that are far from 0."""

POLYNOMIALS: Final = {
    "exp": _exponential(
        "exp",
        (-104.0, 89.0),
        "a * 1.442695f",
        "(a - n * 0.693359375f) + n * 0.00021219444f",
        f"1.0f + (r + r * r * {_EXP})",
    ),
    "exp2": _exponential("exp2", (-151.0, 129.0), "a", "a - n", f"1.0f + r * {_EXP2}"),
    "log": _logarithm("log", "n * 0.693359375f + (f + (y - n * 0.00021219444f))"),
    "log2": _logarithm("log2", "n + (f + (y + (f + y) * 0.44269504f))"),
    "log10": _logarithm(
        "log10",
        "n * 0.30078125f + (f * 0.43359375f + (y * 0.43359375f + ((f + y) * 0.0007007319f + n * 0.00024874566f)))",
    ),
    "sin": _circular("sin", "sine", "q"),
    "cos": _circular("cos", "cosine", "(q + 1)"),
}
"""Functions for a type `t`, a float or a vector of width `w`; `any` are the bits that any lane of `b` has, put together half by half
in `halves`, and `calls` the function of OpenCL of each lane of `x`: PoCL 3.0 crashes where it is called with some vectors.

None is off by 2 ulp, but for sines and cosines: these are off by less than 3, or by what those of the library are.
"""
