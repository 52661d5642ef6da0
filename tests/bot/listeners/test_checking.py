"""Checks are answered as questions are; what cannot be read is said in one line, and nothing is fetched in vain."""

from dataclasses import dataclass, field

import pytest

from bot.listeners.check_payloads import Attached
from bot.listeners.checking import Checks
from bot.listeners.delivery import Delivery, Kind
from bot.listeners.permits import Permit
from bot.listeners.prices.payloads import Upload
from bot.replies.words import say
from bot.rights import Policy
from bot.slack_errors import NotAMember
from bot.slack_files import NotAFile
from tests.bot.listeners.doubles import World, delivery

QUOTE = "8 x $2 = $17"
FILE = Upload(name="quote.txt", url="https://files.slack.com/f/1", size=12)


@dataclass
class Shop:
    """Checks in a world, with a file that may be fetched."""

    world: World
    content: bytes | NotAFile = b"8 x $2 = $17"
    fetched: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        answer = self.world.handlers[Kind.MESSAGE]
        checks = Checks(answer, self._download, Permits(self.world), self.world.speaker)  # type: ignore[arg-type]
        self.world.handlers[Kind.CHECK] = checks.check

    def _download(self, url: str, most: int) -> bytes:
        self.fetched.append(url)
        if isinstance(self.content, NotAFile):
            raise self.content
        return self.content

    def claims(self) -> list[str | None]:
        return [asked.claim for asked in self.world.desk.asked]


@dataclass
class Permits:
    """Everybody may see prices unless the world's policy lists who does."""

    world: World

    def of(self, given: Delivery) -> Permit:
        return Permit(public=True, refused="not-listed" if self.world.policy.viewers != ("members",) else None)  # type: ignore[arg-type]


@pytest.fixture
def shop(world: World) -> Shop:
    return Shop(world)


def wanted(text: str = "", upload: Upload | None = None, *left: str, **changes: object) -> Delivery:
    value = Attached(upload=upload, left=left).model_dump_json(exclude_defaults=True)
    return delivery(Kind.CHECK, text=text, value=value, **changes)


def test_a_message_is_its_own_text(shop: Shop) -> None:
    shop.world.work(wanted(QUOTE))
    assert shop.claims() == [QUOTE]
    assert shop.world.slack.ways == [("post", "C1/5.1")]


def test_a_message_without_a_word_is_still_a_check(shop: Shop) -> None:
    shop.world.work(wanted(""))
    assert shop.claims() == [""]


@pytest.mark.parametrize(
    ("words", "claim"),
    [("check this quote", QUOTE), ("<@U0BOT> check: 64 GPUs", f"<@U0BOT> check: 64 GPUs\n\n{QUOTE}")],
)
def test_words_beside_a_file_are_of_the_text_where_they_have_figures(shop: Shop, words: str, claim: str) -> None:
    shop.world.work(wanted(words, FILE, response_url=""))
    assert shop.claims() == [claim]


@pytest.mark.parametrize("url", ["", "https://hooks.slack.com/1"])
def test_what_cannot_be_read_is_said_where_the_check_would_have_been(shop: Shop, url: str) -> None:
    shop.content = b"\x00\x01"
    shop.world.work(wanted("check this", FILE, response_url=url))
    assert shop.world.slack.ways == [("respond", "one") if url else ("post", "C1/5.1")]
    assert shop.world.slack.text == say("en", "check.unreadable-text", name="quote.txt")
    assert shop.claims() == []


def test_what_is_not_read_is_said_beside_the_check_of_the_rest(shop: Shop) -> None:
    shop.content = NotAFile("unreachable")
    shop.world.work(wanted(QUOTE, FILE, "a.pdf", response_url=""))
    assert shop.claims() == [QUOTE]
    assert shop.world.slack.ways == [("post", "C1/5.1"), ("whisper", "C1/U1")]
    lines = [say("en", "check.download-unreachable", name="quote.txt"), say("en", "check.one-file", names="a.pdf")]
    assert shop.world.slack.text == "\n".join(lines)


def test_a_file_that_is_said_to_be_too_large_is_not_fetched(shop: Shop) -> None:
    shop.world.work(wanted("check this", FILE.model_copy(update={"size": 6_000_000}), response_url=""))
    assert shop.fetched == []
    assert shop.world.slack.text == say("en", "check.unreadable-too-big", name="quote.txt", most=5)


def test_a_name_is_shown_and_never_works(shop: Shop) -> None:
    shop.world.work(wanted("check this", None, "<!channel>.pdf", response_url=""))
    assert "<!channel>" not in shop.world.slack.text
    assert "&lt;!channel&gt;.pdf" in shop.world.slack.text


def test_for_those_who_may_not_be_answered_nothing_is_fetched(shop: Shop) -> None:
    shop.world.policy = Policy(viewers=("U-OTHER",))
    shop.world.work(wanted("check this", FILE))
    assert shop.fetched == []


def test_where_the_bot_may_not_post_the_asker_alone_is_told(shop: Shop) -> None:
    shop.world.slack.troubles["post"] = [NotAMember("not_in_channel")]
    shop.world.work(wanted(QUOTE))
    assert shop.world.slack.ways == [("respond", "one")]
    assert "/invite" in shop.world.slack.text
