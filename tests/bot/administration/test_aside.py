"""Work in a process of its own: what it gives, tells and raises comes back; its end is noticed."""

import os
import signal
from collections.abc import Callable
from typing import Any

import pytest

from bot.administration.aside import MOST_BYTES, PATIENT, Aside
from pricing.changes import Overtaken
from pricing.errors import BookError
from pricing.listings import FileRefused

Progress = Callable[[str, int], None]


def _adds(one: int, other: int, progress: Progress) -> int:
    progress("reading", one)
    progress("writing", other)
    return one + other


def _raises(error: Exception, progress: Progress) -> None:
    raise error


def _refuses(progress: Progress) -> None:
    raise FileRefused("too-big", bytes=7)


def _fails_on_book(progress: Progress) -> None:
    raise BookError("/book.db", "is damaged")


def _is_killed(progress: Progress) -> None:
    progress("reading", 1)
    os.kill(os.getpid(), signal.SIGKILL)


def _eats(progress: Progress) -> None:
    bytearray(2 * MOST_BYTES)


def _niceness(progress: Progress) -> int:
    return os.nice(0)


def _quiet(stage: str, rows: int) -> None:
    return None


def run(work: Callable[..., Any], *job: Any, progress: Progress = _quiet) -> Any:
    return Aside().run(work, job, progress)


class TestAside:
    def test_it_gives_back_what_the_work_gives_and_tells_how_far_it_is(self) -> None:
        told: list[tuple[str, int]] = []
        assert run(_adds, 3, 4, progress=lambda stage, rows: told.append((stage, rows))) == 7
        assert told == [("reading", 3), ("writing", 4)]

    def test_patient_work_leaves_the_processor_to_others(self) -> None:
        assert Aside().run(_niceness, (), _quiet, patient=True) == min(os.nice(0) + PATIENT, 19)
        assert Aside().run(_niceness, (), _quiet) == os.nice(0)

    def test_a_file_that_is_refused(self) -> None:
        with pytest.raises(FileRefused) as refused:
            run(_refuses)
        assert (refused.value.reason, dict(refused.value.values)) == ("too-big", {"bytes": "7"})

    def test_a_book_that_cannot_be_used(self) -> None:
        with pytest.raises(BookError) as book:
            run(_fails_on_book)
        assert (book.value.path, book.value.reason) == ("/book.db", "is damaged")

    def test_what_must_be_looked_at_anew(self) -> None:
        with pytest.raises(Overtaken, match="gone"):
            run(_raises, Overtaken("gone"))

    def test_one_that_is_killed(self) -> None:
        with pytest.raises(ChildProcessError):
            run(_is_killed)

    def test_one_that_wants_too_much_memory(self) -> None:
        with pytest.raises(FileRefused, match="too-much-memory"):
            run(_eats)

    def test_one_whose_progress_nobody_wants_any_more_is_ended(self) -> None:
        def leave(stage: str, rows: int) -> None:
            raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            run(_adds, 3, 4, progress=leave)
