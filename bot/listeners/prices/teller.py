"""Telling one person something about prices, so that nobody else reads it."""

import hashlib
import logging
from collections.abc import Callable
from dataclasses import replace

from bot.listeners.delivery import Delivery
from bot.listeners.locales import Locales
from bot.listeners.wording import is_chinese
from bot.logs import facts
from bot.replies.card import Action, Card, Message
from bot.replies.words import known
from bot.slack_client import Slack, Spot
from bot.slack_errors import SlackTrouble, Unsure

log = logging.getLogger(__name__)

Render = Callable[[Card], Message]


class Teller:
    """Says things to one person: where they are looking, or else in a direct message."""

    def __init__(self, slack: Slack, locales: Locales, render: Render) -> None:
        self._slack, self._locales, self._render = slack, locales, render

    def language(self, delivery: Delivery) -> str:
        """The language to answer in: that of what was typed, or of the account."""
        if is_chinese(delivery.text):
            return "zh"
        return self.language_of(delivery.user)

    def guessed(self, delivery: Delivery) -> str:
        """The same without asking Slack."""
        if is_chinese(delivery.text):
            return "zh"
        return known(self._locales.language_if_known(delivery.user) or "en")

    def language_of(self, user: str) -> str:
        """The language of an account."""
        return known(self._locales.language(user) or "en")

    def show(self, delivery: Delivery, card: Card, actions: tuple[Action, ...] = (), again: bool = False) -> None:
        """Answer with a card. `again`: it may have been said before a crash."""
        self.tell(delivery, self._render(replace(card, actions=actions)), again)

    def tell(self, delivery: Delivery, message: Message, again: bool = False) -> None:
        """Answer: through the response URL, which one person sees, or in a direct message."""
        if delivery.response_url:
            try:
                return self._slack.respond(delivery.response_url, message)
            except Unsure:
                raise
            except SlackTrouble as trouble:  # used up or too old
                log.info("no response URL", extra=facts(ref=delivery.ref, code=trouble.code))
        self.write(delivery.user, message, delivery.mark, delivery.since, again)
        return None

    def write(self, user: str, message: Message, mark: str, since: str, again: bool = False) -> tuple[str, str]:
        """Write to somebody directly; channel and timestamp of the message. `again`: it may be there already."""
        channel = self._slack.lookups.direct_channel(user)
        return channel, self._slack.post(Spot(channel, None, since), message, mark, look_first=again)

    def rewrite(self, channel: str, ts: str, message: Message) -> None:
        """Put another message in the place of one."""
        self._slack.update(channel, ts, message)

    def written(self, user: str, mark: str, since: str) -> tuple[str, str] | None:
        """Where a direct message with this mark is, if it is there."""
        channel = self._slack.lookups.direct_channel(user)
        found = self._slack.found(Spot(channel, None, since), mark)
        return (channel, found) if found else None

    def rendered(self, card: Card, actions: tuple[Action, ...] = ()) -> Message:
        """A card as a message, with buttons."""
        return self._render(replace(card, actions=actions))


def marked(*parts: object) -> str:
    """A mark that tells nothing of what it is made of, for anybody can read it."""
    return hashlib.sha256(":".join(map(str, parts)).encode()).hexdigest()[:32]
