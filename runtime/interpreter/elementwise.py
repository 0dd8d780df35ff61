"""How ops on scalars are said: a table from op classes to Python functions, which also work part by part on vectors."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

import numpy as np
from xdsl.interpreter import Interpreter, InterpreterFunctions, PythonValues, impl, register_impls
from xdsl.ir import Operation

from .values import Value

Scalar: TypeAlias = Any
"""A NumPy scalar, or a vector of them."""

Function: TypeAlias = Callable[..., Scalar]
Unary: TypeAlias = Callable[[Scalar], Scalar]
Binary: TypeAlias = Callable[[Scalar, Scalar], Scalar]
Choice: TypeAlias = Callable[[Any], Function]
"""The function of an op, where it depends on more than its class."""


CHOICE = "__lift_choice__"
"""Where a function of this kind keeps its choice, so that it can be made once for an op and not at each run."""


def elementwise(table: Mapping[type[Operation], Function]) -> type[InterpreterFunctions]:
    """Functions that run each op of the table as the Python function beside it."""
    return chosen({op: _always(function) for op, function in table.items()})


def chosen(table: Mapping[type[Operation], Choice]) -> type[InterpreterFunctions]:
    """Functions that run each op as what its entry chooses for it."""
    methods = {f"run_{op.__name__}": _method(op, choice) for op, choice in table.items()}
    return register_impls(type("ScalarFunctions", (InterpreterFunctions,), methods))


def _always(function: Function) -> Choice:
    return lambda _: function


def _method(kind: type[Operation], choice: Choice) -> Any:
    def run(_: Any, interpreter: Interpreter, op: Operation, args: PythonValues) -> PythonValues:  # noqa: ARG001
        return applied(op, choice(op))(args)

    method = impl(kind)(run)
    setattr(method, CHOICE, choice)
    return method


def applied(op: Operation, function: Function) -> Callable[[PythonValues], PythonValues]:
    """What the function makes of the operands, as the results of the op."""
    if len(op.results) == 1:
        return lambda args: (function(*args),)
    return lambda args: function(*args)


def per_lane(function: Function) -> Function:
    """A function on scalars as one on vectors, too."""

    def run(*args: Value) -> Scalar:
        if not any(isinstance(arg, np.ndarray) for arg in args):
            return function(*args)
        results = [function(*lane) for lane in zip(*args, strict=True)]
        if isinstance(results[0], tuple):
            return tuple(np.array(part) for part in zip(*results, strict=True))
        return np.array(results)

    return run
