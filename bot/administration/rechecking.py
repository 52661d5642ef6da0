"""A change that waited, looked at again: what would be said of it if somebody entered it now."""

import contextlib
from collections.abc import Iterator

from bot.administration.form import NotWanted, Prepared, Wanted
from bot.administration.office import Office
from pricing.changes import Change


def rechecked(office: Office, change: Change, most: int) -> Iterator[Prepared]:
    """The first entries of a change as they would be checked if somebody entered them now."""
    offers = {offer.id: offer for offer in change.offers}
    for new in change.entries[:most]:
        entry = new.entry
        if entry.cancels is not None:
            continue
        wanted = Wanted(
            kind=entry.kind,
            subject=entry.subject,
            value=f"{entry.value:f}" if entry.value is not None else "",
            currency=entry.currency,
            unit=entry.unit.value,
            effective_from=entry.effective_from.isoformat(),
            observed_on=entry.observed_on,
            source=entry.source,
            why=change.why or entry.source,
            ends=entry.value is None,
            free=True,
            offer=offers.get(entry.subject),
        )
        with contextlib.suppress(NotWanted):  # it was approved, or the book is another by now
            yield office.prepare(wanted, change.actor, "")
