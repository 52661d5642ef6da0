"""What asks for a check becomes a delivery: the shortcut always, a file where the words beside it say so."""

from typing import Any

import pytest

from bot.listeners.check_payloads import Attached, of_message, of_shortcut
from bot.listeners.delivery import Delivery, Kind
from bot.listeners.payloads import of_message as message_of

BOT = "U0BOT"


def file(name: str = "quote.csv", **about: Any) -> dict[str, Any]:
    return {"id": "F1", "name": name, "size": 12, "url_private_download": "https://files.slack.com/f/1", **about}


def event(text: str, *files: dict[str, Any], **changes: Any) -> dict[str, Any]:
    content = {"type": "message", "subtype": "file_share", "channel": "C1", "user": "U1", "text": text, "ts": "5.1"}
    return {"team_id": "T1", "event": {**content, "files": list(files), **changes}}


def chosen(**message: Any) -> dict[str, Any]:
    ids = {"trigger_id": "9.9", "team": {"id": "T1"}, "user": {"id": "U1"}, "channel": {"id": "C1"}}
    return {**ids, "message_ts": "5.1", "message": {"ts": "5.1", "user": "U2", **message}}


def attached(delivery: Delivery | None) -> Attached:
    assert delivery is not None
    assert delivery.kind is Kind.CHECK
    return Attached.model_validate_json(delivery.value)


def test_the_shortcut_takes_all_that_a_message_says() -> None:
    delivery = of_shortcut(chosen(text="offer", attachments=[{"text": "8 x $2"}], files=[file()]), BOT)
    assert (delivery.root, delivery.user, delivery.text) == ("5.1", "U1", "offer\n\n8 x $2")
    about = attached(delivery)
    assert about.upload is not None
    assert about.upload.name == "quote.csv"


def test_a_message_of_the_bot_holds_no_quote() -> None:
    delivery = of_shortcut(chosen(text="8 x $2", user=BOT), BOT)
    assert attached(delivery).own
    assert delivery.text == ""


@pytest.mark.parametrize(
    "words",
    [
        "check this quote",
        f"<@{BOT}> does this add up?",
        "帮我核对",
        "please check",
        "Can you check it?",
        "verify the attached",
        "请检查一下",
        "麻烦检查附件",
        "is this right?",
    ],
)
def test_words_that_ask_for_a_check(words: str) -> None:
    assert attached(of_message(event(words, file()), BOT)).upload


@pytest.mark.parametrize(
    "words",
    ["", "here you are", "import this please", "import and check this file", "导入，核对一下", "报价如下", "check-in"],
)
def test_other_words_leave_a_file_what_it_was(words: str) -> None:
    assert of_message(event(words, file()), BOT) is None


def test_without_a_file_it_is_a_message_like_any_other() -> None:
    assert of_message(event("check this quote"), BOT) is None
    assert of_message(event("check this quote", file(), bot_id="B2"), BOT) is None


def test_it_is_the_same_act_as_the_message() -> None:
    body = event(f"<@{BOT}> check this quote", file())
    delivery, message = of_message(body, BOT), message_of(body, BOT)
    assert delivery is not None
    assert message is not None
    assert (delivery.key, delivery.root, delivery.addressed) == (message.key, "5.1", True)


def test_one_file_is_checked_and_the_others_are_named() -> None:
    about = attached(of_message(event("check this quote", file("a.pdf"), file("b.CSV"), file("c.csv")), BOT))
    assert about.upload is not None
    assert (about.upload.name, about.left) == ("b.CSV", ("a.pdf", "c.csv"))


def test_a_snippet_needs_no_ending() -> None:
    about = attached(of_message(event("check this quote", file("Untitled", filetype="text")), BOT))
    assert about.upload is not None
    assert about.upload.name == "Untitled.txt"
