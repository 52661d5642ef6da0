"""A reading: what a text was understood to say, and an account of every word of it."""

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from bot.understanding.request import Request


class Action(StrEnum):
    """What a message does to the conversation."""

    NEW = "new"  # a fresh question
    SET = "set"  # changes the request so far
    EXPLAIN = "explain"  # "show the math"
    ABOUT = "about"  # asks about the answer: is VAT in, how long does it hold
    EXPORT = "export"
    UNDO = "undo"
    REPRICE = "reprice"  # the same at today's prices
    RESET = "reset"
    WATCH = "watch"  # tell me when the answer changes, or no longer
    NONE = "none"  # thanks, chatter


class Use(StrEnum):
    """What became of a span of the text."""

    USED = "used"
    FILLER = "filler"
    NOT_UNDERSTOOD = "not-understood"


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of the text as typed: `text[start:end]`, what became of it, and the field it went to."""

    start: int
    end: int
    text: str
    use: Use
    field: str = ""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A near name for a word that was not understood; offered, never taken."""

    word: str
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class About:
    """What is asked about an answer: the name of the aspect, shares (0 to 1), hours and money that were said for it.

    `currency`: empty where none was said.
    """

    aspect: str
    shares: tuple[Decimal, ...] = ()
    hours: Decimal | None = None
    amount: Decimal | None = None
    currency: str = ""


@dataclass(frozen=True, slots=True)
class Watch:
    """The wish to be told when an answer changes by more than a share (None: none was said), or (`stop`) no longer."""

    share: Decimal | None = None
    stop: bool = False


@dataclass(frozen=True, slots=True)
class Reading:
    """What a text says.

    `request`: the whole request after this message (previous one changed by it). `ask`: fields that must still be
    asked for (`gpu`, `gpu_count`, `duration`, `budget`, `model_params`, `tokens`). `reject`: the reason nothing can be
    done with it (the label schema's words), with `reject_detail` the offending piece. `language`: en or zh,
    empty where the text shows neither. `tried`: it was said as a change ("only bananas"), understood or not. `about`:
    what is asked about the answer, beside a change or instead of one. `watch`: beside whatever else is said, whether
    changes of the answer are to be told.
    """

    action: Action
    request: Request
    language: str
    ask: tuple[str, ...] = ()
    reject: str | None = None
    reject_detail: str = ""
    unknown: tuple[str, ...] = ()
    suggestions: tuple[Suggestion, ...] = ()
    spans: tuple[Span, ...] = ()
    tried: bool = False
    about: tuple[About, ...] = ()
    watch: Watch | None = None
