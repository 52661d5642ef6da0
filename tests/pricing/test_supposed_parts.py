"""Parts of own hardware as supposed, on the seeded book: what stands in place of what, and power counted once."""

from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

import pytest

from pricing.book import Book
from pricing.compare import compare
from pricing.costs import LineKind, Quote
from pricing.flags import FlagKind
from pricing.scenario import WhatIf
from pricing.store import Store
from pricing.units import Duration, TimeUnit
from tests.builders import DAY, ENTERED, a_scenario

D = Decimal


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Book]:
    with Store.open(Path(tmp_path_factory.mktemp("own")) / "book.db", now=ENTERED) as store:
        yield store.book(DAY)


def own(book: Book, *what_if: WhatIf, gpu: str = "H200", years: str = "5") -> Quote:
    scenario = a_scenario(
        gpu=gpu,
        gpu_count=64,
        duration=Duration(value=D(6), unit=TimeUnit.MONTH),
        currency="USD",
        what_if=what_if,
        overrides=(("depreciation_years", D(years)),),
    )
    found = compare(scenario, book).own
    assert found is not None
    return found


def amount(quote: Quote, kind: LineKind) -> Decimal:
    """Over the whole life: the effective lines without the share of the run."""
    assert quote.own is not None
    share = D(4380) / quote.own.life_hours / quote.own.utilisation
    return sum((line.amount for line in quote.effective if line.kind is kind), D(0)) / share


def test_a_colocation_rate_stands_in_place_of_the_facility(book: Book) -> None:
    quote = own(book, WhatIf(name="colocation", value=D(150), currency="USD"))
    assert amount(quote, LineKind.FACILITY).quantize(D("0.01")) == 8 * D("10.2") * 150 * 60
    assert amount(quote, LineKind.POWER) == amount(own(book), LineKind.POWER)


def test_power_inside_the_rate_is_not_counted_twice(book: Book) -> None:
    rate = WhatIf(name="colocation", value=D(150), currency="USD")
    quote = own(book, rate, WhatIf(name="colocation_with_power", value=D(1)))
    assert amount(quote, LineKind.POWER) == 0
    assert amount(quote, LineKind.FACILITY).quantize(D("0.01")) == 8 * D("10.2") * 150 * 60


def test_colocation_in_place_of_one_sum_says_that_staff_is_not_counted(book: Book) -> None:
    quote = own(book, WhatIf(name="colocation"), gpu="H100")
    assert amount(quote, LineKind.OPERATIONS) == 0
    assert amount(quote, LineKind.POWER) > 0
    assert FlagKind.COLOCATION in {flag.kind for flag in quote.flags}
    assert FlagKind.COLOCATION not in {flag.kind for flag in own(book, WhatIf(name="colocation")).flags}


def test_electricity_and_pue_scale_the_power_line_alone(book: Book) -> None:
    before = own(book)
    dearer = own(book, WhatIf(name="electricity", factor=D("1.2")))
    assert abs(amount(dearer, LineKind.POWER) / amount(before, LineKind.POWER) - D("1.2")) < D("1e-20")
    better = own(book, WhatIf(name="pue", value=D("1.2")))
    assert abs(amount(better, LineKind.POWER) / amount(before, LineKind.POWER) - D("1.2") / D("1.3")) < D("1e-20")
    assert amount(better, LineKind.GPU) == amount(before, LineKind.GPU)


def test_two_more_engineers_cost_what_the_book_says(book: Book) -> None:
    more = amount(own(book, WhatIf(name="engineers", value=D(2))), LineKind.OPERATIONS)
    assert (more - amount(own(book), LineKind.OPERATIONS)).quantize(D("0.01")) == 2 * 250_000 * 5


@pytest.mark.parametrize(("years", "share"), [("3", "0.25"), ("5", "0.10"), ("1", "0.60")])
def test_another_life_takes_the_residual_value_of_that_age(book: Book, years: str, share: str) -> None:
    quote = own(book, years=years)
    assert quote.own is not None
    assert quote.own.residual == quote.own.capex * D(share)
    assert FlagKind.NO_RESIDUAL not in {flag.kind for flag in quote.flags}


def test_beyond_five_years_nobody_states_what_is_left(book: Book) -> None:
    quote = own(book, years="6")
    assert quote.own is not None
    assert quote.own.residual == 0
    assert FlagKind.NO_RESIDUAL in {flag.kind for flag in quote.flags}
