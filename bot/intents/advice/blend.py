""" "256 reserved, the rest on demand", "own the base, rent the peak": two ways at once, and their best split."""

from dataclasses import replace
from decimal import Decimal

from bot.intents.advice.one_need import one_need
from bot.intents.replying import Context, Reply, noted
from bot.intents.suppositions import OutOfRange
from bot.replies.blend import blend_card, no_blend_card
from bot.understanding.reading import Reading
from bot.understanding.request import Request, Way
from pricing.advice.blend import best_of, blends, evenly
from pricing.advice.outcomes import NeedLevel
from pricing.catalog import Mode
from pricing.costs import Comparison, Quote
from pricing.units import Duration

MODES = {Way.OWN: Mode.OWNED, Way.COMMITTED: Mode.COMMITTED, Way.ON_DEMAND: Mode.ON_DEMAND, Way.SPOT: Mode.SPOT}


def advise(reading: Reading, context: Context) -> Reply:
    """The split that was asked for, and the cheapest. Raises OutOfRange where the numbers contradict each other."""
    request = reading.request
    count = request.gpu_count
    most = None if count is None else count.model_copy(update={"low": count.high})
    period = request.duration
    longest = None if period is None else period.model_copy(update={"low": period.high})
    changes: dict[str, object] = {"gpu_count": most, "duration": longest, "ways": ()}
    comparison, notes = one_need(reading, context, {**changes, "nodes": None} if most else changes)
    ways = tuple(MODES[way or Way.COMMITTED] for way in (request.base_way, request.rest_way or Way.ON_DEMAND))
    base, rest = (best_of(comparison, context.book, mode) for mode in ways)
    if base is None or rest is None:
        missing = ways[0] if base is None else ways[1]
        return Reply(noted(no_blend_card(comparison, missing, context.language), notes), (comparison,), notes)
    levels, spread = _levels(request, comparison, (base, rest))
    asked = request.base_gpus
    if asked is not None and asked > comparison.scenario.gpu_count:
        raise OutOfRange("base_beyond_need", f"{asked} > {comparison.scenario.gpu_count}")
    found = replace(blends(comparison, context.book, (base, rest), levels, asked), spread=spread)
    return Reply(noted(blend_card(comparison, found, context.language), notes), (comparison,), notes)


def _levels(request: Request, comparison: Comparison, pair: tuple[Quote, Quote]) -> tuple[tuple[NeedLevel, ...], bool]:
    """How many GPUs for how long, and whether a range was taken to be spread evenly."""
    most, hours = comparison.scenario.gpu_count, comparison.hours
    if request.always_gpus is not None and request.peak is not None:
        peak = Duration(value=request.peak.low, unit=request.peak.unit).hours(comparison.hours_per_month)
        if request.always_gpus > most:
            raise OutOfRange("base_beyond_need", f"{request.always_gpus} > {most}")
        if peak > hours:
            raise OutOfRange("peak_beyond_need", f"{peak:f} h > {hours:f} h")
        levels = (NeedLevel(request.always_gpus, hours - peak), NeedLevel(most, peak))
        return tuple(level for level in levels if level.hours > Decimal(0)), False
    count = request.gpu_count
    if count is not None and count.low < count.high:
        return evenly(count.low, count.high, hours, [quote.offer.gpus_per_node for quote in pair]), True
    return (NeedLevel(most, hours),), False
