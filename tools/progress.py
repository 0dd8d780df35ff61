"""What a tool shows on a terminal while a step takes long: a bar on stderr, which iterations of a run fill."""

from __future__ import annotations

import sys
import threading
from collections.abc import Generator
from contextlib import contextmanager

INTERVAL = 0.1
"""The bar is drawn again after so many seconds."""


class Bar:
    """How far a step is: it is told by the step, and drawn by a thread of its own once the step takes long."""

    def __init__(self, step: str, after: float):
        self.step = step
        self.after = after
        self.done = 0
        self.iterations: int | None = None
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._draw, daemon=True)

    def watch(self, done: int, iterations: int) -> None:
        self.done, self.iterations = done, iterations

    @contextmanager
    def drawn(self) -> Generator[None]:
        """While it lasts, the bar is drawn; after that it is gone."""
        self._thread.start()
        try:
            yield
        finally:
            self._stopped.set()
            self._thread.join()

    def _draw(self) -> None:
        if self._stopped.wait(self.after):
            return
        from rich.console import Console
        from rich.markup import escape
        from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

        columns = (
            TextColumn("{task.description}"),
            BarColumn(),
            TimeElapsedColumn(),
            TextColumn("{task.fields[state]}"),
        )
        with Progress(*columns, console=Console(file=sys.stderr), transient=True) as progress:
            task = progress.add_task(escape(self.step), total=None, state="")
            while not self._stopped.wait(INTERVAL):
                state = "" if self.iterations is None else f"{self.done:,} of {self.iterations:,} iterations"
                progress.update(task, completed=self.done, total=self.iterations, state=state)
