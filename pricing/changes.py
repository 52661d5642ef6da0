"""What people want to change in the book, before it is done: typed, and the same whether it comes from a form, the
command line or an approval days later.
"""

from collections.abc import Iterator
from decimal import Decimal
from enum import StrEnum
from typing import Literal, NamedTuple

from pydantic import Field

from pricing.base import Frozen
from pricing.book import Entry
from pricing.book import percent as percent
from pricing.catalog import Component, Fee, Gpu, Instance, Offer, Provider, Region
from pricing.errors import PricingError


class Action(StrEnum):
    """What was done, as the audit trail names it (`action.<name>` in the word files)."""

    RECORDED = "recorded"  # there before anybody asked who did what
    ADDED = "added"
    CHANGED = "changed"
    SCHEDULED = "scheduled"  # begins on a later day
    WITHDRAWN = "withdrawn"
    CORRECTED = "corrected"  # what was entered wrong, from the day on which that began
    UNDONE = "undone"
    IMPORTED = "imported"
    NAMED = "named"  # an alias was given or taken away
    PROPOSED = "proposed"
    APPROVED = "approved"
    REJECTED = "rejected"
    EXPIRED = "expired"
    REFUSED = "refused"  # somebody was not let do something
    RIGHTS = "rights"  # who may do what, as configured


class NewEntry(Frozen):
    """An entry to write. `base`: the newest entry of its subject that the person saw (0: none); None: whichever."""

    entry: Entry
    base: int | None = None


class Aliasing(Frozen):
    """A name given to, or (`add` False) taken from, a GPU, provider, instance type or region."""

    table: Literal["gpu", "provider", "instance", "region"]
    id: str
    alias: str = Field(min_length=1, max_length=60)
    add: bool = True


class Change(Frozen):
    """One act, done in whole or not at all. `request`: what makes two tries of it the same; empty: each is its own."""

    action: Action
    actor: str = Field(min_length=1)
    why: str = ""
    request: str = ""
    entries: tuple[NewEntry, ...] = ()
    gpus: tuple[Gpu, ...] = ()
    providers: tuple[Provider, ...] = ()
    instances: tuple[Instance, ...] = ()
    regions: tuple[Region, ...] = ()
    offers: tuple[Offer, ...] = ()
    fees: tuple[Fee, ...] = ()
    components: tuple[Component, ...] = ()
    aliases: tuple[Aliasing, ...] = ()

    def items(self) -> Iterator[Gpu | Provider | Instance | Region | Offer | Fee | Component]:
        """All that is new beside entries."""
        yield from self.gpus
        yield from self.providers
        yield from self.instances
        yield from self.regions
        yield from self.offers
        yield from self.fees
        yield from self.components


class Policy(Frozen):
    """When a change waits for a second person: above `threshold` percent, for any contract price, or never."""

    two_persons: bool = False
    threshold: Decimal = Field(default=Decimal(30), ge=0)
    days: int = Field(default=7, ge=1)


class Reason(Frozen):
    """Why a change waits (`approval.<kind>` in the word files). `percent`: of the old value, where it says anything."""

    kind: Literal["big-change", "contract", "ends", "unit", "import"]
    subject: str
    percent: Decimal | None = None


class Saved(NamedTuple):
    """What a change became: the ids of its entries, and the row of the trail by which it is taken back (0: it cannot).

    `again`: the same request had done it before.
    """

    entries: tuple[int, ...]
    again: bool = False
    row: int = 0


class ChangeError(PricingError):
    """A change that was not made. Nothing was written."""


class Outdated(ChangeError):
    """Somebody else wrote about the same thing since: `newest` is what stands there now, `by` whose it is."""

    def __init__(self, subject: str, newest: Entry) -> None:
        super().__init__(f"{subject} was changed meanwhile by {newest.entered_by}")
        self.subject, self.newest, self.by = subject, newest, newest.entered_by


class Overtaken(ChangeError):
    """The book is not what a file was held against, or what was prepared is gone: the file is to be previewed again."""


class Impossible(ChangeError):
    """Something that cannot be done: `change.<reason>` in the word files, with `values`."""

    def __init__(self, reason: str, **values: object) -> None:
        super().__init__(f"{reason} {values or ''}".strip())
        self.reason, self.values = reason, {name: str(value) for name, value in values.items()}
