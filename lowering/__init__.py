"""Passes that go down exactly one level, and the printers at the bottom.

A module is named after its two ends (`lift_to_ocl`, `view_to_kernel`); nothing skips a
level. The printers (`kernel_to_opencl`, `host_to_py`) take no decisions.
"""
