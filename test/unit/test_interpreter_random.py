"""Random programs: whatever verifies, and is given sizes for which its facts hold, has a value of the type inferred."""

import re
from collections import Counter
from random import Random

import numpy as np
import pytest
from how_many import how_many
from hypothesis import given, reject, settings
from nat_strategies import Plain
from program_generator import nested_regions
from random_programs import RULES, STYLES, RandomProgram, Style, random_program, random_programs
from xdsl.ir import Operation
from xdsl.utils.exceptions import VerifyException

from lift.dialects.lift.dialect import Lift
from lift.dialects.lift.functions import DefOp
from lift.dialects.loader import load_module, verify
from lift.dialects.ocl.dialect import Ocl
from lift.runtime.entries import entry_of
from lift.runtime.program import InterpretedProgram
from lift.runtime.random_inputs import random_arguments

NOT_GENERATED = {
    *("lift.def", "lift.user_fun", "lift.return", "lift.yield", "ocl.kernel", "ocl.barrier"),
    *("ocl.alloc", "ocl.slot", "ocl.inverse", "ocl.tuple", "ocl.store", "ocl.join_glb", "ocl.join_wrg", "ocl.join_seq"),
    *("ocl.places", "ocl.row", "ocl.scatter_glb", "ocl.scatter_wrg"),
}
"""What stands around ops, and what only the compiler writes."""


def test_every_op_says_how_it_is_generated() -> None:
    known = {op.name for op in RULES}
    assert [op.name for op in (*Lift.operations, *Ocl.operations) if op.name not in known | NOT_GENERATED] == []


class Least:
    """Choices that are all the first one, as those that Hypothesis shrinks to."""

    def number(self, least: int, most: int) -> int:
        return least


@pytest.mark.parametrize("kind", RULES, ids=lambda kind: kind.name)
def test_the_first_choice_everywhere_ends(kind: type[Operation], monkeypatch: pytest.MonkeyPatch) -> None:
    """Regions nested without end overflow the stack, and where they do depends on more than what was drawn."""
    monkeypatch.setitem(STYLES, "one op", Style((RULES[kind],), parameters=STYLES["all"].parameters))
    assert nested_regions(random_program(Least(), style="one op").function) <= 5


def only_if_accepted(program: RandomProgram) -> None:
    """Leave out a program with something that is not proved: in the region of an `iterate`, once its iterations are known."""
    try:
        verify(program.module)
    except VerifyException as refusal:
        if re.search(r"LIFT005\d", str(refusal)) is None:
            raise
        reject()


@given(random_programs())
@settings(max_examples=how_many(40, usual=70))
def test_what_verifies_has_a_value_of_its_type(program: RandomProgram) -> None:
    only_if_accepted(program)
    checked = InterpretedProgram(program.module, program.function, checked=True)
    for sizes in program.sizes:
        drawn = random_arguments(program.function, sizes, {}, np.random.default_rng(0))
        checked(*drawn.arguments, **drawn.named)


@given(random_programs())
@settings(max_examples=how_many(15, usual=30))
def test_text_means_the_same_program(program: RandomProgram) -> None:
    only_if_accepted(program)
    module = load_module(str(program.module))
    sizes = program.sizes[0]
    drawn = random_arguments(program.function, sizes, {}, np.random.default_rng(0))
    built = InterpretedProgram(program.module, program.function)(*drawn.arguments, **drawn.named)
    function = entry_of(module, "f")
    assert isinstance(function, DefOp)
    read = InterpretedProgram(module, function)(*drawn.arguments, **drawn.named)
    np.testing.assert_equal(read, built)


@pytest.mark.slow
def test_every_op_occurs() -> None:
    covered: Counter[str] = Counter()
    for seed in range(200):
        covered += random_program(Plain(Random(seed))).covered
    assert {op.name for op in RULES} - covered.keys() == set()
