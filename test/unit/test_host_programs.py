"""Host programs that are built in Python: their parameters are leaves, and what is built is what is read."""

from xdsl.dialects.builtin import FunctionType, ModuleOp, TupleType, f32, i32
from xdsl.ir import Attribute
from xdsl.rewriter import InsertPoint, Rewriter

from lift.dialects.host.launches import ForOp, LaunchOp, written_parameters
from lift.dialects.host.memory import AllocOp, FreeOp, LocalOp
from lift.dialects.host.programs import ProgramOp, ReturnOp, parameter_leaves, result_leaves
from lift.dialects.kernel.functions import FuncOp
from lift.dialects.kernel.types import BufferType
from lift.dialects.lift.types import ArrayType
from lift.dialects.loader import load_module, verify
from lift.dialects.nat.expr import compare, var
from lift.dialects.nat.ring import const

N = var("N")
BUFFER = BufferType("global", f32)
TEXT = """
kernel.func @k<N, iteration>(%x: !kernel.buffer<global, f32>, %a: i32, %t: !kernel.buffer<local, f32>) {
}
host.program @f<N>(%x: !kernel.buffer<global, f32>, %p0: !kernel.buffer<global, f32>, %p1: i32)
    of (%x: !lift.array<N, f32>, %p: tuple<!lift.array<N, f32>, i32>) -> f32 where [N ge 2] {
  %y = host.alloc f32[N]
  %t = host.local f32[64]
  host.for [iteration : N] {
    host.launch @k(%y, %p1, %t) local = [4] groups = [N]
  }
  host.free %y
  host.return %p0
}
"""


def test_a_program_that_is_built_is_the_one_that_is_read() -> None:
    array = ArrayType(N, f32)
    type_ = FunctionType.from_lists([array, TupleType((array, i32))], [f32])
    program = ProgramOp("f", ["N"], ["x", "p"], type_, where=[compare(N, "ge", 2)])
    kernel = FuncOp("k", ["N", "iteration"], [("x", BUFFER), ("a", i32), ("t", BufferType("local", f32))])
    (_,), (left, right) = program.leaves
    loop = ForOp("iteration", N)
    y, tile = AllocOp(f32, N), LocalOp(f32, 64)
    y.buffer.name_hint, tile.buffer.name_hint = "y", "t"
    loop.block.add_op(LaunchOp(kernel, [y, right, tile.buffer], [const(4)], [N]))
    Rewriter.insert_op([y, tile, loop, FreeOp(y), ReturnOp(left)], InsertPoint.at_end(program.block))
    module = ModuleOp([kernel, program])
    verify(module)
    assert str(module) == str(load_module(TEXT))
    assert list(program.returned) == [left]


def test_the_leaves_of_a_type() -> None:
    pairs = ArrayType(N, TupleType((f32, ArrayType(4, i32))))
    ints = BufferType("global", i32)
    expected: list[tuple[Attribute, tuple[Attribute, ...], tuple[Attribute, ...]]] = [
        (f32, (f32,), (BUFFER,)),
        (pairs, (BUFFER, ints), (BUFFER, ints)),
        (TupleType((i32, pairs)), (i32, BUFFER, ints), (ints, BUFFER, ints)),
    ]
    for type_, parameters, results in expected:
        assert parameter_leaves(type_) == parameters
        assert result_leaves(type_) == results


def test_what_a_kernel_writes() -> None:
    text = """
kernel.func @k(%x: !kernel.buffer<global, f32>, %a: f32, %y: !kernel.buffer<global, f32>) {
  kernel.for %i = 0 to 4 step 1 {
    %e = kernel.load %x[%i]
    kernel.store %e, %y[%i]
  }
}
"""
    (kernel,) = load_module(text).ops
    assert isinstance(kernel, FuncOp)
    assert written_parameters(kernel) == {2}
