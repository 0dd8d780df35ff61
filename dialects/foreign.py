"""What to write instead of an op of another dialect, for whoever comes from MLIR: used by messages that refuse one."""

from __future__ import annotations

from typing import Final

_LOOPS: Final = (
    "use lift.map over an array, lift.reduce or lift.scan to carry a value, or lift.iterate to repeat a step"
)
_CALL: Final = "use lift.call"
_RETURN: Final = "end the function with lift.return"
_INSTEAD: Final = {
    "scf.if": "use lift.if %c { .. } else { .. }, or arith.select to choose one of two numbers",
    "scf.for": _LOOPS,
    "scf.while": "use lift.iterate upto M (%s) in %init while { .. } do { .. }",
    "scf.parallel": _LOOPS,
    "affine.for": _LOOPS,
    "func.func": "write it as lift.def @f<N>(%xs: !lift.array<N, f32>) -> f32 { .. }",
    "func.call": _CALL,
    "call": _CALL,
    "func.return": _RETURN,
    "return": _RETURN,
    "yield": "end the region with lift.yield",
    "scf.yield": "end the region with lift.yield",
    "memref.load": "read an element with lift.at",
    "tensor.extract": "read an element with lift.at",
}


def instead_of(name: str) -> str | None:
    """How the language says what an op of another dialect means, where it does."""
    return _INSTEAD.get(name)
