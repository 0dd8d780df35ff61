"""`lift.call`, and how the nats of a callee follow from the arguments, where the call does not give them.

The types of the parameters are matched with those of the arguments; what that says of each nat is put into the type of
the result and into the facts that the callee states, which must hold at the call.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Self

from xdsl.dialects.builtin import DictionaryAttr, SymbolRefAttr, TupleType
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import irdl_op_definition, opt_prop_def, prop_def, var_operand_def
from xdsl.printer import Printer
from xdsl.traits import SymbolTable

from ..diagnostics import LiftError, location_of
from ..errors import CALL_ARGUMENTS, CALL_FACT, CALL_NAT, NO_CALLEE, RECURSION
from ..nat.expr import Condition, Lookup, Var, floordiv, var
from ..nat.rebuild import map_condition, rename_tables, substitute
from ..nat.ring import Nat, const
from ..parser import LiftParser
from .attributes import NatAttr, NatLike, parse_nat_name
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


def solve(callee: DefOp, types: Sequence[Attribute], sizes: Mapping[str, Nat] | None = None) -> Solution:
    """The nats and tables of a callee, as far as they are given or the types of the arguments show them."""
    pairs = [pair for both in zip(callee.parameter_types, types, strict=False) for pair in _lengths(*both)]
    solution = Solution(dict(sizes or {}))
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
    own = {other: var(f"{other}?") for other in unsolved}  # a name of the callee may be one of the caller, too
    unknown = own[name]
    for parameter, argument in pairs:
        known = substitute(parameter, {**own, **solution.nats})
        open_ = frozenset(other for other in known.names if other.endswith("?"))
        if open_ != unknown.names or not _is_closed(argument) or not _is_closed(known):
            continue
        rest = substitute(known, dict.fromkeys(unknown.names, const(0)))
        factor = substitute(known, dict.fromkeys(unknown.names, const(1))) - rest
        if factor.constant and factor.constant > 0 and factor * unknown + rest is known:
            yield floordiv(argument - rest, factor)


@irdl_op_definition
class CallOp(LiftOp):
    """A call of a C function, or of another `lift.def`, which is inlined.

    `call(f, a, b) = f(a, b)`

    The type of the result is that of the callee, with its nats solved from the arguments. Nats that these do not show are
    given: `lift.call @f<R = 8, C = 2 * N>(%x)`.

    `%r = lift.call @f(%x, %y) : f32`
    """

    name = "lift.call"

    arguments = var_operand_def()
    callee = prop_def(SymbolRefAttr)
    sizes = opt_prop_def(DictionaryAttr)
    """The nats of the callee that the call gives."""

    def __init__(
        self,
        callee: Callee | str,
        arguments: Sequence[SSAValue | Operation],
        sizes: Mapping[str, NatLike] | None = None,
        *,
        result_type: Attribute | None = None,
    ):
        given = {written: NatAttr.of(size) for written, size in (sizes or {}).items()}
        name = callee if isinstance(callee, str) else callee.function_name
        if result_type is None and not isinstance(callee, str):
            values = [SSAValue.get(argument) for argument in arguments]
            nats = {written: size.data for written, size in given.items()}
            result_type = result_of(callee, [value.type for value in values], nats)
        self.construct(arguments, _properties(name, given), result_type=result_type)

    def opened(self) -> Sequence[SSAValue]:
        return ()

    def length_origin(self, path: tuple[int, ...]) -> None:
        return None

    @property
    def callee_name(self) -> str:
        return self.callee.string_value()

    @property
    def given(self) -> dict[str, Nat]:
        """The nats of the callee that the call gives, by their names there."""
        if self.sizes is None:
            return {}
        return {name: size.data for name, size in self.sizes.data.items() if isinstance(size, NatAttr)}

    def solution(self, callee: DefOp) -> Solution:
        """What the nats and tables of the callee stand for here."""
        return solve(callee, self.operand_types, self.given)

    def function(self) -> Callee:
        """The function that is called."""
        found = SymbolTable.lookup_symbol(self, self.callee)
        if isinstance(found, DefOp | UserFunOp):
            return found
        raise no_callee(self.callee_name, "nothing" if found is None else f"'{found.name}'")

    def infer(self, types: Sequence[Attribute], scope: Scope) -> Attribute:
        return result_of(self.function(), types, self.given)

    def check(self, types: Sequence[Attribute], scope: Scope) -> None:
        callee = self.function()
        self._check_given(callee, types, scope)
        solution = Solution()
        if isinstance(callee, DefOp):
            solution = solved(callee, types, self.given)
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

    def _check_given(self, callee: Callee, types: Sequence[Attribute], scope: Scope) -> None:
        """What the call gives are nats of the callee, with values that do not contradict the arguments."""
        names = callee.nat_names if isinstance(callee, DefOp) else ()
        shown = solve(callee, types).nats if isinstance(callee, DefOp) else {}
        for name, size in () if self.sizes is None else self.sizes.data.items():
            if name not in names or not isinstance(size, NatAttr):
                raise LiftError(
                    CALL_NAT,
                    f"@{self.callee_name} has no size '{name}'" if name not in names else f"'{name}' is no nat",
                    expected=f"one of {', '.join(names)}" if names else "no sizes: the function has none",
                    found=f"{name} = {size.data if isinstance(size, NatAttr) else size}",
                )
            self.need_defined(size.data, scope)
            if name in shown and not scope.equal(size.data, shown[name]):
                raise LiftError(
                    CALL_NAT,
                    f"'{name}' of @{self.callee_name} is given otherwise than the arguments say",
                    expected=f"{name} = {shown[name]}",
                    found=f"{name} = {size.data}",
                    fix="leave it out: it follows from the arguments",
                )

    def _check_facts(self, callee: DefOp, solution: Solution, scope: Scope) -> None:
        facts = [(Claim.that(solution.nats[name], "ge", 1), f"{name} ge 1") for name in callee.nat_names]
        facts += [(Claim.of(solution.condition(condition)), str(condition)) for condition in callee.conditions]
        for claim, stated in facts:
            self.need(claim, CALL_FACT, f"@{self.callee_name} needs `{stated}`, which is not known at this call", scope)

    @classmethod
    def parse_form(cls, parser: LiftParser) -> Self:
        name = parser.parse_symbol_name().data
        sizes = _parse_sizes(parser, name)
        arguments = parser.parse_comma_separated_list(parser.Delimiter.PAREN, parser.parse_value)
        return cls.untyped(arguments, _properties(name, sizes))

    def parse_ending(self, parser: LiftParser) -> None:
        self.attributes.update(parser.parse_further_attributes())
        annotation = parser.parse_optional_annotation()
        callee = parser.signatures.get(self.callee_name)
        if annotation is None and callee is None:
            raise no_callee(self.callee_name, "nothing before this line")
        type_ = None if callee is None else result_of(callee, self.operand_types, self.given)
        if annotation is not None:
            self.settle(annotation.type)
        elif type_ is not None:
            self.settle(type_)
        if type_ is not None:
            parser.check_annotation_later(self, type_, annotation)

    def print_form(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_symbol_name(self.callee_name)
        if self.given:
            printer.print_string(f"<{', '.join(f'{name} = {size}' for name, size in self.given.items())}>")
        with printer.in_parens():
            printer.print_list(self.arguments, printer.print_ssa_value)


def _properties(callee: str, sizes: Mapping[str, Attribute]) -> dict[str, Attribute | None]:
    return {"callee": SymbolRefAttr(callee), "sizes": DictionaryAttr(sizes) if sizes else None}


def _parse_sizes(parser: LiftParser, callee: str) -> dict[str, Attribute]:
    """Read `<R = 8, C = 2 * N>`, if present: names of the callee, and what they are here."""
    sizes: dict[str, Attribute] = {}

    def parse_size() -> None:
        start, end = parser.pos, parser.lexer.pos
        name = parse_nat_name(parser)
        if name in sizes:
            location = parser.location(start, end)
            raise LiftError(CALL_NAT, f"'{name}' of @{callee} is given twice", fix="give it once", location=location)
        parser.parse_punctuation("=", " and the size of the callee")
        sizes[name] = parser.parse_nat_attr()

    parser.parse_optional_comma_separated_list(parser.Delimiter.ANGLE, parse_size)
    return sizes


def result_of(callee: Callee, types: Sequence[Attribute], given: Mapping[str, Nat] | None = None) -> Attribute:
    """The type of a call, for arguments of these types and the nats that are given."""
    if len(types) != len(callee.parameter_types):
        raise LiftError(
            CALL_ARGUMENTS,
            f"@{callee.function_name} is called with the wrong number of arguments",
            expected=f"{len(callee.parameter_types)}: {', '.join(f'%{name}' for name in callee.parameter_names)}",
            found=str(len(types)),
        )
    if isinstance(callee, UserFunOp):
        return callee.result_type
    return solved(callee, types, given).type_(callee.result_type)


def solved(callee: DefOp, types: Sequence[Attribute], given: Mapping[str, Nat] | None = None) -> Solution:
    """What all nats and tables of a callee stand for; an error where the call leaves one open."""
    solution, function, told = solve(callee, types, given), callee.function_name, (given or {}).items()
    for name in callee.nat_names:
        if name not in solution.nats:
            raise LiftError(
                CALL_NAT,
                f"'{name}' of @{function} does not follow from the arguments",
                expected=f"a parameter whose type has a length of {name}, or the size at the call",
                fix=f"give it: lift.call @{function}<{''.join(f'{n} = {size}, ' for n, size in told)}{name} = ..>(..)",
            )
    for table in callee.tables:
        if table.table.data not in solution.tables:
            raise LiftError(
                CALL_NAT,
                f"the table '{table.table.data}' of @{function} does not follow from the arguments",
                expected=f"an argument whose rows have the lengths of a table, for {table.table.data}",
            )
    return solution


def no_callee(name: str, found: str) -> LiftError:
    return LiftError(
        NO_CALLEE,
        f"there is no function @{name} to call",
        expected="a lift.def or a lift.user_fun that stands before the call",
        found=found,
        fix=f"move it before the call, or write the type of the result: lift.call @{name}(..) : type",
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
