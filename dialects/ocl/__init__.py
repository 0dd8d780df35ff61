"""The dialect `ocl`: how a program maps to OpenCL, still functional.

Only what says *how* and *where* is here: parallel and sequential patterns, memory and who writes to it, kernels,
barriers and vectors. Layout ops, tuples, iterate, pack and unpack stay `lift`.
"""
