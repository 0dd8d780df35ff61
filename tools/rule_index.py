"""The index of rules and strategies, `docs/rules.md`, made from the registry.

`python -m lift.tools.rule_index > docs/rules.md` writes the page.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..passes.rules.parameters import Parameter
from ..passes.rules.registry import OWN
from ..passes.rules.rule import Rule
from ..passes.strategies.registry import MAPPINGS, strategies

HEAD = """\
# Rules and strategies

Every rule and every strategy that a step can name; [rewriting](rewriting.md) says how they are used. A rule is an equation,
read from left to right where its condition is proved from the facts in force; whether that pays is for strategies to say. The
page is generated: `python -m lift.tools.rule_index > docs/rules.md`.

*Numbers* are what a step gives, `split_join n=8 at %c`. Where *floats* says so, results are the same only up to rounding,
since a rule regroups what is added; all other rules leave every bit as it is.
"""

STRATEGIES = """
## Strategies

They are used in steps like rules, and leave the steps that they took. Those without a place work on the whole function.

| strategy | what it does | numbers | place |
|---|---|---|---|
"""

MAPPED = """
## Mappings

`lift-to-ocl{strategy=..}` and `lift.compile(.., strategy=..)` name one of these; the numbers are those of the
[profile](profiles.md).

| mapping | what it does |
|---|---|
"""


def index_page() -> str:
    """The page `docs/rules.md`."""
    families = "".join(_family(name, rules) for name, rules in OWN.items())
    named = "".join(
        f"| `{one.name}` | {one.what} | {_numbers(one.parameters)} | {'yes' if one.at_place else ''} |\n"
        for one in strategies().values()
    )
    mapped = "".join(f"| `{name}` | {' '.join((make.__doc__ or '').split())} |\n" for name, make in MAPPINGS.items())
    return f"{HEAD}{families}{STRATEGIES}{named}{MAPPED}{mapped}"


def _family(name: str, rules: tuple[Rule[Any], ...]) -> str:
    rows = "".join(f"{row}\n" for row in _rows(rules))
    return f"\n## {name}\n\n| rule | equation and condition | numbers | floats |\n|---|---|---|---|\n{rows}"


def _rows(rules: tuple[Rule[Any], ...]) -> Iterator[str]:
    for rule in rules:
        equation = " ".join(rule.equation.split()).replace("|", "\\|")
        yield f"| `{rule.name}` | {equation} | {_numbers(rule.parameters)} | {'regrouped' if rule.regroups else ''} |"


def _numbers(parameters: Mapping[str, Parameter]) -> str:
    return "; ".join(
        f"`{name}`: {one.what}, {one.values}{'' if one.needed else ', if given'}" for name, one in parameters.items()
    )


if __name__ == "__main__":
    print(index_page(), end="")
