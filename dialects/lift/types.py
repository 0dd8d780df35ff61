"""The types `!lift.array` and `!lift.exists`, and what is done to the nats inside any type.

A binder of a type is de Bruijn inside: the element type of an array is kept with `bound(0)` for the position, one
index higher below each further binder. So types are equal up to renaming, and nothing is ever captured. Types that
stand on values are closed; `open` and `close` go below a binder and back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from functools import lru_cache
from typing import cast

from xdsl.dialects.builtin import (
    AnyFloat,
    ArrayAttr,
    DictionaryAttr,
    IndexType,
    IntegerType,
    StringAttr,
    TupleType,
    VectorType,
)
from xdsl.ir import Attribute, Data, ParametrizedAttribute, TypeAttribute
from xdsl.irdl import irdl_attr_definition
from xdsl.parser import AttrParser
from xdsl.printer import Printer

from ..diagnostics import LiftError
from ..errors import BAD_ELEMENT
from ..limits import TYPE_LEAVES
from ..nat.expr import bound, var
from ..nat.rebuild import abstract, instantiate, map_condition, rename_tables, substitute
from ..nat.ring import Nat
from .attributes import (
    BinderAttr,
    FactAttr,
    NatAttr,
    NatLike,
    parse_nat,
    parse_nat_name,
    parse_optional_binder,
    printed_binder,
    while_bound,
)


class AddressSpace(Enum):
    """Who sees a memory: all work items, those of a work group, or one."""

    GLOBAL = "global"
    LOCAL = "local"
    PRIVATE = "private"


SPACES = tuple(space.value for space in AddressSpace)


def is_scalar(type_: Attribute) -> bool:
    return isinstance(type_, IntegerType | AnyFloat | IndexType)


def tuple_of(types: Iterable[Attribute]) -> TupleType:
    """The tuple of these types."""
    return TupleType(tuple(cast("TypeAttribute", type_) for type_ in types))


def is_stored(type_: Attribute) -> bool:
    """Whether it is a type of this language: a scalar, a vector, a tuple or an array of such, perhaps hidden."""
    match type_:
        case ArrayType() | ExistsType():
            return True
        case TupleType():
            return len(type_.types) > 0 and all(map(is_stored, type_.types))
        case VectorType():
            return len(type_.shape) == 1 and is_scalar(type_.element_type)
        case _:
            return is_scalar(type_)


def _check_element(type_: Attribute, where: str) -> None:
    if not is_stored(type_):
        raise LiftError(
            BAD_ELEMENT,
            f"{type_} cannot stand in {where}",
            expected="a scalar, a vector, a tuple, an array or an existential type",
            found=str(type_),
        )


@irdl_attr_definition
class ArrayType(ParametrizedAttribute, TypeAttribute):
    """An array: `length` elements of one type, or of types that depend on the position.

    `[x0, .., xn]`, where element i has the type `T(i)`. Only lengths may depend on i.

    Inside, `element` is kept with `bound(0)` for the position, and `binder` is only for printing.

    `!lift.array<N, f32>`, or `!lift.array<i : N, !lift.array<i + 1, f32>>`
    """

    name = "lift.array"

    length: NatAttr
    element: TypeAttribute
    binder: BinderAttr

    def __init__(self, length: NatLike | NatAttr, element: Attribute, binder: str = "i"):
        super().__init__(NatAttr.of(length), element, BinderAttr(binder))

    @classmethod
    def over(cls, position: str | None, length: NatLike, element: Attribute) -> ArrayType:
        """The array whose element at `position` has the given type, in which that name is free."""
        if position is None:
            return cls(length, element)
        return cls(length, close(element, position), position)

    def verify(self) -> None:
        _check_element(self.element, "an array")

    @property
    def dependent(self) -> bool:
        """Whether the type of an element depends on its position."""
        return loose(self.element) > 0

    def at(self, position: NatLike) -> Attribute:
        """The type of the element at a position."""
        return open_with(self.element, position) if self.dependent else self.element

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        with parser.in_angle_brackets():
            name = parse_optional_binder(parser)
            length = parse_nat(parser)
            parser.parse_characters(",", " after the length of an array")
            if name is None:
                return (NatAttr(length), parser.parse_type(), BinderAttr("i"))
            with while_bound(parser, name):
                element = parser.parse_type()
            return (NatAttr(length), close(element, name), BinderAttr(name))

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            if not self.dependent:
                printer.print_string(f"{self.length.data}, ")
                printer.print_attribute(self.element)
                return
            name = printed_binder(self.binder.data, free_names(self.element) | free_tables(self.element))
            printer.print_string(f"{name} : {self.length.data}, ")
            printer.print_attribute(open_with(self.element, var(name)))


@irdl_attr_definition
class ExistsType(ParametrizedAttribute, TypeAttribute):
    """A value whose length is hidden until run time and is at most `bound`.

    `(X, x)`, where X is a length from 0 to `bound` and x has the type `T(X)`. Memory is reserved for the bound.

    Inside, `body` is kept with `bound(0)` for the length, and `binder` is only for printing.

    `!lift.exists<X upto N, !lift.array<X, f32>>`
    """

    name = "lift.exists"

    bound: NatAttr
    body: TypeAttribute
    binder: BinderAttr

    def __init__(self, limit: NatLike | NatAttr, body: Attribute, binder: str = "X"):
        super().__init__(NatAttr.of(limit), body, BinderAttr(binder))

    @classmethod
    def over(cls, hidden: str, limit: NatLike, body: Attribute, binder: str | None = None) -> ExistsType:
        """The type that hides the length `hidden`, which is free in the body."""
        return cls(limit, close(body, hidden), binder or hidden)

    @classmethod
    def of_array(cls, limit: NatLike, element: Attribute) -> ExistsType:
        """An array of a hidden length."""
        return cls(limit, ArrayType(bound(0), _shift(element)))

    def verify(self) -> None:
        _check_element(self.body, "an existential type")

    def opened(self, length: NatLike) -> Attribute:
        """The type below the binder, for a length."""
        return open_with(self.body, length)

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        with parser.in_angle_brackets():
            name = parse_nat_name(parser)
            parser.parse_keyword("upto", " after the name of a hidden length")
            limit = parse_nat(parser)
            parser.parse_characters(",", " after the bound of a hidden length")
            with while_bound(parser, name):
                body = parser.parse_type()
            return (NatAttr(limit), close(body, name), BinderAttr(name))

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            taken = free_names(self.body) | free_tables(self.body) | self.bound.data.names
            name = printed_binder(self.binder.data, taken)
            printer.print_string(f"{name} upto {self.bound.data}, ")
            printer.print_attribute(self.opened(var(name)))


@irdl_attr_definition
class MemoryType(ParametrizedAttribute, TypeAttribute):
    """Memory for a value in an address space.

    `memory(s, T)`: room for a value of type `T` in `global`, `local` or `private` memory, which a pattern writes to.

    It holds no value itself: what is written there is the result of the op that writes it.

    `!ocl.memory<local, !lift.array<64, f32>>`
    """

    name = "ocl.memory"

    space: StringAttr
    contents: TypeAttribute

    def __init__(self, space: str, contents: Attribute):
        super().__init__(StringAttr(space), contents)

    def verify(self) -> None:
        _check_element(self.contents, "memory")

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        with parser.in_angle_brackets():
            space = parse_space(parser)
            parser.parse_characters(",", " after an address space")
            return (space, parser.parse_type())

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_string(f"{self.space.data}, ")
            printer.print_attribute(self.contents)


def parse_space(parser: AttrParser) -> StringAttr:
    """Read an address space."""
    return StringAttr(parser.parse_keyword_in(SPACES))


def holds_array(type_: Attribute) -> bool:
    """Whether values of the type are kept in memory as arrays."""
    return isinstance(type_, ArrayType | ExistsType) or (
        isinstance(type_, TupleType) and any(map(holds_array, type_.types))
    )


def array_length(type_: Attribute) -> Nat | None:
    """The length of an array, where it is not hidden; other types have none."""
    return type_.length.data if isinstance(type_, ArrayType) else None


def map_nats(attribute: Attribute, image: Callable[[Nat, int], Nat], depth: int = 0) -> Attribute:
    """The attribute with each nat in it replaced; `image` is told how many binders of types the nat stands below."""
    match attribute:
        case NatAttr():
            return NatAttr(image(attribute.data, depth))
        case FactAttr():
            return FactAttr(map_condition(attribute.data, lambda nat: image(nat, depth)))
        case ArrayType():
            length = image(attribute.length.data, depth)
            return ArrayType(length, map_nats(attribute.element, image, depth + 1), attribute.binder.data)
        case ExistsType():
            limit = image(attribute.bound.data, depth)
            return ExistsType(limit, map_nats(attribute.body, image, depth + 1), attribute.binder.data)
        case TupleType():
            return tuple_of(map_nats(part, image, depth) for part in attribute.types)
        case ArrayAttr():
            return ArrayAttr(tuple(map_nats(item, image, depth) for item in attribute))
        case DictionaryAttr():
            return DictionaryAttr({key: map_nats(item, image, depth) for key, item in attribute.data.items()})
        case Data():
            return attribute
        case ParametrizedAttribute() if attribute.parameters:
            binders = sum(isinstance(parameter, BinderAttr) for parameter in attribute.parameters)
            parts = [map_nats(part, image, depth + binders) for part in attribute.parameters]
            return attribute if tuple(parts) == attribute.parameters else attribute.new(parts)
        case _:
            return attribute


def nats_in(attribute: Attribute, depth: int = 0) -> Iterator[tuple[Nat, int]]:
    """Each nat in an attribute, with how many binders of types it stands below."""
    match attribute:
        case NatAttr():
            yield attribute.data, depth
        case FactAttr():
            yield attribute.data.nat, depth
        case ArrayType():
            yield attribute.length.data, depth
            yield from nats_in(attribute.element, depth + 1)
        case ExistsType():
            yield attribute.bound.data, depth
            yield from nats_in(attribute.body, depth + 1)
        case ArrayAttr():
            for item in attribute:
                yield from nats_in(item, depth)
        case DictionaryAttr():
            for item in attribute.data.values():
                yield from nats_in(item, depth)
        case ParametrizedAttribute():
            binders = sum(isinstance(parameter, BinderAttr) for parameter in attribute.parameters)
            for part in attribute.parameters:
                yield from nats_in(part, depth + binders)
        case _:
            pass


def bounded(attribute: Attribute) -> Attribute:
    """The type, or any attribute, itself: refused where it has too many leaves to be gone through again and again."""
    count = _leaves(attribute, {})
    if count > TYPE_LEAVES.number:
        what = "a type" if isinstance(attribute, TypeAttribute) else "an attribute"
        raise TYPE_LEAVES.exceeded(count, f"there are too many leaves in {what}")
    return attribute


def _leaves(attribute: Attribute, known: dict[int, int]) -> int:
    """How many leaves are in an attribute; what is shared, as the same object, is gone through once."""
    if id(attribute) not in known:
        known[id(attribute)] = sum(_leaves(part, known) for part in _parts(attribute)) or 1
    return known[id(attribute)]


def _parts(attribute: Attribute) -> Iterable[Attribute]:
    """What a type or another attribute is made of, as far as that may be nested; numbers and names count as nothing."""
    match attribute:
        case ArrayType():
            return (attribute.element,)
        case ExistsType():
            return (attribute.body,)
        case ArrayAttr():
            return attribute.data
        case DictionaryAttr():
            return attribute.data.values()
        case ParametrizedAttribute() if not (is_scalar(attribute) or isinstance(attribute, VectorType)):
            return attribute.parameters
        case _:
            return ()


@lru_cache(maxsize=4096)
def loose(type_: Attribute) -> int:
    """How many binders a type still wants around it; 0 for a closed one."""
    return max((nat.loose - depth for nat, depth in nats_in(type_)), default=0)


@lru_cache(maxsize=4096)
def free_names(attribute: Attribute) -> frozenset[str]:
    """The names of nats that are free in an attribute."""
    return frozenset[str]().union(*(nat.names for nat, _ in nats_in(attribute)))


@lru_cache(maxsize=4096)
def free_tables(attribute: Attribute) -> frozenset[str]:
    """The names of tables that are free in an attribute."""
    return frozenset[str]().union(*(nat.tables for nat, _ in nats_in(attribute)))


def substitute_in(attribute: Attribute, values: Mapping[str, Nat]) -> Attribute:
    """Put closed expressions in place of free names, all at once."""
    if free_names(attribute).isdisjoint(values):
        return attribute
    return map_nats(attribute, lambda nat, _: substitute(nat, values))


def rename_tables_in(attribute: Attribute, names: Mapping[str, str]) -> Attribute:
    """Look up in other tables, all at once."""
    if free_tables(attribute).isdisjoint(names):
        return attribute
    return map_nats(attribute, lambda nat, _: rename_tables(nat, names))


def open_with(body: Attribute, value: NatLike) -> Attribute:
    """The body of a binder, for a value of its variable."""
    return map_nats(body, lambda nat, depth: instantiate(nat, value, depth=depth))


def close(type_: Attribute, name: str) -> Attribute:
    """The body of a binder that binds a free name: what `open_with(_, var(name))` undoes."""
    if name not in free_names(type_) and loose(type_) == 0:
        return type_
    return map_nats(type_, lambda nat, depth: _close_below(nat, name, depth))


def _close_below(nat: Nat, name: str, depth: int) -> Nat:
    """Bind a name below `depth` binders of types: they are named for the moment, and bound again around it."""
    inner = [f"{level}'" for level in range(depth)]
    for held in inner:
        nat = instantiate(nat, var(held))
    nat = abstract(nat, name)
    for held in reversed(inner):
        nat = abstract(nat, held)
    return nat


def _shift(type_: Attribute) -> Attribute:
    """A type that stands below one more binder, which it does not use."""
    return close(type_, "'")
