"""How drills print what they found."""

import argparse
from collections.abc import Callable, Iterable, Mapping
from typing import Any

Figures = Mapping[str, Any]


def percentiles(seconds: Iterable[float]) -> dict[str, str]:
    """p50, p99 and the slowest, in milliseconds."""
    ordered = sorted(seconds)
    at = {"p50": ordered[len(ordered) // 2], "p99": ordered[min(len(ordered) * 99 // 100, len(ordered) - 1)]}
    return {name: f"{value * 1000:.2f} ms" for name, value in {**at, "max": ordered[-1]}.items()}


def show(figures: Figures) -> None:
    """One line for each figure."""
    for name, value in figures.items():
        text = "  ".join(f"{key} {one}" for key, one in value.items()) if isinstance(value, Mapping) else value
        print(f"{name:<44} {text}", flush=True)


def sized(full: Callable[[], Figures], small: Callable[[], Figures], about: str) -> None:
    """Run a drill in full, or with `--small` in small, and show its figures."""
    parser = argparse.ArgumentParser(description=about.splitlines()[0])
    parser.add_argument("--small", action="store_true")
    show(small() if parser.parse_args().small else full())
