"""Changes from Slack: shown before they are made, made once, refused to those who may not, and told to one person."""

from datetime import timedelta
from typing import Any

import pytest

from bot.listeners.prices.submissions import Step
from bot.people import Person
from bot.replies.price_forms.state import CONFIRM_VIEW
from bot.replies.words import say
from tests.bot.listeners.doubles import MEMBER
from tests.bot.listeners.prices.keeper import FIELDS, OFFER, SECRET, Keeper

LEFT = Person(teams=frozenset({"T1"}), deactivated=True)


def asked(keeper: Keeper, verb: str = "set", subject: str = OFFER, user: str = "U-ED", **fields: Any) -> Step:
    """What comes after the form of a price."""
    view = keeper.opened(f"{verb} {subject}", user)
    return keeper.sent(view, user, **{**FIELDS, **fields})


def test_old_new_and_percent_are_shown_before_anything_is_changed(keeper: Keeper) -> None:
    step = asked(keeper, value="11")
    assert step.view
    assert step.view["callback_id"] == CONFIRM_VIEW
    assert "10 USD/GPU-hour → 11 USD/GPU-hour (+10%)" in str(step.view["blocks"])
    assert keeper.value == "10"


def test_a_change_that_is_confirmed_is_made_and_told_to_one_person(keeper: Keeper) -> None:
    assert keeper.confirmed(asked(keeper, value="11")) == "saved"
    assert keeper.value == "11"
    assert keeper.slack.ways == [("post", "DU-ED/None")]


@pytest.mark.parametrize("verb", ["set", "schedule", "withdraw"])
def test_after_a_crash_between_saving_and_telling_it_is_told_and_not_saved_again(keeper: Keeper, verb: str) -> None:
    fields = {"value": "11"} if verb != "withdraw" else {}
    if verb == "schedule":
        fields["effective_from"] = (keeper.now + timedelta(days=9)).date().isoformat()
    if verb == "withdraw":
        keeper.prices._changing._office.ledger.policy = keeper.ledger.policy.model_copy(update={"two_persons": False})
    view = keeper.opened(f"{verb} {OFFER}")
    fields = {**FIELDS, **fields} if verb != "withdraw" else {"why": "gone"}
    step = keeper.sent(view, **fields)
    assert keeper.confirmed(step) == "saved"
    rows = len(keeper.ledger.trail())
    assert keeper.confirmed(step, again=True) == "saved again"
    assert len(keeper.ledger.trail()) == rows


def test_a_form_that_somebody_was_faster_than_is_refused_with_what_stands_there(keeper: Keeper) -> None:
    late = asked(keeper, value="12", user="U-EVE")
    keeper.confirmed(asked(keeper, value="11"))
    assert keeper.confirmed(late, "U-EVE", window="V2") == "stale"
    assert "it is 11 USD/GPU-hour" in keeper.slack.told("DU-EVE")[-1]
    assert keeper.value == "11"


@pytest.mark.parametrize(
    ("fields", "wrong"),
    [
        ({"value": ""}, {"value"}),
        ({"value": "about 11"}, {"value"}),
        ({"value": "0"}, {"value"}),
        ({"value": "11", "effective_to": "2026-01-01"}, {"effective_to"}),
        ({"value": "11", "observed_on": "01/02/2026"}, {"observed_on"}),
        ({"value": "11", "observed_on": "2027-01-01"}, {"observed_on"}),
        ({"value": "11", "source": "s" * 600}, {"source"}),
        ({"value": "x", "why": "w" * 600}, {"value", "why"}),
    ],
)
def test_what_is_wrong_stands_at_its_field(keeper: Keeper, fields: dict[str, str], wrong: set[str]) -> None:
    step = asked(keeper, **fields)
    assert set(step.errors) == wrong
    assert all(1 <= len(text) <= 150 for text in step.errors.values())
    assert step.response()["response_action"] == "errors"
    assert keeper.value == "10"


def test_rights_are_looked_at_again_when_the_window_is_sent_and_when_it_is_confirmed(keeper: Keeper) -> None:
    view = keeper.opened(f"set {OFFER}")
    step = keeper.sent(view, value="11", **FIELDS)
    keeper.slack.people["U-ED"] = LEFT
    refusal = say("en", "rights.deactivated")
    assert refusal in str(keeper.sent(view, value="11", **FIELDS).view)
    assert keeper.confirmed(step) == "refused: deactivated"
    assert keeper.slack.text == refusal
    assert keeper.value == "10"
    keeper.slack.people["U-ED"] = MEMBER
    assert keeper.confirmed(step) == "saved"


@pytest.mark.parametrize("user", ["U-AP", "U-ANYBODY"])
@pytest.mark.parametrize(
    "text", [f"set {OFFER}", "add", "import", f"withdraw {OFFER}", "alias H100 = Hopper", "undo 1"]
)
def test_windows_that_change_something_are_for_editors(keeper: Keeper, user: str, text: str) -> None:
    view = keeper.opened(text, user)
    assert "submit" not in view
    assert say("en", "rights.not-listed-edit") in str(view)


def test_a_large_change_waits_for_another_approver_and_everybody_hears_of_the_decision(keeper: Keeper) -> None:
    assert keeper.confirmed(asked(keeper, value="20")) == "proposed"
    [question] = keeper.slack.told("DU-AP")
    assert "10 USD/GPU-hour → 20 USD/GPU-hour (+100%)" in question
    assert "the list changed" in question
    [proposal] = keeper.ledger.pending()
    number = proposal.id
    assert keeper.handle(f"approve {number}").startswith("not decided")
    assert keeper.handle(f"approve {number}", "U-EVE") == "refused: not-listed"
    assert keeper.value == "10"
    assert keeper.handle(f"approve {number}", "U-AP") == "approved"
    assert keeper.value == "20"
    decided = say("en", "price-slack.approved-by", number=number, who="U-AP")
    assert decided in keeper.slack.told("DU-AP")[-1]
    assert decided in keeper.slack.told("DU-ED")[-1]
    assert keeper.handle(f"approve {number}", "U-AP").startswith("not decided")
    assert ("U-ED", "U-AP") in [(one.actor, one.approver) for one in keeper.ledger.latest(3)]


def test_a_rejection_says_why_and_changes_nothing(keeper: Keeper) -> None:
    keeper.confirmed(asked(keeper, value="20"))
    [proposal] = keeper.ledger.pending()
    view = keeper.opened(f"reject {proposal.id}", "U-AP")
    step = keeper.sent(view, "U-AP", why="a typo")
    assert step.does
    assert keeper.prices.handle(step.does, False, None) == "rejected"  # type: ignore[arg-type]
    assert keeper.value == "10"
    assert "a typo" in keeper.slack.told("DU-ED")[-1]


def test_a_proposal_that_expired_is_refused_and_its_author_hears_of_it(keeper: Keeper) -> None:
    keeper.confirmed(asked(keeper, value="20"))
    [proposal] = keeper.ledger.pending()
    keeper.now += timedelta(days=8)
    assert keeper.handle(f"approve {proposal.id}", "U-AP").startswith("not decided")
    assert say("en", "price-slack.expired", number=proposal.id) in keeper.slack.told("DU-ED")[-1]
    assert say("en", "price-slack.expired", number=proposal.id) in keeper.slack.told("DU-AP")[-1]
    assert keeper.value == "10"


def test_contract_prices_go_to_those_only_who_may_see_them(keeper: Keeper) -> None:
    assert keeper.handle("contract aws", "U-ED") == "find"
    for user, sees in (("U-ED", False), ("U-EVE", True)):
        keeper.handle(f"history {SECRET}", user)
        assert ("7.77" in keeper.slack.text) is sees
    assert "submit" not in keeper.opened(f"set {SECRET}", "U-ED")
    assert keeper.confirmed(asked(keeper, subject=SECRET, user="U-EVE", value="7.70"), "U-EVE") == "proposed"
    assert keeper.slack.told("DU-ED") == []
    assert len(keeper.slack.told("DU-AP")) == 1
    [proposal] = keeper.ledger.pending()
    assert keeper.handle(f"approve {proposal.id}", "U-ED") == "refused: not-listed"
    keeper.slack.shared["C2"] = True
    keeper.handle(f"history {SECRET}", "U-EVE", channel="C2")
    assert "7.77" not in keeper.slack.text


def test_an_undo_says_why_and_is_a_new_row(keeper: Keeper) -> None:
    keeper.confirmed(asked(keeper, value="11"))
    number = keeper.ledger.latest(1)[0].id
    view = keeper.opened(f"undo {number}")
    assert keeper.sent(view).errors
    step = keeper.sent(view, why="a slip")
    assert step.does
    done = step.does.model_copy(update={"key": "view:V2"})
    assert keeper.prices.handle(done, False, None) == "saved"  # type: ignore[arg-type]
    assert keeper.value == "10"
    assert keeper.ledger.latest(1)[0].why == "a slip"


@pytest.mark.parametrize(
    ("action_id", "value"),
    [
        ("prices.of-another-version.v9", "{}"),
        ("prices.history.v1", "nonsense"),
        ("prices.confirm-import.v1", "nonsense"),
        ("prices.confirm-import.v1", '{"sha256": "00", "mark": "00"}'),
        ("prices.approve.v1", '{"number": 999999}'),
    ],
)
def test_a_button_of_another_time_does_nothing(keeper: Keeper, action_id: str, value: str) -> None:
    rows = len(keeper.ledger.trail())
    keeper.handle(user="U-AP" if "approve" in action_id else "U-ED", action_id=action_id, value=value, ts="5.1")
    assert len(keeper.ledger.trail()) == rows
    assert keeper.slack.said


@pytest.mark.parametrize("text", ["<!channel> <@U1>", "'; DROP TABLE entry; --", "=cmd()|x", "{name}", "😀" * 20])
def test_whatever_is_typed_is_inert(keeper: Keeper, text: str) -> None:
    assert keeper.handle(text) in ("find", "help")
    assert "<!channel>" not in keeper.slack.text
    assert "mrkdwn" not in str(keeper.opened(f"set {text}"))
    step = asked(keeper, value="11", source=text, why=text)
    keeper.confirmed(step)
    keeper.handle(f"history {OFFER}")
    assert "<!channel>" not in keeper.slack.text
    assert keeper.value == "11"
