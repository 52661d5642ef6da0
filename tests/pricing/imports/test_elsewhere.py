"""Rows read by a second process are the very rows that would have been read here."""

import multiprocessing
import os
from collections.abc import Iterator
from decimal import Decimal
from functools import partial
from threading import Event, Thread

import pytest

from pricing.imports import own
from pricing.imports.elsewhere import BATCH, Elsewhere, ahead, may_fork
from pricing.imports.source import Source
from pricing.listings import FileRefused, Listing, Refusal, Row, Sketch, Skipped

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="no second process that knows all that this one knows")


def rows(many: int) -> Iterator[Row]:
    """Rows of every kind."""
    for line in range(1, many + 1):
        if line % 7 == 0:
            yield Refusal(line, "not-a-number", {"text": "abc"})
        elif line % 5 == 0:
            yield Skipped(line, "no-gpu")
        else:
            yield Listing(line, Decimal(f"{line}.50"), "USD", name=f"节点-{line}", terms={"plan": "block"})


def refused_after(many: int) -> Iterator[Row]:
    """A file that turns out to be broken further down."""
    yield from rows(many)
    raise FileRefused("too-many-rows", most=many)


def out_of_memory() -> Iterator[Row]:
    """A file that unfolds without end."""
    yield from rows(1)
    raise MemoryError


class TestRowsReadAhead:
    @pytest.mark.parametrize("many", [0, 1, BATCH - 1, BATCH, BATCH + 1, 3 * BATCH + 7])
    def test_are_the_same_in_the_same_order(self, many: int) -> None:
        assert list(ahead(partial(rows, many))) == list(rows(many))

    def test_keep_their_digits(self) -> None:
        assert [str(row.value) for row in ahead(partial(rows, 2)) if isinstance(row, Listing)] == ["1.50", "2.50"]

    def test_are_refused_behind_those_that_came_before(self) -> None:
        read = ahead(partial(refused_after, 2 * BATCH))
        for _ in range(2 * BATCH):
            next(read)
        with pytest.raises(FileRefused) as refused:
            next(read)
        assert (refused.value.reason, refused.value.values) == ("too-many-rows", {"most": str(2 * BATCH)})

    def test_that_need_too_much_memory_say_so_here(self) -> None:
        with pytest.raises(MemoryError):
            list(ahead(out_of_memory))

    def test_leave_no_process_behind_when_nobody_wants_more(self) -> None:
        read = ahead(partial(rows, 100 * BATCH))
        next(read)
        read.close()  # type: ignore[attr-defined]
        assert multiprocessing.active_children() == []

    def test_have_sketches_where_there_is_something_to_sketch(self) -> None:
        sketches = {line: Sketch(f"key {line}", ("a", line), (Decimal("1.50"),)) for line in (1, 3)}
        read = [row for row in ahead(partial(rows, 4), lambda row: sketches.get(row.line)) if isinstance(row, Listing)]
        assert {row.line: row.sketch for row in read} == {**sketches, 2: None, 4: None}

    def test_of_a_table_are_those_that_are_read_here(self) -> None:
        header = "provider,name,gpu,price,currency,unit,note"
        lines = [f"nimbus,vm-{i},H100,{i + 1}.25,USD,GPU-Hours,{i}" for i in range(2 * BATCH)]
        source = Source("a.csv", "\n".join([header, *lines]).encode())
        assert list(ahead(lambda: own.read(source))) == list(own.read(source))


class TestWorkElsewhere:
    def test_gives_its_answer(self) -> None:
        known = [1, 2, 3]
        assert Elsewhere(lambda: sum(known)).answer() == 6

    def test_is_not_begun_while_another_thread_may_hold_a_lock(self) -> None:
        done = Event()
        other = Thread(target=done.wait)
        other.start()
        try:
            assert not may_fork()
        finally:
            done.set()
            other.join()
