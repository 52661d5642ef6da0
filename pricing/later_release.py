"""What a later release brings to a price book that is there already: assumptions it has never heard of.

Prices are left alone, for they are the business of whoever keeps the book; an assumption without any entry, though,
would leave a question without an answer. One that was withdrawn has entries, and stays withdrawn.
"""

from datetime import datetime

from sqlite_utils.utils import sqlite3

from pricing import seeds
from pricing.audit import Stamp
from pricing.rows import insert_entries
from pricing.store import RECORDED, Store

_KNOWN = "SELECT DISTINCT subject FROM entry WHERE kind = 'assumption'"


def add_assumptions(store: Store, now: datetime) -> tuple[str, ...]:
    """Enter the assumptions that the book has no entry of, as its seeds have them; their names.

    A book without any, which was not seeded, is left as it is. Raises BookError, DataError.
    """
    with store.reading() as connection:
        known = _known(connection)
    later = [entry for entry in seeds.assumptions(now) if entry.subject not in known]
    if not known or not later:
        return ()
    with store.transaction() as connection:
        known = _known(connection)  # another process may have been first
        wanted = [entry for entry in later if entry.subject not in known]
        stamp = Stamp(now.isoformat(), seeds.ENTERED_BY, RECORDED, "assumptions of a later release")
        insert_entries(connection, wanted, stamp)
    return tuple(dict.fromkeys(entry.subject for entry in wanted))


def _known(connection: sqlite3.Connection) -> set[str]:
    return {row[0] for row in connection.execute(_KNOWN)}
