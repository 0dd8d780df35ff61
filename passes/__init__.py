"""Passes that stay on one level: one module each, named as on the command line.

What goes here rewrites a dialect into the same dialect: inlining, fusing, making packs explicit, inferring memory,
splitting kernels, placing barriers, simplifying indices. What goes down a level belongs in `lowering`; `rules` has the
rewrite rules.
"""
