"""Books and files of any size, for drills."""

from collections.abc import Iterable
from datetime import timedelta
from pathlib import Path

from bot.administration.aside import Aside
from bot.administration.imports import Imports, request_of
from pricing.catalog import Gpu, Provider, ProviderKind
from pricing.changes import Saved
from pricing.imports.preview import Options, Preview
from pricing.imports.source import Source
from pricing.ledger import Ledger
from pricing.store import Store
from tests.pricing.books_on_disk import NOW
from tests.pricing.ledgers import Clock

GPUS, SELLERS = 40, 60
ASKED = "H100"
OF_ASKED = 20
"""Rows of each file that are of the GPU people ask for; the others are of GPUs of the file alone."""

HEADER = "provider,name,gpu,mode,gpus_per_node,price,currency,unit,observed_on,source"


def a_large_book(path: Path) -> None:
    """The book with its seeds, and the sellers and GPUs of large files."""
    with Store.open(path, now=NOW) as store:
        for number in range(GPUS):
            store.add_gpu(Gpu(id=f"Z{number:02}00", aliases=()))
        for number in range(SELLERS):
            name = f"seller-{number:02}"
            store.add_provider(Provider(id=name, names={"en": name}, kind=ProviderKind.SPECIALISED))


def a_large_file(rows: int, price: str, days_later: int = 0, name: str = "large.csv") -> Source:
    """So many offers of many sellers, all at one price."""
    seen = (NOW + timedelta(days=days_later)).date().isoformat()
    lines = (
        f"seller-{n % SELLERS:02},sku-{n:06},{_gpu(n)},on-demand,8,{price},USD,GPU-Hours,{seen},drill"
        for n in range(rows)
    )
    return Source(name, "\n".join([HEADER, *lines, ""]).encode())


def _gpu(number: int) -> str:
    return ASKED if number < OF_ASKED else f"Z{number % GPUS:02}00"


def prices_of_file(store: Store, gpus: Iterable[str] = (ASKED, "Z0000", "Z1700", "Z3900")) -> set[str]:
    """The prices in force of the offers of large files, of some GPUs, in one look at the newest book."""
    book = store.book(NOW.date() + timedelta(days=30))
    return {
        "none" if price is None else f"{price.value:f}"
        for gpu in gpus
        for offer, price in book.offers(gpu)
        if offer.provider.startswith("seller-")
    }


class Desk:
    """Imports files of a book; large ones in a process of their own if `aside`."""

    def __init__(self, store: Store, aside: bool = False) -> None:
        clock = Clock()
        self.ledger = Ledger(store, clock)
        self.imports = Imports(self.ledger, store.book, store, clock, Aside() if aside else None)

    def preview(self, source: Source) -> Preview:
        return self.imports.preview(source, Options(), "mei")

    def write(self, source: Source, preview: Preview) -> Saved:
        request = request_of("mei", preview.sha256, preview.mark)
        done = self.imports.confirm(source, Options(), preview.mark, "mei", request)
        assert done.saved is not None
        return done.saved

    def take(self, source: Source) -> Saved:
        return self.write(source, self.preview(source))
