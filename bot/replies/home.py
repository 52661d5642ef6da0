"""The Home tab: how to ask, what this user asked lately, and how the price book stands."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from bot.replies import figures
from bot.replies.actions import OPEN_FORM, FormStart
from bot.replies.card import Action
from bot.replies.plain import cut, one_line
from bot.replies.slack_blocks import Block, button, context, header
from bot.replies.words import known, say, say_count, words

LONGEST_QUESTION = 200
MOST_RECENT = 8


@dataclass(frozen=True, slots=True)
class BookState:
    """How the price book stands on a day.

    `offers`: those with a price in force. `newest`: the day the newest of their prices was seen, None where no price
    says. `stale`: offers whose price is past its age limit. `undated`: offers whose price has no day.
    """

    version: int
    day: date
    offers: int
    newest: date | None
    stale: int
    undated: int


@dataclass(frozen=True, slots=True)
class Asked:
    """A thread this user began: its question as it stands, the day it was last used, and its address, if known."""

    question: str
    day: date
    url: str = ""


def home_view(language: str, recent: Sequence[Asked], book: BookState) -> Block:
    """The tab, as Slack takes it."""
    code = known(language)
    blocks = [
        header(say(code, "home.ask")),
        _list([*_examples(code, "ask"), *_examples(code, "go-on")]),
        context(say(code, "home.ask-where")),
        {"type": "actions", "elements": [_form_button(code)]},
        header(say(code, "home.recent")),
        _recent(code, recent),
        header(say(code, "home.book")),
        _list(_book(code, book)),
    ]
    return {"type": "home", "blocks": blocks}


def _form_button(language: str) -> Block:
    value = FormStart().model_dump_json()
    return button(Action(say(language, "form.open"), OPEN_FORM, value, primary=True))


def _examples(language: str, group: str) -> list[str]:
    prefix = f"help.{group}-"
    return [sentence for key, sentence in words(language).items() if key.startswith(prefix)]


def _list(lines: Sequence[str]) -> Block:
    return _rich([[{"type": "text", "text": line}] for line in lines])


def _rich(items: Sequence[Sequence[Block]]) -> Block:
    elements = [{"type": "rich_text_section", "elements": list(item)} for item in items]
    return {"type": "rich_text", "elements": [{"type": "rich_text_list", "style": "bullet", "elements": elements}]}


def _recent(language: str, recent: Sequence[Asked]) -> Block:
    if not recent:
        return context(say(language, "home.none-yet"))
    return _rich([_asked(language, one) for one in recent[:MOST_RECENT]])


def _asked(language: str, one: Asked) -> list[Block]:
    """A question, which leads to its thread where that has an address."""
    question = cut(one_line(one.question), LONGEST_QUESTION)
    text = say(language, "home.quote", question=question, day=one.day.isoformat())
    return [{"type": "link", "url": one.url, "text": text} if one.url else {"type": "text", "text": text}]


def _book(language: str, book: BookState) -> list[str]:
    def counted(key: str, count: int) -> str:
        return say_count(language, key, figures.number(language, count))

    lines = [say(language, "home.version", version=book.version, day=book.day.isoformat())]
    lines.append(counted("home.offers", book.offers))
    if book.newest:
        lines.append(say(language, "home.newest", day=book.newest.isoformat()))
    if book.stale:
        lines.append(counted("home.stale", book.stale))
    if book.undated:
        lines.append(counted("home.undated", book.undated))
    return lines
