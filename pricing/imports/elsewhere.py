"""Work in a process that knows all that this one knows, and shares nothing with it from then on."""

import gc
import multiprocessing
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import islice
from multiprocessing.connection import Connection
from multiprocessing.context import ForkProcess
from operator import attrgetter
from typing import Generic, TypeVar

from pricing.listings import FileRefused, Listing, Row, Sketch

T = TypeVar("T")
BATCH = 500
"""Rows that are handed over together."""

_of_listing = attrgetter(*Listing.__dataclass_fields__)


def may_fork() -> bool:
    """Whether a copy of this process can go on: no other thread holds a lock in it, and there is a processor for it."""
    return hasattr(os, "fork") and threading.active_count() == 1 and (os.cpu_count() or 1) > 1


class Elsewhere(Generic[T]):
    """One piece of work on its way in such a process."""

    def __init__(self, work: Callable[[], T]) -> None:
        self._here, self._process = _begun(lambda there: there.send(work()))

    def answer(self) -> T:
        """What it found. Raises EOFError where it ended without an answer."""
        try:
            found: T = self._here.recv()
            return found
        finally:
            self._here.close()
            self._process.join()


def ahead(rows: Callable[[], Iterator[Row]], sketch: Callable[[Listing], Sketch | None] | None = None) -> Iterator[Row]:
    """The rows of a file, read by such a process while those before them are worked on here. `sketch`: is done there
    too; what it needs of the book must be in memory before the first row is asked for.

    Raises what `rows` raises (FileRefused, MemoryError), behind the rows that came before it. EOFError: it ended
    without an answer.
    """
    here, process = _begun(lambda there: _hand_over(there, rows(), sketch or _no_sketch))
    try:
        while batch := here.recv():
            if isinstance(batch, Exception):
                raise batch
            for row in batch:
                # A listing comes as the tuple of its fields, which is handed over in a third of the time.
                yield Listing(*row) if row.__class__ is tuple else row
    finally:
        here.close()
        process.kill()  # it waits for nobody who still reads
        process.join()


def _begun(work: Callable[[Connection], None]) -> tuple[Connection, ForkProcess]:
    context = multiprocessing.get_context("fork")
    here, there = context.Pipe(duplex=False)

    def answer() -> None:
        here.close()
        with suppress(BrokenPipeError):
            work(there)
        there.close()
        os._exit(0)  # nothing of the parent's is to be closed here, above all no connection to the book

    process = context.Process(target=answer, daemon=True)
    gc.freeze()  # what is there is not looked at again, so that the memory both processes have is not copied
    process.start()
    gc.unfreeze()
    there.close()
    return here, process


def _no_sketch(row: Listing) -> None:
    return None


def _hand_over(there: Connection, rows: Iterator[Row], sketch: Callable[[Listing], Sketch | None]) -> None:
    packed = ((*_of_listing(row)[:-1], sketch(row)) if isinstance(row, Listing) else row for row in rows)
    try:
        while batch := list(islice(packed, BATCH)):
            there.send(batch)
        there.send([])
    except (FileRefused, MemoryError) as error:
        there.send(error)
