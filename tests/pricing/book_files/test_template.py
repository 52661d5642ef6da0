"""The template that people fill in."""

import io

from openpyxl import load_workbook

from pricing.book_files.columns import TEMPLATE
from pricing.book_files.template import CHOICES, template_csv, template_xlsx
from pricing.imports import own
from pricing.imports.source import Source
from pricing.listings import Skipped

NAMES = [column.name for column in TEMPLATE]


class TestTemplate:
    def test_is_read_as_nothing_while_nobody_has_filled_it_in(self) -> None:
        for data in (template_csv(), template_xlsx()):
            source = Source("template", data)
            assert own.recognises(source)
            assert list(own.read(source)) == [
                Skipped(2, "example", "gpu.8xlarge"),
                Skipped(3, "example", "gpu.8xlarge"),
            ]

    def test_has_the_few_columns_people_need(self) -> None:
        assert template_csv().decode("utf-8-sig").splitlines()[0].split(",") == NAMES

    def test_has_examples_that_are_right_but_for_their_source(self) -> None:
        text = template_csv().decode("utf-8-sig").replace("EXAMPLE", "https://example.com")
        first, second = own.read(Source("template", text.encode()))
        assert not isinstance(first, Skipped)
        assert first.line == 2
        assert (second.value, second.term_months, str(second.effective_to)) == (68000, 12, "2026-07-01")  # type: ignore[union-attr]

    def test_offers_lists_to_choose_from(self) -> None:
        sheet = load_workbook(io.BytesIO(template_xlsx()))["prices"]
        rules = {str(rule.sqref).split("2")[0]: rule.formula1 for rule in sheet.data_validations.dataValidation}
        letters = {name: chr(ord("A") + NAMES.index(name)) for name in CHOICES}
        assert rules == {letters[name]: f'"{",".join(choices)}"' for name, choices in CHOICES.items()}

    def test_explains_each_column_in_the_words_it_is_given(self) -> None:
        words = {"heading.meaning": "含义", "column.price": "一个单位的价格"}
        sheet = load_workbook(io.BytesIO(template_xlsx(words)))["columns"]
        rows = list(sheet.iter_rows(values_only=True))
        assert [row[0] for row in rows[1:]] == NAMES
        assert rows[0][3] == "含义"
        assert rows[1 + NAMES.index("price")][3] == "一个单位的价格"
        assert rows[1 + NAMES.index("mode")][2] == "owned, on-demand, committed, spot"
