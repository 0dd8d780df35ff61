"""Results of maps over work items in private memory: each work item has the elements that are its own, and no other."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from how_many import how_many

import lift
from lift.dialects.diagnostics import LiftError


def program(length: str, sizes: str = "N", launch: str = "", between: str = "%p") -> str:
    """Rows of which each element is doubled in private memory, and then stored."""
    rows = f"!lift.array<N, !lift.array<{length}, i32>>"
    layout = "" if between == "%p" else f"%q = {between}"
    return f"""lift.def @f<{sizes}>(%a: {rows}) -> {rows} {launch} {{
  %r = ocl.map_wrg<0> (%row) in %a {{
    %p = ocl.map_lcl<0> (%x) in %row {{
      %y = arith.addi %x, %x : i32
      %k = ocl.to_private %y
      lift.yield %k
    }}
    {layout}
    %o = ocl.map_lcl<0> (%x) in {"%p" if between == "%p" else "%q"} {{ lift.yield %x }}
    lift.yield %o
  }}
  lift.return %r
}}"""


@pytest.mark.parametrize("length", [1, 4, 63, 64, 65, 100, 200])
def test_a_work_item_keeps_its_own_elements(length: int) -> None:
    double = lift.compile(program(str(length)))
    xs = np.arange(3 * length, dtype=np.int32).reshape(3, length)
    np.testing.assert_array_equal(double(xs), 2 * xs)


@pytest.mark.parametrize("size", [1, 7, 16, 128])
def test_how_many_they_are_depends_on_the_launch(size: int) -> None:
    double = lift.compile(program("128", launch=f"launch(local = [{size}], groups = [N])"))
    xs = np.arange(256, dtype=np.int32).reshape(2, 128)
    np.testing.assert_array_equal(double(xs), 2 * xs)


@pytest.mark.parametrize("length", [1, 5, 32])
def test_there_may_be_any_number_with_as_many_work_items(length: int) -> None:
    double = lift.compile(program("M", "N, M", "launch(local = [M], groups = [N])"))
    xs = np.arange(2 * length, dtype=np.int32).reshape(2, length)
    np.testing.assert_array_equal(double(xs), 2 * xs)


def test_they_become_values_where_there_are_few() -> None:
    text = lift.compile(program("256")).opencl
    assert "reqd_work_group_size(64, 1, 1)" in text
    assert "p[" not in text


@pytest.mark.parametrize("layout", ["by (i) -> (7 - i)", "by (i) -> (0)", "by (i) -> ((i + 1) mod 8)"])
def test_what_another_work_item_has_is_not_read(layout: str) -> None:
    with pytest.raises(LiftError) as refused:
        _ = lift.compile(program("8", between=f"lift.gather %p {layout}")).opencl
    assert refused.value.code == "LIFT0355"
    assert "private memory, which no other work item sees" in refused.value.message


TRANSPOSED = """lift.def @f<N>(%a: !lift.array<N, !lift.array<4, !lift.array<4, i32>>>) -> !lift.array<N, !lift.array<4, !lift.array<4, i32>>> {
  %r = ocl.map_wrg<0> (%tile) in %a {
    %p = ocl.map_lcl<1> (%row) in %tile {
      %q = ocl.map_lcl<0> (%x) in %row { %k = ocl.to_private %x lift.yield %k }
      lift.yield %q
    }
    %o = ocl.map_lcl<FIRST> (%row) in %p {
      %q = ocl.map_lcl<SECOND> (%x) in %row { %y = arith.addi %x, %x : i32 lift.yield %y }
      lift.yield %q
    }
    lift.yield %o
  }
  lift.return %r
}"""


def test_the_dimensions_are_those_of_the_map_that_computed_it() -> None:
    double = lift.compile(TRANSPOSED.replace("FIRST", "1").replace("SECOND", "0"))
    xs = np.arange(32, dtype=np.int32).reshape(2, 4, 4)
    np.testing.assert_array_equal(double(xs), 2 * xs)
    with pytest.raises(LiftError) as refused:
        _ = lift.compile(TRANSPOSED.replace("FIRST", "0").replace("SECOND", "1")).opencl
    assert refused.value.code == "LIFT0355"


GLOBAL = """lift.def @f<N, M>(%a: !lift.array<N, !lift.array<M, i32>>) -> !lift.array<N, !lift.array<M, i32>>
    launch(local = [4, 2], groups = [M ceildiv 4, 3]) {
  %r = ocl.map_glb<1> (%row) in %a {
    %p = ocl.map_glb<0> (%x) in %row {
      %y = arith.addi %x, %x : i32
      %k = ocl.to_private %y
      lift.yield %k
    }
    %o = ocl.map_glb<0> (%x) in %p { lift.yield %x }
    lift.yield %o
  }
  lift.return %r
}"""


@pytest.mark.parametrize("shape", [(1, 1), (5, 3), (7, 4), (13, 9)])
def test_so_do_work_items_of_all_groups(shape: tuple[int, int]) -> None:
    xs = np.arange(shape[0] * shape[1], dtype=np.int32).reshape(shape)
    np.testing.assert_array_equal(lift.compile(GLOBAL)(xs), 2 * xs)


def drawn(seed: int) -> tuple[str, tuple[int, ...], list[int]]:
    """A program of some steps in private memory, the shape of what each group has, and what each step multiplies by."""
    draw = Random(seed)
    shape = tuple(draw.choice((1, 2, 3, 8, 17, 70)) for _ in range(draw.choice((1, 2, 2))))
    order = draw.sample(range(3), len(shape))
    factors = [draw.randint(-3, 3) for _ in range(draw.randint(1, 3))]
    local = ["1"] * 3
    for dimension in order:
        local[dimension] = str(draw.choice((1, 2, 3, 5, 16)))
    launch = draw.choice(("", f"launch(local = [{', '.join(local)}], groups = [N, 1, 1])"))

    def mapped(name: str, of: str, body: str, depth: int = 0) -> str:
        if depth == len(shape):
            return body
        element = f"{name}_{depth}"
        parts = f"%l{element} = lift.get %p{element}[0] %r{element} = lift.get %p{element}[1]"
        if depth + 1 == len(shape):
            inner = f"{parts} {body.format(x=f'%l{element}', y=f'%r{element}')}"
        else:
            rows = f"%z{element} = lift.zip %l{element}, %r{element}"
            inner = f"{parts} {rows} {mapped(name, f'%z{element}', body, depth + 1)} lift.yield %m{name}_{depth + 1}"
        return f"%m{element} = ocl.map_lcl<{order[depth]}> (%p{element}) in {of} {{ {inner} }}"

    steps, last = list[str](), "%row"
    for k, factor in enumerate(factors):
        body = (
            f"%c{k} = arith.constant {factor} : i32 %d{k} = arith.muli {{x}}, %c{k} : i32 "
            f"%e{k} = arith.addi %d{k}, {{y}} : i32 %k{k} = ocl.to_private %e{k} lift.yield %k{k}"
        )
        steps += [f"%with{k} = lift.zip {last}, %row", mapped(f"s{k}", f"%with{k}", body)]
        last = f"%ms{k}_0"
    steps += [f"%end = lift.zip {last}, %row", mapped("o", "%end", "%sum = arith.addi {x}, {y} : i32 lift.yield %sum")]
    type_ = "i32"
    for size in reversed(shape):
        type_ = f"!lift.array<{size}, {type_}>"
    body = "\n    ".join(steps)
    text = f"""lift.def @f<N>(%a: !lift.array<N, {type_}>) -> !lift.array<N, {type_}> {launch} {{
  %r = ocl.map_wrg<0> (%row) in %a {{
    {body}
    lift.yield %mo_0
  }}
  lift.return %r
}}"""
    return text, shape, factors


@pytest.mark.parametrize("seed", range(how_many(8, usual=16)))
def test_random_steps_in_private_memory(seed: int) -> None:
    text, shape, factors = drawn(seed)
    xs = np.random.default_rng(seed).integers(-9, 9, (2, *shape)).astype(np.int32)
    want = xs
    for factor in factors:
        want = factor * want + xs
    np.testing.assert_array_equal(lift.compile(text)(xs), want + xs, err_msg=text)
