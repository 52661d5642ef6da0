"""Quotes while 100,000 rows are imported by a process beside: `python -m tests.drills.quotes`.

Every 10 ms somebody asks for a quote, or looks a price up; how long each takes is set against the same without an
import. Each look at the book sees the prices of before or of after, never some of both.
"""

import gc
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread

from bot.desk import Desk as Answers
from bot.intents.turn import Asking
from bot.replies.slack import message
from pricing.imports.source import Source
from pricing.store import Store
from tests.drills.alone import alone
from tests.drills.large import ASKED, Desk, a_large_book, a_large_file, prices_of_file
from tests.drills.shown import Figures, percentiles, sized
from tests.pricing.books_on_disk import NOW

EVERY = 0.010
OLD = "2.00"


class Asked:
    """Questions at a steady pace: how long each took, and from when it was due until it was answered."""

    def __init__(self, ask: Callable[[int], object]) -> None:
        self._ask = ask
        self.taken: list[float] = []
        self.since_due: list[float] = []

    def go_on(self, while_: Callable[[int], bool]) -> "Asked":
        due, number = time.perf_counter(), 0
        while while_(number):
            time.sleep(max(due - time.perf_counter(), 0))
            begins = time.perf_counter()
            self._ask(number)
            ends = time.perf_counter()
            self.taken.append(ends - begins)
            self.since_due.append(ends - due)
            due, number = max(due + EVERY, ends), number + 1
        return self


def run(rows: int = 100_000, asked: int = 1500, kinds: Sequence[str] = ("look-up", "quote")) -> Figures:
    """Figures of questions of these kinds during an import of so many rows, and of so many without one."""
    figures: dict[str, object] = {}
    with TemporaryDirectory() as folder:
        path = Path(folder) / "book.db"
        alone(lambda: _begin(path, rows))
        with Store.open(path, now=NOW) as store:
            answers = Answers(store.book, lambda: NOW.date(), "CNY")

            def quote(number: int) -> None:
                text = f"{8 * (1 + number % 50)} {ASKED} for {10 + number % 90} days"
                assert message(answers.ask(Asking(text, "drill")).card).blocks

            def look(number: int) -> None:
                store.book(NOW.date()).offers(ASKED)

            seen: list[set[str]] = []
            for number, name in enumerate(kinds, 1):
                ask = look if name == "look-up" else quote
                Asked(ask).go_on(lambda number: number < min(asked, 100))
                alone_ = Asked(ask).go_on(lambda number: number < asked)
                source = a_large_file(rows, f"2.{number}0", number)
                together, seconds, views = _during(store, ask, source)
                seen += views
                figures |= {
                    f"a {name}, without an import": percentiles(alone_.taken),
                    f"a {name}, during one ({len(together.taken):,} in {seconds:.1f} s)": percentiles(together.taken),
                    f"a {name}, from due to answered, without": percentiles(alone_.since_due),
                    f"a {name}, from due to answered, during": percentiles(together.since_due),
                }
            mixed = [one for one in seen if len(one) != 1]
            assert not mixed, f"a mixture was seen: {mixed[0]}"
            assert {price for one in seen for price in one} >= {OLD, "2.10"}
            assert store.prove().broken is None
    figures["looks that saw a mixture of before and after"] = f"0 of {len(seen):,}"
    return figures


def _during(store: Store, ask: Callable[[int], object], source: Source) -> tuple[Asked, float, list[set[str]]]:
    """Questions while a file is previewed and written by another process, and what each look at the book saw."""
    desk = Desk(store, aside=True)
    seen = [prices_of_file(store, (ASKED,))]
    failed: list[BaseException] = []

    def take() -> None:
        try:
            desk.take(source)
        except BaseException as error:
            failed.append(error)

    def ask_and_look(number: int) -> None:
        ask(number)
        if number % 5 == 0:
            seen.append(prices_of_file(store, (ASKED,)))

    gc.collect()
    begins = time.perf_counter()
    importing = Thread(target=take)
    importing.start()
    asked = Asked(ask_and_look).go_on(lambda number: importing.is_alive())
    importing.join()
    assert not failed, failed[0]
    seen.append(prices_of_file(store, (ASKED,)))
    return asked, time.perf_counter() - begins, seen


def _begin(path: Path, rows: int) -> None:
    a_large_book(path)
    with Store.open(path, now=NOW) as store:
        Desk(store).take(a_large_file(rows, OLD))


if __name__ == "__main__":
    sized(run, lambda: run(8_000, 200), __doc__ or "")
