"""Answers as files: made by the desk, uploaded into the thread, once."""

from bot.desk import Desk
from bot.exports.files import ExportFile, Format
from bot.intents.turn import ThreadState
from bot.listeners.delivery import Delivery
from bot.listeners.speaker import Speaker
from bot.replies.actions import EXPORT
from bot.replies.card import Message
from bot.replies.words import say
from bot.slack_client import Slack
from bot.slack_errors import NotAMember
from bot.slack_lookups import Identity

BUTTON_FORMAT: Format = "xlsx"


class Exports:
    """Makes files and uploads them. What was asked in private goes to the asker as a direct message."""

    def __init__(self, desk: Desk, slack: Slack, speaker: Speaker, me: Identity) -> None:
        self._desk, self._slack, self._speaker, self._me = desk, slack, speaker, me

    def file(
        self, delivery: Delivery, state: ThreadState | None, format: Format | None, language: str, public: bool
    ) -> ExportFile | None:
        """The file that is asked for, by a button or (then with its format) in words; None where there is none.
        `public`: from public prices only."""
        if delivery.action_id == EXPORT:
            return self._desk.export_of(delivery.value, language, BUTTON_FORMAT, public)
        return self._desk.export(state, format, public) if format and state else None

    def send(self, delivery: Delivery, file: ExportFile, language: str, again: bool) -> str:
        """Upload the file; the outcome."""
        channel, thread = delivery.channel, delivery.root or None
        if delivery.private:
            channel, thread = self._slack.lookups.direct_channel(delivery.user), None
        try:
            self._slack.files.upload(
                channel,
                thread,
                delivery.since,
                named(file.name, delivery.ref),
                file.content,
                say(language, "slack.file", name=file.name),
                file.alt_text,
                look_first=again,
            )
        except NotAMember:
            text = say(language, "slack.invite", bot=self._me.name)
            self._speaker.tell_asker(delivery, Message(text))
            return "not a member"
        if delivery.private:
            self._speaker.tell_asker(delivery, Message(say(language, "slack.file-sent")))
        return "uploaded"


def named(name: str, ref: str) -> str:
    """A name that no other upload has: "h100-6-weeks.q-1a2b3c.xlsx"."""
    stem, dot, ending = name.rpartition(".")
    return f"{stem}.{ref}{dot}{ending}" if stem else f"{name}.{ref}"
