"""`ocl-place-barriers`: with its barriers no work items race, and without any one of them some do."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from how_many import how_many
from pass_programs import PASSES
from work_items import Launch, races
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import PassPipeline

import lift
from lift.analysis.errors import DIVERGENT_BARRIER, NO_WAITING
from lift.dialects.diagnostics import LiftError
from lift.dialects.errors import ErrorKind
from lift.dialects.lift.functions import DefOp
from lift.dialects.loader import lift_context, load_module
from lift.dialects.ocl.kernels import BarrierOp

FOLDER = Path(__file__).parents[1] / "filecheck" / "passes" / "ocl-place-barriers"
FILES = ("order.mlir", "iterations.mlir", "dimensions.mlir")
TO_KERNELS = ("ocl-infer-memory", "ocl-materialise", "ocl-split-kernels")
"""The passes before."""

SIZES = {"N": 5, "M": 5}
LAUNCHES = tuple(Launch([x, y], [groups, 1]) for x, y in ((3, 1), (4, 1), (2, 3)) for groups in (2, 5))
"""Groups that do several iterations and such that do one; work items that have several elements and such that have none."""


def run(module: ModuleOp, *names: str) -> ModuleOp:
    PassPipeline(tuple(PASSES[name]()() for name in names)).apply(lift_context(), module)
    module.verify()
    return module


def functions(path: Path) -> Iterator[tuple[str, str]]:
    for function in load_module(path).walk():
        if isinstance(function, DefOp):
            yield function.function_name, str(function)


CASES = dict(case for name in FILES for case in functions(FOLDER / name))


@cache
def placed(name: str) -> ModuleOp:
    """A case with its barriers; who changes it changes it back."""
    return run(load_module(CASES[name]), *TO_KERNELS, "ocl-place-barriers")


def launches(module: ModuleOp) -> list[Launch]:
    """Those that a program may be run with: those it says, or any."""
    (function,) = (op for op in module.walk() if isinstance(op, DefOp))
    if function.launch is None:
        return [launch for launch in LAUNCHES if launch.local[1] == 1 or "map_lcl<1>" in str(module)]
    local, groups = ([size.data for size in sizes] for sizes in (function.launch.local, function.launch.groups))
    ones = [1] * (2 - len(local))
    return [
        Launch(
            [*(size.constant or SIZES["N"] for size in local), *ones],
            [*(size.constant or SIZES["N"] for size in groups), *ones],
        )
    ]


def race(module: ModuleOp) -> bool:
    sizes = [SIZES, {**SIZES, "M": 1}] if "M - 1" in str(module) else [SIZES]
    return any(races(module, these, launch) for these in sizes for launch in launches(module))


def barriers(module: ModuleOp) -> list[BarrierOp]:
    return [op for op in module.walk() if isinstance(op, BarrierOp)]


def without(barrier: BarrierOp, module: ModuleOp) -> bool:
    """Whether work items race where one barrier is left out."""
    block, following = barrier.parent, barrier.next_op
    assert block is not None
    assert following is not None
    barrier.detach()
    found = race(module)
    block.insert_op_before(barrier, following)
    return found


@pytest.mark.parametrize("name", CASES)
def test_no_work_items_meet(name: str) -> None:
    assert not race(placed(name))


@pytest.mark.parametrize("name", [name for name in CASES if name != "there"])
def test_every_barrier_is_needed(name: str) -> None:
    module = placed(name)
    assert all(without(barrier, module) for barrier in barriers(module))


@pytest.mark.parametrize("name", CASES)
def test_a_second_time_changes_nothing(name: str) -> None:
    once = str(placed(name))
    assert str(run(load_module(once), "ocl-place-barriers")) == once


def test_partial_dot_has_two_barriers() -> None:
    module = run(load_module(FOLDER / "paper.mlir"), *TO_KERNELS, "ocl-place-barriers")
    assert len(barriers(module)) == 2
    for local, groups in ((64, 2), (16, 2), (16, 1)):
        assert not races(module, {"N": 256}, Launch([local], [groups]))
    for barrier in barriers(module):
        barrier.detach()
        assert races(module, {"N": 256}, Launch([64], [2]))


@pytest.mark.parametrize(
    ("reader", "kind"),
    [
        ("ocl.map_lcl<1> (%row) in %rows", DIVERGENT_BARRIER),
        ("ocl.map_seq (%row) in %rows", None),
    ],
)
def test_errors_say_where_it_is_written_and_what_to_do(reader: str, kind: ErrorKind | None) -> None:
    """The maps exchanged, as the message says, there is a place for the barrier."""
    text = f"""lift.def @f<N>(%xs: !lift.array<N, !lift.array<4, !lift.array<8, f32>>>)
    -> !lift.array<N, !lift.array<4, !lift.array<8, f32>>> {{
      %r = ocl.kernel @f {{
        %all = ocl.map_wrg<0> (%rows) in %xs to global {{
          %out = {reader} to global {{
            %tmp = ocl.map_lcl<0> (%x) in %row to local {{
              lift.yield %x
            }}
            %back = lift.gather %tmp by (i) -> (7 - i)
            %line = ocl.map_lcl<0> (%x) in %back to global {{
              lift.yield %x
            }}
            lift.yield %line
          }}
          lift.yield %out
        }}
        lift.yield %all
      }}
      lift.return %r
    }}"""
    if kind is None:
        module = run(load_module(text), *TO_KERNELS, "ocl-place-barriers")
        assert not race(module)
        assert all(without(barrier, module) for barrier in barriers(module))
        return
    with pytest.raises(LiftError) as caught:
        run(load_module(text), *TO_KERNELS, "ocl-place-barriers")
    assert caught.value.kind is kind
    assert caught.value.location is not None
    assert caught.value.location.line == 10
    # Several work items write %tmp, so private memory is no way out.
    assert caught.value.fix == "exchange the maps so that ocl.map_lcl is inside each of them"
    ((note, place),) = caught.value.notes
    assert note == "%tmp is written here"
    assert place is not None
    assert place.line == 6


def test_global_memory_of_other_groups_is_refused_with_a_way_out() -> None:
    text = """lift.def @f<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
      %r = ocl.kernel @f {
        %a = ocl.map_glb<0> (%x) in %xs to global { lift.yield %x }
        %back = lift.gather %a by (i) -> (N - 1 - i)
        %b = ocl.map_glb<0> (%x) in %back to global { lift.yield %x }
        lift.yield %b
      }
      lift.return %r
    }"""
    with pytest.raises(LiftError) as caught:
        run(load_module(text), *TO_KERNELS, "ocl-place-barriers")
    assert caught.value.kind is NO_WAITING
    assert caught.value.fix is not None
    assert "top level" in caught.value.fix
    module = run(load_module(text), *TO_KERNELS)
    assert race(module)


def test_work_items_that_do_the_same_may_write_the_same() -> None:
    """In the second dimension nothing is distributed, and each iteration writes another buffer than it reads."""
    launch = "launch(local = [4], groups = [N])"
    assert launch in CASES["shifted"]
    text = CASES["shifted"].replace(launch, "launch(local = [4, 2], groups = [N, 1])")
    assert len(barriers(run(load_module(text), *TO_KERNELS, "ocl-place-barriers"))) == 2


# Random bodies of work groups


ROW = "!lift.array<8, f32>"
VIEWS = ("%{0}", "lift.gather %{0} by (i) -> (7 - i)", "lift.gather %{0} by (i) -> ((i + 3) mod 8)")
NEGATE = "{ %y = arith.negf %x : f32 lift.yield %y }"
ADD = "{ %l = lift.get %p[0] %r = lift.get %p[1] %s = arith.addf %l, %r : f32 lift.yield %s }"


class Body:
    """The text of what a group does: each statement makes one more row."""

    def __init__(self, seed: int):
        self.random = random.Random(seed)
        self.count = 0

    def name(self) -> str:
        self.count += 1
        return f"v{self.count}"

    def view(self, rows: list[str], lines: list[str]) -> str:
        text = self.random.choice(VIEWS).format(self.random.choice(rows))
        if text.startswith("%"):
            return text[1:]
        name = self.name()
        lines.append(f"%{name} = {text}")
        return name

    def mapped(self, rows: list[str], lines: list[str], space: str | None = None, kind: str | None = None) -> str:
        """A row that is computed from one or two others."""
        chosen = self.random
        to = f"to {space or chosen.choice(('local', 'local', 'global'))}"
        kind = kind or chosen.choice(("ocl.map_lcl<0>", "ocl.map_lcl<0>", "ocl.map_lcl<0>", "ocl.map_seq"))
        xs, name = self.view(rows, lines), self.name()
        match chosen.randrange(4):
            case 0:
                ys, both = self.view(rows, lines), self.name()
                lines.append(f"%{both} = lift.zip %{xs}, %{ys}")
                lines.append(f"%{name} = {kind} (%p) in %{both} {to} {ADD}")
            case 1:
                fold = f"(%a, %e) in %{self.view(rows, lines)} from %x {{ %t = arith.addf %a, %e : f32 lift.yield %t }}"
                lines.append(f"%{name} = {kind} (%x) in %{xs} {to} {{ %s = ocl.reduce_seq {fold} lift.yield %s }}")
            case _:
                lines.append(f"%{name} = {kind} (%x) in %{xs} {to} {NEGATE}")
        return name

    def looped(self, rows: list[str], lines: list[str], depth: int) -> str:
        """A row that a loop ends with."""
        space = self.random.choice(("local", "local", "global"))
        to = f"to {space}"
        kind = self.random.randrange(4)
        first, name, inner = self.mapped(rows, lines, space), self.name(), list[str]()
        around = [row for row in rows if row != first]
        t, row = self.name(), self.name()
        match kind:
            case 0:
                count = self.random.choice((2, 3))
                last = self.statements([t], inner, 2, space)
                lines += [f"%{name} = lift.iterate {count} (%{t})[n] in %{first} {to} {{"]
                inner = [line.replace("mod 8", "mod n").replace("7 - i", "n - 1 - i") for line in inner]
                lines += [*inner, f"lift.yield %{last}", "}"]
            case 1:
                last = self.statements([*around, t, row], inner, depth + 1, space)
                lines += [f"%{name} = ocl.reduce_seq (%{t}, %{row}) in %rows from %{first} {to} {{"]
                lines += [*inner, f"lift.yield %{last}", "}"]
            case _:
                last = self.statements([*around, row], inner, depth + 1, space)
                all_ = self.name()
                lines += [f"%{all_} = ocl.map_seq (%{row}) in %rows {to} {{"]
                lines += [*inner, f"lift.yield %{last}", "}", f"%{name} = lift.at %{all_}[{self.random.randrange(2)}]"]
        return name

    def statements(self, rows: list[str], lines: list[str], depth: int, space: str) -> str:
        rows = list(rows)
        for _ in range(self.random.randrange(3)):
            if depth < 2 and self.random.random() < 0.4:
                rows.append(self.looped(rows, lines, depth))
            else:
                rows.append(self.mapped(rows, lines))
        return self.mapped(rows, lines, space)

    def program(self) -> str:
        lines: list[str] = []
        row = self.statements(["head", self.looped(["head"], lines, 0)], lines, 0, "local")
        last = self.mapped(["head", row], lines, "global", "ocl.map_lcl<0>")
        launch = self.random.choice(("", "launch(local = [4], groups = [N])", "launch(local = [3], groups = [2])"))
        rows = "!lift.array<N, !lift.array<2, !lift.array<8, f32>>>"
        return "\n".join(
            [
                f"lift.def @f<N>(%xs: {rows}) -> !lift.array<N, {ROW}> {launch} {{",
                "%r = ocl.kernel @f {",
                "%all = ocl.map_wrg<0> (%rows) in %xs to global {",
                "%head = lift.at %rows[0]",
                *lines,
                f"lift.yield %{last}",
                "}",
                "lift.yield %all",
                "}",
                "lift.return %r",
                "}",
            ]
        )


@pytest.mark.parametrize("seed", range(how_many(7, usual=14)))
def test_random_groups(seed: int) -> None:
    text = Body(seed).program()
    module = run(load_module(text), *TO_KERNELS, "ocl-place-barriers")
    assert not race(module), text


def test_random_groups_do_meet_without_barriers() -> None:
    texts = [Body(seed).program() for seed in range(8)]
    assert sum(race(run(load_module(text), *TO_KERNELS)) for text in texts) > 4


def test_kernels_and_barriers_change_no_value() -> None:
    module = run(load_module(CASES["shared"]), *TO_KERNELS, "ocl-place-barriers")
    x = np.arange(24, dtype=np.float32).reshape(3, 8)
    np.testing.assert_array_equal(lift.compile(module, target="interpreter")(x), -x[:, ::-1])
