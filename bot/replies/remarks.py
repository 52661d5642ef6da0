"""The sentences under a table: what each mark means, for which rows."""

from collections.abc import Callable, Mapping
from decimal import Decimal

from bot.replies import figures, labels, supposed_prices, times
from bot.replies.shown import Shown
from bot.replies.words import joined, say_count
from pricing.costs import Quote
from pricing.flags import Flag, FlagKind
from pricing.units import TimeUnit

MOST_NAMES = 5
FEW = 3  # as many as can be named one by one
ORDER = (
    FlagKind.SUPPOSED,
    FlagKind.FACTOR_UNKNOWN,
    FlagKind.AGE_UNKNOWN,
    FlagKind.CLAIM,
    FlagKind.ESTIMATE,
    FlagKind.FROM_PRICE,
    FlagKind.ACCELERATOR_ONLY,
    FlagKind.TOO_MANY_NODES,
    FlagKind.NODE_SIZE,
    FlagKind.MINIMUM,
    FlagKind.WHOLE_STEPS,
    FlagKind.UNUSED_COMMITMENT,
    FlagKind.SPOT_INTERRUPTION,
    FlagKind.DEARER_THAN_ON_DEMAND,
    FlagKind.IDLE_GPUS,
    FlagKind.SCALED,
    FlagKind.NO_RESIDUAL,
    FlagKind.COLOCATION,
    FlagKind.REGION_UNKNOWN,
    FlagKind.MONTHLY_CAP,
    FlagKind.ALLOWANCE,
    FlagKind.FEE_UNKNOWN,
)


def remarks(sheet: Shown) -> tuple[str, ...]:
    """Every mark in the table explained, one sentence a kind of remark, the gravest first."""
    found = [*_substitutes(sheet), *_old(sheet)]
    details = _details(sheet)
    found += [sheet.say(f"flag.{kind}", items=_items(sheet, details[kind])) for kind in ORDER if kind in details]
    return tuple(found)


def _details(sheet: Shown) -> dict[FlagKind, dict[str, list[str]]]:
    """Kind of remark -> what to say of it -> the names of the rows it holds for."""
    found: dict[FlagKind, dict[str, list[str]]] = {}
    for quote in sheet.quotes:
        for kind, flags in _by_kind(quote).items():
            say_detail = DETAILS.get(kind)
            texts = dict.fromkeys(say_detail(sheet, flag) for flag in flags) if say_detail else ("",)
            found.setdefault(kind, {}).setdefault(joined(sheet.language, texts), []).append(sheet.name(quote))
    return found


def _by_kind(quote: Quote) -> dict[FlagKind, list[Flag]]:
    found: dict[FlagKind, list[Flag]] = {}
    for flag in quote.flags:
        found.setdefault(flag.kind, []).append(flag)
    return found


def _items(sheet: Shown, details: Mapping[str, list[str]]) -> str:
    if len(details) == 1:
        ((detail, names),) = details.items()
        if everything := _everything(sheet, len(names)):
            return sheet.say("flag.item", name=everything, detail=detail) if detail else everything
    return joined(sheet.language, [_item(sheet, names, text) for text, names in details.items()], "join.items")


def _everything(sheet: Shown, count: int) -> str:
    """A word for all rows, or all that are rented, when so many are just that."""
    rented = sum(1 for quote in sheet.quotes if not quote.own)
    if count < FEW:
        return ""
    if count == len(sheet.quotes):
        return sheet.say("flag.all-rows")
    return sheet.say("flag.all-rented") if count == rented else ""


def _item(sheet: Shown, names: list[str], detail: str) -> str:
    listed = some(sheet.language, names)
    return sheet.say("flag.item", name=listed, detail=detail) if detail else listed


def some(language: str, names: list[str], most: int = MOST_NAMES) -> str:
    """The first names; the rest are counted."""
    if len(names) <= most:
        return joined(language, names)
    rest = len(names) - most
    more = say_count(language, "join.more", figures.number(language, rest))
    return joined(language, [*names[:most], more])


def _substitutes(sheet: Shown) -> list[str]:
    """Other GPUs: how many of them do the same work, and what that costs."""
    items = [
        _substitute(sheet, quote, Decimal(flag.values[2]))
        for quote in sheet.quotes
        for flag in quote.flags
        if flag.kind is FlagKind.SUBSTITUTE
    ]
    if not items:
        return []
    asked = labels.shortened(sheet.comparison.scenario.gpu)
    return [sheet.say("flag.substitute", mark=labels.OTHER_GPU, asked=asked, items=some(sheet.language, items))]


def _substitute(sheet: Shown, quote: Quote, factor: Decimal) -> str:
    times_as_many = figures.significant(sheet.language, factor, 3)
    if quote.equal_work_cost is None:
        return sheet.say("flag.substitute-unpriced", name=sheet.name(quote), factor=times_as_many)
    cost = sheet.short(quote.equal_work_cost)
    return sheet.say("flag.substitute-item", name=sheet.name(quote), factor=times_as_many, cost=cost)


def _old(sheet: Shown) -> list[str]:
    """Old prices by name and age; only counted, from the newest to the oldest, where they are many."""
    ages = [
        (int(flag.values[0]), quote) for quote in sheet.quotes for flag in quote.flags if flag.kind is FlagKind.STALE
    ]
    if not ages:
        return []
    language = sheet.language
    if len(ages) <= FEW:
        items = joined(
            language,
            [sheet.say("flag.item", name=sheet.name(quote), detail=times.days(language, age)) for age, quote in ages],
            "join.items",
        )
        return [sheet.say("flag.stale", items=items)]
    newest, oldest = min(age for age, _ in ages), max(age for age, _ in ages)
    count = sheet.say(
        "flag.rows-of", rows=figures.number(language, len(ages)), all=figures.number(language, len(sheet.quotes))
    )
    span = times.days(language, oldest)
    if newest != oldest:
        span = sheet.say("asked.range", low=figures.number(language, newest), high=span)
    return [sheet.say("flag.stale", items=sheet.say("flag.item", name=count, detail=span))]


def _count(sheet: Shown, value: Decimal | str | int) -> str:
    return figures.number(sheet.language, Decimal(value), 2, trim=True)


def _idle(sheet: Shown, flag: Flag) -> str:
    gpus, nodes = (Decimal(value) for value in flag.values)
    return say_count(sheet.language, "flag-detail.idle-gpus", _count(sheet, nodes), gpus=_count(sheet, gpus))


def _whole_steps(sheet: Shown, flag: Flag) -> str:
    used, billed, unit = flag.values
    return sheet.say(
        "flag-detail.whole-steps",
        used=times.in_digits(sheet.language, Decimal(used)),
        billed=times.period(sheet.language, Decimal(billed), str(unit)),
    )


def _unused(sheet: Shown, flag: Flag) -> str:
    term, share, unused = (Decimal(value) for value in flag.values)
    return sheet.say(
        "flag-detail.unused-commitment",
        term=times.life(sheet.language, term),
        share=figures.percent(sheet.language, share),
        unused=sheet.short(unused),
    )


def _minimum(sheet: Shown, flag: Flag) -> str:
    least, asked, unit = flag.values
    if unit == "nodes":
        return sheet.say("flag-detail.minimum-nodes", least=_count(sheet, least), asked=_count(sheet, asked))
    return sheet.say(
        "flag-detail.minimum-hours",
        least=times.period(sheet.language, Decimal(least), TimeUnit.HOUR),
        asked=times.amount(sheet.language, Decimal(asked), 2),
    )


def _too_many(sheet: Shown, flag: Flag) -> str:
    return sheet.say("flag-detail.too-many-nodes", most=_count(sheet, flag.values[0]))


def _node_size(sheet: Shown, flag: Flag) -> str:
    offered, asked = flag.values
    return sheet.say("flag-detail.node-size", offered=_count(sheet, offered), asked=_count(sheet, asked))


def _no_residual(sheet: Shown, flag: Flag) -> str:
    stated, life = (times.life(sheet.language, Decimal(months)) for months in flag.values)
    return sheet.say("flag-detail.no-residual", stated=stated, life=life)


def _scaled(sheet: Shown, flag: Flag) -> str:
    return sheet.say("flag-detail.scaled", basis=_count(sheet, flag.values[0]))


def _cap(sheet: Shown, flag: Flag) -> str:
    return sheet.say("flag-detail.monthly-cap", hours=_count(sheet, flag.values[0]))


def _fee(sheet: Shown, flag: Flag) -> str:
    return sheet.say(f"fee.{flag.values[0]}")


def _allowance(sheet: Shown, flag: Flag) -> str:
    fee, quantity = flag.values
    return sheet.say("flag-detail.allowance", fee=sheet.say(f"fee.{fee}"), quantity=_count(sheet, quantity))


def _supposed(sheet: Shown, flag: Flag) -> str:
    return supposed_prices.instead(sheet.language, sheet.comparison.scenario, flag) if flag.values else ""


DETAILS: Mapping[FlagKind, Callable[[Shown, Flag], str]] = {
    FlagKind.IDLE_GPUS: _idle,
    FlagKind.WHOLE_STEPS: _whole_steps,
    FlagKind.UNUSED_COMMITMENT: _unused,
    FlagKind.MINIMUM: _minimum,
    FlagKind.TOO_MANY_NODES: _too_many,
    FlagKind.NODE_SIZE: _node_size,
    FlagKind.SCALED: _scaled,
    FlagKind.NO_RESIDUAL: _no_residual,
    FlagKind.MONTHLY_CAP: _cap,
    FlagKind.FEE_UNKNOWN: _fee,
    FlagKind.ALLOWANCE: _allowance,
    FlagKind.SUPPOSED: _supposed,
}
