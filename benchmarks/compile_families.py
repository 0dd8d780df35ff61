"""Programs of any length, for measuring how the time to compile grows: each family repeats one step."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

ARRAY = "!lift.array<N, f32>"


@dataclass(frozen=True)
class Family:
    """Programs of one kind: the text of one with so many steps, and how many ops a step has."""

    what: str
    ops: int
    text: Callable[[int], str]

    def of_size(self, ops: int) -> str:
        """The program with about so many ops."""
        return self.text(max(1, ops // self.ops))


def _function(lines: Iterator[str], result: str, type_: str = ARRAY) -> str:
    return "\n".join([f"lift.def @f<N>(%x: {ARRAY}) -> {type_} {{", *lines, f"  lift.return {result}", "}", ""])


def _chain(steps: int) -> str:
    """Each map needs the one before twice, so none can be put into another."""

    def lines() -> Iterator[str]:
        for k in range(steps):
            x = f"%m{k - 1}" if k else "%x"
            yield f"  %r{k} = lift.gather {x} by (i) -> (N - 1 - i)"
            yield f"  %z{k} = lift.zip {x}, %r{k}"
            yield f"  %m{k} = lift.map (%p) in %z{k} {{"
            yield "    %a = lift.get %p[0]"
            yield "    %b = lift.get %p[1]"
            yield "    %s = arith.addf %a, %b : f32"
            yield "    lift.yield %s"
            yield "  }"

    return _function(lines(), f"%m{steps - 1}")


def _stencils(steps: int) -> str:
    """Windows of windows: maps with layout ops between them."""

    def lines() -> Iterator[str]:
        for k in range(steps):
            yield f"  %p{k} = lift.pad clamp 1, 1 {f'%m{k - 1}' if k else '%x'}"
            yield f"  %w{k} = lift.slide 3 by 1 %p{k}"
            yield f"  %m{k} = lift.map (%v) in %w{k} {{"
            yield "    %a = lift.at %v[0]"
            yield "    %b = lift.at %v[2]"
            yield "    %s = arith.addf %a, %b : f32"
            yield "    lift.yield %s"
            yield "  }"

    return _function(lines(), f"%m{steps - 1}")


def _maps(steps: int, *, fused: bool) -> Iterator[str]:
    for k in range(steps):
        yield f"  %m{k} = lift.map (%p) in {f'%m{k - 1}' if fused and k else '%x'} {{"
        yield f"    %c = arith.constant {k}.0 : f32"
        yield "    %s = arith.addf %p, %c : f32"
        yield "    lift.yield %s"
        yield "  }"


def _independent(steps: int) -> str:
    """Many results of one array."""

    def lines() -> Iterator[str]:
        yield from _maps(steps, fused=False)
        yield f"  %t = lift.tuple {', '.join(f'%m{k}' for k in range(steps))}"

    return _function(lines(), "%t", f"tuple<{', '.join([ARRAY] * steps)}>")


def _fused(steps: int) -> str:
    """Maps that become one."""
    return _function(_maps(steps, fused=True), f"%m{steps - 1}")


def _scalars(steps: int) -> str:
    """One long body."""

    def lines() -> Iterator[str]:
        yield "  %m = lift.map (%s0) in %x {"
        for k in range(steps):
            yield f"    %s{k + 1} = arith.{'addf' if k % 2 else 'mulf'} %s{k}, %s{k // 2} : f32"
        yield f"    lift.yield %s{steps}"
        yield "  }"

    return _function(lines(), "%m")


def _functions(steps: int) -> str:
    """Many functions in a file."""

    def lines(k: int) -> Iterator[str]:
        yield f"lift.def @f{k}<N>(%x: {ARRAY}) -> f32 where [N ge 3] {{"
        yield "  %zero = arith.constant 0.0 : f32"
        yield "  %m = lift.map (%p) in %x {"
        yield "    %q = arith.mulf %p, %p : f32"
        yield "    lift.yield %q"
        yield "  }"
        yield "  %w = lift.slide 3 by 1 %m"
        yield "  %j = lift.join %w"
        yield "  %r = lift.reduce (%acc, %e) in %j from %zero {"
        yield "    %s = arith.addf %acc, %e : f32"
        yield "    lift.yield %s"
        yield "  }"
        yield "  lift.return %r"
        yield "}"

    return "\n".join(line for k in range(steps) for line in lines(k)) + "\n"


def _doubling(line: str, lines: int, type_: str) -> Iterator[str]:
    """Lines that each use the value of the one before twice."""
    yield f"lift.def @f<N>(%x0: {type_}) -> {type_} {{"
    for k in range(lines):
        yield f"  %x{k + 1} = {line} %x{k}, %x{k}"


def _tuples(lines: int) -> str:
    return "\n".join([*_doubling("lift.tuple", lines, "i32"), "  lift.return %x0", "}", ""])


def _zips(lines: int) -> str:
    return "\n".join([*_doubling("lift.zip", lines, ARRAY), "  lift.return %x0", "}", ""])


def _aliases(lines: int) -> str:
    aliases = [f"!a{k + 1} = tuple<!a{k}, !a{k}>" for k in range(lines)]
    return "\n".join(
        ["!a0 = i32", *aliases, f"lift.def @f(%x: !a{lines}) -> !a{lines} {{", "  lift.return %x", "}", ""]
    )


def _concats(lines: int) -> str:
    head, *rest = _doubling("lift.concat", lines, ARRAY)
    head = head.replace(f"-> {ARRAY}", f"-> !lift.array<{2**lines} * N, f32>")
    return "\n".join([head, *rest, f"  lift.return %x{lines}", "}", ""])


def _calls(lines: int) -> str:
    functions = ["lift.def @f0(%x: i32) -> i32 {", "  %y = arith.addi %x, %x : i32", "  lift.return %y", "}"]
    for k in range(lines):
        functions += [f"lift.def @f{k + 1}(%x: i32) -> i32 {{", f"  %a = lift.call @f{k}(%x)"]
        functions += [f"  %b = lift.call @f{k}(%a)", "  lift.return %b", "}"]
    return "\n".join([*functions, ""])


DOUBLING: dict[str, Callable[[int], str]] = {
    "tuples": _tuples,
    "zips": _zips,
    "aliases": _aliases,
    "concats": _concats,
    "calls": _calls,
}
"""Programs that stand for twice as much with each line."""

FAMILIES = {
    "chain": Family("maps that cannot be fused, with gathers and zips", 7, _chain),
    "stencils": Family("windows of windows", 7, _stencils),
    "independent": Family("maps of one array, all of them results", 4, _independent),
    "fused": Family("maps that become one", 4, _fused),
    "scalars": Family("one map with a long body", 1, _scalars),
    "functions": Family("functions with a reduction each", 11, _functions),
}
