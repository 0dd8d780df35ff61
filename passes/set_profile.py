"""`lift-set-profile`: the module says for which kind of device it is compiled."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from ..dialects.lift.profile import set_profile
from ..dialects.profiles import parse_profile


@dataclass(frozen=True)
class SetProfilePass(ModulePass):
    """Name the profile that strategies, passes and printers read from here on.

    Before:

        builtin.module { .. }

    After `lift-set-profile{profile="pocl,vector_bytes=64"}`:

        builtin.module attributes {lift.profile = #lift.profile<pocl, vector_bytes = 64>} { .. }

    A profile that the module had is gone. `lift-opt --profile` is this pass before all others.
    """

    name: ClassVar[str] = "lift-set-profile"

    profile: str
    """Its name, perhaps with other values of some fields."""

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        set_profile(op, parse_profile(self.profile))
