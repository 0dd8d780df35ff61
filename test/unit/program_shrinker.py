"""A failing program made smaller: values become parameters or other values, regions and ops go, as long as it fails.

It works on the program itself, so whatever drew it, the smallest one found prints as a file to paste.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from random_programs import RandomProgram, remove_unused
from xdsl.dialects.builtin import ArrayAttr, FunctionType, ModuleOp, StringAttr, TupleType
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.utils.exceptions import VerifyException

from lift.dialects.lift.body import BodyOp, ResultOp
from lift.dialects.lift.functions import DefOp
from lift.dialects.lift.iterate import IterateOp
from lift.dialects.lift.types import free_names
from lift.dialects.loader import verify
from lift.dialects.nat.ring import NatError

Change = Callable[[DefOp], bool]
"""Makes a copy of a function smaller; false where it does not apply."""


@dataclass
class Shrinker:
    """A failing program, and what tells whether another one fails in the same way."""

    program: RandomProgram
    fails: Callable[[RandomProgram], bool]
    tries: int = 400

    def run(self) -> RandomProgram:
        """The smallest program that was found."""
        self._sizes()
        progress = True
        while progress and self.tries > 0:
            progress = False
            for change in self._changes():
                if self.tries <= 0:
                    break
                if self._try(change):
                    progress = True
                    break
        self._sizes()
        return self.program

    def _sizes(self) -> None:
        """One size is enough, best a small one."""
        for sizes in self.program.sizes:
            one = RandomProgram(self.program.module, self.program.function, [sizes])
            if len(self.program.sizes) > 1 and self._fails(one):
                self.program = one
                return

    def _try(self, change: Change) -> bool:
        module = self.program.module.clone()
        function = _entry(module)
        try:
            if not change(function):
                return False
            remove_unused(module)
            verify(module)
        except (VerifyException, NatError, AssertionError, ValueError):
            return False
        smaller = RandomProgram(module, function, self.program.sizes)
        if _weight(function) >= _weight(self.program.function) or not self._fails(smaller):
            return False
        self.program = smaller
        return True

    def _fails(self, program: RandomProgram) -> bool:
        self.tries -= 1
        return self.fails(program)

    # What may be tried

    def _changes(self) -> Iterator[Change]:
        """Changes, those that remove the most first. Ops are found again in a copy by their number."""
        function = self.program.function
        ops = [op for op in function.walk() if op is not function]
        for number, op in enumerate(ops):
            if op.parent is function.block and op.results:
                yield _return(number)
        yield _return_part
        for number, op in enumerate(ops):
            if op.parent is function.block and op.results:
                yield _to_parameter(number)
        for number, op in enumerate(ops):
            if op.results:
                for choice in range(len(_others(op))):
                    yield _replace(number, choice)
            if isinstance(op, BodyOp):
                yield _forget_position(number)
            if isinstance(op, IterateOp) and op.count.data.constant not in (0, 1):
                yield _fewer_iterations(number)
        for k in range(len(function.parameter_names)):
            yield _drop_parameter(k)
        if function.conditions:
            yield _drop_facts
        if function.tables:
            yield _drop_tables


def _entry(module: ModuleOp) -> DefOp:
    return next(op for op in module.ops if isinstance(op, DefOp) and op.function_name == "f")


def _weight(function: DefOp) -> tuple[int, int]:
    """How large a program is."""
    return sum(1 + len(op.operands) for op in function.walk()), len(str(function))


def _numbered(function: DefOp, number: int) -> Operation:
    return [op for op in function.walk() if op is not function][number]


def _others(op: Operation) -> Sequence[SSAValue]:
    """Values that may stand for the result of an op: of its type, and known before it."""
    found: list[SSAValue] = []
    block, before = op.parent, op
    while block is not None:
        earlier = list(block.ops)
        earlier = earlier[: earlier.index(before)]
        found += [value for one in earlier for value in one.results if value.type == op.results[0].type]
        found += [value for value in block.args if value.type == op.results[0].type]
        parent = block.parent_op()
        if parent is None or isinstance(parent, DefOp):
            break
        block, before = parent.parent, parent
    return found[:4]


def _set_result(function: DefOp, value: SSAValue) -> None:
    last = function.block.last_op
    assert isinstance(last, ResultOp)
    last.operands[0] = value
    types = function.parameter_types
    function.properties["function_type"] = FunctionType.from_lists(list(types), [value.type])


def _return(number: int) -> Change:
    """Return the result of an op."""

    def change(function: DefOp) -> bool:
        _set_result(function, _numbered(function, number).results[0])
        return True

    return change


def _return_part(function: DefOp) -> bool:
    """Return a part of a tuple, if one is returned that is made here."""
    last = function.block.last_op
    assert last is not None
    owner = last.operands[0].owner
    if not isinstance(last.operands[0].type, TupleType) or isinstance(owner, Block) or not owner.operands:
        return False
    _set_result(function, owner.operands[0])
    return True


def _to_parameter(number: int) -> Change:
    """Have a value passed instead of computed."""

    def change(function: DefOp) -> bool:
        op = _numbered(function, number)
        value = op.results[0]
        if not free_names(value.type) <= set(function.nat_names):
            return False
        names = {*function.parameter_names}
        name = next(f"y{k}" for k in range(len(names) + 1) if f"y{k}" not in names)
        argument = function.block.insert_arg(value.type, len(function.block.args))
        argument.name_hint = name
        value.replace_all_uses_with(argument)
        _set_parameters(function, [*function.parameter_names, name])
        return True

    return change


def _set_parameters(function: DefOp, names: Sequence[str]) -> None:
    types: list[Attribute] = [argument.type for argument in function.block.args]
    function.properties["arg_names"] = ArrayAttr([StringAttr(name) for name in names])
    function.properties["function_type"] = FunctionType.from_lists(types, [function.result_type])


def _replace(number: int, choice: int) -> Change:
    """Use another value of the same type."""

    def change(function: DefOp) -> bool:
        op = _numbered(function, number)
        op.results[0].replace_all_uses_with(_others(op)[choice])
        return True

    return change


def _forget_position(number: int) -> Change:
    def change(function: DefOp) -> bool:
        op = _numbered(function, number)
        assert isinstance(op, BodyOp)
        if op.position is None:
            return False
        op.position = None
        return True

    return change


def _fewer_iterations(number: int) -> Change:
    """Fewer iterations of an `iterate` that keeps the length."""

    def change(function: DefOp) -> bool:
        op = _numbered(function, number)
        assert isinstance(op, IterateOp)
        iterations = op.count.data.constant
        op.properties["count"] = type(op.count).of(1 if iterations is None else iterations - 2 if iterations > 2 else 1)
        return True

    return change


def _drop_parameter(k: int) -> Change:
    def change(function: DefOp) -> bool:
        argument = function.block.args[k]
        if argument.uses.get_length():
            return False
        names = [name for j, name in enumerate(function.parameter_names) if j != k]
        function.block.erase_arg(argument)
        _set_parameters(function, names)
        return True

    return change


def _drop_facts(function: DefOp) -> bool:
    function.properties["where"] = ArrayAttr([])
    return True


def _drop_tables(function: DefOp) -> bool:
    function.properties["tables"] = ArrayAttr([])
    return True
