"""Speaks the label schema of the corpora beside this file, for tests and for `score.py`."""

from dataclasses import replace
from datetime import date
from decimal import Decimal
from functools import lru_cache
from importlib.resources import files
from typing import Any

import yaml

from bot.understanding import dates, quantities
from bot.understanding.grammar import phrases
from bot.understanding.kinds import Kind, Token
from bot.understanding.names import names_of
from bot.understanding.phrases import rewrite
from bot.understanding.reading import Action, Reading
from bot.understanding.request import Amount, Count, Period, Request, Way
from bot.understanding.resolve import to_ask
from bot.understanding.text import plain
from bot.understanding.tokens import tokens_of
from bot.understanding.understand import understand
from bot.understanding.vocabulary import Vocabulary
from pricing.catalog import Gpu, Instance, Provider, Region
from pricing.units import TimeUnit

TODAY = date(2026, 12, 1)
MODES = {
    Way.OWN: "own",
    Way.CLOUD: "cloud",
    Way.ON_DEMAND: "cloud_on_demand",
    Way.COMMITTED: "cloud_reserved",
    Way.SPOT: "cloud_spot",
    Way.SPECIALISED: "specialised",
}
WAYS = {mode: way for way, mode in MODES.items()}
NUMBERS = (
    "utilisation",
    "mfu",
    "discount",
    "egress_tb",
    "storage_tb",
    "tco_years",
    "model_params",
    "tokens",
    "gpu_hours",
)
PLAIN = ("instance", "nodes", "gpus_per_node", "region", "currency", "egress_per", "per", "item")


@lru_cache(maxsize=1)
def vocabulary() -> Vocabulary:
    """The names in `pricing/data`."""

    def rows(name: str) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = yaml.safe_load((files("pricing") / "data" / f"{name}.yaml").read_text("utf8"))
        return found

    return Vocabulary.of(
        (Gpu(**row) for row in rows("gpus")),
        (Provider(**row) for row in rows("providers")),
        (Instance(**row) for row in rows("instances")),
        (Region(**row) for row in rows("regions")),
    )


def parse(text: str) -> dict[str, Any]:
    """The labels of a fresh question."""
    return labels(understand(text, vocabulary(), TODAY))


def follow(text: str, states: list[dict[str, Any]]) -> dict[str, Any]:
    """The labels of the state after a follow-up; `states`: those so far, the current one last.

    The schema has no word for a follow-up that is not understood: the state stays.
    """
    requests = tuple(request(state) for state in states)
    reading = understand(text, vocabulary(), TODAY, requests[-1], requests[:-1])
    if reading.reject == "not_a_request" and reading.request == requests[-1]:
        reading = replace(reading, reject=None, ask=to_ask(reading.request))
    return labels(reading)


def labels(reading: Reading) -> dict[str, Any]:
    """A reading in the label schema; a thread that starts over has no labels."""
    if reading.action is Action.RESET:
        return {}
    said = reading.request
    found: dict[str, Any] = {"intent": said.intent.value}
    if said.gpus:
        found["gpu"] = said.gpus[0] if len(said.gpus) == 1 else list(said.gpus)
    for name in PLAIN:
        found[name] = getattr(said, name)
    for name in NUMBERS:
        value = getattr(said, name)
        found[name] = None if value is None else float(value)
    found["gpu_count"] = _count(said.gpu_count)
    found["duration"], found["commit"] = _period(said.duration), _period(said.commit)
    found["start_date"] = said.start_date.isoformat() if said.start_date else None
    found["modes"] = [MODES[way] for way in said.ways]
    found["exclude_modes"] = [MODES[way] for way in said.exclude_ways]
    found["providers"], found["exclude_providers"] = list(said.providers), list(said.exclude_providers)
    found["budget"], found["power_price"] = _amount(said.budget), _amount(said.power_price)
    if said.unit_price:
        price = said.unit_price
        found["unit_price"] = {"amount": float(price.amount), "currency": price.currency, "unit": price.unit}
        if price.per:
            found["unit_price"]["per"] = price.per
    found["clarify"], found["reject"] = list(reading.ask), reading.reject
    found["unknown"] = list(reading.unknown)
    found["suggest"] = [name for suggestion in reading.suggestions for name in suggestion.names]
    return {name: value for name, value in found.items() if value not in (None, [], {})}


def _count(count: Count | None) -> Any:
    if count is None:
        return None
    return count.low if count.low == count.high else {"min": count.low, "max": count.high}


def _period(period: Period | None) -> Any:
    if period is None:
        return None
    if period.low == period.high:
        return {"value": float(period.low), "unit": period.unit.value}
    return {"min": float(period.low), "max": float(period.high), "unit": period.unit.value}


def _amount(amount: Amount | None) -> Any:
    return None if amount is None else {"amount": float(amount.amount), "currency": amount.currency}


def request(state: dict[str, Any]) -> Request:
    """A request from its labels."""
    values: dict[str, Any] = {name: state[name] for name in (*PLAIN, "intent", "start_date") if name in state}
    values |= {name: _decimal(state[name]) for name in NUMBERS if name in state}
    gpu = state.get("gpu", [])
    values["gpus"] = (gpu,) if isinstance(gpu, str) else tuple(gpu)
    values["ways"] = tuple(WAYS[mode] for mode in state.get("modes", []))
    values["exclude_ways"] = tuple(WAYS[mode] for mode in state.get("exclude_modes", []))
    values["providers"] = tuple(state.get("providers", []))
    values["exclude_providers"] = tuple(state.get("exclude_providers", []))
    for name in ("duration", "commit"):
        if name in state:
            said = state[name]
            low, high = said.get("value", said.get("min")), said.get("value", said.get("max"))
            values[name] = Period(low=_decimal(low), high=_decimal(high), unit=TimeUnit(said["unit"]))
    if isinstance(count := state.get("gpu_count"), dict):
        values["gpu_count"] = Count(low=count["min"], high=count["max"])
    elif count:
        values["gpu_count"] = Count(low=count, high=count)
    for name in ("budget", "power_price"):
        if name in state:
            values[name] = Amount(amount=_decimal(state[name]["amount"]), currency=state[name]["currency"])
    if "unit_price" in state:
        values["unit_price"] = state["unit_price"] | {"amount": _decimal(state["unit_price"]["amount"])}
    return Request(**values)


def _decimal(number: float) -> Decimal:
    return Decimal(repr(number))


def value(kind: str, lang: str, text: str, ref: date | None) -> tuple[Any, str | None] | None:
    """The one value of a kind that a text holds, with its unit, as the grammar reads it; None when there is none."""
    words = tokens_of(plain(text), names_of(vocabulary()))
    if kind == "date":
        return _date_value(words, ref or TODAY)
    tokens = words if kind in ("number", "money") else rewrite(words, dates.tables(ref or TODAY).strict)
    tokens = quantities.read(tokens)
    if kind == "percent" and (said := _share_said(tokens)):
        return said
    found = [token for token in tokens if token.kind in VALUE_KINDS[kind]]
    if kind in ("number", "money") and not found:
        found = [token for token in words if token.kind in VALUE_KINDS[kind]]
    readings = [reading for token in found if (reading := _value(kind, token)) is not None]
    return readings[0] if readings else None


def _share_said(tokens: list[Token]) -> tuple[Any, str] | None:
    """A share that only its cue makes one: 0.7 utilisation, 1/3 off; of 折 what is paid."""
    for start, end, said in phrases().find(tokens):
        for fact in said:
            if fact.field in ("utilisation", "mfu", "discount") and isinstance(fact.value, Decimal):
                paid = any(token.kind in (Kind.ZHE, Kind.HALF_PRICE) for token in tokens[start:end])
                return float(100 - 100 * fact.value if paid else 100 * fact.value), "%"
    return None


VALUE_KINDS = {
    "number": (Kind.NUM, Kind.HALF),
    "money": (Kind.MONEY, Kind.NUM),
    "percent": (Kind.PERCENT, Kind.NUM, Kind.HALF_PRICE),
    "datasize": (Kind.SIZE, Kind.NUM),
    "duration": (Kind.DURATION,),
}


def _value(kind: str, token: Token) -> tuple[Any, str | None] | None:
    said = token.value
    if token.kind is Kind.HALF:
        return 0.5, None
    if token.kind is Kind.HALF_PRICE:
        return 50, "%"
    if token.kind is Kind.MONEY:
        return float(said.amount), said.currency or "CNY"
    if token.kind is Kind.PERCENT:
        return float(said * 100), "%"
    if token.kind is Kind.SIZE:
        return float(said.amount), said.unit
    if token.kind is Kind.DURATION:
        return float(said.low), said.unit.value
    if said.bad:
        return None
    if kind == "number":
        return float(quantities.applied(said).low), None
    if kind == "money" and (said.suffix == "w" or said.scale):
        return float(quantities.applied(said).low), "USD" if said.scale == "grand" else "CNY"
    if kind == "datasize" and said.suffix == "t":
        return float(said.low), "TB"
    return None


def _date_value(words: list[Token], today: date) -> tuple[str, str] | None:
    tables = dates.tables(today)
    tokens = rewrite(words, tables.expected)
    tokens = quantities.read(tokens)
    found = [token for token in rewrite(tokens, tables.in_time) if token.kind is Kind.WHEN and token.value.first]
    if not found:
        return None
    day = max(found, key=lambda token: token.end - token.start).value
    return day.first.isoformat(), day.grain


def action(text: str, states: list[dict[str, Any]]) -> str:
    """What a follow-up does."""
    requests = tuple(request(state) for state in states)
    return understand(text, vocabulary(), TODAY, requests[-1], requests[:-1]).action.value
