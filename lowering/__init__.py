"""Passes that go down one level, and the printers at the bottom.

A module is named after its two ends (`lift_to_ocl`, `view_to_kernel`); `ocl_to_view` makes the host program, too, and
`lift_to_opencl` is a name for the whole way. The printers (`kernel_to_opencl`, `host_to_python`) print what is there.
"""
