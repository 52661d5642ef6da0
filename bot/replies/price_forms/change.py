"""The windows in which a price that is there gets another value, or none."""

from collections.abc import Sequence
from datetime import date

from bot.administration.form import Wanted
from bot.administration.found import Line
from bot.replies.price_forms import fields
from bot.replies.price_forms.state import Form, WindowState
from bot.replies.price_forms.wording import present
from bot.replies.slack_blocks import Block
from bot.replies.words import say
from pricing.book import UNITS, Entry, EntryKind
from pricing.units import PricingUnit

CAN_BE_FREE = (EntryKind.PRICE, EntryKind.FEE)


def change_view(
    state: WindowState, line: Line, like: Entry | None, today: date, problems: Sequence[str] = (), value: str = ""
) -> Block:
    """The window with its fields as they stand now, or as they were sent (`state.wanted`).

    Args:
        like: an entry of the same subject, for unit and currency, where none is in force.
        problems: what is wrong with what was sent.
        value: what was said of the new value before the window was opened.
    """
    language, form = state.origin.language, state.form
    said = state.wanted or Wanted(value=value or _value(form, line.entry), **_like(line.entry or like))
    packed = state.model_copy(update={"wanted": None}).packed()
    if form is Form.WITHDRAW:
        asked = [first_day(language, said, today, "withdrawn-from"), why(language, said)]
    else:
        asked = [
            *_amount(language, state.kind, said),
            *dated(language, state.kind, said, _day(form, line.entry, today)),
        ]
    shown = [*fields.lines(problems), present(language, line)]
    return fields.window(
        language, form.view_id, f"price-form.title-{form}", [*shown, *asked], packed, "price-form.check"
    )


def dated(language: str, kind: EntryKind, said: Wanted, first: date | None) -> list[Block]:
    """The fields of every new value: its days, where it is from, why, and whether nought is meant."""
    blocks = [
        first_day(language, said, first, "effective-from"),
        fields.field(language, "effective_to", fields.day(said.effective_to), optional=True),
        fields.field(language, "observed_on", fields.text(said.observed_on), optional=True),
        fields.field(language, "source", fields.text(said.source, fields.LONG)),
        why(language, said),
    ]
    if kind in CAN_BE_FREE:
        blocks.append(fields.field(language, "free", fields.tick(language, "free", said.free), optional=True))
    return blocks


def amount(language: str, kind: EntryKind, said: Wanted, currency: bool = True) -> list[Block]:
    """The fields of a value: the number, its currency and its unit where it may have several."""
    example = say(language, "price-form.example-value")
    blocks = [fields.field(language, "value", fields.text(said.value, example=example))]
    if currency:
        blocks.append(fields.field(language, "currency", fields.text(said.currency, 3), optional=True))
    known = [unit for unit in PricingUnit if unit in UNITS[kind]]
    if len(known) > 1:
        options = [(unit.value, say(language, f"priced-per.{unit.value}", price="…")) for unit in known]
        blocks.append(fields.field(language, "unit", fields.choice(options, said.unit)))
    return blocks


def first_day(language: str, said: Wanted, first: date | None, label: str) -> Block:
    """The field for the day on which it begins."""
    return fields.field(language, "effective_from", fields.day(said.effective_from or first), label=label)


def why(language: str, said: Wanted) -> Block:
    """The field for the reason."""
    return fields.field(language, "why", fields.text(said.why, fields.LONG, lines=True))


def _amount(language: str, kind: EntryKind, said: Wanted) -> list[Block]:
    needs_currency = kind is not EntryKind.RATE and (kind is not EntryKind.ASSUMPTION or bool(said.currency))
    return amount(language, kind, said, needs_currency)


def _like(entry: Entry | None) -> dict[str, str]:
    return {"currency": entry.currency, "unit": entry.unit.value} if entry else {}


def _value(form: Form, entry: Entry | None) -> str:
    """A correction begins with what is to be corrected."""
    return f"{entry.value:f}" if form is Form.CORRECT and entry and entry.value is not None else ""


def _day(form: Form, entry: Entry | None, today: date) -> date | None:
    if form is Form.SCHEDULE:
        return None
    return entry.effective_from if form is Form.CORRECT and entry else today
