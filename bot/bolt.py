"""Bolt, used for nothing but finding the listener of a payload."""

import logging
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from pydantic import SecretStr
from slack_bolt import App, BoltRequest
from slack_bolt.authorization import AuthorizeResult
from slack_sdk import WebClient

from bot.server import Dispatch, Headers, Reply
from bot.settings import Settings
from bot.slack_lookups import Identity

log = logging.getLogger(__name__)

BOLT_THREADS = 20


def bolt_app(settings: Settings, me: Identity) -> App:
    """A Bolt app that dispatches and does nothing else.

    `process_before_response`: by default Bolt looks every ten milliseconds whether a listener has acknowledged; this
    way the answer leaves when the listener returns. Signatures are checked by `Gate`, before anything is parsed.
    `authorize` says who the bot is without a call to Slack at the first request.
    """
    known = AuthorizeResult(
        enterprise_id=None,
        team_id=me.team,
        bot_user_id=me.user,
        bot_id=me.bot,
        bot_token=secret_text(settings.slack_bot_token),
    )
    return App(
        name="quartermaster",
        logger=logging.getLogger("slack_bolt"),  # its loggers take their level from this one, not from their parents
        client=WebClient(base_url=settings.slack_api_url),
        signing_secret="",
        authorize=lambda: known,
        process_before_response=True,
        request_verification_enabled=False,
        listener_executor=ThreadPoolExecutor(BOLT_THREADS, thread_name_prefix="bolt"),
    )


def dispatcher(app: App) -> Dispatch:
    """Hands verified and parsed bodies to Bolt, in the mode in which it takes bodies as values."""

    def dispatch(body: dict[str, Any], headers: Headers) -> Reply:
        try:
            response = app.dispatch(BoltRequest(body=body, headers=dict(headers), mode="socket_mode"))
        except Exception:
            log.exception("a payload of a strange shape")
            return Reply(400)
        single = {name: values[0] for name, values in response.headers.items() if values}
        return Reply(response.status, response.body or "", {k: v for k, v in single.items() if k != "content-length"})

    return dispatch


def secret_text(secret: SecretStr | None) -> str:
    """The secret itself, for those who must have it."""
    return secret.get_secret_value() if secret else ""
