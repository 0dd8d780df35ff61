"""The body of a C function cannot leave its function."""

import pytest

from lift.dialects.lift.c_code import fault_of

INSIDE = (
    "",
    "return a;",
    "float b[2] = {a, a}; return b[0];",
    "if (a < 1) { return a; } else { return -a; }",
    "// }\nreturn a;",
    "/* } \n { */ return a;",
    'printf("}%c\\"\\n", \'}\'); return a;',
    "char c = '\\''; return a;",
    "#pragma unroll\nfor (int i = 0; i < 4; i++) a += a;\nreturn a;",
    "#pragma OPENCL FP_CONTRACT OFF\nreturn a;",
    "return a <b ? a % b : a >> 1;",
    "return a ? b : c;",
    "int x<:2:> = <% 1, 2 %>; return x<:0:>;",
)


@pytest.mark.parametrize("code", INSIDE)
def test_a_body_is_c_as_its_author_wants_it(code: str) -> None:
    assert fault_of(code) is None


LEAVES = {
    "return a; } kernel void other() {": "has a '}' that closes nothing",
    "if (a) { return a;": "lacks a '}'",
    "return (a;": "lacks a ')'",
    "return (a];": "has a ']' that closes nothing",
    "return a; %> void g() <%": "has a '}' that closes nothing",
    "return a; /* ": "has a /* without its end",
    'printf("a);\nreturn a;': 'has a " without its end',
    "return a; // \\": "has a line that ends in a backslash",
    "// \\ \n}\nreturn a;": "has a line that ends in a backslash",
    "return a; // ??/": "has the trigraph '??/'",
    "??< return a;": "has the trigraph '??<'",
    "#define return\nreturn a;": "has the directive '#define return'",
    '  # include "/etc/passwd"\nreturn a;': "has the directive '# include'",
    "%: undef x\nreturn a;": "has the directive '%: undef x'",
    "#if 0\nreturn a;": "has the directive '#if 0'",
    "#pragma clang attribute push(x)\nreturn a;": "has the directive '#pragma clang'",
    '_Pragma("x") return a;': "has the directive '_Pragma'",
    "return a; // \x0c}": "has a '}' that closes nothing",
    "return a; // \r}": "has a '}' that closes nothing",
    "return a; \0": "is not ASCII that can be printed",
    "return a; // \u00e9": "is not ASCII that can be printed",
}


@pytest.mark.parametrize(("code", "fault"), LEAVES.items())
def test_a_body_that_leaves_its_function_is_refused(code: str, fault: str) -> None:
    assert (fault_of(code) or "").startswith(fault)
