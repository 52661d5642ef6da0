"""What a file would change, before anything is changed."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from enum import StrEnum

from pricing.base import Frozen
from pricing.book import Entry, percent_between
from pricing.catalog import Claim, Component, Fee, Gpu, Instance, Offer, Provider, ProviderKind, Region
from pricing.findings import Finding, FindingKind
from pricing.listings import Refusal

Item = Offer | Fee | Component | Claim | Gpu | Provider | Instance | Region
SHOWN = 200
"""Rows of each outcome that a preview holds; the counts are of all."""


class Outcome(StrEnum):
    """What becomes of a row (`outcome.<name>` in the word files)."""

    ADDED = "added"  # a price where there was none
    CHANGED = "changed"
    CONFIRMED = "confirmed"  # the same price, seen on a later day
    UNCHANGED = "unchanged"
    ENDED = "ended"  # the row withdraws a price
    NAMED = "named"  # a GPU, provider, instance type or region that is new
    REFUSED = "refused"
    SKIPPED = "skipped"  # no price of a GPU, and rightly left alone
    VANISHED = "vanished"  # was in the last file of this feed, and is not in this one


class Options(Frozen):
    """What the person said about a file. Days are empty where the file or today decides.

    `feed`: files of one feed follow each other, and what vanishes between them is told; empty: by format and name.
    `withdraw_vanished`: end the prices that vanished. `add_names`: sellers and GPUs that the book does not know are
    added as the file names them, sellers as of `provider_kind`.
    """

    provider: str = ""
    observed_on: str = ""
    currency: str = ""
    source: str = ""
    effective_from: date | None = None
    feed: str = ""
    withdraw_vanished: bool = False
    add_names: bool = False
    provider_kind: ProviderKind = ProviderKind.SPECIALISED
    why: str = ""


@dataclass(frozen=True, slots=True)
class Planned:
    """What becomes of one row. `line`: in the file, 0 for what vanished. `subject`: the id of what it is about.

    `item`: what is new in the catalog with it. `entry`: what is to be written. `old`: what is in force before it.
    """

    outcome: Outcome
    line: int
    subject: str = ""
    item: Item | None = None
    entry: Entry | None = None
    old: Entry | None = None
    findings: tuple[Finding, ...] = ()
    refusal: Refusal | None = None
    skipped: str = ""
    confidential: bool = False

    @property
    def percent(self) -> Decimal | None:
        """By how many percent the new value differs from the old; None where they do not compare."""
        return percent_between(self.old, self.entry)


@dataclass(frozen=True, slots=True)
class Preview:
    """A file against the book. `mark`: the digest of what would be written and of what that takes the place of; it
    changes with the book or the file. `staged`: the digest of what would be written alone. `day`: that of the preview.

    `rows`: up to `SHOWN` for each outcome, the largest changes first, doubtful rows before others. `doubts`: how many
    rows have each finding. `refusals`, `skipped`: how many rows for each reason. `warnings`: doubts about the file as a
    whole, as codes with values. `waits`: how many rows a second person must approve. `confidential`: how many are
    about contract prices, which only those who may see them should be shown.
    """

    name: str
    sha256: str
    format: str
    feed: str
    options: Options
    version: int
    mark: str
    staged: str
    day: date
    counts: Mapping[Outcome, int]
    rows: Mapping[Outcome, tuple[Planned, ...]]
    doubts: Mapping[FindingKind, int] = field(default_factory=dict)
    refusals: Mapping[str, int] = field(default_factory=dict)
    skipped: Mapping[str, int] = field(default_factory=dict)
    waits: int = 0
    confidential: int = 0

    @property
    def writes(self) -> int:
        """How many rows would change the book."""
        changing = (Outcome.ADDED, Outcome.CHANGED, Outcome.CONFIRMED, Outcome.ENDED, Outcome.NAMED)
        ended = self.counts.get(Outcome.VANISHED, 0) if self.options.withdraw_vanished else 0
        return sum(self.counts.get(outcome, 0) for outcome in changing) + ended
