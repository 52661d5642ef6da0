"""The card of a blend: both parts and their sum, the cheapest split, and each way alone."""

from collections.abc import Sequence
from decimal import Decimal

from bot.replies import figures, labels, times
from bot.replies.card import Card, Cell, Column, Section, Table
from bot.replies.context import context
from bot.replies.equation import as_printed
from bot.replies.header import header
from bot.replies.remarks import remarks
from bot.replies.shown import Shown, amount_cells, shown
from bot.replies.words import joined, known, say_count
from pricing.advice.outcomes import Blend, BlendPart, Blends, NeedLevel
from pricing.catalog import Mode
from pricing.costs import Comparison

MOST_LEVELS = 4
NOTHING = "–"
ZERO = Decimal(0)


def no_blend_card(comparison: Comparison, missing: Mode, language: str) -> Card:
    """One of the two ways has no price here."""
    sheet = shown(comparison, language)
    way = sheet.say(f"blend.way-{missing}")
    return Card(sheet.language, header=header(sheet), verdict=sheet.say("blend.none", way=way), private=True)


def blend_card(comparison: Comparison, found: Blends, language: str) -> Card:
    """What decides, the parts and sums as rows, and from what the split follows."""
    parts = [part for blend in _blends(found) for part in (blend.base, blend.rest) if part]
    quotes = list({part.option.offer.id: part.option for part in parts}.values())
    code = known(language)
    sheet = Shown(comparison, code, tuple(quotes), labels.names(code, quotes))
    notes = [_spread(sheet, found), sheet.say("blend.note"), sheet.say("blend.cash-note")]
    return Card(
        language=code,
        header=joined(code, [header(sheet), *_varying(sheet, found)], "join.dots"),
        verdict=_verdict(sheet, found),
        table=_table(sheet, found),
        sections=(Section(sheet.say("blend.workings"), tuple(_workings(sheet, found))),),
        notes=(*(note for note in notes if note), *_by_cash(sheet, found), *remarks(sheet)),
        context=context(sheet),
        hints=(sheet.say("blend.hint"),),
    )


def _varying(sheet: Shown, found: Blends) -> list[str]:
    """How the need varies, where it does."""
    if len(found.levels) < 2:
        return []
    if found.spread:
        low, high = (figures.number(sheet.language, level.gpus) for level in (found.levels[0], found.levels[-1]))
        return [sheet.say("blend.from-to", low=low, high=high)]
    return [joined(sheet.language, _levels(sheet, found.levels), "join.items")]


def _blends(found: Blends) -> list[Blend]:
    return [blend for blend in (found.asked, found.best, found.all_base, found.all_rest) if blend]


def _said(sheet: Shown, blend: Blend) -> str:
    """A split in words: "256 GPUs Neysa committed 1 year, up to 768 RunPod on demand"."""
    parts = [
        say_count(sheet.language, key, figures.number(sheet.language, part.gpus), name=sheet.name(part.option))
        for key, part in (("blend.base", blend.base), ("blend.rest", blend.rest))
        if part
    ]
    return joined(sheet.language, parts)


def _verdict(sheet: Shown, found: Blends) -> str:
    lines = []
    if found.asked:
        lines.append(sheet.say("blend.asked", split=_said(sheet, found.asked), cost=sheet.short(found.asked.effective)))
    same = found.asked is not None and _base_gpus(found.asked) == _base_gpus(found.best)
    if same:
        lines.append(sheet.say("blend.asked-is-best"))
    else:
        lines.append(sheet.say("blend.best", split=_said(sheet, found.best), cost=sheet.short(found.best.effective)))
    return joined(sheet.language, lines, "join.sentences")


def _base_gpus(blend: Blend) -> int:
    return blend.base.gpus if blend.base else 0


def _by_cash(sheet: Shown, found: Blends) -> list[str]:
    """The cheapest split by cash, where it is another one."""
    if _base_gpus(found.best) == _base_gpus(found.best_by_cash):
        return []
    best = found.best_by_cash
    return [sheet.say("blend.best-by-cash", split=_said(sheet, best), cost=sheet.short(best.cash))]


Row = tuple[str, BlendPart | None, Decimal, Decimal, bool]


def _rows(sheet: Shown, found: Blends) -> list[Row]:
    """Parts and sum of the split that was asked for and of the cheapest, then each way alone."""
    rows: list[Row] = []
    shown_splits = [("blend.row-asked", found.asked)] if found.asked else []
    if not found.asked or _base_gpus(found.asked) != _base_gpus(found.best):
        shown_splits.append(("blend.row-best", found.best))
    for key, blend in shown_splits:
        assert blend is not None
        for part in (blend.base, blend.rest):
            if part:
                rows.append((sheet.marked(part.option), part, part.effective, part.cash, False))
        rows.append((sheet.say(key), None, blend.effective, blend.cash, True))
    for key, blend in (("blend.row-all-base", found.all_base), ("blend.row-all-rest", found.all_rest)):
        part = blend.base or blend.rest
        if part:
            name = sheet.say(key, name=sheet.name(part.option))
            rows.append((name, part, blend.effective, blend.cash, False))
    return rows


def _table(sheet: Shown, found: Blends) -> Table:
    rows = _rows(sheet, found)
    effective, cash = amount_cells(sheet, [[row[2] for row in rows], [row[3] for row in rows]])
    cells = [
        (
            Cell(name, bold=is_sum),
            Cell(figures.number(sheet.language, part.gpus) if part else NOTHING),
            Cell(figures.number(sheet.language, part.gpu_hours) if part else NOTHING),
            Cell(cost.text, bold=is_sum),
            Cell(paid.text, bold=is_sum),
        )
        for (name, part, _, _, is_sum), cost, paid in zip(rows, effective, cash, strict=True)
    ]
    return Table(
        columns=(
            Column(sheet.say("blend.column-part")),
            Column(sheet.say("blend.column-gpus"), right=True),
            Column(sheet.say("blend.column-hours"), right=True),
            sheet.column("effective"),
            sheet.column("cash"),
        ),
        rows=tuple(cells),
    )


def _spread(sheet: Shown, found: Blends) -> str:
    """The range that was taken to be spread evenly."""
    if not found.spread:
        return ""
    low, high = (figures.number(sheet.language, level.gpus) for level in (found.levels[0], found.levels[-1]))
    return sheet.say("blend.spread", low=low, high=high, n=len(found.levels))


def _workings(sheet: Shown, found: Blends) -> list[str]:
    """The need, and the sums."""
    lines = [sheet.say("blend.need", levels=joined(sheet.language, _levels(sheet, found.levels), "join.items"))]
    for key, blend in (("blend.row-asked", found.asked), ("blend.row-best", found.best)):
        if blend is None:
            continue
        amounts = [part for part in (blend.base, blend.rest) if part]
        for name, values, total in (
            ("effective", [part.effective for part in amounts], blend.effective),
            ("cash", [part.cash for part in amounts], blend.cash),
        ):
            if len(values) < 2:
                continue
            printed = as_printed(values, [sheet.places] * len(values), lambda n: sum(n, ZERO), total, sheet.places)
            parts = " + ".join(sheet.cents(value) for value in printed)
            total_ = figures.number(sheet.language, total, sheet.places)
            lines.append(sheet.say(f"blend.sum-{name}", what=sheet.say(key), parts=parts, total=total_))
    return lines


def _levels(sheet: Shown, levels: Sequence[NeedLevel]) -> list[str]:
    shown_levels = levels if len(levels) <= MOST_LEVELS else (levels[0], levels[-1])
    return [
        sheet.say(
            "blend.level",
            gpus=figures.number(sheet.language, level.gpus),
            hours=times.in_hours(sheet.language, level.hours),
        )
        for level in shown_levels
    ]
