"""The kinds of errors of programs: each has a stable code, a title and an explanation; `error_examples.py` shows each.

The codes are part of the interface: a code is never used again for something else. Passes and the runtime have kinds of
their own; `tools/error_index.py` has them all.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class ErrorKind:
    """A kind of error."""

    code: str
    title: str
    explanation: str

    @property
    def example(self) -> str | None:
        """The smallest program that has the error; None where it takes more than a program."""
        from .error_examples import EXAMPLES  # only documentation and tests ask

        example = EXAMPLES.get(self.code)
        return None if example is None else example.strip("\n") + "\n"


class ErrorTable(dict[str, ErrorKind]):
    """Kinds by their code."""

    def kind(self, code: str, title: str, explanation: str) -> ErrorKind:
        """A new kind."""
        assert code not in self, f"{code} is used twice"
        self[code] = ErrorKind(code, title, explanation)
        return self[code]


ERRORS: Final = ErrorTable()
"""Every kind by its code."""
_kind = ERRORS.kind


# Text

SYNTAX: Final = _kind(
    "LIFT0001",
    "The text is not a program",
    "The parser found something that cannot stand where it does.",
)
UPSTREAM: Final = _kind(
    "LIFT0002",
    "An op or attribute of another dialect is not valid",
    "Scalar code is `arith` and `math`, and these have rules of their own. The message is that of their verifier.",
)
UNREADABLE: Final = _kind(
    "LIFT0003",
    "The input cannot be read",
    "The file does not exist, is not readable, or is not text in UTF-8.",
)
TOO_DEEP: Final = _kind(
    "LIFT0004",
    "The program is nested too deeply",
    "Regions, types or expressions are nested in each other deeper than the compiler follows.",
)
INTERNAL: Final = _kind(
    "LIFT0005",
    "The compiler failed",
    "This is a defect of the compiler, not of the program. The message says how to reproduce it.",
)
OVER_LIMIT: Final = _kind(
    "LIFT0006",
    "The program stands for more than a limit allows",
    "A few lines may stand for very much: a tuple of a tuple twice, a function that calls another twice. What is written "
    "out in full is counted first. The message names the limit, and `--limit NAME=NUMBER` of `lift-opt` and `lift-run`, or "
    "`lift.compile(.., limits={'NAME': NUMBER})`, raises it; [lift-opt](lift-opt.md#limits) has them all.",
)
BAD_LIMIT: Final = _kind(
    "LIFT0007",
    "A limit cannot be set like that",
    "A limit is given by its name and a number that is at least 1.",
)
BAD_PROFILE: Final = _kind(
    "LIFT0008",
    "There is no such device profile",
    "A profile is named as `pocl`, perhaps with other values of some fields: `pocl,vector_bytes=64`. "
    "[profiles](profiles.md) has every profile and every field.",
)

# Names

UNDEFINED_VALUE: Final = _kind(
    "LIFT0010",
    "A value is used before it is defined",
    "Values are defined once, before their uses, in the same region or in one around it.",
)
ANNOTATION: Final = _kind(
    "LIFT0011",
    "A written type is not the inferred one",
    "Types flow forward, so an annotation only repeats what is known. It may be left out.",
)
UNBOUND_NAME: Final = _kind(
    "LIFT0012",
    "A name of a nat or a table is not bound",
    "A nat is bound by a `lift.def`, by the position of a region, by `lift.iterate` or `lift.unpack`, or by a type.",
)
NAME_IN_USE: Final = _kind(
    "LIFT0013",
    "A name of a nat is bound twice",
    "A name that a region binds must not be in scope already.",
)
BAD_NAME: Final = _kind(
    "LIFT0014",
    "This cannot be a name",
    "Names of nats, and of C functions and their parameters, are letters, digits and `_`, and begin with a letter; those "
    "of other functions and of values may have `$` and `.` as well. This holds in every dialect, also for names between "
    "quotes. The parameters of a C function keep their names in C, so none can be a word like `half` or `kernel`.",
)
ESCAPING_LENGTH: Final = _kind(
    "LIFT0015",
    "A hidden length escapes",
    "The length that `lift.unpack` opens is known only inside its region, so its result may not mention it.",
)

# Types

BAD_ELEMENT: Final = _kind(
    "LIFT0020",
    "A type that cannot be stored",
    "Arrays hold scalars, vectors, tuples, arrays and existential values.",
)
NOT_AN_ARRAY: Final = _kind(
    "LIFT0021",
    "An array is expected",
    "The pattern is applied to something that is no array.",
)
NOT_A_TUPLE: Final = _kind(
    "LIFT0022",
    "A tuple is expected",
    "`lift.get` takes a tuple, and `lift.unzip` an array of tuples.",
)
NO_SUCH_PART: Final = _kind(
    "LIFT0023",
    "The tuple has no such part",
    "The parts of a tuple are counted from 0.",
)
TYPE_MISMATCH: Final = _kind(
    "LIFT0024",
    "A value has the wrong type",
    "Two types are equal when their numbers are equal under the facts in force, up to the names of binders.",
)
LENGTHS_DIFFER: Final = _kind(
    "LIFT0025",
    "The lengths differ",
    "`lift.zip` pairs arrays of one length.",
)
HIDDEN_LENGTHS: Final = _kind(
    "LIFT0026",
    "Two hidden lengths differ",
    "Two values may share a hidden length only when both come from the same `lift.filter`, `lift.pack` or "
    "argument. An op that would need two different ones asks for `lift.unpack`.",
)
POSITION_DEPENDENT: Final = _kind(
    "LIFT0027",
    "The type of an element depends on its position",
    "Some patterns have no meaning over rows of different length; the message says why.",
)
STORED_TYPE: Final = _kind(
    "LIFT0028",
    "The type of a result does not follow from its operands",
    "In generic form every type is written, and must be the one that inference gives.",
)
INCOMPATIBLE_ROWS: Final = _kind(
    "LIFT0029",
    "The elements differ in more than their lengths",
    "Elements of an array have one scalar type; only lengths may depend on a position.",
)
NOT_AN_INTEGER: Final = _kind(
    "LIFT0030",
    "An integer is expected",
    "Indices, lengths and nats are integers; `i1` is none.",
)
NOT_EXISTENTIAL: Final = _kind(
    "LIFT0031",
    "A value of hidden length is expected",
    "`lift.unpack` opens a value of type `!lift.exists`, and `lift.pack` makes one.",
)
ARRAY_IN_SCALAR_CODE: Final = _kind(
    "LIFT0032",
    "An op of another dialect takes or gives an array",
    "Ops of `arith`, `math` and other dialects that are not of this language compute with scalars, vectors, and tuples of "
    "such. What happens to arrays is said by patterns, which apply them element by element.",
)

CONVERSION: Final = _kind(
    "LIFT0033",
    "There is no such conversion",
    "`lift.convert` is between types that are only stored (`ui8`, `ui16`, `ui32`, `ui64` and `bf16`) and those that are "
    "computed with, where only one thing can be meant. How a signless integer is widened, and how a float becomes an "
    "integer, is said by an op of `arith`.",
)
STORAGE_TYPE: Final = _kind(
    "LIFT0034",
    "A type that is only stored is computed with",
    "Unsigned integers (`ui8`, `ui16`, `ui32`, `ui64`) and `bf16` are stored and moved. `arith` and `math` compute with signless "
    "integers, `f16`, `f32` and `f64`; `lift.convert` makes one of the other. `arith.select` takes them all, since it only "
    "chooses.",
)

# Regions

BODY_ARGUMENTS: Final = _kind(
    "LIFT0040",
    "A region takes the wrong arguments",
    "The types of a region's arguments follow from the operands.",
)
BODY_RESULT: Final = _kind(
    "LIFT0041",
    "A region does not end as it must",
    "The region of a pattern ends in `lift.yield`, that of a function in `lift.return`.",
)
ORDER: Final = _kind(
    "LIFT0042",
    "The words of a fold contradict each other",
    "`associative` allows regrouping, `associative commutative` also reordering, and `ordered` neither.",
)
ITERATE_LENGTH: Final = _kind(
    "LIFT0043",
    "The length after some iterations cannot be derived",
    "The length after m iterations of `lift.iterate` follows from how one iteration changes it, if that has a simple form.",
)

# Obligations

NOT_A_MULTIPLE: Final = _kind(
    "LIFT0050",
    "A length is not known to be a multiple",
    "`lift.split` and `ocl.as_vector` cut an array into chunks of one length, so that length must divide it.",
)
OUT_OF_BOUNDS: Final = _kind(
    "LIFT0051",
    "An index is not known to be in bounds",
    "Every op is total: an index must be proved to be in bounds. `lift.at .. else` takes any index, and "
    "`lift.at_unchecked` trusts the writer.",
)
NEGATIVE_LENGTH: Final = _kind(
    "LIFT0052",
    "A length may be negative",
    "A length must be proved not to be negative where it is built.",
)
UNDEFINED_NAT: Final = _kind(
    "LIFT0053",
    "An expression may have no value",
    "Divisors must be at least 1, exponents and counts not negative, and tables are only read inside their bounds.",
)
SLIDE_COVERS: Final = _kind(
    "LIFT0054",
    "Windows do not cover the array",
    "The windows of `lift.slide` begin at the first element and end at the last. An array that is a step short of one window "
    "has none.",
)
PAD_AMOUNT: Final = _kind(
    "LIFT0055",
    "An array cannot be padded by so much",
    "Amounts are not negative; `clamp` needs an element to repeat, and `mirror` and `wrap` add at most as many "
    "elements as there are.",
)
PARTITION_TOTAL: Final = _kind(
    "LIFT0056",
    "The parts do not add up",
    "The parts of `lift.partition` have exactly the elements of the array.",
)
NOT_A_PERMUTATION: Final = _kind(
    "LIFT0057",
    "A function is not a permutation",
    "`lift.scatter` writes every position exactly once, so its function must be a bijection on the positions.",
)
PACK: Final = _kind(
    "LIFT0058",
    "A value is not what an existential type hides",
    "`lift.pack` hides a length that must fit the type and not exceed its bound.",
)
NO_BOUND: Final = _kind(
    "LIFT0059",
    "Memory cannot be reserved for what has a hidden length",
    "Memory is reserved for the length that takes the most room: the bound, or 0 where all lengths fall as the hidden one grows. "
    "Where some grow and others fall, there is no such length.",
)

# Functions

SIGNATURE: Final = _kind(
    "LIFT0060",
    "A function has a signature it cannot have",
    "A function has one result; a C function takes and gives scalars, vectors and tuples of them, and its body is "
    "ASCII that closes what it opens: brackets, strings and comments. It has no directives but `#pragma unroll` and "
    "`#pragma OPENCL`, since the effect of others does not end with the function.",
)
LAUNCH: Final = _kind(
    "LIFT0061",
    "The launch sizes are not valid",
    "`launch` gives the size of a work group and the number of work groups, in one to three dimensions. None of them may "
    "be 0, and parallel maps run in these dimensions only.",
)
NO_CALLEE: Final = _kind(
    "LIFT0062",
    "There is no such function",
    "A callee stands before its calls, or the call is annotated with its type.",
)
CALL_ARGUMENTS: Final = _kind(
    "LIFT0063",
    "The arguments of a call do not fit",
    "The types of the arguments are those of the parameters, with the nats of the callee solved.",
)
CALL_NAT: Final = _kind(
    "LIFT0064",
    "A size of the callee is not known at the call, or is given wrongly",
    "Every nat of a function that is called shows in the length of some parameter, or is given at the call, as in "
    "`lift.call @f<N = 4>(%x)`: once, and as the arguments say where they say it, too.",
)
CALL_FACT: Final = _kind(
    "LIFT0065",
    "A fact that the callee states is not known at the call",
    "The facts in the `where` of a function, and that its nats are at least 1, are checked at every call.",
)
RECURSION: Final = _kind(
    "LIFT0066",
    "A function calls itself",
    "A call of a `lift.def` is inlined, so calls must end.",
)
DEFINED_TWICE: Final = _kind(
    "LIFT0067",
    "A function is defined twice",
    "The names of functions are unique within a module.",
)

# The mapping to OpenCL

NESTING: Final = _kind(
    "LIFT0080",
    "Parallel maps are nested wrongly",
    "`ocl.map_lcl` stands inside `ocl.map_wrg`; no two maps of a kind are nested in one dimension; `ocl.map_glb` "
    "is not mixed with the other two.",
)
DIMENSION: Final = _kind(
    "LIFT0081",
    "There is no such dimension",
    "Work items and work groups are counted in dimensions 0 to 2.",
)
TOP_LEVEL: Final = _kind(
    "LIFT0082",
    "This op stands at the top level of a function",
    "`ocl.filter_glb` takes several kernels of its own, so it cannot stand inside another op.",
)
WRONG_MEMORY: Final = _kind(
    "LIFT0086",
    "Memory does not fit what is written to it",
    "`ocl.alloc`, `ocl.slot`, `ocl.inverse` and `ocl.tuple` give memory, and ops that compute write into memory for their result, in one "
    "address space. `ocl-materialise` makes all of these.",
)
DESTINATION: Final = _kind(
    "LIFT0083",
    "There is no one op whose result could be stored there",
    "`ocl.to_global`, `ocl.to_local` and `ocl.to_private` on an array fix where the one op that computes it "
    "writes. It is found through layout ops that can be written through; a parameter, a second use or another "
    "layout op is an error. `past_caches` is for elements that are stored to global memory.",
)
VECTOR: Final = _kind(
    "LIFT0084",
    "There is no such vector",
    "OpenCL has vectors of 2, 3, 4, 8 and 16 scalars.",
)
UNROLL: Final = _kind(
    "LIFT0085",
    "The number of copies is not known",
    "`unroll` makes a copy of the region of a sequential pattern for each element, so the length must be a number.",
)

# Kernels

KERNEL_SIGNATURE: Final = _kind(
    "LIFT0300",
    "A kernel has a parameter it cannot have",
    "A kernel takes buffers in global or local memory, and values: scalars, vectors, or tuples of such.",
)
DEVICE_TYPE: Final = _kind(
    "LIFT0301",
    "The device has no such type",
    "Buffers are in `global`, `local` or `private` memory and hold `i1`, `i8` to `i64`, `index`, `f16`, `f32`, `f64`, "
    "or vectors of 2, 3, 4, 8 or 16 of them.",
)
ALLOCATION: Final = _kind(
    "LIFT0302",
    "Memory cannot be reserved like this",
    "`kernel.alloc` reserves local or private memory of a constant size, local memory at the top level of the kernel. "
    "Other memory is a parameter.",
)
NOT_A_BUFFER: Final = _kind(
    "LIFT0303",
    "A buffer is expected",
    "Loads and stores take a value of type `!kernel.buffer`.",
)
BUFFER_ELEMENT: Final = _kind(
    "LIFT0304",
    "A buffer does not hold this",
    "What is loaded or stored has the type of the buffer's elements, or is a vector of its scalars.",
)
INDEX_OPERAND: Final = _kind(
    "LIFT0305",
    "An index or a condition is over the wrong operands",
    "The operands of an index expression are integers, as many as it has symbols; `i1` decides a `kernel.if`.",
)
BARRIER: Final = _kind(
    "LIFT0306",
    "Not all work items may reach a barrier",
    "A barrier waits for every work item of the group, so no loop or condition around it may depend on the id of one.",
)
LOOP: Final = _kind(
    "LIFT0307",
    "A loop cannot count like this",
    "The step of a loop is at least 1, and one that binds the name of a nat ends at an expression over nats.",
)
CARRIED_VALUES: Final = _kind(
    "LIFT0308",
    "A loop or a condition gives the wrong values",
    "`kernel.yield` gives a value for each result, of its type.",
)
LANEWISE: Final = _kind(
    "LIFT0309",
    "The lanes of vectors are not computed like this",
    "`kernel.map_vec` takes vectors of one width, and scalars. Its region is ops of `arith` and `math` on one lane of each, "
    "uses nothing from outside, and yields one scalar.",
)
ARRANGED_LANES: Final = _kind(
    "LIFT0310",
    "The lanes of vectors are not arranged like this",
    "`kernel.shuffle` takes one vector, or two of one type, and lists 2, 3, 4, 8 or 16 of their lanes by number; those of the "
    "second count on from those of the first. `kernel.compress` takes a vector, and a bit for each of its lanes.",
)

# Views

NOT_A_VIEW: Final = _kind(
    "LIFT0320",
    "A view is expected",
    "Layout ops of `view` take values of type `!view.view`, which show what can be stored.",
)
MEMORY: Final = _kind(
    "LIFT0321",
    "The buffers are not those of what is kept in them",
    "`view.memory` takes a buffer for each leaf of the type that it shows: a tuple has one for each of its parts.",
)
ELEMENT_TYPE: Final = _kind(
    "LIFT0322",
    "A view does not show this value",
    "One scalar, vector or tuple is loaded or stored at a time, through a view of just that type.",
)

# The host

HOST_SIGNATURE: Final = _kind(
    "LIFT0330",
    "A host program is not that of its function",
    "A `host.program` takes a buffer for each leaf of its function's parameters that is an array, and a value for each "
    "other leaf; it holds ops of `host`, and returns a buffer for each leaf of the result.",
)
HOST_BUFFER: Final = _kind(
    "LIFT0331",
    "A buffer of the host is used as it cannot be",
    "A buffer is reserved by `host.alloc`, freed at most once in the same region, and not used after that.",
)
HOST_LAUNCH: Final = _kind(
    "LIFT0332",
    "A launch does not fit its kernel",
    "A launch names a `kernel.func` of the module and has an argument for each of its parameters; nats, tables and facts "
    "of the kernel are known where it is launched. What a kernel writes is passed to it once, and is no parameter of "
    "the program.",
)

# Scripts

BAD_SCRIPT: Final = _kind(
    "LIFT0340",
    "A script is not right",
    "A `rewrite.script` has steps (`rewrite.apply`), knobs with the values that each may have, and facts that are assumed.",
)
