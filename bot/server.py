"""The HTTP side: nothing is parsed before its size, its signature and its age are known to be right.

Requests that fail are answered and counted, not logged: whoever sends many of them must not fill the disk.
"""

import hashlib
import hmac
import json
import re
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl

from waitress.server import create_server

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIEnvironment

EVENTS_PATH = "/slack/events"
MAX_BODY_BYTES = 1_000_000
MAX_FIELDS = 100
OLDEST_SECONDS = 300
NEWEST_SECONDS = 60
THREADS = 8
CONNECTIONS = 1_000
CLOSING_SECONDS = 1.0
STAMP = re.compile("[0-9]{9,11}")
SIGNATURE = re.compile("v0=[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Reply:
    """An HTTP answer."""

    status: int
    body: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)


Headers = Mapping[str, str]
Dispatch = Callable[[dict[str, Any], Headers], Reply]
Probe = Callable[[], dict[str, bool]]


class Refusal(Exception):
    """A request that is not looked at any further."""

    def __init__(self, status: HTTPStatus, why: str) -> None:
        super().__init__(why)
        self.status, self.why = status, why


class Gate:
    """The WSGI application: `/slack/events` for signed requests, `/healthz`, and `/readyz`, which tells what is amiss.

    `secret` None: only the probes. `dispatch(body, headers)` gets the parsed body. `now` is in seconds since 1970.
    `refused` counts requests by the reason for which they were refused.
    """

    def __init__(self, secret: str | None, dispatch: Dispatch, ready: Probe, now: Callable[[], float]) -> None:
        self._secret = secret.encode() if secret else None
        self._dispatch, self._ready, self._now = dispatch, ready, now
        self._lock = threading.Lock()
        self.refused: Counter[str] = Counter()
        self.working = 0

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        with self._lock:
            self.working += 1
        try:
            reply = self._reply(environ)
        except Refusal as refusal:
            with self._lock:
                self.refused[refusal.why] += 1
            reply = Reply(refusal.status)
        finally:
            with self._lock:
                self.working -= 1
        body = reply.body.encode()
        status = HTTPStatus(reply.status)
        headers = {"content-type": "text/plain; charset=utf-8", **reply.headers, "content-length": str(len(body))}
        start_response(f"{status.value} {status.phrase}", list(headers.items()))
        return [body]

    def _reply(self, environ: "WSGIEnvironment") -> Reply:
        method, path = environ["REQUEST_METHOD"], environ.get("PATH_INFO", "")
        if path in ("/healthz", "/readyz"):
            return self._probe(path, method)
        if path != EVENTS_PATH or self._secret is None:
            raise Refusal(HTTPStatus.NOT_FOUND, "path")
        if method != "POST":
            raise Refusal(HTTPStatus.METHOD_NOT_ALLOWED, "method")
        raw = signed_body(environ, self._secret, self._now())
        body = parsed(raw, environ.get("CONTENT_TYPE", ""))
        return self._dispatch(body, _slack_headers(environ))

    def _probe(self, path: str, method: str) -> Reply:
        if method not in ("GET", "HEAD"):
            raise Refusal(HTTPStatus.METHOD_NOT_ALLOWED, "method")
        if path == "/healthz":
            return Reply(200, "ok\n")
        state = self._ready()
        with self._lock:
            refused = dict(self.refused)
        text = json.dumps({"ready": all(state.values()), **state, "refused": refused})
        return Reply(200 if all(state.values()) else 503, text + "\n", {"content-type": "application/json"})


def signed_body(environ: "WSGIEnvironment", secret: bytes, now: float) -> bytes:
    """The raw body of a request that Slack signed within the last five minutes (or the next one, for clocks differ).

    Raises:
        Refusal: 400 for a senseless length, 413 above a megabyte, 401 for a signature that is missing, wrong or old.
    """
    length = environ.get("CONTENT_LENGTH") or "0"
    if not (length.isascii() and length.isdigit()):
        raise Refusal(HTTPStatus.BAD_REQUEST, "length")
    if len(length) > 9 or int(length) > MAX_BODY_BYTES:
        raise Refusal(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "size")
    stamp = environ.get("HTTP_X_SLACK_REQUEST_TIMESTAMP", "")
    signature = environ.get("HTTP_X_SLACK_SIGNATURE", "")
    if not STAMP.fullmatch(stamp) or not SIGNATURE.fullmatch(signature):
        raise Refusal(HTTPStatus.UNAUTHORIZED, "unsigned")
    if not -NEWEST_SECONDS <= now - int(stamp) <= OLDEST_SECONDS:
        raise Refusal(HTTPStatus.UNAUTHORIZED, "age")
    raw: bytes = environ["wsgi.input"].read(int(length))
    expected = "v0=" + hmac.new(secret, b"v0:" + stamp.encode() + b":" + raw, hashlib.sha256).hexdigest()
    if not hmac.compare_digest(expected, signature):
        raise Refusal(HTTPStatus.UNAUTHORIZED, "signature")
    return raw


def parsed(raw: bytes, content_type: str) -> dict[str, Any]:
    """The content of a body: JSON, or a form, which for interactive payloads holds JSON in its field `payload`.

    Bolt's own reading takes any form in which the word "payload" stands, even in a command's text, for the latter, and
    loses the command; so bodies are read here and handed over as values.

    Raises:
        Refusal: 400 for anything that is not an object.
    """
    try:
        if content_type.partition(";")[0].strip().lower() == "application/json" or raw.startswith(b"{"):
            content = json.loads(raw)
        else:
            form = dict(parse_qsl(raw.decode(), keep_blank_values=True, max_num_fields=MAX_FIELDS))
            content = json.loads(form["payload"]) if "payload" in form and "command" not in form else form
    except (ValueError, RecursionError):
        raise Refusal(HTTPStatus.BAD_REQUEST, "content") from None
    if not isinstance(content, dict):
        raise Refusal(HTTPStatus.BAD_REQUEST, "content")
    return content


def _slack_headers(environ: "WSGIEnvironment") -> dict[str, str]:
    return {
        key[5:].lower().replace("_", "-"): str(value) for key, value in environ.items() if key.startswith("HTTP_X_")
    }


class HttpServer:
    """waitress in a thread of its own, so that the main thread can wait for signals."""

    def __init__(self, gate: Gate, host: str, port: int) -> None:
        self._gate = gate
        self._server = create_server(
            gate,
            host=host,
            port=port,
            threads=THREADS,
            connection_limit=CONNECTIONS,
            max_request_body_size=MAX_BODY_BYTES,
            asyncore_use_poll=True,  # select() cannot take a thousand connections
            ident=None,
        )
        self.port = int(self._server.effective_port)
        threading.Thread(target=self._server.run, name="http", daemon=True).start()

    def is_up(self) -> bool:
        """Whether requests are answered: always, for who asks has got through."""
        return True

    def stop(self) -> None:
        """Take no new connections, and let the answers that are ready go out, for at most a second."""
        self._server.trigger.pull_trigger(self._stop_listening)
        still = threading.Event()
        for _ in range(int(CLOSING_SECONDS / 0.01)):
            channels = list(self._server.active_channels.values())
            if not self._gate.working and not any(
                channel.requests or channel.total_outbufs_len for channel in channels
            ):
                return
            still.wait(0.01)

    def _stop_listening(self) -> None:
        """Runs in the server's own thread, which alone may touch its sockets."""
        self._server.accepting = False
        self._server.del_channel()
        self._server.socket.close()
