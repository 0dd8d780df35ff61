"""What a process of a test begins with that has nothing of ours, on a CPU that the compiler inside of PoCL does not know.

Printed programs need PyOpenCL alone, so nothing tells PoCL the name of such a CPU, and it refuses to build. Here it is told.
"""

import importlib.util
from pathlib import Path

import pyopencl as cl

_PROCESSORS = Path(__file__).parents[2] / "runtime" / "device" / "processors.py"

spec = importlib.util.spec_from_file_location("processors", _PROCESSORS)
assert spec is not None
assert spec.loader is not None
processors = importlib.util.module_from_spec(spec)
spec.loader.exec_module(processors)
for platform in cl.get_platforms():
    for device in platform.get_devices():
        processors.name_processor(device)
