"""What each op of `arith` and `math` is in C, with the meaning that the interpreter gives it.

Integers wrap around, which in C only unsigned ones do. Division and remainder by zero give 0, and the quotient of the
least integer and -1 wraps. Shifts count modulo the width. An i1 is a `bool`, which is 0 or -1 where an op is signed. What takes more
than an expression is a function of its own (`FUNCTIONS`), printed only where it is called.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final
from typing import cast as typed

from xdsl.dialects import arith, math
from xdsl.dialects.builtin import DenseIntOrFPElementsAttr, FloatAttr, IntegerAttr, IntegerType, f32, f64
from xdsl.ir import Attribute, Operation

from ...dialects.kernel.lanewise import scalar_of
from ...dialects.kernel.types import bits, vector_parts
from ...dialects.profiles import Profile
from ...dialects.scalars import SCALARS
from .ctypes import c_float, c_integer, c_type, is_bit, unsigned
from .expressions import UNARY, Text, binary, call, cast, choice, literal, minus, negated, part
from .language import OPENCL_C
from .spelling import (
    Expression,
    Operands,
    Spelling,
    alike,
    broadcast,
    called,
    calling,
    compared,
    divides_by_number,
    dividing,
    narrowed,
    number_of,
    plain,
    reinterpreted,
    repeating,
)

FUNCTIONS: Final = {
    "div": "{t} div_{t}({t} a, {t} b) {{ return b == 0 ? 0 : b == -1 ? ({t})-({u})a : a / b; }}",
    "rem": "{t} rem_{t}({t} a, {t} b) {{ return b == 0 || b == -1 ? 0 : a % b; }}",
    "udiv": "{t} udiv_{t}({t} a, {t} b) {{ return b == 0 ? 0 : ({t})(({u})a / ({u})b); }}",
    "urem": "{t} urem_{t}({t} a, {t} b) {{ return b == 0 ? 0 : ({t})(({u})a % ({u})b); }}",
    "floordiv": "{t} floordiv_{t}({t} a, {t} b) {{ if (b == 0) return 0; if (b == -1) return ({t})-({u})a; "
    "return a / b - (a % b != 0 && (a < 0) != (b < 0)); }}",
    "ceildiv": "{t} ceildiv_{t}({t} a, {t} b) {{ if (b == 0) return 0; if (b == -1) return ({t})-({u})a; "
    "return a / b + (a % b != 0 && (a < 0) == (b < 0)); }}",
    "uceildiv": "{t} uceildiv_{t}({t} a, {t} b) {{ "
    "return b == 0 ? 0 : ({t})(({u})a / ({u})b + (({u})a % ({u})b != 0)); }}",
    "ipow": "{t} ipow_{t}({t} b, {t} e) {{ if (e < 0) return b == 1 ? 1 : b == -1 ? (e & 1 ? -1 : 1) : 0; "
    "{u} r = 1, p = ({u})b; for (; e > 0; e >>= 1) {{ if (e & 1) r *= p; p *= p; }} return ({t})r; }}",
    "maximum": "{t} maximum_{t}({t} a, {t} b) {{ {t} p = a > b ? a : b, q = b > a ? b : a; {i} d = as_{i}(p) ^ as_{i}(q); "
    "return as_{t}(as_{i}(p) | d) - as_{t}(d); }}",
    "minimum": "{t} minimum_{t}({t} a, {t} b) {{ {t} p = a < b ? a : b, q = b < a ? b : a; "
    "return as_{t}(as_{i}(p) | as_{i}(q)); }}",
    "maxnum": "{t} maxnum_{t}({t} a, {t} b) {{ "
    "return a != a ? b : a > b || b != b ? a : a == 0 && b == 0 ? a + b : b; }}",
    "minnum": "{t} minnum_{t}({t} a, {t} b) {{ "
    "return a != a ? b : a < b || b != b ? a : a == 0 && b == 0 ? -(-a - b) : b; }}",
}
"""Functions for a type `t`, with `u` its unsigned counterpart, and `i` the integer of as many bits.

A processor's own maximum and minimum give their second operand where one is no number, or both are zeros. So they are taken both
ways: a NaN is in the bits of one of them, and so is the sign of a zero.
"""


def _both(operator: str) -> Expression:
    return lambda x: binary(x[0], operator, x[1])


def _wrapping(operator: str, on_bits: str) -> Expression:
    def express(x: Operands) -> Text:
        if is_bit(x.type):
            return binary(x[0], on_bits, x[1])
        if bits(x.type) < 32:
            return cast(c_type(x.type), binary(x[0], operator, x[1]))
        computed = binary(x.bits_of(0), operator, x.bits_of(1))
        return reinterpreted(c_type(x.type), x.type, computed)._replace(without_sign=computed)

    return express


def _bitwise(operator: str, on_bits: str) -> Expression:
    def express(x: Operands) -> Text:
        if is_bit(x.type):
            return binary(x[0], on_bits, x[1])
        return narrowed(binary(x[0], operator, x[1]), x.type)

    return express


def _division(function: str, plain: Expression, on_bits: Expression) -> Expression:
    """A division: plain C where the divisor is a constant of at least 1, else a function that guards it."""

    def express(x: Operands) -> Text:
        if is_bit(x.type):
            return on_bits(x)
        if divides_by_number(x.op):
            return plain(x)
        return call(x.helper(function, x.type), x[0], x[1])

    return express


def _unsigned(operator: str) -> Expression:
    return lambda x: reinterpreted(c_type(x.type), x.type, binary(x.bits_of(0), operator, x.bits_of(1)))


def _narrow(operator: str) -> Expression:
    return lambda x: narrowed(binary(x[0], operator, x[1]), x.type)


def _false(_: Operands) -> Text:
    return literal("false")


def _and(x: Operands) -> Text:
    return binary(x[0], "&&", x[1])


def _guarded(function: str, on_bits: Expression = _and) -> Expression:
    return lambda x: on_bits(x) if is_bit(x.type) else call(x.helper(function, x.type), x[0], x[1])


def _extreme(operator: str, on_bits: str, *, naturals: bool = False) -> Expression:
    def express(x: Operands) -> Text:
        if is_bit(x.type):
            return binary(x[0], on_bits, x[1])
        sides = (x.bits_of(0), x.bits_of(1)) if naturals else (x[0], x[1])
        return choice(binary(sides[0], operator, sides[1]), x[0], x[1])

    return express


def _shift(operator: str, *, naturals: bool) -> Expression:
    """OpenCL counts modulo the width itself where that is 32 or 64; narrower operands are widened first."""

    def express(x: Operands) -> Text:
        if is_bit(x.type):
            return x[0]
        if vector_parts(x.type) is not None:  # which are not widened
            sides = (x.bits_of(0), x.bits_of(1)) if naturals else (x[0], x[1])
            text = binary(sides[0], operator, sides[1])
            return reinterpreted(c_type(x.type), x.type, text) if naturals else text
        width, number = bits(x.type), number_of(x.op, 1)
        count = x[1] if number is None else literal(str(number % width))
        if width < 32 and number is None:
            count = binary(count, "&", literal(str(width - 1)))
        left = x.bits_of(0) if naturals else x[0]
        text = binary(left, operator, Text(count.at(UNARY)))
        return cast(c_type(x.type), text) if naturals or width < 32 else text

    return express


_SIGNED = ("==", "!=", "<", "<=", ">", ">=")
_SWAPPED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}


def _compare_integers(x: Operands) -> Text:
    predicate = typed("arith.CmpiOp", x.op).predicate.value.data
    operator = _SIGNED[predicate] if predicate < 6 else _SIGNED[predicate - 4]
    if predicate >= 6 and not is_bit(x.type):
        return binary(x.bits_of(0), operator, x.bits_of(1))
    if 2 <= predicate < 6 and is_bit(x.type):  # a signed i1 is 0 or -1
        operator = _SWAPPED[operator]
    return binary(x[0], operator, x[1])


def _is_number(text: Text) -> Text:
    return binary(text, "==", text)


def _compare_floats(x: Operands) -> Text:
    a, b = x[0], x[1]
    predicate = typed("arith.CmpfOp", x.op).predicate.value.data
    differs = binary(binary(a, "<", b), "||", binary(a, ">", b))
    match predicate:
        case 0:
            return literal("false")
        case 1 | 2 | 3 | 4 | 5:
            return binary(a, ("==", ">", ">=", "<", "<=")[predicate - 1], b)
        case 6:
            return differs
        case 7:
            return binary(_is_number(a), "&&", _is_number(b))
        case 8:
            return negated(differs)
        case 9 | 10 | 11 | 12:
            return negated(binary(a, ("<=", "<", ">=", ">")[predicate - 9], b))
        case 13:
            return binary(a, "!=", b)
        case 14:
            return binary(binary(a, "!=", a), "||", binary(b, "!=", b))
        case _:
            return literal("true")


def _select(x: Operands) -> Text:
    return choice(x[0], x[1], x[2])


def constant(op: arith.ConstantOp, type_: Attribute) -> Text | None:
    """A constant scalar, or a vector of constants."""
    parts = vector_parts(type_)
    match op.value:
        case IntegerAttr():
            return literal(c_integer(op.value.value.data, type_))
        case FloatAttr():
            return literal(c_float(op.value.value.data, type_))
        case DenseIntOrFPElementsAttr() if parts is not None:
            values = [number for number in op.value.get_values() if isinstance(number, int | float)]  # none is complex
            numbers = [_number(number, parts[1]) for number in values]
            return Text(OPENCL_C.vector(c_type(type_), numbers[:1] if len(set(numbers)) == 1 else numbers), UNARY)
        case _:
            return None


def _number(number: float, scalar: Attribute) -> str:
    return c_float(number, scalar) if isinstance(number, float) else c_integer(int(number), scalar)


# Conversions


def _to(type_: Attribute, text: Text) -> Text:
    return cast(c_type(type_), text) if vector_parts(type_) is None else call(f"convert_{c_type(type_)}", text)


def _sign_extended(x: Operands) -> Text:
    if is_bit(x.type):
        return choice(x[0], literal(c_integer(-1, x.result)), literal(c_integer(0, x.result)))
    return x[0] if c_type(x.type) == c_type(x.result) else _to(x.result, x[0])


def _zero_extended(x: Operands) -> Text:
    return _to(x.result, x[0] if is_bit(x.type) else x.bits_of(0))


def _truncated(x: Operands) -> Text:
    if is_bit(x.result):
        return x[0] if is_bit(x.type) else binary(Text(f"({binary(x[0], '&', literal('1')).text})"), "!=", literal("0"))
    return _to(x.result, x[0])


def _index_cast(x: Operands) -> Text:
    return _truncated(x) if bits(scalar_of(x.result)) < bits(scalar_of(x.type)) else _sign_extended(x)


def _signed_to_float(x: Operands) -> Text:
    if is_bit(x.type):
        return choice(x[0], literal(c_float(-1.0, x.result)), literal(c_float(0.0, x.result)))
    return _to(x.result, x[0])


def _unsigned_to_float(x: Operands) -> Text:
    if is_bit(x.type):
        return choice(x[0], literal(c_float(1.0, x.result)), literal(c_float(0.0, x.result)))
    return _to(x.result, x.bits_of(0))


def _float_to_signed(x: Operands) -> Text:
    if is_bit(x.result):
        return binary(x[0], "<=", literal("-1"))
    return _zero_for_nan(x, lambda number: call(f"convert_{c_type(x.result)}_sat", number))


def _float_to_unsigned(x: Operands) -> Text:
    if is_bit(x.result):
        return binary(x[0], ">=", literal("1"))
    natural = f"convert_{unsigned(x.result)}_sat"
    return _zero_for_nan(x, lambda number: reinterpreted(c_type(x.result), x.result, call(natural, number)))


def _zero_for_nan(x: Operands, convert: Callable[[Text], Text]) -> Text:
    """OpenCL says that NaN becomes 0, and not every implementation does it."""
    is_nan = binary(x[0], "!=", x[0])
    if vector_parts(x.type) is None:
        return choice(is_nan, literal("0"), convert(x[0]))
    return convert(choice(is_nan, broadcast(literal("0"), x.type), x[0]))


def _float_to_float(x: Operands) -> Text:
    return _to(x.result, x[0])


def _same_bits(x: Operands) -> Text:
    return x[0] if x.type == x.result else call(f"as_{c_type(x.result)}", x[0])


# Functions


def _absolute(x: Operands) -> Text:
    return x[0] if is_bit(x.type) else reinterpreted(c_type(x.type), x.type, call("abs", x[0]))


def _on_integer(name: str, on_bits: Callable[[Text], Text]) -> Expression:
    return lambda x: on_bits(x[0]) if is_bit(x.type) else call(name, x[0])


def _trailing_zeros(x: Operands) -> Text:
    if is_bit(x.type):
        return negated(x[0])
    ones = binary(Text(f"~{x[0].at(UNARY)}", UNARY), "&", Text(f"({binary(x.bits_of(0), '-', literal('1')).text})"))
    return _to(x.type, call("popcount", cast(unsigned(x.type), ones)))


def _float_power(x: Operands) -> Text:
    return call("pow", x[0], _to(x.result, x[1]))


def _carry(x: Operands) -> Text:
    if is_bit(x.type):
        return _and(x)
    natural = unsigned(x.type)
    return binary(cast(natural, binary(x.bits_of(0), "+", x.bits_of(1))), "<", x.bits_of(0))


def _high(x: Operands) -> Text:
    return literal("false") if is_bit(x.type) else call("mul_hi", x[0], x[1])


def _unsigned_high(x: Operands) -> Text:
    return literal("false") if is_bit(x.type) else _to(x.type, call("mul_hi", x.bits_of(0), x.bits_of(1)))


def _bits_without_sign(x: Operands) -> Text:
    """An absolute value: the greatest integer has all bits but the one of the sign."""
    width, scalar = vector_parts(x.type) or ("", x.type)
    integer = IntegerType(8 * SCALARS[scalar].bytes)
    greatest = literal(c_integer((1 << (integer.width.data - 1)) - 1, integer))
    without = binary(call(f"as_{c_type(integer)}{width}", x[0]), "&", greatest)
    return call(f"as_{c_type(x.type)}", without)


def _by_instruction(x: Operands) -> Text:
    """A square root that is correctly rounded, as the device computes it: of vectors once it sees that of each lane."""
    width, scalar = vector_parts(x.type) or (None, x.type)
    function = "__builtin_sqrtf" if scalar == f32 else "__builtin_sqrt"
    if width is None:
        return call(function, x[0])
    roots = (call(function, part(x[0], lane)).text for lane in range(width))
    return Text(OPENCL_C.vector(c_type(x.type), roots), UNARY)


def _one_over_root(x: Operands) -> Text:
    scalar = (vector_parts(x.type) or (1, x.type))[1]
    return binary(literal(c_float(1.0, scalar)), "/", _by_instruction(x))


_SQRT, _RSQRT = (alike(root, twice=True) for root in (_by_instruction, _one_over_root))
_FABS = alike(_bits_without_sign)


def _by_polynomial(function: str) -> Spelling:
    return alike(lambda x: call(x.helper(function, x.type), x[0]))


_EXPONENTIAL: Final[dict[type[Operation], Spelling]] = {
    math.ExpOp: _by_polynomial("exp"),
    math.Exp2Op: _by_polynomial("exp2"),
    math.LogOp: _by_polynomial("log"),
    math.Log2Op: _by_polynomial("log2"),
    math.Log10Op: _by_polynomial("log10"),
}
_CIRCULAR: Final[dict[type[Operation], Spelling]] = {
    math.SinOp: _by_polynomial("sin"),
    math.CosOp: _by_polynomial("cos"),
}


def spelling_of(op: Operation, profile: Profile) -> Spelling | None:
    """How an op is written for a device."""
    scalar = (vector_parts(op.result_types[0]) or (1, op.result_types[0]))[1] if op.results else None
    wide = scalar in (f32, f64)
    match op:
        case math.SqrtOp() if wide and profile.sqrt == "builtin":
            return _SQRT
        case math.RsqrtOp() if wide and profile.sqrt == "builtin":
            return _RSQRT
        case _ if type(op) in _EXPONENTIAL and scalar == f32 and profile.exp == "polynomial":
            return _EXPONENTIAL[type(op)]
        case _ if type(op) in _CIRCULAR and scalar == f32 and profile.sin == "polynomial":
            return _CIRCULAR[type(op)]
        case math.AbsFOp() if wide and profile.fabs == "bits":
            return _FABS
        case _:
            return RULES.get(type(op))


_ADD, _MUL = _wrapping("+", "!="), _wrapping("*", "&&")

RULES: Final[dict[type[Operation], Spelling]] = {
    arith.AddiOp: alike(_ADD),
    arith.SubiOp: alike(_wrapping("-", "!=")),
    arith.MuliOp: alike(_MUL),
    arith.DivSIOp: dividing(_division("div", _narrow("/"), _and)),
    arith.RemSIOp: dividing(_division("rem", _narrow("%"), _false)),
    arith.DivUIOp: dividing(_division("udiv", _unsigned("/"), _and)),
    arith.RemUIOp: dividing(_division("urem", _unsigned("%"), _false)),
    arith.FloorDivSIOp: plain(_guarded("floordiv")),
    arith.CeilDivSIOp: plain(_guarded("ceildiv")),
    arith.CeilDivUIOp: plain(_guarded("uceildiv")),
    arith.MinSIOp: alike(_extreme("<", "||"), twice=True),
    arith.MaxSIOp: alike(_extreme(">", "&&"), twice=True),
    arith.MinUIOp: alike(_extreme("<", "&&", naturals=True), twice=True),
    arith.MaxUIOp: alike(_extreme(">", "||", naturals=True), twice=True),
    arith.AndIOp: alike(_bitwise("&", "&&")),
    arith.OrIOp: alike(_bitwise("|", "||")),
    arith.XOrIOp: alike(_bitwise("^", "!=")),
    arith.ShLIOp: alike(_shift("<<", naturals=False)),
    arith.ShRSIOp: alike(_shift(">>", naturals=False)),
    arith.ShRUIOp: alike(_shift(">>", naturals=True)),
    arith.AddUIExtendedOp: repeating(_ADD, _carry),
    arith.MulSIExtendedOp: repeating(_MUL, _high),
    arith.MulUIExtendedOp: repeating(_MUL, _unsigned_high),
    arith.CmpiOp: compared(_compare_integers),
    arith.CmpfOp: compared(_compare_floats),
    arith.SelectOp: alike(_select),
    arith.AddfOp: alike(_both("+")),
    arith.SubfOp: alike(_both("-")),
    arith.MulfOp: alike(_both("*")),
    arith.DivfOp: alike(_both("/")),
    arith.NegfOp: alike(lambda x: minus(x[0])),
    arith.MaximumfOp: alike(lambda x: call(x.helper("maximum", x.type), x[0], x[1])),
    arith.MinimumfOp: alike(lambda x: call(x.helper("minimum", x.type), x[0], x[1])),
    arith.MaxnumfOp: alike(lambda x: call(x.helper("maxnum", x.type), x[0], x[1])),
    arith.MinnumfOp: alike(lambda x: call(x.helper("minnum", x.type), x[0], x[1])),
    arith.ExtSIOp: calling(_sign_extended),
    arith.ExtUIOp: calling(_zero_extended),
    arith.TruncIOp: calling(_truncated),
    arith.IndexCastOp: calling(_index_cast),
    arith.SIToFPOp: calling(_signed_to_float),
    arith.UIToFPOp: calling(_unsigned_to_float),
    arith.FPToSIOp: calling(_float_to_signed, twice=True),
    arith.FPToUIOp: calling(_float_to_unsigned, twice=True),
    arith.ExtFOp: calling(_float_to_float),
    arith.TruncFOp: calling(_float_to_float),
    arith.BitcastOp: alike(_same_bits),
    math.AbsFOp: called("fabs"),
    math.AbsIOp: calling(_absolute),
    math.AcosOp: called("acos"),
    math.AcoshOp: called("acosh"),
    math.AsinOp: called("asin"),
    math.AsinhOp: called("asinh"),
    math.Atan2Op: called("atan2"),
    math.AtanOp: called("atan"),
    math.AtanhOp: called("atanh"),
    math.CbrtOp: called("cbrt"),
    math.CeilOp: called("ceil"),
    math.CopySignOp: called("copysign"),
    math.CosOp: called("cos"),
    math.CoshOp: called("cosh"),
    math.CountLeadingZerosOp: calling(_on_integer("clz", negated)),
    math.CountTrailingZerosOp: repeating(_trailing_zeros),
    math.CtPopOp: calling(_on_integer("popcount", lambda text: text)),
    math.ErfOp: called("erf"),
    math.Exp2Op: called("exp2"),
    math.ExpM1Op: called("expm1"),
    math.ExpOp: called("exp"),
    math.FPowIOp: calling(_float_power),
    math.FloorOp: called("floor"),
    math.FmaOp: called("fma"),
    math.IPowIOp: plain(_guarded("ipow")),
    math.Log10Op: called("log10"),
    math.Log1pOp: called("log1p"),
    math.Log2Op: called("log2"),
    math.LogOp: called("log"),
    math.PowFOp: called("pow"),
    math.RoundEvenOp: called("rint"),
    math.RoundOp: called("round"),
    math.RsqrtOp: called("rsqrt"),
    math.SinOp: called("sin"),
    math.SinhOp: called("sinh"),
    math.SqrtOp: called("sqrt"),
    math.TanOp: called("tan"),
    math.TanhOp: called("tanh"),
    math.TruncOp: called("trunc"),
}
