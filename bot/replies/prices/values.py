"""Values, names and days of the book's entries, as the cards of its administration write them."""

from collections.abc import Callable
from datetime import datetime
from decimal import Decimal

from bot.administration.found import Line
from bot.replies import figures, formula, labels
from bot.replies.plain import cut, one_line
from bot.replies.words import name_of, say
from pricing.book import Entry
from pricing.catalog import Component, Fee, Mode, Offer, PriceKind, Provider

Who = Callable[[str], str]
"""How a person is shown, by the id the book has: as it is, or in a way that notifies nobody."""

LONGEST_ID = 80
OLD, OTHER_KIND, CONTRACT = "⚠", "†", "§"


def value_text(language: str, entry: Entry | None) -> str:
    """What an entry says: "3.90 USD/GPU-hour"; a dash where there is none, a word where it ends the price."""
    if entry is None:
        return say(language, "prices.none")
    if entry.value is None:
        return say(language, "prices.ended")
    return formula.priced_per(language, entry.value, entry.currency, entry.unit.value)


def moved_text(language: str, old: Entry | None, new: Entry | None, percent: Decimal | None = None) -> str:
    """ "3.90 USD/GPU-hour → 3.50 USD/GPU-hour (-10.3%)"; without an old value only the new one."""
    after = value_text(language, new)
    if old is None or old.value is None:
        return after
    before = value_text(language, old)
    if before == after:
        return say(language, "prices.unchanged", value=after)
    if percent is None:
        return say(language, "prices.moved", old=before, new=after)
    return say(language, "prices.moved-by", old=before, new=after, percent=signed(language, percent))


def signed(language: str, percent: Decimal) -> str:
    """A change in percent with its sign: "+41.7%", "-5%", "0%"."""
    shown = figures.percent(language, abs(percent) / 100)
    return shown if not percent else f"{'+' if percent > 0 else '-'}{shown}"


def thing_name(language: str, thing: Line) -> str:
    """ "AWS on demand, H100 (p5.48xlarge, us-east-1)"; what has no name in the book goes by its id."""
    about, offer, provider = thing.about, thing.offer, thing.provider
    if provider and isinstance(about, Fee):
        part = name_of(language, "fee", about.kind)
        name = say(language, "prices.part", name=labels.provider_name(language, provider), part=part)
        return _bracketed(language, name, (about.region,))
    if offer is None:
        return cut(one_line(thing.subject.replace("_", " ")), LONGEST_ID)
    name = offer_name(language, offer, provider)
    if isinstance(about, Component):
        return say(language, "prices.part", name=name, part=name_of(language, "line", about.kind))
    return name


def offer_name(language: str, offer: Offer, provider: Provider | None) -> str:
    """Seller, way of buying, GPU, and what the seller calls it, where."""
    seller = labels.provider_name(language, provider) if provider else labels.shortened(offer.provider)
    name = seller
    if offer.mode is not Mode.OWNED:
        name = say(language, "option.rental", provider=seller, mode=labels.mode_name(language, offer))
    whole = say(language, "prices.thing", name=name, gpu=labels.shortened(offer.gpu))
    return _bracketed(language, whole, (offer.name, offer.region))


def _bracketed(language: str, text: str, details: tuple[str, ...]) -> str:
    more = say(language, "join.list").join(labels.shortened(detail) for detail in details if detail)
    return say(language, "prices.in-brackets", text=text, more=more) if more else text


def short_id(subject: str) -> str:
    """An id as a cell shows it: whole, unless it is absurdly long."""
    return cut(one_line(subject), LONGEST_ID)


def marks_of(offer: Offer | None, is_old: bool) -> str:
    """Signs beside a price, each explained below the table."""
    kind = offer.price_kind if offer else PriceKind.LIST
    signs = {PriceKind.LIST: "", PriceKind.CONTRACT: CONTRACT}
    return (OLD if is_old else "") + signs.get(kind, OTHER_KIND)


def moment(at: datetime) -> str:
    """A time of the trail, to the minute, as it is kept (UTC)."""
    return at.strftime("%Y-%m-%d %H:%M")


def person(name: str, who: Who) -> str:
    """A person, in one line and never longer than a cell is wide."""
    return cut(one_line(who(name)), LONGEST_ID)


def text_line(text: str, longest: int = 200) -> str:
    """What somebody wrote, in one line and cut."""
    return cut(one_line(text), longest)
