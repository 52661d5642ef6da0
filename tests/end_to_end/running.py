"""A bot that runs as a process of its own, and the people who use it through the fake Slack."""

import hashlib
import hmac
import itertools
import json
import os
import signal
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode

from tests.end_to_end.fake_slack import APP_TOKEN, BOT_TOKEN, PATIENCE, SIGNING_SECRET, FakeSlack

ROOT = Path(__file__).resolve().parents[2]
_numbers = itertools.count(1)


def unique(prefix: str) -> str:
    """A new id; tests that share a bot do not share channels."""
    return f"{prefix}{next(_numbers):05d}"


@dataclass(frozen=True)
class Ack:
    """How a delivery was acknowledged: HTTP status (0: not at all) and content."""

    status: int
    body: Any = None


class Bot:
    """`python -m bot serve` as a process. Its log is read as it comes."""

    def __init__(self, slack: FakeSlack, transport: str, database: Path, **environment: str) -> None:
        self.slack, self.transport, self.database = slack, transport, database
        self.log: list[dict[str, Any]] = []
        self.raw: list[str] = []
        self._changed = threading.Condition()
        inherited = {name: value for name, value in os.environ.items() if not name.startswith(("SLACK_", "QUARTERM"))}
        settings = {
            "SLACK_BOT_TOKEN": BOT_TOKEN,
            "SLACK_SIGNING_SECRET": SIGNING_SECRET,
            "SLACK_API_URL": slack.api_url,
            "PORT": "0",
            "QUARTERMASTER_DATABASE": str(database),
            "QUARTERMASTER_LOG_LEVEL": "DEBUG",
            **({"SLACK_APP_TOKEN": APP_TOKEN} if transport == "socket" else {}),
        }
        self.process = subprocess.Popen(
            [sys.executable, "-m", "bot", "serve"],
            cwd=ROOT,
            env={**inherited, **settings, **environment},
            stderr=subprocess.PIPE,
            text=True,
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        try:
            self.port = self.logged("listening")["port"]
            self.logged("serving")
        except AssertionError:
            self.kill()
            raise

    def logged(self, event: str) -> dict[str, Any]:
        """The first log line of an event, once it is there."""
        return self._line(lambda line: line["event"] == event, event)

    def finished(self, mark: str) -> None:
        """Wait until the delivery with this mark is dealt with."""
        self._line(
            lambda line: line["event"] == "answered" and mark.startswith(line["ref"][2:]), f"the answer to {mark}"
        )

    def _line(self, fits: Callable[[dict[str, Any]], bool], what: str) -> dict[str, Any]:
        def found() -> dict[str, Any] | None:
            return next((line for line in self.log if fits(line)), None)

        with self._changed:
            self._changed.wait_for(lambda: found() or self.process.poll() is not None, PATIENCE)
        line = found()
        assert line, f"{what} is not in the log:\n" + "".join(self.raw[-30:])
        return line

    def stop(self) -> int:
        """Ask it to stop; the exit code."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        return self._ended()

    def kill(self) -> None:
        """End it as a crash would."""
        self.process.kill()
        self._ended()

    def _ended(self) -> int:
        code = self.process.wait(PATIENCE)
        self._reader.join(PATIENCE)
        assert self.process.stderr
        self.process.stderr.close()
        return code

    def _read(self) -> None:
        assert self.process.stderr
        for text in self.process.stderr:
            with self._changed:
                self.raw.append(text)
                if text.startswith("{"):
                    self.log.append(json.loads(text))
                self._changed.notify_all()
        with self._changed:
            self._changed.notify_all()

    # deliveries

    def post(self, body: bytes, content_type: str = "application/json", **headers: str) -> Ack:
        """One HTTP request to the events path, as it is."""
        return self.request("/slack/events", body, {"content-type": content_type, **headers})

    def request(self, path: str, body: bytes | None = None, headers: dict[str, str] | None = None) -> Ack:
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", body, headers or {})
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return Ack(answer.status, answer.read().decode())
        except HTTPError as error:
            with error:
                return Ack(error.code, error.read().decode())

    def signed(self, body: bytes, content_type: str, age: float = 0) -> Ack:
        """One HTTP request, signed as Slack signs."""
        stamp = str(int(time.time() - age))  # noqa: TID251 - the signature is made for the real clock of the process
        digest = hmac.new(SIGNING_SECRET.encode(), f"v0:{stamp}:".encode() + body, hashlib.sha256).hexdigest()
        headers = {"x-slack-request-timestamp": stamp, "x-slack-signature": f"v0={digest}"}
        return self.post(body, content_type, **headers)

    def deliver(self, kind: str, payload: dict[str, Any]) -> Ack:
        """An envelope over Socket Mode, or the request that says the same over HTTP."""
        if self.transport == "socket":
            answer = self.slack.envelope(kind, payload)
            return Ack(200, answer.get("payload")) if answer else Ack(0)
        form = "application/x-www-form-urlencoded"
        if kind == "events_api":
            ack = self.signed(json.dumps(payload).encode(), "application/json")
        elif kind == "slash_commands":
            ack = self.signed(urlencode(payload).encode(), form)
        else:
            ack = self.signed(urlencode({"payload": json.dumps(payload)}).encode(), form)
        is_json = isinstance(ack.body, str) and ack.body.startswith("{")
        return Ack(ack.status, json.loads(ack.body) if is_json else ack.body or None)
