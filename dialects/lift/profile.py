"""The profile of the device that a module is compiled for, as an attribute of the module."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Data, Operation
from xdsl.irdl import irdl_attr_definition
from xdsl.parser import AttrParser
from xdsl.printer import Printer
from xdsl.utils.lexer import Span

from ..diagnostics import LiftError, Location
from ..profiles import PROFILES, Profile, profile_named

_T = TypeVar("_T")

PROFILE: Final = "lift.profile"
"""What the attribute of a module is called."""


@irdl_attr_definition
class ProfileAttr(Data[Profile]):
    """What a device likes: `#lift.profile<pocl>`, or with other values, `#lift.profile<pocl, vector_bytes = 64>`."""

    name = PROFILE

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> Profile:
        with parser.in_angle_brackets():
            start = parser.pos
            profile = _at(parser, start, profile_named, parser.parse_identifier())
            while parser.parse_optional_punctuation(",") is not None:
                start, field = parser.pos, parser.parse_identifier()
                parser.parse_punctuation("=")
                value: object = parser.parse_optional_integer(allow_boolean=False)
                value = parser.parse_identifier() if value is None else value
                profile = _at(parser, start, profile.with_values, {field: value})
        return profile

    def print_parameter(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_string(self.data.text)


def _at(parser: AttrParser, start: int, make: Callable[[_T], Profile], given: _T) -> Profile:
    """The profile that is made of what was read since the start; what is wrong with it is said there."""
    try:
        return make(given)
    except LiftError as error:
        raise error.at(Location.of_span(Span(start, parser.pos, parser.lexer.input))) from None


def profile_of(op: Operation) -> Profile:
    """The profile of the module that an op is in."""
    root = op.get_toplevel_object()
    found = root.attributes.get(PROFILE) if isinstance(root, Operation) else None
    return found.data if isinstance(found, ProfileAttr) else PROFILES["generic"]


def set_profile(module: ModuleOp, profile: Profile) -> None:
    """The module is compiled for devices of this profile."""
    module.attributes[PROFILE] = ProfileAttr(profile)
