"""What nobody knows of a channel counts as shared."""

from bot.listeners.channels import KEPT_CHANNELS, KEPT_SECONDS, UNKNOWN_KEPT_SECONDS, Channels
from bot.slack_errors import Unsure


class Asked:
    """Answers as it is told to, and counts."""

    def __init__(self, answer: bool | None) -> None:
        self.answer, self.count, self.seconds, self.fails = answer, 0, 0.0, False

    def __call__(self, channel: str) -> bool | None:
        self.count += 1
        if self.fails:
            raise Unsure("no_answer")
        return self.answer

    def now(self) -> float:
        return self.seconds


def test_slack_is_asked_once_in_a_while() -> None:
    asked = Asked(False)
    channels = Channels(asked, asked.now)
    assert [channels.is_shared("C1", None) for _ in range(3)] == [False] * 3
    assert asked.count == 1
    asked.seconds += KEPT_SECONDS + 1
    asked.answer = True
    assert channels.is_shared("C1", None)


def test_what_is_not_known_is_asked_for_again_soon() -> None:
    asked = Asked(None)
    channels = Channels(asked, asked.now)
    assert channels.is_shared("C1", None)
    asked.fails, asked.seconds = True, UNKNOWN_KEPT_SECONDS + 1
    assert channels.is_shared("C1", None)
    asked.fails, asked.answer, asked.seconds = False, False, 2 * (UNKNOWN_KEPT_SECONDS + 1)
    assert not channels.is_shared("C1", None)


def test_what_an_event_tells_is_believed_and_kept() -> None:
    asked = Asked(False)
    channels = Channels(asked, asked.now)
    assert channels.is_shared("C1", True)
    assert channels.is_shared("C1", None)
    assert not channels.is_shared("C1", False)
    assert asked.count == 0


def test_the_memory_has_an_end() -> None:
    asked = Asked(False)
    channels = Channels(asked, asked.now)
    for number in range(KEPT_CHANNELS + 5):
        channels.is_shared(f"C{number}", False)
    assert len(channels._known) == KEPT_CHANNELS
