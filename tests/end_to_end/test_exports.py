"""Answers as files: uploaded into the thread, once, whatever goes wrong."""

from io import BytesIO
from typing import Any

import pytest
from openpyxl import load_workbook

from bot.replies.words import say
from tests.end_to_end.fake_slack import LOST, Fault, error, limited
from tests.end_to_end.people import Person
from tests.end_to_end.running import Bot, unique
from tests.end_to_end.test_asking import QUESTION


def files(person: Person, channel: str = "") -> list[dict[str, Any]]:
    """Files in the channel, each with its thread."""
    said = person.slack.said(channel or person.channel)
    return [{**file, "thread": message.get("thread_ts")} for message in said for file in message.get("files", ())]


def next_file(person: Person, count: int = 1, channel: str = "") -> dict[str, Any]:
    return person.slack.wait(lambda: files(person, channel)[count - 1 : count])[0]


@pytest.fixture
def root(alice: Person) -> str:
    alice.command(QUESTION)
    return str(alice.answer()["ts"])


@pytest.mark.parametrize(("text", "ending"), [("export", "xlsx"), ("as csv please", "csv"), ("导出表格", "xlsx")])
def test_asked_for_in_words_it_comes_into_the_thread(alice: Person, root: str, text: str, ending: str) -> None:
    alice.write(text, root)
    file = next_file(alice)
    assert file["thread"] == root
    assert file["name"].endswith(f".{ending}")
    assert file["alt_txt"]
    if ending == "xlsx":
        assert len(load_workbook(BytesIO(alice.slack.uploads[file["id"]])).sheetnames) > 1
    else:
        assert alice.slack.uploads[file["id"]].startswith(b"\xef\xbb\xbf")
    alice.write("12 weeks", root)
    alice.answer(3)
    assert len(files(alice)) == 1


def test_the_button_exports_what_it_stands_under(alice: Person, root: str) -> None:
    first = alice.slack.said(alice.channel)[0]
    alice.write("12 weeks", root)
    alice.answer(2)
    alice.press(first, say("en", "button.export"))
    file = next_file(alice)
    sheet = load_workbook(BytesIO(alice.slack.uploads[file["id"]])).worksheets[0]
    assert "6 weeks" in str([cell.value for row in sheet.iter_rows(max_row=3) for cell in row])


@pytest.mark.parametrize(
    ("method", "fault"),
    [
        ("files.getUploadURLExternal", limited(0.05)),
        ("files.completeUploadExternal", limited(0.05)),
        ("files.completeUploadExternal", LOST),
    ],
    ids=["429 at first", "429 at last", "lost answer"],
)
def test_it_comes_once(alice: Person, root: str, method: str, fault: Fault) -> None:
    alice.slack.fail(method, fault)
    alice.write("export", root)
    next_file(alice)
    alice.write("12 weeks", root)
    alice.slack.wait(lambda: alice.slack.said(alice.channel)[-1]["text"].startswith("1,024 × H100 · 12 weeks"))
    assert len(files(alice)) == 1
    assert len(alice.slack.said(alice.channel)) == 3  # nor is a notice left


def test_where_it_does_not_come_that_is_said_with_a_reference(alice: Person, root: str) -> None:
    alice.slack.fail("files.completeUploadExternal", error("missing_scope", needed="files:write"))
    alice.write("export", root)
    assert "(ref q-" in alice.answer(2)["text"]
    assert not files(alice)


def test_without_anything_priced_there_is_no_file(alice: Person) -> None:
    event = alice.write("<@U0BOT> 1024 H100")
    alice.answer()
    alice.write("export", event["ts"])
    assert alice.answer(2)["text"] == say("en", "notice.export")


def test_a_private_quote_is_exported_to_the_asker_alone(bot: Bot) -> None:
    alice = Person(bot, unique("C"), unique("U0ANN"))
    alice.command(f"private {QUESTION}")
    private = alice.slack.wait(lambda: [m for m in alice.whispers() if "blocks" in m])[-1]
    alice.press_private(private, say("en", "button.export"))
    next_file(alice, channel=f"D{alice.user}")
    alice.slack.wait(lambda: [m for m in alice.whispers() if m["text"] == say("en", "slack.file-sent")])
    assert not alice.slack.said(alice.channel)
    alice.press_private(private, say("en", "button.cash"))
    alice.slack.wait(lambda: [m for m in alice.whispers() if say("en", "note.cash") in m["text"]])
    assert not alice.slack.said(alice.channel)
