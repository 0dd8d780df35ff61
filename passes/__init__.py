"""Passes that stay on one level: one module each, named as on the command line, without the level.

What goes here rewrites a dialect into the same dialect: inlining, fusing, inferring memory, materialising, splitting
kernels, placing barriers, simplifying loops and sharing indices. `rules` has the rewrite rules; `retype`, `private_arrays`,
`vector_arrays`, `promote` and `dead_values` are parts of passes. What goes down a level belongs in `lowering`.
"""
