"""All checks of a price before it is written down. A check asks; whether to write is for whoever answers."""

from collections.abc import Sequence

from pricing.book import EntryKind
from pricing.checks import history, levels, siblings, stated, ways
from pricing.checks.look import Check, Look
from pricing.checks.market import Market
from pricing.findings import Candidate, Finding

CHECKS: tuple[Check, ...] = (
    stated.not_positive,
    levels.level,
    ways.spot_above_on_demand,
    ways.term_above_on_demand,
    ways.long_term_above_short,
    ways.same_in_two_terms,
    ways.first_spot,
    stated.other_term,
    stated.other_gpu,
    stated.memory,
    siblings.pcie_above_sxm,
    siblings.out_of_line,
    siblings.same_as_other_gpu,
    history.big_change,
    history.overlap,
    history.twice,
    stated.age,
    stated.kind_of_price,
)
"""In the order their findings are told."""


def check(candidate: Candidate, market: Market) -> tuple[Finding, ...]:
    """What is doubtful about one price; empty where nothing is. A price that is withdrawn is never doubtful."""
    entry = candidate.entry
    if entry.value is None or entry.kind is not EntryKind.PRICE:
        return ()
    look = Look.at(candidate, market)
    return tuple(finding for one in CHECKS for finding in one(look))


def check_file(candidates: Sequence[Candidate], market: Market) -> tuple[tuple[Finding, ...], ...]:
    """The findings of each price of one file, in its order, each checked beside all others."""
    together = market.extended(candidates)
    return tuple(check(candidate, together) for candidate in candidates)
