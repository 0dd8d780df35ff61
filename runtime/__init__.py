"""Running programs: what passes between NumPy and a program, and the interpreter that says what a program means.

No re-exports: import from the module named. `compiling` is where `lift.compile` comes in.
"""
