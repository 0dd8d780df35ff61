"""Macro rules: strategies of a few steps that belong together, with their numbers as parameters.

Each works at a place, and finds the patterns inside of that one by itself; the steps that it takes are those of rules, so
that a script of them does the same again.
"""

from __future__ import annotations

from typing import Any, Final

from xdsl.ir import Operation

from ...dialects.lift.algorithmic import MapOp, ReduceOp
from ...dialects.lift.layout import SlideOp, TransposeOp
from ...dialects.lift.tuples import ZipOp
from ..rules.exchange import inside_of, interchange_map_reduce, interchange_maps, split_of_zip
from ..rules.fusion import reduce_of_map
from ..rules.lanes import reduce_lanes
from ..rules.mapping import map_to_glb, map_to_lcl, map_to_wrg
from ..rules.parameters import Parameter, size, width
from ..rules.parts import in_parts, peel
from ..rules.rule import OpT, Refusal, Rule
from ..rules.staging import accumulate_apart, hoist, launch, stage, stage_element
from ..rules.tiling import map_of_join, reduce_split, split_join
from ..rules.vector_accumulators import vector_accumulator
from ..rules.vectorise import vectorise_map
from ..rules.windows import slide_tiling
from .combinators import Strategy, at, attempt, repeat, seq
from .derivation import Derivation, NotApplicableError
from .normal_forms import tidy
from .registry import NamedStrategy, strategy
from .step import Step


def _name(derivation: Derivation, op: Operation | None) -> str:
    name = None if op is None else derivation.places.name_of(op)
    assert name is not None
    return name


def _inside(derivation: Derivation, macro: str, place: str, kind: type[OpT]) -> str:
    """The name of the pattern of a kind that the map at a place gives the result of."""
    op = derivation.places.at(place)
    found = inside_of(op, kind) if isinstance(op, MapOp) else None
    if found is None:
        what = "map" if issubclass(kind, MapOp) else "fold"
        raise NotApplicableError(Step(macro, place), Refusal(f"there is no map with a {what} inside of it"), op)
    return _name(derivation, found[0])


def _steps(derivation: Derivation, *steps: tuple[Rule[Any], str]) -> list[Step]:
    return seq(*(at(rule, place) for rule, place in steps))(derivation)


@strategy(
    mr=size("rows of a block", 4), nr=size("columns of a block", 16), w=Parameter("lanes of a vector, or 1", 8, 1, 16)
)
def register_block_2d(place: str, mr: int, nr: int, w: int) -> Strategy:
    """A map of maps of folds in blocks of mr x nr, each with its accumulators, of vectors of w, in registers."""

    def run(derivation: Derivation) -> list[Step]:
        line = _inside(derivation, "register_block_2d", place, MapOp)
        fold = _inside(derivation, "register_block_2d", line, ReduceOp)
        return _steps(
            derivation,
            (split_join.bind(n=mr), place),
            (split_join.bind(n=nr), line),
            (interchange_maps, place),
            *_in_registers(place, line, fold, w),
        )

    return run


def _in_registers(rows: str, columns: str, fold: str, w: int) -> list[tuple[Rule[Any], str]]:
    """A map of maps of folds, both of few elements, as a fold with an accumulator for each, of vectors of w of a row."""
    vectors = ((vectorise_map.bind(w=w), columns), (vector_accumulator, fold)) if w > 1 else ()
    exchanged = (interchange_map_reduce, columns), *vectors, (interchange_map_reduce, rows)
    return [*exchanged, (accumulate_apart, fold)]


@strategy(
    mr=size("rows of a block", 6), nr=size("columns of a panel", 16), w=Parameter("lanes of a vector, or 1", 8, 1, 16)
)
def packed_panel(place: str, mr: int, nr: int, w: int) -> Strategy:
    """A map of maps of folds in panels of nr columns, each copied to local memory, and in these in blocks of mr rows.

    A block has its accumulators, of vectors of w, in registers. What a panel is copied from is what the columns go over.
    """

    def run(derivation: Derivation) -> list[Step]:
        line = _inside(derivation, "packed_panel", place, MapOp)
        fold = _inside(derivation, "packed_panel", line, ReduceOp)
        steps = _steps(
            derivation,
            (interchange_maps, place),
            (split_join.bind(n=nr), line),
            (split_join.bind(n=mr), place),
            (interchange_maps, line),
            (interchange_maps, line),
            *_in_registers(place, line, fold, w),
        )
        panel = _turned_panel(derivation, fold)
        return [*steps, *_steps(derivation, (hoist, panel), (stage.bind(space="local"), panel))]

    return run


def _turned_panel(derivation: Derivation, fold: str) -> str:
    """The array beside those of a block of rows that a fold goes over: it is free of the map over blocks."""
    op = derivation.places.at(fold)
    zipped, blocks = op.operands[0].owner, op.parent_op()
    assert blocks is not None
    parts = zipped.operands if isinstance(zipped, ZipOp) else ()
    free = [part.owner for part in parts if isinstance(part.owner, TransposeOp) and hoist.matches(part.owner)]
    if len(free) != 1:
        raise NotApplicableError(Step("packed_panel", fold), Refusal("no array of columns is shared by all rows"), op)
    return _name(derivation, free[0])


@strategy(n=size("elements of a tile", 32))
def tile_k(place: str, n: int) -> Strategy:
    """A fold over tiles of n elements; where it goes over several arrays, a tile of each."""

    def run(derivation: Derivation) -> list[Step]:
        steps = _steps(derivation, (reduce_split.bind(n=n), place))
        tiles = derivation.places.at(place).parent_op()
        assert isinstance(tiles, ReduceOp)
        assert isinstance(tiles.xs.owner, Operation)
        parts = seq(at(split_of_zip, _name(derivation, tiles.xs.owner)), at(reduce_of_map, _name(derivation, tiles)))
        return [*steps, *attempt(parts)(derivation)]

    return run


@strategy(tm=size("rows of a tile"), tn=size("columns of a tile"), tk=size("elements of a row of a tile", 4))
def local_tile(place: str, tm: int, tn: int, tk: int) -> Strategy:
    """A map of maps of folds by work groups, each with tiles of tm x tk and tn x tk in local memory."""

    def run(derivation: Derivation) -> list[Step]:
        line = _inside(derivation, "local_tile", place, MapOp)
        fold = _inside(derivation, "local_tile", line, ReduceOp)
        exchanged = (split_join.bind(n=tm), place), (split_join.bind(n=tn), line), (interchange_maps, place)
        steps = [*_steps(derivation, *exchanged), *tile_k.make(fold, n=tk)(derivation)]
        steps += _steps(derivation, (interchange_map_reduce, line), (interchange_map_reduce, place))
        around = derivation.places.at(place).parent_op()
        assert isinstance(around, ReduceOp)
        tiles = [_name(derivation, use.operation) for use in around.block.args[1].uses]
        whole = _name(derivation, around)
        steps += _steps(
            derivation,
            *((stage.bind(space="local"), tile) for tile in sorted(tiles)),
            (stage.bind(space="private"), fold),
            (stage.bind(space="global"), whole),
        )
        return [*steps, *_on_items(derivation, place, line, [*sorted(tiles), whole], tm)]

    return run


def _on_items(derivation: Derivation, place: str, line: str, copies: list[str], local: int) -> list[Step]:
    """Tiles for work groups, and their elements for the items of each, which make the copies, too."""
    groups = _around(derivation, place)
    items = [(name, f"{name}_row") for name in (f"{copy}_copy" for copy in copies)]
    return _steps(
        derivation,
        (map_to_wrg.bind(d=1), groups[0]),
        (map_to_wrg.bind(d=0), groups[1]),
        *((map_to_lcl.bind(d=1 - d), name) for pair in [*items, (place, line)] for d, name in enumerate(pair)),
        (launch.bind(local=local), groups[0]),
    )


def _around(derivation: Derivation, place: str) -> list[str]:
    """The maps around a place, the outermost first."""
    found: list[str] = []
    op = derivation.places.at(place).parent_op()
    while op is not None:
        if isinstance(op, MapOp):
            found.insert(0, _name(derivation, op))
        op = op.parent_op()
    return found


@strategy(w=width("lanes of a vector", 8))
def vectorise_reduction(place: str, w: int) -> Strategy:
    """A fold with a vector of w accumulators, which are put together at the end."""

    def run(derivation: Derivation) -> list[Step]:
        steps = _steps(derivation, (reduce_lanes.bind(n=w), place), (vectorise_map.bind(w=w), place))
        around = derivation.places.at(place).parent_op()
        return [*steps, *_steps(derivation, (vector_accumulator, _name(derivation, around)))]

    return run


@strategy()
def pack(place: str) -> Strategy:
    """A copy of a rearranged array in global memory, made as far outside as it can be."""
    return seq(repeat(at(hoist, place)), at(stage.bind(space="global"), place))


# Stencils


@strategy(
    d=Parameter("dimensions", 2, 1, 3),
    a=Parameter("elements at the beginning whose windows have something that was added", 1, 0),
    b=Parameter("elements at the end whose windows have something that was added", 1, 0),
)
def tile_stencil(place: str, d: int, a: int, b: int) -> Strategy:
    """Windows in the middle apart from those at the border, in each of d dimensions: none of them has a test."""

    def run(derivation: Derivation) -> list[Step]:
        steps: list[Step] = []
        name = place
        for dimension in range(d):
            name = name if dimension == 0 else _inside(derivation, "tile_stencil", name, MapOp)
            steps += [*_steps(derivation, (in_parts.bind(a=a, b=b), name)), *tidy(derivation)]
        return steps

    return run


@strategy(v=size("windows of a tile", 64))
def local_stencil(place: str, v: int) -> Strategy:
    """A map over windows in tiles of v windows for a work group, which has what they see in local memory, and a rest."""

    def run(derivation: Derivation) -> list[Step]:
        steps = [*_steps(derivation, (peel.bind(n=v), place)), *tidy(derivation)]
        windows = derivation.places.at(place).operands[0].owner
        if not isinstance(windows, SlideOp):
            raise NotApplicableError(Step("local_stencil", place), Refusal("there are no windows"), None)
        steps += _steps(derivation, (slide_tiling.bind(v=v), _name(derivation, windows)), (map_of_join, place))
        steps += tidy(derivation)
        tiles = _around(derivation, place)[-1]
        steps += _steps(
            derivation,
            (stage_element.bind(space="local"), tiles),
            (map_to_wrg.bind(d=0), tiles),
            (map_to_lcl.bind(d=0), f"{tiles}_copy"),
            (map_to_lcl.bind(d=0), place),
            (map_to_glb.bind(d=0), f"{place}_rest"),
        )
        # Where there may be no tile, there may be no work group, and nobody can say how many there are.
        return [*steps, *attempt(at(launch.bind(local=v), tiles))(derivation)]

    return run


MACROS: Final[tuple[NamedStrategy, ...]] = (
    register_block_2d,
    packed_panel,
    tile_k,
    local_tile,
    vectorise_reduction,
    pack,
    tile_stencil,
    local_stencil,
)
