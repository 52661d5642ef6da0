"""Socket Mode: a WebSocket to Slack that is replaced before it goes and missed when it is dead.

Not the clients that come with Slack's library: measured against a server that asks for a new connection and one that
cuts the line, one of them was deaf for ten seconds at each refresh and the other for 45 after a cut. Slack repeats
events, but what falls into such a gap of commands and buttons is lost.
"""

import contextlib
import json
import logging
import threading
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from websocket import ABNF, WebSocketException, WebSocketTimeoutException, create_connection

from bot.logs import facts
from bot.server import Dispatch, Reply
from bot.slack_errors import SlackTrouble, Unsure

log = logging.getLogger(__name__)

OPEN_SECONDS = 10.0
PING_SECONDS = 5.0
MISSED_PINGS = 4
RETRY_PAUSES = (0.0, 1.0, 2.0, 5.0, 10.0, 30.0)
STEADY_SECONDS = 60.0
CLOSING_SECONDS = 1.0


class WebSocket(Protocol):
    """What is used of a WebSocket."""

    def recv_data_frame(self, control_frame: bool) -> tuple[int, Any]: ...
    def send(self, payload: str) -> int: ...
    def ping(self) -> None: ...
    def send_close(self) -> None: ...
    def shutdown(self) -> None: ...


Opener = Callable[[str], WebSocket]


def opened(address: str) -> WebSocket:
    """A WebSocket to the address; a read of it waits for `PING_SECONDS`."""
    socket: Any = create_connection(address, timeout=OPEN_SECONDS)
    socket.settimeout(PING_SECONDS)
    return socket  # type: ignore[no-any-return]


class Link:
    """One WebSocket and the thread that reads it.

    `on_leaving` is called when Slack asks for another connection, and when this one has ended.
    """

    def __init__(self, socket: WebSocket, dispatch: Dispatch, on_leaving: Callable[[], None]) -> None:
        self._socket, self._dispatch, self._on_leaving = socket, dispatch, on_leaving
        self.leaving = False
        self.replaced = False
        self.thread = threading.Thread(target=self._read, name="socket", daemon=True)

    def close(self) -> None:
        """Ask the other side to close; the reading thread sees to the rest."""
        with contextlib.suppress(WebSocketException, OSError):
            self._socket.send_close()

    def _read(self) -> None:
        try:
            self._read_until_closed()
        except (WebSocketException, OSError) as error:
            log.info("a WebSocket ended", extra=facts(error=type(error).__name__))
        except Exception:
            log.exception("reading a WebSocket failed")
        with contextlib.suppress(WebSocketException, OSError):
            self._socket.shutdown()
        self._leave()

    def _read_until_closed(self) -> None:
        missed = 0
        while missed < MISSED_PINGS:
            try:
                opcode, frame = self._socket.recv_data_frame(True)
            except WebSocketTimeoutException:
                if self.replaced:  # nothing comes here any more
                    return self.close()
                missed += 1
                self._socket.ping()
                continue
            missed = 0
            if opcode == ABNF.OPCODE_CLOSE:
                return None
            if opcode == ABNF.OPCODE_TEXT:
                self._take(json.loads(frame.data))
        return log.warning("a WebSocket is dead")

    def _take(self, message: Mapping[str, Any]) -> None:
        if message.get("type") == "disconnect":
            log.info("Slack asks for a new WebSocket", extra=facts(reason=str(message.get("reason"))))
            self._leave()
        elif "envelope_id" in message:
            reply = self._dispatch(dict(message.get("payload") or {}), {})
            if reply.status == 200:  # anything else is not acknowledged, and Slack brings it again
                self._socket.send(json.dumps(acknowledged(message, reply)))

    def _leave(self) -> None:
        self.leaving = True
        self._on_leaving()


class SocketLine:
    """Keeps a WebSocket to Slack open. `address()` asks Slack where to connect and raises `SlackTrouble`."""

    def __init__(self, address: Callable[[], str], dispatch: Dispatch, opener: Opener = opened) -> None:
        self._address, self._dispatch, self._opener = address, dispatch, opener
        self._link: Link | None = None
        self._stopped = threading.Event()
        self._wanted = threading.Event()

    def connect(self) -> bool:
        """Connect, and stay connected from then on; always True. Raises SlackTrouble."""
        self._replace()
        threading.Thread(target=self._keep, name="socket-keeper", daemon=True).start()
        return True

    def is_up(self) -> bool:
        """Whether deliveries get through."""
        link = self._link
        return link is not None and link.thread.is_alive()

    def stop(self) -> None:
        """Close the WebSocket, waiting a second at most for what is being acknowledged."""
        self._stopped.set()
        self._wanted.set()
        link = self._link
        if link:
            link.close()
        if link and link.thread.is_alive():
            link.thread.join(CLOSING_SECONDS)

    def _keep(self) -> None:
        hurried = 0  # replacements in a row, none of which held for long
        while not self._stopped.is_set():
            if not self._wanted.wait(STEADY_SECONDS):
                hurried = 0
                continue
            self._wanted.clear()
            if self._link and not self._link.leaving:
                continue  # an old one has ended, the present one is well
            if self._stopped.wait(RETRY_PAUSES[min(hurried, len(RETRY_PAUSES) - 1)]):
                return
            hurried += 1
            try:
                self._replace()
            except SlackTrouble as trouble:
                log.error("no new WebSocket", extra=facts(code=trouble.code, detail=trouble.detail, tries=hurried))
                self._wanted.set()

    def _replace(self) -> None:
        """Open a WebSocket first, then let the one before run out: nothing falls between them."""
        try:
            socket = self._opener(self._address())
        except (WebSocketException, OSError) as error:
            raise Unsure("no_websocket", type(error).__name__) from None
        old, self._link = self._link, Link(socket, self._dispatch, self._wanted.set)
        if old:
            old.replaced = True
        self._link.thread.start()


def acknowledged(message: Mapping[str, Any], reply: Reply) -> dict[str, object]:
    """The acknowledgement of an envelope, with the reply's content where Slack takes one."""
    acknowledgement: dict[str, object] = {"envelope_id": message["envelope_id"]}
    if reply.body and message.get("accepts_response_payload"):
        is_json = reply.headers.get("content-type", "").startswith("application/json")
        acknowledgement["payload"] = json.loads(reply.body) if is_json else {"text": reply.body}
    return acknowledgement
