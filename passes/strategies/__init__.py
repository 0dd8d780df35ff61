"""Which rule is applied where, with which numbers: strategies are functions that rewrite, and say what they did.

`places` names the ops of a function, `step` is one application of a rule, and `derivation` a function while it is rewritten.
`combinators` puts strategies together; `normal_forms`, `macros` and `mapping` are made with them, and `registry` has all that
have a name.
"""
