"""What happens while it runs: interruptions, nodes that fail, waiting, support; and whether to wait for what is new."""

from datetime import timedelta
from decimal import ROUND_CEILING, Decimal

from bot.replies import figures, labels, times
from bot.replies.aspects.common import Lines, deciding, rentals
from bot.replies.shown import Shown
from bot.replies.words import joined
from bot.understanding.reading import About
from pricing.advice.interruption import MEAN_HOURS, overhead
from pricing.book import Book
from pricing.catalog import Mode
from pricing.units import HOURS_PER_DAY

ONE = Decimal(1)
MOST_NEWER = 3


def interruption(sheet: Shown, about: About, book: Book) -> Lines:
    """What stops and restarts add to a spot run, with the formula and what is assumed."""
    spot = [quote for quote in rentals(sheet) if quote.offer.mode is Mode.SPOT]
    if not spot:
        return (sheet.say("about.no-spot"),)
    between = about.hours or MEAN_HOURS
    found = overhead(between)
    hours = {name: times.in_hours(sheet.language, getattr(found, name)) for name in ("between", "save", "restart")}
    share = figures.percent(sheet.language, found.share)
    interval = times.in_hours(sheet.language, found.interval)
    lines = [
        sheet.say(
            "about.interrupted",
            name=sheet.name(quote),
            share=share,
            cost=sheet.short(quote.effective_cost * (ONE + found.share)),
            before=sheet.short(quote.effective_cost),
        )
        for quote in spot
    ]
    formula = sheet.say("about.interruption-formula", interval=interval, share=share, **hours)
    assumed = () if about.hours else (sheet.say("about.interruption-assumed", between=hours["between"]),)
    return (*lines, formula, *assumed)


def failures(sheet: Shown, about: About, book: Book) -> Lines:
    """What the run takes if a share of the nodes does not work."""
    quote = deciding(sheet)
    share = about.shares[0] if about.shares else None
    if quote is None or share is None or not 0 < share < 1:
        return (sheet.say("about.failures-none"),)
    longer = quote.run_hours / (ONE - share)
    spare = (quote.nodes / (ONE - share)).to_integral_value(ROUND_CEILING) - quote.nodes
    return (
        sheet.say(
            "about.failures",
            name=sheet.name(quote),
            share=figures.percent(sheet.language, share),
            before=times.in_hours(sheet.language, quote.run_hours),
            longer=times.in_hours(sheet.language, longer),
            cost=sheet.short(quote.effective_cost / (ONE - share)),
            spare=figures.number(sheet.language, spare),
        ),
        sheet.say("about.failures-none"),
    )


def queue(sheet: Shown, about: About, book: Book) -> Lines:
    """That waiting moves the days and costs nothing, unless nodes are held meanwhile."""
    lines = [sheet.say("about.queue")]
    begins = sheet.comparison.scenario.start or sheet.comparison.day
    if about.hours:
        day = begins + timedelta(days=int((about.hours / HOURS_PER_DAY).to_integral_value(ROUND_CEILING)))
        lines.append(
            sheet.say("about.queue-until", hours=times.in_hours(sheet.language, about.hours), day=day.isoformat())
        )
        quote = deciding(sheet)
        if quote is not None:
            held = quote.per_month * about.hours / sheet.comparison.hours_per_month
            lines.append(sheet.say("about.queue-held", name=sheet.name(quote), cost=sheet.short(held)))
    return tuple(lines)


def support(sheet: Shown, about: About, book: Book) -> Lines:
    """That no row says what support costs; what a share of the price would come to."""
    quote = deciding(sheet)
    share = about.shares[0] if about.shares else None
    if quote is None or share is None:
        return (sheet.say("about.support"),)
    cost = sheet.short(quote.effective_cost * share)
    shown = figures.percent(sheet.language, share)
    return (sheet.say("about.support"), sheet.say("about.support-at", share=shown, name=sheet.name(quote), cost=cost))


def next_generation(sheet: Shown, about: About, book: Book) -> Lines:
    """That nothing here forecasts prices; the faster models that are sold already."""
    asked = book.gpus.get(sheet.comparison.scenario.gpu)
    peak = asked.bf16_dense_tflops if asked else None
    sold = {gpu for gpus in book.gpus_of_providers().values() for gpu in gpus}
    faster = [gpu for gpu in book.gpus.values() if peak and gpu.id in sold and (gpu.bf16_dense_tflops or 0) > peak]
    faster.sort(key=lambda gpu: (gpu.bf16_dense_tflops or Decimal(0), gpu.id))
    lines = [sheet.say("about.no-forecast")]
    if faster:
        names = joined(sheet.language, [labels.shortened(gpu.id) for gpu in faster[:MOST_NEWER]])
        lines.append(sheet.say("about.newer", names=names, first=labels.shortened(faster[0].id)))
    return tuple(lines)
