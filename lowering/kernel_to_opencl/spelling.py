"""How an op of scalars is spelled in C: expressions over the texts of its operands, and on which vectors they mean the same."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from xdsl.dialects import arith
from xdsl.dialects.builtin import DenseIntOrFPElementsAttr, IntegerAttr
from xdsl.ir import Attribute, Operation

from ...dialects.kernel.types import bits, vector_parts
from .ctypes import c_type, unsigned
from .expressions import UNARY, Text, call, cast
from .language import OPENCL_C


@dataclass(frozen=True)
class Operands:
    """The operands of an op, or of one part of an op on vectors, as texts with the types that they have."""

    op: Operation
    texts: tuple[Text, ...]
    types: tuple[Attribute, ...]
    result_types: tuple[Attribute, ...]
    helper: Callable[[str, Attribute], str]
    """The name of one of `FUNCTIONS` for a type, which is then printed."""

    def __getitem__(self, index: int) -> Text:
        return self.texts[index]

    @property
    def type(self) -> Attribute:
        """The type of the first operand."""
        return self.types[0]

    @property
    def result(self) -> Attribute:
        return self.result_types[0]

    def bits_of(self, index: int) -> Text:
        """An operand as a natural."""
        text = self.texts[index]
        return text.without_sign or reinterpreted(unsigned(self.types[index]), self.types[index], text)


def reinterpreted(name: str, type_: Attribute, text: Text) -> Text:
    """What has a type as the type of that name that differs in nothing but the sign; C casts no vectors."""
    return cast(name, text) if vector_parts(type_) is None else call(f"as_{name}", text)


def broadcast(text: Text, type_: Attribute) -> Text:
    """A vector that has a scalar in each lane."""
    return Text(OPENCL_C.vector(c_type(type_), [text.text]), UNARY)


Expression: TypeAlias = Callable[[Operands], Text]


@dataclass(frozen=True)
class Spelling:
    """The expressions of an op's results; `twice` says that operands are written more than once in them."""

    results: tuple[Expression, ...]
    twice: bool = False
    on_vectors: Callable[[Operation], bool] = lambda _: False
    """For which ops the expression means the same on vectors; for others it is written for each lane."""
    calls: bool = False
    """Whether it calls a function of OpenCL, which is called with the vectors that the profile says."""


# Operands


def narrowed(text: Text, type_: Attribute) -> Text:
    """What C computes with an int, as the narrower type that it is."""
    return cast(c_type(type_), text) if bits(type_) < 32 else text


def number_of(op: Operation, index: int) -> int | None:
    """The constant that an operand is, in each lane of a vector."""
    owner = op.operands[index].owner
    value = owner.value if isinstance(owner, arith.ConstantOp) else None
    if isinstance(value, DenseIntOrFPElementsAttr):
        numbers = {number for number in value.get_values() if isinstance(number, int)}
        return numbers.pop() if len(numbers) == 1 else None
    return value.value.data if isinstance(value, IntegerAttr) else None


def divides_by_number(op: Operation) -> bool:
    """Whether the divisor is a constant that needs no guard."""
    number = number_of(op, 1)
    return number is not None and number >= 1


# Kinds of spellings


def plain(*results: Expression) -> Spelling:
    """An expression for scalars."""
    return Spelling(results)


def repeating(*results: Expression) -> Spelling:
    """An expression for scalars that is written with operands twice."""
    return Spelling(results, twice=True)


def alike(result: Expression, *, twice: bool = False) -> Spelling:
    """An expression that means the same on vectors."""
    return Spelling((result,), twice, on_vectors=lambda _: True)


def dividing(result: Expression) -> Spelling:
    """An expression that means the same on vectors where they are divided by a number."""
    return Spelling((result,), on_vectors=divides_by_number)


def compared(result: Expression) -> Spelling:
    """A comparison, which gives a mask for vectors; one that says yes or no to everything has no form for them."""
    return Spelling((result,), on_vectors=lambda op: not _is_decided(op))


def _is_decided(op: Operation) -> bool:
    return isinstance(op, arith.CmpfOp) and op.predicate.value.data in (0, 15)


def calling(result: Expression, *, twice: bool = False) -> Spelling:
    """An expression with a function of OpenCL, which takes vectors, too."""
    return Spelling((result,), twice, on_vectors=lambda _: True, calls=True)


def called(name: str) -> Spelling:
    """A function of OpenCL."""
    return calling(lambda x: call(name, *x.texts))
