"""Which offers a scenario is priced for: those of the GPU asked for, and substitutes where a provider has none."""

from collections.abc import Iterator
from decimal import Decimal
from fnmatch import fnmatchcase
from functools import lru_cache
from typing import NamedTuple
from weakref import WeakKeyDictionary

from pricing.asked_price import PROVIDER, quoted_rental
from pricing.book import Book, Entry
from pricing.catalog import Gpu, Mode, Offer, Provider, Region
from pricing.errors import NoRate
from pricing.flags import Flag
from pricing.rules.basis import Basis
from pricing.scenario import Selector
from pricing.substitutes import nearest, work_factor
from pricing.supposed import Row, Supposing


class Candidate(NamedTuple):
    """An offer that may be priced for a GPU. `work_factor`: see `pricing.substitutes`. `flags`: of its price."""

    offer: Offer
    price: Entry | None
    provider: Provider
    is_substitute: bool
    work_factor: Decimal | None
    flags: tuple[Flag, ...] = ()


# A book never changes, so what follows from it and the GPU alone is worked out once, and goes when the book goes.
_REMEMBERED: WeakKeyDictionary[Book, dict[str, tuple[Candidate, ...]]] = WeakKeyDictionary()


def candidates(basis: Basis) -> list[Candidate]:
    """Offers of the GPU asked for, and of the nearest one at each provider that has none of it, after the filters."""
    known = _REMEMBERED.setdefault(basis.book, {})
    gpu = basis.gpu
    if gpu.id not in known:
        known[gpu.id] = tuple(_all(gpu, basis.book))
    region = asked_region(basis)
    found = [one for one in known[gpu.id] if _wanted(one, region, basis)]
    if basis.scenario.supposed:
        found = _supposed(found, basis)
    if quoted := quoted_rental(basis.scenario, basis.book):
        found.append(Candidate(*quoted, PROVIDER, False, Decimal(1)))
    return found


def _supposed(found: list[Candidate], basis: Basis) -> list[Candidate]:
    """The same rows, those with another price that the asker supposes it for."""
    rows = [Row(one.offer, one.price, one.provider) for one in found]
    supposing = Supposing(basis.scenario, basis.book, rows, lambda entry: _money(entry, basis))
    changed = [supposing.of(row, basis.hours_per_month) for row in rows]
    return [
        one._replace(offer=new.offer, price=new.price, flags=(new.flag,)) if new else one
        for one, new in zip(found, changed, strict=True)
    ]


def _money(entry: Entry, basis: Basis) -> Decimal | None:
    try:
        return None if entry.value is None else basis.into_currency(entry.currency).apply(entry.value)
    except NoRate:
        return None


def _all(asked: Gpu, book: Book) -> Iterator[Candidate]:
    exact = {asked.id, *asked.covers}
    for gpu in sorted(exact):
        for offer, price in book.offers(gpu):
            yield Candidate(offer, price, book.providers[offer.provider], False, Decimal(1))
    for gpu, providers in sorted(_substitutes(asked, exact, book).items()):
        factor = work_factor(asked, book.gpus[gpu])
        for offer, price in book.offers(gpu):
            if offer.provider in providers:
                yield Candidate(offer, price, book.providers[offer.provider], True, factor)


def _substitutes(asked: Gpu, exact: set[str], book: Book) -> dict[str, set[str]]:
    """GPU id -> the providers that have none of the GPU asked for, and of their own this one nearest to it."""
    found: dict[str, set[str]] = {}
    if asked.bf16_dense_tflops is None:
        return found
    for provider, gpus in book.gpus_of_providers().items():
        if gpus.isdisjoint(exact) and (gpu := nearest(asked, gpus, book.gpus)):
            found.setdefault(gpu, set()).add(provider)
    return found


def asked_region(basis: Basis) -> Region | None:
    """The region the scenario names, if any."""
    return basis.book.regions.get(basis.scenario.region) if basis.scenario.region else None


def _wanted(one: Candidate, region: Region | None, basis: Basis) -> bool:
    scenario, offer = basis.scenario, one.offer
    if scenario.duration is None and offer.mode is not Mode.OWNED:
        return False
    if scenario.only and not any(_matches(s, offer, one.provider) for s in scenario.only):
        return False
    if scenario.without and any(_matches(s, offer, one.provider) for s in scenario.without):
        return False
    return _term_fits(offer, basis) and (region is None or in_region(offer, region) is not False)


def _term_fits(offer: Offer, basis: Basis) -> bool:
    """With a commitment asked for, committed offers of another term (by more than 2%) are left out."""
    wanted = basis.scenario.commitment
    if wanted is None or offer.mode is not Mode.COMMITTED:
        return True
    term = (offer.term_months or Decimal(1)) * basis.hours_per_month
    return abs(wanted.hours(basis.hours_per_month) - term) * 50 <= term


def _matches(selector: Selector, offer: Offer, provider: Provider) -> bool:
    return (
        selector.mode in (None, offer.mode)
        and selector.kind in (None, provider.kind)
        and selector.provider in (None, offer.provider)
    )


def in_region(offer: Offer, region: Region) -> bool | None:
    """Whether an offer is sold in a region; None when the offer does not say where it is sold."""
    where = offer.region.casefold()
    if not where or where == "global":
        return None
    return _is_within(where, (region.id, *region.aliases, *region.covers))


@lru_cache(maxsize=1024)
def _is_within(where: str, patterns: tuple[str, ...]) -> bool:
    return any(fnmatchcase(where, pattern.casefold()) for pattern in patterns)
