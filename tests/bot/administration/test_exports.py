"""A book that was exported imports back without any difference, into itself and into an empty one."""

import random
import string
from collections.abc import Iterator
from datetime import date, timedelta
from decimal import Decimal
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from bot.administration.exports import FORMATS, Format, template
from pricing.base import changed
from pricing.book import Entry, EntryKind
from pricing.catalog import (
    Claim,
    Component,
    ComponentKind,
    Fee,
    FeeKind,
    Gpu,
    Instance,
    Mode,
    Offer,
    PriceKind,
    Provider,
    ProviderKind,
    Region,
)
from pricing.changes import Action, Change, NewEntry
from pricing.contents import Contents, contents
from pricing.imports.preview import Options, Outcome, Preview
from pricing.imports.source import Source
from pricing.store import Store
from pricing.units import Duration, PricingUnit, TimeUnit
from tests.bot.administration.offices import Building, a_building
from tests.pricing.books_on_disk import NOW, TODAY
from tests.pricing.ledgers import LIST, SECRET, SETUP, SPOT, Clock, a_change


@pytest.fixture
def building(tmp_path: Path) -> Iterator[Building]:
    building = a_building(tmp_path / "book.db")
    yield building
    building.store.close()


def export(
    building: Building, format: Format, words: str = "", contracts: bool = True, history: bool = False
) -> Source:
    return Source(*building.files.book_file(format, words, contracts, history))


def brought_in(building: Building, source: Source) -> Preview:
    """The preview of a file, after it was confirmed."""
    preview = building.imports.preview(source, Options(), "mei")
    building.imports.confirm(source, Options(), preview.mark, "mei", preview.sha256)
    return preview


def whole(building: Building, history: bool = False) -> tuple[set[Any], set[Any]]:
    """What a book holds: its items, and what its entries say. The end of what had no value says nothing."""
    with building.store.reading() as connection:
        book: Contents = contents(connection, TODAY, history)
    said: set[str] = set()
    for _, of_one in groupby(book.entries, key=lambda entry: (entry.kind, entry.subject)):
        value = None
        for entry in of_one:
            if entry.value is not None or value is not None:
                said.add(_said(entry))
            value = entry.value
    return {repr(item) for item in book.items}, said


def _said(entry: Entry) -> str:
    return repr(changed(entry, id=0, entered_by="-", entered_at=NOW))


def an_empty(path: Path) -> Building:
    return Building(Store.open(path, now=NOW, seed=False), Clock())


def differences(preview: Preview) -> dict[str, Any]:
    """What is not unchanged, with the first reasons."""
    found = {outcome.value: rows[:3] for outcome, rows in preview.rows.items() if outcome is not Outcome.UNCHANGED}
    return {**found, **preview.refusals}


class TestTheSameBook:
    @pytest.mark.parametrize(("format", "history"), [("csv", False), ("csv", True)])
    def test_of_the_seeds(self, tmp_path: Path, format: Format, history: bool) -> None:
        building = Building(Store.open(tmp_path / "book.db", now=NOW), Clock())
        preview = building.imports.preview(export(building, format, history=history), Options(), "mei")
        assert differences(preview) == {}
        building.store.close()

    @pytest.mark.parametrize("format", FORMATS)
    def test_after_changes_of_every_kind(self, building: Building, format: Format) -> None:
        ledger = building.ledger
        ledger.save(a_change("110"))
        ledger.save(a_change("120", note="=1+1", source='"原价", from\nletter'))
        ledger.save(a_change("0", SPOT))
        ledger.save(a_change(None, SECRET, first_day=TODAY + timedelta(days=3)))
        ledger.save(ledger.undoing(ledger.latest(2)[1].id, "li", "no"))
        for value in ("125", "126"):
            ledger.save(a_change(value, first_day=TODAY + timedelta(days=9)))
        before = whole(building)
        preview = brought_in(building, export(building, format))
        assert differences(preview) == {}
        assert whole(building) == before


class TestAnEmptyBook:
    @pytest.mark.parametrize(("format", "history"), [("csv", False), ("xlsx", True)])
    def test_becomes_equal_to_the_seeds(self, tmp_path: Path, format: Format, history: bool) -> None:
        full = Building(Store.open(tmp_path / "full.db", now=NOW), Clock())
        empty = an_empty(tmp_path / "empty.db")
        preview = brought_in(empty, export(full, format, history=history))
        assert (preview.refusals, preview.skipped) == ({}, {})
        assert whole(empty, history) == whole(full, history)
        for building in (full, empty):
            building.store.close()


ANY_BOOK = settings(
    max_examples=6,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
)


class TestAnyBook:
    """Random books, with every kind of thing, in both formats."""

    @ANY_BOOK
    @given(seed=st.integers(0, 2**32), format=st.sampled_from(FORMATS), history=st.booleans())
    def test_imports_back_into_itself_without_any_difference(
        self, tmp_path_factory: pytest.TempPathFactory, seed: int, format: Format, history: bool
    ) -> None:
        full = an_empty(tmp_path_factory.mktemp("books") / "full.db")
        _fill(full, random.Random(seed))
        before = whole(full, history=True)
        preview = brought_in(full, export(full, format, history=history))
        assert differences(preview) == {}
        assert whole(full, history=True) == before
        full.store.close()

    @ANY_BOOK
    @given(seed=st.integers(0, 2**32), format=st.sampled_from(FORMATS), history=st.booleans())
    def test_makes_an_empty_one_equal(
        self, tmp_path_factory: pytest.TempPathFactory, seed: int, format: Format, history: bool
    ) -> None:
        folder = tmp_path_factory.mktemp("books")
        full, empty = an_empty(folder / "full.db"), an_empty(folder / "empty.db")
        try:
            _fill(full, random.Random(seed))
            brought_in(empty, export(full, format, history=history))
            assert whole(empty, history) == whole(full, history)
            assert empty.store.prove().broken is None
        finally:
            full.store.close()
            empty.store.close()


def _fill(building: Building, chance: random.Random) -> None:
    """Things of every kind, and entries of what has one."""
    gpus = [
        Gpu(id=f"G{n}", names=_names(chance), memory_gb=_maybe(chance, "80"), aliases=_list(chance, f"g{n}"))
        for n in range(3)
    ]
    sellers = [Provider(id=f"p-{n}", names=_names(chance), kind=chance.choice(list(ProviderKind))) for n in range(2)]
    offers = [_an_offer(chance, n, gpus, sellers) for n in range(5)]
    fees = [Fee(id=f"f{n}", provider=chance.choice(sellers).id, kind=chance.choice(list(FeeKind)), unit=PricingUnit.GB,
                tier_from=Decimal(n * 100), note=_text(chance)) for n in range(2)]  # fmt: skip
    part = Component(id="part", offer=offers[0].id, kind=ComponentKind.UPFRONT, unit=PricingUnit.PER_NODE, basis_gpus=8)
    claim = Claim(id="c", offer=offers[0].id, text={"en": _text(chance) or "x"}, stated=Decimal("0.50"), currency="USD",
                  source=_text(chance) or "s", stated_on="2026")  # fmt: skip
    store = building.store
    for gpu in gpus:
        store.add_gpu(gpu)
    for seller in sellers:
        store.add_provider(seller)
    store.add_instance(Instance(id="i", gpu="G0", gpus_per_node=8, aliases=_list(chance, "i8")))
    store.add_region(Region(id="eu", aliases=_list(chance, "Europe"), covers=("eu-*",)))
    store.add_offers(offers)
    store.add_fees(fees)
    store.add_components([part])
    store.add_claims([claim])
    subjects = [(EntryKind.PRICE, offer.id, PricingUnit.GPU_HOUR) for offer in offers]
    subjects += [(EntryKind.FEE, fee.id, PricingUnit.GB) for fee in fees]
    subjects += [(EntryKind.COMPONENT, "part", PricingUnit.PER_NODE), (EntryKind.RATE, "USD/CNY", PricingUnit.RATE)]
    subjects += [(EntryKind.ASSUMPTION, "storage_gb", PricingUnit.NUMBER)]
    for kind, subject, unit in subjects:
        for _ in range(chance.randrange(4)):
            building.ledger.save(_a_price(chance, kind, subject, unit))


def _an_offer(chance: random.Random, number: int, gpus: list[Gpu], sellers: list[Provider]) -> Offer:
    mode = chance.choice([Mode.ON_DEMAND, Mode.SPOT, Mode.COMMITTED])
    return Offer(
        id=f"offer/{number}",
        provider=chance.choice(sellers).id,
        name=f"{number} {_text(chance)}".strip(),
        gpu=chance.choice(gpus).id,
        mode=mode,
        gpus_per_node=chance.choice([1, 8]),
        form=chance.choice(["", "SXM"]),
        memory_gb=_maybe(chance, "80"),
        region=chance.choice(["", "eu-west", "上海"]),
        term_months=Decimal(12) if mode is Mode.COMMITTED else None,
        upfront_share=chance.choice([Decimal(0), Decimal("0.25")]),
        increment=chance.choice([None, Duration(value=Decimal(1), unit=TimeUnit.MINUTE)]),
        max_duration=chance.choice([None, Duration(value=Decimal("1.5"), unit=TimeUnit.WEEK)]),
        min_nodes=chance.choice([1, 4]),
        max_nodes=chance.choice([None, 64]),
        plan=chance.choice(["", "capacity block"]),
        price_kind=chance.choice(list(PriceKind)),
        queue_hours=_maybe(chance, "0.0"),
        local_nvme_tb=_maybe(chance, "20.10"),
        note=_text(chance),
    )


def _a_price(chance: random.Random, kind: EntryKind, subject: str, unit: PricingUnit) -> Change:
    values = ["1", "0.10", "99.990", "123456789.000001", "0.0000004"]
    if kind in (EntryKind.PRICE, EntryKind.FEE):
        values += ["0"]
    value = None if chance.random() < 0.2 else chance.choice(values)
    entry = Entry(
        kind=kind,
        subject=subject,
        value=None if value is None else Decimal(value),
        currency={EntryKind.RATE: "CNY", EntryKind.ASSUMPTION: ""}.get(kind, chance.choice(["USD", "CNY", "EUR"])),
        unit=unit,
        effective_from=TODAY + timedelta(days=chance.choice([-300, -30, -1, 0, 0, 1, 30])),
        observed_on=chance.choice(["", "2026", "2026-Q1", "2026-11", "2026-11-30"]),
        source=_text(chance) or "source",
        note=_text(chance),
        entered_by="mei",
        entered_at=NOW,
    )
    return Change(action=Action.CHANGED, actor="mei", entries=(NewEntry(entry=entry),))


def _text(chance: random.Random) -> str:
    """Text with everything that trips up files: formulas, quotes, separators, other scripts, numbers and days."""
    odd = [
        "=1+1",
        "+x",
        "-5",
        "@a",
        "'x",
        '"q"',
        "a,b;c",
        "两 行",
        "1,234.50",
        "2026-01-02",
        "true",
        "007",
        "withdrawn",
        "😀",
    ]
    return chance.choice(["", chance.choice(odd), "".join(chance.choices(string.printable[:95], k=6)).strip()])


def _names(chance: random.Random) -> dict[str, str]:
    return chance.choice([{}, {"en": _text(chance) or "x"}, {"en": "a", "zh": "名"}])


def _list(chance: random.Random, name: str) -> tuple[str, ...]:
    return chance.choice([(), (name,), (name, f"{name}; x", f'{name} "q"')])


def _maybe(chance: random.Random, value: str) -> Decimal | None:
    return chance.choice([None, Decimal(value)])


class TestParts:
    @pytest.mark.parametrize("format", FORMATS)
    def test_agreed_prices_are_only_in_files_of_those_who_may_see_them(
        self, building: Building, format: Format
    ) -> None:
        for contracts in (True, False):
            source = export(building, format, contracts=contracts)
            empty = an_empty(building.store.path.with_name(f"{contracts}.db"))
            brought_in(empty, source)
            items, entries = whole(empty)
            assert any(SECRET in item for item in items) is contracts
            assert any(SETUP in entry for entry in entries) is contracts
            empty.store.close()

    def test_nor_in_their_bytes(self, building: Building) -> None:
        assert b"contract" not in export(building, "csv", contracts=False).data

    def test_what_words_ask_for(self, building: Building) -> None:
        source = export(building, "csv", "spot")
        assert SPOT.encode() in source.data
        assert f"{LIST}," not in source.data.decode()
        assert differences(building.imports.preview(source, Options(), "mei")) == {}

    def test_of_an_offer_of_which_a_part_is_asked_for_the_offer_comes_too(self, building: Building) -> None:
        source = export(building, "csv", "component")
        assert differences(building.imports.preview(source, Options(), "mei")) == {}
        assert SECRET.encode() in source.data

    def test_the_name_of_the_file_tells_the_day(self, building: Building) -> None:
        assert export(building, "xlsx").name == "quartermaster-prices-2026-12-01.xlsx"

    @pytest.mark.parametrize("format", FORMATS)
    def test_the_template_as_it_is_changes_nothing(self, building: Building, format: Format) -> None:
        preview = building.imports.preview(Source(*template(format, {})), Options(), "mei")
        assert preview.writes == 0
        assert preview.refusals == {}

    def test_a_book_of_an_earlier_day_brings_nothing_back(self, building: Building) -> None:
        """What was exported before a change, and imported after it, is a change back and shown as one."""
        source = export(building, "csv")
        building.ledger.save(a_change("110", first_day=date(2026, 3, 1)))
        preview = building.imports.preview(source, Options(), "mei")
        assert preview.counts.get(Outcome.CHANGED, 0) + preview.counts.get(Outcome.UNCHANGED, 0) > 0
        assert preview.writes <= 1
