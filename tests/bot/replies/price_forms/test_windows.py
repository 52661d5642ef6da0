"""Windows about prices stay within what Slack takes, in every language and whatever the book holds."""

from collections.abc import Iterator
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any

import pytest

from bot.administration.form import Prepared, Wanted
from bot.administration.found import Line
from bot.replies.price_forms.add import Choices, add_view
from bot.replies.price_forms.buttons import Pressed, PressedImport, of_found, of_help, of_line, of_preview, of_proposal
from bot.replies.price_forms.change import change_view
from bot.replies.price_forms.confirm import confirm_view
from bot.replies.price_forms.imports import import_view
from bot.replies.price_forms.small import pick_view, plain_view, reason_view, waiting_view
from bot.replies.price_forms.state import OF_PRICES, Form, Origin, TooMuch, WindowState
from bot.replies.slack_blocks import Block
from bot.replies.words import languages
from pricing.book import UNITS, Entry, EntryKind
from pricing.catalog import Mode, Offer
from pricing.changes import Action, Change, NewEntry, Reason
from pricing.findings import Finding, FindingKind
from pricing.imports.preview import Options

TODAY = date(2026, 12, 1)
LONG = "长 <!channel> & long " * 60
OFFER = Offer(id="o" * 140, provider="aws", name=LONG, gpu="H100", mode=Mode.ON_DEMAND, gpus_per_node=8, region=LONG)


def an_entry(kind: EntryKind = EntryKind.PRICE, **changes: Any) -> Entry:
    fields = {
        "kind": kind,
        "subject": OFFER.id if kind is EntryKind.PRICE else "USD/CNY",
        "value": Decimal("10.5"),
        "currency": "USD",
        "unit": sorted(UNITS[kind])[0],
        "effective_from": TODAY,
        "source": LONG,
        "entered_by": "U0ALICE",
        "entered_at": datetime(2026, 12, 1, tzinfo=UTC),
    }
    return Entry.model_validate({**fields, **changes})


def a_line(kind: EntryKind = EntryKind.PRICE) -> Line:
    entry = an_entry(kind)
    offer = OFFER if kind is EntryKind.PRICE else None
    return Line(kind, entry.subject, entry, offer, offer)


def a_state(form: Form, language: str, **changes: Any) -> WindowState:
    origin = Origin(language=language, channel="C012AB3CD", response_url="https://hooks.slack.com/commands/" + "x" * 80)
    return WindowState(form=form, origin=origin, subject=OFFER.id, base=12, **changes)


def views(language: str) -> Iterator[Block]:
    yield waiting_view(language)
    yield plain_view(language, LONG * 10)
    for form in OF_PRICES:
        for kind in EntryKind:
            yield change_view(a_state(form, language, kind=kind), a_line(kind), None, TODAY, [LONG * 10], "1" * 200)
    many = {f"p{number}": LONG for number in range(99)}
    yield add_view(a_state(Form.ADD, language), Choices(many, [*many]), TODAY, [LONG])
    more = {f"p{number}": LONG for number in range(300)}
    yield add_view(a_state(Form.ADD, language), Choices(more, [*more]), TODAY)
    yield import_view(a_state(Form.IMPORT, language))
    for form in (Form.UNDO, Form.REJECT, Form.ALIAS):
        yield reason_view(a_state(form, language), [LONG] * 5)
    for form in (Form.HISTORY, *OF_PRICES):
        yield pick_view(a_state(form, language), [a_line()] * 100, 5, [LONG])
    findings = tuple(Finding(kind) for kind in FindingKind)
    change = Change(action=Action.CHANGED, actor="U1", entries=(NewEntry(entry=an_entry()),))
    prepared = Prepared(change, an_entry(value=Decimal(20)), an_entry(), (an_entry(),) * 50, findings, OFFER)
    reasons = [Reason(kind="contract", subject=OFFER.id)] * 50
    asking = a_state(Form.SET, language, wanted=Wanted(source="s" * 500, why="因" * 500))
    for line in (a_line(), None):
        yield confirm_view(asking, line, prepared, reasons)
        yield confirm_view(asking, line, prepared, ())


@pytest.mark.parametrize("language", languages())
def test_windows_stay_within_what_slack_takes(language: str) -> None:
    for view in views(language):
        drawn: Any = view
        assert all(len(drawn[part]["text"]) <= 24 for part in ("title", "close", "submit") if part in drawn)
        assert 1 <= len(drawn["blocks"]) <= 100
        assert len(drawn.get("private_metadata", "")) <= 3000
        inputs = [block for block in drawn["blocks"] if block["type"] == "input"]
        assert bool(inputs) <= ("submit" in drawn)
        assert len({block["block_id"] for block in inputs}) == len(inputs)
        for block in drawn["blocks"]:
            check(block)


def check(block: dict[str, Any]) -> None:
    if block["type"] == "section":
        assert block["text"]["type"] == "plain_text"
        assert 1 <= len(block["text"]["text"]) <= 3000
    if block["type"] != "input":
        return
    element = block["element"]
    assert 1 <= len(block["label"]["text"]) <= 2000
    assert len(element.get("initial_value", "")) <= element.get("max_length", 3000) <= 3000
    options = element.get("options", [])
    assert len(options) <= 100
    assert all(1 <= len(one["text"]["text"]) <= 75 and 1 <= len(one["value"]) <= 150 for one in options)
    initial = [element["initial_option"]] if "initial_option" in element else element.get("initial_options", [])
    assert all(one in options for one in initial)


def test_more_than_a_window_can_carry_is_said_before_slack_refuses_it() -> None:
    with pytest.raises(TooMuch):
        a_state(Form.SET, "en", wanted=Wanted(source="s" * 1500, why="w" * 1500)).packed()


@pytest.mark.parametrize("form", list(Form))
def test_what_a_window_carries_comes_back_as_it_was(form: Form) -> None:
    state = a_state(
        form, "zh", wanted=Wanted(value="12", why="因为", offer=OFFER.model_copy(update={"name": "x", "region": ""}))
    )
    assert WindowState.model_validate_json(state.packed()) == state


@pytest.mark.parametrize("language", languages())
def test_buttons_have_ids_of_their_own_and_carry_no_more_than_they_can(language: str) -> None:
    options = Options(source="s" * 500, why="因" * 500)
    about = PressedImport(sha256="a" * 64, name="n" * 255, options=options, mark="b" * 64, version=99_999_999)
    rows = (
        of_line(language, EntryKind.PRICE, OFFER.id, True),
        of_found(language, LONG, True),
        of_proposal(language, 12),
        of_help(language, True),
        of_preview(language, about, 1, 1, 1),
    )
    for row in rows:
        assert row
        assert len({action.action_id for action in row}) == len(row) <= 8
        assert all(len(action.value) <= 2000 and len(action.label) <= 75 for action in row)
    assert of_found(language, "x" * 3000, False) == ()
    assert Pressed.model_validate_json(of_proposal(language, 12)[0].value).number == 12
