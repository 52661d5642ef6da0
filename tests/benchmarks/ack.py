"""How fast commands are acknowledged and answered, beside an empty Bolt command on the same server in the same run.

    python -m tests.benchmarks.ack [--commands 1000] [--connections 10]

Ten people type `/quote`, each the next one when the answer to the last is posted. The fake Slack, the people and the
clock are one event loop in this process; the bot is another process, so on two cores neither waits for the other.
"""

import argparse
import asyncio
import hashlib
import hmac
import json
import os
import re
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from urllib.parse import parse_qs, urlencode

ROOT = Path(__file__).resolve().parents[2]
SECRET, TOKEN = "0123456789abcdef", "xoxb-benchmark"
QUESTION = "1024 H100 for 6 weeks"
START_SECONDS = 20.0
ANSWER_SECONDS = 30.0
LENGTH = re.compile(rb"content-length: *(\d+)", re.IGNORECASE)


async def read_http(reader: asyncio.StreamReader) -> tuple[bytes, bytes]:
    """First line and body of a request or an answer."""
    head = await reader.readuntil(b"\r\n\r\n")
    length = LENGTH.search(head)
    return head.split(b"\r\n", 1)[0], await reader.readexactly(int(length[1]) if length else 0)


class Slack:
    """As much of Slack as a command needs; who waits for a post in a channel is told of it."""

    def __init__(self) -> None:
        self.waiting: dict[str, asyncio.Future[float]] = {}
        self._stamps = count(1)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        line, body = await read_http(reader)
        method = line.split()[1].rsplit(b"/", 1)[1].decode()
        answer = json.dumps({"ok": True, **self.answer(method, body)}).encode()
        head = f"content-type: application/json\r\ncontent-length: {len(answer)}\r\nconnection: close\r\n\r\n"
        writer.write(b"HTTP/1.1 200 OK\r\n" + head.encode() + answer)
        await writer.drain()
        writer.close()

    def answer(self, method: str, body: bytes) -> dict[str, object]:
        if method == "auth.test":
            return {"team_id": "T1", "user_id": "U0BOT", "bot_id": "B0BOT", "user": "quartermaster"}
        if method == "users.info":
            return {"user": {"locale": "en-US"}}
        is_json = body.startswith(b"{")
        channel = json.loads(body)["channel"] if is_json else parse_qs(body.decode())["channel"][0]
        waiting = self.waiting.pop(channel, None)
        if waiting and not waiting.done():
            waiting.set_result(time.perf_counter())
        return {"ts": f"1900000000.{next(self._stamps):06d}", "channel": channel}


@dataclass
class Times:
    """Seconds from sending a command to its acknowledgement and to its answer."""

    acks: list[float] = field(default_factory=list)
    answers: list[float] = field(default_factory=list)
    failed: int = 0


class Person:
    """Types commands over one connection that stays open."""

    def __init__(self, slack: Slack, port: int, number: int, times: Times) -> None:
        self._slack, self._port, self._channel, self._times = slack, port, f"C{number}", times
        self._triggers = count(number * 1_000_000)

    async def type(self, commands: int) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        for _ in range(commands):
            answered = self._slack.waiting[self._channel] = asyncio.get_running_loop().create_future()
            request = self._request()
            began = time.perf_counter()
            writer.write(request)
            line, body = await read_http(reader)
            self._times.acks.append(time.perf_counter() - began)
            self._times.failed += b" 200 " not in line or bool(body)
            self._times.answers.append(await asyncio.wait_for(answered, ANSWER_SECONDS) - began)
        writer.close()

    def _request(self) -> bytes:
        trigger = str(next(self._triggers))
        fields = {"command": "/quote", "text": QUESTION, "team_id": "T1", "channel_id": self._channel, "user_id": "U1"}
        body = urlencode(
            {**fields, "trigger_id": trigger, "response_url": "https://hooks.slack.com/commands/1"}
        ).encode()
        stamp = str(int(time.time()))  # noqa: TID251 - the bot's clock is the real one
        digest = hmac.new(SECRET.encode(), f"v0:{stamp}:".encode() + body, hashlib.sha256).hexdigest()
        head = (
            "POST /slack/events HTTP/1.1\r\nhost: bot\r\ncontent-type: application/x-www-form-urlencoded\r\n"
            f"content-length: {len(body)}\r\n"
            f"x-slack-request-timestamp: {stamp}\r\nx-slack-signature: v0={digest}\r\n\r\n"
        )
        return head.encode() + body


@contextmanager
def running(module: list[str], api: str, folder: str) -> Iterator[tuple[int, subprocess.Popen[bytes]]]:
    """A bot as a process on a free port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("SLACK_", "QUARTERM"))}
    settings = {
        "SLACK_BOT_TOKEN": TOKEN,
        "SLACK_SIGNING_SECRET": SECRET,
        "SLACK_API_URL": api,
        "PORT": str(port),
        "QUARTERMASTER_DATABASE": f"{folder}/quartermaster.db",
        "QUARTERMASTER_LOG_LEVEL": "WARNING",
    }
    quiet = subprocess.DEVNULL  # waitress and Bolt talk about every full queue
    process = subprocess.Popen([sys.executable, "-m", *module], cwd=ROOT, env={**kept, **settings}, stderr=quiet)
    try:
        yield port, process
    finally:
        process.terminate()
        process.wait(15)


async def until_it_listens(port: int) -> None:
    for _ in range(int(START_SECONDS / 0.05)):
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            await asyncio.sleep(0.05)
        else:
            writer.close()
            return
    raise SystemExit("the bot did not start")


def resident_mb(process: subprocess.Popen[bytes]) -> float:
    status = Path(f"/proc/{process.pid}/status")
    found = re.search(r"VmRSS:\s+(\d+)", status.read_text()) if status.exists() else None
    return int(found[1]) / 1024 if found else 0.0


async def measured(name: str, module: list[str], commands: int, connections: int) -> float:
    """Print a line of figures; the rate of answers a second."""
    slack = Slack()
    server = await asyncio.start_server(slack.serve, "127.0.0.1", 0)
    api = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/api/"
    with tempfile.TemporaryDirectory() as folder, running(module, api, folder) as (port, process):
        await until_it_listens(port)
        await Person(slack, port, 0, Times()).type(20)
        times = Times()
        people = [Person(slack, port, number, times) for number in range(1, connections + 1)]
        began = time.perf_counter()
        await asyncio.gather(*(person.type(commands // connections) for person in people))
        rate = len(times.answers) / (time.perf_counter() - began)
        memory = resident_mb(process)
    server.close()
    figures = " ".join(
        f"{value * 1000:8.1f}" for series in (times.acks, times.answers) for value in percentiles(series)
    )
    print(f"{name:8} {figures} {rate:8.0f} {memory:6.0f} {times.failed:6}")
    return rate


def percentiles(series: list[float]) -> tuple[float, float]:
    ordered = sorted(series)
    return ordered[len(ordered) // 2], ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))]


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--commands", type=int, default=1000)
    parser.add_argument("--connections", type=int, default=10)
    asked = parser.parse_args()
    print(
        f"{'':8} {'ack p50':>8} {'ack p99':>8} {'ans p50':>8} {'ans p99':>8} {'rate/s':>8} {'RSS MB':>6} {'failed':>6}"
    )
    empty = "tests.benchmarks.bots.empty_command"
    plain = await measured("plain", [empty, "plain"], asked.commands, asked.connections)
    lean = await measured("lean", [empty, "lean"], asked.commands, asked.connections)
    quote = await measured("/quote", ["bot", "serve"], asked.commands, asked.connections)
    print("Milliseconds. plain: an empty Bolt command behind waitress; lean: the same on our server and pool.")
    print(f"/quote answers {quote / plain:.0%} of what plain does, {quote / lean:.0%} of what lean does.")


if __name__ == "__main__":
    asyncio.run(main())
