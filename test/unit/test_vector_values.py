"""Vectors and tuples are values on the device: in loops, in private memory and lane by lane, as the interpreter has them."""

import re

import pytest
from program_checks import assert_agrees

import lift

SUMS = """
lift.def @f<N>(%x: !lift.array<N, i32>, %c: i32) -> tuple<i32, i32, i32> {
  %pair = lift.tuple %c, %c
  %init = lift.tuple %c, %pair
  %r = ocl.reduce_seq (%acc, %e) in %x from %init {
    %a = lift.get %acc[0]
    %bc = lift.get %acc[1]
    %b = lift.get %bc[0]
    %d = lift.get %bc[1]
    %s = arith.addi %a, %e : i32
    %swapped = lift.tuple %d, %s
    %kept = lift.tuple %b, %d
    %less = arith.cmpi slt, %e, %c : i32
    %chosen = arith.select %less, %swapped, %kept : tuple<i32, i32>
    %next = lift.tuple %b, %chosen
    lift.yield %next
  }
  %p = lift.get %r[0]
  %q = lift.get %r[1]
  %q0 = lift.get %q[0]
  %q1 = lift.get %q[1]
  %all = lift.tuple %p, %q0, %q1
  lift.return %all
}
"""

LOOKED_UP = """
lift.user_fun @turned(t: tuple<i32, i32>) -> tuple<i32, i32> = "return (tuple_int_int){t._1, t._0};" {
  %a = lift.get %t[0]
  %b = lift.get %t[1]
  %r = lift.tuple %b, %a
  lift.return %r
}
lift.def @f<N>(%x: !lift.array<N, i32>, %y: !lift.array<N, i32>, %c: i32) -> !lift.array<N, tuple<i32, i32>> {
  %xy = lift.zip %x, %y
  %none = lift.tuple %c, %c
  %r = ocl.map_glb<0> (%i) in %x {
    %t = lift.at %xy[%i] else %none
    %s = ocl.reduce_seq (%acc, %e) in %xy from %t {
      %u = lift.call @turned(%acc)
      %a = lift.get %u[0]
      %b = lift.get %e[1]
      %ab = arith.addi %a, %b : i32
      %c1 = lift.get %u[1]
      %next = lift.tuple %ab, %c1
      lift.yield %next
    }
    lift.yield %s
  }
  lift.return %r
}
"""


@pytest.mark.parametrize("text", [SUMS, LOOKED_UP], ids=["sums", "looked_up"])
def test_tuples_in_loops(text: str) -> None:
    assert_agrees(text, [{"N": 1}, {"N": 7}, {"N": 65}])


def test_a_tuple_is_no_struct() -> None:
    source = lift.compile(SUMS).opencl
    assert "tuple_" not in source
    assert re.search(r"int acc0 = c;", source)


def squares_of(width: int, private: str, rest: str) -> str:
    """Vectors of squares, `private` of them at once in private memory, and what is made of these."""
    return f"""
lift.def @f<N>(%x: !lift.array<{width} * {private} * N, i32>, %c: i32) -> !lift.array<N, i32> {{
  %v = ocl.as_vector {width} %x
  %rows = lift.split {private} %v
  %r = ocl.map_glb<0> (%row) in %rows {{
    %squares = ocl.map_seq (%w) in %row {{
      %d = ocl.map_vec (%s) in %w {{
        %p = arith.muli %s, %s : i32
        lift.yield %p
      }}
      %dp = ocl.to_private %d
      lift.yield %dp
    }}
    {rest}
  }}
  lift.return %r
}}
"""


LANES = """%lanes = ocl.as_scalar %squares
    %sum = ocl.reduce_seq (%acc, %q) in %lanes from %c {
      %three = arith.constant 3 : i32
      %a = arith.muli %acc, %three : i32
      %b = arith.subi %a, %q : i32
      lift.yield %b
    }
    lift.yield %sum"""

VECTORS = """%first = lift.at %squares[0]
    %sum = ocl.reduce_seq (%acc, %q) in %squares from %first {
      %a = arith.subi %q, %acc : vector<WIDTHxi32>
      lift.yield %a
    }
    %one = lift.generate [k : 1] { lift.yield %sum }
    %lanes = ocl.as_scalar %one
    %last = lift.at %lanes[WIDTH - 1]
    lift.yield %last"""

CHOSEN = """%lanes = ocl.as_scalar %squares
    %one = lift.at %lanes[%c] else %c
    lift.yield %one"""


@pytest.mark.parametrize("rest", [LANES, VECTORS, CHOSEN], ids=["lanes", "vectors", "chosen"])
@pytest.mark.parametrize(("width", "private"), [(4, "1"), (3, "5"), (8, "20"), (16, "3")])
def test_vectors_in_private_memory(width: int, private: str, rest: str) -> None:
    assert_agrees(squares_of(width, private, rest.replace("WIDTH", str(width))), [{"N": 1}, {"N": 5}])


def test_few_vectors_are_variables() -> None:
    source = lift.compile(squares_of(16, "3", VECTORS.replace("WIDTH", "16"))).opencl
    assert not re.search(r"int(16)? \w+\[", source)


def test_many_vectors_are_an_array_of_vectors() -> None:
    source = lift.compile(squares_of(8, "100", VECTORS.replace("WIDTH", "8"))).opencl
    assert "int8 squares[100];" in source
    assert "private" not in source


LANES_OF_A_VALUE = """
lift.def @f<N>(%x: !lift.array<8 * N, f32>, %is: !lift.array<N, i32>) -> !lift.array<N, f32> {
  %zero = arith.constant 0.0 : f32
  %v = ocl.as_vector 8 %x
  %z = lift.zip %v, %is
  %r = ocl.map_glb<0> (%p) in %z {
    %e = lift.get %p[0]
    %i = lift.get %p[1]
    %d = ocl.map_vec (%s) in %e {
      %q = arith.mulf %s, %s : f32
      lift.yield %q
    }
    %g = lift.generate [k : 2] { lift.yield %d }
    %l = ocl.as_scalar %g
    %chosen = lift.at %l[%i] else %zero
    %sum = ocl.reduce_seq (%acc, %q) in %l from %chosen {
      %a = arith.subf %q, %acc : f32
      lift.yield %a
    }
    lift.yield %sum
  }
  lift.return %r
}
"""


def test_lanes_of_a_value() -> None:
    assert_agrees(LANES_OF_A_VALUE, [{"N": 1}, {"N": 13}])


BLOCK = """
lift.def @f<N, K, M>(%a: !lift.array<3 * N, !lift.array<K, f32>>, %b: !lift.array<K, !lift.array<8 * M, f32>>)
    -> !lift.array<3 * N, !lift.array<8 * M, f32>> {
  %zero = arith.constant dense<0.0> : vector<4xf32>
  %bv = lift.map (%row) in %b {
    %v = ocl.as_vector 4 %row
    %p = lift.split 2 %v
    lift.yield %p
  }
  %panels = lift.transpose %bv
  %blocks = lift.split 3 %a
  %c = ocl.map_wrg<0> (%panel) in %panels {
    %cp = ocl.map_seq (%block) in %blocks {
      %at = lift.transpose %block
      %kk = lift.zip %at, %panel
      %zeros = lift.generate [r : 3] {
        %row = lift.generate [v : 2] { lift.yield %zero }
        lift.yield %row
      }
      %init = ocl.map_seq unroll (%zr) in %zeros {
        %i = ocl.map_seq unroll (%z) in %zr {
          %zp = ocl.to_private %z
          lift.yield %zp
        }
        lift.yield %i
      }
      %cs = ocl.reduce_seq (%acc, %p) in %kk from %init {
        %column = lift.get %p[0]
        %row = lift.get %p[1]
        %ra = lift.zip %acc, %column
        %n = ocl.map_seq unroll (%q) in %ra {
          %crow = lift.get %q[0]
          %s = lift.get %q[1]
          %cb = lift.zip %crow, %row
          %o = ocl.map_seq unroll (%t) in %cb {
            %cv = lift.get %t[0]
            %bb = lift.get %t[1]
            %m = ocl.map_vec (%e) in %bb {
              %ee = arith.mulf %s, %e : f32
              lift.yield %ee
            }
            %sum = arith.addf %cv, %m : vector<4xf32>
            lift.yield %sum
          }
          lift.yield %o
        }
        lift.yield %n
      }
      %st = ocl.map_seq unroll (%row) in %cs {
        %g = ocl.map_seq unroll (%e) in %row {
          %ge = ocl.to_global %e
          lift.yield %ge
        }
        lift.yield %g
      }
      lift.yield %st
    }
    %cj = lift.join %cp
    lift.yield %cj
  }
  %ct = lift.transpose %c
  %r = lift.map (%row) in %ct {
    %j = lift.join %row
    %s = ocl.as_scalar %j
    lift.yield %s
  }
  lift.return %r
}
"""


def test_a_block_of_vectors() -> None:
    assert_agrees(BLOCK, [{"N": 1, "K": 1, "M": 1}, {"N": 2, "K": 7, "M": 3}])


def test_a_block_of_vectors_is_in_variables() -> None:
    source = lift.compile(BLOCK).opencl
    assert not re.search(r"float4? \w+\[\d", source)
    loop = source[source.index("i1 < K") :]
    assert len(re.findall(r"^ *cs\d* = cs\d* \+ .*;$", loop, re.MULTILINE)) == 6


def lanewise(width: int) -> str:
    """Every kind of op on lanes: of all widths of scalars, with masks of one width that choose among values of another."""
    return f"""
lift.def @f<N>(%x: !lift.array<{width} * N, f32>, %y: !lift.array<{width} * N, i16>, %c: i1, %k: f64, %d: i32)
    -> !lift.array<N, tuple<vector<{width}xf64>, vector<{width}xi1>, vector<{width}xi8>>> {{
  %xv = ocl.as_vector {width} %x
  %r = ocl.map_glb<0> (%e)[n] in %xv {{
    %seven = arith.constant 7 : i32
    %m = ocl.map_vec (%s) in %e {{
      %position = lift.nat n + 3 : i32
      %zero = arith.constant 0.0 : f32
      %negative = arith.cmpf olt, %s, %zero : f32
      %wide = arith.extf %s : f32 to f64
      %both = arith.andi %negative, %c : i1
      %either = arith.ori %both, %negative : i1
      %chosen = arith.select %both, %wide, %k : f64
      %i = arith.fptosi %s : f32 to i32
      %q = arith.divsi %i, %seven : i32
      %p = arith.remsi %i, %d : i32
      %qp = arith.addi %q, %p : i32
      %more = arith.muli %qp, %position : i32
      %shifted = arith.shrui %more, %seven : i32
      %greater = arith.cmpi ugt, %shifted, %i : i32
      %differ = arith.xori %greater, %either : i1
      %one = arith.extui %differ : i1 to i32
      %number = arith.sitofp %one : i32 to f64
      %sum = arith.addf %number, %chosen : f64
      %most = arith.maximumf %sum, %wide : f64
      %o = arith.select %c, %most, %number : f64
      lift.yield %o
    }}
    %b = ocl.map_vec (%s) in %m {{
      %bit = arith.cmpf one, %s, %k : f64
      %no = arith.xori %bit, %c : i1
      %less = arith.cmpi slt, %no, %bit : i1
      lift.yield %less
    }}
    %t = ocl.map_vec (%s) in %b {{
      %narrow = arith.extsi %s : i1 to i8
      %many = arith.constant 100 : i8
      %u = arith.muli %many, %narrow : i8
      %v = arith.addi %u, %u : i8
      %least = arith.minsi %v, %narrow : i8
      lift.yield %least
    }}
    %all = lift.tuple %m, %b, %t
    lift.yield %all
  }}
  lift.return %r
}}
"""


@pytest.mark.parametrize("width", [2, 3, 8, 16])
def test_functions_of_lanes(width: int) -> None:
    assert_agrees(lanewise(width), [{"N": 1}, {"N": 3}])


def test_functions_of_lanes_are_on_vectors() -> None:
    body = "%r = arith.minsi %s, %k : i32 %q = arith.xori %r, %s : i32 lift.yield %q"
    text = f"""
lift.def @f<N>(%x: !lift.array<8 * N, i32>, %k: i32) -> !lift.array<8 * N, i32> {{
  %v = ocl.as_vector 8 %x
  %r = ocl.map_glb<0> (%e) in %v {{
    %m = ocl.map_vec (%s) in %e {{ {body} }}
    lift.yield %m
  }}
  %o = ocl.as_scalar %r
  lift.return %o
}}
"""
    assert ".s0" not in lift.compile(text).opencl


TWO_ROWS = """
lift.def @f<N, M>(%x: !lift.array<WIDTH * N * M, i32>) -> !lift.array<N, !lift.array<2, !lift.array<HALF * M, i32>>> {
  %v = ocl.as_vector WIDTH %x
  %rows = lift.split M %v
  %r = ocl.map_glb<0> (%row) in %rows {
    %twice = ocl.map_seq (%e) in %row {
      %d = arith.addi %e, %e : vector<WIDTHxi32>
      lift.yield %d
    }
    %lanes = ocl.as_scalar %twice
    %halves = lift.split HALF %lanes
    %pairs = lift.split 2 %halves
    %both = lift.transpose %pairs
    %joined = lift.map (%half) in %both {
      %j = lift.join %half
      lift.yield %j
    }
    lift.yield %joined
  }
  lift.return %r
}
"""

FROM_TWO_ROWS = """
lift.def @f<N, M>(%x: !lift.array<N, !lift.array<2, !lift.array<HALF * M, i32>>>) -> !lift.array<N, !lift.array<WIDTH * M, i32>> {
  %r = ocl.map_glb<0> (%rows) in %x {
    %halves = lift.map (%row) in %rows {
      %s = lift.split HALF %row
      lift.yield %s
    }
    %pairs = lift.transpose %halves
    %joined = lift.map (%pair) in %pairs {
      %j = lift.join %pair
      lift.yield %j
    }
    %lanes = lift.join %joined
    %v = ocl.as_vector WIDTH %lanes
    %twice = ocl.map_seq (%e) in %v {
      %d = arith.addi %e, %e : vector<WIDTHxi32>
      lift.yield %d
    }
    %o = ocl.as_scalar %twice
    lift.yield %o
  }
  lift.return %r
}
"""


def halves(text: str, width: int) -> str:
    return text.replace("WIDTH", str(width)).replace("HALF", str(width // 2))


@pytest.mark.parametrize("width", [2, 4, 8, 16])
@pytest.mark.parametrize("text", [TWO_ROWS, FROM_TWO_ROWS], ids=["stored", "loaded"])
def test_a_vector_in_two_rows(text: str, width: int) -> None:
    assert_agrees(halves(text, width), [{"N": 1, "M": 1}, {"N": 3, "M": 5}])


def test_a_vector_in_two_rows_is_two_accesses() -> None:
    for text in (TWO_ROWS, FROM_TWO_ROWS):
        source = lift.compile(halves(text, 8)).opencl
        assert len(re.findall(r"\*\(global (?:const )?unaligned_int4 \*\)", source)) == 2


SEVERAL = """
lift.def @f<N>(%x: !lift.array<WIDTH * N, i32>, %y: !lift.array<WIDTH * N, f32>, %c: i32) -> !lift.array<WIDTH * N, i32> {
  %v = ocl.as_vector WIDTH %x
  %w = ocl.as_vector WIDTH %y
  %vw = lift.zip %v, %w
  %r = ocl.map_glb<0> (%p) in %vw {
    %m = ocl.map_vec (%lane) in %p {
      %a = lift.get %lane[0]
      %b = lift.get %lane[1]
      %i = arith.fptosi %b : f32 to i32
      %less = arith.cmpi slt, %a, %i : i32
      %s = arith.select %less, %c, %i : i32
      BODY
    }
    lift.yield %m
  }
  %s = ocl.as_scalar %r
  lift.return %s
}
"""

AT_ONCE = "lift.yield %s"

PART_BY_PART = """%t = lift.tuple %s, %lane
      %u = lift.get %t[1]
      %k = lift.get %u[0]
      %d = arith.subi %s, %k : i32
      lift.yield %d"""


@pytest.mark.parametrize("width", [2, 3, 4, 8, 16])
@pytest.mark.parametrize("body", [AT_ONCE, PART_BY_PART], ids=["at_once", "part_by_part"])
def test_a_function_of_several_vectors(body: str, width: int) -> None:
    assert_agrees(SEVERAL.replace("BODY", body).replace("WIDTH", str(width)), [{"N": 1}, {"N": 7}])
