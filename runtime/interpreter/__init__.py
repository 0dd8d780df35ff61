"""The executable meaning of `lift` and `ocl` programs, on xDSL's interpreter framework.

`machine` runs ops, and one module for each family of ops says what they do. `registry` is where ops of other packages
join.
"""
