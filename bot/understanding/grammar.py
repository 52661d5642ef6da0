"""Reads a text into a draft: cuts it, joins dates and amounts, gives numbers their meaning, collects names."""

from dataclasses import replace
from datetime import date
from functools import lru_cache

from bot.understanding import quantities
from bot.understanding.draft import Draft
from bot.understanding.kinds import Kind
from bot.understanding.names import Names
from bot.understanding.phrases import Phrases
from bot.understanding.slots import LEFT_OVER, PHRASES, days, models, supposed_prices, watch
from bot.understanding.slots.slot import Facts
from bot.understanding.text import Plain
from bot.understanding.tokens import tokens_of

_LOOSE = frozenset({Kind.APPROX, Kind.BOUND})
"""Words the grammar passes over: "about 64" and "at least 64" are read as 64."""
_ALSO_NAMES = frozenset(
    {Kind.GPU, Kind.INSTANCE, Kind.PROVIDER, Kind.WAY, Kind.REGION, Kind.NEAR, Kind.NAMELIKE, Kind.COMPARE}
)
"""Kinds that a phrase about a number may hold without being used up by it."""


@lru_cache(maxsize=1)
def phrases() -> Phrases[Facts]:
    """The table of phrases that give numbers their meaning."""
    return Phrases(PHRASES)


def drafted(text: Plain, names: Names, today: date, in_thread: bool = False) -> Draft:
    """What a text says, as a draft. In a thread "minus 32" takes away."""
    words = tokens_of(text, names)
    if in_thread:
        words = [replace(word, kind=Kind.FEWER) if word.kind is Kind.NEGATIVE else word for word in words]
    draft = Draft(text, names, today, words)
    tokens = days.with_dates([token for token in draft.words if token.kind not in _LOOSE], today)
    tokens = quantities.read(models.with_near_names(draft, tokens))
    tokens = models.with_variants(draft, days.with_later_days(tokens, today))
    draft.tokens = models.with_lists(tokens)
    watch.take(draft)
    supposed_prices.take(draft, in_thread)
    days.read(draft)
    left = _read_phrases(draft)
    for read in LEFT_OVER:
        read(draft, left)
    return draft


def _read_phrases(draft: Draft) -> list[int]:
    """Takes the phrases; the places of the tokens that are left."""
    left = set(range(len(draft.tokens)))
    for start, end, said in phrases().find(draft.tokens):
        spans = [token for token in draft.tokens[start:end] if token.kind not in _ALSO_NAMES]
        for fact in said:
            draft.say(fact.field, fact.value, *spans)
        left.difference_update(range(start, end))
    return sorted(left)
