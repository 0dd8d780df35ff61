"""The dialect `view`: where each element is. Views say how an array is seen without copying it.

`path.py` has access paths, `operation.py` what every view is, and one module per family has the ops, each of which is
one function on paths.
"""
