"""Rules for arrays of vectors."""

from __future__ import annotations

from ...dialects.ocl.vectors import AsScalarOp, AsVectorOp
from .rule import Replacement, made_by, rule


@rule(AsScalarOp)
def as_scalar_of_as_vector(op: AsScalarOp) -> Replacement:
    """`as_scalar(as_vector(w, xs)) = xs`"""
    vectors = made_by(op.xs, AsVectorOp)
    return vectors and vectors.xs


@rule(AsVectorOp)
def as_vector_of_as_scalar(op: AsVectorOp) -> Replacement:
    """`as_vector(w, as_scalar(vs)) = vs`, where vs has vectors of w: where the types are the same."""
    scalars = made_by(op.xs, AsScalarOp)
    return scalars and scalars.xs


VECTORS = (as_scalar_of_as_vector, as_vector_of_as_scalar)
