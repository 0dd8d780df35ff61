"""The kinds of errors of passes and printers, beside those of programs in `lift.dialects.errors`; the codes are LIFT035x.

They are about programs that are valid, and that cannot be lowered as they are.
"""

from __future__ import annotations

from typing import Final

from ..dialects.errors import ErrorTable

LOWERING_ERRORS: Final = ErrorTable()
"""Every kind by its code."""
_kind = LOWERING_ERRORS.kind


NO_KERNEL: Final = _kind(
    "LIFT0350",
    "There is no kernel to print",
    "The target `opencl` prints each `kernel.func` and the C functions that it calls; functions of other levels must be "
    "lowered first.",
)
NOT_IN_OPENCL: Final = _kind(
    "LIFT0351",
    "OpenCL C has no such op or type",
    "Kernels are printed from `kernel`, `arith` and `math`, and calls of C functions.",
)
NO_INDEX: Final = _kind(
    "LIFT0352",
    "There is no expression for an index",
    "A chain of views becomes one index over loop variables and nats. Where rows differ in length, offsets are sums, "
    "which close or become a table that the host computes once; a sum that depends on another loop does neither. An "
    "expression that is nested more than 100 deep, as many paddings of paddings give one, is refused, too.",
)
NOT_WRITABLE: Final = _kind(
    "LIFT0353",
    "A view cannot be stored through",
    "Where several elements of a view are one element in memory, or none, the value must be stored first and copied.",
)
NO_STRATEGY: Final = _kind(
    "LIFT0354",
    "There is no such strategy",
    "A strategy is a named way to map a program to a device: `cpu` or `gpu`. Its numbers, such as how many elements a "
    "work item takes, are positive.",
)
NO_SUCH_MEMORY: Final = _kind(
    "LIFT0356",
    "A result cannot be in that memory",
    "Private memory belongs to one work item and has a size that is a number, local memory belongs to a work group, and "
    "what passes between kernels is in global memory.",
)
NOT_COMPILED: Final = _kind(
    "LIFT0357",
    "A program is not compiled to OpenCL",
    "The interpreter runs every program; some ops have no way to the device yet.",
)
NO_PROGRAM: Final = _kind(
    "LIFT0359",
    "There is no program to print",
    "The target `host-py` prints each `host.program` and the kernels that it launches; functions of other levels must be "
    "lowered first.",
)
NO_WAITING: Final = _kind(
    "LIFT0355",
    "A work item needs what another one has written, and cannot wait for it",
    "Work groups cannot wait for each other, so what a kernel reads from global memory is written by another kernel, by "
    "the same work item, or by the same work group. Private memory is seen by one work item only.",
)
DIVERGENT_BARRIER: Final = _kind(
    "LIFT0358",
    "A barrier would not be reached by all work items of a group",
    "Work items of a group wait for each other outside of `ocl.map_lcl`, where all of them arrive. Inside, each is at an "
    "element of its own.",
)
NOT_PREPARED: Final = _kind(
    "LIFT0360",
    "A pass needs what an earlier one decides",
    "Passes that take a program down a level build on each other: `ocl-infer-memory` says where arrays are, "
    "`ocl-materialise` inserts copies, `ocl-split-kernels` cuts a function into kernels, and `ocl-to-view` relies on all "
    "three.",
)
PRIVATE_MEMORY: Final = _kind(
    "LIFT0361",
    "A work item has too much private memory",
    "Private memory is for small arrays: the work items of a group have 1 MiB of it together. On a CPU it is a part of the "
    "stack of a thread, and a kernel that needs more ends the process. Larger arrays are kept in global memory.",
)
NOT_IN_PYTHON: Final = _kind(
    "LIFT0362",
    "A host program cannot be printed as Python",
    "`-t host-py` prints parameters and results as NumPy has them. Rows of hidden length are kept with room for the longest "
    "one: as a result they are a list where their elements are scalars or arrays of one shape; other forms are for `lift.compile`.",
)
BAD_NUMBER: Final = _kind(
    "LIFT0363",
    "A rule or strategy is not applied with such a number",
    "A step names a rule with its numbers, `split_join n=8 at %c`. [rules](rules.md) has every rule and its parameters.",
)
NO_RULE: Final = _kind(
    "LIFT0364",
    "There is no such rule",
    "Rules, and strategies that are used like rules, have names; [rules](rules.md) has them all. Other packages add theirs "
    "by the entry points `lift.rules` and `lift.strategies`.",
)
NO_PLACE: Final = _kind(
    "LIFT0365",
    "There is no such place",
    "A step works on an op, which it names by its result: `at %c`. Where a name stands several times in a function, the "
    "later ones are `%c.2`, `%c.3`; `lift-matches` shows every place and what can be done there.",
)
NOT_HERE: Final = _kind(
    "LIFT0366",
    "A rule does not hold at a place",
    "A rule is an equation with a condition, which must be proved from what is known there. The message says what was not.",
)
BAD_STEP: Final = _kind(
    "LIFT0367",
    "This is not a step",
    "A step is a rule, its numbers and the place where it is applied: `split_join n=8 at %c`. A strategy that works on a whole "
    "function has no place: `tidy`.",
)
NO_SCRIPT: Final = _kind(
    "LIFT0368",
    "There is no such script",
    "A script is a `rewrite.script` in the file of the program, or in one beside it that `file=` names.",
)
BAD_KNOB: Final = _kind(
    "LIFT0369",
    "A knob cannot be set like that",
    "A script lists the values that each of its numbers may have.",
)
