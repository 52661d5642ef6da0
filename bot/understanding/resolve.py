"""From what was said to a request: machines times GPUs, bounds, what must be asked, what is refused."""

from datetime import date
from decimal import Decimal
from typing import Any

from bot.understanding.draft import Draft
from bot.understanding.intents import asks_for_fee, intent_of, asks_for_month, price_of_one_period
from bot.understanding.kinds import Kind, Number
from bot.understanding.quantities import DAYS, SIGNS, Cash
from bot.understanding.refusals import Refusal, refusal_of
from bot.understanding.request import Amount, Count, Intent, Period, Request, UnitPrice, Way
from bot.understanding.slots.prices import Rate
from pricing.scenario import MAX_GPUS
from pricing.units import TimeUnit

MAX_DAYS = Decimal(20 * 366)


def resolved(found: Draft) -> tuple[Request, Refusal | None]:
    """The request a draft amounts to, and why it is refused, if it is. A refused field stays empty."""
    intent = intent_of(found)
    whole = refusal_of(found)
    refusals: list[Refusal] = [whole] if whole else []
    said = found.said
    values: dict[str, Any] = {
        "intent": intent,
        "gpus": _gpus(found),
        "providers": tuple(found.providers),
        "ways": _ways(found, intent),
        "exclude_ways": tuple(found.without_ways),
        "exclude_providers": tuple(found.without_providers),
        **{
            name: said[name]
            for name in (
                "instance",
                "region",
                "discount",
                "egress_tb",
                "egress_per",
                "storage_tb",
                "tco_years",
                "commit",
            )
            if name in said
        },
        **_shares(found, intent),
        **_numbers(found, refusals),
        **_counts(found, refusals),
        **_times(found, refusals),
        **_money(found, intent),
        **_price_look_up(found, intent),
    }
    if whole and whole.reason == "admin_command":
        return Request(intent=Intent.UNKNOWN), whole
    if intent in (Intent.HELP, Intent.UNKNOWN):
        values = {"intent": intent}
    request = Request(**{name: value for name, value in values.items() if value is not None})
    return request, refusals[0] if refusals else None


def _gpus(found: Draft) -> tuple[str, ...]:
    if not found.gpus and "family" in found.said:
        return (found.said["family"].gpu,)
    return tuple(found.gpus)


def _ways(found: Draft, intent: Intent) -> tuple[Way, ...]:
    ways = list(found.ways)
    if "commit" in found.said and Way.COMMITTED not in ways and Way.COMMITTED not in found.without_ways:
        ways.append(Way.COMMITTED)
    for token in found.words:
        if token.kind is Kind.AFFORD and token.value:
            ways += [way for way in token.value if way not in ways]
    if intent is Intent.BREAK_EVEN and Way.OWN not in ways:
        ways.insert(0, Way.OWN)
    return tuple(ways)


def _shares(found: Draft, intent: Intent) -> dict[str, Decimal]:
    """Utilisation beside model size and tokens is MFU."""
    shares: dict[str, Decimal] = {name: found.said[name] for name in ("utilisation", "mfu") if name in found.said}
    if intent is Intent.SIZE and "utilisation" in shares and "mfu" not in shares:
        shares["mfu"] = shares.pop("utilisation")
    return shares


def _numbers(found: Draft, refusals: list[Refusal]) -> dict[str, Any]:
    result: dict[str, Any] = {}
    for name in ("model_params", "tokens", "gpu_hours"):
        number: Number | None = found.said.get(name)
        if number is not None:
            if number.low <= 0:
                refusals.append(Refusal("non_positive_count"))
            result[name] = number.low
    for name in ("utilisation", "mfu", "discount"):
        if name in found.said and found.said[name] > 1:
            refusals.append(Refusal("out_of_range"))
    return result


def _counts(found: Draft, refusals: list[Refusal]) -> dict[str, Any]:
    """GPUs, nodes and GPUs of a node: each from the other two where it can be."""
    said = found.said
    per_node: Number | None = said.get("gpus_per_node")
    nodes: Number | None = said.get("nodes")
    cards: Number | None = said.get("gpu_count")
    each = said.get("system_gpus") or (int(per_node.low) if per_node else None)
    if cards is None and nodes is None and "one_gpu" in said and ("duration" in said or "period" in said):
        cards = said["one_gpu"]
    if nodes is not None and not nodes.whole:
        if cards is not None:
            nodes = None
        elif each is None:
            nodes = None  # half of what? asked for as a count
        elif (nodes.low * each) == int(nodes.low * each):
            cards, nodes = nodes.times(each), None
    for number in (cards, nodes, per_node):
        refusal = _refused(number)
        if refusal:
            refusals.append(refusal)
            return {}
    if (
        nodes is not None
        and each is None
        and cards is not None
        and nodes.single
        and cards.single
        and cards.low % nodes.low == 0
    ):
        each = int(cards.low / nodes.low)
    result: dict[str, Any] = {"gpus_per_node": each}
    if each and "node_hours" in said:
        result["gpu_hours"] = said["node_hours"].low * each
    if nodes is not None and nodes.single:
        result["nodes"] = int(nodes.low)
    if cards is None and nodes is not None and each:
        cards = nodes.times(each)
    if cards is not None:
        refusal = _refused(cards)
        if refusal:
            refusals.append(refusal)
            return {}
        result["gpu_count"] = Count(low=int(cards.low), high=int(cards.high))
    if (
        result.get("nodes") is None
        and cards is not None
        and "system_gpus" not in said
        and nodes is None
        and per_node is None
    ):
        result["gpus_per_node"] = None
    return result


def checked_count(count: int) -> Refusal | None:
    """Why so many GPUs or nodes are refused."""
    return _refused(Number(Decimal(count), Decimal(count)))


def _refused(number: Number | None) -> Refusal | None:
    if number is None:
        return None
    if number.low <= 0:
        return Refusal("non_positive_count")
    if not number.whole:
        return Refusal("fractional_count")
    return Refusal("out_of_range") if number.high > MAX_GPUS else None


def _times(found: Draft, refusals: list[Refusal]) -> dict[str, Any]:
    said = found.said
    if found.no_such_day:
        refusals.append(Refusal("invalid_date"))
    duration: Period | None = said.get("duration")
    if duration is None and "period" in said:
        grain = said["period"].grain
        value, unit = (Decimal(2), TimeUnit.QUARTER) if grain == "half-year" else (Decimal(1), TimeUnit(grain))
        duration = Period(low=value, high=value, unit=unit)
    for period in (duration, said.get("commit")):
        if period is None:
            continue
        if period.low <= 0:
            refusals.append(Refusal("non_positive_duration"))
        elif period.high * DAYS[period.unit] > MAX_DAYS:
            refusals.append(Refusal("out_of_range"))
    if refusals:
        duration = None
    start: date | None = said.get("start_date")
    return {"duration": duration, "start_date": start}


def _money(found: Draft, intent: Intent) -> dict[str, Any]:
    said = found.said
    result: dict[str, Any] = {"currency": said.get("currency")}
    cash: Cash | None = said.get("budget")
    if cash is not None:
        result["budget"] = _amount(cash, found)
    if "power_price" in said:
        result["power_price"] = _amount(said["power_price"], found)
    rate: Rate | None = said.get("unit_price")
    if rate is not None:
        amount = _amount(rate.cash, found)
        unit = rate.unit or ("node" if found.has(Kind.NODE) and rate.per else "gpu")
        result["unit_price"] = UnitPrice(amount=amount.amount, currency=amount.currency, unit=unit, per=rate.per)
    return result


def _amount(cash: Cash, found: Draft) -> Amount:
    """The amount with its ISO code; without any word for the currency that of the asker's language."""
    implied = "CNY" if found.language == "zh" else "USD"
    return Amount(amount=cash.amount, currency=SIGNS.get(cash.currency, cash.currency) or implied)


def _price_look_up(found: Draft, intent: Intent) -> dict[str, Any]:
    """The unit of the price that is asked for; one GPU is then no scenario but the unit."""
    said, result = found.said, {}
    if "per" in said and intent is not Intent.BUDGET and "duration" not in said and "gpu_hours" not in said:
        result["per"] = said["per"]
    if intent is not Intent.PRICE_LOOKUP:
        return result
    if asks_for_fee(found):
        result |= {"item": "egress" if found.has(Kind.EGRESS) else "storage", "egress_tb": None, "storage_tb": None}
    if price_of_one_period(found):
        unit = said["duration"].unit if "duration" in said else TimeUnit.HOUR
        result |= {"per": unit.value, "duration": None, "gpu_hours": None}
    elif asks_for_month(found):
        result["per"] = "month"
    cards: Number | None = said.get("gpu_count")
    if cards is not None and cards.low == cards.high == 1:
        result["gpu_count"] = None
    return result


def to_ask(request: Request, vague: bool = False) -> tuple[str, ...]:
    """Fields that must still be asked for before a figure can be given."""
    ask: list[str] = []
    intent = request.intent
    if intent in (Intent.HELP, Intent.UNKNOWN, Intent.PRICE_LOOKUP) or (request.per and intent is not Intent.BUDGET):
        return ()
    if not request.gpus:
        ask.append("gpu")
    if intent is Intent.BUDGET and request.budget is None:
        ask.append("budget")
    if intent is Intent.SIZE:
        ask += [name for name in ("model_params", "tokens") if getattr(request, name) is None]
    if intent in (Intent.QUOTE, Intent.COMPARE) and request.gpu_hours is None:
        if request.gpu_count is None and request.nodes is None:
            ask.append("gpu_count")
        if request.duration is None and request.ways != (Way.OWN,):
            ask.append("duration")
    return tuple(ask)
