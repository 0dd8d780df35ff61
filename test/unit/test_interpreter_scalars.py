"""Every op of `arith` and `math` that a program can use, against NumPy or Python's own integers."""

import itertools
import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from xdsl.dialects.arith import Arith
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.math import Math

import lift
from lift.dialects.lift.dialect import Lift
from lift.dialects.ocl.dialect import Ocl
from lift.runtime.interpreter.machine import Machine

INTEGERS = {"i8": np.int8, "i16": np.int16, "i32": np.int32, "i64": np.int64}
FLOATS = {"f16": np.float16, "f32": np.float32, "f64": np.float64}
DTYPES: dict[str, Any] = {**INTEGERS, **FLOATS, "i1": np.bool_, "index": np.int64}


def call(body: str, types: list[str], result: str, *values: Any) -> Any:
    """What a program of one line gives: `%a`, `%b` and `%c` are its parameters, `%r` its result."""
    parameters = ", ".join(f"%{name}: {type_}" for name, type_ in zip("abc", types, strict=False))
    text = f"lift.def @f({parameters}) -> {result} {{\n{body}\nlift.return %r\n}}"
    program = lift.compile(text, target="interpreter")
    found = program(*(DTYPES[type_](value) for type_, value in zip(types, values, strict=True)))
    assert found.dtype == DTYPES[result]
    return found


def binary(op: str, type_: str, a: Any, b: Any) -> Any:
    return call(f"%r = arith.{op} %a, %b : {type_}", [type_, type_], type_, a, b)


def wrap(value: int, bits: int) -> int:
    value &= (1 << bits) - 1
    return value - (1 << bits) if value >> (bits - 1) else value


def unsigned(value: int, bits: int) -> int:
    return value & ((1 << bits) - 1)


def divided(a: int, b: int) -> int:
    return 0 if b == 0 else int(math.copysign(1, a) * math.copysign(1, b)) * (abs(a) // abs(b))


def test_every_op_of_arith_and_math_has_a_meaning() -> None:
    machine = Machine(ModuleOp([]))
    known = machine._impls._impl_dict
    assert [op.name for op in (*Arith.operations, *Math.operations) if op not in known] == []


def test_every_op_of_lift_and_ocl_has_a_meaning() -> None:
    known = Machine(ModuleOp([]))._impls._impl_dict
    around = {"lift.def", "lift.user_fun", "lift.return", "lift.yield"}
    around |= {"ocl.alloc", "ocl.slot", "ocl.inverse", "ocl.tuple"}  # memory, which has no value
    ops = [op for op in (*Lift.operations, *Ocl.operations) if op.name not in around]
    assert [op.name for op in ops if not any(kind in known for kind in op.__mro__)] == []


SIGNED: dict[str, Callable[[int, int], int]] = {
    "addi": lambda a, b: a + b,
    "subi": lambda a, b: a - b,
    "muli": lambda a, b: a * b,
    "divsi": divided,
    "remsi": lambda a, b: a - divided(a, b) * b if b else 0,
    "floordivsi": lambda a, b: a // b if b else 0,
    "ceildivsi": lambda a, b: -(-a // b) if b else 0,
    "minsi": min,
    "maxsi": max,
    "andi": lambda a, b: a & b,
    "ori": lambda a, b: a | b,
    "xori": lambda a, b: a ^ b,
}
UNSIGNED: dict[str, Callable[[int, int], int]] = {
    "divui": lambda a, b: a // b if b else 0,
    "remui": lambda a, b: a % b if b else 0,
    "ceildivui": lambda a, b: -(-a // b) if b else 0,
    "minui": min,
    "maxui": max,
}


def corners(bits: int) -> list[int]:
    return [0, 1, -1, 7, -7, 3, (1 << (bits - 1)) - 1, -(1 << (bits - 1))]


def table(op: str, type_: str, values: list[Any]) -> Any:
    """The op on every pair of the values, by one program."""
    pairs = list(itertools.product(values, values))
    text = f"""
    lift.def @f<N>(%x: !lift.array<N, {type_}>, %y: !lift.array<N, {type_}>) -> !lift.array<N, {type_}> {{
      %xy = lift.zip %x, %y
      %r = lift.map (%p) in %xy {{
        %a = lift.get %p[0]
        %b = lift.get %p[1]
        %c = {op} %a, %b : {type_}
        lift.yield %c
      }}
      lift.return %r
    }}"""
    left, right = (np.array(side, DTYPES[type_]) for side in zip(*pairs, strict=True))
    return pairs, lift.compile(text, target="interpreter")(left, right)


@pytest.mark.parametrize("type_", INTEGERS)
@pytest.mark.parametrize("op", SIGNED)
def test_signed_integers_wrap_around(op: str, type_: str) -> None:
    bits = int(type_[1:])
    pairs, found = table(f"arith.{op}", type_, corners(bits))
    assert found.tolist() == [wrap(SIGNED[op](a, b), bits) for a, b in pairs]


@pytest.mark.parametrize("type_", INTEGERS)
@pytest.mark.parametrize("op", UNSIGNED)
def test_unsigned_integers_wrap_around(op: str, type_: str) -> None:
    bits = int(type_[1:])
    pairs, found = table(f"arith.{op}", type_, corners(bits))
    assert found.tolist() == [wrap(UNSIGNED[op](unsigned(a, bits), unsigned(b, bits)), bits) for a, b in pairs]


@pytest.mark.parametrize("op", [*SIGNED, *UNSIGNED])
def test_bits_are_integers_of_one_bit(op: str) -> None:
    pairs, found = table(f"arith.{op}", "i1", [False, True])
    if op in SIGNED:
        expected = [SIGNED[op](-int(a), -int(b)) & 1 for a, b in pairs]
    else:
        expected = [UNSIGNED[op](int(a), int(b)) & 1 for a, b in pairs]
    assert found.tolist() == [bool(bit) for bit in expected]


SHIFTS: dict[str, Callable[[int, int, int], int]] = {
    "shli": lambda a, n, _: a << n,
    "shrsi": lambda a, n, _: a >> n,
    "shrui": lambda a, n, bits: unsigned(a, bits) >> n,
}


@pytest.mark.parametrize("type_", INTEGERS)
@pytest.mark.parametrize("op", SHIFTS)
def test_shifts_count_modulo_the_width(op: str, type_: str) -> None:
    bits = int(type_[1:])
    pairs, found = table(f"arith.{op}", type_, [0, 1, 2, bits - 1, bits, -1, 5])
    assert found.tolist() == [wrap(SHIFTS[op](a, b % bits, bits), bits) for a, b in pairs]


PREDICATES: dict[str, Callable[[int, int], bool]] = {
    "eq": lambda a, b: a == b,
    "ne": lambda a, b: a != b,
    "slt": lambda a, b: a < b,
    "sle": lambda a, b: a <= b,
    "sgt": lambda a, b: a > b,
    "sge": lambda a, b: a >= b,
    "ult": lambda a, b: a % 256 < b % 256,
    "ule": lambda a, b: a % 256 <= b % 256,
    "ugt": lambda a, b: a % 256 > b % 256,
    "uge": lambda a, b: a % 256 >= b % 256,
}


@pytest.mark.parametrize("predicate", PREDICATES)
def test_integers_are_compared(predicate: str) -> None:
    for a, b in itertools.product((0, 5, -5, 127, -128), repeat=2):
        found = call(f"%r = arith.cmpi {predicate}, %a, %b : i8", ["i8", "i8"], "i1", a, b)
        assert bool(found) is PREDICATES[predicate](a, b), (a, b)


def test_a_true_bit_is_less_than_a_false_one_when_signed() -> None:
    assert call("%r = arith.cmpi slt, %a, %b : i1", ["i1", "i1"], "i1", True, False)
    assert not call("%r = arith.cmpi ult, %a, %b : i1", ["i1", "i1"], "i1", True, False)


ORDERED: dict[str, Callable[[float, float], bool]] = {
    "eq": lambda a, b: a == b,
    "gt": lambda a, b: a > b,
    "ge": lambda a, b: a >= b,
    "lt": lambda a, b: a < b,
    "le": lambda a, b: a <= b,
    "ne": lambda a, b: a != b,
}


@pytest.mark.parametrize(
    "predicate", [*(f"{kind}{name}" for kind in "ou" for name in ORDERED), "ord", "uno", "false", "true"]
)
def test_floats_are_compared(predicate: str) -> None:
    for a, b in itertools.product((0.0, -0.0, 1.5, math.inf, math.nan), repeat=2):
        unordered = math.isnan(a) or math.isnan(b)
        expected = {"ord": not unordered, "uno": unordered, "false": False, "true": True}.get(predicate)
        if expected is None:
            expected = (
                ORDERED[predicate[1:]](a, b) and not unordered
                if predicate[0] == "o"
                else ORDERED[predicate[1:]](a, b) or unordered
            )
        found = call(f"%r = arith.cmpf {predicate}, %a, %b : f32", ["f32", "f32"], "i1", a, b)
        assert bool(found) is expected, (a, b)


@pytest.mark.parametrize("type_", FLOATS)
@pytest.mark.parametrize(
    ("op", "ufunc"), [("addf", np.add), ("subf", np.subtract), ("mulf", np.multiply), ("divf", np.divide)]
)
def test_floats_are_rounded_after_every_op(op: str, ufunc: Any, type_: str) -> None:
    values = [0.1, 1 / 3, -2.5, 1e4, 0.0]
    pairs, found = table(f"arith.{op}", type_, values)
    left, right = (np.array(side, FLOATS[type_]) for side in zip(*pairs, strict=True))
    with np.errstate(all="ignore"):
        np.testing.assert_array_equal(found, ufunc(left, right))


@pytest.mark.parametrize(
    ("op", "a", "b", "expected"),
    [
        ("maximumf", 1.0, math.nan, math.nan),
        ("maximumf", -0.0, 0.0, 0.0),
        ("maximumf", 0.0, -0.0, 0.0),
        ("maximumf", 2.0, 3.0, 3.0),
        ("minimumf", math.nan, 1.0, math.nan),
        ("minimumf", 0.0, -0.0, -0.0),
        ("minimumf", 2.0, 3.0, 2.0),
        ("maxnumf", 1.0, math.nan, 1.0),
        ("maxnumf", math.nan, 1.0, 1.0),
        ("maxnumf", 2.0, 3.0, 3.0),
        ("minnumf", math.nan, 1.0, 1.0),
        ("minnumf", 2.0, -3.0, -3.0),
    ],
)
def test_least_and_greatest_floats(op: str, a: float, b: float, expected: float) -> None:
    found = binary(op, "f32", a, b)
    np.testing.assert_array_equal(found, np.float32(expected))
    assert math.isnan(expected) or np.signbit(found) == np.signbit(expected)


@pytest.mark.parametrize(
    ("op", "source", "target", "value", "expected"),
    [
        ("sitofp", "i32", "f32", -7, -7.0),
        ("sitofp", "i64", "f32", 2**40 + 1, np.float32(2**40 + 1)),
        ("sitofp", "i1", "f32", True, -1.0),
        ("uitofp", "i1", "f32", True, 1.0),
        ("uitofp", "i8", "f32", -1, 255.0),
        ("uitofp", "i64", "f64", -1, float(2**64 - 1)),
        ("fptosi", "f32", "i32", -2.9, -2),
        ("fptosi", "f32", "i32", 1e30, 2**31 - 1),
        ("fptosi", "f32", "i8", -math.inf, -128),
        ("fptosi", "f64", "i32", math.nan, 0),
        ("fptoui", "f32", "i8", 200.7, -56),
        ("fptoui", "f32", "i8", -3.0, 0),
        ("extf", "f16", "f32", 0.1, np.float16(0.1)),
        ("truncf", "f64", "f32", 0.1, np.float32(0.1)),
        ("extsi", "i8", "i32", -3, -3),
        ("extsi", "i1", "i8", True, -1),
        ("extui", "i8", "i32", -3, 253),
        ("extui", "i1", "i8", True, 1),
        ("trunci", "i32", "i8", 300, 44),
        ("trunci", "i32", "i1", 3, True),
        ("index_cast", "index", "i32", 2**32 + 5, 5),
        ("index_cast", "i32", "index", -5, -5),
        ("bitcast", "f32", "i32", 1.0, 0x3F800000),
        ("bitcast", "i32", "f32", 0x3F800000, 1.0),
    ],
)
def test_conversions(op: str, source: str, target: str, value: Any, expected: Any) -> None:
    found = call(f"%r = arith.{op} %a : {source} to {target}", [source], target, value)
    assert found == DTYPES[target](expected)


def test_select_takes_tuples_of_scalars() -> None:
    text = """lift.def @f(%c: i1, %x: f32, %y: f32) -> tuple<f32, f32> {
      %a = lift.tuple %x, %y
      %b = lift.tuple %y, %x
      %r = arith.select %c, %a, %b : tuple<f32, f32>
      lift.return %r
    }"""
    program = lift.compile(text, target="interpreter")
    assert program(True, 1.0, 2.0) == (1.0, 2.0)
    assert program(False, 1.0, 2.0) == (2.0, 1.0)


def both(op: str, results: str, a: int, b: int) -> tuple[int, int]:
    text = f"""lift.def @f(%a: i8, %b: i8) -> tuple<i8, {results}> {{
      %l, %h = arith.{op}
      %r = lift.tuple %l, %h
      lift.return %r
    }}"""
    low, high = lift.compile(text, target="interpreter")(a, b)
    return int(low), int(high)


def test_ops_with_two_results() -> None:
    assert both("addui_extended %a, %b : i8, i1", "i1", -1, 2) == (1, 1)
    assert both("mulsi_extended %a, %b : i8", "i8", -100, 100) == (wrap(-10000, 8), -10000 >> 8)
    assert both("mului_extended %a, %b : i8", "i8", -1, -1) == (1, wrap(255 * 255 >> 8, 8))


UNARY: dict[str, tuple[Callable[[Any], Any], float]] = {
    "absf": (np.abs, -1.5),
    "acos": (np.arccos, 0.3),
    "acosh": (np.arccosh, 1.3),
    "asin": (np.arcsin, 0.3),
    "asinh": (np.arcsinh, 0.3),
    "atan": (np.arctan, 0.3),
    "atanh": (np.arctanh, 0.3),
    "cbrt": (np.cbrt, -8.5),
    "ceil": (np.ceil, -1.5),
    "cos": (np.cos, 0.3),
    "cosh": (np.cosh, 0.3),
    "erf": (math.erf, 0.3),
    "exp": (np.exp, 0.3),
    "exp2": (np.exp2, 0.3),
    "expm1": (np.expm1, 0.3),
    "floor": (np.floor, -1.5),
    "log": (np.log, 0.3),
    "log10": (np.log10, 0.3),
    "log1p": (np.log1p, 0.3),
    "log2": (np.log2, 0.3),
    "round": (lambda x: math.copysign(math.floor(abs(float(x)) + 0.5), x), -2.5),
    "roundeven": (np.rint, 2.5),
    "rsqrt": (lambda x: 1 / np.sqrt(np.float64(x)), 0.3),
    "sin": (np.sin, 0.3),
    "sinh": (np.sinh, 0.3),
    "sqrt": (np.sqrt, 0.3),
    "tan": (np.tan, 0.3),
    "tanh": (np.tanh, 0.3),
    "trunc": (np.trunc, -1.5),
}


@pytest.mark.parametrize("type_", FLOATS)
@pytest.mark.parametrize("op", UNARY)
def test_functions_of_one_float(op: str, type_: str) -> None:
    function, value = UNARY[op]
    found = call(f"%r = math.{op} %a : {type_}", [type_], type_, value)
    assert found == FLOATS[type_](function(FLOATS[type_](value)))


@pytest.mark.parametrize(("value", "expected"), [(0.5, 1.0), (-0.5, -1.0), (0.49999997, 0.0), (2.5, 3.0), (-0.2, -0.0)])
def test_round_goes_away_from_zero(value: float, expected: float) -> None:
    found = call("%r = math.round %a : f32", ["f32"], "f32", value)
    assert found == expected
    assert np.signbit(found) == np.signbit(expected)


@pytest.mark.parametrize(("op", "ufunc"), [("atan2", np.arctan2), ("copysign", np.copysign), ("powf", np.power)])
def test_functions_of_two_floats(op: str, ufunc: Any) -> None:
    found = call(f"%r = math.{op} %a, %b : f32", ["f32", "f32"], "f32", 1.5, -2.5)
    assert found == ufunc(np.float32(1.5), np.float32(-2.5))


@pytest.mark.parametrize("type_", ["f32", "f64"])
@pytest.mark.parametrize(
    ("base", "exponent", "expected"),
    [
        (-math.inf, 0.5, math.inf),
        (-math.inf, 0.25, math.inf),
        (-math.inf, -0.5, 0.0),
        (-math.inf, 3.0, -math.inf),
        (-math.inf, -3.0, -0.0),
        (-0.0, 0.5, 0.0),
        (-0.0, 3.0, -0.0),
        (-0.0, -3.0, -math.inf),
        (-0.0, -0.5, math.inf),
        (-1.0, math.inf, 1.0),
        (-1.0, 0.5, math.nan),
        (0.5, -math.inf, math.inf),
        (math.nan, 0.0, 1.0),
        (1.0, math.nan, 1.0),
    ],
)
def test_special_powers_are_those_of_c(type_: str, base: float, exponent: float, expected: float) -> None:
    found = call(f"%r = math.powf %a, %b : {type_}", [type_] * 2, type_, base, exponent)
    np.testing.assert_array_equal(found, expected)
    assert math.isnan(expected) or np.signbit(found) == np.signbit(expected)


def test_powers_with_an_integer_exponent() -> None:
    assert call("%r = math.fpowi %a, %b : f32, i32", ["f32", "i32"], "f32", 1.5, -2) == np.float32(1.5**-2)
    for base, exponent, expected in [(3, 4, 81), (2, 31, -(2**31)), (-1, -3, -1), (1, -3, 1), (5, -1, 0), (0, -1, 0)]:
        found = call("%r = math.ipowi %a, %b : i32", ["i32", "i32"], "i32", base, exponent)
        assert found == expected, (base, exponent)


@pytest.mark.parametrize(
    ("op", "value", "expected"),
    [
        ("absi", -5, 5),
        ("absi", -128, -128),
        ("ctlz", 1, 7),
        ("ctlz", 0, 8),
        ("cttz", 8, 3),
        ("cttz", 0, 8),
        ("ctpop", -1, 8),
    ],
)
def test_functions_of_an_integer(op: str, value: int, expected: int) -> None:
    assert call(f"%r = math.{op} %a : i8", ["i8"], "i8", value) == expected


def test_fma_rounds_once() -> None:
    a, c = np.float32(1 + 2**-12), np.float32(-(1 + 2**-11))
    found = call("%r = math.fma %a, %b, %c : f32", ["f32"] * 3, "f32", a, a, c)
    assert found == np.float32(2**-24)
    assert a * a + c == 0
    tie = np.float32(1 + 2**-23)  # the exact result lies just beside a tie, which a double does not see
    found = call("%r = math.fma %a, %b, %c : f32", ["f32"] * 3, "f32", 2**-24, 1 + 2**-20, tie)
    assert found == np.float32(1 + 2**-22)


def test_negf_changes_the_sign_of_zero() -> None:
    assert np.signbit(call("%r = arith.negf %a : f32", ["f32"], "f32", 0.0))


def test_vectors_are_computed_part_by_part() -> None:
    text = """lift.def @f(%a: vector<4xf32>, %b: vector<4xf32>) -> vector<4xf32> {
      %two = arith.constant dense<2.0> : vector<4xf32>
      %s = arith.mulf %a, %two : vector<4xf32>
      %r = arith.maximumf %s, %b : vector<4xf32>
      lift.return %r
    }"""
    a, b = np.arange(4, dtype=np.float32), np.full(4, 3, np.float32)
    np.testing.assert_array_equal(lift.compile(text, target="interpreter")(a, b), np.maximum(2 * a, b))


def test_a_vector_is_selected_part_by_part() -> None:
    text = """lift.def @f(%a: vector<4xf32>, %b: vector<4xf32>) -> vector<4xf32> {
      %less = arith.cmpf olt, %a, %b : vector<4xf32>
      %r = arith.select %less, %a, %b : vector<4xf32>
      lift.return %r
    }"""
    a, b = np.arange(4, dtype=np.float32), np.full(4, 2, np.float32)
    np.testing.assert_array_equal(lift.compile(text, target="interpreter")(a, b), np.minimum(a, b))


def test_a_type_without_a_dtype_is_refused() -> None:
    with pytest.raises(lift.LiftError, match=r"LIFT0212.*i7"):
        lift.compile("lift.def @f(%a: i7) -> i7 {\nlift.return %a\n}", target="interpreter")(1)
