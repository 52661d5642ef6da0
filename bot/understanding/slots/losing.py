"""Words that say who loses, and leave nothing out: "at what price does owning lose", 自建就不划算."""

from bot.understanding.draft import Draft
from bot.understanding.kinds import Kind
from bot.understanding.request import Intent


def says_who_loses(draft: Draft, at: int) -> bool:
    """Whether the "no" at a place is the verb of a question for a price, or denies that something is worth it."""
    token = draft.tokens[at]
    if token.kind is not Kind.NOT:
        return False
    if draft.kind_at(at + 1) is Kind.BREAK_EVEN:
        return draft.lower(token) == "不"
    of_price = any(word.kind is Kind.TOPIC and word.value is Intent.TARGET_PRICE for word in draft.words)
    return of_price and draft.lower(token) == "lose"
