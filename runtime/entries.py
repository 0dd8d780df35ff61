"""Which function of a module is run, and how it is shown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches

from xdsl.dialects.builtin import ModuleOp

from ..dialects.diagnostics import LiftError
from ..dialects.host.programs import ProgramOp
from ..dialects.lift.calls import CallOp
from ..dialects.lift.functions import DefOp
from .errors import NO_ENTRY
from .signature import Signature


def entry_of(module: ModuleOp, entry: str | None) -> Signature:
    """The function of a module that is run: the one named, or the only one that no other calls.

    Host programs are run where there is no `lift.def`.
    """
    functions: dict[str, Signature] = {op.function_name: op for op in module.ops if isinstance(op, DefOp)}
    if not functions:
        functions = {op.function_name: op for op in module.ops if isinstance(op, ProgramOp)}
    if entry is None:
        return _guessed(functions)
    name = str(entry).removeprefix("@")
    found = functions.get(name)
    if found is None:
        raise LiftError(
            NO_ENTRY,
            f"the program has no lift.def @{name}",
            expected=_listed(functions),
            found=f"@{name}",
            fix=_which(get_close_matches(name, functions, n=1) or functions),
        )
    return found


def _guessed(functions: Mapping[str, Signature]) -> Signature:
    """The only function that no other one calls."""
    called = {op.callee_name for function in functions.values() for op in function.walk() if isinstance(op, CallOp)}
    candidates = [name for name in functions if name not in called]
    if len(candidates) == 1:
        return functions[candidates[0]]
    raise LiftError(
        NO_ENTRY,
        "it is not clear which function to run" if functions else "the program has no lift.def",
        expected="one lift.def that no other calls, or entry=..",
        found=_listed(candidates),
        fix=_which(candidates),
    )


def _which(names: Iterable[str]) -> str | None:
    """How to name the first of some functions, where there is one."""
    name = next(iter(names), None)
    return None if name is None else f"say which: entry={name!r}, or --entry {name} on the command line"


def _listed(names: Iterable[str]) -> str:
    return ", ".join(f"@{name}" for name in names) or "none"


def signature_text(function: Signature) -> str:
    """`@f(%x: type, ..) -> type`."""
    types = zip(function.parameter_names, function.parameter_types, strict=True)
    parameters = ", ".join(f"%{name}: {type_}" for name, type_ in types)
    return f"@{function.function_name}({parameters}) -> {function.result_type}"
