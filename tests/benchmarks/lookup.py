"""How long a price look-up takes, and whether it grows with the book: `python -m tests.benchmarks.lookup`.

Builds the seeded book and grows it the way books grow: some GPUs get a long price history, and many SKUs of many
providers and other GPUs come beside. The GPU that is asked for keeps its number of offers, as an answer does.
Prints percentiles for 1,000 and 1,000,000 rows and their ratio; exits 1 when the larger is more than twice as slow.
"""

import argparse
import resource
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter_ns

from sqlite_utils.utils import sqlite3

from pricing.store import Store

NOW = datetime(2026, 12, 1, tzinfo=UTC)
TODAY = NOW.date()
ASKED = "H100"
GPUS, PROVIDERS = 40, 60
LIMIT = 2.0

OFFERS = """INSERT INTO offer SELECT 'p' || (n % :providers) || '/sku-' || n, 'p' || (n % :providers), 'sku-' || n,
    'G' || (n % :gpus), 'on-demand', 8, '', NULL, '', NULL, '0', NULL, NULL, 1, NULL, NULL, '', NULL, 'all-in',
    'unknown', 'list', NULL, NULL, '0', NULL, '', 0 FROM numbers WHERE n <= :count"""
HISTORY = """INSERT INTO entry (kind, subject, value, currency, unit, effective_from, observed_on, source, note,
    entered_by, entered_at) SELECT 'price', o.id, (1 + n % 9) || '.' || (100 + n % 900), 'USD', 'GPU-Hours',
    date(:first, '+' || (n % 1500) || ' days'), '', 'benchmark row ' || n, '', 'benchmark', :now
    FROM (SELECT id FROM offer WHERE {which} ORDER BY id LIMIT :offers) o CROSS JOIN numbers WHERE n <= :depth"""


def grow(path: Path, rows: int) -> int:
    """Fill the book up to about `rows` entries; gives how many there are."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute("BEGIN")
    (seeded,) = connection.execute("SELECT count(*) FROM entry").fetchone()
    wanted = max(rows - seeded, 0)
    # A fifth deepens the history of the offers that are asked for, the rest is other SKUs with 20 prices each.
    asked = connection.execute("SELECT count(*) FROM offer WHERE gpu = ?", [ASKED]).fetchone()[0]
    depth, others = wanted // 5 // asked, max(wanted * 4 // 5 // 20, 1)
    connection.execute("CREATE TEMP TABLE numbers (n INTEGER PRIMARY KEY)")
    last = max(depth, others, 20)
    counting = "WITH RECURSIVE c (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < ?)"
    connection.execute(f"{counting} INSERT INTO numbers SELECT n FROM c", [last])
    connection.executemany(
        "INSERT INTO gpu VALUES (?, '{}', '', '', NULL, NULL, '', '[]', '[]')", [(f"G{n}",) for n in range(GPUS)]
    )
    connection.executemany(
        "INSERT INTO provider VALUES (?, '{}', 'specialised', '[]')", [(f"p{n}",) for n in range(PROVIDERS)]
    )
    connection.execute(OFFERS, {"providers": PROVIDERS, "gpus": GPUS, "count": others})
    common = {"first": "2022-01-01", "now": NOW.isoformat()}
    for which, offers, deep in ((f"gpu = '{ASKED}'", asked, depth), ("gpu GLOB 'G[0-9]*'", others, 20)):
        connection.execute(HISTORY.format(which=which), {**common, "offers": offers, "depth": deep})
    connection.execute("COMMIT")
    (count,) = connection.execute("SELECT count(*) FROM entry").fetchone()
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    return int(count)


def microseconds(work: Callable[[int], object], times: int) -> list[float]:
    """Sorted times of `work(0)`, `work(1)` ..., in microseconds."""
    found = []
    for number in range(times):
        start = perf_counter_ns()
        work(number)
        found.append((perf_counter_ns() - start) / 1000)
    return sorted(found)


def measures(store: Store) -> dict[str, Callable[[int], object]]:
    """What is timed: a question asked again, one about another day, one about an older version, a single rate."""
    newest = store.book(TODAY).version

    def fresh_day(number: int) -> object:
        return store.book(TODAY - timedelta(days=number)).offers(ASKED)

    def old_version(number: int) -> object:
        return store.book(TODAY, newest // 2 + number).offers(ASKED)

    def one_rate(number: int) -> object:
        return store.book(date(2026, 2, 1) + timedelta(days=number)).rate("USD", "CNY")

    return {
        "offers, asked before": lambda _: store.book(TODAY).offers(ASKED),
        "offers, new day": fresh_day,
        "offers, old version": old_version,
        "one rate, new day": one_rate,
        "providers and their GPUs": lambda _: store.book(TODAY).gpus_of_providers(),
    }


def run(rows: int, folder: Path, times: int) -> dict[str, tuple[float, float]]:
    """Name -> (p50, p99) in microseconds on a book of `rows` entries."""
    path = folder / f"{rows}.db"
    Store.open(path, now=NOW).close()
    start = perf_counter_ns()
    with ProcessPoolExecutor(1) as pool:  # apart, so that its memory does not count
        count = pool.submit(grow, path, rows).result()
    built = (perf_counter_ns() - start) / 1e9
    start = perf_counter_ns()
    with Store.open(path, now=NOW) as store:
        opened = (perf_counter_ns() - start) / 1e6
        offers = len(store.book(TODAY).offers(ASKED))
        megabytes = path.stat().st_size / 1e6
        print(f"\n{count:,} entries, {offers} offers of {ASKED}, {megabytes:.0f} MB, built in {built:.1f} s", end="")
        print(f", opened in {opened:.1f} ms")
        found = {}
        for name, work in measures(store).items():
            sample = microseconds(work, times)
            found[name] = (sample[len(sample) // 2], sample[len(sample) * 99 // 100])
            print(f"  {name:26} p50 {found[name][0]:>9.1f} us   p99 {found[name][1]:>9.1f} us")
    return found


def main() -> int:
    """Run both sizes; 1 when a median at the larger one is more than twice that at the smaller."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, nargs="+", default=[1_000, 1_000_000])
    parser.add_argument("--times", type=int, default=300)
    asked = parser.parse_args()
    with TemporaryDirectory() as folder:
        results = [run(rows, Path(folder), asked.times) for rows in asked.rows]
    print(f"\n{asked.rows[-1]:,} against {asked.rows[0]:,} rows")
    ratios = {name: results[-1][name][0] / results[0][name][0] for name in results[0]}
    for name, ratio in ratios.items():
        print(f"  {name:26} {ratio:.2f} x")
    print(f"resident at most {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")
    return int(max(ratios.values()) > LIMIT)


if __name__ == "__main__":
    sys.exit(main())
