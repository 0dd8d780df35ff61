"""A host program as a Python function, and one that calls it on random inputs.

The arguments are checked and taken apart into leaves, the body follows the ops one by one, and the result is put
together from the leaves that are read back.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from xdsl.dialects.builtin import TupleType
from xdsl.ir import Attribute, Block, SSAValue

from ...analysis.errors import NOT_IN_OPENCL
from ...analysis.index_ranges import index_ranges, largest_entry, least_entry
from ...dialects.diagnostics import LiftError, location_of
from ...dialects.host.launches import ForOp, LaunchOp
from ...dialects.host.memory import AllocOp, FreeOp, LocalOp, ReserveOp
from ...dialects.host.programs import ProgramOp, ReturnOp
from ...dialects.kernel.functions import FuncOp, SumsAttr
from ...dialects.kernel.types import BufferType, vector_parts
from ...dialects.lift.storage import Leaf, form_of, leaves_of, tuple_parts
from ...dialects.lift.types import free_names
from ...dialects.nat.expr import var
from ...dialects.nat.ring import Nat, const
from ...dialects.scalars import SCALARS
from ..kernel_to_opencl.ctypes import is_bit
from ..kernel_to_opencl.program import Program
from .examples import small_example
from .expressions import PythonPrinter
from .literals import docstring, literal
from .names import Names

_WAITING: Final = 256
"""After so many iterations the printed program waits for them."""

_WIDTH: Final = 110
"""A call that is longer is written on several lines."""


class Function:
    """What is printed for one host program."""

    def __init__(self, program: ProgramOp, name: str, kernels: Program, taken: Sequence[str]):
        self.program = program
        self.name = name
        self.kernels = kernels
        self.names = Names(taken)
        bound = [*program.nat_names, *self._tables]
        self.sizes = {nat: self.names.fresh(nat) for nat in bound}
        self.print = PythonPrinter(self.sizes)
        self.parameters = [self.names.fresh(written, "p") for written in program.parameter_names]
        self.queue = self.names.fresh("queue")
        self.values: dict[SSAValue, str] = {}
        self.functions: dict[FuncOp, str] = {}
        self.tables: dict[str, str] = {}
        self.sums: dict[SumsAttr, str] = {}
        self.uploaded: dict[SumsAttr, str] = {}
        self.lines: list[str] = []
        self.depth = 1

    @property
    def _tables(self) -> list[str]:
        return [table.table.data for table in self.program.tables]

    def text(self) -> str:
        """The function."""
        self.lines = []
        self._arguments()
        self._prepare()
        self._block(self.program.block)
        return "\n".join([*self._head(), *self.lines, ""])

    def line(self, text: str) -> None:
        self.lines.append(f"{'    ' * self.depth}{text}" if text else "")

    def call(self, function: str, arguments: Sequence[str], result: str = "") -> None:
        """`result = function(arguments)`, on several lines where it is long."""
        start = f"{result} = {function}" if result else function
        text = f"{start}({', '.join(arguments)})"
        if len(text) + 4 * self.depth <= _WIDTH:
            self.line(text)
            return
        self.line(f"{start}(")
        row = ""
        for argument in arguments:
            if row and len(row) + len(argument) + 4 * self.depth > _WIDTH - 8:
                self.line(f"   {row}")
                row = ""
            row += f" {argument},"
        self.line(f"   {row}")
        self.line(")")

    def shape(self, dims: Sequence[Nat]) -> str:
        return f"({', '.join(map(self.print.nat, dims))}{',' if len(dims) == 1 else ''})"

    # The head, and what is passed

    def _head(self) -> Iterator[str]:
        by_name = [
            f"{self.sizes[nat]}=None" if self._origin(nat) else self.sizes[nat] for nat in self.program.nat_names
        ]
        by_name += [self.sizes[table] for table in self._tables]
        parameters = [*self.parameters, "*", *by_name, f"{self.queue}=None"]
        head = f"def {self.name}({', '.join(parameters)}):"
        if len(head) <= _WIDTH:
            yield head
        else:
            yield from (f"def {self.name}(", *(f"    {parameter}," for parameter in parameters), "):")
        program = self.program
        binders = [*program.nat_names, *(table.text for table in program.tables)]
        bound = f"<{', '.join(binders)}>" if binders else ""
        written = zip(program.parameter_names, program.parameter_types, strict=True)
        typed = ", ".join(f"{name}: {_plain(type_)}" for name, type_ in written)
        where = f", where {', '.join(map(str, program.conditions))}" if program.conditions else ""
        about = f"{program.function_name}{bound}({typed}) -> {_plain(program.result_type)}{where}."
        yield f"    {docstring(about)}"

    def _origin(self, nat: str) -> str | None:
        """Where a nat is the length of an axis of an array, that length."""
        for leaves, type_ in zip(self.program.leaves, self.program.parameter_types, strict=True):
            for value, leaf in zip(leaves, leaves_of(type_), strict=True):
                dims = leaf.dims or ()
                if var(nat) in dims:
                    return f"{self.values[value]}.shape[{dims.index(var(nat))}]"
        return None

    def _arguments(self) -> None:
        """Check the arguments, and take them apart."""
        program = self.program
        leaves: list[tuple[str, str, Attribute]] = []
        for name, written, type_ in zip(self.parameters, program.parameter_names, program.parameter_types, strict=True):
            leaves += self._take_apart(name, written, type_)
        for (name, _, _), value in zip(leaves, program.block.args, strict=True):
            self.values[value] = name
        for nat in program.nat_names:
            name, origin = self.sizes[nat], self._origin(nat)
            given = f"{origin} if {name} is None else {name}" if origin else name
            self.line(f"{name} = as_size({given}, {literal(nat)})")
        for table in program.tables:
            name, written = self.sizes[table.table.data], literal(table.table.data)
            self.line(f"{name} = as_table({name}, {written})")
            self.line(f"check_shape({name}, {self.shape([table.length.data])}, {written})")
        for condition in program.conditions:
            self.call("need", [self.print.fact(condition), literal(str(condition))])
        for name, written, leaf in leaves:
            dims = Leaf(leaf).shape
            if dims:
                self.line(f"check_shape({name}, {self.shape(dims)}, {literal(written)})")

    def _take_apart(self, name: str, written: str, type_: Attribute) -> list[tuple[str, str, Attribute]]:
        """The leaves of a parameter: what they are called, in Python and in messages, and their types."""
        parts = tuple_parts(type_)
        if parts is None:
            rank = len(Leaf(type_).shape)
            if rank:
                self.line(f"{name} = as_array({name}, {dtype_of(type_)}, {rank}, {literal(written)})")
            else:
                self.line(f"{name} = as_scalar({name}, {dtype_of(type_)}, {literal(written)})")
            return [(name, written, type_)]
        names = [self.names.fresh(f"{name}{k}") for k in range(len(parts))]
        comma = "," if len(names) == 1 else ""
        self.line(f"{', '.join(names)}{comma} = parts_of({name}, {len(names)}, {literal(written)})")
        leaves: list[tuple[str, str, Attribute]] = []
        for k, (part_name, part) in enumerate(zip(names, parts, strict=True)):
            leaves += self._take_apart(part_name, f"{written}[{k}]", part)
        return leaves

    # The body

    def _prepare(self) -> None:
        """The kernels, and on the device the arrays and tables that these read."""
        launches = [op for op in self.program.walk() if isinstance(op, LaunchOp)]
        kernels = list(dict.fromkeys(op.function() for op in launches))
        self.line("")
        self.line(f"{self.queue} = {self.queue} or default_queue()")
        if kernels:
            built = self.names.fresh("kernels")
            self.line(f"{built} = build_kernels({self.queue}.context)")
            for kernel in kernels:
                name = self.functions[kernel] = self.names.fresh(kernel.function_name)
                self.line(f"{name} = cl.Kernel({built}, {literal(self.kernels.kernel_names[kernel])})")
        for value in self.program.block.args:
            if isinstance(value.type, BufferType):
                array = self.values[value]
                name = self.values[value] = self.names.fresh(f"{array}_buffer")
                self.call("to_device", [self.queue, array], name)
        for table in dict.fromkeys(table.table.data for kernel in kernels for table in kernel.tables):
            name = self.tables[table] = self.names.fresh(f"{self.sizes[table]}_buffer")
            self.call("table_to_device", [self.queue, self.sizes[table]], name)
        for sums in dict.fromkeys(sums for kernel in kernels for sums in kernel.sums):
            if free_names(sums) <= set(self.program.nat_names):
                table = self.sums[sums] = self._running_sums(sums)
                name = self.uploaded[sums] = self.names.fresh(f"{table}_buffer")
                self.call("table_to_device", [self.queue, table], name)
        for op in launches:
            if self._is_prepared(op):
                self._check_indices(op, self.sums)

    def _is_prepared(self, op: LaunchOp) -> bool:
        """Whether all tables of a launch are there before anything runs."""
        return all(sums in self.sums for sums in op.function().sums)

    def _running_sums(self, sums: SumsAttr) -> str:
        """Compute a table of sums, and give its name."""
        position, body = sums.function.named
        name = self.names.fresh(sums.table.data)
        called = self.print.fresh(position)
        term = f"lambda {called}: {self.print.over(position, called).nat(body)}"
        self.call("running_sums", [self.print.nat(sums.length.data), term], name)
        return name

    def _block(self, block: Block) -> None:
        for op in block.ops:
            match op:
                case AllocOp():
                    self._reserve(op, "allocate", [self.queue])
                case LocalOp():
                    self._reserve(op, "local_memory", [])
                case FreeOp():
                    self.line(f"{self.values[op.buffer]}.release()")
                case LaunchOp():
                    self._launch(op)
                case ForOp():
                    self._iterations(op)
                case ReturnOp():
                    self._return(op)
                case _:
                    raise LiftError(NOT_IN_OPENCL, f"'{op.name}' has no form in Python", location=location_of(op))

    def _reserve(self, op: ReserveOp, function: str, first: list[str]) -> None:
        name = self.values[op.buffer] = self.names.fresh(op.buffer.name_hint, "buffer")
        vector = vector_parts(op.element)
        width = 1 if vector is None else 4 if vector[0] == 3 else vector[0]
        self.call(function, [*first, self.print.nat(op.count * width), dtype_of(op.element)], name)

    def _launch(self, op: LaunchOp) -> None:
        kernel = op.function()
        sums = {each: self.sums.get(each) or self._running_sums(each) for each in kernel.sums}
        if not self._is_prepared(op):
            self._check_indices(op, sums)
        arguments = [
            self.queue,
            self.functions[kernel],
            self.shape(op.local_sizes),
            self.shape(op.groups),
            *(self._passed(value) for value in op.arguments),
            *(f"INDEX({self.sizes[nat]})" for nat in kernel.nat_names),
            *(self.tables[table.table.data] for table in kernel.tables),
            *(self.uploaded.get(each, f"table_to_device({self.queue}, {table})") for each, table in sums.items()),
        ]
        self.call("launch", arguments)

    def _check_indices(self, op: LaunchOp, sums: Mapping[SumsAttr, str]) -> None:
        """Refuse sizes for which an index of a launch, or what is computed for it, may pass the bits that it has."""
        ranges, kernel = index_ranges(op), op.function()
        names = self.sizes | {number: number for number in ranges.numbers}
        tables = {table.table.data: self.sizes[table.table.data] for table in kernel.tables}
        for table, entries in (tables | {each.table.data: sums[each] for each in kernel.sums}).items():
            names[least_entry(table)] = f"int(min({entries}, default=0))"
            names[largest_entry(table)] = f"int(max({entries}, default=0))"
        for name, nat in ranges.definitions.items():
            text = PythonPrinter(names).nat(nat)
            names[name] = self.names.fresh("bound")
            self.line(f"{names[name]} = {text}")
        bounds = [PythonPrinter(names).nat(bound) for bound in ranges.bounds]
        if ranges.unbounded is not None:
            bounds = ['float("inf")']
        if bounds:
            sizes = ", ".join(f"{literal(nat)}: {self.sizes[nat]}" for nat in self.program.nat_names)
            self.call("check_indices", [literal(kernel.function_name), f"{{{sizes}}}", *bounds])

    def _passed(self, value: SSAValue) -> str:
        """An argument of a launch: a bit is a byte, and a vector of 3 takes the room of 4."""
        name, vector = self.values[value], vector_parts(value.type)
        if vector is None:
            return f"np.uint8({name})" if is_bit(value.type) else name
        text = f"{name}.view(np.uint8)" if is_bit(vector[1]) else name
        return f"np.resize({text}, 4)" if vector[0] == 3 else text

    def _iterations(self, op: ForOp) -> None:
        name = self.sizes[op.iteration_name] = self.names.fresh(op.iteration_name)
        self.line(f"for {name} in range(1, {self.print.nat(op.iterations + const(1))}):")
        self.depth += 1
        if op.block.first_op is None:
            self.line("pass")
        self._block(op.block)
        if any(isinstance(inner, LaunchOp) for inner in op.walk()):
            self.line(f"if {name} % {_WAITING} == 0:")
            self.line(f"    {self.queue}.finish()  # what waits in the queue takes memory")
        self.depth -= 1

    # The result

    def _return(self, op: ReturnOp) -> None:
        buffers = iter(op.buffers)
        type_ = self.program.result_type
        if tuple_parts(type_) is None:
            self.line(f"return {self._read(type_, next(buffers))}")
            return
        self.line(f"return {self._put_together(type_, buffers)}")

    def _read(self, leaf: Attribute, buffer: SSAValue) -> str:
        dims = Leaf(leaf).shape
        text = f"read_back({self.queue}, {self.values[buffer]}, {self.shape(dims or (const(1),))}, {dtype_of(leaf)})"
        return text if dims else f"{text}[0]"

    def _put_together(self, type_: Attribute, buffers: Iterator[SSAValue]) -> str:
        parts = tuple_parts(type_)
        if parts is None:
            name = self.names.fresh("result")
            self.line(f"{name} = {self._read(type_, next(buffers))}")
            return name
        names = [self._put_together(part, buffers) for part in parts]
        if isinstance(type_, TupleType) or any(leaf.dims is None for leaf in leaves_of(type_)):
            return f"({', '.join(names)}{',' if len(names) == 1 else ''})"
        return f"structures({', '.join([str(len(form_of(type_).dims or ())), *names])})"

    # The example

    def example(self, name: str) -> str:
        """A function that calls this one on random inputs."""
        found = small_example(self.program)
        self.lines = []
        nats = self.program.nat_names
        if found is None:
            self.line("# No small sizes were found for which every fact holds: all of them must be given.")
        if nats:
            written = ", ".join(f"{literal(nat)}: {found.nats[nat]}" for nat in nats) if found else ""
            self.line(f"sizes = {{{written}}} | given")
        self.line("rng = np.random.default_rng(0)")
        for nat in nats:
            self.line(f"{self.sizes[nat]} = sizes[{literal(nat)}]")
        for table in self.program.tables:
            entry = found.entries[table.table.data] if found else 1
            self.line(f"{self.sizes[table.table.data]} = np.full({self.print.nat(table.length.data)}, {entry})")

        def drawn(type_: Attribute) -> str:
            parts = tuple_parts(type_)
            if parts is None:
                return f"random_values(rng, {self.shape(Leaf(type_).shape)}, {dtype_of(type_)})"
            return f"({', '.join(map(drawn, parts))}{',' if len(parts) == 1 else ''})"

        for parameter, type_ in zip(self.parameters, self.program.parameter_types, strict=True):
            self.line(f"{parameter} = {drawn(type_)}")
        by_name = [f"{self.sizes[bound]}={self.sizes[bound]}" for bound in (*nats, *self._tables)]
        self.call(f"return {self.name}", [*self.parameters, *by_name])
        head = [f"def {name}(given):", f'    """Call {self.name} on random inputs of a small size."""']
        return "\n".join([*head, *self.lines, ""])


def dtype_of(leaf: Attribute) -> str:
    """The dtype of the scalars in a leaf, as an expression."""
    return f"np.{SCALARS[Leaf(leaf).scalar].numpy_name}"


def _plain(type_: Attribute) -> str:
    return str(type_).replace("!lift.", "")
