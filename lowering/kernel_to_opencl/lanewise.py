"""Ops of scalars on the lanes of vectors: once for all lanes where C has the op for vectors, else for a few at a time.

Functions of OpenCL take vectors only up to a size that the profile says; what C has for scalars alone is written lane by
lane. A bit in each lane is a mask, as comparisons of vectors give it: an integer as wide as what was compared, 0 or -1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from xdsl.dialects import arith, math
from xdsl.dialects.builtin import IntegerType, VectorType, i1, i8
from xdsl.ir import Attribute, Operation

from ...dialects.kernel.lanewise import scalar_of
from ...dialects.kernel.types import vector_parts
from ...dialects.profiles import Profile
from ...dialects.scalars import SCALARS
from .ctypes import c_type
from .expressions import POSTFIX, UNARY, Text, binary, call, choice, minus, part
from .language import OPENCL_C
from .spelling import Operands, Spelling, broadcast

_REPEATING_PREDICATES: Final = (6, 7, 8, 14)
"""Comparisons of floats that write their operands twice: `one`, `ord`, `ueq` and `uno`."""

_FIRST, _NOT_FIRST, _NOTHING = "first", "not first", "nothing"

_ON_MASKS: Final[dict[type[Operation], tuple[str, ...]]] = {
    arith.AndIOp: ("&",),
    arith.OrIOp: ("|",),
    arith.XOrIOp: ("^",),
    arith.AddiOp: ("^",),
    arith.SubiOp: ("^",),
    arith.MuliOp: ("&",),
    arith.DivSIOp: ("&",),
    arith.DivUIOp: ("&",),
    arith.FloorDivSIOp: ("&",),
    arith.CeilDivSIOp: ("&",),
    arith.CeilDivUIOp: ("&",),
    arith.RemSIOp: (_NOTHING,),
    arith.RemUIOp: (_NOTHING,),
    arith.MinSIOp: ("|",),
    arith.MaxSIOp: ("&",),
    arith.MinUIOp: ("&",),
    arith.MaxUIOp: ("|",),
    arith.ShLIOp: (_FIRST,),
    arith.ShRSIOp: (_FIRST,),
    arith.ShRUIOp: (_FIRST,),
    arith.AddUIExtendedOp: ("^", "&"),
    arith.MulSIExtendedOp: ("&", _NOTHING),
    arith.MulUIExtendedOp: ("&", _NOTHING),
    math.AbsIOp: (_FIRST,),
    math.CtPopOp: (_FIRST,),
    math.CountLeadingZerosOp: (_NOT_FIRST,),
    math.CountTrailingZerosOp: (_NOT_FIRST,),
}
"""What ops on bits are on masks, for each of their results: an operator, or one operand; a signed bit is 0 or -1."""

_SIGNED: Final = (arith.ExtSIOp, arith.SIToFPOp, arith.IndexCastOp)
_UNSIGNED: Final = (arith.ExtUIOp, arith.UIToFPOp)
"""Conversions of a bit, which is -1 or 1."""


def repeats(op: Operation, rule: Spelling) -> bool:
    """Whether the operands of an op are written more than once."""
    return op.predicate.value.data in _REPEATING_PREDICATES if isinstance(op, arith.CmpfOp) else rule.twice


def width_of(types: Sequence[Attribute]) -> int | None:
    """How many lanes the vectors among some types have."""
    return next((parts[0] for type_ in types if (parts := vector_parts(type_))), None)


def masks_of(type_: Attribute, width: int) -> VectorType[IntegerType]:
    """The type of what a comparison of such vectors gives."""
    return VectorType(IntegerType(8 * SCALARS[scalar_of(type_)].bytes), [width])


def converted(text: Text, before: Attribute, after: Attribute, profile: Profile) -> Text:
    """A vector as one of another type; the text may be written more than once."""
    if before == after:
        return text
    parts = vector_parts(after)
    assert parts is not None
    width, scalar = parts
    step = width // _pieces(before, after, profile)
    pieces = [
        call(f"convert_{c_type(VectorType(scalar, [step]))}", _piece(text, first, step, width))
        if step > 1
        else part(text, first)
        for first in range(0, width, step)
    ]
    return pieces[0] if len(pieces) == 1 else Text(OPENCL_C.vector(c_type(after), [one.text for one in pieces]), UNARY)


def _pieces(before: Attribute, after: Attribute, profile: Profile) -> int:
    """In how many parts a vector is converted."""
    width = width_of([after])
    assert width is not None
    most = max(SCALARS[scalar_of(type_)].bytes for type_ in (before, after))
    return 1 if before == after else width // _step(width, most, profile)


def mask_of(bits: Text, width: int) -> tuple[Text, Attribute]:
    """A vector of bits as a mask; such a vector has bytes that are 0 or 1."""
    nothing = broadcast(Text("0"), VectorType(i1, [width]))
    return binary(bits, "!=", nothing), VectorType(i8, [width])


def bits_of(mask: Text, type_: Attribute, width: int, profile: Profile) -> Text:
    """A mask as a vector of bits."""
    return converted(minus(mask), type_, VectorType(i1, [width]), profile)


def shuffled(vectors: Sequence[Text], lanes: Sequence[int], before: Attribute, after: str) -> Text:
    """Lanes of vectors, by number: all from one are named at once, else as many neighbours as C has vectors of.

    Pieces of 3 are slow, as they are kept like 4.
    """
    width = width_of([before])
    assert width is not None
    if len({lane // width for lane in lanes}) == 1:
        return _swizzled(vectors[lanes[0] // width], [lane % width for lane in lanes])
    pieces: list[Text] = []
    for number, same in groupby(lanes, lambda lane: lane // width):
        rest = [lane % width for lane in same]
        while rest:
            step = next(step for step in (8, 4, 2, 1) if step <= len(rest))
            pieces.append(_swizzled(vectors[number], rest[:step]))
            rest = rest[step:]
    return Text(OPENCL_C.vector(after, [piece.text for piece in pieces]), UNARY)


def _swizzled(vector: Text, lanes: Iterable[int]) -> Text:
    return Text(OPENCL_C.part(vector.at(POSTFIX), "".join(OPENCL_C.lanes[lane] for lane in lanes)))


@dataclass(frozen=True)
class Lanewise:
    """An op on lanes: the types of its operands are vectors, or scalars that all lanes share."""

    op: Operation
    rule: Spelling
    types: tuple[Attribute, ...]
    width: int
    profile: Profile
    helper: Callable[[str, Attribute], str]

    @property
    def on_masks(self) -> bool:
        """Whether an operand is a mask: it is one of bits, and the op is one of scalars."""
        pairs = zip(self.op.operand_types, self.types, strict=True)
        return any(own == i1 and vector_parts(type_) is not None for own, type_ in pairs)

    @property
    def gives_mask(self) -> bool:
        return self.op.result_types[0] == i1

    @property
    def step(self) -> int:
        """How many lanes are written at once."""
        scalars = self._scalars
        compares = isinstance(self.op, arith.CmpiOp | arith.CmpfOp)
        if not self.rule.on_vectors(self.op) or i1 in scalars or self.on_masks or (self.gives_mask and not compares):
            return 1
        most = max(SCALARS[scalar].bytes for scalar in scalars)
        return _step(self.width, most, self.profile) if self.rule.calls else self.width

    @property
    def _scalars(self) -> list[Attribute]:
        """What there is in the vectors that it computes with; a mask is none."""
        given = [] if self.gives_mask else list(map(scalar_of, self.op.result_types))
        pairs = zip(self.op.operand_types, self.types, strict=True)
        return given + [scalar_of(type_) for own, type_ in pairs if own != i1 and vector_parts(type_) is not None]

    @property
    def repeats(self) -> bool:
        """Whether operands are written more than once."""
        if not self.on_masks:
            return repeats(self.op, self.rule) or self.step < self.width
        masks = [type_ for own, type_ in zip(self.op.operand_types, self.types, strict=True) if own == i1 != type_]
        result, wanted = VectorType(self.op.result_types[0], [self.width]), self._mask_type
        match self.op:
            case arith.SelectOp() if not self.gives_mask:
                wanted = masks_of(result, self.width)
            case _ if isinstance(self.op, (*_SIGNED, *_UNSIGNED)):
                wanted = result
            case _ if not isinstance(self.op, (*_ON_MASKS, arith.CmpiOp, arith.SelectOp)):
                return True
            case _:
                pass
        needed = masks[:1] if _ON_MASKS.get(type(self.op)) in ((_FIRST,), (_NOT_FIRST,), (_NOTHING,)) else masks
        return len(self.op.results) > 1 or any(_pieces(mask, wanted, self.profile) > 1 for mask in needed)

    def results(self, texts: Sequence[Text]) -> list[tuple[Text, Attribute]]:
        """What the op gives, with the types that C has for it."""
        found = self._of_masks(texts) if self.on_masks else None
        if found is not None:
            return found
        return [self._result(k, own, texts) for k, own in enumerate(self.op.result_types)]

    def _result(self, k: int, own: Attribute, texts: Sequence[Text]) -> tuple[Text, Attribute]:
        type_ = VectorType(scalar_of(own), [self.width])
        if own == i1 and self.step == 1:
            return mask_of(self._pieces(texts, k, type_, 1), self.width)
        return self._pieces(texts, k, type_, self.step), self._mask_type if own == i1 else type_

    @property
    def _mask_type(self) -> Attribute:
        """The type of the mask that the op gives: as wide as what it compares, or the first mask that it is given."""
        return masks_of(next(type_ for type_ in self.types if vector_parts(type_) is not None), self.width)

    def _pieces(self, texts: Sequence[Text], k: int, result: Attribute, step: int) -> Text:
        """One result, so many lanes at a time."""
        express, scalars = self.rule.results[k], tuple(map(scalar_of, self.op.result_types))
        own = tuple(map(scalar_of, self.op.operand_types))
        types = tuple(_vector(scalar, step) if self._is_spread(i) else scalar for i, scalar in enumerate(own))
        pieces: list[Text] = []
        for first in range(0, self.width, step):
            operands = tuple(self._operand(i, text, first, step) for i, text in enumerate(texts))
            results = tuple(_vector(scalar, step) for scalar in scalars)
            pieces.append(express(Operands(self.op, operands, types, results, self.helper)))
        if len(pieces) == 1:
            return pieces[0]
        return Text(OPENCL_C.vector(c_type(result), [piece.text for piece in pieces]), UNARY)

    def _is_spread(self, i: int) -> bool:
        """Whether a scalar is written for each lane; what decides a choice for all of them is not."""
        return not (isinstance(self.op, arith.SelectOp) and i == 0)

    def _operand(self, i: int, text: Text, first: int, step: int) -> Text:
        """Some lanes of an operand."""
        type_ = self.types[i]
        if vector_parts(type_) is None:
            return broadcast(text, VectorType(type_, [step])) if step > 1 and self._is_spread(i) else text
        piece = _piece(text, first, step, self.width)
        is_lane_of_mask = step == 1 and self.op.operand_types[i] == i1
        return Text(binary(piece, "!=", Text("0")).at(POSTFIX)) if is_lane_of_mask else piece

    # Masks

    def _of_masks(self, texts: Sequence[Text]) -> list[tuple[Text, Attribute]] | None:
        """What an op on masks gives; None where it is written lane by lane."""
        result, type_ = VectorType(scalar_of(self.op.result_types[0]), [self.width]), self._mask_type
        match self.op:
            case arith.SelectOp():
                return [self._selected(texts)]
            case arith.CmpiOp():
                masks = tuple(self._mask(i, text, type_) for i, text in enumerate(texts))
                operands = Operands(self.op, masks, (type_, type_), (result,), self.helper)
                return [(self.rule.results[0](operands), type_)]
            case _ if type(self.op) in _ON_MASKS:
                return [(self._combined(form, texts, type_), type_) for form in _ON_MASKS[type(self.op)]]
            case _ if isinstance(self.op, _SIGNED):
                return [(converted(texts[0], self.types[0], result, self.profile), result)]
            case _ if isinstance(self.op, _UNSIGNED):
                return [(converted(minus(texts[0]), self.types[0], result, self.profile), result)]
            case _:
                return None

    def _combined(self, form: str, texts: Sequence[Text], type_: Attribute) -> Text:
        """Two masks by an operator, or one of them."""
        if form == _NOTHING:
            return broadcast(Text("0"), type_)
        if form == _FIRST:
            return self._mask(0, texts[0], type_)
        if form == _NOT_FIRST:
            return Text(f"~{self._mask(0, texts[0], type_).at(UNARY)}", UNARY)
        left, right = (self._mask(i, text, type_) for i, text in enumerate(texts))
        return binary(left, form, right)

    def _selected(self, texts: Sequence[Text]) -> tuple[Text, Attribute]:
        if self.gives_mask:
            type_ = self._mask_type
            sides = [self._mask(i, texts[i], type_) for i in (1, 2)]
        else:
            type_ = VectorType(scalar_of(self.op.result_types[0]), [self.width])
            sides = [self._operand(i, texts[i], 0, self.width) for i in (1, 2)]
        if vector_parts(self.types[0]) is None:
            return choice(texts[0], *sides), type_
        condition = converted(texts[0], self.types[0], masks_of(type_, self.width), self.profile)
        return choice(condition, *sides), type_

    def _mask(self, i: int, text: Text, type_: Attribute) -> Text:
        """An operand as a mask of a type; a bit that all lanes share is spread."""
        if vector_parts(self.types[i]) is None:
            return broadcast(Text(f"-{text.at(UNARY)}", UNARY), type_)
        return converted(text, self.types[i], type_, self.profile)


def _step(width: int, scalar_bytes: int, profile: Profile) -> int:
    """How many lanes functions of OpenCL are called with at once, where scalars have so many bytes."""
    most = profile.function_bytes
    steps = (step for step in (width, 8, 4, 2) if width % step == 0 and step * scalar_bytes <= most)
    return next(steps, 1)


def _vector(scalar: Attribute, width: int) -> Attribute:
    return VectorType(scalar, [width]) if width > 1 else scalar


def _piece(text: Text, first: int, step: int, width: int) -> Text:
    """Some lanes of a vector."""
    if step == width:
        return text
    return Text(OPENCL_C.part(text.at(POSTFIX), OPENCL_C.lanes[first : first + step]))
