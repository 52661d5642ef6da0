"""Slots: each knows one group of fields, the phrases that give them, and what to make of tokens that are left over.

Order matters twice: of two phrases that begin at the same word the earlier one is taken, and of two slots the earlier
one sees what is left first.
"""

from bot.understanding.slots import (
    aspects,
    blends,
    corpus,
    counts,
    data,
    ending,
    models,
    naming,
    prices,
    runs,
    shares,
    supposed,
    terms,
)
from bot.understanding.slots.slot import LeftOver, Phrase

PHRASES: tuple[Phrase, ...] = (
    *supposed.PHRASES,
    *prices.RATES,
    *blends.PHRASES,
    *ending.PHRASES,
    *counts.MACHINES,
    *runs.GPU_TIME,
    *counts.NODES,
    *runs.REQUESTS,
    *corpus.PHRASES,
    *runs.TRAINING,
    *counts.CARDS,
    *shares.PHRASES,
    *terms.PHRASES,
    *prices.BUDGETS,
)

LEFT_OVER: tuple[LeftOver, ...] = (
    aspects.read,
    ending.read,
    naming.read,
    corpus.read,
    data.read,
    models.read,
    shares.read,
    terms.read,
    prices.read,
    runs.read,
    counts.read,
)
