"""The printer of `host`: a Python program that runs the kernels with PyOpenCL.

It takes no decisions: what is printed is what `host.program` says, in the words of NumPy and PyOpenCL.
"""
