"""Launches of kernels, and iterations of them.

A launch passes the parameters that a kernel has; the nats and tables that the kernel names are those of the same names
where the launch stands, and the host computes its tables of sums.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Self

from xdsl.dialects.builtin import ModuleOp, StringAttr, SymbolRefAttr, i32
from xdsl.ir import Block, BlockArgument, Operation, Region, SSAValue
from xdsl.irdl import irdl_op_definition, opt_operand_def, prop_def, region_def, traits_def, var_operand_def
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import MemoryReadEffect, MemoryWriteEffect, NoTerminator, RecursiveMemoryEffect, SymbolTable

from ..diagnostics import LiftError, location_of, value_name
from ..errors import HOST_LAUNCH, LAUNCH
from ..kernel.compress import CompressOp
from ..kernel.functions import FuncOp
from ..kernel.memory import WriteOp
from ..kernel.types import BufferType
from ..lift.attributes import LaunchAttr, NatAttr, NatLike, parse_nat
from ..lift.identifiers import NAT
from ..lift.scope import Binder, Binding, Given, Scope, Size, Table, scope_at
from ..lift.signatures import verify_launch
from ..lift.types import AddressSpace
from ..nat.expr import compare, var
from ..nat.ring import Nat
from ..parser import LiftParser, name_in_use
from ..view.operation import ViewOp
from ..view.sources import MemoryOp, StoreOp
from .memory import HostOp


@irdl_op_definition
class LaunchOp(HostOp):
    """Run a kernel.

    `launch(f, x, l, g)`: g work groups of l work items each execute f; where there are none, nothing happens.

    The operands are those of the parameters that the kernel has. Its nats, tables and facts are those in scope. `local`
    and `groups` have one to three sizes, and are those of the kernel's own `launch`, where it has one.

    `host.launch @dot_1(%x, %y, %parts) local = [64] groups = [N floordiv 4096]`
    """

    name = "host.launch"

    arguments = var_operand_def()
    kernel = prop_def(SymbolRefAttr)
    sizes = prop_def(LaunchAttr)

    traits = traits_def(MemoryReadEffect(), MemoryWriteEffect())

    def __init__(
        self,
        kernel: FuncOp | str,
        arguments: Sequence[SSAValue | Operation],
        local: Iterable[NatLike],
        groups: Iterable[NatLike],
    ):
        name = kernel if isinstance(kernel, str) else kernel.function_name
        super().__init__(
            operands=[arguments],
            properties={"kernel": SymbolRefAttr(name), "sizes": LaunchAttr.of(local, groups)},
        )

    @property
    def kernel_name(self) -> str:
        return self.kernel.string_value()

    @property
    def local_sizes(self) -> tuple[Nat, ...]:
        """The work items in a work group, in each dimension."""
        return tuple(size.data for size in self.sizes.local)

    @property
    def groups(self) -> tuple[Nat, ...]:
        """The work groups, in each dimension."""
        return tuple(size.data for size in self.sizes.groups)

    def function(self) -> FuncOp:
        """The kernel that is launched."""
        found = self._before() or SymbolTable.lookup_symbol(self, self.kernel)
        if isinstance(found, FuncOp):
            return found
        raise LiftError(
            HOST_LAUNCH,
            f"there is no kernel @{self.kernel_name}",
            expected="a kernel.func of the module",
            found="nothing" if found is None else f"'{found.name}'",
        )

    def _before(self) -> FuncOp | None:
        """The kernel, where it stands before the program, as what is generated has it: a table takes longer to ask."""
        op: Operation | None = self
        while op is not None and not isinstance(op.parent_op(), ModuleOp):
            op = op.parent_op()
        while op is not None and not (isinstance(op, FuncOp) and op.function_name == self.kernel_name):
            op = op.prev_op
        return op

    def verify_(self) -> None:
        kernel, scope = self.function(), scope_at(self)
        self._verify_arguments(kernel)
        self._verify_names(kernel, scope)
        self._verify_sizes(kernel, scope)
        self._verify_sharing(kernel)

    def _verify_arguments(self, kernel: FuncOp) -> None:
        expected = tuple(argument.type for argument in kernel.block.args)
        if len(expected) != len(self.arguments):
            raise LiftError(
                HOST_LAUNCH,
                f"@{self.kernel_name} is launched with the wrong number of arguments",
                expected=str(len(expected)),
                found=str(len(self.arguments)),
            )
        for name, wanted, given in zip(kernel.parameter_names, expected, self.arguments, strict=True):
            if given.type != wanted:
                raise LiftError(
                    HOST_LAUNCH,
                    f"the argument for %{name} of @{self.kernel_name} has the wrong type",
                    expected=str(wanted),
                    found=str(given.type),
                )

    def _verify_names(self, kernel: FuncOp, scope: Scope) -> None:
        for name in kernel.nat_names:
            if name not in scope.names:
                raise self._unknown(f"the nat '{name}'", scope.names)
        tables = {binding.name: binding.length for binding in scope.bindings if isinstance(binding, Table)}
        for table in kernel.tables:
            name = table.table.data
            if name not in tables or not scope.equal(table.length.data, tables[name]):
                raise self._unknown(f"the table {table.text}", scope.tables)
        stated = {binding.condition for binding in scope.bindings if isinstance(binding, Given)}
        for condition in kernel.conditions:
            if condition not in stated and not scope.holds(condition):
                raise LiftError(
                    HOST_LAUNCH,
                    f"@{self.kernel_name} needs `{condition}`, which is not known at this launch",
                    expected=str(condition),
                    notes=[("the kernel is here", location_of(kernel))],
                )

    def _unknown(self, what: str, known: frozenset[str]) -> LiftError:
        return LiftError(
            HOST_LAUNCH,
            f"@{self.kernel_name} needs {what}, which is not bound at this launch",
            expected=f"one of {', '.join(sorted(known))}" if known else "a kernel without any: none is bound here",
        )

    def _verify_sizes(self, kernel: FuncOp, scope: Scope) -> None:
        verify_launch(self.sizes, scope)
        if kernel.launch is None:
            return
        ours = (*self.local_sizes, *self.groups)
        theirs = tuple(size.data for size in (*kernel.launch.local, *kernel.launch.groups))
        if len(ours) != len(theirs) or not all(map(scope.equal, ours, theirs)):
            raise LiftError(
                LAUNCH,
                f"@{self.kernel_name} is launched with other sizes than its own",
                expected=kernel.launch.text,
                found=self.sizes.text,
            )

    def _verify_sharing(self, kernel: FuncOp) -> None:
        """What a kernel writes it has for itself, and it does not write what the caller has passed."""
        written = written_parameters(kernel)
        for i, value in enumerate(self.arguments):
            if i not in written:
                continue
            if any(other is value for k, other in enumerate(self.arguments) if k != i):
                raise LiftError(
                    HOST_LAUNCH,
                    f"@{self.kernel_name} writes to {value_name(value)}, which is passed to it twice",
                    fix="pass another buffer",
                )
            if isinstance(value, BlockArgument):
                raise LiftError(
                    HOST_LAUNCH,
                    f"@{self.kernel_name} writes to {value_name(value)}, which belongs to the caller",
                    fix="write to a buffer of a 'host.alloc'",
                )

    @classmethod
    def parse_form(cls, parser: LiftParser) -> Self:
        name = parser.parse_symbol_name().data
        arguments = parser.parse_comma_separated_list(parser.Delimiter.PAREN, parser.parse_value)
        sizes: list[list[Nat]] = []
        for keyword in ("local", "groups"):
            parser.parse_keyword(keyword, f" in '{cls.name}'")
            parser.parse_punctuation("=")
            sizes.append(parser.parse_comma_separated_list(parser.Delimiter.SQUARE, lambda: parse_nat(parser)))
        return cls(name, arguments, *sizes)

    def print_form(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_symbol_name(self.kernel_name)
        with printer.in_parens():
            printer.print_list(self.arguments, printer.print_ssa_value)
        for word, sizes in (("local", self.local_sizes), ("groups", self.groups)):
            printer.print_string(f" {word} = [{', '.join(map(str, sizes))}]")


def written_parameters(kernel: FuncOp) -> frozenset[int]:
    """Which of its parameters a kernel stores to."""
    stored = {op.target for op in kernel.walk() if isinstance(op, WriteOp | CompressOp)}
    stored |= {
        memory for op in kernel.walk() if isinstance(op, StoreOp) and (memory := _memory_of(op.view)) is not None
    }
    return frozenset(
        i
        for i, argument in enumerate(kernel.block.args)
        if argument in stored and isinstance(argument.type, BufferType)
    )


def _memory_of(view: SSAValue) -> SSAValue | None:
    """The buffer that a view is of, where it is of one alone; which of several is known once the view is resolved."""
    while isinstance(view.owner, ViewOp):
        below = view.owner.buffers if isinstance(view.owner, MemoryOp) else view.owner.views()
        if len(below) != 1:
            return None
        view = below[0]
    return view


@irdl_op_definition
class ForOp(HostOp, Binder):
    """Iterations of what the region does.

    `for [k : m]`: the region is executed m times; k is 1 at first, 2 then, and m at last.

    The name is a nat inside the region, and kernels that are launched there may use it. With `until` a buffer of two
    numbers, no more is done once the second of them is not 0. The host looks at it only now and then, so kernels that are
    launched after that change nothing.

    `host.for [iteration : M] { host.launch @step(%x, %y) local = [1] groups = [N] }`
    """

    name = "host.for"

    until = opt_operand_def(BufferType)
    iteration = prop_def(NAT)
    count = prop_def(NatAttr)
    body = region_def("single_block")

    traits = traits_def(NoTerminator(), RecursiveMemoryEffect())

    def __init__(
        self,
        iteration_name: str,
        count: NatLike | NatAttr,
        body: Region | None = None,
        until: SSAValue | None = None,
    ):
        super().__init__(
            operands=[until],
            properties={"iteration": StringAttr(iteration_name), "count": NatAttr.of(count)},
            regions=[Region(Block()) if body is None else body],
        )

    @property
    def iteration_name(self) -> str:
        return self.iteration.data

    @property
    def iterations(self) -> Nat:
        """How many there are; none where that is negative."""
        return self.count.data

    @property
    def block(self) -> Block:
        return self.body.block

    def bindings(self, scope: Scope) -> tuple[Binding, ...]:
        return (Size(self.iteration_name), Given(compare(var(self.iteration_name), "le", self.iterations)))

    def verify_(self) -> None:
        if self.block.args:
            raise LiftError(HOST_LAUNCH, f"the region of '{self.name}' takes no arguments")
        if self.until is not None and (not isinstance(self.until.type, BufferType) or self.until.type.element != i32):
            raise LiftError(
                HOST_LAUNCH,
                f"'{self.name}' ends by a number that is no length",
                expected=str(BufferType(AddressSpace.GLOBAL, i32)),
                found=str(self.until.type),
            )

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        ours = LiftParser.of(parser)
        with ours.in_square_brackets():
            place = ours.location(ours.pos, ours.lexer.pos)
            written, inside = ours.parse_bound_name()
            if written != inside:  # kernels know it by its name, so there is no other one for it
                raise name_in_use(written).at(place)
            ours.parse_punctuation(":")
            count = ours.parse_nat_attr()
        until = ours.parse_value() if ours.parse_optional_keyword("until") is not None else None
        op = cls(written, count, Region(), until)
        op.attributes.update(ours.parse_further_attributes())
        with ours.inside(op.bindings(ours.scope), {written: written}):
            ours.parse_region([]).move_blocks(op.body)
        return op

    def print(self, printer: Printer) -> None:
        printer.print_string(f" [{self.iteration_name} : {self.iterations}]")
        if self.until is not None:
            printer.print_string(" until ")
            printer.print_ssa_value(self.until)
        printer.print_op_attributes(self.attributes, print_keyword=True)
        printer.print_string(" ")
        printer.print_region(self.body, print_entry_block_args=False, print_empty_block=False)
