"""Views as functions on access paths: at every position of a small array, each op leads to the element it should."""

import itertools
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from xdsl.dialects.builtin import TupleType
from xdsl.ir import Attribute, SSAValue

from lift.dialects.kernel.functions import FuncOp
from lift.dialects.kernel.types import vector_parts
from lift.dialects.lift.types import ArrayType
from lift.dialects.loader import load_module
from lift.dialects.nat.evaluate import evaluate, evaluate_condition
from lift.dialects.nat.expr import var
from lift.dialects.nat.facts import Facts
from lift.dialects.nat.parser import parse_nat
from lift.dialects.nat.simplify import simplify
from lift.dialects.view.operation import ViewOp, seen_by
from lift.dialects.view.path import Access, Chosen, Entry, Leads, Length, Linear, Opened, Part, Path
from lift.dialects.view.resolve import NotWritable, read, write
from lift.dialects.view.sources import MemoryOp


def last_view(body: str, nats: str = "") -> SSAValue:
    """The last view in a kernel with two buffers of integers."""
    text = f"""kernel.func @f{nats}(%x: !kernel.buffer<global, i32>, %y: !kernel.buffer<global, i32>) {{
      {body}
    }}"""
    (function,) = load_module(text).ops
    assert isinstance(function, FuncOp)
    op = function.block.last_op
    assert isinstance(op, ViewOp)
    return op.result


def positions(type_: Attribute) -> Iterator[tuple[Entry, ...]]:
    """Every path to a scalar of a type whose lengths are numbers."""
    vector = vector_parts(type_)
    match type_:
        case ArrayType():
            for i in range(evaluate(type_.length.data, {}, {})):
                yield from ((parse_nat(str(i)), *rest) for rest in positions(type_.at(i)))
        case TupleType():
            for k, part in enumerate(type_.types):
                yield from ((Part(k), *rest) for rest in positions(part))
        case _ if vector is not None:
            yield from ((parse_nat(str(lane)),) for lane in range(vector[0]))
        case _:
            yield ()


def place(access: Access) -> tuple[str, int]:
    """The buffer and the index that an access without symbols leads to."""
    while isinstance(access, Chosen):
        access = access.then if evaluate_condition(access.condition, {}, {}) else access.otherwise
    if not isinstance(access.to.owner, MemoryOp):
        return "value", 0
    buffer, index = access.to.owner.place(access.path)
    return str(buffer.name_hint), evaluate(index, {}, {})


def chosen(model: Any, path: tuple[Entry, ...]) -> Any:
    for entry in path:
        match entry:
            case Part(number):
                model = model[number]
            case Linear():
                raise AssertionError("no model has linear indices")
            case Opened() | Length():
                raise AssertionError("what has a hidden length is opened before")
            case index:
                model = model[evaluate(index, {}, {})]
    return model


def assert_reads(view: SSAValue, model: Any) -> None:
    """The view leads to what nested lists, in which an element is its place, have at every position."""
    paths = list(positions(seen_by(view, "view")))
    assert paths
    for path in paths:
        assert place(read(view, Path(path))) == chosen(model, path), path


def buffer(name: str, *shape: int) -> Any:
    """Nested lists of the places that memory of this shape has."""
    places = np.empty(int(np.prod(shape)), object)
    places[:] = [(name, i) for i in range(len(places))]
    return places.reshape(shape)


def memory(name: str, *shape: int, view: str = "m") -> str:
    type_ = "i32"
    for length in reversed(shape):
        type_ = f"!lift.array<{length}, {type_}>"
    return f"%{view} = view.memory %{name} : !view.view<{type_}>\n"


def pad(xs: Any, left: int, right: int, mode: str) -> Any:
    n = len(xs)
    modes: dict[str, Any] = {"clamp": "edge", "mirror": "symmetric", "wrap": "wrap"}
    index = np.pad(np.arange(n), (left, right), mode=modes[mode])
    return [xs[i] for i in index]


RAGGED = "%m = view.memory %x : !view.view<!lift.array<i : 3, !lift.array<i + 1, i32>>>\n"
X12, X34 = buffer("x", 12), buffer("x", 3, 4)
TRIANGLE = "!view.view<!lift.array<i : 3, !lift.array<i + 1, i32>>>"
HIDDEN = "!lift.exists<X upto 4, !lift.array<X, i32>>"
PLAIN: dict[str, tuple[str, Any]] = {
    "open": (
        f"%m = view.memory %y, %x from [2, 0] : !view.view<{HIDDEN}>\n%v = view.open %m [3]",
        buffer("x", 3),
    ),
    "length": (f"%m = view.memory %y, %x from [2, 0] : !view.view<{HIDDEN}>\n%v = view.length %m", ("y", 2)),
    "open_row": (
        f"%m = view.memory %y, %x : !view.view<!lift.array<3, {HIDDEN}>>\n%a = view.access %m[2]\n%v = view.open %a [3]",
        X12[8:11],
    ),
    "length_of_row": (
        f"%m = view.memory %y, %x : !view.view<!lift.array<3, {HIDDEN}>>\n%a = view.access %m[2]\n%v = view.length %a",
        ("y", 2),
    ),
    "rows": (
        f"%m = view.memory %y, %x : !view.view<!lift.array<3, {HIDDEN}>>\n%v = view.rows %m : {TRIANGLE}",
        [X12[:1], X12[4:6], X12[8:11]],
    ),
    "pack": (
        memory("x", 3)
        + f"%n = arith.constant 3 : i32\n%p = view.pack %m, %n : !view.view<{HIDDEN}>\n%v = view.open %p [3]",
        buffer("x", 3),
    ),
    "row": (memory("x", 12) + f"%r = view.row %m[5] : !view.view<{HIDDEN}>\n%v = view.open %r [3]", X12[5:8]),
    "memory": (memory("x", 2, 3, 4), buffer("x", 2, 3, 4)),
    "split": (memory("x", 12) + "%v = view.split 4 %m", X12.reshape(3, 4)),
    "split_rows": (memory("x", 6, 2) + "%v = view.split 3 %m", buffer("x", 2, 3, 2)),
    "join": (memory("x", 3, 4) + "%v = view.join %m", X12),
    "join_rows": (memory("x", 2, 3, 2) + "%v = view.join %m", buffer("x", 6, 2)),
    "transpose": (memory("x", 3, 4) + "%v = view.transpose %m", X34.T),
    "transpose_rows": (memory("x", 2, 3, 4) + "%v = view.transpose %m", buffer("x", 2, 3, 4).transpose(1, 0, 2)),
    "slide": (memory("x", 12) + "%v = view.slide 4 by 2 %m", [X12[i : i + 4] for i in range(0, 9, 2)]),
    "pad_clamp": (memory("x", 12) + "%v = view.pad clamp 2, 3 %m", pad(X12, 2, 3, "clamp")),
    "pad_mirror": (memory("x", 12) + "%v = view.pad mirror 5, 12 %m", pad(X12, 5, 12, "mirror")),
    "pad_wrap": (memory("x", 12) + "%v = view.pad wrap 12, 5 %m", pad(X12, 12, 5, "wrap")),
    "pad_constant": (
        memory("x", 3) + "%c = arith.constant 7 : i32\n%v = view.pad constant %c 2, 1 %m",
        [("value", 0)] * 2 + list(buffer("x", 3)) + [("value", 0)],
    ),
    "gather": (memory("x", 12) + "%v = view.gather %m by (i) -> (11 - i)", X12[::-1]),
    "gather_fewer": (memory("x", 12) + "%v = view.gather %m size 4 by (i) -> (3 * i)", X12[::3]),
    "scatter": (memory("x", 12) + "%v = view.scatter %m by (i) -> ((i + 5) mod 12)", np.roll(X12, -5)),
    "slice": (memory("x", 12) + "%v = view.slice %m from 3 size 5", X12[3:8]),
    "concat": (
        memory("x", 3) + memory("y", 4, view="n") + "%v = view.concat %m, %n, %m",
        [*buffer("x", 3), *buffer("y", 4), *buffer("x", 3)],
    ),
    "partition": (memory("x", 6) + "%v = view.partition %m into 3 by (i) -> (i + 1)", [X12[:1], X12[1:3], X12[3:6]]),
    "zip": (
        memory("x", 3, 4) + memory("y", 3, view="n") + "%v = view.zip %m, %n",
        list(zip(X34, buffer("y", 3), strict=True)),
    ),
    "unzip": (
        memory("x", 3, 4) + memory("y", 3, view="n") + "%z = view.zip %m, %n\n%v = view.unzip %z",
        (X34, buffer("y", 3)),
    ),
    "get": (
        memory("x", 3, 4) + memory("y", 3, view="n") + "%z = view.tuple %m, %n\n%v = view.get %z[1]",
        buffer("y", 3),
    ),
    "memory_of_tuples": (
        "%v = view.memory %x, %y : !view.view<!lift.array<3, tuple<i32, !lift.array<2, i32>>>>",
        list(zip(buffer("x", 3), buffer("y", 3, 2), strict=True)),
    ),
    "ragged_memory": (
        "%v = view.memory %x : !view.view<!lift.array<i : 3, !lift.array<i + 1, i32>>>",
        [X12[:1], X12[1:3], X12[3:6]],
    ),
    "as_vector": (memory("x", 12) + "%v = view.as_vector 4 %m", X12.reshape(3, 4)),
    "as_scalar": ("%m = view.memory %x : !view.view<!lift.array<3, vector<4xi32>>>\n%v = view.as_scalar %m", X12),
    "map": (
        memory("x", 3, 4) + "%v = view.map (%row) in %m { %s = view.split 2 %row\nlift.yield %s }",
        buffer("x", 3, 2, 2),
    ),
    "map_of_positions": (
        RAGGED + "%v = view.map (%row)[k] in %m { %r = view.gather %row by (j) -> (k - j)\nlift.yield %r }",
        [X12[:1], X12[1:3][::-1], X12[3:6][::-1]],
    ),
    "map_beside": (
        memory("x", 3, 4)
        + memory("y", 4, view="n")
        + "%v = view.map (%row) in %m { %z = view.zip %row, %n\nlift.yield %z }",
        [list(zip(row, buffer("y", 4), strict=True)) for row in X34],
    ),
    "map_of_map": (
        memory("x", 2, 3, 4)
        + "%v = view.map (%a) in %m { %r = view.map (%b) in %a { %s = view.split 2 %b\nlift.yield %s }\nlift.yield %r }",
        buffer("x", 2, 3, 2, 2),
    ),
    "access": (memory("x", 3, 4) + "%v = view.access %m[2]", X34[2]),
    "constant": (
        "%c = arith.constant 7 : i32\n%v = view.constant %c : !view.view<!lift.array<2, i32>>",
        [("value", 0)] * 2,
    ),
}


@pytest.mark.parametrize("name", PLAIN)
def test_a_view_leads_to_the_element_that_stands_there(name: str) -> None:
    body, model = PLAIN[name]
    assert_reads(last_view(body), model)


READ_ONLY = {
    "map_of_positions",
    "slide",
    "pad_clamp",
    "pad_mirror",
    "pad_wrap",
    "pad_constant",
    "gather",
    "gather_fewer",
    "concat",
}


@pytest.mark.parametrize("name", [name for name in PLAIN if name != "constant"])
def test_a_view_is_written_where_it_is_read_or_not_at_all(name: str) -> None:
    view = last_view(PLAIN[name][0])
    paths = [Path(path) for path in positions(seen_by(view, "view"))]
    if name in READ_ONLY:
        with pytest.raises(NotWritable):
            write(view, paths[0])
        return
    written = [place(write(view, path)) for path in paths]
    assert written == [place(read(view, path)) for path in paths]
    assert name == "map_beside" or len(set(written)) == len(written)


# One on top of the other: a flat index goes through dimensions that it spans.

JOINED = {
    "join_of_transpose": ("view.transpose %m", X34.T),
    "join_of_slide": ("view.slide 2 by 1 %m", np.stack([X34[:2], X34[1:]])),
    "join_of_split": ("view.split 1 %m", X34.reshape(3, 1, 4)),
    "join_of_pad": ("view.pad wrap 1, 1 %m", np.stack([X34[2], *X34, X34[0]])),
    "join_of_gather": ("view.gather %m by (i) -> (2 - i)", X34[::-1]),
    "join_of_slice": ("view.slice %m from 1 size 2", X34[1:]),
    "join_of_concat": ("view.concat %m, %m", np.concatenate([X34, X34])),
}


@pytest.mark.parametrize("name", JOINED)
def test_a_flat_index_goes_through_every_view(name: str) -> None:
    op, model = JOINED[name]
    flat = model.reshape(-1, *model.shape[2:])
    assert_reads(last_view(memory("x", 3, 4) + f"%u = {op}\n%v = view.join %u"), flat)


def test_tiles_of_a_matrix() -> None:
    tiled = """
      %rows = view.split 2 %m
      %tiles = view.map (%some) in %rows {
        %t = view.transpose %some
        %s = view.split 2 %t
        %u = view.map (%tile) in %s { %b = view.transpose %tile\nlift.yield %b }
        lift.yield %u
      }"""
    model = buffer("x", 4, 6).reshape(2, 2, 3, 2).transpose(0, 2, 1, 3)
    assert_reads(last_view(memory("x", 4, 6) + tiled), model)


def test_two_joins_span_three_dimensions() -> None:
    body = memory("x", 2, 3, 4) + "%t = view.transpose %m\n%u = view.join %t\n%v = view.join %u"
    assert_reads(last_view(body), buffer("x", 2, 3, 4).transpose(1, 0, 2).reshape(-1))


def test_joining_ragged_rows_keeps_the_flat_index() -> None:
    view = last_view(RAGGED + "%v = view.join %m")
    access = read(view, Path.of(var("p")))
    assert isinstance(access, Leads)
    assert access.path.entries == (Linear(var("p"), 2),)
    assert_reads(view, buffer("x", 6))


def test_join_after_partition_cancels() -> None:
    view = last_view(memory("x", 6) + "%p = view.partition %m into 3 by (i) -> (i + 1)\n%v = view.join %p")
    access = read(view, Path.of(var("p")))
    assert isinstance(access, Leads)
    assert access.path.entries == (var("p"),)


def test_vectors_of_columns_are_scattered() -> None:
    body = memory("x", 4, 3) + "%t = view.transpose %m\n%j = view.join %t\n%v = view.as_vector 4 %j"
    assert_reads(last_view(body), buffer("x", 4, 3).T.reshape(3, 4))


# The figures of the Lift paper


def test_figure_5_dot_product() -> None:
    body = """
      %vx = view.memory %x : !view.view<!lift.array<N, i32>>
      %vy = view.memory %y : !view.view<!lift.array<N, i32>>
      %v1 = view.zip %vx, %vy
      %v2 = view.split 128 %v1
      %v3 = view.access %v2[%wg]
      %v4 = view.split 2 %v3
      %v5 = view.access %v4[%l]
      %v6 = view.access %v5[%i]
      %v7 = view.get %v6[0]"""
    text = f"""kernel.func @f<N>(%x: !kernel.buffer<global, i32>, %y: !kernel.buffer<global, i32>, %wg: i32, %l: i32, %i: i32)
      where [N mod 128 eq 0] {{ {body} }}"""
    (function,) = load_module(text).ops
    assert isinstance(function, FuncOp)
    op = function.block.last_op
    assert isinstance(op, ViewOp)
    access = read(op.result, Path())
    assert isinstance(access, Leads)
    assert isinstance(access.to.owner, MemoryOp)
    where, index = access.to.owner.place(access.path)
    assert where.name_hint == "x"
    assert index == 2 * var("%l") + 128 * var("%wg") + var("%i")


def test_figure_6_transposition_without_division() -> None:
    stride = "(i floordiv M) + N * (i mod M)"
    body = f"""
      %m = view.memory %x : !view.view<!lift.array<M, !lift.array<N, i32>>>
      %j = view.join %m
      %g = view.gather %j by (i) -> ({stride})
      %v = view.split M %g"""
    view = last_view(body, "<M, N>")
    access = read(view, Path.of(var("wg"), var("l")))
    assert isinstance(access, Leads)
    assert isinstance(access.to.owner, MemoryOp)
    _, index = access.to.owner.place(access.path)
    facts = Facts().size("M", "N").index("wg", var("N")).index("l", var("M"))
    assert simplify(index, facts) == parse_nat("l * N + wg")


def test_every_layout_view_is_tried() -> None:
    from lift.dialects.view.dialect import View

    tried = "\n".join(body for body, _ in PLAIN.values())
    ends = {
        "view.load",
        "view.store",
        "view.generate",
        "view.own",
        "view.part",
    }  # no functions on paths, or tried by private results and by groups, since they begin at a number of run time
    assert [op.name for op in View.operations if op.name not in ends and f"{op.name} " not in tried] == []


def test_sizes_are_tried_exhaustively() -> None:
    for n, m in itertools.product(range(1, 5), range(1, 5)):
        body = memory("x", n, m) + "%t = view.transpose %m\n%j = view.join %t\n%v = view.split 1 %j"
        assert_reads(last_view(body), buffer("x", n, m).T.reshape(-1, 1))
