"""What messages say is for the person who wrote the program: it has that person's names, and fixes that work."""

from __future__ import annotations

import re

import pytest
from message_names import made_up_names
from refusals import Refusal, damaged, refusal_of, refusals

from lift.dialects.diagnostics import LiftError
from lift.dialects.loader import load_module

STATED = re.compile(r"add `where \[(.*)\]` to the lift\.def")


def test_no_message_has_a_name_that_the_program_does_not_have() -> None:
    wrong = {r.source: (names, str(r.error)) for r in (*refusals(), *damaged()) if (names := made_up_names(r.text, r.error))}
    assert not wrong, "\n".join(f"{source}: {names}\n{message}" for source, (names, message) in wrong.items())


def test_many_programs_are_refused() -> None:
    assert len(refusals()) > 250
    assert len(damaged()) > 50
