"""Ways to damage the text of a program: `MUTATORS` by name. They know tokens, brackets and lines, no grammar.

Each takes a source of randomness, the program and all programs, and gives a new text. A few leave the program as valid
as it was, so that a good part of all variants gets past the parser.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

TOKEN = re.compile(
    r'"(?:[^"\\\n]|\\.)*"|[%@!#^]?[A-Za-z_][\w.$]*|[%^]\d+|-?\d+\.\d+(?:e[+-]?\d+)?|\d+|->|[^\s\w]|\s+|//[^\n]*'
)
OP = re.compile(r"\b(?:lift|ocl|arith|math)\.\w+\b")
NUMBER = re.compile(r"(?<![\w.%])\d+(?![\w.])")
NAME = re.compile(r"[%@]?\b[A-Za-z_]\w*\b")
C_BODY = re.compile(r'(?:code = |lift\.user_fun[^\n"]*-> [^\n"]*= )\Z')
"""What stands before the body of a C function."""
QUOTED = re.compile(r'"([^"\\\n]*)"(?!\()|@(\w+)')
TYPE = re.compile(r"\b(?:f16|f32|f64|i1|i8|i16|i32|i64|index)\b")
NUMBERS = (
    "0",
    "1",
    "2",
    "3",
    "-1",
    "64",
    "2147483647",
    "2147483648",
    "-9223372036854775808",
    "1" + "0" * 30,
    "9" * 500,
)
TYPES = (
    *("f16", "f32", "f64", "bf16", "i1", "i8", "i32", "i64", "i0", "index", "none", "tuple<>", "tuple<f32, i32>"),
    *("vector<4xf32>", "vector<0xf32>", "vector<f32>", "memref<4xf32>", "!lift.array<N, f32>", "!lift.array<0, f32>"),
    *(
        "!lift.array<0 - 1, f32>",
        "!lift.exists<X upto N, !lift.array<X, f32>>",
        "!lift.array<i : N, !lift.array<i, f32>>",
    ),
    *("!lift.nothing", "() -> f32", "complex<f32>", "!lift.array<N, none>"),
)
NATS = (
    *("0", "N", "N + 1", "0 - 1", "N floordiv 0", "N mod 0", "pow(2, N)", "pow(0, 0)", "log2(0)", "log2(N)", "M"),
    *("N * N", "min(N, 3)", "sum(i : N, i)", "sum(i : 0 - 4, i)", "if(N lt 3, 1, 2)", "rows[0]", "1 ceildiv N"),
    "pow(10, 1000000)",
)
QUOTED_NAMES = (
    *(
        r"x\22), injected(), (\22",
        r"x\22\22\22 + injected() + \22\22\22",
        r"x\0Ainjected();//",
        r"x\0Dinjected()",
        r"x*/ injected();",
    ),
    *(
        r"x\5C",
        "x??/",
        "x'",
        "",
        " ",
        "1",
        "\u00e9",
        "None",
        "class",
        "np",
        "queue",
        "float",
        "kernel",
        "__debug__",
        "_",
    ),
)
"""Names as they may stand between quotes: some would have a printed program do something, others are words it uses."""
ODD = (
    "\0",
    "\x1b",
    "\u00e9",
    "\u2028",
    "\U0001f600",
    '"',
    "\\",
    "'",
    "`",
    "$",
    "%",
    "#",
    "\t",
    "\r",
    "//",
    "/*",
    "@",
    "!",
)
DEPTHS = (40, 300, 3000)


@dataclass(frozen=True)
class Program:
    """A text to damage."""

    name: str
    text: str

    @cached_property
    def tokens(self) -> list[str]:
        return TOKEN.findall(self.text)

    @cached_property
    def words(self) -> list[int]:
        """The tokens that are not white space or comments."""
        return [i for i, token in enumerate(self.tokens) if token.strip() and not token.startswith("//")]

    @cached_property
    def lines(self) -> list[str]:
        return self.text.splitlines(keepends=True)


Mutator = Callable[[random.Random, Program, Sequence[Program]], str]


def truncate(rng: random.Random, program: Program, _: Sequence[Program]) -> str:
    return program.text[: rng.randrange(len(program.text) + 1)]


def delete_token(rng: random.Random, program: Program, _: Sequence[Program]) -> str:
    return _with_token(rng, program, lambda _token: "")


def duplicate_token(rng: random.Random, program: Program, _: Sequence[Program]) -> str:
    return _with_token(rng, program, lambda token: f"{token} {token}")


def _with_token(rng: random.Random, program: Program, change: Callable[[str], str]) -> str:
    tokens = list(program.tokens)
    if program.words:
        at = rng.choice(program.words)
        tokens[at] = change(tokens[at])
    return "".join(tokens)


def swap_tokens(rng: random.Random, program: Program, _: Sequence[Program]) -> str:
    tokens = list(program.tokens)
    if len(program.words) > 1:
        a, b = rng.sample(program.words, 2)
        tokens[a], tokens[b] = tokens[b], tokens[a]
    return "".join(tokens)


def swap_neighbours(rng: random.Random, program: Program, _: Sequence[Program]) -> str:
    tokens = list(program.tokens)
    if len(program.words) > 1:
        at = rng.randrange(len(program.words) - 1)
        a, b = program.words[at : at + 2]
        tokens[a], tokens[b] = tokens[b], tokens[a]
    return "".join(tokens)


def take_token(rng: random.Random, program: Program, programs: Sequence[Program]) -> str:
    """Replace a token by one from any program."""
    other = rng.choice(programs)
    return _with_token(rng, program, lambda _token: other.tokens[rng.choice(other.words)])


def _replace_one(rng: random.Random, text: str, pattern: re.Pattern[str], new: str) -> str:
    found = list(pattern.finditer(text))
    if not found:
        return text
    match = rng.choice(found)
    return text[: match.start()] + new + text[match.end() :]


def change_name(rng: random.Random, program: Program, _: Sequence[Program]) -> str:
    """One use of a name becomes another name of the program."""
    names = NAME.findall(program.text) or ["x"]
    return _replace_one(rng, program.text, NAME, rng.choice([*names, "nowhere", "%nowhere", "min", "_"]))


def rename_everywhere(rng: random.Random, program: Program, _: Sequence[Program]) -> str:
    """All uses of a name become a new one: often as good a program as before."""
    name = rng.choice(NAME.findall(program.text) or ["x"]).lstrip("%@")
    return re.sub(rf"\b{re.escape(name)}\b", rng.choice((f"{name}_1", "k", "N", "x" * 300, "sum")), program.text)


def change_quoted_name(rng: random.Random, program: Program, _: Sequence[Program]) -> str:
    """All uses of a name become one that only quotes allow; the body of a C function is no name."""
    old = "".join(rng.choice(QUOTED.findall(program.text) or [("x", "")]))
    new = f'"{rng.choice(QUOTED_NAMES)}"'

    def renamed(match: re.Match[str]) -> str:
        name = match[1] if match[2] is None else match[2]
        if name != old or C_BODY.search(program.text, 0, match.start()):
            return match[0]
        return new if match[2] is None else f"@{new}"

    return QUOTED.sub(renamed, program.text)


def change_number(rng: random.Random, program: Program, _: Sequence[Program]) -> str:
    return _replace_one(rng, program.text, NUMBER, rng.choice(NUMBERS))


def number_to_nat(rng: random.Random, program: Program, _: Sequence[Program]) -> str:
    return _replace_one(rng, program.text, NUMBER, rng.choice(NATS))


def name_to_nat(rng: random.Random, program: Program, _: Sequence[Program]) -> str:
    return _replace_one(rng, program.text, re.compile(r"(?<=array<)\w+|(?<=size )\w+|(?<=split )\w+"), rng.choice(NATS))


def change_type(rng: random.Random, program: Program, _: Sequence[Program]) -> str:
    return _replace_one(rng, program.text, TYPE, rng.choice(TYPES))


def change_type_everywhere(rng: random.Random, program: Program, _: Sequence[Program]) -> str:
    """All floats become another scalar type: the whole may still fit together."""
    return re.sub(r"\bf32\b", rng.choice(("f64", "f16", "i32", "vector<4xf32>", "tuple<f32, f32>")), program.text)


def change_op(rng: random.Random, program: Program, programs: Sequence[Program]) -> str:
    names = OP.findall(rng.choice(programs).text) or ["lift.map"]
    return _replace_one(rng, program.text, OP, rng.choice(names))


def drop_annotation(rng: random.Random, program: Program, _: Sequence[Program]) -> str:
    """Leave out the type at the end of a line, which is allowed in custom form."""
    return _replace_one(rng, program.text, re.compile(r" : [^\n{]*(?=$|\{)", re.MULTILINE), " ")


def drop_attribute(rng: random.Random, program: Program, _: Sequence[Program]) -> str:
    """Leave out an entry of a dictionary of attributes or properties, or a fact."""
    entry = re.compile(r"(?<=[{,])\s*\w+ = [^,{}]*,?|where \[[^\]]*\]|launch\([^)]*\)|<\{.*?\}>")
    return _replace_one(rng, program.text, entry, "")


def drop_bracket(rng: random.Random, program: Program, _: Sequence[Program]) -> str:
    return _replace_one(rng, program.text, re.compile(r"[][(){}<>]"), "")


def change_bracket(rng: random.Random, program: Program, _: Sequence[Program]) -> str:
    return _replace_one(rng, program.text, re.compile(r"[][(){}<>]"), rng.choice("()[]{}<>"))


def drop_line(rng: random.Random, program: Program, _: Sequence[Program]) -> str:
    lines = list(program.lines)
    if lines:
        del lines[rng.randrange(len(lines))]
    return "".join(lines)


def duplicate_line(rng: random.Random, program: Program, _: Sequence[Program]) -> str:
    lines = list(program.lines)
    if lines:
        lines.insert(rng.randrange(len(lines)), rng.choice(lines))
    return "".join(lines)


def swap_lines(rng: random.Random, program: Program, _: Sequence[Program]) -> str:
    lines = list(program.lines)
    if len(lines) > 1:
        a, b = rng.sample(range(len(lines)), 2)
        lines[a], lines[b] = lines[b], lines[a]
    return "".join(lines)


def splice(rng: random.Random, program: Program, programs: Sequence[Program]) -> str:
    """The beginning of one program and the end of another."""
    other = rng.choice(programs)
    return "".join(
        [*program.lines[: rng.randrange(len(program.lines) + 1)], *other.lines[rng.randrange(len(other.lines)) :]]
    )


def append_program(rng: random.Random, program: Program, programs: Sequence[Program]) -> str:
    """Two programs in one: fine, unless they share a name."""
    return f"{program.text}\n{rng.choice(programs).text}"


def insert_odd_character(rng: random.Random, program: Program, _: Sequence[Program]) -> str:
    at = rng.randrange(len(program.text) + 1)
    return program.text[:at] + rng.choice(ODD) + program.text[at:]


def insert_comment(rng: random.Random, program: Program, _: Sequence[Program]) -> str:
    """A comment between two tokens changes nothing."""
    return _with_token(rng, program, lambda token: f"{token} // \u00e4 comment {{ ( <\n")


def nest_deeply(rng: random.Random, program: Program, _: Sequence[Program]) -> str:
    """Wrap a number or a type in itself many times."""
    depth = rng.choice(DEPTHS)
    if rng.random() < 0.5:
        return _replace_one(rng, program.text, NUMBER, "(" * depth + "1" + ")" * depth)
    return _replace_one(rng, program.text, TYPE, "!lift.array<2, " * depth + "f32" + ">" * depth)


def repeat_operator(rng: random.Random, program: Program, _: Sequence[Program]) -> str:
    """A long expression."""
    operator = rng.choice((" + ", " * ", " - ", " mod ", " floordiv "))
    return _replace_one(rng, program.text, NUMBER, operator.join(["N"] * rng.choice(DEPTHS)))


def repeat_lines(rng: random.Random, program: Program, _: Sequence[Program]) -> str:
    """One line, many times: regions that nest or definitions that clash."""
    lines = list(program.lines)
    if lines:
        at = rng.randrange(len(lines))
        lines[at] *= rng.choice((2, 40, 400))
    return "".join(lines)


MUTATORS: dict[str, Mutator] = {
    mutator.__name__: mutator
    for mutator in (
        *(truncate, delete_token, duplicate_token, swap_tokens, swap_neighbours, take_token, change_name),
        *(
            rename_everywhere,
            change_quoted_name,
            change_number,
            number_to_nat,
            name_to_nat,
            change_type,
            change_type_everywhere,
            change_op,
        ),
        *(drop_annotation, drop_attribute, drop_bracket, change_bracket, drop_line, duplicate_line, swap_lines, splice),
        *(append_program, insert_odd_character, insert_comment, nest_deeply, repeat_operator, repeat_lines),
    )
}
