"""The window that shows what a change would do, before it is done."""

from collections.abc import Sequence

from bot.administration.form import Prepared
from bot.administration.found import Line
from bot.replies.price_forms import fields
from bot.replies.price_forms.state import CONFIRM_VIEW, WindowState
from bot.replies.price_forms.wording import name_of_line, present
from bot.replies.prices.sentences import approval_text, finding_text
from bot.replies.prices.values import moved_text, offer_name
from bot.replies.slack_blocks import Block, bold
from bot.replies.words import say
from pricing.changes import Reason

MOST_LINES = 20


def confirm_view(state: WindowState, line: Line | None, prepared: Prepared, reasons: Sequence[Reason]) -> Block:
    """Old, new and percent, every doubt, and whether somebody else has to approve it (`reasons` why).

    Args:
        line: what it is about; None for an offer that is new.

    Raises:
        TooMuch: the window cannot carry so much text.
    """
    language, new = state.origin.language, prepared.new
    offer = prepared.offer
    name = name_of_line(language, line) if line else offer_name(language, offer, None) if offer else new.subject
    blocks = [bold(name), *fields.lines([_moved(language, prepared)])]
    if line and line.entry:
        blocks.append(present(language, line))
    blocks += _listed(language, "price-form.doubts", [finding_text(one, language) for one in prepared.findings])
    if prepared.later:
        days = ", ".join(entry.effective_from.isoformat() for entry in prepared.later[:MOST_LINES])
        blocks += fields.lines([say(language, "price-form.later", days=days)])
    blocks += _listed(language, "price-form.waits", [approval_text(reason, language) for reason in reasons])
    submit = "price-form.propose" if reasons else "price-form.save"
    if new.value is None and not reasons:
        submit = "price-form.end"
    return fields.window(language, CONFIRM_VIEW, "price-form.title-confirm", blocks, state.packed(), submit)


def _moved(language: str, prepared: Prepared) -> str:
    """ "3.90 USD/GPU-hour → 3.50 USD/GPU-hour (-10.3%), from 2026-03-06"."""
    entries = prepared.change.entries
    moved = moved_text(language, prepared.old, prepared.new, prepared.percent)
    begins = prepared.new.effective_from.isoformat()
    if len(entries) > 1:
        ends = entries[-1].entry.effective_from.isoformat()
        return say(language, "price-form.from-to", value=moved, day=begins, ends=ends)
    return say(language, "price-form.from", value=moved, day=begins)


def _listed(language: str, title: str, texts: Sequence[str]) -> list[Block]:
    """A titled list; what is many is cut."""
    if not texts:
        return []
    shown = [f"• {text}" for text in texts[:MOST_LINES]]
    return [bold(say(language, title)), *fields.lines(["\n".join(shown)])]
