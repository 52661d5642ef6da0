"""What Slack tells of people and groups, as it is understood."""

from collections.abc import Iterator
from typing import Any

import pytest

from bot.people import Person
from bot.rights import Policy, Reason, Right, Rights
from bot.slack_client import Slack
from bot.slack_errors import SlackTrouble
from tests.end_to_end.fake_slack import BOT_TOKEN, BROKEN, DROPPED, TEAM, FakeSlack, Fault, error, limited

OURS = frozenset({TEAM})


@pytest.fixture
def fake() -> Iterator[FakeSlack]:
    with FakeSlack() as made:
        yield made


@pytest.fixture
def slack(fake: FakeSlack) -> Slack:
    return Slack(BOT_TOKEN, fake.api_url, lambda seconds: None)


@pytest.mark.parametrize(
    ("about", "person"),
    [
        ({}, Person(OURS)),
        ({"deleted": True}, Person(OURS, deactivated=True)),
        ({"is_bot": True}, Person(OURS, bot=True)),
        ({"is_restricted": True}, Person(OURS, guest=True)),
        ({"is_ultra_restricted": True}, Person(OURS, guest=True)),
        ({"is_restricted": None}, Person(OURS, guest=True)),  # not plainly false
        ({"is_stranger": True}, Person(OURS, stranger=True)),
        ({"team_id": "T2"}, Person(frozenset({"T2"}))),
        ({"team_id": None}, Person(frozenset())),
        ({"team_id": "E1", "enterprise_user": {"teams": ["T7", TEAM]}}, Person(frozenset({"E1", "T7", TEAM}))),
        ({"team_id": "T2", "enterprise_user": {"enterprise_id": "E1"}}, Person(frozenset({"T2"}))),
    ],
)
def test_who_somebody_is(fake: FakeSlack, slack: Slack, about: dict[str, Any], person: Person) -> None:
    fake.people["U1"] = about
    assert slack.lookups.person("U1") == person


def test_who_is_in_a_group(fake: FakeSlack, slack: Slack) -> None:
    fake.groups["S1"] = ["U1", "U2"]
    assert slack.lookups.group("S1") == {"U1", "U2"}
    with pytest.raises(SlackTrouble, match="no_such_subteam"):
        slack.lookups.group("S2")


@pytest.mark.parametrize(
    ("fault", "reason"),
    [
        (BROKEN, Reason.UNKNOWN),
        (DROPPED, Reason.UNKNOWN),
        (limited(30), Reason.UNKNOWN),
        (error("internal_error"), Reason.UNKNOWN),
        (error("missing_scope", needed="usergroups:read", provided="chat:write"), Reason.SETUP),
        (error("plan_upgrade_required"), Reason.SETUP),
        (error("token_revoked"), Reason.SETUP),
    ],
)
@pytest.mark.parametrize("method", ["users.info", "usergroups.users.list"])
def test_whatever_goes_wrong_is_a_no(fake: FakeSlack, slack: Slack, method: str, fault: Fault, reason: Reason) -> None:
    fake.groups["S1"] = ["U1"]
    rights = Rights(Policy(editors=("S1",)), TEAM, slack.lookups, lambda: 0.0)
    fake.fail(method, fault)
    assert rights.why_not("U1", Right.EDIT) is reason
    assert rights.may("U1", Right.EDIT, fresh=True)
