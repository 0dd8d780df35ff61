"""From `ocl` to `view`: functions become loops with destinations, layout ops become views, and a host program remains.

`lowering` is the pass, and `program` what is around kernels, with `memory` and `lengths` of the host; `prepared` refuses
what the passes before have not prepared. `kernel` builds one kernel, `patterns` its loops, `hidden` those for hidden
lengths, `iterations` copies of their regions, `scalars` its scalar code, and `launch` says with how many work items it is
run.
"""
