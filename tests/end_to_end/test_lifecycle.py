"""Starting, stopping, crashing and reconnecting."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.end_to_end.fake_slack import BOT_TOKEN, FakeSlack, error, limited
from tests.end_to_end.people import Person
from tests.end_to_end.running import ROOT, Bot

QUESTION = "1024 H100 for 6 weeks"


@pytest.fixture
def slack() -> Iterator[FakeSlack]:
    with FakeSlack() as fake:
        yield fake


Start = Callable[[str], Bot]


@pytest.fixture
def start(slack: FakeSlack, tmp_path: Path) -> Iterator[Start]:
    """Starts a bot on a transport, always on the same files."""
    running: list[Bot] = []

    def started(transport: str) -> Bot:
        running.append(Bot(slack, transport, tmp_path / "q.db"))
        return running[-1]

    yield started
    for bot in running:
        bot.kill()


@pytest.mark.parametrize("transport", ["http", "socket"])
def test_a_stop_finishes_what_was_accepted(slack: FakeSlack, start: Start, transport: str) -> None:
    bot = start(transport)
    slack.fail("chat.postMessage", limited(0.3))
    alice = Person(bot, "C1")
    alice.command(QUESTION)
    slack.wait(lambda: slack.of("chat.postMessage"))
    assert bot.stop() == 0
    assert len(slack.said("C1")) == 1


def test_a_crash_loses_neither_thread_nor_accepted_question(slack: FakeSlack, start: Start) -> None:
    bot = start("http")
    alice = Person(bot, "C1")
    alice.command(QUESTION)
    root = alice.answer()
    slack.fail("chat.postMessage", limited(9))
    event = alice.write("12 weeks", thread_ts=root["ts"])
    slack.wait(lambda: len(slack.of("chat.postMessage")) == 2)
    bot.kill()

    bot = start("http")
    alice = Person(bot, "C1")
    assert alice.answer(2)["thread_ts"] == root["ts"]
    assert alice.event(event).status == 200  # Slack brings it again: it is answered
    alice.write("13 weeks", thread_ts=root["ts"])
    alice.answer(3)
    assert len(slack.said("C1")) == 3
    assert bot.stop() == 0


def test_what_was_posted_before_a_crash_is_not_posted_again(slack: FakeSlack, start: Start) -> None:
    bot = start("http")
    slack.hold = True
    alice = Person(bot, "C1")
    alice.command(QUESTION)
    slack.wait(lambda: slack.said("C1"))
    bot.kill()
    slack.hold = False

    bot = start("http")
    bot.logged("answered")
    assert len(slack.said("C1")) == 1
    assert bot.stop() == 0


def test_the_socket_is_replaced_without_a_gap_and_opened_again_when_cut(slack: FakeSlack, start: Start) -> None:
    bot = start("socket")
    alice = Person(bot, "C1")
    slack.ask_for_new_socket()
    slack.wait(lambda: len(slack.sockets) == 2)
    assert slack.envelope(
        "slash_commands", {"command": "/other", "trigger_id": "1"}, socket=0
    )  # the old one still works
    assert alice.command(QUESTION).status == 200
    slack.cut_sockets()
    slack.wait(lambda: not slack.sockets)
    slack.wait(lambda: slack.sockets)
    assert alice.command(QUESTION).status == 200
    alice.answer(2)
    assert bot.stop() == 0


def start_and_fail(**environment: str) -> subprocess.CompletedProcess[str]:
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(("SLACK_", "QUARTERM"))}
    command = [sys.executable, "-m", "bot", "serve"]
    return subprocess.run(
        command, cwd=ROOT, env={**inherited, **environment}, capture_output=True, text=True, timeout=20
    )


def test_settings_that_are_wrong_end_the_start_with_all_of_them_named() -> None:
    ended = start_and_fail(SLACK_BOT_TOKEN="xoxp-secret", PORT="none")
    assert ended.returncode == 2
    for name in ("SLACK_BOT_TOKEN", "SLACK_SIGNING_SECRET", "PORT"):
        assert name in ended.stderr
    assert "secret" not in ended.stderr.replace("SECRET", "").replace("Basic Information", "")
    assert "Traceback" not in ended.stderr


def test_a_token_slack_does_not_know_ends_the_start(slack: FakeSlack, tmp_path: Path) -> None:
    slack.fail("auth.test", error("invalid_auth"))
    ended = start_and_fail(
        SLACK_BOT_TOKEN=BOT_TOKEN,
        SLACK_SIGNING_SECRET="x" * 32,
        SLACK_API_URL=slack.api_url,
        QUARTERMASTER_DATABASE=str(tmp_path / "q.db"),
        PORT="0",
    )
    assert ended.returncode == 2
    assert "SLACK_BOT_TOKEN" in ended.stderr
    assert "invalid_auth" in ended.stderr
    assert BOT_TOKEN not in ended.stderr
