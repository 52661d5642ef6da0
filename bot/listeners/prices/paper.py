"""The one direct message in which an import goes on: progress, preview, outcome."""

import logging
from collections.abc import Callable

from bot.listeners.prices.teller import Teller
from bot.logs import facts
from bot.replies import figures
from bot.replies.card import Action, Card, Message
from bot.replies.words import say, words
from bot.slack_errors import SlackTrouble

log = logging.getLogger(__name__)

PROGRESS_SECONDS = 2.0


class Paper:
    """A message that is written anew with each step."""

    def __init__(self, teller: Teller, user: str, channel: str, ts: str, language: str) -> None:
        self._teller, self.user, self.channel, self.ts, self.language = teller, user, channel, ts, language

    def write(self, card: Card, actions: tuple[Action, ...] = ()) -> None:
        """Say this instead of what it said."""
        self.say(self._teller.rendered(card, actions))

    def say(self, message: Message) -> None:
        """The same with a message that is made."""
        self._teller.rewrite(self.channel, self.ts, message)

    def progress(self, now: Callable[[], float]) -> Callable[[str, int], None]:
        """Tells how far the work is, every two seconds at most; what cannot be told does not stop it."""
        told = now()

        def progress(stage: str, rows: int) -> None:
            nonlocal told
            if now() - told < PROGRESS_SECONDS:
                return
            told = now()
            name = words(self.language).get(f"prices.progress-{stage}", stage)
            text = say(self.language, "price-slack.progress", stage=name, n=figures.number(self.language, rows))
            try:
                self.say(Message(text))
            except SlackTrouble as trouble:
                log.info("no progress was told", extra=facts(code=trouble.code))

        return progress
