"""What a call is checked against: a function of the language, or the host program that it became."""

from __future__ import annotations

from typing import TypeAlias

from ..dialects.host.programs import ProgramOp
from ..dialects.lift.functions import DefOp

Signature: TypeAlias = DefOp | ProgramOp
"""Both name their nats, tables, facts, parameters and result."""
