"""An empty price list for people to fill in: the few columns they need, with two rows that only show how."""

from collections.abc import Iterator, Mapping
from decimal import Decimal

from openpyxl import Workbook

from pricing.book import UNITS, EntryKind
from pricing.book_files.columns import EXAMPLE, TEMPLATE, Column, Form
from pricing.book_files.writer import csv_file
from pricing.book_files.xlsx import add_choices, add_sheet, saved
from pricing.catalog import Mode

CURRENCIES = ("CNY", "USD", "EUR", "GBP", "HKD", "INR", "JPY", "KRW", "SGD")
CHOICES: Mapping[str, tuple[str, ...]] = {
    "mode": tuple(mode.value for mode in Mode),
    "unit": tuple(sorted(unit.value for unit in UNITS[EntryKind.PRICE])),
    "currency": CURRENCIES,
}
_REQUIRED = frozenset({"provider", "gpu", "price", "currency", "unit"})
_WIDE = {3: 48, 4: 100}
_FORMS = {Form.DAY: "2026-03-06", Form.PERIOD: "2026-03-06, 2026-03, 2026-Q1, 2026", Form.WHOLE: "8", Form.NUMBER: "12"}
_EXAMPLES: tuple[Mapping[str, str | Decimal], ...] = (
    {
        "provider": "example-cloud",
        "name": "gpu.8xlarge",
        "gpu": "H100",
        "mode": Mode.ON_DEMAND.value,
        "gpus_per_node": Decimal(8),
        "region": "eu-central",
        "price": Decimal("23.60"),
        "currency": "USD",
        "unit": "Node-Hours",
        "effective_from": "2026-03-01",
        "observed_on": "2026-03-06",
        "source": EXAMPLE,
    },
    {
        "provider": "example-cloud",
        "name": "gpu.8xlarge",
        "gpu": "H100",
        "mode": Mode.COMMITTED.value,
        "gpus_per_node": Decimal(8),
        "term_months": Decimal(12),
        "region": "cn",
        "price": Decimal("68000"),
        "currency": "CNY",
        "unit": "Node-Months",
        "effective_from": "2026-03-01",
        "effective_to": "2026-07-01",
        "observed_on": "2026-03",
        "source": EXAMPLE,
    },
)


def template_csv() -> bytes:
    """The template as a CSV file. Its example rows have the source `EXAMPLE`, and readers leave such rows out."""
    return csv_file([column.name for column in TEMPLATE], _examples())


def template_xlsx(words: Mapping[str, str] | None = None) -> bytes:
    """The template as a workbook with lists to choose from, and a sheet that explains each column.

    `words`: what each column means (`column.<name>`), and what heads that sheet (`heading.column`,
    `heading.required`, `heading.form`, `heading.meaning`); without them it tells names and forms alone.
    """
    words = words or {}
    workbook = Workbook(write_only=True)
    names = [column.name for column in TEMPLATE]
    sheet = add_sheet(workbook, "prices", names, _examples())
    for name, choices in CHOICES.items():
        add_choices(sheet, names.index(name) + 1, choices)
    heads = [words.get(f"heading.{name}", name) for name in ("column", "required", "form", "meaning")]
    add_sheet(workbook, "columns", heads, (_explained(column, words) for column in TEMPLATE), _WIDE)
    return saved(workbook)


def _examples() -> Iterator[list[str | Decimal]]:
    return ([row.get(column.name, "") for column in TEMPLATE] for row in _EXAMPLES)


def _explained(column: Column, words: Mapping[str, str]) -> list[str | Decimal]:
    form = ", ".join(CHOICES.get(column.name, ())) or _FORMS.get(column.form, "")
    return [column.name, "*" if column.name in _REQUIRED else "", form, words.get(f"column.{column.name}", "")]
