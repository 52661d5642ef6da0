"""Worked examples by hand and from publications: what must come out, to the printed digit."""

from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
import yaml

from pricing.base import changed
from pricing.book import PricedOffer
from pricing.catalog import ComponentKind, FeeKind, ProviderKind
from pricing.compare import compare
from pricing.costs import BreakEven, Comparison, Due, Quote
from pricing.money import rounded
from pricing.units import Duration, PricingUnit, TimeUnit
from tests.builders import (
    MemoryBook,
    a_book,
    a_scenario,
    add_component,
    add_fee,
    add_offer,
    add_rate,
    article_book,
)

GOLDEN = Path(__file__).parent.parent / "golden"
UNITS = {"hours": TimeUnit.HOUR, "weeks": TimeUnit.WEEK, "months": TimeUnit.MONTH}


def cases() -> list[Any]:
    found = []
    for path in sorted(GOLDEN.glob("*.yaml")):
        document = yaml.safe_load(path.read_text(encoding="utf-8"))
        found += [pytest.param(case, document.get("book"), id=case["id"]) for case in document["cases"]]
    return found


@pytest.mark.parametrize(("case", "book_name"), cases())
def test_worked_example(case: dict[str, Any], book_name: str | None) -> None:
    result = compare(scenario_of(case), book_of(case, book_name))
    quotes = {quote.offer.id: quote for quote in result.quotes}
    for offer, expected in case.get("expect", {}).items():
        check_quote(quotes[offer], expected)
    for offer, expected in case.get("break_even", {}).items():
        check_break_even(result, offer, expected)
    assert case.get("expect") or case.get("break_even")


def scenario_of(case: dict[str, Any]) -> Any:
    fields = dict(case["scenario"])
    duration = None
    for name, unit in UNITS.items():
        if name in fields:
            duration = Duration(value=Decimal(str(fields.pop(name))), unit=unit)
    overrides = tuple((name, Decimal(value)) for name, value in case.get("assumptions", {}).items())
    return a_scenario(**{"duration": duration, "overrides": overrides, **fields})


def book_of(case: dict[str, Any], name: str | None) -> MemoryBook:
    book = article_book() if name == "article" else a_book()
    for offer, terms in case.get("offers", {}).items():
        put_offer(book, offer, dict(terms))
    for fee in case.get("fees", []):
        unit = PricingUnit(fee.get("unit", "GB"))
        add_fee(book, fee["provider"], FeeKind(fee["kind"]), fee["tiers"], unit, fee["currency"])
    for part in case.get("components", []):
        add_component(
            book,
            part["offer"],
            ComponentKind(part["kind"]),
            part["value"],
            PricingUnit(part["unit"]),
            part.get("basis_gpus"),
            part["currency"],
        )
    for base, quote, value in case.get("rates", []):
        add_rate(book, base, quote, value)
    for offer, terms in case.get("terms", {}).items():
        exact = {key: Decimal(value) for key, value in terms.items()}
        book.priced = [
            PricedOffer(changed(o, **exact), p) if o.id == offer else PricedOffer(o, p) for o, p in book.priced
        ]
    return book


def put_offer(book: MemoryBook, name: str, terms: dict[str, Any]) -> None:
    owned = terms.get("mode") == "owned"
    if "min_hours" in terms:
        terms["min_duration"] = Duration(value=Decimal(terms.pop("min_hours")), unit=TimeUnit.HOUR)
    price, currency = terms.pop("price", None), terms.pop("currency", "USD")
    unit = PricingUnit(terms.pop("unit", "Node-Hours"))
    kind = ProviderKind.OWN if owned else ProviderKind.SPECIALISED
    add_offer(book, price, unit, currency, kind, **{"id": name, "provider": name, **terms})


def check_quote(quote: Quote, expected: dict[str, Any]) -> None:
    own = quote.own
    gpu_hours = quote.nodes * quote.offer.gpus_per_node * quote.run_hours
    found = {
        "nodes": quote.nodes,
        "idle_gpus": quote.idle_gpus,
        "per_month": quote.per_month,
        "effective": quote.effective_cost,
        "billed": quote.billed_cost,
        "at_order": sum((line.amount for line in quote.billed if line.due is Due.AT_ORDER), Decimal(0)),
        "if_kept": quote.cash_if_kept,
        "equal_work": quote.equal_work_cost,
        "ready_hours": quote.ready_hours,
        "per_gpu_hour": quote.effective[0].amount / gpu_hours,
        "tco": own and own.tco,
        "residual": own and own.residual,
        "own_hours_only": own and own.own_hours_only,
        "effective_lines": by_kind(quote.effective),
        "billed_lines": by_kind(quote.billed),
    }
    for name, value in expected.items():
        if isinstance(value, dict):
            for kind, amount in value.items():
                assert shown(found[name][kind], amount) == amount, (name, kind)
        elif isinstance(value, str):
            assert shown(found[name], value) == value, name
        else:
            assert found[name] == value, name


def by_kind(lines: Any) -> dict[str, Decimal]:
    kinds = {line.kind.value for line in lines}
    return {kind: sum((x.amount for x in lines if x.kind.value == kind), Decimal(0)) for kind in kinds}


def shown(value: Decimal | None, like: str) -> str:
    assert value is not None
    return str(rounded(value, Decimal(1).scaleb(Decimal(like).as_tuple().exponent)))  # type: ignore[arg-type]


def check_break_even(result: Comparison, offer: str, expected: dict[str, str]) -> None:
    found: BreakEven = next(item for item in result.break_evens if item.rental.offer.id == offer)
    for name, value in expected.items():
        assert shown(getattr(found, name), value) == value, name
