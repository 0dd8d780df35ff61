"""`lift-opt` with passes that go wrong, each in its own way, and one that is a sequence of others."""

import sys
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass
from xdsl.transforms.canonicalize import CanonicalizePass
from xdsl.transforms.common_subexpression_elimination import CommonSubexpressionElimination
from xdsl.utils.exceptions import PassFailedException

from lift.tools.lift_opt.main import LiftOpt, main


@dataclass(frozen=True)
class Crash(ModulePass):
    """Fails as no pass should."""

    name = "crash"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        raise KeyError("planted")


@dataclass(frozen=True)
class Refuse(ModulePass):
    """Refuses every program."""

    name = "refuse"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        raise PassFailedException("no program is good enough")


@dataclass(frozen=True)
class Break(ModulePass):
    """Leaves programs behind that are not valid: functions without a result."""

    name = "break"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for function in op.body.block.ops:
            last = function.regions[0].block.last_op
            assert last is not None
            last.detach()
            last.erase()


@dataclass(frozen=True)
class Tidy(ModulePass):
    """Canonicalizes, then removes what is there twice."""

    name = "tidy"

    def passes(self) -> tuple[ModulePass, ...]:
        return (CanonicalizePass(), CommonSubexpressionElimination())

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for step in self.passes():
            step.apply(ctx, op)


class WithFaultyPasses(LiftOpt):
    def register_all_passes(self) -> None:
        super().register_all_passes()
        self.register_pass("crash", lambda: Crash)
        self.register_pass("refuse", lambda: Refuse)
        self.register_pass("break", lambda: Break)
        self.register_pass("tidy", lambda: Tidy)


if __name__ == "__main__":
    sys.exit(main(tool=WithFaultyPasses))
