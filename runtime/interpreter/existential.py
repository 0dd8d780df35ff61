"""Hidden lengths: pack and unpack. Patterns that take a hidden length as it is are opened by `machine`."""

from __future__ import annotations

from xdsl.interpreter import Interpreter, InterpreterFunctions, PythonValues, impl, register_impls

from ...dialects.lift.existential import PackOp, UnpackOp
from .machine import Machine
from .values import Packed, internal


@register_impls
class ExistentialFunctions(InterpreterFunctions):
    """Ops that hide a length and open it."""

    @impl(PackOp)
    def run_pack(self, interpreter: Interpreter, op: PackOp, args: PythonValues) -> PythonValues:
        length = op.hidden_length
        if length is None:
            raise internal(f"the length that '{op.name}' hides is not known")
        return (Packed(Machine.of(interpreter).nat(length), args[0]),)

    @impl(UnpackOp)
    def run_unpack(self, interpreter: Interpreter, op: UnpackOp, args: PythonValues) -> PythonValues:
        (packed,) = args
        if op.binds_table:
            machine, rows = Machine.of(interpreter), [row.value for row in packed]
            with machine.table(op.position_name or "", [row.length for row in packed]):
                return (machine.run_block(op.block, (rows,)),)
        return (Machine.of(interpreter).function(op)(packed.length, packed.value),)
