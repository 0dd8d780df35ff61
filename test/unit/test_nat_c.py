"""Expressions printed as C have their value on a real OpenCL device, whatever is known of their signs."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from nat_strategies import Plain, World, tree, world, write

from lift.dialects.nat.expr import Sum, bound, lookup
from lift.dialects.nat.facts import Facts
from lift.dialects.nat.parser import parse_nat
from lift.dialects.nat.print_c import HELPERS, to_c
from lift.dialects.nat.ring import Nat, NatError
from lift.dialects.nat.simplify import simplify
from lift.dialects.nat.sums import prefix_tables
from lift.runtime.device.devices import all_devices

FACTS = Facts().size("N", "M").index("i", parse_nat("N")).natural("k").table("rows", parse_nat("N"))

SHOWN = {
    "i floordiv 4": "i / 4",
    "i mod 4": "i % 4",
    "(i floordiv 4) * N": "N * (i / 4)",
    "(i - 1) mod N": "(N + i - 1) % N",
    "2 * ((i - 1) mod N)": "2 * ((N + i - 1) % N)",
    "(i - 1) floordiv N": "((N + i - 1) / N - 1)",
    "x mod 4": "floor_mod(x, 4)",
    "3 * (x floordiv 4)": "3 * floor_div(x, 4)",
    "i * (i + 1) floordiv 2 + k": "i * (i + 1) / 2 + k",
    "N - i - 1": "N - i - 1",
    "pow(2, k) * i": "i * (1 << k)",
    "pow(2, k - 1) * (i * i - i)": "(i * i * (1 << k) - i * (1 << k)) / 2",
    "pow(2, N - 1) * (i * i - i)": "i * i * (1 << (N - 1)) - i * (1 << (N - 1))",
    "pow(6, k - 1) * (i * i * i - i)": "(i * i * i * (1 << k) * int_pow(3, k) - i * (1 << k) * int_pow(3, k)) / 6",
    "pow(2, i - k) + pow(3, i - k)": "((1 << i) * int_pow(3, k) + (1 << k) * int_pow(3, i)) / ((1 << k) * int_pow(3, k))",
    "pow(2, k + i)": "(1 << (i + k))",
    "i floordiv pow(2, k)": "(i >> k)",
    "(i + 1) mod pow(2, k + 1)": "((i + 1) & ((1 << (k + 1)) - 1))",
    "i floordiv (3 * pow(2, k))": "i / (3 * (1 << k))",
    "x floordiv pow(2, k)": "floor_div(x, (1 << k))",
    "pow(3, k)": "int_pow(3, k)",
    "min(i, k)": "(i < k ? i : k)",
    "if(i lt 3, i, (i - 3) mod 4)": "(i >= 3 ? (i - 3) % 4 : i)",
    "rows[i] + 1": "rows[i] + 1",
    "sum(j : i, rows[j])": "rows_sums[i]",
}


@pytest.mark.parametrize(("text", "wanted"), SHOWN.items())
def test_it_is_printed_as_people_write_it(text: str, wanted: str) -> None:
    assert to_c(parse_nat(text), FACTS) == wanted


def test_a_sum_that_does_not_close_asks_for_its_table() -> None:
    left = simplify(parse_nat("sum(j : i, j floordiv 3)"), FACTS)
    (body,) = prefix_tables(left)
    with pytest.raises(NatError, match="needs a table of prefix sums"):
        to_c(left, FACTS)
    assert to_c(left, FACTS, prefix_sums={body: "thirds"}) == "thirds[i]"


def printable(nat: Nat) -> bool:
    """Whether the sums that are left are prefix sums of the table."""
    return all(body is lookup("rows", bound(0)) for body in prefix_tables(nat)) and not any(
        isinstance(atom, Sum) and atom.loose for atom in nat.atoms
    )


def drawn(count: int) -> list[tuple[World, Nat, str, int]]:
    """Random expressions with a small value, simplified, in C, with that value."""
    found: list[tuple[World, Nat, str, int]] = []
    seed = 0
    while len(found) < count:
        choose = Plain(Random(f"C {seed}"))
        known, text = world(choose), write(tree(choose, 3))
        value = known.value(text)
        seed += 1
        if value is None or abs(value) > 2**20:
            continue
        forms = (parse_nat(text), simplify(parse_nat(text), known.facts))
        found += [(known, nat, to_c(nat, known.facts, long=True), value) for nat in forms if printable(nat)]
    return found


def test_the_device_agrees() -> None:
    cl = pytest.importorskip("pyopencl", reason="PyOpenCL is not installed")
    cases = drawn(400)
    lines: list[str] = []
    rows = np.array([known.tables["rows"] for known, *_ in cases], np.int64)
    for number, (known, _, text, _) in enumerate(cases):
        names = " ".join(f"const long {name} = {value};" for name, value in known.values.items())
        tables = f"global const long *rows = all_rows + {rows.shape[1] * number}; "
        tables += f"global const long *rows_sums = all_sums + {(rows.shape[1] + 1) * number};"
        lines.append(f"{{ {names} {tables} out[{number}] = {text}; }}")
    helpers = "\n".join(helper.format(int="long") for helper in HELPERS.values())
    arguments = "global long *out, global const long *all_rows, global const long *all_sums"
    source = f"{helpers}\nkernel void f({arguments}) {{\n" + "\n".join(lines) + "\n}"
    context = cl.Context([all_devices()[0].device])
    queue, flags = cl.CommandQueue(context), cl.mem_flags
    sums = np.concatenate([np.zeros((len(cases), 1), np.int64), np.cumsum(rows, axis=1)], axis=1)
    out = np.zeros(len(cases), np.int64)
    buffers = [cl.Buffer(context, flags.READ_ONLY | flags.COPY_HOST_PTR, hostbuf=array) for array in (rows, sums)]
    result = cl.Buffer(context, flags.WRITE_ONLY, out.nbytes)
    cl.Program(context, source).build(["-cl-opt-disable"]).f(queue, (1,), (1,), result, *buffers)
    cl.enqueue_copy(queue, out, result)
    wrong = [
        f"{nat} as {text} is {got}, not {value}\n{known}"
        for (known, nat, text, value), got in zip(cases, out.tolist(), strict=True)
        if got != value
    ]
    assert not wrong, wrong[0]
