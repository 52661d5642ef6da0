"""A number changed in the workbook moves every figure to what the price book would give with that number."""

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal

import pytest

from bot.exports.grid import Sheet
from bot.exports.options import close
from pricing.catalog import ComponentKind, FeeKind, Mode, Offer
from pricing.compare import compare
from pricing.costs import Comparison, Quote
from pricing.units import Duration, PricingUnit, TimeUnit
from tests import builders
from tests.bot.exports.books import column_of, evaluator, row_of, sheets
from tests.builders import MemoryBook, a_scenario

D = Decimal


@dataclass(frozen=True)
class World:
    """Numbers a book is made from."""

    node_month: str = "128000"
    gpu_hour: str = "3.90"
    committed: str = "2.10"
    egress: str = "0.09"
    card: str = "250000"
    maintenance: str = "4"
    node_kw: str = "10.2"
    facility: str = "1300"
    usd: str = "7.1"
    utilisation: str = "0.70"
    pue: str = "1.3"
    power_load: str = "0.75"
    electricity: str = "0.0904"
    discount: str = "0.1"


def a_book(world: World) -> MemoryBook:
    """Own hardware with power, maintenance and residual value; rentals by the hour, the month and committed; fees."""
    book = builders.a_book(utilisation=world.utilisation, pue=world.pue, power_load=world.power_load)
    book.assumptions["electricity"] = builders.an_entry(
        builders.EntryKind.ASSUMPTION, "electricity", world.electricity, PricingUnit.KWH, currency="USD"
    )
    builders.add_rate(book, "USD", "CNY", world.usd)
    own = builders.add_offer(book, None, id="own/h100", provider="own", mode=Mode.OWNED, kind=builders.ProviderKind.OWN)
    _own_parts(book, own, world)
    month = Duration(value=D(1), unit=TimeUnit.MONTH)
    builders.add_offer(
        book,
        world.node_month,
        PricingUnit.NODE_MONTH,
        id="a100",
        provider="star",
        gpu="A100",
        increment=month,
        efficiency_loss=D("0.07"),
    )
    builders.add_offer(book, world.gpu_hour, currency="USD", id="hourly", provider="nimbus", hours_in_month=D(672))
    builders.add_offer(
        book,
        world.committed,
        currency="USD",
        id="committed",
        provider="big",
        mode=Mode.COMMITTED,
        term_months=D(12),
        upfront_share=D("0.5"),
    )
    builders.add_fee(book, "big", FeeKind.EGRESS, [("0", world.egress), ("10240", "0.05")], currency="USD")
    builders.add_fee(book, "nimbus", FeeKind.REQUESTS, [("0", "0.01")], PricingUnit.REQUESTS_10K, "USD")
    return book


def _own_parts(book: MemoryBook, own: Offer, world: World) -> None:
    for kind, value, unit, about in (
        (ComponentKind.GPU, world.card, PricingUnit.PER_GPU, {}),
        (ComponentKind.SERVER_NETWORK, "85000000", PricingUnit.PER_CLUSTER, {"basis_gpus": 1024}),
        (ComponentKind.FACILITY, world.facility, PricingUnit.KW_MONTH, {}),
        (ComponentKind.POWER_DRAW, world.node_kw, PricingUnit.NODE_KW, {"currency": ""}),
        (ComponentKind.MAINTENANCE, world.maintenance, PricingUnit.PERCENT_PER_YEAR, {"currency": ""}),
        (ComponentKind.RESIDUAL, "10", PricingUnit.PERCENT, {"currency": ""}),
    ):
        builders.add_component(book, own.id, kind, value, unit, **about)  # type: ignore[arg-type]


def priced(world: World, **scenario: object) -> Comparison:
    return compare(a_scenario(discount=D(world.discount), **scenario), a_book(world))


SOURCES, ASSUMPTIONS = "Sources", "Assumptions"
CHANGES: dict[str, tuple[str, str, str]] = {
    # number -> its new value, the sheet it stands on, and how its row begins
    "node_month": ("131072", SOURCES, "a100"),
    "gpu_hour": ("4.44", SOURCES, "hourly"),
    "committed": ("1.75", SOURCES, "committed"),
    "egress": ("0.11", SOURCES, "big/egress/0"),
    "card": ("311111.11", SOURCES, "own/h100/gpu"),
    "maintenance": ("7", SOURCES, "own/h100/maintenance"),
    "node_kw": ("11.3", SOURCES, "own/h100/power-draw"),
    "facility": ("999", SOURCES, "own/h100/facility"),
    "usd": ("6.9858", ASSUMPTIONS, "CNY for 1 USD"),
    "utilisation": ("0.45", ASSUMPTIONS, "Utilisation"),
    "pue": ("1.12", ASSUMPTIONS, "PUE"),
    "power_load": ("0.9", ASSUMPTIONS, "Power drawn"),
    "electricity": ("0.15", ASSUMPTIONS, "Electricity"),
    "discount": ("0.35", ASSUMPTIONS, "Discount"),
}


def place(made: list[Sheet], title: str, begins: str) -> tuple[str, str]:
    """Where a number that may be changed stands."""
    sheet = next(sheet for sheet in made if sheet.title == title)
    subjects, values = (2, "D") if title == SOURCES else (0, "B")
    row = row_of(sheet, subjects, begins)
    cell = sheet.rows[row - 1]["ABCD".index(values)]
    assert cell is not None
    assert cell.look.value == "input", f"{begins} may be changed"
    return title, f"{values}{row}"


FIGURES: dict[str, Callable[[Quote], Decimal | None]] = {
    "Effective cost (CNY)": lambda quote: quote.effective_cost,
    "Cash outlay (CNY)": lambda quote: quote.billed_cost,
    "A month of full use (CNY)": lambda quote: quote.per_month,
    "Cost for equal work (CNY)": lambda quote: quote.equal_work_cost,
    "Running cost while kept, not in the outlay": lambda quote: quote.cash_if_kept,
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_changed_number_gives_what_the_book_would_give(name: str) -> None:
    value, title, begins = CHANGES[name]
    before, after = priced(World()), priced(World(**{name: value}))
    made = sheets([before])
    works = evaluator(made, {place(made, title, begins): D(value)})
    table = made[0]
    moved = 0
    for quote in after.quotes:
        row = row_of(table, 1, _row_name(made, before, quote.offer.id))
        for heading, figure in FIGURES.items():
            found, wanted = works.cell("Comparison", f"{column_of(table, heading)}{row}"), figure(quote)
            if found is not None or wanted:
                assert isinstance(found, Decimal)
                assert wanted is not None
                assert close(found, wanted), (quote.offer.id, heading, found, wanted)
        old = next(item for item in before.quotes if item.offer.id == quote.offer.id)
        moved += (old.effective_cost, old.billed_cost) != (quote.effective_cost, quote.billed_cost)
    assert moved, "the change is one that can be seen"
    check = row_of(table, 0, "Check")
    assert "was changed" in str(works.cell("Comparison", f"A{check}"))


def _row_name(made: list[Sheet], comparison: Comparison, offer: str) -> str:
    """How the row of an offer begins; the names say the provider."""
    provider = next(quote.provider for quote in comparison.quotes if quote.offer.id == offer)
    return provider.names["en"]


@pytest.mark.parametrize("name", ["usd", "card", "gpu_hour", "utilisation", "electricity"])
def test_break_even_moves_along(name: str) -> None:
    value, title, begins = CHANGES[name]
    before, after = priced(World()), priced(World(**{name: value}))
    made = sheets([before])
    works = evaluator(made, {place(made, title, begins): D(value)})
    sheet = made[4]
    assert after.break_evens
    for item in after.break_evens:
        row = row_of(sheet, 1, item.rental.provider.names["en"])
        for heading, wanted in (("Months of use", item.months), ("Equal work, months", item.equal_work_months)):
            found = works.cell("Break-even", f"{column_of(sheet, heading)}{row}")
            if heading == "Months of use" or item.rental.is_substitute:
                assert found == "never" if wanted is None else close(D(str(found)), wanted)


def test_a_measured_factor_for_equal_work_may_be_put_in() -> None:
    comparison = priced(World())
    made = sheets([comparison])
    works = evaluator(made, {place(made, ASSUMPTIONS, "A100 for 1 H100"): D("2.5")})
    row = row_of(made[0], 1, "Star")
    [other] = [quote for quote in comparison.quotes if quote.is_substitute]
    found = works.cell("Comparison", f"{column_of(made[0], 'Cost for equal work (CNY)')}{row}")
    assert close(D(str(found)), other.effective_cost * D("2.5"))


def test_what_also_decides_steps_and_terms_is_not_offered_for_change() -> None:
    sheet = sheets([priced(World())])[3]
    answers = {str(row[0].value): row for row in sheet.rows if row and row[0] is not None and len(row) > 3}
    for name in ("Hours in a month", "Years that own hardware is written off over", "GB out per 30 days"):
        found = next(row for begins, row in answers.items() if begins.startswith(name))
        assert found[1] is not None
        assert found[1].look.value == "plain"
    assert answers["Hours in a month"][3] is not None
    assert answers["Hours in a month"][3].value == "no, ask again"


def test_without_a_change_nothing_has_moved() -> None:
    made = sheets([priced(World())])
    works = evaluator(made)
    check = row_of(made[0], 0, "Check")
    assert "the figures that were priced" in str(works.cell("Comparison", f"A{check}"))
    assert "was changed" not in str(works.cell("Comparison", f"A{check}"))
