"""Names inside a function: every nat that is used is bound around it, none is bound twice, and values come first.

One walk over the body, with the scope carried along.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.irdl import IRDLOperation
from xdsl.traits import SymbolOpInterface
from xdsl.utils.exceptions import VerifyException

from ..diagnostics import LiftError, from_verify_exception, location_of, value_name
from ..errors import SIGNATURE, UNBOUND_NAME, UNDEFINED_VALUE
from ..nat.facts import ANY
from ..parser import name_in_use, unbound_name
from .scope import Binder, Scope, scope_inside
from .types import free_names, free_tables

if TYPE_CHECKING:
    from .signatures import BinderOp


def verify_names(function: BinderOp, *mentioned: Attribute | None) -> None:
    """Raise a `LiftError` at the first op that uses a name or a value it cannot; `mentioned` is what the head uses."""
    scope = scope_inside(function)
    for attribute in filter(None, (*mentioned, *function.tables)):
        _need_bound(attribute, scope, function)
    for fact in function.where:
        _need_bound(fact, scope, function, frozenset((ANY,)))
    _Walk(set(scope.names | scope.tables)).block(function.block, scope)


class _Walk:
    def __init__(self, bound: set[str]):
        self.bound = bound
        self.defined: set[SSAValue] = set()

    def block(self, block: Block, scope: Scope) -> None:
        self.defined.update(block.args)
        for operation in block.ops:
            self.operation(operation, scope)

    def operation(self, operation: Operation, scope: Scope) -> None:
        for operand in operation.operands:
            if operand not in self.defined:
                raise LiftError(
                    UNDEFINED_VALUE,
                    f"'{operation.name}' uses {value_name(operand)} before it is defined",
                    fix="define the value before its use, in this region or in one around it",
                    location=location_of(operation),
                )
        for attribute in (*operation.result_types, *operation.properties.values(), *operation.attributes.values()):
            _need_bound(attribute, scope, operation)
        parent = operation.parent_op()
        if (
            operation.has_trait(SymbolOpInterface) and parent is not None
        ):  # it is not verified yet, and may lack anything
            message = f"'{operation.name}' stands in a module, not in '{parent.name}'"
            raise LiftError(SIGNATURE, message, location=location_of(operation))
        if operation.regions:
            if isinstance(operation, Binder):
                _need_valid(operation)  # what it binds is read off its properties
            inner = scope_inside(operation)
            self._bind(operation, scope, inner)
            for region in operation.regions:
                for block in region.blocks:
                    for argument in block.args:
                        _need_bound(argument.type, inner, operation)
                    self.block(block, inner)
        self.defined.update(operation.results)

    def _bind(self, operation: Operation, outer: Scope, inner: Scope) -> None:
        for name in sorted(inner.names - outer.names):
            if "'" in name:
                continue
            if name in self.bound:
                raise name_in_use(name).at(location_of(operation))
            self.bound.add(name)
        if inner is not outer:
            shadowed = [b.name for b in inner.own if b.name in outer.names]
            if shadowed:
                raise name_in_use(shadowed[0]).at(location_of(operation))


def _need_valid(operation: Operation) -> None:
    """An op that is verified after the function around it has all that its definition asks for."""
    if isinstance(operation, IRDLOperation):
        try:
            operation.get_irdl_definition().verify(operation)
        except VerifyException as error:
            raise from_verify_exception(error, operation) from None


def _need_bound(attribute: Attribute, scope: Scope, operation: Operation, more: frozenset[str] = frozenset()) -> None:
    for name in sorted(free_names(attribute) - scope.names - more):
        raise unbound_name(name, scope).at(location_of(operation))
    for name in sorted(free_tables(attribute) - scope.tables):
        raise LiftError(
            UNBOUND_NAME,
            f"'{name}' is not the name of a table here",
            expected=f"one of {', '.join(sorted(scope.tables))}" if scope.tables else "no table: none is bound here",
            found=f"'{name}'",
            fix=f"bind it where the function begins, as in lift.def @f<N, {name}[N]>",
            location=location_of(operation),
        )
