"""A module as one text in OpenCL C: what kernels need is collected while they are printed, and stands before them.

Only what is used is there: pragmas for `double` and `half`, structs for tuples, functions for what C has no expression
for, and the C functions of the program.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from xdsl.dialects.builtin import ModuleOp, TupleType
from xdsl.ir import Attribute, SSAValue

from ...analysis.errors import NO_KERNEL, NOT_IN_OPENCL
from ...dialects.diagnostics import LiftError, location_of
from ...dialects.host.launches import LaunchOp
from ...dialects.kernel.compress import CompressOp
from ...dialects.kernel.functions import FuncOp
from ...dialects.kernel.memory import VLoadOp, VStoreOp, WriteOp
from ...dialects.kernel.types import VECTOR_WIDTHS, BufferType, vector_parts
from ...dialects.lift.attributes import LaunchAttr
from ...dialects.lift.c_code import lines_of
from ...dialects.lift.calls import CallOp
from ...dialects.lift.functions import UserFunOp
from ...dialects.lift.profile import profile_of
from ...dialects.lift.types import AddressSpace
from ...dialects.nat.print_c import HELPERS
from ...dialects.scalars import SCALARS
from .compress import NAMES as COMPRESS_NAMES
from .compress import functions as compress_functions
from .conversions import VECTOR_FUNCTIONS
from .ctypes import c_stored, c_type, is_bit, same_bits, scalars_in, unsigned, words_of
from .expressions import POSTFIX, UNARY, Text
from .language import OPENCL_C
from .names import Names
from .polynomials import FAR, POLYNOMIALS
from .private_memory import need_private_memory
from .scalars import FUNCTIONS

_NOT_IN_A_COMMENT: Final = re.compile(r"[^ -~]|\\|\?\?|\*/|/\*")

_ON_VECTORS: Final = {**VECTOR_FUNCTIONS, **POLYNOMIALS}
"""Functions that take vectors, too."""

_HELPER_NAMES: Final = (
    *HELPERS,
    *COMPRESS_NAMES,
    *(
        f"{function}_{type_}{n}"
        for function in (*FUNCTIONS, *_ON_VECTORS, *FAR)
        for type_ in OPENCL_C.types
        for n in ("", *VECTOR_WIDTHS)
    ),
)
"""What functions for indices, scalars and vectors may be called."""


def _halves(width: int) -> str:
    """The bits that any lane of `b` has, down to two lanes; one by one is twice as slow."""
    lines: list[str] = []
    whole = "b"
    while width > 3:
        width //= 2
        lines.append(f"  int{width} b{width} = {whole}.lo | {whole}.hi;\n")
        whole = f"b{width}"
    return "".join(lines)


@dataclass(frozen=True)
class Options:
    """How the text is written: with indices of 64 bits, or 32. All else is in the profile of the device."""

    long: bool = False


class Program:
    """What is printed before the kernels, and the kernels."""

    def __init__(self, module: ModuleOp, options: Options):
        self.module = module
        self.options = options
        self.profile = profile_of(module)
        self.extensions: set[str] = set()
        self.structs: dict[str, str] = {}
        self.unaligned: dict[str, str] = {}
        self.helpers: dict[str, str] = {}
        self.functions = [op for op in module.ops if isinstance(op, UserFunOp)]
        self.called: set[str] = set()
        taken = Names(_HELPER_NAMES)
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
        return OPENCL_C.index_type(long=self.options.long)

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
        pragmas = list(map(OPENCL_C.enabled, sorted(self.extensions)))
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
        extensions = (words_of(scalar).extension for scalar in scalars_in(type_))
        self.extensions.update(extension for extension in extensions if extension)
        text = c_type(type_)
        if isinstance(type_, TupleType) and text not in self.structs:
            fields = " ".join(f"{self.type(part)} _{k};" for k, part in enumerate(type_.types))
            self.structs[text] = f"typedef struct {{ {fields} }} {text};"
        return text

    def helper(self, function: str, type_: Attribute) -> str:
        """The name of a function for scalars of a type, or for vectors of such."""
        text = self.type(type_)
        name = f"{function}_{text}"
        if function in _ON_VECTORS:
            width = (vector_parts(type_) or (0,))[0]
            parts, given = ([OPENCL_C.part(v, lane) for lane in OPENCL_C.lanes[:width]] or [v] for v in ("b", "x"))
            self.helpers[name] = _ON_VECTORS[function].format(
                t=text,
                w=width or "",
                parts=", ".join(parts),
                halves=_halves(width),
                any=" | ".join(parts if width < 4 else ["b2.x", "b2.y"]),
                calls=", ".join(f"{function}({part})" for part in given),
            )
        else:
            function_text = FUNCTIONS[function]
            natural = unsigned(type_) if "{u}" in function_text else ""
            integer = c_type(same_bits(type_)) if "{i}" in function_text else ""
            self.helpers[name] = function_text.format(t=text, u=natural, i=integer)
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
        """The parts of a vector that are read or written at once: as many of its lanes as OpenCL's functions take well."""
        parts = vector_parts(type_)
        assert parts is not None
        width, scalar = parts
        by_pointers = self.profile.vector_access == "pointers"
        step = width if by_pointers else min(width, self.profile.function_bytes // SCALARS[scalar].bytes)
        return [OPENCL_C.lanes[first : min(first + step, width)] for first in range(0, width, step)]

    def vector_load(self, op: VLoadOp, place: str) -> Text:
        """A vector from neighbouring scalars."""
        pointer = self._unaligned(op.value.type, op.target, const="const ")
        if pointer is not None:
            return Text(f"*({pointer})({place})", UNARY)
        pieces = self.pieces(op.value.type)
        texts = [OPENCL_C.load(len(lanes), k, place) for k, lanes in enumerate(pieces)]
        return Text(texts[0]) if len(texts) == 1 else Text(OPENCL_C.vector(self.type(op.value.type), texts), UNARY)

    def vector_store(self, op: VStoreOp, value: Text, place: str) -> list[str]:
        """The statements that write a vector; its text is in each of them."""
        pointer = self._unaligned(op.value.type, op.target)
        if pointer is not None:
            return [f"*({pointer})({place}) = {value.text};"]
        pieces = self.pieces(op.value.type)
        if len(pieces) == 1:
            return [f"{OPENCL_C.store(len(pieces[0]), value.text, 0, place)};"]
        parts = [OPENCL_C.part(value.at(POSTFIX), lanes) for lanes in pieces]
        return [f"{OPENCL_C.store(len(pieces[k]), part, k, place)};" for k, part in enumerate(parts)]

    def permuted_store(self, op: CompressOp, value: Text, kept: Text, place: str) -> str:
        """The statement that writes a vector with the lanes in front that a mask keeps."""
        text = self.type(op.value.type)
        self.helpers.update(compress_functions(text))
        moved = f"to_front_{text}({value.text}, {kept.text})"
        pointer = self._unaligned(op.value.type, op.target)
        stored = f"*({pointer})({place}) = {moved}" if pointer else OPENCL_C.store(8, moved, 0, place)
        return f"{stored};"

    def store_past_caches(self, op: VStoreOp, value: Text, place: str) -> str:
        """The statement that writes an aligned vector to memory without a place in the caches."""
        pointer = f"({OPENCL_C.spaces[AddressSpace.GLOBAL]} {self.type(op.value.type)} *)({place})"
        return f"{OPENCL_C.past_caches}({value.text}, {pointer});"

    def _unaligned(self, type_: Attribute, buffer: SSAValue, const: str = "") -> str | None:
        """The type of a pointer to a vector that is aligned like its scalars; a vector of 3 takes the room of 4."""
        parts = vector_parts(type_)
        assert parts is not None
        assert isinstance(buffer.type, BufferType)
        if self.profile.vector_access != "pointers" or parts[0] == 3:
            return None
        text = self.type(type_)
        name, self.unaligned[text] = OPENCL_C.unaligned(text, c_stored(parts[1]))
        return f"{OPENCL_C.spaces[buffer.type.address_space]} {const}{name} *"

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

    names = Names([*program.taken, *_HELPER_NAMES])
    written = list(zip(function.parameter_names, function.block.args, strict=True))
    parameters = [names.fresh(name, "p") for name, _ in written]
    bound = [*function.nat_names, *(table.table.data for table in (*function.tables, *function.sums))]
    called = {name: names.fresh(name) for name in bound}
    body = Statements(function, program, names, called)
    stored = {op.target for op in function.walk() if isinstance(op, WriteOp | CompressOp)}
    heads: list[str] = []
    for (_, argument), name in zip(written, parameters, strict=True):
        body.defined(argument, name)
        heads.append(_parameter(argument, name, program, const=argument not in stored))
    index = program.index_type
    heads += [f"const {index} {called[name]}" for name in function.nat_names]
    table = f"{OPENCL_C.spaces[AddressSpace.GLOBAL]} const {index} *{OPENCL_C.restrict}"
    heads += [f"{table} {called[name]}" for name in bound[len(function.nat_names) :]]
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
        read_only = "const " if const and type_.address_space is AddressSpace.GLOBAL else ""
        pointer = f"{read_only}{c_stored(type_.element)} *{OPENCL_C.restrict}"
        return f"{OPENCL_C.spaces[type_.address_space]} {pointer} {name}"
    text = program.type(type_)
    return f"const {c_stored(type_) if is_bit(type_) else text} {name}"


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
    """What stands before the head of a kernel: also the size of a work group where that is a number."""
    sizes = [] if function.launch is None else [size.data.constant for size in function.launch.local]
    known = [size for size in sizes if size is not None]
    if not sizes or len(known) < len(sizes):
        return f"{OPENCL_C.kernel} "
    return f"{OPENCL_C.kernel} {OPENCL_C.group_size([*known, 1, 1][:3])}\n"
