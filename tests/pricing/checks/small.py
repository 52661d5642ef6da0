"""A small market made for one test at a time: five sellers of H100 near 3 dollars, and a seller named nimbus."""

from datetime import date
from decimal import Decimal

from pricing.book import EntryKind
from pricing.catalog import Gpu, Mode, Offer, ProviderKind
from pricing.checks.checking import check, check_file
from pricing.checks.market import Market
from pricing.findings import Candidate, Finding, FindingKind
from pricing.units import PricingUnit
from tests.builders import DAY, MemoryBook, a_book, a_provider, add_offer, add_rate, an_entry

SELLERS = {"altus": "2.60", "birch": "2.80", "cedar": "3.00", "delta": "3.20", "ember": "3.40"}


def a_market_book() -> MemoryBook:
    """H100, H100-PCIe, A100-80GB and B200, five sellers of H100, and rates for yuan and rupees."""
    book = a_book()
    book.gpus.clear()
    for name, form, memory, peak in (
        ("H100", "SXM", "80", "989"),
        ("H100-PCIe", "PCIe", "80", "756"),
        ("A100", "", None, "312"),
        ("A100-80GB", "", "80", "312"),
        ("A100-40GB", "", "40", "312"),
        ("B200", "SXM", "180", "2250"),
        ("B300", "SXM", "288", "2250"),
        ("L4", "PCIe", "24", "121"),
    ):
        book.gpus[name] = Gpu(id=name, vendor="NVIDIA", form=form, memory_gb=memory, bf16_dense_tflops=peak)
    add_rate(book, "USD", "CNY", "7")
    add_rate(book, "USD", "INR", "95")
    for seller, price in SELLERS.items():
        add_offer(book, price, currency="USD", provider=seller, gpus_per_node=1)
    return book


def priced(book: MemoryBook, price: str, **terms: object) -> Offer:
    """Put a price of nimbus into the book, in dollars per GPU-hour of one GPU unless said otherwise."""
    number = len(book.priced)
    fields = {"name": f"node-{'abcdefghijklmnopqrstuvwxyz'[number]}", "gpus_per_node": 1, "currency": "USD", **terms}
    return add_offer(book, price, **fields)  # type: ignore[arg-type]


def a_candidate(
    price: str | None,
    unit: PricingUnit = PricingUnit.GPU_HOUR,
    currency: str = "USD",
    first_day: date = DAY,
    observed: str = "2026-11-20",
    line: int = 1,
    note: str = "",
    stated_term: str = "",
    memory: str | None = None,
    until: date | None = None,
    free: bool = False,
    **terms: object,
) -> Candidate:
    """A price of nimbus for one H100 on demand, unless said otherwise."""
    fields = {"id": f"new-{line}", "provider": "nimbus", "name": "machine", "gpu": "H100", "mode": Mode.ON_DEMAND}
    offer = Offer.model_validate({**fields, "gpus_per_node": 1, **terms})
    entry = an_entry(EntryKind.PRICE, offer.id, price, unit, currency, observed, effective_from=first_day, note=note)
    stated = None if memory is None else Decimal(memory)
    return Candidate(offer, entry, "", stated, stated_term, until, free, line)


def findings(candidate: Candidate, book: MemoryBook) -> dict[FindingKind, Finding]:
    """What is found of one candidate, by kind."""
    book.providers.setdefault("nimbus", a_provider("nimbus", ProviderKind.SPECIALISED))
    return {finding.kind: finding for finding in check(candidate, Market(book))}


def of_file(candidates: list[Candidate], book: MemoryBook) -> list[set[FindingKind]]:
    """The kinds that are found of each candidate of one file."""
    book.providers.setdefault("nimbus", a_provider("nimbus", ProviderKind.SPECIALISED))
    return [{finding.kind for finding in every} for every in check_file(candidates, Market(book))]
