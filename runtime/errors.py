"""The kinds of errors at a call, beside those of programs in `lift.dialects.errors`; the codes are LIFT02xx.

All are raised as `LiftError`, before anything runs where that is possible, and name the parameter.
"""

from __future__ import annotations

from typing import Final

from ..dialects.diagnostics import LiftError
from ..dialects.errors import ErrorTable
from ..dialects.lift.layout import JoinOp
from ..dialects.nat.ring import Nat
from ..dialects.scalars import SCALAR_NAMES

RUNTIME_ERRORS: Final = ErrorTable()
"""Every kind by its code."""
_kind = RUNTIME_ERRORS.kind


# Before a call

NO_ENTRY: Final = _kind(
    "LIFT0200",
    "There is no one function to run",
    "A program runs one `lift.def`: the one that no other calls. Where there are several such, `entry` says which.",
)
NO_TARGET: Final = _kind(
    "LIFT0201",
    "There is no such target",
    "A program is compiled for a target, which must be one that this version has.",
)

# Arguments

ARGUMENTS: Final = _kind(
    "LIFT0202",
    "The arguments are not those of the function",
    "A call gives each parameter once, in order or by name; sizes and tables are given by name.",
)
NOT_THE_KIND: Final = _kind(
    "LIFT0203",
    "An argument is not of the kind that its parameter needs",
    "An array is a NumPy array, a tuple is a Python tuple or a structured element, and an array of values of hidden "
    "length is a list.",
)
DTYPE: Final = _kind(
    "LIFT0204",
    "An argument has the wrong dtype",
    "NumPy values are not converted, so that nothing is rounded or copied by accident. Python numbers and lists are, "
    "where their values fit.",
)
SHAPE: Final = _kind(
    "LIFT0205",
    "An argument has the wrong shape",
    "A nested array has that rank, or is flat; a position-dependent array is flat, its rows one after the other.",
)
SIZE_NEEDED: Final = _kind(
    "LIFT0206",
    "A size does not follow from the arguments",
    "Sizes are read off shapes where these determine them. Others are given by name: `f(x, N=4)`.",
)
BAD_SIZE: Final = _kind(
    "LIFT0207",
    "A size has a value it cannot have",
    "A size is an integer that is not negative, and agrees with every shape.",
)
BAD_TABLE: Final = _kind(
    "LIFT0208",
    "A table is missing or is not a table of naturals",
    "A table is passed by name, as a one-dimensional array of integers that are not negative.",
)
WHERE: Final = _kind(
    "LIFT0209",
    "A fact that the function states does not hold",
    "The facts in the `where` of a function are checked at every call.",
)
EMPTY: Final = _kind(
    "LIFT0210",
    "A size is 0, and the function has no value there",
    "The sizes of a function are at least 1. A call with an empty array is answered where the function has a value.",
)

RESULT_ARRAY: Final = _kind(
    "LIFT0217",
    "An array for the result cannot be used",
    "What is passed as `out` is an array for each part of the result: of its shape and dtype, contiguous, not read-only, in "
    "memory of its own. It is a NumPy array, or a PyOpenCL array where an argument is one.",
)
HIDDEN_RESULT: Final = _kind(
    "LIFT0218",
    "A result of hidden length has no array beforehand",
    "What is passed as `out` has the length of the result, which for a hidden length is known only after the run.",
)

# While a program runs

NO_MEANING: Final = _kind(
    "LIFT0211",
    "An op has no meaning for the interpreter",
    "A C function is interpreted through the region that says what it does, and an op of another package through the "
    "case that the package registers.",
)
NO_DTYPE: Final = _kind(
    "LIFT0212",
    "NumPy has no such type",
    f"There are dtypes for {', '.join(SCALAR_NAMES[:-1])} and {SCALAR_NAMES[-1]}. That of `bf16` is in the package "
    "`ml_dtypes`, which comes with the extra `bf16`: `pip install 'lift-xdsl[bf16]'`.",
)
NOT_BIJECTIVE: Final = _kind(
    "LIFT0213",
    "The function of a scatter is not a permutation at these sizes",
    "`lift.scatter` writes every position exactly once. Where that is not proved it is tested for the sizes of a call.",
)
UNCHECKED: Final = _kind(
    "LIFT0214",
    "An unchecked index is out of bounds",
    "`lift.at_unchecked` trusts the writer. The interpreter tests the index all the same.",
)

NOT_ENOUGH_MEMORY: Final = _kind(
    "LIFT0215",
    "There is not enough memory on the host",
    "Arguments and results are NumPy arrays, which must fit the memory of the machine.",
)

BOUND_EXCEEDED: Final = _kind(
    "LIFT0216",
    "A hidden length is larger than its bound",
    "`lift.join .. upto b` and `lift.generate [i : %n upto b]` make room for b elements. How many there are is known only when "
    "the rows or the number have been computed; where there are more, none is written, and the call fails.",
)


def bound_exceeded(what: str, bound: Nat, most: int, found: int) -> LiftError:
    """The error of a call in which an op gives more elements than its bound."""
    return LiftError(
        BOUND_EXCEEDED,
        f"'{what}' gives more elements than its bound",
        expected=f"at most {bound}, which is {most}",
        found=str(found),
        fix="make the bound larger, or leave it out" if what == JoinOp.name else "make the bound larger",
    )


RAGGED: Final = _kind(
    "LIFT0219",
    "Rows do not fit their values",
    "`lift.Ragged` has all elements of all rows, and the lengths or the offsets of the rows, which have as many elements.",
)

# Devices

NO_DEVICE: Final = _kind(
    "LIFT0230",
    "There is no such device",
    "A device is named by its kind, a part of its name, or its numbers, as in `0:1`. `lift-run --list-devices` shows "
    "those that there are.",
)
NO_STRATEGY: Final = _kind(
    "LIFT0231",
    "There is no such strategy",
    "A strategy says how a program is mapped to a device. It is chosen by the device where none is named.",
)
DEVICE_LACKS: Final = _kind(
    "LIFT0232",
    "The device lacks what the program uses",
    "Not every device computes with f16 or f64.",
)
TOO_MUCH_MEMORY: Final = _kind(
    "LIFT0233",
    "The device has not so much memory",
    "A device limits the size of one buffer, the memory of a work group, and all memory together.",
)
BAD_LAUNCH: Final = _kind(
    "LIFT0234",
    "The device cannot run so large a work group",
    "A launch that a program writes down is used as it is, and must fit the device.",
)
DEVICE_ARRAY: Final = _kind(
    "LIFT0235",
    "A PyOpenCL array cannot be used as it is",
    "PyOpenCL arrays are used without a copy: they are contiguous, and all in one context with the device in it.",
)
BUILD_FAILED: Final = _kind(
    "LIFT0236",
    "The OpenCL compiler refuses the text that we gave it",
    "This is a defect of ours, or of the OpenCL compiler: whatever is generated should build.",
)
DEVICE_FAILED: Final = _kind(
    "LIFT0237",
    "The device failed",
    "OpenCL reported an error while a program was prepared or run.",
)
DIFFERENT: Final = _kind(
    "LIFT0238",
    "The device and the interpreter differ",
    "Integers must be the same, and floats as close as rounding leaves them.",
)
TOO_LARGE: Final = _kind(
    "LIFT0244",
    "A sum of sizes is too large for a device",
    "A device computes positions with at most 64 bits, also those at which the rows of a table begin.",
)
FORKED: Final = _kind(
    "LIFT0245",
    "The process was forked after OpenCL had been used",
    "A driver has threads of its own, and a forked process has none of them: a call would wait for ever. A process that is "
    "started afresh works, and so does one that is forked before a device is used or looked for.",
)
C_FUNCTION: Final = _kind(
    "LIFT0239",
    "The OpenCL compiler refuses the C code of a function",
    "The body of a `lift.user_fun` is handed to the OpenCL compiler as it is written, and must be OpenCL C: its parameters "
    "have the names that they have in the program, `vector<4xf32>` is `float4`, and `tuple<i32, f32>` is a struct "
    "`tuple_int_float` with the fields `_0` and `_1`.",
)

# The command line

COMMAND: Final = _kind(
    "LIFT0220",
    "The command line cannot be used",
    "An option has a value that cannot be used, or a result cannot be written.",
)
INDEX_RANGE: Final = _kind(
    "LIFT0256",
    "An index may pass 64 bits",
    "Indices are computed with 32 bits, or with 64 where the sizes of a call need them. Every number on the way to an "
    "index is bounded for these sizes; where one may be too large for 64 bits, the call is refused.",
)
