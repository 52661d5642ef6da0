"""What a sum of money buys: the most whole nodes for a time, or the most billing steps for a number of GPUs.

No formula is turned round. The pricing that answers a quote is asked again until so many nodes (steps) are within the
sum and one more is not, so that fees, tiers, minimums and whole terms count as they are billed. What counts is cash:
`outlay`. Own hardware is paid for outright, never by the share of its life that the need takes.
"""

from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from functools import cached_property

from pricing.advice.bought import HOUR, Affordable, Bought, Limit, Solving
from pricing.book import Book
from pricing.catalog import Mode, Offer
from pricing.compare import compare
from pricing.costs import Quote
from pricing.quoting import Quoter, Ranked
from pricing.rules.basis import Basis, whole_hours_per_month
from pricing.rules.rental import term_hours
from pricing.scenario import MAX_GPUS, MAX_HOURS, Scenario
from pricing.selection import Candidate, candidates
from pricing.units import Duration, TimeUnit

ONE_NODE = 8
"""GPUs that options are first compared with, before it is known how many the money buys."""
MOST_SHORT = 1
"""Options that are not sold for as long as the money would last, and are shown all the same."""


def outlay(quote: Quote, scenario: Scenario, hours: Decimal) -> Decimal:
    """Cash that leaves the bank for the need: what is billed, and for own hardware also its running cost meanwhile
    (the purchase alone where no time was asked)."""
    if quote.own is None or scenario.duration is None:
        return quote.billed_cost
    return quote.own.cash_for(hours)


def affordable(scenario: Scenario, book: Book, budget: Decimal, solving: Solving, flowing: bool = False) -> Affordable:
    """What `budget` (in the scenario's currency) buys at the options that stand for all ways to procure.

    The scenario's own count (or duration) is only a place-holder where that is what is solved for. `flowing`: the
    egress of the scenario is that of its place-holder of time, and grows with the time. Raises NoAssumption.
    """
    reference = compare(_reference(scenario, book, budget, solving), book)
    shown = [reference.quotes[i] for i in reference.featured]
    same = [quote for quote in shown if not quote.is_substitute]
    wanted = {quote.offer.id for quote in same or shown}
    gaps = reference.gaps
    if solving is Solving.TIME:  # how long they can be had is what is asked
        there = {quote.provider.id for quote in shown}
        short = [gap for gap in gaps if gap.reason == "too-long" and gap.provider.id not in there]
        wanted |= {gap.offer.id for gap in short[:MOST_SHORT]}
        gaps = tuple(gap for gap in gaps if gap.offer.id not in wanted)
    basis = Basis(reference.scenario, book)
    found = [
        _Option(one, scenario, book, solving, flowing).solved(budget)
        for one in candidates(basis)
        if one.offer.id in wanted
    ]
    rows = sorted(found, key=lambda row: (-row.size(solving), row.cost, row.quote.offer.id))
    quotes = tuple(row.quote for row in rows)
    return Affordable(
        budget=budget,
        solving=solving,
        comparison=replace(
            reference,
            quotes=quotes,
            featured=tuple(range(len(quotes))),
            rates=basis.rates(quotes),
            break_evens=(),
            gaps=gaps,
        ),
        rows=tuple(rows),
        flowing=flowing and solving is Solving.TIME,
    )


def _reference(scenario: Scenario, book: Book, budget: Decimal, solving: Solving) -> Scenario:
    """The scenario with about as much as the money buys, so that the options on show are those of that size."""
    if solving is Solving.COUNT:
        first = scenario.model_copy(update={"gpu_count": ONE_NODE})
    else:
        first = scenario.model_copy(update={"duration": Duration(value=Decimal(1), unit=TimeUnit.MONTH)})
    basis = Basis(first, book)
    quoter = Quoter(basis)
    ranked = [
        quoter.rank(one) for one in candidates(basis) if one.offer.mode is not Mode.SPOT and not one.is_substitute
    ]
    costs = [one.billed for one in ranked if isinstance(one, Ranked) and one.is_firm and one.billed > 0]
    least = min(costs, default=None)
    times = max(budget / least, Decimal(0)) if least else Decimal(0)
    if solving is Solving.COUNT:
        count = min(max(int(times), 1) * ONE_NODE, MAX_GPUS)
        return scenario.model_copy(update={"gpu_count": count})
    hours = min(max(times * basis.hours, HOUR), Decimal(MAX_HOURS))
    return scenario.model_copy(update={"duration": Duration(value=hours, unit=TimeUnit.HOUR)})


class _Option:
    """One offer, priced for any number of nodes or steps."""

    def __init__(self, candidate: Candidate, scenario: Scenario, book: Book, solving: Solving, flowing: bool) -> None:
        self.candidate, self.scenario, self.book, self.solving = candidate, scenario, book, solving
        self.flow = scenario.egress_gb if flowing and solving is Solving.TIME else None
        self._quotes: dict[int, tuple[Quote, Decimal]] = {}

    @property
    def offer(self) -> Offer:
        return self.candidate.offer

    @cached_property
    def _basis(self) -> Basis:
        return Basis(self.scenario, self.book)

    @cached_property
    def step_hours(self) -> Decimal:
        """Hours of a billing step: a whole term, the seller's own step, an hour, or a month of own hardware."""
        offer = self.offer
        if offer.mode is Mode.OWNED:
            return self._basis.hours_per_month
        if offer.mode is Mode.COMMITTED:
            return term_hours(offer, self._basis)
        step = offer.increment.hours(whole_hours_per_month(offer, self._basis)) if offer.increment else HOUR
        return max(step, HOUR)

    @cached_property
    def least(self) -> int:
        """Fewest nodes one order may have, or one step."""
        return max(1, self.offer.min_nodes) if self.solving is Solving.COUNT else 1

    @cached_property
    def most(self) -> tuple[int, Limit]:
        """Most nodes or steps, whatever the money, and why not more."""
        offer = self.offer
        if self.solving is Solving.COUNT:
            by_range = MAX_GPUS // offer.gpus_per_node
            if offer.max_nodes and self.least <= offer.max_nodes < by_range:
                return offer.max_nodes, Limit.ORDER
            return by_range, Limit.RANGE
        limit, hours = Limit.RANGE, Decimal(MAX_HOURS)
        if offer.mode is Mode.OWNED:
            limit, hours = Limit.LIFE, min(hours, self._basis.life_hours())
        elif offer.max_duration:
            limit, hours = Limit.SOLD_FOR, min(hours, offer.max_duration.hours(self._basis.hours_per_month))
        return max(1, int(hours // self.step_hours)), limit

    def at(self, units: int) -> Scenario:
        """The scenario for so many nodes or steps. Time lost by inefficiency is paid for, so it is taken off here."""
        if self.solving is Solving.COUNT:
            return self.scenario.model_copy(update={"gpu_count": units * self.offer.gpus_per_node})
        hours = units * self.step_hours * (1 - (self.offer.efficiency_loss or 0))
        update: dict[str, object] = {"duration": Duration(value=hours, unit=TimeUnit.HOUR)}
        if self.flow is not None:
            update["egress_gb"] = self.flow * hours / self._basis.hours
        return self.scenario.model_copy(update=update)

    def cost(self, units: int) -> Decimal:
        """Cash for so many nodes or steps: of the whole quote, so that it is to the last digit what the card shows."""
        if units not in self._quotes:
            scenario = self.at(units)
            quoter = Quoter(Basis(scenario, self.book))
            ranked = quoter.rank(self.candidate)
            assert isinstance(ranked, Ranked)
            quote = quoter.quote(ranked)
            self._quotes[units] = quote, outlay(quote, scenario, quoter.basis.hours)
        return self._quotes[units][1]

    def solved(self, budget: Decimal) -> Bought:
        """The most that is within the sum."""
        most, limit = self.most
        first = self.cost(self.least)
        guess = int(min(budget * self.least / first, Decimal(most))) if first > 0 else most
        units = largest(lambda n: self.cost(n) <= budget, self.least, most, guess)
        bought = max(units, self.least)
        self.cost(bought)
        quote, cost = self._quotes[bought]
        by_money = units < most
        return Bought(
            quote=quote,
            scenario=self.at(bought),
            units=units if units >= self.least else 0,
            cost=cost,
            next_cost=self.cost(units + 1) if by_money and units >= self.least else None,
            limit=Limit.MONEY if by_money else limit,
            hours=bought * self.step_hours if self.solving is Solving.TIME else quote.run_hours,
            step_hours=self.step_hours,
        )


def largest(fits: Callable[[int], bool], least: int, most: int, guess: int) -> int:
    """The largest of `least` to `most` that fits, `least - 1` for none, where what fits is followed by what does not.

    Looks from `guess` in growing steps and then halves: few questions where the guess is good.
    """
    if not fits(least):
        return least - 1
    good, bad = least, most + 1
    step, place = 1, min(max(guess, least), most)
    if fits(place):
        good = place
        while good + step < bad:
            if not fits(good + step):
                bad = good + step
                break
            good, step = good + step, step * 2
    else:
        bad = place
        while bad - step > good:
            if fits(bad - step):
                good = bad - step
                break
            bad, step = bad - step, step * 2
    while bad - good > 1:
        middle = (good + bad) // 2
        good, bad = (middle, bad) if fits(middle) else (good, middle)
    return good
