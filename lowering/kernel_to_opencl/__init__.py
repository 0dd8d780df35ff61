"""The printer at the bottom: `kernel` as OpenCL C 1.2.

It takes no decisions: names, types, expressions and statements each have a module, and `target.py` is the front.
"""
