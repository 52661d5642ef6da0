"""How fast mentions are answered when ten conversations go on at once, and what a thousand of them leave in memory.

    python -m tests.benchmarks.conversations [--threads 1000] [--follow-ups 10] [--at-once 10]

Ten people mention the bot and then write follow-ups into the thread, each the next one when the answer to the last is
posted. The fake Slack, the people and the clock are one event loop in this process; the bot is another process.
"""

import argparse
import asyncio
import hashlib
import hmac
import json
import tempfile
import time
from itertools import count

from tests.benchmarks.ack import (
    ANSWER_SECONDS,
    SECRET,
    Slack,
    percentiles,
    read_http,
    resident_mb,
    running,
    until_it_listens,
)

FOLLOW_UPS = (
    "12 weeks",
    "and in USD",
    "double it",
    "without spot",
    "换成 H200",
    "at 80% use",
    "用人民币",
    "20 TB egress",
    "only AWS and StarVerse",
    "undo",
)
SETTLED = 0.1
"""The part of the threads after which memory is looked at for the first time: by then everything is loaded."""


class Threads(Slack):
    """A Slack that tells those who wait for an answer in a thread."""

    def answer(self, method: str, body: bytes) -> dict[str, object]:
        if method != "chat.postMessage":
            return super().answer(method, body)
        thread = json.loads(body)["thread_ts"]
        waiting = self.waiting.pop(thread, None)
        if waiting and not waiting.done():
            waiting.set_result(time.perf_counter())
        return {"ts": f"1900000000.{next(self._stamps):06d}", "channel": "C"}


class Person:
    """Asks in a channel of their own, over one connection that stays open."""

    def __init__(self, slack: Threads, port: int, number: int) -> None:
        self._slack, self._port, self._channel, self._user = slack, port, f"C{number}", f"U{number}"
        self._stamps, self._counts = count(1), count(8 + number, 10)
        self.mentions: list[float] = []
        self.follow_ups: list[float] = []

    async def talk(self, threads: int, follow_ups: int) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        for _ in range(threads):
            root = self._stamp()
            question = f"<@U0BOT> {next(self._counts)} H100 for 6 weeks"  # no question comes twice
            self.mentions.append(await self._say(reader, writer, "app_mention", question, root, root))
            for turn in range(follow_ups):
                text = FOLLOW_UPS[turn % len(FOLLOW_UPS)]
                self.follow_ups.append(await self._say(reader, writer, "message", text, root, self._stamp()))
        writer.close()

    def _stamp(self) -> str:
        return f"18000{self._channel[1:]:0>5}.{next(self._stamps):06d}"

    async def _say(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, kind: str, text: str, root: str, stamp: str
    ) -> float:
        """Seconds from sending a message to its answer."""
        answered = self._slack.waiting[root] = asyncio.get_running_loop().create_future()
        event = {"type": kind, "channel": self._channel, "channel_type": "channel", "user": self._user}
        thread = {} if stamp == root else {"thread_ts": root, "parent_user_id": self._user}
        request = signed({**event, "text": text, "ts": stamp, **thread}, stamp)
        began = time.perf_counter()
        writer.write(request)
        line, _ = await read_http(reader)
        assert b" 200 " in line, line
        return await asyncio.wait_for(answered, ANSWER_SECONDS) - began


def signed(event: dict[str, object], key: str) -> bytes:
    """An event as Slack delivers it."""
    outer = {"type": "event_callback", "team_id": "T1", "event_id": f"Ev{key}", "is_ext_shared_channel": False}
    body = json.dumps({**outer, "event": event}).encode()
    stamp = str(int(time.time()))  # noqa: TID251 - the bot's clock is the real one
    digest = hmac.new(SECRET.encode(), f"v0:{stamp}:".encode() + body, hashlib.sha256).hexdigest()
    head = (
        "POST /slack/events HTTP/1.1\r\nhost: bot\r\ncontent-type: application/json\r\n"
        f"content-length: {len(body)}\r\nx-slack-request-timestamp: {stamp}\r\nx-slack-signature: v0={digest}\r\n\r\n"
    )
    return head.encode() + body


async def measured(threads: int, follow_ups: int, at_once: int) -> None:
    """Print what was measured."""
    slack = Threads()
    server = await asyncio.start_server(slack.serve, "127.0.0.1", 0)
    api = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/api/"
    with tempfile.TemporaryDirectory() as folder, running(["bot", "serve"], api, folder) as (port, process):
        await until_it_listens(port)
        started = resident_mb(process)
        people = [Person(slack, port, number) for number in range(at_once)]
        each, first = threads // at_once, max(1, int(threads * SETTLED) // at_once)
        await asyncio.gather(*(person.talk(first, follow_ups) for person in people))
        settled = resident_mb(process)
        began = time.perf_counter()
        await asyncio.gather(*(person.talk(each - first, follow_ups) for person in people))
        seconds, ended = time.perf_counter() - began, resident_mb(process)
    server.close()
    answers = (each - first) * at_once * (follow_ups + 1)
    for name, series in (
        ("mention", [value for person in people for value in person.mentions[first:]]),
        ("follow-up", [value for person in people for value in person.follow_ups[first * follow_ups :]]),
    ):
        middle, late = percentiles(series)
        print(f"{name:10} to answer, {at_once} at once: p50 {middle * 1000:.1f} ms, p99 {late * 1000:.1f} ms")
    print(f"{answers / seconds:.0f} answers a second")
    print(
        f"memory: {started:.0f} MB at the start, {settled:.0f} MB after {first * at_once} threads of"
        f" {follow_ups} follow-ups, {ended:.0f} MB after {each * at_once}: {ended / settled - 1:+.1%}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--threads", type=int, default=1000)
    parser.add_argument("--follow-ups", type=int, default=10)
    parser.add_argument("--at-once", type=int, default=10)
    asked = parser.parse_args()
    asyncio.run(measured(asked.threads, asked.follow_ups, asked.at_once))


if __name__ == "__main__":
    main()
