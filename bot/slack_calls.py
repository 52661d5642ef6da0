"""How calls to Slack are made: repeated only where that is safe, with Slack's waits kept, each refusal by its name."""

import contextlib
from collections.abc import Callable
from http.client import HTTPException
from typing import Any, TypeVar

from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError, SlackClientError

from bot.slack_errors import RateLimited, Unsure, of_answer

TIMEOUT_SECONDS = 10
LOOKUP_TIMEOUT_SECONDS = 3
RATE_LIMIT_TRIES = 2
RATE_LIMIT_SECONDS = 10.0
AGAIN_AFTER_SECONDS = (0.5, 2.0)  # before each repeat of a call that may be repeated

Pause = Callable[[float], object]
T = TypeVar("T")


class Calls:
    """Slack's Web API, for one token.

    `web` is for what changes something, `quick` for look-ups, which are given up sooner. `pause(seconds)` waits; it is
    given so that the end of the program ends the wait, and tests do not sleep.
    """

    def __init__(self, token: str, base_url: str, pause: Pause) -> None:
        self.web = WebClient(token, base_url=base_url, timeout=TIMEOUT_SECONDS, retry_handlers=[])
        self.quick = WebClient(token, base_url=base_url, timeout=LOOKUP_TIMEOUT_SECONDS, retry_handlers=[])
        self.pause = pause

    def patiently(self, call: Callable[[], T]) -> T:
        """The call, repeated after the wait Slack asks for: at most two times and ten seconds in all."""
        waited = 0.0
        for _ in range(RATE_LIMIT_TRIES):
            try:
                return call()
            except RateLimited as limit:
                waited += limit.seconds
                if waited > RATE_LIMIT_SECONDS:
                    raise
                self.pause(limit.seconds)
        return call()

    def persistently(self, call: Callable[[], T]) -> T:
        """A call that may be made twice without harm, made again where no answer came."""
        for wait in AGAIN_AFTER_SECONDS:
            with contextlib.suppress(Unsure):
                return self.patiently(call)
            self.pause(wait)
        return self.patiently(call)


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
