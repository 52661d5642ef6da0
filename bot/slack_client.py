"""Saying things in Slack: each message once, whatever happens to the call.

Slack's own client repeats a call whose connection dropped, even when the message had arrived. Here a message carries
the id of the delivery it answers as metadata, and when no answer comes the conversation is looked at before anything is
said again.
"""

import contextlib
import logging
from collections.abc import Callable
from dataclasses import dataclass
from http.client import HTTPException
from typing import Any, TypeVar
from urllib.parse import urlsplit

from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError, SlackClientError
from slack_sdk.webhook import WebhookClient

from bot.logs import facts
from bot.replies.card import Message
from bot.slack_errors import BlocksRefused, PlaceGone, RateLimited, TooLong, Unsure, of_answer, of_hook_answer

log = logging.getLogger(__name__)

TIMEOUT_SECONDS = 10
LOOKUP_TIMEOUT_SECONDS = 3
RATE_LIMIT_TRIES = 2
RATE_LIMIT_SECONDS = 10.0
LOOK_AFTER_SECONDS = (0.5, 1.0, 3.0)  # before each look whether a message has arrived
LONGEST_TEXT = 3_900
METADATA_EVENT = "quartermaster_answer"
HOOK_HOSTS = ("hooks.slack.com", "hooks.slack-gov.com")

Pause = Callable[[float], object]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a message goes: a channel, and in it a thread or (None) the channel itself. `since`: a timestamp of Slack's
    that is not later than anything that answers this delivery."""

    channel: str
    thread: str | None = None
    since: str = "0"


@dataclass(frozen=True, slots=True)
class Identity:
    """Who the bot is in its workspace."""

    team: str
    user: str
    bot: str
    name: str


class Slack:
    """The calls this bot makes. Every method raises a `SlackTrouble` when Slack says no.

    `pause(seconds)` waits; it is given so that the end of the program ends the wait, and tests do not sleep.
    """

    def __init__(self, token: str, base_url: str, pause: Pause) -> None:
        self._web = WebClient(token, base_url=base_url, timeout=TIMEOUT_SECONDS, retry_handlers=[])
        self._quick = WebClient(token, base_url=base_url, timeout=LOOKUP_TIMEOUT_SECONDS, retry_handlers=[])
        self._pause = pause
        self._hosts = (*HOOK_HOSTS, urlsplit(base_url).netloc)

    def whoami(self) -> Identity:
        """The bot's own ids."""
        answer = called(self._web.auth_test)
        return Identity(answer["team_id"], answer["user_id"], answer.get("bot_id") or "", answer["user"])

    def socket_address(self, app_token: str) -> str:
        """Where to open a WebSocket, once and soon."""
        return str(called(lambda: self._web.apps_connections_open(app_token=app_token))["url"])

    def locale(self, user: str) -> str | None:
        """The user's locale ("zh-CN"), if Slack tells within three seconds."""
        answer = called(lambda: self._quick.users_info(user=user, include_locale=True))
        found = (answer.get("user") or {}).get("locale")
        return found if isinstance(found, str) else None

    def post(self, spot: Spot, message: Message, mark: str, look_first: bool = False) -> str:
        """Say it where everybody can read it; returns the timestamp of the message, from which a thread may grow.

        Args:
            mark: id of the delivery this answers. Anybody can read it.
            look_first: it may have been said already, before a crash.
        """
        if look_first and (found := self._find(spot, mark)):
            return found

        def send(text: str, blocks: list[dict[str, object]] | None) -> str:
            return self._post_once(spot, mark, text, blocks)

        return _simpler_and_simpler(message, send)

    def whisper(self, spot: Spot, user: str, message: Message) -> None:
        """Say it so that only this user sees it, and only while they look."""

        def send(text: str, blocks: list[dict[str, object]] | None) -> None:
            call = self._web.chat_postEphemeral
            self._patiently(
                lambda: called(
                    lambda: call(channel=spot.channel, user=user, thread_ts=spot.thread, text=text, blocks=blocks)
                )
            )

        _simpler_and_simpler(message, send)

    def respond(self, url: str, message: Message, public: bool = False, thread: str | None = None) -> None:
        """Answer through a response URL, to the asker alone or to the channel. Works where the bot is no member.

        What was sent this way cannot be looked for. When no answer comes, a private message is sent once more, for
        twice is better than never; a public one is not.
        """
        if urlsplit(url).netloc not in self._hosts:
            raise PlaceGone("not_a_response_url")
        hook = WebhookClient(url, timeout=TIMEOUT_SECONDS, retry_handlers=[])
        body: dict[str, Any] = {
            "response_type": "in_channel" if public else "ephemeral",
            "replace_original": False,
            "unfurl_links": False,
            "unfurl_media": False,
            **({"thread_ts": thread} if thread else {}),
        }

        def once(text: str, blocks: list[dict[str, object]] | None) -> None:
            content = {"text": text, **({"blocks": blocks} if blocks else {})}
            self._patiently(lambda: _call_hook(hook, {**body, **content}))

        def send(text: str, blocks: list[dict[str, object]] | None) -> None:
            try:
                once(text, blocks)
            except Unsure:
                if public:
                    raise
                self._pause(LOOK_AFTER_SECONDS[0])
                once(text, blocks)

        _simpler_and_simpler(message, send)

    def _post_once(self, spot: Spot, mark: str, text: str, blocks: list[dict[str, object]] | None) -> str:
        arguments: dict[str, Any] = {
            "channel": spot.channel,
            "text": text,
            "unfurl_links": False,
            "unfurl_media": False,
            "metadata": {"event_type": METADATA_EVENT, "event_payload": {"mark": mark}},
            **({"blocks": blocks} if blocks else {}),
            **({"thread_ts": spot.thread} if spot.thread else {}),
        }

        def say() -> str:
            return str(self._patiently(lambda: called(lambda: self._web.chat_postMessage(**arguments)))["ts"])

        try:
            return say()
        except Unsure as trouble:
            log.warning("a post went unanswered", extra=facts(code=trouble.code, channel=spot.channel))
        for wait in LOOK_AFTER_SECONDS:
            self._pause(wait)
            with contextlib.suppress(Unsure):  # when it cannot be looked for it is not said again either
                return self._find(spot, mark) or say()
        raise Unsure("no_answer")

    def _find(self, spot: Spot, mark: str) -> str | None:
        """The timestamp of the message with this mark, if it is there."""
        where: dict[str, Any] = {
            "channel": spot.channel,
            "oldest": spot.since,
            "limit": 100,
            "include_all_metadata": True,
        }
        if spot.thread:
            answer = called(lambda: self._quick.conversations_replies(ts=spot.thread or "", inclusive=True, **where))
        else:
            answer = called(lambda: self._quick.conversations_history(inclusive=True, **where))
        for message in answer.get("messages") or ():
            metadata = message.get("metadata") or {}
            if metadata.get("event_type") == METADATA_EVENT and metadata.get("event_payload", {}).get("mark") == mark:
                return str(message["ts"])
        return None

    def _patiently(self, call: Callable[[], T]) -> T:
        """The call, repeated after the wait Slack asks for: at most two times and ten seconds in all."""
        waited = 0.0
        for _ in range(RATE_LIMIT_TRIES):
            try:
                return call()
            except RateLimited as limit:
                waited += limit.seconds
                if waited > RATE_LIMIT_SECONDS:
                    raise
                self._pause(limit.seconds)
        return call()


def _simpler_and_simpler(message: Message, send: Callable[[str, list[dict[str, object]] | None], T]) -> T:
    """Send the message; without its blocks if Slack refuses them; cut short if even the text is too long."""
    try:
        return send(message.text, [*message.blocks])
    except BlocksRefused as trouble:
        log.error("blocks were refused", extra=facts(code=trouble.code, detail=trouble.detail))
    except TooLong:
        pass
    try:
        return send(message.text, None)
    except TooLong:
        return send(message.text[:LONGEST_TEXT] + " …", None)


def called(call: Callable[[], Any]) -> Any:
    """The answer of a Web API call; anything else as `SlackTrouble`."""
    try:
        return call()
    except SlackApiError as error:
        response = error.response
        # Not as its cause: the error holds the token.
        raise of_answer(response.status_code, response.headers, response.data) from None
    except (SlackClientError, OSError, HTTPException, UnicodeDecodeError) as error:
        raise Unsure("no_answer", type(error).__name__) from None


def _call_hook(hook: WebhookClient, body: dict[str, Any]) -> None:
    """Post to a response URL."""
    try:
        answer = hook.send_dict(body)
    except (SlackClientError, OSError, HTTPException, UnicodeDecodeError) as error:
        raise Unsure("no_answer", type(error).__name__) from None
    if answer.status_code != 200:
        raise of_hook_answer(answer.status_code, answer.headers, answer.body or "")
