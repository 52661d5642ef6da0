"""Prices put into the book of a bot that runs."""

from datetime import UTC, datetime
from pathlib import Path

from pricing.catalog import Mode, Offer, PriceKind
from pricing.store import Store
from tests.builders import a_price

ENTERED = datetime(2026, 1, 1, tzinfo=UTC)


def sell(database: Path, offer: str, price: str, kind: PriceKind = PriceKind.LIST, gpu: str = "H100") -> None:
    """A new offer of eight GPUs at so many CNY a GPU-hour, at a provider that is in the book."""
    new = Offer(
        id=offer, provider="starverse", name=offer, gpu=gpu, mode=Mode.ON_DEMAND, gpus_per_node=8, price_kind=kind
    )
    with Store.open(database, now=ENTERED) as store:
        store.add_offers([new])
    reprice(database, offer, price)


def reprice(database: Path, offer: str, price: str) -> None:
    """Another price of an offer, in force from the beginning of the year."""
    entry = a_price(offer, price, ENTERED, observed_on="2026-01-01")
    with Store.open(database, now=ENTERED) as store:
        store.add_entries([entry])
