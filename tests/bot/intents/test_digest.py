"""What the weekly digest is made of, and which verdicts a coming change turns."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal

import pytest

from bot.conversation_records import Place, Recent
from bot.intents.book_state import book_state
from bot.intents.digest import MOST_DAYS, MOST_THREADS, Price, digest_of, pricer, turned
from bot.intents.turn import ThreadState
from bot.replies.digest_data import Pending, Turned
from bot.understanding.request import Count, Intent, Period, Request
from pricing.book import Book
from pricing.catalog import ComponentKind, PriceKind, ProviderKind
from pricing.costs import Comparison
from pricing.units import PricingUnit, TimeUnit
from tests.builders import DAY, MemoryBook, a_book, add_component, add_offer, add_own

SIX_WEEKS = Period(low=Decimal(6), high=Decimal(6), unit=TimeUnit.WEEK)
QUESTION = Request(gpus=("H100",), gpu_count=Count(low=8, high=8), duration=SIX_WEEKS)
SOON = DAY + timedelta(days=4)
LATER = DAY + timedelta(days=20)
PLACE = Place("T1", "C1", "1700000000.000100")


def market(nimbus: str | None = "2", cirrus: str | None = "3", book: MemoryBook | None = None) -> MemoryBook:
    """Two sellers of H100, at CNY a GPU-hour."""
    book = book or a_book()
    add_offer(book, nimbus, id="nimbus")
    add_offer(book, cirrus, id="cirrus", provider="cirrus")
    return book


def a_thread(request: Request = QUESTION, place: Place = PLACE, **about: object) -> Recent:
    state = ThreadState.model_validate(
        {"requests": (request,), "language": "en", "book_version": 1, "day": DAY, **about}
    )
    return Recent(place, state.model_dump_json(exclude_defaults=True), 1_700_000_000.0)


def found(
    threads: Iterable[Recent], books: dict[date, MemoryBook], days: Iterable[date] | None = None
) -> tuple[Turned, ...]:
    """What turns where the book of a day is the last of these that has begun."""

    def book_of(day: date, version: int | None) -> Book:
        return replace(books[max(first for first in books if first <= day)], day=day)

    return turned(threads, pricer(book_of, "CNY"), DAY, books if days is None else days)


class TestAThreadTurns:
    def test_when_another_seller_becomes_the_cheapest(self) -> None:
        [turn] = found([a_thread()], {DAY: market(), SOON: market(cirrus="1")})
        assert turn.old
        assert turn.new
        assert (turn.place, turn.request, turn.day) == (PLACE, QUESTION, SOON)
        assert (turn.old.quote.offer.id, turn.old.cost) == ("nimbus", Decimal(8 * 2 * 1008))
        assert (turn.new.quote.offer.id, turn.new.cost) == ("cirrus", Decimal(8 * 1 * 1008))
        assert turn.new.currency == "CNY"

    def test_when_what_it_takes_ends(self) -> None:
        [turn] = found([a_thread()], {DAY: market(), SOON: market(nimbus=None)})
        assert turn.new
        assert turn.new.quote.offer.id == "cirrus"

    def test_when_nothing_is_left(self) -> None:
        [turn] = found([a_thread()], {DAY: market(), SOON: market(None, None)})
        assert turn.new is None

    def test_from_renting_to_buying(self) -> None:
        dear = a_book()
        add_own(dear)
        request = Request(gpus=("H100",), gpu_count=Count(low=1024, high=1024), duration=SIX_WEEKS)
        cheap = a_book()
        add_own(cheap)
        [turn] = found([a_thread(request)], {DAY: market(book=dear), SOON: market("400", "500", cheap)})
        assert turn.new
        assert turn.new.quote.own

    def test_on_the_first_of_several_days(self) -> None:
        books = {DAY: market(), LATER: market(cirrus="1"), SOON: market(cirrus="1.5")}
        assert [turn.day for turn in found([a_thread()], books)] == [SOON]

    def test_for_one_of_several_gpus(self) -> None:
        request = QUESTION.model_copy(update={"gpus": ("A100", "H100")})
        [turn] = found([a_thread(request)], {DAY: market(), SOON: market(cirrus="1")}, [SOON])
        assert turn.gpu == "A100"  # the same work on other GPUs, by the same sellers


class TestAThreadStaysAsItIs:
    @pytest.mark.parametrize(
        "thread",
        [
            pytest.param(a_thread(kept=True), id="with an earlier book"),
            pytest.param(a_thread(place=Place("T1", "D1", "1.1")), id="with the bot alone"),
            pytest.param(a_thread(QUESTION.model_copy(update={"intent": Intent.PRICE_LOOKUP})), id="a look-up"),
            pytest.param(a_thread(QUESTION.model_copy(update={"duration": None})), id="not asked to the end"),
            pytest.param(a_thread(QUESTION.model_copy(update={"gpus": ("H900",)})), id="a GPU that is gone"),
            pytest.param(a_thread(QUESTION.model_copy(update={"currency": "EUR"})), id="no exchange rate"),
            pytest.param(
                a_thread(QUESTION.model_copy(update={"start_date": DAY + timedelta(days=1)})), id="begun by then"
            ),
            pytest.param(Recent(PLACE, '{"another": "version"}', 1.0), id="of another version"),
        ],
    )
    def test_when_it_has_no_verdict_that_could_turn(self, thread: Recent) -> None:
        assert found([thread], {DAY: market(), SOON: market(cirrus="1")}) == ()

    def test_when_only_the_figure_changes(self) -> None:
        assert found([a_thread()], {DAY: market(), SOON: market("2.5")}) == ()

    def test_when_only_the_age_of_prices_changes(self) -> None:
        book = market()
        assert found([a_thread()], {DAY: book}, [DAY + timedelta(days=300)]) == ()

    def test_when_no_day_is_to_come(self) -> None:
        books = {DAY - timedelta(days=9): market(), DAY: market(cirrus="1")}
        assert found([a_thread()], books, [DAY, DAY - timedelta(days=9)]) == ()


class Counted:
    """Counts what is priced."""

    def __init__(self, price: Price) -> None:
        self.price, self.asked = price, list[tuple[Request, date]]()

    def __call__(self, request: Request, day: date) -> tuple[Comparison, ...]:
        self.asked.append((request, day))
        return tuple(self.price(request, day))


class TestTheWork:
    def priced(self, threads: Iterable[Recent], days: Iterable[date]) -> list[tuple[Request, date]]:
        book = market()
        price = Counted(pricer(lambda day, version: book, "CNY"))
        assert turned(threads, price, DAY, days) == ()
        return price.asked

    def test_is_done_once_for_a_question_that_many_asked(self) -> None:
        threads = [a_thread(place=Place("T1", "C1", f"{number}.1")) for number in range(5)]
        assert self.priced(threads, [SOON, SOON, LATER]) == [(QUESTION, DAY), (QUESTION, SOON), (QUESTION, LATER)]

    def test_has_bounds(self) -> None:
        def other(number: int) -> Request:
            return QUESTION.model_copy(update={"gpu_count": Count(low=number, high=number)})

        threads = (a_thread(other(number), Place("T1", "C1", f"{number}.1")) for number in range(1, MOST_THREADS + 9))
        assert len(self.priced(threads, [SOON])) == 2 * MOST_THREADS
        days = [DAY + timedelta(days=number) for number in range(50, 0, -1)]
        asked = self.priced([a_thread()], days)
        assert [day for _, day in asked] == [DAY, *(DAY + timedelta(days=number) for number in range(1, MOST_DAYS + 1))]


class TestTheDigest:
    def pending(self, subject: str, contract: bool | None = None) -> Pending:
        return Pending("17", "U1", subject, Decimal(2), Decimal(3), "CNY", LATER, contract=contract)

    def test_counts_what_the_home_tab_counts(self) -> None:
        book = market()
        add_offer(book, "2", observed="2026-03", id="old")
        add_offer(book, "2", observed="2026-11-20", id="host", provider="host", kind=ProviderKind.MARKETPLACE)
        add_offer(book, "2", observed="", id="undated")
        add_offer(book, "2", observed="2020", id="contract", price_kind=PriceKind.CONTRACT)
        digest, state = digest_of(book, (), (), ()), book_state(book)
        assert [one.offer.id for one in digest.stale] == ["old", "host"]
        assert (len(digest.stale), digest.undated) == (state.stale, state.undated) == (2, 1)
        assert (digest.day, digest.version, state.offers) == (book.day, book.version, 6)

    @pytest.mark.parametrize(
        ("subject", "told", "expected"),
        [
            ("nimbus", None, False),
            ("nimbus", True, True),
            ("contract", None, True),
            ("contract", False, True),
            ("contract/upfront", None, True),
            ("utilisation", None, False),
            ("an offer to be", None, True),
            ("an offer to be", False, False),
        ],
    )
    def test_knows_which_pending_changes_may_be_contracts(
        self, subject: str, told: bool | None, expected: bool
    ) -> None:
        book = market()
        add_offer(book, "1", id="contract", price_kind=PriceKind.CONTRACT)
        add_component(book, "contract", ComponentKind.UPFRONT, "5", PricingUnit.PER_NODE)
        [waiting] = digest_of(book, (), [self.pending(subject, told)], ()).pending
        assert waiting.is_contract is expected

    def test_knows_what_a_pending_change_is_about(self) -> None:
        book = market()
        [waiting] = digest_of(book, (), [self.pending("cirrus")], ()).pending
        assert waiting.subject.provider == book.providers["cirrus"]
        assert waiting.subject.price
        assert waiting.subject.price.value == Decimal(3)
