"""What is known of a program: analyses, which change nothing.

`index_ranges` bounds all that kernels compute for their indices.
"""
