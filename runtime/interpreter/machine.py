"""The interpreter: xDSL's, with the numbers that nats have, hidden lengths opened and closed, and errors that are ours.

Each block is prepared once: which function runs each op, and where its operands are kept. A region is run to its end
before anything else happens, and no function calls itself, so one place for each value is enough.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Self, TypeAlias

from xdsl.dialects.builtin import ModuleOp
from xdsl.interpreter import Interpreter, InterpreterFunctions, OpImplResult, PythonValues
from xdsl.ir import Block, Operation, Region, SSAValue

from ...dialects.diagnostics import LiftError, Location, location_of
from ...dialects.errors import TOO_DEEP
from ...dialects.lift.body import BodyOp, ResultOp
from ...dialects.lift.functions import DefOp
from ...dialects.lift.operation import LiftOp
from ...dialects.lift.scope import scope_at, simplified
from ...dialects.lift.types import ExistsType, MemoryType, free_names
from ...dialects.nat.evaluate import Entries, evaluate
from ...dialects.nat.ring import Nat
from ...dialects.ocl.destinations import is_memory_op
from ..errors import NO_MEANING
from .elementwise import CHOICE, applied
from .registry import with_all_functions
from .values import Packed, Value, check_value, internal

Run: TypeAlias = Callable[[PythonValues], PythonValues]
"""What an op makes of its operands."""

Instruction: TypeAlias = Callable[[list[Value]], None]
"""An op of a block: it reads the values at its operands' places and writes those at its results'."""


@dataclass(frozen=True)
class Prepared:
    """A block, ready to run."""

    arguments: tuple[int, ...]
    steps: dict[Instruction, Operation]
    result: int
    """The place of the value that the terminator gives."""


class Machine(Interpreter):
    """A program being interpreted. `checked` has every result compared with its type."""

    def __init__(self, module: ModuleOp, *, checked: bool = False):
        super().__init__(module, index_bitwidth=64)
        self.names: dict[str, int] = {}
        self.tables: Mapping[str, Entries] = {}
        self._checked = checked
        self._places: dict[SSAValue, int] = {}
        self._values: list[Value] = []
        self._prepared: dict[Block, Prepared] = {}
        self._impls = with_all_functions()._impls  # shared: nobody adds to it

    @classmethod
    def of(cls, interpreter: Interpreter) -> Self:
        """The interpreter as what it is, for a function that needs more than xDSL's."""
        if not isinstance(interpreter, cls):
            raise TypeError("these functions are run by lift.runtime.interpreter.machine.Machine")
        return interpreter

    # What functions use

    def nat(self, nat: Nat, **names: int) -> int:
        """The number that a nat is, here and now; further names may be given."""
        constant = nat.constant
        if constant is not None:
            return constant
        return evaluate(nat, {**self.names, **names} if names else self.names, self.tables)

    def count(self, nat: Nat) -> int:
        """The number that a length or a number of iterations is, which is never negative."""
        number = self.nat(nat)
        if number < 0:
            raise internal(f"the length {nat} is {number}")
        return number

    def function(self, op: BodyOp) -> Callable[..., Value]:
        """The function that a region is: it is given the position and the arguments."""
        prepared, position, names, run = self._prepare(op.block), op.position_name, self.names, self._run
        if position is None:

            def anywhere(_: int, *args: Value) -> Value:
                return run(prepared, args)

            return anywhere

        def at(index: int, *args: Value) -> Value:
            names[position] = index
            return run(prepared, args)

        return at

    @contextmanager
    def table(self, name: str, entries: Entries) -> Generator[None]:
        """While it lasts, there is one more table."""
        outer = self.tables
        self.tables = {**outer, name: entries}
        try:
            yield
        finally:
            self.tables = outer

    def call(
        self, function: DefOp, names: Mapping[str, int], tables: Mapping[str, Entries], args: Sequence[Value]
    ) -> Value:
        """The result of a function, where its nats and tables are these."""
        outer = self.names, self.tables
        self.names, self.tables = dict(names), tables
        try:
            return self.run_block(function.block, args)
        finally:
            self.names, self.tables = outer

    def run_block(self, block: Block, args: Sequence[Value]) -> Value:
        """What the terminator of a block gives, for these arguments."""
        return self._run(self._prepare(block), args)

    def run_ssacfg_region(self, region: Region, args: PythonValues, name: str = "unknown") -> PythonValues:
        return (self.run_block(region.block, args),)

    def _run(self, prepared: Prepared, args: Sequence[Value]) -> Value:
        values = self._values
        for place, value in zip(prepared.arguments, args, strict=True):
            values[place] = value
        step: Instruction | None = None
        try:
            for step in prepared.steps:
                step(values)
        except LiftError as error:
            error.at(_place_of(prepared, step))
            raise
        except MemoryError:
            raise
        except RecursionError:
            raise LiftError(TOO_DEEP, "the program is nested too deeply to be interpreted") from None
        except Exception as error:
            name = "a block" if step is None else f"'{prepared.steps[step].name}'"
            message = f"{name} failed: {type(error).__name__}: {error}"
            raise internal(message).at(_place_of(prepared, step)) from error
        return values[prepared.result]

    # How a block is prepared

    def _place(self, value: SSAValue) -> int:
        place = self._places.get(value)
        if place is None:
            place = self._places[value] = len(self._values)
            self._values.append(None)
        return place

    def _prepare(self, block: Block) -> Prepared:
        """A block for running: this is done once, so that running it is quick."""
        prepared = self._prepared.get(block)
        if prepared is None:
            *ops, last = block.ops
            if not isinstance(last, ResultOp):
                raise internal("a region does not end in lift.yield or lift.return").at(location_of(last))
            steps = {self._step(op): op for op in ops if not is_memory_op(op)}
            arguments = tuple(map(self._place, _values(block.args)))
            prepared = self._prepared[block] = Prepared(arguments, steps, self._place(last.value))
        return prepared

    def _step(self, op: Operation) -> Instruction:
        functions, function = self._meaning(op)
        choice = getattr(function, CHOICE, None)
        if choice is None:
            return self._general(op, lambda args: function(functions, self, op, args).values)
        chosen = choice(op)
        hidden = any(isinstance(value.type, ExistsType) for value in op.operands)
        if self._checked or hidden or len(op.results) != 1:
            return self._general(op, applied(op, chosen))
        return self._direct(op, chosen)

    def _meaning(self, op: Operation) -> tuple[InterpreterFunctions, Callable[..., OpImplResult]]:
        """The functions for an op's class, or for the nearest class that it derives from."""
        known: Mapping[type, Any] = self._impls._impl_dict  # pyright: ignore[reportPrivateUsage]  # it has no getter
        found = next((known[cls] for cls in type(op).__mro__ if cls in known), None)
        if found is None:
            raise LiftError(
                NO_MEANING,
                f"the interpreter does not know what '{op.name}' does",
                fix="register a case for it: lift.runtime.interpreter.registry says how",
                location=location_of(op),
            )
        return found

    def _direct(self, op: Operation, function: Callable[..., Value]) -> Instruction:
        """A function of a few values, without a detour."""
        operands, result = tuple(map(self._place, op.operands)), self._place(op.results[0])

        def one(values: list[Value], x: int = operands[0] if operands else 0) -> None:
            values[result] = function(values[x])

        def two(
            values: list[Value], x: int = operands[0] if operands else 0, y: int = operands[-1] if operands else 0
        ) -> None:
            values[result] = function(values[x], values[y])

        def some(values: list[Value]) -> None:
            values[result] = function(*[values[place] for place in operands])

        return {1: one, 2: two}.get(len(operands), some)

    def _general(self, op: Operation, run: Run) -> Instruction:
        if isinstance(op, LiftOp):
            run = self._opened(op, run)
        if self._checked:
            run = self._compared(op, run)
        operands, results = tuple(map(self._place, _values(op.operands))), tuple(map(self._place, op.results))

        def step(values: list[Value]) -> None:
            outcome = run(tuple([values[place] for place in operands]))
            for place, value in zip(results, outcome, strict=True):
                values[place] = value

        return step

    def _opened(self, op: LiftOp, run: Run) -> Run:
        """The op with the hidden length of its operands opened before, and closed after where it survives."""
        may_be = op.opened()
        which = {i for i, value in enumerate(op.operands) if value in may_be and isinstance(value.type, ExistsType)}
        opening = op.opening(scope_at(op))
        if not which or opening.hidden is None:
            return run
        inner = simplified(op.infer(opening.types, opening.scope), opening.scope)
        survives = opening.hidden.name in free_names(inner)

        def opened(args: PythonValues) -> PythonValues:
            first, *others = (args[i].length for i in which)
            if any(other != first for other in others):
                raise internal(f"'{op.name}' is given hidden lengths that differ: {[first, *others]}")
            results = run(tuple(arg.value if i in which else arg for i, arg in enumerate(args)))
            return (Packed(first, results[0]),) if survives else results

        return opened

    def _compared(self, op: Operation, run: Run) -> Run:
        """The op with its results compared with their types."""

        def compared(args: PythonValues) -> PythonValues:
            results = run(args)
            for result, value in zip(op.results, results, strict=True):
                check_value(value, result.type, self.nat)
            return results

        return compared


def _values(values: Iterable[SSAValue]) -> Iterator[SSAValue]:
    """Those that are values: memory only says where they are kept."""
    return (value for value in values if not isinstance(value.type, MemoryType))


def _place_of(prepared: Prepared, step: Instruction | None) -> Location | None:
    return None if step is None else location_of(prepared.steps[step])
