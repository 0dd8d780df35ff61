"""Index functions of views, and the indices that real programs produce by composing them.

A view maps the access path of what is seen to the access path of what it is a view of: that is all `split` or `pad`
means for an index. An index here is the fold of such a chain, as it stands before anything is simplified.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from lift.dialects.nat.expr import compare as compare_nats
from lift.dialects.nat.expr import floordiv, if_then_else, lookup, maximum, minimum, mod, sum_over, var
from lift.dialects.nat.facts import Facts
from lift.dialects.nat.parser import parse_nat
from lift.dialects.nat.ring import Nat

Path: TypeAlias = tuple[Nat, ...]
View: TypeAlias = Callable[[Path], Path]
Function: TypeAlias = Callable[[Nat], Nat]


def nat(value: Nat | int | str) -> Nat:
    """An expression from its text, where it is not one yet."""
    return parse_nat(str(value)) if isinstance(value, (str, int)) else value


def chain(*views: View) -> View:
    """The views in the order in which a program applies them; an access goes through them from the last to the first."""

    def through(path: Path) -> Path:
        for view in reversed(views):
            path = view(path)
        return path

    return through


def mapped(view: View, depth: int = 1) -> View:
    """The view of each element, that many dimensions further in."""
    return lambda path: (*path[:depth], *view(path[depth:]))


def split(size: Nat | int | str) -> View:
    """`[n * size]` seen as `[n][size]`."""
    return lambda path: (path[0] * nat(size) + path[1], *path[2:])


def join(size: Nat | int | str) -> View:
    """`[n][size]` seen as `[n * size]`."""
    return lambda path: (floordiv(path[0], nat(size)), mod(path[0], nat(size)), *path[1:])


def transpose(path: Path) -> Path:
    return (path[1], path[0], *path[2:])


def gather(function: Function) -> View:
    return lambda path: (function(path[0]), *path[1:])


def slide(step: Nat | int | str) -> View:
    """Windows, a step apart."""
    return lambda path: (path[0] * nat(step) + path[1], *path[2:])


def clamp(before: int, length: Nat | int | str) -> View:
    """Padding that repeats the element at the edge."""
    return gather(lambda i: maximum(0, minimum(i - before, nat(length) - 1)))


def wrap(before: int, length: Nat | int | str) -> View:
    """Padding that goes on at the other end."""
    return gather(lambda i: mod(i - before, nat(length)))


def mirror(before: int, length: Nat | int | str) -> View:
    """Padding that turns round at the edge, which it repeats."""

    def turned(i: Nat) -> Nat:
        at, n = i - before, nat(length)
        behind = if_then_else(compare_nats(at, "ge", n), 2 * n - 1 - at, at)
        return if_then_else(compare_nats(at, "lt", 0), -at - 1, behind)

    return gather(turned)


def partition(length: Function) -> View:
    """A flat array seen as rows of these lengths; so is the memory of a position-dependent array."""
    return lambda path: (sum_over("row", path[0], length(var("row"))) + path[1], *path[2:])


def stride(step: Nat | int | str, count: Nat | int | str) -> Function:
    """The permutation that reads with a step; `step * count` elements."""
    return lambda i: floordiv(i, nat(count)) + nat(step) * mod(i, nat(count))


def memory(*lengths: Nat | int | str) -> View:
    """A nested array in flat memory: the inner lengths, outermost first."""

    def flat(path: Path) -> Path:
        index = path[0]
        for position, length in zip(path[1:], lengths, strict=True):
            index = index * nat(length) + position
        return (index,)

    return flat


@dataclass(frozen=True)
class Index:
    """An index to simplify, the facts in force where it stands, and what a person would write for it."""

    name: str
    nat: Nat
    facts: Callable[[], Facts]
    expected: str


def index(name: str, view: View, path: str, facts: Callable[[], Facts], expected: str) -> Index:
    """The access to a view at a path of expressions, separated by semicolons."""
    (flat,) = view(tuple(parse_nat(text) for text in path.split(";")))
    return Index(name, flat, facts, expected)


def facts(sizes: str = "", where: str = "", indices: str = "", tables: str = "") -> Callable[[], Facts]:
    """Facts that are new at each call, from text: `"N M"`, `"N mod 4 eq 0; .."`, `"i : N; .."`."""

    def fresh() -> Facts:
        known = Facts().size(*sizes.split())
        for name, length in map(_binding, filter(None, tables.split("; "))):
            known = known.table(name, length)
        known = known.given(*filter(None, where.split("; ")))
        for name, count in map(_binding, filter(None, indices.split("; "))):
            known = known.index(name, count)
        return known

    return fresh


def _binding(text: str) -> tuple[str, Nat]:
    name, count = text.split(" : ")
    return name, parse_nat(count)


# The programs


def transposition() -> list[Index]:
    """Figure 6 of the Lift paper, and two transpositions that undo each other through flat memory."""
    once = chain(memory("N"), join("N"), gather(stride("N", "M")), split("M"))
    known = facts("N M", "", "w : N; l : M")
    back = chain(
        memory("N"), join("N"), gather(stride("N", "M")), split("M"), join("M"), gather(stride("M", "N")), split("N")
    )
    return [
        index("transposition, figure 6", once, "w; l", known, "l*N + w"),
        index("transposition, twice", back, "l; w", known, "l*N + w"),
    ]


def tile(rows: Nat | int | str, columns: Nat | int | str) -> View:
    """`[m][n]` seen as `[m / rows][n / columns][rows][columns]`."""
    return chain(mapped(split(columns)), split(rows), mapped(transpose))


def untile(rows: Nat | int | str, columns: Nat | int | str) -> View:
    """Tiles put together again."""
    return chain(mapped(transpose), join(rows), mapped(join(columns)))


def tiled_product() -> list[Index]:
    """Matrices of a product, cut into 16 x 16 tiles."""
    known = facts("M K", "M mod 16 eq 0; K mod 16 eq 0", "r : M; c : K")
    flat = facts("M K", "M mod 16 eq 0; K mod 16 eq 0", "t : (M floordiv 16) * (K floordiv 16); l : 256")
    tiles = chain(memory("K"), tile(16, 16))
    grid = chain(tiles, join("K floordiv 16"), mapped(join(16)))
    whole = chain(tiles, untile(16, 16), join("16 * (K floordiv 16)"), split("K"))
    return [
        index(
            "matmul, tile t, item l",
            grid,
            "t; l",
            flat,
            "(16*(t floordiv (K floordiv 16)) + l floordiv 16)*K + 16*(t mod (K floordiv 16)) + l mod 16",
        ),
        index("matmul, tiled and untiled", whole, "r; c", known, "r*K + c"),
        index(
            "matmul, tiles stored one after the other",
            chain(memory("K floordiv 16", 16, 16), untile(16, 16), tile(16, 16)),
            "w; v; i; j",
            facts("M K", "M mod 16 eq 0; K mod 16 eq 0", "w : M floordiv 16; v : K floordiv 16; i : 16; j : 16"),
            "16*K*w + 256*v + 16*i + j",
        ),
    ]


def blocked_product() -> list[Index]:
    """The result of a product: tiles, then register blocks in both dimensions whose elements lie a stride apart."""

    def blocks(size: str, count: str, register: str) -> View:
        strided = gather(stride(count, register))
        flat = chain(memory("N"), join("N"), split("N"))
        return chain(
            flat, tile(size, size), mapped(strided, 2), mapped(strided, 3), mapped(tile(register, register), 2)
        )

    fixed = "M mod 64 eq 0; N mod 64 eq 0"
    symbolic = "M mod T eq 0; N mod T eq 0; T mod R eq 0"
    return [
        index(
            "register blocks, 64 and 4",
            blocks("64", "16", "4"),
            "w; v; i; j; a; b",
            facts("M N", fixed, "w : M floordiv 64; v : N floordiv 64; i : 16; j : 16; a : 4; b : 4"),
            "(64*w + i + 16*a)*N + 64*v + j + 16*b",
        ),
        index(
            "register blocks, flat items",
            chain(blocks("64", "16", "4"), mapped(join(16), 2)),
            "w; v; l; a; b",
            facts("M N", fixed, "w : M floordiv 64; v : N floordiv 64; l : 256; a : 4; b : 4"),
            "(64*w + l floordiv 16 + 16*a)*N + 64*v + l mod 16 + 16*b",
        ),
        index(
            "register blocks, T and R",
            blocks("T", "T floordiv R", "R"),
            "w; v; i; j; a; b",
            facts(
                "M N T R",
                symbolic,
                "w : M floordiv T; v : N floordiv T; i : T floordiv R; j : T floordiv R; a : R; b : R",
            ),
            "(T*w + i + (T floordiv R)*a)*N + T*v + j + (T floordiv R)*b",
        ),
    ]


def windows(dimensions: int) -> View:
    """`[n]..[m]` seen as `[n']..[m'][3]..[3]`: a 3-point window in each dimension."""
    views = [mapped(slide(1), depth) for depth in range(dimensions)]

    def sorted_pairs(path: Path) -> Path:
        pairs = zip(path[:dimensions], path[dimensions:], strict=True)
        return tuple(position for pair in pairs for position in pair)

    def all_slides(path: Path) -> Path:
        for view in views:
            path = view(path)
        return path

    return chain(all_slides, sorted_pairs)


def padded(pad: Callable[[int, str], View], *lengths: str) -> View:
    """One element more on each side of each dimension."""
    return chain(*(mapped(pad(1, length), depth) for depth, length in enumerate(lengths)))


def stencils() -> list[Index]:
    """3-point windows in each dimension over padded arrays."""
    plane = facts("N M", "", "i : N; j : M; a : 3; b : 3")
    space = facts("N M K", "", "i : N; j : M; k : K; a : 3; b : 3; c : 3")
    two = chain(memory("M"), padded(clamp, "N", "M"), windows(2))
    three = chain(memory("M", "K"), padded(clamp, "N", "M", "K"), windows(3))
    flat = chain(two, join("M"))
    return [
        index(
            "3x3 stencil, clamp",
            two,
            "i; j; a; b",
            plane,
            "max(0, min(i + a - 1, N - 1))*M + max(0, min(j + b - 1, M - 1))",
        ),
        index("3x3 stencil, clamp, north-east", two, "i; j; 0; 2", plane, "max(0, i - 1)*M + min(j + 1, M - 1)"),
        index("3x3 stencil, clamp, centre", two, "i; j; 1; 1", plane, "i*M + j"),
        index(
            "3x3 stencil, clamp, flat item",
            flat,
            "g; a; b",
            facts("N M", "", "g : N*M; a : 3; b : 3"),
            "max(0, min(g floordiv M + a - 1, N - 1))*M + max(0, min(g mod M + b - 1, M - 1))",
        ),
        index(
            "3D stencil, clamp",
            three,
            "i; j; k; a; b; c",
            space,
            "(max(0, min(i + a - 1, N - 1))*M + max(0, min(j + b - 1, M - 1)))*K + max(0, min(k + c - 1, K - 1))",
        ),
        index(
            "3D stencil, clamp, one corner",
            three,
            "i; j; k; 0; 1; 2",
            space,
            "(max(0, i - 1)*M + j)*K + min(k + 1, K - 1)",
        ),
        index(
            "3D stencil, mirror, one corner",
            chain(memory("M", "K"), padded(mirror, "N", "M", "K"), windows(3)),
            "i; j; k; 0; 1; 2",
            space,
            "(if(i ge 1, i - 1, 0)*M + j)*K + if(k lt K - 1, k + 1, K - 1)",
        ),
        index(
            "3x3 stencil, wrap, one corner",
            chain(memory("M"), padded(wrap, "N", "M"), windows(2)),
            "i; j; 0; 1",
            plane,
            "((i - 1) mod N)*M + j",
        ),
        index(
            "wrap of wrap",
            chain(memory(), wrap(1, "N"), slide(1), join(3), wrap(1, "3 * N"), slide(1)),
            "3*i + a; 1",
            facts("N", "", "i : N; a : 3"),
            "(i + a - 1) mod N",
        ),
    ]


def tiled_stencil() -> list[Index]:
    """Tiles of 16 x 16 results read 18 x 18 overlapping elements."""
    known = facts(
        "N M",
        "N mod 16 eq 0; M mod 16 eq 0",
        "w : N floordiv 16; v : M floordiv 16; i : 16; j : 16; a : 3; b : 3",
    )
    overlapping = chain(mapped(slide(16)), slide(16), mapped(transpose))
    tiles = chain(memory("M"), padded(clamp, "N", "M"), overlapping)
    inner = mapped(windows(2), 2)
    return [
        index(
            "tiled stencil, copy of a tile",
            chain(tiles, mapped(join(18), 2)),
            "w; v; l",
            facts("N M", "N mod 16 eq 0; M mod 16 eq 0", "w : N floordiv 16; v : M floordiv 16; l : 324"),
            "max(0, min(16*w + l floordiv 18 - 1, N - 1))*M + max(0, min(16*v + l mod 18 - 1, M - 1))",
        ),
        index(
            "tiled stencil, window in a tile",
            chain(tiles, inner),
            "w; v; i; j; a; 2",
            known,
            "max(0, min(16*w + i + a - 1, N - 1))*M + min(16*v + j + 1, M - 1)",
        ),
        index(
            "tiled stencil, result",
            chain(memory("M"), join("M"), split("M"), tile(16, 16), untile(16, 16), tile(16, 16)),
            "w; v; i; j",
            known,
            "(16*w + i)*M + 16*v + j",
        ),
    ]


def convolution() -> list[Index]:
    """Patches of a padded image as the rows of a matrix: channels and window flattened, image positions flattened."""
    image = chain(memory("H", "W"), mapped(chain(mapped(slide(2)), slide(2), mapped(transpose))))
    columns = chain(image, mapped(mapped(join(3), 2)), mapped(join("P")))
    return [
        index(
            "convolution, patches as a matrix",
            columns,
            "c; y*P + x; 3*a + b",
            facts("H W P Q C", "H eq 2*Q + 1; W eq 2*P + 1", "c : C; y : Q; x : P; a : 3; b : 3"),
            "(c*H + 2*y + a)*W + 2*x + b",
        ),
        index(
            "convolution, flat in both",
            columns,
            "c; p; k",
            facts("H W P Q C", "H eq 2*Q + 1; W eq 2*P + 1", "c : C; p : Q*P; k : 9"),
            "(c*H + 2*(p floordiv P) + k floordiv 3)*W + 2*(p mod P) + k mod 3",
        ),
    ]


def ragged() -> list[Index]:
    """Memory of arrays whose rows have different lengths."""
    triangle = partition(lambda row: row + 1)
    layers = partition(lambda row: sum_over("inner", row + 1, var("inner") + 1))

    def pyramid(path: Path) -> Path:
        """Three levels: `array<i : N, array<j : i + 1, array<j + 1, f32>>>`."""
        (inside,) = triangle(path[1:])
        return layers((path[0], inside))

    entries = partition(_entry)
    csr = facts("N", "rows[_] le N", "w : N floordiv 4; l : 4; j : rows[4*w + l]", "rows : N")
    return [
        index("triangular rows", triangle, "r; c", facts("N", "", "r : N; c : r + 1"), "r*(r + 1) floordiv 2 + c"),
        index(
            "triangular rows, 16 to a group",
            chain(triangle, split(16)),
            "w; l; c",
            facts("N", "N mod 16 eq 0", "w : N floordiv 16; l : 16; c : 16*w + l + 1"),
            "(16*w + l)*(16*w + l + 1) floordiv 2 + c",
        ),
        index(
            "three levels of dependent arrays",
            pyramid,
            "i; j; k",
            facts("N", "", "i : N; j : i + 1; k : j + 1"),
            "i*(i + 1)*(i + 2) floordiv 6 + j*(j + 1) floordiv 2 + k",
        ),
        index(
            "partition, longer rows first",
            partition(lambda row: if_then_else(compare_nats(row, "lt", var("c")), var("b") + 1, var("b"))),
            "i; j",
            facts("N b", "", "c : N; i : N; j : b"),
            "b*i + min(c, i) + j",
        ),
        index(
            "banded rows",
            partition(lambda row: minimum(row + 1, var("B"))),
            "i; j",
            facts("N B", "", "i : N; j : B"),
            "min(B, i)*(min(B, i) + 1) floordiv 2 + (i - min(B, i))*B + j",
        ),
        index("CSR rows, 4 to a group", chain(entries, split(4)), "w; l; j", csr, "sum(k : 4*w + l, rows[k]) + j"),
        index(
            "CSR rows, a window of them",
            partition(lambda row: _entry(row + var("a"))),
            "l; j",
            facts("N", "", "a : N; l : N - a", "rows : N"),
            "sum(k : a + l, rows[k]) - sum(k : a, rows[k]) + j",
        ),
    ]


def _entry(row: Nat) -> Nat:
    return lookup("rows", row)


def halving() -> list[Index]:
    """Round m of an iteration that halves what it works on, n elements split in two, in blocks of a larger array."""
    length = "(n floordiv pow(2, m))"
    view = chain(memory(length), join(length), split(length), mapped(split(2)))
    known = facts("n", "n eq pow(2, log2(n))", "m : log2(n); b : pow(2, m); l : n floordiv pow(2, m + 1); i : 2")
    return [
        index("iterate, halving", view, "b; l; i", known, "b*(n floordiv pow(2, m)) + 2*l + i"),
        index(
            "iterate, length after the round",
            memory(),
            f"{length} floordiv 2",
            known,
            "n floordiv pow(2, m + 1)",
        ),
    ]


def dot() -> list[Index]:
    """The running example of the Lift paper: chunks of 128, pairs in them, read and written through flat memory."""
    view = chain(memory(128), join(128), split(128), mapped(split(2)), mapped(join(2)), mapped(split(2)))
    known = facts("N", "N mod 128 eq 0", "w : N floordiv 128; l : 64; i : 2")
    return [index("partial dot product", view, "w; l; i", known, "128*w + 2*l + i")]


def indices() -> list[Index]:
    """All of them."""
    groups = (
        transposition,
        dot,
        tiled_product,
        blocked_product,
        stencils,
        tiled_stencil,
        convolution,
        ragged,
        halving,
    )
    return [found for group in groups for found in group()]
