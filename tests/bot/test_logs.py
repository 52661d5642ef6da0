"""The log says what happened and where, and neither secrets nor what people wrote."""

import io
import json
import logging
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from bot import logs
from bot.logs import HIDDEN, Redactor, facts
from pricing.errors import BookError

SECRET = "very-secret-value"
log = logging.getLogger("bot.test")


@pytest.fixture(autouse=True)
def root_as_before() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    levels = {name: logging.getLogger(name).level for name in logs.LOUD}
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    for name, before in levels.items():
        logging.getLogger(name).setLevel(before)


def logged(level: str, event: Any) -> list[dict[str, Any]]:
    """The lines that `event()` writes at this level."""
    stream = io.StringIO()
    writer = logs.set_up(level, [SECRET], stream)
    event()
    writer.finish()
    return [json.loads(line) for line in stream.getvalue().splitlines()]


@pytest.mark.parametrize(
    "secret",
    [
        "xoxb-123-abc.def",
        "xapp-1-A0-9f",
        "https://hooks.slack.com/commands/T1/2/abc",
        "http://127.0.0.1:1/respond/7",
        "wss://wss-primary.slack.com/link/?ticket=abc",
        "v0=" + "ab" * 32,
        SECRET,
    ],
)
def test_secrets_are_hidden_wherever_they_stand(secret: str) -> None:
    text = Redactor([SECRET])(f'before {secret} "{secret}" after')
    assert text == f'before {HIDDEN} "{HIDDEN}" after'


def test_a_trigger_is_hidden_in_any_spelling() -> None:
    assert Redactor()("{'trigger_id': '12.34.abc'} trigger_id=12.34.abc") == (
        f"{{'trigger_id': '{HIDDEN}'}} trigger_id={HIDDEN}"
    )


def test_a_line_has_the_event_and_its_facts() -> None:
    (line,) = logged("INFO", lambda: log.info("answered", extra=facts(ref="q-7f3a", ms=12, token=SECRET)))
    assert line.pop("time").endswith("+00:00")
    assert line == {
        "level": "info",
        "logger": "bot.test",
        "event": "answered",
        "ref": "q-7f3a",
        "ms": 12,
        "token": HIDDEN,
    }


def failing(error: Exception) -> Any:
    def fail() -> None:
        try:
            raise error
        except Exception:
            log.exception("failed")

    return fail


def test_an_error_shows_type_and_place_but_no_text_that_may_quote_somebody() -> None:
    (line,) = logged("INFO", failing(ValueError("1024 H100 for my secret project")))
    assert line["error"]["type"] == "ValueError"
    assert "test_logs.py" in line["error"]["at"][0]
    assert "secret project" not in json.dumps(line)


def test_errors_of_files_and_of_the_price_book_speak() -> None:
    (line,) = logged("INFO", failing(BookError("/data/q.db", "is damaged")))
    assert line["error"]["text"] == "/data/q.db: is damaged"


def test_at_debug_every_error_speaks() -> None:
    (line,) = logged("DEBUG", failing(ValueError("1024 H100")))
    assert line["error"]["text"] == "1024 H100"


def test_libraries_are_quiet_unless_at_debug() -> None:
    def speak() -> None:
        logging.getLogger("slack_sdk.web").info("text of a message")

    assert logged("INFO", speak) == []
    assert len(logged("DEBUG", speak)) == 1


def test_a_log_that_nobody_reads_holds_nobody_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logs, "WAITING_LINES", 5)
    monkeypatch.setattr(logs, "FLUSH_SECONDS", 0.01)
    release, blocked = threading.Event(), threading.Event()

    class Pipe(io.StringIO):
        def write(self, text: str) -> int:
            blocked.set()
            release.wait(5)
            return super().write(text)

    writer = logs.set_up("INFO", stream=Pipe())
    log.info("first")
    assert blocked.wait(5)
    for number in range(20):
        log.info("line %d", number)
    assert writer.lost == 15
    writer.finish()
    release.set()


def test_an_error_that_ends_a_thread_is_logged_without_its_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threading, "excepthook", threading.excepthook)  # as before, afterwards

    def end() -> None:
        logs.log_thread_faults()
        thread = threading.Thread(target=lambda: int(f"not a number, {SECRET}"))
        thread.start()
        thread.join()

    (line,) = logged("INFO", end)
    assert (line["event"], line["error"]["type"]) == ("a thread ended by an error", "ValueError")
    assert SECRET not in json.dumps(line)
