"""One answer for each delivery: where it is said, what is remembered, and what happens when something fails."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date
from functools import partial

import pytest

from bot.conversation import Conversations
from bot.conversation_records import Place
from bot.intents.turn import Answer, Asking
from bot.listeners.delivery import Delivery, Kind
from bot.listeners.notices import Notice
from bot.listeners.wording import with_question, with_remark, without_mention
from bot.people import KEPT_SECONDS, Person
from bot.replies.actions import EXPORT, OPEN_FORM, SHARE, SharedQuestion
from bot.replies.card import Card, Message
from bot.replies.fallback import escaped
from bot.replies.words import say, words
from bot.rights import Policy
from bot.slack_errors import NotAllowed, NotAMember, PlaceGone, SlackTrouble, Unsure, named
from tests.bot.listeners.doubles import BLOCK, IDLE, LATER, MEMBER, PATIENCE, PLACE, PRIVATE, STATE, World, delivery


def test_a_message_is_answered_in_its_thread_which_is_remembered(world: World) -> None:
    world.work(delivery(text="<@U0BOT> 8 H100"))
    assert world.slack.ways == [("post", "C1/5.1")]
    assert world.desk.asked == [Asking("8 H100", "U1", None, None)]
    world.work(delivery(text="12 weeks"))
    assert world.desk.asked[1].state == STATE


def test_a_command_begins_a_thread_that_says_who_asked_what(world: World) -> None:
    world.work(delivery(Kind.COMMAND))
    assert world.slack.ways == [("post", "C1/None")]
    assert "42 CNY" in world.slack.text
    assert "<@U1>: /quote 8 H100" in world.slack.text
    thread = world.kept.thread(Place("T1", "C1", "7.7"))
    assert thread is not None
    assert thread.own


def test_what_is_private_goes_to_the_asker_alone(world: World) -> None:
    world.desk.answer = PRIVATE
    world.work(delivery(Kind.COMMAND))
    assert world.slack.ways == [("respond", "one")]


def test_in_a_thread_a_private_answer_is_said_in_the_thread_so_that_it_can_be_replied_to(world: World) -> None:
    world.desk.answer = PRIVATE
    world.work(delivery())
    assert world.slack.ways == [("post", "C1/5.1")]


def test_a_used_up_response_url_leaves_a_whisper(world: World) -> None:
    world.desk.answer, world.slack.troubles = PRIVATE, {"respond": [PlaceGone("used_url")]}
    world.work(delivery(Kind.COMMAND))
    assert world.slack.ways == [("whisper", "C1/U1")]


@pytest.mark.parametrize(
    ("trouble", "remark"),
    [(NotAMember("not_in_channel"), "/invite @quartermaster"), (NotAllowed("restricted_action"), "restricted_action")],
)
def test_where_the_bot_may_not_post_the_response_url_may(world: World, trouble: SlackTrouble, remark: str) -> None:
    world.slack.troubles = {"post": [trouble]}
    world.work(delivery(Kind.COMMAND))
    assert world.slack.ways == [("respond", "all")]
    assert "42 CNY" in world.slack.text
    assert remark in world.slack.text


def test_a_button_is_given_to_the_desk_with_the_state_of_its_thread(world: World) -> None:
    world.kept.remember(PLACE, own=True, state=STATE.model_dump_json())
    world.work(delivery(Kind.BUTTON, action_id="math", value="v"))
    assert world.desk.pressed == [("math", "v", STATE)]
    assert world.slack.ways == [("post", "C1/5.1")]


def test_a_card_with_nothing_in_it_is_silence(world: World) -> None:
    world.desk.answer = Answer(Card("en"))
    world.work(delivery())
    assert world.slack.said == []


@pytest.mark.parametrize(
    ("text", "kind", "said"),
    [
        ("8 H100", Kind.MESSAGE, "Something failed here (ref q-"),
        ("8 张 H100", Kind.COMMAND, "这里出错了（编号 q-"),
    ],
)
def test_a_fault_is_apologised_for_with_a_reference(world: World, text: str, kind: Kind, said: str) -> None:
    world.desk.answer = RuntimeError("secret detail")
    world.work(delivery(kind, text=text))
    assert said in world.slack.text
    assert "secret" not in world.slack.text
    assert delivery().ref in world.slack.text


def test_an_answer_that_slack_did_not_confirm_is_said_to_be_uncertain(world: World) -> None:
    world.slack.troubles = {"post": [Unsure("no_answer")]}
    world.work(delivery(Kind.COMMAND))
    assert world.slack.ways == [("respond", "one")]
    assert "did not confirm" in world.slack.text


def test_nothing_escapes_even_when_nothing_can_be_said(world: World, caplog: pytest.LogCaptureFixture) -> None:
    world.slack.troubles = {"post": [PlaceGone("is_archived"), PlaceGone("is_archived")]}
    world.work(delivery())
    assert [record.getMessage() for record in caplog.records if record.levelname == "ERROR"] == [
        "answering failed",
        "nor could the asker be told",
    ]


def test_after_a_crash_it_looks_before_it_speaks(world: World) -> None:
    world.work(delivery(), again=True)
    assert world.slack.looked


def test_a_state_of_another_version_is_no_state(world: World) -> None:
    world.kept.remember(PLACE, own=True, state='{"from": "the future"}')
    world.work(delivery())
    assert world.desk.asked[0].state is None


def test_the_language_of_the_account_is_asked_for_once(world: World) -> None:
    world.slack.languages["U1"] = "zh-CN"
    world.work(delivery())
    world.slack.languages.clear()
    world.work(delivery())
    assert [asking.language for asking in world.desk.asked] == ["zh", "zh"]


def test_what_was_typed_is_shown_and_never_works() -> None:
    typed = delivery(Kind.COMMAND, text="<!channel> <@U2> & 8\nH100 " + "x" * 500)
    message = with_question(Message("42", (BLOCK,)), typed)
    who, what = message.blocks[0]["elements"][0]["elements"]  # type: ignore[index]
    assert who == {"type": "user", "user_id": "U1"}
    assert what["type"] == "text"
    assert what["text"].startswith(" /quote <!channel> <@U2> & 8 H100 x")
    assert len(what["text"]) <= 201
    assert "<!" not in message.text
    assert "<@U2>" not in message.text


def test_blocks_stay_within_what_slack_takes() -> None:
    full = Message("42", (BLOCK,) * 50)
    assert len(with_question(full, delivery(Kind.COMMAND)).blocks) == 50
    assert len(with_remark(full, "remark").blocks) == 50
    assert with_remark(Message("42"), "a < b") == Message("42\na &lt; b")


def test_the_name_of_the_bot_is_taken_off_wherever_it_stands() -> None:
    assert without_mention("hey <@U0BOT>, 8 H100 for <@U1>", "U0BOT") == "hey  , 8 H100 for <@U1>"
    assert escaped("a&b<c>") == "a&amp;b&lt;c&gt;"


# what is said to whom, beside answers in threads


def test_a_form_without_a_channel_is_answered_in_a_direct_message(world: World) -> None:
    world.work(delivery(Kind.FORM, channel="", response_url="", private=True))
    assert world.slack.ways == [("post", "DU1/None")]
    assert world.kept.thread(Place("T1", "DU1", "7.7")) is not None


def test_a_private_quote_is_told_to_the_asker_with_a_way_to_share_it(world: World) -> None:
    world.work(delivery(Kind.COMMAND, private=True))
    assert world.slack.ways == [("respond", "one")]
    share, form = world.slack.said[0][2].blocks[-1]["elements"]  # type: ignore[misc]
    assert (share["action_id"], form["action_id"]) == (SHARE, OPEN_FORM)
    world.work(delivery(Kind.SHARE, key="share", value=share["value"], text=""))
    assert world.slack.ways[1:] == [("post", "C1/None"), ("replace", "one")]
    assert "/quote 8 H100" in world.slack.said[1][2].text
    assert world.kept.thread(Place("T1", "C1", "7.7")) is not None


def test_what_is_shared_was_priced_as_it_was_seen(world: World) -> None:
    value = SharedQuestion(mark="m", question="8 H100", day=date(2026, 1, 1), book_version=7).model_dump_json()
    world.slack.troubles = {"replace": [PlaceGone("expired_url")]}
    world.work(delivery(Kind.SHARE, value=value))
    assert world.desk.priced_with == [(date(2026, 1, 1), 7)]
    assert world.slack.ways == [("post", "C1/None")]


def test_a_shortcut_whose_answer_is_private_leaves_the_thread_its_question(world: World) -> None:
    world.desk.answer = Answer(PRIVATE.card, STATE)
    world.work(delivery(Kind.SHORTCUT))
    assert world.slack.ways == [("respond", "one")]
    thread = world.kept.thread(PLACE)
    assert thread is not None
    assert (thread.own, thread.state) == (False, STATE.model_dump_json(exclude_defaults=True))


@pytest.mark.parametrize(
    ("changes", "said"),
    [({"addressed": False}, False), ({}, True), ({"text": "<@U2> would 12 weeks do?", "addressed": False}, False)],
)
def test_talk_in_its_thread_is_answered_only_where_it_is_called(
    world: World, changes: dict[str, object], said: bool
) -> None:
    world.desk.answer = IDLE
    world.work(delivery(**changes))
    assert bool(world.slack.said) is said


def test_what_is_asked_of_somebody_else_is_none_of_its_business(world: World) -> None:
    world.work(delivery(text="<@U2> 12 weeks?", addressed=False))
    assert not world.slack.said


# edits


def test_an_edit_updates_the_answer_from_the_state_before_its_question(world: World) -> None:
    world.kept.remember(PLACE, own=True, state=STATE.model_dump_json(exclude_defaults=True))
    world.desk.answer = Answer(Card("en", verdict="42 CNY"), LATER)
    world.work(delivery(ts="5.2"))
    world.work(delivery(Kind.EDIT, key="e", ts="5.2", text="9 H100"))
    assert world.slack.ways == [("post", "C1/5.1"), ("update", "C1/7.7")]
    assert [asking.state for asking in world.desk.asked] == [STATE, STATE]


def test_an_edit_of_an_earlier_question_leaves_what_was_said_since(world: World) -> None:
    world.work(delivery(key="1", ts="5.2"))
    world.desk.answer = Answer(Card("en", verdict="43 CNY"), LATER)
    world.work(delivery(key="2", ts="5.3"))
    world.desk.answer = Answer(Card("en", verdict="44 CNY"), STATE)
    world.work(delivery(Kind.EDIT, key="e", ts="5.2"))
    thread = world.kept.thread(PLACE)
    assert thread is not None
    assert thread.state == LATER.model_dump_json(exclude_defaults=True)


def test_an_edit_that_asks_nothing_leaves_the_answer(world: World) -> None:
    world.work(delivery(ts="5.2"))
    world.desk.answer = IDLE
    world.work(delivery(Kind.EDIT, key="e", ts="5.2"))
    assert world.slack.ways == [("post", "C1/5.1")]


def test_an_edit_of_what_was_not_answered_is_answered(world: World) -> None:
    world.work(delivery(Kind.EDIT, ts="5.2"))
    assert world.slack.ways == [("post", "C1/5.1")]


def test_where_the_answer_is_gone_an_edit_says_nothing(world: World) -> None:
    world.work(delivery(ts="5.2"))
    world.slack.troubles = {"update": [PlaceGone("message_not_found")]}
    world.work(delivery(Kind.EDIT, key="e", ts="5.2"))
    assert world.slack.ways == [("post", "C1/5.1")]


# threads that went on before, and channels that others read


@pytest.mark.parametrize(
    ("changes", "reads"),
    [({"ts": "5.2", "own": False}, True), ({"ts": "5.1"}, False), ({"ts": "5.2", "addressed": False}, False)],
)
def test_what_was_written_before_can_be_had_where_it_is_called_into_a_thread(
    world: World, changes: dict[str, object], reads: bool
) -> None:
    world.slack.thread = ("8 H100",)
    world.work(delivery(**changes))
    earlier = world.desk.asked[0].earlier
    assert (earlier is not None) is reads
    if earlier:
        assert earlier() == ("8 H100",)
        world.slack.troubles = {"thread": [NotAMember("missing_scope")]}
        assert earlier() == ()


@pytest.mark.parametrize(
    ("secrets", "told", "asked", "public"),
    [
        (False, None, None, False),
        (True, None, None, True),
        (True, None, False, False),
        (True, None, True, True),
        (True, False, True, False),
        (True, True, False, True),
    ],
)
def test_who_reads_the_answer(
    kept: Conversations, secrets: bool, told: bool | None, asked: bool | None, public: bool
) -> None:
    with a_world(kept, Policy(contract_viewers=("members",))) as world:
        world.desk.secrets = secrets
        world.slack.shared["C1"] = asked
        world.work(delivery(shared=told))
        assert world.desk.asked[0].shared is public


# notices


def test_a_notice_becomes_the_answer_or_goes(kept: Conversations) -> None:
    world = World(kept, notice_after=0.0)
    try:
        answered = world.handlers[Kind.MESSAGE]

        def slowly(given: Delivery, again: bool, notice: Notice) -> str:
            with notice._changed:
                assert notice._changed.wait_for(lambda: not notice.is_waited_for and notice._state == "done", PATIENCE)
            return answered(given, again, notice)

        world.handlers[Kind.MESSAGE] = world.handlers[Kind.COMMAND] = slowly
        world.work(delivery())
        assert world.slack.ways == [("working", "C1/5.1"), ("update", "C1/6.6")]
        world.desk.answer = PRIVATE
        world.work(delivery(Kind.COMMAND, key="2"))
        assert world.slack.ways[2:] == [("working", "C1/None"), ("respond", "one"), ("delete", "C1/6.6")]
        world.desk.answer = RuntimeError()
        world.work(delivery(key="3"))
        assert world.slack.ways[5:] == [("working", "C1/5.1"), ("update", "C1/6.6")]
        world.slack.troubles = {"delete": [PlaceGone("x")]}
        world.desk.answer = IDLE
        world.work(delivery(key="4", addressed=False))
        assert world.slack.ways[7:] == [("working", "C1/5.1")]
    finally:
        world.notices.close()


def test_how_to_go_on_in_a_thread_is_not_said_where_there_is_none(world: World) -> None:
    card = Card("en", verdict="42 CNY", hints=("Ask on in this thread",))
    rendered: list[Card] = []
    world.desk.answer = Answer(card, STATE)
    world.listen(rendered.append)
    world.slack.troubles = {"post": [NotAllowed("restricted_action")]}
    world.work(delivery(Kind.COMMAND))
    world.work(delivery(Kind.COMMAND, key="2", private=True))
    assert [bool(one.hints) for one in rendered if one is not card] == [False, False]


def test_trouble_is_not_for_the_others_where_nothing_was_asked_anew(world: World) -> None:
    world.work(delivery(ts="5.2"))
    world.desk.answer = RuntimeError()
    world.work(delivery(Kind.EDIT, key="e", ts="5.2"))
    assert world.slack.ways == [("post", "C1/5.1"), ("whisper", "C1/U1")]

    def fails(*_: object) -> str:
        raise RuntimeError

    world.handlers[Kind.HOME] = fails
    world.work(delivery(Kind.HOME, key="h", channel=""))
    assert len(world.slack.said) == 2


# who is shown what, whichever way they ask


def acts(world: World, user: str, channel: str) -> dict[str, Callable[[], object]]:
    """Every way to get a price out of the bot, by what it is called."""
    world.work(delivery(key="before", ts="5.2", user="U-OWNER", channel=channel))
    world.desk.shown_public.clear()
    world.slack.said.clear()
    shared = SharedQuestion(mark="m", question="8 H100").model_dump_json()
    made = {
        "command": {"kind": Kind.COMMAND},
        "private command": {"kind": Kind.COMMAND, "private": True},
        "mention": {},
        "follow-up": {"text": "12 weeks", "ts": "5.3", "addressed": False},
        "button": {"kind": Kind.BUTTON, "action_id": "math", "value": "v"},
        "private button": {"kind": Kind.BUTTON, "action_id": "math", "value": "v", "private": True, "root": ""},
        "edit": {"kind": Kind.EDIT, "ts": "5.2"},
        "share": {"kind": Kind.SHARE, "value": shared},
        "export button": {"kind": Kind.BUTTON, "action_id": EXPORT, "value": "v"},
        "private export": {"kind": Kind.BUTTON, "action_id": EXPORT, "value": "v", "private": True, "root": ""},
        "shortcut": {"kind": Kind.SHORTCUT},
        "form": {"kind": Kind.FORM},
        "private form": {"kind": Kind.FORM, "private": True},
        "check": {"kind": Kind.CHECK, "claim": "8 x $2 = $17"},
    }
    deliveries = {name: delivery(**{"user": user, "channel": channel, **about}) for name, about in made.items()}
    found: dict[str, Callable[[], object]] = {name: partial(world.work, one) for name, one in deliveries.items()}
    return {**found, "export in words": partial(asked_for_file, world, deliveries["mention"])}


def asked_for_file(world: World, given: Delivery) -> None:
    world.desk.answer = Answer(Card("en", verdict="a file"), None, export="csv")
    world.work(given)


@contextmanager
def a_world(kept: Conversations, policy: Policy, contract_channels: tuple[str, ...] = ()) -> Iterator[World]:
    world = World(kept, policy=policy, contract_channels=contract_channels)
    world.desk.secrets = True
    world.slack.groups["S1"] = frozenset({"U-GROUPED", "U-LEFT"})
    world.slack.people |= ROLES
    try:
        yield world
    finally:
        world.notices.close()


WAYS = (
    *("command", "private command", "mention", "follow-up", "button", "private button", "edit", "share"),
    *("export button", "private export", "export in words", "shortcut", "form", "private form", "check"),
)
NO_MEMBERS = {
    "U-GUEST": Person(frozenset({"T1"}), guest=True),
    "U-STRANGER": Person(frozenset({"T2"}), stranger=True),
    "U-OTHER": Person(frozenset({"T2"})),
    "U-LEFT": Person(frozenset({"T1"}), deactivated=True),
    "U-ROBOT": Person(frozenset({"T1"}), bot=True),
}
ROLES = {"U-LISTED": MEMBER, "U-GROUPED": MEMBER, "U-ANYBODY": MEMBER, **NO_MEMBERS}
LISTED = ("U-LISTED", "S1", *NO_MEMBERS)
MAY = ("U-LISTED", "U-GROUPED")


def test_all_ways_are_looked_at(world: World) -> None:
    assert set(acts(world, "U1", "C1")) == set(WAYS)


@pytest.mark.parametrize("shared", [False, True, None])
@pytest.mark.parametrize("channel", ["C-CONTRACTS", "C-OTHER", "D1"])
@pytest.mark.parametrize("user", ROLES)
@pytest.mark.parametrize("way", WAYS)
def test_contract_prices_are_for_those_listed_where_nobody_else_reads(
    kept: Conversations, way: str, user: str, channel: str, shared: bool | None
) -> None:
    with a_world(kept, Policy(contract_viewers=LISTED), ("C-CONTRACTS",)) as world:
        world.slack.shared[channel] = shared
        act = acts(world, user, channel)[way]
        act()
        alone = way.startswith("private") or channel in ("C-CONTRACTS", "D1")
        shown = user in MAY and alone and shared is False
        assert set(world.desk.shown_public) == {not shown}


@pytest.mark.parametrize("shared", [False, True, None])
@pytest.mark.parametrize("user", ROLES)
@pytest.mark.parametrize("way", WAYS)
def test_where_all_members_may_see_them_any_channel_of_our_own_will_do(
    kept: Conversations, way: str, user: str, shared: bool | None
) -> None:
    with a_world(kept, Policy(contract_viewers=("members",))) as world:
        world.slack.shared["C1"] = shared
        act = acts(world, user, "C1")[way]
        act()
        shown = user not in NO_MEMBERS and shared is False
        assert set(world.desk.shown_public) == {not shown}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("trouble", [Unsure("no_answer"), named("missing_scope"), named("plan_upgrade_required")])
@pytest.mark.parametrize("of", ["person", "group"])
def test_where_slack_does_not_say_who_somebody_is_public_prices_answer(
    kept: Conversations, way: str, trouble: SlackTrouble, of: str
) -> None:
    with a_world(kept, Policy(contract_viewers=("S1",))) as world:
        world.slack.shared["D1"] = False
        act = acts(world, "U-GROUPED", "D1")[way]
        world.seconds += KEPT_SECONDS
        world.slack.troubles = {of: [trouble] * 2}
        act()
        assert set(world.desk.shown_public) == {True}
        assert world.slack.said


@pytest.mark.parametrize("user", ROLES)
@pytest.mark.parametrize("way", WAYS)
def test_where_viewers_are_listed_others_are_refused_in_private(kept: Conversations, way: str, user: str) -> None:
    with a_world(kept, Policy(viewers=(*LISTED, "U-OWNER"))) as world:
        act = acts(world, user, "C1")[way]
        act()
        if user in MAY:
            assert world.slack.text not in [text for key, text in words("en").items() if key.startswith("rights.")]
            return
        assert world.slack.ways in ([("respond", "one")], [("whisper", f"C1/{user}")])
        key = {
            "U-ANYBODY": "not-listed-view",
            "U-GUEST": "guest",
            "U-LEFT": "deactivated",
            "U-ROBOT": "bot",
        }.get(user, "other-team")
        assert world.slack.text == say("en", f"rights.{key}")


@pytest.mark.parametrize("user", ROLES)
@pytest.mark.parametrize("way", WAYS)
def test_by_default_everybody_is_answered_and_nothing_is_looked_up(kept: Conversations, way: str, user: str) -> None:
    with a_world(kept, Policy()) as world:
        act = acts(world, user, "C1")[way]
        act()
        assert set(world.desk.shown_public) == {True}
        assert world.slack.said
        assert world.slack.looked_up == []


@pytest.mark.parametrize("policy", [Policy(), Policy(contract_viewers=("members",)), Policy(contract_viewers=("U1",))])
def test_a_book_without_secrets_costs_no_look_up(kept: Conversations, policy: Policy) -> None:
    with a_world(kept, policy) as world:
        world.desk.secrets = False
        world.work(delivery())
        assert world.desk.shown_public == [False]
        assert world.slack.looked_up == []


class TestWhoActsNowDecides:
    POLICY = Policy(contract_viewers=("S1",))

    def test_a_button_is_pressed_with_the_rights_of_whoever_presses_it(self, kept: Conversations) -> None:
        with a_world(kept, self.POLICY, ("C1",)) as world:
            world.slack.shared["C1"] = False
            world.work(delivery(key="1", user="U-GROUPED"))
            world.work(delivery(Kind.BUTTON, key="2", user="U-ANYBODY", action_id="math", value="v"))
            world.work(delivery(key="3", user="U-ANYBODY", text="12 weeks"))
            world.work(delivery(Kind.BUTTON, key="4", user="U-GROUPED", action_id="math", value="v"))
            assert world.desk.shown_public == [False, True, True, False]

    def test_who_was_taken_out_of_the_group_is_shown_no_more_within_a_minute(self, kept: Conversations) -> None:
        with a_world(kept, self.POLICY, ("C1",)) as world:
            world.slack.shared["C1"] = False
            world.work(delivery(key="1", user="U-GROUPED"))
            world.slack.groups["S1"] = frozenset()
            world.seconds += KEPT_SECONDS
            for number, kind in enumerate((Kind.MESSAGE, Kind.EDIT, Kind.BUTTON, Kind.SHORTCUT)):
                world.work(delivery(kind, key=f"later {number}", user="U-GROUPED", action_id="math", value="v"))
            assert world.desk.shown_public == [False, True, True, True, True]

    def test_who_lost_the_right_to_view_gets_no_edit_no_file_and_shares_nothing(self, kept: Conversations) -> None:
        with a_world(kept, Policy(viewers=("S1",))) as world:
            world.work(delivery(key="1", ts="5.2", user="U-GROUPED"))
            world.work(delivery(Kind.COMMAND, key="2", user="U-GROUPED", private=True))
            share = world.slack.said[-1][2].blocks[-1]["elements"][0]["value"]  # type: ignore[index]
            world.slack.groups["S1"] = frozenset()
            world.seconds += KEPT_SECONDS
            world.slack.said.clear()
            world.work(delivery(Kind.EDIT, key="3", ts="5.2", user="U-GROUPED"))
            world.work(delivery(Kind.BUTTON, key="4", user="U-GROUPED", action_id=EXPORT, value="v"))
            world.work(delivery(Kind.SHARE, key="5", user="U-GROUPED", value=share))
            assert world.slack.ways == [("whisper", "C1/U-GROUPED"), ("respond", "one"), ("respond", "one")]
            assert {said.text for _, _, said in world.slack.said} == {say("en", "rights.not-listed-view")}


def test_a_refusal_is_logged_without_a_name_and_said_in_a_direct_message_as_anything(
    kept: Conversations, caplog: pytest.LogCaptureFixture
) -> None:
    with a_world(kept, Policy(viewers=("U-LISTED",))) as world:
        world.work(delivery(user="U-ANYBODY", channel="D1"))
        assert world.slack.ways == [("post", "D1/5.1")]
        [record] = [record for record in caplog.records if record.getMessage() == "refused"]
        assert record.facts["reason"] == "not-listed"  # type: ignore[attr-defined]
        assert "U-ANYBODY" not in str(record.facts)  # type: ignore[attr-defined]


@pytest.mark.parametrize("text", ["thanks all", "<@U2> 12 weeks?"])
def test_talk_among_people_is_not_refused(kept: Conversations, text: str) -> None:
    with a_world(kept, Policy(viewers=("U-LISTED",))) as world:
        world.desk.answer = IDLE
        world.work(delivery(user="U-ANYBODY", text=text, addressed=False))
        assert world.slack.said == []


@pytest.mark.parametrize(
    ("user", "channel", "hinted"),
    [("U-LISTED", "C1", True), ("U-ANYBODY", "C1", False), ("U-LISTED", "D1", False), ("U-LISTED", "C2", False)],
)
def test_who_may_see_more_elsewhere_is_told_where(kept: Conversations, user: str, channel: str, hinted: bool) -> None:
    with a_world(kept, Policy(contract_viewers=("U-LISTED",)), ("C2",)) as world:
        world.slack.shared |= {"C1": False, "C2": False, "D1": False}
        hint = say("en", "rights.elsewhere")
        world.work(delivery(ts="5.2", user=user, channel=channel))
        assert (hint in world.slack.text) is hinted
        world.work(delivery(Kind.EDIT, key="e", ts="5.2", user=user, channel=channel))
        assert (hint in world.slack.text) is hinted
        world.desk.answer = PRIVATE
        world.work(delivery(Kind.COMMAND, key="c", user=user, channel=channel))
        assert hint not in world.slack.text, "nothing was left out of a question back"
