"""Exponentials and logarithms of f32 in OpenCL C that a compiler can inline and vectorise: no calls and no branches.

One text serves scalars and vectors of every width. An argument is reduced to a small interval around the value where a
polynomial is exact, `e^x = 2^n e^r` and `log(2^n m) = n log 2 + log m`, with `log 2` in two parts, so that the product of
`n` and the first one is exact. The polynomials have the least relative error on these intervals: they were fitted by
Lawson's method, least squares that are weighted anew by the error, on 4000 Chebyshev nodes in double precision, and then
rounded. Results are right whether or not products and sums are contracted.
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
}
"""Functions for a type `t`, a float or a vector of width `w`. None is off by 2 ulp."""
