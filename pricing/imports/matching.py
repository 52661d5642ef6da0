"""Which offer, fee or component of the book a row of a file is about, and what is new where there is none.

An offer is known by its seller, its name, its shape and its terms. The id of a new one follows from those alone, so
that the same row gives the same id whenever it is read.
"""

import hashlib
import re
import unicodedata
from collections.abc import Container, Mapping
from decimal import Decimal
from functools import lru_cache
from typing import Any, Protocol, TypeVar

from pydantic import ValidationError

from pricing.base import Frozen, rebuilt
from pricing.book import Entry, EntryKind
from pricing.book_files.cells import read_duration
from pricing.catalog import Claim, Component, Fee, Gpu, Includes, Instance, Mode, Offer, PriceKind, Provider, Region
from pricing.imports.names import Names, cut
from pricing.imports.preview import Options
from pricing.listings import Listing, Refusal, Sketch

T = TypeVar("T", bound=Frozen)
DURATIONS = frozenset({"increment", "min_duration", "max_duration"})
Named = Gpu | Provider | Instance | Region | Claim
Key = str
_NO_WORD = re.compile(r"[^\w.]+")
_VALUE: Mapping[Mode | Includes, str] = {one: one.value for kind in (Mode, Includes) for one in kind}


class Shelf(Protocol):
    """The book as a file is held against it."""

    @property
    def gpus(self) -> Mapping[str, Gpu]: ...
    @property
    def providers(self) -> Mapping[str, Provider]: ...

    def offer_id(self, key: Key) -> str | None:
        """The id of the offer with this key, see `key_of`."""
        ...

    def offer(self, name: str) -> Offer | None:
        """An offer by its id."""
        ...

    def fee(self, name: str) -> Fee | None:
        """A fee by its id."""
        ...

    def fees(self, provider: str) -> tuple[Fee, ...]:
        """The fees of a provider."""
        ...

    def component(self, name: str) -> Component | None:
        """A part of an offer by its id."""
        ...

    def named(self, model: type[Named], name: str) -> Named | None:
        """Something named, by its id."""
        ...

    def in_force(self, kind: EntryKind, subject: str, day: str) -> Entry | None:
        """The entry in force on a day (ISO); it may end the subject."""
        ...

    def standing(self, kind: EntryKind, subject: str) -> tuple[Entry, ...]:
        """The entries of a subject that stand, by first day."""
        ...


class Unmatched(Exception):
    """A row that is about nothing the book knows or could hold; says what a `Refusal` says."""

    def __init__(self, reason: str, **values: object) -> None:
        super().__init__(reason)
        self.reason, self.values = reason, {name: str(value) for name, value in values.items()}

    def at(self, line: int) -> Refusal:
        """The refusal of that line."""
        return Refusal(line, self.reason, self.values)


def key_of(offer: Offer) -> Key:
    """What makes two offers the same one. A contract price is never the list price of the same thing."""
    return key_of_terms(offer.__dict__)


def key_of_terms(terms: Mapping[str, Any]) -> Key:
    """The key of an offer of these terms, by their names. They need not have been checked yet."""
    key = (
        *(terms["provider"], terms["name"].casefold(), terms["gpu"], _VALUE[terms["mode"]], terms["gpus_per_node"]),
        *(_plain(terms["term_months"]), terms["plan"].casefold(), terms["region"].casefold()),
        *(_VALUE[terms["includes"]], terms["price_kind"] == PriceKind.CONTRACT),
    )
    return repr(key)


def id_of(offer: Offer) -> str:
    """The id of an offer that is new: its seller, name, way of buying and region, and a mark of its key."""
    return _id(offer.__dict__, key_of(offer))


def _id(terms: Mapping[str, Any], key: Key) -> str:
    way = _VALUE[terms["mode"]]
    if terms["term_months"]:
        way = f"{way}-{terms['term_months']:f}m"
    parts = (terms["name"] or terms["gpu"], terms["plan"], way, terms["region"])
    words = "/".join([slug for part in parts if part and (slug := slugged(part))])
    mark = hashlib.sha256(key.encode()).hexdigest()[:6]
    return f"{terms['provider']}/{words[:80].strip('-/')}/{mark}"


@lru_cache(maxsize=4096)
def slugged(text: str) -> str:
    """Small letters, digits and hyphens; letters of other scripts stay."""
    plain = unicodedata.normalize("NFKC", text).casefold()
    return _NO_WORD.sub("-", plain).strip("-_.")


def offer_of(listing: Listing, shelf: Shelf, names: Names, sketch: Sketch | None = None) -> tuple[Offer, bool]:
    """The offer that a row prices, and whether it is new. `sketch`: that of a row without an id, of the same names.

    Raises Unmatched.
    """
    known = shelf.offer(listing.subject) if listing.subject else None
    if known and not (listing.gpu or listing.provider):
        return known, False
    key, offer = (sketch.key, None) if sketch else said_offer(listing, shelf, names)
    if known and offer:
        if differing := _differing(known, offer, listing):
            raise Unmatched("terms-differ", field=differing, text=listing.subject)
        return known, False
    if found := shelf.offer_id(key):
        existing = shelf.offer(found)
        assert existing is not None
        return existing, False
    return offer or rebuilt(Offer, sketch.offer if sketch else ()), True


def said_offer(listing: Listing, shelf: Shelf, names: Names) -> tuple[Key, Offer]:
    """The offer as the row says it, as if it were new, and its key. Raises Unmatched."""
    fields = _offer_fields(listing, shelf, names)
    key = key_of_terms(fields)
    fields["id"] = listing.subject or _id(fields, key)
    return key, _model(Offer, fields)


def _offer_fields(listing: Listing, shelf: Shelf, names: Names) -> dict[str, Any]:
    if not listing.gpu:
        raise Unmatched("missing-gpu")
    provider = _provider(listing, names)
    # Our own files name GPUs by their ids; elsewhere "A100" may be that of 40 or of 80 GB.
    is_id = bool(listing.subject) and listing.gpu in shelf.gpus
    gpu = listing.gpu if is_id else names.gpu(listing.gpu, listing.memory_gb, listing.form)
    if gpu is None:
        raise Unmatched("unknown-gpu", text=_named(listing), close=", ".join(names.close(listing.gpu)))
    if listing.mode is Mode.COMMITTED and not listing.term_months:
        raise Unmatched("missing-term", text=listing.name or listing.gpu)
    return {
        **listing.terms,
        "provider": provider,
        "name": listing.name or listing.gpu,
        "gpu": gpu,
        "mode": listing.mode,
        "gpus_per_node": listing.gpus_per_node,
        "form": listing.form,
        "memory_gb": listing.memory_gb and names.memory_of_one(listing.gpu, listing.memory_gb, listing.gpus_per_node),
        "region": listing.region,
        "term_months": listing.term_months,
        "plan": listing.plan,
        "includes": listing.includes,
        "tax": listing.tax,
        "price_kind": listing.price_kind,
    }


def _provider(listing: Listing, names: Names) -> str:
    if not listing.provider:
        raise Unmatched("missing-provider")
    found = names.provider(listing.provider)
    if found is None:
        close = ", ".join(names.close_providers(listing.provider))
        raise Unmatched("unknown-provider", text=listing.provider, close=close)
    return found


def _named(listing: Listing) -> str:
    memory = f" {listing.memory_gb.normalize():f} GB" if listing.memory_gb else ""
    return f"{listing.gpu}{memory}"


def _differing(known: Offer, said: Offer, listing: Listing) -> str:
    """The first term that the row says otherwise than the offer has it; empty where none is."""
    fields = ["provider", "gpu", "mode", "gpus_per_node", "region", "term_months", "plan", "form", "memory_gb"]
    for field in (*fields, *(name for name in listing.terms if name in Offer.model_fields)):
        new, old = getattr(said, field), getattr(known, field)
        if new not in ("", None) and new != old and field != "note":
            return field
    return ""


def new_name(listing: Listing, fault: Unmatched, options: Options, names: Names) -> Gpu | Provider | None:
    """The provider or GPU that a row could not be matched for the want of, named as the file names it."""
    if fault.reason == "unknown-provider" and (name := slugged(listing.provider)):
        shown = {"en": listing.provider, "zh": listing.provider}
        return Provider(id=name, names=shown, kind=options.provider_kind)
    if fault.reason == "unknown-gpu" and (model := cut(listing.gpu).model):
        memory = listing.memory_gb and names.memory_of_one(listing.gpu, listing.memory_gb, listing.gpus_per_node)
        return Gpu(id=model.upper(), form=listing.form, memory_gb=memory, source=options.source, aliases=(listing.gpu,))
    return None


def fee_of(listing: Listing, shelf: Shelf, names: Names) -> tuple[Fee, bool]:
    """The fee that a row prices, and whether it is new. Raises Unmatched."""
    if listing.subject and (known := shelf.fee(listing.subject)):
        return known, False
    provider = _provider(listing, names)
    fields = {**listing.terms, "provider": provider, "region": listing.terms.get("region", listing.region)}
    fee = _model(Fee, {"unit": listing.unit, **fields, "id": listing.subject or "-"})
    if listing.subject:
        return fee, True
    if same := next((one for one in shelf.fees(provider) if _fee_key(one) == _fee_key(fee)), None):
        return same, False
    tier = f"{fee.tier_from.normalize():f}" if fee.tier_from else ""
    parts = (fee.kind.value, slugged(listing.name), slugged(fee.region), tier)
    name = "/".join((provider, *(part for part in parts if part)))
    return fee.model_copy(update={"id": name}), True


def _fee_key(fee: Fee) -> tuple[object, ...]:
    return (fee.kind, fee.unit, fee.tier_from, fee.region.casefold())


def component_of(listing: Listing, shelf: Shelf, new_offers: Container[str]) -> tuple[Component, bool]:
    """The part of an offer that a row prices, and whether it is new. Raises Unmatched."""
    if known := shelf.component(listing.subject):
        return known, False
    fields = {"unit": listing.unit, **listing.terms, "id": listing.subject}
    if not listing.subject or not listing.terms:
        raise Unmatched("unknown-component", text=listing.subject)
    component = _model(Component, fields)
    if component.offer not in new_offers and shelf.offer(component.offer) is None:
        raise Unmatched("unknown-offer", text=component.offer)
    return component, True


def _model(model: type[T], fields: Mapping[str, Any]) -> T:
    known = model.model_fields
    given = {name: value for name, value in fields.items() if value is not None and name in known}
    try:
        for name in DURATIONS & given.keys():
            given[name] = _read(given[name])
        return model.model_validate(given)
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(str(part) for part in first["loc"])
        raise Unmatched("bad-terms", field=field, text=str(given.get(field, "")), problem=first["msg"]) from None
    except ValueError as error:
        raise Unmatched("bad-terms", field="duration", text=error, problem="1 hour, 3 months") from None


def _read(value: Any) -> Any:
    return read_duration(value) if isinstance(value, str) else value


def _plain(number: Decimal | None) -> str:
    return f"{number.normalize():f}" if number is not None else ""
