"""The plan of a host program: the slots of its leaves, the order of its steps, and where its sizes and tables come from."""

from lift.analysis.plan import Iterations, Launch, Plan, Release, Reserve, Role, plan_of
from lift.dialects.host.programs import ProgramOp
from lift.dialects.loader import load_module

F32 = "!kernel.buffer<global, f32>"
PROGRAM = f"""
kernel.func @step<N, rows[N]>(%x: {F32}, %y: {F32}, %a: f32, %t: !kernel.buffer<local, f32>)
    sums [offsets[N + 1] by (i) -> (rows[i])] {{
}}
kernel.func @late<N, k>(%x: {F32}, %y: {F32}) sums [inner[N] by (i) -> (i * k)] {{
}}
host.program @f<N, M, rows[N]>(%x0: {F32}, %x1: {F32}, %a: f32)
    of (%x: tuple<!lift.array<N, !lift.array<M, f32>>, !lift.array<i : N, !lift.array<i + 1, f32>>>, %a: f32)
    -> !lift.array<N, f32> {{
  %y = host.alloc f32[N]
  %z = host.alloc f32[N * M]
  %t = host.local f32[M]
  host.launch @step(%x0, %z, %a, %t) local = [1] groups = [N]
  host.for [k : M] {{
    host.launch @late(%z, %y) local = [1] groups = [N]
  }}
  host.free %z
  host.return %y
}}
"""


def planned() -> Plan:
    (program,) = (op for op in load_module(PROGRAM).ops if isinstance(op, ProgramOp))
    return plan_of(program)


def test_a_parameter_has_a_slot_for_each_leaf() -> None:
    x, a = planned().parameters
    assert [(slot.name, slot.role, str(slot.count)) for slot in x.slots] == [
        ("x[0]", Role.GIVEN, "M * N"),
        ("x[1]", Role.GIVEN, "sum(i : N, i + 1)"),
    ]
    assert [(slot.name, slot.role) for slot in a.slots] == [("a", Role.NUMBER)]


def test_the_result_is_a_slot_that_the_program_reserves() -> None:
    plan = planned()
    assert list(plan.result.slots) == plan.allocated[:1]
    assert [slot.name for slot in plan.allocated] == ["result", "z"]
    assert [slot.name for slot in plan.local] == ["t"]


def test_steps_stand_in_the_order_of_the_ops() -> None:
    steps = planned().steps
    assert [type(step) for step in steps] == [Reserve, Reserve, Reserve, Launch, Iterations, Release]
    assert isinstance(steps[4], Iterations)
    assert (steps[4].name, str(steps[4].count), steps[4].sizes) == ("k", "M", {"M", "N"})


def test_every_launch_is_listed_those_of_iterations_once() -> None:
    plan = planned()
    assert [launch.kernel.function_name for launch in plan.launches] == ["step", "late"]
    assert [kernel.function_name for kernel in plan.kernels] == ["step", "late"]


def test_a_size_is_read_off_the_first_axis_that_has_it() -> None:
    plan = planned()
    assert [(found[0].name, found[1]) for nat in "NM" if (found := plan.origin(nat))] == [("x[0]", 0), ("x[0]", 1)]
    assert plan.origin("rows") is None


def test_sums_of_an_iteration_are_not_prepared() -> None:
    plan = planned()
    offsets, inner = plan.sums
    assert plan.prepared == ["rows", offsets]
    assert list(map(plan.is_prepared, plan.launches)) == [True, False]
    assert plan.launches[1].tables == (("inner", inner),)
