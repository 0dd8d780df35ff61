"""Every op of `arith` and `math` on the lanes of vectors as OpenCL C on a device, against what the interpreter says."""

from typing import Any

import numpy as np
import opencl_device
import pytest
from test_opencl_scalars import CASES as SCALAR_CASES
from test_opencl_scalars import DTYPES, FLOATS, Answers, Case, Together, arguments, together

from lift.dialects.loader import load_module
from lift.lowering.kernel_to_opencl.target import to_opencl

CASES = [case for case in SCALAR_CASES if not (case.op.endswith("i_extended") and case.types[0] == "i1")]
"""All but those of which one result is always 0, and clang sees that operands are not needed."""

WIDTHS = (3, 8, 16)
PROFILES = {3: "generic", 8: "generic", 16: "pocl"}


class Lanes(Together):
    """Cases on vectors of so many lanes."""

    def __init__(self, cases: list[Case], width: int):
        super().__init__(cases)
        self.width = width

    def kernel(self) -> str:
        operands = list(zip("abc", self.types, strict=False))
        parameters = [f"%p{name}: !kernel.buffer<global, {type_}>" for name, type_ in operands]
        parameters += [f"%q{k}: !kernel.buffer<global, {type_}>" for k, type_ in enumerate(self.results)]
        loads = "".join(f"%v{name} = kernel.vload {self.width} %p{name}[{self.width} * %i]\n" for name, _ in operands)
        given = ", ".join(f"%{name} = %v{name}" for name, _ in operands)
        maps, k = "", 0
        for number, case in enumerate(self.cases):
            for name in case.names(number):
                maps += f"%w{k} = kernel.map_vec ({given}) {{ {case.line(number)} kernel.yield {name} }}\n"
                maps += f"kernel.vstore %w{k}, %q{k}[{self.width} * %i]\n"
                k += 1
        return f"""kernel.func @{self.name}({", ".join(parameters)}) {{
          %i = kernel.global_id 0
          {loads}{maps} }}\n"""

    def computed(self, source: str, columns: list[Any]) -> dict[str, list[Any]]:
        count = len(columns[0])
        items = -(-count // self.width)
        padded = [np.resize(column, items * self.width) for column in columns]
        found = [np.zeros(items * self.width, DTYPES[type_]) for type_ in self.results]
        opencl_device.run(source, self.name, *padded, *found, items=items)
        return self.by_case([one[:count] for one in found])


def lanes(width: int) -> list[Lanes]:
    return [Lanes(several.cases, width) for several in together(CASES)]


@pytest.fixture(scope="module", params=WIDTHS)
def computed(request: pytest.FixtureRequest) -> Answers:
    """What the device says, for each case."""
    width: int = request.param
    profile = f"module attributes {{lift.profile = #lift.profile<{PROFILES[width]}>}}"
    text = to_opencl(load_module(f"{profile} {{ {''.join(several.kernel() for several in lanes(width))} }}"))
    opencl_device.check_strictly(text)
    found = Answers()
    for several in lanes(width):
        found |= several.computed(text, arguments(several.types))
    return found


@pytest.fixture(scope="module")
def interpreted() -> Answers:
    found = Answers()
    for several in together(CASES):
        found |= several.interpreted(arguments(several.types))
    return found


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_an_op_on_lanes_is_what_the_interpreter_says(case: Case, computed: Answers, interpreted: Answers) -> None:
    for array, expected, type_ in zip(computed[case.name], interpreted[case.name], case.results, strict=True):
        np.testing.assert_array_equal(array, expected)
        if type_ in FLOATS:
            number = ~np.isnan(expected)
            np.testing.assert_array_equal(np.signbit(array)[number], np.signbit(expected)[number])
