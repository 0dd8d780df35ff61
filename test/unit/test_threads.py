"""First compiles and first calls from several threads: none sees what another has only half made."""

from __future__ import annotations

import subprocess
import sys
import textwrap
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from lift.dialects.nat import proof
from lift.dialects.nat.expr import Var, floordiv, lookup, mod, sum_over, var
from lift.dialects.nat.facts import Facts
from lift.dialects.nat.parser import parse_condition
from lift.dialects.nat.prove import holds
from lift.dialects.nat.ring import Nat

PROGRAM = (
    "lift.def @f<N, rows[N]>(%m: !lift.array<i : N, !lift.array<rows[i], i32>>) -> !lift.array<N, i32> "
    "where [N mod 3 eq 0] { %z = arith.constant 0 : i32 %r = lift.map (%row) in %m { "
    "%s = lift.reduce (%a, %x) in %row from %z { %t = arith.addi %a, %x : i32 lift.yield %t } lift.yield %s } "
    "lift.return %r }"
)

HALF_IMPORTED = """
import importlib.abc, importlib.util, sys, threading, time

class Slow(importlib.abc.MetaPathFinder):
    '''The module is there, with nothing in it, until the other thread has called.'''

    def find_spec(self, name, path, target=None):
        if name != MODULE or self not in sys.meta_path:
            return None
        sys.meta_path.remove(self)
        spec = importlib.util.find_spec(name)
        run = spec.loader.exec_module

        def slow(module):
            called.wait(20)
            run(module)

        spec.loader.exec_module = slow
        return spec

called = threading.Event()
import lift, numpy as np
program = lift.compile(PROGRAM, target=TARGET)
sys.modules.pop(MODULE, None)
sys.meta_path.insert(0, Slow())
first = threading.Thread(target=lambda: IMPORT())
first.start()
while MODULE not in sys.modules:
    time.sleep(0.001)
check = threading.Thread(target=lambda: (time.sleep(0.5), called.set()))
check.start()
print(program(np.arange(6, dtype=np.int32), rows=[1, 2, 3]).tolist())
first.join()
"""


def fresh(script: str) -> str:
    """What a process of its own prints."""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


@pytest.mark.parametrize(
    ("module", "target", "importing"),
    [
        ("pyopencl.array", None, "lambda: program(np.arange(6, dtype=np.int32), rows=[1, 2, 3])"),
        ("numpy.ma", "interpreter", "lambda: __import__('numpy.ma')"),
    ],
)
def test_a_module_that_another_thread_is_importing(module: str, target: str | None, importing: str) -> None:
    values = f"MODULE, PROGRAM, TARGET = {module!r}, {PROGRAM!r}, {target!r}\nIMPORT = {importing}\n"
    assert fresh(values + HALF_IMPORTED) == "[0, 3, 12]\n"


@pytest.mark.slow
def test_first_compiles_from_16_threads() -> None:
    script = f"""
        import sys, threading, lift, numpy as np
        sys.setswitchinterval(1e-4)
        made, wrong, start = [], [], threading.Barrier(16)
        def use():
            start.wait()
            try:
                made.append(lift.compile({PROGRAM!r}, strategy="cpu"))
            except BaseException as error:
                wrong.append(repr(error))
        threads = [threading.Thread(target=use) for _ in range(16)]
        for thread in threads: thread.start()
        for thread in threads: thread.join()
        print(wrong, made[0](np.arange(6, dtype=np.int32), rows=[1, 2, 3]).tolist(), len({{p.opencl for p in made}}))
    """
    assert fresh(textwrap.dedent(script)) == "[] [0, 3, 12] 1\n"


def test_a_question_that_another_thread_is_at_work_on(monkeypatch: pytest.MonkeyPatch) -> None:
    facts = Facts().size("N", "M").given("N ge 3 * M")
    question = parse_condition("N + 1 ge 2 * M")
    inside, answered = threading.Event(), threading.Event()
    original, asking = proof.Proof.shown, threading.get_ident()

    def shown(self: Any, nat: Nat, *, strict: bool = False) -> bool:
        if threading.get_ident() != asking:
            inside.set()
            answered.wait(20)
        return original(self, nat, strict=strict)

    monkeypatch.setattr(proof.Proof, "shown", shown)
    with ThreadPoolExecutor(1) as pool:
        other = pool.submit(holds, question, facts)
        assert inside.wait(20)
        here = holds(question, facts)
        answered.set()
        assert (here, other.result()) == (True, True)


def test_one_expression_is_one_object_in_all_threads() -> None:
    start = threading.Barrier(8)

    def make(_: int) -> list[Nat]:
        start.wait()
        return [
            sum_over(
                "i", var(f"n{k}"), lookup(f"t{k}", var("i")) * floordiv(var(f"n{k}"), 7) + mod(var(f"m{k}") * k, 5)
            )
            for k in range(1000, 1200)
        ]

    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(8) as pool:
            made = list(pool.map(make, range(8)))
    finally:
        sys.setswitchinterval(before)
    assert all(len({id(nat) for nat in one}) == 1 for one in zip(*made, strict=True))
    assert Var("n1000") is Var("n1000")
