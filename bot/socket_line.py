"""Socket Mode as a way in, with a watch over connections that are open and dead."""

import logging
import threading
from collections.abc import Callable
from typing import Any, Protocol

from bot.slack_client import called

log = logging.getLogger(__name__)

WATCH_SECONDS = 5.0
DEAD_AFTER_SECONDS = 40.0  # four pings without an answer


class Handler(Protocol):
    """What is used of Bolt's handler."""

    client: Any

    def connect(self) -> None:
        """Ask Slack for an address and open the WebSocket to it."""

    def close(self) -> None:
        """Close it and end its threads."""


class SocketLine:
    """A WebSocket to Slack. The library under it sends pings but does not miss the answers: here they are missed.

    `now` is in seconds since 1970.
    """

    def __init__(self, handler: Handler, now: Callable[[], float]) -> None:
        self._handler, self._now = handler, now
        self._stopped = threading.Event()
        self._seen: tuple[object, object] = (None, None)
        self._since = now()

    def connect(self) -> bool:
        """Connect, and keep watch from then on; always True. Raises SlackTrouble."""
        called(self._handler.connect)
        threading.Thread(target=self._watch, name="socket-watch", daemon=True).start()
        return True

    def is_up(self) -> bool:
        """Whether the WebSocket is open."""
        return bool(self._handler.client.is_connected())

    def stop(self) -> None:
        """Close the WebSocket."""
        self._stopped.set()
        self._handler.close()

    def look(self) -> None:
        """Close the connection if nothing answered its pings for too long; the library then opens another."""
        session = self._handler.client.current_session
        seen = (session, getattr(session, "last_pong_tm", None))
        if seen != self._seen or getattr(session, "sock", None) is None:
            self._seen, self._since = seen, self._now()
        elif self._now() - self._since > DEAD_AFTER_SECONDS:
            log.warning("the WebSocket is dead")
            self._since = self._now()
            session.close()

    def _watch(self) -> None:
        while not self._stopped.wait(WATCH_SECONDS):
            try:
                self.look()
            except Exception:
                log.exception("the watch over the WebSocket failed")
