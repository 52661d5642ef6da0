"""Questions about the answer that is there: they are answered or reported, and never change what was asked."""

import re

from bot.understanding.draft import Draft
from bot.understanding.kinds import Kind, Token
from bot.understanding.request import Request
from pricing.units import TimeUnit

_OPENERS = ("does", "did", "is", "are", "was", "were", "am")
_OPEN_WITH_PRONOUN = ("do", "have")
_PRONOUNS = ("we", "you", "i", "they", "these", "those")  # "do it on spot" tells, "do we" asks
_BEFORE_OPENER = (Kind.AND, Kind.BUT, Kind.STOP, Kind.COMMA, Kind.THANKS)
_PROPOSES = ("可以", "行", "好", "成", "呢", "can", "could")
"""128张可以吗: a question that wants the change."""
_IS_IT = ("这", "是", "含", "包含", "包括")
_HYPOTHETICAL = ("if", "what if", "and if", "if it", "如果", "要是", "假如", "那", "呢")
"""Words that lean on the thread and yet change nothing by themselves."""
_CHANGES = (Kind.BECOME, Kind.GROW, Kind.SHRINK, Kind.SHIFT, Kind.FACTOR, Kind.ONLY, Kind.SAME, Kind.NOT, Kind.ALSO)
_UNIT_OR_SHARE = (Kind.CARD, Kind.NODE, Kind.PER, Kind.EACH, Kind.FORM, Kind.UNIT, Kind.GPU_TIME)
_NUMBERS = (Kind.NUM, Kind.PERCENT, Kind.MONEY)
_SMALL_TALK = re.compile(
    r"\b(meetings?|meet|lunch|dinner|coffee|holidays?|vacation|pto|ooo|talk|chat|standup|see you"
    r"|(be|am|are|is) (back|out)|(back|out) in \d|on leave|out of office|remind me|ping me|call me|call you|to think)\b"
    r"|开会|请假|再说|聊|等我|稍等|出差|休假|吃饭|回来"
)
_WHAT = ("what is ", "what's ", "whats ", "who is ", "who's ", "who are ", "what are ", "什么是")
_WHAT_WORDS = frozenset(" ".join(_WHAT).split()) | {"'s", "s", "?", "'"}
_EITHER = (Kind.OR, Kind.COMPARE)


_OFFERS = re.compile(r"\b(offers?|offered|quoted|gave|gives)\b.*\b(until|valid)\b|(给到|给了|报到|报给|报价).*有效")


def records_offer(draft: Draft) -> bool:
    """vendor X offers 1.90 until Friday: something to be kept, and not to be asked about."""
    return bool(_OFFERS.search(draft.text.text)) and draft.has(Kind.NUM)


def declined(draft: Draft) -> str:
    """Why something is kindly declined that was understood and cannot be done here; empty for anything else."""
    if any(token.kind is Kind.DUTY for token in draft.tokens):
        return "duty_cycle"
    if records_offer(draft):
        return "record_offer"
    sizes = [token for token in draft.tokens if token.kind is Kind.SIZE]
    return "data_kind" if sizes and not draft.has(Kind.EGRESS, Kind.STORAGE, Kind.TOKENS) else ""


def asks_why(draft: Draft) -> bool:
    """ "why 1.38 months?", "where is 2.49 from", 这个3.7亿怎么来的: wants an explanation, whatever it names."""
    asked = any(token.kind is Kind.EXPLAIN and token.value == "why" for token in draft.words)
    return asked and not _wants_a_change(draft, but=(Kind.NOT, Kind.ALSO, Kind.SAME, Kind.ONLY))


def only_asks(draft: Draft) -> bool:
    """Whether a text asks about the answer: "do we pay two full months?", "13 or 6 %?", 含税吗."""
    if _wants_a_change(draft):
        return False
    if _opens_a_question(draft) or is_either_or(draft) or _asks_how_many(draft) or _asks_what(draft):
        return True
    text = draft.text.text.rstrip(" ?;!.~")
    proposed = text.removesuffix("吗").endswith(_PROPOSES) or not draft.spellings.isdisjoint(_PROPOSES)
    question = "?" in draft.text.text or (text.endswith("吗") and not proposed)
    is_it = text.endswith("吗") and text.startswith(_IS_IT)
    return is_it or text.endswith(("对吗", "怎么办")) or (question and draft.has(Kind.WORD))


def is_small_talk(draft: Draft, previous: Request) -> bool:
    """ "Bob will be out 2 weeks", "back in 5 minutes", 明天再说: people arrange their day, and name no hardware."""
    named = draft.gpus or draft.providers or draft.ways or draft.has(Kind.CARD, Kind.NODE, Kind.CUR, Kind.GPU_TIME)
    if named or draft.has(Kind.CHANGE, Kind.ONLY):
        return False
    length = draft.said.get("duration")
    moment = length is not None and length.unit is TimeUnit.MINUTE
    was_short = previous.duration is not None and previous.duration.unit in (TimeUnit.MINUTE, TimeUnit.HOUR)
    return bool(_SMALL_TALK.search(draft.text.text)) or (moment and not was_short)


def contrasts_numbers(draft: Draft) -> bool:
    """ "not 64 but 96": which number is the new one is for people to see, and not guessed here."""
    first = draft.words[0].kind if draft.words else None
    return first is Kind.NOT and draft.has(Kind.BUT) and draft.has(*_NUMBERS)


def _asks_what(draft: Draft) -> bool:
    """ "what is Lepton?", "who is Verda": nothing but a name is asked about."""
    if not draft.text.text.startswith(_WHAT):
        return False
    return bool(draft.providers) and all(
        token.kind is Kind.PROVIDER or draft.lower(token) in _WHAT_WORDS or token.kind is Kind.STOP
        for token in draft.words
    )


def _asks_how_many(draft: Draft) -> bool:
    """ "how many GPUs in a node?", 一台几张卡: no number is proposed and no money to be spent."""
    few = any(token.kind is Kind.VAGUE and draft.lower(token).startswith("几") for token in draft.words)
    asked = few or draft.has(Kind.HOW_MANY, Kind.HOW_LONG)
    proposed = any(token.kind is Kind.NUM and token.value.low != 1 for token in draft.words)
    money = draft.has(Kind.BUDGET, Kind.AFFORD, Kind.CUR) or not draft.said.keys().isdisjoint(("budget", "bare_money"))
    if draft.has(Kind.BREAK_EVEN):
        return False  # 多久回本
    return asked and draft.has(Kind.NODE, Kind.CARD, Kind.UNIT, Kind.HOW_LONG) and not (proposed or money or draft.gpus)


def is_either_or(draft: Draft) -> bool:
    """ "SXM or PCIe?", 13个点还是6个点, 每卡还是每台: which of two holds is asked."""
    return any(_is_alternative(draft, at) for at, token in enumerate(draft.tokens) if token.kind in _EITHER)


def _is_alternative(draft: Draft, at: int) -> bool:
    before, after = draft.kind_at(at - 1), draft.kind_at(at + 1)
    after = draft.kind_at(at + 2) if after in (Kind.FILLER, Kind.GE) else after
    return (before in _UNIT_OR_SHARE and after in _UNIT_OR_SHARE) or (before in _NUMBERS and after in _NUMBERS)


def _wants_a_change(draft: Draft, but: tuple[Kind, ...] = ()) -> bool:
    for at, token in enumerate(draft.words):
        if token.kind in _CHANGES and token.kind not in but:
            return True
        if token.kind is Kind.CHANGE and draft.lower(token) not in _HYPOTHETICAL and not _is_aside(draft, at):
            return True
    return False


def _is_aside(draft: Draft, at: int) -> bool:
    """wait, sorry: at the very beginning of a question they only call for attention."""
    return at == 0 and draft.lower(draft.words[0]) in ("wait", "sorry")


def _opens_a_question(draft: Draft) -> bool:
    """do we ..., is that ..., did it ...: not "do 32", not "is it cheaper on AWS"."""
    words = [token for token in draft.words if token.kind not in _BEFORE_OPENER]
    if "did" in draft.spellings:
        return True
    if not words or draft.has(Kind.COMPARE, Kind.BREAK_EVEN):
        return False
    return _opens(draft, words)


def _opens(draft: Draft, words: list[Token]) -> bool:
    first = draft.lower(words[0])
    second = draft.lower(words[1]) if len(words) > 1 else ""
    return first in _OPENERS or (first in _OPEN_WITH_PRONOUN and second in _PRONOUNS)
