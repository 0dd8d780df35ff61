"""`lift.call`, and how the nats of a callee follow from the arguments.

The types of the parameters are matched with those of the arguments; what that says of each nat is put into the type of
the result and into the facts that the callee states, which must hold at the call.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Self

from xdsl.dialects.builtin import SymbolRefAttr, TupleType
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import irdl_op_definition, prop_def, var_operand_def
from xdsl.printer import Printer
from xdsl.traits import SymbolTable

from ..diagnostics import LiftError, location_of
from ..errors import CALL_ARGUMENTS, CALL_FACT, CALL_NAT, NO_CALLEE, RECURSION
from ..nat.expr import Condition, Lookup, Var, floordiv, var
from ..nat.rebuild import map_condition, rename_tables, substitute
from ..nat.ring import Nat, const
from ..parser import LiftParser
from .functions import Callee, DefOp, UserFunOp
from .operation import Claim, LiftOp
from .scope import Scope
from .types import ArrayType, ExistsType, rename_tables_in, substitute_in


@dataclass
class Solution:
    """What the nats and tables of a callee stand for at a call."""

    nats: dict[str, Nat] = field(default_factory=dict[str, Nat])
    tables: dict[str, str] = field(default_factory=dict[str, str])

    def type_(self, type_: Attribute) -> Attribute:
        """A type of the callee, in terms of the caller."""
        return substitute_in(rename_tables_in(type_, self.tables), self.nats)

    def condition(self, condition: Condition) -> Condition:
        """A fact of the callee, in terms of the caller."""
        return map_condition(condition, lambda nat: substitute(rename_tables(nat, self.tables), self.nats))


def solve(callee: DefOp, types: Sequence[Attribute]) -> Solution:
    """The nats and tables of a callee, as far as the types of the arguments show them."""
    pairs = [pair for both in zip(callee.parameter_types, types, strict=False) for pair in _lengths(*both)]
    solution = Solution()
    tables = {table.table.data for table in callee.tables}
    for parameter, argument in pairs:
        wanted, given = parameter.single, argument.single
        if isinstance(wanted, Var) and str(wanted.label) in callee.nat_names and _is_closed(argument):
            solution.nats.setdefault(str(wanted.label), argument)
        if isinstance(wanted, Lookup) and isinstance(given, Lookup) and wanted.label in tables:
            solution.tables.setdefault(str(wanted.label), str(given.label))
    unsolved = [name for name in callee.nat_names if name not in solution.nats]
    while unsolved:
        found = next(((name, value) for name in unsolved for value in _linear(name, pairs, solution, unsolved)), None)
        if found is None:
            break
        solution.nats[found[0]] = found[1]
        unsolved.remove(found[0])
    return solution


def _is_closed(nat: Nat) -> bool:
    return not any("'" in name for name in nat.names)


def _lengths(parameter: Attribute, argument: Attribute, depth: int = 0) -> Iterator[tuple[Nat, Nat]]:
    """The nats that stand at the same place of two types."""
    inner = var(f"{depth}'")
    match parameter, argument:
        case ArrayType(), ArrayType():
            yield parameter.length.data, argument.length.data
            yield from _lengths(parameter.at(inner), argument.at(inner), depth + 1)
        case ExistsType(), ExistsType():
            yield parameter.bound.data, argument.bound.data
            yield from _lengths(parameter.opened(inner), argument.opened(inner), depth + 1)
        case TupleType(), TupleType():
            for both in zip(parameter.types, argument.types, strict=False):
                yield from _lengths(*both, depth)
        case _:
            pass


def _linear(name: str, pairs: Sequence[tuple[Nat, Nat]], solution: Solution, unsolved: Sequence[str]) -> Iterator[Nat]:
    """Values of a nat from lengths `a * name + b` in which nothing else is unsolved."""
    for parameter, argument in pairs:
        known = substitute(parameter, solution.nats)
        if (
            known.names.intersection(unsolved) != frozenset((name,))
            or not _is_closed(argument)
            or not _is_closed(known)
        ):
            continue
        rest = substitute(known, {name: const(0)})
        factor = substitute(known, {name: const(1)}) - rest
        if factor.constant and factor.constant > 0 and factor * var(name) + rest is known:
            yield floordiv(argument - rest, factor)


@irdl_op_definition
class CallOp(LiftOp):
    """A call of a C function, or of another `lift.def`, which is inlined.

    `call(f, a, b) = f(a, b)`

    The type of the result is that of the callee, with its nats solved from the arguments.

    `%r = lift.call @f(%x, %y) : f32`
    """

    name = "lift.call"

    arguments = var_operand_def()
    callee = prop_def(SymbolRefAttr)

    def __init__(
        self,
        callee: Callee | str,
        arguments: Sequence[SSAValue | Operation],
        *,
        result_type: Attribute | None = None,
    ):
        name = callee if isinstance(callee, str) else callee.function_name
        if result_type is None and not isinstance(callee, str):
            values = [SSAValue.get(argument) for argument in arguments]
            result_type = result_of(callee, [value.type for value in values])
        self.construct(arguments, {"callee": SymbolRefAttr(name)}, result_type=result_type)

    def opened(self) -> Sequence[SSAValue]:
        return ()

    def length_origin(self, path: tuple[int, ...]) -> None:
        return None

    @property
    def callee_name(self) -> str:
        return self.callee.string_value()

    def function(self) -> Callee:
        """The function that is called."""
        found = SymbolTable.lookup_symbol(self, self.callee)
        if isinstance(found, DefOp | UserFunOp):
            return found
        raise no_callee(self.callee_name, "nothing" if found is None else f"'{found.name}'")

    def infer(self, types: Sequence[Attribute], scope: Scope) -> Attribute:
        return result_of(self.function(), types)

    def check(self, types: Sequence[Attribute], scope: Scope) -> None:
        callee = self.function()
        if len(types) != len(callee.parameter_types):
            raise LiftError(
                CALL_ARGUMENTS,
                f"@{self.callee_name} is called with the wrong number of arguments",
                expected=str(len(callee.parameter_types)),
                found=str(len(types)),
            )
        solution = Solution()
        if isinstance(callee, DefOp):
            solution = solve(callee, types)
            self._check_nats(callee, solution, scope)
        for name, wanted, given in zip(callee.parameter_names, callee.parameter_types, types, strict=True):
            if not scope.same_type(solution.type_(wanted), given):
                raise LiftError(
                    CALL_ARGUMENTS,
                    f"the argument for %{name} of @{self.callee_name} has the wrong type",
                    expected=str(solution.type_(wanted)),
                    found=str(given),
                )
        if isinstance(callee, DefOp):
            self._check_facts(callee, solution, scope)
            _check_recursion(self, callee)

    def _check_nats(self, callee: DefOp, solution: Solution, scope: Scope) -> None:
        unsolved = [name for name in callee.nat_names if name not in solution.nats]
        unsolved += [table.table.data for table in callee.tables if table.table.data not in solution.tables]
        if unsolved:
            raise LiftError(
                CALL_NAT,
                f"'{unsolved[0]}' of @{self.callee_name} does not follow from the arguments",
                expected=f"a parameter whose type has a length of {unsolved[0]}",
            )

    def _check_facts(self, callee: DefOp, solution: Solution, scope: Scope) -> None:
        facts = [(Claim.that(solution.nats[name], "ge", 1), f"{name} ge 1") for name in callee.nat_names]
        facts += [(Claim.of(solution.condition(condition)), str(condition)) for condition in callee.conditions]
        for claim, stated in facts:
            self.need(claim, CALL_FACT, f"@{self.callee_name} needs `{stated}`, which is not known at this call", scope)

    @classmethod
    def parse_form(cls, parser: LiftParser) -> Self:
        name = parser.parse_symbol_name().data
        arguments = parser.parse_comma_separated_list(parser.Delimiter.PAREN, parser.parse_value)
        return cls.untyped(arguments, {"callee": SymbolRefAttr(name)})

    def parse_ending(self, parser: LiftParser) -> None:
        self.attributes.update(parser.parse_further_attributes())
        annotation = parser.parse_optional_annotation()
        callee = parser.signatures.get(self.callee_name)
        if annotation is None and callee is None:
            raise no_callee(self.callee_name, "nothing before this line")
        type_ = None if callee is None else result_of(callee, self.operand_types)
        if annotation is not None:
            self.settle(annotation.type)
        elif type_ is not None:
            self.settle(type_)
        if type_ is not None:
            parser.check_annotation_later(self, type_, annotation)

    def print_form(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_symbol_name(self.callee_name)
        with printer.in_parens():
            printer.print_list(self.arguments, printer.print_ssa_value)


def result_of(callee: Callee, types: Sequence[Attribute]) -> Attribute:
    """The type of a call, for arguments of these types."""
    if isinstance(callee, UserFunOp):
        return callee.result_type
    return solve(callee, types).type_(callee.result_type)


def no_callee(name: str, found: str) -> LiftError:
    return LiftError(
        NO_CALLEE,
        f"there is no function @{name} to call",
        expected="a lift.def or a lift.user_fun that stands before the call",
        found=found,
        fix="move it before the call, or write the type of the result: lift.call @f(..) : type",
    )


def _check_recursion(call: CallOp, callee: DefOp) -> None:
    """A call of a `lift.def` is inlined, so none may come back to where it began."""
    caller: Operation | None = call
    while caller is not None and not isinstance(caller, DefOp):
        caller = caller.parent_op()
    if caller is not None and callee.is_before_in_block(caller):
        return  # on a way back there is a call of a function that stands later, which is checked in its place
    seen: set[DefOp] = set()
    waiting = [callee]
    while waiting:
        function = waiting.pop()
        if function is caller:
            raise LiftError(
                RECURSION,
                f"@{function.function_name} calls itself",
                expected="calls that end: a called function is inlined",
                notes=[(f"through @{callee.function_name}", location_of(callee))],
            )
        if function in seen:
            continue
        seen.add(function)
        for op in function.walk():
            if isinstance(op, CallOp):
                found = SymbolTable.lookup_symbol(op, op.callee)
                if isinstance(found, DefOp):
                    waiting.append(found)
