"""Command-line tools. Thin: arguments in, one call, output out."""
