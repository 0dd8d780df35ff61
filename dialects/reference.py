"""The reference of the dialects, `docs/ops.md`, made from the definitions: docstrings, operands, attributes, traits.

A docstring of an op has a summary, its meaning as an equation, its type rule, and last an example in IR, with a blank
line between any two. `program` makes of an example a program that can be loaded. Run as
`python -m lift.dialects.reference > docs/ops.md`.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from xdsl.dialects.builtin import ArrayAttr, FunctionType, IntegerAttr, StringAttr, SymbolRefAttr, UnitAttr
from xdsl.ir import Attribute, Dialect, Operation, TypeAttribute
from xdsl.irdl import IRDLOperation, OptPropertyDef, PropertyDef, VarOperandDef
from xdsl.traits import IsolatedFromAbove, IsTerminator, OpTrait, SymbolOpInterface

from .lift.access import ConcatOp
from .lift.attributes import BinderAttr, IndexFunctionAttr, LaunchAttr, NatAttr
from .lift.body import BodyOp
from .lift.dialect import Lift
from .lift.layout import InvertibleOp
from .lift.tuples import TupleOp, UnzipOp, ZipOp
from .ocl.dialect import Ocl
from .ocl.memory import Allocates

DIALECTS: Final = (Lift, Ocl)

VALUES: Final[dict[str, str]] = {
    "%x": "f32",
    "%y": "f32",
    "%zero": "f32",
    "%bit": "i1",
    "%i": "i32",
    "%pixel": "ui8",
    "%t": "tuple<f32, i32>",
    "%xs": "!lift.array<N, f32>",
    "%ys": "!lift.array<N, f32>",
    "%zs": "!lift.array<M, f32>",
    "%six": "!lift.array<6, f32>",
    "%xy": "!lift.array<N, tuple<f32, f32>>",
    "%rows": "!lift.array<N, !lift.array<M, f32>>",
    "%e": "!lift.exists<X upto N, !lift.array<X, f32>>",
    "%es": "!lift.array<N, !lift.exists<X upto M, !lift.array<X, f32>>>",
    "%is": "!lift.array<N, i32>",
    "%offsets": "!lift.array<N + 1, i32>",
    "%starts": "!lift.array<N, !lift.array<16, i32>>",
    "%v": "vector<4xf32>",
    "%vs": "!lift.array<N floordiv 4, vector<4xf32>>",
}
"""What the names stand for that examples use."""

_FACTS: Final = "where [N mod 128 eq 0]"
_CALLEE: Final = 'lift.user_fun @f(a: f32, b: f32) -> f32 = "return a + b;"'
_FUNCTION: Final = "lift.def @example{head} -> f32 {facts} {{\n  {example}\n  lift.return %other\n}}"
_AROUND: Final[dict[str, str]] = {
    "lift.def": "{example}",
    "lift.user_fun": "{example}",
    "lift.call": _CALLEE + "\nlift.def @example{head} -> f32 {facts} {{\n  {example}\n  lift.return %x\n}}",
    "lift.return": "lift.def @example{head} -> f32 {facts} {{\n  {example}\n}}",
    "lift.yield": "lift.def @example<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {{\n"
    "  %r = lift.map (%y) in %xs {{ {example} }}\n  lift.return %r\n}}",
    "ocl.map_lcl": "lift.def @example{head} -> !lift.array<N, !lift.array<M, f32>> {facts} {{\n"
    "  %r = ocl.map_wrg<0> (%row) in %rows {{\n    {example}\n    lift.yield %ys\n  }}\n  lift.return %r\n}}",
    **{
        name: _FUNCTION.replace("{example}", f"{memory}\n  {{example}}")
        for name, memory in {
            "ocl.slot": "%m = ocl.alloc global : !lift.array<2, !lift.array<N, f32>>",
            "ocl.inverse": "%m = ocl.alloc global : !lift.array<4 * N, f32>",
            "ocl.store": "%d = ocl.alloc local : f32",
            "ocl.tuple": "%m1 = ocl.alloc global : f32\n  %m2 = ocl.alloc global : i32",
        }.items()
    },
}
"""What stands around the example of an op, where that is not just a function."""

_KINDS: Final[dict[type[Attribute], str]] = {
    NatAttr: "nat",
    IndexFunctionAttr: "index function",
    LaunchAttr: "launch sizes",
    UnitAttr: "word",
    StringAttr: "string",
    IntegerAttr: "integer",
    SymbolRefAttr: "symbol",
    FunctionType: "function type",
    ArrayAttr: "list",
}
_TRAITS: Final[dict[type[OpTrait], str]] = {
    IsTerminator: "ends a region",
    SymbolOpInterface: "has a symbol name",
    IsolatedFromAbove: "sees no values from outside",
    Allocates: "stores its result, so two equal ones are not merged",
}


@dataclass(frozen=True)
class Entry:
    """The parts of a docstring."""

    summary: str
    meaning: str
    rule: str
    examples: tuple[str, ...]


def entry_of(definition: type[Operation | Attribute]) -> Entry:
    """The docstring of an op or a type, taken apart; a part that is missing is an error."""
    paragraphs = (inspect.getdoc(definition) or "").split("\n\n")
    if len(paragraphs) < 4:
        raise ValueError(f"the docstring of {definition.name} lacks its meaning, its type rule or its example")
    summary, meaning, *rules, last = (" ".join(paragraph.split()) for paragraph in paragraphs)
    examples = tuple(re.findall(r"`([^`]+)`", last))
    if not meaning.startswith("`"):
        raise ValueError(f"the docstring of {definition.name} lacks its meaning, after the summary")
    if not any(definition.name in example for example in examples):
        raise ValueError(f"the docstring of {definition.name} lacks its example, at the end")
    return Entry(summary, meaning, " ".join(rules), examples)


def operations(dialect: Dialect) -> list[type[IRDLOperation]]:
    return [operation for operation in dialect.operations if issubclass(operation, IRDLOperation)]


def types(dialect: Dialect) -> list[type[Attribute]]:
    return [attribute for attribute in dialect.attributes if issubclass(attribute, TypeAttribute)]


def attributes(dialect: Dialect) -> list[type[Attribute]]:
    """The attributes that a person may write; the name of a binder is only part of others."""
    return [one for one in dialect.attributes if not issubclass(one, TypeAttribute) and one is not BinderAttr]


def program(operation: type[IRDLOperation], example: str) -> str:
    """A whole program around an example."""
    bound = set(re.findall(r"(%\w+) =", example)) | set(re.findall(r"\((%\w+):", example))
    for arguments in re.findall(r"\(((?:%\w+(?:, )?)+)\)(?:\[\w+\])? in", example):
        bound |= set(re.findall(r"%\w+", arguments))
    used = set(re.findall(r"%\w+", example)) - bound
    if operation.name == "ocl.map_lcl":
        used = used - {"%row"} | {"%rows"}
    parameters = [f"{name}: {type_}" for name, type_ in VALUES.items() if name in used]
    head = f"<N, M>({', '.join([*parameters, '%other: f32'])})"
    return _AROUND.get(operation.name, _FUNCTION).format(head=head, facts=_FACTS, example=example) + "\n"


def _details(operation: type[IRDLOperation]) -> Iterator[str]:
    definition = operation.get_irdl_definition()
    operands = [
        f"`{name.rstrip('_')}`{' (any number)' if isinstance(operand, VarOperandDef) else ''}"
        for name, operand in definition.operands
    ]
    properties = [_property(name, property_) for name, property_ in definition.properties.items()]
    if operands:
        yield f"- operands: {', '.join(operands)}"
    if properties:
        yield f"- attributes: {', '.join(properties)}"
    if definition.regions:
        yield f"- regions: {', '.join(f'`{name}`{_arguments(operation)}' for name, _ in definition.regions)}"
    traits = [text for trait, text in _TRAITS.items() if operation.has_trait(trait)]
    if issubclass(operation, InvertibleOp | TupleOp | ZipOp | ConcatOp | UnzipOp):
        traits.append("can be written through")
    if traits:
        yield f"- {'; '.join(traits)}"


def _property(name: str, definition: PropertyDef | OptPropertyDef) -> str:
    kinds = [_KINDS[base] for base in definition.constr.get_bases() or () if base in _KINDS]
    optional = ["optional"] if isinstance(definition, OptPropertyDef) else []
    return f"`{name}` ({', '.join([*kinds, *optional])})"


def _arguments(operation: type[IRDLOperation]) -> str:
    if not issubclass(operation, BodyOp):
        return ""
    return f" ({operation.ARGUMENTS} argument{'' if operation.ARGUMENTS == 1 else 's'})"


def _section(definition: type[Operation | Attribute], details: Iterator[str]) -> Iterator[str]:
    entry = entry_of(definition)
    yield from ("", f"### `{definition.name}`", "", entry.summary, "", entry.meaning, "", entry.rule, "")
    yield from ("```", *entry.examples, "```")
    rest = list(details)
    if rest:
        yield from ("", *rest)


def _page() -> Iterator[str]:
    yield from (
        "# Operations and types",
        "",
        "Every type, attribute and op of the dialects `lift` and `ocl`: what it means, its type rule, an example. In type",
        "rules, `array` and `exists` stand for `!lift.array` and `!lift.exists`, and small letters for nats. An op that can",
        "be *written through* passes the place where its result is stored on to what computes its operand.",
        "",
        "The page is generated: `python -m lift.dialects.reference > docs/ops.md`. [grammar.md](grammar.md) has the syntax,",
        "[language.md](language.md) shows how the ops are used.",
        "",
        f"The examples stand in functions with the nats `N` and `M`, {_FACTS.replace('[', '`[').replace(']', ']`')}, and",
        "these values; `%m` and `%d` are memory of the type that the example needs:",
        "",
        "| value | type |",
        "|---|---|",
        *(f"| `{name}` | `{type_}` |" for name, type_ in VALUES.items()),
    )
    for dialect in DIALECTS:
        names = [operation.name for operation in (*types(dialect), *operations(dialect))]
        links = ", ".join(f"[{name}](#{name.replace('.', '')})" for name in names)
        yield from ("", f"## Dialect `{dialect.name}`", "", links)
        for type_ in types(dialect):
            yield from _section(type_, iter(()))
        if attributes(dialect):
            yield from ("", "### Attributes", "", "| attribute | meaning |", "|---|---|")
            yield from (f"| `{one.name}` | {_in_a_line(one)} |" for one in attributes(dialect))
        for operation in operations(dialect):
            yield from _section(operation, _details(operation))


def _in_a_line(attribute: type[Attribute]) -> str:
    return " ".join((inspect.getdoc(attribute) or "").split("\n\n")[0].split())


def reference_page() -> str:
    """The page `docs/ops.md`."""
    return "\n".join(_page()) + "\n"


if __name__ == "__main__":
    print(reference_page(), end="")
