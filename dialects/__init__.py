"""The levels of the compiler, one dialect each, and the algebra of natural numbers they rest on.

Top to bottom: `lift` says what to compute, `ocl` how it maps to OpenCL, `view` where
each element is, `kernel` what the device executes and `host` what surrounds it.
"""
