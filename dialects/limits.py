"""Limits on what a few lines may become: each has a name, and can be raised by whoever means it.

Types, calls and choices share what they are made of, so a program of n lines may stand for 2^n of something. What is
written out in full, such as a type in the text or the ops of a function in the place of a call, is counted before it is
made, and refused where there is too much of it. `lift-opt --limit NAME=NUMBER` and `lift.compile(.., limits={..})` raise
a limit.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from xdsl.ir import Operation

from .diagnostics import LiftError, location_of
from .errors import BAD_LIMIT, OVER_LIMIT

LIMITS: Final[dict[str, Limit]] = {}
"""Every limit by its name."""

_RAISED: Final[ContextVar[Mapping[str, int]]] = ContextVar("limits", default=MappingProxyType({}))


@dataclass(frozen=True)
class Limit:
    """A number that something may not pass, unless another one is given."""

    name: str
    default: int
    what: str

    @property
    def number(self) -> int:
        return _RAISED.get().get(self.name, self.default)

    def exceeded(self, count: int, message: str) -> LiftError:
        """The error about more than that, of which `count` have been counted; the caller knows the place."""
        return LiftError(
            OVER_LIMIT,
            message,
            expected=f"at most {self.number} {self.what}, which is the limit '{self.name}'",
            found=f"at least {count}",
            fix=f"use fewer, or raise the limit: `--limit {self.name}={2 * count}`, or "
            f"`limits={{'{self.name}': {2 * count}}}` in lift.compile",
        )


def _limit(name: str, default: int, what: str) -> Limit:
    LIMITS[name] = Limit(name, default, what)
    return LIMITS[name]


TYPE_LEAVES: Final = _limit("type-leaves", 1024, "leaves in a type")
"""Each leaf of an argument or a result is a buffer, and no device takes nearly as many."""

VECTOR_WIDTH: Final = _limit("vector-width", 16, "elements in a vector")
"""OpenCL has no wider ones."""

INLINED_OPS: Final = _limit("inlined-ops", 4096, "ops in a function whose calls are inlined")

UNROLLED_OPS: Final = _limit("unrolled-ops", 4096, "ops in all copies of the iterations of a kernel")

CHOICES: Final = _limit("choices", 512, "places that an element may come from")

INTERPRETED_ELEMENTS: Final = _limit("interpreted-elements", 1 << 27, "elements in a value of the interpreter")


@contextmanager
def raised(limits: Mapping[str, object]) -> Generator[None]:
    """While it lasts, limits are these; others stay as they are."""
    checked: dict[str, int] = {}
    for name, number in limits.items():
        if name not in LIMITS:
            raise LiftError(BAD_LIMIT, f"there is no limit '{name}'", expected=", ".join(LIMITS), found=f"'{name}'")
        if isinstance(number, bool) or not isinstance(number, int) or number < 1:
            raise LiftError(BAD_LIMIT, f"the limit '{name}' is a number", expected="at least 1", found=repr(number))
        checked[name] = number
    token = _RAISED.set({**_RAISED.get(), **checked})
    try:
        yield
    finally:
        _RAISED.reset(token)


def parse_limits(words: Sequence[str]) -> dict[str, int]:
    """Read `type-leaves=2048,inlined-ops=10000` and the like."""
    found: dict[str, int] = {}
    for text in (part.strip() for word in words for part in word.split(",")):
        name, _, number = text.partition("=")
        if not number.isascii() or not number.isdigit() or len(number) > 40:
            raise LiftError(BAD_LIMIT, "a limit is given by its name and a number", expected="NAME=NUMBER", found=text)
        found[name] = int(number)
    return found


@dataclass
class Copies:
    """How many ops the copies have that were made so far, of the bodies of loops in one kernel."""

    ops: int = 0

    def add(self, op: Operation, count: int) -> None:
        """So many copies of what is in an op are to be made; refused where there would be too many."""
        self.ops += count * sum(1 for _ in op.walk())
        if self.ops > UNROLLED_OPS.number:
            message = f"'{op.name}' is unrolled into too many ops"
            raise UNROLLED_OPS.exceeded(self.ops, message).at(location_of(op))
