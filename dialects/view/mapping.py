"""`view.map`: a rearrangement of every element is a rearrangement of the whole."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import Attribute
from xdsl.irdl import irdl_op_definition, operand_def

from ..diagnostics import LiftError
from ..errors import BODY_ARGUMENTS
from ..lift.body import BodyOp
from ..lift.scope import Scope
from ..lift.types import ArrayType
from ..nat.rebuild import substitute_condition
from ..nat.ring import Nat
from .operation import ViewOp, ViewType, seen_by
from .path import Access, Chosen, Leads, Path
from .resolve import read, write


@irdl_op_definition
class MapOp(ViewOp, BodyOp):
    """A view of each element, as a view of the array.

    `map(f, xs)[i] = f(xs[i])`, where f is made of views.

    `array<k : n, T(k)>`, with a region from a view of `T(k)` to a view of `U(k)`, gives `array<k : n, U(k)>`.

    `%t = view.map (%row)[k] in %m : !view.view<..> { %s = view.split 4 %row lift.yield %s : !view.view<..> }`
    """

    name = "view.map"

    xs = operand_def()

    def argument_types(self, types: Sequence[Attribute], scope: Scope) -> Sequence[Attribute]:
        return (ViewType(self.element(self.array(types[0]), scope)),)

    def infer(self, types: Sequence[Attribute], scope: Scope) -> Attribute:
        element = seen_by(self.yielded, self.name)
        return ArrayType.over(self.position_name, self.array(types[0]).length.data, element)

    def check(self, types: Sequence[Attribute], scope: Scope) -> None:
        inner = scope.inner(*self.body_bindings(types, scope))
        expected = self.argument_types(types, scope)
        found = [argument.type for argument in self.block.args]
        if len(found) != 1 or not inner.same_type(found[0], expected[0]):
            raise LiftError(
                BODY_ARGUMENTS,
                f"the region of '{self.name}' takes the wrong arguments",
                expected=str(expected[0]),
                found=", ".join(map(str, found)) or "none",
            )

    def read(self, path: Path) -> Access:
        i, rest = path.index(self.seen)
        return self._leaving(read(self.yielded, rest), i)

    def write(self, path: Path) -> Access:
        i, rest = path.index(self.seen)
        return self._leaving(write(self.yielded, rest), i)

    def _leaving(self, access: Access, i: Nat) -> Access:
        """An access inside the region, from outside: its position is i, and its argument is element i."""
        here = {} if self.position_name is None else {self.position_name: i}
        if isinstance(access, Chosen):
            condition = substitute_condition(access.condition, here)
            return Chosen(condition, self._leaving(access.then, i), self._leaving(access.otherwise, i))
        path = access.path.substituted(here)
        return Leads(self.xs, path.push(i)) if access.to is self.block.args[0] else Leads(access.to, path)
