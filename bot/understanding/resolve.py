"""From what was said to a request: machines times GPUs, lengths, money; and what must still be asked."""

from collections.abc import Callable
from decimal import Decimal
from typing import Any

from bot.understanding.draft import Draft
from bot.understanding.fleet import counts_of
from bot.understanding.intents import asks_for_fee, asks_for_month, intent_of, price_of_one_period
from bot.understanding.kinds import Kind, Number
from bot.understanding.quantities import SIGNS, Cash, exact
from bot.understanding.refusals import Refusal, check_text, checked_period, checked_size
from bot.understanding.request import Amount, Intent, Period, Request, UnitPrice, Way
from bot.understanding.slots.blends import blend_of
from bot.understanding.slots.prices import Rate
from bot.understanding.supposing import suppositions
from bot.understanding.supposing_prices import supposed_in
from pricing.units import TimeUnit

SHARES = ("utilisation", "mfu", "discount")
LENGTHS = ("commit", "ends_after", "peak")
LARGE = ("model_params", "active_params", "tokens", "gpu_hours", "requests")
_PERIODS = {
    "week": (1, TimeUnit.WEEK),
    "month": (1, TimeUnit.MONTH),
    "quarter": (1, TimeUnit.QUARTER),
    "half-year": (2, TimeUnit.QUARTER),
    "year": (1, TimeUnit.YEAR),
}
NEEDS_FLEET = frozenset(Intent) - {Intent.BREAK_EVEN, Intent.BUDGET, Intent.SIZE, Intent.CLAIM, Intent.EQUAL_WORK}
"""Kinds of question that need a number of GPUs and for how long."""
TIMELESS = (Intent.FINANCE, Intent.WAITING)
"""Kinds of question about a purchase that no length of the need changes."""
Values = dict[str, Any]


def resolved(draft: Draft) -> tuple[Request, Refusal | None]:
    """The request a draft amounts to, and why it is refused, if it is. A refused field stays empty."""
    intent = intent_of(draft)
    values: Values = {"intent": intent}
    refusal: Refusal | None = None
    try:
        check_text(draft)
    except Refusal as whole:
        refusal = whole
        if whole.reason == "admin_command":
            return Request(intent=Intent.UNKNOWN), whole
    if intent in (Intent.HELP, Intent.UNKNOWN):
        return Request(intent=intent), refusal
    for part in _PARTS:
        try:
            values |= part(draft, intent)
        except Refusal as one:
            refusal = refusal or one
    return Request(**{name: value for name, value in values.items() if value is not None}), refusal


def _names(draft: Draft, intent: Intent) -> Values:
    said = draft.said
    gpus = tuple(draft.gpus) or ((said["family"].gpu,) if "family" in said else ())
    if intent is Intent.EQUAL_WORK:
        gpus = _need_first(draft, gpus)
    return {
        "gpus": gpus,
        "instance": said.get("instance"),
        "region": said.get("region"),
        "work_basis": said.get("work_basis"),
        "providers": tuple(draft.providers),
        "exclude_providers": tuple(draft.without_providers),
        "ways": _ways(draft, intent),
        "exclude_ways": tuple(draft.without_ways),
    }


def _need_first(draft: Draft, gpus: tuple[str, ...]) -> tuple[str, ...]:
    """how many A100 do the same as 64 H100: the one whose number is asked for stands behind the one that is needed."""
    wanted = [
        token.value
        for at, token in enumerate(draft.tokens)
        if token.kind is Kind.GPU and (before := draft.before(at, Kind.FILLER)) and before.kind is Kind.HOW_MANY
    ]
    sought = {name for value in wanted for name in (value if isinstance(value, tuple) else (value,))}
    return (*(gpu for gpu in gpus if gpu not in sought), *(gpu for gpu in gpus if gpu in sought))


def _ways(draft: Draft, intent: Intent) -> tuple[Way, ...]:
    """The ways named; a commitment names one, 能租 names renting, and break-even has owning on one side."""
    if intent is Intent.BLEND:
        return ()  # of its parts
    ways = list(draft.ways)
    if "commit" in draft.said and Way.COMMITTED not in draft.without_ways:
        ways.append(Way.COMMITTED)
    ways += [way for token in draft.words if token.kind is Kind.AFFORD and token.value for way in token.value]
    if intent in (Intent.BREAK_EVEN, Intent.COMPARE):  # "buying instead of renting": the other side
        ways += [way for token in draft.replaced if token.kind is Kind.WAY for way in token.value]
    if intent is Intent.BREAK_EVEN:
        ways = ways if Way.OWN in ways else [Way.OWN, *ways]
    return tuple(dict.fromkeys(ways))


def _shares(draft: Draft, intent: Intent) -> Values:
    """Utilisation beside model size and tokens is MFU."""
    said = draft.said
    values: Values = {}
    for name in SHARES:
        if name not in said:
            continue
        share = said[name]
        if not 0 <= share <= 1 or (share == 0 and name != "discount"):  # never used has no price of an hour of use
            raise Refusal("out_of_range", f"{name} {share * 100:f}%")
        values[name] = exact(share)
    if intent is Intent.SIZE and "utilisation" in values:
        values.setdefault("mfu", values.pop("utilisation"))
    return values


def _amounts(draft: Draft, intent: Intent) -> Values:
    del intent
    said = draft.said
    values: Values = {name: exact(checked_size(said[name].low)) for name in LARGE if name in said}
    if any(value == 0 for value in values.values()):
        raise Refusal("non_positive_count")
    for name in ("egress_tb", "storage_tb", "tco_years", "hours_per_month", "corpus_tb", "bytes_per_token"):
        if name in said:
            values[name] = exact(checked_size(said[name]))
    return values | {"egress_per": said.get("egress_per"), "requests_per": said.get("requests_per")}


def _times(draft: Draft, intent: Intent) -> Values:
    del intent
    said = draft.said
    duration: Period | None = said.get("duration")
    if duration is None and "period" in said:
        value, unit = _PERIODS[said["period"].grain]
        duration = Period(low=Decimal(value), high=Decimal(value), unit=unit)
    lengths = {"duration": duration, **{name: said[name] for name in LENGTHS if name in said}}
    found: Values = {name: _exact_period(checked_period(length)) for name, length in lengths.items() if length}
    return found | {"start_date": said.get("start_date"), "deadline": said.get("deadline")}


def _money(draft: Draft, intent: Intent) -> Values:
    del intent
    said = draft.said
    values: Values = {"currency": said.get("currency")}
    for name in ("budget", "power_price"):
        if name in said:
            values[name] = _amount(said[name], draft)
    if "unit_price" in said:
        rate: Rate = said["unit_price"]
        amount = _amount(rate.cash, draft)
        of_nodes = rate.per and (draft.has(Kind.NODE) or "instance" in said)
        of_nodes = of_nodes or (rate.unit == "each" and "nodes" in said and "gpu_count" not in said)
        unit = rate.unit.replace("each", "") or ("node" if of_nodes else "gpu")
        values["unit_price"] = UnitPrice(amount=amount.amount, currency=amount.currency, unit=unit, per=rate.per)
    return values


def _amount(cash: Cash, draft: Draft) -> Amount:
    """The amount with its ISO code; without any word for the currency that of the asker's language."""
    implied = "CNY" if draft.language == "zh" else "USD"
    currency = SIGNS.get(cash.currency, cash.currency) or implied
    return Amount(amount=exact(checked_size(cash.amount)), currency=currency)


def _look_up(draft: Draft, intent: Intent) -> Values:
    """The unit of the price that is asked for; one GPU is then no scenario but the unit."""
    said = draft.said
    values: Values = {}
    if "per" in said and intent is not Intent.BUDGET and "duration" not in said and "gpu_hours" not in said:
        values["per"] = said["per"]
    if intent is not Intent.PRICE_LOOKUP:
        return values
    if asks_for_fee(draft):
        values |= {"item": "egress" if draft.has(Kind.EGRESS) else "storage", "egress_tb": None, "storage_tb": None}
    if price_of_one_period(draft):
        unit = said["duration"].unit if "duration" in said else TimeUnit.HOUR
        values |= {"per": unit.value, "duration": None, "gpu_hours": None}
    elif asks_for_month(draft):
        values["per"] = "month"
    cards: Number | None = said.get("gpu_count")
    if cards is not None and cards.low == cards.high == 1:
        values["gpu_count"] = None
    return values


_PARTS: tuple[Callable[[Draft, Intent], Values], ...] = (
    *(_names, counts_of, _times, _shares, _amounts, _money, supposed_in, _look_up, blend_of),
    suppositions,
)


def _exact_period(period: Period) -> Period:
    return Period(low=exact(period.low), high=exact(period.high), unit=period.unit)


def to_ask(request: Request) -> tuple[str, ...]:
    """Fields that must still be asked for before a figure can be given."""
    if request.intent is Intent.CLAIM:
        return ()
    intent = request.intent
    if intent in (Intent.HELP, Intent.UNKNOWN, Intent.PRICE_LOOKUP) or (request.per and intent is not Intent.BUDGET):
        return ()
    ask = [] if request.gpus else ["gpu"]
    if intent is Intent.BUDGET and request.budget is None:
        ask.append("budget")
    trains = request.asks_of_run
    if intent is Intent.SIZE or trains:
        either = {"model_params": request.active_params, "tokens": request.corpus_tb}
        ask += [name for name, other in either.items() if getattr(request, name) is None and other is None]
    if intent in NEEDS_FLEET and request.gpu_hours is None and not trains:
        if request.gpu_count is None and request.nodes is None:
            ask.append("gpu_count")
        if request.duration is None and request.ways != (Way.OWN,) and intent not in TIMELESS:
            ask.append("duration")
    return tuple(ask)
