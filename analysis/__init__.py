"""What is known of a program: analyses, which change nothing.

`execution` knows which work items execute an op, `writes` which ops write arrays and where, and `iterations` how long the
arrays of an iterate are. `accesses` and `races` are for barriers, and `index_ranges` bounds all that kernels compute for
their indices, with `ranges`. `errors` has the kinds of errors of passes and printers.
"""
