"""The value of an expression: what every other part of the algebra must agree with."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Protocol, SupportsInt, TypeAlias

from .expr import Bound, Condition, FloorDiv, If, Log2, Lookup, Max, Min, Mod, Sum, Var
from .ring import Atom, Nat, Pow, TooLarge, Undefined


class Entries(Protocol):
    """What is asked of the entries of a table: a list has it, and an array."""

    def __len__(self) -> int: ...
    def __getitem__(self, index: int, /) -> SupportsInt: ...


Tables: TypeAlias = Mapping[str, Entries]


def evaluate(nat: Nat, names: Mapping[str, int], tables: Tables | None = None) -> int:
    """The value where each name has a number and each table its entries; `Undefined` where there is none."""
    return Evaluation(names, tables or {}).nat(nat, ())


def evaluate_condition(condition: Condition, names: Mapping[str, int], tables: Tables | None = None) -> bool:
    """Whether the condition holds for these numbers."""
    return Evaluation(names, tables or {}).condition(condition, ())


class Evaluation:
    """Values of expressions for fixed names and tables; `bound` are the positions of the sums around."""

    def __init__(self, names: Mapping[str, int], tables: Tables):
        self.names = dict(names)
        self.tables = tables

    def nat(self, nat: Nat, bound: tuple[int, ...]) -> int:
        total: Fraction | int = 0
        for monomial, coefficient in nat.terms:
            product: Fraction | int = coefficient
            for atom, exponent in monomial.factors:
                product *= self.atom(atom, bound) ** exponent
            total += product
        if nat.den == 1 and isinstance(total, int):
            return total
        value = Fraction(total, nat.den)
        if value.denominator != 1:
            raise Undefined(f"{nat} is not a whole number here: {value}")
        return value.numerator

    def condition(self, condition: Condition, bound: tuple[int, ...]) -> bool:
        value = self.nat(condition.nat, bound)
        return value >= 0 if condition.relation == "ge" else (value == 0) == (condition.relation == "eq")

    def atom(self, atom: Atom, bound: tuple[int, ...]) -> int | Fraction:
        match atom:
            case Var():
                if atom.label not in self.names:
                    raise Undefined(f"'{atom.label}' has no value")
                return self.names[str(atom.label)]
            case Bound():
                return bound[int(atom.label)]
            case If():
                return self.nat(atom.args[1] if self.condition(atom.condition, bound) else atom.args[2], bound)
            case Sum():
                count, body = atom.args
                return sum(self.nat(body, (i, *bound)) for i in range(self.nat(count, bound)))
            case _:
                return self.strict(atom, [self.nat(arg, bound) for arg in atom.args])

    def strict(self, atom: Atom, args: list[int]) -> int | Fraction:
        """The atoms all of whose arguments have a value."""
        match atom:
            case FloorDiv() | Mod():
                dividend, divisor = args
                if divisor < 1:
                    raise Undefined(f"the divisor {atom.args[1]} is {divisor}")
                return dividend // divisor if isinstance(atom, FloorDiv) else dividend % divisor
            case Pow():
                if abs(args[0]) > 4096:
                    raise TooLarge(f"the exponent {atom.args[0]} is {args[0]}, which is too large")
                base = int(atom.label)
                return base ** args[0] if args[0] >= 0 else Fraction(base) ** args[0]
            case Log2():
                if args[0] < 1:
                    raise Undefined(f"the argument {atom.args[0]} of log2 is {args[0]}")
                return args[0].bit_length() - 1
            case Min():
                return min(args)
            case Max():
                return max(args)
            case Lookup():
                table = self.tables.get(str(atom.label))
                if table is None:
                    raise Undefined(f"the table '{atom.label}' has no values")
                if not 0 <= args[0] < len(table):
                    raise Undefined(f"the index {atom.args[0]} of '{atom.label}' is {args[0]}, of {len(table)}")
                return int(table[args[0]])
            case _:
                raise TypeError(f"no meaning for {type(atom).__name__}")
