"""How far a long import is, on a terminal's error stream; nothing where that is no terminal."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from bot.replies import figures
from bot.replies.words import known, words


@contextmanager
def progress_of(language: str) -> Iterator[Callable[[str, int], None]]:
    """A function that is told the stage and how many rows are done."""
    code = known(language)
    console = Console(stderr=True)
    if not sys.stderr.isatty():
        yield _silent
        return
    columns = (SpinnerColumn(), TextColumn("{task.description}"), TextColumn("{task.fields[rows]}"))
    with Progress(*columns, TimeElapsedColumn(), console=console, transient=True) as shown:
        task = shown.add_task("", total=None, rows="")

        def tell(stage: str, rows: int) -> None:
            name = words(code).get(f"prices.progress-{stage}", stage)
            shown.update(task, description=name, rows=figures.number(code, rows) if rows else "")

        yield tell


def _silent(stage: str, rows: int) -> None:
    return None
