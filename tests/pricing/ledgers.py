"""A price book with a ledger, in a file, and changes of it."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

from pricing.audit import Stamp
from pricing.base import changed
from pricing.book import EntryKind
from pricing.catalog import Component, ComponentKind, Mode, PriceKind
from pricing.changes import Action, Change, NewEntry, Policy
from pricing.imports.source import Source
from pricing.ledger import Ledger
from pricing.rows import insert_entries
from pricing.store import Store
from pricing.units import PricingUnit
from tests.pricing.books_on_disk import NOW, OFFER, TODAY, a_price, an_offer, small_store

LIST, SPOT, SECRET = OFFER, "nimbus/h100/spot", "nimbus/h100/contract"
"""Offers of the book: a list price, a spot price, and one that was agreed with the seller."""

SETUP = f"{SECRET}/setup"
"""What the agreed offer costs beside its price."""

BEGAN = date(2026, 3, 1)
"""The day from which the prices of the book hold, before anybody changes them."""

EVER = date(2020, 1, 1)
_AGE: dict[str, Any] = {"kind": EntryKind.ASSUMPTION, "unit": PricingUnit.NUMBER, "currency": ""}

TWO = Policy(two_persons=True)


class Clock:
    """The time it is, until it is set on."""

    def __init__(self, moment: datetime = NOW) -> None:
        self.moment = moment

    def __call__(self) -> datetime:
        return self.moment

    def on(self, **by: float) -> None:
        self.moment += timedelta(**by)


def stocked(path: Path) -> Store:
    """A book with three offers of eight H100 at 100, 40 and 60 USD a node-hour, a part of the agreed one, and ages."""
    store = small_store(path)
    spot = an_offer(SPOT, mode=Mode.SPOT)
    secret = changed(an_offer(SECRET), name="our node", price_kind=PriceKind.CONTRACT)
    store.add_offers([spot, secret])
    part = Component(id=SETUP, offer=SECRET, kind=ComponentKind.UPFRONT, unit=PricingUnit.PER_NODE)
    store.add_components([part])
    prices = [a_price(value, BEGAN, name) for name, value in ((LIST, "100"), (SPOT, "40"), (SECRET, "60"))]
    setup = a_price("5000", BEGAN, SETUP, kind=EntryKind.COMPONENT, unit=PricingUnit.PER_NODE)
    ages = [a_price(days, EVER, name, **_AGE) for name, days in (("stale_days_list", "30"), ("stale_days_spot", "1"))]
    with store.transaction() as connection:
        insert_entries(connection, [*prices, setup, *ages], Stamp(NOW.isoformat(), "seed", Action.RECORDED))
    return store


def a_ledger(store: Store, now: Clock | None = None, policy: Policy | None = None) -> Ledger:
    """The ledger of a book."""
    return Ledger(store, now or Clock(), policy)


def a_change(
    value: str | None,
    subject: str = LIST,
    actor: str = "mei",
    first_day: date = TODAY,
    base: int | None = None,
    request: str = "",
    action: Action = Action.CHANGED,
    **fields: Any,
) -> Change:
    """A new price of an offer."""
    new = NewEntry(entry=a_price(value, first_day, subject, **fields), base=base)
    return Change(action=action, actor=actor, why="because", request=request, entries=(new,))


def prices(store: Store, day: date = TODAY, version: int | None = None) -> dict[str, str]:
    """Offer -> its price in force, as text; offers without one are left out."""
    found = store.book(day, version).offers("H100")
    return {offer.id: f"{price.value:f}" for offer, price in found if price and price.value is not None}


def entry_count(store: Store) -> int:
    """How many entries the book holds."""
    with store.reading() as connection:
        return int(connection.execute("SELECT count(*) FROM entry").fetchone()[0])


def contents_of(store: Store, tables: Sequence[str] = ("entry", "audit", "offer", "gpu", "feed_row")) -> list[Any]:
    """All rows of some tables, to see that nothing changed."""
    with store.reading() as connection:
        return [connection.execute(f"SELECT * FROM {table}").fetchall() for table in tables]


HEADER = "provider,name,gpu,mode,gpus_per_node,price,currency,unit,observed_on,source"


def a_file(*prices: tuple[str, str], name: str = "nimbus.csv", seen: str = "2026-11-30") -> Source:
    """A table made by hand: (name of the offer, price) of eight H100 of Nimbus on demand."""
    lines = [f"nimbus,{offer},H100,on-demand,8,{price},USD,Node-Hours,{seen},list" for offer, price in prices]
    return Source(name, "\n".join([HEADER, *lines, ""]).encode())
