"""One answer for each delivery: where it is said, what is remembered, and what happens when something fails."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from bot.conversation import Conversations, Place
from bot.desk import Answer, Asking, ThreadState
from bot.listeners.answers import Answers, escaped, with_question, with_remark, without_mention
from bot.listeners.payloads import Delivery, Kind
from bot.replies.card import Card, Message
from bot.slack_client import Identity, Spot
from bot.slack_errors import NotAllowed, NotAMember, PlaceGone, SlackTrouble, Unsure
from bot.understanding.request import Request

NOW = 1_800_000_000.0
ME = Identity("T1", "U0BOT", "B0BOT", "quartermaster")
STATE = ThreadState(requests=(Request(),), language="en", book_version=1, day=date(2026, 1, 1))
PLACE = Place("T1", "C1", "5.1")
BLOCK: dict[str, object] = {"type": "divider"}


class FakeDesk:
    """Gives the answer it was told to give, and keeps what it was asked."""

    def __init__(self) -> None:
        self.asked: list[Asking] = []
        self.pressed: list[tuple[str, str, ThreadState | None]] = []
        self.answer: Answer | Exception = Answer(Card("en", verdict="42 CNY"), STATE)

    def ask(self, asking: Asking, day: date | None = None) -> Answer:
        self.asked.append(asking)
        return self._given()

    def act(self, action_id: str, value: str, state: ThreadState | None, language: str | None) -> Answer:
        self.pressed.append((action_id, value, state))
        return self._given()

    def _given(self) -> Answer:
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


class FakeSlack:
    """Keeps what is said; goes wrong as it is told to, once for each trouble."""

    def __init__(self) -> None:
        self.said: list[tuple[str, str, Message]] = []
        self.troubles: dict[str, list[SlackTrouble]] = {}
        self.languages: dict[str, str] = {}
        self.looked = False

    def _say(self, how: str, where: str, message: Message) -> None:
        if self.troubles.get(how):
            raise self.troubles[how].pop(0)
        self.said.append((how, where, message))

    def locale(self, user: str) -> str | None:
        return self.languages.get(user)

    def post(self, spot: Spot, message: Message, mark: str, look_first: bool = False) -> str:
        self.looked = look_first
        self._say("post", f"{spot.channel}/{spot.thread}", message)
        return "7.7"

    def whisper(self, spot: Spot, user: str, message: Message) -> None:
        self._say("whisper", f"{spot.channel}/{user}", message)

    def respond(self, url: str, message: Message, public: bool = False, thread: str | None = None) -> None:
        self._say("respond", "all" if public else "one", message)

    @property
    def ways(self) -> list[tuple[str, str]]:
        return [(how, where) for how, where, _ in self.said]

    @property
    def text(self) -> str:
        return self.said[-1][2].text


@pytest.fixture
def desk() -> FakeDesk:
    return FakeDesk()


@pytest.fixture
def slack() -> FakeSlack:
    return FakeSlack()


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[Conversations]:
    conversations = Conversations(tmp_path / "bot.db", lambda: NOW)
    yield conversations
    conversations.close()


@pytest.fixture
def answers(desk: FakeDesk, slack: FakeSlack, kept: Conversations) -> Answers:
    def render(card: Card) -> Message:
        return Message(text=card.verdict, blocks=(BLOCK,) if card.verdict else (), private=card.private)

    return Answers(desk, slack, kept, ME, render, lambda: NOW)  # type: ignore[arg-type]


def delivery(kind: Kind = Kind.MESSAGE, **changes: object) -> Delivery:
    common = {"kind": kind, "key": "k", "team": "T1", "channel": "C1", "user": "U1", "text": "8 H100"}
    url = "" if kind is Kind.MESSAGE else "https://hooks.slack.com/commands/1"
    root = "" if kind is Kind.COMMAND else "5.1"
    return Delivery.model_validate({**common, "response_url": url, "root": root, **changes})


PRIVATE = Answer(Card("en", verdict="which GPU?", private=True))


def test_a_message_is_answered_in_its_thread_which_is_remembered(
    answers: Answers, desk: FakeDesk, slack: FakeSlack, kept: Conversations
) -> None:
    answers.work(delivery(text="<@U0BOT> 8 H100"), again=False)
    assert slack.ways == [("post", "C1/5.1")]
    assert desk.asked == [Asking("8 H100", "U1", None, None)]
    answers.work(delivery(text="12 weeks"), again=False)
    assert desk.asked[1].state == STATE


def test_a_command_begins_a_thread_that_says_who_asked_what(
    answers: Answers, slack: FakeSlack, kept: Conversations
) -> None:
    answers.work(delivery(Kind.COMMAND), again=False)
    assert slack.ways == [("post", "C1/None")]
    assert "42 CNY" in slack.text
    assert "<@U1>: /quote 8 H100" in slack.text
    thread = kept.thread(Place("T1", "C1", "7.7"))
    assert thread is not None
    assert thread.own


def test_what_is_private_goes_to_the_asker_alone(answers: Answers, desk: FakeDesk, slack: FakeSlack) -> None:
    desk.answer = PRIVATE
    answers.work(delivery(Kind.COMMAND), again=False)
    assert slack.ways == [("respond", "one")]


def test_in_a_thread_a_private_answer_is_said_in_the_thread_so_that_it_can_be_replied_to(
    answers: Answers, desk: FakeDesk, slack: FakeSlack
) -> None:
    desk.answer = PRIVATE
    answers.work(delivery(), again=False)
    assert slack.ways == [("post", "C1/5.1")]


def test_a_used_up_response_url_leaves_a_whisper(answers: Answers, desk: FakeDesk, slack: FakeSlack) -> None:
    desk.answer, slack.troubles = PRIVATE, {"respond": [PlaceGone("used_url")]}
    answers.work(delivery(Kind.COMMAND), again=False)
    assert slack.ways == [("whisper", "C1/U1")]


@pytest.mark.parametrize(
    ("trouble", "remark"),
    [(NotAMember("not_in_channel"), "/invite @quartermaster"), (NotAllowed("restricted_action"), "restricted_action")],
)
def test_where_the_bot_may_not_post_the_response_url_may(
    answers: Answers, slack: FakeSlack, trouble: SlackTrouble, remark: str
) -> None:
    slack.troubles = {"post": [trouble]}
    answers.work(delivery(Kind.COMMAND), again=False)
    assert slack.ways == [("respond", "all")]
    assert "42 CNY" in slack.text
    assert remark in slack.text


def test_a_button_is_given_to_the_desk_with_the_state_of_its_thread(
    answers: Answers, desk: FakeDesk, slack: FakeSlack, kept: Conversations
) -> None:
    kept.remember(PLACE, own=True, state=STATE.model_dump_json())
    answers.work(delivery(Kind.BUTTON, action_id="math", value="v"), again=False)
    assert desk.pressed == [("math", "v", STATE)]
    assert slack.ways == [("post", "C1/5.1")]


def test_a_card_with_nothing_in_it_is_silence(answers: Answers, desk: FakeDesk, slack: FakeSlack) -> None:
    desk.answer = Answer(Card("en"))
    answers.work(delivery(), again=False)
    assert slack.said == []


@pytest.mark.parametrize(
    ("text", "kind", "said"),
    [
        ("8 H100", Kind.MESSAGE, "Something failed here (ref q-"),
        ("8 张 H100", Kind.COMMAND, "这里出错了（编号 q-"),
    ],
)
def test_a_fault_is_apologised_for_with_a_reference(
    answers: Answers, desk: FakeDesk, slack: FakeSlack, text: str, kind: Kind, said: str
) -> None:
    desk.answer = RuntimeError("secret detail")
    answers.work(delivery(kind, text=text), again=False)
    assert said in slack.text
    assert "secret" not in slack.text
    assert delivery().ref in slack.text


def test_an_answer_that_slack_did_not_confirm_is_said_to_be_uncertain(answers: Answers, slack: FakeSlack) -> None:
    slack.troubles = {"post": [Unsure("no_answer")]}
    answers.work(delivery(Kind.COMMAND), again=False)
    assert slack.ways == [("respond", "one")]
    assert "did not confirm" in slack.text


def test_nothing_escapes_even_when_nothing_can_be_said(
    answers: Answers, slack: FakeSlack, caplog: pytest.LogCaptureFixture
) -> None:
    slack.troubles = {"post": [PlaceGone("is_archived"), PlaceGone("is_archived")]}
    answers.work(delivery(), again=False)
    assert [record.getMessage() for record in caplog.records if record.levelname == "ERROR"] == [
        "answering failed",
        "nor could the asker be told",
    ]


def test_after_a_crash_it_looks_before_it_speaks(answers: Answers, slack: FakeSlack) -> None:
    answers.work(delivery(), again=True)
    assert slack.looked


def test_a_state_of_another_version_is_no_state(answers: Answers, desk: FakeDesk, kept: Conversations) -> None:
    kept.remember(PLACE, own=True, state='{"from": "the future"}')
    answers.work(delivery(), again=False)
    assert desk.asked[0].state is None


def test_the_language_of_the_account_is_asked_for_once(answers: Answers, desk: FakeDesk, slack: FakeSlack) -> None:
    slack.languages["U1"] = "zh-CN"
    answers.work(delivery(), again=False)
    slack.languages.clear()
    answers.work(delivery(), again=False)
    assert [asking.language for asking in desk.asked] == ["zh", "zh"]


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
