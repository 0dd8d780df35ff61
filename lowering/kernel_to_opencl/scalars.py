"""What each op of `arith` and `math` is in C, with the meaning that the interpreter gives it.

Integers wrap around, which in C only unsigned ones do. Division and remainder by zero give 0, and the quotient of the
least integer and -1 wraps. Shifts count modulo the width. An i1 is a `bool`, which is 0 or -1 where an op is signed. What takes more
than an expression is a function of its own (`FUNCTIONS`), printed only where it is called.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias
from typing import cast as typed

from xdsl.dialects import arith, math
from xdsl.dialects.builtin import FloatAttr, IntegerAttr
from xdsl.ir import Attribute, Operation

from ...dialects.kernel.types import bits
from .ctypes import c_float, c_integer, c_type, is_bit, unsigned
from .expressions import UNARY, Text, binary, call, cast, choice, literal, minus, negated
from .language import OPENCL_C

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
    "maximum": "{t} maximum_{t}({t} a, {t} b) {{ return a > b || a != a ? a : a == 0 && b == 0 ? a + b : b; }}",
    "minimum": "{t} minimum_{t}({t} a, {t} b) {{ return a < b || a != a ? a : a == 0 && b == 0 ? -(-a - b) : b; }}",
    "maxnum": "{t} maxnum_{t}({t} a, {t} b) {{ "
    "return a != a ? b : a > b || b != b ? a : a == 0 && b == 0 ? a + b : b; }}",
    "minnum": "{t} minnum_{t}({t} a, {t} b) {{ "
    "return a != a ? b : a < b || b != b ? a : a == 0 && b == 0 ? -(-a - b) : b; }}",
}
"""Functions for a type `t`, with `u` its unsigned counterpart."""

_LARGEST_VECTOR: Final = 128


@dataclass(frozen=True)
class Operands:
    """The operands of an op, or of one part of an op on vectors, as texts with the types that they have."""

    op: Operation
    texts: tuple[Text, ...]
    types: tuple[Attribute, ...]
    result_types: tuple[Attribute, ...]
    helper: Callable[[str, Attribute], str]
    """The name of one of `FUNCTIONS` for a type, which is then printed."""

    def __getitem__(self, index: int) -> Text:
        return self.texts[index]

    @property
    def type(self) -> Attribute:
        """The type of the first operand."""
        return self.types[0]

    @property
    def result(self) -> Attribute:
        return self.result_types[0]

    def bits_of(self, index: int) -> Text:
        """An operand as a natural."""
        text = self.texts[index]
        return text.without_sign or cast(unsigned(self.types[index]), text)


Expression: TypeAlias = Callable[[Operands], Text]


@dataclass(frozen=True)
class Spelling:
    """The expressions of an op's results; `twice` says that operands are written more than once in them."""

    results: tuple[Expression, ...]
    twice: bool = False
    on_vectors: int = 0
    """The bytes of the largest vectors on which the expression means the same; on others it is written for each part."""


def _both(operator: str) -> Expression:
    return lambda x: binary(x[0], operator, x[1])


def _wrapping(operator: str, on_bits: str) -> Expression:
    def express(x: Operands) -> Text:
        if is_bit(x.type):
            return binary(x[0], on_bits, x[1])
        if bits(x.type) < 32:
            return cast(c_type(x.type), binary(x[0], operator, x[1]))
        computed = binary(x.bits_of(0), operator, x.bits_of(1))
        return cast(c_type(x.type), computed)._replace(without_sign=computed)

    return express


def _bitwise(operator: str, on_bits: str) -> Expression:
    def express(x: Operands) -> Text:
        if is_bit(x.type):
            return binary(x[0], on_bits, x[1])
        return narrowed(binary(x[0], operator, x[1]), x.type)

    return express


def narrowed(text: Text, type_: Attribute) -> Text:
    """What C computes with an int, as the narrower type that it is."""
    return cast(c_type(type_), text) if bits(type_) < 32 else text


def number_of(x: Operands, index: int) -> int | None:
    """The constant that an operand is."""
    owner = x.op.operands[index].owner
    value = owner.value if isinstance(owner, arith.ConstantOp) else None
    return value.value.data if isinstance(value, IntegerAttr) else None


def _division(function: str, plain: Expression, on_bits: Expression, *, below: int = 1) -> Expression:
    """A division: plain C where the divisor is a constant of at least `below`, else a function that guards it."""

    def express(x: Operands) -> Text:
        if is_bit(x.type):
            return on_bits(x)
        number = number_of(x, 1)
        if number is not None and number >= below:
            return plain(x)
        return call(x.helper(function, x.type), x[0], x[1])

    return express


def _unsigned(operator: str) -> Expression:
    return lambda x: cast(c_type(x.type), binary(x.bits_of(0), operator, x.bits_of(1)))


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
        width, number = bits(x.type), number_of(x, 1)
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
    """A constant scalar."""
    match op.value:
        case IntegerAttr():
            return literal(c_integer(op.value.value.data, type_))
        case FloatAttr():
            return literal(c_float(op.value.value.data, type_))
        case _:
            return None


# Conversions


def _to(type_: Attribute, text: Text) -> Text:
    return cast(c_type(type_), text)


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
    return _truncated(x) if bits(x.result) < bits(x.type) else _sign_extended(x)


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
    return _zero_for_nan(x, call(f"convert_{c_type(x.result)}_sat", x[0]))


def _float_to_unsigned(x: Operands) -> Text:
    if is_bit(x.result):
        return binary(x[0], ">=", literal("1"))
    return _zero_for_nan(x, _to(x.result, call(f"convert_{unsigned(x.result)}_sat", x[0])))


def _zero_for_nan(x: Operands, text: Text) -> Text:
    """OpenCL says that NaN becomes 0, and not every implementation does it."""
    return choice(binary(x[0], "!=", x[0]), literal("0"), text)


def _float_to_float(x: Operands) -> Text:
    return _to(x.result, x[0])


def _same_bits(x: Operands) -> Text:
    return x[0] if x.type == x.result else call(f"as_{c_type(x.result)}", x[0])


# Functions


def _absolute(x: Operands) -> Text:
    return x[0] if is_bit(x.type) else _to(x.type, call("abs", x[0]))


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


def _plain(*results: Expression) -> Spelling:
    return Spelling(results)


def _twice(*results: Expression) -> Spelling:
    return Spelling(results, twice=True)


def _alike(result: Expression) -> Spelling:
    """An expression that means the same on vectors."""
    return Spelling((result,), on_vectors=_LARGEST_VECTOR)


def _called(name: str) -> Spelling:
    """A function of OpenCL, which takes vectors, too."""
    return Spelling((lambda x: call(name, *x.texts),), on_vectors=OPENCL_C.largest_for_functions)


_ADD, _MUL = _wrapping("+", "!="), _wrapping("*", "&&")

RULES: Final[dict[type[Operation], Spelling]] = {
    arith.AddiOp: _plain(_ADD),
    arith.SubiOp: _plain(_wrapping("-", "!=")),
    arith.MuliOp: _plain(_MUL),
    arith.DivSIOp: _plain(_division("div", _narrow("/"), _and)),
    arith.RemSIOp: _plain(_division("rem", _narrow("%"), _false)),
    arith.DivUIOp: _plain(_division("udiv", _unsigned("/"), _and)),
    arith.RemUIOp: _plain(_division("urem", _unsigned("%"), _false)),
    arith.FloorDivSIOp: _plain(_guarded("floordiv")),
    arith.CeilDivSIOp: _plain(_guarded("ceildiv")),
    arith.CeilDivUIOp: _plain(_guarded("uceildiv")),
    arith.MinSIOp: _twice(_extreme("<", "||")),
    arith.MaxSIOp: _twice(_extreme(">", "&&")),
    arith.MinUIOp: _twice(_extreme("<", "&&", naturals=True)),
    arith.MaxUIOp: _twice(_extreme(">", "||", naturals=True)),
    arith.AndIOp: _plain(_bitwise("&", "&&")),
    arith.OrIOp: _plain(_bitwise("|", "||")),
    arith.XOrIOp: _plain(_bitwise("^", "!=")),
    arith.ShLIOp: _plain(_shift("<<", naturals=False)),
    arith.ShRSIOp: _plain(_shift(">>", naturals=False)),
    arith.ShRUIOp: _plain(_shift(">>", naturals=True)),
    arith.AddUIExtendedOp: _twice(_ADD, _carry),
    arith.MulSIExtendedOp: _twice(_MUL, _high),
    arith.MulUIExtendedOp: _twice(_MUL, _unsigned_high),
    arith.CmpiOp: _plain(_compare_integers),
    arith.CmpfOp: _twice(_compare_floats),
    arith.SelectOp: _plain(_select),
    arith.AddfOp: _alike(_both("+")),
    arith.SubfOp: _alike(_both("-")),
    arith.MulfOp: _alike(_both("*")),
    arith.DivfOp: _alike(_both("/")),
    arith.NegfOp: _alike(lambda x: minus(x[0])),
    arith.MaximumfOp: _plain(lambda x: call(x.helper("maximum", x.type), x[0], x[1])),
    arith.MinimumfOp: _plain(lambda x: call(x.helper("minimum", x.type), x[0], x[1])),
    arith.MaxnumfOp: _plain(lambda x: call(x.helper("maxnum", x.type), x[0], x[1])),
    arith.MinnumfOp: _plain(lambda x: call(x.helper("minnum", x.type), x[0], x[1])),
    arith.ExtSIOp: _plain(_sign_extended),
    arith.ExtUIOp: _plain(_zero_extended),
    arith.TruncIOp: _plain(_truncated),
    arith.IndexCastOp: _plain(_index_cast),
    arith.SIToFPOp: _plain(_signed_to_float),
    arith.UIToFPOp: _plain(_unsigned_to_float),
    arith.FPToSIOp: _twice(_float_to_signed),
    arith.FPToUIOp: _twice(_float_to_unsigned),
    arith.ExtFOp: _plain(_float_to_float),
    arith.TruncFOp: _plain(_float_to_float),
    arith.BitcastOp: _plain(_same_bits),
    math.AbsFOp: _called("fabs"),
    math.AbsIOp: _plain(_absolute),
    math.AcosOp: _called("acos"),
    math.AcoshOp: _called("acosh"),
    math.AsinOp: _called("asin"),
    math.AsinhOp: _called("asinh"),
    math.Atan2Op: _called("atan2"),
    math.AtanOp: _called("atan"),
    math.AtanhOp: _called("atanh"),
    math.CbrtOp: _called("cbrt"),
    math.CeilOp: _called("ceil"),
    math.CopySignOp: _called("copysign"),
    math.CosOp: _called("cos"),
    math.CoshOp: _called("cosh"),
    math.CountLeadingZerosOp: _plain(_on_integer("clz", negated)),
    math.CountTrailingZerosOp: _twice(_trailing_zeros),
    math.CtPopOp: _plain(_on_integer("popcount", lambda text: text)),
    math.ErfOp: _called("erf"),
    math.Exp2Op: _called("exp2"),
    math.ExpM1Op: _called("expm1"),
    math.ExpOp: _called("exp"),
    math.FPowIOp: _plain(_float_power),
    math.FloorOp: _called("floor"),
    math.FmaOp: _called("fma"),
    math.IPowIOp: _plain(_guarded("ipow")),
    math.Log10Op: _called("log10"),
    math.Log1pOp: _called("log1p"),
    math.Log2Op: _called("log2"),
    math.LogOp: _called("log"),
    math.PowFOp: _called("pow"),
    math.RoundEvenOp: _called("rint"),
    math.RoundOp: _called("round"),
    math.RsqrtOp: _called("rsqrt"),
    math.SinOp: _called("sin"),
    math.SinhOp: _called("sinh"),
    math.SqrtOp: _called("sqrt"),
    math.TanOp: _called("tan"),
    math.TanhOp: _called("tanh"),
    math.TruncOp: _called("trunc"),
}
