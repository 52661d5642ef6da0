"""The seed data, read once, by id."""

from collections import defaultdict
from datetime import date
from decimal import Decimal

from pricing import seeds
from pricing.book import Entry
from pricing.catalog import Component, Mode, Offer, Provider
from tests.pricing.books_on_disk import NOW, TODAY

ITEMS, ENTRIES = seeds.load(NOW)
OFFERS = {item.id: item for item in ITEMS if isinstance(item, Offer)}
RENTED = {name: offer for name, offer in OFFERS.items() if offer.mode is not Mode.OWNED}
PROVIDERS = {item.id: item for item in ITEMS if isinstance(item, Provider)}
COMPONENTS = {item.id: item for item in ITEMS if isinstance(item, Component)}
PRICES: dict[str, list[Entry]] = defaultdict(list)
for _entry in ENTRIES:
    PRICES[_entry.subject].append(_entry)


def value(subject: str, day: date = TODAY) -> Decimal:
    """The value in force of a subject, which must have one."""
    known = [entry for entry in PRICES[subject] if entry.effective_from <= day]
    found = max(known, key=lambda entry: entry.effective_from).value
    assert found is not None
    return found
