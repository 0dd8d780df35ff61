"""The grammar in the documentation names every op and derives the programs that there are, as written and as printed."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import pytest
from ebnf import Grammar, Terminal, words_in

from lift.dialects.host.dialect import Host
from lift.dialects.kernel.dialect import Kernel
from lift.dialects.lift.layout import PAD_MODES
from lift.dialects.loader import load_module
from lift.dialects.nat import parser
from lift.dialects.reference import DIALECTS, VALUES, attributes, entry_of, operations, program, types
from lift.dialects.rewrite.dialect import Rewrite
from lift.dialects.view.dialect import View

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "grammar.md").read_text()
TEXT = "\n".join(re.findall(r"```ebnf\n(.*?)```", PAGE, re.DOTALL))
FOLDERS = ("lift", "ocl", "view", "kernel", "host", "rewrite")
EXAMPLES = [
    *sorted((ROOT / "examples").glob("*.mlir")),
    *(path for name in FOLDERS for path in sorted((ROOT / "test" / "filecheck" / name).glob("[!r]*.mlir"))),
]
"""Programs in the custom form; the FileCheck tests that begin with an r are those of errors."""
SNIPPETS = re.findall(r"```mlir\n(.*?)```", (ROOT / "docs" / "language.md").read_text(), re.DOTALL)
PASSES = [
    text
    for page in sorted((ROOT / "docs" / "passes").glob("*.md"))
    for text in re.findall(r"```mlir (?:before|after)[^\n]*\n(.*?)```", page.read_text(), re.DOTALL)
]
ALL = (*DIALECTS, View, Kernel, Host, Rewrite)
OPERATIONS = [operation for dialect in DIALECTS for operation in operations(dialect)]


def token(pattern: str) -> Terminal:
    """One token that looks so."""
    compiled = re.compile(pattern)
    return lambda tokens, start: {start + 1} if compiled.fullmatch("".join(tokens[start : start + 1])) else set()


def vector(tokens: list[str], start: int) -> set[int]:
    found = " ".join(tokens[start : start + 4])
    return {start + 4} if re.fullmatch(r"vector < \d+x[a-z]\w* >", found) else set()


def upstream(tokens: list[str], start: int) -> set[int]:
    """An op of arith or math: up to the type at its end."""
    if not re.fullmatch(r"%[\w.]+ = (?:arith|math)\.\w+", " ".join(tokens[start : start + 3])):
        return set()
    if tokens[start + 2] == "arith.constant" and tokens[start + 3] in ("true", "false"):
        return {start + 4}
    colon = tokens.index(":", start)
    converted = {colon + 4} if tokens[colon + 2 : colon + 3] == ["to"] else set[int]()
    return {colon + 2} | converted | vector(tokens, colon + 1)


def dictionary(tokens: list[str], start: int) -> set[int]:
    """Attributes in braces, which hold no others."""
    return {tokens.index("}", start) + 1} if tokens[start : start + 1] == ["{"] else set()


GRAMMAR = Grammar.read(
    TEXT,
    {
        "name": token(r"[A-Za-z_]\w*"),
        "integer": token(r"\d+"),
        "string": token(r'".*"'),
        "value": token(r"%[\w.]+"),
        "symbol": token(r"@\w+"),
        "scalar": token(r"u?i\d+|b?f\d+|index"),
        "vector": vector,
        "upstream": upstream,
        "dictionary": dictionary,
    },
)


def test_the_grammar_names_the_ops_that_there_are() -> None:
    named = {word for word in words_in(TEXT) if re.match(r"[a-z]+\.", word)}
    ours = {operation.name for dialect in ALL for operation in operations(dialect)}
    assert named == {*ours, "builtin.module"}  # the module itself


def test_the_grammar_names_the_types_and_attributes_that_there_are() -> None:
    named = {word[1:] for word in words_in(TEXT) if word[0] in "!#" and len(word) > 1}
    assert named == {one.name for dialect in ALL for one in (*types(dialect), *attributes(dialect))}


def test_the_grammar_of_nats_is_the_one_of_their_parser() -> None:
    nats = PAGE.split("## Nats")[1].split("```ebnf\n")[1].split("```")[0]
    assert nats.strip() in (inspect.getdoc(parser) or "").replace("\n    ", "\n")


def test_the_grammar_names_every_mode_of_a_pad() -> None:
    assert set(PAD_MODES) <= words_in(TEXT)


def test_a_dialect_fits_a_screen() -> None:
    assert all(block.count("\n") <= 60 for block in re.findall(r"```ebnf\n(.*?)```", PAGE, re.DOTALL))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_grammar_derives_an_example(path: Path) -> None:
    assert GRAMMAR.derives("module", path.read_text())


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_grammar_derives_an_example_as_it_is_printed(path: Path) -> None:
    printed = "\n".join(str(op) for op in load_module(path).ops)
    assert GRAMMAR.derives("module", printed)


@pytest.mark.parametrize("number", range(len(SNIPPETS)))
def test_the_grammar_derives_what_the_tutorial_shows(number: int) -> None:
    assert GRAMMAR.derives("module", SNIPPETS[number])


@pytest.mark.parametrize("number", range(len(PASSES)))
def test_the_grammar_derives_what_passes_read_and_leave(number: int) -> None:
    assert GRAMMAR.derives("module", PASSES[number])


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.name)
def test_the_grammar_derives_the_example_of_an_op(operation: type) -> None:
    for example in entry_of(operation).examples:
        assert GRAMMAR.derives("module", program(operation, example))


@pytest.mark.parametrize("type_", VALUES.values())
def test_the_grammar_derives_a_type(type_: str) -> None:
    assert GRAMMAR.derives("type", type_)


@pytest.mark.parametrize(
    "text",
    [
        "lift.def @f(%x: f32) -> f32 { lift.return }",
        "lift.def @f(%x: f32) -> f32 { %y = lift.zip lift.return %y }",
        "lift.def @f<N>(%x: !lift.array<N f32>) -> f32 { lift.return %x }",
        "lift.def @f(%x: f32) -> f32 { %m = ocl.alloc local lift.return %x }",
        "lift.def @f(%x: f32) -> f32 { %y = ocl.store %x lift.return %y }",
        "kernel.func @f(%x: f32) { kernel.for %i = 0 to 4 { } }",
        "host.program @f() of () -> f32 { }",
        "lift.def @f(%x: f32) -> f32 { %y = lift.map %z in %x { lift.yield %z } lift.return %y }",
    ],
)
def test_the_grammar_does_not_derive_what_is_refused(text: str) -> None:
    assert not GRAMMAR.derives("module", text)
