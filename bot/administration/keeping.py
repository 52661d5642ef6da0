"""What keeps a price book, put together: for Slack and for the command line."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from bot.administration.aside import Aside
from bot.administration.exports import BookFiles
from bot.administration.imports import Imports
from bot.administration.office import Office
from bot.settings import Settings
from pricing.audit import Proof
from pricing.changes import Policy
from pricing.ledger import Ledger
from pricing.store import Store


@dataclass(frozen=True, slots=True)
class Keeping:
    """What keeps the price book: what is asked of it, its imports and files, and the proof of its audit trail."""

    office: Office
    imports: Imports
    files: BookFiles
    prove: Callable[[], Proof]


def keeping(settings: Settings, store: Store, now: Callable[[], datetime]) -> Keeping:
    """What keeps this price book, as configured."""
    policy = Policy(
        two_persons=settings.two_persons, threshold=settings.approval_threshold, days=settings.approval_days
    )
    ledger = Ledger(store, now, policy)
    office = Office(ledger, store.book, now)
    imports = Imports(ledger, store.book, store, now, Aside())
    return Keeping(office, imports, BookFiles(office, store), store.prove)
