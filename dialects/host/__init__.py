"""The dialect `host`: what surrounds the kernels, as buffers, launches and the sizes that these have.

One module per family of ops; `dialect.py` has the dialect object.
"""
