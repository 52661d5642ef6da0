"""A seller's text is checked where it stands: by the shortcut on a message, or as a file that is shared with words."""

import io
from typing import Any

import pytest
from openpyxl import Workbook

from bot.replies.words import say
from tests.end_to_end.fake_slack import BOT_USER, Fault
from tests.end_to_end.people import Person
from tests.end_to_end.running import Bot, unique

QUOTE = "64 GPUs x $2.50 x 730 hours = $161,800 a month"
RIGHT = "116,800"
CSV = b'Item,Qty,Unit price,Amount\nNode,16,"$310,000","$4,960,000"\nSwitch,12,"$36,000","$342,000"\n'
CALL = f"<@{BOT_USER}> check this quote"


def workbook() -> bytes:
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    for row in (("Item", "Qty", "Unit price", "Amount"), ("Node", 16, 310000, 4960000), ("Switch", 12, 36000, 342000)):
        sheet.append(row)
    for cell in (*sheet["C"][1:], *sheet["D"][1:]):
        cell.number_format = '"$"#,##0'
    content = io.BytesIO()
    book.save(content)
    return content.getvalue()


def test_a_message_is_checked_in_its_thread_whoever_wrote_it(alice: Person) -> None:
    quote = alice.slack.write(alice.channel, "U0SELLER", QUOTE)
    assert alice.check_message(quote).status == 200
    answer = alice.answer()
    assert answer["thread_ts"] == quote["ts"]
    assert RIGHT in answer["text"]
    assert RIGHT in str(answer["blocks"])


def test_it_says_the_same_as_where_the_text_is_typed(alice: Person) -> None:
    typed = alice.write(f"<@{BOT_USER}> {QUOTE}")
    alice.check_message({**typed, "text": QUOTE})
    assert alice.answer()["blocks"] == alice.answer(2)["blocks"]


def test_the_thread_goes_on_after_a_check(alice: Person) -> None:
    quote = alice.slack.write(alice.channel, "U0SELLER", QUOTE)
    alice.check_message(quote)
    alice.answer()
    alice.write(f"<@{BOT_USER}> 1024 H100 for 6 weeks", thread_ts=quote["ts"])
    assert "H100" in alice.answer(2)["text"]


@pytest.mark.parametrize(
    "shown",
    [
        {"text": "New offer", "blocks": [{"type": "section", "text": {"type": "mrkdwn", "text": QUOTE}}]},
        {"text": "look", "attachments": [{"is_share": True, "from_url": "https://x.slack.com/1", "text": QUOTE}]},
        {"text": "", "attachments": [{"fallback": "offer", "fields": [{"title": "Offer", "value": QUOTE}]}]},
    ],
)
def test_what_an_app_shows_or_somebody_shares_is_read_too(alice: Person, shown: dict[str, Any]) -> None:
    message = alice.slack.write(alice.channel, "U0SELLER", "")
    alice.check_message({**message, **shown})
    assert RIGHT in alice.answer()["text"]


def test_a_message_without_figures_gets_one_line_for_the_asker_alone(alice: Person) -> None:
    alice.check_message(alice.slack.write(alice.channel, "U0BOB", "lunch?"))
    alice.told(say("en", "check.no-figures"))
    mine = {**alice.slack.write(alice.channel, BOT_USER, QUOTE), "bot_id": "B1"}
    alice.check_message(mine)
    alice.told(say("en", "check.own"))
    assert not [m for m in alice.slack.said(alice.channel) if m["text"] != QUOTE]


def test_where_the_bot_may_not_post_the_asker_alone_is_told(alice: Person) -> None:
    alice.slack.outside.add(alice.channel)
    alice.check_message(alice.slack.write(alice.channel, "U0SELLER", QUOTE))
    told = alice.told(RIGHT)
    assert "/invite" in told["text"]
    assert "thread_ts" not in told
    assert not [c for c in alice.slack.of("respond") if c.arguments["channel"] == alice.channel and public(c.arguments)]


def public(arguments: dict[str, Any]) -> bool:
    return arguments.get("response_type") == "in_channel"


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("quote.csv", CSV),
        ("quote.xlsx", workbook()),
        ("quote.md", QUOTE.encode()),
        ("报价.txt", QUOTE.encode()),
    ],
)
def test_a_file_is_checked_in_the_thread_where_words_ask_for_it(alice: Person, name: str, content: bytes) -> None:
    event = alice.share(name, content, CALL)
    answer = alice.answer()
    assert answer["thread_ts"] == event["ts"]
    assert RIGHT in answer["text"] or "432,000" in answer["text"]
    assert not alice.slack.said(f"D{alice.user}")


def test_in_a_direct_message_the_words_decide_between_a_check_and_an_import(bot: Bot) -> None:
    user = unique("U0DAN")
    dan = Person(bot, f"D{user}", user)
    event = dan.share("quote.csv", CSV, "帮我核对")
    answer = dan.answer()
    assert answer["thread_ts"] == event["ts"]
    assert "432,000" in answer["text"]
    assert "核对" in answer["text"]
    dan.share("prices.csv", CSV, "have a look")
    assert "thread_ts" not in dan.answer(2)
    assert "432,000" not in dan.answer(2)["text"]


def test_a_file_that_is_talked_of_among_others_is_left_alone(alice: Person) -> None:
    alice.share("quote.csv", CSV, "check this quote, Bob")
    alice.share("quote.csv", CSV, CALL)
    alice.answer()
    assert len(alice.slack.said(alice.channel)) == 1


@pytest.mark.parametrize(
    ("name", "content", "key"),
    [
        ("quote.pdf", b"%PDF", "unreadable-kind"),
        ("quote.txt", b"\x00\x01\xff", "unreadable-text"),
        ("quote.xlsx", b"PK\x03\x04 no", "unreadable-workbook"),
        ("quote.csv", b"", "unreadable-empty"),
        ("quote.txt", b"1 " * 60_000, "unreadable-too-long"),
        ("quote.txt", b"1" * 5_000_001, "unreadable-too-big"),
    ],
)
def test_a_file_that_cannot_be_read_is_one_clear_line(alice: Person, name: str, content: bytes, key: str) -> None:
    event = alice.share(name, content, CALL)
    answer = alice.answer()
    assert answer["thread_ts"] == event["ts"]
    limits = {"unreadable-too-long": {"most": 100_000}, "unreadable-too-big": {"most": 5}}
    assert answer["text"] == say("en", f"check.{key}", name=name, names=name, **limits.get(key, {}))


def test_a_file_that_slack_does_not_give_is_spoken_of(alice: Person) -> None:
    alice.slack.fail("file", Fault(error="login"))
    alice.share("quote.csv", CSV, CALL)
    assert alice.answer()["text"] == say("en", "check.download-scope", name="quote.csv")


def test_what_is_not_checked_is_named_to_the_asker(alice: Person) -> None:
    files = [alice.slack.hand_in(name, CSV) for name in ("a.pdf", "b.csv", "c.csv")]
    alice.write(CALL, subtype="file_share", files=files)
    assert "432,000" in alice.answer()["text"]
    alice.told(say("en", "check.one-file", names="a.pdf, c.csv"))


def test_the_shortcut_reads_the_file_of_a_message(alice: Person) -> None:
    message = alice.slack.write(alice.channel, "U0SELLER", "our offer")
    alice.check_message({**message, "files": [alice.slack.hand_in("offer.csv", CSV)]})
    assert "432,000" in alice.answer()["text"]


def test_editing_the_words_beside_a_file_changes_nothing(alice: Person) -> None:
    event = alice.share("quote.csv", CSV, CALL)
    before = dict(alice.answer())
    alice.edit({**event, "text": CALL}, f"{CALL} please")
    alice.write(f"<@{BOT_USER}> 8 H100 for 3 days")
    alice.answer(2)
    assert alice.slack.said(alice.channel)[0]["text"] == before["text"]
