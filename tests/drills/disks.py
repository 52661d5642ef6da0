"""Disks that are full, files that may not be written, and files that are damaged: `python -m tests.drills.disks`.

Each gives an error that names the file and what is wrong; what was there is kept, and is read where it still can be.
"""

import os
import resource
import shutil
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from pricing.errors import BookError
from pricing.ledger import Ledger
from pricing.store import Store
from tests.drills.alone import alone, as_nobody
from tests.drills.large import ASKED, Desk, a_large_book, a_large_file
from tests.drills.shown import Figures, sized
from tests.pricing.books_on_disk import NOW
from tests.pricing.ledgers import LIST, Clock, a_change, a_file, prices, stocked

PAGE = 4096


def told(work: Callable[[], Any]) -> str:
    """What the error of some work says, without the path it names. The work must fail."""
    try:
        work()
    except BookError as error:
        return error.reason
    raise AssertionError("it did not fail")


# no room


@contextmanager
def a_small_disk(folder: Path, size: str) -> Iterator[str]:
    """Give a folder a disk of its own where that may be done here; else limit how large a file may grow."""
    mount = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)]
    if subprocess.run(mount, check=False, capture_output=True).returncode == 0:
        try:
            yield "disk"
        finally:
            subprocess.run(["umount", "-l", str(folder)], check=True)
    else:
        yield "limit"


def _fill_up(path: Path, limit: bool, rows: int) -> dict[str, Any]:
    """Import and change until there is no room; what is told, and what is still so afterwards."""
    with Store.open(path, now=NOW) as store:
        ledger = Ledger(store, Clock())
        before = prices(store)
        if limit:
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            _, most = resource.getrlimit(resource.RLIMIT_FSIZE)
            resource.setrlimit(resource.RLIMIT_FSIZE, (max(path.stat().st_size, 400_000), most))
        said = {"a preview": told(lambda: Desk(store).take(a_file(*((f"n{n}", "3") for n in range(rows)))))}
        assert prices(store) == before

        def grow() -> None:
            nonlocal before
            for power in range(6, 14):
                before = prices(store)
                Desk(store).take(a_file(*((f"{power}-{n}", "3") for n in range(2**power))))

        said["an import"] = told(grow)
        assert prices(store) == before
        number = 0

        def change() -> None:
            nonlocal number
            while number < 100_000:
                number += 1
                ledger.save(a_change(f"{number}.25", note="x" * 2000))

        said["a change"] = told(change)
        [kept] = [price for offer, price in prices(store).items() if offer == LIST]
        assert kept == (f"{number - 1}.25" if number > 1 else before[LIST])
        assert store.prove().broken is None
        if limit:
            resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
        else:
            (path.parent / "ballast").unlink()
        ledger.save(a_change("7.75"))
        assert prices(store)[LIST] == "7.75"
        assert store.prove().broken is None
        return said


def no_room(rows: int) -> Figures:
    """A disk on which there is no room left."""
    with TemporaryDirectory() as folder:
        disk = Path(folder) / "disk"
        disk.mkdir()
        with a_small_disk(disk, "3m") as how:
            path = disk / "book.db"
            alone(lambda: stocked(path).close())
            if how == "disk":
                (disk / "ballast").write_bytes(b"0" * 1_000_000)
            said = alone(lambda: _fill_up(path, how == "limit", rows))
    return {
        f"no room ({how}), {name}": f"{text!r}; read on, kept, saved again with room" for name, text in said.items()
    }


# not allowed


def not_allowed() -> Figures:
    """A file, and a folder, that this user may not write."""
    figures = {}
    with TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        for name, of_file, of_folder in (("file", 0o444, 0o777), ("folder", 0o666, 0o555)):
            home = Path(folder) / name
            home.mkdir()
            path = home / "book.db"
            alone(lambda path=path: stocked(path).close())
            before = path.read_bytes()
            path.chmod(of_file)
            home.chmod(of_folder)
            figures[f"a {name} that may not be written"] = as_nobody(lambda path=path: told(lambda: _use(path)))
            assert path.read_bytes() == before
            home.chmod(0o755)
    return figures


# damaged


def _zeros(path: Path) -> None:
    path.write_bytes(b"")


def _cut(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2 // PAGE * PAGE)


def _cut_within_a_page(path: Path) -> None:
    os.truncate(path, path.stat().st_size - 1000)


def _other_file(path: Path) -> None:
    with path.open("r+b") as file:
        file.write(b"PK\x03\x04 this was a spreadsheet once")


def _bad_page(path: Path) -> None:
    with path.open("r+b") as file:
        file.seek(path.stat().st_size // PAGE // 2 * PAGE)
        file.write(b"\xa5" * PAGE)


DAMAGES: tuple[tuple[str, Callable[[Path], None]], ...] = (
    ("no byte left", _zeros),
    ("cut in half", _cut),
    ("cut within a page", _cut_within_a_page),
    ("another kind of file", _other_file),
    ("a page overwritten", _bad_page),
)


def _use(path: Path) -> None:
    with Store.open(path, now=NOW) as store:
        Ledger(store, Clock()).save(a_change("9"))


def damaged() -> Figures:
    """A small book that is damaged in several ways is not opened, and not changed."""
    figures = {}
    with TemporaryDirectory() as folder:
        fresh, path = Path(folder) / "fresh.db", Path(folder) / "book.db"
        alone(lambda: stocked(fresh).close())
        for name, spoil in DAMAGES:
            shutil.copy(fresh, path)
            spoil(path)
            before = path.read_bytes()
            figures[name] = alone(lambda: told(lambda: _use(path)))
            assert path.read_bytes() == before
            assert not list(Path(folder).glob("*.new"))
    return figures


def damaged_and_large(rows: int) -> Figures:
    """A book too large to be read through when it is opened: what is not damaged is read on, a check names the page."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "book.db"
        alone(lambda: _large(path, rows))
        answers = alone(lambda: _answers(path))
        page = alone(lambda: _page_of(path, "kept_file"))
        with path.open("r+b") as file:
            file.seek((page - 1) * PAGE)
            file.write(b"\xa5" * PAGE)
        assert alone(lambda: _answers(path)) == answers
        size = path.stat().st_size / 1e6
        return {f"a page of a book of {size:.0f} MB, when checked": alone(lambda: told(lambda: _check(path)))}


def _large(path: Path, rows: int) -> None:
    a_large_book(path)
    with Store.open(path, now=NOW) as store:
        Desk(store).take(a_large_file(rows, "2.00"))


def _answers(path: Path) -> str:
    with Store.open(path, now=NOW) as store:
        return repr(store.book(NOW.date()).offers(ASKED))


def _page_of(path: Path, table: str) -> int:
    with Store.open(path, now=NOW) as store, store.reading() as connection:
        sql = "SELECT rootpage FROM sqlite_schema WHERE name = ?"
        return int(connection.execute(sql, (table,)).fetchone()[0])


def _check(path: Path) -> None:
    with Store.open(path, now=NOW) as store:
        store.check()


def run(rows: int = 20_000) -> Figures:
    """Figures of all of it."""
    return {**no_room(rows), **not_allowed(), **damaged(), **damaged_and_large(rows)}


if __name__ == "__main__":
    sized(run, lambda: run(12_000), __doc__ or "")
