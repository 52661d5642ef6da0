"""The weekly digest: prices that grew old, what will change, what waits for approval, and which verdicts would turn.

Contract prices stand in it only where that is asked for: what is one, and what nobody knows, is left out and counted.
"""

from collections.abc import Sequence
from decimal import Decimal

from bot.replies import asked, figures, formula, labels, times
from bot.replies.card import Card, Cell, Column, Section, Table
from bot.replies.digest_data import Best, Digest, Turned, Waiting, without_contracts
from bot.replies.plain import cut, one_line
from bot.replies.words import joined, known, name_of, say, say_count
from pricing.book import Entry
from pricing.catalog import Component, Fee, Mode, Offer, Provider
from pricing.freshness import Aged, Coming, Subject
from pricing.units import PricingUnit

MOST_ROWS = 10
MOST_LINES = 8
LONGEST_QUESTION = 120
HUNDRED = Decimal(100)


def digest_card(digest: Digest, language: str = "en", with_contracts: bool = False, workspace: str = "") -> Card:
    """The digest as a card. `workspace`: its address, with a slash at its end, where threads have links."""
    code = known(language)
    shown = digest if with_contracts else without_contracts(digest)
    lists = (
        ("coming", [_coming(code, one) for one in shown.coming[:MOST_LINES]], len(shown.coming)),
        ("pending", [_pending(code, one) for one in shown.pending[:MOST_LINES]], len(shown.pending)),
        ("turned", [_turned(code, one, workspace) for one in shown.turned[:MOST_LINES]], len(shown.turned)),
    )
    return Card(
        language=code,
        header=say(code, "digest.header", day=digest.day.isoformat()),
        verdict=_verdict(code, shown),
        table=_table(code, shown.stale[:MOST_ROWS]) if shown.stale else None,
        sections=tuple(_section(code, *one) for one in lists if one[2]),
        notes=_notes(code, shown),
        context=(say(code, "context.book", version=digest.version, day=digest.day.isoformat()),),
    )


def _counted(language: str, key: str, count: int) -> str:
    return say_count(language, key, figures.number(language, count))


def _verdict(language: str, digest: Digest) -> str:
    counts = (
        ("stale", len(digest.stale)),
        ("coming", len(digest.coming)),
        ("pending", len(digest.pending)),
        ("turned", len(digest.turned)),
    )
    parts = [_counted(language, f"digest.count-{name}", count) for name, count in counts if count]
    return say(language, "digest.verdict", parts=joined(language, parts)) if parts else say(language, "digest.nothing")


def _notes(language: str, digest: Digest) -> tuple[str, ...]:
    counts = (
        ("digest.more-stale", len(digest.stale) - MOST_ROWS),
        ("digest.undated", digest.undated),
        ("digest.left-out", digest.left_out),
    )
    return tuple(_counted(language, key, count) for key, count in counts if count > 0)


def _table(language: str, stale: Sequence[Aged]) -> Table:
    names = (("offer", False), ("price", True), ("seen", False), ("age", True))
    columns = tuple(Column(say(language, f"digest.column-{name}"), right) for name, right in names)
    return Table(columns, tuple(_row(language, one) for one in stale))


def _row(language: str, one: Aged) -> tuple[Cell, ...]:
    """An offer with the oldest of its prices."""
    price = min(one.prices, key=lambda price: (price.observed_on, price.id))
    return (
        Cell(_offer_name(language, one.offer, one.provider)),
        Cell(_value(language, price)),
        Cell(price.observed_on),
        Cell(times.days(language, one.age or 0)),
    )


def _section(language: str, name: str, lines: list[str], count: int) -> Section:
    if count > len(lines):
        lines = [*lines, _counted(language, "join.more", count - len(lines))]
    return Section(say(language, f"digest.title-{name}"), tuple(lines))


def _coming(language: str, one: Coming) -> str:
    old, new = (_value(language, entry) for entry in (one.old, one.entry))
    moved = _moved(language, old, new)
    if one.percent is not None:
        sign = "+" if one.percent >= 0 else "-"
        share = f"{sign}{figures.percent(language, abs(one.percent) / HUNDRED)}"
        moved = say(language, "digest.by", moved=moved, share=share)
    name, day = _name(language, one.entry.subject, one.subject), one.entry.effective_from.isoformat()
    return say(language, "digest.change", day=day, name=name, moved=moved)


def _pending(language: str, one: Waiting) -> str:
    pending, in_force = one.pending, one.subject.price
    unit = pending.unit or (in_force.unit if in_force else None)
    old, new = (_priced(language, value, pending.currency, unit) for value in (pending.old, pending.new))
    return say(
        language,
        "digest.waiting",
        id=pending.id,
        name=_name(language, pending.subject, one.subject),
        moved=_moved(language, old, new),
        actor=labels.shortened(pending.actor),
        day=pending.expires.isoformat(),
    )


def _turned(language: str, one: Turned, workspace: str) -> str:
    question = cut(one_line(asked.question(one.request, language, one.gpu)), LONGEST_QUESTION)
    old, new = _best(language, one.old), _best(language, one.new)
    line = say(language, "digest.turn", question=question, day=one.day.isoformat(), old=old, new=new)
    if not workspace:
        return line
    stamp = one.place.root.replace(".", "")
    return say(language, "digest.link", line=line, url=f"{workspace}archives/{one.place.channel}/p{stamp}")


def _best(language: str, best: Best | None) -> str:
    if best is None:
        return say(language, "digest.undecided")
    cost = figures.short_money(language, best.cost, best.currency)
    return say(language, "change.name-and-cost", name=labels.full_name(language, best.quote), cost=cost)


def _moved(language: str, old: str, new: str) -> str:
    """ "3.90 USD → 3.50 USD"; what begins has nothing before it, what ends nothing after."""
    if old and new:
        return say(language, "change.arrow", old=old, new=new)
    return say(language, "digest.begins", new=new) if new else say(language, "digest.ends", old=old)


def _value(language: str, entry: Entry | None) -> str:
    return _priced(language, entry.value, entry.currency, entry.unit) if entry else ""


def _priced(language: str, value: Decimal | None, currency: str, unit: PricingUnit | None) -> str:
    if value is None:
        return ""
    if unit is None:
        return figures.price(language, value, currency) if currency else figures.exact(language, value)
    return formula.priced_per(language, value, currency, unit.value)


def _name(language: str, subject: str, known_as: Subject) -> str:
    """What an entry is about: an offer, a part of one or a provider's fee by name, else as the book calls it."""
    about, offer, provider = known_as.about, known_as.offer, known_as.provider
    if provider and isinstance(about, Fee):
        name, fee = labels.provider_name(language, provider), name_of(language, "fee", about.kind)
        return joined(language, [name, fee, *([about.region] if about.region else [])])
    if provider is None or offer is None:
        return labels.shortened(subject.replace("_", " "))
    name = _offer_name(language, offer, provider)
    return joined(language, [name, name_of(language, "line", about.kind)]) if isinstance(about, Component) else name


def _offer_name(language: str, offer: Offer, provider: Provider) -> str:
    """ "AWS on demand, H100 (p5.48xlarge, us-east-1)"."""
    name = labels.provider_name(language, provider)
    if offer.mode is not Mode.OWNED:
        name = say(language, "option.rental", provider=name, mode=labels.mode_name(language, offer))
    details = [labels.shortened(text) for text in (offer.name, offer.region) if text]
    what = joined(language, details) or offer.id
    return say(language, "digest.offer", name=name, gpu=labels.shortened(offer.gpu), what=what)
