"""Functions of scatters that are not proved to be permutations: they are tested, once for each size of a call.

A hidden length is known only on the device, so the function is tested for all that it may be.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from xdsl.dialects.builtin import ModuleOp

from ..dialects.diagnostics import LiftError, Location, location_of
from ..dialects.lift.access import ScatterOp
from ..dialects.lift.functions import DefOp
from ..dialects.lift.permutations import inverse_of
from ..dialects.lift.scope import Binding, Hidden, Index, Iterations, Scope, scope_at
from ..dialects.lift.types import ArrayType
from ..dialects.loader import lift_context
from ..dialects.nat.ring import Nat
from .errors import NOT_BIJECTIVE
from .evaluation import Evaluator
from .sizes import Sizes

MOST_TESTED = 1 << 24
"""So many positions are tested for all that a hidden length may be."""

Named: TypeAlias = Index | Iterations | Hidden
"""What binds a name that is no size."""


@dataclass(frozen=True)
class Unproved:
    """A function on the positions of an array."""

    name: str
    """What the position is called."""
    index: Nat
    length: Nat
    around: Sequence[Binding]
    """The names of positions and iterations that stand in it, from the outside in."""
    location: Location | None


def unproved_scatters(module: ModuleOp, function: DefOp) -> list[Unproved]:
    """The scatters that a function runs, by itself or in what it calls, whose function is not proved."""
    if not any(isinstance(op, ScatterOp) for op in module.walk()):
        return []
    from ..passes.inline import InlinePass
    from ..passes.insert_packs import InsertPacksPass

    inlined = module.clone()
    InlinePass().apply(lift_context(), inlined)
    InsertPacksPass().apply(lift_context(), inlined)
    entry = next(op for op in inlined.ops if isinstance(op, DefOp) and op.function_name == function.function_name)
    return [found for op in entry.walk() if isinstance(op, ScatterOp) for found in _unproved(op)]


def _unproved(op: ScatterOp) -> Iterator[Unproved]:
    scope, type_ = scope_at(op), op.operands[0].type
    assert isinstance(type_, ArrayType)
    length = type_.length.data
    if inverse_of(op.function, length, scope) is None:
        name, index = op.function.named
        used = index.names | length.names
        yield Unproved(name, index, length, _around(scope, used), location_of(op))


def _around(scope: Scope, used: frozenset[str]) -> list[Binding]:
    """The binders of names that are no sizes, and of those that their own bounds use."""
    found: list[Binding] = []
    for binding in reversed(list(scope.bindings)):
        if isinstance(binding, Named) and binding.name in used:
            found.insert(0, binding)
            used = used.union(*(nat.names for nat in _bounds(binding)))
    return found


def _bounds(binding: Named) -> Iterator[Nat]:
    yield binding.limit if isinstance(binding, Hidden) else binding.count
    if isinstance(binding, Iterations):
        yield binding.start
        if binding.step is not None:
            yield binding.step


def check_permutations(scatters: Sequence[Unproved], sizes: Sizes) -> None:
    """Every function must be a permutation for these sizes, at every position and in every iteration around it."""
    for scatter in scatters:
        values, tested = Evaluator(sizes.names, sizes.tables), 0
        for _ in _environments(scatter.around, values):
            tested += _check(scatter, values)
            if tested > MOST_TESTED and any(isinstance(binding, Hidden) for binding in scatter.around):
                raise LiftError(
                    NOT_BIJECTIVE,
                    "it would take too long to test that the function of 'lift.scatter' is a permutation for every length "
                    "that may be hidden",
                    expected="a function that is seen to be a permutation",
                    fix="use lift.gather, which may be given any function, or smaller sizes",
                    location=scatter.location,
                )


def _environments(around: Sequence[Binding], values: Evaluator) -> Iterator[None]:
    """Give the names all values that they have, one after the other."""
    if not around:
        yield
        return
    first, *rest = around
    assert isinstance(first, Named)
    for value in _values(first, values):
        values.names[first.name] = value
        yield from _environments(rest, values)


def _values(binding: Named, values: Evaluator) -> Iterator[int]:
    if isinstance(binding, Hidden):
        yield from range(values.nat(binding.limit, ()) + 1)
        return
    count = values.nat(binding.count, ())
    if isinstance(binding, Index):
        yield from range(count)
        return
    length = values.nat(binding.start, ())
    for _ in range(count):
        yield length
        if binding.step is None:
            return
        values.names[binding.name] = length
        length = values.nat(binding.step, ())


def _check(scatter: Unproved, values: Evaluator) -> int:
    """How many positions were tested."""
    length = values.nat(scatter.length, ())
    if not length:
        return 0
    reached = np.zeros(length, np.bool_)
    places = values.along(scatter.index, scatter.name, length)
    inside = (places >= 0) & (places < length)
    reached[places[inside].astype(np.int64)] = True
    if reached.all():
        return length
    used = {name: value for name, value in values.names.items() if name in scatter.index.names | scatter.length.names}
    raise LiftError(
        NOT_BIJECTIVE,
        f"the function of 'lift.scatter' is not a permutation of {length} positions",
        expected="each position exactly once",
        found=f"no element for position {int(np.argmin(reached))}",
        notes=[(_listed(used), None)] if used else [],
        location=scatter.location,
    )


def _listed(values: Mapping[str, int]) -> str:
    return ", ".join(f"{name} = {value}" for name, value in values.items())
