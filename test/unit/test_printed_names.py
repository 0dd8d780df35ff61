"""Names in printed programs: whatever a module calls things, also one that nobody has verified, none of it is run."""

import ast
import builtins
import re
import symtable
from collections.abc import Iterator

import pytest

from lift.dialects.lift.identifiers import FUNCTION, NAT, VALUE
from lift.dialects.loader import load_module, parse_module
from lift.dialects.nat.expr import var
from lift.dialects.nat.facts import Facts
from lift.dialects.nat.parser import parse_nat
from lift.dialects.nat.print_c import to_c
from lift.dialects.nat.ring import NatError
from lift.lowering.host_to_python.expressions import PythonPrinter
from lift.lowering.host_to_python.literals import docstring, literal
from lift.lowering.host_to_python.names import Names
from lift.lowering.host_to_python.target import to_python
from lift.lowering.kernel_to_opencl.program import comment
from lift.lowering.kernel_to_opencl.target import to_opencl

MODULE = """
"builtin.module"() ({{
  "kernel.func"() <{{sym_name = "{kernel}", arg_names = ["{pointer}"], nats = ["N", "{size}"], tables = [], sums = [], where = []}}> ({{
  ^bb0(%x: !kernel.buffer<global, f32>):
  }}) : () -> ()
  "host.program"() <{{sym_name = "{program}", function_type = (!lift.array<N, f32>) -> !lift.array<N, f32>, arg_names = ["{parameter}"], nats = ["N", "{size}"], tables = [], where = []}}> ({{
  ^bb0(%x: !kernel.buffer<global, f32>):
    "host.for"() <{{iteration = "{iteration}", count = #lift.nat<N>}}> ({{
      "host.launch"(%x) <{{kernel = @"{kernel}", sizes = #lift.launch<local = [64], groups = [N]>}}> : (!kernel.buffer<global, f32>) -> ()
    }}) : () -> ()
    "host.return"(%x) : (!kernel.buffer<global, f32>) -> ()
  }}) : () -> ()
}}) : () -> ()
"""
PLACES = ("kernel", "pointer", "size", "program", "parameter", "iteration")
INJECTIONS = (
    r"x\22), injected(), (\22",
    r"x\22\22\22 + injected() + \22\22\22",
    r"x\0Ainjected()\0A",
    r"x\0D\0Ainjected();//",
    r"x*/ injected(); /*",
    r"x\\\5C",
    r"x??/",
    "x\u2028injected()\u0085injected()",
    r"{injected()}",
)


def injected(name: str) -> str:
    """A module in which everything has such a name."""
    return MODULE.format(**{place: f"{place}{name}" for place in PLACES})


@pytest.mark.parametrize("name", INJECTIONS)
def test_a_name_is_not_run_by_python(name: str) -> None:
    text = to_python(parse_module(injected(name)))
    found = [node.id for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Name)]
    assert "injected" not in found
    assert text.isascii()


@pytest.mark.parametrize("name", INJECTIONS)
def test_a_name_is_not_read_by_c(name: str) -> None:
    text = to_opencl(parse_module(injected(name)))
    code = "\n".join(line for line in text.split("\n") if not line.startswith("//"))
    assert "injected(" not in code
    assert code.count("{") == 1
    for line in text.splitlines():
        assert not line.endswith(("\\", "??/"))
        assert line.startswith("//") or "*/" not in line


@pytest.mark.parametrize("text", ["a", 'a"b', "a\\", "a'b\"c", "a\nb", '"""', "\x00\r\u2028\ud800", "{x}%s"])
def test_a_text_is_read_back(text: str) -> None:
    for written in (literal(text), docstring(text)):
        assert ast.literal_eval(written) == text
        assert written.isascii()


@pytest.mark.parametrize("text", ["a\nb", "a\\", "a??/", "a */ b", "a\x0bb\u2028c\0"])
def test_a_comment_is_one_line(text: str) -> None:
    assert re.fullmatch(r"// [ -~]*[^\\]", comment(text))
    assert not re.search(r"\?\?|\*/|/\*", comment(text))


# Names that Python has taken


def names_used(table: symtable.SymbolTable) -> Iterator[str]:
    for symbol in table.get_symbols():
        if symbol.is_global() or (table.get_type() == "module" and symbol.is_referenced()):
            yield symbol.get_name()
    for inner in table.get_children():
        yield from names_used(inner)


def test_what_the_text_uses_is_no_name_of_a_program() -> None:
    text = to_python(load_module(EVERYTHING))
    names = Names()
    for used in set(names_used(symtable.symtable(text, "printed", "exec"))):
        if hasattr(builtins, used) or used in ("np", "cl", "sys", "cache", "__name__"):
            assert names.fresh(used) != used, used


TAKEN = (
    "__debug__",
    "__name__",
    "__builtins__",
    "None",
    "class",
    "np",
    "queue",
    "zip",
    "ValueError",
    "isinstance",
    "_",
)


@pytest.mark.parametrize("name", TAKEN)
def test_a_program_may_have_any_name(name: str) -> None:
    text = to_python(load_module(EVERYTHING.replace("@everything", f"@{name}").replace("%x", f"%{name}")))
    tree = ast.parse(text)
    compile(text, "printed", "exec")
    defined = [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]
    assert len(defined) == len(set(defined))
    assert not {*defined, *(arg.arg for node in ast.walk(tree) if isinstance(node, ast.arguments) for arg in node.args)} & {
        *("__debug__", "__name__", "__builtins__", "None", "class", "np", "zip", "ValueError", "isinstance"),
    }  # fmt: skip


F32 = "!kernel.buffer<global, f32>"
EVERYTHING = f"""
kernel.func @rows<N, r[N]>(%x: {F32}, %y: {F32}) sums [lambda1[N + 1] by (lambda) -> (r[lambda])] {{
}}
host.program @everything<N, r[N]>(%x: {F32}, %a: f32)
    of (%x: !lift.array<lambda : N, !lift.array<r[lambda], f32>>, %a: f32) -> tuple<f32, !lift.array<N, tuple<f32, f32>>>
    where [r[_] ge 2] {{
  %y = host.alloc f32[N]
  %z = host.alloc f32[1]
  host.launch @rows(%x, %y) local = [1] groups = [sum(i : N, max(i, min(r[i], 2)))]
  host.return %z, %y, %y
}}
"""


def test_a_position_that_is_a_word_of_python_is_called_otherwise() -> None:
    text = to_python(load_module(EVERYTHING))
    compile(text, "printed", "exec")
    assert "lambda lambda1: int(r[lambda1])" in text


def test_a_position_is_not_taken_for_a_size_that_is_called_otherwise() -> None:
    assert PythonPrinter({"N": "i"}).nat(parse_nat("sum(k : 3, k + N)")) == "sum(i + i1 for i1 in range(3))"


@pytest.mark.parametrize("name", ["a b", "f()", "a\nb", ""])
def test_an_expression_has_no_code_for_a_name(name: str) -> None:
    with pytest.raises(NatError, match="no name"):
        PythonPrinter({}).nat(var(name))
    with pytest.raises(NatError, match="no name"):
        to_c(var(name), Facts())


@pytest.mark.parametrize("rule", [FUNCTION, VALUE, NAT], ids=lambda rule: rule.what)
@pytest.mark.parametrize("name", ["", "a b", "a\n", 'a"', "a'", "\u00e9", "a\0", "\u0661"])
def test_no_rule_allows_what_could_end_a_name(rule: object, name: str) -> None:
    assert isinstance(rule, type(NAT))
    with pytest.raises(Exception, match="cannot be the name of"):
        rule.need(name)
