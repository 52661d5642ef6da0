"""Logs: one JSON object a line on standard error, without secrets, and without what people wrote unless at DEBUG."""

import json
import logging
import queue
import re
import sys
import threading
import traceback
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import IO, Any

from sqlite_utils.utils import sqlite3

from pricing.errors import PricingError

WAITING_LINES = 10_000
FLUSH_SECONDS = 1.0
HIDDEN = "[hidden]"
SECRETS = re.compile(
    r"xox[a-z]-[\w.-]+|xapp-[\w.-]+|v0=[0-9a-f]{64}"  # tokens, signatures
    r"|https?://[^\s\"'<>]*/(?:services|commands|actions|respond|workflows)/[^\s\"'<>]+"  # response URLs
    r"|wss?://[^\s\"'<>]+"  # one-time tickets of Socket Mode
    r"|(?<=trigger_id)(?P<quoted>\W{1,5})[\w.]+"
)
LOUD = {"slack_bolt": logging.ERROR, "slack_sdk": logging.ERROR, "waitress": logging.ERROR, "websocket": logging.ERROR}

# Errors whose text names places and codes, never what somebody wrote: safe to log at any level.
SPEAKING: tuple[type[BaseException], ...] = (PricingError, OSError, sqlite3.Error)


def facts(**values: object) -> dict[str, dict[str, object]]:
    """Facts for a log line: `log.info("answered", extra=facts(ref=ref, ms=12))`. Names and codes, no texts."""
    return {"facts": values}


class Redactor:
    """Takes secrets out of text: whatever looks like one of Slack's, and the literal values it is given."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        literal = [re.escape(secret) for secret in secrets if len(secret) >= 6]
        self._literal = re.compile("|".join(literal)) if literal else None

    def __call__(self, text: str) -> str:
        if self._literal:
            text = self._literal.sub(HIDDEN, text)
        return SECRETS.sub(lambda found: (found.group("quoted") or "") + HIDDEN, text)


class JsonLines(logging.Formatter):
    """One line for a record: time, level, logger, event, the facts, and where an error came from."""

    def __init__(self, redact: Redactor, verbose: bool) -> None:
        super().__init__()
        self._redact, self._verbose = redact, verbose

    def format(self, record: logging.LogRecord) -> str:
        """The record as JSON. An error shows its type and place; its text only if it cannot quote a user."""
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "event": record.getMessage(),
            **getattr(record, "facts", {}),
        }
        if record.exc_info and record.exc_info[1]:
            line["error"] = self._described(record.exc_info[1])
        return json.dumps(self._safe(line), ensure_ascii=False)

    def _safe(self, value: object) -> object:
        """The value as JSON has it, its texts without secrets."""
        match value:
            case None | bool() | int() | float():
                return value
            case dict():
                return {str(key): self._safe(item) for key, item in value.items()}
            case list() | tuple():
                return [self._safe(item) for item in value]
        return self._redact(str(value))

    def _described(self, error: BaseException) -> dict[str, object]:
        frames = traceback.extract_tb(error.__traceback__)
        described: dict[str, object] = {
            "type": type(error).__name__,
            "at": [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames[-8:]],
        }
        if self._verbose or isinstance(error, SPEAKING):
            described["text"] = str(error)
        cause = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
        if cause:
            described["cause"] = self._described(cause)
        return described


class Writer(logging.Handler):
    """Hands lines to a thread of its own, so that a log nobody reads (a full pipe) never holds up an answer.

    When too many lines wait, new ones are dropped and counted in `lost`.
    """

    def __init__(self, stream: IO[str]) -> None:
        super().__init__()
        self.lost = 0
        self._stream = stream
        self._lines: queue.Queue[str | None] = queue.Queue(WAITING_LINES)
        self._thread = threading.Thread(target=self._write, name="log", daemon=True)
        self._thread.start()

    def emit(self, record: logging.LogRecord) -> None:
        """Queue the record's line, or drop it."""
        try:
            self._lines.put_nowait(self.format(record))
        except queue.Full:
            self.lost += 1
        except Exception:
            self.handleError(record)

    def finish(self) -> None:
        """Write what waits, for at most a second."""
        try:
            self._lines.put(None, timeout=FLUSH_SECONDS)
        except queue.Full:
            return
        self._thread.join(FLUSH_SECONDS)

    def _write(self) -> None:
        while (line := self._lines.get()) is not None:
            try:
                self._stream.write(line + "\n")
                self._stream.flush()
            except (OSError, ValueError):  # nobody is left to tell
                self.lost += 1


def set_up(level: str, secrets: Iterable[str] = (), stream: IO[str] | None = None) -> Writer:
    """Log everything from `level` up as JSON lines, the libraries from ERROR up unless at DEBUG.

    Call `finish()` on what is returned before the process ends.
    """
    verbose = level == "DEBUG"
    writer = Writer(stream or sys.stderr)
    writer.setFormatter(JsonLines(Redactor(secrets), verbose))
    root = logging.getLogger()
    root.handlers[:] = [writer]
    root.setLevel(level)
    for name, least in LOUD.items():
        logging.getLogger(name).setLevel(logging.DEBUG if verbose else least)
    return writer


def log_thread_faults() -> None:
    """Let exceptions that end a thread reach the log instead of the bare standard error."""

    def hook(arguments: Any) -> None:
        log = logging.getLogger("bot")
        log.error(
            "a thread ended by an error",
            exc_info=(type(arguments.exc_value), arguments.exc_value, arguments.exc_traceback),
        )

    threading.excepthook = hook
