"""Slots: each knows one group of fields, the phrases that give them, and what to make of tokens that are left over.

Order matters twice: of two phrases that begin at the same word the earlier one is taken, and of two slots the earlier
one sees what is left first.
"""

from bot.understanding.slots import corpus, counts, data, models, naming, prices, runs, shares, terms
from bot.understanding.slots.slot import LeftOver, Phrase

PHRASES: tuple[Phrase, ...] = (
    *prices.RATES,
    *counts.MACHINES,
    *runs.GPU_TIME,
    *counts.NODES,
    *corpus.PHRASES,
    *runs.TRAINING,
    *counts.CARDS,
    *shares.PHRASES,
    *terms.PHRASES,
    *prices.BUDGETS,
)

LEFT_OVER: tuple[LeftOver, ...] = (
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
