"""The id of an offer that somebody adds by hand."""

from pricing.catalog import Offer
from pricing.imports.matching import id_of


def offer_id(offer: Offer) -> str:
    """The id that follows from the offer's seller, name, way of buying and region, as an import would give it."""
    return id_of(offer)
