"""What may be a name: of a function, a value, a nat, or of something in C.

Whatever the textual form allows between quotes, a name goes as it is into programs that are printed, so there is one
rule for each kind of name, in every dialect. As a constraint on a property, a rule holds also in generic form.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from xdsl.dialects.builtin import StringAttr, SymbolNameConstraint
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import VerificationContext

from ..diagnostics import LiftError
from ..errors import BAD_NAME
from ..nat.facts import ANY
from ..nat.parser import RESERVED


@dataclass(frozen=True)
class NameOf(SymbolNameConstraint):
    """The rule for names of one kind of thing."""

    what: str
    pattern: re.Pattern[str]
    expected: str
    taken: frozenset[str] = frozenset()

    def need(self, name: str) -> None:
        """Refuse what cannot be such a name."""
        if self.pattern.fullmatch(name) is None or name in self.taken:
            raise LiftError(BAD_NAME, f"{name!a} cannot be the name of {self.what}", expected=self.expected)

    def verify(self, attr: Attribute, constraint_context: VerificationContext) -> None:
        super().verify(attr, constraint_context)
        assert isinstance(attr, StringAttr)
        self.need(attr.data)


_LETTERS: Final = "letters, digits and _"
_IN_C: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")

FUNCTION: Final = NameOf(
    "a function",
    re.compile(r"[A-Za-z_$.][A-Za-z0-9_$.]*"),
    "ASCII letters, digits, _, $ and ., not beginning with a digit",
)
VALUE: Final = NameOf("a value", re.compile(r"[0-9]+|[A-Za-z_$.-][A-Za-z0-9_$.-]*"), _LETTERS)
NAT: Final = NameOf("a nat", _IN_C, _LETTERS, RESERVED | {ANY})
IN_C: Final = NameOf("something in C", _IN_C, _LETTERS)
WORD: Final = NameOf(
    "a rule, or what a step is given",
    re.compile(r"[A-Za-z_][A-Za-z0-9_$.]*"),
    "letters, digits, _, $ and ., beginning with a letter or _",
)


def value_hint(name: str) -> str | None:
    """The name as a hint for a value: without the numbers at its end, and none where nothing is left, as of `_1`.

    A hint loses one number wherever it is given to a value, and what is left of `_1` cannot be given to another one.
    """
    if not SSAValue.is_valid_name(name):
        return None
    return re.sub(r"(_\d+)+$", "", name) or None
