"""Prices the asker supposes in place of stored ones: what a row would cost if its seller asked something else.

Nothing is stored. A row that is changed carries a flag with the row it came from; its entry has no number.

Terms of FinOps FOCUS: the stored price is the list unit price, the supposed one the contracted unit price.
"""

from collections.abc import Callable, Iterable
from datetime import UTC, date, datetime, time
from decimal import Decimal
from typing import NamedTuple

from pricing.base import MAX_DECIMALS
from pricing.book import Book, Entry, EntryKind, PricedComponent
from pricing.catalog import ComponentKind, Mode, Offer, PriceKind, Provider
from pricing.flags import Flag, FlagKind, Touched
from pricing.scenario import AskedPrice, Scenario, SupposedPrice
from pricing.units import RENTAL_UNITS, PricingUnit

NEGOTIATED = (PriceKind.CONTRACT, PriceKind.QUOTE)
LISTED_MODES = (Mode.ON_DEMAND, Mode.COMMITTED)
"""Ways of selling that have list prices; spot follows the market."""
RENTED_MODES = (*LISTED_MODES, Mode.SPOT)
_MONTHLY = (PricingUnit.GPU_MONTH, PricingUnit.NODE_MONTH)
_OF_NODES = (PricingUnit.NODE_HOUR, PricingUnit.NODE_MONTH)

Money = Callable[[Entry], Decimal | None]
"""The value of an entry in the currency of the comparison; None where there is no rate."""


class Row(NamedTuple):
    """An offer with its price in force and its seller."""

    offer: Offer
    price: Entry | None
    provider: Provider


class Replaced(NamedTuple):
    """The offer and the price it is supposed to have, with the flag that says so."""

    offer: Offer
    price: Entry
    flag: Flag


class Supposing:
    """The supposed prices of a scenario, as they hold for the rows that are compared."""

    def __init__(self, scenario: Scenario, book: Book, rows: Iterable[Row], money: Money) -> None:
        rows = tuple(rows)
        self._prices = scenario.supposed
        self._book, self._money = book, money
        self._modes = [self._modes_of(one, rows) for one in self._prices]

    def of(self, row: Row, hours_per_month: Decimal) -> Replaced | None:
        """The price a row is supposed to have; None where it keeps its own. Of several that fit, the narrowest holds,
        and of those the last that was said. `hours_per_month`: to set prices of other units of time side by side."""
        fitting = [place for place in range(len(self._prices)) if self._fits(place, row)]
        if not fitting:
            return None
        place = max(fitting, key=lambda at: (*_narrowness(self._prices[at]), at))
        one, (offer, stored, _) = self._prices[place], row
        if one.price is not None:
            kind, entry = PriceKind.QUOTE, _at(one.price, row, self._book.day)
        else:
            assert stored is not None
            kind = PriceKind.QUOTE if offer.price_kind is PriceKind.LIST else offer.price_kind
            entry = _times(one, stored)
        month = offer.hours_in_month or hours_per_month
        ratio = self._ratio(stored, entry, offer, month) if one.price else one.paid
        return Replaced(offer.model_copy(update={"price_kind": kind}), entry, _flag(place, ratio, stored))

    def _ratio(self, stored: Entry | None, entry: Entry, offer: Offer, month: Decimal) -> Decimal | None:
        """How many times the stored price another one is; None where that is not known."""
        old, new = (self._an_hour(price, offer, month) for price in (stored, entry))
        return new / old if old and new is not None else None

    def _an_hour(self, entry: Entry | None, offer: Offer, month: Decimal) -> Decimal | None:
        """The price of a GPU for an hour, in the comparison's currency; None where that is not known."""
        value = self._money(entry) if entry else None
        if entry is None or value is None:
            return None
        if entry.unit in _OF_NODES:
            value /= offer.gpus_per_node
        return value / month if entry.unit in _MONTHLY else value

    def _fits(self, place: int, row: Row) -> bool:
        one, offer = self._prices[place], row.offer
        if offer.mode not in self._modes[place] or not self._names(one, row):
            return False
        if one.price is not None:
            known = one.price.currency or row.price is not None
            return bool(known) and not offer.plan  # a plan of the seller's own has a price of its own
        is_priced = row.price is not None and row.price.value is not None
        return is_priced and not (one.discount is not None and offer.price_kind in NEGOTIATED)

    def _names(self, one: SupposedPrice, row: Row) -> bool:
        known = self._book.gpus.get(one.gpu)
        models = (one.gpu, *(known.covers if known else ()))
        return (
            one.provider in ("", row.offer.provider)
            and (not one.gpu or row.offer.gpu in models)
            and (not one.kinds or row.provider.kind in one.kinds)
        )

    def _modes_of(self, one: SupposedPrice, rows: tuple[Row, ...]) -> tuple[Mode, ...]:
        """The modes named; else those with a list price for a discount, the seller's foremost for a price."""
        if one.modes:
            return one.modes
        if one.discount is not None:
            return LISTED_MODES
        if one.price is None:
            return RENTED_MODES
        sold = {row.offer.mode for row in rows if self._names(one, row) and not row.offer.plan}
        return next(((mode,) for mode in RENTED_MODES if mode in sold), RENTED_MODES)


def _narrowness(one: SupposedPrice) -> tuple[bool, bool, bool]:
    return bool(one.provider), bool(one.modes), bool(one.gpu)


def _times(one: SupposedPrice, stored: Entry) -> Entry:
    """The stored price times what is paid of it. It is as old as the price it comes from."""
    value = (stored.value or Decimal(0)) * one.paid
    places = value.as_tuple().exponent
    if isinstance(places, int) and places < -MAX_DECIMALS:
        value = round(value, MAX_DECIMALS)
    seen = f" of {stored.observed_on}" if stored.observed_on else ""
    of = f"{stored.value:f} {stored.currency}/{stored.unit.value}{seen}, {stored.source}"
    about = {"source": f"supposed in the question: {one.paid:f} x {of}", "note": f"from price no. {stored.id}"}
    return stored.model_copy(update={"id": 0, "value": value, "entered_by": "the asker", **about})


def _at(price: AskedPrice, row: Row, day: date) -> Entry:
    """A price as it was said, in its own unit: whoever prices it converts by the offer's node and month."""
    return Entry(
        kind=EntryKind.PRICE,
        subject=row.offer.id,
        value=price.amount,
        currency=price.currency or (row.price.currency if row.price else ""),
        unit=RENTAL_UNITS[price.per_node, price.per],
        effective_from=day,
        observed_on=day.isoformat(),
        source="the question",
        note=f"instead of price no. {row.price.id}" if row.price else "",
        entered_by="the asker",
        entered_at=datetime.combine(day, time(), UTC),
    )


def _flag(place: int, ratio: Decimal | None, stored: Entry | None) -> Flag:
    if stored is None or stored.value is None:
        return Flag(FlagKind.SUPPOSED, (place,))
    values = (stored.value, stored.currency, stored.unit.value, stored.id, stored.observed_on, stored.source)
    return Flag(FlagKind.SUPPOSED, (place, ratio if ratio is not None else "", *values))


def touched(scenario: Scenario, flags: Iterable[tuple[Flag, ...]]) -> tuple[Touched, ...]:
    """For each supposed price of the scenario, in order, how many rows it changed and how far."""
    found: list[list[Decimal | None]] = [[] for _ in scenario.supposed]
    for several in flags:
        for flag in several:
            if flag.kind is FlagKind.SUPPOSED:
                ratio = flag.values[1] if len(flag.values) > 1 else ""
                found[int(flag.values[0])].append(Decimal(ratio) if ratio != "" else None)
    return tuple(_touched(ratios) for ratios in found)


def _touched(ratios: list[Decimal | None]) -> Touched:
    known = [ratio for ratio in ratios if ratio is not None]
    return Touched(len(ratios), min(known, default=None), max(known, default=None))


def with_supposed_sums(
    parts: tuple[PricedComponent, ...], scenario: Scenario, flags: tuple[Flag, ...]
) -> tuple[PricedComponent, ...]:
    """Sums paid at order beside a running price that is supposed to be other by a share: they change by the same."""
    places = [int(flag.values[0]) for flag in flags if flag.kind is FlagKind.SUPPOSED]
    changes = [scenario.supposed[place] for place in places if scenario.supposed[place].price is None]
    if not changes:
        return parts
    return tuple(
        part._replace(price=_times(changes[0], part.price)) if part.component.kind is ComponentKind.UPFRONT else part
        for part in parts
    )
