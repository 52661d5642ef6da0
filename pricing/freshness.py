"""How old prices may get, which are older, and which will change. One rule for quotes, the Home tab and the digest.

A price list holds for weeks, spot and marketplaces change by the hour, and a contract holds until it is ended, which
is an entry that takes force on its day.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal

from pricing.book import Book, Entry, EntryKind, observed_day, percent_between
from pricing.catalog import Component, Fee, Mode, Offer, PriceKind, Provider, ProviderKind
from pricing.errors import NoAssumption

LIST_LIMIT, SPOT_LIMIT = "stale_days_list", "stale_days_spot"
"""The assumptions that say how many days old a price may be."""


@dataclass(frozen=True, slots=True)
class Aged:
    """An offer in force with its prices: the one it is rented at, or those of its parts.

    `observed`: the day the oldest of them was seen, None where one does not say. `age`: its age in days on the day of
    the book. `limit`: how old it may be, None for one that holds until it is ended.
    """

    offer: Offer
    provider: Provider
    prices: tuple[Entry, ...]
    observed: date | None
    age: int | None
    limit: timedelta | None

    @property
    def is_stale(self) -> bool:
        """Whether it is past its limit."""
        return is_stale(self.age, self.limit)

    @property
    def is_undated(self) -> bool:
        """Whether its age matters and nobody knows it."""
        return self.limit is not None and self.age is None


@dataclass(frozen=True, slots=True)
class Subject:
    """What an entry gives a value to, as far as the book knows it, and its value in force.

    `about`: the offer, fee or part; None for rates, for assumptions, and where the book has none of that name.
    `offer`: the offer itself, or the one that the part belongs to.
    """

    price: Entry | None = None
    about: Offer | Fee | Component | None = None
    offer: Offer | None = None
    provider: Provider | None = None


@dataclass(frozen=True, slots=True)
class Coming:
    """An entry that takes force on a day to come, and the one in force before it (None: nothing is)."""

    entry: Entry
    old: Entry | None
    subject: Subject = Subject()

    @property
    def offer(self) -> Offer | None:
        """The offer whose price or part it is, as far as the book knows it."""
        return self.subject.offer

    @property
    def may_be_contract(self) -> bool:
        """Whether it is about a contract price, or about an offer that nobody knows."""
        if self.entry.kind not in (EntryKind.PRICE, EntryKind.COMPONENT):
            return False
        return self.offer is None or self.offer.is_confidential

    @property
    def ends(self) -> bool:
        """Whether there is no value from then on."""
        return self.entry.value is None

    @property
    def percent(self) -> Decimal | None:
        """The change in percent of the value before; None where the two do not compare, or it was zero."""
        return percent_between(self.old, self.entry)


def limit_name(offer: Offer, kind: ProviderKind | None) -> str | None:
    """The assumption that limits the age of an offer's price; None for a contract, which holds until it is ended."""
    if offer.price_kind is PriceKind.CONTRACT:
        return None
    return SPOT_LIMIT if offer.mode is Mode.SPOT or kind is ProviderKind.MARKETPLACE else LIST_LIMIT


def age_limit(offer: Offer, kind: ProviderKind | None, book: Book) -> timedelta | None:
    """How old the price of an offer may be on this book; None: any age. Raises NoAssumption."""
    name = limit_name(offer, kind)
    return None if name is None else as_days(book.assumption(name).value)


def as_days(number: Decimal | None) -> timedelta:
    """So many whole days, at most as many as there are."""
    return timedelta(days=int(min(number or Decimal(0), Decimal(timedelta.max.days))))


def oldest(prices: Iterable[Entry]) -> date | None:
    """The day the oldest of the prices was seen; None where one does not say, or there is none."""
    days = [observed_day(price.observed_on) for price in prices]
    known = [day for day in days if day]
    return min(known) if known and len(known) == len(days) else None


def days_old(observed: date | None, day: date) -> int | None:
    """Age in days on a day; 0 for what was seen after it, None for what has no day."""
    return None if observed is None else max(0, (day - observed) // timedelta(days=1))


def is_stale(age: int | None, limit: timedelta | None) -> bool:
    """Whether an age in days is past its limit. What has no known age or no limit never is."""
    return age is not None and limit is not None and timedelta(days=age) > limit


def ages(book: Book) -> tuple[Aged, ...]:
    """All offers in force with their age, in the order of the book. Raises NoAssumption."""
    limits: dict[str | None, timedelta | None] = {}
    found = []
    for offer, prices in _priced(book):
        provider = book.providers[offer.provider]
        name, observed = limit_name(offer, provider.kind), oldest(prices)
        if name not in limits:
            limits[name] = age_limit(offer, provider.kind, book)
        found.append(Aged(offer, provider, prices, observed, days_old(observed, book.day), limits[name]))
    return tuple(found)


def stale(book: Book) -> tuple[Aged, ...]:
    """The offers in force whose price is past its limit, the oldest first. Raises NoAssumption."""
    return oldest_first(one for one in ages(book) if one.is_stale)


def undated(book: Book) -> tuple[Aged, ...]:
    """The offers in force of whose price nobody knows how old it is. Raises NoAssumption."""
    return tuple(one for one in ages(book) if one.is_undated)


def oldest_first(aged: Iterable[Aged]) -> tuple[Aged, ...]:
    """In the order of age; without a day last."""
    return tuple(sorted(aged, key=lambda one: (one.observed or date.max, one.offer.id)))


def _priced(book: Book) -> Iterator[tuple[Offer, tuple[Entry, ...]]]:
    """The offers with a price in force, or with prices of their parts."""
    for gpu in book.gpus:
        for offer, price in book.offers(gpu):
            prices = (price,) if price else tuple(part.price for part in book.components(offer.id))
            if prices:
                yield offer, prices


def coming(entries: Iterable[Entry], book: Book, day: date) -> tuple[Coming, ...]:
    """What takes force after `day` (that of the book, or a later one), by day; what changes nothing is left out.

    Of several entries of one subject on one day the last counts, as it will then; each is set against the one before.
    An entry that another cancels gives no value, nor does the one that cancels it.
    """
    known = tuple(entries)
    cancelled = {entry.cancels for entry in known if entry.cancels is not None}
    later: dict[tuple[EntryKind, str], dict[date, Entry]] = {}
    for entry in sorted(known, key=lambda entry: (entry.effective_from, entry.id)):
        if entry.effective_from > book.day and entry.cancels is None and entry.id not in cancelled:
            later.setdefault((entry.kind, entry.subject), {})[entry.effective_from] = entry
    subjects = Subjects(book)
    found = [one for (kind, subject), days in later.items() for one in _chain(subjects.find(kind, subject), days)]
    after = [one for one in found if one.entry.effective_from > day]
    return tuple(sorted(after, key=lambda one: (one.entry.effective_from, one.entry.kind, one.entry.subject)))


def _chain(subject: Subject, days: dict[date, Entry]) -> Iterator[Coming]:
    """The entries of one subject, each with the one before it."""
    old = subject.price
    for entry in days.values():
        new = None if entry.value is None else entry
        if _worth(old) != _worth(new):
            yield Coming(entry, old, subject)
        old = new


def _worth(entry: Entry | None) -> tuple[object, ...]:
    return (entry.value, entry.currency, entry.unit) if entry else ()


class Subjects:
    """What the entries of a book are about. A kind is gone through when it is first asked for."""

    def __init__(self, book: Book) -> None:
        self._book = book
        self._known: dict[EntryKind, dict[str, Subject]] = {}

    def find(self, kind: EntryKind, subject: str) -> Subject:
        """What the book knows of a subject; nothing where it has none of that name."""
        if kind is EntryKind.RATE:
            return Subject(self._book.rate(*subject.split("/", 1)) if "/" in subject else None)
        if kind is EntryKind.ASSUMPTION:
            return Subject(self._assumption(subject))
        if kind not in self._known:
            self._known[kind] = dict(self._listed(kind))
        return self._known[kind].get(subject, Subject())

    def _assumption(self, name: str) -> Entry | None:
        try:
            return self._book.assumption(name)
        except NoAssumption:
            return None

    def _listed(self, kind: EntryKind) -> Iterator[tuple[str, Subject]]:
        book = self._book
        if kind is EntryKind.FEE:
            for provider in book.providers.values():
                for tier in book.fees(provider.id):
                    yield tier.fee.id, Subject(tier.price, tier.fee, None, provider)
            return
        for gpu in book.gpus:
            for offer, price in book.offers(gpu):
                provider = book.providers[offer.provider]
                if kind is EntryKind.PRICE:
                    yield offer.id, Subject(price, offer, offer, provider)
                    continue
                for part in book.components(offer.id):
                    yield part.component.id, Subject(part.price, part.component, offer, provider)
