"""A module as one text in OpenCL C: what kernels need is collected while they are printed, and stands before them.

Only what is used is there: pragmas for `double` and `half`, structs for tuples, functions for what C has no expression
for, and the C functions of the program.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from xdsl.dialects.builtin import Float16Type, Float64Type, ModuleOp, TupleType
from xdsl.ir import Attribute, SSAValue

from ...analysis.errors import NO_KERNEL, NOT_IN_OPENCL
from ...dialects.diagnostics import LiftError, location_of
from ...dialects.host.launches import LaunchOp
from ...dialects.kernel.functions import FuncOp
from ...dialects.kernel.memory import VLoadOp, VStoreOp, WriteOp
from ...dialects.kernel.types import BufferType, vector_parts
from ...dialects.lift.attributes import LaunchAttr
from ...dialects.lift.c_code import lines_of
from ...dialects.lift.calls import CallOp
from ...dialects.lift.functions import UserFunOp
from ...dialects.lift.types import AddressSpace
from ...dialects.nat.print_c import HELPERS
from .ctypes import INTEGERS, LIBRARY_BYTES, c_pointer, c_type, is_bit, scalar_bytes, scalars_in, unsigned
from .expressions import POSTFIX, UNARY, Text, call, cast
from .names import Names
from .private_memory import need_private_memory
from .scalars import FUNCTIONS

LANES: Final = "0123456789abcdef"
"""The names of the parts of a vector."""

_NOT_IN_A_COMMENT: Final = re.compile(r"[^ -~]|\\|\?\?|\*/|/\*")

_TYPES: Final = (*INTEGERS.values(), "half", "float", "double")


@dataclass(frozen=True)
class Options:
    """How the text is written: indices of 64 bits, and vectors through pointers instead of `vload` and `vstore`."""

    long: bool = False
    pointers: bool = False


class Program:
    """What is printed before the kernels, and the kernels."""

    def __init__(self, module: ModuleOp, options: Options):
        self.module = module
        self.options = options
        self.extensions: set[str] = set()
        self.structs: dict[str, str] = {}
        self.unaligned: dict[str, str] = {}
        self.helpers: dict[str, str] = {}
        self.functions = [op for op in module.ops if isinstance(op, UserFunOp)]
        self.called: set[str] = set()
        taken = Names([*HELPERS, *(f"{function}_{type_}" for function in FUNCTIONS for type_ in _TYPES)])
        self.function_names = {op.function_name: taken.fresh(op.function_name) for op in self.functions}
        self.kernels = [op for op in module.ops if isinstance(op, FuncOp)]
        self.kernel_names = {op: taken.fresh(op.function_name) for op in self.kernels}
        self.taken = (*self.function_names.values(), *self.kernel_names.values())
        launched = [op for op in module.walk() if isinstance(op, LaunchOp)]
        self.launches = {op.kernel_name: op.sizes for op in launched}
        """How the host launches each kernel, where there is a host."""
        for kernel in self.kernels:
            need_private_memory(kernel, [op for op in launched if op.kernel_name == kernel.function_name])

    @property
    def index_type(self) -> str:
        return "long" if self.options.long else "int"

    def text(self) -> str:
        """The whole text."""
        if not self.kernels:
            raise LiftError(
                NO_KERNEL,
                "there is no kernel to print",
                expected="a kernel.func",
                found=", ".join(sorted({f"'{op.name}'" for op in self.module.ops})) or "an empty module",
                fix="lower the program to kernels first",
            )
        kernels = [_kernel(op, self) for op in self.kernels]
        called = list(self._called_functions())
        functions = [self._user_function(op) for op in called]
        body = "\n".join([*functions, *kernels])
        index_helpers = [
            text.format(int=self.index_type) for name, text in HELPERS.items() if re.search(rf"\b{name}\(", body)
        ]
        pragmas = [f"#pragma OPENCL EXTENSION {extension} : enable" for extension in sorted(self.extensions)]
        parts = [pragmas, [*self.structs.values(), *self.unaligned.values()], [*index_helpers, *self.helpers.values()]]
        heads = ["\n".join(part) + "\n" for part in parts if part]
        return "\n".join([*heads, *functions, *kernels])

    def function_lines(self) -> dict[str, range]:
        """Where the C functions of the program stand in the text, by their names: lines, counted from 1."""
        text = self.text()
        found: dict[str, range] = {}
        for op in self._called_functions():
            written = self._user_function(op)
            first = text[: text.index(written)].count("\n") + 1
            found[op.function_name] = range(first, first + written.count("\n"))
        return found

    # What kernels ask for

    def type(self, type_: Attribute) -> str:
        """The type in C; what it needs is printed."""
        for scalar in scalars_in(type_):
            if isinstance(scalar, Float64Type):
                self.extensions.add("cl_khr_fp64")
            if isinstance(scalar, Float16Type):
                self.extensions.add("cl_khr_fp16")
        text = c_type(type_)
        if isinstance(type_, TupleType) and text not in self.structs:
            fields = " ".join(f"{self.type(part)} _{k};" for k, part in enumerate(type_.types))
            self.structs[text] = f"typedef struct {{ {fields} }} {text};"
        return text

    def helper(self, function: str, type_: Attribute) -> str:
        """The name of a function for scalars of a type."""
        text = self.type(type_)
        name = f"{function}_{text}"
        natural = unsigned(type_) if "{u}" in FUNCTIONS[function] else ""
        self.helpers[name] = FUNCTIONS[function].format(t=text, u=natural)
        return name

    def user_function(self, op: CallOp) -> str:
        if op.callee_name not in self.function_names:
            raise LiftError(
                NOT_IN_OPENCL,
                f"@{op.callee_name} is no C function",
                expected="a lift.user_fun; a call of a lift.def is inlined before",
                location=location_of(op),
            )
        self.called.add(op.callee_name)
        return self.function_names[op.callee_name]

    def pieces(self, type_: Attribute) -> list[str]:
        """The parts of a vector that are read or written at once: as many of its lanes as OpenCL's functions take."""
        parts = vector_parts(type_)
        assert parts is not None
        width, scalar = parts
        step = width if self.options.pointers else min(width, LIBRARY_BYTES // scalar_bytes(scalar))
        return [LANES[first : min(first + step, width)] for first in range(0, width, step)]

    def vector_load(self, op: VLoadOp, place: str) -> Text:
        """A vector from neighbouring scalars."""
        pointer = self._unaligned(op.value.type, op.target, const="const ")
        if pointer is not None:
            return Text(f"*({pointer})({place})", UNARY)
        pieces = self.pieces(op.value.type)
        texts = [call(f"vload{len(lanes)}", Text(str(k)), Text(place)) for k, lanes in enumerate(pieces)]
        return texts[0] if len(texts) == 1 else cast(self.type(op.value.type), call("", *texts))

    def vector_store(self, op: VStoreOp, value: Text, place: str) -> list[str]:
        """The statements that write a vector; its text is in each of them."""
        pointer = self._unaligned(op.value.type, op.target)
        if pointer is not None:
            return [f"*({pointer})({place}) = {value.text};"]
        pieces = self.pieces(op.value.type)
        if len(pieces) == 1:
            return [f"vstore{len(pieces[0])}({value.text}, 0, {place});"]
        vector = value.at(POSTFIX)
        return [f"vstore{len(lanes)}({vector}.s{lanes}, {k}, {place});" for k, lanes in enumerate(pieces)]

    def _unaligned(self, type_: Attribute, buffer: SSAValue, const: str = "") -> str | None:
        """The type of a pointer to a vector that is aligned like its scalars; a vector of 3 takes the room of 4."""
        parts = vector_parts(type_)
        assert parts is not None
        assert isinstance(buffer.type, BufferType)
        if not self.options.pointers or parts[0] == 3:
            return None
        text = self.type(type_)
        scalar = "uchar" if is_bit(parts[1]) else self.type(parts[1])
        self.unaligned[text] = f"typedef {text} __attribute__((aligned(sizeof({scalar})))) unaligned_{text};"
        space = buffer.type.address_space.value
        return f"{space} {const}unaligned_{text} *"

    # Functions

    def _called_functions(self) -> Iterator[UserFunOp]:
        """The C functions that kernels call, and those that these call."""
        waiting = list(self.called)
        while waiting:
            code = next(op.code.data for op in self.functions if op.function_name == waiting[-1])
            waiting.pop()
            inner = {
                op.function_name for op in self.functions if re.search(rf"\b{re.escape(op.function_name)}\b", code)
            }
            waiting += inner - self.called
            self.called |= inner
        yield from (op for op in self.functions if op.function_name in self.called)

    def _user_function(self, op: UserFunOp) -> str:
        parameters = zip(op.parameter_types, op.parameter_names, strict=True)
        written = ", ".join(f"{self.type(type_)} {name}" for type_, name in parameters)
        head = f"{self.type(op.result_type)} {self.function_names[op.function_name]}({written or 'void'})"
        return "\n".join([f"{head} {{", *(f"  {line}" for line in lines_of(op.code.data)), "}", ""])


def _kernel(function: FuncOp, program: Program) -> str:
    """One kernel: a comment with its signature, its head and its body."""
    from .statements import Statements

    names = Names([*program.taken, *HELPERS, *(f"{name}_{type_}" for name in FUNCTIONS for type_ in _TYPES)])
    written = list(zip(function.parameter_names, function.block.args, strict=True))
    parameters = [names.fresh(name, "p") for name, _ in written]
    bound = [*function.nat_names, *(table.table.data for table in (*function.tables, *function.sums))]
    called = {name: names.fresh(name) for name in bound}
    body = Statements(function, program, names, called)
    stored = {op.target for op in function.walk() if isinstance(op, WriteOp)}
    heads: list[str] = []
    for (_, argument), name in zip(written, parameters, strict=True):
        body.defined(argument, name)
        heads.append(_parameter(argument, name, program, const=argument not in stored))
    index = program.index_type
    heads += [f"const {index} {called[name]}" for name in function.nat_names]
    heads += [f"global const {index} *restrict {called[name]}" for name in bound[len(function.nat_names) :]]
    body.block(function.block)
    lines = [
        *_comment(function, program.launches.get(function.function_name)),
        f"{_attributes(function)}void {program.kernel_names[function]}({', '.join(heads)}) {{",
    ]
    return "\n".join([*lines, *body.lines, "}", ""])


def _parameter(argument: SSAValue, name: str, program: Program, *, const: bool) -> str:
    type_ = argument.type
    if isinstance(type_, BufferType):
        program.type(type_.element)
        space, element = c_pointer(type_).split(" ", 1)
        read_only = "const " if const and type_.address_space is AddressSpace.GLOBAL else ""
        return f"{space} {read_only}{element} *restrict {name}"
    return f"const {'uchar' if is_bit(type_) else program.type(type_)} {name}"


def _comment(function: FuncOp, launch: LaunchAttr | None) -> list[str]:
    """What a host must know: the signature, the facts and the launch."""
    nats = [*function.nat_names, *(table.text for table in function.tables)]
    binders = f"<{', '.join(nats)}>" if nats else ""
    arguments = zip(function.parameter_names, function.block.args, strict=True)
    parameters = ", ".join(f"{name}: {_plain_type(argument.type)}" for name, argument in arguments)
    lines = [f"{function.function_name}{binders}({parameters})"]
    for table in function.sums:
        name, body = table.function.named
        lines.append(f"{table.table.data}[{table.length.data}] are the running sums of {body} over {name}")
    if function.conditions:
        lines.append(f"where [{', '.join(map(str, function.conditions))}]")
    if function.launch is not None:
        lines.append(f"launch({function.launch.text})")
    elif launch is not None:
        lines.append(f"launched with {launch.text}")
    return [comment(line) for line in lines]


def comment(text: str) -> str:
    """One line of comment, from which nothing escapes: no control character, no line that goes on, no trigraph."""
    return f"// {_NOT_IN_A_COMMENT.sub('_', text)}"


def _plain_type(type_: Attribute) -> str:
    return f"{type_.space.data} {type_.element}" if isinstance(type_, BufferType) else str(type_)


def _attributes(function: FuncOp) -> str:
    """`kernel`, with the size of a work group where that is a number."""
    if function.launch is None:
        return "kernel "
    sizes = [size.data.constant for size in function.launch.local]
    if None in sizes:
        return "kernel "
    three = [*sizes, 1, 1][:3]
    return f"kernel __attribute__((reqd_work_group_size({', '.join(map(str, three))})))\n"
