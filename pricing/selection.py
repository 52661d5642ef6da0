"""Which offers a scenario is priced for: those of the GPU asked for, and substitutes where a provider has none."""

from decimal import Decimal

from pricing.book import PricedOffer
from pricing.catalog import Mode, Offer, Provider, Region
from pricing.rules.basis import Basis
from pricing.scenario import Selector
from pricing.substitutes import nearest


def candidates(basis: Basis) -> list[PricedOffer]:
    """Offers of the GPU asked for, and of the nearest one at each provider that has none of it, after the filters."""
    book, asked = basis.book, basis.gpu
    exact = {asked.id, *asked.covers}
    found = [item for gpu in sorted(exact) for item in book.offers(gpu)]
    for gpu, providers in sorted(_substitutes(basis, exact).items()):
        found += [item for item in book.offers(gpu) if item.offer.provider in providers]
    region = asked_region(basis)
    return [item for item in found if _wanted(item.offer, region, basis)]


def _substitutes(basis: Basis, exact: set[str]) -> dict[str, set[str]]:
    """GPU id -> the providers that have none of the GPU asked for, and of their own this one nearest to it."""
    found: dict[str, set[str]] = {}
    if basis.gpu.bf16_dense_tflops is None:
        return found
    for provider, gpus in basis.book.gpus_of_providers().items():
        if gpus.isdisjoint(exact) and _may_show(provider, basis):
            gpu = nearest(basis.gpu, gpus, basis.book.gpus)
            if gpu:
                found.setdefault(gpu, set()).add(provider)
    return found


def asked_region(basis: Basis) -> Region | None:
    """The region the scenario names, if any."""
    return basis.book.regions.get(basis.scenario.region) if basis.scenario.region else None


def _may_show(provider: str, basis: Basis) -> bool:
    kind = basis.book.providers[provider].kind
    only = basis.scenario.only
    return not only or any(s.provider in (None, provider) and s.kind in (None, kind) for s in only)


def _wanted(offer: Offer, region: Region | None, basis: Basis) -> bool:
    scenario, provider = basis.scenario, basis.book.providers[offer.provider]
    if scenario.duration is None and offer.mode is not Mode.OWNED:
        return False
    if scenario.only and not any(_matches(s, offer, provider) for s in scenario.only):
        return False
    if any(_matches(s, offer, provider) for s in scenario.without):
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
    names = [name.casefold() for name in (region.id, *region.aliases)]
    return any(where == name or where.startswith((f"{name}-", f"{name} ")) for name in names)
