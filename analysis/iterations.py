"""How long the array of an `iterate` is in each iteration, and the memory that its iterations need."""

from __future__ import annotations

from xdsl.ir import Attribute

from ..dialects.diagnostics import LiftError, location_of
from ..dialects.lift.iterate import IterateOp
from ..dialects.lift.scope import Scope, scope_at, scope_inside
from ..dialects.lift.types import ArrayType, tuple_of
from ..dialects.nat.expr import compare, maximum, var
from ..dialects.nat.rebuild import substitute
from ..dialects.nat.ring import Nat, const
from ..dialects.view.path import length_of
from .errors import NOT_COMPILED


def lengths_of_iterations(op: IterateOp, number: Nat, scope: Scope) -> tuple[Nat, Nat] | None:
    """The length of the array before and after an iteration, where there is an expression for it."""
    iterations = op.iterations(op.operand_types)
    assert iterations is not None
    assert iterations.step is not None
    before = iterations.length_after(number, scope)
    return None if before is None else (before, substitute(iterations.step, {iterations.name: before}))


def buffers_of(op: IterateOp) -> Attribute:
    """The two buffers of an `iterate`; the second has room for what the first iteration leaves, where that is the most."""
    if op.keeps_type:
        return ArrayType(const(2), op.result.type)
    assert isinstance(op.result.type, ArrayType)
    most, element = most_elements(op), op.result.type.element
    if op.count.data.constant is None:
        return ArrayType(const(2), ArrayType(most, element))
    after = lengths_of_iterations(op, const(0), scope_at(op))
    shrinks = most is length_of(op.xs.type) and after is not None
    second = scope_at(op).simplify(after[1]) if shrinks and after is not None else most
    return tuple_of([ArrayType(most, element), ArrayType(second, element)])


def most_elements(op: IterateOp) -> Nat:
    """The most elements that an iteration of an `iterate` has before or after it."""
    scope = scope_at(op)
    start, end = length_of(op.xs.type), length_of(op.result.type)
    assert op.position is not None
    result = op.yielded.type
    assert isinstance(result, ArrayType)
    name, step = op.position.data, result.length.data
    inside = scope_inside(op)
    if name not in step.names:
        return scope.simplify(maximum(start, step))
    if inside.holds(compare(step, "le", var(name))):
        return start
    if inside.holds(compare(step, "ge", var(name))):
        return end
    most = maximum(start, end)
    count = op.count.data.constant
    if count is None:
        raise LiftError(
            NOT_COMPILED,
            f"it is not seen whether an iteration of '{op.name}' makes its array longer or shorter, so memory cannot be reserved",
            expected="a number of iterations that is a literal, or a length that never falls, or never grows",
            found=f"{op.count.data} iterations, each of which makes {step} of {name}",
            location=location_of(op),
        )
    length = start
    for _ in range(count):
        most, length = maximum(most, length), scope.simplify(substitute(step, {name: length}))
    return scope.simplify(most)
