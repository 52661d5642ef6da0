"""Checks of what the row itself says."""

from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from decimal import Decimal

from pricing.book import observed_day
from pricing.catalog import Includes, Mode, PriceKind
from pricing.checks.around import DRIVER_LEAST
from pricing.checks.look import Look
from pricing.checks.names import NOTHING
from pricing.checks.words import Sense, Words, read, says
from pricing.findings import Candidate, Finding, FindingKind

OLD_DAYS = 180
"""Half a year. The stale limits (30 days, 1 day) say when to look again; in half a year AWS cut H100 by 44%, and a
year's H100 rose by 38%: an older price says nothing of today."""

KINDS_OF_PRICE = (Sense.ESTIMATE, Sense.FLOOR, Sense.PARTIAL)
OTHER_GOODS = (Sense.SCHEDULED, Sense.WINDOWS)


def not_positive(look: Look) -> Iterator[Finding]:
    """A price of nothing that is not meant to be free."""
    value = look.candidate.entry.value
    if value is not None and value <= 0 and not look.candidate.free:
        yield Finding(FindingKind.NOT_POSITIVE, {"value": value})


def other_term(look: Look) -> Iterator[Finding]:
    """The name, or the seller's word for the term, says another way of buying than the row."""
    candidate = look.candidate
    for text in (candidate.offer.name, candidate.stated_term):
        if text and (words := read(text)).senses and _contradicts(words, candidate):
            yield Finding(FindingKind.OTHER_TERM, {"name": text})
            return


def _contradicts(words: Words, candidate: Candidate) -> bool:
    offer, senses = candidate.offer, words.senses
    if Sense.SCHEDULED in senses or Sense.WINDOWS in senses:
        kept = says(OTHER_GOODS, (offer.plan, offer.note, candidate.entry.note))
        if any(sense in senses and sense not in kept for sense in OTHER_GOODS):
            return True
    if Sense.SCHEDULED in senses:
        return offer.mode is Mode.SPOT
    if Sense.SPOT in senses:
        return offer.mode is not Mode.SPOT
    if Sense.COMMITTED in senses:
        other_length = words.months is not None and offer.term_months not in (None, words.months)
        return offer.mode is not Mode.COMMITTED or other_length
    return Sense.ON_DEMAND in senses and offer.mode is not Mode.ON_DEMAND


def kind_of_price(look: Look) -> Iterator[Finding]:
    """The row says of itself that it is an estimate, a floor, or the price of a part."""
    candidate = look.candidate
    offer = candidate.offer
    texts = (offer.name, offer.note, candidate.entry.note, candidate.stated_term, offer.region)
    said = says(KINDS_OF_PRICE, texts)
    if offer.price_kind is PriceKind.ESTIMATE or Sense.ESTIMATE in said:
        yield Finding(FindingKind.ESTIMATE)
    if offer.price_kind is PriceKind.FROM or Sense.FLOOR in said:
        yield Finding(FindingKind.FLOOR)
    if offer.includes is Includes.ACCELERATOR_ONLY or Sense.PARTIAL in said:
        yield Finding(FindingKind.PARTIAL)


def other_gpu(look: Look) -> Iterator[Finding]:
    """The name says another GPU, or another form of it, than the row."""
    offer, names = look.candidate.offer, look.market.names
    said = names.said(offer.name)
    if said is NOTHING:
        return
    family = names.family(offer.gpu)
    if said.gpus and family not in {names.family(gpu) for gpu in said.gpus}:
        yield Finding(FindingKind.OTHER_GPU, {"name": offer.name, "gpu": offer.gpu})
        return
    gpu = look.market.gpus.get(offer.gpu)
    form = (offer.form or (gpu.form if gpu else "")).casefold()
    if said.form and form and said.form != form and said.form in names.forms(offer.gpu) | {"pcie", "sxm"}:
        yield Finding(FindingKind.OTHER_GPU, {"name": offer.name, "gpu": f"{offer.gpu} {offer.form or form}"})


def memory(look: Look) -> Iterator[Finding]:
    """Memory that no such GPU has: that of the whole node, of the host, or of a slice."""
    candidate = look.candidate
    stated = candidate.stated_memory_gb or candidate.offer.memory_gb
    known = look.market.memories(candidate.offer.gpu)
    sliced = Sense.SLICE in read(candidate.offer.name).senses
    if stated and known and not _is_one_of(stated, known):
        of_all = candidate.offer.gpus_per_node > 1 and _is_one_of(stated * candidate.offer.gpus_per_node, known)
        if stated > min(known) or of_all:
            nearest = min(known, key=lambda one: abs(one - stated))
            yield Finding(FindingKind.MEMORY, {"stated": stated, "known": nearest})
        else:
            sliced = True
    if sliced:
        yield Finding(FindingKind.FRACTION)


def _is_one_of(stated: Decimal, known: Iterable[Decimal]) -> bool:
    """Whether it is one of these, or what a driver shows of it."""
    return any(DRIVER_LEAST <= stated / one <= 1 / DRIVER_LEAST for one in known)


def age(look: Look) -> Iterator[Finding]:
    """A price that nobody has dated, or that was seen more than half a year ago."""
    text = look.candidate.entry.observed_on
    if not text:
        yield Finding(FindingKind.DATE_UNKNOWN)
    elif (last := _last_day(text)) and (days := (look.market.book.day - last).days) > OLD_DAYS:
        yield Finding(FindingKind.OLD, {"observed": text, "days": days})


def _last_day(text: str) -> date | None:
    """The last day of the period an observation names: a price of `2026` may be of December."""
    first = observed_day(text)
    if first is None or len(text) == len("2026-03-06"):
        return first
    months = 1 if text[5:].isdigit() else 3 if "Q" in text else 6 if "H" in text else 12
    month = first.month - 1 + months
    return date(first.year + month // 12, month % 12 + 1, 1) - timedelta(days=1)
