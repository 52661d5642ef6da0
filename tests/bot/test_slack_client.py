"""Each message is said once, whatever happens to the calls; each refusal has a name."""

from collections.abc import Callable, Iterator

import pytest

from bot.replies.card import Message
from bot.slack_client import Slack, Spot
from bot.slack_errors import (
    KINDS,
    NotAllowed,
    NotAMember,
    PlaceGone,
    RateLimited,
    Refused,
    SlackTrouble,
    TokenTrouble,
    TooLate,
    Unsure,
    named,
)
from tests.end_to_end.fake_slack import (
    APP_TOKEN,
    BOT_ID,
    BOT_NAME,
    BOT_TOKEN,
    BOT_USER,
    BROKEN,
    DROPPED,
    LOST,
    TEAM,
    FakeSlack,
    Fault,
    error,
    limited,
)

BLOCK: dict[str, object] = {"type": "divider"}
MESSAGE = Message(text="22,623,386 CNY", blocks=(BLOCK,))
SPOT = Spot("C1")
THREAD = Spot("C1", "1.1", "1.1")


@pytest.fixture
def fake() -> Iterator[FakeSlack]:
    with FakeSlack() as made:
        yield made


@pytest.fixture
def pauses() -> list[float]:
    return []


@pytest.fixture
def slack(fake: FakeSlack, pauses: list[float]) -> Slack:
    return Slack(BOT_TOKEN, fake.api_url, pauses.append)


def test_a_message_is_posted_with_text_blocks_and_mark(fake: FakeSlack, slack: Slack) -> None:
    ts = slack.post(THREAD, MESSAGE, "mark")
    (said,) = fake.said("C1")
    assert said["ts"] == ts
    assert (said["text"], said["blocks"], said["thread_ts"]) == (MESSAGE.text, [BLOCK], "1.1")
    assert said["metadata"]["event_payload"] == {"mark": "mark"}
    assert (said["unfurl_links"], said["unfurl_media"]) == (False, False)


def test_a_message_without_blocks_has_no_such_field(fake: FakeSlack, slack: Slack) -> None:
    slack.post(SPOT, Message("text"), "mark")
    assert "blocks" not in fake.said("C1")[0]
    assert "thread_ts" not in fake.said("C1")[0]


@pytest.mark.parametrize("spot", [SPOT, THREAD], ids=["channel", "thread"])
@pytest.mark.parametrize(
    "fault", [BROKEN, DROPPED, LOST, error("fatal_error")], ids=["500", "dropped", "lost", "fatal"]
)
def test_an_answer_that_did_not_come_leads_to_one_message(
    fake: FakeSlack, slack: Slack, spot: Spot, fault: Fault
) -> None:
    fake.fail("chat.postMessage", fault)
    ts = slack.post(spot, MESSAGE, "mark")
    assert [message["ts"] for message in fake.said("C1")] == [ts]


def test_nothing_is_said_again_while_nobody_can_look(fake: FakeSlack, slack: Slack) -> None:
    fake.fail("chat.postMessage", LOST)
    fake.fail("conversations.history", BROKEN, BROKEN)
    ts = slack.post(SPOT, MESSAGE, "mark")
    assert [message["ts"] for message in fake.said("C1")] == [ts]
    fake.fail("chat.postMessage", LOST)
    fake.fail("conversations.history", BROKEN, BROKEN, BROKEN)
    with pytest.raises(Unsure):
        slack.post(SPOT, MESSAGE, "other mark")
    assert len(fake.said("C1")) == 2


def test_what_a_crashed_process_has_said_is_not_said_again(fake: FakeSlack, slack: Slack) -> None:
    first = slack.post(SPOT, MESSAGE, "mark")
    assert slack.post(SPOT, MESSAGE, "mark", look_first=True) == first
    assert slack.post(SPOT, MESSAGE, "other", look_first=True) != first


def test_slack_is_left_alone_as_long_as_it_asks(fake: FakeSlack, slack: Slack, pauses: list[float]) -> None:
    fake.fail("chat.postMessage", limited(3), limited(4))
    slack.post(SPOT, MESSAGE, "mark")
    assert pauses == [3.0, 4.0]
    assert len(fake.said("C1")) == 1


@pytest.mark.parametrize("waits", [(1, 1, 1), (11,), (6, 5)], ids=["third time", "too long", "too long together"])
def test_waiting_has_an_end(fake: FakeSlack, slack: Slack, pauses: list[float], waits: tuple[int, ...]) -> None:
    fake.fail("chat.postMessage", *map(limited, waits))
    with pytest.raises(RateLimited):
        slack.post(SPOT, MESSAGE, "mark")
    assert sum(pauses) <= 10


def test_refused_pictures_leave_the_table(fake: FakeSlack, slack: Slack) -> None:
    fake.fail("chat.postMessage", error("invalid_blocks"))
    picture: dict[str, object] = {"type": "data_visualization"}
    slack.post(SPOT, Message("figures", (BLOCK, picture)), "mark")
    assert fake.said("C1")[0]["blocks"] == [BLOCK]
    fake.fail("chat.postMessage", error("invalid_blocks"))
    slack.post(SPOT, Message("figures", (picture,)), "mark")
    assert "blocks" not in fake.said("C1")[1]


def test_an_update_puts_text_and_blocks_in_place_of_what_was_there(fake: FakeSlack, slack: Slack) -> None:
    ts = slack.working(THREAD, "one moment", "mark")
    assert fake.said("C1")[0]["metadata"]["event_payload"] == {"mark": "mark", "working": True}
    slack.update("C1", ts, Message("数" * 4_000, (BLOCK,)), "mark")
    (said,) = fake.said("C1")
    assert said["metadata"]["event_payload"] == {"mark": "mark"}
    assert said["blocks"] == [BLOCK]
    assert len(said["text"].encode()) <= 4_000
    slack.update("C1", ts, Message("words alone"))
    assert fake.said("C1")[0]["blocks"] == []
    slack.delete("C1", ts)
    slack.delete("C1", ts)  # is gone already
    assert not fake.said("C1")


@pytest.mark.parametrize("fault", [BROKEN, DROPPED, LOST, limited(1)], ids=["500", "dropped", "lost", "429"])
def test_what_may_be_done_twice_is_done_until_it_works(
    fake: FakeSlack, slack: Slack, pauses: list[float], fault: Fault
) -> None:
    ts = slack.post(SPOT, MESSAGE, "mark")
    fake.fail("chat.update", fault, fault)
    slack.update("C1", ts, Message("new"))
    fake.fail("views.publish", fault, fault)
    slack.views.publish("U1", {"type": "home"})
    assert fake.said("C1")[0]["text"] == "new"
    assert "U1" in fake.homes
    assert len(pauses) == 4


def test_a_notice_is_no_answer(fake: FakeSlack, slack: Slack) -> None:
    ts = slack.working(SPOT, "one moment", "mark")
    assert slack.post(SPOT, MESSAGE, "mark", look_first=True) == ts
    assert [said["text"] for said in fake.said("C1")] == [MESSAGE.text]
    fake.fail("chat.postMessage", LOST)
    with pytest.raises(Unsure):
        slack.working(SPOT, "one moment", "other")
    fake.fail("chat.postMessage", DROPPED)
    slack.post(SPOT, MESSAGE, "other")  # it looks, and finds the notice
    assert [said["text"] for said in fake.said("C1")] == [MESSAGE.text] * 2


def test_a_window_is_opened_once(fake: FakeSlack, slack: Slack) -> None:
    fake.fail("views.open", BROKEN)
    with pytest.raises(Unsure):
        slack.views.open("1.1", {"type": "modal"})
    assert len(fake.of("views.open")) == 1
    slack.views.open("1.1", {"type": "modal"})
    with pytest.raises(TooLate):
        slack.views.open("1.1", {"type": "modal"})


def test_a_thread_is_read_up_to_the_call_and_only_what_people_wrote(fake: FakeSlack, slack: Slack) -> None:
    root = fake.write("C1", "U1", "first")["ts"]
    fake.write("C1", "U2", "second", root)
    fake.messages["C1"].append({"ts": fake.new_ts(), "thread_ts": root, "user": "U9", "bot_id": "B9", "text": "a bot"})
    call = fake.write("C1", "U1", "the call", root)
    fake.write("C1", "U1", "later", root)
    assert slack.lookups.written_before("C1", root, call["ts"]) == ("first", "second")


def test_refused_blocks_leave_the_text(fake: FakeSlack, slack: Slack, caplog: pytest.LogCaptureFixture) -> None:
    fake.fail("chat.postMessage", error("invalid_blocks", response_metadata={"messages": ["rows: too many"]}))
    slack.post(SPOT, MESSAGE, "mark")
    (said,) = fake.said("C1")
    assert said["text"] == MESSAGE.text
    assert "blocks" not in said
    assert caplog.records[0].facts == {"code": "invalid_blocks", "detail": "rows: too many"}  # type: ignore[attr-defined]


def test_a_text_that_is_too_long_is_cut(fake: FakeSlack, slack: Slack) -> None:
    fake.fail("chat.postMessage", error("msg_too_long"), error("msg_too_long"))
    slack.post(SPOT, Message("x" * 50_000), "mark")
    assert len(fake.said("C1")[0]["text"]) < 4_000


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        ("not_in_channel", NotAMember),
        ("channel_not_found", NotAMember),
        ("is_archived", PlaceGone),
        ("restricted_action_read_only_channel", NotAllowed),
        ("token_revoked", TokenTrouble),
        ("something_new", Refused),
    ],
)
def test_each_refusal_has_its_exception(fake: FakeSlack, slack: Slack, code: str, kind: type[SlackTrouble]) -> None:
    fake.fail("chat.postMessage", error(code))
    with pytest.raises(kind) as caught:
        slack.post(SPOT, MESSAGE, "mark")
    assert caught.value.code == code
    assert len(fake.of("chat.postMessage")) == 1


def test_every_code_has_one_kind() -> None:
    codes = [code for known in KINDS.values() for code in known.split()]
    assert len(codes) == len(set(codes))
    assert all(type(named(code)) is kind for kind, known in KINDS.items() for code in known.split())


def test_a_missing_scope_is_named(fake: FakeSlack, slack: Slack) -> None:
    fake.fail("users.info", error("missing_scope", needed="users:read", provided="chat:write"))
    with pytest.raises(TokenTrouble, match="needed: users:read; provided: chat:write"):
        slack.lookups.locale("U1")


def test_no_trouble_carries_the_token(fake: FakeSlack, slack: Slack) -> None:
    fake.fail("auth.test", error("invalid_auth"))
    with pytest.raises(TokenTrouble) as caught:
        slack.lookups.whoami()
    assert caught.value.__cause__ is None
    assert BOT_TOKEN not in f"{caught.value!r}{vars(caught.value)}"


def respond(slack: Slack, fake: FakeSlack, public: bool = False) -> Callable[[], None]:
    return lambda: slack.respond(fake.response_url(), MESSAGE, public=public, thread="1.1")


def test_a_response_url_takes_private_and_public_answers(fake: FakeSlack, slack: Slack) -> None:
    respond(slack, fake)()
    respond(slack, fake, public=True)()
    private, public = (call.arguments for call in fake.of("respond"))
    assert (private["response_type"], public["response_type"]) == ("ephemeral", "in_channel")
    assert (private["replace_original"], private["thread_ts"], private["text"]) == (False, "1.1", MESSAGE.text)


def test_a_private_answer_is_sent_again_and_a_public_one_is_not(fake: FakeSlack, slack: Slack) -> None:
    fake.fail("respond", DROPPED)
    respond(slack, fake)()
    assert [call.ok for call in fake.of("respond")] == [False, True]
    fake.fail("respond", DROPPED)
    with pytest.raises(Unsure):
        respond(slack, fake, public=True)()


def test_a_response_url_that_is_used_up_is_said_to_be(fake: FakeSlack, slack: Slack) -> None:
    fake.fail("respond", error("used_url"))
    with pytest.raises(PlaceGone, match="used_url"):
        respond(slack, fake)()


def test_a_response_url_that_refuses_blocks_gets_the_text(fake: FakeSlack, slack: Slack) -> None:
    fake.fail("respond", error("invalid_blocks"))
    respond(slack, fake)()
    assert "blocks" not in fake.of("respond")[-1].arguments


@pytest.mark.parametrize("url", ["http://127.0.0.1:1/respond/1", "https://evil.example/", "file:///etc/passwd", ""])
def test_nothing_is_sent_to_addresses_that_are_not_slacks(slack: Slack, url: str) -> None:
    with pytest.raises(PlaceGone):
        slack.respond(url, MESSAGE)


def test_the_bot_learns_who_it_is_and_where_to_connect(fake: FakeSlack, slack: Slack) -> None:
    me = slack.lookups.whoami()
    assert (me.team, me.user, me.bot, me.name) == (TEAM, BOT_USER, BOT_ID, BOT_NAME)
    assert slack.lookups.socket_address(APP_TOKEN).startswith("ws://127.0.0.1:")


def test_an_unreachable_slack_is_not_a_no() -> None:
    with pytest.raises(Unsure):
        Slack(BOT_TOKEN, "http://127.0.0.1:1/api/", lambda seconds: None).lookups.whoami()


def test_a_whisper_is_for_one_person(fake: FakeSlack, slack: Slack) -> None:
    slack.whisper(SPOT, "U1", MESSAGE)
    (whispered,) = fake.whispered()
    assert (whispered["user"], whispered["channel"]) == ("U1", "C1")
