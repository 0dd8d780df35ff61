"""The algebra of natural numbers: lengths and indices as expressions, in plain Python.

It knows no IR. Everything above rests on it: type equality, allocation, loop bounds
and the quality of an index.
"""
