"""What a verdict rests on: each assumption and main price turned down and up by a fifth, all else as it was.

One-at-a-time sensitivity, as a tornado chart shows it. Every variant is priced by the same rules as the quote. What is
measured is rent minus own, in effective cost of the run: below zero renting is the cheaper of the two.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from decimal import Decimal

from pricing.advice.outcomes import Knob, Outcome, Sensitivity, Turn, Variation
from pricing.advice.repricing import WORK, Factors, at_price, by_id, price_factors, repriced, running
from pricing.base import changed
from pricing.book import BOUNDS, Book, Entry
from pricing.costs import Comparison, Quote
from pricing.decision import Decision, decide
from pricing.exchange import conversion
from pricing.scenario import MAX_HOURS, Scenario
from pricing.units import unit_hours

STEP = Decimal("0.2")
"""How far each is turned: 20% down and up."""
DOWN, UP = 1 - STEP, 1 + STEP
NOTHING, ONE = Decimal(0), Decimal(1)
NOISE = Decimal("1e-15")
"""Of the amounts: what a conversion there and back leaves over is no effect."""
LONGEST_MONTH = Decimal(744)
NO_COST = "stale_days"
"""Assumptions that begin so say when a price is called old; no cost rests on them."""


@dataclass(frozen=True, slots=True)
class _Turned:
    """One knob at one value: what to price."""

    value: Decimal
    scenario: Scenario
    factors: Factors


@dataclass(frozen=True, slots=True)
class _Dial:
    """One knob with what its two turns price."""

    knob: Knob
    subject: str
    now: Decimal
    low: _Turned
    high: _Turned
    entry: Entry | None = None


def sensitivity(comparison: Comparison, book: Book) -> Sensitivity | None:
    """What matters most to the verdict of a comparison; None where nothing is priced.

    The own hardware and the rental that decide are measured; which option is taken is looked for among those on show.
    An assumption that changes nothing is not listed. Raises NoRate, NoAssumption.
    """
    decision = decide(comparison)
    if decision.own is None and decision.rental is None:
        return None
    study = _Study(comparison, book, decision)
    found = [study.variation(dial) for dial in study.dials()]
    found = [one for one in found if one.swing or one.low.turn or one.high.turn]
    found.sort(key=lambda one: (-one.swing, one.knob, one.subject))
    return Sensitivity(decision, study.base, tuple(found))


class _Study:
    """One comparison under study."""

    def __init__(self, comparison: Comparison, book: Book, decision: Decision) -> None:
        self.comparison, self.book, self.decision = comparison, book, decision
        self.quotes = [comparison.quotes[i] for i in comparison.featured]
        if decision.own and not any(one.own for one in self.quotes):
            self.quotes.append(decision.own)
        self.base = measured(ONE, comparison, decision)

    def dials(self) -> Iterator[_Dial]:
        """Everything the verdict may rest on."""
        yield from self._assumptions()
        yield from self._prices()
        yield from self._rates()
        need = self.comparison.scenario.duration
        if need:
            longest = MAX_HOURS / unit_hours(need.unit, LONGEST_MONTH)
            yield self._dial(Knob.DURATION, need.unit, need.value, self._lasting, (None, longest))
        work = self.decision.rental.work_factor if self.decision.rental and self.decision.other_gpu else None
        if work:
            yield self._multiplied(Knob.WORK_FACTOR, "", work, {WORK})

    def variation(self, dial: _Dial) -> Variation:
        """What a knob does to the verdict, priced at both of its ends."""
        low, high = (self._outcome(turned, dial.knob) for turned in (dial.low, dial.high))
        reached = [one.difference for one in (self.base, low, high) if one.difference is not None]
        swing = max(reached) - min(reached) if reached else NOTHING
        if swing <= NOISE * max(abs(self.base.rent or NOTHING), abs(self.base.own or NOTHING)):
            swing = NOTHING
        return Variation(dial.knob, dial.subject, dial.now, low, high, swing, dial.entry)

    def _assumptions(self) -> Iterator[_Dial]:
        for entry in self.comparison.assumptions:
            if entry.value and not entry.subject.startswith(NO_COST):
                limits = BOUNDS.get(entry.subject, (None, None))
                dial = self._dial(Knob.ASSUMPTION, entry.subject, entry.value, self._assuming(entry.subject), limits)
                yield replace(dial, entry=entry)

    def _prices(self) -> Iterator[_Dial]:
        own, rental = self.decision.own, self.decision.rental
        if rental and rental.price and rental.price.value:
            subjects = price_factors(rental, self.book, ONE).keys()
            dial = self._multiplied(Knob.RENTAL_PRICE, rental.offer.id, rental.price.value, subjects)
            yield replace(dial, entry=rental.price)
        if own and own.own:
            subjects = price_factors(own, self.book, ONE).keys()
            yield self._multiplied(Knob.OWN_HARDWARE, own.offer.id, own.own.capex, subjects, own)
            parts = {one.component.id for one in running(own, self.book)}
            if parts:
                yield self._multiplied(Knob.OWN_RUNNING, own.offer.id, own.own.running_cost, parts)

    def _rates(self) -> Iterator[_Dial]:
        """Rates are measured in the currency own hardware is priced in (else the rental): in that of the answer they
        would move all amounts alike, and matter another time in each."""
        for entry in self.comparison.rates:
            if entry.value:
                dial = self._multiplied(Knob.RATE, entry.subject, entry.value, {entry.subject})
                yield replace(dial, entry=entry)

    def _dial(
        self,
        knob: Knob,
        subject: str,
        now: Decimal,
        scenario_at: Callable[[Decimal], Scenario],
        limits: tuple[Decimal | None, Decimal | None],
    ) -> _Dial:
        """A knob of the scenario, within its limits."""
        least, most = limits
        low, high = now * DOWN, now * UP
        low = low if least is None else max(low, least)
        high = high if most is None else min(high, most)
        return _Dial(knob, subject, now, _Turned(low, scenario_at(low), {}), _Turned(high, scenario_at(high), {}))

    def _multiplied(
        self, knob: Knob, subject: str, now: Decimal, subjects: Iterable[str], quote: Quote | None = None
    ) -> _Dial:
        """A knob of the book: numbers that are multiplied together."""
        names, scenario = tuple(subjects), self.comparison.scenario
        low, high = (
            _Turned(now * by, at_price(quote, scenario, by) if quote else scenario, dict.fromkeys(names, by))
            for by in (DOWN, UP)
        )
        return _Dial(knob, subject, now, low, high)

    def _assuming(self, name: str) -> Callable[[Decimal], Scenario]:
        scenario = self.comparison.scenario

        def at(value: Decimal) -> Scenario:
            return changed(scenario, overrides=tuple(sorted({**dict(scenario.overrides), name: value}.items())))

        return at

    def _lasting(self, value: Decimal) -> Scenario:
        scenario = self.comparison.scenario
        assert scenario.duration is not None
        return changed(scenario, duration=changed(scenario.duration, value=value))

    def _outcome(self, turned: _Turned, knob: Knob) -> Outcome:
        scenario, currency = turned.scenario, self.comparison.currency
        anchor = (self.decision.own or self.quotes[0]).pricing_currency if knob is Knob.RATE else currency
        after = repriced(self.comparison, self.quotes, self.book, changed(scenario, currency=anchor), turned.factors)
        found = measured(turned.value, after, self.decision)
        found = _converted(found, conversion(anchor, currency, self.book).apply)
        turn, option = self._turn(found, after)
        return replace(found, turn=turn, option=option)

    def _turn(self, outcome: Outcome, after: Comparison) -> tuple[Turn | None, Quote | None]:
        """Whether the verdict is another one, the gravest change first."""
        before, now = self.decision, decide(after)
        if before.rental and by_id(after, before.rental) is None:
            return Turn.NOT_SOLD, before.rental
        if before.own and before.rental and before.buying != now.buying:
            return (Turn.BUY if now.buying else Turn.RENT), now.rental
        if before.rental and now.rental and before.rental.offer.id != now.rental.offer.id:
            return Turn.RENTAL, now.rental
        if before.own and before.rental and self.base.difference is not None and outcome.difference is not None:
            was, is_ = self.base.difference > 0, outcome.difference > 0
            if was != is_:
                return (Turn.OWN_CHEAPER if is_ else Turn.OWN_DEARER), before.rental
        first, then = cheapest(self.quotes), cheapest(after.quotes)
        if first and then and first.offer.id != then.offer.id:
            return Turn.CHEAPEST, then
        return None, None


def cheapest(quotes: Iterable[Quote]) -> Quote | None:
    """The option with the lowest effective cost, of the GPU asked for."""
    same = (quote for quote in quotes if not quote.is_substitute)
    return min(same, key=lambda quote: (quote.effective_cost, quote.offer.id), default=None)


def measured(value: Decimal, comparison: Comparison, decision: Decision) -> Outcome:
    """Rent and own of the pair that decides, in a comparison that holds both."""
    own, rental = by_id(comparison, decision.own), by_id(comparison, decision.rental)
    rent = None if rental is None else rental.equal_work_cost if decision.other_gpu else rental.effective_cost
    cost = None if own is None else own.effective_cost
    if decision.own and decision.rental:
        difference = None if rent is None or cost is None else rent - cost
    else:
        difference = cost if decision.own else rent
    return Outcome(value, rent, cost, difference)


def _converted(outcome: Outcome, apply: Callable[[Decimal], Decimal]) -> Outcome:
    """Amounts in the currency of the answer."""
    rent, own, difference = (
        None if amount is None else apply(amount) for amount in (outcome.rent, outcome.own, outcome.difference)
    )
    return replace(outcome, rent=rent, own=own, difference=difference)
