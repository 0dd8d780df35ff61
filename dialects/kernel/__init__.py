"""The dialect `kernel`: what the device executes, as structured loops, loads, stores and barriers.

One module per family of ops; `dialect.py` has the dialect object. Below it there is only text.
"""
