"""What each row of a file becomes, held against a book. Every row is accounted for."""

from collections.abc import Iterable
from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from pricing.book import Entry, EntryKind
from pricing.catalog import Claim, Component, ComponentKind, Gpu, PriceKind, Provider, ProviderKind
from pricing.findings import Candidate
from pricing.imports.plan import NOBODY, Planner
from pricing.imports.preview import Options, Outcome, Planned
from pricing.listings import CatalogRow, Listing, Refusal, Row, Skipped
from pricing.units import PricingUnit
from tests.pricing.books_on_disk import TODAY, a_price
from tests.pricing.ledgers import LIST
from tests.pricing.paper_shelf import PaperShelf, a_row

SEEN = date(2026, 11, 1)


def plan(shelf: PaperShelf, *rows: Row, **options: Any) -> list[Planned]:
    """What becomes of the rows."""
    return [planned for planned, _ in planned_with_candidates(shelf, rows, **options)]


def planned_with_candidates(
    shelf: PaperShelf, rows: Iterable[Row], **options: Any
) -> list[tuple[Planned, Candidate | None]]:
    planner = Planner(shelf, Options.model_validate(options), "list.csv (12345678)", TODAY)
    return list(planner.rows(rows))


def one(shelf: PaperShelf, row: Row, **options: Any) -> Planned:
    """What becomes of one row."""
    [planned] = plan(shelf, row, **options)
    return planned


def with_price(value: str | None = "100", first_day: date = SEEN, **fields: Any) -> PaperShelf:
    """A book that has the offer of `a_row`, with a price."""
    shelf = PaperShelf()
    planned = one(shelf, a_row())
    assert planned.item is not None
    shelf.offers[planned.subject] = planned.item
    fields = {"observed_on": "2026-11-01", "source": "list.csv (12345678)", **fields}
    shelf.entries.append(a_price(value, first_day, planned.subject, id=1, **fields))
    return shelf


class TestOutcomes:
    def test_a_price_of_something_new(self) -> None:
        planned = one(PaperShelf(), a_row())
        assert (planned.outcome, planned.old) == (Outcome.ADDED, None)
        assert planned.item is not None
        assert planned.entry is not None
        assert planned.entry.subject == planned.item.id

    @pytest.mark.parametrize(
        ("row", "outcome"),
        [
            (a_row("100"), Outcome.UNCHANGED),
            (a_row("100.00"), Outcome.UNCHANGED),
            (a_row("110"), Outcome.CHANGED),
            (a_row("100", currency="CNY"), Outcome.CHANGED),
            (a_row("100", unit=PricingUnit.GPU_HOUR), Outcome.CHANGED),
            (a_row("100", observed_on="2026-11-02"), Outcome.CONFIRMED),
            (a_row("100", observed_on="2026-10-31"), Outcome.SKIPPED),
            (a_row("110", observed_on="2026-10-31"), Outcome.SKIPPED),
            (a_row("110", observed_on="2026-11-02"), Outcome.CHANGED),
            (a_row(None), Outcome.ENDED),
            (a_row(None, observed_on="2026-10-31"), Outcome.UNCHANGED),
        ],
    )
    def test_a_price_of_something_known(self, row: Listing, outcome: Outcome) -> None:
        assert one(with_price(), row).outcome == outcome

    def test_what_was_withdrawn_is_added_anew(self) -> None:
        planned = one(with_price(None), a_row("100", observed_on="2026-11-02"))
        assert (planned.outcome, planned.old) == (Outcome.ADDED, None)

    def test_what_is_not_there_cannot_end(self) -> None:
        assert one(PaperShelf(), a_row(None)).outcome is Outcome.UNCHANGED

    def test_a_change_says_by_how_many_percent(self) -> None:
        assert one(with_price(), a_row("125")).percent == Decimal(25)
        assert one(with_price(), a_row("125", currency="CNY")).percent is None

    def test_what_the_reader_refused_or_left_alone_is_passed_on(self) -> None:
        refused = Refusal(7, "not-a-number", {"text": "x"})
        found = plan(PaperShelf(), refused, Skipped(8, "no-gpu", "t2.micro"))
        assert [(row.outcome, row.line, row.skipped) for row in found] == [
            (Outcome.REFUSED, 7, ""),
            (Outcome.SKIPPED, 8, "no-gpu"),
        ]
        assert found[0].refusal == refused

    def test_a_row_that_means_nothing_here_is_refused_alone(self) -> None:
        found = plan(PaperShelf(), a_row(gpu="H1000", line=2), a_row(line=3))
        assert [row.outcome for row in found] == [Outcome.REFUSED, Outcome.ADDED]
        assert found[0].refusal is not None
        assert (found[0].refusal.line, found[0].refusal.reason) == (2, "unknown-gpu")


class TestWhenAPriceBegins:
    @pytest.mark.parametrize(
        ("row", "options", "begins"),
        [
            ({}, {}, SEEN),
            ({"observed_on": "2026-Q3"}, {}, date(2026, 7, 1)),
            ({"observed_on": ""}, {}, TODAY),
            ({"observed_on": ""}, {"observed_on": "2026-11-05"}, date(2026, 11, 5)),
            ({"effective_from": date(2026, 12, 24)}, {"effective_from": date(2026, 12, 31)}, date(2026, 12, 24)),
            ({}, {"effective_from": date(2026, 12, 31)}, date(2026, 12, 31)),
        ],
    )
    def test_on_the_day_it_says_else_as_was_said_of_the_file_else_when_it_was_seen_else_today(
        self, row: dict[str, Any], options: dict[str, Any], begins: date
    ) -> None:
        entry = one(PaperShelf(), a_row(**row), **options).entry
        assert entry is not None
        assert entry.effective_from == begins

    def test_what_ends_before_it_begins_is_refused(self) -> None:
        planned = one(PaperShelf(), a_row(effective_to=SEEN))
        assert planned.refusal is not None
        assert planned.refusal.reason == "ends-before"

    def test_nobody_has_entered_it_yet(self) -> None:
        entry = one(PaperShelf(), a_row()).entry
        assert entry is not None
        assert (entry.entered_by, entry.source) == (NOBODY, "list.csv (12345678)")


class TestPricesForATime:
    END = date(2026, 12, 31)

    def entries(self, shelf: PaperShelf, *rows: Listing) -> list[tuple[Outcome, str, str | None]]:
        """What would be written: outcome, first day, value."""
        return [
            (row.outcome, row.entry.effective_from.isoformat(), row.entry.value and f"{row.entry.value:f}")
            for row in plan(shelf, *rows)
            if row.entry and row.outcome not in (Outcome.UNCHANGED, Outcome.SKIPPED, Outcome.REFUSED)
        ]

    def test_of_a_known_offer_it_ends_on_its_day(self) -> None:
        assert self.entries(with_price(), a_row("90", effective_to=self.END)) == [
            (Outcome.CHANGED, "2026-11-01", "90"),
            (Outcome.ENDED, "2026-12-31", None),
        ]

    def test_of_a_new_offer_it_ends_on_its_day_too(self) -> None:
        assert self.entries(PaperShelf(), a_row("90", effective_to=self.END)) == [
            (Outcome.ADDED, "2026-11-01", "90"),
            (Outcome.ENDED, "2026-12-31", None),
        ]

    def test_when_it_is_there_already_nothing_is_written(self) -> None:
        shelf = with_price("90")
        note = "valid until 2026-12-30"
        shelf.entries.append(
            a_price(None, self.END, shelf.entries[0].subject, id=2, note=note, observed_on="2026-11-01")
        )
        assert self.entries(shelf, a_row("90", effective_to=self.END)) == []

    def test_one_after_another(self) -> None:
        first = a_row("90", effective_from=date(2026, 11, 1), effective_to=date(2026, 12, 1), line=2)
        second = a_row("95", effective_from=date(2026, 12, 1), line=3)
        written = {(day, value) for _, day, value in self.entries(PaperShelf(), first, second)}
        assert ("2026-12-01", "95") in written


class TestDatedRowsOfOneSubject:
    """A history in one file is read as a history: each row after those before it, whatever the book has."""

    def rows(self, *pairs: tuple[str, str | None]) -> list[Listing]:
        return [
            a_row(value, line=number, effective_from=date.fromisoformat(day))
            for number, (day, value) in enumerate(pairs, 2)
        ]

    def test_a_price_that_ends_and_comes_back(self) -> None:
        rows = self.rows(("2026-01-01", "100"), ("2026-02-01", None), ("2026-03-01", "120"))
        assert [row.outcome for row in plan(PaperShelf(), *rows)] == [Outcome.ADDED, Outcome.ENDED, Outcome.ADDED]

    def test_the_same_history_again_changes_nothing(self) -> None:
        rows = self.rows(("2026-01-01", "100"), ("2026-02-01", None), ("2026-03-01", "120"))
        shelf = with_price()
        subject, shelf.entries = shelf.entries[0].subject, []
        for number, row in enumerate(rows, 1):
            about: dict[str, Any] = {"observed_on": row.observed_on, "source": "list.csv (12345678)", "id": number}
            shelf.entries.append(a_price(row.value and f"{row.value:f}", row.effective_from, subject, **about))
        assert {row.outcome for row in plan(shelf, *rows)} == {Outcome.UNCHANGED}

    def test_a_row_that_says_from_when_it_holds_may_correct_the_past(self) -> None:
        planned = one(with_price(first_day=date(2026, 11, 15)), a_row("90", effective_from=date(2026, 10, 1)))
        assert planned.outcome is Outcome.ADDED

    def test_another_source_of_the_same_price_is_a_confirmation(self) -> None:
        planned = one(with_price(), a_row("100", effective_from=SEEN, source="letter"))
        assert planned.outcome is Outcome.CONFIRMED


class TestTwiceInOneFile:
    def test_the_same_is_left_alone(self) -> None:
        found = plan(PaperShelf(), a_row(line=2), a_row(line=3))
        assert [(row.outcome, row.skipped) for row in found] == [(Outcome.ADDED, ""), (Outcome.SKIPPED, "twice")]

    def test_another_price_is_refused_with_the_line_that_said_otherwise(self) -> None:
        found = plan(PaperShelf(), a_row("100", line=2), a_row("101", line=3))
        assert [row.outcome for row in found] == [Outcome.ADDED, Outcome.REFUSED]
        assert found[1].refusal is not None
        assert (found[1].refusal.reason, found[1].refusal.values["line"]) == ("twice", "2")

    def test_on_another_day_it_is_another_price(self) -> None:
        found = plan(PaperShelf(), a_row("100", line=2), a_row("101", line=3, observed_on="2026-11-02"))
        assert [row.outcome for row in found] == [Outcome.ADDED, Outcome.CHANGED]

    def test_what_is_new_is_made_once(self) -> None:
        found = plan(PaperShelf(), a_row("100", line=2), a_row("101", line=3, observed_on="2026-11-02"))
        assert [row.item is not None for row in found] == [True, False]

    def test_a_refused_row_makes_nothing_new(self) -> None:
        """The offer of a row that is refused is made by the next one that is not."""
        found = plan(PaperShelf(), a_row("1", line=2, source="x", effective_to=SEEN), a_row("2", line=3))
        assert [(row.outcome, row.item is not None) for row in found] == [
            (Outcome.REFUSED, False),
            (Outcome.ADDED, True),
        ]

    def test_a_row_that_ends_nothing_does_not_lose_what_is_new(self) -> None:
        """The offer is made by the first row that is written."""
        ended = a_row(None, line=2, effective_from=date(2026, 1, 1))
        written = [
            row
            for row in plan(PaperShelf(), ended, a_row(line=3, effective_from=date(2026, 2, 1)))
            if row.outcome in (Outcome.ADDED, Outcome.ENDED, Outcome.NAMED)
        ]
        assert [row.item is not None for row in written][:1] == [True]


class TestWhatIsNamed:
    H20 = Gpu(id="H20", aliases=("H 20",))
    CUMULUS = Provider(id="cumulus", names={"en": "Cumulus"}, kind=ProviderKind.MARKETPLACE)

    def test_what_is_new_can_be_priced_in_the_same_file(self) -> None:
        rows = (CatalogRow(2, self.H20), CatalogRow(3, self.CUMULUS), a_row(gpu="H 20", provider="Cumulus", line=4))
        found = plan(PaperShelf(), *rows)
        assert [row.outcome for row in found] == [Outcome.NAMED, Outcome.NAMED, Outcome.ADDED]

    def test_before_it_is_named_it_is_unknown(self) -> None:
        found = plan(PaperShelf(), a_row(gpu="H 20", line=2), CatalogRow(3, self.H20), a_row(gpu="H 20", line=4))
        assert [row.outcome for row in found] == [Outcome.REFUSED, Outcome.NAMED, Outcome.ADDED]

    def test_what_is_known_is_unchanged_and_what_differs_is_refused(self) -> None:
        shelf = PaperShelf(gpus={"H20": self.H20})
        other = Gpu(id="H20", aliases=("other",))
        found = plan(shelf, CatalogRow(2, self.H20), CatalogRow(3, other))
        assert [row.outcome for row in found] == [Outcome.UNCHANGED, Outcome.REFUSED]
        assert found[1].refusal is not None
        assert found[1].refusal.reason == "name-differs"

    def test_named_twice_in_one_file(self) -> None:
        """Once is enough, and two that differ cannot both be."""
        other = Gpu(id="H20", aliases=("other",))
        found = plan(PaperShelf(), CatalogRow(2, self.H20), CatalogRow(3, self.H20), CatalogRow(4, other))
        assert found[0].outcome is Outcome.NAMED
        assert found[1].outcome is not Outcome.NAMED
        assert found[2].outcome is Outcome.REFUSED

    def test_what_a_seller_states_of_an_offer_nobody_has(self) -> None:
        about = {"offer": "of nobody", "text": {"en": "x"}, "stated": "1", "currency": "USD"}
        claim = Claim.model_validate({"id": "c", "source": "s", "stated_on": "2026", **about})
        planned = one(PaperShelf(), CatalogRow(2, claim))
        assert planned.refusal is not None
        assert planned.refusal.reason == "unknown-offer"


class TestOtherNumbers:
    def test_a_rate_and_an_assumption(self) -> None:
        rate = a_row("7", kind=EntryKind.RATE, subject="USD/CNY", currency="CNY", unit=PricingUnit.RATE)
        mfu = a_row("0.4", kind=EntryKind.ASSUMPTION, subject="mfu", currency="", unit=PricingUnit.NUMBER)
        assert [row.outcome for row in plan(PaperShelf(), rate, mfu)] == [Outcome.ADDED, Outcome.ADDED]

    @pytest.mark.parametrize(
        ("fields", "reason"),
        [
            ({"kind": EntryKind.ASSUMPTION, "subject": "mfu", "unit": PricingUnit.NUMBER, "value": "2"}, "bad-value"),
            ({"kind": EntryKind.RATE, "subject": "", "unit": PricingUnit.RATE}, "missing-id"),
            ({"kind": EntryKind.RATE, "subject": "USD/CNY", "unit": PricingUnit.GB}, "bad-value"),
            ({"value": "-1"}, "bad-value"),
            ({"observed_on": "2026-99"}, "bad-value"),
        ],
    )
    def test_what_makes_no_sense_is_refused(self, fields: dict[str, Any], reason: str) -> None:
        planned = one(PaperShelf(), a_row(**fields))
        assert planned.refusal is not None
        assert planned.refusal.reason == reason

    @pytest.mark.parametrize(
        "fields",
        [
            {"currency": "dollars"},
            {"currency": "us"},
            {"currency": ""},
            {"value": "0." + "1" * 45},
            {"value": "1E-60"},
            {"kind": EntryKind.RATE, "subject": "USD/CNY", "currency": "EUR", "unit": PricingUnit.RATE},
            {"kind": EntryKind.RATE, "subject": "dollar", "currency": "CNY", "unit": PricingUnit.RATE},
        ],
    )
    def test_what_the_book_could_not_hold_is_refused_as_a_row_and_not_with_the_whole_file(
        self, fields: dict[str, Any]
    ) -> None:
        assert one(PaperShelf(), a_row(**fields)).outcome is Outcome.REFUSED

    def test_a_part_of_an_offer_that_the_file_makes(self) -> None:
        own = a_row(subject="own", line=2)
        part = a_row(
            "7",
            line=3,
            kind=EntryKind.COMPONENT,
            subject="own/setup",
            unit=PricingUnit.PER_NODE,
            terms={"kind": "upfront", "offer": "own"},
        )
        found = plan(PaperShelf(), own, part)
        assert [row.outcome for row in found] == [Outcome.ADDED, Outcome.ADDED]
        assert isinstance(found[1].item, Component)
        assert found[1].item.kind is ComponentKind.UPFRONT

    def test_the_price_of_an_agreed_offer_is_marked(self) -> None:
        assert one(PaperShelf(), a_row(price_kind=PriceKind.CONTRACT)).confidential
        assert not one(PaperShelf(), a_row()).confidential

    def test_only_a_price_is_checked_like_one(self) -> None:
        rate = a_row("7", kind=EntryKind.RATE, subject="USD/CNY", currency="CNY", unit=PricingUnit.RATE)
        found = planned_with_candidates(PaperShelf(), [a_row(stated_term="1 yr"), a_row(None, line=3), rate])
        assert [candidate is not None for _, candidate in found] == [True, False, False]
        assert found[0][1] is not None
        assert found[0][1].stated_term == "1 yr"


def test_entries_that_are_there_are_not_made_again_by_a_file_of_the_book() -> None:
    """A file of the book names each entry's first day, so it is held against that very entry."""
    entry = a_price("100", SEEN, LIST, id=1)
    shelf = with_price()
    shelf.offers[LIST] = next(iter(shelf.offers.values())).model_copy(update={"id": LIST})
    shelf.entries = [entry, a_price("90", TODAY, LIST, id=2)]
    row = a_row("100", subject=LIST, gpu="", provider="", effective_from=SEEN, **_said(entry))
    assert one(shelf, row).outcome is Outcome.UNCHANGED


def _said(entry: Entry) -> dict[str, Any]:
    return {name: getattr(entry, name) for name in ("observed_on", "source", "note")}
