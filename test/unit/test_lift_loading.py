"""Loading: iteration trips in both forms, other parsers, and input that no one meant."""

import random
import re
import subprocess
import sys
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest
from xdsl.context import Context
from xdsl.dialects.arith import Arith
from xdsl.dialects.builtin import Builtin, FileLineColLoc, ModuleOp
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.rewriter import Rewriter

from lift.dialects.diagnostics import LiftError
from lift.dialects.error_examples import EXAMPLES
from lift.dialects.lift.attributes import NatAttr
from lift.dialects.lift.layout import SplitOp
from lift.dialects.loader import Verifier, lift_context, load_module

FILECHECK = Path(__file__).parents[1] / "filecheck"
PROGRAMS = sorted(
    path for path in FILECHECK.glob("*/*.mlir") if path.parent.name in ("lift", "ocl") and "reject" not in path.name
)


def printed(module: ModuleOp) -> str:
    stream = StringIO()
    Printer(stream).print_op(module)
    return stream.getvalue() + "\n"


def printed_generic(module: ModuleOp) -> str:
    stream = StringIO()
    Printer(stream, print_generic_format=True).print_op(module)
    return stream.getvalue() + "\n"


@pytest.fixture(params=PROGRAMS, ids=lambda path: path.stem)
def program(request: pytest.FixtureRequest) -> ModuleOp:
    path: Path = request.param
    return load_module(path)


def test_custom_form_reads_back(program: ModuleOp) -> None:
    assert printed(load_module(printed(program))) == printed(program)


def test_generic_form_reads_back(program: ModuleOp) -> None:
    again = load_module(printed_generic(program))
    assert again.is_structurally_equivalent(program)
    assert printed(again) == printed(program)


def test_generic_form_survives_a_parser_that_knows_nothing(program: ModuleOp) -> None:
    context = Context(allow_unregistered=True)
    context.load_dialect(Builtin)
    context.load_dialect(Arith)
    stranger = Parser(context, printed_generic(program)).parse_module()
    assert printed(load_module(printed_generic(stranger))) == printed(program)


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_the_parser_of_xdsl_reads_our_dialects(path: Path) -> None:
    module = Parser(lift_context(), path.read_text(), path.name).parse_module()
    module.verify()
    assert printed(module) == printed(load_module(path))


def test_every_op_knows_where_it_was_read(program: ModuleOp) -> None:
    assert all(isinstance(op.location, FileLineColLoc) for op in program.walk() if op is not program)


def test_generic_and_custom_form_can_be_mixed() -> None:
    text = """
lift.def @f<N>(%m: !lift.array<i : N, !lift.array<i + 1, f32>>) -> !lift.array<i : N, !lift.array<i + 1, f32>> {
  %a = "lift.map"(%m) <{position = "q"}> ({
  ^bb0(%r : !lift.array<q + 1, f32>):
    %s = lift.slice %r from 0 size q + 1
    lift.yield %s
  }) : (!lift.array<i : N, !lift.array<i + 1, f32>>) -> !lift.array<i : N, !lift.array<i + 1, f32>>
  lift.return %a
}
"""
    assert "lift.map (%r)[q] in %m" in printed(load_module(text))


def test_an_alias_stands_for_a_type() -> None:
    text = "!xs = !lift.array<N, f32>\nlift.def @f<N>(%x: !xs) -> !xs {\n  lift.return %x\n}\n"
    assert "-> !lift.array<N, f32>" in printed(load_module(text))


def refused(text: str) -> LiftError:
    with pytest.raises(LiftError) as caught:
        load_module(text)
    return caught.value


def test_a_missing_file_is_an_error_of_ours(tmp_path: Path) -> None:
    with pytest.raises(LiftError, match="cannot be read"):
        load_module(tmp_path / "none.mlir")


def test_a_file_that_is_no_text_is_an_error_of_ours(tmp_path: Path) -> None:
    path = tmp_path / "binary.mlir"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(LiftError, match="not text in UTF-8"):
        load_module(path)


@pytest.mark.parametrize("text", ["", "}", "lift", "@", "{-#", "!a = ", "builtin.module {", "\x00", "%", '"'])
def test_scraps_are_refused(text: str) -> None:
    assert refused(text).code == "LIFT0001"


def test_deep_regions_are_refused() -> None:
    opening = "".join(f"%m{i} = lift.generate [i{i} : N] {{\n" for i in range(500))
    assert refused("lift.def @f<N>(%z: f32) -> f32 {\n" + opening).code == "LIFT0004"


def test_deep_types_are_refused() -> None:
    type_ = "!lift.array<N, " * 3000 + "f32" + ">" * 3000
    assert refused(f"lift.def @f<N>(%z: {type_}) -> f32 {{ lift.return %z }}").code == "LIFT0004"


@pytest.mark.parametrize("number", ["9" * 30, "9" * 5000, "0x" + "f" * 5000])
def test_huge_numbers_are_refused(number: str) -> None:
    assert refused(f"lift.def @f(%x: !lift.array<{number}, f32>) -> f32 {{ lift.return %x }}").code == "LIFT0001"
    assert refused(f"lift.def @f(%x: f32) -> f32 {{ %c = arith.constant {number} : i32 lift.return %x }}")


def test_a_string_without_end_is_refused_quickly() -> None:
    assert refused('lift.user_fun @f(a: f32) -> f32 = "' + "x" * 10_000).code == "LIFT0001"


TOKEN = re.compile(r'\s+|[A-Za-z_][\w.]*|\d+|"[^"]*"|[%@!#^][\w.]*|->|.', re.DOTALL)


def damaged(text: str, draw: random.Random) -> str:
    """The text with one thing wrong: cut short, or a token lost, exchanged or out of place."""
    tokens = TOKEN.findall(text)
    i, j = draw.randrange(len(tokens)), draw.randrange(len(tokens))
    match draw.randrange(4):
        case 0:
            return text[: draw.randrange(len(text))]
        case 1:
            del tokens[i]
        case 2:
            tokens[i], tokens[j] = tokens[j], tokens[i]
        case _:
            tokens.insert(i, tokens[j])
    return "".join(tokens)


def loaded(text: str) -> ModuleOp | LiftError:
    try:
        return load_module(text)
    except LiftError as error:
        return error


@pytest.mark.parametrize("seed", range(4))
def test_damaged_programs_are_refused_or_accepted_but_nothing_else(seed: int) -> None:
    draw = random.Random(seed)
    sources = [*EXAMPLES.values(), *(printed_generic(load_module(path)) for path in PROGRAMS)]
    for _ in range(60):
        text = damaged(draw.choice(sources), draw)
        outcome = loaded(text)
        if isinstance(outcome, LiftError):
            assert outcome.code != "LIFT0005", f"{outcome}\n{text}"
        else:
            assert printed(load_module(printed(outcome))) == printed(outcome)


def test_loading_imports_nothing_heavy() -> None:
    program = (
        "import sys; from lift.dialects.universe import LIFT_UNIVERSE;"
        "print(*sorted({'numpy', 'pyopencl', 'lift.dialects.lift.dialect'} & sys.modules.keys()))"
        "; [dialect() for dialect in LIFT_UNIVERSE.all_dialects.values()]"
        "; print(*sorted({'numpy', 'pyopencl', 'rich'} & sys.modules.keys()))"
    )
    result = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    assert result.stdout.split() == []


def _other_size(split: SplitOp) -> None:
    split.properties["size"] = NatAttr.of(3)


def _other_operand(split: SplitOp) -> None:
    (yielding,) = (use.operation for use in split.result.uses)
    yielding.operands[0] = split.xs


def _other_type(split: SplitOp) -> None:
    Rewriter.replace_value_with_new_type(split.result, split.xs.type)


def _nowhere(split: SplitOp) -> None:
    split.detach()


@pytest.mark.parametrize("change", [_other_size, _other_operand, _other_type, _nowhere])
def test_a_verifier_sees_what_has_changed(change: Callable[[SplitOp], None]) -> None:
    module = load_module(
        "lift.def @f(%xs: !lift.array<4, f32>) -> !lift.array<2, !lift.array<2, f32>> {"
        " %rows = lift.split 2 %xs lift.return %rows }"
    )
    verifier = Verifier()
    verifier.verify(module)
    verifier.verify(module)
    (split,) = (op for op in module.walk() if isinstance(op, SplitOp))
    change(split)
    for _ in range(2):  # what was not valid is looked at again
        with pytest.raises(LiftError):
            verifier.verify(module)
