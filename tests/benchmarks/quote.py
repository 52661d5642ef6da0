"""How long a question takes from its text to Slack blocks: `python -m tests.benchmarks.quote`.

Asks questions of several kinds in two languages, each with other numbers so that nothing is remembered whole, of the
seeded book and of one grown to a million rows. Prints percentiles, their ratio, resident memory, and the time of
`quartermaster ask` as a process.
"""

import argparse
import os
import resource
import subprocess
import sys
import time
from datetime import UTC, date, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.desk import Desk
from bot.intents.turn import Asking
from bot.replies.slack import message
from pricing.store import Store
from tests.benchmarks.lookup import grow

NOW = datetime(2026, 12, 1, tzinfo=UTC)
TODAY = date(2026, 12, 1)
QUESTIONS = (
    "{n} H100 for 6 weeks",
    "{n} H200 for 3 months in USD",
    "128台8卡A100，{d}天多少钱",
    "{n} L40S for {d} days, only AWS",
    "{n} 张 B200 租 2 个月",
    "{n} A100 80GB for {d} days on demand",
    "8 MI300X for {d} days",
    "{n} H100 {d} days, no spot",
)


def percentiles(seconds: list[float]) -> dict[str, float]:
    """p50, p90, p99 and the slowest, in milliseconds."""
    ordered = sorted(seconds)
    at = {
        name: ordered[min(int(len(ordered) * share), len(ordered) - 1)]
        for name, share in (("p50", 0.5), ("p90", 0.9), ("p99", 0.99))
    }
    return {**{name: value * 1000 for name, value in at.items()}, "max": ordered[-1] * 1000}


def measure(path: Path, rounds: int) -> dict[str, float]:
    """Percentiles of text to blocks on the book at `path`, after one round of warming up."""
    with Store.open(path, now=NOW) as store:
        desk = Desk(store.book, lambda: TODAY, "CNY")
        taken = []
        for i in range(rounds + 1):
            for question in QUESTIONS:
                text = question.format(n=8 * (i + 1), d=10 + i)
                start = time.perf_counter()
                sent = message(desk.ask(Asking(text, "benchmark")).card)
                taken.append(time.perf_counter() - start)
                assert sent.blocks
        return percentiles(taken[len(QUESTIONS) :])


def process(path: Path) -> float:
    """Seconds of `quartermaster ask` as a process, the best of five."""
    environment = {**os.environ, "QUARTERMASTER_DATABASE": str(path)}
    command = [sys.executable, "-m", "bot", "ask", "1024 H100 for 6 weeks"]
    taken = []
    for _ in range(5):
        start = time.perf_counter()
        subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL)
        taken.append(time.perf_counter() - start)
    return min(taken)


def shown(name: str, figures: dict[str, float]) -> None:
    print(f"{name:<34}" + "  ".join(f"{key} {value:7.2f} ms" for key, value in figures.items()))


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--rows", type=int, default=1_000_000)
    arguments = parser.parse_args()
    with TemporaryDirectory() as folder:
        seeded, grown = Path(folder, "seeded.db"), Path(folder, "grown.db")
        for path in (seeded, grown):
            Store.open(path, now=NOW).close()
        small = measure(seeded, arguments.rounds)
        shown("text to blocks, seeded book", small)
        print(f"quartermaster ask, as a process    {process(seeded):.2f} s")
        rows = grow(grown, arguments.rows)
        large = measure(grown, arguments.rounds)
        shown(f"text to blocks, {rows:,} rows", large)
        print(f"ratio p50 {large['p50'] / small['p50']:.2f}, p99 {large['p99'] / small['p99']:.2f}")
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"resident memory at most            {memory:.0f} MB")


if __name__ == "__main__":
    main()
