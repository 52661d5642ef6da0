"""The WebSocket is replaced before it goes, missed when it is dead, and opened again without haste."""

import json
import queue
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from websocket import ABNF, WebSocketConnectionClosedException, WebSocketTimeoutException

from bot import socket_line
from bot.server import Headers, Reply
from bot.slack_errors import SlackTrouble, TokenTrouble, Unsure
from bot.socket_line import SocketLine

PATIENCE = 5.0


class Frame:
    def __init__(self, data: str) -> None:
        self.data = data


class FakeSocket:
    """A WebSocket whose other side is the test. A read gives what was put into `coming`, an exception is raised."""

    def __init__(self) -> None:
        self.coming: queue.Queue[tuple[int, Frame] | Exception] = queue.Queue()
        self.sent: queue.Queue[dict[str, Any]] = queue.Queue()
        self.pings = 0
        self.closed, self.ended = threading.Event(), threading.Event()

    def message(self, **content: Any) -> None:
        self.coming.put((ABNF.OPCODE_TEXT, Frame(json.dumps(content))))

    def recv_data_frame(self, control_frame: bool) -> tuple[int, Frame]:
        item = self.coming.get(timeout=PATIENCE)
        if isinstance(item, Exception):
            raise item
        return item

    def send(self, payload: str) -> int:
        self.sent.put(json.loads(payload))
        return len(payload)

    def ping(self) -> None:
        self.pings += 1

    def send_close(self) -> None:
        self.closed.set()
        self.coming.put((ABNF.OPCODE_CLOSE, Frame("")))

    def shutdown(self) -> None:
        self.ended.set()


class Slack:
    """Gives out sockets, or trouble."""

    def __init__(self) -> None:
        self.opened: queue.Queue[FakeSocket] = queue.Queue()
        self.troubles: list[SlackTrouble] = []
        self.asked = 0
        self.reply = Reply(200)

    def address(self) -> str:
        self.asked += 1
        if self.troubles:
            raise self.troubles.pop(0)
        return "wss://one-time"

    def open(self, address: str) -> FakeSocket:
        made = FakeSocket()
        self.opened.put(made)
        return made

    def dispatch(self, body: dict[str, Any], headers: Headers) -> Reply:
        return self.reply

    def next_socket(self) -> FakeSocket:
        return self.opened.get(timeout=PATIENCE)


@pytest.fixture
def slack(monkeypatch: pytest.MonkeyPatch) -> Slack:
    monkeypatch.setattr(socket_line, "RETRY_PAUSES", (0.0, 0.0, 0.01))
    return Slack()


@pytest.fixture
def line(slack: Slack) -> Iterator[SocketLine]:
    made = SocketLine(slack.address, slack.dispatch, slack.open)
    made.connect()
    yield made
    made.stop()
    while not slack.opened.empty():
        slack.opened.get().send_close()


def envelope(socket: FakeSocket, **more: Any) -> None:
    socket.message(envelope_id="e1", type="slash_commands", payload={"command": "/quote"}, **more)


@pytest.mark.parametrize(
    ("reply", "accepts", "payload"),
    [
        (Reply(200), True, None),
        (Reply(200, "busy"), True, {"text": "busy"}),
        (Reply(200, '{"text": "x"}', {"content-type": "application/json;charset=utf-8"}), True, {"text": "x"}),
        (Reply(200, "busy"), False, None),
    ],
)
def test_an_envelope_is_acknowledged(slack: Slack, line: SocketLine, reply: Reply, accepts: bool, payload: Any) -> None:
    socket, slack.reply = slack.next_socket(), reply
    envelope(socket, accepts_response_payload=accepts)
    expected = {"envelope_id": "e1", **({"payload": payload} if payload else {})}
    assert socket.sent.get(timeout=PATIENCE) == expected
    assert line.is_up()


def test_what_was_not_taken_is_not_acknowledged(slack: Slack, line: SocketLine) -> None:
    socket, slack.reply = slack.next_socket(), Reply(503)
    envelope(socket)
    socket.coming.put(WebSocketConnectionClosedException())
    assert socket.ended.wait(PATIENCE)
    assert socket.sent.empty()


def test_the_old_socket_is_served_until_it_runs_out(slack: Slack, line: SocketLine) -> None:
    old = slack.next_socket()
    old.message(type="disconnect", reason="refresh_requested")
    new = slack.next_socket()
    for socket in (old, new):
        envelope(socket)
        assert socket.sent.get(timeout=PATIENCE) == {"envelope_id": "e1"}
    old.coming.put(WebSocketTimeoutException())
    assert old.closed.wait(PATIENCE)
    assert old.ended.wait(PATIENCE)
    assert line.is_up()
    assert slack.asked == 2


@pytest.mark.parametrize("error", [WebSocketConnectionClosedException(), ConnectionResetError(), ValueError()])
def test_a_socket_that_ends_is_replaced(slack: Slack, line: SocketLine, error: Exception) -> None:
    slack.next_socket().coming.put(error)
    socket = slack.next_socket()
    envelope(socket)
    assert socket.sent.get(timeout=PATIENCE)
    assert line.is_up()


def test_a_socket_that_answers_no_ping_is_replaced(slack: Slack, line: SocketLine) -> None:
    dead = slack.next_socket()
    for _ in range(socket_line.MISSED_PINGS):
        dead.coming.put(WebSocketTimeoutException())
    slack.next_socket()
    assert dead.pings == socket_line.MISSED_PINGS
    assert dead.ended.wait(PATIENCE)


def test_any_sign_of_life_starts_the_count_anew(slack: Slack, line: SocketLine) -> None:
    socket = slack.next_socket()
    for _ in range(5):
        for _ in range(socket_line.MISSED_PINGS - 1):
            socket.coming.put(WebSocketTimeoutException())
        socket.coming.put((ABNF.OPCODE_PONG, Frame("")))
    envelope(socket)
    assert socket.sent.get(timeout=PATIENCE)
    assert slack.asked == 1


def test_it_goes_on_trying(slack: Slack, line: SocketLine) -> None:
    slack.troubles = [Unsure("no_answer"), TokenTrouble("invalid_auth"), Unsure("no_answer")]
    slack.next_socket().coming.put(WebSocketConnectionClosedException())
    slack.next_socket()
    assert slack.asked == 5  # the first one, three that failed, and the one that went well


def test_a_stop_is_the_end(slack: Slack) -> None:
    line = SocketLine(slack.address, slack.dispatch, slack.open)
    line.connect()
    socket = slack.next_socket()
    line.stop()
    assert socket.ended.wait(PATIENCE)
    assert not line.is_up()
    assert slack.asked == 1


@pytest.mark.parametrize("failure", [OSError(), WebSocketTimeoutException()])
def test_the_first_connection_says_what_is_wrong(slack: Slack, failure: Exception) -> None:
    def fail(address: str) -> FakeSocket:
        raise failure

    with pytest.raises(Unsure):
        SocketLine(slack.address, slack.dispatch, fail).connect()
    slack.troubles = [TokenTrouble("invalid_auth")]
    with pytest.raises(TokenTrouble):
        SocketLine(slack.address, slack.dispatch, slack.open).connect()
