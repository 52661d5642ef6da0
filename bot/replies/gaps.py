"""What is not in a table: options left out, those without a figure, and why there may be none at all."""

from bot.replies import figures, labels
from bot.replies.header import filters
from bot.replies.remarks import some
from bot.replies.shown import Shown
from bot.replies.words import joined, say_count
from pricing.costs import Gap

MOST_NAMES = 3


def not_shown(sheet: Shown) -> tuple[str, ...]:
    """How many options are left out of the table, and which have no price or no exchange rate."""
    comparison, language = sheet.comparison, sheet.language
    parts = []
    if more := len(comparison.quotes) - len(sheet.quotes):
        parts.append(say_count(language, "more.options", figures.number(language, more)))
    for reason in dict.fromkeys(gap.reason for gap in comparison.gaps):
        gaps = [gap for gap in comparison.gaps if gap.reason == reason]
        listed = some(language, list(dict.fromkeys(_name(language, gap) for gap in gaps)), MOST_NAMES)
        parts.append(say_count(language, f"more.{reason}", figures.number(language, len(gaps)), items=listed))
    return (sheet.say("more.line", parts=joined(language, parts, "join.dots")),) if parts else ()


def _name(language: str, gap: Gap) -> str:
    name = labels.provider_name(language, gap.provider)
    return f"{name} ({labels.shortened(gap.detail)})" if gap.detail else name


def why_nothing(sheet: Shown) -> tuple[str, str]:
    """Why not one option has a figure, and the way out: first what asking otherwise would mend."""
    gpu = labels.shortened(sheet.comparison.scenario.gpu)
    day = sheet.comparison.day.isoformat()
    gaps = sheet.comparison.gaps
    if pairs := dict.fromkeys(gap.detail for gap in gaps if gap.reason == "no-rate"):
        missing = joined(sheet.language, pairs)
        return sheet.say("problem.no-rates", pairs=missing, day=day), sheet.say("problem.no-rate-way-out")
    if any(gap.reason == "too-long" for gap in gaps):
        return sheet.say("problem.too-long", gpu=gpu), sheet.say("problem.too-long-way-out")
    if asked := filters(sheet):
        left = sheet.say("problem.nothing-left", gpu=gpu, conditions=joined(sheet.language, asked))
        return left, sheet.say("problem.nothing-left-way-out")
    return sheet.say("problem.no-price", gpu=gpu, day=day), sheet.say("problem.no-price-way-out")
