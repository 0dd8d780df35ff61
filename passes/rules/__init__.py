"""The named rewrite rules, by family: each is an equation, read from left to right where its condition is proved.

`fusion` and `movement` are for `lift-fuse`; `mapping`, `reductions` and `scans` for `lift-to-ocl`. `rule` is the one place
where rules are applied, and `strategies` say which are wanted where.
"""
