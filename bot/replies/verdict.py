"""The one sentence that decides: rent or buy for this need, and from how much use owning wins.

Owning is called cheaper only with the use it needs over its life. One need alone is judged by cash. A substitute is
never judged by its raw price, only by its cost for equal work.
"""

from collections.abc import Callable, Iterable
from decimal import Decimal

from bot.replies import figures, labels, times
from bot.replies.shown import Shown, featured
from bot.replies.words import joined
from pricing.catalog import Mode
from pricing.costs import BreakEven, Quote
from pricing.flags import FlagKind

CAVEATS = (
    FlagKind.CLAIM,
    FlagKind.ESTIMATE,
    FlagKind.FROM_PRICE,
    FlagKind.ACCELERATOR_ONLY,
    FlagKind.STALE,
    FlagKind.AGE_UNKNOWN,
)


def verdict(sheet: Shown) -> str:
    """One sentence for this need, and one for owning over its life."""
    own, same, others = _kinds(sheet)
    if own and sheet.comparison.scenario.duration is None:
        return _purchase(sheet, own)
    if same:
        rental = _firm(same, _cash)
        return _own_or_rent(sheet, own, rental) if own else _rent(sheet, rental)
    if others:
        other = _firm(others, _equal_work)
        return _own_or_substitute(sheet, own, other) if own else _substitute_only(sheet, other)
    if own:
        return _own_only(sheet, own)
    return sheet.say("verdict.undecided")


def _kinds(sheet: Shown) -> tuple[Quote | None, list[Quote], list[Quote]]:
    """Of the featured quotes: own hardware, rentals of the GPU asked for, and others comparable for equal work."""
    quotes = featured(sheet.comparison)
    compared = [item.own for item in sheet.comparison.break_evens]
    own = next((quote for quote in (*compared, *quotes) if quote.own and not quote.is_substitute), None)
    rentals = [q for q in quotes if not q.own and _obtainable(q)]
    same = [q for q in rentals if not q.is_substitute]
    return own, same, [q for q in rentals if q.is_substitute and q.equal_work is not None]


def _cash(quote: Quote) -> Decimal:
    return quote.billed_cost


def _equal_work(quote: Quote) -> Decimal:
    return quote.equal_work_cost or Decimal(0)


def _obtainable(quote: Quote) -> bool:
    """Whether one order can get the fleet at all."""
    return not any(flag.kind is FlagKind.TOO_MANY_NODES for flag in quote.flags)


def _firm(quotes: Iterable[Quote], cost: Callable[[Quote], Decimal]) -> Quote:
    """The cheapest that cannot be taken away in the middle; the cheapest spot offer where there is no other."""
    return min(quotes, key=lambda quote: (quote.offer.mode is Mode.SPOT, cost(quote)))


def named(sheet: Shown, quote: Quote) -> str:
    """The option's name, with what weakens its price."""
    kinds = {flag.kind for flag in quote.flags}
    caveats = [sheet.say(f"caveat.{kind}") for kind in CAVEATS if kind in kinds]
    if not caveats:
        return sheet.name(quote)
    return sheet.say("caveat.named", name=sheet.name(quote), caveats=joined(sheet.language, caveats))


def between(sheet: Shown, own: Quote, rental: Quote) -> BreakEven | None:
    """The break-even of these two, where it was worked out."""
    return next(
        (
            item
            for item in sheet.comparison.break_evens
            if item.own.offer.id == own.offer.id and item.rental.offer.id == rental.offer.id
        ),
        None,
    )


def _life(sheet: Shown, own: Quote) -> str:
    assert own.own is not None
    return times.life(sheet.language, own.own.life_months)


def _use(sheet: Shown, share: Decimal) -> str:
    return figures.percent(sheet.language, share, places=0 if share >= Decimal("0.1") else 1)


def _owning(sheet: Shown, own: Quote, share: Decimal | None, equal_work: bool = False) -> str:
    """From how much use owning wins, or that it never does."""
    assert own.own is not None
    if share is None:
        return sheet.say("verdict.owning-never", life=_life(sheet, own))
    key = "verdict.owning-from-equal-work" if equal_work else "verdict.owning-from"
    assumed = _use(sheet, own.own.utilisation)
    return sheet.say(key, use=_use(sheet, share), life=_life(sheet, own), assumed=assumed)


def _own_or_rent(sheet: Shown, own: Quote, rental: Quote) -> str:
    facts = {
        "name": named(sheet, rental),
        "rent": sheet.short(rental.billed_cost),
        "buy": sheet.short(own.billed_cost),
        "ready": _ready(sheet, own),
    }
    if own.billed_cost <= rental.billed_cost:
        return sheet.say("verdict.buy", **facts)
    found = between(sheet, own, rental)
    first = sheet.say("verdict.rent-or-buy", **facts)
    second = [_owning(sheet, own, found.utilisation)] if found else []
    return joined(sheet.language, [first, *second], "join.sentences")


def _own_or_substitute(sheet: Shown, own: Quote, other: Quote) -> str:
    cost = _equal_work(other)
    facts = {
        "asked": labels.shortened(sheet.comparison.scenario.gpu),
        "name": named(sheet, other),
        "rent": sheet.short(cost),
        "buy": sheet.short(own.billed_cost),
        "ready": _ready(sheet, own),
    }
    if own.billed_cost <= cost:
        return sheet.say("verdict.buy-not-substitute", **facts)
    found = between(sheet, own, other)
    first = sheet.say("verdict.substitute-or-buy", **facts)
    second = [_owning(sheet, own, found.equal_work_utilisation, equal_work=True)] if found else []
    return joined(sheet.language, [first, *second], "join.sentences")


def _ready(sheet: Shown, quote: Quote) -> str:
    """When it would run, where that is known and not at once."""
    if not quote.ready_hours:
        return ""
    return sheet.say(
        "verdict.ready", time=times.ready(sheet.language, quote.ready_hours, sheet.comparison.hours_per_month)
    )


def _rent(sheet: Shown, rental: Quote) -> str:
    return sheet.say("verdict.rent", name=named(sheet, rental), rent=sheet.short(rental.billed_cost))


def _substitute_only(sheet: Shown, other: Quote) -> str:
    return sheet.say(
        "verdict.substitute",
        asked=labels.shortened(sheet.comparison.scenario.gpu),
        name=named(sheet, other),
        rent=sheet.short(_equal_work(other)),
    )


def _own_only(sheet: Shown, own: Quote) -> str:
    assert own.own is not None
    return sheet.say(
        "verdict.own",
        buy=sheet.short(own.billed_cost),
        ready=_ready(sheet, own),
        run=sheet.short(own.effective_cost),
        assumed=_use(sheet, own.own.utilisation),
        life=_life(sheet, own),
    )


def _purchase(sheet: Shown, own: Quote) -> str:
    assert own.own is not None
    return sheet.say(
        "verdict.purchase",
        buy=sheet.short(own.own.capex),
        total=sheet.short(own.own.tco),
        life=_life(sheet, own),
        month=sheet.short(own.per_month),
        ready=_ready(sheet, own),
    )


def to_beat(sheet: Shown) -> BreakEven | None:
    """The break-even against the rental the verdict names: the cheapest of the GPU asked for, else for equal work."""
    own, same, others = _kinds(sheet)
    if own is None or not (same or others):
        return None
    return between(sheet, own, _firm(same, _cash) if same else _firm(others, _equal_work))


def worth_knowing(sheet: Shown) -> tuple[str, ...]:
    """What else could be taken instead of the rental the verdict names: cheaper spot, or another GPU for equal work."""
    _, same, others = _kinds(sheet)
    if not same:
        return ()
    rental = _firm(same, _cash)
    found = []
    spot = min((q for q in same if q.offer.mode is Mode.SPOT), key=_cash, default=None)
    if spot and spot.offer.id != rental.offer.id and spot.billed_cost < rental.billed_cost:
        found.append(sheet.say("verdict.spot-below", name=named(sheet, spot), cost=sheet.short(spot.billed_cost)))
    other = min(others, key=_equal_work, default=None)
    if other and _equal_work(other) < rental.effective_cost:
        cost = sheet.short(_equal_work(other))
        found.append(sheet.say("verdict.other-gpu-below", name=named(sheet, other), cost=cost))
    return tuple(found)
