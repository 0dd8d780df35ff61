"""Control flow: counted loops that carry values, and conditions.

A loop binds its variable as a value and, where types inside depend on it, also as the name of a nat.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from xdsl.dialects.builtin import IndexType, StringAttr, UnitAttr, i1
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.irdl import (
    AttrSizedOperandSegments,
    irdl_op_definition,
    operand_def,
    opt_prop_def,
    prop_def,
    region_def,
    traits_def,
    var_operand_def,
    var_result_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import IsolatedFromAbove, IsTerminator, NoTerminator, Pure, RecursiveMemoryEffect

from ..diagnostics import LiftError
from ..errors import CARRIED_VALUES, INDEX_OPERAND, LOOP
from ..lift.identifiers import NAT
from ..lift.scope import Binder, Binding, Index, Scope, chosen
from ..nat.expr import var
from ..nat.ring import Nat
from ..parser import LiftParser
from .attributes import ConditionAttr, IndexAttr, OperandTokens, print_over
from .operation import DeviceOp
from .types import is_device_value


@irdl_op_definition
class YieldOp(DeviceOp):
    """What a region gives: to the next iteration of a loop and, after the last, as its results.

    `kernel.yield %sum : f32`
    """

    name = "kernel.yield"

    values = var_operand_def()

    traits = traits_def(IsTerminator(), Pure())

    def __init__(self, *values: SSAValue | Operation):
        super().__init__(operands=[values])

    def verify_(self) -> None:
        parent = self.parent_op()
        if parent is not None and parent.has_trait(IsolatedFromAbove):
            raise LiftError(CARRIED_VALUES, f"'{self.name}' ends a loop or a condition, not '{parent.name}'")

    @classmethod
    def parse_form(cls, parser: LiftParser) -> Self:
        values = [parser.parse_value()]
        while parser.parse_optional_punctuation(",") is not None:
            values.append(parser.parse_value())
        return cls(*values)

    def parse_type(self, parser: LiftParser) -> None:
        types = parse_types(parser)
        if types is not None and types != list(self.operand_types):
            raise _unlike(self, self.operand_types, types)

    def print_form(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_list(self.values, printer.print_ssa_value)

    def print_type(self, printer: Printer) -> None:
        printer.print_string(" : ")
        printer.print_list(self.operand_types, printer.print_attribute)


def parse_types(parser: LiftParser) -> list[Attribute] | None:
    """Read `: type, type`, if present."""
    if parser.parse_optional_punctuation(":") is None:
        return None
    types: list[Attribute] = [parser.parse_type()]
    while parser.parse_optional_punctuation(",") is not None:
        types.append(parser.parse_type())
    return types


def _unlike(op: Operation, expected: Sequence[Attribute], found: Sequence[Attribute]) -> LiftError:
    return LiftError(
        CARRIED_VALUES,
        f"the types of '{op.name}' do not fit",
        expected=", ".join(map(str, expected)) or "none",
        found=", ".join(map(str, found)) or "none",
    )


class ControlOp(DeviceOp):
    """An op with regions that may give values."""

    given = var_result_def()

    @property
    def deciding(self) -> Sequence[SSAValue]:
        """The values that decide what is executed."""
        raise NotImplementedError

    def need_yields(self, block: Block) -> None:
        """The region ends in a yield of the results, or in none where there are none."""
        last = block.last_op
        found = last.operand_types if isinstance(last, YieldOp) else ()
        if tuple(found) != tuple(self.result_types):
            raise _unlike(last if isinstance(last, YieldOp) else self, self.result_types, tuple(found))
        for type_ in self.result_types:
            if not is_device_value(type_):
                raise LiftError(
                    CARRIED_VALUES,
                    f"'{self.name}' cannot give {type_}",
                    expected="scalars, vectors, or tuples of such",
                    found=str(type_),
                )


@irdl_op_definition
class ForOp(ControlOp, Binder):
    """A counted loop, which may carry values from round to round.

    `for i = a to b step s with (acc = x)`: i is a, a + s, .. while it is below b; acc is x and then what each iteration
    yields, and the last is the result.

    The expressions are over operands and the names of nats; s is at least 1. The variable is an `index`. Each carried
    value has one type. `[k]` also binds the variable as the name of a nat. `unroll` asks for copies of the region, with
    a number for the variable in each; a, b and s are then numbers or differ by one. `kernel.while` in the region ends the
    loop early.

    `%r = kernel.for %i = 0 to N step 1 with (%acc = %zero) : f32 { .. kernel.yield %s : f32 }`
    """

    name = "kernel.for"

    symbols = var_operand_def()
    inits = var_operand_def()
    start = prop_def(IndexAttr)
    stop = prop_def(IndexAttr)
    step = prop_def(IndexAttr)
    position = opt_prop_def(NAT)
    unroll = opt_prop_def(UnitAttr)
    body = region_def("single_block")

    irdl_options = (AttrSizedOperandSegments(as_property=True),)
    traits = traits_def(NoTerminator(), RecursiveMemoryEffect())

    def __init__(
        self,
        bounds: tuple[IndexAttr, IndexAttr, IndexAttr],
        symbols: Sequence[SSAValue] = (),
        inits: Sequence[SSAValue | Operation] = (),
        body: Region | None = None,
        position: str | None = None,
        *,
        unroll: bool = False,
    ):
        values = [SSAValue.get(init) for init in inits]
        start, stop, step = bounds
        if body is None:
            body = Region(Block(arg_types=[IndexType(), *(value.type for value in values)]))
        super().__init__(
            operands=[symbols, values],
            properties={
                "start": start,
                "stop": stop,
                "step": step,
                "position": None if position is None else StringAttr(position),
                "unroll": UnitAttr() if unroll else None,
            },
            result_types=[[value.type for value in values]],
            regions=[body],
        )

    @property
    def block(self) -> Block:
        return self.body.block

    @property
    def variable(self) -> SSAValue:
        return self.block.args[0]

    @property
    def carried(self) -> Sequence[SSAValue]:
        """The values that the region is given."""
        return self.block.args[1:]

    @property
    def yielded(self) -> Sequence[SSAValue]:
        last = self.block.last_op
        return last.values if isinstance(last, YieldOp) else ()

    @property
    def conditions(self) -> Sequence[SSAValue]:
        """The values that end the loop where they are false."""
        return [op.condition for op in self.block.ops if isinstance(op, WhileOp)]

    @property
    def deciding(self) -> Sequence[SSAValue]:
        return [*self.symbols, *self.conditions]

    def bindings(self, scope: Scope) -> tuple[Binding, ...]:
        """The variable as a nat, where it is one."""
        if self.position is None:
            return ()
        stop = self.stop.body.data
        if stop.loose:
            raise LiftError(
                LOOP,
                f"'{self.name}' binds the name of a nat, and ends at a value",
                expected="an end that is an expression over names of nats",
                fix=f"leave [{self.position.data}] out",
            )
        return (Index(self.position.data, stop),)

    def verify_(self) -> None:
        for bound in (self.start, self.stop, self.step):
            self.need_symbols(bound, self.symbols)
        from .known import constant_of  # which imports this module

        numbers = [constant_of(value) for value in self.symbols]
        step = self.step(*(var(f"s{i}'") if n is None else n for i, n in enumerate(numbers))).constant
        if step is not None and step < 1:
            raise LiftError(LOOP, f"the step of '{self.name}' is at least 1", expected="at least 1", found=str(step))
        expected = (IndexType(), *(value.type for value in self.inits))
        found = tuple(argument.type for argument in self.block.args)
        if found != expected:
            raise _unlike(self, expected, found)
        if tuple(self.result_types) != expected[1:]:
            raise _unlike(self, expected[1:], self.result_types)
        self.need_yields(self.block)
        if self.unroll is not None and self.conditions:
            raise LiftError(
                LOOP,
                f"'{self.name}' ends by a condition, so it is not unrolled",
                fix="leave out unroll, or the condition",
            )

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        ours = LiftParser.of(parser)
        unroll = ours.parse_optional_keyword("unroll") is not None
        variable = ours.parse_argument(expect_type=False)
        name: tuple[str, str] | None = None
        if ours.parse_optional_punctuation("[") is not None:
            name = ours.parse_bound_name()
            ours.parse_punctuation("]")
        tokens = OperandTokens(ours)
        bounds: list[Nat] = []
        for word in ("=", "to", "step"):
            ours.parse_characters(word, f" in '{cls.name}'")
            bounds.append(tokens.nat())
        start, stop, step = (IndexAttr.of(bound, tokens.symbols) for bound in bounds)
        carried = parse_carried(ours) if ours.parse_optional_keyword("with") else []
        inits = [value for _, value in carried]
        op = cls((start, stop, step), tokens.values, inits, Region(), name and name[1], unroll=unroll)
        op.attributes.update(ours.parse_further_attributes())
        types = parse_types(ours)
        if types is not None and types != [value.type for value in inits]:
            raise _unlike(op, [value.type for value in inits], types)
        arguments = [variable.resolve(IndexType()), *(argument.resolve(value.type) for argument, value in carried)]
        for argument in arguments:
            argument.location = ours.location_of_span(argument.name).attribute
        with ours.inside(op.bindings(ours.scope), dict([name]) if name else {}):
            ours.parse_region(arguments).move_blocks(op.body)
        return op

    def print(self, printer: Printer) -> None:
        printer.print_string(" " if self.unroll is None else " unroll ")
        printer.print_ssa_value(self.variable)
        if self.position is not None:
            printer.print_string(f"[{self.position.data}]")
        for word, bound in (("=", self.start), ("to", self.stop), ("step", self.step)):
            printer.print_string(f" {word} ")
            print_over(bound, self.symbols, printer)
        if self.inits:
            printer.print_string(" with (")
            for i, (argument, init) in enumerate(zip(self.carried, self.inits, strict=True)):
                printer.print_string(", " if i else "")
                printer.print_ssa_value(argument)
                printer.print_string(" = ")
                printer.print_ssa_value(init)
            printer.print_string(")")
        printer.print_op_attributes(self.attributes, print_keyword=True)
        if self.inits:
            printer.print_string(" : ")
            printer.print_list(self.result_types, printer.print_attribute)
        printer.print_string(" ")
        printer.print_region(self.body, print_entry_block_args=False, print_empty_block=False)


@irdl_op_definition
class WhileOp(DeviceOp):
    """A loop goes on only where a condition holds.

    `while c`: where c is false, the loop ends here, with the values that it has carried into this iteration.

    It stands in the region of a `kernel.for` itself, and takes an `i1`.

    `kernel.while %c`
    """

    name = "kernel.while"

    condition = operand_def(i1)

    def __init__(self, condition: SSAValue | Operation):
        super().__init__(operands=[condition])

    def verify_(self) -> None:
        parent = self.parent_op()
        if parent is not None and not isinstance(parent, ForOp):
            raise LiftError(
                LOOP,
                f"'{self.name}' is in no loop itself",
                expected="the region of a kernel.for",
                found=f"that of '{parent.name}'",
                fix="compute the condition in the region of the loop",
            )

    @classmethod
    def parse_form(cls, parser: LiftParser) -> Self:
        return cls(parser.parse_value())

    def print_form(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.condition)


def parse_carried(parser: LiftParser) -> list[tuple[Parser.UnresolvedArgument, SSAValue]]:
    """Read `(%acc = %zero, ..)`."""

    def parse_one() -> tuple[Parser.UnresolvedArgument, SSAValue]:
        argument = parser.parse_argument(expect_type=False)
        parser.parse_punctuation("=")
        return argument, parser.parse_value()

    return parser.parse_comma_separated_list(parser.Delimiter.PAREN, parse_one)


@irdl_op_definition
class IfOp(ControlOp, Binder):
    """A condition: an `i1`, or a comparison of indices.

    `if(c, a, b) = a` where c holds, and b where it does not.

    With results both regions yield them; without, the second may be left out. A comparison of nats is known in the regions.

    `kernel.if %l lt 32 { .. }` or `%r = kernel.if %c : f32 { .. kernel.yield %a : f32 } else { .. kernel.yield %b : f32 }`
    """

    name = "kernel.if"

    decided_by = var_operand_def()
    """The `i1`, or the operands of the comparison."""

    condition = opt_prop_def(ConditionAttr)
    then = region_def("single_block")
    otherwise = region_def()

    traits = traits_def(NoTerminator(), RecursiveMemoryEffect())

    def __init__(
        self,
        condition: ConditionAttr | None,
        decided_by: Sequence[SSAValue],
        result_types: Sequence[Attribute] = (),
        then: Region | None = None,
        otherwise: Region | None = None,
    ):
        super().__init__(
            operands=[decided_by],
            properties={"condition": condition},
            result_types=[result_types],
            regions=[Region(Block()) if then is None else then, Region() if otherwise is None else otherwise],
        )

    @property
    def deciding(self) -> Sequence[SSAValue]:
        return self.decided_by

    @property
    def else_block(self) -> Block | None:
        return self.otherwise.blocks.first

    def bindings(self, scope: Scope) -> tuple[Binding, ...]:
        return ()

    def bindings_in(self, region: Region, scope: Scope) -> tuple[Binding, ...]:
        if self.condition is None or self.decided_by:
            return ()
        return chosen(self.condition(), holds=region is self.then)

    def verify_(self) -> None:
        if self.condition is not None:
            self.need_symbols(self.condition, self.decided_by)
        elif [value.type for value in self.decided_by] != [i1]:
            found = ", ".join(str(value.type) for value in self.decided_by) or "nothing"
            raise LiftError(
                INDEX_OPERAND, f"'{self.name}' is decided by an i1 or by a comparison", expected="i1", found=found
            )
        self.need_yields(self.then.block)
        if self.else_block is not None:
            self.need_yields(self.else_block)
        elif self.result_types:
            raise LiftError(CARRIED_VALUES, f"'{self.name}' gives values, and has no else", expected="else { .. }")

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        ours = LiftParser.of(parser)
        tokens = OperandTokens(ours)
        left = tokens.nat()
        compared = tokens.condition_after(left)
        condition = None if compared is None else ConditionAttr.of(compared, tokens.symbols)
        if compared is None and len(tokens.values) != 1:
            tokens.fail("expected a comparison, or one value of type i1")
        further = ours.parse_further_attributes()
        types = parse_types(ours) or []
        then = ours.parse_region([])
        otherwise = ours.parse_region([]) if ours.parse_optional_keyword("else") else Region()
        op = cls(condition, tokens.values, types, then, otherwise)
        op.attributes.update(further)
        return op

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        if self.condition is None:
            printer.print_ssa_value(self.decided_by[0])
        else:
            print_over(self.condition, self.decided_by, printer)
        printer.print_op_attributes(self.attributes, print_keyword=True)
        if self.result_types:
            printer.print_string(" : ")
            printer.print_list(self.result_types, printer.print_attribute)
        printer.print_string(" ")
        printer.print_region(self.then, print_entry_block_args=False, print_empty_block=False)
        if self.else_block is not None:
            printer.print_string(" else ")
            printer.print_region(self.otherwise, print_entry_block_args=False, print_empty_block=False)
