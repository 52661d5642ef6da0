"""An office with a book of its own."""

from pathlib import Path

from bot.administration.aside import Aside
from bot.administration.exports import BookFiles
from bot.administration.imports import Imports
from bot.administration.office import Office
from pricing.changes import Policy
from pricing.store import Store
from tests.pricing.ledgers import Clock, a_ledger, stocked


class Building:
    """The office, its ledger and store, and what imports and exports; `clock` can be set on."""

    def __init__(self, store: Store, clock: Clock, policy: Policy | None = None, aside: Aside | None = None) -> None:
        self.store, self.clock = store, clock
        self.ledger = a_ledger(store, clock, policy)
        self.office = Office(self.ledger, store.book, clock)
        self.imports = Imports(self.ledger, store.book, store, clock, aside)
        self.files = BookFiles(self.office, store)

    def again(self) -> "Building":
        """The same after a restart: nothing is remembered."""
        return Building(self.store, self.clock, self.ledger.policy)


def a_building(path: Path, policy: Policy | None = None) -> Building:
    """An office with three offers of Nimbus: list 100, spot 40, agreed 60."""
    return Building(stocked(path), Clock(), policy)
