"""What an error says and where: the rendering, and every kind that is in the index."""

from pathlib import Path

import pytest

from lift.dialects.diagnostics import LiftError
from lift.dialects.error_examples import EXAMPLES
from lift.dialects.errors import ERRORS
from lift.dialects.loader import load_module
from lift.tools.error_index import index_page

ROOT = Path(__file__).parents[2]


def error_of(text: str, name: str = "test.mlir") -> LiftError:
    with pytest.raises(LiftError) as caught:
        load_module(text, name)
    return caught.value


@pytest.mark.parametrize("code", EXAMPLES)
def test_the_example_of_an_error_has_that_error(code: str) -> None:
    error = error_of(EXAMPLES[code])
    assert error.code == code
    assert error.location is not None


def test_every_kind_of_error_has_an_example_or_needs_more_than_a_program() -> None:
    assert set(ERRORS) - set(EXAMPLES) == {"LIFT0003", "LIFT0004", "LIFT0005", "LIFT0007", "LIFT0008"}


def test_the_page_of_errors_is_up_to_date() -> None:
    assert (ROOT / "docs" / "errors.md").read_text() == index_page()


def test_an_error_is_rendered_with_its_place_line_and_caret() -> None:
    text = "lift.def @f<N>(%xs: !lift.array<N, f32>) -> f32 {\n  %r = lift.at %xs[1]\n  lift.return %r\n}\n"
    assert str(error_of(text, "folder/at.mlir")).splitlines() == [
        "folder/at.mlir:2:8: error[LIFT0051]: 'lift.at' may read out of bounds",
        "  %r = lift.at %xs[1]",
        "       ^^^^^^^",
        "  expected: 1 lt N",
        "  found:    index 1 in an array of N",
        "  fix:      add `where [N ge 2]` to the lift.def",
    ]


def test_the_place_of_an_annotation_is_the_annotation() -> None:
    text = "lift.def @f(%a: f32) -> f32 {\n  lift.return %a : f64\n}\n"
    error = error_of(text)
    assert error.code == "LIFT0011"
    assert error.location is not None
    assert (error.location.line, error.location.column) == (2, 20)


def test_an_error_of_an_upstream_op_is_placed_at_the_op() -> None:
    text = 'lift.def @f(%a: f32) -> f32 {\n\n  %b = "arith.addf"(%a, %a) : (f32, f32) -> f64\n  lift.return %a\n}\n'
    error = error_of(text)
    assert error.location is not None
    assert error.location.line == 3
    assert "arith.addf" in error.message


def test_a_tab_before_the_place_keeps_the_caret_below_it() -> None:
    error = error_of("lift.def @f(%a: f32) -> f32 {\n\tlift.return %b\n}\n")
    assert str(error).splitlines()[1:3] == ["\tlift.return %b", "\t            ^^"]


def test_roots_of_hidden_lengths_are_named_with_their_lines() -> None:
    error = error_of(EXAMPLES["LIFT0026"])
    assert [location.line for _, location in error.notes if location] == [2, 2]


def test_the_missing_fact_makes_the_program_valid() -> None:
    text = "lift.def @f<N>(%xs: !lift.array<N, f32>) -> f32 {\n  %r = lift.at %xs[1]\n  lift.return %r\n}\n"
    fix = error_of(text).fix
    assert fix is not None
    load_module(text.replace("-> f32 {", f"-> f32 {fix.split('`')[1]} {{"))


def test_the_missing_fact_of_iterations_makes_the_program_valid() -> None:
    text = """
lift.def @f<N, K>(%xs: !lift.array<N, f32>) -> !lift.array<N floordiv pow(2, K), f32> {
  %r = lift.iterate K (%t)[n] in %xs {
    %two = lift.split 2 %t
    %u = lift.map (%p) in %two {
      %x = lift.at %p[0]
      lift.yield %x
    }
    lift.yield %u
  }
  lift.return %r
}
"""
    fix = error_of(text).fix
    assert fix is not None
    load_module(text.replace("f32> {", f"f32> {fix.split('`')[1]} {{", 1))


def test_a_misspelt_op_is_answered_with_the_right_one() -> None:
    assert error_of("lift.mapp").fix == "did you mean 'lift.map'?"


def test_a_location_in_a_program_has_no_other_file_read(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("first line\n")
    text = f'"arith.constant"() : () -> () loc("{secret}":1:1)'
    with pytest.raises(LiftError) as caught:
        load_module(text, "some.mlir")
    assert str(caught.value).startswith(f"{secret}:1:1: error")
    assert "first line" not in str(caught.value)


def test_a_message_does_nothing_to_the_terminal() -> None:
    with pytest.raises(LiftError) as caught:
        load_module("lift.def @f(%x: f32) -> f32 { \x1b[2J\x9b }", "some\x1b.mlir")
    assert not set("\x1b\x9b") & set(str(caught.value))
