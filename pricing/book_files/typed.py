"""Which fields of an offer or fee a listing of our own format holds by name."""

from pricing.catalog import Offer
from pricing.listings import Listing

STATED = frozenset(Listing.__dataclass_fields__) & (frozenset(Offer.model_fields) - {"note"})
"""Fields of an offer or fee that a listing holds by name; the others are in its `terms`."""
