"""`lift-opt`: programs in, passes over them, programs or code out; xDSL's driver with what its users miss.

`main.py` is the driver. Around it: the command line (`arguments.py`), the pipeline and what can go wrong in it
(`pipeline.py`), what watches the passes (`instruments.py`), reproducers of internal errors (`reproducer.py`) and
errors that a test expects (`expectations.py`), and questions that need no program (`questions.py`).
"""
