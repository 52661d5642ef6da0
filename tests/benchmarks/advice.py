"""How long answers of each kind take on the seeded book, in processor time: `python -m tests.benchmarks.advice`.

Each question is asked with other numbers each time, so that nothing is remembered from the one before. Percentiles, and
how many times a plain quote it takes.
"""

import gc
import time
from collections.abc import Callable
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.desk import Desk
from bot.intents.turn import Asking
from pricing.store import Store
from tests.pricing.books_on_disk import NOW

TIMES = 60
Question = Callable[[int], str]
QUESTIONS: dict[str, Question] = {
    "a quote": lambda n: f"{8 * n} H100 for 6 weeks",
    "break-even": lambda n: f"when does buying {8 * n} H100 beat renting?",
    "by a deadline": lambda n: f"{8 * n} H100 for 6 weeks by 1 March",
    "equal work": lambda n: f"how many A100 do the same work as {8 * n} H100 for 6 weeks",
    "budget: how many": lambda n: f"what does ${n}0M buy for 3 months of H200",
    "budget: how long": lambda n: f"how long can I run {8 * n} H100 for ¥20M",
    "sizing": lambda n: f"train {n}B on 15T tokens in 30 days on H100",
    "net present value": lambda n: f"NPV of buying {8 * n} H100 at 8%",
    "cash flow": lambda n: f"what leaves the bank when for {8 * n} H100 for 6 weeks",
    "supposed prices": lambda n: f"{8 * n} H100 for 6 weeks, assume 30% off AWS list",
    "supposed ownership": lambda n: f"{8 * n} H200 for 6 weeks at PUE 1.2, electricity +20%",
    "target price": lambda n: f"{8 * n} H100 for 2 years: at what cloud price does owning lose?",
    "best term": lambda n: f"which term is best for {8 * n} H200 for a year",
    "a claim": lambda n: f"check this quote: {8 * n} H100 at $2.10/GPU-hour for 12 months = $4.71M, egress $900",
    "sensitivity (a table)": lambda n: f"what matters most for {8 * n} H100 for 6 weeks",
    "blend (a table)": lambda n: f"{1000 + 8 * n} H100 for a year, 256 reserved, the rest on demand",
}


def measured(desk: Desk, question: Question) -> list[float]:
    """Milliseconds of processor time of each answer, sorted."""
    desk.ask(Asking(question(TIMES + 1), "U1"))  # what a process does once
    gc.collect()
    gc.freeze()  # as a service does when it has started
    found = []
    for n in range(1, TIMES + 1):
        begins = time.process_time()
        desk.ask(Asking(question(n), "U1"))
        found.append((time.process_time() - begins) * 1000)
    return sorted(found)


def main() -> None:
    """Print one line for each kind of question."""
    with TemporaryDirectory() as folder, Store.open(Path(folder) / "book.db", now=NOW) as store:
        desk = Desk(store.book, lambda: date(2026, 12, 1), "CNY")
        plain = 0.0
        for name, question in QUESTIONS.items():
            times = measured(desk, question)
            middle, high = times[len(times) // 2], times[int(len(times) * 0.99)]
            plain = plain or middle
            print(f"{name:24} p50 {middle:6.1f} ms, p99 {high:6.1f} ms, {middle / plain:4.1f} times a quote")


if __name__ == "__main__":
    main()
