"""Types inferred again: for ops that were built without a type, moved to another scope or given other operands."""

from __future__ import annotations

from xdsl.ir import Operation
from xdsl.rewriter import Rewriter

from ..dialects.lift.body import BodyOp
from ..dialects.lift.operation import LiftOp
from ..dialects.lift.scope import Scope, scope_at, scope_inside


def retype(operation: Operation) -> None:
    """Infer the types of an op's region arguments, of all ops inside it, and of its result, in this order.

    The op stands where it belongs, and its operands have their types.
    """
    _retype(operation, scope_at(operation))


def _retype(operation: Operation, scope: Scope) -> None:
    if isinstance(operation, BodyOp):
        types = operation.region_arguments(operation.opening(scope))
        for block in operation.argument_blocks:
            for argument, type_ in zip(block.args, types, strict=True):
                if argument.type != type_:
                    Rewriter.replace_value_with_new_type(argument, type_)
    if operation.regions:
        inside = scope_inside(operation)
        for inner in [op for region in operation.regions for block in region.blocks for op in block.ops]:
            _retype(inner, inside)
    if isinstance(operation, LiftOp):
        type_ = operation.inferred(scope)
        if operation.result.type != type_:
            operation.settle(type_)
