"""The names in a message that no program text has: a person cannot know what they stand for.

A name is known when it stands in the program, when the message itself binds it (as `sum(i : N, i)` does), or when it is a
word that the compiler's own messages are made of.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from lift.dialects.diagnostics import LiftError
from lift.dialects.errors import BAD_NAME, NAME_IN_USE, SYNTAX, UPSTREAM

ROOT = Path(__file__).parent.parent
FOLDERS = ("dialects", "passes", "lowering", "analysis", "runtime")
WORD = re.compile(r"[%@]?(?<![\w.$])[A-Za-z_]\w*")
QUOTES = re.compile(r"'([^'\n]*)'")
MARKED = re.compile(r"\w+'")
BOUND = re.compile(r"\b(\w+)(?= : | upto )")
TYPES = re.compile(r"(?:[fi]|bf)\d+|(?:\d+x)+\w+|x[fi]\d+")
PROPOSED = re.compile(r"kernel\.for %i\[k\]|write \[k\]|\(%x\)\[k\]")
"""Names that a fix proposes to write."""
MADE_UP = re.compile(r"[a-zA-Z]\d*")
"""What a name looks like that is made up: never one of the words of a message."""


def made_up_names(text: str, error: LiftError) -> list[str]:
    """The names in a message that the program does not have."""
    if error.kind in {SYNTAX, UPSTREAM, BAD_NAME, NAME_IN_USE}:  # words of xDSL, and proposals of new names
        return []
    known = {*WORD.findall(re.sub(r"//[^\n]*", "", text)), *re.findall(r"\w+", text), *_vocabulary()}
    found: list[str] = []
    for said in _parts(error):
        plain = QUOTES.sub(r"\1", PROPOSED.sub("", said))
        bound = set(BOUND.findall(plain))
        found += MARKED.findall(plain)
        for word in WORD.findall(plain):
            if word not in known | bound and not TYPES.fullmatch(word):
                found.append(word)
    return found


def _parts(error: LiftError) -> Iterator[str]:
    yield from filter(None, (error.message, error.expected, error.found, error.fix))
    yield from (text for text, _ in error.notes)


@cache
def _vocabulary() -> frozenset[str]:
    """The words of all texts in the source of the compiler that may be messages: those with a space in them."""
    words = {"a", "A", "C", "N", "%x"}  # of proposals such as `lift.def @f<N>`
    for folder in FOLDERS:
        for path in (ROOT / folder).rglob("*.py"):
            for text in _texts(ast.parse(path.read_text())):
                words.update(word for word in WORD.findall(text) if not MADE_UP.fullmatch(word))
    return frozenset(words)


def _texts(tree: ast.AST) -> Iterator[str]:
    documentation = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documentation:
            yield node.value
