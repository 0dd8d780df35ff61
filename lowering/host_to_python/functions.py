"""A host program as a Python function, and one that calls it on random inputs.

The arguments are checked and taken apart into leaves, the body follows the plan step by step, and the result is put
together from the leaves that are read back.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from xdsl.dialects.builtin import TupleType
from xdsl.ir import Attribute

from ...analysis.errors import NOT_IN_PYTHON
from ...analysis.index_ranges import largest_entry, least_entry
from ...analysis.plan import Action, Iterations, Launch, Plan, Release, Reserve, Role, Slot, Stored, launches_in
from ...dialects.diagnostics import LiftError
from ...dialects.kernel.functions import FuncOp
from ...dialects.kernel.types import scalars_of_room, vector_parts
from ...dialects.lift.storage import Leaf, form_of, leaves_of, tuple_parts
from ...dialects.lift.types import ArrayType, ExistsType, free_names
from ...dialects.nat.expr import var
from ...dialects.nat.ring import Nat, const
from ...dialects.scalars import SCALARS, Kind
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

    def __init__(self, plan: Plan, name: str, kernels: Program, taken: Sequence[str]):
        self.plan = plan
        self.program = program = plan.program
        self.name = name
        self.kernels = kernels
        self.names = Names(taken)
        self.sizes = {bound: self.names.fresh(bound) for bound in (*program.nat_names, *program.table_names)}
        self.print = PythonPrinter(self.sizes)
        self.parameters = [self.names.fresh(written, "p") for written in program.parameter_names]
        self.queue = self.names.fresh("queue")
        self.values: dict[Slot, str] = {}
        self.functions: dict[FuncOp, str] = {}
        self.entries: dict[str, str] = {table: self.sizes[table] for table in program.table_names}
        """The tables that there are on the host, by their names in the plan."""
        self.uploaded: dict[str, str] = {}
        self.lines: list[str] = []
        self.depth = 1
        self.leaves: list[tuple[Slot, Leaf]] = []
        """What each leaf of the parameters is, with the hidden lengths that were passed."""
        self.given: list[tuple[str, Nat, str]] = []
        """The hidden lengths of parameters, their bounds, and the parameters."""

    def text(self) -> str:
        """The function."""
        self.lines = []
        self._arguments()
        self._prepare()
        self._steps(self.plan.steps)
        self._return(self.plan.result)
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
        by_name += [self.sizes[table] for table in self.program.table_names]
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
        found = self.plan.origin(nat)
        return None if found is None else f"{self.values[found[0]]}.shape[{found[1]}]"

    def _arguments(self) -> None:
        """Check the arguments, and take them apart."""
        program = self.program
        for name, parameter in zip(self.parameters, self.plan.parameters, strict=True):
            self._take_apart(name, parameter.name, parameter.type, parameter.slots)
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
        for length, bound, written in self.given:
            self.call("need", [f"{length} <= {self.print.nat(bound)}", literal(f"length({written}) le {bound}")])
        for slot, leaf in self.leaves:
            if leaf.shape:
                self.line(f"check_shape({self.values[slot]}, {self.shape(leaf.shape)}, {literal(slot.name)})")

    def _take_apart(self, name: str, written: str, type_: Attribute, slots: Iterator[Slot]) -> None:
        """Give each leaf of a value a name, and check what it holds."""
        if isinstance(type_, ExistsType):
            self._open(name, written, type_, slots)
            return
        parts = tuple_parts(type_)
        if parts is None:
            leaf, *others = leaves_of(type_)
            if others:
                raise self._not_printed(f"the parameter %{written}", type_)
            slot = next(slots)
            self.values[slot] = name
            self.leaves.append((slot, leaf))
            if leaf.shape:
                self.line(f"{name} = as_array({name}, {_dtype(leaf)}, {len(leaf.shape)}, {literal(slot.name)})")
            else:
                self.line(f"{name} = as_scalar({name}, {_dtype(leaf)}, {literal(slot.name)})")
            return
        names = [self.names.fresh(f"{name}{k}") for k in range(len(parts))]
        comma = "," if len(names) == 1 else ""
        self.line(f"{', '.join(names)}{comma} = parts_of({name}, {len(names)}, {literal(written)})")
        for k, (part_name, part) in enumerate(zip(names, parts, strict=True)):
            self._take_apart(part_name, f"{written}[{k}]", part, slots)

    def _open(self, name: str, written: str, type_: ExistsType, slots: Iterator[Slot]) -> None:
        """The hidden length of an argument is that of an axis."""
        slot = next(slots)
        hidden = f"{slot.name}'"
        opened, first = type_.opened(var(hidden)), len(self.leaves)
        self.values[slot] = self.sizes[hidden] = self.names.fresh(f"{name}_length")
        self._take_apart(name, written, opened, slots)
        axes = (
            (inner, leaf.dims.index(var(hidden)))
            for inner, leaf in self.leaves[first:]
            if leaf.dims and var(hidden) in leaf.dims
        )
        found = next(axes, None)
        if found is None:
            raise self._not_printed(f"the parameter %{written}", type_)
        self.line(f"{self.values[slot]} = np.int32({self.values[found[0]]}.shape[{found[1]}])")
        self.given.append((self.values[slot], type_.bound.data, written))

    def _not_printed(self, what: str, type_: Attribute) -> LiftError:
        return LiftError(
            NOT_IN_PYTHON,
            f"{what} of @{self.program.function_name} cannot be printed as Python: rows of hidden length are kept with room",
            expected="arrays, or one whose whole length is hidden",
            found=str(type_),
            fix="run it with lift.compile, which has lists for such rows",
        )

    # The body

    def _prepare(self) -> None:
        """The kernels, and on the device the arrays and tables that these read."""
        plan, kernels = self.plan, self.plan.kernels
        self.line("")
        self.line(f"{self.queue} = {self.queue} or default_queue()")
        if kernels:
            built = self.names.fresh("kernels")
            self.line(f"{built} = build_kernels({self.queue}.context)")
            for kernel in kernels:
                name = self.functions[kernel] = self.names.fresh(kernel.function_name)
                self.line(f"{name} = cl.Kernel({built}, {literal(self.kernels.kernel_names[kernel])})")
        for slot in (slot for parameter in plan.parameters for slot in parameter.slots):
            if slot.role is Role.GIVEN:
                array = self.values[slot]
                name = self.values[slot] = self.names.fresh(f"{array}_buffer")
                self.call("to_device", [self.queue, array], name)
        lengths = plan.lengths
        if lengths.buffer is not None:
            name = self.values[lengths.buffer] = self.names.fresh("lengths")
            self.call("to_device", [self.queue, f"np.zeros({len(lengths.names)}, np.int32)"], name)
        for table in plan.prepared:
            entries = self.entries[table] = self._entries(table)
            name = self.uploaded[table] = self.names.fresh(f"{entries}_buffer")
            self.call("table_to_device", [self.queue, entries], name)
        for launch in plan.launches:
            if plan.is_prepared(launch):
                self._check_indices(launch, self.entries)

    def _entries(self, table: str) -> str:
        """The name of a table; one of sums is computed here, unless it is there already."""
        if table in self.entries:
            return self.entries[table]
        sums = self.plan.sums[table]
        position, body = sums.function.named
        name = self.names.fresh(sums.table.data)
        called = self.print.fresh(position)
        term = f"lambda {called}: {self.print.over(position, called).nat(body)}"
        self.call("running_sums", [self.print.nat(sums.length.data), term], name)
        return name

    def _steps(self, steps: Sequence[Action]) -> None:
        for step in steps:
            match step:
                case Reserve(slot):
                    self._reserve(slot)
                case Release(slot):
                    self.line(f"{self.values[slot]}.release()")
                case Launch():
                    self._launch(step)
                case Iterations():
                    self._iterations(step)

    def _reserve(self, slot: Slot) -> None:
        name = self.values[slot] = self.names.fresh(slot.hint, "buffer")
        room = [self.print.nat(slot.count * scalars_of_room(slot.element)), _dtype(Leaf(slot.element))]
        if slot.role is Role.LOCAL:
            self.call("local_memory", room, name)
        else:
            self.call("allocate", [self.queue, *room], name)

    def _launch(self, step: Launch) -> None:
        entries = {table: self._entries(table) for _, table in step.tables}
        if not self.plan.is_prepared(step):
            self._check_indices(step, entries)
        arguments = [
            self.queue,
            self.functions[step.kernel],
            self.shape(step.local),
            self.shape(step.groups),
            *map(self._passed, step.arguments),
            *(f"INDEX({self.sizes[nat]})" for nat in step.kernel.nat_names),
            *(self.uploaded.get(key, f"table_to_device({self.queue}, {table})") for key, table in entries.items()),
        ]
        self.call("launch", arguments)

    def _check_indices(self, step: Launch, entries: Mapping[str, str]) -> None:
        """Refuse sizes for which an index of a launch, or what is computed for it, may pass the bits that it has."""
        ranges = step.index_ranges
        names = self.sizes | {number: number for number in ranges.numbers}
        for table, key in step.tables:
            names[least_entry(table)] = f"int(min({entries[key]}, default=0))"
            names[largest_entry(table)] = f"int(max({entries[key]}, default=0))"
        for name, nat in ranges.definitions.items():
            text = PythonPrinter(names).nat(nat)
            names[name] = self.names.fresh("bound")
            self.line(f"{names[name]} = {text}")
        bounds = [PythonPrinter(names).nat(bound) for bound in ranges.bounds]
        if ranges.unbounded is not None:
            bounds = ['float("inf")']
        if bounds:
            sizes = ", ".join(f"{literal(nat)}: {self.sizes[nat]}" for nat in self.program.nat_names)
            self.call("check_indices", [literal(step.kernel.function_name), f"{{{sizes}}}", *bounds])

    def _passed(self, slot: Slot) -> str:
        """An argument of a launch: OpenCL has the bits of some numbers only, and a vector of 3 takes the room of 4."""
        name, vector = self.values[slot], vector_parts(slot.element)
        if slot.role is not Role.NUMBER:
            return name
        scalar = SCALARS[slot.element if vector is None else vector[1]]
        text = f"{name}.view(np.uint{8 * scalar.bytes})" if scalar.kind in (Kind.BIT, Kind.BRAIN) else name
        room = scalars_of_room(slot.element)
        return text if vector is None or room == vector[0] else f"np.resize({text}, {room})"

    def _iterations(self, step: Iterations) -> None:
        name = self.sizes[step.name] = self.names.fresh(step.name)
        self.line(f"for {name} in range(1, {self.print.nat(step.count + const(1))}):")
        self.depth += 1
        if not step.steps:
            self.line("pass")
        self._steps(step.steps)
        if any(launches_in(step.steps)):
            self.line(f"if {name} % {_WAITING} == 0:")
            self.line(f"    {self.queue}.finish()  # what waits in the queue takes memory")
        if step.until is not None:
            self.line(f"if has_ended({self.queue}, {self.values[step.until]}, {name}):")
            self.line("    break")
        self.depth -= 1

    # The result

    def _return(self, result: Stored) -> None:
        """What comes back, once all steps are done."""
        lengths = self.plan.lengths
        if lengths.buffer is not None and lengths.are_read:
            numbers = self.names.fresh("numbers")
            buffer = self.values[lengths.buffer]
            self.call("read_back", [self.queue, buffer, f"({len(lengths.names)},)", "np.int32"], f"{numbers}")
            self.sizes |= {name: f"int({numbers}[{k}])" for k, name in enumerate(lengths.names)}
        for total, check in lengths.checks:
            arguments = [self.print.nat(total), self.print.nat(check.most.data), literal(check.what.data)]
            self.call("check_bound", arguments)
        type_, slots = result.type, result.slots
        while isinstance(type_, ExistsType):
            type_ = type_.opened(lengths.returned[next(slots)])
        single = tuple_parts(type_) is None
        self.line(f"return {self._read(type_, slots) if single else self._put_together(type_, slots)}")

    def _read(self, type_: Attribute, slots: Iterator[Slot]) -> str:
        leaf, *others = leaves_of(type_)
        if others:
            return self._rows(type_, slots)
        slot = next(slots)
        shape = self.shape(leaf.shape or (const(1),))
        text = f"read_back({self.queue}, {self.values[slot]}, {shape}, {_dtype(leaf)})"
        return text if leaf.shape else f"{text}[0]"

    def _rows(self, type_: Attribute, slots: Iterator[Slot]) -> str:
        """Rows of hidden length as a list: the lengths are read, and then as much of each row as there is."""
        element = type_.element if isinstance(type_, ArrayType) and not type_.dependent else None
        row = element.opened(var("row'")) if isinstance(element, ExistsType) else None
        lengths, *data = leaves_of(type_)
        if not isinstance(element, ExistsType) or len(data) != 1 or not isinstance(row, ArrayType) or row.dependent:
            raise self._not_printed("the result", type_)
        if row.length.data is not var("row'") or "row'" in free_names(row.element):
            raise self._not_printed("the result", type_)
        many = f"read_back({self.queue}, {self.values[next(slots)]}, {self.shape(lengths.shape)}, np.int32)"
        shape = (self.print.nat(element.bound.data), *map(self.print.nat, Leaf(row.element).shape))
        arguments = [self.queue, self.values[next(slots)], many, f"({', '.join(shape)},)", _dtype(data[0])]
        return f"read_rows({', '.join(arguments)})"

    def _put_together(self, type_: Attribute, slots: Iterator[Slot]) -> str:
        if isinstance(type_, ExistsType):
            return self._put_together(type_.opened(self.plan.lengths.returned[next(slots)]), slots)
        parts = tuple_parts(type_)
        if parts is None:
            name = self.names.fresh("result")
            self.line(f"{name} = {self._read(type_, slots)}")
            return name
        names = [self._put_together(part, slots) for part in parts]
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
            if isinstance(type_, ExistsType):
                return drawn(type_.opened(type_.bound.data))
            parts = tuple_parts(type_)
            if parts is None:
                return f"random_values(rng, {self.shape(Leaf(type_).shape)}, {_dtype(Leaf(type_))})"
            return f"({', '.join(map(drawn, parts))}{',' if len(parts) == 1 else ''})"

        for parameter, type_ in zip(self.parameters, self.program.parameter_types, strict=True):
            self.line(f"{parameter} = {drawn(type_)}")
        by_name = [f"{self.sizes[bound]}={self.sizes[bound]}" for bound in (*nats, *self.program.table_names)]
        self.call(f"return {self.name}", [*self.parameters, *by_name])
        head = [f"def {name}(given):", f'    """Call {self.name} on random inputs of a small size."""']
        return "\n".join([*head, *self.lines, ""])


def _dtype(leaf: Leaf) -> str:
    """The dtype of the scalars in a leaf, as an expression."""
    scalar = SCALARS[leaf.scalar]
    return f"{'np' if scalar.dtype_package == 'numpy' else scalar.dtype_package}.{scalar.numpy_name}"


def _plain(type_: Attribute) -> str:
    return str(type_).replace("!lift.", "")
