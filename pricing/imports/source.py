"""A file that somebody handed in, and how much of one is read."""

from dataclasses import dataclass

MAX_BYTES = 20_000_000
MAX_ROWS = 200_000
MAX_COLUMNS = 500
MAX_CELL = 10_000
"""Characters of one cell."""


@dataclass(frozen=True, slots=True)
class Source:
    """A file and what the person said about it.

    `provider`, `currency`, `source`: what holds for every row that does not say it; empty where nobody said.
    `observed_on`: as of `Entry`.
    """

    name: str
    data: bytes
    provider: str = ""
    observed_on: str = ""
    currency: str = ""
    source: str = ""
