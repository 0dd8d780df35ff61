"""The printer at the bottom: `kernel` as OpenCL C 1.2.

Names, types, expressions and statements each have a module, and `target.py` is the front. `private_memory.py` refuses
what no device could run.
"""
