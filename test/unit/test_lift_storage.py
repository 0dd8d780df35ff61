"""The storage of a type: the leaves that hold a value, their sizes and shapes, and the places of rows in them."""

import pytest
from xdsl.ir import Attribute

from lift.dialects.lift.functions import DefOp
from lift.dialects.lift.storage import form_of, leaf_sizes, leaves_of, scalars_before, tuple_parts
from lift.dialects.lift.types import ArrayType, ExistsType
from lift.dialects.loader import load_module
from lift.dialects.nat.evaluate import evaluate
from lift.dialects.nat.parser import parse_nat
from lift.dialects.nat.ring import Nat, const

TRIANGLE = "!lift.array<i : N, !lift.array<i + 1, f32>>"
HIDDEN = "!lift.exists<X upto N, !lift.array<X, f32>>"


def type_of(text: str) -> Attribute:
    module = load_module(f"lift.def @f<N, M>(%x: {text}) -> {text} {{ lift.return %x }}")
    (function,) = module.ops
    assert isinstance(function, DefOp)
    return function.parameter_types[0]


@pytest.mark.parametrize(
    ("text", "leaves"),
    [
        ("f32", ["f32"]),
        ("vector<4xf32>", ["vector<4xf32>"]),
        ("!lift.array<N, vector<4xf32>>", ["!lift.array<N, vector<4xf32>>"]),
        ("!lift.array<N, tuple<f32, i32>>", ["!lift.array<N, f32>", "!lift.array<N, i32>"]),
        (
            "tuple<f32, !lift.array<i : N, tuple<i32, !lift.array<i + 1, f64>>>>",
            ["f32", "!lift.array<N, i32>", "!lift.array<i : N, !lift.array<i + 1, f64>>"],
        ),
        (HIDDEN, ["i32", "!lift.array<N, f32>"]),
        (
            "!lift.array<i : N, !lift.exists<X upto i + 1, !lift.array<X, tuple<f32, i1>>>>",
            ["!lift.array<N, i32>", TRIANGLE, "!lift.array<i : N, !lift.array<i + 1, i1>>"],
        ),
    ],
)
def test_each_leaf_has_a_buffer(text: str, leaves: list[str]) -> None:
    assert [str(leaf.type) for leaf in leaves_of(type_of(text))] == leaves


def test_a_leaf_is_called_by_the_parts_that_lead_to_it() -> None:
    leaves = leaves_of(type_of("tuple<f32, !lift.array<N, tuple<f32, i32>>>"))
    assert [leaf.named("x") for leaf in leaves] == ["x[0]", "x[1][0]", "x[1][1]"]


def test_lengths_are_apart_from_data() -> None:
    assert [leaf.lengths for leaf in leaves_of(type_of(f"tuple<f32, {HIDDEN}>"))] == [False, True, False]


@pytest.mark.parametrize(
    ("text", "shape", "regular"),
    [
        ("f32", "", True),
        ("!lift.array<N, !lift.array<M, vector<4xf32>>>", "N, M, 4", True),
        (TRIANGLE, "sum(i : N, i + 1)", False),
        ("!lift.array<i : N, !lift.array<i, !lift.array<0, f32>>>", "0", False),
    ],
)
def test_the_shape_that_numpy_sees(text: str, shape: str, regular: bool) -> None:
    (leaf,) = leaves_of(type_of(text))
    assert ", ".join(map(str, leaf.shape)) == shape
    assert (leaf.dims is not None) == regular


def test_room_is_reserved_for_the_bound_of_a_hidden_length() -> None:
    def length(nat: Nat) -> int:
        return evaluate(nat, {"N": 5})

    assert leaf_sizes(type_of(f"tuple<{HIDDEN}, {TRIANGLE}, vector<3xf32>>"), length) == [1, 5, 15, 3]


def test_rows_stand_one_after_the_other() -> None:
    ragged, plain = type_of(TRIANGLE), type_of("!lift.array<N, !lift.array<M, f32>>")
    assert isinstance(ragged, ArrayType)
    assert isinstance(plain, ArrayType)
    assert evaluate(scalars_before(ragged, const(4)), {}) == 10
    assert scalars_before(plain, const(4)) is parse_nat("4 * M")


def test_the_parts_of_an_array_of_tuples() -> None:
    type_ = type_of("!lift.array<i : N, tuple<f32, !lift.array<i + 1, f32>>>")
    assert list(map(str, tuple_parts(type_) or ())) == ["!lift.array<N, f32>", TRIANGLE]
    assert tuple_parts(type_of(HIDDEN)) is None


def test_an_array_is_seen_through_to_its_element() -> None:
    form = form_of(type_of(f"!lift.array<N, {HIDDEN}>"))
    assert form.dims == (parse_nat("N"),)
    assert isinstance(form.element, ExistsType)
