"""Whole conversations over both transports: the threads of the corpus, and one that goes through everything."""

import io
import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from bot.desk import Asking, Desk, ThreadState
from pricing.store import Store
from tests.end_to_end.people import Person
from tests.end_to_end.running import Bot, unique
from tests.end_to_end.test_exports import next_file

CORPUS = Path(__file__).parent.parent / "bot" / "understanding" / "threads.jsonl"
THREADS = [json.loads(line) for line in CORPUS.read_text(encoding="utf-8").splitlines()]
NOW = datetime(2026, 12, 1, tzinfo=UTC)


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    """The same desk without Slack around it."""
    store = Store.open(tmp_path_factory.mktemp("book") / "book.db", now=NOW)
    return Desk(store.book, NOW.date, "CNY")


@pytest.mark.parametrize("thread", [pytest.param(thread, id=thread["id"]) for thread in THREADS])
def test_a_thread_of_the_corpus(bot: Bot, desk: Desk, thread: dict[str, Any]) -> None:
    """Slack changes nothing: each turn has the answer that the desk gives to the same turns."""
    mei = Person(bot, unique("D"))
    state: ThreadState | None = None
    root: str | None = None
    said = 0
    for turn in thread["turns"]:
        expected = desk.ask(Asking(turn["text"], "U0ALICE", state=state))
        state = expected.state or state
        event = mei.write(turn["text"], thread_ts=root)
        root = root or event["ts"]
        if turn["change"]["action"] in ("none", "export"):
            continue  # chatter may stay without an answer, a file is no message
        said = _answered_since(mei, said, expected.card.header or expected.card.verdict)


def _answered_since(mei: Person, said: int, opening: str) -> int:
    """How much the bot has said once it has given the answer that begins so."""
    first = opening[:40]

    def found() -> list[int]:
        texts = [message.get("text", "") for message in mei.slack.said(mei.channel)]
        return [i + 1 for i, text in enumerate(texts) if i >= said and first in text.replace("&amp;", "&")]

    return mei.slack.wait(found)[0]


def test_a_decision_talked_through_in_one_thread(bot: Bot) -> None:
    """Question, four follow-ups in two languages, math, picture, file, undo."""
    mei = Person(bot, unique("C"))
    mei.command("1024 H100 for 6 weeks")
    root = mei.answer()
    assert "22,623,386" in root["text"]
    turns = (
        ("what about 12 weeks?", "45,246,773"),
        ("换成美元", "6,476,964"),
        ("only starverse", "6,476,964"),
        ("只看自建", "53,210,799"),
    )
    for count, (text, figure) in enumerate(turns, start=2):
        mei.write(text, thread_ts=root["ts"])
        answer = mei.answer(count)
        assert answer["thread_ts"] == root["ts"]
        assert figure in answer["text"], text

    mei.write("undo", thread_ts=root["ts"])
    assert "6,476,964" in mei.answer(6)["text"]
    mei.write("show the math", thread_ts=root["ts"])
    assert "128,000 CNY/node-month" in mei.answer(7)["text"]

    mei.press(root, "Break-even")
    pictured = mei.answer(8)
    assert any(block["type"] == "data_visualization" for block in pictured["blocks"])

    mei.write("export as xlsx", thread_ts=root["ts"])
    file = next_file(mei)
    book = openpyxl.load_workbook(io.BytesIO(mei.slack.uploads[file["id"]]))
    assert len(book.sheetnames) == 6
