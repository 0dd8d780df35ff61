"""Which functions interpret which ops, and how the ops of another package join.

A package that adds an op says what it does with xDSL's `InterpreterFunctions`:

    @register_impls
    class ReverseFunctions(InterpreterFunctions):
        @impl(ReverseOp)
        def run_reverse(self, interpreter: Interpreter, op: ReverseOp, args: PythonValues) -> PythonValues:
            return (args[0][::-1],)

and makes it known in one of two ways. Installed, by an entry point in its `pyproject.toml`, found without an import:

    [project.entry-points."lift.interpreter"]
    reverse = "reverse.interpreter:ReverseFunctions"

In a program, by a call: `register(ReverseFunctions)`. What values are is said in `values`; operands of existential type
arrive opened, unless the op's `opened()` says otherwise, and the result is closed again. `Machine.of(interpreter)` gives
the numbers that nats have and runs regions. A case for a class covers its subclasses that have none of their own: a new
kind of map, derived from `MapLike`, needs no case at all.
"""

from __future__ import annotations

from functools import cache
from importlib.metadata import entry_points
from typing import TypeAlias, cast

from xdsl.dialects.builtin import ModuleOp
from xdsl.interpreter import Interpreter, InterpreterFunctions

Functions: TypeAlias = type[InterpreterFunctions]

GROUP = "lift.interpreter"
"""The entry points of other packages."""

_registered: list[Functions] = []


def register(functions: Functions) -> Functions:
    """Have the interpreter use these functions, in place of others for the same ops. Can decorate a class."""
    if functions not in _registered:
        _registered.append(functions)
    return functions


@cache
def _installed() -> tuple[Functions, ...]:
    return tuple(cast("Functions", point.load()) for point in entry_points(group=GROUP))


def with_all_functions() -> Interpreter:
    """An interpreter that has every class of functions; later ones take precedence."""
    return _with((*_own(), *_installed(), *_registered))


@cache
def _with(classes: tuple[Functions, ...]) -> Interpreter:
    """To make one takes longer than a call of a small program, so it is made once."""
    interpreter = Interpreter(ModuleOp([]))
    for functions in classes:
        interpreter.register_implementations(functions(), override=True)
    return interpreter


@cache
def _own() -> tuple[Functions, ...]:
    from .access import AccessFunctions
    from .calls import CallFunctions
    from .casts import CAST_FUNCTIONS
    from .existential import ExistentialFunctions
    from .floats import FLOAT_FUNCTIONS
    from .integers import INTEGER_FUNCTIONS
    from .layout import LayoutFunctions
    from .mathematics import MATH_FUNCTIONS
    from .opencl import OpenCLFunctions
    from .patterns import PatternFunctions
    from .tuples import TUPLE_FUNCTIONS

    return (
        PatternFunctions,
        LayoutFunctions,
        AccessFunctions,
        ExistentialFunctions,
        CallFunctions,
        OpenCLFunctions,
        *TUPLE_FUNCTIONS,
        *INTEGER_FUNCTIONS,
        *FLOAT_FUNCTIONS,
        *CAST_FUNCTIONS,
        *MATH_FUNCTIONS,
    )
