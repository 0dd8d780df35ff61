"""How far apart neighbouring iterations read, of everything that is read inside of a pattern."""

from __future__ import annotations

import pytest

from lift.dialects.lift.algorithmic import FoldLike, MapLike
from lift.dialects.loader import load_module
from lift.passes.strategies.strides import is_contiguous, strides_along


def pattern(text: str, name: str) -> MapLike | FoldLike:
    """The pattern of a program that has a name."""
    found = [op for op in load_module(text).walk() if isinstance(op, MapLike | FoldLike)]
    (one,) = [op for op in found if op.results[0].name_hint == name]
    return one


def strides(text: str, name: str = "r") -> list[str]:
    """The strides along the pattern of a name, as they are written; those that are not known are '?'."""
    return ["?" if stride is None else str(stride) for stride in strides_along(pattern(text, name))]


def folded(view: str) -> str:
    """A fold of an array that is made of others."""
    return f"""
lift.def @f<N, M>(%xs: !lift.array<N, f32>, %m: !lift.array<N, !lift.array<M, f32>>,
    %ragged: !lift.array<i : N, !lift.array<i + 1, f32>>, %zero: f32) -> f32 {{
  {view}
  %r = lift.reduce (%acc, %x) in %ys from %zero {{
    %s = arith.addf %acc, %x : f32
    lift.yield %s
  }}
  lift.return %r
}}"""


@pytest.mark.parametrize(
    ("view", "stride"),
    [
        ("%ys = lift.slice %xs from 0 size N", "1"),
        ("%ys = lift.at %m[0]", "1"),
        ("%t = lift.transpose %m\n %ys = lift.at %t[0]", "M"),
        ("%ys = lift.join %m", "1"),
        ("%t = lift.transpose %m\n %ys = lift.join %t", "?"),
        ("%ys = lift.join %ragged", "1"),
        ("%ys = lift.gather %xs by (i) -> (N - 1 - i)", "-1"),
        ("%ys = lift.gather %xs size N floordiv 3 by (i) -> (3 * i)", "3"),
        ("%ys = lift.gather %xs by (i) -> (i * i mod N)", "?"),
        ("%ys = lift.pad clamp 1, 1 %xs", "1"),
        ("%two = lift.concat %xs, %xs\n %ys = lift.slice %two from 1 size N", "1"),
    ],
)
def test_what_a_fold_goes_over(view: str, stride: str) -> None:
    assert strides(folded(view)) == [stride]


def rows(view: str) -> str:
    """A map over the rows of an array that is made of others, each of which is summed up."""
    return f"""
lift.def @f<N, M>(%xs: !lift.array<4 * N + 4, f32>, %m: !lift.array<N, !lift.array<M, f32>>,
    %ragged: !lift.array<i : N, !lift.array<i + 1, f32>>, %zero: f32) -> f32 {{
  {view}
  %r = lift.map (%row) in %ys {{
    %sum = lift.reduce (%acc, %x) in %row from %zero {{
      %s = arith.addf %acc, %x : f32
      lift.yield %s
    }}
    lift.yield %sum
  }}
  %y = lift.at %r[0]
  lift.return %y
}}"""


@pytest.mark.parametrize(
    ("view", "outer", "inner"),
    [
        ("%ys = lift.slice %m from 0 size N", "M", "1"),
        ("%ys = lift.transpose %m", "1", "M"),
        ("%ys = lift.split 4 %xs", "4", "1"),
        ("%rows = lift.split 4 %xs\n %ys = lift.transpose %rows", "1", "4"),
        ("%ys = lift.slide 3 by 1 %xs", "1", "1"),
        ("%ys = lift.slide 4 by 2 %xs", "2", "1"),
        ("%ys = lift.slice %ragged from 0 size N", "?", "1"),
        ("%ys = lift.partition %xs into 2 by (i) -> (2 * N + 2)", "?", "1"),
    ],
)
def test_rows(view: str, outer: str, inner: str) -> None:
    assert strides(rows(view)) == [outer]
    assert strides(rows(view), "sum") == [inner]


def test_a_part_of_a_zip_has_a_stride_of_its_own() -> None:
    text = """
lift.def @f<N, M>(%xs: !lift.array<N, f32>, %m: !lift.array<N, !lift.array<M, f32>>) -> !lift.array<N, f32> {
  %t = lift.transpose %m
  %column = lift.at %t[0]
  %both = lift.zip %xs, %column
  %r = lift.map (%p) in %both {
    %a = lift.get %p[0]
    %b = lift.get %p[1]
    %y = arith.addf %a, %b : f32
    lift.yield %y
  }
  lift.return %r
}"""
    assert strides(text) == ["1", "M"]
    assert not is_contiguous(pattern(text, "r"))


def test_what_is_read_at_a_position() -> None:
    text = """
lift.def @f<N, M>(%xs: !lift.array<2 * N + 3, f32>, %m: !lift.array<M, !lift.array<N, f32>>)
    -> !lift.array<M, !lift.array<N, f32>> {
  %r = lift.map (%row)[j] in %m {
    %line = lift.map (%x)[k] in %row {
      %y = lift.at %xs[2 * k + 1]
      %z = lift.at %xs[k * k mod N]
      %all = lift.at %m[j]
      %w = lift.at %all[N - 1 - k]
      %s = arith.addf %x, %y : f32
      %t = arith.addf %s, %z : f32
      %u = arith.addf %t, %w : f32
      lift.yield %u
    }
    lift.yield %line
  }
  lift.return %r
}"""
    assert strides(text, "line") == ["1", "2", "?", "-1"]
    assert strides(text) == ["N", "0", "0", "N"]


def test_what_is_looked_up_is_anywhere() -> None:
    text = """
lift.def @f<N, M>(%xs: !lift.array<N, i32>, %table: !lift.array<M, f32>, %none: f32) -> !lift.array<N, f32> {
  %r = lift.map (%x) in %xs {
    %y = lift.at %table[%x] else %none
    lift.yield %y
  }
  lift.return %r
}"""
    assert strides(text) == ["1", "?"]


def test_what_is_computed_where_it_is_read_is_not_read() -> None:
    text = """
lift.def @f<N>(%xs: !lift.array<N, i32>) -> !lift.array<N, i32> {
  %numbers = lift.generate [i : N] {
    %i = lift.nat i * i
    lift.yield %i
  }
  %both = lift.zip %xs, %numbers
  %r = lift.map (%p) in %both {
    %a = lift.get %p[0]
    %b = lift.get %p[1]
    %y = arith.addi %a, %b : i32
    lift.yield %y
  }
  lift.return %r
}"""
    assert strides(text) == ["1"]
    assert is_contiguous(pattern(text, "r"))


def test_what_another_pattern_gives_is_stored_in_order() -> None:
    text = """
lift.def @f<N, M>(%m: !lift.array<N, !lift.array<M, f32>>, %zero: f32) -> !lift.array<N, f32> {
  %t = lift.transpose %m
  %first = lift.map (%column) in %t {
    %line = lift.map (%x) in %column {
      %y = arith.addf %x, %x : f32
      lift.yield %y
    }
    lift.yield %line
  }
  %back = lift.transpose %first
  %r = lift.map (%row) in %back {
    %sum = lift.reduce (%acc, %x) in %row from %zero {
      %s = arith.addf %acc, %x : f32
      lift.yield %s
    }
    lift.yield %sum
  }
  lift.return %r
}"""
    assert strides(text, "first") == ["1"]
    assert strides(text, "line") == ["M"]
    assert strides(text, "r") == ["1"]
    assert strides(text, "sum") == ["N"]
