"""Several threads and several processes at once: nothing is refused, nothing is lost, nothing is seeded twice."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

from pricing import seeds
from pricing.book import EntryKind
from pricing.store import Store
from tests.pricing.books_on_disk import NOW, OFFER, TODAY, a_price, price_of, small_store

CHANGES = 25


def _adder(path: Path, name: str) -> str:
    return f"""
from pathlib import Path
from pricing.store import Store
from tests.pricing.books_on_disk import NOW, TODAY, a_price
with Store.open(Path({str(path)!r}), now=NOW) as store:
    for number in range({CHANGES}):
        with store.transaction():
            version = store.book(TODAY).version
            [stored] = store.add_entries([a_price(str(number), entered_by={name!r})])
            assert stored == version + 1, (stored, version)
"""


def test_two_threads_change_at_once(tmp_path: Path) -> None:
    with small_store(tmp_path / "book.db") as store:
        together = Barrier(2)

        def add(name: str) -> list[int]:
            together.wait()
            return [store.add_entries([a_price(str(n), entered_by=name)])[0] for n in range(CHANGES)]

        with ThreadPoolExecutor(2) as pool:
            ids = [number for part in pool.map(add, ["mei", "li"]) for number in part]
        assert sorted(ids) == list(range(1, 2 * CHANGES + 1))
        assert len(store.history(EntryKind.PRICE, OFFER)) == 2 * CHANGES


def test_readers_see_whole_changes(tmp_path: Path) -> None:
    """A price that moves in two entries of one transaction is never seen half moved."""
    with small_store(tmp_path / "book.db") as store:
        together = Barrier(2)

        def write() -> None:
            together.wait()
            for number in range(CHANGES):
                with store.transaction():
                    store.add_entries([a_price(None)])
                    store.add_entries([a_price(str(number))])

        def read() -> list[str | None]:
            together.wait()
            return [price_of(store) for _ in range(200)]

        store.add_entries([a_price("0")])
        with ThreadPoolExecutor(2) as pool:
            writing, reading = pool.submit(write), pool.submit(read)
            writing.result()
            seen = reading.result()
        assert None not in seen


def test_two_processes_change_at_once(tmp_path: Path) -> None:
    path = tmp_path / "book.db"
    with small_store(path) as store:
        before = store.book(TODAY)
        runs = [subprocess.Popen([sys.executable, "-c", _adder(path, name)], stderr=subprocess.PIPE) for name in "ab"]
        for run in runs:
            _, errors = run.communicate(timeout=60)
            assert run.returncode == 0, errors.decode()
        history = store.history(EntryKind.PRICE, OFFER)
        assert [entry.id for entry in history] == list(range(1, 2 * CHANGES + 1))
        assert {entry.entered_by for entry in history} == {"a", "b"}
        assert before.offers("H100")[0].price is None
        assert price_of(store) == str(CHANGES - 1)


def test_a_change_by_another_store_is_seen_by_the_next_book(tmp_path: Path) -> None:
    path = tmp_path / "book.db"
    with small_store(path) as one, Store.open(path, now=NOW) as other:
        assert price_of(one) is None
        other.add_entries([a_price("2")])
        assert price_of(one) == "2"


def test_two_first_starts_make_one_book(tmp_path: Path) -> None:
    path = tmp_path / "book.db"
    code = f"""
from pathlib import Path
from pricing.store import Store
from tests.pricing.books_on_disk import NOW, TODAY
with Store.open(Path({str(path)!r}), now=NOW) as store:
    print(store.book(TODAY).version)
"""
    runs = [subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) for _ in range(3)]
    versions = {run.communicate(timeout=60)[0] for run in runs}
    assert versions == {f"{len(seeds.load(NOW)[1])}\n".encode()}
    assert {file.name for file in tmp_path.iterdir()} <= {"book.db", "book.db-wal", "book.db-shm"}


def test_connections_of_ended_threads_are_closed(tmp_path: Path) -> None:
    with small_store(tmp_path / "book.db") as store:
        for _ in range(5):
            with ThreadPoolExecutor(1) as pool:
                pool.submit(price_of, store).result()
        assert len(store._connections) <= 2
