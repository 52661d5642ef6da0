"""Checks of a seller's text that is no question by itself: a message with the shortcut on it, or a file with words."""

from typing import Protocol

from bot.claim_files import MOST_BYTES, NotReadable, text_of
from bot.listeners.check_payloads import Attached
from bot.listeners.delivery import Delivery
from bot.listeners.notices import Notice
from bot.listeners.permits import Permits
from bot.listeners.prices.payloads import Upload
from bot.listeners.speaker import Speaker
from bot.listeners.work import Handler
from bot.replies.card import Message
from bot.replies.fallback import escaped
from bot.replies.plain import cut, one_line
from bot.replies.words import say
from bot.slack_files import NotAFile
from bot.understanding.claims.asked import has_figures

LONGEST_NAME = 80


class Download(Protocol):
    """Fetches a file that somebody shared: its address, and how many bytes it may have. Raises NotAFile."""

    def __call__(self, url: str, most: int) -> bytes: ...


class Checks:
    """Makes the text of what is to be checked, and has it answered as questions are."""

    def __init__(self, answer: Handler, download: Download, permits: Permits, speaker: Speaker) -> None:
        self._answer, self._download, self._permits, self._speaker = answer, download, permits, speaker

    def check(self, delivery: Delivery, again: bool, notice: Notice) -> str:
        """Answer with the check, see `Handler`. Whoever may not be answered has nothing fetched for them."""
        about = Attached.model_validate_json(delivery.value or "{}")
        language = self._speaker.language(delivery)
        if about.own:
            self._speaker.tell_asker(delivery, Message(say(language, "check.own")))
            return "its own message"
        if self._permits.of(delivery).refused:
            return self._answer(delivery, again, notice)
        text, lines = self._of_file(about, language)
        if lines and not text and not has_figures(delivery.text):
            return self._say(delivery, lines, again, notice)
        words = delivery.text if not about.upload or has_figures(delivery.text) else ""
        claim = "\n\n".join(filter(None, (words, text)))
        outcome = self._answer(delivery.model_copy(update={"claim": claim}), again, notice)
        if lines:
            self._speaker.tell_asker(delivery, Message("\n".join(lines)))
        return outcome

    def _of_file(self, about: Attached, language: str) -> tuple[str, list[str]]:
        """The text of the file, and lines on what is not checked."""
        if about.upload is None:
            return "", [say(language, "check.unreadable-kind", names=_listed(about.left))] if about.left else []
        left = [say(language, "check.one-file", names=_listed(about.left))] if about.left else []
        name = _listed((about.upload.name,))
        try:
            return text_of(about.upload.name, self._fetched(about.upload)), left
        except NotReadable as trouble:
            line = say(language, f"check.unreadable-{trouble.reason}", name=name, **trouble.values)
        except NotAFile as trouble:
            line = say(language, f"check.download-{trouble.reason}", name=name, **trouble.values)
        return "", [line, *left]

    def _fetched(self, upload: Upload) -> bytes:
        """The file itself. Raises NotReadable, NotAFile."""
        if upload.size > MOST_BYTES:
            raise NotReadable("too-big", most=MOST_BYTES // 1_000_000)
        return self._download(upload.url, MOST_BYTES)

    def _say(self, delivery: Delivery, lines: list[str], again: bool, notice: Notice) -> str:
        """Say why there is no check, where the check would have been."""
        message = Message("\n".join(lines))
        if delivery.response_url:
            self._speaker.tell_asker(delivery, message)
        else:
            self._speaker.post(delivery, message, notice, again)
        return "no text"


def _listed(names: tuple[str, ...]) -> str:
    return ", ".join(escaped(cut(one_line(name), LONGEST_NAME)) for name in names)
