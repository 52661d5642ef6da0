"""Books of any content: every kind of item and entry, with text of all sorts."""

from decimal import Decimal

from hypothesis import strategies as st

from pricing.base import changed
from pricing.book import BOUNDS, UNITS, Entry, EntryKind
from pricing.book_files.columns import Item
from pricing.catalog import (
    Claim,
    Component,
    ComponentKind,
    Fee,
    FeeKind,
    Gpu,
    Includes,
    Instance,
    Mode,
    Offer,
    PriceKind,
    Provider,
    ProviderKind,
    Region,
    Tax,
)
from pricing.units import Duration, TimeUnit
from tests.pricing.books_on_disk import NOW

_HARD = [
    "=1+1",
    "@x",
    "-5",
    "+5",
    "'quoted",
    " blanks ",
    "a,b;c\td",
    'say "no"',
    "one\r\ntwo\rthree\n",
    "_x000D_",
    "\x0b",
]
text = st.sampled_from(_HARD) | st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=12)
names = st.text(st.characters(codec="utf-8", exclude_characters="\0"), min_size=1, max_size=8)
numbers = st.decimals(0, 10**9, places=2) | st.decimals(0, 10, places=12) | st.integers(0, 10**14).map(Decimal)
small = st.integers(1, 10**6)
shares = st.decimals("0", "0.99", places=2)
texts = st.dictionaries(st.sampled_from(["en", "zh", "de"]), text, max_size=3)
lists = st.lists(text, max_size=3).map(tuple)
currencies = st.sampled_from(["USD", "CNY", "EUR", "XAF"])
periods = st.sampled_from(["", "2026", "2026-03", "2026-03-06", "2026-Q1", "2026-H2"])
durations = st.none() | st.builds(Duration, value=st.decimals("0.1", 99, places=1), unit=st.sampled_from(TimeUnit))

gpus = st.builds(
    Gpu,
    **dict.fromkeys(("vendor", "form", "source"), text),
    id=names,
    names=texts,
    memory_gb=st.none() | numbers,
    bf16_dense_tflops=st.none() | numbers,
    aliases=lists,
    covers=lists,
)
providers = st.builds(Provider, id=names, names=texts, kind=st.sampled_from(ProviderKind), aliases=lists)
instances = st.builds(Instance, id=names, gpu=names, gpus_per_node=small, provider=text, aliases=lists)
regions = st.builds(Region, id=names, aliases=lists, covers=lists)
claims = st.builds(
    Claim,
    id=names,
    offer=names,
    text=texts,
    stated=numbers,
    currency=currencies,
    source=names,
    stated_on=st.sampled_from(["2026-03", "last week"]),
)
offers = st.builds(
    Offer,
    **dict.fromkeys(("id", "provider", "name", "gpu"), names),
    **dict.fromkeys(("form", "region", "plan", "note"), text),
    **{name: st.none() | numbers for name in ("memory_gb", "term_months", "hours_in_month", "lead_time_hours")},
    **{name: st.none() | numbers for name in ("queue_hours", "local_nvme_tb")},
    **dict.fromkeys(("increment", "min_duration", "max_duration"), durations),
    mode=st.sampled_from(Mode),
    gpus_per_node=small,
    upfront_share=shares,
    efficiency_loss=shares,
    min_nodes=small,
    max_nodes=st.none() | small,
    includes=st.sampled_from(Includes),
    tax=st.sampled_from(Tax),
    price_kind=st.sampled_from(PriceKind),
)
fees = st.builds(
    Fee,
    id=names,
    provider=names,
    kind=st.sampled_from(FeeKind),
    unit=st.sampled_from(sorted(UNITS[EntryKind.FEE])),
    tier_from=numbers,
    region=text,
    note=text,
)
components = st.builds(
    Component,
    id=names,
    offer=names,
    kind=st.sampled_from(ComponentKind),
    unit=st.sampled_from(sorted(UNITS[EntryKind.COMPONENT])),
    basis_gpus=st.none() | small,
    basis_months=st.none() | small,
    note=text,
)
items = st.lists(
    st.one_of(gpus, providers, instances, regions, claims, offers, fees, components),
    max_size=8,
    unique_by=lambda item: (type(item), item.id),
)
_KINDS = {Offer: EntryKind.PRICE, Fee: EntryKind.FEE, Component: EntryKind.COMPONENT}


@st.composite
def entries_of(draw: st.DrawFn, kind: EntryKind, subject: str) -> Entry:
    """One entry of a subject; its source is never blank, as the book asks."""
    value = draw(st.none() | numbers)
    if value is not None and (kind is EntryKind.RATE or subject in BOUNDS):
        value = Decimal("7.10") if kind is EntryKind.RATE else BOUNDS[subject][0]
    return Entry(
        kind=kind,
        subject=subject,
        value=value,
        currency=draw(currencies),
        unit=draw(st.sampled_from(sorted(UNITS[kind]))),
        effective_from=draw(st.dates()),
        observed_on=draw(periods),
        source=draw(names),
        note=draw(text),
        entered_by="seed",
        entered_at=NOW,
    )


@st.composite
def books(draw: st.DrawFn) -> tuple[list[Item], list[Entry]]:
    """Items, and entries of some of them, of rates and of assumptions."""
    found: list[Item] = draw(items)
    subjects = [(_KINDS[type(item)], item.id) for item in found if type(item) in _KINDS]
    subjects += [(EntryKind.RATE, "USD/CNY"), (EntryKind.ASSUMPTION, "pue"), (EntryKind.PRICE, "not among the items")]
    chosen = draw(st.lists(st.sampled_from(subjects), max_size=8))
    return found, [changed(draw(entries_of(kind, subject)), id=number) for number, (kind, subject) in enumerate(chosen)]
