"""A program that can be called from Python: NumPy in, NumPy out."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from contextlib import contextmanager
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray
from xdsl.dialects.builtin import ModuleOp

from ..dialects.diagnostics import LiftError
from ..dialects.errors import INTERNAL
from ..dialects.lift.functions import DefOp
from ..dialects.limits import INTERPRETED_ELEMENTS, raised
from ..dialects.nat.ring import NatError, TooLarge
from .boundary import Call, check_call
from .entries import signature_text
from .errors import BAD_SIZE, EMPTY
from .interpreter.machine import Machine
from .interpreter.room import need_room
from .interpreter.storage import load, store
from .ragged import with_rows
from .result_arrays import OUT, fill, host_arrays, parts_on_host, takes_out
from .results import Result, present
from .sizes import Sizes

Array: TypeAlias = NDArray[Any]


@contextmanager
def _reporting(sizes: Sizes) -> Generator[None]:
    """Sizes at which a number on the way to a length is too large are an error that names them."""
    try:
        yield
    except TooLarge as error:
        found = sizes.text
        raise LiftError(BAD_SIZE, f"a length cannot be computed for these sizes: {error}", found=found) from None


class InterpretedProgram:
    """A function that is run by the reference interpreter, which says what it means.

    `program(x, y)` takes NumPy arrays and gives NumPy arrays; sizes that do not follow from shapes, and tables, are
    passed by name: `program(x, N=4, rows=rows)`. A call that does not fit is a `LiftError` before anything runs. `out`
    is where results go, an array for each part.
    """

    def __init__(self, module: ModuleOp, function: DefOp, *, checked: bool = False):
        self.module = module
        self.function = function
        self._checked = checked
        self._most_elements = INTERPRETED_ELEMENTS.number

    @property
    def name(self) -> str:
        return self.function.function_name

    def __repr__(self) -> str:
        return f"<lift program {signature_text(self.function)}, interpreted>"

    def ragged(self, /, *arguments: object, **named: object) -> Result:
        """What a call gives, with rows of different length as `lift.Ragged`."""
        call = check_call(self.function, arguments, named)
        type_ = self.function.result_type
        return with_rows(type_, present(type_, self.buffers(call), call.sizes.nat), call.sizes)

    def __call__(self, /, *arguments: object, **named: object) -> Result:
        out = named.pop(OUT, None) if takes_out(self.function) else None
        call = check_call(self.function, arguments, named)
        type_, nat = self.function.result_type, call.sizes.nat
        arrays = () if out is None else host_arrays(out, parts_on_host(type_, nat))
        result = present(type_, self.buffers(call), nat)
        if out is None:
            return result
        fill(arrays, result)
        return out

    def buffers(self, call: Call) -> Sequence[Array]:
        """The buffers of the result of a call."""
        empty = call.sizes.empty
        if not empty:
            return self._run(call, checked=self._checked)
        try:
            return self._run(call, checked=True)
        except LiftError as error:
            raise self._refused(error, empty) if error.kind is INTERNAL else error from None
        except NatError as error:
            raise self._refused(LiftError(INTERNAL, str(error)), empty) from None

    def _run(self, call: Call, *, checked: bool) -> Sequence[Array]:
        machine, nat = Machine(self.module, checked=checked), call.sizes.nat
        with raised({INTERPRETED_ELEMENTS.name: self._most_elements}):
            need_room(self.function, nat)
        parameters = zip(self.function.parameter_types, call.on_host, strict=True)
        with (
            _reporting(call.sizes),
            np.errstate(all="ignore"),
        ):  # floats overflow to infinity and integers wrap around: that is their meaning
            values = [load(type_, buffers, nat) for type_, buffers in parameters]
            result = machine.call(self.function, call.sizes.names, call.sizes.tables, values)
            return store(result, self.function.result_type, nat)

    def _refused(self, error: LiftError, empty: Iterable[str]) -> LiftError:
        """A function without a value where a size is 0."""
        names = ", ".join(empty)
        return LiftError(
            EMPTY,
            f"@{self.name} has no value for an empty array: {error.message}",
            expected=", ".join(f"{name} ge 1" for name in empty),
            found=f"{names} = 0",
            location=error.location,
        )
