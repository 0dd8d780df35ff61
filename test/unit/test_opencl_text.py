"""The text of kernels: names that C allows, parentheses where they are needed, and random expressions that stay right."""

import random
from typing import Any

import numpy as np
import opencl_device
import pytest

import lift
from lift.dialects.lift.c_words import FUNCTIONS, KEYWORDS, MACROS
from lift.dialects.loader import lift_context, load_module
from lift.lowering.kernel_to_opencl.expressions import Text, binary, cast, choice, minus, negated
from lift.lowering.kernel_to_opencl.names import Names, is_taken
from lift.lowering.kernel_to_opencl.target import to_opencl
from lift.passes.dead_values import EraseDeadValuesPass

FAMILIES = [
    "float4",
    "convert_int_sat",
    "vload4",
    "as_float",
    "get_local_id",
    "__global",
    "_Bool",
    "tuple_int",
    "CLK_X",
    "CL_VERSION_1_2",
    "SCHAR_MAX",
    "UINT_MAX",
    "FLT_DIG",
    "DBL_MANT_DIG",
    "HALF_EPSILON",
    "FP_ILOGB0",
    "M_PI",
    "M_PI_2_F",
    "M_1_PI_H",
    "M_2_SQRTPI",
    "native_exp2",
    "half_log10",
    "atomic_fetch_add",
    "float4x4",
    "cles_khr_int64",
]


@pytest.mark.parametrize("word", [*sorted(KEYWORDS | MACROS | FUNCTIONS), *FAMILIES])
def test_a_word_of_opencl_is_no_name(word: str) -> None:
    assert is_taken(word)
    assert not is_taken(Names().fresh(word))


def test_names_are_kept_and_made_unique() -> None:
    names = Names(["mult"])
    assert [names.fresh(hint) for hint in ("x", "x", "x2", "x2", "mult", None, "a.b", "1")] == [
        "x", "x1", "x2", "x2_1", "mult1", "v", "a_b", "v1",
    ]  # fmt: skip


def test_a_name_of_an_inner_block_is_free_after_it() -> None:
    names = Names()
    names.fresh("i")
    names.enter()
    assert names.fresh("i") == "i1"
    names.leave()
    assert names.fresh("i") == "i1"


def test_parentheses_stand_where_they_are_needed() -> None:
    a, b, c = map(Text, "abc")
    total, product = binary(a, "+", b), binary(a, "*", b)
    assert binary(total, "*", c).text == "(a + b) * c"
    assert binary(product, "+", c).text == "a * b + c"
    assert binary(c, "-", total).text == "c - (a + b)"
    assert binary(c, "/", product).text == "c / (a * b)"
    assert binary(total, "<", product).text == "a + b < a * b"
    assert binary(binary(a, "<", b), "==", c).text == "(a < b) == c"
    assert binary(binary(a, "&&", b), "||", c).text == "(a && b) || c"
    assert binary(binary(a, "&&", b), "&&", c).text == "a && b && c"
    assert binary(total, "<<", c).text == "(a + b) << c"
    assert cast("int", total).text == "(int)(a + b)"
    assert minus(minus(a)).text == "-(-a)"
    assert negated(binary(a, "<", b)).text == "!(a < b)"
    assert choice(binary(a, "<", b), a, choice(c, a, b)).text == "a < b ? a : c ? a : b"
    assert choice(choice(a, b, c), choice(a, b, c), c).text == "(a ? b : c) ? (a ? b : c) : c"


OPS: dict[str, list[tuple[str, list[str]]]] = {
    "i32": [
        (f"arith.{op}", ["i32", "i32"])
        for op in ["addi", "subi", "muli", "divsi", "remui", "andi", "ori", "xori", "shli", "shrsi", "maxsi"]
    ]
    + [("arith.select", ["i1", "i32", "i32"])],
    "i1": [(f"arith.{op}", ["i1", "i1"]) for op in ["andi", "ori", "xori"]]
    + [("arith.cmpi slt,", ["i32", "i32"]), ("arith.cmpi uge,", ["i32", "i32"]), ("arith.cmpf ult,", ["f32", "f32"])],
    "f32": [(f"arith.{op}", ["f32", "f32"]) for op in ["addf", "subf", "mulf", "maximumf"]]
    + [("arith.negf", ["f32"]), ("math.absf", ["f32"]), ("arith.select", ["i1", "f32", "f32"])],
}


def operands_for(types: list[str], known: dict[str, list[str]], draw: random.Random) -> list[str]:
    """A value for each operand, no two the same where that can be: compilers warn of what compares with itself."""
    values: list[str] = []
    for type_ in types:
        some = known[type_][-4:]
        values.append(draw.choice([value for value in some if value not in values] or some))
    return values


def expression(draw: random.Random) -> str:
    """Lines that compute %r from %a, %b and %f; some values have names and some are used often."""
    known = {"i32": ["%a", "%b"], "f32": ["%f", "%g"], "i1": ["%c", "%d"]}
    lines = ["%c = arith.cmpi eq, %a, %b : i32", "%g = arith.addf %f, %f : f32", "%d = arith.cmpi slt, %a, %b : i32"]
    for number in range(draw.randint(4, 14)):
        type_ = draw.choice(["i32", "i32", "i1", "f32"])
        op, operands = draw.choice(OPS[type_])
        name = f"%{draw.choice(['x', 'int', 'v'])}{number}" if draw.random() < 0.5 else f"%{number}"
        values = ", ".join(operands_for(operands, known, draw))
        lines.append(f"{name} = {op} {values} : {operands[-1]}")
        known[type_].append(name)
    return "\n".join([*lines, f"%r = arith.addi {known['i32'][-1]}, {known['i32'][-2]} : i32"])


def test_random_expressions_are_what_the_interpreter_says() -> None:
    draw = random.Random(7)
    bodies = [expression(draw) for _ in range(60)]
    buffers = ", ".join(
        f"%{name}s: !kernel.buffer<global, {type_}>"
        for name, type_ in zip("abfo", ("i32", "i32", "f32", "i32"), strict=True)
    )
    loads = "%i = kernel.global_id 0\n" + "\n".join(f"%{name} = kernel.load %{name}s[%i]" for name in "abf")
    kernels = [
        f"kernel.func @k{k}({buffers}) {{ {loads}\n{body}\nkernel.store %r, %os[%i] }}\n"
        for k, body in enumerate(bodies)
    ]
    module = load_module("".join(kernels))
    EraseDeadValuesPass().apply(lift_context(), module)
    source = to_opencl(module)
    opencl_device.check_strictly(source)
    a, b = (
        np.array(column, np.int32)
        for column in zip((5, 3), (-7, 2), (2**31 - 1, 1), (0, 0), (-(2**31), -1), strict=True)
    )
    f = np.array([0.5, -2.0, 3.0, 0.0, 7.0], np.float32)
    for k, body in enumerate(bodies):
        found = np.zeros(5, np.int32)
        opencl_device.run(source, f"k{k}", a, b, f, found, items=5)
        np.testing.assert_array_equal(found, interpreted(body, a, b, f), err_msg=body)


def interpreted(body: str, *columns: Any) -> Any:
    text = f"""lift.def @g<N>(%x: !lift.array<N, i32>, %y: !lift.array<N, i32>, %z: !lift.array<N, f32>) -> !lift.array<N, i32> {{
      %t = lift.zip %x, %y, %z
      %m = lift.map (%p) in %t {{
        %a = lift.get %p[0]
        %b = lift.get %p[1]
        %f = lift.get %p[2]
        {body}
        lift.yield %r
      }}
      lift.return %m
    }}"""
    with np.errstate(all="ignore"):
        return lift.compile(text, target="interpreter")(*columns)
