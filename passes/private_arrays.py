"""Private arrays of a kernel: who accesses them, and as how many values they can be kept."""

from __future__ import annotations

from collections.abc import Sequence

from ..dialects.kernel.memory import AccessOp, AllocOp, ReadOp, VLoadOp, VStoreOp, WriteOp
from ..dialects.kernel.types import vector_parts
from ..dialects.lift.profile import profile_of
from ..dialects.lift.types import AddressSpace


def accesses_of(op: AllocOp) -> Sequence[AccessOp] | None:
    """The loads and stores of memory; None where it is used otherwise."""
    users = [use.operation for use in op.buffer.uses]
    found = [user for user in users if isinstance(user, ReadOp | WriteOp) and user.target is op.buffer]
    return found if len(found) == len(users) else None


def width_of(op: AccessOp) -> int:
    """How many elements an access is to."""
    value = op.results[0] if isinstance(op, VLoadOp) else op.value if isinstance(op, VStoreOp) else None
    parts = None if value is None else vector_parts(value.type)
    return 1 if parts is None else parts[0]


def vector_width(op: AllocOp) -> int | None:
    """How many elements of private memory are always accessed at once, apart from single ones."""
    accesses, size = accesses_of(op), op.size.data.constant
    type_ = op.buffer.type
    if not accesses or size is None or type_.address_space is not AddressSpace.PRIVATE:
        return None
    widths = {width_of(access) for access in accesses} - {1}
    if len(widths) != 1 or not any(isinstance(access, VStoreOp) for access in accesses):
        return None
    (width,) = widths
    return width if size % width == 0 else None


def is_small_private(op: AllocOp) -> bool:
    """Whether memory is private, only loaded from and stored to, and not more values than the profile says.

    What is always accessed as a vector is one value.
    """
    size = op.size.data.constant
    if op.buffer.type.address_space is not AddressSpace.PRIVATE or size is None or accesses_of(op) is None:
        return False
    return size // (vector_width(op) or 1) <= profile_of(op).values
