"""Running compiled programs on OpenCL devices through PyOpenCL: devices, kernels, buffers, launches and times.

No re-exports: import from the module named. Nothing here is imported before a program is compiled for a device.
"""
