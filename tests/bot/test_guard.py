"""The guard before the listeners: what is refused, in which order, and that nothing is parsed before it is verified."""

import hashlib
import hmac
import io
import json
from typing import Any
from urllib.parse import urlencode

import pytest

from bot.server import MAX_BODY_BYTES, Gate, Headers, Reply

SECRET, NOW = "test-secret", 1_800_000_000
FORM = "application/x-www-form-urlencoded"
JSON = "application/json"


class Recorder:
    """Takes what the gate lets through."""

    def __init__(self) -> None:
        self.bodies: list[dict[str, Any]] = []

    def __call__(self, body: dict[str, Any], headers: Headers) -> Reply:
        self.bodies.append(body)
        return Reply(200, "taken")


class Browser:
    """Sends requests to a gate, without a network."""

    def __init__(self, secret: str | None = SECRET) -> None:
        self.taken = Recorder()
        self.ready = {"database": True, "slack": True}
        self.gate = Gate(secret, self.taken, lambda: self.ready, lambda: float(NOW))

    def send(
        self, body: bytes = b"", path: str = "/slack/events", method: str = "POST", **environ: str
    ) -> tuple[int, str]:
        got: list[int] = []
        asked: dict[str, Any] = {
            "REQUEST_METHOD": method,
            "PATH_INFO": path,
            "CONTENT_LENGTH": str(len(body)),
            "wsgi.input": io.BytesIO(body),
            **environ,
        }

        def start(status: str, headers: list[tuple[str, str]], *_: Any) -> Any:
            got.append(int(status[:3]))

        content = b"".join(self.gate(asked, start))
        return got[0], content.decode()

    def signed(self, body: bytes, content_type: str = JSON, age: int = 0, **changes: str) -> tuple[int, str]:
        stamp = str(NOW - age)
        digest = hmac.new(SECRET.encode(), f"v0:{stamp}:".encode() + body, hashlib.sha256).hexdigest()
        environ = {
            "CONTENT_TYPE": content_type,
            "HTTP_X_SLACK_REQUEST_TIMESTAMP": stamp,
            "HTTP_X_SLACK_SIGNATURE": f"v0={digest}",
        }
        return self.send(body, **{**environ, **changes})


@pytest.fixture
def browser() -> Browser:
    return Browser()


def test_a_signed_request_gets_through(browser: Browser) -> None:
    assert browser.signed(b'{"type": "x"}') == (200, "taken")
    assert browser.taken.bodies == [{"type": "x"}]


@pytest.mark.parametrize(
    "changes",
    [
        {"HTTP_X_SLACK_SIGNATURE": ""},
        {"HTTP_X_SLACK_SIGNATURE": "v0=" + "0" * 64},
        {"HTTP_X_SLACK_SIGNATURE": "v1=" + "0" * 64},
        {"HTTP_X_SLACK_SIGNATURE": "v0=" + "é" * 64},
        {"HTTP_X_SLACK_REQUEST_TIMESTAMP": ""},
        {"HTTP_X_SLACK_REQUEST_TIMESTAMP": "abc"},
        {"HTTP_X_SLACK_REQUEST_TIMESTAMP": "1e9"},
        {"HTTP_X_SLACK_REQUEST_TIMESTAMP": "１８００００００００"},
        {"HTTP_X_SLACK_REQUEST_TIMESTAMP": str(NOW - 1)},
        {"wsgi.input": io.BytesIO(b"another body")},
    ],
)
def test_what_is_not_signed_as_slack_signs_is_refused(browser: Browser, changes: dict[str, Any]) -> None:
    assert browser.signed(b'{"type": "x"}', **changes) == (401, "")
    assert not browser.taken.bodies


@pytest.mark.parametrize(("age", "status"), [(299, 200), (300, 200), (301, 401), (-60, 200), (-61, 401)])
def test_the_age_of_a_signature(browser: Browser, age: int, status: int) -> None:
    assert browser.signed(b"{}", age=age)[0] == status


@pytest.mark.parametrize(
    ("length", "status"),
    [("-1", 400), ("1e3", 400), ("٣", 400), (str(MAX_BODY_BYTES + 1), 413), ("9" * 5000, 413), ("", 401)],
)
def test_a_length_that_is_senseless_or_too_much(browser: Browser, length: str, status: int) -> None:
    assert browser.signed(b"{}", CONTENT_LENGTH=length)[0] == status


@pytest.mark.parametrize("body", [b"{", b"[]", b'"x"', b"\xff\xfe", b"[" * 200_000, b"1" * 5000])
def test_signed_nonsense_is_a_bad_request(browser: Browser, body: bytes) -> None:
    assert browser.signed(body)[0] == 400
    assert browser.gate.refused["content"] == 1


def test_a_form_of_too_many_fields_is_a_bad_request(browser: Browser) -> None:
    assert browser.signed(b"a=1&" * 200_000, FORM)[0] == 400


def test_a_command_may_contain_the_word_payload(browser: Browser) -> None:
    for text in ("8 H100 payload", "payload={}", "payload", "a&payload=%7B%7D"):
        browser.signed(urlencode({"command": "/quote", "text": text}).encode(), FORM)
        assert browser.taken.bodies[-1]["text"] == text


def test_an_interactive_payload_is_unwrapped(browser: Browser) -> None:
    browser.signed(urlencode({"payload": json.dumps({"type": "block_actions"})}).encode(), FORM)
    assert browser.taken.bodies == [{"type": "block_actions"}]


def test_other_methods_and_paths(browser: Browser) -> None:
    assert browser.send(method="GET")[0] == 405
    assert browser.send(path="/")[0] == 404
    assert browser.send(path="/healthz")[0] == 405


def test_probes_need_no_signature(browser: Browser) -> None:
    assert browser.send(path="/healthz", method="GET") == (200, "ok\n")
    assert browser.send(path="/readyz", method="GET")[0] == 200
    browser.send(b"{}")
    browser.ready["slack"] = False
    status, body = browser.send(path="/readyz", method="GET")
    assert status == 503
    assert json.loads(body) == {"ready": False, "database": True, "slack": False, "refused": {"unsigned": 1}}


def test_in_socket_mode_only_the_probes_are_there() -> None:
    browser = Browser(secret=None)
    assert browser.signed(b"{}")[0] == 404
    assert browser.send(path="/healthz", method="GET")[0] == 200
