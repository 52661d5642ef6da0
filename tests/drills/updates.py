"""How soon a change of one process is used by the next question of another: `python -m tests.drills.updates`."""

import multiprocessing
import time
from multiprocessing.connection import Connection
from pathlib import Path
from tempfile import TemporaryDirectory

from pricing.ledger import Ledger
from pricing.store import Store
from tests.drills.shown import Figures, percentiles, sized
from tests.pricing.books_on_disk import NOW
from tests.pricing.ledgers import LIST, Clock, a_change, prices, stocked

MOST = 1.0
"""Seconds."""


def _answer(path: Path, questions: Connection) -> None:
    """Answer with the price in force, and when that was known, as often as asked."""
    with Store.open(path, now=NOW) as store:
        prices(store)
        questions.send("ready")
        while questions.recv() == "how much":
            questions.send((prices(store)[LIST], time.monotonic()))


def run(rounds: int = 200, processes: int = 3) -> Figures:
    """Figures of so many changes, each asked for in so many other processes."""
    context = multiprocessing.get_context("spawn")
    taken = []
    with TemporaryDirectory() as folder:
        path = Path(folder) / "book.db"
        stocked(path).close()
        lines = [context.Pipe() for _ in range(processes)]
        others = [context.Process(target=_answer, args=(path, there), daemon=True) for _, there in lines]
        for other in others:
            other.start()
        for here, _ in lines:
            here.recv()
        with Store.open(path, now=NOW) as store:
            ledger = Ledger(store, Clock())
            for number in range(rounds):
                ledger.save(a_change(f"{number}.5"))
                saved = time.monotonic()
                for here, _ in lines:
                    here.send("how much")
                for here, _ in lines:
                    price, at = here.recv()
                    assert price == f"{number}.5", "the next question was answered with the old price"
                    taken.append(at - saved)
        for (here, _), other in zip(lines, others, strict=True):
            here.send("enough")
            other.join()
    assert max(taken) < MOST
    return {
        "changes, asked for in other processes": f"{rounds} in {processes}",
        "next questions answered with the old price": 0,
        "from saved to used": percentiles(taken),
    }


if __name__ == "__main__":
    sized(run, lambda: run(20, 2), __doc__ or "")
