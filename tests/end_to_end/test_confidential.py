"""Contract prices are for those who may see them, where nobody else reads; and prices at all, where they are listed."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.replies.words import say
from pricing.catalog import PriceKind
from tests.end_to_end.fake_slack import BOT_USER, BROKEN, TEAM, FakeSlack, Fault, error
from tests.end_to_end.people import Person
from tests.end_to_end.prices import sell
from tests.end_to_end.running import Bot, unique
from tests.end_to_end.test_asking import QUESTION

LEFT_OUT = say("en", "thread.prices-left-out")
ELSEWHERE = say("en", "rights.elsewhere")
OFFER = "starverse-secret"
SECRET = "1,032.19"  # 1,024 GPUs for 1,008 h at 0.001 CNY
CONTRACTS = "C0CONTRACTS"
OURS = {"is_ext_shared": False}
GROUP = "S0BUYERS"


@pytest.fixture(scope="module", params=["http", "socket"])
def bot(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bot]:
    """A bot with a contract price below all others, which every member may see."""
    database = tmp_path_factory.mktemp("contract") / "quartermaster.db"
    sell(database, OFFER, "0.001", PriceKind.CONTRACT)
    with FakeSlack() as fake:
        running = Bot(fake, request.param, database, QUARTERMASTER_CONTRACT_VIEWERS="members")
        yield running
        running.stop()


@pytest.fixture(scope="module")
def listing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bot]:
    """One where those are listed who may see it."""
    database = tmp_path_factory.mktemp("listing") / "quartermaster.db"
    sell(database, OFFER, "0.001", PriceKind.CONTRACT)
    settings = {"QUARTERMASTER_CONTRACT_VIEWERS": f"U0ALICE,{GROUP}", "QUARTERMASTER_CONTRACT_CHANNELS": CONTRACTS}
    with FakeSlack() as fake:
        fake.groups[GROUP] = ["U0CAROL"]
        fake.channels[CONTRACTS] = OURS
        running = Bot(fake, "http", database, **settings)
        yield running
        running.stop()


@pytest.fixture(scope="module", params=["http", "socket"])
def closed(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bot]:
    """One that answers only those who are listed."""
    database = tmp_path_factory.mktemp("closed") / "quartermaster.db"
    with FakeSlack() as fake:
        fake.groups[GROUP] = ["U0CAROL"]
        running = Bot(
            fake, request.param, database, QUARTERMASTER_VIEWERS=f"U0ALICE,U0GUEST1,U0GUEST2,U0GUEST3,{GROUP}"
        )
        yield running
        running.stop()


@pytest.fixture
def alice(bot: Bot) -> Person:
    return Person(bot, unique("C"))


def someone(bot: Bot, user: str, direct: bool = False, channel: str = "", **about: Any) -> Person:
    """Somebody of their own in a channel of their own, which other organisations do not read."""
    person = Person(bot, channel or unique("D" if direct else "C"), user)
    person.slack.channels[person.channel] = {"is_im": True} if direct else OURS
    person.slack.people[user] = about
    return person


def ask(person: Person, text: str = QUESTION, thread_ts: str | None = None, **flags: Any) -> dict[str, Any]:
    event = person.slack.write(person.channel, person.user, f"<@{BOT_USER}> {text}", thread_ts)
    payload = {"type": "event_callback", "team_id": TEAM, "event_id": unique("Ev"), **flags}
    person.bot.deliver("events_api", {**payload, "event": {**event, "type": "app_mention"}})
    return event


def shows(message: dict[str, Any]) -> bool:
    """Whether the contract price is in the message; where it is left out that is said."""
    shown = "1,032" in str(message)
    assert (LEFT_OUT in message["text"]) is not shown
    return shown


def whispered(person: Person, count: int = 1) -> dict[str, Any]:
    """The `count`th thing said to somebody alone in their channel."""
    return person.slack.wait(lambda: person.whispers()[count - 1 : count])[0]


class TestWhereAllMembersMaySeeThem:
    @pytest.mark.parametrize(("flag", "shown"), [(False, True), (True, False)])
    def test_what_the_event_says_of_the_channel_decides(self, alice: Person, flag: bool, shown: bool) -> None:
        ask(alice, is_ext_shared_channel=flag)
        answer = alice.answer()
        assert shows(answer) is shown
        alice.press(answer, "All options")
        assert shows(alice.answer(2)) is shown

    @pytest.mark.parametrize(
        ("about", "shown"),
        [
            ({"is_ext_shared": False}, True),
            ({"is_ext_shared": True}, False),
            ({"is_ext_shared": False, "is_pending_ext_shared": True}, False),
            ({}, False),
            ({"is_im": True}, True),
        ],
    )
    def test_else_slack_is_asked_and_what_it_does_not_tell_counts_as_shared(
        self, alice: Person, about: dict[str, bool], shown: bool
    ) -> None:
        alice.slack.channels[alice.channel] = about
        alice.command(QUESTION)
        assert shows(alice.answer()) is shown

    def test_where_slack_cannot_be_asked_they_are_hidden(self, alice: Person) -> None:
        alice.slack.fail("conversations.info", BROKEN)
        alice.slack.channels[alice.channel] = OURS
        alice.command(QUESTION)
        assert not shows(alice.answer())

    def test_a_private_answer_in_a_channel_that_others_read_leaves_them_out_too(self, alice: Person) -> None:
        alice.slack.channels[alice.channel] = {"is_ext_shared": True}
        alice.command(f"private {QUESTION}")
        private = whispered(alice)
        assert not shows(private)
        assert ELSEWHERE in private["text"]

    @pytest.mark.parametrize(
        "about",
        [
            {"is_restricted": True},
            {"is_ultra_restricted": True},
            {"team_id": "T0OTHER"},
            {"is_stranger": True},
            {"deleted": True},
            {"is_bot": True},
        ],
    )
    def test_who_is_no_full_member_is_answered_from_public_prices(self, bot: Bot, about: dict[str, Any]) -> None:
        guest = someone(bot, unique("U"), **about)
        ask(guest, is_ext_shared_channel=False)
        answer = guest.answer()
        assert not shows(answer)
        assert ELSEWHERE not in answer["text"]


class TestWhereThoseAreListedWhoMaySeeThem:
    @pytest.mark.parametrize(
        ("user", "shown"), [("U0ALICE", True), ("U0CAROL", True), ("U0BOB", False), ("U0GUEST", False)]
    )
    def test_they_see_them_in_a_direct_message_and_nobody_else_does(self, listing: Bot, user: str, shown: bool) -> None:
        person = someone(listing, user, direct=True)
        person.write(QUESTION)
        answer = person.answer()
        assert shows(answer) is shown
        assert ELSEWHERE not in answer["text"]
        person.press(answer, "All options")
        assert shows(person.answer(2)) is shown

    def test_in_a_channel_for_contract_prices_each_sees_what_they_may(self, listing: Bot) -> None:
        alice, bob = (someone(listing, user, channel=CONTRACTS) for user in ("U0ALICE", "U0BOB"))
        question = ask(alice)
        answer = alice.answer()
        assert shows(answer)
        bob.press(answer, "All options")
        assert not shows(bob.answer(2))
        bob.write("12 weeks", question["ts"])
        assert "1,032" not in str(bob.answer(3))
        assert LEFT_OUT in bob.answer(3)["text"]
        for person, shown in ((alice, True), (bob, False)):
            said = len(listing.slack.said(CONTRACTS))
            person.write("export as csv", question["ts"])
            content = listing.slack.uploads[person.answer(said + 1)["files"][0]["id"]].decode()
            assert ("starverse-secret" in content) is shown

    def test_no_more_once_other_organisations_read_there(self, listing: Bot) -> None:
        alice = someone(listing, "U0ALICE", channel=CONTRACTS)
        said = len(listing.slack.said(CONTRACTS))
        ask(alice, is_ext_shared_channel=True)
        assert not shows(alice.answer(said + 1))
        ask(alice, is_ext_shared_channel=False)
        assert shows(alice.answer(said + 2))

    def test_in_any_other_channel_they_are_told_where_to_ask(self, listing: Bot) -> None:
        alice, bob = (someone(listing, user) for user in ("U0ALICE", "U0BOB"))
        for person, told in ((alice, True), (bob, False)):
            ask(person, is_ext_shared_channel=False)
            answer = person.answer()
            assert not shows(answer)
            assert (ELSEWHERE in answer["text"]) is told

    def test_a_private_answer_shows_them_and_the_channel_it_is_shared_to_does_not(self, listing: Bot) -> None:
        alice = someone(listing, "U0ALICE")
        alice.command(f"private {QUESTION}")
        private = whispered(alice)
        assert shows(private)
        alice.press_private(private, "All options")
        assert shows(whispered(alice, 2))
        alice.press_private(private, "Share to channel")
        assert not shows(alice.answer())

    def test_a_command_between_two_people_is_no_direct_message_to_the_bot(self, listing: Bot) -> None:
        alice = Person(listing, unique("D"), "U0ALICE")
        alice.slack.channels[alice.channel] = {"is_im": True}
        alice.slack.fail("conversations.info", error("channel_not_found"))
        alice.slack.outside.add(alice.channel)
        alice.command(QUESTION)
        said = alice.slack.wait(lambda: [c.arguments for c in alice.slack.of("respond")])[-1]
        assert "1,032" not in str(said)

    @pytest.mark.parametrize("fault", [BROKEN, error("missing_scope", needed="users:read")])
    def test_where_slack_does_not_say_who_somebody_is_public_prices_answer(self, listing: Bot, fault: Fault) -> None:
        stranger = someone(listing, unique("U"), direct=True)
        stranger.slack.groups[GROUP] = [*stranger.slack.groups[GROUP], stranger.user]
        stranger.slack.fail("users.info", fault, fault)
        stranger.write(QUESTION)
        assert not shows(stranger.answer())

    def test_an_edited_question_is_answered_as_its_writer_may_see_it(self, listing: Bot) -> None:
        alice = someone(listing, "U0ALICE", direct=True)
        event = alice.write("512 H100 for 6 weeks")
        assert LEFT_OUT not in alice.answer()["text"]
        alice.edit(event, QUESTION)
        alice.slack.wait(lambda: alice.slack.said(alice.channel)[0]["text"].startswith("1,024"))
        assert shows(alice.slack.said(alice.channel)[0])


@pytest.mark.parametrize("direct", [False, True])
def test_by_default_nobody_sees_them_and_slack_is_asked_nothing(tmp_path: Path, direct: bool) -> None:
    sell(tmp_path / "q.db", OFFER, "0.001", PriceKind.CONTRACT)
    with FakeSlack() as fake:
        bot = Bot(fake, "http", tmp_path / "q.db")
        alice = someone(bot, "U0ALICE", direct)
        ask(alice, is_ext_shared_channel=False)
        assert not shows(alice.answer())
        assert len(fake.of("users.info")) == 1, "for the language"
        assert not fake.of("conversations.info")
        assert bot.stop() == 0


def test_a_setting_shows_them_everywhere(tmp_path: Path) -> None:
    sell(tmp_path / "q.db", OFFER, "0.001", PriceKind.CONTRACT)
    with FakeSlack() as fake:
        bot = Bot(fake, "http", tmp_path / "q.db", QUARTERMASTER_CONTRACT_PRICES_EVERYWHERE="true")
        alice = Person(bot, unique("C"))
        ask(alice, is_ext_shared_channel=True)
        assert "1,032" in str(alice.answer())
        assert not fake.of("conversations.info")
        assert bot.stop() == 0


def test_everywhere_is_for_those_who_may_see_them_where_they_are_listed(tmp_path: Path) -> None:
    sell(tmp_path / "q.db", OFFER, "0.001", PriceKind.CONTRACT)
    settings = {"QUARTERMASTER_CONTRACT_PRICES_EVERYWHERE": "true", "QUARTERMASTER_CONTRACT_VIEWERS": "U0ALICE"}
    with FakeSlack() as fake:
        bot = Bot(fake, "http", tmp_path / "q.db", **settings)
        for user, shown in (("U0ALICE", True), ("U0BOB", False)):
            person = Person(bot, unique("C"), user)
            ask(person, is_ext_shared_channel=True)
            assert shows(person.answer()) is shown
        assert bot.stop() == 0


WAYS: dict[str, Callable[[Person], object]] = {
    "command": lambda person: person.command(QUESTION),
    "private command": lambda person: person.command(f"private {QUESTION}"),
    "mention": ask,
    "shortcut": lambda person: person.price_message(person.slack.write(person.channel, "U0ALICE", QUESTION)),
    "check": lambda person: person.check_message(person.slack.write(person.channel, "U0ALICE", "8 x $2 = $17")),
    "checked file": lambda person: person.share("a.txt", b"8 x $2 = $17", f"<@{BOT_USER}> check this quote"),
}


class TestWhereViewersAreListed:
    """Others are told so alone, whichever way they ask."""

    @pytest.mark.parametrize(
        ("user", "about", "key"),
        [
            ("U0BOB", {}, "not-listed-view"),
            ("U0GUEST1", {"is_restricted": True}, "guest"),
            ("U0GUEST2", {"team_id": "T0OTHER"}, "other-team"),
            ("U0GUEST3", {"deleted": True}, "deactivated"),
        ],
    )
    @pytest.mark.parametrize("way", WAYS)
    def test_a_question_is_refused(self, closed: Bot, way: str, user: str, about: dict[str, Any], key: str) -> None:
        person = someone(closed, user, **about)
        WAYS[way](person)
        assert whispered(person)["text"] == say("en", f"rights.{key}")
        assert not closed.slack.said(person.channel)

    @pytest.mark.parametrize("user", ["U0ALICE", "U0CAROL"])
    def test_those_who_are_listed_are_answered(self, closed: Bot, user: str) -> None:
        person = someone(closed, user)
        ask(person)
        assert "1,024 × H100" in person.answer()["text"]

    def test_a_button_under_the_answer_of_another_is_refused(self, closed: Bot) -> None:
        alice = someone(closed, "U0ALICE")
        ask(alice)
        answer = alice.answer()
        bob = someone(closed, "U0BOB", channel=alice.channel)
        for label in (say("en", "button.all"), say("en", "button.export")):
            bob.press(answer, label)
        closed.slack.wait(lambda: len(bob.whispers()) == 2)
        assert {one["text"] for one in bob.whispers()} == {say("en", "rights.not-listed-view")}
        assert len(closed.slack.said(alice.channel)) == 1

    def test_talk_in_a_thread_is_left_alone(self, closed: Bot) -> None:
        alice = someone(closed, "U0ALICE")
        question = ask(alice)
        alice.answer()
        bob = someone(closed, "U0BOB", channel=alice.channel)
        bob.write("thanks, see you at lunch", question["ts"])
        bob.write("12 weeks", question["ts"])
        assert whispered(bob)["text"] == say("en", "rights.not-listed-view")
        assert len(bob.whispers()) == 1

    def test_a_form_is_refused_when_it_is_sent(self, closed: Bot) -> None:
        bob = someone(closed, unique("U0FORM"))
        bob.command("")
        view = bob.opened()
        bob.submit(view, {"gpu": ["H100"], "count": "8", "duration": "6 weeks"})
        assert whispered(bob)["text"] == say("en", "rights.not-listed-view")
