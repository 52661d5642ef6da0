"""The digest says what is old, what comes and what waits, and no contract price where everybody reads."""

from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal

import pytest

from bot.conversation_records import Place
from bot.intents.digest import digest_of
from bot.replies.card import Card, Section
from bot.replies.digest import MOST_LINES, MOST_ROWS, digest_card
from bot.replies.digest_data import Best, Digest, Pending, Turned
from bot.replies.slack import message
from bot.replies.words import languages
from bot.understanding.request import Count, Period, Request
from pricing.book import Entry, EntryKind
from pricing.catalog import ComponentKind, FeeKind, Mode, PriceKind, ProviderKind
from pricing.costs import Quote
from pricing.freshness import coming
from pricing.units import PricingUnit, TimeUnit
from tests.bot.replies.builders import cloud_quote, own_quote, usd_quote
from tests.bot.replies.slack_limits import breaches
from tests.builders import DAY, MemoryBook, a_book, a_price, add_component, add_fee, add_offer, add_own, an_entry

SOON = DAY + timedelta(days=4)
SECRET = "7.77"
WEEKS = Period(low=Decimal(6), high=Decimal(6), unit=TimeUnit.WEEK)
QUESTION = Request(gpus=("H100",), gpu_count=Count(low=1024, high=1024), duration=WEEKS)


def a_market() -> MemoryBook:
    book = a_book()
    add_offer(book, "2.50", observed="2026-10-02", id="nimbus", name="8x H100", region="eu-1", currency="USD")
    add_offer(book, SECRET, id="contract", name="frame contract", price_kind=PriceKind.CONTRACT)
    add_component(book, "contract", ComponentKind.UPFRONT, SECRET, PricingUnit.PER_NODE)
    return book


def entry(subject: str, value: str | None, kind: EntryKind = EntryKind.PRICE, **about: object) -> Entry:
    return a_price(subject, value).model_copy(update={"kind": kind, "effective_from": SOON, **about})


def a_digest(book: MemoryBook, *entries: Entry, pending: tuple[Pending, ...] = (), **about: object) -> Digest:
    return replace(digest_of(book, coming(entries, book, DAY), pending, ()), **about)  # type: ignore[arg-type]


def a_pending(subject: str, old: str | None, new: str | None, **about: object) -> Pending:
    values = (None if one is None else Decimal(one) for one in (old, new))
    return Pending("17", "U1", subject, *values, "CNY", date(2026, 12, 9), **about)  # type: ignore[arg-type]


def a_turn(old: Quote | None, new: Quote | None, **about: object) -> Turned:
    best = [Best(one, one.billed_cost, "CNY") if one else None for one in (old, new)]
    return Turned(Place("T1", "C1", "1700000000.000100"), QUESTION, SOON, *best, **about)  # type: ignore[arg-type]


def lines(card: Card, title: str) -> tuple[str, ...]:
    return next((section.lines for section in card.sections if section.title == title), ())


def texts(card: Card) -> str:
    return message(card).text + str(message(card).blocks)


class TestAnOldPrice:
    def test_stands_in_the_table_with_its_day_and_age(self) -> None:
        card = digest_card(a_digest(a_market()))
        assert card.header == "State of the price book, 2026-12-01"
        assert card.verdict == "1 price past its age limit."
        assert card.table
        assert [column.title for column in card.table.columns] == ["Offer", "Price", "Seen", "Age"]
        assert [[cell.text for cell in row] for row in card.table.rows] == [
            ["Nimbus on demand, H100 (8x H100, eu-1)", "2.50 USD/GPU-hour", "2026-10-02", "60 days"]
        ]
        assert card.context == ("Price book no. 1, as of 2026-12-01",)

    def test_is_said_in_chinese(self) -> None:
        card = digest_card(a_digest(a_market()), "zh")
        assert (card.header, card.verdict) == ("价格库状况，2026-12-01", "1个价格已过期。")
        assert card.table
        assert [cell.text for cell in card.table.rows[0]] == [
            "Nimbus 按需，H100（8x H100、eu-1）",
            "2.50 USD/卡时",
            "2026-10-02",
            "60天",
        ]

    def test_of_own_hardware_shows_the_oldest_part(self) -> None:
        book = a_book()
        add_own(book)
        add_component(
            book, "own/article-h100", ComponentKind.FACILITY, "5", PricingUnit.PER_NODE, observed="2026-03-06"
        )
        card = digest_card(a_digest(book))
        assert card.table
        assert [cell.text for cell in card.table.rows[0]][:3] == ["Own, H100 (node)", "5 CNY/node", "2026-03-06"]

    def test_beyond_the_tenth_is_counted_like_those_without_a_date(self) -> None:
        book = a_book()
        for number in range(MOST_ROWS + 3):
            add_offer(book, "2", observed="2026-03-06", id=f"old-{number}")
        add_offer(book, "2", observed="", id="undated")
        card = digest_card(a_digest(book))
        assert card.table
        assert len(card.table.rows) == MOST_ROWS
        assert card.verdict == "13 prices past their age limit."
        assert card.notes == ("⚠ 3 more prices past their age limit", "1 price has no date")


class TestAComingChange:
    def test_says_what_it_was_and_by_how_much_it_changes(self) -> None:
        book = a_market()
        add_fee(book, "nimbus", FeeKind.EGRESS, [("0", "0.8")])
        add_own(book)
        digest = a_digest(
            book,
            entry("nimbus", "1.40", currency="USD"),
            entry("nimbus/egress/0", "0.9", EntryKind.FEE, unit=PricingUnit.GB),
            entry("own/article-h100/gpu", None, EntryKind.COMPONENT, unit=PricingUnit.PER_GPU),
            an_entry(EntryKind.ASSUMPTION, "power_load", "0.8", PricingUnit.NUMBER, effective_from=SOON),
            an_entry(EntryKind.RATE, "USD/CNY", "7.2", PricingUnit.RATE, "CNY", effective_from=SOON),
        )
        assert lines(digest_card(digest), "Coming changes") == (
            "2026-12-05 power load: 0.75 → 0.8 (+6.7%)",
            "2026-12-05 Own, H100 (node), GPUs: 280,000 CNY/GPU, ends",
            "2026-12-05 Nimbus, data out: 0.80 CNY/GB → 0.90 CNY/GB (+12.5%)",
            "2026-12-05 Nimbus on demand, H100 (8x H100, eu-1): 2.50 USD/GPU-hour → 1.40 USD/GPU-hour (-44%)",
            "2026-12-05 USD/CNY: begins at 7.20 CNY",
        )

    def test_beyond_the_eighth_is_counted(self) -> None:
        days = [
            entry("nimbus", str(number), effective_from=SOON + timedelta(days=number))
            for number in range(1, MOST_LINES + 3)
        ]
        card = digest_card(a_digest(a_market(), *days))
        assert card.verdict == "1 price past its age limit, 10 coming changes."
        assert len(lines(card, "Coming changes")) == MOST_LINES + 1
        assert lines(card, "Coming changes")[-1] == "2 more"


class TestAPendingChange:
    def test_says_who_proposed_it_and_until_when(self) -> None:
        pending = (
            a_pending("nimbus", "2.50", "3"),
            a_pending("new/offer", None, "4", contract=False, unit=PricingUnit.NODE_HOUR),
        )
        card = digest_card(a_digest(a_market(), pending=pending))
        assert card.verdict.endswith("2 changes waiting for approval.")
        assert lines(card, "Waiting for approval") == (
            "17 Nimbus on demand, H100 (8x H100, eu-1): 2.50 CNY/GPU-hour → 3 CNY/GPU-hour,"
            " proposed by U1, until 2026-12-09",
            "17 new/offer: begins at 4 CNY/node-hour, proposed by U1, until 2026-12-09",
        )


class TestAVerdictThatTurns:
    def test_says_the_question_and_what_wins_before_and_after(self) -> None:
        nimbus = usd_quote("Nimbus", 52, "3.99", ProviderKind.SPECIALISED)
        card = digest_card(
            a_digest(a_market(), turned=(a_turn(nimbus, own_quote()),)), workspace="https://w.slack.com/"
        )
        assert lines(card, "Threads whose verdict would turn") == (
            "“1,024 H100 for 6 weeks”, from 2026-12-05: Nimbus on demand (8x H100) 29.2M CNY →"
            " Own, 70% used (article) 372M CNY (https://w.slack.com/archives/C1/p1700000000000100)",
        )

    def test_without_an_address_or_anything_left(self) -> None:
        card = digest_card(a_digest(a_market(), turned=(a_turn(cloud_quote(), None, gpu="A100"),)))
        assert lines(card, "Threads whose verdict would turn") == (
            "“1,024 A100 for 6 weeks”, from 2026-12-05: Top cloud by the month (A100) (8x H100) 66.6M CNY →"
            " nothing decides",
        )


class TestAContractPrice:
    def digest(self) -> Digest:
        contract = usd_quote("Cirrus", 53, "5.55", ProviderKind.SPECIALISED, price_kind=PriceKind.CONTRACT)
        nimbus = usd_quote("Nimbus", 52, "3.99", ProviderKind.SPECIALISED)
        return a_digest(
            a_market(),
            entry("contract", None),
            entry("contract/upfront", "9", EntryKind.COMPONENT, unit=PricingUnit.PER_NODE),
            entry("nobody/knows", SECRET),
            entry("nimbus", "3", currency="USD"),
            pending=(a_pending("contract", SECRET, "8"), a_pending("unknown", None, SECRET)),
            turned=(a_turn(contract, nimbus), a_turn(nimbus, contract), a_turn(nimbus, cloud_quote())),
        )

    @pytest.mark.parametrize("language", languages())
    def test_is_left_out_and_counted_where_everybody_reads(self, language: str) -> None:
        card = digest_card(self.digest(), language)
        for secret in (SECRET, "frame contract", "Cirrus", "unknown", "nobody/knows"):
            assert secret not in texts(card)
        assert [len(section.lines) for section in card.sections] == [1, 1]
        assert "7" in card.notes[-1]

    def test_stands_there_where_that_is_asked_for(self) -> None:
        card = digest_card(self.digest(), with_contracts=True)
        assert [len(section.lines) for section in card.sections] == [4, 2, 3]
        assert f"Nimbus on demand, H100 (frame contract): {SECRET} CNY/GPU-hour, ends" in texts(card)
        assert card.notes == ()


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "Every price is within its age limit, and nothing is about to change."), ("xx", "Every price is")],
)
def test_nothing_to_do_is_said(language: str, said: str) -> None:
    card = digest_card(a_digest(a_book()), language)
    assert card.verdict.startswith(said)
    assert (card.table, card.sections, card.notes) == (None, (), ())


@pytest.mark.parametrize("language", languages())
def test_a_long_digest_keeps_slacks_limits(language: str) -> None:
    book = a_market()
    for number in range(60):
        add_offer(book, "2", observed="2026-03-06", id=f"old-{number}", name="N" * 200, mode=Mode.SPOT, region="r" * 90)
    entries = [entry(f"old-{number}", "3") for number in range(60)]
    pending = tuple(a_pending(f"old-{number}", "2", "3", contract=False) for number in range(60))
    turns = tuple(a_turn(cloud_quote(), own_quote()) for _ in range(60))
    card = digest_card(
        a_digest(book, *entries, pending=pending, turned=turns), language, workspace="https://w.slack.com/"
    )
    assert breaches(message(card)) == []
    assert [len(section.lines) for section in card.sections] == [MOST_LINES + 1] * 3
    assert all(isinstance(section, Section) for section in card.sections)
