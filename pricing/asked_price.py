"""A price the asker was quoted, as an offer beside those of the book and as the price of a card. Never stored."""

from datetime import UTC, datetime, time
from decimal import Decimal

from pricing.book import Book, Entry, EntryKind, PricedComponent
from pricing.catalog import ComponentKind, Mode, Offer, PriceKind, Provider, ProviderKind
from pricing.scenario import AskedPrice, Scenario
from pricing.units import RENTAL_UNITS, PricingUnit

OFFER_ID = "asker/quoted"
PROVIDER = Provider(id="asker", names={"en": "Your quote", "zh": "您的报价"}, kind=ProviderKind.SPECIALISED)
GPUS_PER_NODE = 8


def quoted_rental(scenario: Scenario, book: Book) -> tuple[Offer, Entry] | None:
    """The offer and price of a rental the asker was quoted; None where none was, or it is a purchase."""
    price = scenario.price
    if price is None or price.per is None or (price.per_node, price.per) not in RENTAL_UNITS:
        return None
    size = scenario.gpus_per_node or (GPUS_PER_NODE if price.per_node else 1)
    offer = Offer(
        id=OFFER_ID,
        provider=PROVIDER.id,
        name="quoted",
        gpu=scenario.gpu,
        mode=Mode.ON_DEMAND,
        gpus_per_node=size,
        price_kind=PriceKind.QUOTE,
    )
    return offer, _entry(price, EntryKind.PRICE, OFFER_ID, RENTAL_UNITS[price.per_node, price.per], book)


def with_quoted_card(
    components: tuple[PricedComponent, ...], scenario: Scenario, book: Book
) -> tuple[PricedComponent, ...]:
    """The parts of own hardware, with the price of a card the asker was quoted in place of the stored one."""
    price = scenario.price
    if price is None or price.per is not None or price.per_node:
        return components
    return tuple(
        item._replace(price=_entry(price, EntryKind.COMPONENT, item.component.id, PricingUnit.PER_GPU, book))
        if item.component.kind is ComponentKind.GPU and item.component.unit is PricingUnit.PER_GPU
        else item
        for item in components
    )


def _entry(price: AskedPrice, kind: EntryKind, subject: str, unit: PricingUnit, book: Book) -> Entry:
    return Entry(
        kind=kind,
        subject=subject,
        value=Decimal(price.amount),
        currency=price.currency,
        unit=unit,
        effective_from=book.day,
        observed_on=book.day.isoformat(),
        source="the question",
        entered_by="the asker",
        entered_at=datetime.combine(book.day, time(), UTC),
    )
