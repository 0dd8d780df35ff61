"""What the printed program is made of beside its functions; only what it uses is printed."""

from __future__ import annotations

import re
from typing import Final

SUPPORT: Final[dict[str, str]] = {
    "default_queue": '''
@cache
def default_queue():
    """A queue on the device that PYOPENCL_CTX names, or on the first one."""
    return cl.CommandQueue(cl.create_some_context(interactive=False))
''',
    "build_kernels": '''
@cache
def build_kernels(context):
    """The kernels, built once for a context."""
    return cl.Program(context, SOURCE).build()
''',
    "as_size": '''
def as_size(value, name):
    """A size as an integer."""
    value = int(value)
    need(value >= 1, f"{name} ge 1")
    return value
''',
    "need": '''
def need(holds, fact):
    """Refuse a call for which a fact does not hold."""
    if not holds:
        raise ValueError(f"the sizes do not fit: {fact} does not hold")
''',
    "as_table": '''
def as_table(entries, name):
    """A table of sizes: natural numbers in one dimension."""
    entries = np.asarray(entries)
    if entries.ndim != 1 or entries.dtype.kind not in "iu" or min(entries, default=0) < 0:
        raise ValueError(f"{name} is no table of natural numbers")
    return entries
''',
    "as_scalar": '''
def as_scalar(value, dtype, name):
    """A number of just this dtype; Python numbers are converted."""
    given = np.asarray(value)
    typed = isinstance(value, np.generic | np.ndarray)
    fits = given.dtype == dtype if typed else np.can_cast(np.min_scalar_type(given), dtype, "same_kind")
    if given.ndim or not fits:
        raise TypeError(f"{name} is {given.dtype} of shape {given.shape}, not {np.dtype(dtype)}")
    return dtype(value)
''',
    "as_array": '''
def as_array(value, dtype, rank, name):
    """A NumPy array of just this dtype and rank, with its elements one after the other."""
    value = np.asarray(value)
    if value.dtype != dtype or value.ndim != rank:
        raise TypeError(f"{name} is {value.dtype} in {value.ndim} dimensions, not {np.dtype(dtype)} in {rank}")
    return np.ascontiguousarray(value)
''',
    "check_shape": '''
def check_shape(value, shape, name):
    """Refuse an array of another shape."""
    if value.shape != shape:
        raise ValueError(f"{name} has the shape {value.shape}, not {shape}")
''',
    "parts_of": '''
def parts_of(value, count, name):
    """The parts of a tuple, or of an array of tuples: a structured dtype, or an array for each part."""
    names = getattr(getattr(value, "dtype", None), "names", None)
    values = tuple(value[field] for field in names) if names else tuple(value)
    if len(values) != count:
        raise TypeError(f"{name} has {len(values)} parts, not {count}")
    return values
''',
    "structures": '''
def structures(rank, *parts):
    """One array of tuples, of the given rank, from an array for each of their parts."""
    fields = [(f"f{k}", part.dtype, part.shape[rank:]) for k, part in enumerate(parts)]
    result = np.empty(parts[0].shape[:rank], fields)
    for k, part in enumerate(parts):
        result[f"f{k}"] = part
    return result
''',
    "running_sums": '''
def running_sums(length, term):
    """A table of so many sums: entry k has the first k terms."""
    return np.cumsum([0, *(term(i) for i in range(length - 1))])[: max(length, 0)]
''',
    "table_to_device": '''
def table_to_device(queue, entries):
    """A buffer with a table, as the kernels read it."""
    if max(entries, default=0) > np.iinfo(INDEX).max:
        raise ValueError("an entry of a table is too large for the kernels")
    return to_device(queue, np.asarray(entries).astype(INDEX))
''',
    "to_device": '''
def to_device(queue, values):
    """A buffer with the elements of an array."""
    buffer = allocate(queue, values.size, values.dtype)
    if values.size:
        cl.enqueue_copy(queue, buffer, values.view(np.uint8))
    return buffer
''',
    "allocate": '''
def allocate(queue, count, dtype):
    """A buffer for so many elements; OpenCL has no empty ones."""
    if count > np.iinfo(INDEX).max:
        raise ValueError(f"{count} elements are more than the kernels can count")
    return cl.Buffer(queue.context, cl.mem_flags.READ_WRITE, max(count * np.dtype(dtype).itemsize, 1))
''',
    "local_memory": '''
def local_memory(count, dtype):
    """Memory for so many elements in each work group."""
    return cl.LocalMemory(max(count * np.dtype(dtype).itemsize, 1))
''',
    "check_indices": '''
def check_indices(kernel, sizes, *bounds):
    """Refuse sizes for which an index of a kernel, or what is computed for it, may be too large."""
    if max(bounds) > np.iinfo(INDEX).max:
        written = ", ".join(f"{name} = {size}" for name, size in sizes.items())
        wider = "; -t 'host-py{long=true}' prints a program with 64" if INDEX is np.int32 else ""
        raise ValueError(f"an index of {kernel} may pass {np.iinfo(INDEX).bits} bits for {written}{wider}")
''',
    "launch": '''
def launch(queue, kernel, local, groups, *arguments):
    """Run a kernel, unless there are no work groups."""
    if min(groups) > 0:
        items = tuple(inner * outer for inner, outer in zip(local, groups, strict=True))
        kernel(queue, items, local, *arguments)
''',
    "check_bound": '''
def check_bound(count, most, what):
    """Refuse a result that is longer than its bound."""
    if count > most:
        raise ValueError(f"{what} gives {count} elements, and its bound is {most}")
''',
    "has_ended": '''
def has_ended(queue, progress, iterations):
    """Whether there are no more iterations: the device is asked after 1, 3, 7, .. 63 of them, and then after every 64."""
    asked = iterations & (iterations + 1) == 0 or iterations % 64 == 63
    return asked and read_back(queue, progress, (2,), np.int32)[1] != 0
''',
    "read_rows": '''
def read_rows(queue, buffer, lengths, room, dtype):
    """Rows that are each as long as they are; in the buffer each has the same room."""
    rows, step = [np.empty((length, *room[1:]), dtype) for length in lengths], int(np.prod(room)) * np.dtype(dtype).itemsize
    for k, row in enumerate(rows):
        if row.size:
            cl.enqueue_copy(queue, row.view(np.uint8), buffer, src_offset=k * step)
    return rows
''',
    "read_back": '''
def read_back(queue, buffer, shape, dtype):
    """What a buffer holds, once all that was launched is done."""
    result = np.empty(shape, dtype)
    if result.size:
        cl.enqueue_copy(queue, result.view(np.uint8), buffer)
    return result
''',
    "random_values": '''
def random_values(rng, shape, dtype):
    """Floats from 0 to 1, integers from 0 to 99."""
    kind = np.dtype(dtype).kind
    values = rng.random(shape) if kind in "fV" else rng.integers(0, 2 if kind == "b" else 100, shape)
    return np.asarray(values).astype(dtype)[()]
''',
}
"""Functions by their names, in the order in which they are printed; each may use those after it."""


def support_for(text: str) -> list[str]:
    """The functions that a text uses, and that these use."""
    found: list[str] = []
    for name, function in SUPPORT.items():
        if re.search(rf"\b{name}\(", "\n".join([text, *found])) is not None:
            found.append(function.removeprefix("\n"))
    return found
