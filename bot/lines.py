"""The lines over which Slack gets in, opened: what is tried at a start, and for how long."""

import logging
import threading
from collections.abc import Callable
from typing import Protocol, TypeVar

from bot.bolt import secret_text
from bot.logs import facts
from bot.server import Dispatch, Gate, HttpServer
from bot.settings import VARIABLES, Problem, Settings, SettingsError
from bot.slack_client import Slack
from bot.slack_errors import RateLimited, SlackTrouble, Unsure
from bot.socket_line import SocketLine

log = logging.getLogger(__name__)

DEFAULT_PORT = 3000
START_PAUSES = (1.0, 2.0, 4.0, 8.0, 15.0)
UNREACHABLE = 1

T = TypeVar("T")


class Line(Protocol):
    """A way in for deliveries."""

    def is_up(self) -> bool:
        """Whether deliveries get through just now."""

    def stop(self) -> None:
        """Let nothing more in."""


def open_lines(
    dispatch: Dispatch, gate: Gate, lines: list[Line], settings: Settings, slack: Slack, stop: threading.Event
) -> bool:
    """Let Slack in: over a WebSocket, or over HTTP. False: Slack could not be reached."""
    if settings.socket_mode:
        line = SocketLine(lambda: slack.lookups.socket_address(secret_text(settings.slack_app_token)), dispatch)
        lines.append(line)
        if not insisted(line.connect, "slack_app_token", stop):
            return False
    if settings.port is not None or not settings.socket_mode:
        port = DEFAULT_PORT if settings.port is None else settings.port
        try:
            http = HttpServer(gate, settings.host, port)
        except OSError as error:
            wrong = f"cannot listen on {settings.host}:{port}: {error.strerror}"
            raise SettingsError((Problem("PORT or HOST", wrong, "3000 and 127.0.0.1"),)) from None
        lines.append(http)
        log.info("listening", extra=facts(host=settings.host, port=http.port))
    log.info("serving", extra=facts(mode="socket" if settings.socket_mode else "http"))
    return True


def insisted(call: Callable[[], T], setting: str, stop: threading.Event) -> T | None:
    """The result of a first call to Slack, tried for half a minute; None when Slack was not reached or a stop came.

    Raises:
        SettingsError: Slack was reached and does not accept the token that is in `setting`.
    """
    for pause in (*START_PAUSES, None):
        try:
            return call()
        except (Unsure, RateLimited) as trouble:
            log.warning("Slack is not reached", extra=facts(code=trouble.code, detail=trouble.detail))
            if pause is None or stop.wait(pause):
                return None
        except SlackTrouble as trouble:
            variable, example = VARIABLES[setting]
            raise SettingsError((Problem(variable, f"Slack does not accept it: {trouble}", example),)) from None
    return None
