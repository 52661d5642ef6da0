"""Checks of the level of a price: against the market, and what slip would explain one that is far off."""

from collections.abc import Iterator
from decimal import Decimal
from statistics import median_low
from typing import NamedTuple

from pricing.catalog import PriceKind
from pricing.checks.bands import LOWER, WIDE_MARGIN, Band
from pricing.checks.lines import HOURS_IN_MONTH, PER_MONTH, Line, ratio
from pricing.checks.look import Look
from pricing.findings import Finding, FindingKind

FAR = Decimal(3)
"""A seller's prices of one GPU differ up to 2.6 times between regions."""
NEAR_OWN = Decimal("1.3")
NEAR_MARKET = Decimal(2)
ALIKE = Decimal("1.3")
"""Slips this near to each other (8 GPUs in a node, 7 yuan for a dollar) cannot be told apart without a sibling."""
NODES = (4, 16, 8)
"""GPUs in a node, for a row that does not say; the market alone is asked about the last, which is by far the usual."""
HOUSE_MONEY = ("USD", "CNY")
OTHER_MONEY = Decimal(5)
"""A rate of less than this between two currencies is no slip that a level shows."""


class Slip(NamedTuple):
    """One thing that may have gone wrong, and the price if it did."""

    kind: FindingKind
    values: dict[str, Decimal | str | int]
    usd: Decimal


def level(look: Look) -> Iterator[Finding]:
    """Outside the band of the market, or far from the seller's own prices; with the slips that would explain it."""
    if not (line := look.line):
        return
    band, own = look.market.band(line), _own(look, line)
    outside = band is not None and not band.low <= line.usd <= band.high
    if band and outside:
        band = _with_room(band, look, line)
        outside = not band.low <= line.usd <= band.high
    if band and outside:
        low, high = (look.in_its_currency(end) for end in (band.low, band.high))
        yield Finding(FindingKind.OUT_OF_BAND, {"value": line.per_hour, "low": low, "high": high})
    if own and ratio(line.usd, own) > FAR:
        yield from _explained(look, line, own, sure=True)
    elif band and outside and ratio(line.usd, band.typical) > FAR:
        yield from _explained(look, line, band.typical, sure=False)


def _with_room(band: Band, look: Look, line: Line) -> Band:
    """The band, with room for what this seller is known to ask, and for a floor that is called one.

    Only the book knows: the rows of a file, wrong together, do not vouch for each other.
    """
    known = [other.usd for other in look.market.accepted(line)]
    low, high = band.low, band.high
    if look.candidate.offer.price_kind is PriceKind.FROM:
        low *= LOWER
    if known:
        low, high = min(low, min(known) / WIDE_MARGIN), max(high, max(known) * WIDE_MARGIN)
    return Band(low, high, band.typical)


def _own(look: Look, line: Line) -> Decimal | None:
    """What the seller itself asks for the same: now, beside it, or in another region."""
    if (current := look.market.current(line.subject)) and current.line:
        return current.line.usd
    found = look.same_terms() or look.elsewhere()
    return median_low([other.usd for other in found]) if found else None


def _explained(look: Look, line: Line, anchor: Decimal, sure: bool) -> Iterator[Finding]:
    """The slip that best makes the price what it should be, and others that the market cannot tell from it.

    `sure`: the anchor is the seller's own price, not the middle of the market.
    """
    slips = sorted(_slips(look, line, NODES if sure else NODES[-1:]), key=lambda slip: ratio(slip.usd, anchor))
    best = slips[0]
    if ratio(best.usd, anchor) > (NEAR_OWN if sure else NEAR_MARKET):
        return
    told = set()
    for slip in slips[:1] if sure else slips:
        if slip.kind not in told and ratio(slip.usd, best.usd) <= ALIKE:
            told.add(slip.kind)
            yield Finding(slip.kind, slip.values)


def _slips(look: Look, line: Line, nodes: tuple[int, ...]) -> Iterator[Slip]:
    unit, value = look.candidate.entry.unit, line.per_hour
    for gpus in (line.gpus,) if line.gpus > 1 else nodes:
        yield Slip(FindingKind.PER_NODE, {"value": value, "gpus": gpus}, line.usd / gpus)
    if line.gpus > 1:
        yield Slip(FindingKind.PER_GPU, {"value": value, "gpus": line.gpus}, line.usd * line.gpus)
    if unit in PER_MONTH:
        yield Slip(FindingKind.PER_HOUR, {"value": value}, line.usd * HOURS_IN_MONTH)
    else:
        yield Slip(FindingKind.PER_MONTH, {"value": value}, line.usd / HOURS_IN_MONTH)
    for likely in sorted({*HOUSE_MONEY, *look.market.around.currencies} - {line.currency}):
        usd = look.market.rates.usd(value, likely)
        if usd and ratio(usd, line.usd) >= OTHER_MONEY:
            values: dict[str, Decimal | str | int] = {"value": value, "currency": line.currency, "likely": likely}
            yield Slip(FindingKind.WRONG_CURRENCY, values, usd)
