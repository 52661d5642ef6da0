"""Prints how many requests and follow-ups of the corpora beside this file are read exactly, and how long it takes.

Run it as `python -m tests.bot.understanding.score`.
"""

import json
import statistics
import time
from pathlib import Path
from typing import Any

from tests.bot.understanding import adapter

HERE = Path(__file__).parent
REQUESTS = ("requests.jsonl", "own_requests.jsonl", "fresh_requests.jsonl")
THREADS = ("threads.jsonl", "own_threads.jsonl", "fresh_threads.jsonl")
"""Corpora the rules were made with, our own, and some that were written by others after the rules."""
HOURS = {"hour": 1, "day": 24, "week": 168, "month": 720, "quarter": 2160, "year": 8760}
UNORDERED = {"modes", "exclude_modes", "providers", "exclude_providers", "clarify", "gpu"}
NOT_JUDGED = {"unknown", "suggest", "item"}
NEAR = 0.02  # lengths of time are the same within 2%: a month counts 30 days


def differences(got: dict[str, Any], gold: dict[str, Any]) -> dict[str, tuple[Any, Any]]:
    """Fields that differ, with both values. Of a refused request only the reason counts."""
    if "reject" in gold:
        same = got.get("reject") == gold["reject"]
        return {} if same else {"reject": (got.get("reject"), gold["reject"])}
    names = (got.keys() | gold.keys()) - NOT_JUDGED
    return {name: (got.get(name), gold.get(name)) for name in names if not _same(name, got.get(name), gold.get(name))}


def _same(name: str, got: Any, gold: Any) -> bool:
    if got is None or gold is None:
        return got is gold
    if name in UNORDERED:
        return set([got] if isinstance(got, str) else got) == set([gold] if isinstance(gold, str) else gold)
    if name in ("duration", "commit"):
        one, other = _hours(got), _hours(gold)
        return len(one) == len(other) and all(abs(a - b) <= NEAR * b for a, b in zip(one, other, strict=True))
    if isinstance(gold, dict):
        return (
            isinstance(got, dict) and got.keys() == gold.keys() and all(_same("", got[key], gold[key]) for key in gold)
        )
    if isinstance(gold, int | float):
        return isinstance(got, int | float) and abs(got - gold) <= 1e-6 * max(1, abs(gold))
    return bool(got == gold)


def _hours(length: dict[str, Any]) -> list[float]:
    return [length[key] * HOURS[length["unit"]] for key in ("value", "min", "max") if key in length]


def main() -> None:
    """Prints one line for each corpus."""
    adapter.parse("64 H100 for 6 weeks")  # builds the tables
    for name in REQUESTS:
        rows = [json.loads(line) for line in (HERE / name).read_text("utf8").splitlines()]
        report(name, [(lambda row=row: adapter.parse(row["text"]), row["gold"], row["text"]) for row in rows])
    for name in THREADS:
        threads = [json.loads(line)["turns"] for line in (HERE / name).read_text("utf8").splitlines()]
        cases = [
            (
                lambda turn=turn, states=[t["state"] for t in turns[:at]]: adapter.follow(turn["text"], states),
                turn["state"],
                turn["text"],
            )
            for turns in threads
            for at, turn in enumerate(turns)
            if at
        ]
        report(name, cases)


def report(name: str, cases: list[tuple[Any, dict[str, Any], str]]) -> None:
    """Counts and times the cases of one corpus; prints what was read wrongly."""
    wrong, times = [], []
    for read, gold, text in cases:
        start = time.perf_counter()
        got = read()
        times.append((time.perf_counter() - start) * 1e6)
        if found := differences(got, gold):
            wrong.append((text, found))
    right = len(cases) - len(wrong)
    times.sort()
    print(
        f"{name}: {right}/{len(cases)} exact = {100 * right / len(cases):.1f}%, "
        f"median {statistics.median(times):.0f} us, p99 {times[int(0.99 * len(times))]:.0f} us"
    )
    for text, found in wrong:
        print(f"  {text!r}: (got, wanted) {found}")


if __name__ == "__main__":
    main()
