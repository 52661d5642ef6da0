"""Published rows as candidates: what a reader of such a file would make of them."""

import csv
import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

from pricing.base import changed
from pricing.book import Book, Entry, EntryKind, observed_day
from pricing.catalog import Includes, Mode, Offer, PriceKind
from pricing.findings import Candidate
from pricing.units import PricingUnit
from tests.pricing.books_on_disk import NOW

DATA = Path(__file__).parent / "data"
UNITS = {
    "gpu_hour": PricingUnit.GPU_HOUR,
    "gpu_hour_component": PricingUnit.GPU_HOUR,
    "gpu_month": PricingUnit.GPU_MONTH,
    "node_hour": PricingUnit.NODE_HOUR,
    "node_month": PricingUnit.NODE_MONTH,
    "node_year": PricingUnit.NODE_MONTH,  # a twelfth
}
GPUS = {
    ("A100", "40"): "A100-40GB",
    ("A100", "80"): "A100-80GB",
    ("H100 PCIe", "80"): "H100-PCIe",
    ("H100 NVL", "94"): "H100-NVL",
    ("H200 NVL", "140"): "H200-NVL",
    ("H200 NVL", "141"): "H200-NVL",
    ("RTX 4090 (48GB mod)", "48"): "RTX4090-48GB",
}
LOWEST = "lowest listing"
PLANS = {
    "community": "community cloud",
    "secure-on-demand": "secure cloud",
    "dws-flex-start": "DWS flex start",
    "dws-calendar": "DWS calendar",
    "capacity-block-upfront": "capacity block",
    "on-demand-windows": "Windows",
    "on-demand-shared": "shared",
    "marketplace-min": LOWEST,
}
FROM = ("on-demand-from", "marketplace-min", "marketplace-from", "marketplace-bid-min")
REGIONS = {"KR": "korea", "CN": "cn", "US": "us", "Europe": "eu"}


@dataclass(frozen=True)
class Row:
    """One row of a published file, as it is written."""

    number: int
    fields: Mapping[str, str]

    def __getattr__(self, name: str) -> str:
        return self.fields[name]


def rows(name: str) -> tuple[Row, ...]:
    """The rows of a file of `data`, numbered from 2 as an editor shows them."""
    with (DATA / name).open(newline="", encoding="utf-8") as file:
        return tuple(Row(number, fields) for number, fields in enumerate(csv.DictReader(file), start=2))


class Reader:
    """Makes candidates of rows, for one book."""

    def __init__(self, book: Book) -> None:
        self._providers = {
            name.casefold(): provider.id
            for provider in book.providers.values()
            for name in (provider.id, *provider.names.values(), *provider.aliases)
        }
        self._known: dict[tuple[object, ...], list[Offer]] = {}
        for gpu in book.gpus:
            for offer, _ in book.offers(gpu):
                self._known.setdefault(_key(offer), []).append(offer)

    def candidate(self, row: Row) -> Candidate:
        """The row as it would stand in the book, under the id of the book's own offer where it is the same thing."""
        offer = self._named(_offer(row, self._provider(row.provider)))
        value = Decimal(row.price) / 12 if row.unit == "node_year" else Decimal(row.price)
        entry = Entry(
            kind=EntryKind.PRICE,
            subject=offer.id,
            value=value,
            currency=row.currency,
            unit=UNITS[row.unit],
            effective_from=observed_day(row.observed_on) or NOW.date(),
            observed_on=row.observed_on,
            source=row.source,
            entered_by="mei",
            entered_at=NOW,
        )
        memory = Decimal(row.gpu_memory_gb) if row.gpu_memory_gb else None
        return Candidate(offer, entry, row.gpu, memory, row.term, line=row.number)

    def _provider(self, name: str) -> str:
        return self._providers.get(name.casefold()) or _slug(name) or "unknown"

    def _named(self, offer: Offer) -> Offer:
        if offer.hours_in_month or offer.plan == LOWEST:  # the book has the hourly price, and the median
            return offer
        words = set(_slug(offer.name).split("-"))
        same = [other for other in self._known.get(_key(offer), []) if words <= set(_slug(other.name).split("-"))]
        return changed(offer, id=same[0].id) if len(same) == 1 else offer


def _offer(row: Row, provider: str) -> Offer:
    plain, _, form = row.gpu.partition(" ") if row.gpu[:2] in ("A1", "A8", "H1", "H2") else (row.gpu, "", "")
    gpu = GPUS.get((row.gpu, row.gpu_memory_gb)) or GPUS.get((plain, row.gpu_memory_gb)) or plain.replace(" ", "")
    if form.startswith("PCIe") and plain == "H100":
        gpu = "H100-PCIe"
    form = form.split()[0] if form and not form.startswith("8-GPU") else ""
    terms = _terms(row.term)
    region = _region(row.region)
    month = re.search(r"(\d{3})h$", row.term)
    name = row.instance_type or row.gpu
    parts = (provider, gpu, form, row.gpus_per_node, name, terms["mode"], terms.get("term_months", ""))
    return Offer.model_validate(
        {
            "id": "/".join(_slug(str(part)) for part in (*parts, terms["plan"], region, row.unit, row.gpu_memory_gb)),
            "provider": provider,
            "name": name,
            "gpu": gpu,
            "form": form,
            "memory_gb": row.gpu_memory_gb or None,
            "gpus_per_node": row.gpus_per_node,
            "region": region,
            "hours_in_month": month.group(1) if month else None,
            "includes": Includes.ACCELERATOR_ONLY if row.unit == "gpu_hour_component" else Includes.ALL_IN,
            "price_kind": PriceKind.FROM if row.term in FROM else PriceKind.LIST,
            **terms,
            "note": f"{terms.get('note', '')} {'' if region else row.region}".strip(),
        }
    )


def _terms(term: str) -> dict[str, object]:
    length = re.search(r"-(\d)([ym])", term)
    if term.startswith(("reserved", "savings", "cud", "commit", "subscription")) and length:
        months = int(length.group(1)) * (12 if length.group(2) == "y" else 1)
        return {"mode": Mode.COMMITTED, "term_months": Decimal(months), "plan": "", "note": term}
    spot = term.startswith(("spot", "preemptible")) or term == "marketplace-bid-min"
    return {"mode": Mode.SPOT if spot else Mode.ON_DEMAND, "plan": PLANS.get(term, "")}


def _region(text: str) -> str:
    if text.startswith("India"):
        return "india"
    return REGIONS.get(text) or (text if re.fullmatch(r"[a-z]+[a-z0-9]*(-[a-z0-9]+)*|[A-Z]+-\d+", text) else "")


def _key(offer: Offer) -> tuple[object, ...]:
    terms = (offer.mode, offer.term_months, offer.plan, offer.includes)
    return (offer.provider, offer.gpu, offer.form, offer.gpus_per_node, offer.region, *terms)


def _slug(text: str) -> str:
    return re.sub(r"[^0-9a-z]+", "-", text.casefold()).strip("-")
