"""Prices single offers for one scenario: a cost to rank by, and the whole quote with its workings."""

from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import NamedTuple

from pricing.asked_price import with_quoted_card
from pricing.book import Entry, PricedComponent, observed_day
from pricing.catalog import Includes, Mode, Offer, PriceKind, Provider
from pricing.costs import CostLine, Factor, FactorUnit, Gap, LineKind, Quote
from pricing.errors import NoRate
from pricing.flags import Flag, FlagKind
from pricing.freshness import oldest
from pricing.rules.basis import Basis
from pricing.rules.fees import Fees, billed
from pricing.rules.ownership import Ownership, own
from pricing.rules.rental import Rate, estimate, rent
from pricing.selection import Candidate, asked_region, in_region
from pricing.supposed import with_supposed_sums

WORK_LINES = {LineKind.COMPUTE, LineKind.UNUSED, LineKind.UPFRONT}


class Ranked(NamedTuple):
    """An offer and what it would cost, in the comparison's currency, without workings.

    `effective`, `billed`: as in Quote. `per_gpu_hour`: the rate of a rental. `fits`: whether one order can be that
    large, and in nodes as asked. `seen`: the day the oldest price behind it was seen, None if not known. `flags`: of
    its price.
    """

    offer: Offer
    provider: Provider
    price: Entry | None
    effective: Decimal
    billed: Decimal
    per_gpu_hour: Decimal
    is_substitute: bool
    work_factor: Decimal | None
    fits: bool
    seen: date | None
    flags: tuple[Flag, ...] = ()

    @property
    def is_firm(self) -> bool:
        """Whether one order gets the fleet at this price."""
        return self.fits and not self.is_lower_bound

    @property
    def is_lower_bound(self) -> bool:
        """Whether more will be paid than this: CPU and memory are billed apart, or it is a "from" price."""
        return self.offer.includes is Includes.ACCELERATOR_ONLY or self.offer.price_kind is PriceKind.FROM

    @property
    def equal_work(self) -> Decimal | None:
        """About what equal work costs: the effective cost times the factor, fees too."""
        return None if self.work_factor is None else self.effective * self.work_factor


class Quoter:
    """Prices the offers of one scenario on one book."""

    def __init__(self, basis: Basis) -> None:
        self.basis = basis
        self.fees = Fees(basis)
        self.asked = basis.gpu
        self.region = asked_region(basis)

    def rank(self, one: Candidate) -> Ranked | Gap:
        """What an offer would cost, or why that cannot be said."""
        offer, price = one.offer, one.price
        try:
            if offer.mode is Mode.OWNED:
                found = own(offer, self._parts(offer), self.basis)
                return self._ranked_own(one, found) if found else Gap(offer, one.provider, "no-price")
            if price is None or price.value is None:
                return Gap(offer, one.provider, "no-price")
            if self._is_too_long(offer):
                return Gap(offer, one.provider, "too-long")
            return self._ranked_rental(one, price)
        except NoRate as missing:
            return Gap(offer, one.provider, "no-rate", f"{missing.base}/{missing.quote}")

    def quote(self, ranked: Ranked, more: tuple[Flag, ...] = ()) -> Quote:
        """The whole quote of a ranked offer; `more` are flags that come from the offers around it."""
        found = self._own(ranked) if ranked.offer.mode is Mode.OWNED else self._rental(ranked)
        return replace(found, flags=(*found.flags, *more)) if more else found

    def _is_too_long(self, offer: Offer) -> bool:
        most = offer.max_duration
        return most is not None and self.basis.hours > most.hours(self.basis.hours_per_month)

    def _parts(self, offer: Offer, flags: tuple[Flag, ...] = ()) -> tuple[PricedComponent, ...]:
        """Only what is owned or committed has components."""
        if offer.mode is Mode.OWNED:
            return with_quoted_card(self.basis.book.components(offer.id), self.basis.scenario, self.basis.book)
        parts = self.basis.book.components(offer.id) if offer.mode is Mode.COMMITTED else ()
        return with_supposed_sums(parts, self.basis.scenario, flags) if parts and flags else parts

    def _ranked_own(self, one: Candidate, found: Ownership) -> Ranked:
        return Ranked(
            offer=one.offer,
            provider=one.provider,
            price=None,
            effective=sum((line.amount for line in found.effective), Decimal(0)),
            billed=found.own.capex,
            per_gpu_hour=Decimal(0),
            is_substitute=one.is_substitute,
            work_factor=one.work_factor,
            fits=True,
            seen=oldest(found.prices),
        )

    def _ranked_rental(self, one: Candidate, price: Entry) -> Ranked:
        offer = one.offer
        size = self.basis.scenario.gpus_per_node
        rate = Rate(offer, price, self.basis)
        per_hour, effective, cash = estimate(rate, self._parts(offer, one.flags))
        fees = self.fees.total(offer, rate.nodes)
        return Ranked(
            offer,
            one.provider,
            price,
            effective + fees if fees else effective,
            cash + fees if fees else cash,
            per_hour / (rate.nodes * offer.gpus_per_node),
            one.is_substitute,
            one.work_factor,
            (offer.max_nodes is None or rate.nodes <= offer.max_nodes) and not (size and offer.gpus_per_node % size),
            observed_day(price.observed_on),
            one.flags,
        )

    def _own(self, ranked: Ranked) -> Quote:
        offer = ranked.offer
        found = own(offer, self._parts(offer), self.basis)
        assert found is not None
        return Quote(
            offer=offer,
            provider=ranked.provider,
            price=None,
            nodes=found.nodes,
            idle_gpus=found.nodes * offer.gpus_per_node - self.basis.scenario.gpu_count,
            run_hours=self.basis.hours,
            per_month=found.per_month,
            effective=found.effective,
            billed=found.billed,
            equal_work=scaled(found.effective, ranked.work_factor, everything=True),
            work_factor=ranked.work_factor,
            is_substitute=ranked.is_substitute,
            ready_hours=ready_hours(offer),
            flags=(*self._work_flags(ranked), *self._common_flags(offer, found.prices), *found.flags),
            own=found.own,
        )

    def _rental(self, ranked: Ranked) -> Quote:
        offer, price = ranked.offer, ranked.price
        assert price is not None
        found = rent(Rate(offer, price, self.basis), self._parts(offer, ranked.flags))
        fee_lines, fee_flags = self.fees.of(offer, found.nodes)
        common = self._common_flags(offer, (price,))
        flags = (*self._work_flags(ranked), *ranked.flags, *common, *found.flags, *fee_flags)
        return Quote(
            offer=offer,
            provider=ranked.provider,
            price=price,
            nodes=found.nodes,
            idle_gpus=found.nodes * offer.gpus_per_node - self.basis.scenario.gpu_count,
            run_hours=found.run_hours,
            per_month=found.per_month,
            effective=found.effective + fee_lines,
            billed=found.billed + billed(fee_lines),
            equal_work=scaled(found.effective + fee_lines, ranked.work_factor),
            work_factor=ranked.work_factor,
            is_substitute=ranked.is_substitute,
            ready_hours=ready_hours(offer),
            flags=flags,
        )

    def _work_flags(self, ranked: Ranked) -> list[Flag]:
        if not ranked.is_substitute:
            return []
        if ranked.work_factor is None:
            return [Flag(FlagKind.FACTOR_UNKNOWN, (ranked.offer.gpu,))]
        return [Flag(FlagKind.SUBSTITUTE, (ranked.offer.gpu, self.asked.id, ranked.work_factor))]

    def _common_flags(self, offer: Offer, prices: tuple[Entry, ...]) -> list[Flag]:
        age = self.basis.age_flag(offer, prices)
        flags = [age] if age else []
        if self.region is not None and offer.mode is not Mode.OWNED and in_region(offer, self.region) is None:
            flags.append(Flag(FlagKind.REGION_UNKNOWN))
        return flags


def ready_hours(offer: Offer) -> Decimal | None:
    """Hours from order to running: lead time and usual queue; None when neither is known."""
    known = [hours for hours in (offer.lead_time_hours, offer.queue_hours) if hours is not None]
    return sum(known, Decimal(0)) if known else None


def scaled(
    lines: tuple[CostLine, ...], factor: Decimal | None, everything: bool = False
) -> tuple[CostLine, ...] | None:
    """The lines for equal work: compute times the factor, fees as they are (the same data leaves).

    None without a factor. Own hardware is scaled as a whole (`everything`).
    """
    if factor is None:
        return None
    if factor == 1:
        return lines
    step = Factor(factor, FactorUnit.EQUAL_WORK)
    return tuple(
        replace(line, amount=line.amount * factor, factors=(*line.factors, step))
        if everything or line.kind in WORK_LINES
        else line
        for line in lines
    )
