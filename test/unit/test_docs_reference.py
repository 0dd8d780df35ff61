"""The reference of ops is what the definitions say, no op lacks a part of it, and its examples are programs."""

import re
from pathlib import Path

import pytest
from xdsl.ir import Attribute
from xdsl.irdl import IRDLOperation

from lift.dialects.lift.functions import DefOp
from lift.dialects.loader import lift_context, load_module
from lift.dialects.parser import LiftParser
from lift.dialects.reference import DIALECTS, attributes, entry_of, operations, program, reference_page, types

ROOT = Path(__file__).parents[2]
OPERATIONS = [operation for dialect in DIALECTS for operation in operations(dialect)]
TYPES = [type_ for dialect in DIALECTS for type_ in types(dialect)]
ATTRIBUTES = [attribute for dialect in DIALECTS for attribute in attributes(dialect)]
EXAMPLES = [(operation, example) for operation in OPERATIONS for example in entry_of(operation).examples]


def test_the_page_of_ops_is_up_to_date() -> None:
    assert (ROOT / "docs" / "ops.md").read_text() == reference_page()


def test_every_op_of_the_dialects_is_there() -> None:
    assert len(OPERATIONS) == sum(len(list(dialect.operations)) for dialect in DIALECTS)


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.name)
def test_an_op_has_its_equation_its_type_rule_and_an_example(operation: type[IRDLOperation]) -> None:
    entry = entry_of(operation)
    assert re.search(r"`[^`]* = [^`]*`", entry.meaning)
    assert re.search(r"\b(gives?|type of|result is)\b", entry.rule)
    assert entry.examples


@pytest.mark.parametrize(("operation", "example"), EXAMPLES, ids=lambda part: getattr(part, "name", ""))
def test_an_example_is_a_program_with_the_op(operation: type[IRDLOperation], example: str) -> None:
    module = load_module(program(operation, example))
    assert any(isinstance(inner, operation) for inner in module.walk())


@pytest.mark.parametrize("type_", TYPES, ids=lambda type_: type_.name)
def test_an_example_of_a_type_is_that_type(type_: type[Attribute]) -> None:
    for example in entry_of(type_).examples:
        parsed = LiftParser(lift_context(), example).parse_type()
        assert isinstance(parsed, type_)
        assert str(parsed) == example


@pytest.mark.parametrize("attribute", ATTRIBUTES, ids=lambda attribute: attribute.name)
def test_an_attribute_shows_how_it_is_written(attribute: type[Attribute]) -> None:
    shown = re.search(r"`(#lift[^`]*)`", attribute.__doc__ or "")
    assert shown is not None
    assert isinstance(LiftParser(lift_context(), shown[1]).parse_attribute(), attribute)


def test_a_docstring_without_a_part_is_noticed() -> None:
    class Bare(DefOp):
        """A function.

        `f(x) = y`
        """

    with pytest.raises(ValueError, match=r"lift.def lacks"):
        entry_of(Bare)
