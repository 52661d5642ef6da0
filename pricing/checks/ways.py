"""Checks between ways of buying the same GPU from one seller: spot, on demand, and for how long."""

from collections.abc import Iterator
from decimal import Decimal

from pricing.catalog import Mode, ProviderKind
from pricing.checks.around import same_card
from pricing.checks.lines import Line
from pricing.checks.look import Look
from pricing.findings import Finding, FindingKind

ZERO = Decimal(0)
SELLS_ON_DEMAND = 4
"""Prices on demand from which on a seller's list is long enough for a spot price to be missed in it."""


def spot_above_on_demand(look: Look) -> Iterator[Finding]:
    """Nobody would pay more for a machine that may be taken away. `value`: the spot price, `other`: on demand."""
    if not (line := look.line):
        return
    if line.terms.mode is Mode.SPOT:
        on_demand = min(look.bought(Mode.ON_DEMAND), key=_usd, default=None)
        if on_demand and line.usd > on_demand.usd:
            yield _pair(look, FindingKind.SPOT_ABOVE_ON_DEMAND, line, on_demand)
    elif line.terms.mode is Mode.ON_DEMAND and _plain(look, line):
        spot = max(look.bought(Mode.SPOT), key=_usd, default=None)
        if spot and spot.usd > line.usd:
            yield _pair(look, FindingKind.SPOT_ABOVE_ON_DEMAND, spot, line)


def term_above_on_demand(look: Look) -> Iterator[Finding]:
    """A commitment that costs more than none. `value`: with the commitment, `other`: on demand."""
    if not (line := look.line):
        return
    if line.terms.mode is Mode.COMMITTED:
        on_demand = max(look.bought(Mode.ON_DEMAND), key=_usd, default=None)
        if on_demand and line.usd > on_demand.usd:
            yield _pair(look, FindingKind.TERM_ABOVE_ON_DEMAND, line, on_demand)
    elif line.terms.mode is Mode.ON_DEMAND and _plain(look, line):
        committed = min(look.bought(Mode.COMMITTED), key=_usd, default=None)
        others = [other.usd for other in look.beside if other.terms.mode is Mode.ON_DEMAND]
        if committed and committed.usd > max([line.usd, *others]):
            yield _pair(look, FindingKind.TERM_ABOVE_ON_DEMAND, committed, line)


def long_term_above_short(look: Look) -> Iterator[Finding]:
    """Three years dearer than one. `value`, `term`: the longer commitment; `other`, `other_term`: the shorter."""
    if not (line := look.line) or not line.terms.months:
        return
    for other in look.beside:
        if not other.terms.months or other.terms.plan != line.terms.plan or other.upfront != line.upfront:
            continue
        if other.gpus != line.gpus or other.terms.months == line.terms.months:
            continue
        long, short = (line, other) if line.terms.months > other.terms.months else (other, line)
        if long.usd > short.usd:
            pair = _pair(look, FindingKind.LONG_TERM_ABOVE_SHORT, long, short)
            terms = {"term": _months(long), "other_term": _months(short)}
            yield Finding(pair.kind, {**pair.values, **terms})
            return


def same_in_two_terms(look: Look) -> Iterator[Finding]:
    """Exactly the price of another way of buying the same: filed under the wrong one."""
    if not (line := look.line):
        return
    for other in look.same_value():
        if other.gpu == line.gpu and other.terms != line.terms and same_card(line, other):
            mode, months, plan = other.terms
            values = {"value": line.per_hour, "other_term": mode.value, "months": months or ZERO, "plan": plan}
            yield Finding(FindingKind.SAME_IN_TWO_TERMS, values)
            return


def first_spot(look: Look) -> Iterator[Finding]:
    """A spot price of a seller that sells all else on demand: estimated by whoever listed it, or another plan of it.

    A seller runs a spot market or does not, and one that does has it for several GPUs. Hosts of a marketplace decide
    each for themselves.
    """
    line = look.line
    if not line or line.terms.mode is not Mode.SPOT or look.market.current(line.subject):
        return
    around = look.market.around
    if around.bands.kinds.get(line.provider) is ProviderKind.MARKETPLACE or around.sold(line, Mode.SPOT):
        return
    if around.sold(line, Mode.ON_DEMAND) >= SELLS_ON_DEMAND:
        yield Finding(FindingKind.FIRST_SPOT)


def _plain(look: Look, line: Line) -> bool:
    """Whether this is the seller's plain offer on demand, or it has none: queued capacity is another thing."""
    return not line.terms.plan or all(other.terms.plan for other in look.bought(Mode.ON_DEMAND))


def _pair(look: Look, kind: FindingKind, one: Line, other: Line) -> Finding:
    return Finding(kind, {"value": look.price_of(one), "other": look.price_of(other)})


def _months(line: Line) -> Decimal:
    assert line.terms.months is not None
    return line.terms.months


def _usd(line: Line) -> Decimal:
    return line.usd
