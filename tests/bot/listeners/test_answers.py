"""One answer for each delivery: where it is said, what is remembered, and what happens when something fails."""

import pytest

from bot.conversation_records import Place
from bot.intents.turn import Answer, Asking
from bot.listeners.delivery import Kind
from bot.listeners.wording import with_question, with_remark, without_mention
from bot.replies.card import Card, Message
from bot.replies.fallback import escaped
from bot.slack_errors import NotAllowed, NotAMember, PlaceGone, SlackTrouble, Unsure
from tests.bot.listeners.doubles import BLOCK, PLACE, PRIVATE, STATE, World, delivery


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
