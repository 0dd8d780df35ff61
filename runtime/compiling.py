"""What `lift.compile` does: read a program, verify it, find the function to run, and make it callable for a target."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Final, cast

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp, UnknownLoc
from xdsl.printer import Printer

from ..analysis.errors import NO_SCRIPT
from ..dialects.diagnostics import LiftError
from ..dialects.errors import UNREADABLE
from ..dialects.garbage import seldom_collected
from ..dialects.lift.functions import DefOp
from ..dialects.lift.profile import PROFILE, profile_of, set_profile
from ..dialects.limits import raised
from ..dialects.loader import lift_context, load_module, parse_module, verify
from ..dialects.profiles import Profile, parse_profile
from . import cache
from .entries import entry_of
from .errors import NO_STRATEGY, NO_TARGET
from .scripts import ScriptLike, derived
from .signature import Signature

if TYPE_CHECKING:
    from .device.devices import DeviceLike
    from .device.lowered import Lowered
    from .device.program import OpenCLProgram
    from .program import InterpretedProgram

TARGETS: Final = ("opencl", "interpreter")
STRATEGIES: Final = ("cpu", "gpu", "plain")

_PROGRAM: Final = re.compile(r"""[\n\r]|\w\.\w+\s+[@%{]|\w\.\w+"\s*\(|%\w+\s*=""")
"""What a text of a program has, and hardly a path: several lines, or an op with what follows its name."""


def compile_program(
    source: str | os.PathLike[str] | ModuleOp,
    entry: str | None,
    target: str | None,
    strategy: str | None = None,
    device: DeviceLike | None = None,
    context: Context | None = None,
    limits: Mapping[str, int] | None = None,
    profile: str | Profile | None = None,
    script: ScriptLike | None = None,
    knobs: Mapping[str, int] | None = None,
) -> InterpretedProgram | OpenCLProgram:
    """A program that can be called; what is wrong with its text comes before what is wrong with the target."""
    with raised(limits or {}), seldom_collected():
        return _callable(source, entry, target, Choices(strategy, device, profile, script, knobs), context)


@dataclass(frozen=True)
class Choices:
    """How a program is compiled for a device."""

    strategy: str | None = None
    device: DeviceLike | None = None
    profile: str | Profile | None = None
    script: ScriptLike | None = None
    knobs: Mapping[str, int] | None = None


def _callable(
    source: str | os.PathLike[str] | ModuleOp,
    entry: str | None,
    target: str | None,
    choices: Choices,
    context: Context | None,
) -> InterpretedProgram | OpenCLProgram:
    module = read_program(source, context)
    function = entry_of(module, entry)
    if target not in (None, *TARGETS):
        raise LiftError(NO_TARGET, "there is no such target", expected=" or ".join(TARGETS), found=repr(target))
    if target == "interpreter":
        return _interpreted(module, function, choices)
    if choices.strategy not in (None, *STRATEGIES) and not _is_added(choices.strategy):
        expected = f"{' or '.join(STRATEGIES)}, or none for the one that suits the device"
        raise LiftError(NO_STRATEGY, "there is no such strategy", expected=expected, found=repr(choices.strategy))
    return _compiled(module, function, choices, context)


def _is_added(strategy: object) -> bool:
    """Whether a strategy is one that another package adds."""
    from ..passes.strategies.registry import strategies

    found = strategies().get(strategy) if isinstance(strategy, str) else None
    return found is not None and not found.at_place and not found.parameters


def _interpreted(module: ModuleOp, function: Signature, choices: Choices) -> InterpretedProgram:
    from .program import InterpretedProgram

    for what, given in vars(choices).items():
        if given is not None:
            message = f"a {what} is for programs that are compiled, and the interpreter has none"
            raise LiftError(NO_TARGET, message, found=f"{what}={given!r}", fix="leave it out")
    if not isinstance(function, DefOp):
        message = f"@{function.function_name} is a host program, which the interpreter cannot run"
        raise LiftError(NO_TARGET, message, expected="a lift.def")
    return InterpretedProgram(module, function)


def _compiled(module: ModuleOp, function: Signature, choices: Choices, context: Context | None) -> OpenCLProgram:
    from .device.program import OpenCLProgram, Variant

    profile, device = choices.profile, choices.device
    original = module.clone()  # the caller may go on to change what was passed
    if profile is not None:
        set_profile(original, parse_profile(profile) if isinstance(profile, str) else profile)
    chosen = None
    if device is not None or PROFILE not in original.attributes:
        from .device.devices import find_device
        from .device.profiles import profile_for

        found = find_device(device)
        chosen = None if device is None else found
        if PROFILE not in original.attributes:
            set_profile(original, profile_for(found))
    function = entry_of(original, function.function_name)
    strategy = choices.strategy or profile_of(original).kind

    def by_strategy() -> OpenCLProgram:
        return OpenCLProgram(original, function, _lowered(original, function, strategy, context), strategy, chosen)

    if choices.script is None:
        return by_strategy()
    if not isinstance(function, DefOp):
        raise LiftError(NO_SCRIPT, f"a script is for a function, and @{function.function_name} is a host program")
    result = derived(original, function, choices.script, choices.knobs or {}, context)
    lowered = _lowered(result.module, result.function, strategy, context)
    return OpenCLProgram(original, function, lowered, strategy, chosen, Variant(result, by_strategy))


def _lowered(module: ModuleOp, function: Signature, strategy: str, context: Context | None) -> Lowered:
    """The program, lowered; from disk where that has been done before, by this compiler and without other dialects."""
    from .device.lowered import Lowered

    entry = function.function_name
    if not isinstance(function, DefOp):
        return Lowered(module, entry)
    if context is not None or strategy not in STRATEGIES or not cache.covers(module):
        return Lowered(lower(module, entry, strategy, context or lift_context()), entry)
    key = cache.key_of(strategy, entry, _generic(module))
    kept = cache.load(key)
    if kept is not None and kept.keys() >= {"module", "opencl"}:
        with suppress(LiftError):  # it is no program, and counts as none
            found = parse_module(kept["module"], f"<cache {key[:8]}>")
            for op in found.walk():
                op.location = UnknownLoc()  # places in an entry are nothing that somebody wrote
            return Lowered(found, entry, kept["opencl"])
    lowered = Lowered(lower(module, entry, strategy, lift_context()), entry)
    cache.store(key, {"module": _generic(lowered.module), "opencl": lowered.text(long=False)})
    return lowered


def lower(module: ModuleOp, entry: str, strategy: str, context: Context) -> ModuleOp:
    """A copy of the module with the kernels and the host program of one function, and nothing of the others.

    What the strategies `cpu` and `gpu` have rewritten may have no form in OpenCL; then the program is mapped by `plain`.
    """
    from ..lowering.lift_to_opencl import LiftToOpenCLPass

    lowered = module.clone()
    try:
        LiftToOpenCLPass(strategy=strategy, entry=entry).apply(context, lowered)
    except LiftError:
        if strategy not in ("cpu", "gpu"):
            raise
        lowered = module.clone()
        LiftToOpenCLPass(strategy="plain", entry=entry).apply(context, lowered)
    return lowered


def _generic(module: ModuleOp) -> str:
    """The module in generic form."""
    text = StringIO()
    Printer(text, print_generic_format=True).print_op(module)
    return text.getvalue()


def read_program(source: object, context: Context | None = None) -> ModuleOp:
    """The module that a path, a text or a module is, verified."""
    if isinstance(source, ModuleOp):
        verify(source)
        return source
    if isinstance(source, str) and _is_program(source):
        return load_module(source, "<string>", context)
    path = _path_of(source)
    if path is None:
        expected, found = "a path, the text of a program, or a module", f"a value of type {type(source).__name__}"
        raise LiftError(UNREADABLE, "the source is not a program", expected=expected, found=found)
    return load_module(path, context=context)


def _path_of(source: object) -> Path | None:
    try:
        path = os.fspath(cast("str | os.PathLike[str] | os.PathLike[bytes]", source))
    except TypeError:
        return None
    return Path(path) if isinstance(path, str) else None


def _is_program(text: str) -> bool:
    """Whether a text is a program itself, rather than the path of one."""
    return not os.path.exists(text) and (not text.strip() or _PROGRAM.search(text) is not None)  # noqa: PTH110  # Path's own raises where a text is no path at all
