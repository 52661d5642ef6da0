"""A desk and a Slack that do as they are told, and a world for a handler to work in."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date
from types import SimpleNamespace
from typing import Any

from bot.conversation import Conversations
from bot.conversation_records import Place
from bot.exports.files import ExportFile, Format
from bot.intents.replying import Wish
from bot.intents.turn import Answer, Asking, ThreadState
from bot.listeners.answers import Answers
from bot.listeners.channels import Channels
from bot.listeners.delivery import Delivery, Kind
from bot.listeners.exports import Exports
from bot.listeners.locales import Locales
from bot.listeners.notices import Notices
from bot.listeners.permits import Permits
from bot.listeners.speaker import Speaker
from bot.listeners.work import Work
from bot.people import Person
from bot.replies.card import Card, Message
from bot.rights import Policy, Rights
from bot.slack_client import Spot
from bot.slack_errors import SlackTrouble
from bot.slack_lookups import Identity
from bot.understanding.request import Request

NOW = 1_800_000_000.0
PATIENCE = 5.0
ME = Identity("T1", "U0BOT", "B0BOT", "quartermaster", "https://test.slack.com/")
STATE = ThreadState(requests=(Request(),), language="en", book_version=1, day=date(2026, 1, 1))
LATER = STATE.model_copy(update={"book_version": 2})
PLACE = Place("T1", "C1", "5.1")
BLOCK: dict[str, object] = {"type": "divider"}
PRIVATE = Answer(Card("en", verdict="which GPU?", private=True))
MEMBER = Person(teams=frozenset({"T1"}))
IDLE = Answer(Card("en", verdict="at your service", private=True), idle=True)


class FakeDesk:
    """Gives the answer it was told to give, and keeps what it was asked."""

    def __init__(self) -> None:
        self.asked: list[Asking] = []
        self.priced_with: list[tuple[date | None, int | None]] = []
        self.pressed: list[tuple[str, str, ThreadState | None]] = []
        self.answer: Answer | Exception = Answer(Card("en", verdict="42 CNY"), STATE)
        self.secrets = False
        self.shown_public: list[bool] = []  # of each answer and file, whether it is from public prices alone

    def ask(self, asking: Asking, day: date | None = None, version: int | None = None) -> Answer:
        self.asked.append(asking)
        self.shown_public.append(asking.shared)
        self.priced_with.append((day, version))
        return self._given()

    def act(
        self, action_id: str, value: str, state: ThreadState | None, language: str | None, shared: bool = False
    ) -> Answer:
        self.pressed.append((action_id, value, state))
        self.shown_public.append(shared)
        return self._given()

    def export(self, state: ThreadState, format: Format, shared: bool = False) -> ExportFile:
        return self._file(shared)

    def export_of(self, value: str, language: str, format: Format, shared: bool = False) -> ExportFile:
        return self._file(shared)

    def _file(self, shared: bool) -> ExportFile:
        self.shown_public.append(shared)
        return ExportFile("h100.xlsx", b"", "", "")

    def keeps_secrets(self) -> bool:
        return self.secrets

    def leaves_out(self, answer: Answer) -> bool:
        return self.secrets and answer.state is not None

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
        self.shared: dict[str, bool | None] = {}
        self.thread: tuple[str, ...] = ()
        self.people: dict[str, Person] = {}  # others are full members
        self.groups: dict[str, frozenset[str]] = {}
        self.looked_up: list[str] = []
        self.looked = False
        self.lookups = SimpleNamespace(
            locale=self.languages.get,
            is_shared=self.shared.get,
            direct_channel=lambda user: f"D{user}",
            written_before=lambda *_: self._troubled("thread") or self.thread,
            person=self._person,
            group=self._group,
        )
        self.files = SimpleNamespace(upload=lambda channel, *_, **__: self._say("upload", channel, Message("")))

    def _person(self, user: str) -> Person:
        self.looked_up.append(user)
        self._troubled("person")
        return self.people.get(user, MEMBER)

    def _group(self, group: str) -> frozenset[str]:
        self.looked_up.append(group)
        self._troubled("group")
        return self.groups.get(group, frozenset())

    def _troubled(self, how: str) -> None:
        if self.troubles.get(how):
            raise self.troubles[how].pop(0)

    def _say(self, how: str, where: str, message: Message) -> None:
        self._troubled(how)
        self.said.append((how, where, message))

    def post(self, spot: Spot, message: Message, mark: str, look_first: bool = False) -> str:
        self.looked = look_first
        self._say("post", f"{spot.channel}/{spot.thread}", message)
        return "7.7"

    def working(self, spot: Spot, text: str, mark: str) -> str:
        self._say("working", f"{spot.channel}/{spot.thread}", Message(text))
        return "6.6"

    def update(self, channel: str, ts: str, message: Message, mark: str = "") -> None:
        self._say("update", f"{channel}/{ts}", message)

    def delete(self, channel: str, ts: str) -> None:
        self._say("delete", f"{channel}/{ts}", Message(""))

    def whisper(self, spot: Spot, user: str, message: Message) -> None:
        self._say("whisper", f"{spot.channel}/{user}", message)

    def respond(self, url: str, message: Message, public: bool = False, thread: str | None = None) -> None:
        self._say("respond", "all" if public else "one", message)

    def replace_private(self, url: str, text: str) -> None:
        self._say("replace", "one", Message(text))

    @property
    def ways(self) -> list[tuple[str, str]]:
        return [(how, where) for how, where, _ in self.said]

    @property
    def text(self) -> str:
        return self.said[-1][2].text


class Jobs:
    """What a pool does: it waits to be let through, and keeps what it was given."""

    def __init__(self) -> None:
        self.done: list[tuple[str, bool]] = []
        self.deliveries: list[Delivery] = []
        self.go = threading.Event()
        self.go.set()

    def __call__(self, given: Delivery, again: bool) -> None:
        assert self.go.wait(PATIENCE)
        self.done.append((given.key, again))
        self.deliveries.append(given)


def render(card: Card) -> Message:
    return Message(text=card.verdict, blocks=(BLOCK,) if card.verdict else (), private=card.private)


@dataclass
class FakeWatcher:
    """Notes which threads are to be watched."""

    full: bool = False
    kept: list[tuple[Place, Wish, str, tuple[date, int] | None]] = field(default_factory=list)

    def keep(self, place: Place, wish: Wish, language: str, told: tuple[date, int] | None) -> None:
        self.kept.append((place, wish, language, told))

    def is_full(self, team: str, place: Place | None) -> bool:
        return self.full


@dataclass
class World:
    """A desk, a Slack, a file of conversations, and what works between them."""

    kept: Conversations
    notice_after: float = 3600.0
    policy: Policy = field(default_factory=Policy)
    contract_channels: tuple[str, ...] = ()
    desk: FakeDesk = field(default_factory=FakeDesk)
    slack: FakeSlack = field(default_factory=FakeSlack)
    watcher: FakeWatcher = field(default_factory=FakeWatcher)

    def __post_init__(self) -> None:
        self._heard: Callable[[Card], None] = lambda card: None
        slack: Any = self.slack
        desk: Any = self.desk
        self.locales = Locales(self.slack.lookups.locale, now)
        self.speaker = Speaker(slack, ME, self.locales)
        self.notices = Notices(slack, lambda delivery: "working", now, self.notice_after)
        self.seconds = NOW
        rights = Rights(self.policy, ME.team, slack.lookups, lambda: self.seconds)
        channels = Channels(self.slack.lookups.is_shared, now)
        permits = Permits(rights, channels, desk.keeps_secrets, self.contract_channels)
        exports = Exports(desk, slack, self.speaker, ME)
        about = (self.speaker, self.locales, permits, exports, ME, self._rendered, self.watcher)
        answers = Answers(desk, slack, self.kept, *about)
        self.handlers: dict[Kind, Callable[..., str]] = dict.fromkeys(Kind, answers.answer)
        self.handlers |= {Kind.EDIT: answers.answer_anew, Kind.SHARE: answers.share}

    def listen(self, heard: Callable[[Card], None]) -> None:
        """Be told of every card that is rendered."""
        self._heard = heard

    def _rendered(self, card: Card) -> Message:
        self._heard(card)
        return render(card)

    def work(self, delivery: Delivery, again: bool = False) -> None:
        """Work on a delivery as the pool would."""
        Work(self.handlers, self.speaker, self.notices, now)(delivery, again)


def now() -> float:
    return NOW


def delivery(kind: Kind = Kind.MESSAGE, **changes: object) -> Delivery:
    common = {"kind": kind, "key": "k", "team": "T1", "channel": "C1", "user": "U1", "text": "8 H100"}
    url = "" if kind in (Kind.MESSAGE, Kind.EDIT) else "https://hooks.slack.com/commands/1"
    root = "" if kind in (Kind.COMMAND, Kind.FORM, Kind.SHARE) else "5.1"
    return Delivery.model_validate({**common, "response_url": url, "root": root, "ts": root, **changes})
