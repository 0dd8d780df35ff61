"""The dialect `lift`: what to compute, as patterns over typed arrays, with no decision taken.

`types` and `attributes` wrap the algebra; `scope` says which facts hold where; `operation` is what every op builds on;
the ops are in files by family, and `dialect` gathers them.
"""
