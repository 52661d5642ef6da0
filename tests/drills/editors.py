"""Many editors change a few prices at once, in threads and in processes: `python -m tests.drills.editors`.

No update is lost: every accepted change is in the book, one made on top of what somebody saw replaced exactly that, and
who was too late was shown a newer value. Nobody is told that the book is locked.
"""

import multiprocessing
import random
import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from pricing.book import EntryKind
from pricing.changes import Outdated
from pricing.ledger import Ledger
from pricing.store import Store
from tests.drills.shown import Figures, percentiles, sized
from tests.pricing.books_on_disk import NOW
from tests.pricing.ledgers import LIST, SECRET, SPOT, Clock, a_change, stocked

SUBJECTS = (LIST, SPOT, SECRET)


@dataclass
class Editing:
    """What became of one editor's changes. `on_top`: entry -> the entry it was made on top of."""

    accepted: int = 0
    refused: int = 0
    not_newer: int = 0
    on_top: dict[int, int] = field(default_factory=dict)
    seconds: list[float] = field(default_factory=list)


def edit(store: Store, name: str, changes: int) -> Editing:
    """Change prices, every second one on top of what was seen; whoever is too late looks again."""
    ledger, chance, done = Ledger(store, Clock()), random.Random(name), Editing()
    for number in range(changes):
        subject, seen = chance.choice(SUBJECTS), None
        if number % 2:
            newest = ledger.newest(EntryKind.PRICE, subject)
            assert newest is not None
            seen = newest.id
            time.sleep(chance.random() / 200)  # what a person takes to fill the form in, in short
        begins = time.perf_counter()
        try:
            value = f"{chance.randint(1, 999)}.{number:02}"
            saved = ledger.save(a_change(value, subject, name, base=seen, request=f"{name}-{number}"))
        except Outdated as outdated:
            done.refused += 1
            done.not_newer += seen is None or outdated.newest.id <= seen
        else:
            done.accepted += 1
            if seen is not None:
                done.on_top[saved.entries[0]] = seen
        done.seconds.append(time.perf_counter() - begins)
    return done


def _process(job: tuple[Path, str, int]) -> Editing:
    path, name, changes = job
    with Store.open(path, now=NOW) as store:
        return edit(store, name, changes)


def run(threads: int = 10, processes: int = 10, changes: int = 50) -> Figures:
    """Figures of so many editors who make so many changes each."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "book.db"
        stocked(path).close()
        jobs = [(path, f"process-{number}", changes) for number in range(processes)]
        with (
            Store.open(path, now=NOW) as store,
            multiprocessing.get_context("spawn").Pool(max(processes, 1)) as pool,
            ThreadPoolExecutor(max(threads, 1)) as editors,
        ):
            begins = time.perf_counter()
            apart = pool.map_async(_process, jobs, chunksize=1)
            here = [editors.submit(edit, store, f"thread-{number}", changes) for number in range(threads)]
            done = [one.result() for one in here] + apart.get()
            taken = time.perf_counter() - begins
            _check(store, done)
    accepted, refused = sum(one.accepted for one in done), sum(one.refused for one in done)
    return {
        "editors": f"{threads} threads, {processes} processes, {changes} changes each",
        "accepted, too late": f"{accepted}, {refused} (each was shown a newer value)",
        "lost updates": 0,
        "told that the book is locked": 0,
        "a change": percentiles(second for one in done for second in one.seconds),
        "changes a second": f"{(accepted + refused) / taken:.0f}",
    }


def _check(store: Store, done: Iterable[Editing]) -> None:
    made = [row for row in Ledger(store, Clock()).trail() if row.action == "changed"]
    done = list(done)
    assert not any(one.not_newer for one in done), "somebody was refused and not shown a newer value"
    assert len(made) == sum(one.accepted for one in done)
    newest: dict[str, int] = {}
    on_top = {entry: seen for one in done for entry, seen in one.on_top.items()}
    for row in Ledger(store, Clock()).trail():
        if row.entry is None:
            continue
        if row.entry.id in on_top:
            assert newest[row.subject] == on_top[row.entry.id], "an update was lost"
        newest[row.subject] = row.entry.id
    assert store.prove().broken is None


if __name__ == "__main__":
    sized(run, lambda: run(4, 4, 20), __doc__ or "")
