"""The sentences that decide: rent or buy for this need, and from how much use owning wins.

What decides is worked out in `pricing.decision`; here it is said. Owning is called cheaper only with the use it needs
over its life. A substitute is never judged by its raw price, only by its cost for equal work.
"""

from collections.abc import Iterable
from decimal import Decimal

from bot.replies import figures, labels, times
from bot.replies.shown import Shown, featured
from bot.replies.words import joined
from pricing.catalog import FeeKind, Mode
from pricing.costs import BreakEven, OwnFigures, Quote
from pricing.decision import Decision
from pricing.flags import FlagKind
from pricing.scenario import Scenario

CAVEATS = (
    FlagKind.CLAIM,
    FlagKind.ESTIMATE,
    FlagKind.FROM_PRICE,
    FlagKind.ACCELERATOR_ONLY,
    FlagKind.TOO_MANY_NODES,
    FlagKind.NODE_SIZE,
    FlagKind.UNUSED_COMMITMENT,
    FlagKind.REGION_UNKNOWN,
    FlagKind.STALE,
    FlagKind.AGE_UNKNOWN,
)
TENTH = Decimal("0.1")


def verdict(sheet: Shown, decision: Decision) -> str:
    """One sentence for this need, and one for owning over its life."""
    own, buy, rental, rent = decision.own, decision.buy, decision.rental, decision.rent
    if own and sheet.comparison.scenario.duration is None:
        return _purchase(sheet, own)
    if rental and rent is not None:
        facts = {"name": named(sheet, rental), "rent": sheet.short(rent), "asked": asked_gpu(sheet)}
        if own is None or buy is None:
            return sheet.say("verdict.substitute" if decision.other_gpu else "verdict.rent", **facts)
        if decision.buying:
            key = "verdict.buy-not-substitute" if decision.other_gpu else "verdict.buy"
            return sheet.say(key, own=buying(sheet, own, buy), **facts)
        key = "verdict.substitute-or-buy" if decision.other_gpu else "verdict.rent-or-buy"
        first = sheet.say(key, own=_instead(sheet, own, buy, rent), **facts)
        return joined(sheet.language, [first, *_owning(sheet, own, decision.break_even)], "join.sentences")
    if own:
        return _own_only(sheet, own)
    to_buy = sheet.comparison.scenario.duration is None
    return sheet.say("verdict.no-purchase" if to_buy else "verdict.undecided", asked=asked_gpu(sheet))


def asked_gpu(sheet: Shown) -> str:
    """The GPU that was asked for, as it is shown."""
    return labels.shortened(sheet.comparison.scenario.gpu)


def buying(sheet: Shown, own: Quote, buy: Decimal) -> str:
    """All the cash that buying takes over the need."""
    extent = f"verdict.cash{_extent(sheet, own)}"
    return f"{sheet.say(extent, buy=sheet.short(buy), life=_life(sheet, own))}{_aside(sheet, own)}"


def _instead(sheet: Shown, own: Quote, buy: Decimal, rent: Decimal) -> str:
    """What buying would take: the purchase, where that alone is more than the rent, else all the cash over the need."""
    capex = _figures(own).capex
    extent = "" if rent < capex else _extent(sheet, own)
    text = sheet.say(f"verdict.to-buy{extent}", buy=sheet.short(buy if extent else capex), life=_life(sheet, own))
    return f"{text}{_aside(sheet, own)}"


def _extent(sheet: Shown, own: Quote) -> str:
    """What is in the cash of owning beside one purchase: running cost, or also buying it anew."""
    if sheet.comparison.hours > _figures(own).life_hours:
        return "-again"
    return "-and-run" if _figures(own).running_cost else ""


def _owning(sheet: Shown, own: Quote, found: BreakEven | None) -> list[str]:
    """From how much use owning wins, or that it never does; nothing where that was not worked out."""
    if found is None:
        return []
    months, use = deciding(found)
    life = _life(sheet, own)
    if use is not None:
        key = "verdict.owning-from-equal-work" if found.rental.is_substitute else "verdict.owning-from"
        text = sheet.say(key, use=_use(sheet, use), life=life, assumed=_use(sheet, _figures(own).utilisation))
        return [text if months is not None else sheet.say("verdict.with-residual", text=text)]
    if months is not None:
        return [sheet.say("verdict.owning-from-months", months=times.in_months(sheet.language, months, 3))]
    return [sheet.say("verdict.owning-never", life=life)]


def deciding(found: BreakEven) -> tuple[Decimal | None, Decimal | None]:
    """Months and utilisation of a break-even; those of equal work where the rental is of another GPU."""
    if found.rental.is_substitute:
        return found.equal_work_months, found.equal_work_utilisation
    return found.months, found.utilisation


def _own_only(sheet: Shown, own: Quote) -> str:
    return sheet.say(
        "verdict.own",
        buy=sheet.short(own.billed_cost),
        aside=_aside(sheet, own),
        run=sheet.short(own.effective_cost),
        assumed=_use(sheet, _figures(own).utilisation),
        life=_life(sheet, own),
    )


def _purchase(sheet: Shown, own: Quote) -> str:
    return sheet.say(
        "verdict.purchase",
        buy=sheet.short(_figures(own).capex),
        total=sheet.short(_figures(own).tco),
        life=_life(sheet, own),
        month=sheet.short(own.per_month),
        aside=_aside(sheet, own),
    )


def _figures(own: Quote) -> OwnFigures:
    assert own.own is not None
    return own.own


def _life(sheet: Shown, own: Quote) -> str:
    return times.life(sheet.language, _figures(own).life_months)


def _use(sheet: Shown, share: Decimal) -> str:
    return figures.percent(sheet.language, share, places=0 if share >= TENTH else 1)


def named(sheet: Shown, quote: Quote) -> str:
    """The option's name, with what weakens its price."""
    return f"{sheet.name(quote)}{_in_brackets(sheet, caveats(sheet, quote))}"


def _aside(sheet: Shown, own: Quote) -> str:
    """What weakens the price of own hardware, and when it would run, where that is known and not at once."""
    items = caveats(sheet, own)
    if own.ready_hours:
        time = times.ready(sheet.language, own.ready_hours, sheet.comparison.hours_per_month)
        items.append(sheet.say("verdict.ready", time=time))
    return _in_brackets(sheet, items)


def _in_brackets(sheet: Shown, items: list[str]) -> str:
    return sheet.say("caveat.brackets", items=joined(sheet.language, items)) if items else ""


def caveats(sheet: Shown, quote: Quote) -> list[str]:
    """What weakens the price of a quote, the gravest first."""
    kinds = {flag.kind for flag in quote.flags}
    found = [sheet.say(f"caveat.{kind}") for kind in CAVEATS if kind in kinds]
    fees = [str(flag.values[0]) for flag in quote.flags if flag.kind is FlagKind.FEE_UNKNOWN]
    asked = [sheet.say(f"fee.{fee}") for fee in fees if fee in _fees_asked(sheet.comparison.scenario)]
    if asked:
        found.append(sheet.say("caveat.fee-unknown", fees=joined(sheet.language, asked)))
    return found


def _fees_asked(scenario: Scenario) -> set[str]:
    """Fees that the asker gave a volume for."""
    volumes = {
        FeeKind.EGRESS: scenario.egress_gb,
        FeeKind.STORAGE: scenario.storage_gb,
        FeeKind.REQUESTS: scenario.requests,
    }
    return {fee.value for fee, volume in volumes.items() if volume is not None}


def worth_knowing(sheet: Shown, decision: Decision) -> tuple[str, ...]:
    """What else could be taken instead of the rental the verdict names: cheaper spot, or another GPU for equal work."""
    rental = decision.rental
    if rental is None or rental.is_substitute:
        return ()
    firm = [quote for quote in featured(sheet.comparison) if quote.own is None and quote.is_firm]
    found = []
    spot = _cheapest((q.billed_cost, q) for q in firm if q.offer.mode is Mode.SPOT and not q.is_substitute)
    if spot and rental.offer.mode is not Mode.SPOT and spot[0] < rental.billed_cost:
        found.append(sheet.say("verdict.spot-below", name=named(sheet, spot[1]), cost=sheet.short(spot[0])))
    other = _cheapest((q.equal_work_cost, q) for q in firm if q.is_substitute and q.equal_work_cost is not None)
    if other and other[0] < rental.effective_cost:
        found.append(sheet.say("verdict.other-gpu-below", name=named(sheet, other[1]), cost=sheet.short(other[0])))
    return tuple(found)


def _cheapest(items: Iterable[tuple[Decimal, Quote]]) -> tuple[Decimal, Quote] | None:
    return min(items, key=lambda item: item[0], default=None)
