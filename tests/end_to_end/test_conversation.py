"""A whole decision talked through in one thread, over both transports."""

from io import BytesIO
from typing import Any

from openpyxl import load_workbook

from bot.listeners.wording import is_chinese
from bot.replies.words import say
from tests.end_to_end.fake_slack import BOT_USER
from tests.end_to_end.people import Person
from tests.end_to_end.test_asking import QUESTION, has_table


def header(message: dict[str, Any]) -> str:
    return next(block["text"]["text"] for block in message["blocks"] if block["type"] == "header")


def test_a_decision_from_the_question_to_the_file(alice: Person) -> None:
    mei = Person(alice.bot, alice.channel, "U0MEI")
    root = alice.write(f"<@{BOT_USER}> {QUESTION}")["ts"]
    first = alice.answer()
    assert header(first).startswith("1,024 × H100 · 6 weeks")

    alice.write("what about 12 weeks, and in USD?", root)
    second = alice.answer(2)
    assert header(second).startswith("1,024 × H100 · 12 weeks")
    mei.write("换成 H200 呢？", root)
    third = alice.answer(3)
    assert is_chinese(third["text"])
    assert "H200" in header(third)
    mei.write("不要竞价", root)
    fourth = alice.answer(4)
    assert has_table(fourth)
    alice.write("double it", root)
    fifth = alice.answer(5)
    assert header(fifth).startswith("2,048 × H200 · 12 weeks")

    alice.press(fifth, say("en", "button.math"))
    math = alice.answer(6)
    assert math["thread_ts"] == root
    assert " × " in math["text"]
    alice.press(fifth, say("en", "button.break-even"))
    chart = alice.answer(7)
    assert "data_visualization" in {block["type"] for block in chart["blocks"]}

    alice.write("export it as a spreadsheet", root)
    file = alice.slack.wait(lambda: [m["files"][0] for m in alice.slack.said(alice.channel) if "files" in m])[0]
    book = load_workbook(BytesIO(alice.slack.uploads[file["id"]]))
    assert "2,048" in str([cell.value for row in book.worksheets[0].iter_rows(max_row=3) for cell in row])

    alice.write("undo", root)
    last = alice.answer(9)
    assert header(last).startswith("1,024 × H200 · 12 weeks")
    assert len(alice.slack.said(alice.channel)) == 9
    assert {message["thread_ts"] for message in alice.slack.said(alice.channel)} == {root}
