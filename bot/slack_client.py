"""Saying things in Slack: each message once, whatever happens to the call.

Slack's own client repeats a call whose connection dropped, even when the message had arrived. Here a message carries
the id of the delivery it answers as metadata, and when no answer comes the conversation is looked at before anything is
said again.
"""

import contextlib
import logging
from dataclasses import dataclass
from http.client import HTTPException
from typing import Any
from urllib.parse import urlsplit

from slack_sdk.errors import SlackClientError
from slack_sdk.webhook import WebhookClient

from bot.logs import facts
from bot.replies.card import Message
from bot.slack_calls import TIMEOUT_SECONDS, Calls, Pause, called
from bot.slack_content import METADATA_EVENT, Blocks, content_of, metadata_of, shortened, simpler_and_simpler
from bot.slack_errors import PlaceGone, Unsure, of_hook_answer
from bot.slack_files import Files
from bot.slack_lookups import Lookups
from bot.slack_views import Views

log = logging.getLogger(__name__)

LOOK_AFTER_SECONDS = (0.5, 1.0, 3.0)  # before each look whether a message has arrived
HOOK_HOSTS = ("hooks.slack.com", "hooks.slack-gov.com")


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a message goes: a channel, and in it a thread or (None) the channel itself. `since`: a timestamp of Slack's
    that is not later than anything that answers this delivery."""

    channel: str
    thread: str | None = None
    since: str = "0"


@dataclass(frozen=True, slots=True)
class Found:
    """A message of the bot's own that was looked for. `working`: only the notice that an answer is on its way."""

    ts: str
    working: bool


class Slack:
    """What this bot says. Every method raises a `SlackTrouble` when Slack says no.

    `pause(seconds)` waits, see `Calls`.
    """

    def __init__(self, token: str, base_url: str, pause: Pause) -> None:
        self._calls = Calls(token, base_url, pause)
        self._hosts = (*HOOK_HOSTS, urlsplit(base_url).netloc)
        self.lookups = Lookups(self._calls)
        self.views = Views(self._calls)
        self.files = Files(self._calls)

    def post(self, spot: Spot, message: Message, mark: str, look_first: bool = False) -> str:
        """Say it where everybody can read it; returns the timestamp of the message, from which a thread may grow.

        Args:
            mark: id of the delivery this answers. Anybody can read it.
            look_first: it, or the notice before it, may have been said already.
        """
        if look_first and (found := self._find(spot, mark)):
            return self._settled(spot, found, message, mark)

        def send(text: str, blocks: Blocks | None) -> str:
            return self._post_once(spot, mark, text, blocks)

        return simpler_and_simpler(message, send)

    def found(self, spot: Spot, mark: str) -> str | None:
        """The timestamp of the message with this mark, if it is there."""
        found = self._find(spot, mark)
        return found.ts if found else None

    def working(self, spot: Spot, text: str, mark: str) -> str:
        """Say that an answer is on its way, once; the timestamp of the message, which `update` makes the answer."""
        content = {**content_of(text, None), **metadata_of(mark, working=True)}
        return self._said(spot, content)

    def update(self, channel: str, ts: str, message: Message, mark: str = "") -> None:
        """Put this message in the place of one the bot has said."""

        def send(text: str, blocks: Blocks | None) -> None:
            # Without a list of blocks the old ones would stay; longer texts than this are refused here.
            content = {"text": shortened(text), "blocks": blocks or [], **(metadata_of(mark) if mark else {})}
            self._calls.persistently(
                lambda: called(lambda: self._calls.web.chat_update(channel=channel, ts=ts, **content))
            )

        simpler_and_simpler(message, send)

    def delete(self, channel: str, ts: str) -> None:
        """Take back a message the bot has said."""
        with contextlib.suppress(PlaceGone):  # nothing is left to take back
            self._calls.persistently(lambda: called(lambda: self._calls.web.chat_delete(channel=channel, ts=ts)))

    def whisper(self, spot: Spot, user: str, message: Message) -> None:
        """Say it so that only this user sees it, and only while they look."""

        def send(text: str, blocks: Blocks | None) -> None:
            call = self._calls.web.chat_postEphemeral
            self._calls.patiently(
                lambda: called(
                    lambda: call(channel=spot.channel, user=user, thread_ts=spot.thread, text=text, blocks=blocks)
                )
            )

        simpler_and_simpler(message, send)

    def respond(self, url: str, message: Message, public: bool = False, thread: str | None = None) -> None:
        """Answer through a response URL, to the asker alone or to the channel. Works where the bot is no member.

        What was sent this way cannot be looked for. When no answer comes, a private message is sent once more, for
        twice is better than never; a public one is not.
        """
        self._check_hook(url)
        hook = WebhookClient(url, timeout=TIMEOUT_SECONDS, retry_handlers=[])
        body: dict[str, Any] = {
            "response_type": "in_channel" if public else "ephemeral",
            "replace_original": False,
            "unfurl_links": False,
            "unfurl_media": False,
            **({"thread_ts": thread} if thread else {}),
        }

        def once(text: str, blocks: Blocks | None) -> None:
            content = {"text": text, **({"blocks": blocks} if blocks else {})}
            self._calls.patiently(lambda: _call_hook(hook, {**body, **content}))

        def send(text: str, blocks: Blocks | None) -> None:
            try:
                once(text, blocks)
            except Unsure:
                if public:
                    raise
                self._calls.pause(LOOK_AFTER_SECONDS[0])
                once(text, blocks)

        simpler_and_simpler(message, send)

    def replace_private(self, url: str, text: str) -> None:
        """Put a text in the place of the private message whose button was pressed."""
        self._check_hook(url)
        hook = WebhookClient(url, timeout=TIMEOUT_SECONDS, retry_handlers=[])
        body = {"response_type": "ephemeral", "replace_original": True, "text": text}
        self._calls.persistently(lambda: _call_hook(hook, body))

    def _check_hook(self, url: str) -> None:
        if urlsplit(url).netloc not in self._hosts:
            raise PlaceGone("not_a_response_url")

    def _said(self, spot: Spot, content: dict[str, Any]) -> str:
        """Post once, without a repeat."""
        where: dict[str, Any] = {"channel": spot.channel, **({"thread_ts": spot.thread} if spot.thread else {})}
        return str(called(lambda: self._calls.web.chat_postMessage(**where, **content))["ts"])

    def _post_once(self, spot: Spot, mark: str, text: str, blocks: Blocks | None) -> str:
        content = {**content_of(text, blocks), **metadata_of(mark)}

        def say() -> str:
            return self._calls.patiently(lambda: self._said(spot, content))

        try:
            return say()
        except Unsure as trouble:
            log.warning("a post went unanswered", extra=facts(code=trouble.code, channel=spot.channel))
        for wait in LOOK_AFTER_SECONDS:
            self._calls.pause(wait)
            with contextlib.suppress(Unsure):  # when it cannot be looked for it is not said again either
                found = self._find(spot, mark)
                return self._settled(spot, found, Message(text, tuple(blocks or ())), mark) if found else say()
        raise Unsure("no_answer")

    def _settled(self, spot: Spot, found: Found, message: Message, mark: str) -> str:
        """The timestamp of a message that is there; a notice becomes the answer."""
        if found.working:
            self.update(spot.channel, found.ts, message, mark)
        return found.ts

    def _find(self, spot: Spot, mark: str) -> Found | None:
        """The message with this mark, if it is there; the answer rather than the notice before it."""
        notice = None
        for message in self._messages_of(spot):
            metadata = message.get("metadata") or {}
            payload = metadata.get("event_payload") or {}
            if metadata.get("event_type") != METADATA_EVENT or payload.get("mark") != mark:
                continue
            found = Found(str(message["ts"]), bool(payload.get("working")))
            if not found.working:
                return found
            notice = found
        return notice

    def _messages_of(self, spot: Spot) -> list[dict[str, Any]]:
        """What was said in this spot since then."""
        return self.lookups.messages(spot.channel, spot.thread, spot.since)


def _call_hook(hook: WebhookClient, body: dict[str, Any]) -> None:
    """Post to a response URL."""
    try:
        answer = hook.send_dict(body)
    except (SlackClientError, OSError, HTTPException, UnicodeDecodeError) as error:
        raise Unsure("no_answer", type(error).__name__) from None
    if answer.status_code != 200:
        raise of_hook_answer(answer.status_code, answer.headers, answer.body or "")
