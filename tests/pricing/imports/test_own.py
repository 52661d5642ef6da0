"""Our own format and tables made by hand: what is read, and what is refused with its place and reason."""

import io
from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl import Workbook

from pricing.base import changed
from pricing.book import EntryKind
from pricing.book_files.columns import HEADER
from pricing.book_files.writer import BookRow, csv_of
from pricing.catalog import Includes, Mode, PriceKind, Tax
from pricing.imports import own
from pricing.imports.source import Source
from pricing.listings import FileRefused, Listing, Refusal, Row, Skipped
from pricing.units import PricingUnit
from tests.builders import a_gpu

TEMPLATE = "provider,name,gpu,mode,gpus_per_node,price,currency,unit\n"
FACTS = (
    "provider,instance_type,gpu,gpu_memory_gb,gpus_per_node,price,currency,unit,term,region,observed_on,source\n"
    "Azure,NC96ads A100 v4,A100,80,4,14.69,USD,node_hour,on-demand,,2025-03-07,a@1:x.csv\n"
    "Azure,Standard_NC24ads_A100_v4,A100 PCIe,80,1,3.0574,USD,node_hour,savings-plan-1y,eastus,2026-06-15,b@2:y.csv\n"
    "GCP,a2-highgpu-1g,A100,40,1,2.934,USD,gpu_hour_component,spot,us-central1,2026,c@3:z.csv\n"
)


def read(text: str, **about: str) -> list[Row]:
    return list(own.read(Source("prices.csv", text.encode(), **about)))


def one(text: str, **about: str) -> Listing:
    [row] = read(text, **about)
    assert isinstance(row, Listing), row
    return row


def refused(text: str, **about: str) -> Refusal:
    [row] = read(text, **about)
    assert isinstance(row, Refusal), row
    return row


class TestTablesMadeByHand:
    def test_say_a_price_with_its_terms(self) -> None:
        assert one(
            "provider,name,gpu,mode,gpus_per_node,term_months,region,price,currency,unit,"
            "effective_from,effective_to,observed_on,source,note\n"
            "Acme,gpu.8,H100,committed,8,12,eu,23.60,USD,Node-Hours,2026-03-01,2026-07-01,2026-Q1,https://a.example,old\n"
        ) == Listing(
            line=2,
            value=Decimal("23.60"),
            currency="USD",
            unit=PricingUnit.NODE_HOUR,
            provider="Acme",
            name="gpu.8",
            gpu="H100",
            gpus_per_node=8,
            mode=Mode.COMMITTED,
            term_months=Decimal(12),
            region="eu",
            observed_on="2026-Q1",
            effective_from=date(2026, 3, 1),
            effective_to=date(2026, 7, 1),
            source="https://a.example",
            note="old",
            stated_term="committed",
        )

    def test_may_be_in_chinese(self) -> None:
        row = one(
            "供应商,卡型,卡数,单价,币种,单位,地区,生效日期,来源,备注,期限\n"
            "某云,H800,8,1.2,人民币,万元/台/月,上海,2026年3月6日,官网,含网络,1年\n"
        )
        assert (row.value, row.currency, row.unit) == (12000, "CNY", PricingUnit.NODE_MONTH)
        assert (row.mode, row.term_months, row.gpus_per_node) == (Mode.COMMITTED, 12, 8)
        assert (row.effective_from, row.region, row.source, row.note) == (date(2026, 3, 6), "上海", "官网", "含网络")

    def test_may_be_in_gb18030_with_semicolons_and_decimal_commas(self) -> None:
        text = "供应商;GPU;价格;币种;单位\n某云;H100;2,95;USD;/GPU/hr\n某云;A100;1.355,90;USD;/GPU/mo\n"
        first, second = own.read(Source("x.csv", text.encode("gb18030")))
        assert isinstance(first, Listing)
        assert isinstance(second, Listing)
        assert (first.value, second.value) == (Decimal("2.95"), Decimal("1355.90"))

    def test_are_read_by_the_sign_that_their_column_puts_before_fractions(self) -> None:
        rows = read(TEMPLATE.replace(",", ";") + "a;x;H100;;1;3.350;USD;GPU-Months\na;y;H100;;1;12,5;USD;GPU-Months\n")
        assert [row.value for row in rows if isinstance(row, Listing)] == [3350, Decimal("12.5")]

    def test_may_say_unit_and_currency_in_a_cell_or_a_header(self) -> None:
        assert one("provider,gpu,price\nacme,H100,$2.95/GPU/hr\n").currency == "USD"
        row = one("provider,gpu,Price (USD/GPU/hr)\nacme,H100,2.95\n")
        assert (row.value, row.currency, row.unit) == (Decimal("2.95"), "USD", PricingUnit.GPU_HOUR)

    @pytest.mark.parametrize("unit", ["per GPU-hour", "/GPU/hr", "$/h", "元/卡/时", "GPU-Hours"])
    def test_have_units_as_people_write_them(self, unit: str) -> None:
        currency = "CNY" if "元" in unit else "USD"
        assert one(f"{TEMPLATE}a,x,H100,,1,2.95,{currency},{unit}\n").unit is PricingUnit.GPU_HOUR

    def test_leave_to_the_person_what_no_column_tells(self) -> None:
        row = one(
            "gpu,price,unit,mode\nH100,2.95,GPU-Hours,spot\n",
            provider="acme",
            currency="EUR",
            observed_on="2026-03",
            source="https://a.example",
        )
        assert (row.provider, row.currency, row.observed_on, row.source) == (
            "acme",
            "EUR",
            "2026-03",
            "https://a.example",
        )

    def test_take_the_dollars_of_the_currency_they_name(self) -> None:
        assert one(f"{TEMPLATE}a,x,H100,,1,$2.95,AUD,GPU-Hours\n").currency == "AUD"
        assert one("gpu,price,unit\nH100,€2.95,GPU-Hours\n", provider="a", currency="USD").currency == "EUR"

    def test_say_the_last_day_a_price_holds(self) -> None:
        assert one(f"{TEMPLATE[:-1]},有效期至\na,x,H100,,1,2.95,USD,GPU-Hours,2026-06-30\n").effective_to == date(
            2026, 7, 1
        )

    def test_may_end_a_price(self) -> None:
        row = one(f"{TEMPLATE}a,x,H100,,1,withdrawn,USD,GPU-Hours\n")
        assert (row.value, row.currency, row.unit) == (None, "USD", PricingUnit.GPU_HOUR)

    def test_may_be_of_facts_gathered_elsewhere(self) -> None:
        first, second, third = read(FACTS)
        assert isinstance(first, Listing)
        assert isinstance(second, Listing)
        assert isinstance(third, Listing)
        assert (first.name, first.memory_gb, first.value) == ("NC96ads A100 v4", 80, Decimal("14.69"))
        assert (second.mode, second.term_months, second.plan) == (Mode.COMMITTED, 12, "savings plan")
        assert second.stated_term == "savings-plan-1y"
        assert (third.mode, third.includes, third.observed_on) == (Mode.SPOT, Includes.ACCELERATOR_ONLY, "2026")

    def test_keep_tax_and_least_prices_apart(self) -> None:
        row = one(f"{TEMPLATE}a,x,H100,,1,from 2.95 excl. VAT,USD,GPU-Hours\n")
        assert (row.tax, row.price_kind) == (Tax.EXCLUDED, PriceKind.FROM)

    def test_are_read_from_a_workbook(self) -> None:
        book = Workbook()
        book.create_sheet("notes", 0).append(("read me",))
        sheet = book["Sheet"]
        sheet.append(("Provider", "GPU", "Price", "Currency", "Unit", "Date"))
        sheet.append(("acme", "H100", 23.6, "USD", "Node-Hours", date(2026, 3, 6)))
        sheet.append(("acme", "H100", "=1+1", "USD", "Node-Hours", None))
        out = io.BytesIO()
        book.save(out)
        source = Source("prices.xlsx", out.getvalue())
        assert own.recognises(source)
        row, formula = own.read(source)
        assert isinstance(row, Listing)
        assert (row.line, str(row.value), row.observed_on) == (2, "23.6", "2026-03-06")
        assert formula == Refusal(3, "formula", {"column": "Price", "text": "=1+1"})


class TestRefusals:
    @pytest.mark.parametrize(
        ("cells", "reason", "column", "text"),
        [
            ("a,x,H100,,1,,USD,GPU-Hours", "price-missing", "price", ""),
            ("a,x,H100,,1,N/A,USD,GPU-Hours", "not-available", "price", "N/A"),
            ("a,x,H100,,1,free,USD,GPU-Hours", "free-word", "price", "free"),
            ("a,x,H100,,1,2-3,USD,GPU-Hours", "range", "price", "2-3"),
            ("a,x,H100,,1,2.95,USD,parsecs", "unit-unknown", "unit", "parsecs"),
            ("a,x,H100,,1,2.95,dollarydoos,GPU-Hours", "currency-unknown", "currency", "dollarydoos"),
            ("a,x,H100,lease,1,2.95,USD,GPU-Hours", "mode-unknown", "mode", "lease"),
            ("a,x,H100,,many,2.95,USD,GPU-Hours", "not-whole", "gpus_per_node", "many"),
            ("a,x,H100,,1,€2.95,USD,GPU-Hours", "two-currencies", "price", "€2.95"),
            ("a,x,H100,,1,2.95/GPU/mo,USD,GPU-Hours", "two-units", "price", "2.95/GPU/mo"),
            ("a,x,H100,,8,2.95,USD,/hr", "unit-vague", "price", "2.95"),
        ],
    )
    def test_name_the_cell(self, cells: str, reason: str, column: str, text: str) -> None:
        refusal = refused(f"{TEMPLATE}{cells}\n")
        assert (refusal.line, refusal.reason) == (2, reason)
        assert (refusal.values["column"], refusal.values["text"]) == (column, text)

    @pytest.mark.parametrize(
        ("cells", "reason", "column"),
        [
            (",x,H100,,1,2.95,USD,GPU-Hours", "missing", "provider"),
            ("a,,,,1,2.95,USD,GPU-Hours", "missing", "gpu"),
            ("a,x,H100,,1,2.95,,GPU-Hours", "missing", "currency"),
            ("a,x,H100,,1,2.95,USD,", "missing", "unit"),
            ("a,x,H100,reserved,1,2.95,USD,GPU-Hours", "term-missing", None),
            ("a,x,H100,,1,2.95,USD,GB", "unit-of-kind", None),
        ],
    )
    def test_name_what_is_missing(self, cells: str, reason: str, column: str | None) -> None:
        refusal = refused(f"{TEMPLATE}{cells}\n")
        assert (refusal.reason, refusal.values.get("column")) == (reason, column)

    def test_name_columns_as_they_are_written(self) -> None:
        refusal = refused("供应商,卡型,单价,币种,单位,生效日期\n某云,H100,2.95,CNY,元/卡/时,01/02/2026\n")
        assert refusal.reason == "ambiguous-day"
        assert refusal.values == {"column": "生效日期", "text": "01/02/2026", "example": "2026-03-06"}

    def test_are_of_one_row_alone(self) -> None:
        rows = read(f"{TEMPLATE}a,x,H100,,1,oops,USD,GPU-Hours\na,x,H100,,1\na,x,H100,,1,2.95,USD,GPU-Hours\n")
        assert [type(row) for row in rows] == [Refusal, Refusal, Listing]

    def test_tell_columns_that_nobody_reads(self) -> None:
        [unknown, row] = read(f"{TEMPLATE[:-1]},colour\na,x,H100,,1,2.95,USD,GPU-Hours,red\n")
        assert unknown == Refusal(1, "unknown-column", {"column": "colour"})
        assert isinstance(row, Listing)

    @pytest.mark.parametrize(
        ("mode", "term", "reason"),
        [
            ("on-demand", "1 year", "two-terms"),
            ("reserved 3 years", "1 year", "two-terms"),
            ("reserved", "12", "mode-unknown"),
        ],
    )
    def test_tell_terms_that_do_not_agree(self, mode: str, term: str, reason: str) -> None:
        text = f"{TEMPLATE[:-1]},term\na,x,H100,{mode},1,2.95,USD,GPU-Hours,{term}\n"
        assert refused(text).reason == reason

    def test_tell_a_term_without_a_commitment(self) -> None:
        text = f"{TEMPLATE[:-1]},term_months\na,x,H100,spot,1,2.95,USD,GPU-Hours,12\n"
        assert refused(text).reason == "term-without-commitment"

    def test_tell_rows_of_the_full_format_that_are_not_whole(self) -> None:
        header = ",".join(HEADER)
        blank = "," * (len(HEADER) - 2)
        assert refused(f"{header}\nprice,acme/h100{blank}\n") == Refusal(2, "missing", {"column": "price"})
        assert refused(f"{header}\ngpu,{blank}\n") == Refusal(2, "not-valid", {"column": "id"})
        assert refused(f"{header}\nprize,x{blank}\n").reason == "not-a-choice"


class TestFullFormat:
    def test_says_fees_components_rates_and_assumptions(self) -> None:
        rows = read(
            "row,id,price,currency,unit,effective_from,source,part,terms_unit,provider,of_offer\n"
            "fee,acme/egress,0.09,USD,GB,2026-01-01,s,egress,GB,acme,\n"
            "component,own/h100/gpu,25000,USD,GPUs,2026-01-01,s,gpu,GPUs,,own/h100\n"
            "rate,USD/CNY,7.10,CNY,rate,2026-01-01,s,,,,\n"
            "assumption,pue,1.3,,number,2026-01-01,s,,,,\n"
        )
        listings = [row for row in rows if isinstance(row, Listing)]
        assert [row.kind for row in listings] == [
            EntryKind.FEE,
            EntryKind.COMPONENT,
            EntryKind.RATE,
            EntryKind.ASSUMPTION,
        ]
        assert listings[0].terms == {"kind": "egress", "unit": "GB"}
        assert listings[1].terms == {"offer": "own/h100", "kind": "gpu", "unit": "GPUs"}

    def test_never_takes_what_the_person_said_for_what_it_leaves_out(self) -> None:
        text = "row,id,price,unit,effective_from,currency\nprice,acme/h100,2.95,GPU-Hours,2026-01-01,USD\n"
        row = one(text, provider="other", observed_on="2026-05", source="elsewhere")
        assert (row.provider, row.observed_on, row.source) == ("", "", "")


class TestRecognising:
    @pytest.mark.parametrize(
        "text", [TEMPLATE, FACTS, ",".join(HEADER), "row,id,price", "供应商,卡型,单价", "GPU;Price ($/GPU/hr);Provider"]
    )
    def test_takes_what_is_ours(self, text: str) -> None:
        assert own.recognises(Source("x", text.encode()))

    @pytest.mark.parametrize(
        "text",
        [
            "",
            "InstanceType,AcceleratorName,AcceleratorCount,vCPUs,MemoryGiB,Price,Region,GpuInfo,SpotPrice",
            "instance_name,location,price,cpu,memory,gpu_count,gpu_name,gpu_memory,spot,disk_size,gpu_vendor,flags,x,y",
            "Cloud,GPU Type,GPU Arch,GPUs,GPU RAM,vCPUs,RAM,On-demand,Per-GPU,Spot,Name",
            '{"items": []}',
            "item,value,unit,observed_on,source",
            "hello",
        ],
    )
    def test_leaves_what_is_not(self, text: str) -> None:
        assert not own.recognises(Source("x", text.encode()))

    def test_takes_a_workbook_that_cannot_be_opened_to_say_why(self) -> None:
        source = Source("x.xlsx", b"PK\x03\x04broken")
        assert own.recognises(source)
        with pytest.raises(FileRefused, match="archive"):
            list(own.read(source))


class TestAnyFile:
    @settings(deadline=None)
    @given(
        st.lists(st.text(max_size=15), min_size=8, max_size=8), st.sampled_from([TEMPLATE, "row,id,price,unit,text\n"])
    )
    def test_gives_rows_or_a_refusal(self, cells: list[str], header: str) -> None:
        line = ",".join(
            '"' + cell.replace('"', '""').replace("\0", "") + '"' for cell in cells[: header.count(",") + 1]
        )
        try:
            rows = read(header + line + "\n")
        except FileRefused as error:
            rows = [Refusal(1, error.reason)]
        assert all(isinstance(row, Listing | Refusal | Skipped) for row in rows)

    def test_is_read_row_by_row(self) -> None:
        rows = own.read(Source("x", (TEMPLATE + "a,x,H100,,1,2.95,USD,GPU-Hours\n" * 3 + 'a,"x').encode()))
        assert isinstance(next(rows), Listing)
        with pytest.raises(FileRefused, match="quote"):
            list(rows)

    def test_keeps_the_places_of_rows_behind_notes_of_several_lines(self) -> None:
        gpu = changed(a_gpu("H100"), source="one\ntwo\nthree")
        rows = list(own.read(Source("x", csv_of([BookRow(gpu), BookRow(a_gpu("A100"))]))))
        assert [row.line for row in rows] == [2, 5]
