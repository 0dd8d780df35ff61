"""Lift: data-parallel patterns, lowered step by step to OpenCL.

The package `lift` itself. It stays cheap to import: what needs xDSL, NumPy or
PyOpenCL lives below (`lift.dialects`, `lift.passes`, ...) and is imported there.
"""

from typing import Final

__version__: Final = "0.1.0"
