"""Back from a listing of our own format to the offer, fee or component and the entry it was written from."""

from datetime import date, datetime
from typing import Any

from pricing.book import Entry
from pricing.book_files.cells import read_duration
from pricing.book_files.columns import BY_NAME as COLUMN
from pricing.book_files.columns import FIELDS, NO_ENTRY, TERMS, Form
from pricing.catalog import Component, Fee, Offer
from pricing.listings import Listing

STATED = frozenset(Listing.__dataclass_fields__) & (frozenset(Offer.model_fields) - {"note"})
"""Fields of an offer or fee that a listing holds by name; the others are in its `terms`."""


def item_of(listing: Listing) -> Offer | Fee | Component | None:
    """What the listing's number is of; None for a rate, an assumption, and where the row tells the id alone.

    Its names are taken as ids.

    Raises:
        pydantic.ValidationError: for a field that is missing or cannot be.
    """
    model = TERMS.get(listing.kind)
    told = listing.provider or listing.name or listing.gpu or listing.terms
    if model is None or not told:
        return None
    fields: dict[str, Any] = {"id": listing.subject}
    for field, column in FIELDS[model].items():
        if field in STATED:
            fields[field] = getattr(listing, field)
        elif field in listing.terms:
            text = listing.terms[field]
            fields[field] = read_duration(text) if COLUMN[column].form is Form.DURATION else text
    return model.model_validate(fields)


def entry_of(listing: Listing, today: date, entered_by: str, entered_at: datetime) -> Entry | None:
    """The listing's entry; None where it states terms alone. Without a first day of its own it holds from `today`.

    Raises:
        pydantic.ValidationError: for a unit its kind cannot have, or a number out of bounds.
    """
    if NO_ENTRY in listing.terms:
        return None
    return Entry(
        kind=listing.kind,
        subject=listing.subject,
        value=listing.value,
        currency=listing.currency,
        unit=listing.unit,
        effective_from=listing.effective_from or today,
        observed_on=listing.observed_on,
        source=listing.source,
        note=listing.note,
        entered_by=entered_by,
        entered_at=entered_at,
    )
