"""SIGKILL at random moments of an import: `python -m tests.drills.kills`.

Half of the kills come at any moment from the first byte read to the last row written, half while it is written. After
each the book holds all of the import or nothing of it, its trail holds, and SQLite finds no damage.
"""

import random
import shutil
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from pricing.store import Store
from tests.drills.alone import Child, alone
from tests.drills.large import Desk, a_large_book, a_large_file, prices_of_file
from tests.drills.shown import Figures, sized
from tests.pricing.books_on_disk import NOW

Tell = Callable[[str], None]
TABLES = ("entry", "audit", "offer", "feed_row", "kept_file")


def _import(path: Path, rows: int, tell: Tell) -> float:
    """Import a file into the book; tells when it begins and when it begins to write. Seconds of the writing."""
    source = a_large_file(rows, "2.50", 1)
    with Store.open(path, now=NOW) as store:
        desk = Desk(store)
        tell("begins")
        preview = desk.preview(source)
        tell("writes")
        begins = time.perf_counter()
        desk.write(source, preview)
        return time.perf_counter() - begins


def run(kills: int = 200, rows: int = 2000) -> Figures:
    """Figures of so many kills of an import of so many rows."""
    chance, found = random.Random(kills), Counter[str]()
    with TemporaryDirectory() as folder:
        fresh, path = Path(folder) / "fresh.db", Path(folder) / "now" / "book.db"
        before, after = alone(lambda: _begin(fresh, rows)), {}
        whole = writing = 0.0
        for number in range(kills + 1):
            shutil.rmtree(path.parent, ignore_errors=True)
            path.parent.mkdir()
            shutil.copy(fresh, path)
            child = Child(lambda tell: _import(path, rows, tell))
            child.told()
            begins = time.perf_counter()
            if number == 0:  # once to the end, to know how long it takes and what comes of it
                writing = child.result()
                whole = time.perf_counter() - begins
                after = alone(lambda: _look(path))
                continue
            if number % 2:
                time.sleep(chance.random() * whole)
            else:
                child.told()
                time.sleep(chance.random() * writing * 1.4)
            child.kill()
            held = alone(lambda: _look(path))
            assert held in (before, after), f"kill {number} left {held}"
            found["all" if held == after else "nothing"] += 1
            found["unfinished stages"] += len(list(path.parent.glob("*.imports/.*")))
        alone(lambda: _again(path, rows, after))
    return {
        "kills": f"{kills} of an import of {rows:,} rows ({whole:.2f} s, of which {writing:.2f} s writing)",
        "all of it was there, nothing of it": f"{found['all']}, {found['nothing']}",
        "half of it, a broken trail, damage": 0,
        "unfinished stages left in the folder": found["unfinished stages"],
    }


def _begin(fresh: Path, rows: int) -> dict[str, Any]:
    a_large_book(fresh)
    with Store.open(fresh, now=NOW) as store:
        Desk(store).take(a_large_file(rows // 2, "2.00"))
    return _look(fresh)


def _look(path: Path) -> dict[str, Any]:
    """What a book holds, after all of it was read, followed and checked."""
    with Store.open(path, now=NOW) as store:
        proof = store.prove()
        assert proof.broken is None, proof
        with store.reading() as connection:
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
            counts = {table: connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in TABLES}
        return {**counts, "prices": sorted(prices_of_file(store))}


def _again(path: Path, rows: int, after: dict[str, Any]) -> None:
    """After the last kill the same file can be imported, and the book is as it would have been."""
    with Store.open(path, now=NOW) as store:
        if store.book(NOW.date()).version < after["entry"]:
            Desk(store).take(a_large_file(rows, "2.50", 1))
    assert _look(path) == after


if __name__ == "__main__":
    sized(run, lambda: run(20, 500), __doc__ or "")
