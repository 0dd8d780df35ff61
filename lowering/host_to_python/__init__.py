"""The printer of `host`: a Python program that runs the kernels with PyOpenCL.

What is printed is what `host.program` says, in the words of NumPy and PyOpenCL.
"""
