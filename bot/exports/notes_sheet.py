"""What must be said beside the figures, in words: the answer, every remark on every option, what has no price."""

from collections.abc import Mapping, Sequence

from bot.exports.grid import Cell, Look, Sheet, headers
from bot.exports.options import Option
from bot.exports.words import phrase
from bot.replies import figures, labels
from bot.replies.card import Card
from bot.replies.remarks import remarks
from bot.replies.shown import shown
from bot.replies.words import say
from pricing.catalog import Claim
from pricing.costs import Comparison, Gap

WIDTHS = (9, 46, 130)
HOW_TO_READ = ("text.how-change", "text.how-ask", "text.how-views", "text.how-exact")
VIEWS = ("note.cash", "note.equal-work", "note.break-even")


def notes_sheet(
    options: Sequence[Option],
    comparisons: Sequence[Comparison],
    cards: Sequence[Card],
    claims: Mapping[str, Sequence[Claim]],
    language: str,
) -> Sheet:
    """The sheet: number and name of the option where a note is about one, and the note."""
    sheet = Sheet(phrase(language, "sheet.notes"), WIDTHS)
    for card in cards:
        sheet.add(Cell(card.header, Look.TITLE))
        sheet.add(Cell(phrase(language, "text.as-answered"), Look.BAND))
        for line in (card.verdict, *card.notes, *card.context):
            sheet.add(None, None, Cell(line, Look.WRAPPED))
    sheet.add(Cell(phrase(language, "text.how"), Look.BAND))
    for line in (*(phrase(language, key) for key in HOW_TO_READ), *(say(language, key) for key in VIEWS)):
        sheet.add(None, None, Cell(line, Look.WRAPPED))
    sheet.add(Cell(phrase(language, "text.remarks"), Look.BAND))
    sheet.add(*headers([phrase(language, f"heading.{name}") for name in ("option", "name", "note")]))
    rows = [shown(comparison, language, all_rows=True) for comparison in comparisons]
    for option in options:
        for line in remarks(rows[option.need].with_quotes((option.quote,))):
            sheet.add(option.number, option.name, Cell(line, Look.WRAPPED))
    _add_claims(sheet, options, claims, language)
    _add_gaps(sheet, comparisons, language)
    return sheet


def _add_claims(sheet: Sheet, options: Sequence[Option], claims: Mapping[str, Sequence[Claim]], language: str) -> None:
    stated = [(option, claim) for option in options for claim in claims.get(option.quote.offer.id, ())]
    if stated:
        sheet.add(Cell(phrase(language, "text.claims"), Look.BAND))
    for option, claim in stated:
        line = say(
            language,
            "math.claim",
            text=claim.text.get(language) or claim.text.get("en") or "",
            stated=figures.money(language, claim.stated, claim.currency),
            source=claim.source,
            day=claim.stated_on,
        )
        sheet.add(option.number, option.name, Cell(line, Look.WRAPPED))


def _add_gaps(sheet: Sheet, comparisons: Sequence[Comparison], language: str) -> None:
    gaps = [gap for comparison in comparisons for gap in comparison.gaps]
    if gaps:
        sheet.add(Cell(phrase(language, "text.gaps"), Look.BAND))
    for gap in gaps:
        offer = labels.shortened(gap.offer.name or gap.offer.id)
        name = say(language, "option.rental", provider=labels.provider_name(language, gap.provider), mode=offer)
        sheet.add(None, name, Cell(_why(gap, language), Look.WRAPPED))


def _why(gap: Gap, language: str) -> str:
    reason = phrase(language, f"gap.{gap.reason}")
    return f"{reason} ({gap.detail})" if gap.detail else reason
