"""Who may do what: those the settings name, if they are full members of the workspace, as Slack says at most a minute
ago. Whatever is not known is no."""

import logging
import os
import pwd
import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.people import FAILED_SECONDS, KEPT_SECONDS, MOST_KEPT, Kept, Person
from bot.rights import Policy, Reason, Right, Rights, terminal_rights, terminal_user, word_key
from bot.settings import Settings
from bot.slack_errors import RateLimited, Refused, SlackTrouble, TokenTrouble, Unsure, named

OURS = frozenset({"T1"})
MEMBER = Person(OURS)
POLICY = Policy(
    viewers=("U-VIEWER", "S-VIEWERS"),
    contract_viewers=("U-VIEWER", "U-EDITOR", "U-HIDDEN"),
    editors=("U-EDITOR", "S-EDITORS"),
    approvers=("U-APPROVER",),
)
VIEW, CONTRACTS, EDIT, APPROVE = Right


class Workspace:
    """People and groups of a Slack that counts what it is asked, and a clock."""

    def __init__(self) -> None:
        self.people: dict[str, Person] = {}
        self.groups: dict[str, frozenset[str]] = {
            "S-VIEWERS": frozenset({"U-GROUPED"}),
            "S-EDITORS": frozenset({"U-GROUPED-EDITOR"}),
        }
        self.asked: list[str] = []
        self.trouble: dict[str, SlackTrouble] = {}
        self.seconds = 1000.0

    def person(self, user: str) -> Person:
        self._ask(user, "users")
        return self.people.get(user, MEMBER)

    def group(self, group: str) -> frozenset[str]:
        self._ask(group, "groups")
        return self.groups[group]

    def _ask(self, name: str, of: str) -> None:
        self.asked.append(name)
        if of in self.trouble:
            raise self.trouble[of]

    def now(self) -> float:
        return self.seconds

    def rights(self, policy: Policy = POLICY) -> Rights:
        return Rights(policy, "T1", self, self.now)


@pytest.fixture
def slack() -> Workspace:
    return Workspace()


class TestEachRightIsForThoseItIsGivenTo:
    @pytest.mark.parametrize(
        ("user", "rights"),
        [
            ("U-VIEWER", {VIEW, CONTRACTS}),
            ("U-GROUPED", {VIEW}),
            ("U-EDITOR", {VIEW, CONTRACTS, EDIT}),
            ("U-GROUPED-EDITOR", {VIEW, EDIT}),
            ("U-APPROVER", {VIEW, APPROVE}),
            ("U-HIDDEN", set()),  # on the list of contract prices, and not allowed to see any
            ("U-ANYBODY", set()),
            ("", set()),
            ("members", set()),
            ("S-EDITORS", set()),
        ],
    )
    def test_where_all_are_lists(self, slack: Workspace, user: str, rights: set[Right]) -> None:
        found = slack.rights()
        if user == "S-EDITORS":
            slack.people[user] = Person(frozenset())
        assert {right for right in Right if found.may(user, right)} == rights

    def test_where_nothing_is_set_members_see_public_prices_and_nobody_does_anything_else(
        self, slack: Workspace
    ) -> None:
        rights = slack.rights(Policy())
        assert [right for right in Right if rights.may("U1", right)] == [VIEW]
        assert [rights.why_not("U1", right) for right in Right][1:] == [Reason.NOT_LISTED] * 3

    def test_contract_prices_may_be_for_all_members(self, slack: Workspace) -> None:
        rights = slack.rights(Policy(contract_viewers=("members",)))
        assert rights.may("U1", CONTRACTS)
        assert rights.is_for_members(CONTRACTS)
        assert not rights.may("U1", EDIT)

    def test_the_lists_are_those_of_the_settings(self) -> None:
        settings = Settings(
            viewers=("U1",), contract_viewers=("U2",), editors=("U3",), approvers=("U4",), _env_file=None
        )
        assert Policy.of(settings) == Policy(("U1",), ("U2",), ("U3",), ("U4",))


class TestNobodyButAFullMemberHasARightEvenWhenListed:
    POLICY = Policy(("U1", "members"), ("U1",), ("U1",), ("U1",))

    @pytest.mark.parametrize(
        ("person", "reason"),
        [
            (Person(OURS, deactivated=True), Reason.DEACTIVATED),
            (Person(OURS, bot=True), Reason.BOT),
            (Person(OURS, guest=True), Reason.GUEST),
            (Person(OURS, stranger=True), Reason.OTHER_TEAM),
            (Person(frozenset({"T2"})), Reason.OTHER_TEAM),
            (Person(frozenset()), Reason.OTHER_TEAM),
            (Person(frozenset({"T2", "T1"})), None),  # of an organisation with several workspaces
        ],
    )
    @pytest.mark.parametrize("right", Right)
    def test_by_what_slack_says(self, slack: Workspace, person: Person, reason: Reason | None, right: Right) -> None:
        slack.people["U1"] = person
        assert slack.rights(self.POLICY).why_not("U1", right) is reason

    @pytest.mark.parametrize("code", ["user_not_found", "user_not_visible"])
    def test_nor_somebody_slack_does_not_show_the_bot(self, slack: Workspace, code: str) -> None:
        slack.trouble["users"] = named(code)
        assert slack.rights(Policy()).why_not("U1", VIEW) is Reason.OTHER_TEAM

    @given(st.text(), st.sampled_from(Right))
    def test_whatever_an_id_looks_like(self, user: str, right: Right) -> None:
        slack = Workspace()
        slack.people[user] = Person(frozenset({"T2"}))
        assert not slack.rights(POLICY).may(user, right)


class TestWhatSlackDoesNotTellIsNo:
    TROUBLES = (
        (Unsure("no_answer"), Reason.UNKNOWN),
        (RateLimited(30.0), Reason.UNKNOWN),
        (Refused("never_heard_of"), Reason.UNKNOWN),
        (TokenTrouble("missing_scope", "needed: usergroups:read"), Reason.SETUP),
        (Refused("plan_upgrade_required"), Reason.SETUP),
        (Refused("no_such_subteam"), Reason.SETUP),
    )

    @pytest.mark.parametrize(("trouble", "reason"), TROUBLES)
    @pytest.mark.parametrize("of", ["users", "groups"])
    def test_of_what_is_a_list(self, slack: Workspace, of: str, trouble: SlackTrouble, reason: Reason) -> None:
        slack.trouble[of] = trouble
        rights = slack.rights()
        assert rights.why_not("U-GROUPED-EDITOR", EDIT) is reason
        assert rights.why_not("U-GROUPED", VIEW) is reason

    @pytest.mark.parametrize(("trouble", "reason"), TROUBLES)
    def test_but_public_prices_are_shown_where_every_member_sees_them(
        self, slack: Workspace, trouble: SlackTrouble, reason: Reason
    ) -> None:
        slack.trouble["users"] = trouble
        rights = slack.rights(Policy(contract_viewers=("members",)))
        assert rights.may("U1", VIEW)
        assert rights.why_not("U1", CONTRACTS) is reason

    def test_groups_that_cannot_be_had_do_not_stop_those_who_are_named(self, slack: Workspace) -> None:
        slack.trouble["groups"] = Refused("plan_upgrade_required")
        assert slack.rights().may("U-EDITOR", EDIT)

    def test_one_group_is_enough(self, slack: Workspace) -> None:
        def group(name: str) -> frozenset[str]:
            if name == "S1":
                raise Unsure("no_answer")
            return frozenset({"U1"})

        slack.group = group  # type: ignore[method-assign]
        rights = slack.rights(Policy(editors=("S1", "S2")))
        assert rights.may("U1", EDIT)
        assert rights.why_not("U2", EDIT) is Reason.UNKNOWN

    def test_a_failure_is_logged_and_not_waited_for_again_at_once(
        self, slack: Workspace, caplog: pytest.LogCaptureFixture
    ) -> None:
        slack.trouble["users"] = TokenTrouble("missing_scope", "needed: users:read")
        rights = slack.rights()
        assert not any(rights.may("U-EDITOR", EDIT) for _ in range(3))
        assert len(slack.asked) == 1
        assert [record.facts for record in caplog.records] == [  # type: ignore[attr-defined]
            {"code": "missing_scope", "detail": "needed: users:read"}
        ]
        slack.trouble.clear()
        slack.seconds += FAILED_SECONDS
        assert rights.may("U-EDITOR", EDIT)


class TestSlackIsBelievedForAMinute:
    def test_and_asked_again_after_it(self, slack: Workspace) -> None:
        rights = slack.rights()
        assert rights.may("U-GROUPED-EDITOR", EDIT)
        slack.groups["S-EDITORS"] = frozenset()
        slack.seconds += KEPT_SECONDS - 1
        assert rights.may("U-GROUPED-EDITOR", EDIT)
        slack.seconds += 1
        assert not rights.may("U-GROUPED-EDITOR", EDIT)

    def test_but_not_where_something_is_changed(self, slack: Workspace) -> None:
        rights = slack.rights()
        assert rights.may("U-GROUPED-EDITOR", EDIT)
        slack.groups["S-EDITORS"] = frozenset()
        assert not rights.may("U-GROUPED-EDITOR", EDIT, fresh=True)
        assert not rights.may("U-GROUPED-EDITOR", EDIT), "what was learned anew holds from then on"

    @pytest.mark.parametrize("person", [Person(OURS, deactivated=True), Person(OURS, guest=True)])
    def test_somebody_who_has_become_no_member_is_found_out_when_changing_something(
        self, slack: Workspace, person: Person
    ) -> None:
        rights = slack.rights()
        assert rights.may("U-EDITOR", EDIT)
        slack.people["U-EDITOR"] = person
        assert not rights.may("U-EDITOR", EDIT, fresh=True)

    def test_a_failure_when_changing_something_is_no_whatever_was_known(self, slack: Workspace) -> None:
        rights = slack.rights()
        assert rights.may("U-EDITOR", EDIT)
        slack.trouble["users"] = Unsure("no_answer")
        assert rights.why_not("U-EDITOR", EDIT, fresh=True) is Reason.UNKNOWN

    def test_a_clock_that_is_set_back_makes_nothing_last_longer(self, slack: Workspace) -> None:
        rights = slack.rights()
        assert rights.may("U-EDITOR", EDIT)
        slack.people["U-EDITOR"] = Person(OURS, guest=True)
        slack.seconds -= 3600
        assert not rights.may("U-EDITOR", EDIT)

    def test_who_is_on_no_list_costs_no_call(self, slack: Workspace) -> None:
        rights = slack.rights(Policy(editors=("U-EDITOR",)))
        assert not rights.may("U1", EDIT, fresh=True)
        assert not rights.may("U1", CONTRACTS)
        assert slack.asked == []

    def test_an_answer_that_comes_late_does_not_replace_a_newer_one(self) -> None:
        seconds, slow, go = [0.0], threading.Event(), threading.Event()

        def ask(name: str) -> str:
            if not slow.is_set():
                slow.set()
                assert go.wait(5)
                return "old"
            return "new"

        kept = Kept(ask, lambda: seconds[0])
        late = threading.Thread(target=lambda: kept.get("U1", fresh=True))
        late.start()
        assert slow.wait(5)
        seconds[0] = 1.0
        assert kept.get("U1", fresh=True) == "new"
        go.set()
        late.join(5)
        assert kept.get("U1", fresh=False) == "new"

    def test_the_memory_has_an_end(self) -> None:
        kept = Kept(lambda name: name, lambda: 0.0)
        for number in range(MOST_KEPT + 5):
            kept.get(f"U{number}", fresh=False)
        assert len(kept._known) == MOST_KEPT


class TestPeopleAtTheTerminal:
    def test_are_named_by_the_system_whatever_the_environment_says(self, monkeypatch: pytest.MonkeyPatch) -> None:
        for name in ("USER", "LOGNAME", "USERNAME"):
            monkeypatch.setenv(name, "boss")
        assert terminal_user() == f"os:{pwd.getpwuid(os.getuid()).pw_name}"
        monkeypatch.setattr(os, "getuid", lambda: 987_654_321)
        assert terminal_user() == "os:987654321"

    @pytest.mark.parametrize(
        ("policy", "rights"),
        [
            (Policy(), {VIEW, CONTRACTS, EDIT}),
            (Policy(viewers=("U1",), editors=("U1",), contract_viewers=("S1",)), {VIEW, CONTRACTS, EDIT}),
            (Policy(approvers=("os:mei",)), {VIEW, CONTRACTS, EDIT, APPROVE}),
            (Policy(editors=("os:bob",)), {VIEW, CONTRACTS}),
            (Policy(viewers=("os:bob",)), set()),
            (Policy(viewers=("os:bob",), contract_viewers=("os:mei",)), set()),
            (Policy(viewers=("os:bob",), editors=("os:mei",)), {VIEW, CONTRACTS, EDIT}),
            (Policy(contract_viewers=("os:bob",), approvers=("U1",)), {VIEW, EDIT}),
        ],
    )
    def test_see_and_edit_unless_a_list_names_others_and_approve_only_when_listed(
        self, policy: Policy, rights: set[Right]
    ) -> None:
        found = terminal_rights(policy)
        assert {right for right in Right if found.may("os:mei", right, fresh=True)} == rights

    def test_are_nobody_in_slack(self, slack: Workspace) -> None:
        rights = slack.rights(Policy(editors=("os:mei",), approvers=("os:mei",)))
        assert not rights.may("mei", EDIT)
        assert rights.may("os:mei", APPROVE)
        assert slack.asked == []

    def test_have_no_slack_to_ask(self) -> None:
        rights = terminal_rights(Policy(editors=("U1",)))
        assert rights.why_not("U1", EDIT) is Reason.UNKNOWN
        assert rights.holders(EDIT) == ()


class TestWhomToAsk:
    def test_those_who_are_named_come_before_groups_and_those_who_left_do_not_come(self, slack: Workspace) -> None:
        slack.groups["S1"] = frozenset({"U5", "U4", "U2"})
        slack.people["U1"] = Person(OURS, deactivated=True)
        rights = slack.rights(Policy(editors=("S1", "os:mei", "U1", "U2", "U3")))
        assert rights.holders(EDIT) == ("U2", "U3", "U4")
        assert rights.holders(EDIT, most=1) == ("U2",)

    def test_nobody_where_nobody_is_named_or_slack_does_not_tell(self, slack: Workspace) -> None:
        assert slack.rights(Policy()).holders(EDIT) == ()
        assert slack.rights(Policy()).holders(VIEW) == ()
        slack.trouble["groups"] = Unsure("no_answer")
        assert slack.rights(Policy(editors=("S1",))).holders(EDIT) == ()


class TestRefusals:
    def test_are_logged_without_a_name(self, slack: Workspace, caplog: pytest.LogCaptureFixture) -> None:
        caplog.set_level(logging.INFO)
        rights = slack.rights()
        assert rights.check("U-EDITOR", EDIT, "q-1") is None
        assert caplog.records == []
        assert rights.check("U-ANYBODY", APPROVE, "q-2", fresh=True) is Reason.NOT_LISTED
        [record] = caplog.records
        found = record.facts  # type: ignore[attr-defined]
        assert (record.levelname, record.getMessage()) == ("WARNING", "refused")
        assert found == {"ref": "q-2", "right": "approve", "reason": "not-listed", "user": found["user"]}
        assert "ANYBODY" not in str(found)

    def test_have_a_sentence_for_each_reason_and_where_it_matters_for_each_right(self) -> None:
        keys = {word_key(reason, right) for reason in Reason for right in Right}
        assert keys == {
            *(f"rights.not-listed-{right}" for right in ("view", "contracts", "edit", "approve")),
            *(f"rights.{reason}" for reason in ("deactivated", "bot", "guest", "other-team", "unknown", "setup")),
        }
