"""A hash of a function as a term, by which equal programs are found.

`lift` is pure, so a function is the term that it returns: the hash is blind to the names of values and positions, to the order
of ops, to ops that stand twice and to those that nothing needs. It sees ops, numbers, types that cannot be inferred, facts,
launch sizes and the words on folds. Patterns of `ocl` store their results, so two equal ones are two memories: there it
matters whether a value is used twice or computed twice.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from hashlib import blake2b
from typing import Final

from xdsl.ir import Attribute, Block, Operation, OpResult, SSAValue

from ..dialects.lift.body import BodyOp
from ..dialects.lift.functions import DefOp
from ..dialects.ocl.memory import Allocates

_NAME: Final = re.compile(r"[A-Za-z_]\w*")
_BINDER: Final = "position"
"""The property that names what a region binds."""


def term_hash(function: DefOp) -> str:
    """The hash of what a function returns, with what is known of its sizes."""
    head = (function.function_type, function.properties.get("nats"), function.properties.get("tables"))
    term = _Term()
    digest = blake2b(digest_size=16)
    for attribute in (*head, function.where, function.launch):
        digest.update(_text(attribute).encode() + b"\n")
    digest.update(term.region(function.block, 0, {}))
    return digest.hexdigest()


class _Term:
    """The hashes of the values of a function, each found once."""

    def __init__(self) -> None:
        self.known: dict[SSAValue, bytes] = {}
        self.around: dict[Block, tuple[int, Mapping[str, str]]] = {}
        """How deep each block is that was entered, and what the positions around it are called."""
        self.stores: dict[Operation, int] = {}
        """Ops with memory of their own, numbered as they are reached."""

    def region(self, block: Block, level: int, names: Mapping[str, str]) -> bytes:
        for i, argument in enumerate(block.args):
            self.known[argument] = f"argument {level}.{i}".encode()
        self.around[block] = level, names
        last = block.last_op
        return b"" if last is None else b"|".join(map(self.value, last.operands))

    def value(self, value: SSAValue) -> bytes:
        found = self.known.get(value)
        if found is None:
            assert isinstance(value, OpResult)
            found = self.known[value] = self.op(value.op) + str(value.index).encode()
        return found

    def op(self, op: Operation) -> bytes:
        assert op.parent is not None
        level, names = self.around[op.parent]
        digest = blake2b(op.name.encode(), digest_size=16)
        bound = op.position_name if isinstance(op, BodyOp) else None
        inner = names if bound is None else {**names, bound: f"'{level}"}
        for key, attribute in sorted(op.properties.items()):
            if key != _BINDER:
                digest.update(f"\n{key} {_renamed(_text(attribute), names)}".encode())
        for operand in op.operands:
            digest.update(b"\n" + self.value(operand))
        for region in op.regions:
            digest.update(b"{" + self.region(region.block, level + 1, inner) + b"}")
        if not op.operands and not op.regions:
            digest.update("".join(map(_text, op.result_types)).encode())
        if op.has_trait(Allocates):
            digest.update(str(self.stores.setdefault(op, len(self.stores))).encode())
        return digest.digest()


def _renamed(text: str, names: Mapping[str, str]) -> str:
    return _NAME.sub(lambda found: names.get(found[0], found[0]), text) if names else text


@lru_cache(maxsize=4096)
def _text(attribute: Attribute | None) -> str:
    return str(attribute)
