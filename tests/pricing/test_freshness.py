"""How old prices may get, which are older, and what changes on a day to come."""

from datetime import date, timedelta
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pricing.book import Entry, EntryKind
from pricing.catalog import ComponentKind, FeeKind, Mode, PriceKind, ProviderKind
from pricing.compare import compare
from pricing.flags import FlagKind
from pricing.freshness import Coming, age_limit, ages, coming, days_old, is_stale, oldest, stale, undated
from pricing.units import PricingUnit
from tests.builders import (
    DAY,
    MemoryBook,
    a_book,
    a_price,
    a_scenario,
    add_component,
    add_fee,
    add_offer,
    add_own,
    add_rate,
    an_entry,
)

KINDS = {
    "list": {},
    "quote": {"price_kind": PriceKind.QUOTE},
    "spot": {"mode": Mode.SPOT},
    "marketplace": {"kind": ProviderKind.MARKETPLACE},
    "marketplace spot": {"kind": ProviderKind.MARKETPLACE, "mode": Mode.SPOT},
    "contract": {"price_kind": PriceKind.CONTRACT},
    "contract on a marketplace": {"kind": ProviderKind.MARKETPLACE, "price_kind": PriceKind.CONTRACT},
    "contract for spot": {"mode": Mode.SPOT, "price_kind": PriceKind.CONTRACT},
}


def days_before(number: int) -> str:
    return (DAY - timedelta(days=number)).isoformat()


def future(subject: str, value: str | None, in_days: int, number: int = 0, **about: object) -> Entry:
    """A price of an offer that takes force so many days after that of the book."""
    first_day = DAY + timedelta(days=in_days)
    return a_price(subject, value).model_copy(update={"id": number, "effective_from": first_day, **about})


def shown(changes: tuple[Coming, ...]) -> list[tuple[int, str | None, str | None]]:
    """Days from the book's to the change, the value before and after."""
    return [
        (
            (one.entry.effective_from - DAY).days,
            str(one.old.value) if one.old else None,
            None if one.ends else str(one.entry.value),
        )
        for one in changes
    ]


class TestTheAgeThatAPriceMayHave:
    @pytest.mark.parametrize(
        ("kind", "days"),
        [
            ("list", 30),
            ("quote", 30),
            ("spot", 1),
            ("marketplace", 1),
            ("marketplace spot", 1),
            ("contract", None),
            ("contract on a marketplace", None),
            ("contract for spot", None),
        ],
    )
    def test_depends_on_how_it_is_sold_and_was_agreed(self, kind: str, days: int | None) -> None:
        book = a_book()
        offer = add_offer(book, "2", **KINDS[kind])
        limit = age_limit(offer, book.providers[offer.provider].kind, book)
        assert limit == (None if days is None else timedelta(days=days))

    def test_is_what_the_book_assumes(self) -> None:
        book = a_book(stale_days_list="90")
        assert age_limit(add_offer(book, "2"), ProviderKind.SPECIALISED, book) == timedelta(days=90)

    def test_may_be_longer_than_there_are_days(self) -> None:
        book = a_book(stale_days_list="99999999999999")
        assert age_limit(add_offer(book, "2"), ProviderKind.SPECIALISED, book) == timedelta(days=999999999)

    @given(age=st.integers(0, 10_000), limit=st.integers(0, 10_000))
    def test_is_itself_fresh(self, age: int, limit: int) -> None:
        assert is_stale(age, timedelta(days=limit)) == (age > limit)
        assert not is_stale(age, None)
        assert not is_stale(None, timedelta(days=limit))

    @given(st.dates(date(2000, 1, 1), date(2100, 1, 1)))
    def test_is_never_less_than_nothing(self, observed: date) -> None:
        age = days_old(observed, DAY)
        assert age is not None
        assert age == max(0, (DAY - observed).days)


class TestTheAgeOfSeveralPrices:
    def test_is_that_of_the_oldest(self) -> None:
        assert oldest([a_price("a", "1", observed_on=day) for day in ("2026-05", "2026-03-06")]) == date(2026, 3, 6)

    @pytest.mark.parametrize("observed", [("2026-05", ""), ("",), ()])
    def test_is_unknown_where_one_has_none(self, observed: tuple[str, ...]) -> None:
        assert oldest([a_price("a", "1", observed_on=day) for day in observed]) is None


class TestWhatIsOldInABook:
    def test_comes_oldest_first_with_day_and_age(self) -> None:
        book = a_book()
        add_offer(book, "2", observed=days_before(40), id="older")
        add_offer(book, "2", observed=days_before(31), id="old")
        add_offer(book, "2", observed=days_before(30), id="fresh")
        add_offer(book, "2", observed=days_before(90), id="oldest")
        assert [(one.offer.id, one.age) for one in stale(book)] == [("oldest", 90), ("older", 40), ("old", 31)]
        assert stale(book)[0].observed == DAY - timedelta(days=90)

    def test_does_not_hold_what_nobody_knows_the_age_of(self) -> None:
        book = a_book()
        add_offer(book, "2", observed="", id="unknown")
        add_offer(book, "2", observed="", id="contract", price_kind=PriceKind.CONTRACT)
        assert stale(book) == ()
        assert [one.offer.id for one in undated(book)] == ["unknown"]

    def test_does_not_hold_contracts_or_what_has_no_price(self) -> None:
        book = a_book()
        add_offer(book, "2", observed="2020", id="contract", price_kind=PriceKind.CONTRACT)
        add_offer(book, None, id="unpriced")
        assert stale(book) == ()
        assert [one.offer.id for one in ages(book)] == ["contract"]

    def test_holds_own_hardware_by_the_oldest_of_its_parts(self) -> None:
        book = a_book()
        add_own(book)
        add_component(
            book, "own/article-h100", ComponentKind.FACILITY, "5", PricingUnit.PER_NODE, observed="2026-03-06"
        )
        [own] = stale(book)
        assert (own.offer.mode, own.observed, len(own.prices)) == (Mode.OWNED, date(2026, 3, 6), 4)

    @given(kind=st.sampled_from(list(KINDS)), age=st.integers(0, 60), dated=st.booleans())
    def test_is_what_quotes_mark_as_old(self, kind: str, age: int, dated: bool) -> None:
        book = a_book()
        add_offer(book, "2", observed=days_before(age) if dated else "", **KINDS[kind])
        [quote] = compare(a_scenario(), book).quotes
        [aged] = ages(book)
        flags = {flag.kind: flag.values for flag in quote.flags}
        assert flags.get(FlagKind.STALE) == ((aged.age,) if aged.is_stale else None)
        assert (FlagKind.AGE_UNKNOWN in flags) == aged.is_undated


class TestAQuote:
    def test_of_the_asker_is_as_fresh_as_the_question(self) -> None:
        book = a_book()
        price = {"amount": "3", "currency": "CNY", "per_node": False, "per": "hour"}
        [quote] = compare(a_scenario(price=price), book).quotes
        assert FlagKind.STALE not in {flag.kind for flag in quote.flags}

    @pytest.mark.parametrize("kind", list(KINDS))
    def test_names_the_limit_for_what_stands_beside_it(self, kind: str) -> None:
        book = a_book()
        add_offer(book, "2", **KINDS[kind])
        comparison = compare(a_scenario(), book)
        assert comparison.quotes[0].offer
        assert "stale_days_list" in {entry.subject for entry in comparison.assumptions}


class TestWhatIsComing:
    def book(self) -> MemoryBook:
        book = a_book()
        add_offer(book, "2.00", id="offer")
        return book

    def test_comes_by_day_with_the_value_before_and_the_change(self) -> None:
        entries = [future("offer", "1.5", 20, 8), future("offer", "2.5", 10, 9)]
        changes = coming(entries, self.book(), DAY)
        assert shown(changes) == [(10, "2.00", "2.5"), (20, "2.5", "1.5")]
        assert [one.percent for one in changes] == [Decimal(25), Decimal(-40)]
        assert {one.offer.id for one in changes if one.offer} == {"offer"}

    def test_holds_what_ends_and_what_begins_again(self) -> None:
        entries = [future("offer", None, 10), future("offer", "3", 20)]
        changes = coming(entries, self.book(), DAY)
        assert shown(changes) == [(10, "2.00", None), (20, None, "3")]
        assert [one.percent for one in changes] == [None, None]

    def test_leaves_out_what_has_begun(self) -> None:
        assert coming([future("offer", "3", 0), future("offer", "4", -5)], self.book(), DAY) == ()

    def test_after_a_later_day_is_set_against_what_is_in_force_then(self) -> None:
        entries = [future("offer", "3", 5), future("offer", "4", 10)]
        assert shown(coming(entries, self.book(), DAY + timedelta(days=5))) == [(10, "3", "4")]

    def test_leaves_out_what_changes_nothing(self) -> None:
        entries = [future("offer", "2.0", 10), future("other", None, 10)]
        assert coming(entries, self.book(), DAY) == ()

    def test_holds_the_last_of_one_day(self) -> None:
        entries = [future("offer", "5", 10, 7), future("offer", "3", 10, 9), future("offer", "4", 10, 8)]
        assert shown(coming(entries, self.book(), DAY)) == [(10, "2.00", "3")]

    def test_leaves_out_what_was_taken_back(self) -> None:
        entries = [future("offer", "5", 10, 7), future("offer", "3", 10, 8), future("offer", None, 10, 9, cancels=8)]
        assert shown(coming(entries, self.book(), DAY)) == [(10, "2.00", "5")]

    def test_in_another_currency_or_unit_has_no_percentage(self) -> None:
        entries = [future("offer", "2", 10, currency="USD"), future("offer", "2", 20, unit=PricingUnit.NODE_HOUR)]
        changes = coming(entries, self.book(), DAY)
        assert shown(changes) == [(10, "2.00", "2"), (20, "2", "2")]
        assert [one.percent for one in changes] == [None, None]

    def test_from_nothing_has_no_percentage(self) -> None:
        book = self.book()
        add_offer(book, "0", id="free")
        assert [one.percent for one in coming([future("free", "1", 10)], book, DAY)] == [None]

    def test_names_fees_parts_rates_and_assumptions(self) -> None:
        book = self.book()
        add_fee(book, "nimbus", FeeKind.EGRESS, [("0", "0.8")])
        add_own(book)
        add_rate(book, "USD", "CNY", "7.1")
        about = {"effective_from": DAY + timedelta(days=3)}
        changes = coming(
            [
                an_entry(EntryKind.FEE, "nimbus/egress/0", "0.4", PricingUnit.GB, "CNY", **about),
                an_entry(EntryKind.COMPONENT, "own/article-h100/gpu", "140000", PricingUnit.PER_GPU, "CNY", **about),
                an_entry(EntryKind.RATE, "USD/CNY", "3.55", PricingUnit.RATE, "CNY", **about),
                an_entry(EntryKind.ASSUMPTION, "utilisation", "0.35", PricingUnit.NUMBER, **about),
                an_entry(EntryKind.ASSUMPTION, "never heard of", "1", PricingUnit.NUMBER, **about),
            ],
            book,
            DAY,
        )
        found = {one.entry.subject: one for one in changes}
        assert {name: one.percent for name, one in found.items()} == {
            **dict.fromkeys(("nimbus/egress/0", "own/article-h100/gpu", "USD/CNY", "utilisation"), Decimal(-50)),
            "never heard of": None,
        }
        assert found["own/article-h100/gpu"].offer == book.offers("H100")[1].offer
        assert found["nimbus/egress/0"].subject.provider == book.providers["nimbus"]

    @pytest.mark.parametrize(
        ("subject", "kind", "expected"),
        [
            ("contract", EntryKind.PRICE, True),
            ("contract/upfront", EntryKind.COMPONENT, True),
            ("nobody knows", EntryKind.PRICE, True),
            ("nobody knows", EntryKind.COMPONENT, True),
            ("offer", EntryKind.PRICE, False),
            ("nobody knows", EntryKind.FEE, False),
        ],
    )
    def test_may_be_a_contract_where_nobody_knows(self, subject: str, kind: EntryKind, expected: bool) -> None:
        book = self.book()
        add_offer(book, None, id="contract", price_kind=PriceKind.CONTRACT)
        add_component(book, "contract", ComponentKind.UPFRONT, "5", PricingUnit.PER_NODE)
        [change] = coming([future(subject, "3", 10, kind=kind)], book, DAY)
        assert change.may_be_contract is expected

    @given(st.lists(st.tuples(st.integers(-3, 9), st.sampled_from([None, "1", "2", "2.00", "3"])), max_size=8))
    def test_leads_from_the_value_in_force_to_the_last(self, steps: list[tuple[int, str | None]]) -> None:
        entries = [future("offer", value, days, number) for number, (days, value) in enumerate(steps, start=1)]
        changes = coming(entries, self.book(), DAY)
        later = [entry for entry in entries if entry.effective_from > DAY]
        last = max(later, key=lambda entry: (entry.effective_from, entry.id), default=None)
        value: Decimal | None = Decimal(2)
        for one in changes:
            assert (one.old.value if one.old else None) == value
            assert one.entry.value != value
            value = one.entry.value
        assert value == (last.value if last else Decimal(2))
        assert list(changes) == sorted(changes, key=lambda one: one.entry.effective_from)
