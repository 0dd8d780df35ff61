"""From `ocl` to `view`: functions become loops with destinations, layout ops become views, and a host program remains.

`lowering` is the pass, with what is around kernels; `kernel` builds one kernel, `patterns` its loops, `scalars` its scalar
code and `launch` says with how many work items it is run.
"""
