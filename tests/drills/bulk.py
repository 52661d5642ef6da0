"""How long an import of 100,000 rows takes, and how much memory: `python -m tests.drills.bulk`.

Each import is done by a process of its own: rows that are all new, the same file again, and all of them changed.
"""

import resource
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from pricing.imports.source import Source
from pricing.store import Store
from tests.drills.alone import alone
from tests.drills.large import Desk, a_large_book, a_large_file
from tests.drills.shown import Figures, sized
from tests.pricing.books_on_disk import NOW


def measured(path: Path, source: Source) -> str:
    """Seconds of preview and of writing one file, and the peak memory of the process that did it."""
    with Store.open(path, now=NOW) as store:
        desk = Desk(store)
        idle = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        begins = time.perf_counter()
        preview = desk.preview(source)
        previewed = time.perf_counter()
        saved = desk.write(source, preview)
        written = time.perf_counter()
        counts = ", ".join(f"{number:,} {outcome.value}" for outcome, number in preview.counts.items())
        assert len(saved.entries) == preview.writes
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    seconds = f"preview {previewed - begins:.1f} s, write {written - previewed:.1f} s, {written - begins:.1f} s in all"
    return f"{seconds}, {peak:.0f} MB at most ({idle:.0f} before): {counts}"


def run(rows: int = 100_000) -> Figures:
    """Figures of imports of so many rows."""
    figures = {}
    with TemporaryDirectory() as folder:
        path = Path(folder) / "book.db"
        alone(lambda: a_large_book(path))
        for name, price, days in (("new", "2.00", 0), ("again", "2.00", 0), ("changed", "2.50", 1)):
            source = a_large_file(rows, price, days)
            figures[f"{rows:,} rows, {name}"] = alone(lambda source=source: measured(path, source))
        begins = time.perf_counter()
        rows_of_trail = alone(lambda: _prove(path))
        figures[f"the trail of {rows_of_trail:,} rows is proven in"] = f"{time.perf_counter() - begins:.1f} s"
        figures["the file of the book"] = f"{path.stat().st_size / 1e6:.0f} MB"
    return figures


def _prove(path: Path) -> int:
    with Store.open(path, now=NOW) as store:
        proof = store.prove()
        assert proof.broken is None
        return proof.rows


if __name__ == "__main__":
    sized(run, lambda: run(5_000), __doc__ or "")
