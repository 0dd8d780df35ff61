"""Every op of `arith` and `math` as OpenCL C on a device, against what the interpreter says, at the corners of each type."""

import itertools
import math
from typing import Any

import numpy as np
import opencl_device
import pytest
from xdsl.dialects.arith import Arith
from xdsl.dialects.math import Math

import lift
from lift.dialects.loader import load_module
from lift.lowering.kernel_to_opencl.scalars import RULES
from lift.lowering.kernel_to_opencl.target import to_opencl

DTYPES: dict[str, Any] = {
    "i1": np.bool_,
    "i8": np.int8,
    "i16": np.int16,
    "i32": np.int32,
    "i64": np.int64,
    "index": np.int64,
    "f32": np.float32,
    "f64": np.float64,
}
INTEGERS = ("i1", "i8", "i16", "i32", "i64", "index")
FLOATS = ("f32", "f64")


def corners(type_: str) -> list[Any]:
    if type_ == "i1":
        return [False, True]
    if type_ in FLOATS:
        return [0.0, -0.0, 1.0, -1.5, 0.3, 2.5, 1e30, -1e30, math.inf, -math.inf, math.nan, 300.7, -2.0]
    bits = 64 if type_ == "index" else int(type_[1:])
    return [0, 1, -1, 7, -7, 3, 31, 64, (1 << (bits - 1)) - 1, -(1 << (bits - 1)), -(1 << (bits - 1)) + 1]


def arguments(types: list[str]) -> list[Any]:
    """Every combination of the corners, as an array for each operand."""
    rows = list(itertools.product(*map(corners, types)))
    return [np.array(column, DTYPES[type_]) for column, type_ in zip(zip(*rows, strict=True), types, strict=True)]


class Case:
    """An op on operands of these types."""

    def __init__(self, op: str, types: list[str], results: list[str], form: str, attribute: str = ""):
        self.op, self.types, self.results, self.form, self.attribute = op, types, results, form, attribute
        self.name = "_".join((op, attribute.strip(" ,"), *types, *results)).replace(".", "_")

    def names(self, k: int) -> list[str]:
        """What the results are called where this is number k of several."""
        return [f"%r{k}_{result}" for result, _ in enumerate(self.results)]

    def line(self, k: int) -> str:
        operands = ", ".join(f"%{name}" for name, _ in zip("abc", self.types, strict=False))
        return f"{', '.join(self.names(k))} = {self.op} {self.attribute}{operands} : {self.form}\n"


class Together:
    """Cases with operands of the same types, in one kernel: to build a kernel takes long."""

    def __init__(self, cases: list[Case]):
        self.cases, self.types = cases, cases[0].types
        self.name = "_".join(("on", *self.types))
        self.body = "".join(case.line(k) for k, case in enumerate(cases))
        self.given = [name for k, case in enumerate(cases) for name in case.names(k)]
        self.results = [type_ for case in cases for type_ in case.results]

    def kernel(self) -> str:
        operands = list(zip("abc", self.types, strict=False))
        parameters = [f"%p{name}: !kernel.buffer<global, {type_}>" for name, type_ in operands]
        parameters += [f"%q{k}: !kernel.buffer<global, {type_}>" for k, type_ in enumerate(self.results)]
        loads = "".join(f"%{name} = kernel.load %p{name}[%i]\n" for name, _ in operands)
        stores = "".join(f"kernel.store {name}, %q{k}[%i]\n" for k, name in enumerate(self.given))
        return f"""kernel.func @{self.name}({", ".join(parameters)}) {{
          %i = kernel.global_id 0
          {loads}{self.body}
          {stores} }}\n"""

    def computed(self, source: str, columns: list[Any]) -> dict[str, list[Any]]:
        """What the device says, for each case."""
        found = [np.zeros(len(columns[0]), DTYPES[type_]) for type_ in self.results]
        opencl_device.run(source, self.name, *columns, *found, items=len(columns[0]))
        return self.by_case(found)

    def interpreted(self, columns: list[Any]) -> dict[str, list[Any]]:
        """What the interpreter says, for each case."""
        parameters = ", ".join(f"%x{i}: !lift.array<N, {type_}>" for i, type_ in enumerate(self.types))
        zipped = ", ".join(f"%x{i}" for i in range(len(self.types)))
        operands = enumerate(zip("abc", self.types, strict=False))
        gets = "".join(f"%{name} = lift.get %p[{i}]\n" for i, (name, _) in operands)
        text = f"""lift.def @f<N>({parameters}) -> !lift.array<N, tuple<{", ".join(self.results)}>> {{
          %z = lift.zip {zipped}
          %m = lift.map (%p) in %z {{ {gets} {self.body} %all = lift.tuple {", ".join(self.given)}\n lift.yield %all }}
          lift.return %m }}"""
        rows = lift.compile(text, target="interpreter")(*columns)
        return self.by_case([rows[name] for name in rows.dtype.names])

    def by_case(self, arrays: list[Any]) -> dict[str, list[Any]]:
        left = iter(arrays)
        return {case.name: [next(left) for _ in case.results] for case in self.cases}


def together(cases: list[Case]) -> list[Together]:
    found: dict[tuple[str, ...], list[Case]] = {}
    for case in cases:
        found.setdefault(tuple(case.types), []).append(case)
    return [Together(several) for several in found.values()]


def cases() -> list[Case]:
    found: list[Case] = []
    integer = (
        "addi subi muli divsi divui floordivsi ceildivsi ceildivui remsi remui minsi maxsi minui maxui andi ori xori"
    )
    for type_ in INTEGERS:
        found += [Case(f"arith.{op}", [type_] * 2, [type_], type_) for op in f"{integer} shli shrsi shrui".split()]
        predicates = ["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"]
        found += [Case("arith.cmpi", [type_] * 2, ["i1"], type_, f"{name}, ") for name in predicates]
        found += [Case("arith.select", ["i1", type_, type_], [type_], type_)]
        if type_ != "index":
            found += [Case(f"math.{op}", [type_], [type_], type_) for op in ("absi", "ctlz", "cttz", "ctpop")]
            found += [Case("math.ipowi", [type_] * 2, [type_], type_)] if type_ != "i1" else []
            found += [
                Case(f"arith.{op}", [type_] * 2, [type_] * 2, type_) for op in ("mulsi_extended", "mului_extended")
            ]
            found += [Case("arith.addui_extended", [type_] * 2, [type_, "i1"], f"{type_}, i1")]
    for source, target in itertools.permutations(("i1", "i8", "i16", "i32", "i64"), 2):
        wider = int(target[1:]) > int(source[1:])
        ops = ("extsi", "extui") if wider else ("trunci",)
        found += [Case(f"arith.{op}", [source], [target], f"{source} to {target}") for op in ops]
    for type_ in ("i8", "i16", "i32", "i64"):
        found += [Case("arith.index_cast", [type_], ["index"], f"{type_} to index")]
        found += [Case("arith.index_cast", ["index"], [type_], f"index to {type_}")]
    for type_ in FLOATS:
        found += [Case(f"arith.{op}", [type_] * 2, [type_], type_) for op in ["addf", "subf", "mulf", "divf"]]
        found += [
            Case(f"arith.{op}", [type_] * 2, [type_], type_) for op in ["maximumf", "minimumf", "maxnumf", "minnumf"]
        ]
        ordered = [f"{kind}{name}" for kind in "ou" for name in ("eq", "gt", "ge", "lt", "le", "ne")]
        found += [Case("arith.cmpf", [type_] * 2, ["i1"], type_, f"{name}, ") for name in (*ordered, "ord", "uno")]
        found += [Case("arith.cmpf", [type_] * 2, ["i1"], type_, f"{name}, ") for name in ("false", "true")]
        found += [
            Case("arith.select", ["i1", type_, type_], [type_], type_),
            Case("arith.negf", [type_], [type_], type_),
        ]
        unary = "absf ceil floor trunc round roundeven sqrt"
        found += [Case(f"math.{op}", [type_], [type_], type_) for op in unary.split()]
        found += [Case("math.copysign", [type_] * 2, [type_], type_)]
        for number in ("i1", "i8", "i16", "i32", "i64"):
            found += [Case(f"arith.{op}", [number], [type_], f"{number} to {type_}") for op in ("sitofp", "uitofp")]
            found += [Case(f"arith.{op}", [type_], [number], f"{type_} to {number}") for op in ("fptosi", "fptoui")]
    found += [Case("arith.extf", ["f32"], ["f64"], "f32 to f64"), Case("arith.truncf", ["f64"], ["f32"], "f64 to f32")]
    for pair in (("f32", "i32"), ("i32", "f32"), ("f64", "i64"), ("i64", "f64")):
        found += [Case("arith.bitcast", [pair[0]], [pair[1]], " to ".join(pair))]
    return found


CASES = cases()
ROUNDED = {
    "acos": 0.3, "acosh": 1.3, "asin": 0.3, "asinh": 0.3, "atan": 0.3, "atanh": 0.3, "cbrt": 8.5, "cos": 0.3,
    "cosh": 0.3, "erf": 0.3, "exp": 0.3, "exp2": 0.3, "expm1": 0.3, "log": 0.3, "log10": 0.3, "log1p": 0.3, "log2": 0.3,
    "rsqrt": 0.3, "sin": 0.3, "sinh": 0.3, "tan": 0.3, "tanh": 0.3,
}  # fmt: skip


@pytest.fixture(scope="module")
def source() -> str:
    """All kernels in one text, which is built once."""
    return to_opencl(load_module("".join(several.kernel() for several in together(CASES))))


Answers = dict[str, list[Any]]


@pytest.fixture(scope="module")
def answers(source: str) -> tuple[Answers, Answers]:
    """What the device and the interpreter say, for each case."""
    computed, interpreted = Answers(), Answers()
    for several in together(CASES):
        columns = arguments(several.types)
        computed |= several.computed(source, columns)
        interpreted |= several.interpreted(columns)
    return computed, interpreted


def test_every_op_of_arith_and_math_can_be_printed() -> None:
    printed = {*RULES, *(op for op in Arith.operations if op.name == "arith.constant")}
    assert [op.name for op in (*Arith.operations, *Math.operations) if op not in printed] == []


def test_the_kernels_are_strict_opencl(source: str) -> None:
    opencl_device.check_strictly(source)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_an_op_on_the_device_is_what_the_interpreter_says(case: Case, answers: tuple[Answers, Answers]) -> None:
    computed, interpreted = answers
    for array, expected, type_ in zip(computed[case.name], interpreted[case.name], case.results, strict=True):
        assert array.dtype == expected.dtype
        assert len(array) == len(arguments(case.types)[0])
        np.testing.assert_array_equal(array, expected)
        if type_ in FLOATS:
            number = ~np.isnan(expected)
            np.testing.assert_array_equal(np.signbit(array)[number], np.signbit(expected)[number])


@pytest.mark.parametrize("type_", FLOATS)
def test_functions_that_round_come_close(type_: str) -> None:
    several = [Case(f"math.{op}", [type_], [type_], type_) for op in ROUNDED]
    several += [Case(f"math.{op}", [type_, type_], [type_], type_) for op in ("atan2", "powf")]
    several += [
        Case("math.fma", [type_] * 3, [type_], type_),
        Case("math.fpowi", [type_, "i32"], [type_], f"{type_}, i32"),
    ]
    text = to_opencl(load_module("".join(some.kernel() for some in together(several))))
    opencl_device.check_strictly(text)
    rtol = 1e-5 if type_ == "f32" else 1e-13
    for some in together(several):
        # one row for each case, of which the others are left out: a function has values of its own
        firsts = [ROUNDED.get(case.op.removeprefix("math."), 0.7) for case in some.cases]
        others = [3 if other == "i32" else 1.7 for other in some.types[1:]]
        columns = [np.array(firsts, DTYPES[type_])]
        columns += [np.full(len(firsts), v, DTYPES[t]) for v, t in zip(others, some.types[1:], strict=True)]
        computed, interpreted = some.computed(text, columns), some.interpreted(columns)
        for k, case in enumerate(some.cases):
            (found,), (expected,) = computed[case.name], interpreted[case.name]
            np.testing.assert_allclose(found[k], expected[k], rtol=rtol, err_msg=case.name)


CONSTANTS = [0.0, -0.0, 0.1, 1 / 3, 1e-45, 3.4028235e38, 5e-324, 1.7976931348623157e308, math.inf, -math.inf, math.nan]


@pytest.mark.parametrize("type_", FLOATS)
def test_float_constants_are_exact(type_: str) -> None:
    with np.errstate(over="ignore"):
        values = np.array(CONSTANTS, DTYPES[type_])
    bits = values.view(np.int32 if type_ == "f32" else np.int64)
    width = 8 if type_ == "f32" else 16
    constants = [f"0x{int(number) & ((1 << (4 * width)) - 1):0{width}X}" for number in bits]
    stores = "".join(
        f"%c{k} = arith.constant {text} : {type_}\nkernel.store %c{k}, %x[{k}]\n" for k, text in enumerate(constants)
    )
    text = to_opencl(load_module(f"kernel.func @f(%x: !kernel.buffer<global, {type_}>) {{ {stores} }}"))
    opencl_device.check_strictly(text)
    found = np.zeros(len(values), DTYPES[type_])
    opencl_device.run(text, "f", found)
    np.testing.assert_array_equal(found, values)
    number = ~np.isnan(values)
    np.testing.assert_array_equal(np.signbit(found)[number], np.signbit(values)[number])


@pytest.mark.parametrize("type_", ["i8", "i16", "i32", "i64"])
def test_integer_constants_and_constant_divisors(type_: str) -> None:
    numbers = corners(type_)
    lines = [f"%c{k} = arith.constant {number} : {type_}" for k, number in enumerate(numbers)]
    for k, _ in enumerate(numbers):
        lines += [f"%d{k} = arith.divsi %a, %c{k} : {type_}", f"kernel.store %d{k}, %x[{2 * k}]"]
        lines += [f"%s{k} = arith.shli %a, %c{k} : {type_}", f"kernel.store %s{k}, %x[{2 * k + 1}]"]
    body = "\n".join(lines)
    text = to_opencl(load_module(f"kernel.func @f(%x: !kernel.buffer<global, {type_}>, %a: {type_}) {{ {body} }}"))
    opencl_device.check_strictly(text)
    found = np.zeros(2 * len(numbers), DTYPES[type_])
    opencl_device.run(text, "f", found, DTYPES[type_](-100))
    divide, shift = (Case(f"arith.{op}", [type_, type_], [type_], type_) for op in ("divsi", "shli"))
    columns = [np.full(len(numbers), -100, DTYPES[type_]), np.array(numbers, DTYPES[type_])]
    expected = Together([divide, shift]).interpreted(columns)
    np.testing.assert_array_equal(found[::2], expected[divide.name][0])
    np.testing.assert_array_equal(found[1::2], expected[shift.name][0])
