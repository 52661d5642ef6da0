"""Small windows: which price is meant, why something is taken back or rejected, a name, or only a sentence."""

from collections.abc import Sequence

from bot.administration.found import Line
from bot.replies.price_forms import fields
from bot.replies.price_forms.state import PICK_VIEW, PLAIN_VIEW, Form, WindowState
from bot.replies.price_forms.wording import name_of_line
from bot.replies.slack_blocks import Block
from bot.replies.words import say

NOTHING = "–"


def waiting_view(language: str) -> Block:
    """A window while its content is made."""
    return plain_view(language, say(language, "form.waiting"))


def plain_view(language: str, *texts: str) -> Block:
    """A window that only says something."""
    return fields.window(language, PLAIN_VIEW, "price-form.title", fields.lines(texts) or fields.lines([NOTHING]))


def pick_view(state: WindowState, lines: Sequence[Line], left_out: int, remarks: Sequence[str] = ()) -> Block:
    """The window that asks which price is meant; of more than a hundred the first, and that there are others.

    Lines with ids that are too long to be chosen are left out.
    """
    language = state.origin.language
    options = [(f"{line.kind}:{line.subject}", f"{line.subject} · {name_of_line(language, line)}") for line in lines]
    more = [say(language, "price-form.pick-more", n=left_out)] if left_out else []
    blocks = [*fields.lines([*remarks, *more]), fields.field(language, "subject", fields.choice(options))]
    title = f"price-form.title-{state.form}"
    return fields.window(language, PICK_VIEW, title, blocks, state.packed(), "price-form.next")


def reason_view(state: WindowState, about: Sequence[str]) -> Block:
    """The window that asks why: for an undoing, a rejection, a name."""
    language = state.origin.language
    blocks = [*fields.lines(about), fields.field(language, "why", fields.text("", fields.LONG, lines=True))]
    return fields.window(
        language, state.form.view_id, f"price-form.title-{state.form}", blocks, state.packed(), _submit(state.form)
    )


def _submit(form: Form) -> str:
    return f"price-form.submit-{form}"
